//! Reads and writes levels as maps of Tiled (<https://www.mapeditor.org>) in its JSON format (`.tmj`). Maps, tile sets
//! and templates in XML (`.tmx`, `.tsx`, `.tx`) are read too, worlds (`.world`), and exports for Lua (`.lua`) and as
//! numbers (`.csv`).
//!
//! **Floors.** The tile layers cover each other and form one floor; empty cells of a later layer do not cover. If
//! layers, or the groups around them, have the integer property `floor`, or are called `floor N`, `level N` or `z N`,
//! the layers of each number form a floor. Then every tile layer must have a floor number, and floors are in the order
//! of the numbers. Hidden layers are left out with a note, and layers of the class `decoration` without one. A cell
//! that is empty in all layers is VOID, or the tile that the table of names gives for `empty`. The properties `rows`
//! and `cols` of a layer crop its floor to the upper left corner of the map.
//!
//! **Tiles.** The meaning of a tile is given by its property `tile` (a name such as WALL, or a number), or else by its
//! class. A tile without either must be in the tile set of this project ([`TILE_SET`]), whose tiles have the numbers of
//! a level.
//!
//! **Objects** get their meaning from their class; the order of their layer does not matter. The classes are `start`,
//! `goal`; `key`, `item`, `symbol` and `toggle` with the property `gives`; `lock` with `needs`; `plate`, where all
//! objects of one name form one plate, which may have `gives`; and `room` with `node`. An object may also be a tile,
//! which is drawn where it stands. A point or a thing is on the cell under its middle. A lock, a plate, a room or any
//! other tile has the cells that it covers by more than half. An object inherits the properties that it lacks from its
//! template. An object with the property `tile` adds nothing: it describes a tile that is drawn, and must agree with
//! it. `door`, `passage`, `block`, `stair`, `enemy`, `boss`, `solution` and `witness` are only for display. Any other
//! class is ignored with a note.
//!
//! **Properties** of the map: `win` lists conditions and `rules` lists rules, both separated by commas.
//!
//! **The rest** (the room graph, name and provenance) is JSON in the map's property `quandary`.
//!
//! Invariants: a level that is printed and read back equals the level read from its JSON; the same level gives the same
//! bytes; no text causes a panic, and memory is bounded by a map of [`MOST_CELLS`] cells.

mod fields;
mod csv;
mod layers;
mod lost;
mod lua;
mod object;
mod objects;
mod print;
mod raw;
mod read;
mod sets;
mod to_xml;
mod world;
pub(crate) mod xml;
pub use csv::is_rows;
pub use print::{print, print_with};
pub use read::{is_map, read, read_with};
pub use to_xml::to_xml;

use crate::import::ForeignName;
use level::model::grid::Cell;
use level::model::level::Level;

/// The name of the tile set of this project.
pub const TILE_SET: &str = "quandary-tiles";
/// The file name of the picture of its tiles, which is beside the map.
pub const IMAGE: &str = "quandary-tiles.png";
/// The side of a tile in pixels.
pub const SIDE: u32 = 32;
/// The number of tiles in a row of the picture. Tile `n` is in row `n / 10`, column `n % 10`.
pub const COLUMNS: u32 = 10;
/// The number of rows of tiles in the picture.
pub const ROWS: u32 = 5;

/// The most cells of all layers of a map.
pub const MOST_CELLS: u64 = 4_194_304;
/// The most bytes of a map.
pub const MOST_BYTES: usize = 64 << 20;
/// The most JSON objects of a map, including layers, properties and points of lines.
pub const MOST_PARTS: usize = 1 << 20;
/// Maximal nesting depth of groups of layers.
const DEEPEST: usize = 16;

/// An error in a map, with its place. It lists what was ignored too, because that may be the reason.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {message}{}", .notes.iter().map(|note| format!("\n  note: {note}")).collect::<String>())]
#[non_exhaustive]
pub struct TiledError {
    /// The layer, object and field, or the line and column.
    pub place: String,
    /// The fault, and the expected value.
    pub message: String,
    /// Notes on what was ignored until then, one a line; of objects the first few.
    pub notes: Vec<String>,
}

fn wrong(place: impl Into<String>, message: impl Into<String>) -> TiledError {
    TiledError { place: place.into(), message: message.into(), notes: Vec::new() }
}

/// A level, with notes for the user.
#[derive(Clone, Debug, PartialEq)]
pub struct Read {
    /// The level.
    pub level: Level,
    /// Notes on what was ignored, one a line; of objects the first few.
    pub notes: Vec<String>,
    /// The foreign names of the map.
    pub names: Vec<ForeignName>,
}

impl Read {
    /// A `fetch` function for maps whose tile sets and templates are not in separate files.
    ///
    /// # Errors
    /// Always.
    pub fn no_files(name: &str) -> Result<String, String> {
        Err(format!("no file is read from here, and so not {name:?}"))
    }
}

/// A way through a level, to draw over its map.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Way {
    /// Its title, in one line.
    pub title: String,
    /// The cells of the way, from the start on.
    pub cells: Vec<Cell>,
    /// The plan in words.
    pub words: String,
    /// True if it ends in a dead state: its class is then `witness`, else `solution`.
    pub dead_state: bool,
}

/// Checks that a map is small enough to be read.
fn check_size(text: &str) -> Result<(), TiledError> {
    if text.len() > MOST_BYTES {
        let message = format!("has {} bytes; {MOST_BYTES} are the most of a Tiled map", text.len());
        return Err(wrong("map", message));
    }
    let parts = text.bytes().filter(|&byte| byte == b'{').count();
    if parts > MOST_PARTS {
        let message = format!("has {parts} JSON objects; {MOST_PARTS} are the most that are read");
        return Err(wrong("map", message));
    }
    Ok(())
}

/// Checks the number of cells against the limit.
fn check_cells(cells: u64, place: &str) -> Result<(), TiledError> {
    if cells <= MOST_CELLS {
        return Ok(());
    }
    let message = format!("makes {cells} cells in all layers; {MOST_CELLS} are the most of a map");
    Err(wrong(place, message))
}
