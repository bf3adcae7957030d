//! Reads dungeons of donjon's generator: its table of tab-separated cells, and its JSON.
//!
//! In the table `F` is floor, an empty cell nothing, `D` with a side a door, `DS` a secret one, `DP` a portcullis, `SU`
//! and `SUU` stairs up, `SD` and `SDD` stairs down. In the JSON each cell is a number with a bit for each of these.
//! Stairs up are the start, stairs down goals. Doors are open, but those that the JSON says to be locked. A table of
//! names may name other tiles for `door`, `locked door`, `secret door`, `trapped door` and `portcullis`.

use crate::Import;
use crate::aliases::Aliases;
use crate::grid::{Draft, Drawing, Tally, named};
use level::formats::json::{ReadError, at, parse, wrong};
use level::{Cell, Tile};
use serde::Deserialize;
use serde::de::IgnoredAny;

/// Bits of a cell that are floor: room, corridor, entrance.
const GROUND: u64 = 2 | 4 | 32;
/// The bit of each kind of door, the most special first, and of an arch.
const DOORS: [(u64, &str); 6] = [
    (0x4_0000, "locked door"),
    (0x10_0000, "secret door"),
    (0x8_0000, "trapped door"),
    (0x20_0000, "portcullis"),
    (0x2_0000, "door"),
    (0x1_0000, "arch"),
];
const STAIR_DOWN: u64 = 0x40_0000;
const STAIR_UP: u64 = 0x80_0000;

/// What a cell is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    Nothing,
    Floor,
    Door(&'static str),
    Up,
    /// The far end of stairs up, of which the table has two cells.
    FarUp,
    Down,
}

impl What {
    /// What a word of the table is.
    fn of_word(word: &str) -> Option<Self> {
        let side = |rest: &str| matches!(rest, "" | "T" | "B" | "L" | "R");
        Some(match word.trim() {
            "" => Self::Nothing,
            "F" => Self::Floor,
            "SU" => Self::Up,
            "SUU" => Self::FarUp,
            "SD" | "SDD" => Self::Down,
            word => {
                let rest = word.strip_prefix('D')?;
                match rest.chars().next() {
                    Some('S') if side(rest.get(1..)?) => Self::Door("secret door"),
                    Some('P') if side(rest.get(1..)?) => Self::Door("portcullis"),
                    _ if side(rest) => Self::Door("door"),
                    _ => return None,
                }
            }
        })
    }

    /// What the bits of a cell are.
    fn of_bits(bits: u64) -> Self {
        let door = DOORS.iter().find(|(bit, _)| bits & bit != 0);
        match door {
            Some((_, "arch")) => Self::Floor,
            Some(&(_, name)) => Self::Door(name),
            None if bits & STAIR_UP != 0 => Self::Up,
            None if bits & STAIR_DOWN != 0 => Self::Down,
            None if bits & GROUND != 0 => Self::Floor,
            None => Self::Nothing,
        }
    }
}

/// True if a text is such a table.
#[must_use]
pub fn is_table(text: &str) -> bool {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut words = text.lines().flat_map(|line| line.split('\t'));
    text.contains('\t')
        && words.clone().any(|word| What::of_word(word) == Some(What::Floor))
        && words.all(|word| What::of_word(word).is_some())
}

/// True if a text is a table or the JSON of donjon.
#[must_use]
pub fn is(text: &str) -> bool {
    #[derive(Deserialize)]
    struct Head {
        #[serde(rename = "cells")]
        _cells: Vec<IgnoredAny>,
        #[serde(rename = "cell_bit")]
        _bits: IgnoredAny,
    }
    is_table(text) || text.contains("\"cell_bit\"") && parse::<Head>(text).is_ok()
}

#[derive(Deserialize)]
struct Raw {
    cells: Vec<Vec<u64>>,
    #[serde(default)]
    settings: Settings,
}

#[derive(Default, Deserialize)]
struct Settings {
    #[serde(default)]
    name: Option<String>,
}

/// Reads a dungeon, with a table of names for tiles.
///
/// # Errors
/// A word of the table that is not known, or a field of the JSON of the wrong form; too many cells. A dungeon without
/// stairs up is a faulty level.
///
/// ```
/// use quandary_formats::{aliases::Aliases, donjon};
/// let read = donjon::read("SU\tF\tDL\tF\tSD\n", &Aliases::default())?;
/// assert!(read.levels[0].is_ok());
/// # Ok::<(), level::formats::json::ReadError>(())
/// ```
pub fn read(text: &str, aliases: &Aliases) -> Result<Import, ReadError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if !text.trim_start().starts_with('{') {
        return read_table(text, aliases);
    }
    let raw: Raw = parse(text)?;
    let cols = raw.cells.iter().map(Vec::len).max().unwrap_or(0);
    let rows = raw.cells.iter().map(|row| row.iter().map(|&bits| What::of_bits(bits)));
    let mut import =
        build([raw.cells.len(), cols], rows, aliases, |message| wrong("cells", message))?;
    if let Some(Ok(level)) = import.levels.first_mut() {
        level.name = raw.settings.name;
    }
    Ok(import)
}

fn read_table(text: &str, aliases: &Aliases) -> Result<Import, ReadError> {
    let drawing = Drawing::of_text(text);
    let lines: Vec<&str> = text.lines().skip(drawing.line).take(drawing.rows.len()).collect();
    let mut rows = Vec::with_capacity(lines.len());
    for (row, line) in lines.iter().enumerate() {
        let word = |word: &str| {
            What::of_word(word).ok_or_else(|| {
                let column = word.as_ptr() as usize - line.as_ptr() as usize;
                let column = line.get(..column).map_or(0, |before| before.chars().count());
                let message = format!(
                    "{:?} is no cell of donjon; known are F, D, DS and DP with a side, SU, SUU, SD, SDD",
                    diagnostics::short(word)
                );
                at(drawing.line + row, column, message)
            })
        };
        rows.push(line.split('\t').map(word).collect::<Result<Vec<_>, _>>()?);
    }
    let cols = rows.iter().map(Vec::len).max().unwrap_or(0);
    let size = [rows.len(), cols];
    let rows = rows.iter().map(|row| row.iter().copied());
    build(size, rows, aliases, |message| at(drawing.line, 0, message))
}

/// Builds the level of some cells.
fn build<R: Iterator<Item = What>>(
    size: [usize; 2],
    rows: impl Iterator<Item = R>,
    aliases: &Aliases,
    error: impl FnOnce(String) -> ReadError,
) -> Result<Import, ReadError> {
    let mut draft = Draft::filled(size, Tile::Void, &mut 0).map_err(error)?;
    let mut doors = Tally::default();
    let (mut near, mut far) = (Vec::new(), Vec::new());
    for (row, cells) in rows.enumerate() {
        for (col, what) in cells.enumerate() {
            let cell = Cell::new(0, row as u32, col as u32);
            let usual =
                |name| if name == "locked door" { Tile::DoorLocked } else { Tile::DoorOpen };
            match what {
                What::Nothing => continue,
                What::Door(name) => {
                    let tile = named(aliases, name, usual(name));
                    if tile == Tile::DoorOpen {
                        doors.count(name);
                    }
                    draft.put(cell, tile);
                    continue;
                }
                What::Up => near.push(cell),
                What::FarUp => far.push(cell),
                What::Down => draft.goals.push(cell),
                What::Floor => {}
            }
            draft.put(cell, Tile::Floor);
        }
    }
    draft.starts = if far.is_empty() { near } else { far };
    let mut notes: Vec<String> = doors.note("doors read as open").into_iter().collect();
    draft.first_start("stairs up", &mut notes);
    Ok(Import::of(vec![draft.level(aliases)], notes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use level::{Level, Limits, Options, Verdict, solve};

    fn length(level: &Level) -> Option<u64> {
        let rules = level.rules_under(None);
        match solve(level, &rules, &Options::default(), &Limits::default()).unwrap().verdict {
            Verdict::Solvable { walk, .. } => Some(walk.cost.straight),
            _ => None,
        }
    }

    const TABLE: &str = "\n\tSUU\tSU\tF\n\t\t\tDST\nSDD\tSD\tDL\tF\n";

    #[test]
    fn a_table_is_read() {
        assert!(is(TABLE) && is_table("F\tDR\n"));
        for other in ["F\n", "a\tb\n", "\t\n", "#\t.\n", "FF\tF\n"] {
            assert!(!is(other), "{other:?}");
        }
        let read = read(TABLE, &Aliases::default()).unwrap();
        assert_eq!(length(read.levels[0].as_ref().unwrap()), Some(6));
        assert_eq!(read.notes, ["doors read as open: door, secret door"]);
        let none = super::read("F\tSD\n", &Aliases::default()).unwrap().levels.remove(0);
        assert!(none.unwrap_err().to_string().contains("has no start"));
        let wrong = super::read("F\tDX\n", &Aliases::default()).unwrap_err().to_string();
        assert!(wrong.starts_with("line 1, column 3: \"DX\" is no cell of donjon"), "{wrong}");
    }

    #[test]
    fn the_bits_of_json_are_read() {
        let text = format!(
            r#"{{"cell_bit":{{"room":2}},"cells":[[16,0,0],[{},{},{}],[{}]],"settings":{{"name":"Pit","seed":7}}}}"#,
            STAIR_UP | 4,
            0x2_0000 | 32,
            STAIR_DOWN | 2,
            0x4_0000 | 32,
        );
        assert!(is(&text));
        let read = read(&text, &Aliases::default()).unwrap();
        let level = read.levels[0].as_ref().unwrap();
        assert_eq!((level.name.as_deref(), length(level)), (Some("Pit"), Some(2)));
        assert_eq!(level.tiles.as_ref().unwrap().tile(Cell::new(0, 2, 0)), Some(Tile::DoorLocked));
        assert_eq!(read.notes, ["doors read as open: door"]);
        let open =
            super::read(&text, &Aliases::of([("locked door", "DOOR_OPEN")]).unwrap()).unwrap();
        assert_eq!(open.notes, ["doors read as open: door, locked door"]);
        let wrong = super::read("{\"cells\":[[-1]]}", &Aliases::default()).unwrap_err().to_string();
        assert!(wrong.contains("cells[0][0]"), "{wrong}");
    }
}
