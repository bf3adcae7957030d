//! Expansion of a finished area: further rooms with puzzles, or puzzles for one room.
//!
//! One passage joins each new room, so it makes no detour around a puzzle. Only passages to new rooms may be blocked;
//! for a single room, only its own passages. No passage is closed.
//!
//! Invariant: old rooms, puzzles and keys do not change, the boss's room stays the farthest dead end of its level, and
//! the whole area is proved again.

use super::area::Area;
use super::passages::{MOST_IN_A_ROOM, Site};
use super::place::{place, place_in};
use super::proof::key_style;
use super::request::{PuzzleCount, RequestError};
use super::templates::Packs;
use super::{AreaReport, search};
use crate::layout::{Direction, Kind, Layout, RoomIndex};
use crate::options::Options;
use crate::reject::RejectReason;
use search::{Seed, Stream};

/// The version of the algorithm.
pub const ALGORITHM: &str = "expand/3";

/// The largest number of rooms added at once.
pub const MOST_ROOMS: u32 = 1_000;
/// The rooms and puzzles to add.
#[derive(Clone, Debug)]
pub struct Expansion<'a> {
    /// Number of rooms.
    pub rooms: u32,
    /// Number of puzzles.
    pub puzzles: PuzzleCount,
    /// The templates of puzzles.
    pub packs: &'a Packs,
}

/// Reason why an area cannot be expanded.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ExpandError {
    /// The number of puzzles is not possible.
    #[error(transparent)]
    Puzzles(#[from] RequestError),
    /// Too many rooms, or none.
    #[error("{} at once", diagnostics::asked((*.0).into(), "further room", "further rooms", 1..=MOST_ROOMS.into()))]
    Rooms(u32),
}

/// Adds rooms and puzzles to an area, and proves the whole area.
///
/// # Errors
/// A request that cannot be satisfied.
pub fn expand(
    area: &Area,
    expansion: &Expansion<'_>,
    seed: Seed,
    options: Options<'_>,
) -> Result<AreaReport, ExpandError> {
    if !(1..=MOST_ROOMS).contains(&expansion.rooms) {
        return Err(ExpandError::Rooms(expansion.rooms));
    }
    expansion.puzzles.check()?;
    Ok(search(seed, options, |attempt, _| {
        let mut layout = area.layout.clone();
        let mut stream = attempt.phase("rooms");
        let old: Vec<[i32; 3]> = layout.rooms.iter().map(|room| room.coords).collect();
        for _ in 0..expansion.rooms {
            add_room(&mut layout, &mut stream).ok_or(RejectReason::NoPlaceForRoom)?;
        }
        layout.settle();
        // Old rooms keep their order, with new ones between them.
        let is_new: Vec<bool> =
            layout.rooms.iter().map(|room| !old.contains(&room.coords)).collect();
        let leads_to_new = |room: RoomIndex| is_new.get(room as usize).copied().unwrap_or(false);
        let pack = expansion.packs.of(&layout.category.name);
        let site = Site::of(renumbered(area, layout), pack, key_style(area));
        let made = place(Site { may_block: &leads_to_new, ..site }, expansion.puzzles, attempt);
        Ok(made.beside(area.puzzles.len() as u32))
    }))
}

/// Adds a chamber beside an ordinary room; `None` if there is no free place.
fn add_room(layout: &mut Layout, stream: &mut Stream) -> Option<()> {
    let boss = layout.rooms.iter().find(|room| room.kind == Kind::Boss).copied();
    let mut free = Vec::new();
    for room in &layout.rooms {
        if !matches!(room.kind, Kind::Entry | Kind::Corridor | Kind::Chamber) {
            continue;
        }
        // A dead end farther than the boss would break the rule of the boss's room.
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

/// The area in a layout with other room indices.
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

/// The room that gets puzzles, and their number.
#[derive(Clone, Copy, Debug)]
pub struct Dressing<'a> {
    /// The coordinates of the room.
    pub room: [i32; 3],
    /// Number of puzzles; with those in the room already, at most 2. `None` draws 0, 1 or 2 with 25, 50 and 25 %.
    pub puzzles: Option<u8>,
    /// The templates of puzzles.
    pub packs: &'a Packs,
}

/// Reason why a room cannot get puzzles.
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
    #[error("{}", diagnostics::asked((*.0).into(), "puzzle", "puzzles", 0..=MOST_IN_A_ROOM as u64))]
    Many(u8),
}

/// Adds puzzles to a room of an area, with keys in rooms reached before their doors, and proves the whole area.
///
/// # Errors
/// A request that cannot be satisfied.
///
/// ```
/// use quandary_dungeon::layout::{self, Kind};
/// use quandary_dungeon::puzzle::expansion::{Dressing, dress};
/// use quandary_dungeon::puzzle::{Area, templates::Packs};
/// let seed = search::Seed::new(7)?;
/// let area = Area::bare(layout::generate(&layout::Request::of("crypt")?, seed, Default::default())?);
/// let hall = area.layout.rooms.iter().find(|room| room.kind == Kind::Corridor).map(|room| room.coords);
/// let dressing = Dressing { room: hall.unwrap_or_default(), puzzles: Some(1), packs: &Packs::default() };
/// let report = dress(&area, &dressing, seed, Default::default())?;
/// let made = &report.found[0].candidate;
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
    let pack = dressing.packs.of(&area.layout.category.name);
    Ok(search(seed, options, |attempt, _| {
        let site = Site::of(area.clone(), pack, key_style(area));
        Ok(place_in(site, room, dressing.puzzles, attempt))
    }))
}
