//! A search in parts: dealt one by one, made by whoever has time, taken back in any order.
//!
//! A part is a run of consecutive attempt numbers. What comes of it waits until all parts before it are back, and
//! is folded then. Invariant: with a budget of attempts the report is that of [`crate::run()`], however large the
//! parts are, whoever makes them, and in whatever order they come back.

use crate::fold::{Fold, Outcome};
use crate::{Budget, Goal, Problem, Report, Seed, Stop};
use std::collections::BTreeMap;
use std::ops::Range;

/// What came of the attempts of a part, in the order of their numbers; fewer than were dealt where it was cut short.
type Part<D, P, R> = Vec<Outcome<D, P, R>>;

/// A search that can be left and taken up again at any time.
pub(crate) struct Parts<D, P, R: Ord> {
    budget: Budget,
    /// How many attempts a part has at most.
    size: u64,
    /// The first number that nobody has been given.
    dealt: u64,
    fold: Fold<D, P, R>,
    /// By their first number, parts that came back before those in front of them.
    early: BTreeMap<u64, Part<D, P, R>>,
}

impl<D, P, R: Ord> Parts<D, P, R> {
    /// A search of which nothing is made; its limit of time is for others to hold.
    pub(crate) fn new(budget: Budget, size: u64) -> Self {
        let (fold, early) = (Fold::new(budget.goal), BTreeMap::new());
        Self { budget, size: size.max(1), dealt: 0, fold, early }
    }

    /// The next attempts to be made; none when all have been dealt.
    pub(crate) fn deal(&mut self) -> Option<Range<u64>> {
        if self.ended().is_some() {
            return None;
        }
        let end = self.dealt.saturating_add(self.size);
        let part = self.dealt..self.budget.attempts.map_or(end, |most| most.min(end));
        self.dealt = part.end;
        (!part.is_empty()).then_some(part)
    }

    /// Whether there is something to be dealt.
    pub(crate) fn has_more(&self) -> bool {
        self.ended().is_none() && self.budget.attempts.is_none_or(|most| self.dealt < most)
    }

    /// Whether something was accepted.
    pub(crate) fn has_found(&self) -> bool {
        self.fold.accepted() > 0 || self.early.values().flatten().any(Result::is_ok)
    }

    /// Why it ends, if it does so by itself.
    pub(crate) fn ended(&self) -> Option<Stop> {
        self.fold.ended(&self.budget)
    }

    /// Takes what came of the part that begins with a number.
    pub(crate) fn take<Q>(&mut self, problem: &Q, first: u64, part: Part<D, P, R>)
    where
        Q: Problem<Draft = D, Proof = P, Reject = R>,
    {
        self.early.insert(first, part);
        while let Some(part) = self.early.remove(&self.fold.attempts()) {
            let whole = !part.is_empty();
            self.fold_in(problem, part);
            if !whole {
                break;
            }
        }
    }

    /// What was found. Where it was cut short, the best of all attempts that were made count, also behind one that
    /// was not; the first find is known only up to there.
    pub(crate) fn report<Q>(mut self, problem: &Q, stop: Stop) -> Report<D, P, R>
    where
        Q: Problem<Draft = D, Proof = P, Reject = R>,
    {
        if self.budget.goal != Goal::First {
            for part in std::mem::take(&mut self.early).into_values() {
                self.fold_in(problem, part);
            }
        }
        let stop = self.ended().unwrap_or(stop);
        self.fold.report(stop)
    }

    fn fold_in<Q>(&mut self, problem: &Q, part: Part<D, P, R>)
    where
        Q: Problem<Draft = D, Proof = P, Reject = R>,
    {
        for outcome in part {
            if self.ended().is_none() {
                self.fold.take(problem, outcome);
            }
        }
    }
}

/// Makes the attempts of a part until it is told to stop.
pub(crate) fn make<P: Problem>(
    problem: &P,
    seed: Seed,
    part: Range<u64>,
    stop: impl Fn() -> bool,
) -> Part<P::Draft, P::Proof, P::Reject> {
    let mut scratch = P::Scratch::default();
    let going = part.take_while(|_| !stop());
    going.map(|number| crate::run::attempt(problem, seed.attempt(number), &mut scratch)).collect()
}
