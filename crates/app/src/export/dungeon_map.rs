//! A dungeon for the terminal: its tiles, one character each, with the names of keys and what they open, and a
//! summary below.
//!
//! Floors stand below each other, the highest first, cut to where there are rooms. Invariant: it shows what the
//! level and its graph hold and nothing else.

use super::canvas::Canvas;
use super::glyph::{colour, look};
use super::summary::{counted, wrap};
use anstyle::Style;
use level::graph::{Content, Graph, Requirement};
use level::grid::Cell;
use level::level::{Level, Tiles};
use level::tile::Tile;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// What is said below the map.
#[derive(Clone, Debug, Default)]
pub(crate) struct Words {
    /// The line above the map.
    pub(crate) title: String,
    /// A line each: a name, and what there is of it.
    pub(crate) lines: Vec<(&'static str, String)>,
    /// The walkthrough, if it is to be told.
    pub(crate) walkthrough: Option<Vec<String>>,
}

/// The whole text; none for a level without tiles.
pub(crate) fn render(level: &Level, words: &Words, coloured: bool) -> Option<String> {
    let tiles = level.tiles.as_ref()?;
    let signs = Signs::of(level, tiles);
    let mut text = format!("{}\n", words.title);
    for number in 0..tiles.floors.len() as u32 {
        if let Some(canvas) = floor(tiles, number, &signs) {
            if tiles.floors.len() > 1 {
                let _ = write!(text, "\nFloor {number}\n");
            } else {
                text.push('\n');
            }
            text.push_str(&canvas.print(coloured));
        }
    }
    text.push('\n');
    legend(&mut text, &signs);
    for (name, what) in &words.lines {
        let _ = writeln!(text, "{name}: {what}");
    }
    if let Some(walkthrough) = &words.walkthrough {
        let _ =
            writeln!(text, "Walkthrough, {}:", counted(walkthrough.len(), "command", "commands"));
        wrap(&mut text, walkthrough, " · ");
    }
    Some(text)
}

/// Characters that stand for something by name, and what.
struct Signs {
    at: BTreeMap<Cell, char>,
    /// Of each character what it is, in the order of the alphabet.
    names: BTreeMap<char, String>,
}

impl Signs {
    /// Keys that are kept have capital letters, and so have the doors they open; what solves a puzzle and the
    /// door that it opens share a digit; switches are marked by `!`.
    fn of(level: &Level, tiles: &Tiles) -> Self {
        let letters = letters(&level.graph);
        let mut signs = Self { at: BTreeMap::new(), names: BTreeMap::new() };
        for mark in &tiles.marks {
            match mark.gives {
                Content::Symbol(id) => signs.put(mark.cell, letters.get(&id), &level.graph, id),
                _ => {
                    signs.at.insert(mark.cell, '!');
                    signs.names.insert('!', "switch".to_owned());
                }
            }
        }
        for (cell, requirement) in doors(level, tiles) {
            match requirement {
                Requirement::Symbol(id) => signs.put(cell, letters.get(&id), &level.graph, id),
                Requirement::Toggle(..) => drop(signs.at.insert(cell, '=')),
                _ => {}
            }
        }
        signs
    }

    fn put(&mut self, cell: Cell, letter: Option<&char>, graph: &Graph, id: u32) {
        let Some((&letter, name)) = letter.zip(graph.symbols.get(id as usize)) else { return };
        self.at.insert(cell, letter);
        let plain = name.strip_prefix("solved ").unwrap_or(name);
        let name = if plain.len() == 1 { format!("key {plain}") } else { plain.to_owned() };
        self.names.insert(letter, name);
    }
}

/// The letter of each symbol: its own where it is one, a digit for what was solved, else the next small letter.
fn letters(graph: &Graph) -> BTreeMap<u32, char> {
    let mut digits = '1'..='9';
    let mut small = "acdfghjlmnpqrstuvwyz".chars();
    let letter = |name: &String| {
        let mut chars = name.chars();
        match (chars.next(), chars.next()) {
            (Some(one), None) if one.is_ascii_uppercase() => Some(one),
            _ if name.starts_with("solved ") => digits.next(),
            _ => small.next(),
        }
    };
    let all: Vec<Option<char>> = graph.symbols.iter().map(letter).collect();
    (0..).zip(all).filter_map(|(id, letter)| Some((id, letter?))).collect()
}

/// Door tiles with what the edge between their rooms asks for.
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

/// A floor, cut to where there is something; none where there is nothing.
fn floor(tiles: &Tiles, number: u32, signs: &Signs) -> Option<Canvas> {
    let there =
        || tiles.cells().filter(move |(cell, tile)| cell.floor == number && *tile != Tile::Void);
    let top = there().map(|(cell, _)| cell.row).min()?;
    let bottom = there().map(|(cell, _)| cell.row).max()?;
    let left = there().map(|(cell, _)| cell.col).min()?;
    let right = there().map(|(cell, _)| cell.col).max()?;
    let mut canvas = Canvas::new((right - left + 1) as usize, (bottom - top + 1) as usize);
    for (cell, tile) in there() {
        let (glyph, style) = match (signs.at.get(&cell), tile) {
            (Some(&sign), tile) => (sign, named(tile)),
            (None, Tile::Start) => ('@', colour(77).bold()),
            (None, tile) => look(tile),
        };
        canvas.put((cell.col - left) as usize, (cell.row - top) as usize, glyph, style);
    }
    Some(canvas)
}

/// The colour of a sign: that of what opens, or of what is closed.
fn named(tile: Tile) -> Style {
    match tile {
        Tile::DoorPuzzle | Tile::DoorLocked | Tile::DoorBoss => colour(203).bold(),
        _ => colour(220).bold(),
    }
}

fn legend(text: &mut String, signs: &Signs) {
    let mut words: Vec<String> =
        ["@ start", "* goal", "b boss", "/ door", "~ water"].map(str::to_owned).to_vec();
    words.extend(signs.names.iter().map(|(sign, name)| format!("{sign} {name}")));
    wrap(text, &words, " · ");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_and_what_they_open_have_a_letter() {
        let drawn = r#"quandary/level/1
legend: - VOID  . FLOOR  # WALL  = DOOR_PUZZLE  @ START  * TRIFORCE
rooms: [{"node":"a","floor":0,"row":0,"col":0,"rows":3,"cols":5},{"node":"b","floor":0,"row":0,"col":5,"rows":3,"cols":4}]
marks: [{"floor":0,"row":1,"col":2,"gives":"symbol:A"}]
graph: {"nodes":[{"id":"a","contents":["start","symbol:A"]},{"id":"b","contents":["goal"]}],"edges":[{"from":"a","to":"b","requires":["symbol:A"]},{"from":"b","to":"a","requires":["symbol:A"]}]}

#########-
#@..==.*#-
#########-
"#;
        let level = level::text::read(drawn).unwrap();
        let words = Words {
            title: "A dungeon".to_owned(),
            lines: vec![("Keys", "1".to_owned())],
            walkthrough: Some(vec!["take A".to_owned(), "go east".to_owned()]),
        };
        let text = render(&level, &words, false).unwrap();
        let expect = "A dungeon\n\n█████████\n█@A·AA·*█\n█████████\n\n  @ start · * goal · b boss · / door · ~ water · A key A\nKeys: 1\nWalkthrough, 2 commands:\n  take A · go east\n";
        assert_eq!(text, expect);
    }
}
