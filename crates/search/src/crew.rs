//! Threads for work that is cut into parts: each part is done once, and the results come back in order.
//!
//! Invariant: which thread does a part, and when, reaches no result. Parts must be cut the same way for
//! any number of threads; then what comes of them is the same too.

use crate::run::{cores, pool};
use rayon::ThreadPool;
use rayon::prelude::*;

/// A pool of threads for work in parts.
///
/// ```
/// let squares = quandary_search::Crew::new(2).map(vec![1, 2, 3], |n| n * n);
/// assert_eq!(squares, [1, 4, 9]);
/// ```
#[derive(Debug)]
pub struct Crew {
    /// `None` for the caller's own thread.
    pool: Option<ThreadPool>,
}

impl Crew {
    /// A crew of `threads`: 0 for one per core, 1 for the caller's own thread. Where the system gives no
    /// more threads, the caller's own does all the work.
    #[must_use]
    pub fn new(threads: usize) -> Self {
        let threads = if threads == 0 { cores() } else { threads };
        Self { pool: if threads == 1 { None } else { pool(threads).ok() } }
    }

    /// Results of `work` on each part, in the order of the parts.
    pub fn map<T: Send, R: Send>(
        &self,
        parts: Vec<T>,
        work: impl Fn(T) -> R + Send + Sync,
    ) -> Vec<R> {
        match &self.pool {
            None => parts.into_iter().map(work).collect(),
            Some(pool) => pool.install(|| parts.into_par_iter().map(work).collect()),
        }
    }

    /// Does `work` once for each part.
    pub fn each<T: Send>(&self, parts: Vec<T>, work: impl Fn(T) + Send + Sync) {
        match &self.pool {
            None => parts.into_iter().for_each(work),
            Some(pool) => pool.install(|| parts.into_par_iter().for_each(work)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU64, Ordering};

    #[test]
    fn each_part_is_done_once_and_in_order() {
        for threads in [0, 1, 2, 5] {
            let crew = Crew::new(threads);
            let parts: Vec<u64> = (0..1000).collect();
            let sum = AtomicU64::new(0);
            crew.each(parts.clone(), |n| {
                sum.fetch_add(n, Ordering::Relaxed);
            });
            assert_eq!(sum.into_inner(), 499_500);
            assert_eq!(crew.map(parts.clone(), |n| n), parts);
        }
    }
}
