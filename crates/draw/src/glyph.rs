//! Tiles in a terminal: one character each, and a colour.

use anstyle::{Ansi256Color, Color, Style};
use level::Tile;

/// Character and style of a tile.
pub fn look(tile: Tile) -> (char, Style) {
    match tile {
        Tile::Void => (' ', Style::new()),
        Tile::Floor => ('·', colour(240)),
        Tile::Wall => ('█', colour(66)),
        Tile::Block => ('o', colour(180).bold()),
        Tile::DoorOpen => ('/', colour(137)),
        Tile::DoorLocked => ('+', colour(214).bold()),
        Tile::DoorBomb => ('%', colour(250).bold()),
        Tile::DoorPuzzle => ('=', colour(75)),
        Tile::DoorBoss => ('X', colour(203).bold()),
        Tile::DoorSoft => ('|', colour(79).bold()),
        Tile::Enemy => ('e', colour(140)),
        Tile::Boss => ('b', colour(203).bold()),
        Tile::Start => ('.', colour(77)),
        Tile::Goal => ('*', colour(226).bold()),
        Tile::KeySmall => ('k', colour(220).bold()),
        Tile::KeyBoss => ('K', colour(203).bold()),
        Tile::KeyItem => ('I', colour(215).bold()),
        Tile::ItemMinor => ('i', colour(208).bold()),
        Tile::Element => ('~', colour(39)),
        Tile::ElementFloor => (',', colour(73)),
        Tile::Stair => ('>', colour(252).bold()),
        Tile::Puzzle => ('?', colour(79).bold()),
        Tile::Pit => ('^', colour(137).bold()),
    }
}

/// A colour of the terminal's 256.
pub fn colour(number: u8) -> Style {
    Style::new().fg_color(Some(Color::Ansi256(Ansi256Color(number))))
}
