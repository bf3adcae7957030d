//! The site of a dungeon: its rooms as cells of a layout, and where two of them touch.
//!
//! Some rooms are joined from two cells or four. Invariant: the rooms hang together by their contacts, and contacts are
//! in one order, whatever they were found by.

use crate::layout::{Direction, Layout};
use search::Stream;
use std::collections::{BTreeMap, BTreeSet};

/// Coordinates of a cell.
pub type Place = [i32; 3];

/// A place in [`Site::rooms`].
pub type RoomId = usize;

/// A side of a cell, through which a passage may lead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Side {
    /// The cell.
    pub cell: Place,
    /// The way out of it.
    pub direction: Direction,
}

impl Side {
    /// The same side, seen from the cell beyond.
    #[must_use]
    pub fn beyond(self) -> Self {
        Self { cell: self.direction.step(self.cell), direction: self.direction.opposite() }
    }
}

/// Two rooms that touch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contact {
    /// The rooms, the lower number first.
    pub ends: [RoomId; 2],
    /// The sides of cells of the first room beyond which the second one lies.
    pub sides: Vec<Side>,
}

/// Rooms and contacts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Site {
    /// The cells of each room: one, or those of a rectangle, its least corner first.
    pub rooms: Vec<Vec<Place>>,
    /// The contacts, by their ends.
    pub contacts: Vec<Contact>,
    /// Of each room those that touch it, in order.
    pub beside: Vec<Vec<RoomId>>,
    /// The room that is entered first.
    pub entry: RoomId,
}

impl Site {
    /// The site of a layout of which so many pairs or fours of cells become one room. Up and down lead only where the
    /// layout has stairs; any two cells side by side touch.
    #[must_use]
    pub fn of(layout: &Layout, joined: usize, stream: &mut Stream) -> Self {
        let rooms = join(layout, joined, stream);
        let room_of: BTreeMap<Place, RoomId> = rooms
            .iter()
            .enumerate()
            .flat_map(|(id, cells)| cells.iter().map(move |&cell| (cell, id)))
            .collect();
        let mut found: BTreeMap<[RoomId; 2], Vec<Side>> = BTreeMap::new();
        for (&cell, &id) in &room_of {
            for direction in Direction::ALL {
                let side = Side { cell, direction };
                let Some(&other) = room_of.get(&side.beyond().cell) else { continue };
                if id < other && leads(layout, side) {
                    found.entry([id, other]).or_default().push(side);
                }
            }
        }
        let contacts: Vec<Contact> =
            found.into_iter().map(|(ends, sides)| Contact { ends, sides }).collect();
        let mut beside = vec![Vec::new(); rooms.len()];
        for Contact { ends: [a, b], .. } in &contacts {
            beside[*a].push(*b);
            beside[*b].push(*a);
        }
        let entry = layout.rooms.get(layout.entry() as usize);
        let entry = entry.and_then(|room| room_of.get(&room.coords)).copied().unwrap_or(0);
        Self { rooms, contacts, beside, entry }
    }

    /// The contact of two rooms.
    #[must_use]
    pub fn contact(&self, a: RoomId, b: RoomId) -> Option<&Contact> {
        let ends = [a.min(b), a.max(b)];
        let at = self.contacts.binary_search_by_key(&ends, |contact| contact.ends).ok()?;
        self.contacts.get(at)
    }
}

/// True if a passage may lead through a side.
fn leads(layout: &Layout, side: Side) -> bool {
    match side.direction {
        Direction::Up | Direction::Down => {
            let room = layout.index(side.cell).and_then(|id| layout.rooms.get(id as usize));
            room.is_some_and(|room| room.connections.has(side.direction))
        }
        _ => true,
    }
}

/// The shapes of rooms of several cells: how many to the east, how many to the north.
const SHAPES: [[i32; 2]; 4] = [[2, 1], [1, 2], [2, 1], [2, 2]];

/// The cells of the layout by rooms, in the order of their first cells. The entry stays alone, and so do cells with
/// stairs, whose middle is theirs.
fn join(layout: &Layout, wanted: usize, stream: &mut Stream) -> Vec<Vec<Place>> {
    let single = |cell: Place| {
        let room = layout.index(cell).and_then(|id| layout.rooms.get(id as usize));
        room.is_some_and(|room| !room.entry && !room.connections.has_stairs())
    };
    let mut taken: BTreeSet<Place> = BTreeSet::new();
    let mut large: Vec<Vec<Place>> = Vec::new();
    let mut order: Vec<Place> = layout.rooms.iter().map(|room| room.coords).collect();
    stream.shuffle(&mut order);
    let mut saved = 0;
    for [x, y, z] in order {
        let [wide, high] = SHAPES[stream.index(SHAPES.len())];
        let cells: Vec<Place> = (0..high)
            .flat_map(|north| (0..wide).map(move |east| [x + east, y + north, z]))
            .collect();
        let fits = cells.iter().all(|cell| single(*cell) && !taken.contains(cell));
        if saved + cells.len() - 1 <= wanted && fits {
            saved += cells.len() - 1;
            taken.extend(&cells);
            large.push(cells);
        }
    }
    let alone = layout.rooms.iter().map(|room| room.coords).filter(|cell| !taken.contains(cell));
    let mut rooms: Vec<Vec<Place>> = alone.map(|cell| vec![cell]).collect();
    rooms.extend(large);
    rooms.sort_by_key(|cells| [cells[0][2], cells[0][1], cells[0][0]]);
    rooms
}
