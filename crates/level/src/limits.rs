//! Limits on a search, and the limit that was exceeded first.

mod memory;

use clock::Instant;
pub use memory::usual_memory;
use std::cell::Cell;
use std::fmt::{self, Debug, Display};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// The limits of a search. The default has none; set limits to search a level from an untrusted source.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits<'a> {
    /// The largest number of states.
    pub states: Option<u64>,
    /// The longest time.
    pub time: Option<Duration>,
    /// The largest amount of memory for states, in bytes.
    pub memory: Option<u64>,
    /// Cancels the search when another thread sets it.
    pub cancel: Option<&'a AtomicBool>,
    /// Receives the number of states met, at intervals.
    pub progress: Option<&'a AtomicU64>,
    /// Decides at intervals if the search continues.
    pub watch: Option<Watch<'a>>,
}

/// A function that the searching thread calls at intervals with the number of states met. Returning true cancels the
/// search.
#[derive(Clone, Copy)]
pub struct Watch<'a>(pub &'a (dyn Fn(u64) -> bool + Sync));

impl Debug for Watch<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Watch")
    }
}

impl Limits<'_> {
    /// The limits for the rest of a task that began at `begin`: the time is reduced by the time spent.
    #[must_use]
    pub fn since(&self, begin: Instant) -> Self {
        let time = self.time.map(|time| time.saturating_sub(begin.elapsed()));
        Self { time, ..*self }
    }

    /// The limit on time or the interrupt, if one was reached since a task began. For work in which no states are
    /// counted.
    pub(crate) fn reached_since(&self, begin: Instant) -> Option<Limit> {
        let timed = Limits { states: None, memory: None, progress: None, ..self.since(begin) };
        Clock::start(&timed).check_amounts(0, || 0).err()
    }
}

/// The limit that was exceeded first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// The number of states.
    States,
    /// The time.
    Time,
    /// The memory.
    Memory,
    /// The search was cancelled.
    Cancelled,
    /// A room whose blocks return has too many states to count.
    Rooms,
}

impl Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Limit::States => "the limit on states",
            Limit::Time => "the limit on time",
            Limit::Memory => "the limit on memory",
            Limit::Cancelled => "an interrupt",
            Limit::Rooms => "a room too large for its states to be counted",
        })
    }
}

/// The limits with a computed deadline, for frequent checks.
pub(crate) struct Clock<'a> {
    states: usize,
    memory: u64,
    deadline: Option<Instant>,
    cancel: Option<&'a AtomicBool>,
    progress: Option<&'a AtomicU64>,
    watch: Option<Watch<'a>>,
    /// The work done since the last check of amounts.
    worked: Cell<u64>,
}

/// The amount of work between checks of amounts, in cells touched or words of memory written. It takes less than a
/// millisecond.
const MUCH_WORK: u64 = 1 << 17;

/// The largest number of states that are counted in a room whose blocks return.
pub(crate) const MOST_STATES_OF_A_ROOM: u64 = 10_000_000;

/// States are numbered in 32 bits; one number means "none".
pub(crate) const MOST_STATES: usize = u32::MAX as usize - 1;

impl<'a> Clock<'a> {
    pub(crate) fn start(limits: &Limits<'a>) -> Self {
        let states = limits.states.and_then(|n| usize::try_from(n).ok()).unwrap_or(MOST_STATES);
        Self {
            states: states.min(MOST_STATES),
            memory: limits.memory.unwrap_or(u64::MAX),
            deadline: limits.time.and_then(|time| Instant::now().checked_add(time)),
            cancel: limits.cancel,
            progress: limits.progress,
            watch: limits.watch,
            worked: Cell::new(MUCH_WORK),
        }
    }

    /// The same limits with a smaller number of states.
    pub(crate) fn at_most(&self, states: usize) -> Self {
        Self { states: self.states.min(states), worked: self.worked.clone(), ..*self }
    }

    /// Checks the number of states. After much work also checks the memory, the time and the interrupt, because
    /// single steps of a search can do very different amounts of work.
    #[inline]
    pub(crate) fn spend(
        &self,
        work: u64,
        states: u64,
        bytes: impl Fn() -> u64,
    ) -> Result<(), Limit> {
        self.check_states(states)?;
        let worked = self.worked.get() + work;
        if worked < MUCH_WORK {
            self.worked.set(worked);
            return Ok(());
        }
        self.worked.set(0);
        self.check_amounts(states, bytes)
    }

    #[inline]
    pub(crate) fn check_states(&self, states: u64) -> Result<(), Limit> {
        if states > self.states as u64 { Err(Limit::States) } else { Ok(()) }
    }

    /// Checks all limits.
    pub(crate) fn check_amounts(&self, states: u64, bytes: impl Fn() -> u64) -> Result<(), Limit> {
        if let Some(progress) = self.progress {
            progress.store(states, Ordering::Relaxed);
        }
        if states > self.states as u64 {
            Err(Limit::States)
        } else if self.cancel.is_some_and(|cancel| cancel.load(Ordering::Relaxed))
            || self.watch.is_some_and(|Watch(asks)| asks(states))
        {
            Err(Limit::Cancelled)
        } else if self.memory < u64::MAX && bytes() > self.memory {
            Err(Limit::Memory)
        } else if self.deadline.is_some_and(|end| Instant::now() >= end) {
            Err(Limit::Time)
        } else {
            Ok(())
        }
    }
}
