//! Puzzles for one room of an area: of a finished one, or of one's own.
//!
//! Only passages of that room are blocked, and none is closed for it. Invariant: rooms, puzzles and keys that are there stay
//! as they are, and the whole is proved again.

use super::AreaReport;
use super::area::Area;
use super::passages::MOST_IN_A_ROOM;
use super::place::place_in;
use super::placement::Made;
use super::proof::{Certificate, key_style, prove};
use super::site::Site;
use super::templates::Packs;
use super::{ATTEMPTS, RoomIndex};
use crate::options::Options;
use crate::reject::Reject;
use crate::scratch::Scratch;
use search::{Attempt, Budget, Goal, Problem, Seed};

/// The room that is to have puzzles, and which.
#[derive(Clone, Copy, Debug)]
pub struct Dressing<'a> {
    /// The place of the room.
    pub room: [i32; 3],
    /// Number of puzzles, at most 2 with those that stand there; without it none, one or two, with 25, 50 and 25 per cent.
    pub puzzles: Option<u8>,
    /// The templates of puzzles.
    pub packs: &'a Packs,
}

/// A room that cannot be dressed so.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DressError {
    /// No such room.
    #[error("there is no room {0:?}; a room is named by its coords [x, y, z]")]
    NoRoom([i32; 3]),
    /// The entry.
    #[error("{0:?} is the entry, where no puzzle stands")]
    Entry([i32; 3]),
    /// Too many puzzles.
    #[error("{}", voice::asked((*.0).into(), "puzzle", "puzzles", 0..=MOST_IN_A_ROOM as u64))]
    Many(u8),
}

/// Puts puzzles into a room of an area, with the keys that they ask for where they can be had before, and has all of it proved.
///
/// # Errors
/// A request that nothing can satisfy.
///
/// ```
/// use quandary_dungeon::layout::{self, Kind};
/// use quandary_dungeon::puzzle::dress::{Dressing, dress};
/// use quandary_dungeon::puzzle::{Area, templates::Packs};
/// let seed = search::Seed::new(7)?;
/// let area = Area::bare(layout::generate(&layout::Request::of("crypt")?, seed, Default::default())?);
/// let hall = area.layout.rooms.iter().find(|room| room.kind == Kind::Corridor).map(|room| room.coords);
/// let dressing = Dressing { room: hall.unwrap_or_default(), puzzles: Some(1), packs: &Packs::default() };
/// let report = dress(&area, &dressing, seed, Default::default())?;
/// let made = &report.found[0].draft;
/// assert_eq!(made.area.layout, area.layout);
/// assert!(made.area.puzzles.iter().all(|puzzle| Some(puzzle.room) == area.layout.index(dressing.room)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn dress(
    area: &Area,
    dressing: &Dressing<'_>,
    seed: Seed,
    options: Options<'_>,
) -> Result<AreaReport, DressError> {
    let room = area.layout.index(dressing.room).ok_or(DressError::NoRoom(dressing.room))?;
    if room == area.layout.entry() {
        return Err(DressError::Entry(dressing.room));
    }
    if let Some(many) = dressing.puzzles.filter(|&n| usize::from(n) > MOST_IN_A_ROOM) {
        return Err(DressError::Many(many));
    }
    let usual = Budget { goal: Goal::First, attempts: Some(ATTEMPTS), time: None };
    Ok(options.search(&DressProblem { area, dressing, room }, seed, usual))
}

struct DressProblem<'a> {
    area: &'a Area,
    dressing: &'a Dressing<'a>,
    room: RoomIndex,
}

impl Problem for DressProblem<'_> {
    type Draft = Made;
    type Proof = Certificate;
    type Reject = Reject;
    type Scratch = Scratch;

    fn draft(&self, attempt: Attempt, _: &mut Scratch) -> Result<Made, Reject> {
        let pack = self.dressing.packs.of(&self.area.layout.category.name);
        let site = Site {
            area: self.area.clone(),
            key_style: key_style(self.area),
            templates: &pack.templates,
            chest_templates: &pack.chests,
            may_close: &|_| false,
            may_block: &|_| true,
        };
        Ok(place_in(site, self.room, self.dressing.puzzles, attempt))
    }

    fn prove(&self, made: &Made, scratch: &mut Scratch) -> Result<Certificate, Reject> {
        prove(&made.area, scratch)
    }
}
