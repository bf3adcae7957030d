//! The trait [`Problem`], which a generator implements for [`crate::run()`]; accepted attempts; the budget of a
//! search.
//!
//! A search ends after a number of attempts, after a time, at the first result, or when it is cancelled.

use crate::Attempt;
use std::fmt::Display;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Generate and test: makes candidates, proves them, and ranks them.
///
/// Every method is a pure function of its arguments. `Scratch` is working memory that one thread reuses for its
/// attempts; results must not depend on its contents.
pub trait Problem: Sync {
    /// The candidate that an attempt makes.
    type Candidate: Send;
    /// The proof of a candidate.
    type Proof: Send;
    /// A reason to reject an attempt; the tally is in the order of the reasons.
    type RejectReason: Ord + Clone + Display + Send;
    /// Working memory, one per thread.
    type Scratch: Default;

    /// Makes the candidate of one attempt.
    ///
    /// # Errors
    /// The reason why this attempt has no candidate.
    fn generate(
        &self,
        attempt: Attempt,
        scratch: &mut Self::Scratch,
    ) -> Result<Self::Candidate, Self::RejectReason>;

    /// Proves a candidate, independently of how it was made.
    ///
    /// # Errors
    /// The reason to reject the candidate.
    fn prove(
        &self,
        candidate: &Self::Candidate,
        scratch: &mut Self::Scratch,
    ) -> Result<Self::Proof, Self::RejectReason>;

    /// Quality of a proved candidate; higher is better. All are equal unless this is overridden.
    fn rank(&self, _candidate: &Self::Candidate, _proof: &Self::Proof) -> f64 {
        0.0
    }

    /// The size of a block of attempts that one thread makes faster alone than several threads do; a block starts at a
    /// multiple of it.
    fn together(&self) -> u64 {
        1
    }

    /// True if only the better of two results is kept. False by default.
    ///
    /// The best result is always kept, and no two kept results are alike. If `alike` divides the results into kinds,
    /// the best result of each kind is kept, for the best kinds.
    fn alike(
        &self,
        _one: &Accepted<Self::Candidate, Self::Proof>,
        _other: &Accepted<Self::Candidate, Self::Proof>,
    ) -> bool {
        false
    }
}

/// One accepted attempt.
#[derive(Clone, Debug, PartialEq)]
pub struct Accepted<D, P> {
    /// The attempt number: replaying it gives the same candidate.
    pub attempt: u64,
    /// Rank of the candidate; higher is better.
    pub rank: f64,
    /// The candidate.
    pub candidate: D,
    /// Its proof.
    pub proof: P,
}

/// The results that a search looks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// The accepted attempt with the lowest number; the search ends there.
    First,
    /// The `n` accepted attempts of the highest rank; the whole budget is spent.
    Best(usize),
}

/// Limits of a search, and its goal. Without a limit it ends only at a result or when cancelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// The goal.
    pub goal: Goal,
    /// The largest number of attempts; `None` for no limit.
    pub attempts: Option<u64>,
    /// Time during which attempts may be started; `None` for no limit. A running attempt is finished.
    pub time: Option<Duration>,
}

/// Settings that do not affect results: threads, progress, cancellation.
#[derive(Clone, Copy)]
pub struct Control<'a> {
    /// Number of threads; 0 for one per core, 1 for the caller's own thread.
    pub threads: usize,
    /// Set to stop the search after the attempts that are running.
    pub cancel: &'a AtomicBool,
    /// Called now and then with the numbers of attempts made and accepted.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numbers::seed;
    use crate::{Budget, Control, Goal, Report, Stop, Tally, run};

    /// Attempts by their numbers; only every third one is accepted. Optional methods keep their defaults.
    struct Thirds;

    impl Problem for Thirds {
        type Candidate = u64;
        type Proof = ();
        type RejectReason = &'static str;
        type Scratch = ();

        fn generate(&self, attempt: Attempt, (): &mut ()) -> Result<u64, &'static str> {
            Ok(attempt.number())
        }

        fn prove(&self, candidate: &u64, (): &mut ()) -> Result<(), &'static str> {
            if candidate.is_multiple_of(3) { Ok(()) } else { Err("no third") }
        }
    }

    fn search(attempts: u64) -> Report<u64, (), &'static str> {
        let budget = Budget { goal: Goal::Best(9), attempts: Some(attempts), time: None };
        run(&Thirds, seed(), &budget, &Control { threads: 2, ..Control::default() })
    }

    #[test]
    fn by_default_results_are_unlike_and_of_equal_rank() {
        let found: Vec<_> = search(10).found.iter().map(|f| (f.attempt, f.rank)).collect();
        assert_eq!(found, [(0, 0.0), (3, 0.0), (6, 0.0), (9, 0.0)]);
        assert_eq!(Thirds.together(), 1);
    }

    #[test]
    fn one_more_attempt_counts_like_the_others() {
        let mut report = search(2);
        report.stop = Stop::Attempts;
        report.try_once(&Thirds, seed().attempt(2), &mut ());
        assert_eq!((report.attempts, report.accepted, report.tally.total()), (3, 1, 2));
        assert_eq!(report.stop, Stop::Attempts);
        report.try_once(&Thirds, seed().attempt(3), &mut ());
        assert_eq!((report.attempts, report.accepted, report.tally.total()), (4, 2, 2));
        assert_eq!(
            (report.stop, report.found.last().map(|found| found.candidate)),
            (Stop::Found, Some(3))
        );
    }

    #[test]
    fn tallies_are_added() {
        let mut tally = search(6).tally;
        tally.add(&search(2).tally);
        tally.add(&Tally::default());
        assert_eq!(tally.to_string(), "5 × no third");
        let mut none = Tally::default();
        none.add(&tally);
        assert_eq!(none.total(), 5);
    }
}
