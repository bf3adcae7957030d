//! The states that wait to be expanded, in the order of their priority, and the computation of priorities.
//!
//! The priority of a state is the estimated total cost of a plan through it, g + h; the lowest comes first. Whole
//! costs go into one bucket for each value. If the number of relaxed blocks that a plan meets counts too, there is
//! one bucket for each pair of cost and number, in a tree. Costs with √2, weights and heuristic penalties go into a
//! heap. Among equal priorities the most recent state comes first.

use super::Task;
use super::heuristic::{self, Distances, Heuristic};
use super::landmarks::Landmarks;
use super::verdict::Options;
use crate::plan::Cost;
use crate::rules::Way;
use std::cmp::{Ordering, Reverse};
use std::collections::{BTreeMap, BinaryHeap};
use std::rc::Rc;

/// Waiting states.
#[derive(Debug)]
pub(super) enum Queue {
    Buckets {
        /// By priority.
        buckets: Vec<Vec<u32>>,
        /// Index before which all buckets are empty.
        first: usize,
        waiting: usize,
    },
    /// Buckets by priority and number of relaxed blocks met; only non-empty buckets are stored.
    Sparse(BTreeMap<(u32, u16), Vec<u32>>, usize),
    Heap(BinaryHeap<Entry>),
}

/// A state in the heap.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) priority: f64,
    /// The tie-break between equal priorities: the smaller first.
    pub(super) relaxed_met: u16,
    /// The second tie-break: the larger first.
    pub(super) hash: u64,
    pub(super) state: u32,
}

impl Ord for Entry {
    fn cmp(&self, other: &Self) -> Ordering {
        let key = |entry: &Self| (Reverse(entry.relaxed_met), entry.hash, entry.state);
        other.priority.total_cmp(&self.priority).then_with(|| key(self).cmp(&key(other)))
    }
}

impl PartialOrd for Entry {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Entry {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Entry {}

impl Queue {
    pub(super) fn buckets() -> Self {
        Queue::Buckets { buckets: Vec::new(), first: 0, waiting: 0 }
    }

    pub(super) fn sparse() -> Self {
        Queue::Sparse(BTreeMap::new(), 0)
    }

    pub(super) fn heap() -> Self {
        Queue::Heap(BinaryHeap::new())
    }

    /// The number of waiting states; a state may count more than once.
    pub(super) fn len(&self) -> usize {
        match self {
            Queue::Buckets { waiting, .. } | Queue::Sparse(_, waiting) => *waiting,
            Queue::Heap(heap) => heap.len(),
        }
    }

    /// Puts a state into the bucket of its priority.
    #[inline]
    pub(super) fn put(&mut self, priority: u32, relaxed_met: u16, state: u32) {
        match self {
            Queue::Buckets { buckets, first, waiting } => {
                let at = priority as usize;
                if at >= buckets.len() {
                    buckets.resize_with(at + 1, Vec::new);
                }
                buckets[at].push(state);
                *first = (*first).min(at);
                *waiting += 1;
            }
            Queue::Sparse(buckets, waiting) => {
                buckets.entry((priority, relaxed_met)).or_default().push(state);
                *waiting += 1;
            }
            Queue::Heap(_) => {}
        }
    }

    /// Puts a state into the heap.
    pub(super) fn push(&mut self, entry: Entry) {
        if let Queue::Heap(heap) = self {
            heap.push(entry);
        }
    }

    /// Removes the state with the best priority, and returns both.
    #[inline]
    pub(super) fn pop(&mut self) -> Option<(f64, u32)> {
        match self {
            Queue::Heap(heap) => heap.pop().map(|entry| (entry.priority, entry.state)),
            Queue::Sparse(buckets, waiting) => loop {
                let mut bucket = buckets.first_entry()?;
                let Some(state) = bucket.get_mut().pop() else {
                    bucket.remove();
                    continue;
                };
                *waiting -= 1;
                return Some((f64::from(bucket.key().0), state));
            },
            Queue::Buckets { buckets, first, waiting } => {
                while let Some(bucket) = buckets.get_mut(*first) {
                    if let Some(state) = bucket.pop() {
                        *waiting -= 1;
                        return Some((*first as f64, state));
                    }
                    *first += 1;
                }
                None
            }
        }
    }

    /// The lowest priority of the waiting states. If the estimates are bounds, every plan not found yet costs at
    /// least as much.
    pub(super) fn least(&self) -> Option<f64> {
        match self {
            Queue::Heap(heap) => heap.peek().map(|entry| entry.priority),
            Queue::Sparse(buckets, _) => {
                let mut some = buckets.iter().filter(|(_, bucket)| !bucket.is_empty());
                some.next().map(|(&(priority, _), _)| priority.into())
            }
            Queue::Buckets { buckets, first, .. } => {
                let mut rest = buckets.iter().enumerate().skip(*first);
                rest.find(|(_, bucket)| !bucket.is_empty()).map(|(at, _)| at as f64)
            }
        }
    }

    /// The number of bytes used.
    pub(super) fn bytes(&self) -> u64 {
        match self {
            Queue::Heap(heap) => (heap.len() * size_of::<Entry>()) as u64,
            Queue::Sparse(buckets, waiting) => (buckets.len() * 48 + waiting * 4) as u64,
            Queue::Buckets { buckets, waiting, .. } => {
                (buckets.len() * size_of::<Vec<u32>>() + waiting * 4) as u64
            }
        }
    }
}

// -------------------------------------------------------------------------------------------------
// The order in which a search expands states: by the cost so far plus the estimate of the rest.
//
// Invariant: the bound never exceeds the remaining cost, for any estimate.

/// The bound, estimate, weight and tie-break that order states.
pub(super) struct Order<const W: usize> {
    /// By location, a lower bound on the remaining cost; infinite if no goal can be reached.
    pub(super) bound: Rc<Distances>,
    /// Things that every plan takes, from which another bound follows.
    pub(super) landmarks: Option<Rc<Landmarks<W>>>,
    /// The estimate of the remaining cost.
    pub(super) estimate: Estimate,
    /// The heuristic whose penalty for each configuration is added to the estimate.
    pub(super) penalty: Option<Heuristic>,
    /// The weight of the estimate, at least 1.
    pub(super) weight: f64,
    /// True if equal priorities are ordered by a hash of the state.
    pub(super) tie_break: bool,
    /// The reduction of the estimate for each pick-up taken.
    pub(super) key_boost: f64,
}

impl<const W: usize> Order<W> {
    /// The order in which the first plan found is a cheapest one.
    pub(super) fn exact(bound: Rc<Distances>) -> Self {
        Self {
            bound,
            landmarks: None,
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
            (Heuristic::None, _) | (_, None) => Estimate::Zero,
            (_, Some(level)) => {
                let scale = heuristic::scale(heuristic);
                Estimate::Guess(heuristic::on_the_map(task.world, level, &task.bound, scale).into())
            }
        };
        let penalty = (!heuristic.is_admissible() || key_boost).then_some(heuristic);
        Self {
            bound: Rc::clone(&task.bound),
            landmarks: task.landmarks.clone(),
            estimate,
            penalty,
            weight: if heuristic == Heuristic::None { 1.0 } else { weight },
            tie_break,
            key_boost: if key_boost { 0.01 } else { 0.0 },
        }
    }

    /// True if estimated costs are sums of move costs, which are exact.
    pub(super) fn is_exact(&self) -> bool {
        let guesses = matches!(self.estimate, Estimate::Guess(_));
        self.weight == 1.0 && !guesses && self.penalty.is_none()
    }
}

/// An estimate of the remaining cost.
pub(super) enum Estimate {
    /// The lower bound.
    Bound,
    Zero,
    /// A guess by location.
    Guess(Rc<[f64]>),
}

/// The largest number of straight moves of a plan.
pub(super) const MOST_STRAIGHT: u32 = (1 << 31) - 1;

/// The cost of a plan, and the number of relaxed blocks that it meets. Among plans of one cost, the one that meets
/// the fewest is better.
#[derive(Clone, Copy)]
pub(super) struct Label {
    pub(super) straight: u32,
    pub(super) diagonal: u32,
    pub(super) relaxed_met: u16,
}

impl Label {
    pub(super) fn cost(self) -> Cost {
        Cost { straight: self.straight.into(), diagonal: self.diagonal.into() }
    }

    /// The label after a step that meets a number of blocks. Costs saturate far below overflow.
    #[inline(always)]
    pub(super) fn after(self, way: Way, blocks_met: u16) -> Self {
        let Self { straight, diagonal, relaxed_met } = self;
        let relaxed_met = relaxed_met.saturating_add(blocks_met);
        match way {
            Way::Pass => Self { relaxed_met, ..self },
            way if way.is_diagonal() => Self { diagonal: diagonal + 1, relaxed_met, ..self },
            _ => Self { straight: (straight + 1).min(MOST_STRAIGHT), diagonal, relaxed_met },
        }
    }

    /// The label after straight moves of a given cost that meet a number of blocks.
    pub(super) fn beyond(self, cost: u32, blocks_met: u16) -> Self {
        let straight = self.straight.saturating_add(cost).min(MOST_STRAIGHT);
        Self { straight, relaxed_met: self.relaxed_met.saturating_add(blocks_met), ..self }
    }

    #[inline(always)]
    pub(super) fn is_better(self, other: Self) -> bool {
        if self.diagonal == other.diagonal {
            return (self.straight, self.relaxed_met) < (other.straight, other.relaxed_met);
        }
        (self.cost(), self.relaxed_met) < (other.cost(), other.relaxed_met)
    }
}
