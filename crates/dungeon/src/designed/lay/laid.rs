//! Rooms while they are laid: where they lie, and their doors.

use super::ground::Ground;
use super::names::Spot;
use crate::designed::plan::site::Side;
use crate::designed::plan::{Gate, Plan};
use crate::designed::request::Size;
use crate::layout::Direction;
use level::{Cell, Tile};
use search::Stream;

/// A room while it is laid.
#[derive(Clone, Debug)]
pub(super) struct Laid {
    /// Its upper left cell.
    pub(super) corner: Cell,
    /// Its tiles.
    pub(super) ground: Ground,
    /// Symbols on its tiles.
    pub(super) marks: Vec<(Spot, String)>,
    /// Switches on its tiles, by number.
    pub(super) switches: Vec<(Spot, usize)>,
    /// The plates of its blocks, with the number of the portcullis that they open.
    pub(super) plates: Vec<(usize, Vec<Spot>)>,
    /// True if it has a stair.
    pub(super) stairs: bool,
    /// The name of what furnished it.
    pub(super) template: String,
}

/// The door of a passage in the room that it leaves or comes to.
#[derive(Clone, Copy, Debug)]
struct Door {
    spot: Spot,
    direction: Direction,
}

/// The bounds of the rooms of a floor along an axis, or of all.
pub(super) fn span(plan: &Plan, floor: Option<i32>, axis: usize) -> (i32, i32) {
    let cells = plan.site.rooms.iter().flatten();
    let along = cells.filter(|cell| floor.is_none_or(|z| cell[2] == z)).map(|cell| cell[axis]);
    (along.clone().min().unwrap_or(0), along.max().unwrap_or(0))
}

/// The upper left tile of a cell: every floor begins with its own westernmost column and northernmost row.
fn corner(plan: &Plan, size: Size, [x, y, z]: [i32; 3]) -> Cell {
    let (west, _) = span(plan, Some(z), 0);
    let (_, north) = span(plan, Some(z), 1);
    let (_, top) = span(plan, None, 2);
    Cell {
        floor: (top - z) as u32,
        row: (north - y) as u32 * size.height,
        col: (x - west) as u32 * size.width,
    }
}

/// The upper left tile of a cell, seen from the corner of its room.
fn spot(plan: &Plan, size: Size, room: Cell, cell: [i32; 3]) -> Spot {
    let cell = corner(plan, size, cell);
    (cell.row - room.row, cell.col - room.col)
}

/// The rooms with walls around them.
pub(super) fn rooms(plan: &Plan, size: Size) -> Vec<Laid> {
    let room = |cells: &Vec<[i32; 3]>| {
        let bound = |axis: usize| {
            let along = cells.iter().map(|cell| cell[axis]);
            (along.clone().min().unwrap_or(0), along.max().unwrap_or(0))
        };
        let ((west, east), (south, north)) = (bound(0), bound(1));
        let floor = cells.first().map_or(0, |cell| cell[2]);
        let (wide, high) = ((east - west + 1) as u32, (north - south + 1) as u32);
        let corner = corner(plan, size, [west, north, floor]);
        let mut ground = Ground::walled(high * size.height, wide * size.width);
        // What a shape leaves out of its rectangle is rock.
        let all = (south..=north).flat_map(|y| (west..=east).map(move |x| [x, y, floor]));
        for left in all.filter(|cell| !cells.contains(cell)) {
            ground.wall_up(spot(plan, size, corner, left), (size.height, size.width));
        }
        Laid {
            corner,
            ground,
            marks: Vec::new(),
            switches: Vec::new(),
            plates: Vec::new(),
            stairs: false,
            template: String::new(),
        }
    };
    plan.site.rooms.iter().map(room).collect()
}

/// Cuts the doors of all passages, and counts stairs.
pub(super) fn doors(plan: &Plan, size: Size, rooms: &mut [Laid], stream: &mut Stream) {
    for passage in &plan.passages {
        let along = offset(passage.side, size, stream);
        let sides = [passage.side, passage.side.beyond()];
        for (number, (&room, side)) in passage.ends.iter().zip(sides).enumerate() {
            let Some(laid) = rooms.get_mut(room) else { continue };
            match door(plan, size, laid, side, along) {
                Some(door) => {
                    let beyond = passage.gate == Gate::Water && number == 0;
                    laid.ground.door(door.spot, door.direction, tile(&passage.gate), beyond);
                }
                None => laid.stairs = true,
            }
        }
    }
}

/// The tile of a door.
fn tile(gate: &Gate) -> Tile {
    match gate {
        Gate::Open | Gate::Water => Tile::DoorOpen,
        Gate::Bombable => Tile::DoorBomb,
        Gate::Keys(_) | Gate::Puzzle(_) | Gate::Plate(_) | Gate::Shutter(_) | Gate::Switch(..) => {
            Tile::DoorPuzzle
        }
        Gate::SmallLock => Tile::DoorLocked,
        Gate::OneWay => Tile::DoorSoft,
    }
}

/// The place of a door along the side of its cell, from its western or northern end: in the middle, or well off it.
fn offset(side: Side, size: Size, stream: &mut Stream) -> u32 {
    let length = match side.direction {
        Direction::East | Direction::West => size.height,
        _ => size.width,
    };
    let middle = length / 2;
    if length < 9 || stream.chance(0.5) {
        return middle;
    }
    let away = stream.between(2, i64::from(middle) - 2) as u32;
    if stream.chance(0.5) { middle - away } else { (middle + away).min(length - 3) }
}

/// The door of a side of a cell; `None` up and down.
fn door(plan: &Plan, size: Size, laid: &Laid, side: Side, along: u32) -> Option<Door> {
    let (top, left) = spot(plan, size, laid.corner, side.cell);
    let (height, width) = (size.height, size.width);
    let spot = match side.direction {
        Direction::North => (top, left + along),
        Direction::South => (top + height - 1, left + along),
        Direction::West => (top + along, left),
        Direction::East => (top + along, left + width - 1),
        Direction::Up | Direction::Down => return None,
    };
    Some(Door { spot, direction: side.direction })
}
