//! The report of a search (the finds, the tally of rejects, the reason to stop), and the fold of outcomes into it.
//!
//! Outcomes of attempts 0, 1, … are folded in the order of their numbers. Invariants: who made an attempt, and when, reaches
//! nothing here; the tally is always there, above all when nothing was found, and `attempts = accepted + tally.total()`.

use crate::{Accepted, Budget, Goal, Problem, Seed};
use std::collections::BTreeMap;
use std::fmt::{self, Display};

/// The reason for which a search stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The first find was asked for, and was made.
    Found,
    /// All the attempts were made.
    Attempts,
    /// The time was over.
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

/// Number of rejects by reason, in the order of the reasons.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally<R: Ord>(BTreeMap<R, u64>);

impl<R: Ord> Default for Tally<R> {
    fn default() -> Self {
        Self(BTreeMap::new())
    }
}

impl<R: Ord> Tally<R> {
    /// Counts a reject.
    pub fn count(&mut self, reason: R) {
        *self.0.entry(reason).or_insert(0) += 1;
    }

    /// The reasons that came up, with their numbers.
    pub fn iter(&self) -> impl Iterator<Item = (&R, u64)> {
        self.0.iter().map(|(reason, &n)| (reason, n))
    }

    /// Counts the rejects of another search too.
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

/// The reason for which a seed gave nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoResult {
    /// Every attempt was rejected; the tally in words.
    #[error("{0}")]
    Rejected(String),
    /// The search was cancelled.
    #[error("the search was stopped")]
    Interrupted,
}

/// The whole answer of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Report<D, P, R: Ord> {
    /// The finds, best first; of equal rank, the lower attempt first.
    pub found: Vec<Accepted<D, P>>,
    /// The tally of rejects.
    pub tally: Tally<R>,
    /// Number of attempts that count: for [`crate::Goal::First`], those up to the find.
    pub attempts: u64,
    /// Number of accepted attempts.
    pub accepted: u64,
    /// The reason to stop.
    pub stop: Stop,
}

impl<D, P, R: Ord> Default for Report<D, P, R> {
    /// The report of no attempts.
    fn default() -> Self {
        let (found, tally) = (Vec::new(), Tally::default());
        Self { found, tally, attempts: 0, accepted: 0, stop: Stop::Attempts }
    }
}

impl<D, P, R: Ord + Display> Report<D, P, R> {
    /// The best find of a search from `seed`.
    ///
    /// # Errors
    /// [`NoResult`], which says why there is none.
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

/// The outcome of one attempt: a find, or a reject.
pub(crate) type Outcome<D, P, R> = Result<Accepted<D, P>, R>;

/// A report on its way.
pub(crate) struct ReportBuilder<D, P, R: Ord> {
    goal: Goal,
    report: Report<D, P, R>,
}

impl<D, P, R: Ord> ReportBuilder<D, P, R> {
    pub(crate) fn new(goal: Goal) -> Self {
        Self { goal, report: Report::default() }
    }

    /// Number of outcomes taken.
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

    /// Keeps the best, in order; an equal rank goes behind those that came before it. Of those alike only the
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

    /// The reason to stop here, if there is one.
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
