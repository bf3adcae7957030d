//! Levels drawn by hand, each with its expected repair.

use quandary_level::check::repair::{
    Outcome, Repair, RepairChange, mended, repair, repair_changes,
};
use quandary_level::formats::{json, text};
use quandary_level::rules::BlockReset;
use quandary_level::{Cell, Content, Level, Limit, Limits, Position, Rules, Tiles, check};

fn outcome(level: &Level, rules: &Rules) -> Outcome {
    let limits = Limits::default();
    repair(level, rules, &check(level, rules, &limits).unwrap(), &limits)
}

/// The repair of a level under its own rules. The repaired level survives printing and reading, and is softlock-free.
fn repaired(level: &Level) -> Box<Repair> {
    let rules = level.rules_under(None);
    let Outcome::Mended(repair) = outcome(level, &rules) else { panic!("{}", text::print(level)) };
    assert!(repair.smallest);
    let read = json::read(&json::print(&repair.level)).unwrap();
    let (rules, limits) = (read.rules_under(None), Limits::default());
    assert!(check(&read, &rules, &limits).unwrap().is_softlock_free());
    repair
}

fn drawn(drawing: &str) -> Vec<RepairChange> {
    repaired(&text::read(drawing).unwrap()).changes
}

fn cell(row: u32, col: u32) -> Position {
    Position::Cell(Cell::new(0, row, col))
}

fn graph(nodes: &str, edges: &str) -> Level {
    let level = format!(
        r#"{{"format":"quandary/level/1","name":"hand","graph":{{"nodes":[{nodes}],"edges":[{edges}]}}}}"#
    );
    json::read(&level).unwrap()
}

#[test]
fn a_one_way_edge_becomes_two_way() {
    // The added edge out of the pit has the same requirement as the edge into it.
    let level = graph(
        r#"{"id":1,"contents":["start","key_item"]},{"id":"pit"},{"id":3,"contents":["goal"]}"#,
        r#"{"from":1,"to":"pit","requires":["soft_locked","item_locked"]},{"from":1,"to":3}"#,
    );
    let repair = repaired(&level);
    assert_eq!(repair.changes, [RepairChange::TwoWay(0)]);
    let back = repair.level.graph.edges.last().unwrap();
    assert_eq!((back.from, back.to), (1, 0));
    let names = |edge: &quandary_level::Edge| {
        edge.requires.iter().map(|&r| repair.level.graph.requirement_name(r)).collect::<Vec<_>>()
    };
    assert_eq!(names(back), ["item_locked"]);
    assert_eq!(names(&repair.level.graph.edges[0]), ["item_locked"]);
    assert_eq!(repair.level.name.as_deref(), Some("hand"));
}

#[test]
fn a_pick_up_is_added_where_it_comes_first() {
    // One key, and a side room on the left that wastes it.
    assert_eq!(
        drawn("#########\n#.+.@k+*#\n#########\n"),
        [RepairChange::Add(cell(1, 1), Content::Key)]
    );
    let level = graph(
        r#"{"id":"hall","contents":["start","key"]},{"id":2},{"id":3,"contents":["goal"]}"#,
        r#"{"from":"hall","to":2,"requires":"key_locked"},{"from":2,"to":"hall","requires":"key_locked"},
           {"from":"hall","to":3,"requires":"key_locked"},{"from":3,"to":"hall","requires":"key_locked"}"#,
    );
    // The hall already holds a key and cannot hold a second one, but the side room can hold one.
    assert_eq!(repaired(&level).changes, [RepairChange::Add(Position::Node(1), Content::Key)]);
}

#[test]
fn a_lock_is_made_free_where_no_cell_is_bare() {
    let changes = drawn("#########\n#?+?@k+*#\n#########\n");
    let [RepairChange::Free(lock)] = &changes[..] else { panic!("{changes:?}") };
    assert_eq!(lock.name, "door:1,2");
    // A movable block stands next to the door. As before, nothing can be pushed onto the freed door.
    let changes = drawn("#########\n#?+?@k+*#\n###o#####\n#########\n");
    assert_eq!(changes.iter().map(RepairChange::kind).collect::<Vec<_>>(), [3]);
}

#[test]
fn a_pick_up_is_moved_out_of_the_way() {
    // Pushing the upper block to the right is a softlock, because bombs lie where the lower block would have to go. The
    // bombs come into reach behind the door; the bare cell before the door belongs to the sphere before.
    let way = "\
##########
#@.k+??###
#####?o,*#
#####?,###
####*o####
#####i####
##########
";
    let level = text::read(way).unwrap();
    let repair = repaired(&level);
    let (from, to) = (cell(5, 5), cell(1, 2));
    assert_eq!(repair.changes, [RepairChange::Move { from, to, content: Content::ItemMinor }]);
    let drawing = text::print(&repair.level);
    assert!(drawing.contains("#@ik+") && drawing.contains("#####.####"), "{drawing}");
}

/// Pushed down, the block clears the passage; pushed to the right, it blocks it.
const CORNER: &str = "quandary/level/1
name: \"a corner\"
rooms: [{\"node\":1,\"floor\":0,\"row\":0,\"col\":0,\"rows\":5,\"cols\":3},{\"node\":2,\"floor\":0,\"row\":0,\"col\":3,\"rows\":5,\"cols\":5}]
graph: {\"nodes\":[{\"id\":1},{\"id\":2}],\"edges\":[{\"from\":1,\"to\":2},{\"from\":2,\"to\":1}]}
rules: {\"bombs\":\"unlimited\"}

########
#@/??###
###?o,*#
####,###
########
";

#[test]
fn blocks_return_where_nothing_else_helps() {
    let level = text::read(CORNER).unwrap();
    let repair = repaired(&level);
    assert_eq!(repair.changes, [RepairChange::Reset]);
    let own = repair.level.rules.clone().unwrap();
    let blocks = BlockReset::Reset;
    assert_eq!(own, Rules { blocks, ..level.rules.clone().unwrap() });
    assert_eq!(Level { rules: level.rules.clone(), ..repair.level.clone() }, level);
    // Without rooms, blocks cannot return.
    let bare = Level { graph: Default::default(), ..level };
    let tiles = bare.tiles.clone().map(|tiles| Tiles { rooms: Vec::new(), ..tiles });
    let bare = Level { tiles, ..bare };
    assert_eq!(outcome(&bare, &Rules::default()), Outcome::Impossible);
}

/// A hall with so many inescapable pits, and the goal.
fn pits(many: usize) -> Level {
    let mut nodes =
        r#"{"id":"hall","contents":["start"]},{"id":"end","contents":["goal"]}"#.to_owned();
    let mut edges = r#"{"from":"hall","to":"end"}"#.to_owned();
    for pit in 0..many {
        nodes += &format!(r#",{{"id":{pit}}}"#);
        edges += &format!(r#",{{"from":"hall","to":{pit}}}"#);
    }
    graph(&nodes, &edges)
}

#[test]
fn up_to_three_changes_are_made_together() {
    // The edge to the goal is one-way too, but harmless.
    assert_eq!(repaired(&pits(2)).changes, [RepairChange::TwoWay(1), RepairChange::TwoWay(2)]);
    assert_eq!(repaired(&pits(3)).changes, [1, 2, 3].map(RepairChange::TwoWay));
    assert_eq!(outcome(&pits(4), &Rules::default()), Outcome::Impossible);
}

#[test]
fn what_needs_no_mending_is_told_from_what_cannot_be_won() {
    let rules = Rules::default();
    let ask = |drawing: &str| outcome(&text::read(drawing).unwrap(), &rules);
    assert_eq!(ask("####\n#@*#\n####\n"), Outcome::Needless);
    assert_eq!(ask("#####\n#@+*#\n#####\n"), Outcome::NotWinnable);
}

#[test]
fn a_limit_is_unknown_and_no_proof() {
    let level = text::read("#########\n#.+.@k+*#\n#########\n").unwrap();
    let rules = Rules::default();
    let checked = check(&level, &rules, &Limits::default()).unwrap();
    let few = Limits { states: Some(1), ..Limits::default() };
    assert_eq!(repair(&level, &rules, &checked, &few), Outcome::Unknown(Limit::States));
    let unchecked = check(&level, &rules, &few).unwrap();
    assert_eq!(repair(&level, &rules, &unchecked, &few), Outcome::Unknown(Limit::States));
    let no_time = Limits { time: Some(std::time::Duration::ZERO), ..Limits::default() };
    let found = repair(&level, &rules, &checked, &no_time);
    assert!(matches!(found, Outcome::Unknown(Limit::Time) | Outcome::Mended(_)), "{found:?}");
}

#[test]
fn changes_that_do_not_go_together_are_none() {
    let level = text::read("######\n#@.k*#\n######\n").unwrap();
    let rules = Rules::default();
    let add = |content| RepairChange::Add(cell(1, 2), content);
    let both = [&add(Content::Key), &add(Content::BossKey)];
    assert!(mended(&level, &rules, &both[..1]).is_some());
    assert_eq!(mended(&level, &rules, &both), None);
    let kinds: Vec<u32> =
        repair_changes(&level, &rules).unwrap().iter().map(RepairChange::kind).collect();
    assert_eq!(kinds, [2, 2, 2, 2]);
}
