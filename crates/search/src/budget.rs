//! When a search ends: after so many attempts, after a time, at the first find, or when it is told to.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// What a search looks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// The accepted attempt with the lowest number; the search ends there.
    First,
    /// The `n` accepted attempts of the highest rank; the whole budget is spent.
    Best(usize),
}

/// How much a search may spend. With neither limit it ends only at a find or when cancelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// What is looked for.
    pub goal: Goal,
    /// The most attempts that are made; `None` for no such limit.
    pub attempts: Option<u64>,
    /// How long attempts may be started; `None` for no such limit. A running attempt is finished.
    pub time: Option<Duration>,
}

/// What stands outside the search and never decides its answer: threads, progress, a way to stop.
#[derive(Clone, Copy)]
pub struct Control<'a> {
    /// How many threads work; 0 for one per core, 1 for the caller's own thread.
    pub threads: usize,
    /// Set to stop the search after the attempts that are running.
    pub cancel: &'a AtomicBool,
    /// Told now and then how many attempts are done and how many were accepted; it never draws.
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
