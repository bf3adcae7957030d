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

#[test]
fn floors_lie_beside_each_other() {
    let floor = |rows, cols| Grid::filled(rows, cols, Tile::Floor);
    let places = Places::of(&[floor(10, 7), floor(10, 7)]);
    assert_eq!(places.corner(Cell::new(1, 1, 2)), ((9.0 + 2.0) * SIDE, 3.0 * SIDE));
    assert_eq!((places.width, places.height), (16.0 * SIDE, 12.0 * SIDE));
    let one = Places::of(&[floor(3, 4)]);
    assert_eq!((one.width, one.height, one.floor(0)), (64.0, 48.0, (0.0, 0.0)));
}

#[test]
fn blank_around_a_floor_is_not_shown() {
    let mut floor = Grid::filled(20, 30, Tile::Void);
    for (row, col) in (4..9).flat_map(|row| (6..16).map(move |col| (row, col))) {
        floor.set(row, col, Tile::Floor);
    }
    let places = Places::of(&[floor]);
    assert_eq!((places.width, places.height), (10.0 * SIDE, 5.0 * SIDE));
    assert_eq!(places.corner(Cell::new(0, 4, 6)), (0.0, 0.0));
    let void = Places::of(&[Grid::filled(2, 3, Tile::Void)]);
    assert_eq!((void.width, void.height), (3.0 * SIDE, 2.0 * SIDE));
    assert_eq!(Places::of(&[]).width, 0.0);
}

#[test]
fn floors_of_different_sizes_leave_little_blank() {
    let floor = |(rows, cols): (u32, u32)| Grid::filled(rows, cols, Tile::Floor);
    for sizes in [
        &[(44, 96), (11, 32)][..],
        &[(55, 48), (55, 64), (44, 48)],
        &[(30, 30), (5, 5), (5, 5), (5, 5), (30, 30)],
        &[(22, 48), (22, 32), (33, 48), (11, 16)],
    ] {
        let floors: Vec<Grid> = sizes.iter().copied().map(floor).collect();
        let places = Places::of(&floors);
        let used: f64 = sizes.iter().map(|&(rows, cols)| f64::from(rows * cols)).sum();
        let share = used * SIDE * SIDE / (places.width * places.height);
        assert!(share > 0.6, "{sizes:?}: {share}");
        for (i, &(rows, cols)) in sizes.iter().enumerate() {
            let (x, y) = places.shown(i);
            let fits = x + f64::from(cols) * SIDE <= places.width
                && y + f64::from(rows) * SIDE <= places.height;
            assert!(fits && x >= 0.0 && y >= BETWEEN * SIDE, "{sizes:?}");
        }
    }
}
