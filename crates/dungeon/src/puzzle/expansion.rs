//! More rooms for a finished area: what is there stays where it is, new rooms and new puzzles are added.
//!
//! Each new room is joined by one passage, so that nothing that gates something is walked around. Only those passages
//! may be blocked. Invariant: old rooms, puzzles and keys are untouched, the boss stays the farthest dead end
//! of its level, and the whole is proved again.

use super::area::Area;
use super::place::place;
use super::placement::Made;
use super::proof::{Certificate, key_style, prove};
use super::request::{RequestError, Wanted};
use super::site::Site;
use super::templates::Packs;
use crate::layout::{Direction, Kind, Layout, RoomIndex};
use crate::options::Options;
use crate::reject::Reject;
use crate::scratch::Scratch;
use search::{Attempt, Budget, Goal, Problem, Report, Seed, Stream};

/// The version of the algorithm.
pub const ALGORITHM: &str = "expand/3";

/// The most rooms that are added at once.
pub const MOST_ROOMS: u32 = 1_000;
/// Number of attempts.
const ATTEMPTS: u64 = 20;

/// The rooms and puzzles that are to be added.
#[derive(Clone, Debug)]
pub struct Expansion<'a> {
    /// Number of rooms.
    pub rooms: u32,
    /// Number of puzzles.
    pub puzzles: Wanted,
    /// The templates of puzzles.
    pub packs: &'a Packs,
}

/// An area that cannot be expanded so.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ExpandError {
    /// The puzzles cannot be had.
    #[error(transparent)]
    Puzzles(#[from] RequestError),
    /// Too many rooms, or none.
    #[error("{} at once", voice::asked((*.0).into(), "further room", "further rooms", 1..=MOST_ROOMS.into()))]
    Rooms(u32),
}

/// The answer of [`expand`].
pub type ExpandReport = Report<Made, Certificate, Reject>;

/// Adds rooms and puzzles to an area, and has all of it proved.
///
/// # Errors
/// A request that nothing can satisfy.
pub fn expand(
    area: &Area,
    expansion: &Expansion<'_>,
    seed: Seed,
    options: Options<'_>,
) -> Result<ExpandReport, ExpandError> {
    if !(1..=MOST_ROOMS).contains(&expansion.rooms) {
        return Err(ExpandError::Rooms(expansion.rooms));
    }
    expansion.puzzles.check()?;
    let usual = Budget { goal: Goal::First, attempts: Some(ATTEMPTS), time: None };
    Ok(options.search(&ExpandProblem { area, expansion }, seed, usual))
}

struct ExpandProblem<'a> {
    area: &'a Area,
    expansion: &'a Expansion<'a>,
}

impl Problem for ExpandProblem<'_> {
    type Draft = Made;
    type Proof = Certificate;
    type Reject = Reject;
    type Scratch = Scratch;

    fn draft(&self, attempt: Attempt, _: &mut Scratch) -> Result<Made, Reject> {
        let mut layout = self.area.layout.clone();
        let mut stream = attempt.phase("rooms");
        let old: Vec<[i32; 3]> = layout.rooms.iter().map(|room| room.coords).collect();
        for _ in 0..self.expansion.rooms {
            add_room(&mut layout, &mut stream).ok_or(Reject::NoPlaceForRoom)?;
        }
        layout.settle();
        // Old rooms are in the same order as before, with new ones among them.
        let is_new: Vec<bool> =
            layout.rooms.iter().map(|room| !old.contains(&room.coords)).collect();
        let leads_to_new = |room: RoomIndex| is_new.get(room as usize).copied().unwrap_or(false);
        let pack = self.expansion.packs.of(&layout.category.name);
        let site = Site {
            area: renumbered(self.area, layout),
            key_style: key_style(self.area),
            templates: &pack.templates,
            chest_templates: &pack.chests,
            may_close: &|_| false,
            may_block: &leads_to_new,
        };
        let old = self.area.puzzles.len() as u32;
        Ok(place(site, self.expansion.puzzles, attempt).beside(old))
    }

    fn prove(&self, made: &Made, scratch: &mut Scratch) -> Result<Certificate, Reject> {
        prove(&made.area, scratch)
    }
}

/// Adds a chamber beside an ordinary room; none where there is no place for one.
fn add_room(layout: &mut Layout, stream: &mut Stream) -> Option<()> {
    let boss = layout.rooms.iter().find(|room| room.kind == Kind::Boss).copied();
    let mut free = Vec::new();
    for room in &layout.rooms {
        if !matches!(room.kind, Kind::Entry | Kind::Corridor | Kind::Chamber) {
            continue;
        }
        // A dead end beyond the boss would be where the boss should be.
        let rival = boss
            .is_some_and(|boss| boss.coords[2] == room.coords[2] && room.distance >= boss.distance);
        for direction in &Direction::ALL[..4] {
            let place = direction.step(room.coords);
            if !rival && layout.index(place).is_none() {
                free.push((place, direction.opposite(), room.distance + 1));
            }
        }
    }
    let &(place, back, distance) = stream.pick(&free)?;
    layout.add(place);
    let room = layout.index(place)?;
    layout.open(room, back);
    if let Some(room) = layout.rooms.get_mut(room as usize) {
        room.distance = distance;
    }
    Some(())
}

/// The contents of an area, in a layout whose rooms are numbered otherwise.
fn renumbered(area: &Area, layout: Layout) -> Area {
    let mut new = area.clone();
    let puzzles = new.puzzles.iter_mut().map(|puzzle| &mut puzzle.room);
    let items = new.items.iter_mut().map(|item| &mut item.room);
    let chests = new.chests.iter_mut().map(|chest| &mut chest.room);
    for room in puzzles.chain(items).chain(chests) {
        let place = area.layout.rooms.get(*room as usize).map(|room| room.coords);
        *room = place.and_then(|place| layout.index(place)).unwrap_or(*room);
    }
    Area { layout, ..new }
}
