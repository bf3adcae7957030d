//! A level that is being solved, and what all searches of it share.

use super::errands::Errands;
use super::heuristic::Distances;
use super::verdict::Verdict;
use crate::limits::{Limits, MOST_STATES};
use crate::model::level::Level;
use crate::plan::{Plan, replay_in};
use crate::rules::world::World;
use clock::Instant;
use std::rc::Rc;

/// A level to be solved that could be won at best.
pub(super) struct Task<'a, const W: usize> {
    pub(super) world: &'a World<W>,
    pub(super) level: Option<&'a Level>,
    pub(super) limits: Limits<'a>,
    pub(super) begin: Instant,
    /// The exact relaxed distances, which are the same whichever blocks are real.
    pub(super) bound: Rc<Distances>,
    /// The pick-ups that a goal requires besides being reached.
    pub(super) errands: Option<Rc<Errands<W>>>,
}

impl<'a, const W: usize> Task<'a, W> {
    /// The most states that a search may meet.
    pub(super) fn most(&self) -> u64 {
        self.limits.states.unwrap_or(u64::MAX).min(MOST_STATES as u64)
    }

    /// The same task with no more than so many states.
    pub(super) fn within(&self, states: u64) -> Self {
        let limits = Limits { states: Some(self.most().min(states)), ..self.limits };
        let (bound, errands) = (self.bound.clone(), self.errands.clone());
        Self { limits, bound, errands, ..*self }
    }

    /// The limits that are left when so many states were met.
    pub(super) fn left(&self, met: u64) -> Limits<'a> {
        let states = self.limits.states.map(|states| states.saturating_sub(met));
        Limits { states, ..self.limits.since(self.begin) }
    }
}

/// The replay of a plan, which must win.
pub(crate) fn proved<const W: usize>(world: &World<W>, plan: Plan, optimal: bool) -> Verdict {
    match replay_in(world, &plan) {
        Ok(walk) if walk.wins => Verdict::Solvable { plan, walk, optimal },
        other => unreachable!("the search found a plan that does not replay: {other:?}"),
    }
}
