//! Projects of LDtk 1.5.3: a level for each floor, or for each room.
//!
//! Cells are an IntGrid whose values have the numbers and names of tiles, and are drawn once more by our picture. Things
//! are entities with typed fields; a lock refers to its keys, a key to what it opens. What no entity shows (the room
//! graph, rules, provenance) stands in the field `quandary` of the first level. Floors lie at their heights.
//!
//! Invariant: `crate::ldtk` reads a level that asks for the same and is won as cheaply.

mod read;
mod uids;
mod fields;
mod defs;
mod levels;
mod pieces;
mod things;
#[cfg(test)]
mod tests;

use crate::iids::Iids;
use crate::place::{ExportError, Place};
use crate::sheet::Sheet;
use pieces::Piece;
use serde_json::{Value, json};
use uids::Uids;

pub use pieces::Worlds;
pub use read::{MOST_BYTES, Read, is_own, read};

/// The version of the format.
pub const VERSION: &str = "1.5.3";

/// A project in the making: what refers to each other is named before anything is written.
struct Project<'a> {
    place: &'a Place,
    sheet: Sheet<'a>,
    pieces: Vec<Piece>,
    uids: Uids,
    world: String,
    /// The name of each thing.
    things: Vec<String>,
    /// The piece that each thing lies in.
    lies: Vec<usize>,
    /// The names of each piece and its layers.
    levels: Vec<[String; 5]>,
}

/// Prints a place as a project.
///
/// # Errors
/// When a level for each room is asked for, and something lies in no room.
pub fn print(place: &Place, sheet: Sheet<'_>, worlds: Worlds) -> Result<String, ExportError> {
    let pieces = pieces::of(place, worlds)?;
    let mut iids = Iids::of(&format!("{}\n{:?}", place.title, place.level.provenance));
    let (iid, world) = (iids.next(), iids.next());
    let lies = place.things.iter().map(|thing| pieces::lies(&pieces, thing)).collect();
    let project = Project {
        place,
        sheet,
        uids: Uids::new(pieces.len()),
        world,
        things: place.things.iter().map(|_| iids.next()).collect(),
        lies,
        levels: pieces.iter().map(|_| [(); 5].map(|()| iids.next())).collect(),
        pieces,
    };
    let value = project.value(&iid);
    let text = serde_json::to_string_pretty(&value);
    text.map_err(|error| crate::place::wrong("level", error.to_string()))
}

impl Project<'_> {
    fn value(&self, iid: &str) -> Value {
        let side = self.sheet.side;
        json!({
            "__header__": {
                "fileType": "LDtk Project JSON",
                "app": "LDtk",
                "doc": "https://ldtk.io/json",
                "schema": "https://ldtk.io/files/JSON_SCHEMA.json",
                "appAuthor": "Sebastien 'deepnight' Benard",
                "appVersion": VERSION,
                "url": "https://ldtk.io",
            },
            "iid": iid,
            "jsonVersion": VERSION,
            "appBuildId": 473_703,
            "nextUid": self.uids.next(),
            "identifierStyle": "Free",
            "toc": [],
            "worldLayout": "Free",
            "worldGridWidth": side,
            "worldGridHeight": side,
            "defaultLevelWidth": 16 * side,
            "defaultLevelHeight": 11 * side,
            "defaultPivotX": 0,
            "defaultPivotY": 0,
            "defaultGridSize": side,
            "defaultEntityWidth": side,
            "defaultEntityHeight": side,
            "bgColor": "#40465B",
            "defaultLevelBgColor": "#1E1E24",
            "minifyJson": false,
            "externalLevels": false,
            "exportTiled": false,
            "simplifiedExport": false,
            "imageExportMode": "None",
            "exportLevelBg": true,
            "pngFilePattern": null,
            "backupOnSave": false,
            "backupLimit": 10,
            "backupRelPath": null,
            "levelNamePattern": "Level_%idx",
            "tutorialDesc": null,
            "customCommands": [],
            "flags": [],
            "defs": self.defs(),
            "levels": (0..self.pieces.len()).map(|piece| self.level(piece)).collect::<Vec<_>>(),
            "worlds": [],
            "dummyWorldIid": self.world,
        })
    }
}
