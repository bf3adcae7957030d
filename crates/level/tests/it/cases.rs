//! Small levels drawn by hand, each with the expected results.
//!
//! A level is written as the inside of a graph. Its rules are settings on top of the strict preset.

use quandary_level::check::change::Change;
use quandary_level::check::locks::Lock;
use quandary_level::check::why_not::WhyNot;
use quandary_level::check::{Check, Safety, SphereItem};
use quandary_level::plan::{Action, Walk};
use quandary_level::rules::Position;
use quandary_level::rules::Rules;
use quandary_level::solve::{Verdict, solve_graph};
use quandary_level::{Content, Graph, Level, Requirement};

/// The graph whose inside is `text`.
fn graph(text: &str) -> Graph {
    let text = format!(r#"{{"format":"quandary/level/1","graph":{{{text}}}}}"#);
    quandary_level::formats::json::read(&text).expect("a sound level").graph
}

/// Strict rules with settings: rules as in `one_way=ignored`, and the start inventory.
fn rules(settings: &[&str]) -> Rules {
    let mut rules = Rules::default();
    for setting in settings {
        match setting.parse() {
            Ok(start) => rules.start = start,
            Err(_) => rules.set(setting).expect("a rule"),
        }
    }
    rules
}

fn judged(text: &str, settings: &[&str]) -> Check {
    let level = Level::of_graph(graph(text));
    quandary_level::check::check(&level, &rules(settings), &Default::default()).expect("few things")
}

/// The nodes of a walk, with a `*` for each flip.
fn path(walk: &Walk) -> String {
    let node = |position: Position| match position {
        Position::Node(node) => node.to_string(),
        Position::Cell(cell) => panic!("{cell:?} in a graph"),
    };
    let steps = walk.records.iter().map(|record| match record.action {
        Action::Go(_) => format!(" {}", node(record.position)),
        Action::Flip => " *".to_owned(),
    });
    node(walk.start) + &steps.collect::<String>()
}

/// A check in one line: `won by 0 2; 4 states, 2 dead; stuck by 0 1`.
fn said(check: &Check) -> String {
    let won = match &check.verdict {
        Verdict::Solvable { walk, .. } => format!("won by {}", path(walk)),
        other => format!("{other:?}"),
    };
    let stuck = match &check.safety {
        Safety::Softlock(Some((_, walk))) => format!("stuck by {}", path(walk)),
        other => format!("{other:?}"),
    };
    format!("{won}; {} states, {} dead; {stuck}", check.states, check.dead_states.unwrap_or(99))
}

/// Compares a check with the expected text. Nodes are numbered in order.
fn check(text: &str, settings: &[&str], expect: &str) -> Check {
    let check = judged(text, settings);
    assert_eq!(said(&check), expect, "{text} {settings:?}");
    let cost = |verdict: &Verdict| match verdict {
        Verdict::Solvable { walk, .. } => Some(walk.cost),
        _ => None,
    };
    let solution =
        solve_graph(&graph(text), &rules(settings), &Default::default()).expect("few things");
    assert_eq!(cost(&solution.verdict), cost(&check.verdict), "{text}");
    check
}

/// The names of the changes that explain a level.
fn names(text: &str, changes: &[Change]) -> Vec<String> {
    let graph = graph(text);
    let asked = |lock: &Lock| {
        let Lock::Edges { between: (a, b), requires, .. } = lock else {
            panic!("{lock:?} in a graph")
        };
        let names = requires.iter().map(|asked| graph.requirement_name(*asked));
        format!("{a}-{b} {}", names.collect::<Vec<_>>().join("+"))
    };
    let name = |change: &Change| match change {
        Change::Open(lock) => format!("open {}", asked(lock)),
        Change::Seal(lock) => format!("seal {}", asked(lock)),
        Change::Grant(content) => format!("grant {}", graph.content_name(*content)),
        Change::Remove(Position::Node(node), content) => {
            format!("remove {} from {node}", graph.content_name(*content))
        }
        Change::Remove(Position::Cell(cell), _) => panic!("{cell:?} in a graph"),
        Change::Lift(plate) => panic!("plate {plate} in a graph"),
        Change::Return(edge) => format!("return along {edge}"),
        Change::Rule(rule) => format!("rule {rule}"),
        Change::Fill(cells) => panic!("a pit in a graph: {cells:?}"),
        Change::Waive(condition) => format!("leave out {}", graph.requirement_name(*condition)),
    };
    changes.iter().map(name).collect()
}

/// The needed things of a level.
fn needed(text: &str, check: &Check) -> Vec<String> {
    let needed = check.needed.iter().filter(|need| need.needed == Some(true));
    names(text, &needed.map(|need| need.without.clone()).collect::<Vec<_>>())
}

/// Compares core and repair of an unsolvable level with the expected ones.
fn explained(text: &str, check: &Check, core: &[&str], repair: usize) {
    let Some(WhyNot { core: found, repair: Some(changes), smallest: true, .. }) = &check.why_not
    else {
        panic!("no repair of {text}: {:?}", check.why_not)
    };
    assert_eq!(names(text, found), core, "{text}");
    assert_eq!(changes.len(), repair, "{text}");
}

fn codes(check: &Check) -> Vec<&'static str> {
    check.lint.iter().map(|finding| finding.code).collect()
}

// ------------------------------------------------------------------------------- keys and bombs

/// A side room and the goal behind equal locks, with the means to open one of them.
const CUPBOARD: &str = r#"
    "nodes": [{"id": 0, "contents": ["start", "key", "item_minor"]}, {"id": 1},
              {"id": 2, "contents": ["goal"]}],
    "edges": [{"from": 0, "to": 1, "requires": "key_locked"},
              {"from": 1, "to": 0, "requires": "key_locked"},
              {"from": 0, "to": 2, "requires": "key_locked"}]"#;

#[test]
fn a_key_can_be_spent_on_the_wrong_door() {
    let found = check(CUPBOARD, &[], "won by 0 2; 4 states, 2 dead; stuck by 0 1");
    let expect = ["remove key from 0", "seal 0-2 key_locked"];
    assert_eq!(needed(CUPBOARD, &found), expect);
    check(CUPBOARD, &["keys=1"], "won by 0 2; 5 states, 0 dead; SoftlockFree");
}

#[test]
fn a_bomb_can_be_spent_on_the_wrong_wall() {
    let walls = CUPBOARD.replace("key_locked", "bombable");
    check(&walls, &["bomb_pickup=1"], "won by 0 2; 4 states, 2 dead; stuck by 0 1");
    check(&walls, &["bomb_pickup=2"], "won by 0 2; 5 states, 0 dead; SoftlockFree");
    check(&walls, &["bomb_pickup=0"], "Unsolvable; 1 states, 1 dead; Softlock(None)");
    check(&walls, &["bombs=unlimited"], "won by 0 2; 3 states, 0 dead; SoftlockFree");
}

#[test]
fn the_last_key_lies_behind_its_own_door() {
    let text = r#""nodes": [{"id": 0, "contents": ["start"]}, {"id": 1, "contents": ["key", "goal"]}],
        "edges": [{"from": 0, "to": 1, "requires": "key_locked"}]"#;
    let found = check(text, &[], "Unsolvable; 1 states, 1 dead; Softlock(None)");
    explained(text, &found, &["open 0-1 key_locked", "grant key"], 1);
    assert_eq!(codes(&found), ["one_way_edge", "unreachable"]);
    check(text, &["keys=1"], "won by 0 1; 2 states, 0 dead; SoftlockFree");
}

#[test]
fn the_boss_key_lies_behind_the_boss_door() {
    let text = r#""nodes": [{"id": 0, "contents": ["start"]}, {"id": 1, "contents": ["boss_key"]},
                            {"id": 2, "contents": ["goal"]}],
        "edges": [{"from": 0, "to": 1, "requires": "boss_locked"}, {"from": 1, "to": 0},
                  {"from": 1, "to": 2, "requires": "boss_locked"}]"#;
    let found = check(text, &[], "Unsolvable; 1 states, 1 dead; Softlock(None)");
    explained(text, &found, &["open 0-1 boss_locked", "grant boss_key"], 1);
    let given = check(text, &["boss_key=true"], "won by 0 1 2; 4 states, 0 dead; SoftlockFree");
    assert_eq!(needed(text, &given), ["seal 0-1 boss_locked", "seal 1-2 boss_locked"]);
}

#[test]
fn one_key_opens_a_pair_both_ways_and_a_key_and_a_bomb_lock_are_two() {
    let text = r#""nodes": [{"id": 0, "contents": ["start", "key"]}, {"id": 1, "contents": ["symbol:A"]},
                            {"id": 2, "contents": ["goal"]}],
        "edges": [{"from": 0, "to": 1, "requires": "key_locked"},
                  {"from": 1, "to": 0, "requires": "KIND"},
                  {"from": 0, "to": 2, "requires": "symbol:A"}]"#;
    check(
        &text.replace("KIND", "key_locked"),
        &[],
        "won by 0 1 0 2; 4 states, 0 dead; SoftlockFree",
    );
    let two = text.replace("KIND", "bombable");
    let found = check(&two, &[], "Unsolvable; 2 states, 2 dead; Softlock(None)");
    let core = ["open 0-1 bombable", "open 0-2 symbol:A", "grant item_minor", "grant symbol:A"];
    explained(&two, &found, &core, 1);
    check(&two, &["bombs=1"], "won by 0 1 0 2; 5 states, 0 dead; SoftlockFree");
    let both = text.replace(r#""KIND""#, r#"["key_locked", "bombable"]"#);
    check(&both, &["bombs=1"], "won by 0 1 0 2; 5 states, 0 dead; SoftlockFree");
}

#[test]
fn the_key_item_brings_bombs_and_a_node_gives_them_once() {
    let text = r#""nodes": [{"id": 0, "contents": ["start", "key_item", "item_minor"]}, {"id": 1},
                            {"id": 2, "contents": ["goal"]}],
        "edges": [{"from": 0, "to": 1, "requires": ["item_locked", "bombable"]},
                  {"from": 1, "to": 2, "requires": "bombable"}]"#;
    check(text, &["bomb_pickup=1"], "Unsolvable; 2 states, 2 dead; Softlock(None)");
    check(text, &["bomb_pickup=2"], "won by 0 1 2; 3 states, 0 dead; SoftlockFree");
}

#[test]
fn an_item_locked_edge_asks_for_the_key_item() {
    let text = r#""nodes": [{"id": 0, "contents": ["start"]}, {"id": 1, "contents": ["key_item"]},
                            {"id": 2, "contents": ["goal"]}],
        "edges": [{"from": 0, "to": 1}, {"from": 1, "to": 0},
                  {"from": 0, "to": 2, "requires": "item_locked"}]"#;
    let found = check(text, &[], "won by 0 1 0 2; 4 states, 0 dead; SoftlockFree");
    assert_eq!(needed(text, &found), ["remove key_item from 1", "seal 0-2 item_locked"]);
    assert_eq!(found.spheres, [vec![SphereItem::Thing(Position::Node(1), Content::KeyItem)]]);
    let given = check(text, &["key_item=true"], "won by 0 2; 5 states, 0 dead; SoftlockFree");
    assert_eq!(needed(text, &given), ["seal 0-2 item_locked"]);
}

/// Six locked doors in a row, and no key. A repair is any six of keys and opened doors.
const SIX_DOORS: &str = r#"
    "nodes": [{"id": 0}, {"id": 1}, {"id": 2}, {"id": 3}, {"id": 4}, {"id": 5}, {"id": 6}],
    "edges": [{"from": 0, "to": 1, "requires": "key_locked"},
              {"from": 1, "to": 2, "requires": "key_locked"},
              {"from": 2, "to": 3, "requires": "key_locked"},
              {"from": 3, "to": 4, "requires": "key_locked"},
              {"from": 4, "to": 5, "requires": "key_locked"},
              {"from": 5, "to": 6, "requires": "key_locked"}],
    "start": 0, "goals": [6]"#;

#[test]
fn a_row_of_locked_doors_is_explained() {
    let found = check(SIX_DOORS, &[], "Unsolvable; 1 states, 1 dead; Softlock(None)");
    let Some(WhyNot { repair: Some(repair), .. }) = &found.why_not else {
        panic!("no explanation: {:?}", found.why_not)
    };
    assert_eq!(repair.len(), 6);
    assert!(codes(&found).contains(&"too_few_keys"));
}

// ----------------------------------------------------------------------------------------- goals

#[test]
fn the_nearer_of_two_goals_wins() {
    let text = r#""nodes": [{"id": 0, "contents": ["start"]}, {"id": 1}, {"id": 2, "contents": ["goal"]},
                            {"id": 3, "contents": ["goal"]}],
        "edges": [{"from": 0, "to": 1}, {"from": 1, "to": 0}, {"from": 1, "to": 2},
                  {"from": 0, "to": 3}]"#;
    let found = check(text, &[], "won by 0 3; 4 states, 0 dead; SoftlockFree");
    assert!(codes(&found).contains(&"several_goals"));
    let one = format!(r#"{text}, "goals": [2]"#);
    check(&one, &[], "won by 0 1 2; 4 states, 1 dead; stuck by 0 3");
}

#[test]
fn no_move_leaves_a_goal() {
    let text = r#""nodes": [{"id": 0, "contents": ["start"]},
                            {"id": 1, "contents": ["goal", "symbol:A", "toggle:0"]}, {"id": 2}],
        "edges": [{"from": 0, "to": 1}, {"from": 1, "to": 2, "requires": "symbol:A"}]"#;
    let found = check(text, &[], "won by 0 1; 2 states, 0 dead; SoftlockFree");
    assert_eq!(
        found.spheres,
        [vec![
            SphereItem::Thing(Position::Node(1), Content::Symbol(0)),
            SphereItem::Thing(Position::Node(1), Content::Toggle(0))
        ]]
    );
    assert!(found.lint.iter().any(|f| f.code == "unreachable" && f.message.contains("node 2")));
}

#[test]
fn a_goal_at_the_start_costs_nothing() {
    let text = r#""nodes": [{"id": 0, "contents": ["start", "goal"]}, {"id": 1}],
        "edges": [{"from": 0, "to": 1}]"#;
    let found = check(text, &[], "won by 0; 1 states, 0 dead; SoftlockFree");
    assert!(codes(&found).contains(&"start_is_goal"));
}

#[test]
fn no_goal_is_unsolvable_and_no_error() {
    let text = r#""nodes": [{"id": 0, "contents": ["start"]}, {"id": 1}],
        "edges": [{"from": 0, "to": 1}, {"from": 1, "to": 0}]"#;
    let found = check(text, &[], "Unsolvable; 2 states, 2 dead; Softlock(None)");
    assert!(found.why_not.is_none() && found.reach.as_ref().is_some_and(|reach| reach.many == 0));
    assert_eq!(codes(&found), ["no_goal"]);
    let emptied = r#""nodes": [{"id": 0, "contents": ["start"]}, {"id": 1, "contents": ["goal"]}],
        "edges": [{"from": 0, "to": 1}], "goals": []"#;
    check(emptied, &[], "Unsolvable; 2 states, 2 dead; Softlock(None)");
}

// -------------------------------------------------------------------- toggles, symbols, switches

#[test]
fn a_circuit_is_switched_on_and_off_again() {
    let text = r#""nodes": [{"id": 0, "contents": ["start", "toggle:0"]}, {"id": 1, "contents": ["toggle:0"]},
                            {"id": 2, "contents": ["goal"]}],
        "edges": [{"from": 0, "to": 1, "requires": "toggle:0=on"},
                  {"from": 1, "to": 2, "requires": "toggle:0=off"}]"#;
    let found = check(text, &[], "won by 0 * 1 * 2; 5 states, 0 dead; SoftlockFree");
    let expect = [
        "remove toggle:0 from 0",
        "remove toggle:0 from 1",
        "seal 0-1 toggle:0=on",
        "seal 1-2 toggle:0=off",
    ];
    assert_eq!(needed(text, &found), expect);
}

#[test]
fn a_lever_that_stays_behind_can_shut_a_player_out() {
    let text = r#""nodes": [{"id": 0, "contents": ["start", "toggle:3"]}, {"id": 1},
                            {"id": 2, "contents": ["goal"]}],
        "edges": [{"from": 0, "to": 1}, {"from": 1, "to": 2, "requires": "toggle:3=off"}]"#;
    check(text, &[], "won by 0 1 2; 5 states, 1 dead; stuck by 0 * 1");
    let both = text.replace("toggle:3=off", r#"toggle:3=off", "toggle:3=on"#);
    let both = both.replace(r#""requires": "#, r#""requires": ["#).replace("=on\"", "=on\"]");
    let found = check(&both, &[], "Unsolvable; 4 states, 4 dead; Softlock(None)");
    explained(&both, &found, &["open 1-2 toggle:3=off+toggle:3=on"], 1);
}

#[test]
fn each_toggle_of_a_node_is_a_move_of_its_own() {
    let text = r#""nodes": [{"id": 0, "contents": ["start", "toggle:1", "toggle:0"]},
                            {"id": 1, "contents": ["goal"]}],
        "edges": [{"from": 0, "to": 1, "requires": ["toggle:0=on", "toggle:1=on"]}]"#;
    check(text, &[], "won by 0 * * 1; 5 states, 0 dead; SoftlockFree");
}

#[test]
fn what_is_asked_for_but_stands_nowhere_is_a_finding() {
    let text = r#""nodes": [{"id": 0, "contents": ["start"]}, {"id": 1, "contents": ["goal"]}],
        "edges": [{"from": 0, "to": 1, "requires": "ASKED"}, {"from": 1, "to": 0}]"#;
    for asked in ["symbol:A", "toggle:5=on", "boss_locked", "item_locked", "switch", "bombable"] {
        let asking = text.replace("ASKED", asked);
        let found = check(&asking, &[], "Unsolvable; 1 states, 1 dead; Softlock(None)");
        assert_eq!(codes(&found), ["lock_without_key", "unreachable"], "{asked}");
        assert!(found.lint[0].message.contains(asked), "{:?}", found.lint);
    }
    let off = text.replace("ASKED", "toggle:5=off");
    let found = check(&off, &[], "won by 0 1; 2 states, 0 dead; SoftlockFree");
    assert_eq!(codes(&found), ["lock_without_key"]);
}

#[test]
fn a_switch_is_to_be_visited_or_free() {
    let text = r#""nodes": [{"id": 0, "contents": ["start"]}, {"id": 1, "contents": ["switch"]},
                            {"id": 2, "contents": ["goal"]}],
        "edges": [{"from": 0, "to": 1}, {"from": 1, "to": 0},
                  {"from": 0, "to": 2, "requires": "switch"}]"#;
    check(text, &[], "won by 0 1 0 2; 4 states, 0 dead; SoftlockFree");
    // A visited switch is part of the state even if nothing requires it.
    check(text, &["switches=free"], "won by 0 2; 5 states, 0 dead; SoftlockFree");
}

// ---------------------------------------------------------------------------------- one-way doors

#[test]
fn a_one_way_drop_is_a_trap_unless_ignored() {
    let text = r#""nodes": [{"id": 0, "contents": ["start"]}, {"id": 1}, {"id": 2, "contents": ["goal"]}],
        "edges": [{"from": 0, "to": 1, "requires": "soft_locked"}, {"from": 0, "to": 2}]"#;
    let found = check(text, &[], "won by 0 2; 3 states, 1 dead; stuck by 0 1");
    assert_eq!(codes(&found), ["one_way_edge"]);
    check(text, &["one_way=ignored"], "won by 0 2; 3 states, 0 dead; SoftlockFree");
}

#[test]
fn an_edge_without_a_way_back_is_one_way_too() {
    let text = r#""nodes": [{"id": 0, "contents": ["start"]}, {"id": 1, "contents": ["symbol:A"]},
                            {"id": 2, "contents": ["goal"]}],
        "edges": [{"from": 0, "to": 1}, {"from": 0, "to": 2, "requires": "symbol:A"}]"#;
    check(text, &["one_way=ignored"], "won by 0 1 0 2; 4 states, 0 dead; SoftlockFree");
    let found = check(text, &[], "Unsolvable; 2 states, 2 dead; Softlock(None)");
    explained(text, &found, &["open 0-2 symbol:A", "grant symbol:A"], 1);
    let also = found.why_not.map_or_else(Vec::new, |why_not| names(text, &why_not.also));
    assert_eq!(also, ["return along 0", "rule one_way=ignored"]);
}

#[test]
fn an_ignored_one_way_door_is_crossed_back_only_where_there_is_no_way_back() {
    let text = r#""nodes": [{"id": 0, "contents": ["goal"]}, {"id": 1, "contents": ["start"]}],
        "edges": [{"from": 0, "to": 1, "requires": ["soft_locked", "ALSO"]} BACK]"#;
    let won = "won by 1 0; 2 states, 0 dead; SoftlockFree";
    let lost = "Unsolvable; 1 states, 1 dead; Softlock(None)";
    let back = r#", {"from": 1, "to": 0, "requires": ["symbol:A", "KIND"]}"#;
    let way = |also: &str, back: &str| text.replace("ALSO", also).replace("BACK", back);
    check(&way("open", ""), &["one_way=ignored"], won);
    check(&way("open", ""), &[], lost);
    check(&way("boss_locked", ""), &["one_way=ignored"], lost);
    check(&way("boss_locked", ""), &["one_way=ignored", "boss_key=true"], won);
    let ways_back = [("open", lost), ("stair", won)];
    for (kind, expect) in ways_back {
        check(&way("open", &back.replace("KIND", kind)), &["one_way=ignored"], expect);
    }
}

#[test]
fn the_ways_of_a_graph_are_what_their_requirements_say() {
    let found = judged(CUPBOARD, &[]);
    let Some(need) = found.needed.iter().find(|need| need.needed == Some(false)) else {
        panic!("the bombs and the cupboard are not needed: {:?}", found.needed)
    };
    assert_eq!(need.without, Change::Remove(Position::Node(0), Content::ItemMinor));
    let seals = found.needed.iter().filter_map(|need| match &need.without {
        Change::Seal(Lock::Edges { requires, edges, .. }) => {
            Some((requires.clone(), edges.clone()))
        }
        _ => None,
    });
    let key = vec![Requirement::KeyLocked];
    assert_eq!(seals.collect::<Vec<_>>(), [(key.clone(), vec![0, 1]), (key, vec![2])]);
}
