//! The outlook of a game: whether it can still be won from where it stands, and how far back it could.

use super::step::Step;
use crate::limits::Limit;
use crate::plan::{Cost, Plan};

/// The prospect of a game: if it can still be won.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outlook {
    /// It can be won.
    Winnable {
        /// The steps of a plan from here; none where it is won.
        steps: Vec<Step>,
        /// The same plan as moves of the judge.
        plan: Plan,
        /// Their cost.
        cost: Cost,
        /// True if it is proved that no plan costs less.
        optimal: bool,
    },
    /// Proved: from here no goal can be reached.
    Lost,
    /// Not decided: this limit came first.
    Unknown(Limit),
}

/// The distance back to where a game could still be won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Back {
    /// So many steps back it could be won.
    Steps {
        /// The number of steps to take back.
        steps: usize,
        /// True if it is proved that fewer do not do.
        is_least: bool,
    },
    /// It could not be won at the start either.
    Never,
    /// Not decided: this limit came first.
    Unknown(Limit),
}

/// The distance back to where a game of so many steps could still be won, by the outlook so many steps back.
///
/// A state that is lost stays lost: whatever comes after it is reached from it, so that a way to win from later on
/// would be a way to win from there. So the last state that can be won is found by halving. What is not decided counts
/// as lost while looking, and then fewer steps are not proved too few.
pub(super) fn back(steps: usize, outlook: impl Fn(usize) -> Outlook) -> Back {
    let now = outlook(0);
    if matches!(now, Outlook::Winnable { .. }) {
        return Back::Steps { steps: 0, is_least: true };
    }
    match if steps == 0 { now.clone() } else { outlook(steps) } {
        Outlook::Winnable { .. } => {}
        Outlook::Lost => return Back::Never,
        Outlook::Unknown(limit) => return Back::Unknown(limit),
    }
    // The game can be won `wins` steps back, and this is not known of `fails` steps back.
    let (mut wins, mut fails) = (steps, 0);
    let mut is_least = now == Outlook::Lost;
    while wins > fails + 1 {
        let middle = usize::midpoint(wins, fails);
        match outlook(middle) {
            Outlook::Winnable { .. } => wins = middle,
            found => (fails, is_least) = (middle, found == Outlook::Lost),
        }
    }
    Back::Steps { steps: wins, is_least }
}
