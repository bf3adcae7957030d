//! Options of a generator: all that stands beside a request and a seed, one type for every generator, and the working memory
//! of generators, for making one thing after another.
//!
//! Invariant: of all this only [`Attempts`] has a say in what is made.

use crate::layout::canvas::{Canvas, Reach};
use crate::layout::cellular::Rock;
use crate::layout::form::Work;
use crate::mission::draft::Draft;
use level::Graph;
use level::check::certify;
use search::{Budget, Control, Problem, Report, Seed, run_with};
use std::fmt::Display;

/// The attempts to make. A layout or a cave needs no search, and is always attempt 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Attempts {
    /// As many as are usual for the request.
    #[default]
    Usual,
    /// As many as a budget allows: the first that is proved, or the best.
    Within(Budget),
    /// The attempt with this number alone: makes the find of a report again.
    Only(u64),
}

impl Attempts {
    /// The number of attempts of which one is taken, as it is told; 0 where time alone decides.
    #[must_use]
    pub fn number(self, usual: u64) -> u64 {
        match self {
            Self::Usual => usual,
            Self::Within(budget) => budget.attempts.unwrap_or(0),
            Self::Only(_) => 1,
        }
    }
}

/// The options of every `generate`. The default is the usual number of attempts on the caller's own thread.
#[derive(Default)]
pub struct Options<'a> {
    /// The attempts to make.
    pub attempts: Attempts,
    /// Threads, progress, and a way to stop.
    pub control: Control<'a>,
    /// Working memory, for making one thing after another; without it new memory is taken.
    pub scratch: Option<&'a mut Scratch>,
}

impl<'a> Options<'a> {
    /// The usual options with memory that was used before.
    #[must_use]
    pub fn reusing(scratch: &'a mut Scratch) -> Self {
        Self { scratch: Some(scratch), ..Self::default() }
    }

    /// The usual attempts, with working memory that was used before, under a control: threads, progress, cancelling.
    #[must_use]
    pub fn controlled(control: &Control<'a>, scratch: &'a mut Scratch) -> Self {
        Self { control: *control, ..Self::reusing(scratch) }
    }

    /// Makes the attempts at a problem that are asked for, or those of the usual budget.
    pub(crate) fn search<P>(
        self,
        problem: &P,
        seed: Seed,
        usual: Budget,
    ) -> Report<P::Candidate, P::Proof, P::RejectReason>
    where
        P: Problem<Scratch = Scratch>,
        P::RejectReason: Display,
    {
        let Self { attempts, control, scratch } = self;
        let mut own = None;
        let scratch = scratch.unwrap_or_else(|| own.insert(Scratch::default()));
        match attempts {
            Attempts::Usual => run_with(problem, seed, &usual, &control, scratch),
            Attempts::Within(budget) => run_with(problem, seed, &budget, &control, scratch),
            Attempts::Only(number) => {
                let mut report = Report::default();
                report.try_once(problem, seed.attempt(number), scratch);
                report
            }
        }
    }
}

/// Working memory of the generators, to be kept by callers that make many things on one thread.
#[derive(Default)]
pub struct Scratch {
    /// The cells of a layout.
    pub(crate) canvas: Canvas,
    /// The noise of a layout's caves.
    pub(crate) rock: Rock,
    /// Distances in a layout.
    pub(crate) reach: Reach,
    /// The walls of a layout's halls.
    pub(crate) form: Work,
    /// Dead ends of a layout.
    pub(crate) ends: Vec<u32>,
    /// A mission in the making.
    pub(crate) draft: Draft,
    /// The room graph that is put before the judge.
    pub(crate) graph: Graph,
    /// The judge's own memory.
    pub(crate) judge: certify::Scratch,
}
