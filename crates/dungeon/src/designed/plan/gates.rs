//! Gates of a shape: patterns on its arcs, locks on its path, secrets and water on its branches, keys before their locks.
//!
//! Only a passage of the path that no arc goes around can be asked of everybody: *bridges* take the locks that are needed.
//! Invariant: the key of a lock hangs on the path before it.

use super::shape::{Arc, Shape};
use super::site::{RoomId, Side, Site};
use super::{Cycle, Gate, Passage, Pattern, Plan, Thing, fill, told};
use crate::designed::purpose::Purpose;
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

/// Gates a shape.
#[must_use]
pub fn gate(site: Site, shape: &Shape, stream: &mut Stream) -> Plan {
    let rooms = site.rooms.len();
    let last = shape.path.len() - 1;
    let bridge = |at: usize| !shape.arcs.iter().any(|arc| arc.from <= at && at < arc.to);
    let mut gating = Gating {
        bridges: (0..last).map(bridge).collect(),
        full: vec![false; rooms],
        plan: Plan {
            path: shape.path.clone(),
            at: shape.at.clone(),
            passages: Vec::new(),
            cycles: Vec::new(),
            things: vec![Vec::new(); rooms],
            keys: 0,
            boss_key: None,
            treasures: 0,
            puzzles: 0,
            plates: 0,
            enemies: vec![0; rooms],
            purposes: vec![Purpose::Passage; rooms],
            site,
        },
        shape,
    };
    for room in [gating.plan.start(), gating.plan.goal(), gating.plan.boss()] {
        gating.full[room] = true;
    }
    gating.join(stream);
    gating.patterns(stream);
    fill::fill(&mut gating, stream);
    told::tell(&mut gating.plan, stream);
    gating.plan
}

impl Gating<'_> {
    /// Makes the passages, all open.
    fn join(&mut self, stream: &mut Stream) {
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
        if passage.gate != Gate::Open || is_stair(passage) {
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

    /// Gives every arc a meaning that it is fit for, one that is rare before one that is common.
    fn patterns(&mut self, stream: &mut Stream) {
        let mut arcs = self.shape.arcs.clone();
        stream.shuffle(&mut arcs);
        for arc in &arcs {
            let used = |pattern: &Pattern| self.plan.cycles.iter().any(|c| c.pattern == *pattern);
            let mut fit: Vec<Pattern> =
                Pattern::ALL.into_iter().filter(|pattern| self.fits(*pattern, arc)).collect();
            stream.shuffle(&mut fit);
            fit.sort_by_key(used);
            let chosen = fit.into_iter().find(|pattern| self.make(*pattern, arc, stream));
            let arc_b = self.rooms_of(arc);
            let arc_a = self.shape.path[arc.from..=arc.to].to_vec();
            self.plan.cycles.extend(chosen.map(|pattern| Cycle {
                pattern,
                arc_a: arc_a.clone(),
                arc_b: arc_b.clone(),
            }));
            if chosen.is_none() && arc.rooms.is_empty() {
                self.close(arc_b[0], arc_b[1], Gate::Bombable);
            }
        }
    }

    /// True if an arc is long or short enough for a pattern.
    fn fits(&self, pattern: Pattern, arc: &Arc) -> bool {
        let (along, len) = (arc.along(), arc.len());
        let last = self.shape.path.len() - 1;
        match pattern {
            Pattern::TwoPaths => len >= 2,
            Pattern::TwoKeys => along >= 2 && len >= 2 && self.plan.keys + 2 <= self.most_keys(),
            Pattern::HiddenShortcut => along >= len + 4,
            Pattern::DangerousRoute => {
                len >= 2 && (len >= 2 * along || along >= 2 * len) && len.min(along) >= 2
            }
            Pattern::LockAndKey => {
                along == 1 && (2..=4).contains(&len) && self.plan.keys < self.most_keys()
            }
            Pattern::BlockedRetreat => len >= 2 && along + len >= 5,
            Pattern::AlteredReturn => len >= 2 && along + len >= 5 && len.abs_diff(along) >= 1,
            Pattern::FalseGoal => len >= 2 && last >= arc.to + 5,
        }
    }

    /// The most keys that a dungeon of so many rooms has.
    pub(super) fn most_keys(&self) -> usize {
        (self.plan.site.rooms.len() as f64 * 0.17).round().clamp(1.0, 24.0) as usize
    }

    /// Makes a pattern of an arc; false where a passage is gated already.
    fn make(&mut self, pattern: Pattern, arc: &Arc, stream: &mut Stream) -> bool {
        let rooms = self.rooms_of(arc);
        let path = &self.shape.path[arc.from..=arc.to];
        let (entry, goal) = (path[0], path[path.len() - 1]);
        let inside = &rooms[1..rooms.len() - 1];
        match pattern {
            Pattern::HiddenShortcut => {
                // The first passage, where the wall is seen to be cracked.
                self.close(rooms[0], rooms[1], Gate::Bombable)
            }
            Pattern::LockAndKey => {
                let holder = inside[inside.len() - 1];
                if self.full[holder] || self.plan.at[holder] != arc.from {
                    return false;
                }
                let key = self.new_key();
                if !self.close(entry, goal, Gate::Keys(vec![key]))
                    || !self.close(goal, holder, Gate::OneWay)
                {
                    self.plan.keys -= 1;
                    self.open(entry, goal);
                    return false;
                }
                self.lay(holder, Thing::Key(key));
                true
            }
            Pattern::TwoKeys => {
                let (main, side) = (path[path.len() - 2], inside[inside.len() - 1]);
                let between = path[1..path.len() - 1].iter().chain(inside);
                if between.into_iter().any(|&room| self.full[room]) {
                    return false;
                }
                let keys = vec![self.plan.keys, self.plan.keys + 1];
                if !self.close(main, goal, Gate::Keys(keys.clone())) {
                    return false;
                }
                if !self.close(side, goal, Gate::Keys(keys.clone())) {
                    self.open(main, goal);
                    return false;
                }
                self.plan.keys += 2;
                self.lay(main, Thing::Key(keys[0]));
                self.lay(side, Thing::Key(keys[1]));
                true
            }
            Pattern::BlockedRetreat | Pattern::AlteredReturn => {
                let at = stream.index(rooms.len() - 1);
                self.close(rooms[at], rooms[at + 1], Gate::OneWay)
            }
            Pattern::FalseGoal => {
                let free = !self.full[goal];
                if free {
                    let treasure = self.new_treasure();
                    self.lay(goal, Thing::Treasure(treasure));
                }
                free
            }
            Pattern::TwoPaths | Pattern::DangerousRoute => true,
        }
    }

    /// Takes the gate of a passage away.
    fn open(&mut self, from: RoomId, to: RoomId) {
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

/// True if a passage leads up or down.
pub(in crate::designed) fn is_stair(passage: &Passage) -> bool {
    use crate::layout::Direction;
    matches!(passage.side.direction, Direction::Up | Direction::Down)
}
