//! A search in parts: any free thread takes the next part, and parts come back in any order.
//!
//! A part is a range of consecutive attempt numbers. Its outcomes wait until all earlier parts are back, and are then
//! added to the report. Invariant: with a budget of attempts the report is that of [`crate::run()`], for any size of
//! the parts, any threads and any order of return.

use crate::report::{Outcome, ReportBuilder};
use crate::{Budget, Goal, Problem, Report, Seed, Stop};
use std::collections::BTreeMap;
use std::ops::Range;

/// The outcomes of the attempts of a part, in order; if the part was cut short, of its first attempts.
type Part<D, P, R> = Vec<Outcome<D, P, R>>;

/// A search that can be interrupted and continued.
pub(crate) struct Parts<D, P, R: Ord> {
    budget: Budget,
    /// Largest number of attempts in a part.
    size: u64,
    /// The first attempt number that is not given out yet.
    dealt: u64,
    builder: ReportBuilder<D, P, R>,
    /// Parts that came back before earlier ones, by their first number.
    early: BTreeMap<u64, Part<D, P, R>>,
}

impl<D, P, R: Ord> Parts<D, P, R> {
    /// A search without attempts. The caller checks the time limit.
    pub(crate) fn new(budget: Budget, size: u64) -> Self {
        let (builder, early) = (ReportBuilder::new(budget.goal), BTreeMap::new());
        Self { budget, size: size.max(1), dealt: 0, builder, early }
    }

    /// The next attempts to make; `None` if all are given out.
    pub(crate) fn deal(&mut self) -> Option<Range<u64>> {
        if self.ended().is_some() {
            return None;
        }
        let end = self.dealt.saturating_add(self.size);
        let part = self.dealt..self.budget.attempts.map_or(end, |most| most.min(end));
        self.dealt = part.end;
        (!part.is_empty()).then_some(part)
    }

    /// True if there are attempts left to give out.
    pub(crate) fn has_more(&self) -> bool {
        self.ended().is_none() && self.budget.attempts.is_none_or(|most| self.dealt < most)
    }

    /// True if an attempt was accepted.
    pub(crate) fn has_found(&self) -> bool {
        self.builder.accepted() > 0 || self.early.values().flatten().any(Result::is_ok)
    }

    /// The reason to stop, if the search has ended by itself.
    pub(crate) fn ended(&self) -> Option<Stop> {
        self.builder.ended(&self.budget)
    }

    /// Takes the outcomes of the part that begins with the attempt `first`.
    pub(crate) fn take<Q>(&mut self, problem: &Q, first: u64, part: Part<D, P, R>)
    where
        Q: Problem<Candidate = D, Proof = P, RejectReason = R>,
    {
        self.early.insert(first, part);
        while let Some(part) = self.early.remove(&self.builder.attempts()) {
            self.add_part(problem, part);
        }
    }

    /// The report. If the search was cut short, all attempts made count for the best results, even after a missing
    /// one; for the first result only the attempts before a missing one count.
    pub(crate) fn report<Q>(mut self, problem: &Q, stop: Stop) -> Report<D, P, R>
    where
        Q: Problem<Candidate = D, Proof = P, RejectReason = R>,
    {
        if self.budget.goal != Goal::First {
            for part in std::mem::take(&mut self.early).into_values() {
                self.add_part(problem, part);
            }
        }
        let stop = self.ended().unwrap_or(stop);
        self.builder.finish(stop)
    }

    fn add_part<Q>(&mut self, problem: &Q, part: Part<D, P, R>)
    where
        Q: Problem<Candidate = D, Proof = P, RejectReason = R>,
    {
        for outcome in part {
            if self.ended().is_none() {
                self.builder.add(problem, outcome);
            }
        }
    }
}

/// Makes the attempts of a part until `stop` returns true; the first one in any case.
pub(crate) fn make<P: Problem>(
    problem: &P,
    seed: Seed,
    part: Range<u64>,
    stop: impl Fn() -> bool,
) -> Part<P::Candidate, P::Proof, P::RejectReason> {
    let mut scratch = P::Scratch::default();
    let first = part.start;
    let going = part.take_while(|&number| number == first || !stop());
    going.map(|number| crate::run::attempt(problem, seed.attempt(number), &mut scratch)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numbers::{Answer, Numbers, attempts, in_one_go, seed};
    use crate::{Control, run};

    /// A search in parts of one size. Up to `open` parts are given out at a time, and a random one of them comes back.
    fn in_parts(problem: &Numbers, budget: Budget, size: u64, open: usize) -> Answer {
        let mut stream = seed().attempt(size).phase("order");
        let (mut parts, mut dealt) = (Parts::new(budget, size), Vec::new());
        loop {
            while dealt.len() < open
                && let Some(part) = parts.deal()
            {
                dealt.push(part);
            }
            if dealt.is_empty() {
                assert!(!parts.has_more());
                return parts.report(problem, Stop::Cancelled);
            }
            let part = dealt.swap_remove(stream.below(dealt.len() as u64) as usize);
            parts.take(problem, part.start, make(problem, seed(), part, || false));
        }
    }

    #[test]
    fn in_any_parts_in_any_order_it_is_the_search_in_one_go() {
        for goal in [Goal::First, Goal::Best(1), Goal::Best(7), Goal::Best(0)] {
            for (number, modulus) in [(0, 13), (1, 13), (100, 13), (1_000, 97), (1_000, 100_003)] {
                let problem = Numbers { modulus, kinds: Some(7) };
                let budget = attempts(goal, number);
                let whole = in_one_go(&problem, &budget);
                for (size, open) in [(1, 1), (1, 9), (3, 4), (8, 2), (64, 3), (5_000, 2)] {
                    let parts = in_parts(&problem, budget, size, open);
                    assert_eq!(parts, whole, "{goal:?} {number} {modulus} {size} {open}");
                }
            }
        }
    }

    /// Parts 0 and 1 of three attempts each: the first is cut after one attempt, the second is complete.
    fn cut(goal: Goal) -> Answer {
        let problem = Numbers { modulus: 1, kinds: None };
        let mut parts = Parts::new(Budget { goal, attempts: None, time: None }, 3);
        let (first, second) = (parts.deal().unwrap(), parts.deal().unwrap());
        assert!(!parts.has_found());
        parts.take(&problem, second.start, make(&problem, seed(), second, || false));
        assert!(parts.has_found() && parts.has_more());
        let stop = || true;
        parts.take(&problem, first.start, make(&problem, seed(), first, stop));
        parts.report(&problem, Stop::Time)
    }

    #[test]
    fn attempts_after_a_cut_count_for_the_best() {
        let best = cut(Goal::Best(9));
        assert_eq!((best.attempts, best.stop), (4, Stop::Time));
        assert_eq!(best.attempts, best.accepted + best.tally.total());
        let alone = |number| {
            let problem = Numbers { modulus: 1, kinds: None };
            crate::run::attempt(&problem, seed().attempt(number), &mut Vec::new()).ok()
        };
        for found in &best.found {
            assert_eq!(Some(found), alone(found.attempt).as_ref(), "each can be made again");
        }
        let mut numbers: Vec<u64> = best.found.iter().map(|found| found.attempt).collect();
        numbers.sort_unstable();
        let expect: Vec<u64> = [0, 3, 4, 5].into_iter().filter(|&n| alone(n).is_some()).collect();
        assert_eq!(numbers, expect);
    }

    #[test]
    fn the_first_find_is_not_sought_behind_a_cut() {
        let problem = Numbers { modulus: 1, kinds: None };
        let first = in_one_go(&problem, &Budget { goal: Goal::First, attempts: None, time: None });
        let cut = cut(Goal::First);
        // Only the first attempt was counted; it decides whether there is a result.
        assert_eq!((cut.attempts, cut.stop == Stop::Found), (1, first.attempts == 1));
        let none = Parts::<u64, u64, &str>::new(attempts(Goal::First, 0), 3);
        let nothing = none.report(&problem, Stop::Time);
        assert_eq!(nothing, run(&problem, seed(), &attempts(Goal::First, 0), &Control::default()));
    }
}
