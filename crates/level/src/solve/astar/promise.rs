//! The estimated cost of a plan through a state (`f = g + h` of A*), and its place in the queue.

use super::super::order::Estimate;
use super::super::queue::{Entry, Queue};
use super::{Node, Search};
use crate::rules::Location;

impl<const W: usize> Search<W> {
    /// Puts a state into the queue.
    #[inline(always)]
    pub(super) fn enqueue(&mut self, state: u32) {
        let label = self.label(state);
        match &self.queue {
            Queue::Heap(_) => {
                let promise = self.promise(state);
                let hash = if self.order.tie_break { self.hash(state) } else { 0 };
                self.queue.push(Entry { promise, shunned: label.shunned, hash, state });
            }
            _ => {
                let Node { config, location, .. } = self.nodes[state as usize];
                let ahead = match self.order.estimate {
                    Estimate::Nothing => 0,
                    _ if self.order.errands.is_some() => self.ahead(config, location) as u32,
                    _ => self.order.bound.straight(location),
                };
                self.queue.put(label.straight + ahead, label.shunned, state);
            }
        }
    }

    /// True if no plan through a state can be cheaper than the best one known.
    pub(super) fn is_of_no_use(&self, state: u32) -> bool {
        let location = self.nodes[state as usize].location;
        let least = self.cost(state).plus(self.order.bound.cost(location));
        least >= self.ceiling
    }

    /// True if the state is dominated: its location was reached at no more cost with more taken.
    pub(super) fn is_dominated(&self, state: u32) -> bool {
        let Node { config, location, .. } = self.nodes[state as usize];
        let of =
            |state: u32| (self.nodes[state as usize].config, self.nodes[state as usize].location);
        self.richer.than(config).any(|richer| {
            let other = self.slots.get((richer, location), of);
            other.is_some_and(|other| self.cost(other) <= self.cost(state))
        })
    }

    /// True if a state was put into the queue again since, with a better promise. In buckets the state is
    /// expanded from the better one first, and is closed by then.
    pub(super) fn is_stale(&self, state: u32, promise: f64) -> bool {
        matches!(self.queue, Queue::Heap(_)) && promise > self.promise(state) + 1e-9
    }

    /// A lower bound of the remaining cost.
    fn ahead(&self, config: u32, location: Location) -> f64 {
        let bound = self.order.bound.value(location);
        let tree = self.trees.get(config as usize);
        let errands =
            self.order.errands.as_ref().zip(tree).map(|(errands, tree)| {
                errands.ahead(&self.configs.get(config).bits, location, *tree)
            });
        bound.max(errands.unwrap_or(0.0))
    }

    fn promise(&self, state: u32) -> f64 {
        let Node { config, location, .. } = self.nodes[state as usize];
        // A sum of whole numbers, so that equal promises are equal.
        let estimate = match &self.order.estimate {
            Estimate::Bound if self.order.is_exact() && self.order.errands.is_none() => {
                return self.cost(state).plus(self.order.bound.cost(location)).value();
            }
            Estimate::Bound => self.ahead(config, location),
            Estimate::Nothing => 0.0,
            Estimate::Guess(guess) if self.order.errands.is_none() => guess[location as usize],
            Estimate::Guess(guess) => guess[location as usize].max(self.ahead(config, location)),
        };
        let penalty = self.penalties.get(config as usize).copied().unwrap_or(0.0);
        self.cost(state).value() + self.order.weight * (estimate + penalty)
    }

    /// A hash of the state.
    fn hash(&self, state: u32) -> u64 {
        let Node { config, location, .. } = self.nodes[state as usize];
        let words = self.configs.get(config).bits.iter().fold(u64::from(location), |sum, bit| {
            (sum ^ bit as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29)
        });
        words.wrapping_mul(0xff51_afd7_ed55_8ccd)
    }
}
