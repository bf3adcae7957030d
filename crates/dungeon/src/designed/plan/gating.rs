//! A plan while its gates are drawn: passages are made, closed and opened, and things laid.

use super::shape::{Arc, Shape};
use super::site::{RoomId, Side};
use super::{Gate, Passage, Plan, Thing};
use search::Stream;

/// A plan while its gates are drawn.
pub(super) struct Gating<'a> {
    pub(super) shape: &'a Shape,
    pub(super) plan: Plan,
    /// Of each place on the path, true if no arc goes around the passage that follows.
    pub(super) bridges: Vec<bool>,
    /// Rooms in which nothing more is laid.
    pub(super) full: Vec<bool>,
}

impl Gating<'_> {
    /// Makes the passages, all open.
    pub(super) fn join(&mut self, stream: &mut Stream) {
        let path = &self.shape.path;
        let mut pairs: Vec<[RoomId; 2]> = path.windows(2).map(|pair| [pair[0], pair[1]]).collect();
        for arc in &self.shape.arcs {
            pairs.extend(self.rooms_of(arc).windows(2).map(|pair| [pair[0], pair[1]]));
        }
        pairs.extend(self.shape.branches.iter().map(|branch| [branch.on, branch.room]));
        for ends in pairs {
            let Some(contact) = self.plan.site.contact(ends[0], ends[1]) else { continue };
            let Some(&side) = stream.pick(&contact.sides) else { continue };
            let side: Side = if contact.ends == ends { side } else { side.beyond() };
            self.plan.passages.push(Passage { ends, side, gate: Gate::Open });
        }
    }

    /// The rooms of an arc, its ends included.
    pub(super) fn rooms_of(&self, arc: &Arc) -> Vec<RoomId> {
        let path = &self.shape.path;
        let mut rooms = vec![path[arc.from]];
        rooms.extend(&arc.rooms);
        rooms.push(path[arc.to]);
        rooms
    }

    /// The passage between two rooms.
    pub(super) fn passage(&mut self, from: RoomId, to: RoomId) -> Option<&mut Passage> {
        let ends = [from, to];
        self.plan.passages.iter_mut().find(|p| p.ends == ends || p.ends == [to, from])
    }

    /// Gates the passage from one room to another; true if it was open and may be gated. Stairs stay open.
    pub(super) fn close(&mut self, from: RoomId, to: RoomId, gate: Gate) -> bool {
        let Some(passage) = self.passage(from, to) else { return false };
        if passage.gate != Gate::Open || passage.is_stair() {
            return false;
        }
        if passage.ends[0] != from {
            passage.ends = [from, to];
            passage.side = passage.side.beyond();
        }
        passage.gate = gate;
        true
    }

    /// Lays a thing in a room, which is full then.
    pub(super) fn lay(&mut self, room: RoomId, thing: Thing) {
        self.plan.things[room].push(thing);
        self.full[room] = true;
    }

    /// A new key.
    pub(super) fn new_key(&mut self) -> usize {
        self.plan.keys += 1;
        self.plan.keys - 1
    }

    /// The most keys that a dungeon of so many rooms has.
    pub(super) fn most_keys(&self) -> usize {
        (self.plan.site.rooms.len() as f64 * 0.17).round().clamp(1.0, 24.0) as usize
    }

    /// Takes the gate of a passage away.
    pub(super) fn open(&mut self, from: RoomId, to: RoomId) {
        if let Some(passage) = self.passage(from, to) {
            passage.gate = Gate::Open;
        }
    }

    /// A new treasure.
    pub(super) fn new_treasure(&mut self) -> usize {
        self.plan.treasures += 1;
        self.plan.treasures - 1
    }
}
