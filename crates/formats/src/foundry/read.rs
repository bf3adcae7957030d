//! Reads scenes of Foundry VTT.

use super::{DOOR, FREE, LOCKED, SECRET, print};
use crate::aliases::Aliases;
use crate::annotations::Annotations;
use crate::grid::{OwnFields, of_level};
use crate::place::FloorPicture;
use crate::walls::{Border, Walls};
use crate::{Import, Place};
use level::Level;
use level::formats::json::{ReadError, parse, wrong};
use serde::Deserialize;
use serde::de::IgnoredAny;

#[derive(Deserialize)]
struct Raw {
    #[serde(default)]
    name: Option<String>,
    width: f64,
    height: f64,
    #[serde(default)]
    padding: f64,
    grid: Grid,
    #[serde(default, rename = "gridType")]
    grid_type: Option<u32>,
    walls: Vec<Wall>,
    #[serde(default)]
    notes: Vec<Note>,
    #[serde(default)]
    flags: Flags,
}

/// The grid; up to version 9 only its size.
#[derive(Deserialize)]
#[serde(untagged)]
enum Grid {
    Size(f64),
    Full {
        size: f64,
        #[serde(default, rename = "type")]
        kind: Option<u32>,
    },
}

#[derive(Debug, Deserialize, PartialEq)]
struct Wall {
    c: [f64; 4],
    #[serde(default)]
    door: u32,
    #[serde(default)]
    ds: u32,
    #[serde(default)]
    dir: u32,
    #[serde(default = "stops", rename = "move")]
    moves: u32,
}

fn stops() -> u32 {
    super::STOPS
}

#[derive(Debug, Deserialize, PartialEq)]
struct Note {
    x: f64,
    y: f64,
}

#[derive(Default, Deserialize)]
struct Flags {
    #[serde(default)]
    quandary: Option<OwnFields>,
}

/// True if a text is such a scene.
#[must_use]
pub fn is(text: &str) -> bool {
    #[derive(Deserialize)]
    struct Head {
        #[serde(rename = "walls")]
        _walls: Vec<IgnoredAny>,
        #[serde(rename = "grid")]
        _grid: IgnoredAny,
        #[serde(rename = "width")]
        _width: f64,
    }
    text.contains("\"walls\"") && parse::<Head>(text).is_ok()
}

/// Reads a scene: a level that we wrote and whose walls and notes are as we wrote them, or else the walls and doors as
/// the module `walls` of this crate says. A door is open unless it is locked.
///
/// # Errors
/// A field of the wrong form, or a scene that is too large or has hexagons. A scene without a start, as all of other
/// programs, is a faulty level.
pub fn read(text: &str, aliases: &Aliases) -> Result<Import, ReadError> {
    let raw: Raw = parse(text.strip_prefix('\u{feff}').unwrap_or(text))?;
    let mut notes = Vec::new();
    if let Some(level) = raw.flags.quandary.as_ref().and_then(|ours| ours.level.clone()) {
        match of_level(level, |level| raw.is_of(level)) {
            Ok(level) => return Ok(Import::one(level, notes)),
            Err(note) => notes.push(note),
        }
    }
    let (size, kind) = match raw.grid {
        Grid::Size(size) => (size, raw.grid_type),
        Grid::Full { size, kind } => (size, kind.or(raw.grid_type)),
    };
    if kind.is_some_and(|kind| kind > 1) {
        return Err(wrong("grid.type", "is a grid of hexagons; squares are read"));
    }
    if !(size >= 1.0 && size.is_finite()) {
        return Err(wrong("grid.size", format!("is {size}; expected the pixels of a cell's side")));
    }
    let walls = Walls::of([raw.width / size, raw.height / size]);
    let mut walls = walls.map_err(|message| wrong("width", message))?;
    // Around the scene lies a padding of whole cells.
    let padding = [raw.width, raw.height].map(|side| (side * raw.padding / size).ceil());
    let ends = |[x, y, to_x, to_y]: [f64; 4]| {
        let at = |x: f64, y: f64| [x / size - padding[0], y / size - padding[1]];
        (at(x, y), at(to_x, to_y))
    };
    let (mut free, mut sided) = (0, 0);
    let (doors, plain): (Vec<_>, Vec<_>) =
        raw.walls.iter().enumerate().partition(|(_, wall)| wall.door > 0);
    for (number, wall) in plain.into_iter().chain(doors) {
        let (from, to) = ends(wall.c);
        sided += u64::from(wall.dir > 0);
        let put = match (wall.door, wall.ds) {
            (0, _) if wall.moves == FREE => {
                free += 1;
                continue;
            }
            (0, _) => walls.wall(from, to),
            (_, LOCKED) => walls.door(from, to, Border::Locked),
            (SECRET, _) => walls.door(from, to, Border::Secret),
            (DOOR.., _) => walls.door(from, to, Border::Door),
        };
        put.map_err(|message| wrong(format!("walls[{number}].c"), message))?;
    }
    notes.extend(walls.notes(aliases));
    let mut add = |many: u64, one: &str, more: &str, rest: &str| {
        if many > 0 {
            notes.push(diagnostics::counted(many, one, more) + rest);
        }
    };
    add(free, "wall does", "walls do", " not stop movement and are passed over");
    add(
        sided,
        "wall that blocks",
        "walls that block",
        " from one side are read as blocking from both",
    );
    let draft = walls.cells(aliases);
    let mut draft = draft.map_err(|message| wrong("width", message))?;
    draft.name = raw.name;
    Ok(Import::of(vec![draft.level(aliases)], notes))
}

impl Raw {
    /// True if the scene has the walls and notes of a level.
    fn is_of(&self, level: &Level) -> bool {
        let floor = self.flags.quandary.as_ref().map_or(0, |ours| ours.floor);
        let (Grid::Size(size) | Grid::Full { size, .. }) = self.grid;
        let picture = FloorPicture { file: "", png: &[], side: size as u32 };
        let Ok(place) = Place::of(level, &Annotations::default()) else { return false };
        parse::<Self>(&print(&place, floor, Some(picture)))
            .is_ok_and(|ours| ours.walls == self.walls && ours.notes == self.notes)
    }
}
