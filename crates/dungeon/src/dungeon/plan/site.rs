//! The site of a dungeon: rooms as cells of a layout fitted to their number, and the contacts between them.
//!
//! A layout is cut around the entry, or grown if it is too small. Rooms are divided evenly among floors. Each floor is
//! extended from its entry and left by new stairs at the farthest of a few random rooms. To keep floors compact, the
//! nearest of a few random candidates is kept next. Invariant: the remaining layout is connected and contains the
//! entry.
//!
//! Some rooms consist of several cells, which form a rectangle, possibly without some corners. Invariant: the rooms are
//! connected by their contacts, no cell lies in the rectangle of another room, and the order of contacts does not
//! depend on how they were found.

use crate::layout::{Direction, Layout};
use search::Stream;
use std::collections::{BTreeMap, BTreeSet};

/// Coordinates of a cell.
pub type Place = [i32; 3];

/// An index into [`Site::rooms`].
pub type RoomId = usize;

/// A side of a cell where a passage may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Side {
    /// The cell.
    pub cell: Place,
    /// The direction out of it.
    pub direction: Direction,
}

impl Side {
    /// The same side, seen from the next cell.
    #[must_use]
    pub fn beyond(self) -> Self {
        Self { cell: self.direction.step(self.cell), direction: self.direction.opposite() }
    }
}

/// Two rooms that touch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contact {
    /// The rooms, in ascending order.
    pub ends: [RoomId; 2],
    /// The sides of cells of the first room beyond which the second one lies.
    pub sides: Vec<Side>,
}

/// Rooms and contacts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Site {
    /// The cells of each room, southernmost first, then westernmost: one cell, or a rectangle whose corners may be
    /// missing.
    pub rooms: Vec<Vec<Place>>,
    /// The contacts, ordered by their ends.
    pub contacts: Vec<Contact>,
    /// For each room, the rooms that touch it, in order.
    pub beside: Vec<Vec<RoomId>>,
    /// The entrance.
    pub entry: RoomId,
}

impl Site {
    /// The site of a layout. `joined` is the number of cells that are added to other cells' rooms or left out. Up and
    /// down need stairs in the layout; any two cells side by side touch.
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

/// The shapes of rooms of several cells, with north at the top; a dot is left out. Earlier shapes are drawn more often.
const SHAPES: [&[&str]; 12] = [
    &["##"],
    &["#", "#"],
    &["##"],
    &["##", "##"],
    &["##"],
    &["#", "#"],
    &["##", "#."],
    &["##", ".#"],
    &["#.", "##"],
    &[".#", "##"],
    &[".#.", "###", ".#."],
    &["###", ".#."],
];

/// The share of dungeons that place one of the last two shapes first. Later there would be no space for it if cells are
/// few.
const GRAND: f64 = 0.4;

/// The cells of a shape at a position, and the cells of its rectangle that are left out, both in order.
fn cells(shape: &[&str], [x, y, z]: Place) -> [Vec<Place>; 2] {
    let rows = (0..).zip(shape.iter().rev());
    let glyphs = rows.flat_map(|(north, row)| (0..).zip(row.bytes()).map(move |at| (north, at)));
    let (filled, left): (Vec<_>, Vec<_>) = glyphs.partition(|&(_, (_, glyph))| glyph == b'#');
    [filled, left]
        .map(|cells| cells.into_iter().map(|(north, (east, _))| [x + east, y + north, z]).collect())
}

/// True if the cells of a room fill a rectangle.
#[must_use]
pub fn is_rectangle(cells: &[Place]) -> bool {
    let span = |axis: usize| {
        let along = cells.iter().map(|cell| cell[axis]);
        (along.clone().max().unwrap_or(0) - along.min().unwrap_or(0) + 1) as usize
    };
    span(0) * span(1) == cells.len()
}

/// The cells of the layout grouped into rooms, in the order of their first cells. The entry and cells with stairs stay
/// single, since stairs are in the middle of a cell.
fn join(layout: &Layout, wanted: usize, stream: &mut Stream) -> Vec<Vec<Place>> {
    let single = |cell: Place| {
        let room = layout.index(cell).and_then(|id| layout.rooms.get(id as usize));
        room.is_some_and(|room| !room.entry && !room.connections.has_stairs())
    };
    // The cells of no room of several cells, and those of no room at all.
    let mut alone: BTreeSet<Place> = layout.rooms.iter().map(|room| room.coords).collect();
    let mut kept = alone.clone();
    let mut large: Vec<Vec<Place>> = Vec::new();
    let mut order: Vec<Place> = layout.rooms.iter().map(|room| room.coords).collect();
    stream.shuffle(&mut order);
    let mut saved = 0;
    let drawn: Vec<(Place, &[&str])> =
        order.iter().map(|&place| (place, SHAPES[stream.index(SHAPES.len())])).collect();
    let at_each = |shapes: &'static [&[&str]]| {
        order.iter().flat_map(move |&place| shapes.iter().map(move |&shape| (place, shape)))
    };
    let is_grand = stream.chance(GRAND);
    let grand = at_each(&SHAPES[10..]).take(if is_grand { usize::MAX } else { 0 });
    // The remaining cells are used for pairs.
    let all = grand
        .map(|at| (at, true))
        .chain(drawn.into_iter().chain(at_each(&SHAPES[..2])).map(|at| (at, false)));
    for ((place, shape), is_grand) in all {
        if is_grand && !large.is_empty() {
            continue;
        }
        let [filled, left] = cells(shape, place);
        let all = filled.len() + left.len();
        let fits = |cell: &Place| single(*cell) && alone.contains(cell);
        if saved + all > wanted + 1 || !filled.iter().chain(&left).all(fits) {
            continue;
        }
        let without: BTreeSet<Place> =
            kept.iter().filter(|cell| !left.contains(cell)).copied().collect();
        if !left.is_empty() && !hangs_together(layout, &without) {
            continue;
        }
        saved += all - 1;
        filled.iter().chain(&left).for_each(|cell| {
            alone.remove(cell);
        });
        kept = without;
        large.push(filled);
    }
    let mut rooms: Vec<Vec<Place>> = alone.into_iter().map(|cell| vec![cell]).collect();
    rooms.extend(large);
    rooms.sort_by_key(|cells| [cells[0][2], cells[0][1], cells[0][0]]);
    rooms
}

/// True if some cells of a layout are connected.
fn hangs_together(layout: &Layout, cells: &BTreeSet<Place>) -> bool {
    let mut met: BTreeSet<Place> = cells.first().copied().into_iter().collect();
    let mut waiting: Vec<Place> = met.iter().copied().collect();
    while let Some(cell) = waiting.pop() {
        let sides = Direction::ALL.map(|direction| Side { cell, direction });
        let open = sides.into_iter().filter(|&side| leads(layout, side));
        for beyond in open.map(|side| side.beyond().cell) {
            if cells.contains(&beyond) && met.insert(beyond) {
                waiting.push(beyond);
            }
        }
    }
    met.len() == cells.len()
}

/// Number of random rooms of which the nearest or the farthest is taken.
const DRAWN: usize = 3;

/// Cuts or grows a layout to `rooms` rooms; never fewer than floors.
pub(in crate::dungeon) fn fit(layout: &mut Layout, rooms: usize, stream: &mut Stream) {
    let Some(entry) = layout.rooms.get(layout.entry() as usize).map(|room| room.coords) else {
        return;
    };
    let floors = floors_outwards(layout, entry[2]);
    let mut kept = BTreeSet::new();
    for (number, &floor) in floors.iter().enumerate() {
        // Rooms that do not divide evenly go to the first floors.
        let quota = rooms / floors.len() + usize::from(number < rooms % floors.len());
        let first = if number == 0 { entry } else { climb(layout, &kept, entry, floor, stream) };
        spread(layout, &mut kept, first, quota.max(1), stream);
    }
    cut(layout, &kept);
    layout.settle();
}

/// The floors: that of the entry first, then downwards and upwards.
fn floors_outwards(layout: &Layout, first: i32) -> Vec<i32> {
    let bounds = layout.bounds;
    let down = (bounds.min_z..first).rev();
    std::iter::once(first).chain(down).chain(first + 1..=bounds.max_z).collect()
}

/// The distance of two rooms in steps, ignoring floors.
fn apart(a: Place, b: Place) -> u32 {
    a[0].abs_diff(b[0]) + a[1].abs_diff(b[1])
}

/// Adds stairs to a floor from an adjacent one, away from the entry; returns the room of arrival.
fn climb(
    layout: &mut Layout,
    kept: &BTreeSet<Place>,
    entry: Place,
    floor: i32,
    stream: &mut Stream,
) -> Place {
    let beside: Vec<Place> =
        kept.iter().filter(|place| (place[2] - floor).abs() == 1).copied().collect();
    let drawn = (0..DRAWN).filter_map(|_| stream.pick(&beside).copied());
    let from = drawn.max_by_key(|&place| apart(place, entry)).unwrap_or(entry);
    let direction = if floor > from[2] { Direction::Up } else { Direction::Down };
    open_towards(layout, from, direction);
    direction.step(from)
}

/// Opens the passage from a room in a direction; adds the room there if it is missing.
fn open_towards(layout: &mut Layout, from: Place, direction: Direction) {
    layout.add(direction.step(from));
    if let Some(room) = layout.index(from) {
        layout.open(room, direction);
    }
}

/// Keeps rooms of one floor, starting with `first`; if the layout has too few, opens new passages and adds rooms.
fn spread(
    layout: &mut Layout,
    kept: &mut BTreeSet<Place>,
    first: Place,
    quota: usize,
    stream: &mut Stream,
) {
    kept.insert(first);
    let mut floor = vec![first];
    while floor.len() < quota {
        let mut joined = Vec::new();
        let mut walled = Vec::new();
        for &place in &floor {
            let room = layout.index(place).and_then(|id| layout.rooms.get(id as usize));
            for direction in &Direction::ALL[..4] {
                let to = direction.step(place);
                if !kept.contains(&to) {
                    let open = room.is_some_and(|room| room.connections.has(*direction));
                    if open { joined.push(to) } else { walled.push((place, *direction)) }
                }
            }
        }
        let next = nearest(&joined, |&place| place, first, stream).copied().or_else(|| {
            let step = |&(place, direction): &(Place, Direction)| direction.step(place);
            let &(place, direction) = nearest(&walled, step, first, stream)?;
            open_towards(layout, place, direction);
            Some(direction.step(place))
        });
        // A finite set of rooms always has a free neighbour.
        let Some(next) = next else { return };
        kept.insert(next);
        floor.push(next);
    }
}

/// The nearest of a few random ones.
fn nearest<'a, T>(
    all: &'a [T],
    place: impl Fn(&T) -> Place,
    to: Place,
    stream: &mut Stream,
) -> Option<&'a T> {
    let drawn = (0..DRAWN).filter_map(|_| stream.pick(all));
    drawn.min_by_key(|one| apart(place(one), to))
}

/// Removes all other rooms.
fn cut(layout: &mut Layout, kept: &BTreeSet<Place>) {
    for room in &mut layout.rooms {
        for direction in Direction::ALL {
            if !kept.contains(&direction.step(room.coords)) {
                room.connections = room.connections.without(direction);
            }
        }
    }
    layout.rooms.retain(|room| kept.contains(&room.coords));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::ways::Ways;
    use crate::layout::{Request, generate};
    use search::Seed;

    #[test]
    fn shapes_are_read_with_north_at_the_top() {
        let [filled, left] = cells(&["##", "#."], [3, 5, 1]);
        assert_eq!(filled, [[3, 5, 1], [3, 6, 1], [4, 6, 1]]);
        assert_eq!(left, [[4, 5, 1]]);
    }

    #[test]
    fn every_shape_is_a_rectangle_that_reaches_its_four_sides() {
        for shape in SHAPES {
            let [filled, left] = cells(shape, [0, 0, 0]);
            assert_eq!(filled.len() + left.len(), shape.len() * shape[0].len());
            let along = |axis: usize| filled.iter().map(move |cell| cell[axis]);
            assert_eq!((along(0).min(), along(1).min()), (Some(0), Some(0)));
            let far = [shape[0].len(), shape.len()].map(|many| Some(many as i32 - 1));
            assert_eq!([along(0).max(), along(1).max()], far);
        }
    }

    #[test]
    fn a_layout_has_as_many_rooms_as_are_asked_for() {
        for (name, floors) in [("dungeon", 2), ("cave", 3), ("inn", 1), ("tower", 3), ("shrine", 1)]
        {
            for rooms in [6, 16, 60] {
                for n in 0..20 {
                    let seed = Seed::new(n).unwrap();
                    let mut request = Request::of(name).unwrap();
                    (request.bounds.min_z, request.bounds.max_z) = (1 - floors, 0);
                    let mut layout = generate(&request, seed, Default::default()).unwrap();
                    let entry = layout.rooms[layout.entry() as usize].coords;
                    fit(&mut layout, rooms, &mut seed.attempt(0).phase("fit"));
                    assert_eq!(layout.rooms.len(), rooms, "{name} {rooms} {n}");
                    assert_eq!(layout.rooms[layout.entry() as usize].coords, entry);
                    let steps = Ways::of(&layout).distances(layout.entry(), |_| true);
                    assert!(
                        layout.rooms.iter().zip(steps).all(|(room, step)| room.distance == step)
                    );
                    let levels: BTreeSet<i32> = layout.rooms.iter().map(|r| r.coords[2]).collect();
                    assert_eq!(levels.len(), floors as usize);
                }
            }
        }
    }
}
