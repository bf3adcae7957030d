//! The fold of outcomes of attempts 0, 1, … into a report, in the order of their numbers.
//!
//! Invariant: who made an attempt, and when, reaches nothing here; only the order of the outcomes counts.

use crate::{Budget, Found, Goal, Problem, Report, Stop};

/// The outcome of one attempt: a find, or a reject.
pub(crate) type Outcome<D, P, R> = Result<Found<D, P>, R>;

/// A report on its way.
pub(crate) struct Fold<D, P, R: Ord> {
    goal: Goal,
    report: Report<D, P, R>,
}

impl<D, P, R: Ord> Fold<D, P, R> {
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

    pub(crate) fn take<Q>(&mut self, problem: &Q, outcome: Outcome<D, P, R>)
    where
        Q: Problem<Draft = D, Proof = P, Reject = R>,
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
    fn keep<Q>(&mut self, problem: &Q, new: Found<D, P>)
    where
        Q: Problem<Draft = D, Proof = P, Reject = R>,
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

    pub(crate) fn report(self, stop: Stop) -> Report<D, P, R> {
        Report { stop, ..self.report }
    }
}
