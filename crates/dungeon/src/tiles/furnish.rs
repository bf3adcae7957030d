//! Shape and furniture of rooms: rounded caves, pillars in halls, pools, and now and then an island whose
//! treasure asks for the ladder that lies somewhere else.

use super::chamber::Chamber;
use crate::layout::{Generator, Kind};
use crate::model::{Dungeon, Room};
use level::Tile;
use search::Stream;

/// Probability of an island in a dungeon.
const ISLAND: f64 = 0.5;
/// Probability of a pool in a room.
const POOL: f64 = 0.2;
/// Probability of pillars in a hall.
const PILLARS: f64 = 0.6;

const WALL: Tile = Tile::Wall;
const WATER: Tile = Tile::Element;
const POOLS: [&[&[Tile]]; 3] = [
    &[&[WATER; 2], &[WATER; 2]],
    &[&[WATER; 3], &[WATER; 3]],
    &[&[WATER; 2], &[WATER; 2], &[WATER; 2]],
];

/// The rooms of the ladder and of the island.
pub(super) struct Ladder {
    pub(super) room: usize,
    pub(super) island: usize,
}

/// Rounds the corners of caves.
pub(super) fn round(dungeon: &Dungeon, rooms: &mut [Chamber], stream: &mut Stream) {
    if dungeon.area.layout.generator() != Generator::Cellular {
        return;
    }
    for room in rooms.iter_mut() {
        for (south, east) in [(false, false), (false, true), (true, false), (true, true)] {
            let depth = stream.between(0, i64::from(room.deepest())) as u32;
            room.round(south, east, depth);
        }
    }
}

/// Furnishes all rooms.
pub(super) fn furnish(
    dungeon: &Dungeon,
    rooms: &mut [Chamber],
    stream: &mut Stream,
) -> Option<Ladder> {
    let generator = dungeon.area.layout.generator();
    let ladder = ladder(dungeon, rooms, stream);
    for room in rooms.iter_mut() {
        if stream.chance(POOL) {
            room.feature(POOLS[stream.index(POOLS.len())], stream);
        }
        match generator {
            Generator::Cellular => {
                for _ in 0..stream.below(4) {
                    room.feature(&[&[WALL]], stream);
                }
            }
            Generator::Bsp | Generator::Tower if stream.chance(PILLARS) => {
                for _ in 0..stream.between(2, 5) {
                    room.feature(&[&[WALL]], stream);
                }
            }
            Generator::Settlement if stream.chance(PILLARS) => {
                room.feature(&[&[WALL; 3], &[WALL; 3]], stream);
            }
            _ => {}
        }
    }
    ladder
}

/// An island with a treasure in one room, and the ladder in another.
fn ladder(dungeon: &Dungeon, rooms: &mut [Chamber], stream: &mut Stream) -> Option<Ladder> {
    if !stream.chance(ISLAND) {
        return None;
    }
    let fits = |room: &Room<'_>| {
        !matches!(room.kind(), Kind::Entry | Kind::Boss) && room.id != dungeon.goal().id
    };
    let mut places: Vec<usize> =
        dungeon.rooms().filter(fits).map(|room| room.id as usize).collect();
    stream.shuffle(&mut places);
    let (&island, &room) = (places.first()?, places.get(1)?);
    let water: &[&[Tile]] = &[&[WATER; 3], &[WATER, Tile::ItemMinor, WATER], &[WATER; 3]];
    if !rooms.get_mut(island)?.feature(water, stream) {
        return None;
    }
    let chamber = rooms.get_mut(room)?;
    let spot = chamber.anywhere(stream);
    chamber.put(spot, Tile::KeyItem).map(|_| Ladder { room, island })
}
