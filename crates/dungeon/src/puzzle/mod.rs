//! Puzzles in areas: passages of a layout that stay blocked until somebody solves what stands before them.
//!
//! A [`Puzzle`] stands in a room, on the near side of the passage that it blocks, and *gates* something:
//! without it solved at least one room is out of reach. What it says comes from [`templates`]; where it
//! stands, and where the key of a locked door lies, in the open or in a locked [`Chest`], is a matter of
//! [`Placement`]: how many were asked for, how many stand, what it took, and what was lacking.
//!
//! Invariant: an [`Area`] is a plain value; what is proved of it is proved by the judge, of its level. The lacks of a
//! placement make up the difference between what was asked for and what was placed.

pub mod area;
pub mod templates;
pub mod request;
mod passages;
pub(crate) mod place;
pub mod proof;
pub mod expansion;

pub use crate::layout::RoomIndex;
pub use area::{
    Area, Chest, HIGHEST_THRESHOLD, Hint, Holder, Item, Kind, Puzzle, Words, threshold,
};
pub use expansion::{dress, expand};
pub use proof::{Certificate, level_graph};
pub use request::{ALGORITHM, Request, RequestError, Wanted};

use crate::layout::ways::{Passage, Ways};
use crate::layout::{self, Layout};
use crate::named::named;
use crate::options::{Options, Scratch};
use crate::reject::RejectReason;
use passages::Site;
use search::{Attempt, Budget, Goal, Problem, Report, Seed};
use serde::Serialize;
use std::collections::BTreeSet;

/// Number of attempts.
const ATTEMPTS: u64 = 20;

/// The answer of [`generate`], [`expand`] and [`dress()`](dress).
pub type AreaReport = Report<Made, Certificate, RejectReason>;

/// Candidates of areas, each made by a function, as a problem to be searched.
struct Candidates<F>(F);

impl<F: Fn(Attempt, &mut Scratch) -> Result<Made, RejectReason> + Sync> Problem for Candidates<F> {
    type Candidate = Made;
    type Proof = Certificate;
    type RejectReason = RejectReason;
    type Scratch = Scratch;

    fn generate(&self, attempt: Attempt, scratch: &mut Scratch) -> Result<Made, RejectReason> {
        self.0(attempt, scratch)
    }

    fn prove(&self, made: &Made, scratch: &mut Scratch) -> Result<Certificate, RejectReason> {
        proof::prove(&made.area, scratch)
    }
}

/// Searches the candidates that a function makes for the first that is proved.
fn search(
    seed: Seed,
    options: Options<'_>,
    candidate: impl Fn(Attempt, &mut Scratch) -> Result<Made, RejectReason> + Sync,
) -> AreaReport {
    let usual = Budget { goal: Goal::First, attempts: Some(ATTEMPTS), time: None };
    options.search(&Candidates(candidate), seed, usual)
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
    /// Reason for which a puzzle that was asked for does not stand anywhere.
    pub enum Lack {
        /// Its room is a dead end: it has no passage that leads on.
        DeadEnd = "dead_end",
        /// No passage is left that gates something and may be blocked, and none can be made.
        NoGate = "no_gate",
        /// No template is left that fits.
        NoTemplate = "no_template",
    }
}

impl Lack {
    /// The same in words, to follow a number.
    const fn words(self) -> &'static str {
        match self {
            Self::DeadEnd => "in dead ends, from which no passage leads on",
            Self::NoGate => "where no passage gates something or can be made to",
            Self::NoTemplate => "for which no template is left",
        }
    }
}

/// Number of puzzles that were asked for and that stand, and the reason for which that is not all of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Placement {
    /// The number that was asked for.
    pub asked: u32,
    /// The number that stand.
    pub placed: u32,
    /// Number of passages that were closed, so that others gate something.
    pub closed: u32,
    /// The lacks, and for how many puzzles; each lack once, and none that is not there.
    pub lacks: Vec<(Lack, u32)>,
    /// The rooms that the layout sets aside for puzzles; none before `area/4`, and where there is no such room.
    pub puzzle_rooms: Option<PuzzleRooms>,
}

/// The rooms that a layout sets aside for puzzles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PuzzleRooms {
    /// Number of rooms.
    pub marked: u32,
    /// Number of those that a puzzle can stand in or guard: behind one, or behind a passage into one, rooms are cut off.
    pub gating: u32,
    /// Number of puzzles that stand in one or guard one.
    pub puzzles: u32,
}

impl PuzzleRooms {
    /// The rooms of an area; none where the layout sets none aside.
    fn of(area: &Area) -> Option<Self> {
        let layout = &area.layout;
        let marked =
            layout.rooms.iter().filter(|room| room.kind == layout::RoomKind::Puzzle).count() as u32;
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

/// The rooms set aside for puzzles that a puzzle on a passage would stand in or guard.
fn rooms_of(layout: &Layout, ways: &Ways, passage: Passage) -> impl Iterator<Item = RoomIndex> {
    let sides = [Some(passage.room), ways.beyond(passage)].into_iter().flatten();
    let marked = |room: &RoomIndex| {
        layout.rooms.get(*room as usize).is_some_and(|room| room.kind == layout::RoomKind::Puzzle)
    };
    sides.filter(marked)
}

impl Placement {
    /// All of it in one line.
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

    /// Reason for which not all stand that were asked for, in words; none where all do.
    #[must_use]
    pub fn missing(&self) -> Option<String> {
        let lack = |(lack, puzzles): &(Lack, u32)| format!("{puzzles} {}", lack.words());
        let lacks: Vec<String> = self.lacks.iter().map(lack).collect();
        (!lacks.is_empty()).then(|| lacks.join(", "))
    }
}

/// An area, and what came of the puzzles that were asked of it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Made {
    /// The area.
    pub area: Area,
    /// Number of puzzles that were asked for and placed.
    pub placement: Placement,
}

impl Made {
    /// The same with old puzzles, which count as asked for and placed.
    fn beside(mut self, old: u32) -> Self {
        self.placement.asked += old;
        self.placement.placed += old;
        self
    }

    /// Reason for which fewer puzzles were placed than were asked for.
    #[must_use]
    pub fn shortfall(&self) -> Option<String> {
        shortfall(&self.area, self.placement.asked)
    }
}

/// Reason for which fewer puzzles stand in an area than were asked for.
#[must_use]
pub fn shortfall(area: &Area, asked: u32) -> Option<String> {
    let placed = area.puzzles.len() as u32;
    let words = || format!("{asked} puzzles were asked for, and {placed} passages gate something");
    (placed < asked).then(words)
}
