//! The report of a search (results, tally of reject reasons, reason to stop), and its builder.
//!
//! Outcomes of attempts 0, 1, … are added in the order of their numbers. Invariants: the report does not depend on the
//! thread or the time of an attempt; the tally is complete even if nothing was found, and `attempts = accepted +
//! tally.total()`.

use crate::{Accepted, Budget, Goal, Problem, Seed};
use std::collections::BTreeMap;
use std::fmt::{self, Display};

/// The reason why a search stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The first result was requested, and found.
    Found,
    /// All attempts were made.
    Attempts,
    /// The time is over.
    Time,
    /// It was cancelled.
    Cancelled,
}

impl Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Stop::Found => "found",
            Stop::Attempts => "all attempts were made",
            Stop::Time => "the time was over",
            Stop::Cancelled => "cancelled",
        })
    }
}

/// Number of rejected attempts by reason, in the order of the reasons.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally<R: Ord>(BTreeMap<R, u64>);

impl<R: Ord> Default for Tally<R> {
    fn default() -> Self {
        Self(BTreeMap::new())
    }
}

impl<R: Ord> Tally<R> {
    /// Counts a rejected attempt.
    pub fn count(&mut self, reason: R) {
        *self.0.entry(reason).or_insert(0) += 1;
    }

    /// The reasons that occurred, with their numbers.
    pub fn iter(&self) -> impl Iterator<Item = (&R, u64)> {
        self.0.iter().map(|(reason, &n)| (reason, n))
    }

    /// Adds the tally of another search.
    pub fn add(&mut self, other: &Self)
    where
        R: Clone,
    {
        for (reason, n) in other.iter() {
            *self.0.entry(reason.clone()).or_insert(0) += n;
        }
    }

    /// Total number of rejected attempts.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.0.values().sum()
    }
}

impl<R: Ord + Display> Display for Tally<R> {
    /// `3 × reason, 1 × other`, or `nothing rejected`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("nothing rejected");
        }
        for (i, (reason, n)) in self.iter().enumerate() {
            write!(f, "{}{n} × {reason}", if i == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}

/// The reason why a seed has no result.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoResult {
    /// Every attempt was rejected; the tally in words.
    #[error("{0}")]
    Rejected(String),
    /// The search was cancelled.
    #[error("the search was stopped")]
    Interrupted,
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Report<D, P, R: Ord> {
    /// The accepted attempts, best first; of equal rank, the lower attempt number first.
    pub found: Vec<Accepted<D, P>>,
    /// The tally of reject reasons.
    pub tally: Tally<R>,
    /// Number of attempts that count: for [`crate::Goal::First`], those up to the accepted one.
    pub attempts: u64,
    /// Number of accepted attempts.
    pub accepted: u64,
    /// The reason why the search stopped.
    pub stop: Stop,
}

impl<D, P, R: Ord> Default for Report<D, P, R> {
    /// The report of a search without attempts.
    fn default() -> Self {
        let (found, tally) = (Vec::new(), Tally::default());
        Self { found, tally, attempts: 0, accepted: 0, stop: Stop::Attempts }
    }
}

impl<D, P, R: Ord + Display> Report<D, P, R> {
    /// The best result of a search from `seed`.
    ///
    /// # Errors
    /// [`NoResult`], with the reason.
    pub fn best(self, seed: Seed) -> Result<Accepted<D, P>, NoResult> {
        if self.stop == Stop::Cancelled {
            return Err(NoResult::Interrupted);
        }
        let attempts = diagnostics::counted(self.attempts, "attempt", "attempts");
        let (seed, tally) = (seed.value(), self.tally);
        let why = || format!("seed {seed}: nothing found in {attempts}: {tally}");
        self.found.into_iter().next().ok_or_else(|| NoResult::Rejected(why()))
    }
}

/// The outcome of one attempt: accepted, or a reject reason.
pub(crate) type Outcome<D, P, R> = Result<Accepted<D, P>, R>;

/// A report under construction.
pub(crate) struct ReportBuilder<D, P, R: Ord> {
    goal: Goal,
    report: Report<D, P, R>,
}

impl<D, P, R: Ord> ReportBuilder<D, P, R> {
    pub(crate) fn new(goal: Goal) -> Self {
        Self { goal, report: Report::default() }
    }

    /// Number of outcomes added.
    pub(crate) fn attempts(&self) -> u64 {
        self.report.attempts
    }

    /// Number of accepted attempts among them.
    pub(crate) fn accepted(&self) -> u64 {
        self.report.accepted
    }

    pub(crate) fn add<Q>(&mut self, problem: &Q, outcome: Outcome<D, P, R>)
    where
        Q: Problem<Candidate = D, Proof = P, RejectReason = R>,
    {
        self.report.attempts += 1;
        match outcome {
            Ok(found) => {
                self.report.accepted += 1;
                self.keep(problem, found);
            }
            Err(reason) => self.report.tally.count(reason),
        }
    }

    /// Keeps the best results, in order; of equal rank, the earlier one first. Of results that are alike only the
    /// first in this order stays.
    fn keep<Q>(&mut self, problem: &Q, new: Accepted<D, P>)
    where
        Q: Problem<Candidate = D, Proof = P, RejectReason = R>,
    {
        let most = match self.goal {
            Goal::First => 1,
            Goal::Best(n) => n,
        };
        let found = &mut self.report.found;
        let place = found.partition_point(|kept| kept.rank.total_cmp(&new.rank).is_ge());
        let mut better = found.iter().take(place);
        if place < most && !better.any(|kept| problem.alike(kept, &new)) {
            found.retain(|kept| !problem.alike(kept, &new));
            found.insert(place, new);
            found.truncate(most);
        }
    }

    /// The reason to stop now, if there is one.
    pub(crate) fn ended(&self, budget: &Budget) -> Option<Stop> {
        if self.goal == Goal::First && self.accepted() > 0 {
            Some(Stop::Found)
        } else {
            budget.attempts.is_some_and(|most| self.attempts() >= most).then_some(Stop::Attempts)
        }
    }

    pub(crate) fn finish(self, stop: Stop) -> Report<D, P, R> {
        Report { stop, ..self.report }
    }
}
