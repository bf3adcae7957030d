//! Slow calls: other Python threads continue meanwhile, Ctrl-C works, and a callback receives the progress.
//!
//! There are two ways. [`watched`] runs a search of the verifier on the calling thread and polls from the search; a
//! short search has no overhead. [`long`] runs any other work on a separate thread while the caller polls, since
//! signals can be checked only on the calling thread. Invariant: the result does not depend on the way.

use crate::failure::Failure;
use level::{Limits, Watch};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use search::Control;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Time between two polls.
const PULSE: Duration = Duration::from_millis(50);
/// Stack size of a thread in bytes: the usual size of a main thread, which a search may need.
const STACK: usize = 8 << 20;

/// The state that a worker shares with the waiting thread: a flag to cancel, and counters.
#[derive(Default)]
pub(crate) struct JobState {
    cancel: AtomicBool,
    done: AtomicU64,
    found: AtomicU64,
}

impl JobState {
    /// True if the work should stop.
    pub(crate) fn is_cancelled(&self) -> bool {
        self.cancel.load(Ordering::Relaxed)
    }

    /// The flag that stops the work.
    pub(crate) fn cancel(&self) -> &AtomicBool {
        &self.cancel
    }

    /// Counts one more finished item.
    pub(crate) fn count(&self) {
        self.done.fetch_add(1, Ordering::Relaxed);
    }

    /// Runs a search on `threads` threads; it obeys the flag and updates the counters.
    pub(crate) fn controlled<T>(&self, threads: usize, work: impl FnOnce(&Control<'_>) -> T) -> T {
        let progress = |done, found| {
            self.done.store(done, Ordering::Relaxed);
            self.found.store(found, Ordering::Relaxed);
        };
        work(&Control { threads, cancel: &self.cancel, progress: &progress })
    }
}

/// A pool of `threads` threads with [`STACK`] bytes of stack each; 0 means one per core.
pub(crate) fn pool(threads: usize) -> Result<ThreadPool, Failure> {
    let pool = ThreadPoolBuilder::new().num_threads(threads).stack_size(STACK).build();
    pool.map_err(Failure::request)
}

/// Handles pending signals and reports the progress.
fn pulse(py: Python<'_>, progress: Option<&Py<PyAny>>, done: u64, found: u64) -> PyResult<()> {
    py.check_signals()?;
    if let Some(progress) = progress {
        progress.call1(py, (done, found))?;
    }
    Ok(())
}

/// Runs work on a separate thread. An exception in `progress`, or Ctrl-C, stops it.
pub(crate) fn long<T: Send>(
    py: Python<'_>,
    progress: Option<&Py<PyAny>>,
    work: impl FnOnce(&JobState) -> T + Send,
) -> PyResult<T> {
    let job = JobState::default();
    py.detach(|| {
        let (finished, finish) = channel();
        thread::scope(|scope| {
            let worker = thread::Builder::new().stack_size(STACK);
            let job = &job;
            let run = move || {
                let result = work(job);
                // The receiver outlives this thread, so the send cannot fail.
                _ = finished.send(());
                result
            };
            let worker = worker.spawn_scoped(scope, run);
            let worker = worker.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
            let mut polled = Ok(());
            while finish.recv_timeout(PULSE) == Err(RecvTimeoutError::Timeout) {
                if polled.is_err() {
                    continue;
                }
                let [done, found] = [&job.done, &job.found].map(|n| n.load(Ordering::Relaxed));
                polled = Python::attach(|py| pulse(py, progress, done, found));
                job.cancel.store(polled.is_err(), Ordering::Relaxed);
            }
            let fault =
                |_| PyRuntimeError::new_err("a fault of Quandary; its message stands above");
            let result = worker.join().map_err(fault)?;
            polled.map(|()| result)
        })
    })
}

/// Runs a search of the verifier on this thread, within limits. An exception in `progress`, or Ctrl-C, stops it.
pub(crate) fn watched<T: Send>(
    py: Python<'_>,
    progress: Option<&Py<PyAny>>,
    limits: Limits<'_>,
    search: impl FnOnce(&Limits<'_>) -> Result<T, Failure> + Send,
) -> PyResult<T> {
    let state = Mutex::new((None::<Instant>, Ok(())));
    let poll = |states: u64| {
        let Ok(mut state) = state.lock() else { return true };
        let (last, polled) = &mut *state;
        let now = Instant::now();
        if polled.is_ok() && now.duration_since(*last.get_or_insert(now)) >= PULSE {
            *last = Some(now);
            *polled = Python::attach(|py| pulse(py, progress, states, 0));
        }
        polled.is_err()
    };
    let result = py.detach(|| search(&Limits { watch: Some(Watch(&poll)), ..limits }));
    let (_, polled) = state.into_inner().unwrap_or((None, Ok(())));
    polled?;
    Ok(result?)
}
