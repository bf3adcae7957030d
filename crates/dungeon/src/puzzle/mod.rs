//! Puzzles in areas: passages of a layout that stay blocked until somebody solves what stands before them.
//!
//! A [`Puzzle`] stands in a room, on the near side of the passage that it blocks, and *gates* something:
//! without it solved at least one room is out of reach. What it says comes from [`templates`]; where it
//! stands, and where the key of a locked door lies, in the open or in a locked [`Chest`], is a matter of
//! placement.
//!
//! Invariant: an [`Area`] is a plain value; what is proved of it is proved by the judge, of its level.

pub mod area;
pub mod templates;
pub mod request;
pub mod placement;
pub(crate) mod site;
mod passages;
pub(crate) mod place;
pub mod proof;
pub mod expansion;
pub mod dress;

pub use crate::layout::RoomIndex;
pub use area::{
    Area, Chest, HIGHEST_THRESHOLD, Hint, Holder, Item, Kind, Puzzle, Words, threshold,
};
pub use dress::dress;
pub use expansion::expand;
pub use placement::{Lack, Made, Placement, PuzzleRooms};
pub use proof::{Certificate, level_graph};
pub use request::{ALGORITHM, Request, RequestError, Wanted};

use crate::layout::{self, Layout};
use crate::options::Options;
use crate::reject::Reject;
use crate::scratch::Scratch;
use search::{Attempt, Budget, Goal, Problem, Report, Seed};
use site::Site;

/// Number of attempts.
const ATTEMPTS: u64 = 20;

/// The answer of [`generate`].
pub type AreaReport = Report<Made, Certificate, Reject>;

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
        let layout = layout::attempt(&self.request.layout, first, scratch);
        Ok(furnish(self.request, layout, attempt))
    }

    fn prove(&self, made: &Made, scratch: &mut Scratch) -> Result<Certificate, Reject> {
        proof::prove(&made.area, scratch)
    }
}

/// Puts puzzles into a layout.
fn furnish(request: &Request, layout: Layout, attempt: Attempt) -> Made {
    let pack = request.packs.of(&layout.category.name);
    let site = Site {
        area: Area::bare(layout),
        key_style: request.key_style,
        templates: &pack.templates,
        chest_templates: &pack.chests,
        may_close: &|_| true,
        may_block: &|_| true,
    };
    place::place(site, request.puzzles, attempt)
}

/// Makes the area of a seed, proved.
///
/// The layout is that of the seed itself, so that an area of a seed has the rooms of the layout of that seed;
/// an attempt that fails is followed by one with other puzzles.
///
/// # Errors
/// A request that nothing can satisfy.
///
/// ```
/// use quandary_dungeon::puzzle::{Request, generate};
/// let report = generate(&Request::of("temple")?, search::Seed::new(7)?, Default::default())?;
/// let found = &report.found[0];
/// assert_eq!(found.draft.area.puzzles.len(), found.draft.placement.asked as usize);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn generate(
    request: &Request,
    seed: Seed,
    options: Options<'_>,
) -> Result<AreaReport, RequestError> {
    request.check()?;
    let usual = Budget { goal: Goal::First, attempts: Some(ATTEMPTS), time: None };
    Ok(options.search(&AreaProblem { request }, seed, usual))
}
