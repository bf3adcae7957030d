//! The exact text of reports: verdicts, plans, reasons and limits.

use formats::xsb;
use quandary_level::formats::text;
use quandary_level::report::solution::SolutionJson;
use quandary_level::report::text::{Terms, check, line, solution};
use quandary_level::solve::{CostModel, Heuristic, Options, Verdict, solve};
use quandary_level::{Level, Limits};

/// The report of a check.
fn checked(level: &Level, limits: &Limits<'_>) -> String {
    let rules = level.rules_under(None);
    check(
        level,
        Terms { rules: &rules, limits },
        &quandary_level::check(level, &rules, limits).unwrap(),
    )
}

/// The report of a search for a plan with the fewest moves or pushes.
fn solved(level: &Level, cost: CostModel, limits: &Limits<'_>) -> String {
    let rules = level.rules_under(None);
    let options = Options { cost, ..Options::default() };
    let found = solve(level, &rules, &options, limits).unwrap();
    solution(level, Terms { rules: &rules, limits }, &found, None)
}

fn drawn(rows: &str) -> Level {
    text::read(rows).unwrap()
}

#[test]
fn a_plan_is_told_move_by_move() {
    let walk = drawn("#######\n#@...*#\n#######\n");
    let said = "solvable in 4 moves (optimal)\n   0  start at [1,1]\n   1  right to [1,2]\n   2  right to [1,3]\n   \
                3  right to [1,4]\n   4  right to [1,5]\nstates explored: 4\nrules: strict\n";
    assert_eq!(solved(&walk, CostModel::Moves, &Limits::default()), said);
    let step = drawn("####\n#@*#\n####\n");
    let said = "solvable in 1 move (optimal)\nunlosable (softlock-free): a goal can be reached from all 2 states\nrules: strict\n";
    assert_eq!(checked(&step, &Limits::default()), said);
    let room = xsb::read("#######\n#@ $ .#\n#     #\n#######\n").unwrap().pop().unwrap();
    let said = "solvable in 2 pushes (optimal) and 3 moves\n   0  start at [1,1]\n   1  right to [1,2]\n   \
                2  right to [1,3], pushing the block of [1,3] to [1,4]\n   \
                3  right to [1,4], pushing the block of [1,4] to [1,5], pressing plate targets\nstates explored: 2\n\
                rules: strict, push=free\n";
    assert_eq!(solved(&room, CostModel::Pushes, &Limits::default()), said);
}

#[test]
fn a_way_to_get_stuck_and_what_is_needed_are_told() {
    let level = drawn("#########\n#.+.@k+*#\n#########\n");
    let said = "solvable in 3 moves (optimal)\n\
                losable: 5 of 15 states are dead; the shortest way into one, 4 moves:\n   0  start at [1,4]\n   \
                1  right to [1,5], taking key\n   2  left to [1,4]\n   3  left to [1,3]\n   \
                4  left to [1,2], opening DOOR_LOCKED [1,2]\n\
                needed: key at [1,5], DOOR_LOCKED at [1,6]\nnot needed: DOOR_LOCKED at [1,2]\n\
                sphere 1: key at [1,5]\nlint: small keys: 1, locks that take one: 2 (too_few_keys)\n\
                rules: strict (here locks=doorway)\n";
    assert_eq!(checked(&level, &Limits::default()), said);
    let rules = level.rules_under(None);
    let found = quandary_level::check(&level, &rules, &Limits::default()).unwrap();
    assert_eq!(
        line(&level, &found),
        "solvable in 3 moves (optimal); losable: 5 of 15 states are dead"
    );
}

#[test]
fn what_cannot_be_won_is_told_with_its_reason_and_needs_no_count() {
    let level = drawn("#####\n#@#*#\n#####\n");
    let said = "unsolvable: everything in reach holds no goal (proved)\nthe only state is dead\n\
                why not: no way leads to a goal, even with every lock open\nrules: strict\n";
    assert_eq!(checked(&level, &Limits::default()), said);
    assert_eq!(checked(&level, &Limits { states: Some(1), ..Limits::default() }), said);
}

#[test]
fn a_limit_is_told_with_the_option_that_would_raise_it() {
    let limits = Limits { states: Some(1), ..Limits::default() };
    let level = drawn("#########\n#.+.@k+*#\n#########\n");
    let said = "unknown: the limit on states came first\nended by --max-states 1; try --max-states 0; 3 states were met\n\
                states explored: 1\nrules: strict (here locks=doorway)\n";
    assert_eq!(solved(&level, CostModel::Moves, &limits), said);
    // If nothing can be lost, unwinnability is proved in spite of the limit.
    let said = checked(&drawn("##########\n#@k.i.k#*#\n##########\n"), &limits);
    assert!(said.starts_with("unsolvable: everything in reach holds no goal (proved)\n"), "{said}");
    assert!(said.contains("ended by --max-states 1; try --max-states 0"), "{said}");
    let said = checked(&drawn("#######\n#@...*#\n#######\n"), &limits);
    assert_eq!(
        said.lines().take(3).collect::<Vec<_>>(),
        [
            "solvable in 4 moves (not proved optimal)",
            "a cheaper way was not ruled out: ended by --max-states 1; try --max-states 0",
            "whether it is losable is unknown: the limit on states came first",
        ]
    );
}

#[test]
fn a_name_that_is_misspelt_is_told_first_and_alike_reasons_are_counted() {
    let level = drawn(
        "quandary/level/1\nmarks: [{\"floor\":0,\"row\":0,\"col\":0,\"gives\":\"symbol:iron\"}]\n\
         locks: [{\"cells\":[[0,0,2]],\"needs\":[\"symbol:irn\"]}]\n\n@..*\n",
    );
    let said = checked(&level, &Limits::default());
    assert_eq!(
        said.lines().nth(1),
        Some(
            "lint: the lock at floor 0, row 0, column 2 asks for symbol:irn, which stands nowhere (did you mean symbol:iron?) (lock_without_key)"
        )
    );
    assert_eq!(said.matches("lock_without_key").count(), 1, "{said}");
    let said = checked(&drawn("########\n#@+.+.*#\n########\n"), &Limits::default());
    let why = "why not: DOOR_LOCKED at [1,4], no key (2) (changing anything else does not help)\n";
    assert!(said.contains(why), "{said}");
}

#[test]
fn what_a_search_does_not_prove_is_not_called_optimal() {
    // The key lies in the opposite direction, so the heuristic underestimates.
    let level = drawn("########\n#k.@.+*#\n########\n");
    let rules = level.rules_under(None);
    let least = solve(&level, &rules, &Options::default(), &Limits::default()).unwrap();
    let Verdict::Solvable { walk: least, .. } = least.verdict else { panic!("it can be won") };
    let mut unproved = 0;
    for heuristic in Heuristic::ALL {
        for (weight, key_boost) in [(1.0, false), (3.0, false), (1.0, true)] {
            let options = Options { heuristic, weight, key_boost, ..Options::default() };
            let found = solve(&level, &rules, &options, &Limits::default()).unwrap();
            let said =
                solution(&level, Terms { rules: &rules, limits: &Limits::default() }, &found, None);
            let Verdict::Solvable { walk, optimal, .. } = &found.verdict else { panic!("{said}") };
            assert_eq!(said.contains(" (optimal)\n"), *optimal, "{options:?}: {said}");
            assert!(!optimal || walk.cost == least.cost, "{options:?}: {said}");
            let why = "a cheaper way was not ruled out: the search that was asked for does not prove the least cost; --heuristic \
                       optimal does, without --weight and --key-boost\n";
            assert_eq!(said.contains(why), !optimal, "{options:?}: {said}");
            let proves = heuristic.is_admissible()
                && !key_boost
                && (weight == 1.0 || heuristic == Heuristic::None);
            assert!(*optimal || !proves, "{options:?}: {said}");
            unproved += u32::from(!optimal);
        }
    }
    assert!(unproved > 0);
}

#[test]
fn what_was_taken_is_told_with_where_it_lay() {
    let level = drawn("######\n#@k+*#\n######\n");
    let rules = level.rules_under(None);
    let found = solve(&level, &rules, &Options::default(), &Limits::default()).unwrap();
    let told = serde_json::to_value(SolutionJson::full(&level, &rules, &found, None, 0.0)).unwrap();
    let last = &told["plan"][2];
    assert_eq!(last["collected_so_far"], serde_json::json!(["key [1,2]"]));
    assert_eq!(last["opened_so_far"], serde_json::json!(["DOOR_LOCKED [1,3]"]));
    assert_eq!(told["plan"][0]["collected"], serde_json::json!(["key"]));
}

/// A one-way edge on which nobody comes back with the symbol that the goal needs.
const NO_WAY_BACK: &str = r#"{"format": "quandary/level/1", "graph": {
    "nodes": [{"id": "start", "contents": ["start"]}, {"id": "drop", "contents": ["symbol:crest"]},
              {"id": "boss", "contents": ["goal"]}],
    "edges": [{"from": "start", "to": "drop", "requires": "open"},
              {"from": "start", "to": "boss", "requires": "symbol:crest"},
              {"from": "boss", "to": "start", "requires": "symbol:crest"}]}}"#;

#[test]
fn a_missing_way_back_is_told_and_one_way_ignored_is_a_way_back() {
    let mut level = quandary_level::formats::json::read(NO_WAY_BACK).unwrap();
    let said = checked(&level, &Limits::default());
    let reason = "why not: symbol:crest between \"start\" and \"boss\", no symbol:crest\n";
    assert!(said.contains(reason) && !said.contains("does not help"), "{said}");
    let also =
        "also enough: a way back from \"drop\" to \"start\", or play by --rule one_way=ignored\n";
    assert!(said.contains(also), "{said}");
    let mut rules = level.rules_under(None);
    rules.set("one_way=ignored").unwrap();
    level.rules = Some(rules);
    assert!(checked(&level, &Limits::default()).starts_with("solvable in 3 moves (optimal)\n"));
}

#[test]
fn a_verdict_that_hangs_on_the_cells_of_a_door_says_so() {
    let mut level = drawn("#########\n#@k++++*#\n#########\n");
    level.rules = Some(quandary_level::Rules::preset(quandary_level::rules::Preset::Classic));
    let said = checked(&level, &Limits::default());
    assert!(said.starts_with("unsolvable"), "{said}");
    let also = "also enough: play by --rule locks=doorway (locks=tile counts every door cell as a lock, locks=doorway \
                door cells that touch as one)\n";
    assert!(said.contains(also), "{said}");
    let level = drawn("#@+.+.+.+.+*\n");
    let said = checked(&level, &Limits::default());
    assert!(said.contains("no key (5) (changing anything else does not help)\n"), "{said}");
}

#[test]
fn a_condition_of_win_that_bars_a_level_is_told() {
    let level = drawn("quandary/level/1\nwin: [\"symbol:a\", \"toggle:1=on\"]\n\n@..\n");
    let said = checked(&level, &Limits::default());
    assert!(
        said.contains("why not: no way leads to a goal, even with every lock open\n"),
        "{said}"
    );
    let level = drawn(
        "quandary/level/1\nmarks: [{\"floor\":0,\"row\":0,\"col\":2,\"gives\":\"symbol:a\"}]\n\
         win: [\"symbol:a\", \"toggle:1=on\"]\n\n@..\n",
    );
    let said = checked(&level, &Limits::default());
    assert!(said.contains("also enough: leave out the condition toggle:1=on of win\n"), "{said}");
}

#[test]
fn a_level_without_a_goal_is_told_with_what_is_behind_a_lock_and_what_can_be_lost() {
    let level = drawn("########\n#@.+kik#\n###X####\n###K####\n########\n");
    let said = checked(&level, &Limits::default());
    let first = "no goal; 0 of 4 things come into reach; not: key at [1,4], item_minor at [1,5], key at [1,6], behind \
                 DOOR_LOCKED at [1,3]; boss_key at [3,3]\n";
    assert!(said.starts_with(first), "{said}");
    let level = drawn("##########\n#i+.@k.+K#\n##########\n");
    let said = checked(&level, &Limits::default());
    let lost = "can be lost for good: item_minor at [1,1], boss_key at [1,8]; the shortest way, 3 moves, to where \
                item_minor at [1,1] is out of reach:\n   0  start at [1,4]\n   1  right to [1,5], taking key\n";
    assert!(said.starts_with("no goal; 3 of 3 things come into reach\n"), "{said}");
    assert!(said.contains(lost), "{said}");
    let said = checked(&drawn("@.k.i\n"), &Limits::default());
    assert!(said.contains("\nnothing that comes into reach can be lost\n"), "{said}");
}
