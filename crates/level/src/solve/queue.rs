//! The states that wait to be expanded, those first that promise most, and what they promise.
//!
//! Whole costs go into buckets, one for each value of g + h, which are worked through in turn. Where it counts
//! how many cells of blocks a plan enters, there is a bucket for each value and number, and the buckets are kept
//! in a tree. Costs with √2 in them, weights and the penalties of heuristics go into a heap. In all, of equal
//! promises the one that was made last comes first.

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
        /// By promise.
        buckets: Vec<Vec<u32>>,
        /// Index before which all buckets are empty.
        first: usize,
        waiting: usize,
    },
    /// Buckets by promise and by what is shunned: only those that hold something are there.
    Sparse(BTreeMap<(u32, u16), Vec<u32>>, usize),
    Heap(BinaryHeap<Entry>),
}

/// A state in the heap.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) priority: f64,
    /// Decides between equal promises: the smaller first.
    pub(super) relaxed_met: u16,
    /// Decides between those that are equal still: the larger first.
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

    /// The number of waiting states; some perhaps more than once.
    pub(super) fn len(&self) -> usize {
        match self {
            Queue::Buckets { waiting, .. } | Queue::Sparse(_, waiting) => *waiting,
            Queue::Heap(heap) => heap.len(),
        }
    }

    /// Puts a state into the bucket of its promise.
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

    /// Takes the state that promises most, with its promise.
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

    /// The least estimated cost of those that wait; every plan yet to be found costs at least as much, where
    /// the estimates are bounds.
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

    /// The number of bytes they take.
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
// The order in which a search expands states: by the cost so far, and the estimate of the rest.
//
// Invariant: the bound never says more than the rest costs, whatever is expected of it.

/// Bound, estimate, weight and tie-break, by which states are ordered.
pub(super) struct Order<const W: usize> {
    /// By location: a lower bound of the remaining cost; infinite where no goal can be reached.
    pub(super) bound: Rc<Distances>,
    /// Things that every plan takes: they give a bound of the remaining cost as well.
    pub(super) landmarks: Option<Rc<Landmarks<W>>>,
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
    Zero,
    /// A guess by location.
    Guess(Rc<[f64]>),
}

/// The largest number of straight moves of a plan that is counted.
pub(super) const MOST_STRAIGHT: u32 = (1 << 31) - 1;

/// The cost of a plan, and the number of relaxed blocks it meets: of plans of one cost, the one that meets the
/// fewest is the better one.
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

    /// The label after a step that meets so many blocks. Costs stop far below where they would run over.
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

    /// The label after straight moves that cost so much and meet so many blocks.
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
