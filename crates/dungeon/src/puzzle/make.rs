//! Areas by search: a layout, puzzles in it, and the proof.
//!
//! The layout is that of the seed itself, so that an area of a seed has the rooms of the layout of that seed;
//! an attempt that fails is followed by one with other puzzles.

use super::Area;
use super::gates::Gates;
use super::place::{Placed, Site, place};
use super::placement::Placement;
use super::proof::{Certificate, prove};
use super::request::{Request, RequestError};
use crate::layout::{self, Layout};
use level::check::certify::Judge;
use search::{Attempt, Budget, Control, Goal, Problem, Report, Seed, run_with};

/// How many attempts are made.
const ATTEMPTS: u64 = 20;

/// Why an attempt was thrown away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, thiserror::Error)]
pub enum Reject {
    /// The judge found a room that nobody can come to.
    #[error("a room out of reach")]
    UnreachableRoom,
    /// The judge found no plan.
    #[error("not winnable")]
    Unwinnable,
    /// A player can get stuck.
    #[error("losable")]
    Losable,
    /// A puzzle that gates nothing.
    #[error("a needless puzzle")]
    Needless,
    /// The proof ran into its limit.
    #[error("too large to prove")]
    TooLargeToProve,
    /// No place beside an ordinary room for one more.
    #[error("no place for another room")]
    NoSpace,
}

/// An area, and what came of the puzzles that were asked of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Made {
    /// The area.
    pub area: Area,
    /// How many puzzles were asked for and placed.
    pub placement: Placement,
}

impl Made {
    /// Why fewer puzzles were placed than were asked for.
    #[must_use]
    pub fn shortfall(&self) -> Option<String> {
        shortfall(&self.area, self.placement.asked)
    }
}

/// Why fewer puzzles stand in an area than were asked for.
#[must_use]
pub fn shortfall(area: &Area, asked: u32) -> Option<String> {
    let placed = area.puzzles.len() as u32;
    let words = || format!("{asked} puzzles were asked for, and {placed} passages gate something");
    (placed < asked).then(words)
}

/// The answer of [`make`].
pub type AreaReport = Report<Made, Certificate, Reject>;

/// Working memory for attempts: nothing in it decides a result.
#[derive(Default)]
pub struct Scratch {
    layout: layout::Scratch,
    judge: Judge,
}

impl Scratch {
    /// The judge's working memory.
    pub(super) fn judge(&mut self) -> &mut Judge {
        &mut self.judge
    }
}

/// Areas, as a problem to be searched.
struct AreaProblem<'a> {
    request: &'a Request,
}

impl Problem for AreaProblem<'_> {
    type Draft = Made;
    type Proof = Certificate;
    type Reject = Reject;
    type Scratch = Scratch;

    fn draft(&self, attempt: Attempt, scratch: &mut Scratch) -> Result<Made, Reject> {
        let first = attempt.seed().attempt(0);
        let layout = layout::attempt(&self.request.layout, first, &mut scratch.layout);
        Ok(furnish(self.request, layout, attempt))
    }

    fn prove(&self, made: &Made, scratch: &mut Scratch) -> Result<Certificate, Reject> {
        prove(&made.area, &mut scratch.judge)
    }
}

/// Puts puzzles into a layout.
fn furnish(request: &Request, mut layout: Layout, attempt: Attempt) -> Made {
    let pack = request.packs.of(&layout.category.name);
    let site = Site {
        gates: &Gates::default(),
        key_style: request.key_style,
        templates: &pack.templates,
        chest_templates: &pack.chests,
        version: request.version,
        puzzles: Vec::new(),
        items: Vec::new(),
        chests: Vec::new(),
        may_close: &|_| true,
        may_block: &|_| true,
        layout: &mut layout,
    };
    let Placed { puzzles, items, chests, placement } = place(site, request.puzzles, attempt);
    Made { area: Area { layout, puzzles, items, chests }, placement }
}

/// Makes the area of a seed, proved.
///
/// # Errors
/// A request that nothing can satisfy.
///
/// ```
/// use dungeon::puzzle::{Request, make};
/// let report = make(&Request::of("temple")?, search::Seed::new(7)?, &Default::default())?;
/// let found = &report.found[0];
/// assert_eq!(found.draft.area.puzzles.len(), found.draft.placement.asked as usize);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn make(
    request: &Request,
    seed: Seed,
    control: &Control<'_>,
) -> Result<AreaReport, RequestError> {
    make_with(request, seed, control, &mut Scratch::default())
}

/// The same, with the caller's working memory: for one area after another.
///
/// # Errors
/// A request that nothing can satisfy.
pub fn make_with(
    request: &Request,
    seed: Seed,
    control: &Control<'_>,
    scratch: &mut Scratch,
) -> Result<AreaReport, RequestError> {
    request.check()?;
    let budget = Budget { goal: Goal::First, attempts: Some(ATTEMPTS), time: None };
    Ok(run_with(&AreaProblem { request }, seed, &budget, control, scratch))
}
