//! The states that wait to be expanded, those first that promise most.
//!
//! Whole costs go into buckets, one for each value of g + h, which are worked through in turn. Where it counts
//! how many cells of blocks a plan enters, there is a bucket for each value and number, and the buckets are kept
//! in a tree. Costs with √2 in them, weights and the penalties of heuristics go into a heap. In all, of equal
//! promises the one that was made last comes first.

use std::cmp::{Ordering, Reverse};
use std::collections::{BTreeMap, BinaryHeap};

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
    pub(super) promise: f64,
    /// Decides between equal promises: the smaller first.
    pub(super) shunned: u16,
    /// Decides between those that are equal still: the larger first.
    pub(super) hash: u64,
    pub(super) state: u32,
}

impl Ord for Entry {
    fn cmp(&self, other: &Self) -> Ordering {
        let key = |entry: &Self| (Reverse(entry.shunned), entry.hash, entry.state);
        other.promise.total_cmp(&self.promise).then_with(|| key(self).cmp(&key(other)))
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
    pub(super) fn put(&mut self, promise: u32, shunned: u16, state: u32) {
        match self {
            Queue::Buckets { buckets, first, waiting } => {
                let at = promise as usize;
                if at >= buckets.len() {
                    buckets.resize_with(at + 1, Vec::new);
                }
                buckets[at].push(state);
                *first = (*first).min(at);
                *waiting += 1;
            }
            Queue::Sparse(buckets, waiting) => {
                buckets.entry((promise, shunned)).or_default().push(state);
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
            Queue::Heap(heap) => heap.pop().map(|entry| (entry.promise, entry.state)),
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
            Queue::Heap(heap) => heap.peek().map(|entry| entry.promise),
            Queue::Sparse(buckets, _) => {
                let mut some = buckets.iter().filter(|(_, bucket)| !bucket.is_empty());
                some.next().map(|(&(promise, _), _)| promise.into())
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
