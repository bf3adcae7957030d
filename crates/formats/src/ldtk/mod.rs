//! Projects of LDtk 1.5.3: a level for each floor, or for each room.
//!
//! Cells are an IntGrid whose values have the numbers and names of tiles. A second layer draws them with our picture.
//! Things are entities with typed fields: a lock refers to its keys, a key to the locks it opens. The data that no
//! entity shows (the room graph, rules, provenance) is in the field `quandary` of the first level. Floors have their
//! depths.
//!
//! Invariant: `crate::ldtk` reads back a level with the same requirements and the same cheapest cost.

mod read;
mod defs;
mod levels;
#[cfg(test)]
mod tests;

use crate::kind::{Field, Kind};
use crate::place::{ExportError, Iids, Place, Sheet, Thing, wrong};
use crate::ways::{Area, RoomAt};
use level::{Cell, Tile};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

pub use read::{Fetch, MOST_BYTES, is_own, read};
pub(crate) use read::{MOST_FLOORS, read_own, sizes};

/// The version of the format.
pub const VERSION: &str = "1.5.3";

/// A project under construction. All names are assigned before anything is written, because the parts refer to each
/// other.
struct Project<'a> {
    place: &'a Place,
    sheet: Sheet<'a>,
    pieces: Vec<Piece>,
    uids: Uids,
    world: String,
    /// The name of each thing.
    things: Vec<String>,
    /// The piece in which each thing is.
    lies: Vec<usize>,
    /// The names of each piece and its layers.
    levels: Vec<[String; 5]>,
}

/// Prints a place as a project.
///
/// # Errors
/// When each room should be a level, and something is in no room.
pub fn print(place: &Place, sheet: Sheet<'_>, worlds: Worlds) -> Result<String, ExportError> {
    let pieces = pieces(place, worlds)?;
    let mut iids = Iids::of(&format!("{}\n{:?}", place.title, place.level.provenance));
    let (iid, world) = (iids.next(), iids.next());
    let lies = place.things.iter().map(|thing| lies(&pieces, thing)).collect();
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
                "fileType": "LDtk Project JSON", "app": "LDtk", "doc": "https://ldtk.io/json",
                "schema": "https://ldtk.io/files/JSON_SCHEMA.json", "appAuthor": "Sebastien 'deepnight' Benard",
                "appVersion": VERSION,
                "url": "https://ldtk.io",
            },
            "iid": iid,
            "jsonVersion": VERSION,
            "appBuildId": 473_703, "nextUid": self.uids.next(), "identifierStyle": "Free", "toc": [],
            "worldLayout": "Free", "worldGridWidth": side, "worldGridHeight": side,
            "defaultLevelWidth": 16 * side,
            "defaultLevelHeight": 11 * side,
            "defaultPivotX": 0, "defaultPivotY": 0, "defaultGridSize": side, "defaultEntityWidth": side,
            "defaultEntityHeight": side, "bgColor": "#40465B", "defaultLevelBgColor": "#1E1E24", "minifyJson": false,
            "externalLevels": false, "exportTiled": false, "simplifiedExport": false, "imageExportMode": "None",
            "exportLevelBg": true, "pngFilePattern": null, "backupOnSave": false, "backupLimit": 10,
            "backupRelPath": null, "levelNamePattern": "Level_%idx", "tutorialDesc": null, "customCommands": [],
            "flags": [], "defs": self.defs(),
            "levels": (0..self.pieces.len()).map(|piece| self.level(piece)).collect::<Vec<_>>(),
            "worlds": [], "dummyWorldIid": self.world,
        })
    }
}

/// The part of a place that becomes a level of a project.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Worlds {
    /// A floor.
    #[default]
    Floors,
    /// A room.
    Rooms,
}

/// A part that becomes a level.
pub(super) struct Piece {
    /// The cells it has.
    pub(super) area: Area,
    /// The height of its floor.
    pub(super) depth: i32,
    /// A unique name of letters and digits.
    pub(super) identifier: String,
    /// The name for display.
    pub(super) name: String,
}

/// The parts of a place.
///
/// # Errors
/// When each room should be a level, and there are no rooms, or something is in no room.
fn pieces(place: &Place, worlds: Worlds) -> Result<Vec<Piece>, ExportError> {
    match worlds {
        Worlds::Floors => Ok(floors(place)),
        Worlds::Rooms => rooms(place),
    }
}

fn floors(place: &Place) -> Vec<Piece> {
    let piece = |(floor, found): (u32, &crate::place::Floor)| Piece {
        area: Area { corner: Cell::new(floor, 0, 0), rows: found.rows, cols: found.cols },
        depth: found.depth,
        identifier: format!("Floor_{floor}"),
        name: format!("{}, floor {}", place.title, found.depth),
    };
    (0..).zip(&place.floors).map(piece).collect()
}

fn rooms(place: &Place) -> Result<Vec<Piece>, ExportError> {
    let at = RoomAt::of(place.tiles());
    let outside = |&(cell, tile): &(Cell, Tile)| tile != Tile::Void && at.get(cell).is_none();
    if let Some((cell, tile)) = place.tiles().cells().find(outside) {
        let message = format!(
            "{tile} on floor {}, row {}, column {} lies in no room; a level for each room can be written where all tiles \
             lie in rooms, else one for each floor",
            cell.floor, cell.row, cell.col
        );
        return Err(wrong("rooms", message));
    }
    let rooms = place.things.iter().filter(|thing| thing.kind == Kind::Room);
    let piece = |(number, room): (usize, &Thing)| Piece {
        area: room.area,
        depth: place.floors.get(room.floor() as usize).map_or(0, |floor| floor.depth),
        identifier: format!("Room_{}", number + 1),
        name: room.name.clone(),
    };
    Ok(rooms.enumerate().map(piece).collect())
}

/// The part of a thing: the one that holds its corner.
fn lies(pieces: &[Piece], thing: &Thing) -> usize {
    // If parts are rooms, the part of a room has the room's index.
    let room = thing.refs(Field::Room).first().copied();
    let holds =
        |at: &usize| pieces.get(*at).is_some_and(|piece| piece.area.contains(thing.area.corner));
    room.filter(holds)
        .or_else(|| pieces.iter().position(|piece| piece.area.contains(thing.area.corner)))
        .unwrap_or(0)
}

impl Piece {
    /// The direction of another part from this one, if they are neighbours: a compass point, above or below.
    pub(super) fn neighbour(&self, other: &Self) -> Option<&'static str> {
        let span = |from: u32, many: u32| (i64::from(from), i64::from(from) + i64::from(many));
        let side = |a: (i64, i64), b: (i64, i64)| match () {
            () if b.1 < a.0 || b.0 > a.1 => None,
            () if b.1 == a.0 => Some(-1),
            () if b.0 == a.1 => Some(1),
            () => Some(0),
        };
        let (a, b) = (self.area, other.area);
        let across = side(span(a.corner.col, a.cols), span(b.corner.col, b.cols))?;
        let down = side(span(a.corner.row, a.rows), span(b.corner.row, b.rows))?;
        match (other.depth - self.depth, down, across) {
            (0, -1, -1) => Some("nw"),
            (0, -1, 0) => Some("n"),
            (0, -1, 1) => Some("ne"),
            (0, 0, -1) => Some("w"),
            (0, 0, 0) => Some("o"),
            (0, 0, 1) => Some("e"),
            (0, 1, -1) => Some("sw"),
            (0, 1, 0) => Some("s"),
            (0, 1, 1) => Some("se"),
            (1, 0, 0) => Some(">"),
            (-1, 0, 0) => Some("<"),
            _ => None,
        }
    }
}

/// The unique numbers of definitions and levels.
pub(super) struct Uids {
    levels: usize,
}

/// Definitions that occur once.
#[derive(Clone, Copy)]
pub(super) enum Once {
    Cells = 1,
    Picture,
    Things,
    Rooms,
    TileSet,
    Purposes,
    Tiles,
}

const BEGIN_LEVEL_FIELDS: usize = 20;
const BEGIN_KINDS: usize = 100;
/// The most fields of a kind, plus one.
const A_KIND: usize = 20;
const BEGIN_LEVELS: usize = 1000;

impl Uids {
    /// The numbers of a project with this number of levels.
    pub(super) fn new(levels: usize) -> Self {
        Self { levels }
    }

    /// The first free number.
    pub(super) fn next(&self) -> usize {
        BEGIN_LEVELS + self.levels
    }

    pub(super) fn level(&self, piece: usize) -> usize {
        BEGIN_LEVELS + piece
    }

    pub(super) fn kind(&self, kind: Kind) -> usize {
        BEGIN_KINDS + A_KIND * Kind::ALL.iter().position(|&one| one == kind).unwrap_or(0)
    }

    pub(super) fn field(&self, kind: Kind, field: Field) -> usize {
        let place = kind.fields().iter().position(|&one| one == field).unwrap_or(0);
        self.kind(kind) + 1 + place
    }

    /// The number of the field for the name of a thing; it comes after the others.
    pub(super) fn name(&self, kind: Kind) -> usize {
        self.kind(kind) + 1 + kind.fields().len()
    }

    pub(super) fn level_field(&self, at: usize) -> usize {
        BEGIN_LEVEL_FIELDS + at
    }
}

/// The name of a kind in a project.
pub(crate) fn identifier(kind: Kind) -> String {
    let words = kind.name().split('_');
    let capital = |word: &str| {
        let mut letters = word.chars();
        letters
            .next()
            .map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
    };
    words.map(capital).collect()
}

/// The tile that represents a kind.
pub(super) fn icon(kind: Kind) -> Option<Tile> {
    match kind {
        Kind::Start => Some(Tile::Start),
        Kind::Goal => Some(Tile::Goal),
        Kind::Key => Some(Tile::KeySmall),
        Kind::Item => Some(Tile::ItemMinor),
        Kind::Puzzle => Some(Tile::Puzzle),
        Kind::Block => Some(Tile::Block),
        Kind::Stair => Some(Tile::Stair),
        Kind::Enemy => Some(Tile::Enemy),
        Kind::Boss => Some(Tile::Boss),
        Kind::Room
        | Kind::Switch
        | Kind::Plate
        | Kind::Door
        | Kind::Lock
        | Kind::Secret
        | Kind::OneWay => None,
    }
}
