//! The order in which a search expands states: by the cost so far, and the estimate of the rest.
//!
//! Invariant: the bound never says more than the rest costs, whatever is expected of it.

use super::errands::Errands;
use super::heuristic::{self, Distances, Heuristic};
use super::task::Task;
use super::verdict::Options;
use crate::plan::Cost;
use crate::rules::Way;
use std::rc::Rc;

/// Bound, estimate, weight and tie-break, by which states are ordered.
pub(super) struct Order<const W: usize> {
    /// By location: a lower bound of the remaining cost; infinite where no goal can be reached.
    pub(super) bound: Rc<Distances>,
    /// Things that every plan takes: they give a bound of the remaining cost as well.
    pub(super) errands: Option<Rc<Errands<W>>>,
    /// The estimate of the remaining cost.
    pub(super) estimate: Estimate,
    /// The heuristic whose penalty for each configuration is added to the estimate.
    pub(super) penalty: Option<Heuristic>,
    /// Weight of the estimate of the remaining cost, from 1.
    pub(super) weight: f64,
    /// True if equal promises are ordered by a hash of the state.
    pub(super) tie_break: bool,
    /// Reduction of the estimate for each pick-up taken.
    pub(super) key_boost: f64,
}

impl<const W: usize> Order<W> {
    /// The order in which a plan that was found first is a cheapest one.
    pub(super) fn exact(bound: Rc<Distances>) -> Self {
        Self {
            bound,
            errands: None,
            estimate: Estimate::Bound,
            penalty: None,
            weight: 1.0,
            tie_break: false,
            key_boost: 0.0,
        }
    }

    /// The order for some options.
    pub(super) fn of(task: &Task<'_, W>, options: &Options) -> Self {
        let Options { heuristic, weight, key_boost, tie_break, .. } = *options;
        let estimate = match (heuristic, task.level) {
            (Heuristic::Optimal, _) => Estimate::Bound,
            (Heuristic::None, _) | (_, None) => Estimate::Nothing,
            (_, Some(level)) => {
                let scale = heuristic::scale(heuristic);
                Estimate::Guess(heuristic::on_the_map(task.world, level, &task.bound, scale).into())
            }
        };
        let penalty = (!heuristic.is_admissible() || key_boost).then_some(heuristic);
        Self {
            bound: Rc::clone(&task.bound),
            errands: task.errands.clone(),
            estimate,
            penalty,
            weight: if heuristic == Heuristic::None { 1.0 } else { weight },
            tie_break,
            key_boost: if key_boost { 0.01 } else { 0.0 },
        }
    }

    /// True if estimated costs are sums of costs, which are exact.
    pub(super) fn is_exact(&self) -> bool {
        let guesses = matches!(self.estimate, Estimate::Guess(_));
        self.weight == 1.0 && !guesses && self.penalty.is_none()
    }
}

/// An estimate of the remaining cost.
pub(super) enum Estimate {
    /// The lower bound.
    Bound,
    /// 0.
    Nothing,
    /// A guess by location.
    Guess(Rc<[f64]>),
}

/// The largest number of straight moves of a plan that is counted.
pub(super) const MOST_STRAIGHT: u32 = (1 << 31) - 1;

/// The cost of a plan, and the number of ghost blocks it meets: of plans of one cost, the one that meets the
/// fewest is the better one.
#[derive(Clone, Copy)]
pub(super) struct Label {
    pub(super) straight: u32,
    pub(super) diagonal: u32,
    pub(super) shunned: u16,
}

impl Label {
    pub(super) fn cost(self) -> Cost {
        Cost { straight: self.straight.into(), diagonal: self.diagonal.into() }
    }

    /// The label after a step that meets so many blocks. Costs stop far below where they would run over.
    #[inline(always)]
    pub(super) fn after(self, way: Way, blocks_met: u16) -> Self {
        let Self { straight, diagonal, shunned } = self;
        let shunned = shunned.saturating_add(blocks_met);
        match way {
            Way::Pass => Self { shunned, ..self },
            way if way.is_diagonal() => Self { diagonal: diagonal + 1, shunned, ..self },
            _ => Self { straight: (straight + 1).min(MOST_STRAIGHT), diagonal, shunned },
        }
    }

    /// The label after straight moves that cost so much and meet so many blocks.
    pub(super) fn beyond(self, cost: u32, blocks_met: u16) -> Self {
        let straight = self.straight.saturating_add(cost).min(MOST_STRAIGHT);
        Self { straight, shunned: self.shunned.saturating_add(blocks_met), ..self }
    }

    #[inline(always)]
    pub(super) fn is_better(self, other: Self) -> bool {
        if self.diagonal == other.diagonal {
            return (self.straight, self.shunned) < (other.straight, other.shunned);
        }
        (self.cost(), self.shunned) < (other.cost(), other.shunned)
    }
}
