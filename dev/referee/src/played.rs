//! Tests with small levels counted by hand, and with large levels searched in two ways.

use crate::build::Count;
use crate::change::{Change, Thing};
use crate::level::Level;
use crate::rules::Rules;
use crate::search::{Answer, Space, least};
use crate::sketch::level;
use crate::visits::Visits;
use crate::world::{Cost, World};
use serde_json::{Value, json};

const MOST: usize = 1 << 20;

/// The number of states, of dead states, and the least number of moves.
fn counts(level: &Level, changes: &[Change]) -> (usize, usize, Option<u32>) {
    let world = World::new(level, changes, Count::All).unwrap();
    let space = Space::of(&world, MOST);
    let answer = least(&world, MOST);
    assert_eq!(moves(space.answer()), moves(answer), "passing over what has less changes nothing");
    (space.states.len(), space.dead().len(), moves(answer))
}

fn moves(answer: Answer) -> Option<u32> {
    if let Answer::Solvable(Cost { straight, .. }) = answer { Some(straight) } else { None }
}

#[track_caller]
fn check(drawing: &str, more: Value, expect: (usize, usize, Option<u32>)) {
    assert_eq!(counts(&level(drawing, more), &[]), expect, "\n{drawing}");
}

#[test]
fn a_key_opens_one_door_and_a_bomb_pick_up_four_walls() {
    check("@k+*", json!({}), (7, 0, Some(3)));
    check("k@+*", json!({}), (7, 0, Some(4)));
    check("@+*", json!({}), (1, 1, None));
    check("+@k+*", json!({}), (10, 3, Some(3)));
    check("@i%%%%*", json!({"rules": {"locks": "tile"}}), (22, 0, Some(6)));
    check("@i%%%%%*", json!({"rules": {"locks": "tile"}}), (21, 21, None));
    check("@i%%%%%*", json!({}), (11, 0, Some(7)));
    check("@i%%%%%*", json!({"rules": {"locks": "tile", "bombs": "unlimited"}}), (9, 0, Some(7)));
    check("K@X*", json!({}), (5, 0, Some(4)));
    check("I@~*", json!({}), (5, 0, Some(4)));
    check("@~*", json!({}), (1, 1, None));
}

#[test]
fn a_block_goes_where_the_rules_let_it() {
    check("@o.*", json!({}), (3, 3, None));
    check("#@o.#\n#.#*#\n#...#", json!({}), (13, 0, Some(5)));
    for under in ["k", ">", "*", "?"] {
        check(&format!("@o{under}."), json!({}), (1, 1, None));
    }
    check("@ok*", json!({"rules": {"push_onto": "walkable"}}), (3, 3, None));
    check("@o..*", json!({"rules": {"push": "free"}}), (6, 6, None));
    check("@o..*", json!({}), (3, 3, None));
    check("@o..*", json!({"rules": {"push": "off"}}), (1, 1, None));
}

#[test]
fn plates_are_asked_before_the_block_moves() {
    let drawing = "#########\n#@o..####\n#.....o.#\n#....####\n#########";
    let mut more = json!({
        "locks": [{"cells": [[0, 2, 5]], "needs": ["plate:gate"]}],
        "plates": [{"name": "gate", "cells": [[0, 1, 3]]}, {"name": "both", "cells": [[0, 1, 3], [0, 2, 7]]}],
        "win": ["plate:both"], "rules": {"push": "free"},
    });
    check(drawing, more.clone(), (35, 11, Some(6)));
    more["rules"] = json!({});
    check(drawing, more.clone(), (24, 0, Some(6)));
    let level = level(drawing, more);
    assert_eq!(counts(&level, &[Change::Without(Thing::Plate("gate".to_owned()))]).2, None);
    assert_eq!(counts(&level, &[Change::Wall([0, 2, 6])]).2, None);
}

#[test]
fn levers_flip_and_symbols_stay() {
    let more = json!({
        "marks": [{"floor": 0, "row": 1, "col": 2, "gives": "toggle:0"}],
        "locks": [{"cells": [[0, 1, 4]], "needs": ["toggle:0=on"]}],
    });
    check("#######\n#@../*#\n#######", more, (3 + 3 + 2, 0, Some(5)));
    let mark = json!([{"floor": 0, "row": 0, "col": 2, "gives": "symbol:A"}]);
    let lock =
        |needs: Value| json!({"marks": mark, "locks": [{"cells": [[0, 0, 4]], "needs": needs}]});
    check("*@...*", lock(json!(["lacks:symbol:A"])), (6, 0, Some(1)));
    check("#@...*", lock(json!(["symbol:A"])), (6, 0, Some(4)));
    check(
        "#@...*",
        lock(json!([{"any": ["symbol:B", ["symbol:A", "lacks:symbol:B"]]}])),
        (6, 0, Some(4)),
    );
    let two = json!([
        {"floor": 0, "row": 0, "col": 1, "gives": "symbol:A"}, {"floor": 0, "row": 0, "col": 3, "gives": "symbol:A"},
    ]);
    let more = json!({"marks": two, "locks": [{"cells": [[0, 0, 4]], "needs": ["symbol:A*2"]}]});
    check("..@..*", more, (12, 0, Some(5)));
}

/// Two adjacent rooms, joined by an edge with a requirement.
#[allow(clippy::needless_pass_by_value)] // they are written where they are handed over
fn rooms(drawing: &str, edges: Value, rules: Value) -> Level {
    let half = drawing.lines().next().map_or(0, str::len) / 2;
    let rows = drawing.lines().count();
    let room = |node: usize| json!({"node": node, "floor": 0, "row": 0, "col": node * half, "rows": rows, "cols": half});
    let nodes = json!([{"id": 0}, {"id": 1}]);
    level(
        drawing,
        json!({"rooms": [room(0), room(1)], "graph": {"nodes": nodes, "edges": edges}, "rules": rules}),
    )
}

#[test]
fn edges_guard_steps_between_rooms() {
    let edge = |requires: &str| json!([{"from": 0, "to": 1, "requires": requires}]);
    let both = |requires: &str| json!([{"from": 0, "to": 1, "requires": requires}, {"from": 1, "to": 0, "requires": requires}]);
    let cost = |drawing: &str, edges: Value| counts(&rooms(drawing, edges, json!({})), &[]);
    assert_eq!(cost("@+/*", both("key_locked")), (2, 2, None));
    assert_eq!(cost("k@+/.*", both("key_locked")), (11, 0, Some(6)));
    assert_eq!(cost("@..*", edge("soft_locked")).2, Some(3));
    assert_eq!(cost("*..@", edge("soft_locked")), (2, 2, None));
    assert_eq!(cost("*..@", edge("open")).2, Some(3));
    let closed = [Change::Without(Thing::Passage("0".to_owned(), "1".to_owned()))];
    assert_eq!(counts(&rooms("@..*", edge("open"), json!({})), &closed).2, None);
    let free = [Change::Free(Thing::Passage("0".to_owned(), "1".to_owned()))];
    assert_eq!(counts(&rooms("@+/*", both("key_locked"), json!({})), &free).2, Some(3));
}

#[test]
fn stairs_land_on_stairs_or_in_the_middle() {
    let edge = |requires: &str| json!([{"from": 0, "to": 1, "requires": requires}]);
    assert_eq!(counts(&rooms("@>##?*.#", edge("stair"), json!({})), &[]).0, 4);
    assert_eq!(counts(&rooms("@>##.?*#", edge("open"), json!({})), &[]).0, 2);
    let all = rooms("@>##.?*#", edge("open"), json!({"stair_edges": "all"}));
    assert_eq!(counts(&all, &[]).0, 2, "the rooms are adjacent");
}

#[test]
fn diagonals_cost_the_root_of_two_and_pass_no_corner() {
    let cost = |drawing: &str| {
        let level = level(drawing, json!({"rules": {"diagonals": true}}));
        Space::of(&World::new(&level, &[], Count::All).unwrap(), MOST).least()
    };
    let root = |straight, diagonal| Some(Cost { straight, diagonal, pushes: 0 });
    assert_eq!(cost("@.\n.*"), root(0, 1));
    assert_eq!(cost("@#\n.*"), root(2, 0));
    assert_eq!(cost("@...\n....\n...*"), root(1, 2));
    assert!(root(3, 0) > root(0, 2) && root(2, 1) < root(0, 3).map(|c| Cost { pushes: 1, ..c }));
}

#[test]
fn goals_can_be_things_and_rooms() {
    let level = rooms("k@..i*", json!([{"from": 0, "to": 1}, {"from": 1, "to": 0}]), json!({}));
    let goal = |thing: &str| counts(&level, &[Change::Goal(Thing::read(thing).unwrap())]).2;
    assert_eq!((goal("item:0,0"), goal("item:0,4"), goal("room:1")), (Some(1), Some(3), Some(2)));
    assert_eq!(counts(&level, &[Change::Without(Thing::Item([0, 0, 0]))]).0, 10);
}

#[test]
fn a_level_of_rooms_is_walked_by_its_edges() {
    let node = |id: &str, contents: &[&str]| json!({"id": id, "contents": contents});
    let graph = json!({"nodes": [node("a", &["start", "key", "key:red"]), node("b", &["toggle:0"]), node("c", &["goal"])],
        "edges": [{"from": "a", "to": "b", "requires": "key_locked"},
            {"from": "b", "to": "c", "requires": ["key_locked:red", "toggle:0=on"]}]});
    let level =
        Level::read(&json!({"format": "quandary/level/1", "graph": graph}).to_string()).unwrap();
    assert_eq!(counts(&level, &[]), (1 + 2 + 1, 0, Some(3)));
    assert_eq!(
        counts(&level, &[Change::Without(Thing::ItemIn("key:red".to_owned(), "a".to_owned()))]).2,
        None
    );
    assert!(World::under(&level, Rules::classic(), &[], Count::All).is_ok());
}

/// The level of a printed dungeon with ways made one-way, one at a time; some of these cause softlocks.
#[test]
fn visits_find_what_the_plain_search_finds() {
    let dungeon: Value = serde_json::from_str(include_str!("spoilt/dungeon.json")).unwrap();
    let edges = dungeon["level"]["graph"]["edges"].as_array().unwrap().len();
    let (mut safe, mut lost) = (0, 0);
    for edge in 0..edges {
        let mut level = dungeon["level"].clone();
        let all = level["graph"]["edges"].as_array_mut().unwrap();
        let (from, to) = (all[edge]["from"].clone(), all[edge]["to"].clone());
        all[edge]["requires"].as_array_mut().unwrap().push(json!("soft_locked"));
        all.retain(|edge| edge["from"] != to || edge["to"] != from);
        let level = Level::read(&level.to_string()).unwrap();
        let world = World::new(&level, &[], Count::Required).unwrap();
        let space = Space::of(&world, 4 * MOST);
        let memory = Default::default();
        let visits = Visits::new(&world, &memory).unwrap();
        let found = visits.soundness(MOST).unwrap();
        assert!(space.complete);
        assert_eq!(found.stuck.is_none(), space.dead().is_empty(), "edge {edge}");
        assert_eq!(visits.least(MOST), space.answer(), "edge {edge}");
        assert_eq!(found.places, space.places(), "edge {edge}");
        safe += usize::from(found.stuck.is_none());
        lost += usize::from(found.stuck.is_some());
    }
    assert!(safe > 5 && lost > 3, "{safe} are safe, {lost} strand somebody");
}
