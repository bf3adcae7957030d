//! Phase 4, circuits that ask for both positions of a switch: on for a key, off for what comes after it.
//!
//! A room off the way to the goal is drawn, in which a key can lie. The ways to both part at a base; the one to the
//! key is locked with "on", the one to the goal with "off". Whoever has the key has flipped the switch, and has to
//! flip it back. Invariant: where a circuit is laid, every solution flips its switch twice at least.

use super::constraints::Constraints;
use super::draft::Draft;
use super::graph::{KeyStyle, RoomId};
use super::request::Request;
use super::switches::{Branch, Circuit, can_lock, object_room};
use super::symbol::Symbol;
use search::Stream;

/// How many rooms are tried at most.
const TRIES: usize = 32;

/// Lays a circuit that asks for both positions; false where none of the rooms that were tried allows it.
pub(super) fn circuit<C: Constraints + ?Sized>(
    draft: &mut Draft,
    space: &C,
    request: &Request,
    switch: u8,
    stream: &mut Stream,
) -> bool {
    // Rooms without which a mission is not to be had are spoken for; one more it takes.
    if request.spare_for_toggles(draft.rooms.len()) == 0 {
        return false;
    }
    let way: Vec<RoomId> = draft.up(draft.boss).collect();
    let aside = |&room: &RoomId| {
        draft.rooms[room as usize].item.is_none() && !draft.is_under(draft.boss, room)
    };
    let mut rooms: Vec<RoomId> = (1..draft.rooms.len() as RoomId).filter(aside).collect();
    for _ in 0..TRIES.min(rooms.len()) {
        let room = rooms.swap_remove(stream.index(rooms.len()));
        let Some(key) = key_for(draft, space, request, room) else { continue };
        let Some((at, toward_goal, to_key)) = branches(draft, request, &way, room) else {
            continue;
        };
        let locked = [toward_goal.child, to_key.child];
        let Some(object) = object_room(draft, space, switch, way[at], &locked, stream) else {
            continue;
        };
        draft.behind.push((key, switch));
        let to_key = Some(to_key);
        Circuit { switch, base: way[at], toward_goal, to_key, object }.lay(draft, request, stream);
        return true;
    }
    false
}

/// A key, from 1, that can lie in a room: one for which no switch is flipped yet, and none of whose locks can only be
/// come to by way of that room. The keys' own phase has the last word.
fn key_for<C: Constraints + ?Sized>(
    draft: &Draft,
    space: &C,
    request: &Request,
    room: RoomId,
) -> Option<usize> {
    let place = &draft.rooms[room as usize];
    let set = place.condition.keys();
    (1..=usize::from(request.keys)).find(|&n| {
        let (symbol, near) = match request.key_style {
            KeyStyle::Named => (Symbol::Key(n as u8), &draft.levels[n].near[..]),
            KeyStyle::Small => (Symbol::SmallKey, &[][..]),
        };
        draft.ladder.before(n) == set
            && draft.behind.iter().all(|&(key, _)| key != n)
            && space.may_hold(place.cell, symbol)
            && !near.iter().any(|&near| draft.is_under(near, room))
    })
}

/// Where the ways to the goal and to a room part, as a place in the way from the boss up, and both ways; nothing
/// where one of them has no edge that can be locked.
fn branches(
    draft: &Draft,
    request: &Request,
    way: &[RoomId],
    room: RoomId,
) -> Option<(usize, Branch, Branch)> {
    let mut deepest = None;
    let mut child = room;
    for here in draft.up(room) {
        if draft.is_under(draft.boss, here) {
            let at = way.iter().position(|&room| room == here)?;
            let below = way.get(..at)?;
            let to_goal = below.iter().copied().find(|&room| can_lock(draft, request, room))?;
            let toward_goal = Branch { child: *below.last()?, deepest: to_goal };
            return Some((at, toward_goal, Branch { child, deepest: deepest? }));
        }
        child = here;
        if deepest.is_none() && can_lock(draft, request, here) {
            deepest = Some(here);
        }
    }
    None
}
