//! The parts of a place that become levels: floors, or rooms.

use crate::area::Area;
use crate::kind::{Field, Kind};
use crate::place::{ExportError, Place, Thing, wrong};
use crate::ways::RoomAt;
use level::{Cell, Tile};
use serde::{Deserialize, Serialize};

/// What a level of a project is.
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
    /// A name that no other has, of letters and digits.
    pub(super) identifier: String,
    /// The name for people.
    pub(super) name: String,
}

/// The parts of a place.
///
/// # Errors
/// When rooms are asked for, and there are none, or something lies in none.
pub(super) fn of(place: &Place, worlds: Worlds) -> Result<Vec<Piece>, ExportError> {
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

/// The part that a thing lies in: the one with its corner.
pub(super) fn lies(pieces: &[Piece], thing: &Thing) -> usize {
    // A room's own part is that of its place in the list, where parts are rooms.
    let room = thing.refs(Field::Room).first().copied();
    let holds =
        |at: &usize| pieces.get(*at).is_some_and(|piece| piece.area.contains(thing.area.corner));
    room.filter(holds)
        .or_else(|| pieces.iter().position(|piece| piece.area.contains(thing.area.corner)))
        .unwrap_or(0)
}

impl Piece {
    /// How this part lies to another, if they are neighbours: a point of the compass, above or below.
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
