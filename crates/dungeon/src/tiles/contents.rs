//! Contents of rooms: start, goal, boss, keys, switches, and the things that solve puzzles.

use super::chamber::{Chamber, Gives};
use crate::layout::Kind as RoomKind;
use crate::mission::{KeyStyle, Symbol};
use crate::model::{Dungeon, Parts};
use crate::puzzle::proof::SMALL_KEY;
use level::Tile;
use search::Stream;

/// Lays everything that the mission and the puzzles put into rooms.
pub(super) fn lay(dungeon: &Dungeon, rooms: &mut [Chamber], stream: &mut Stream) {
    let Parts { mission, area, .. } = &**dungeon;
    for puzzle in &area.puzzles {
        let Some(room) = rooms.get_mut(puzzle.room as usize) else { continue };
        if puzzle.kind.key().is_none() {
            let solved = format!("solved {}", puzzle.name);
            room.mark(beside(room, puzzle.direction), Tile::Puzzle, Gives::Symbol(solved));
        }
    }
    for place in dungeon.rooms() {
        let Some(room) = rooms.get_mut(place.id as usize) else { continue };
        let middle = room.middle();
        if place.id == dungeon.start().id {
            room.put(middle, Tile::Start);
        }
        if place.id == dungeon.goal().id {
            room.put(middle, Tile::Triforce);
        } else if place.kind() == RoomKind::Boss {
            room.put(middle, Tile::Boss);
        }
        let spot = room.anywhere(stream);
        match place.item() {
            Some(Symbol::SmallKey) => drop(room.put(spot, Tile::KeySmall)),
            Some(key @ Symbol::Key(_)) => {
                room.mark(spot, Tile::Floor, Gives::Symbol(key.to_string()));
            }
            Some(Symbol::SwitchObject(n)) => room.mark(spot, Tile::Floor, Gives::Toggle(n.into())),
            _ => {}
        }
    }
    for item in &area.items {
        let Some(room) = rooms.get_mut(item.room as usize) else { continue };
        let spot = room.anywhere(stream);
        if mission.key_style == KeyStyle::Small && item.name == SMALL_KEY {
            room.put(spot, Tile::KeySmall);
        } else {
            room.mark(spot, Tile::Floor, Gives::Symbol(item.name.clone()));
        }
    }
}

/// A cell beside the one before a door.
fn beside(room: &Chamber, direction: crate::layout::Direction) -> (u32, u32) {
    let (row, col) = room.mouth(direction);
    (row, col + 1)
}
