//! Phase 7: links beyond the tree.
//!
//! Neighbouring rooms are linked: freely when their conditions are equal, with the one symbol by which
//! they differ when it is one. The boss and the goal are left alone. Since a condition holds for whoever
//! is in a room, whatever the way, such a link makes no key or switch unnecessary; and a lock is only
//! put where the near side can be reached without its key.

use super::constraints::{Cells, Constraints};
use super::draft::Draft;
use super::graph::{Edge, RoomId};
use super::keys::must_pass;
use super::symbol::Symbol;
use search::{Attempt, Stream};

/// Adds links between neighbouring rooms.
pub(crate) fn link<C: Constraints + ?Sized>(draft: &mut Draft, space: &C, attempt: Attempt) {
    let mut stream = attempt.phase("graphify");
    let mut near = Cells::new();
    for room in 0..draft.rooms.len() as RoomId {
        near.clear();
        space.neighbours(draft.rooms[room as usize].cell, usize::MAX, &mut near);
        for &cell in &near {
            // Each pair once, from the older room.
            let Some(other) = draft.room_at(cell).filter(|&other| other > room) else { continue };
            if let Some(edge) = link_between(draft, space, room, other, &mut stream) {
                draft.links.push(edge);
            }
        }
    }
}

fn link_between<C: Constraints + ?Sized>(
    draft: &Draft,
    space: &C,
    a: RoomId,
    b: RoomId,
    stream: &mut Stream,
) -> Option<Edge> {
    let (from, to) = (&draft.rooms[a as usize], &draft.rooms[b as usize]);
    let ends = [draft.boss, draft.goal];
    if to.parent == a || ends.contains(&a) || ends.contains(&b) {
        return None;
    }
    let symbol = if from.condition == to.condition {
        None
    } else {
        Some(from.condition.single_difference(to.condition, draft.ladder.implied())?)
    };
    let chance = stream.chance(space.link_chance(from.cell, to.cell));
    (chance && symbol.is_none_or(|lock| may_lock(draft, a, b, lock))).then_some(Edge {
        a,
        b,
        symbol,
    })
}

/// Whether a lock between two rooms would not be redundant.
fn may_lock(draft: &Draft, a: RoomId, b: RoomId, lock: Symbol) -> bool {
    let near = if draft.rooms[b as usize].condition.implies(draft.rooms[a as usize].condition) {
        a
    } else {
        b
    };
    match lock {
        Symbol::Key(n) => match draft.key_rooms.get(usize::from(n) - 1) {
            Some(&key) => {
                draft.rooms[key as usize].item == Some(lock) && !must_pass(draft, near, key)
            }
            None => false,
        },
        _ => true,
    }
}
