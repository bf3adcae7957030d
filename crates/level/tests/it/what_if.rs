//! What-if questions about small levels, things by name.

use quandary_level::Rules;
use quandary_level::check::check;
use quandary_level::check::what_if::WhatIf;
use quandary_level::formats::text;
use quandary_level::limits::Limits;
use quandary_level::rules::Locks;
use quandary_level::solve::Verdict;

/// Asks one question about a drawing. Returns the least cost if the changed level can be won.
fn cost(drawing: &str, rules: &Rules, option: &str, thing: &str) -> Option<u64> {
    let level = text::read(drawing).unwrap();
    let things = vec![thing.to_owned()];
    let asked = match option {
        "without" => WhatIf { without: things, ..WhatIf::default() },
        "free" => WhatIf { free: things, ..WhatIf::default() },
        "goal" => WhatIf { goal: Some(thing.to_owned()), ..WhatIf::default() },
        "wall" => WhatIf { wall: things, ..WhatIf::default() },
        other => panic!("{other}"),
    };
    let level = asked.of(&level, rules).unwrap();
    match check(&level, rules, &Limits::default()).unwrap().verdict {
        Verdict::Solvable { walk, .. } => Some(walk.cost.straight),
        _ => None,
    }
}

fn strict(drawing: &str, option: &str, thing: &str) -> Option<u64> {
    cost(drawing, &Rules::default(), option, thing)
}

#[test]
fn what_lies_on_tiles_is_taken_away() {
    let level = "#######\n#@k+.*#\n#.....#\n#######\n";
    assert_eq!(strict(level, "without", "item:1,2"), Some(6));
    assert_eq!(strict(level, "without", "door:1,3"), Some(6));
    // The block can be pushed, but then it is in the way.
    let blocked = "#######\n#@o..*#\n#.....#\n#######\n";
    assert_eq!(strict(blocked, "without", "block:1,2"), Some(4));
    assert_eq!(strict(blocked, "wall", "block:1,2"), Some(6));
    assert_eq!(strict("######\n#@.+*#\n######\n", "free", "door:1,3"), Some(3));
    assert_eq!(strict("####\n#@k*\n####\n", "goal", "item:1,2"), Some(1));
}

#[test]
fn a_door_is_all_its_tiles_where_doorways_are_doors() {
    let level = "######\n#@+.*#\n#.+..#\n######\n";
    assert_eq!(strict(level, "free", "door:2,2"), Some(3));
    let tile = Rules { locks: Locks::Tile, ..Rules::default() };
    assert_eq!(cost(level, &tile, "free", "door:2,2"), Some(5));
}

#[test]
fn a_thing_that_is_named_again_and_again_is_changed_once() {
    let row = format!("#@{}*#\n", "+".repeat(50));
    let level =
        text::read(&row.replace(['@', '*'], "+").repeat(40).replacen("#+", "#@", 1)).unwrap();
    let door = |names: &[&str]| {
        let without = names.iter().map(|name| (*name).to_owned()).collect();
        let asked = WhatIf { without, ..WhatIf::default() };
        asked.of(&level, &Rules::default()).unwrap().tiles.unwrap().locks
    };
    let once = door(&["door:20,20"]);
    assert_eq!((once.len(), once[0].cells.len()), (1, 40 * 52 - 1));
    assert_eq!(door(&["door:20,20", "door:20,20", "door:20,21", "door:39,52"]), once);
}

const TWO_ROOMS: &str = "quandary/level/1
rooms: [{\"node\":1,\"floor\":0,\"row\":0,\"col\":0,\"rows\":3,\"cols\":3},{\"node\":\"b-c\",\"floor\":0,\"row\":0,\"col\":3,\"rows\":3,\"cols\":4}]
marks: [{\"floor\":0,\"row\":1,\"col\":2,\"gives\":\"symbol:A\"}]
locks: [{\"cells\":[[0,1,4]],\"needs\":[\"symbol:A\"]}]
plates: [{\"name\":\"p\",\"cells\":[[0,1,5]],\"gives\":\"symbol:B\"}]
graph: {\"nodes\":[{\"id\":1,\"contents\":[\"switch\"]},{\"id\":\"b-c\"}],\"edges\":[{\"from\":1,\"to\":\"b-c\",\"requires\":\"switch\"}]}

#######
#@...*#
#######
";

#[test]
fn passages_locks_symbols_and_plates_have_names() {
    let floor = TWO_ROOMS
        .replace("#@...*#", "#@....#")
        .replace("plates", "goals: [{\"floor\":0,\"row\":1,\"col\":5}]\nplates");
    let ask = |option, thing| strict(&floor, option, thing);
    assert_eq!(ask("without", "plate:p"), Some(4));
    assert_eq!(ask("without", "symbol:A"), None);
    assert_eq!(ask("without", "item:switch@1"), None);
    assert_eq!(ask("without", "passage:1-b-c"), None);
    assert_eq!(ask("without", "passage:b-c-1"), None);
    assert_eq!(ask("free", "passage:1-b-c"), Some(4));
    assert_eq!(ask("free", "lock:0"), Some(4));
    assert_eq!(ask("goal", "room:b-c"), Some(2));
    assert_eq!(ask("goal", "symbol:A"), Some(1));
    assert_eq!(ask("goal", "symbol:B"), None);
    assert_eq!(ask("goal", "item:switch@1"), Some(0));
}

#[test]
fn a_passage_is_cut_whatever_guards_it() {
    let free = TWO_ROOMS.replace("#@...*#", "#@....#").replace("\"switch\"}]}", "\"stair\"}]}");
    let floor = free.replace("plates", "goals: [{\"floor\":0,\"row\":1,\"col\":5}]\nplates");
    for locks in [Locks::Tile, Locks::Doorway] {
        let rules = Rules { locks, ..Rules::default() };
        assert_eq!(cost(&floor, &rules, "without", "passage:1-b-c"), None);
        assert_eq!(cost(&floor, &rules, "free", "passage:1-b-c"), Some(4));
    }
}

#[test]
fn an_unknown_thing_is_told_what_there_is() {
    let level = text::read("#######\n#@k+k*#\n#.o...#\n#######\n").unwrap();
    let said = |asked: WhatIf| asked.of(&level, &Rules::default()).unwrap_err().to_string();
    let without = |thing: &str| WhatIf { without: vec![thing.to_owned()], ..WhatIf::default() };
    let items = "unknown thing \"item:1,3\"; known are item:1,2, item:1,4";
    assert_eq!(said(without("item:1,3")), items);
    assert!(said(without("boss")).contains("block:2,2, door:1,3"));
    let wall = WhatIf { wall: vec!["item:1,2".to_owned()], ..WhatIf::default() };
    assert_eq!(said(wall), "unknown thing \"item:1,2\"; known are block:2,2");
    let free = WhatIf { free: vec!["lock:0".to_owned()], ..WhatIf::default() };
    assert!(said(free).ends_with("known are door:1,3"));
}
