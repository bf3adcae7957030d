//! Phase 2: rooms, until the room budget is spent.
//!
//! Again and again a placed room that borders free space, nine times in ten one of the current
//! key-level, is extended into a free neighbour. At intervals the key-level rises, and the first room of
//! the new level stands behind a lock of its own. A child that is attached across levels is locked with
//! what its level needs. The very last room is attached to a childless one, if there is one, so that the
//! next phase finds its boss and goal.

use super::Reject;
use super::constraints::{Cell, Constraints};
use super::draft::Draft;
use super::graph::{KeyStyle, RoomId};
use super::request::Request;
use super::symbol::Symbol;
use search::{Attempt, Stream};

/// Grows the tree to its full number of rooms.
pub(crate) fn grow<C: Constraints + ?Sized>(
    draft: &mut Draft,
    space: &C,
    request: &Request,
    attempt: Attempt,
) -> Result<(), Reject> {
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
            // No room of this level can grow: the interval is planned anew from the next level on.
            None if level < last && !fresh => rise = draft.rooms.len(),
            None => return Err(Reject::NoSpace),
        }
    }
    if level == last && !fresh { Ok(()) } else { Err(Reject::NoSpace) }
}

/// The highest level that rooms are grown at; the boss's lock is a level above.
fn last_level(request: &Request) -> usize {
    let keys = usize::from(request.keys);
    if request.boss_has_key() { keys - 1 } else { keys }
}

/// At how many rooms the level rises: what is left is shared evenly among the levels left, but the first
/// has room for what lies there and for what both positions of switches take, and the last one for the boss and the
/// goal besides.
fn next_rise(draft: &Draft, level: usize, last: usize, total: usize, request: &Request) -> usize {
    let placed = draft.rooms.len();
    let end = 1 + usize::from(request.goal_room);
    let shared = total.saturating_sub(placed + end) / (last + 1 - level.min(last));
    let toggles = request.spare_for_toggles(total);
    let switches = if level == 0 { usize::from(request.switches) + toggles } else { 0 };
    placed + shared.max(draft.ladder.keys_at_level(level) + switches)
}

/// At a new level rooms that had no free neighbour may have one.
fn reopen(draft: &mut Draft) {
    let rooms = draft.rooms.len() as RoomId;
    let fringe = draft.fringe(None);
    fringe.clear();
    fringe.extend(0..rooms);
}

/// How often another room is tried where the first would take the last room from a key.
const TRIES: usize = 6;

/// One growth: where, and at which level; whether the room is the first of it.
struct Step<'a, C: ?Sized> {
    space: &'a C,
    request: &'a Request,
    level: usize,
    fresh: bool,
}

impl<C: Constraints + ?Sized> Step<'_, C> {
    /// For the last room of all: a childless room of the last level, so that the two can be boss and goal.
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
            // The last key has to lie elsewhere, and not on the way to its lock.
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

    /// Like [`Step::choose`], but a lock is put where its key can still lie somewhere, if there is such a place.
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

/// Where the first room of a level must be attached: with small keys in the level below, so that the
/// locks form one chain; after the first key of a pair in that key's level, so that one place asks for
/// both. Otherwise anywhere.
fn level_below(draft: &Draft, request: &Request, level: usize) -> Option<usize> {
    let chain = request.key_style == KeyStyle::Small || draft.ladder.is_second(level);
    chain.then(|| level - 1)
}

/// A random room of a fringe that borders free space; those that do not are dropped from it.
fn pick<C: Constraints + ?Sized>(
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

/// Attaches a child, locked with what its level needs. With small keys only the first room of a level
/// is locked; any other belongs to its parent's level.
fn attach(
    draft: &mut Draft,
    request: &Request,
    parent: RoomId,
    cell: Cell,
    level: usize,
    fresh: bool,
) {
    let lock = (level > 0).then(|| draft.lock_of(request.key_style, level));
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

/// Grows rooms without locks, at the level of their parents, from any room but the boss's and the goal:
/// what the fixed construction fills its budget with.
pub(crate) fn fill<C: Constraints + ?Sized>(
    draft: &mut Draft,
    space: &C,
    stream: &mut Stream,
) -> Result<(), Reject> {
    let ends = [draft.boss, draft.goal];
    reopen(draft);
    draft.fringe(None).retain(|room| !ends.contains(room));
    while draft.rooms.len() < space.rooms() {
        let (parent, cell) = pick(draft, space, None, 0, stream).ok_or(Reject::NoSpace)?;
        let level = draft.rooms[parent as usize].level.into();
        draft.add(cell, parent, None, level);
    }
    Ok(())
}
