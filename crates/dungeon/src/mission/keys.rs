//! Phases 5 to 7: intensity, keys, links beyond the tree.
//!
//! *Intensity* is the relative difficulty of a room. Along a level children rise by one over their parents, give or take
//! 5 %; a new level starts at 0.8 of the highest before it, so that the player can recover. Then all is scaled to 0.99,
//! the boss is 1 and the goal 0. Invariant: what has its parent in its own level is above it, unless it is the goal. (At
//! first it was the whole value that strayed by 5 %, by which deep in a large mission many rooms fell below their
//! parents.)
//!
//! *Keys*: the key for level n lies in the most intense free room of the level below, such that the near side of
//! every edge locked with n can be reached without passing that room: otherwise whoever stands before
//! such a lock holds its key already, and the lock is redundant. A key for which a switch is to be flipped lies
//! where that switch must be on.
//!
//! *Links*: neighbouring rooms are linked, freely when their conditions are equal, with the one symbol by which
//! they differ when it is one. The boss and the goal are left alone. Since a condition holds for whoever
//! is in a room, whatever the way, such a link makes no key or switch unnecessary; and a lock is only
//! put where the near side can be reached without its key.

use super::draft::Draft;
use super::graph::{Edge, RoomId};
use super::request::Request;
use super::space::{Cells, Constraints};
use super::symbol::{MOST_KEYS, MOST_SWITCHES, Position, Symbol};
use crate::reject::MissionFault;
use search::{Attempt, Stream};
use smallvec::SmallVec;

/// Largest deviation from 1 of the random number by which intensity rises from a room to its child.
const JITTER: f64 = 0.05;
/// Intensity at which a new level starts, as a fraction of the highest intensity before it.
const EASE: f64 = 0.8;
/// The highest intensity but the boss's.
const HIGHEST: f64 = 0.99;

/// Gives every room its intensity.
pub(crate) fn intensity(draft: &mut Draft, attempt: Attempt) {
    let mut stream = attempt.phase("intensity");
    let ends = [draft.boss, draft.goal];
    let (mut highest, mut base) = (0.0_f64, 0.0);
    for level in 0..draft.levels.len() {
        for at in 0..draft.levels[level].rooms.len() {
            let id = draft.levels[level].rooms[at];
            if ends.contains(&id) {
                continue;
            }
            // Parents stand before their children, so that a parent's own is known.
            let parent = draft.rooms.get(draft.rooms[id as usize].parent as usize);
            let stray = 1.0 - JITTER + 2.0 * JITTER * stream.unit();
            let above = parent.filter(|parent| usize::from(parent.level) == level);
            let intensity = match above {
                Some(parent) => parent.intensity + stray,
                None if level == 0 => 0.0,
                None => (base + stray - 1.0).max(0.0),
            };
            draft.rooms[id as usize].intensity = intensity;
            highest = highest.max(intensity);
        }
        base = highest * EASE;
    }
    let scale = if highest > 0.0 { HIGHEST / highest } else { 0.0 };
    draft.rooms.iter_mut().for_each(|room| room.intensity *= scale);
    draft.rooms[draft.goal as usize].intensity = 0.0;
    draft.rooms[draft.boss as usize].intensity = 1.0;
}

/// Puts every key into its room.
pub(crate) fn keys<C: Constraints + ?Sized>(
    draft: &mut Draft,
    space: &C,
    request: &Request,
) -> Result<(), MissionFault> {
    draft.number_tree();
    for n in 1..=usize::from(request.keys) {
        let key = request.key_style.key(n as u8);
        let room = most_intense(draft, space, n, key).ok_or(MissionFault::NoRoomForKey)?;
        draft.rooms[room as usize].item = Some(key);
        draft.key_rooms.push(room);
    }
    Ok(())
}

/// The most intense room where key `n` may lie; of equals, the oldest. Small keys need no care for their
/// locks, since each lock uses one up.
fn most_intense<C: Constraints + ?Sized>(
    draft: &Draft,
    space: &C,
    n: usize,
    key: Symbol,
) -> Option<RoomId> {
    let set = draft.tiers.before(n);
    let near = if key == Symbol::SmallKey { &[] } else { &draft.levels[n].near[..] };
    let twin = draft.tiers.twin(n).and_then(|twin| draft.key_rooms.get(twin - 1).copied());
    let switch = draft.behind.iter().find(|(key, _)| *key == n).map(|&(_, switch)| switch);
    // A room that asks for exactly this set was grown at the level of its last key.
    let mut rooms: SmallVec<[RoomId; 128]> = draft.levels[set.count_ones() as usize]
        .rooms
        .iter()
        .copied()
        .filter(|&room| draft.rooms[room as usize].condition.keys() == set)
        .filter(|&room| draft.is_free_for(space, room, key))
        .filter(|&room| {
            let position = |s| draft.rooms[room as usize].condition.position(s);
            switch.is_none_or(|s| position(s) == Some(Position::On))
        })
        .collect();
    while let Some(at) = most(draft, &rooms) {
        let room = rooms.swap_remove(at);
        let blocked = near.iter().any(|&near| must_pass(draft, near, room))
            || twin.is_some_and(|twin| apart(draft, twin, room));
        if !blocked {
            return Some(room);
        }
    }
    None
}

/// The place of the most intense of some rooms; of equals, of the oldest.
fn most(draft: &Draft, rooms: &[RoomId]) -> Option<usize> {
    let intensity = |room: RoomId| draft.rooms[room as usize].intensity;
    (0..rooms.len()).max_by(|&a, &b| {
        intensity(rooms[a]).total_cmp(&intensity(rooms[b])).then(rooms[b].cmp(&rooms[a]))
    })
}

/// True if one of two rooms must be passed on the way to the other, so that the keys of a pair could not be had
/// in either order.
fn apart(draft: &Draft, a: RoomId, b: RoomId) -> bool {
    must_pass(draft, a, b) || must_pass(draft, b, a)
}

/// True if, in the tree, whoever gets to `room` has passed `by`: it is on the way from the entrance, or on the
/// way to a switch that must be on, or to the other key of a pair that must be held. Keys of lower tiers lie
/// where `by`, a key's room of a higher one, cannot be on the way.
fn must_pass(draft: &Draft, room: RoomId, by: RoomId) -> bool {
    passes(draft, room, by, MOST_SWITCHES)
}

/// The same, following switches whose objects stand behind switches at most `depth` deep.
fn passes(draft: &Draft, room: RoomId, by: RoomId, depth: usize) -> bool {
    if draft.is_under(room, by) {
        return true;
    }
    let condition = draft.rooms[room as usize].condition;
    let mut switches = (0..).zip(&draft.switch_rooms);
    let mut keys =
        (1..).zip(&draft.key_rooms).take(if draft.tiers.has_pairs() { MOST_KEYS } else { 0 });
    let tier = draft.rooms[by as usize].condition.keys();
    switches.any(|(switch, &object)| {
        condition.position(switch) == Some(Position::On)
            && depth > 0
            && passes(draft, object, by, depth - 1)
    }) || keys.any(|(n, &key)| {
        condition.keys() >> (n - 1) & 1 == 1
            && draft.rooms[key as usize].condition.keys() == tier
            && key != by
            && draft.is_under(key, by)
    })
}

/// Adds links between neighbouring rooms.
pub(crate) fn graphify<C: Constraints + ?Sized>(draft: &mut Draft, space: &C, attempt: Attempt) {
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
        Some(from.condition.single_difference(to.condition, draft.tiers.implied())?)
    };
    let chance = stream.chance(space.link_chance(from.cell, to.cell));
    (chance && symbol.is_none_or(|lock| may_lock(draft, a, b, lock))).then_some(Edge {
        a,
        b,
        symbol,
    })
}

/// True if a lock between two rooms would not be redundant.
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
