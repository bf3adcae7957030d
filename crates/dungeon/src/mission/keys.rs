//! Phase 6: the keys.
//!
//! The key for level n lies in the most intense free room of the level below, such that the near side of
//! every edge locked with n can be reached without passing that room: otherwise whoever stands before
//! such a lock holds its key already, and the lock is redundant. A key for which a switch is to be flipped lies
//! where that switch must be on.

use super::Reject;
use super::constraints::Constraints;
use super::draft::Draft;
use super::graph::{KeyStyle, RoomId};
use super::request::Request;
use super::symbol::{MOST_KEYS, MOST_SWITCHES, Position, Symbol};
use smallvec::SmallVec;

/// Lays every key.
pub(crate) fn hide<C: Constraints + ?Sized>(
    draft: &mut Draft,
    space: &C,
    request: &Request,
) -> Result<(), Reject> {
    draft.number_tree();
    for n in 1..=usize::from(request.keys) {
        let key = match request.key_style {
            KeyStyle::Named => Symbol::Key(n as u8),
            KeyStyle::Small => Symbol::SmallKey,
        };
        let room = most_intense(draft, space, n, key).ok_or(Reject::NoRoomForKey)?;
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
    let set = draft.ladder.before(n);
    let near = if key == Symbol::SmallKey { &[] } else { &draft.levels[n].near[..] };
    let twin = draft.ladder.twin(n).and_then(|twin| draft.key_rooms.get(twin - 1).copied());
    let switch = draft.behind.iter().find(|(key, _)| *key == n).map(|&(_, switch)| switch);
    // What asks for exactly this set was grown at the level of its last key.
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

/// Whether two rooms stand in each other's way: the keys of a pair must be had in either order.
fn apart(draft: &Draft, a: RoomId, b: RoomId) -> bool {
    must_pass(draft, a, b) || must_pass(draft, b, a)
}

/// Whether, in the tree, whoever gets to `room` has passed `by`: it is on the way from the entrance, or on
/// the way to a switch that must be on, or to the other key of a pair that must be held. Keys of lower
/// tiers lie where `by`, a key's room of a higher one, cannot be on the way.
pub(crate) fn must_pass(draft: &Draft, room: RoomId, by: RoomId) -> bool {
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
        (1..).zip(&draft.key_rooms).take(if draft.ladder.has_pairs() { MOST_KEYS } else { 0 });
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
