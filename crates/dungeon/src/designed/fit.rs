//! Fitting a layout to a number of rooms: cut out of a larger one around the entry, or grown where it is too
//! small.
//!
//! Floors share the rooms evenly. Each floor is spread from where it is entered, and left by new stairs at one
//! of the farthest of a few rooms drawn. Of a few rooms that could be kept next the nearest is taken, so that
//! floors are compact. Invariant: the layout that is left is in one piece and holds the entry.

use crate::layout::{Direction, Layout};
use search::Stream;
use std::collections::BTreeSet;

/// Number of rooms drawn, of which the nearest or the farthest is taken.
const DRAWN: usize = 3;

type Place = [i32; 3];

/// Cuts or grows a layout to `rooms` rooms; never fewer than there are floors.
pub(super) fn fit(layout: &mut Layout, rooms: usize, stream: &mut Stream) {
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

/// The floors, that of the entry first, then downwards and upwards.
fn floors_outwards(layout: &Layout, first: i32) -> Vec<i32> {
    let bounds = layout.bounds;
    let down = (bounds.min_z..first).rev();
    std::iter::once(first).chain(down).chain(first + 1..=bounds.max_z).collect()
}

/// Distance of two rooms in steps, floors aside.
fn apart(a: Place, b: Place) -> u32 {
    a[0].abs_diff(b[0]) + a[1].abs_diff(b[1])
}

/// Makes stairs to a floor from one beside it, away from the entry; answers with where one arrives.
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
    join(layout, from, direction);
    direction.step(from)
}

/// Opens the passage from a room in a direction, adding the room it leads to if there is none.
fn join(layout: &mut Layout, from: Place, direction: Direction) {
    layout.add(direction.step(from));
    if let Some(room) = layout.index(from) {
        layout.open(room, direction);
    }
}

/// Keeps rooms of one floor from `first` on, beside those that are kept; where the layout has no more, new
/// passages are opened and new rooms added.
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
            join(layout, place, direction);
            Some(direction.step(place))
        });
        // A finite set of rooms always has a free place beside it.
        let Some(next) = next else { return };
        kept.insert(next);
        floor.push(next);
    }
}

/// Of a few drawn the nearest.
fn nearest<'a, T>(
    all: &'a [T],
    place: impl Fn(&T) -> Place,
    to: Place,
    stream: &mut Stream,
) -> Option<&'a T> {
    let drawn = (0..DRAWN).filter_map(|_| stream.pick(all));
    drawn.min_by_key(|one| apart(place(one), to))
}

/// Takes all other rooms away.
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
