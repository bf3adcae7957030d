//! Phase 4: switches, each on a circuit of its own.
//!
//! On the way from the goal to the entrance a base room is picked, one with several children if there is
//! one. Edges below it are locked with positions of the switch, the way to the goal with "on" and its
//! other children in turn with "off" and "on"; an edge that has a lock already passes the condition on
//! to its children. The object that flips the switch lies outside, where whoever is at the base can get
//! to. Every switch starts off, and the way to the goal asks for on: the switch is needed.

use super::Reject;
use super::constraints::Constraints;
use super::draft::{Draft, NONE};
use super::graph::RoomId;
use super::request::Request;
use super::symbol::{Position, Symbol};
use search::{Attempt, Stream};

/// How often an edge that could be locked is.
const LOCKED: f64 = 0.75;

/// Lays the circuits of all switches.
pub(crate) fn lay<C: Constraints + ?Sized>(
    draft: &mut Draft,
    space: &C,
    request: &Request,
    attempt: Attempt,
) -> Result<(), Reject> {
    if request.switches == 0 {
        return Ok(());
    }
    let mut stream = attempt.phase("switches");
    draft.number_tree();
    for switch in 0..request.switches {
        circuit(draft, space, request, switch, &mut stream)?;
    }
    Ok(())
}

/// Lays one circuit at a base on the way to the goal, the bases with several children first.
fn circuit<C: Constraints + ?Sized>(
    draft: &mut Draft,
    space: &C,
    request: &Request,
    switch: u8,
    stream: &mut Stream,
) -> Result<(), Reject> {
    let way: Vec<RoomId> = draft.up(draft.boss).collect();
    let mut bases: Vec<usize> = (1..way.len()).collect();
    stream.shuffle(&mut bases);
    bases.sort_by_key(|&at| draft.rooms[way[at] as usize].children < 2);
    for at in bases {
        let below = &way[..at];
        let deepest = below.iter().copied().find(|&room| can_lock(draft, request, room));
        let Some(deepest) = deepest else { continue };
        let Some(object) = object_room(draft, space, switch, way[at], way[at - 1], stream) else {
            continue;
        };
        draft.rooms[object as usize].item = Some(Symbol::SwitchObject(switch));
        draft.switch_rooms.push(object);
        let circuit = Circuit { switch, base: way[at], toward_goal: way[at - 1], deepest, object };
        circuit.lock(draft, request, stream);
        return Ok(());
    }
    Err(Reject::NoCircuit)
}

/// Whether the edge into a room may be locked with a switch: it has no lock, and does not lead to the
/// goal, nor into the room of a boss that was to be unlocked.
fn can_lock(draft: &Draft, request: &Request, room: RoomId) -> bool {
    let free = draft.rooms[room as usize].lock.is_none();
    let boss_may = request.keys == 0 || room != draft.boss;
    let goal_room = draft.goal != draft.boss && room == draft.goal;
    free && boss_may && !goal_room
}

/// A room for the switch's object: outside the base's descendants (the base itself will do), and to be
/// had by whoever is at the base. Below the entrance, which all rooms are, another child's subtree.
fn object_room<C: Constraints + ?Sized>(
    draft: &Draft,
    space: &C,
    switch: u8,
    base: RoomId,
    toward_goal: RoomId,
    stream: &mut Stream,
) -> Option<RoomId> {
    let condition = draft.rooms[base as usize].condition;
    let outside = |room: RoomId| {
        let inside = if base == 0 { toward_goal } else { base };
        room == base || !draft.is_under(room, inside)
    };
    let mut rooms: Vec<RoomId> = (1..draft.rooms.len() as RoomId)
        .filter(|&room| outside(room))
        .filter(|&room| condition.implies(draft.rooms[room as usize].condition))
        .filter(|&room| draft.is_free_for(space, room, Symbol::SwitchObject(switch)))
        .collect();
    // A level that would then be short of rooms for its keys is given up whole.
    while !rooms.is_empty() {
        let room = rooms.swap_remove(stream.index(rooms.len()));
        let set = draft.rooms[room as usize].condition.keys();
        if draft.free_rooms_at(set) > draft.ladder.keys_lying_at(set) {
            return Some(room);
        }
        rooms.retain(|&other| draft.rooms[other as usize].condition.keys() != set);
    }
    None
}

/// Where one switch is laid.
struct Circuit {
    switch: u8,
    base: RoomId,
    /// The child of the base on the way to the goal.
    toward_goal: RoomId,
    /// The last room on that way whose edge can be locked.
    deepest: RoomId,
    /// The room of the switch's object.
    object: RoomId,
}

impl Circuit {
    /// Locks the edges below the base; the child subtree that holds the object carries no lock.
    fn lock(&self, draft: &mut Draft, request: &Request, stream: &mut Stream) {
        let children: Vec<RoomId> = draft.children(self.base).collect();
        let mut position = if stream.chance(0.5) { Position::On } else { Position::Off };
        for child in children {
            let wire = Wire { request, switch: self.switch, position, deepest: NONE };
            if child == self.toward_goal {
                let on = Wire { position: Position::On, deepest: self.deepest, ..wire };
                on.lock(draft, child, stream);
            } else if self.object == self.base || !draft.is_under(self.object, child) {
                position = position.other();
                wire.lock(draft, child, stream);
            }
        }
    }
}

/// One condition that is passed down from a base.
struct Wire<'a> {
    request: &'a Request,
    switch: u8,
    position: Position,
    /// The room whose edge is locked for certain if none above it on the way to the goal was.
    deepest: RoomId,
}

impl Wire<'_> {
    /// Locks the edge into a room, or passes the condition on to its children.
    fn lock(&self, draft: &mut Draft, room: RoomId, stream: &mut Stream) {
        let mut waiting = vec![room];
        while let Some(room) = waiting.pop() {
            let may = can_lock(draft, self.request, room);
            if may && (room == self.deepest || stream.chance(LOCKED)) {
                draft.rooms[room as usize].lock = Some(Symbol::Switch(self.switch, self.position));
                self.condition(draft, room);
            } else {
                waiting.extend(draft.children(room));
            }
        }
    }

    /// Adds the position to the conditions of a whole subtree.
    fn condition(&self, draft: &mut Draft, top: RoomId) {
        let mut waiting = vec![top];
        while let Some(room) = waiting.pop() {
            let place = &mut draft.rooms[room as usize];
            place.condition = place.condition.and_switch(self.switch, self.position);
            waiting.extend(draft.children(room));
        }
    }
}
