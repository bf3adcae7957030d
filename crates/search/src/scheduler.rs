//! Threads that many searches share, slice by slice.
//!
//! Whoever brings a search gets a fair share of the threads at once, whoever is there alone gets all of them, and
//! none waits for another to end ([`crate::queue`] says whose turn it is). Invariant: what a search finds in so many
//! attempts does not depend on who shares the threads with it; a search that panics ends alone.

use crate::job::{Job, Search, effort};
use crate::queue::{Queue, Work};
use crate::run::{STACK, cores};
use crate::{Budget, Seed};
use clock::Instant;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::{io, thread};

/// The threads, and the searches that share them.
///
/// ```
/// use quandary_search::{Attempt, Budget, Job, Goal, Problem, Report, Scheduler, Seed};
/// use std::sync::mpsc::{Sender, channel};
/// use std::time::Duration;
///
/// /// Looks for large numbers.
/// struct Large;
/// impl Problem for Large {
///     type Candidate = u64;
///     type Proof = ();
///     type RejectReason = &'static str;
///     type Scratch = ();
///     fn generate(&self, attempt: Attempt, _: &mut ()) -> Result<u64, &'static str> {
///         Ok(attempt.phase("number").below(1000))
///     }
///     fn prove(&self, candidate: &u64, _: &mut ()) -> Result<(), &'static str> {
///         if *candidate > 900 { Ok(()) } else { Err("small") }
///     }
/// }
///
/// /// Asks for them.
/// struct Asker(Sender<u64>);
/// impl Job for Asker {
///     type Candidate = u64;
///     type Proof = ();
///     type RejectReason = &'static str;
///     type Problem<'a> = Large;
///     fn problem(&self) -> Large {
///         Large
///     }
///     fn done(&self, report: Report<u64, (), &'static str>, _: Duration) {
///         let _ = self.0.send(report.found[0].candidate);
///     }
/// }
///
/// let scheduler = Scheduler::new(2, 100)?;
/// let budget = Budget { goal: Goal::First, attempts: Some(1000), time: None };
/// let (sender, found) = channel();
/// let handle = scheduler.search(Asker(sender), Seed::new(1)?, budget)?;
/// assert!(found.recv()? > 900);
/// drop(handle);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Scheduler {
    shared: Arc<Shared>,
    most: usize,
}

/// The reason for which a search was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// There are as many as there may be.
    #[error("there are as many searches already as there may be: {0}")]
    Full(usize),
    /// It was told to stop.
    #[error("the scheduler is stopped")]
    Stopped,
}

/// A claim on a search under way. Dropping it cancels the search, unless it has ended.
#[must_use = "a search whose handle is dropped is cancelled"]
pub struct JobHandle(Arc<AtomicBool>);

impl Drop for JobHandle {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// The queue of searches, with the signal that wakes its threads.
struct Shared {
    inner: Mutex<Inner>,
    wake: Condvar,
}

struct Inner {
    queue: Queue,
    /// Takes no more, and ends what is there.
    stopped: bool,
    /// Nobody is left to be told anything.
    closed: bool,
}

impl Scheduler {
    /// So many threads, 0 for one a core, for at most so many searches at one time.
    ///
    /// # Errors
    /// When the system gives no thread at all; with fewer than asked for it works on.
    pub fn new(threads: usize, most: usize) -> io::Result<Self> {
        let threads = if threads == 0 { cores() } else { threads };
        let inner = Inner { queue: Queue::new(), stopped: false, closed: false };
        let shared = Arc::new(Shared { inner: Mutex::new(inner), wake: Condvar::new() });
        for number in 0..threads {
            let own = Arc::clone(&shared);
            let thread = thread::Builder::new().name(format!("search-{number}")).stack_size(STACK);
            match thread.spawn(move || own.work()) {
                Err(error) if number == 0 => return Err(error),
                _ => {}
            }
        }
        Ok(Self { shared, most })
    }

    /// Begins a search; its limit of time runs from now on.
    ///
    /// # Errors
    /// [`Refused`] when there are too many, or after [`Scheduler::stop`].
    pub fn search<C: Job>(&self, job: C, seed: Seed, budget: Budget) -> Result<JobHandle, Refused> {
        let search = Search::new(job, seed, budget);
        let handle = JobHandle(search.cancelled());
        let mut inner = self.shared.inner();
        if inner.stopped {
            return Err(Refused::Stopped);
        }
        if inner.queue.len() >= self.most {
            return Err(Refused::Full(self.most));
        }
        inner.queue.add(Arc::new(search));
        drop(inner);
        self.shared.wake.notify_all();
        Ok(handle)
    }

    /// Number of searches that go on although they have found something.
    #[must_use]
    pub fn improving(&self) -> usize {
        self.shared.inner().queue.improving()
    }

    /// Ends all searches with what they have found, and takes no more.
    pub fn stop(&self) {
        let mut inner = self.shared.inner();
        inner.stopped = true;
        inner.queue.cancel();
        drop(inner);
        self.shared.wake.notify_all();
    }
}

impl Drop for Scheduler {
    /// The threads end after what they are at; searches that are left are dropped.
    fn drop(&mut self) {
        let mut inner = self.shared.inner();
        (inner.stopped, inner.closed) = (true, true);
        inner.queue.cancel();
        drop(inner);
        self.shared.wake.notify_all();
    }
}

impl Shared {
    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does one work after another, as long as there is somebody to be told.
    fn work(&self) {
        while let Some(work) = self.next_work() {
            match work {
                Work::Slice(number, task) => {
                    let begin = effort();
                    // The remains of a search that panics are not looked at again.
                    let whole = catch_unwind(AssertUnwindSafe(|| task.slice())).is_ok();
                    let took = effort().saturating_sub(begin);
                    self.inner().queue.back(number, took, whole);
                }
                Work::End(task, given) => {
                    // Whoever waited hears of a panic by hearing nothing more.
                    let _ = catch_unwind(AssertUnwindSafe(|| task.end(given)));
                }
            }
        }
    }

    /// The next work; waited for if there is none.
    fn next_work(&self) -> Option<Work> {
        let mut inner = self.inner();
        loop {
            if inner.closed {
                return None;
            }
            if let Some(work) = inner.queue.work(Instant::now()) {
                return Some(work);
            }
            inner = self.wake.wait(inner).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

#[cfg(test)]
mod tests;
