//! Nonlinearity: how many rooms a shortest full solution re-enters. The linear mission of several is the
//! one with the least. Beside it what else a solution tells of a mission: how often switches are flipped.

use super::graph::Mission;
use super::symbol::{MOST_SWITCHES, Symbol};
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

/// By switch: how often a plan flips it.
#[must_use]
pub fn flips(mission: &Mission, plan: &Plan) -> [u32; MOST_SWITCHES] {
    let mut flips = [0; MOST_SWITCHES];
    let mut here = mission.start;
    for action in &plan.moves {
        let item = match action {
            Move::Goto { to, .. } => {
                here = *to;
                None
            }
            Move::Flip { .. } => mission.rooms.get(here as usize).and_then(|room| room.item),
        };
        if let Some(Symbol::SwitchObject(switch)) = item
            && let Some(count) = flips.get_mut(usize::from(switch))
        {
            *count += 1;
        }
    }
    flips
}
