//! Phase 4: switches, each with its own circuit.
//!
//! A base room is chosen on the path from the goal to the entrance, if possible one with several children. Edges below
//! the base are locked with positions of the switch: the way to the goal with "on", the other children with "off" and
//! "on" in turn. If an edge has a lock already, the condition passes to its children. The object that flips the switch
//! lies outside, where a player at the base can reach it. Every switch starts off, and the way to the goal requires
//! on, so the switch is needed. If both positions are requested, a room off the way to the goal is drawn for a key.
//! The ways to the key and to the goal part at a base; the first is locked with "on", the second with "off". A player
//! with the key has flipped the switch and must flip it back. If the rooms do not allow that, one position is
//! required.
//!
//! Invariant: if a circuit requires both positions, every solution flips its switch at least twice.

use super::draft::{Draft, NONE};
use super::graph::{KeyStyle, RoomId};
use super::request::Request;
use super::space::Constraints;
use super::symbol::{Position, Symbol};
use crate::reject::MissionFault;
use search::{Attempt, Stream};

/// Probability of locking an edge that can be locked.
const LOCKED: f64 = 0.75;

/// Places the circuits of all switches.
pub(crate) fn switches<C: Constraints + ?Sized>(
    draft: &mut Draft,
    space: &C,
    request: &Request,
    attempt: Attempt,
) -> Result<(), MissionFault> {
    if request.switches == 0 {
        return Ok(());
    }
    let mut stream = attempt.phase("switches");
    draft.number_tree();
    let mut toggled = 0;
    for switch in 0..request.switches {
        if request.toggles() && toggled_circuit(draft, space, request, switch, &mut stream) {
            toggled += 1;
        } else {
            circuit(draft, space, request, switch, &mut stream)?;
        }
    }
    if toggled < request.least_toggled(attempt) { Err(MissionFault::OnePosition) } else { Ok(()) }
}

/// Places one circuit at a base on the way to the goal; bases with several children are tried first.
fn circuit<C: Constraints + ?Sized>(
    draft: &mut Draft,
    space: &C,
    request: &Request,
    switch: u8,
    stream: &mut Stream,
) -> Result<(), MissionFault> {
    let way: Vec<RoomId> = draft.up(draft.boss).collect();
    let mut bases: Vec<usize> = (1..way.len()).collect();
    stream.shuffle(&mut bases);
    bases.sort_by_key(|&at| draft.rooms[way[at] as usize].children < 2);
    for at in bases {
        let below = &way[..at];
        let deepest = below.iter().copied().find(|&room| can_lock(draft, request, room));
        let Some(deepest) = deepest else { continue };
        let locked = [way[at - 1]];
        let Some(object) = object_room(draft, space, switch, way[at], &locked, stream) else {
            continue;
        };
        let toward_goal = Branch { child: way[at - 1], deepest };
        let circuit = Circuit { switch, base: way[at], toward_goal, to_key: None, object };
        circuit.place(draft, request, stream);
        return Ok(());
    }
    Err(MissionFault::NoCircuit)
}

/// True if the edge into a room may be locked with a switch: it has no lock, does not lead to the goal, and does not
/// lead to a boss that is to be unlocked.
fn can_lock(draft: &Draft, request: &Request, room: RoomId) -> bool {
    let free = draft.rooms[room as usize].lock.is_none();
    let boss_may = request.keys == 0 || room != draft.boss;
    let goal_room = draft.goal != draft.boss && room == draft.goal;
    free && boss_may && !goal_room
}

/// A room for the switch's object: the base or a room outside its descendants, reachable for a player at the base. If
/// the base is the entrance, a room outside the subtrees that are to be locked.
fn object_room<C: Constraints + ?Sized>(
    draft: &Draft,
    space: &C,
    switch: u8,
    base: RoomId,
    locked: &[RoomId],
    stream: &mut Stream,
) -> Option<RoomId> {
    let condition = draft.rooms[base as usize].condition;
    let base_alone = [base];
    let inside = if base == 0 { locked } else { &base_alone };
    let outside =
        |room: RoomId| room == base || !inside.iter().any(|&inside| draft.is_under(room, inside));
    let mut rooms: Vec<RoomId> = (1..draft.rooms.len() as RoomId)
        .filter(|&room| outside(room))
        .filter(|&room| condition.implies(draft.rooms[room as usize].condition))
        .filter(|&room| draft.is_free_for(space, room, Symbol::SwitchObject(switch)))
        .collect();
    // Skips all rooms of a level that would have too few rooms for its keys.
    while !rooms.is_empty() {
        let room = rooms.swap_remove(stream.index(rooms.len()));
        let set = draft.rooms[room as usize].condition.keys();
        if draft.free_rooms_at(set) > draft.tiers.keys_lying_at(set) {
            return Some(room);
        }
        rooms.retain(|&other| draft.rooms[other as usize].condition.keys() != set);
    }
    None
}

/// A way down from a base that is always locked.
#[derive(Clone, Copy)]
struct Branch {
    /// The child of the base on that way.
    child: RoomId,
    /// The last room on that way whose edge can be locked.
    deepest: RoomId,
}

/// The rooms of a switch.
struct Circuit {
    switch: u8,
    base: RoomId,
    /// The way to the goal.
    toward_goal: Branch,
    /// The way to a key that requires the switch to be on; then the way to the goal requires off.
    to_key: Option<Branch>,
    /// The room of the switch's object.
    object: RoomId,
}

impl Circuit {
    /// Places the object, and locks the edges below the base.
    fn place(&self, draft: &mut Draft, request: &Request, stream: &mut Stream) {
        draft.rooms[self.object as usize].item = Some(Symbol::SwitchObject(self.switch));
        draft.switch_rooms.push(self.object);
        self.lock(draft, request, stream);
    }

    /// Locks the edges below the base, except for the child subtree that holds the object.
    fn lock(&self, draft: &mut Draft, request: &Request, stream: &mut Stream) {
        let children: Vec<RoomId> = draft.children(self.base).collect();
        let mut position = if stream.chance(0.5) { Position::On } else { Position::Off };
        let to_goal = if self.to_key.is_some() { Position::Off } else { Position::On };
        let certain = [Some(self.toward_goal), self.to_key];
        for child in children {
            let condition =
                SwitchCondition { request, switch: self.switch, position, deepest: NONE };
            let branch = certain.iter().flatten().find(|branch| branch.child == child);
            if let Some(&Branch { deepest, .. }) = branch {
                let goal = child == self.toward_goal.child;
                let position = if goal { to_goal } else { Position::On };
                SwitchCondition { position, deepest, ..condition }.lock(draft, child, stream);
            } else if self.object == self.base || !draft.is_under(self.object, child) {
                position = position.other();
                condition.lock(draft, child, stream);
            }
        }
    }
}

/// A switch position that is required below a base.
struct SwitchCondition<'a> {
    request: &'a Request,
    switch: u8,
    position: Position,
    /// The room whose edge is locked in any case, unless an edge above it is.
    deepest: RoomId,
}

impl SwitchCondition<'_> {
    /// Locks the edge into a room, or edges further down.
    fn lock(&self, draft: &mut Draft, room: RoomId, stream: &mut Stream) {
        let mut waiting = vec![room];
        while let Some(room) = waiting.pop() {
            let may = can_lock(draft, self.request, room);
            if may && (room == self.deepest || stream.chance(LOCKED)) {
                draft.rooms[room as usize].lock = Some(Symbol::Switch(self.switch, self.position));
                self.add_below(draft, room);
            } else {
                waiting.extend(draft.children(room));
            }
        }
    }

    /// Adds the position to the conditions of a subtree.
    fn add_below(&self, draft: &mut Draft, top: RoomId) {
        let mut waiting = vec![top];
        while let Some(room) = waiting.pop() {
            let place = &mut draft.rooms[room as usize];
            place.condition = place.condition.and_switch(self.switch, self.position);
            waiting.extend(draft.children(room));
        }
    }
}

// ------------------------------------------------------------------------- both positions

/// The largest number of rooms to try.
const TRIES: usize = 32;

/// Places a circuit that requires both positions; false if no tried room allows it.
fn toggled_circuit<C: Constraints + ?Sized>(
    draft: &mut Draft,
    space: &C,
    request: &Request,
    switch: u8,
    stream: &mut Stream,
) -> bool {
    // The least number of rooms is needed for other things; this circuit takes one more.
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
        Circuit { switch, base: way[at], toward_goal, to_key, object }
            .place(draft, request, stream);
        return true;
    }
    false
}

/// A key, from 1, that can lie in a room: it needs no other switch, and the room does not lie on the way to one of its
/// locks. [`super::keys`] decides.
fn key_for<C: Constraints + ?Sized>(
    draft: &Draft,
    space: &C,
    request: &Request,
    room: RoomId,
) -> Option<usize> {
    let place = &draft.rooms[room as usize];
    let set = place.condition.keys();
    (1..=usize::from(request.keys)).find(|&n| {
        let near = match request.key_style {
            KeyStyle::Named => &draft.levels[n].near[..],
            KeyStyle::Small => &[][..],
        };
        draft.tiers.before(n) == set
            && draft.behind.iter().all(|&(key, _)| key != n)
            && space.may_hold(place.cell, request.key_style.key(n as u8))
            && !near.iter().any(|&near| draft.is_under(near, room))
    })
}

/// The fork of the ways to the goal and to a room: its index on the way up from the boss, and both branches. `None` if
/// one of them has no edge that can be locked.
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
