//! Nonlinearity: how many rooms a shortest full solution re-enters. The linear mission of several is the
//! one with the least.

use super::graph::Mission;
use level::plan::{Move, Plan};

/// How often a plan enters a room that it was in before.
#[must_use]
pub fn nonlinearity(mission: &Mission, plan: &Plan) -> u32 {
    let mut seen = vec![false; mission.rooms.len()];
    let mut again = 0;
    let entered = plan.moves.iter().filter_map(|action| match action {
        Move::Goto { to, .. } => Some(*to),
        Move::Flip { .. } => None,
    });
    for room in std::iter::once(mission.start).chain(entered) {
        if let Some(seen) = seen.get_mut(room as usize) {
            again += u32::from(std::mem::replace(seen, true));
        }
    }
    again
}
