//! Puzzles in areas: passages of a layout stay blocked until the puzzles before them are solved.
//!
//! A [`Puzzle`] stands on the near side of the passage that it blocks, and *gates* at least one room: the room cannot
//! be reached unless the puzzle is solved. Its texts come from [`templates`]. The key of a locked door lies in the
//! open or in a locked [`Chest`]. [`Placement`] reports how many puzzles were requested and placed, how many passages
//! were closed for them, and why puzzles are missing.
//!
//! Invariant: an [`Area`] is a plain value, and its proof is the verifier's proof of its level. The lacks of a
//! placement add up to the number of puzzles that are missing.

pub mod area;
pub mod templates;
pub mod request;
mod passages;
pub(crate) mod place;
pub mod proof;
pub mod expansion;

pub use crate::layout::RoomIndex;
pub use area::{
    Area, Chest, HIGHEST_THRESHOLD, Hint, Holder, Item, Kind, Puzzle, RoomWords, threshold,
};
pub use expansion::{dress, expand};
pub use proof::{Certificate, level_graph};
pub use request::{ALGORITHM, PuzzleCount, Request, RequestError};

use crate::layout::ways::{Passage, Ways};
use crate::layout::{self, Layout};
use crate::named::named;
use crate::options::{Options, Scratch};
use crate::reject::RejectReason;
use passages::Site;
use search::{Attempt, Budget, Goal, Problem, Report, Seed};
use serde::Serialize;
use std::collections::BTreeSet;

/// The default number of attempts.
const ATTEMPTS: u64 = 20;

/// The result of [`generate`], [`expand`] and [`dress()`](dress).
pub type AreaReport = Report<PlacedArea, Certificate, RejectReason>;

/// A search problem whose candidates come from a function.
struct Candidates<F>(F);

impl<F: Fn(Attempt, &mut Scratch) -> Result<PlacedArea, RejectReason> + Sync> Problem
    for Candidates<F>
{
    type Candidate = PlacedArea;
    type Proof = Certificate;
    type RejectReason = RejectReason;
    type Scratch = Scratch;

    fn generate(
        &self,
        attempt: Attempt,
        scratch: &mut Scratch,
    ) -> Result<PlacedArea, RejectReason> {
        self.0(attempt, scratch)
    }

    fn prove(&self, made: &PlacedArea, scratch: &mut Scratch) -> Result<Certificate, RejectReason> {
        proof::prove(&made.area, scratch)
    }
}

/// Searches for the first candidate of a function that is proved.
fn search(
    seed: Seed,
    options: Options<'_>,
    candidate: impl Fn(Attempt, &mut Scratch) -> Result<PlacedArea, RejectReason> + Sync,
) -> AreaReport {
    let usual = Budget { goal: Goal::First, attempts: Some(ATTEMPTS), time: None };
    options.search(&Candidates(candidate), seed, usual)
}

/// Generates the area of a seed, with its proof.
///
/// Its rooms are those of the seed's layout. If an attempt fails, the next one places other puzzles in the same
/// layout.
///
/// # Errors
/// A request that cannot be satisfied.
///
/// ```
/// use quandary_dungeon::puzzle::{Request, generate};
/// let report = generate(&Request::of("temple")?, search::Seed::new(7)?, Default::default())?;
/// let found = &report.found[0];
/// assert_eq!(found.candidate.area.puzzles.len(), found.candidate.placement.asked as usize);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn generate(
    request: &Request,
    seed: Seed,
    options: Options<'_>,
) -> Result<AreaReport, RequestError> {
    request.check()?;
    Ok(search(seed, options, |attempt, scratch| {
        let first = attempt.seed().attempt(0);
        let layout = layout::attempt(&request.layout, first, scratch);
        let pack = request.packs.of(&layout.category.name);
        let site = Site::of(Area::bare(layout), pack, request.key_style);
        Ok(place::place(Site { may_close: true, ..site }, request.puzzles, attempt))
    }))
}

named! {
    /// Reason why a requested puzzle was not placed.
    pub enum Lack {
        /// Its room is a dead end, without a passage that leads on.
        DeadEnd = "dead_end",
        /// No passage is left that gates something and may be blocked, and none can be made by closing others.
        NoGate = "no_gate",
        /// No suitable template is left.
        NoTemplate = "no_template",
    }
}

impl Lack {
    /// The reason in words, to follow a number.
    const fn words(self) -> &'static str {
        match self {
            Self::DeadEnd => "in dead ends, from which no passage leads on",
            Self::NoGate => "where no passage gates something or can be made to",
            Self::NoTemplate => "for which no template is left",
        }
    }
}

/// Numbers of puzzles requested and placed, and the reasons for the difference.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Placement {
    /// Number of puzzles requested.
    pub asked: u32,
    /// Number of puzzles placed.
    pub placed: u32,
    /// Number of passages closed so that others gate something.
    pub closed: u32,
    /// The reasons for missing puzzles, each once, with the number of puzzles.
    pub lacks: Vec<(Lack, u32)>,
    /// Use of the puzzle rooms of the layout; `None` before `area/4`, and if the layout has no such room.
    pub puzzle_rooms: Option<PuzzleRooms>,
}

/// Use of the puzzle rooms of a layout.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PuzzleRooms {
    /// Number of puzzle rooms.
    pub marked: u32,
    /// Number of them in which, or before which, a puzzle would gate something.
    pub gating: u32,
    /// Number of puzzles in or before a puzzle room.
    pub puzzles: u32,
}

impl PuzzleRooms {
    /// The numbers of an area; `None` if its layout has no puzzle room.
    fn of(area: &Area) -> Option<Self> {
        let layout = &area.layout;
        let marked =
            layout.rooms.iter().filter(|room| room.kind == layout::Kind::Puzzle).count() as u32;
        let ways = Ways::of(layout);
        let bridges = ways.bridges(layout.entry());
        let may = bridges.iter().filter(|passage| passage.room != layout.entry());
        let gating: BTreeSet<RoomIndex> = may.flat_map(|&p| rooms_of(layout, &ways, p)).collect();
        let at = area.puzzles.iter().filter(|puzzle| {
            let passage = Passage { room: puzzle.room, direction: puzzle.direction };
            rooms_of(layout, &ways, passage).next().is_some()
        });
        let all = Self { marked, gating: gating.len() as u32, puzzles: at.count() as u32 };
        (marked > 0).then_some(all)
    }
}

/// The puzzle rooms on the two sides of a passage.
fn rooms_of(layout: &Layout, ways: &Ways, passage: Passage) -> impl Iterator<Item = RoomIndex> {
    let sides = [Some(passage.room), ways.beyond(passage)].into_iter().flatten();
    let marked = |room: &RoomIndex| {
        layout.rooms.get(*room as usize).is_some_and(|room| room.kind == layout::Kind::Puzzle)
    };
    sides.filter(marked)
}

impl Placement {
    /// The placement in one line.
    ///
    /// ```
    /// use quandary_dungeon::puzzle::{Lack, Placement};
    /// let placement =
    ///     Placement { asked: 3, placed: 2, closed: 1, lacks: vec![(Lack::DeadEnd, 1)], ..Default::default() };
    /// assert_eq!(
    ///     placement.words(),
    ///     "Puzzles: 3 asked for, 2 placed, 1 passage closed for them; \
    ///      missing: 1 in dead ends, from which no passage leads on"
    /// );
    /// ```
    #[must_use]
    pub fn words(&self) -> String {
        let Self { asked, placed, closed, .. } = self;
        let passages = if *closed == 1 { "passage" } else { "passages" };
        let missing = self.missing().map(|missing| format!("; missing: {missing}"));
        let rooms = self.puzzle_rooms.map(|PuzzleRooms { gating, puzzles, .. }| {
            format!("; {puzzles} in or before a puzzle room, of {gating} that could have one")
        });
        format!(
            "Puzzles: {asked} asked for, {placed} placed, {closed} {passages} closed for them{}{}",
            missing.unwrap_or_default(),
            rooms.unwrap_or_default()
        )
    }

    /// The reasons for missing puzzles in words; `None` if none is missing.
    #[must_use]
    pub fn missing(&self) -> Option<String> {
        let lack = |(lack, puzzles): &(Lack, u32)| format!("{puzzles} {}", lack.words());
        let lacks: Vec<String> = self.lacks.iter().map(lack).collect();
        (!lacks.is_empty()).then(|| lacks.join(", "))
    }
}

/// An area, and the report on the placement of its puzzles.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct PlacedArea {
    /// The area.
    pub area: Area,
    /// The report on the placement.
    pub placement: Placement,
}

impl PlacedArea {
    /// Adds old puzzles to the numbers requested and placed.
    fn beside(mut self, old: u32) -> Self {
        self.placement.asked += old;
        self.placement.placed += old;
        self
    }

    /// The sentence about missing puzzles, if any are missing.
    #[must_use]
    pub fn shortfall(&self) -> Option<String> {
        shortfall(&self.area, self.placement.asked)
    }
}

/// The sentence about missing puzzles in an area, if any are missing.
#[must_use]
pub fn shortfall(area: &Area, asked: u32) -> Option<String> {
    let placed = area.puzzles.len() as u32;
    let words = || format!("{asked} puzzles were asked for, and {placed} passages gate something");
    (placed < asked).then(words)
}
