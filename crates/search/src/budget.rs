//! Budgets: a search ends after a number of attempts, after a time, at the first find, or when it is cancelled.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The finds that a search looks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// The accepted attempt with the lowest number; the search ends there.
    First,
    /// The `n` accepted attempts of the highest rank; the whole budget is spent.
    Best(usize),
}

/// Limits of a search, and its goal. With neither limit it ends only at a find or when cancelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// The finds that are looked for.
    pub goal: Goal,
    /// The largest number of attempts; `None` for no limit.
    pub attempts: Option<u64>,
    /// Time during which attempts may be started; `None` for no limit. A running attempt is finished.
    pub time: Option<Duration>,
}

/// Settings that never decide the answer of a search: threads, progress, cancelling.
#[derive(Clone, Copy)]
pub struct Control<'a> {
    /// Number of threads; 0 for one per core, 1 for the caller's own thread.
    pub threads: usize,
    /// Set to stop the search after the attempts that are running.
    pub cancel: &'a AtomicBool,
    /// Called now and then with the numbers of attempts done and accepted; it never draws.
    pub progress: &'a (dyn Fn(u64, u64) + Sync),
}

static NEVER: AtomicBool = AtomicBool::new(false);

impl Default for Control<'_> {
    /// One thread, no progress, never cancelled.
    fn default() -> Self {
        Self { threads: 1, cancel: &NEVER, progress: &|_, _| () }
    }
}

impl Control<'_> {
    pub(crate) fn cancelled(&self) -> bool {
        self.cancel.load(Ordering::Relaxed)
    }
}
