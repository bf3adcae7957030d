//! Tests of pictures of levels: what they show and what they leave out.

use super::*;
use level::formats::text;

const ROOMS: &str = r#"quandary/level/1
rooms: [{"node":0,"floor":0,"row":0,"col":0,"rows":5,"cols":5},{"node":1,"floor":0,"row":0,"col":5,"rows":5,"cols":5}]
graph: {"nodes":[{"id":0},{"id":1}],"edges":[EDGES]}

##########
#@......*#
#........#
#........#
##########
"#;

fn badges_of(edges: &str) -> Vec<Badge> {
    let level = text::read(&ROOMS.replace("EDGES", edges)).unwrap();
    badges(&level.tiles.unwrap(), &level.graph)
}

#[test]
fn a_doorway_shows_what_its_edges_ask() {
    let shown = badges_of(
        r#"{"from":0,"to":1,"requires":["key_locked","toggle:3=on"]},{"from":1,"to":0,"requires":"key_locked"}"#,
    );
    let asks = vec![Requirement::KeyLocked, Requirement::Toggle(3, true)];
    assert_eq!(shown, [Badge { floor: 0, at: (2.5, 5.0), asks, one_way: None }]);
    assert_eq!(badges_of(r#"{"from":0,"to":1},{"from":1,"to":0}"#), []);
    assert_eq!(badges_of(r#"{"from":0,"to":1,"requires":"stair"}"#), []);
}

#[test]
fn a_soft_lock_points_the_only_way() {
    let to = |edges| badges_of(edges).first().and_then(|badge| badge.one_way);
    assert_eq!(to(r#"{"from":0,"to":1,"requires":"soft_locked"}"#), Some((0, 1)));
    assert_eq!(to(r#"{"from":1,"to":0,"requires":"soft_locked"}"#), Some((0, -1)));
    let both = r#"{"from":1,"to":0,"requires":"soft_locked"},{"from":0,"to":1}"#;
    assert_eq!(to(both), None);
}

#[test]
fn doors_that_touch_are_one() {
    let level = text::read("@++.%\n.++.%\n%%.%.\n*....\n").unwrap();
    let found = doors(&level.tiles.unwrap());
    let cell = |row, col| Cell::new(0, row, col);
    let locked = Door { tile: Tile::DoorLocked, first: cell(0, 1), last: cell(1, 2) };
    let bombs = Door { tile: Tile::DoorBomb, first: cell(0, 4), last: cell(1, 4) };
    assert_eq!(found.get(..2), Some(&[locked, bombs][..]));
    assert_eq!(found.len(), 4);
}
