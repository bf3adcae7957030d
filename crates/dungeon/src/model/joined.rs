//! The rooms and passages of a layout that are those of a mission.

use crate::layout::{Direction, Layout, RoomIndex};
use crate::mission::{self, Coords, Mission, Symbol};

/// Of each room of a mission the number of the room in which it lies in a layout.
pub(crate) fn rooms_of_mission(mission: &Mission, layout: &Layout) -> Vec<RoomIndex> {
    let number = |room: &mission::Room| match room.coords {
        Coords::Place(place) => layout.index(place).unwrap_or(0),
        _ => 0,
    };
    mission.rooms.iter().map(number).collect()
}

/// The edges of a mission as passages of a layout: the rooms at both ends, the direction, and the lock. An edge whose
/// rooms do not lie beside each other is none.
pub(crate) fn passages_of_mission<'a>(
    mission: &'a Mission,
    layout: &'a Layout,
    numbers: &'a [RoomIndex],
) -> impl Iterator<Item = ([RoomIndex; 2], Direction, Option<Symbol>)> + 'a {
    mission.edges.iter().filter_map(move |edge| {
        let ends = [*numbers.get(edge.a as usize)?, *numbers.get(edge.b as usize)?];
        let direction = layout.direction(ends[0], ends[1])?;
        Some((ends, direction, edge.symbol))
    })
}
