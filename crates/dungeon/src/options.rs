//! Options common to all generators: everything beside the request and the seed, and reusable working memory.
//!
//! Invariant: only [`Attempts`] affects the result.

use crate::layout::canvas::{Canvas, Reach};
use crate::layout::cellular::Rock;
use crate::layout::form::Work;
use crate::mission::draft::Draft;
use level::Graph;
use level::check::certify;
use search::{Budget, Control, Problem, Report, Seed, run_with};
use std::fmt::Display;

/// The attempts to run. Layouts and caves need no search and are always attempt 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Attempts {
    /// The usual number for the request.
    #[default]
    Usual,
    /// As many as the budget allows; takes the first that is proved, or the best.
    Within(Budget),
    /// Only the attempt with this number; regenerates the result of a report.
    Only(u64),
}

impl Attempts {
    /// Number of attempts in the report; 0 if only time limits them.
    #[must_use]
    pub fn number(self, usual: u64) -> u64 {
        match self {
            Self::Usual => usual,
            Self::Within(budget) => budget.attempts.unwrap_or(0),
            Self::Only(_) => 1,
        }
    }
}

/// The options of every `generate`. The default is the usual number of attempts on the calling thread.
#[derive(Default)]
pub struct Options<'a> {
    /// The attempts to run.
    pub attempts: Attempts,
    /// Threads, progress and cancellation.
    pub control: Control<'a>,
    /// Working memory to reuse; allocated if absent.
    pub scratch: Option<&'a mut Scratch>,
}

impl<'a> Options<'a> {
    /// The usual options with reused memory.
    #[must_use]
    pub fn reusing(scratch: &'a mut Scratch) -> Self {
        Self { scratch: Some(scratch), ..Self::default() }
    }

    /// The usual attempts with reused memory and a control: threads, progress, cancellation.
    #[must_use]
    pub fn controlled(control: &Control<'a>, scratch: &'a mut Scratch) -> Self {
        Self { control: *control, ..Self::reusing(scratch) }
    }

    /// Runs the requested attempts, or those of the usual budget.
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

/// Working memory of the generators, for callers that generate many results on one thread.
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
    /// The mission being generated.
    pub(crate) draft: Draft,
    /// The room graph that is verified.
    pub(crate) graph: Graph,
    /// Working memory of the verifier.
    pub(crate) judge: certify::Scratch,
}
