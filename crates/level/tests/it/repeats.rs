//! Contents that a node holds several times.

use quandary_level::check::change::Change;
use quandary_level::check::check;
use quandary_level::check::what_if::WhatIf;
use quandary_level::formats::{json, text};
use quandary_level::{Level, Limits, Rules, TooManyBits, Verdict};

/// Three rooms in a row behind two small-key locks, with some contents in the first.
fn row(contents: &str) -> Level {
    let text = format!(
        r#"{{"format": "quandary/level/1", "graph": {{
            "nodes": [{{"id": "a", "contents": [{contents}]}}, {{"id": "b"}}, {{"id": "c", "contents": ["goal"]}}],
            "edges": [{{"from": "a", "to": "b", "requires": "key_locked"}},
                {{"from": "b", "to": "c", "requires": "key_locked"}}]}}}}"#
    );
    json::read(&text).unwrap()
}

fn cost(level: &Level) -> Option<u64> {
    match check(level, &Rules::default(), &Limits::default()).unwrap().verdict {
        Verdict::Solvable { walk, .. } => Some(walk.cost.straight),
        _ => None,
    }
}

fn without(level: &Level, thing: &str) -> Level {
    let asked = WhatIf { without: vec![thing.to_owned()], ..WhatIf::default() };
    asked.of(level, &Rules::default()).unwrap()
}

#[test]
fn two_keys_in_a_room_open_two_locks() {
    assert_eq!(cost(&row(r#""start", "key""#)), None);
    let two = row(r#""start", "key", "key""#);
    assert_eq!(cost(&two), Some(2));
    assert_eq!(json::read(&json::print(&two)), Ok(two.clone()));
    assert_eq!(without(&two, "item:key@a"), row(r#""start", "key""#));
    let three = row(r#""key", "start", "key", "key""#);
    assert_eq!(cost(&without(&three, "item:key@a")), Some(2));
    // Each is a pick-up of its own: both of two are needed, none of three is.
    let needed = |level| {
        let check = check(level, &Rules::default(), &Limits::default()).unwrap();
        let things = check.needed.into_iter();
        let things = things.filter(|need| matches!(need.without, Change::Remove(..)));
        things.map(|need| need.needed).collect::<Vec<_>>()
    };
    assert_eq!(needed(&two), [Some(true); 2]);
    assert_eq!(needed(&three), [Some(false); 3]);
}

#[test]
fn a_warp_takes_all_that_it_passes() {
    let level = text::read(
        r#"quandary/level/1
rooms: [{"node":"a","floor":0,"row":0,"col":0,"rows":3,"cols":4},{"node":"b","floor":0,"row":0,"col":4,"rows":3,"cols":7}]
graph: {"nodes":[{"id":"a"},{"id":"shaft","contents":["key","key"]},{"id":"b"}],"edges":[{"from":"a","to":"shaft","requires":"stair"},{"from":"shaft","to":"b","requires":"stair"}]}

###########
#@>##>+.+*#
###########
"#,
    )
    .unwrap();
    assert_eq!(cost(&level), Some(6));
    assert_eq!(cost(&without(&level, "item:key@shaft")), None);
}

#[test]
fn more_repeats_than_can_be_judged_are_told() {
    let level = row(&format!("\"start\"{}", ", \"key\"".repeat(3_000)));
    let found = check(&level, &Rules::default(), &Limits::default()).map(|_| ());
    assert_eq!(found, Err(TooManyBits(3_002)));
}
