//! Phases 5 to 7: intensity, keys, links beyond the tree.
//!
//! *Intensity* is the relative difficulty of a room. Within a level, a child is higher than its parent by 1 ± 0.05. A
//! new level starts at 0.8 of the highest value before it, so the player can recover. Finally all values are scaled to
//! at most 0.99; the boss gets 1 and the goal 0. Invariant: a room with its parent in its own level is higher than the
//! parent, except the goal. (At first the whole value varied by 5 %; deep in large missions many rooms fell below
//! their parents.)
//!
//! *Keys*: the key for level n lies in the most intense free room of the level below that is not on the way to the
//! near side of any lock n. Otherwise a player would always have the key at such a lock, and the lock would be
//! redundant. A key that needs a switch lies where that switch is on.
//!
//! *Links*: neighbouring rooms are linked without a lock if their conditions are equal, and with a lock if one symbol
//! makes the difference. The boss and the goal get no links. Since a condition holds in a room whatever the way there,
//! a link makes no key or switch unnecessary; and a lock is only placed if its near side can be reached without its
//! key.

use super::draft::Draft;
use super::graph::{Edge, RoomId};
use super::request::Request;
use super::space::{Cells, Constraints};
use super::symbol::{MOST_KEYS, MOST_SWITCHES, Position, Symbol};
use crate::reject::MissionFault;
use search::{Attempt, Stream};
use smallvec::SmallVec;

/// Largest deviation from 1 of the difference in intensity between a room and its child.
const JITTER: f64 = 0.05;
/// The intensity at which a new level starts, as a fraction of the highest intensity before it.
const EASE: f64 = 0.8;
/// The highest intensity apart from the boss's.
const HIGHEST: f64 = 0.99;

/// Computes the intensity of every room.
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
            // Parents come before their children, so the parent's value is known.
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

/// Places every key.
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

/// The most intense room where key `n` may lie; of equals, the oldest. The locks of small keys need no check, since
/// each lock uses a key up.
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
    // A room that requires exactly this set was grown at the level of its last key.
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

/// The index of the most intense of some rooms; of equals, of the oldest.
fn most(draft: &Draft, rooms: &[RoomId]) -> Option<usize> {
    let intensity = |room: RoomId| draft.rooms[room as usize].intensity;
    (0..rooms.len()).max_by(|&a, &b| {
        intensity(rooms[a]).total_cmp(&intensity(rooms[b])).then(rooms[b].cmp(&rooms[a]))
    })
}

/// True if one of two rooms lies on every way to the other, so a pair of keys there could not be found in either
/// order.
fn apart(draft: &Draft, a: RoomId, b: RoomId) -> bool {
    must_pass(draft, a, b) || must_pass(draft, b, a)
}

/// True if, in the tree, every way to `room` passes `by`: the way from the entrance, the way to a switch that must be
/// on, or the way to the other key of a required pair. Keys of lower tiers cannot lie behind `by`, which holds a key
/// of a higher tier.
fn must_pass(draft: &Draft, room: RoomId, by: RoomId) -> bool {
    passes(draft, room, by, MOST_SWITCHES)
}

/// As [`must_pass`], following chains of at most `depth` switches.
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
