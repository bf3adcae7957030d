//! Phase 3: the boss and the goal.
//!
//! Among childless rooms whose parent has that one child and nothing between them, one becomes the goal
//! and its parent the boss's room. Both move to a new highest key-level, and the edge into the boss's
//! room is locked with its key; the levels they leave must still have room for the keys that lie there.

use super::Reject;
use super::condition::Condition;
use super::constraints::Constraints;
use super::draft::{Draft, NONE};
use super::graph::{KeyStyle, RoomId};
use super::request::Request;
use super::symbol::Symbol;
use search::Attempt;

/// Chooses the boss's room and the goal, and locks the boss.
pub(crate) fn choose<C: Constraints + ?Sized>(
    draft: &mut Draft,
    space: &C,
    request: &Request,
    attempt: Attempt,
) -> Result<(), Reject> {
    let mut stream = attempt.phase("goal");
    let mut ends: Vec<RoomId> = (1..draft.rooms.len() as RoomId)
        .filter(|&end| draft.rooms[end as usize].children == 0)
        .filter(|&end| suits(draft, space, request, end))
        .collect();
    while !ends.is_empty() {
        let end = ends.swap_remove(stream.index(ends.len()));
        let boss = boss_before(draft, request, end);
        if leaves_room(draft, request, boss, end) {
            crown(draft, request, boss, end);
            return Ok(());
        }
    }
    Err(Reject::NoBoss)
}

/// The boss's room, given the last room of the mission.
fn boss_before(draft: &Draft, request: &Request, end: RoomId) -> RoomId {
    if request.goal_room { draft.rooms[end as usize].parent } else { end }
}

/// Whether a childless room can be the last one.
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
        // A named key's lock takes the place of any other.
        (true, KeyStyle::Named) => true,
        // Small keys are one chain of locks: the boss's is the last of it.
        (true, KeyStyle::Small) => {
            room.lock.is_none() && last_region == draft.ladder.before(request.keys.into())
        }
        // Without a lock of its own the boss stands behind all the others.
        (false, _) => room.lock.is_none() && last_region == draft.ladder.all(),
    };
    goal && lock
}

/// Whether the levels that two rooms are taken out of still have room for their keys.
fn leaves_room(draft: &mut Draft, request: &Request, boss: RoomId, end: RoomId) -> bool {
    for room in [boss, end] {
        draft.rooms[room as usize].item = Some(Symbol::Boss);
    }
    let enough = [boss, end].iter().all(|&room| {
        let set = draft.rooms[room as usize].condition.keys();
        let keys = draft.ladder.keys_lying_at(set);
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

fn crown(draft: &mut Draft, request: &Request, boss: RoomId, end: RoomId) {
    let level = usize::from(request.keys);
    if request.boss_has_key() {
        let (before, old) = (draft.rooms[boss as usize].parent, draft.rooms[boss as usize].lock);
        if let Some(Symbol::Key(n)) = old {
            let near = &mut draft.levels[usize::from(n)].near;
            near.iter().position(|&room| room == before).map(|at| near.swap_remove(at));
        }
        draft.rooms[boss as usize].lock = Some(draft.lock_of(request.key_style, level));
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
    debug_assert!(boss != NONE && end != NONE);
}
