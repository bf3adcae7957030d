//! Tests of drawings as tiles: rooms, doors, the entrance, and errors.

use super::drawn::drawn;
use level::Tile;
use quandary_formats::aliases::Aliases;
use quandary_formats::vglc::tiles::{Side, read, read_with};

#[test]
fn rooms_and_doors_are_found() {
    let map = read(&drawn(&["o-s-", "|    ", "v  o"])).unwrap();
    assert_eq!((map.rows, map.cols, map.rooms.len()), (2, 3, 3));
    let places: Vec<_> = map.rooms.iter().map(|slot| (slot.row, slot.col)).collect();
    assert_eq!(places, [(0, 0), (0, 1), (1, 0)]);
    assert_eq!(map.borders().collect::<Vec<_>>(), [(0, Side::South, 2), (0, Side::East, 1)]);
    assert!(map.is_pair(0, Side::East) && map.is_pair(2, Side::North));
    assert!(map.rooms[1].stair && !map.rooms[0].stair);
    assert_eq!(map.ways_out(), [(1, Side::East)]);
    assert_eq!(map.tile(20, 5), Tile::Void);
}

#[test]
fn the_entrance_is_on_the_east_and_off_the_map() {
    let map = read(&drawn(&["o- -o", "     ", "o   o-", "|     "])).unwrap();
    let ways = [(3, Side::East), (2, Side::South), (0, Side::East), (1, Side::West)];
    assert_eq!(map.ways_out(), ways);
}

#[test]
fn ends_of_lines_are_forgiven() {
    let text = drawn(&["o-"]);
    let map = read(&text);
    assert_eq!(read(&text.replace('\n', "\r\n")), map);
    assert_eq!(read(&format!("\u{feff}{}\n\n", text.trim_end())), map);
}

#[test]
fn what_is_wrong_is_placed() {
    let text = drawn(&["o-"]);
    let lines: Vec<&str> = text.lines().collect();
    let check = |text: &str, expect: &str| {
        let said = read(text).expect_err(expect).to_string();
        assert!(said.contains(expect), "{expect:?} is not in {said:?}");
    };
    check(&text.replacen('F', "x", 1), "line 3, column 3: unknown letter 'x'; known are F B M");
    check(
        &text.replacen("WWF", "WF", 1),
        "line 3, column 11: a row of 10 letters among rows of 11",
    );
    check(
        &text.replacen("WWF", "WWFF", 1),
        "line 3, column 12: a row of 12 letters among rows of 11",
    );
    check(&lines[..15].join("\n"), "line 15, column 1: 15 rows are not made of rooms of 16 rows");
    let narrow: Vec<&str> = lines.iter().map(|line| &line[..10]).collect();
    check(&narrow.join("\n"), "line 1, column 10: 10 columns are not made of rooms of 11");
    check("", "line 1, column 1: 1 row is not made of rooms");
    check(&"-----------\n".repeat(16), "there is no room");
}

#[test]
fn letters_have_aliases() {
    let aliases = Aliases::of([("M", "ENEMY"), ("z", "KEY_SMALL")]).unwrap();
    let room = "WWWWWWWWWWW\nWWMzWWWWWWW\n".repeat(8);
    let map = read_with(&room, &aliases).unwrap();
    assert_eq!((map.tile(1, 2), map.tile(1, 3)), (Tile::Enemy, Tile::KeySmall));
    let said = read_with(&room.replacen('M', "q", 1), &aliases).unwrap_err().to_string();
    assert_eq!(
        said,
        "line 2, column 3: unknown letter 'q'; known are F B M P O I D S W -, M ENEMY, z KEY_SMALL"
    );
}
