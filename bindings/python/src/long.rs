//! What may take long: other threads of Python go on meanwhile, Ctrl-C is heard, and whoever asks is told how far it is.
//!
//! There are two ways. A search of the judge asks its own thread now and then whether to go on ([`watched`]), which costs
//! nothing where it ends soon. All else runs on a thread of its own while the caller waits and listens ([`long`]), since
//! Python hears of signals on the thread that calls alone. Invariant: what is answered does not depend on either.

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

/// Time between two questions whether to go on.
const PULSE: Duration = Duration::from_millis(50);
/// A search may need as much stack as the thread of a program has.
const STACK: usize = 8 << 20;

/// What work and whoever waits for it tell each other.
#[derive(Default)]
pub(crate) struct Pace {
    cancel: AtomicBool,
    done: AtomicU64,
    found: AtomicU64,
}

impl Pace {
    /// True if the work is to end.
    pub(crate) fn is_cancelled(&self) -> bool {
        self.cancel.load(Ordering::Relaxed)
    }

    /// The flag that ends the work.
    pub(crate) fn cancel(&self) -> &AtomicBool {
        &self.cancel
    }

    /// Tells of one more thing that was done.
    pub(crate) fn count(&self) {
        self.done.fetch_add(1, Ordering::Relaxed);
    }

    /// Makes a search on some threads under this.
    pub(crate) fn controlled<T>(&self, threads: usize, work: impl FnOnce(&Control<'_>) -> T) -> T {
        let progress = |done, found| {
            self.done.store(done, Ordering::Relaxed);
            self.found.store(found, Ordering::Relaxed);
        };
        work(&Control { threads, cancel: &self.cancel, progress: &progress })
    }
}

/// So many threads, 0 for one a core, each with stack enough.
pub(crate) fn pool(threads: usize) -> Result<ThreadPool, Failure> {
    let pool = ThreadPoolBuilder::new().num_threads(threads).stack_size(STACK).build();
    pool.map_err(Failure::request)
}

/// Hears of signals, and tells how far the work is.
fn pulse(py: Python<'_>, progress: Option<&Py<PyAny>>, done: u64, found: u64) -> PyResult<()> {
    py.check_signals()?;
    if let Some(progress) = progress {
        progress.call1(py, (done, found))?;
    }
    Ok(())
}

/// Does work on a thread of its own. An exception of `progress`, or Ctrl-C, ends it.
pub(crate) fn long<T: Send>(
    py: Python<'_>,
    progress: Option<&Py<PyAny>>,
    work: impl FnOnce(&Pace) -> T + Send,
) -> PyResult<T> {
    let pace = Pace::default();
    py.detach(|| {
        let (tell, told) = channel();
        thread::scope(|scope| {
            let worker = thread::Builder::new().stack_size(STACK);
            let pace = &pace;
            let run = move || {
                let answer = work(pace);
                // Whoever waits is there until this is told.
                _ = tell.send(());
                answer
            };
            let worker = worker.spawn_scoped(scope, run);
            let worker = worker.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
            let mut heard = Ok(());
            while told.recv_timeout(PULSE) == Err(RecvTimeoutError::Timeout) {
                if heard.is_err() {
                    continue;
                }
                let [done, found] = [&pace.done, &pace.found].map(|n| n.load(Ordering::Relaxed));
                heard = Python::attach(|py| pulse(py, progress, done, found));
                pace.cancel.store(heard.is_err(), Ordering::Relaxed);
            }
            let fault =
                |_| PyRuntimeError::new_err("a fault of Quandary; its message stands above");
            let answer = worker.join().map_err(fault)?;
            heard.map(|()| answer)
        })
    })
}

/// Has the judge search on this thread, within limits. An exception of `progress`, or Ctrl-C, ends it.
pub(crate) fn watched<T: Send>(
    py: Python<'_>,
    progress: Option<&Py<PyAny>>,
    limits: Limits<'_>,
    search: impl FnOnce(&Limits<'_>) -> Result<T, Failure> + Send,
) -> PyResult<T> {
    let state = Mutex::new((None::<Instant>, Ok(())));
    let asks = |states: u64| {
        let Ok(mut state) = state.lock() else { return true };
        let (last, heard) = &mut *state;
        let now = Instant::now();
        if heard.is_ok() && now.duration_since(*last.get_or_insert(now)) >= PULSE {
            *last = Some(now);
            *heard = Python::attach(|py| pulse(py, progress, states, 0));
        }
        heard.is_err()
    };
    let answer = py.detach(|| search(&Limits { watch: Some(Watch(&asks)), ..limits }));
    let (_, heard) = state.into_inner().unwrap_or((None, Ok(())));
    heard?;
    Ok(answer?)
}
