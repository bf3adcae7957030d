//! What lies in rooms: start, goal, boss, keys, switches, and what solves puzzles.

use super::Gives;
use super::chamber::Chamber;
use crate::layout::Kind as RoomKind;
use crate::mission::{KeyStyle, Symbol};
use crate::puzzle::{Kind, level_graph::SMALL_KEY};
use crate::whole::Dungeon;
use level::Tile;
use search::Stream;

/// Lays everything that the mission and the puzzles put into rooms.
pub(super) fn lay(dungeon: &Dungeon, rooms: &mut [Chamber], stream: &mut Stream) {
    let Dungeon { mission, area, .. } = dungeon;
    for puzzle in &area.puzzles {
        let Some(room) = rooms.get_mut(puzzle.room as usize) else { continue };
        if !matches!(puzzle.kind, Kind::LockedDoor { .. }) {
            let solved = format!("solved {}", puzzle.name);
            room.mark(beside(room, puzzle.direction), Tile::Puzzle, Gives::Symbol(solved));
        }
    }
    for (id, number) in (0..).zip(dungeon.mission_rooms()) {
        let (Some(room), Some(made)) = (rooms.get_mut(id), mission.rooms.get(number as usize))
        else {
            continue;
        };
        let middle = room.middle();
        if number == mission.start {
            room.put(middle, Tile::Start);
        }
        if number == mission.goal {
            room.put(middle, Tile::Triforce);
        } else if area.layout.rooms.get(id).is_some_and(|room| room.kind == RoomKind::Boss) {
            room.put(middle, Tile::Boss);
        }
        let spot = room.anywhere(stream);
        match made.item {
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
