//! A search problem for tests: numbers.
//!
//! Ties and rejected attempts are frequent, so a wrong order of outcomes shows up.

use crate::{Accepted, Attempt, Budget, Control, Goal, Job, Problem, Report, Seed, run};
use std::sync::mpsc::Sender;
use std::time::Duration;

/// Each candidate is a number; there are two reject reasons; the rank is the last digit, so ties are frequent. Results
/// are alike if their numbers have the same remainder modulo `kinds`, if that is given.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Numbers {
    pub(crate) modulus: u64,
    pub(crate) kinds: Option<u64>,
}

/// The report of a search of numbers.
pub(crate) type Answer = Report<u64, u64, &'static str>;

impl Problem for Numbers {
    type Candidate = u64;
    type Proof = u64;
    type RejectReason = &'static str;
    type Scratch = Vec<u64>;

    fn generate(&self, attempt: Attempt, scratch: &mut Vec<u64>) -> Result<u64, &'static str> {
        scratch.push(attempt.number());
        let n = attempt.phase("n").below(10_000);
        if n < 2_000 { Err("small") } else { Ok(n) }
    }

    fn prove(&self, candidate: &u64, _: &mut Vec<u64>) -> Result<u64, &'static str> {
        if candidate.is_multiple_of(self.modulus) {
            Ok(candidate / self.modulus)
        } else {
            Err("uneven")
        }
    }

    fn rank(&self, candidate: &u64, _: &u64) -> f64 {
        (candidate % 10) as f64
    }

    fn together(&self) -> u64 {
        3
    }

    fn alike(&self, one: &Accepted<u64, u64>, other: &Accepted<u64, u64>) -> bool {
        self.kinds.is_some_and(|kinds| one.candidate % kinds == other.candidate % kinds)
    }
}

/// An event of a search, sent to a test.
#[derive(Debug, PartialEq)]
pub(crate) enum Event {
    Begun,
    Done(Answer, Duration),
}

/// A job of numbers that sends its events.
pub(crate) struct NumbersJob(pub(crate) Numbers, pub(crate) Sender<Event>);

impl Job for NumbersJob {
    type Candidate = u64;
    type Proof = u64;
    type RejectReason = &'static str;
    type Problem<'a> = Numbers;

    fn problem(&self) -> Numbers {
        self.0
    }

    fn begun(&self) {
        let _ = self.1.send(Event::Begun);
    }

    fn done(&self, report: Answer, given: Duration) {
        let _ = self.1.send(Event::Done(report, given));
    }
}

/// The seed of the searches in tests.
pub(crate) fn seed() -> Seed {
    Seed::new(42).unwrap()
}

/// A budget of attempts without a time limit.
pub(crate) fn attempts(goal: Goal, attempts: u64) -> Budget {
    Budget { goal, attempts: Some(attempts), time: None }
}

/// The report of a search in one run.
pub(crate) fn in_one_go(problem: &Numbers, budget: &Budget) -> Answer {
    run(problem, seed(), budget, &Control::default())
}
