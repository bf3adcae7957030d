//! The way of a plan, as the rooms it passes.

use super::ground::Ground;
use super::names::{Measure, Metrics};
use crate::model::graph::NodeIndex;
use crate::rules::Position;

/// Counts the steps that enter a room again, and the rooms that are never entered. A plan that passes no room at all
/// counts nothing.
pub(super) fn count(path: &[Position], ground: &Ground<'_>, rooms: usize, metrics: &mut Metrics) {
    let Some(Passed { steps, again, rooms: passed }) = passed(path, ground, rooms) else { return };
    metrics.set(Measure::Reentry, again, steps);
    metrics.set(Measure::OffPlan, rooms - passed, rooms);
}

/// The number of times that a plan enters a room again; `None` of one that passes no room.
pub(super) fn entered_again(path: &[Position], ground: &Ground<'_>, rooms: usize) -> Option<u64> {
    passed(path, ground, rooms).map(|passed| passed.again as u64)
}

/// The counts of what a plan passes: steps from room to room, those into a room again, and different rooms.
struct Passed {
    steps: usize,
    again: usize,
    rooms: usize,
}

fn passed(path: &[Position], ground: &Ground<'_>, rooms: usize) -> Option<Passed> {
    let way = rooms_of(path, ground);
    let mut passed = vec![false; rooms];
    let mut again = 0;
    for &room in &way {
        if let Some(passed) = passed.get_mut(room as usize) {
            again += usize::from(std::mem::replace(passed, true));
        }
    }
    let steps = way.len().checked_sub(1)?;
    Some(Passed { steps, again, rooms: passed.iter().filter(|passed| **passed).count() })
}

/// The rooms that a path passes, repeats in a row merged.
fn rooms_of(path: &[Position], ground: &Ground<'_>) -> Vec<NodeIndex> {
    let mut way: Vec<NodeIndex> =
        path.iter().filter_map(|&position| room(position, ground)).collect();
    way.dedup();
    way
}

/// The room of a position; `None` between rooms.
pub(crate) fn room(position: Position, ground: &Ground<'_>) -> Option<NodeIndex> {
    match position {
        Position::Node(node) => Some(node),
        Position::Cell(cell) => ground.room(cell),
    }
}
