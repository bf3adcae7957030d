//! Reads maps of Universal VTT.

use super::print;
use crate::aliases::Aliases;
use crate::annotations::Annotations;
use crate::grid::{OwnFields, of_level};
use crate::walls::{Border, Walls};
use crate::{Import, Place};
use level::Level;
use level::formats::json::{ReadError, parse, wrong};
use serde::Deserialize;
use serde::de::IgnoredAny;

#[derive(Deserialize)]
struct Raw {
    resolution: Resolution,
    line_of_sight: Vec<Vec<Point>>,
    #[serde(default)]
    objects_line_of_sight: Vec<IgnoredAny>,
    #[serde(default)]
    portals: Vec<Portal>,
    #[serde(default)]
    quandary: Option<OwnFields>,
}

#[derive(Deserialize)]
struct Resolution {
    #[serde(default)]
    map_origin: Point,
    map_size: Point,
}

#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq)]
struct Point {
    x: f64,
    y: f64,
}

#[derive(Debug, Deserialize, PartialEq)]
struct Portal {
    bounds: Vec<Point>,
    #[serde(default)]
    closed: bool,
}

/// True if a text is such a map.
#[must_use]
pub fn is(text: &str) -> bool {
    #[derive(Deserialize)]
    struct Head {
        #[serde(rename = "resolution")]
        _resolution: IgnoredAny,
        #[serde(rename = "line_of_sight")]
        _lines: Vec<IgnoredAny>,
    }
    text.contains("\"line_of_sight\"") && parse::<Head>(text).is_ok()
}

/// Reads a map: a level that we wrote and whose walls are as we wrote them, or else the walls and portals as
/// the module `walls` of this crate says. Portals are doors that are open.
///
/// # Errors
/// A field of the wrong form, or a map that is too large. A map without a start, as all of other programs, is a faulty
/// level.
pub fn read(text: &str, aliases: &Aliases) -> Result<Import, ReadError> {
    let raw: Raw = parse(text.strip_prefix('\u{feff}').unwrap_or(text))?;
    let mut notes = Vec::new();
    if let Some(level) = raw.quandary.as_ref().and_then(|ours| ours.level.clone()) {
        match of_level(level, |level| raw.is_of(level)) {
            Ok(level) => return Ok(Import::one(level, notes)),
            Err(note) => notes.push(note),
        }
    }
    let Resolution { map_origin: from, map_size: size } = raw.resolution;
    let walls = Walls::of([size.x, size.y]);
    let mut walls = walls.map_err(|message| wrong("resolution.map_size", message))?;
    let at = |point: &Point| [point.x - from.x, point.y - from.y];
    for (number, line) in raw.line_of_sight.iter().enumerate() {
        for pair in line.windows(2) {
            let [start, end] = pair else { continue };
            let wall = walls.wall(at(start), at(end));
            wall.map_err(|message| wrong(format!("line_of_sight[{number}]"), message))?;
        }
    }
    for (number, portal) in raw.portals.iter().enumerate() {
        let field = || format!("portals[{number}].bounds");
        let [start, end] = &portal.bounds[..] else {
            return Err(wrong(field(), "has not two points"));
        };
        let door = walls.door(at(start), at(end), Border::Door);
        door.map_err(|message| wrong(field(), message))?;
    }
    notes.extend(walls.notes(aliases));
    if !raw.objects_line_of_sight.is_empty() {
        let many = raw.objects_line_of_sight.len() as u64;
        notes.push(
            diagnostics::counted(many, "line of an object is", "lines of objects are")
                + " passed over",
        );
    }
    let draft = walls.cells(aliases);
    let mut draft = draft.map_err(|message| wrong("resolution.map_size", message))?;
    draft.name = raw.quandary.and_then(|ours| ours.title);
    Ok(Import::of(vec![draft.level(aliases)], notes))
}

impl Raw {
    /// True if the map has the walls and portals of a level.
    fn is_of(&self, level: &Level) -> bool {
        let floor = self.quandary.as_ref().map_or(0, |ours| ours.floor);
        let Ok(place) = Place::of(level, &Annotations::default()) else { return false };
        parse::<Self>(&print(&place, floor, None)).is_ok_and(|ours| {
            ours.line_of_sight == self.line_of_sight && ours.portals == self.portals
        })
    }
}
