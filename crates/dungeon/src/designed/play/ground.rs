//! The ground of a scene: the room of each cell, and the ways between rooms.

use super::fault::SceneError;
use super::parts::{Room, Way};
use crate::designed::plan::site::Place;
use crate::layout::Direction;
use level::{Graph, Requirement};
use std::collections::{BTreeMap, BTreeSet};

/// The farthest that a cell may be from the middle, along each axis.
const FARTHEST: i32 = 1_000_000;

/// The room of each cell.
pub(super) fn rooms_of_cells(rooms: &[Room]) -> Result<BTreeMap<Place, usize>, SceneError> {
    let mut room_of = BTreeMap::new();
    for (room, Room { cells, .. }) in rooms.iter().enumerate() {
        let fault = |why| Err(SceneError::Cells { room, why });
        if cells.iter().flatten().any(|along| along.unsigned_abs() > FARTHEST as u32) {
            return fault("a cell is more than 1,000,000 from [0, 0, 0]");
        }
        if cells.iter().any(|&cell| room_of.insert(cell, room).is_some()) {
            return fault("a cell stands twice");
        }
        if !hang_together(cells) {
            return fault(if cells.is_empty() { "is empty" } else { "the cells lie apart" });
        }
    }
    Ok(room_of)
}

/// True if there are cells, and each can be reached from the first over the others.
fn hang_together(cells: &[Place]) -> bool {
    let all: BTreeSet<Place> = cells.iter().copied().collect();
    let mut seen: BTreeSet<Place> = cells.first().copied().into_iter().collect();
    let mut open: Vec<Place> = seen.iter().copied().collect();
    while let Some(cell) = open.pop() {
        let level = Direction::ALL.into_iter().filter(|way| way.step([0; 3])[2] == 0);
        let next = level.map(|way| way.step(cell)).filter(|next| all.contains(next));
        open.extend(next.filter(|&next| seen.insert(next)));
    }
    !cells.is_empty() && seen.len() == all.len()
}

/// The ways out of each room, in the order of their directions.
pub(super) fn ways(
    graph: &Graph,
    rooms: &[Room],
    room_of: &BTreeMap<Place, usize>,
) -> Result<Vec<Vec<Way>>, SceneError> {
    let mut ways: Vec<Vec<Way>> = vec![Vec::new(); rooms.len()];
    for (number, edge) in graph.edges.iter().enumerate() {
        let (from, to) = (edge.from as usize, edge.to as usize);
        for requirement in &edge.requires {
            if let Requirement::Plate(id) = *requirement {
                let plate = graph.plates.get(id as usize).cloned().unwrap_or_default();
                return Err(SceneError::Plate { edge: number, plate });
            }
        }
        let cells = rooms.get(from).map_or(&[][..], |room| &room.cells);
        let direction = Direction::ALL.into_iter().find(|way| {
            cells.iter().any(|&cell| room_of.get(&way.step(cell)) == Some(&to) && from != to)
        });
        let direction = direction.ok_or(SceneError::Apart { edge: number, from, to })?;
        let needs = edge.requires.iter().copied();
        let free = [Requirement::Stair, Requirement::SoftLocked];
        let needs = needs.filter(|need| !free.contains(need)).collect();
        let Some(out) = ways.get_mut(from) else { continue };
        if out.iter().any(|way| way.to == to) {
            return Err(SceneError::Twice { edge: number, from, to });
        }
        out.push(Way { from, to, direction, needs });
    }
    ways.iter_mut().for_each(|out| out.sort_by_key(|way| (way.direction, way.to)));
    Ok(ways)
}
