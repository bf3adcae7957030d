//! The way of a plan, as the rooms it passes.

use super::ground::Ground;
use super::names::{Measure, Metrics};
use crate::model::graph::NodeIndex;
use crate::rules::Position;

/// Counts the steps that enter a room again, and the rooms that are never entered. A plan that passes no room at all
/// counts nothing.
pub(super) fn count(path: &[Position], ground: &Ground<'_>, rooms: usize, metrics: &mut Metrics) {
    let mut way: Vec<NodeIndex> =
        path.iter().filter_map(|&position| room(position, ground)).collect();
    way.dedup();
    let mut passed = vec![false; rooms];
    let mut again = 0;
    for &room in &way {
        if let Some(passed) = passed.get_mut(room as usize) {
            again += usize::from(std::mem::replace(passed, true));
        }
    }
    if way.is_empty() {
        return;
    }
    metrics.set(Measure::Reentry, again, way.len() - 1);
    metrics.set(Measure::OffPlan, passed.iter().filter(|passed| !**passed).count(), rooms);
}

/// The room of a position; `None` between rooms.
fn room(position: Position, ground: &Ground<'_>) -> Option<NodeIndex> {
    match position {
        Position::Node(node) => Some(node),
        Position::Cell(cell) => ground.room(cell),
    }
}
