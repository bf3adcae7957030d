//! Searches that own their data, so threads of a scheduler can work on them in slices.
//!
//! The length of a slice is measured in processor time of its thread, if the system provides it; work of other
//! programs does not count. Invariant: this time decides how threads are shared, and does not affect results.

use crate::parts::{Parts, make};
use crate::{Budget, Goal, Problem, Report, Seed, Stop};
use clock::Instant;
use std::fmt::Display;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// Least work of a slice; it ends after the part that reaches it.
const SLICE: Duration = Duration::from_millis(2);

/// A search for a [`crate::Scheduler`]. It owns its data, and receives the report.
pub trait Job: Send + Sync + 'static {
    /// The candidate that an attempt makes.
    type Candidate: Send + 'static;
    /// The proof of a candidate.
    type Proof: Send + 'static;
    /// The reason to reject an attempt.
    type RejectReason: Ord + Clone + Display + Send + 'static;
    /// The problem; it may borrow from what the job owns.
    type Problem<'a>: Problem<Candidate = Self::Candidate, Proof = Self::Proof, RejectReason = Self::RejectReason>
    where
        Self: 'a;

    /// The problem to search.
    fn problem(&self) -> Self::Problem<'_>;

    /// Called when the first slice begins.
    fn begun(&self) {}

    /// Called once with the report, and the processor time of all threads together. If the search panics, it is not
    /// called, and the job is dropped.
    fn done(
        &self,
        report: Report<Self::Candidate, Self::Proof, Self::RejectReason>,
        given: Duration,
    );
}

/// State of a search between slices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum JobState {
    /// Nothing has been found yet.
    Searching,
    /// Something has been found, and the search continues.
    Improving,
    /// All attempts are given out; some threads still work.
    Draining,
    /// The search has ended.
    Ended,
}

/// A search as the scheduler sees it: several threads may work on it at the same time, in slices.
pub(crate) trait Task: Send + Sync {
    /// Works for a slice.
    fn slice(&self);
    /// The state of the search.
    fn state(&self) -> JobState;
    /// True if the time is over, or the search was cancelled.
    fn is_cut(&self, now: Instant) -> bool;
    /// The deadline; `None` for no limit.
    fn until(&self) -> Option<Instant>;
    /// Cancels the search; running slices still finish.
    fn cancel(&self);
    /// Reports the result. Called once, when no thread works on it any more.
    fn end(&self, given: Duration);
}

/// A job and its state.
pub(crate) struct Search<C: Job> {
    job: C,
    seed: Seed,
    until: Option<Instant>,
    cancelled: Arc<AtomicBool>,
    begun: AtomicBool,
    parts: Mutex<Parts<C::Candidate, C::Proof, C::RejectReason>>,
}

impl<C: Job> Search<C> {
    pub(crate) fn new(job: C, seed: Seed, budget: Budget) -> Self {
        let size = job.problem().together();
        Self {
            until: budget.time.and_then(|time| Instant::now().checked_add(time)),
            cancelled: Arc::default(),
            begun: AtomicBool::new(false),
            parts: Mutex::new(Parts::new(budget, size)),
            job,
            seed,
        }
    }

    /// The flag that is set when the handle is dropped.
    pub(crate) fn cancelled(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.cancelled)
    }

    fn with<T>(
        &self,
        act: impl FnOnce(&mut Parts<C::Candidate, C::Proof, C::RejectReason>) -> T,
    ) -> T {
        act(&mut self.parts.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl<C: Job> Task for Search<C> {
    fn slice(&self) {
        if !self.begun.swap(true, Ordering::Relaxed) {
            self.job.begun();
        }
        let (begin, problem) = (effort(), self.job.problem());
        let cut = || self.is_cut(Instant::now());
        while let Some(part) = self.with(Parts::deal) {
            let first = part.start;
            let made = make(&problem, self.seed, part, cut);
            self.with(|parts| parts.take(&problem, first, made));
            if effort() >= begin + SLICE || cut() {
                break;
            }
        }
    }

    fn state(&self) -> JobState {
        self.with(|parts| match parts {
            parts if parts.ended().is_some() => JobState::Ended,
            parts if !parts.has_more() => JobState::Draining,
            parts if parts.has_found() => JobState::Improving,
            _ => JobState::Searching,
        })
    }

    fn is_cut(&self, now: Instant) -> bool {
        self.cancelled.load(Ordering::Relaxed) || self.until.is_some_and(|until| now >= until)
    }

    fn until(&self) -> Option<Instant> {
        self.until
    }

    fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    fn end(&self, given: Duration) {
        let cancelled = self.cancelled.load(Ordering::Relaxed);
        let stop = if cancelled { Stop::Cancelled } else { Stop::Time };
        let none = Parts::new(Budget { goal: Goal::Best(0), attempts: Some(0), time: None }, 1);
        let parts = self.with(|parts| std::mem::replace(parts, none));
        let report = parts.report(&self.job.problem(), stop);
        self.job.done(report, given);
    }
}

/// Processor time of this thread, from a fixed moment on.
#[cfg(unix)]
pub(crate) fn effort() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    let seconds = u64::try_from(time.tv_sec).unwrap_or_default();
    Duration::new(seconds, u32::try_from(time.tv_nsec).unwrap_or_default())
}

/// Wall-clock time from a fixed moment on, where the system provides no processor time of threads.
#[cfg(not(unix))]
pub(crate) fn effort() -> Duration {
    static BEGIN: std::sync::OnceLock<clock::Instant> = std::sync::OnceLock::new();
    BEGIN.get_or_init(clock::Instant::now).elapsed()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numbers::{Event, Numbers, NumbersJob, seed};
    use std::sync::mpsc::{Receiver, channel};

    fn search(
        modulus: u64,
        goal: Goal,
        attempts: Option<u64>,
    ) -> (Search<NumbersJob>, Receiver<Event>) {
        let (sender, words) = channel();
        let job = NumbersJob(Numbers { modulus, kinds: None }, sender);
        (Search::new(job, seed(), Budget { goal, attempts, time: None }), words)
    }

    #[test]
    fn a_search_is_hungry_until_it_finds_and_has_ended_when_it_has_all() {
        use JobState::{Draining, Ended, Improving, Searching};
        let never = 1 << 60;
        for (modulus, goal, attempts, stands) in [
            (never, Goal::Best(1), None, [Searching, Searching]),
            (13, Goal::Best(1), None, [Searching, Improving]),
            (13, Goal::First, None, [Searching, Ended]),
            (never, Goal::Best(1), Some(1), [Searching, Ended]),
            (13, Goal::Best(1), Some(0), [Ended, Ended]),
        ] {
            let (search, _words) = search(modulus, goal, attempts);
            let before = search.state();
            search.slice();
            assert_eq!([before, search.state()], stands, "{modulus} {goal:?} {attempts:?}");
        }
        let (last, _words) = search(13, Goal::Best(1), Some(2));
        assert!(last.with(Parts::deal).is_some());
        assert_eq!(last.state(), Draining, "what was dealt has not come back");
    }

    #[test]
    fn a_slice_is_of_more_than_a_part_and_begins_the_search_once() {
        let (search, words) = search(13, Goal::Best(1), None);
        assert!(words.try_recv().is_err(), "nothing is told before the first slice");
        search.slice();
        assert_eq!(words.try_recv(), Ok(Event::Begun));
        search.slice();
        search.end(Duration::ZERO);
        let Ok(Event::Done(answer, Duration::ZERO)) = words.try_recv() else { panic!() };
        assert!(answer.attempts > 2 * search.job.0.together());
    }

    #[test]
    fn a_search_reports_at_its_deadline() {
        let (mut limited, _words) = search(13, Goal::Best(1), None);
        assert_eq!(limited.until(), None);
        let end = Some(Instant::now());
        limited.until = end;
        assert_eq!(limited.until(), end);
    }

    #[test]
    fn work_counts_and_sleep_does_not() {
        let begin = effort();
        std::thread::sleep(Duration::from_millis(200));
        let slept = effort();
        let mut sum = 0_u64;
        while effort() < slept + Duration::from_millis(20) {
            sum = std::hint::black_box(sum + 1);
        }
        assert!(sum > 0 && slept - begin < Duration::from_millis(100), "{:?}", slept - begin);
    }
}
