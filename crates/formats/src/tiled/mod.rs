//! Levels as maps of Tiled (<https://www.mapeditor.org>), in its JSON format (`.tmj`), both ways; maps, tile
//! sets and templates in XML (`.tmx`, `.tsx`, `.tx`) are read too.
//!
//! **Floors.** The tile layers lie over each other and make one floor: a later one covers the earlier ones, except where
//! its cells are empty. Where layers, or the groups around them, have the whole-number property `floor`, or are called
//! `floor N`, `level N` or `z N`, those of one number make a floor; then every tile layer says its floor, and floors lie in
//! the order of the numbers. Hidden layers are left out, with a note, and those of the class `decoration` without. A cell
//! that is empty in all layers is VOID, or what the table of names calls `empty`. The properties `rows` and `cols` of a
//! layer cut its floor out of the upper left corner of the map.
//!
//! **Tiles.** A tile of a tile set says what it is by its property `tile` (a name such as WALL, or a number), else by
//! its class, else by being of the tile set that is shipped ([`TILE_SET`]), whose tiles have the numbers of a level.
//!
//! **Objects** mean something by their class, wherever their layer lies: `start`, `goal`; `key`, `item`, `symbol` and
//! `toggle` with the property `gives`; `lock` with `needs`; `plate`, where those of one name are one plate, which may
//! have `gives`; `room` with `node`; or they are tiles, laid where they stand. Points and things lie on the cell that
//! their middle lies on, locks, plates, rooms and tiles that are no things on the cells that they cover by more than half.
//! An object has what it does not say itself from its template. One with the property `tile` adds nothing: it tells of a tile that is drawn, and has to agree with it. `door`, `passage`, `block`, `stair`,
//! `enemy`, `boss`, `solution` and `witness` are for the eye. Any other class is passed over, with a note.
//!
//! **Properties** of the map: `win` lists conditions, and `rules` rules, both separated by commas.
//!
//! **The rest** (the room graph, name and provenance) is JSON in the map's property `quandary`.
//!
//! Invariants: a level that is printed and read back is equal to what its JSON reads as; the same level gives the
//! same bytes; whatever the text, nothing panics, and no more is kept than a map of [`MOST_CELLS`] cells takes.

mod fields;
mod layers;
mod object;
mod objects;
mod print;
mod raw;
mod read;
mod sets;
mod xml;
pub use print::{print, print_with};
pub use read::{is_map, read, read_with};

use level::model::grid::Cell;
use level::model::level::Level;

/// The name of the tile set that is shipped.
pub const TILE_SET: &str = "quandary-tiles";
/// The picture of its tiles, beside the map.
pub const IMAGE: &str = "quandary-tiles.png";
/// The side of a tile in pixels.
pub const SIDE: u32 = 32;
/// The number of tiles that stand in a row of the picture: the tile of number `n` is in row `n / 10`, column `n % 10`.
pub const COLUMNS: u32 = 10;
/// The number of rows of tiles the picture has.
pub const ROWS: u32 = 5;

/// The most cells of all layers of a map.
pub const MOST_CELLS: u64 = 4_194_304;
/// The most bytes of a map.
pub const MOST_BYTES: usize = 64 << 20;
/// The most JSON objects of a map, layers and properties and points of lines included.
pub const MOST_PARTS: usize = 1 << 20;
/// Maximal nesting depth of groups of layers.
const DEEPEST: usize = 16;

/// An error in a map, with its place, and with what was passed over, since that may be the reason.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {message}{}", .notes.iter().map(|note| format!("\n  note: {note}")).collect::<String>())]
#[non_exhaustive]
pub struct TiledError {
    /// The layer, the object, the field; or the line and column.
    pub place: String,
    /// The fault, and what would be right.
    pub message: String,
    /// What was passed over until then, one a line; of objects the first few.
    pub notes: Vec<String>,
}

fn wrong(place: impl Into<String>, message: impl Into<String>) -> TiledError {
    TiledError { place: place.into(), message: message.into(), notes: Vec::new() }
}

/// A level that was read, with notes for the author of the map.
#[derive(Clone, Debug, PartialEq)]
pub struct Read {
    /// The level.
    pub level: Level,
    /// What was passed over, one a line; of objects the first few.
    pub notes: Vec<String>,
}

impl Read {
    /// For maps without tile sets and templates in files of their own: there are no files.
    ///
    /// # Errors
    /// Always.
    pub fn no_files(name: &str) -> Result<String, String> {
        Err(format!("no file is read from here, and so not {name:?}"))
    }
}

/// A way through a level that is drawn over its map.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Way {
    /// Its title, in one line.
    pub title: String,
    /// The cells passed, the start included.
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
