//! Phases 1 to 3: the tree of rooms.
//!
//! *Entrance*: in one of the allowed cells, at key-level 0.
//!
//! *Rooms*, until their number is reached: a placed room that borders free space is extended into a free neighbour; in
//! nine of ten cases it is one of the current key-level. At intervals the key-level rises, and the first room of the
//! new level is behind a lock of its own. A child of a room of another level gets the lock that its level needs. The
//! very last room is attached to a childless one, if there is one, for the next phase to find boss and goal.
//!
//! *Goal*: of the childless rooms that are the only child of their parent, without a lock between, one becomes the
//! goal and its parent the boss's room. Both move to a new highest key-level, and the edge into the boss's room is
//! locked with its key. The levels they leave must have enough rooms left for their keys.

use super::draft::{Draft, NONE};
use super::graph::{KeyStyle, RoomId};
use super::request::KeyTiers;
use super::request::Request;
use super::space::{Cell, Constraints};
use super::symbol::{Condition, Symbol};
use crate::reject::MissionFault;
use search::{Attempt, Stream};

/// Places the entrance, and draws the order of the keys.
pub(crate) fn entrance<C: Constraints + ?Sized>(
    draft: &mut Draft,
    space: &C,
    request: &Request,
    attempt: Attempt,
) -> Result<(), MissionFault> {
    let mut stream = attempt.phase("entrance");
    draft.clear(space.cells(), usize::from(request.keys) + 1);
    draft.tiers = KeyTiers::draw(request, &mut stream);
    let mut cells = space.first_cells();
    cells.retain(|&cell| space.may_hold(cell, Symbol::Start));
    let cell = *stream.pick(&cells).ok_or(MissionFault::NoEntrance)?;
    let entrance = draft.add(cell, NONE, None, 0);
    draft.rooms[entrance as usize].item = Some(Symbol::Start);
    Ok(())
}

/// Grows the tree to its full number of rooms.
pub(crate) fn rooms<C: Constraints + ?Sized>(
    draft: &mut Draft,
    space: &C,
    request: &Request,
    attempt: Attempt,
) -> Result<(), MissionFault> {
    let mut stream = attempt.phase("rooms");
    let (total, last) = (space.rooms(), last_level(request));
    let mut level = 0;
    let mut rise = next_rise(draft, level, last, total, request);
    let mut fresh = false;
    while draft.rooms.len() < total {
        if level < last && draft.rooms.len() >= rise {
            level += 1;
            rise = next_rise(draft, level, last, total, request);
            reopen(draft);
            fresh = true;
        }
        let step = Step { space, request, level, fresh };
        let last_room = draft.rooms.len() + 1 == total && request.goal_room && !fresh;
        let pair = if last_room { step.end(draft, &mut stream) } else { None };
        match pair.or_else(|| step.choose_well(draft, &mut stream)) {
            Some((parent, cell)) => {
                attach(draft, request, parent, cell, level, fresh);
                fresh = false;
            }
            // No room of this level can grow: start the next level now.
            None if level < last && !fresh => rise = draft.rooms.len(),
            None => return Err(MissionFault::NoSpace),
        }
    }
    if level == last && !fresh { Ok(()) } else { Err(MissionFault::NoSpace) }
}

/// The highest level at which rooms grow; the boss's lock is one level higher.
fn last_level(request: &Request) -> usize {
    let keys = usize::from(request.keys);
    if request.boss_has_key() { keys - 1 } else { keys }
}

/// Number of rooms at which the level rises. The remaining rooms are shared evenly among the remaining levels, but the
/// first level has room for its own contents and for both positions of switches, and the last one also for the boss
/// and the goal.
fn next_rise(draft: &Draft, level: usize, last: usize, total: usize, request: &Request) -> usize {
    let placed = draft.rooms.len();
    let end = 1 + usize::from(request.goal_room);
    let shared = total.saturating_sub(placed + end) / (last + 1 - level.min(last));
    let toggles = request.spare_for_toggles(total);
    let switches = if level == 0 { usize::from(request.switches) + toggles } else { 0 };
    placed + shared.max(draft.tiers.keys_at_level(level) + switches)
}

/// Marks all rooms as possible borders of free space, for a new level.
pub(super) fn reopen(draft: &mut Draft) {
    let rooms = draft.rooms.len() as RoomId;
    let fringe = draft.fringe(None);
    fringe.clear();
    fringe.extend(0..rooms);
}

/// Number of tries for a room that leaves a place for the level's key.
const TRIES: usize = 6;

/// A growth step: its space, request and level; `fresh` if the room is the first of its level.
struct Step<'a, C: ?Sized> {
    space: &'a C,
    request: &'a Request,
    level: usize,
    fresh: bool,
}

impl<C: Constraints + ?Sized> Step<'_, C> {
    /// The parent and the cell of the last room: a childless room of the last level, which can become the boss's.
    fn end(&self, draft: &mut Draft, stream: &mut Stream) -> Option<(RoomId, Cell)> {
        let Self { space, request, level, .. } = *self;
        let named = request.boss_has_key() && request.key_style == KeyStyle::Named;
        let suits = |&&id: &&RoomId| {
            let room = &draft.rooms[id as usize];
            id != 0 && room.children == 0 && (room.lock.is_none() || named)
        };
        let mut rooms: Vec<RoomId> =
            draft.levels[level].rooms.iter().filter(suits).copied().collect();
        while !rooms.is_empty() {
            let room = rooms.swap_remove(stream.index(rooms.len()));
            // The last key must lie elsewhere, and not on the way to its lock.
            draft.rooms[room as usize].item = Some(Symbol::Boss);
            let parent = draft.rooms[room as usize].parent;
            let lockable = !named || draft.key_can_lie(request.keys.into(), parent);
            draft.rooms[room as usize].item = None;
            if let Some(cell) =
                draft.free_neighbour(space, room, level, stream).filter(|_| lockable)
            {
                return Some((room, cell));
            }
        }
        None
    }

    /// As [`Step::choose`], preferring a parent that leaves a place for the level's key.
    fn choose_well(&self, draft: &mut Draft, stream: &mut Stream) -> Option<(RoomId, Cell)> {
        let Self { request, level, .. } = *self;
        let mut found = self.choose(draft, stream)?;
        if level == 0 || request.key_style == KeyStyle::Small {
            return Some(found);
        }
        for _ in 1..TRIES {
            let held = draft.rooms[found.0 as usize].condition.keys();
            if held >> (level - 1) & 1 == 1 || draft.key_can_lie(level, found.0) {
                break;
            }
            found = self.choose(draft, stream)?;
        }
        Some(found)
    }

    /// A room to extend, and the free cell to extend it into.
    fn choose(&self, draft: &mut Draft, stream: &mut Stream) -> Option<(RoomId, Cell)> {
        let Self { space, request, level, fresh } = *self;
        let from = if fresh { level_below(draft, request, level) } else { Some(level) };
        let stay = stream.below(10) > 0 || (fresh && from.is_some());
        if stay && from.is_some() {
            let found = pick(draft, space, from, level, stream);
            if found.is_some() || (fresh && request.key_style == KeyStyle::Small) {
                return found;
            }
        }
        pick(draft, space, None, level, stream)
    }
}

/// The level where the first room of a level must be attached: with small keys the level below, which makes the locks
/// one chain; after the first key of a pair, that key's level, so one place requires both. Otherwise `None`, for any
/// level.
fn level_below(draft: &Draft, request: &Request, level: usize) -> Option<usize> {
    let chain = request.key_style == KeyStyle::Small || draft.tiers.is_second(level);
    chain.then(|| level - 1)
}

/// A random room of a fringe that borders free space, with a free cell; other rooms that are met are removed from the
/// fringe.
pub(super) fn pick<C: Constraints + ?Sized>(
    draft: &mut Draft,
    space: &C,
    from: Option<usize>,
    level: usize,
    stream: &mut Stream,
) -> Option<(RoomId, Cell)> {
    while let rooms @ 1.. = draft.fringe(from).len() {
        let place = stream.index(rooms);
        let room = draft.fringe(from)[place];
        if let Some(cell) = draft.free_neighbour(space, room, level, stream) {
            return Some((room, cell));
        }
        draft.fringe(from).swap_remove(place);
    }
    None
}

/// Attaches a child, with the lock that its level needs. With small keys only the first room of a level is locked; any
/// other room has its parent's level.
fn attach(
    draft: &mut Draft,
    request: &Request,
    parent: RoomId,
    cell: Cell,
    level: usize,
    fresh: bool,
) {
    let lock = (level > 0).then(|| request.key_style.key(level as u8));
    let above = draft.rooms[parent as usize].condition;
    match request.key_style {
        KeyStyle::Named => {
            let lock = lock.filter(|_| !above.implies(draft.stands_for(lock, level)));
            draft.add(cell, parent, lock, level);
        }
        KeyStyle::Small if fresh => {
            draft.add(cell, parent, lock, level);
        }
        KeyStyle::Small => {
            let level = draft.rooms[parent as usize].level.into();
            draft.add(cell, parent, None, level);
        }
    }
}

/// Chooses the boss's room and the goal, and locks the boss.
pub(crate) fn goal<C: Constraints + ?Sized>(
    draft: &mut Draft,
    space: &C,
    request: &Request,
    attempt: Attempt,
) -> Result<(), MissionFault> {
    let mut stream = attempt.phase("goal");
    let mut ends: Vec<RoomId> = (1..draft.rooms.len() as RoomId)
        .filter(|&end| draft.rooms[end as usize].children == 0)
        .filter(|&end| suits(draft, space, request, end))
        .collect();
    while !ends.is_empty() {
        let end = ends.swap_remove(stream.index(ends.len()));
        let boss = boss_before(draft, request, end);
        if leaves_room(draft, request, boss, end) {
            make_ends(draft, request, boss, end);
            return Ok(());
        }
    }
    Err(MissionFault::NoBoss)
}

/// The boss's room, if `end` is the last room of the mission.
fn boss_before(draft: &Draft, request: &Request, end: RoomId) -> RoomId {
    if request.goal_room { draft.rooms[end as usize].parent } else { end }
}

/// True if a childless room can be the last one.
fn suits<C: Constraints + ?Sized>(
    draft: &Draft,
    space: &C,
    request: &Request,
    end: RoomId,
) -> bool {
    let boss = boss_before(draft, request, end);
    let (room, above) = (&draft.rooms[boss as usize], &draft.rooms[end as usize]);
    if boss == 0 || !draft.is_free_for(space, boss, Symbol::Boss) {
        return false;
    }
    let goal = !request.goal_room
        || (room.children == 1
            && above.lock.is_none()
            && draft.is_free_for(space, end, Symbol::Goal));
    let last_region = draft.rooms[room.parent as usize].condition.keys();
    let lock = match (request.boss_has_key(), request.key_style) {
        // The lock of a named key replaces any other.
        (true, KeyStyle::Named) => true,
        // The locks of small keys form a chain, and the boss's is its last.
        (true, KeyStyle::Small) => {
            room.lock.is_none() && last_region == draft.tiers.before(request.keys.into())
        }
        // A boss without a lock of its own stands behind all locks.
        (false, _) => room.lock.is_none() && last_region == draft.tiers.all(),
    };
    goal && lock
}

/// True if the levels of two rooms have enough rooms for their keys without these.
fn leaves_room(draft: &mut Draft, request: &Request, boss: RoomId, end: RoomId) -> bool {
    for room in [boss, end] {
        draft.rooms[room as usize].item = Some(Symbol::Boss);
    }
    let enough = [boss, end].iter().all(|&room| {
        let set = draft.rooms[room as usize].condition.keys();
        let keys = draft.tiers.keys_lying_at(set);
        keys == 0 || draft.free_rooms_at(set) >= keys
    });
    let before_boss = draft.rooms[boss as usize].parent;
    let named = request.boss_has_key() && request.key_style == KeyStyle::Named;
    let lockable = !named || draft.key_can_lie(request.keys.into(), before_boss);
    for room in [boss, end] {
        draft.rooms[room as usize].item = None;
    }
    enough && lockable
}

fn make_ends(draft: &mut Draft, request: &Request, boss: RoomId, end: RoomId) {
    let level = usize::from(request.keys);
    if request.boss_has_key() {
        let (before, old) = (draft.rooms[boss as usize].parent, draft.rooms[boss as usize].lock);
        if let Some(Symbol::Key(n)) = old {
            let near = &mut draft.levels[usize::from(n)].near;
            near.iter().position(|&room| room == before).map(|at| near.swap_remove(at));
        }
        draft.rooms[boss as usize].lock = Some(request.key_style.key(level as u8));
        draft.levels[level].near.push(before);
    }
    let lock = draft.rooms[boss as usize].lock;
    let above = draft.rooms[draft.rooms[boss as usize].parent as usize].condition;
    let condition: Condition = above.and(draft.stands_for(lock, level));
    for room in [boss, end] {
        let place = &mut draft.rooms[room as usize];
        (place.condition, place.level) = (condition, level as u8);
    }
    draft.rooms[end as usize].item = Some(Symbol::Goal);
    draft.rooms[boss as usize].item = Some(Symbol::Boss);
    (draft.boss, draft.goal) = (boss, end);
}
