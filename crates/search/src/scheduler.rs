//! A scheduler: searches share its threads slice by slice.
//!
//! A new search gets a fair share of the threads at once, a search that is alone gets all of them, and no search waits
//! for another to end ([`crate::queue`] decides whose turn it is). Invariant: the results of a number of attempts do
//! not depend on the other searches; a search that panics does not affect others.

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
/// /// A search for them.
/// struct LargeNumbers(Sender<u64>);
/// impl Job for LargeNumbers {
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
/// let handle = scheduler.search(LargeNumbers(sender), Seed::new(1)?, budget)?;
/// assert!(found.recv()? > 900);
/// drop(handle);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Scheduler {
    shared: Arc<Shared>,
    most: usize,
}

/// The reason why a search was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// The largest number of searches is reached.
    #[error("there are as many searches already as there may be: {0}")]
    Full(usize),
    /// The scheduler was stopped.
    #[error("the scheduler is stopped")]
    Stopped,
}

/// The handle of a search. Dropping it cancels the search, unless it has ended.
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
    /// No new searches are accepted, and the present ones end.
    stopped: bool,
    /// The scheduler was dropped.
    closed: bool,
}

impl Scheduler {
    /// A scheduler with a number of threads (0 for one per core) and a largest number of searches at one time.
    ///
    /// # Errors
    /// Fails if the system provides no thread at all; fewer threads than requested are accepted.
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

    /// Starts a search; its time limit runs from now on.
    ///
    /// # Errors
    /// [`Refused`] if there are too many searches, or after [`Scheduler::stop`].
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

    /// Number of searches that continue after finding something.
    #[must_use]
    pub fn improving(&self) -> usize {
        self.shared.inner().queue.improving()
    }

    /// Ends all searches with their results so far, and accepts no more.
    pub fn stop(&self) {
        let mut inner = self.shared.inner();
        inner.stopped = true;
        inner.queue.cancel();
        drop(inner);
        self.shared.wake.notify_all();
    }
}

impl Drop for Scheduler {
    /// The threads end after their present work; remaining searches are dropped.
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

    /// Does work until the scheduler is dropped.
    fn work(&self) {
        while let Some(work) = self.next_work() {
            match work {
                Work::Slice(number, task) => {
                    let begin = effort();
                    // A search that panicked is not used again.
                    let whole = catch_unwind(AssertUnwindSafe(|| task.slice())).is_ok();
                    let took = effort().saturating_sub(begin);
                    self.inner().queue.back(number, took, whole);
                }
                Work::End(task, given) => {
                    // After a panic the receiver gets no report.
                    let _ = catch_unwind(AssertUnwindSafe(|| task.end(given)));
                }
            }
        }
    }

    /// The next work; waits if there is none.
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
