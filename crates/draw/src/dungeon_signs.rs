//! The characters of a dungeon's map, one for each kind of thing, and their meaning.
//!
//! A key that is kept has its own capital letter, and so has the door it opens. The solution of a puzzle and the door
//! it opens share a digit or a small letter. A switch is its number; a door that depends on it has that number raised
//! if the switch must be on, lowered if it must be off. Everything else is drawn as its tile. Invariant: on one map a
//! character has one meaning, and the legend has every character that is drawn.

use super::glyph::{colour, look};
use super::icons::words;
use anstyle::Style;
use level::{Cell, Content, Graph, Level, Requirement, TILES, Tile, Tiles};
use std::collections::{BTreeMap, BTreeSet};

/// The characters for puzzles and for keys with longer names, in order of use. Small letters that stand for a tile are
/// not among them.
const FREE: &str = "123456789acdfghjlmnpqrstuvwyzαβγδεζηθιλμνξπρσςτυφχψωбвгджзийлптфцчшщъыьэюя";
/// The first and the last of the characters that follow those.
const MORE: (char, char) = ('\u{2801}', '\u{28ff}');
/// The digits of switch numbers, raised and lowered.
const RAISED: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
const LOWERED: [char; 10] = ['₀', '₁', '₂', '₃', '₄', '₅', '₆', '₇', '₈', '₉'];

/// Characters of cells on the map of a dungeon, and their meaning.
pub struct Signs {
    at: BTreeMap<Cell, char>,
    /// The meaning of each character that is drawn.
    words: BTreeMap<char, String>,
    /// The tiles that have no sign of their own.
    tiles: BTreeSet<Tile>,
}

/// The character of a tile on the map of a dungeon: never a capital letter, because those are keys.
fn glyph(tile: Tile) -> (char, Style) {
    match tile {
        Tile::Start => ('@', colour(77).bold()),
        Tile::KeyItem => ('#', look(tile).1),
        _ => look(tile),
    }
}

/// Name of a tile in a dungeon.
pub(super) fn tile_words(tile: Tile) -> &'static str {
    match tile {
        Tile::KeySmall => "small key",
        Tile::KeyItem => "ladder",
        Tile::Block => "block that can be pushed",
        Tile::DoorLocked => "door for a small key",
        Tile::DoorPuzzle => "closed door",
        _ => words(tile),
    }
}

/// Name of a thing in a dungeon.
pub fn thing_words(graph: &Graph, content: Content) -> String {
    match content {
        Content::Symbol(id) => symbol_words(graph.symbol_name(id)),
        Content::Toggle(number) => format!("switch {number}"),
        Content::Key => tile_words(Tile::KeySmall).to_owned(),
        Content::KeyItem => tile_words(Tile::KeyItem).to_owned(),
        Content::ItemMinor => tile_words(Tile::ItemMinor).to_owned(),
        other => graph.content_name(other),
    }
}

/// The name of a thing that shares its character with the door it opens.
fn with_door(graph: &Graph, content: Content) -> String {
    format!("{} and its door", thing_words(graph, content))
}

/// The name of a symbol: a key by its letter, the solution of a puzzle by the puzzle's name.
fn symbol_words(name: &str) -> String {
    let plain = name.strip_prefix("solved ").unwrap_or(name);
    if plain.chars().count() == 1 { format!("key {plain}") } else { plain.to_owned() }
}

impl Signs {
    /// Assigns a sign to everything on the tiles of a level.
    #[must_use]
    pub fn of(level: &Level, tiles: &Tiles) -> Self {
        let mut signs =
            Self { at: BTreeMap::new(), words: BTreeMap::new(), tiles: BTreeSet::new() };
        let letters = letters(level, tiles);
        let doors: Vec<(Cell, Requirement)> = doors(level, tiles).collect();
        let has_door = |id| doors.iter().any(|&(_, asked)| asked == Requirement::Symbol(id));
        for mark in &tiles.marks {
            let under = tiles.tile(mark.cell) == Some(Tile::Block);
            let sign = match mark.gives {
                Content::Symbol(id) => letters.get(&id).copied(),
                Content::Toggle(number) => char::from_digit(number, 10),
                _ => None,
            };
            let Some(sign) = sign else { continue };
            let name = match mark.gives {
                Content::Symbol(id) if has_door(id) => with_door(&level.graph, mark.gives),
                other => thing_words(&level.graph, other),
            };
            // A thing under a block is not drawn, but the legend names it.
            if under {
                signs.words.insert(sign, format!("{name} (under a block)"));
            } else {
                signs.put(mark.cell, sign, name);
            }
        }
        for (cell, requirement) in doors {
            match requirement {
                Requirement::Symbol(id) => {
                    if let Some(&sign) = letters.get(&id) {
                        signs.put(cell, sign, with_door(&level.graph, Content::Symbol(id)));
                    }
                }
                Requirement::Toggle(number, on) => {
                    let (row, words) = if on { (RAISED, "on") } else { (LOWERED, "off") };
                    if let Some(&sign) = row.get(number as usize) {
                        signs.put(cell, sign, format!("door while switch {number} is {words}"));
                    }
                }
                _ => {}
            }
        }
        let drawn = tiles.cells().filter(|(cell, _)| !signs.at.contains_key(cell));
        signs.tiles = drawn.map(|(_, tile)| tile).filter(|&tile| tile != Tile::Void).collect();
        signs
    }

    fn put(&mut self, cell: Cell, sign: char, words: String) {
        self.at.insert(cell, sign);
        self.words.entry(sign).or_insert(words);
    }

    /// The character of a cell and its colour: one colour for what opens, another for what is closed.
    #[must_use]
    pub fn look(&self, cell: Cell, tile: Tile) -> (char, Style) {
        match (self.at.get(&cell), tile) {
            (Some(&sign), Tile::DoorPuzzle | Tile::DoorLocked | Tile::DoorBoss) => {
                (sign, colour(203).bold())
            }
            (Some(&sign), _) => (sign, colour(220).bold()),
            (None, tile) => glyph(tile),
        }
    }

    /// All characters that are drawn, with their meaning: tiles in the order of their numbers, then signs.
    pub(super) fn legend(&self) -> Vec<String> {
        let tiles = TILES.into_iter().map(|(tile, ..)| tile);
        let tiles = tiles.filter(|tile| self.tiles.contains(tile));
        let tiles = tiles.map(|tile| format!("{} {}", glyph(tile).0, tile_words(tile)));
        tiles.chain(self.words.iter().map(|(sign, name)| format!("{sign} {name}"))).collect()
    }
}

/// The sign of each symbol: its own letter if that is a capital, else the next free character.
fn letters(level: &Level, tiles: &Tiles) -> BTreeMap<u32, char> {
    let own = |name: &String| {
        let mut chars = name.chars();
        let letter = chars.next().filter(char::is_ascii_uppercase);
        letter.filter(|_| chars.next().is_none())
    };
    let glyphs = tiles.cells().map(|(_, tile)| glyph(tile).0);
    let switches = tiles.marks.iter().filter_map(|mark| match mark.gives {
        Content::Toggle(number) => char::from_digit(number, 10),
        _ => None,
    });
    let taken: BTreeSet<char> = glyphs.chain(switches).collect();
    let mut free = FREE.chars().chain(MORE.0..=MORE.1).filter(|sign| !taken.contains(sign));
    let letter = |name| own(name).filter(|sign| !taken.contains(sign)).or_else(|| free.next());
    let all: Vec<Option<char>> = level.graph.symbols.iter().map(letter).collect();
    (0..).zip(all).filter_map(|(id, letter)| Some((id, letter?))).collect()
}

/// Door tiles with the requirements of the edge between their rooms.
fn doors<'a>(level: &'a Level, tiles: &'a Tiles) -> impl Iterator<Item = (Cell, Requirement)> + 'a {
    let room = |cell: Cell| tiles.rooms.iter().find(|room| room.contains(cell)).map(|r| r.node);
    let is_door = |tile: Tile| matches!(tile, Tile::DoorPuzzle | Tile::DoorLocked | Tile::DoorBoss);
    tiles.cells().filter(move |&(_, tile)| is_door(tile)).filter_map(move |(cell, _)| {
        let here = room(cell)?;
        let there = cell.neighbours().filter_map(room).find(|&other| other != here)?;
        let edge = level.graph.edges.iter().find(|edge| (edge.from, edge.to) == (here, there))?;
        edge.requires.iter().find(|r| **r != Requirement::Stair).map(|&r| (cell, r))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_sign_is_the_character_of_a_tile_or_stands_twice() {
        let free: Vec<char> = FREE.chars().collect();
        let distinct: BTreeSet<&char> = free.iter().collect();
        assert_eq!(distinct.len(), free.len());
        for (tile, ..) in TILES {
            let sign = glyph(tile).0;
            assert!(!free.contains(&sign) && !RAISED.contains(&sign) && !LOWERED.contains(&sign));
        }
    }

    #[test]
    fn more_puzzles_than_letters_have_signs_of_their_own() {
        let mut level = level::formats::text::read("@*\n").unwrap();
        level.graph.symbols = (0..300).map(|n| format!("solved puzzle {n}")).collect();
        let signs = letters(&level, level.tiles.as_ref().unwrap());
        let distinct: BTreeSet<&char> = signs.values().collect();
        assert_eq!((signs.len(), distinct.len()), (300, 300));
    }
}
