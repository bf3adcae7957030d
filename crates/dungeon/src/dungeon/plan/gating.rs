//! A plan while its gates are chosen: passages are added, closed and opened, things are placed, and every suitable loop
//! gets a pattern.

use super::shape::{Arc, Shape};
use super::site::{RoomId, Side};
use super::{Cycle, Gate, Passage, Pattern, Plan, Thing};
use crate::dungeon::request::Numbers;
use search::Stream;
use smallvec::SmallVec;

/// A plan while its gates are chosen.
pub(super) struct Gating<'a> {
    pub(super) shape: &'a Shape,
    pub(super) plan: Plan,
    /// For each index of the path, true if no arc bypasses the passage after it.
    pub(super) bridges: Vec<bool>,
    /// For each room, true if nothing more may be placed in it.
    pub(super) full: Vec<bool>,
    /// For each key, the index of the path at its lock; `None` for keys of a loop.
    pub(super) lock_at: Vec<Option<usize>>,
    /// The requested numbers.
    pub(super) numbers: Numbers,
    /// True if the dungeon has no enemies.
    pub(super) peaceful: bool,
    /// The room on the path reserved for a rest before the boss.
    pub(super) rest: Option<RoomId>,
}

impl Gating<'_> {
    /// Adds the passages, all open.
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

    /// The rooms of an arc, including its ends.
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

    /// Gates the passage from one room to another; true if it was open and not a stair.
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

    /// Places a thing in a room, which is full afterwards.
    pub(super) fn place(&mut self, room: RoomId, thing: Thing) {
        self.plan.things[room].push(thing);
        self.full[room] = true;
    }

    /// Adds a key and returns its number.
    pub(super) fn new_key(&mut self) -> usize {
        self.plan.keys += 1;
        self.plan.keys - 1
    }

    /// Records where the lock of a key is.
    pub(super) fn note_lock(&mut self, key: usize, at: usize) {
        self.lock_at.resize(self.plan.keys.max(key + 1), None);
        self.lock_at[key] = Some(at);
    }

    /// Maximum number of keys of the dungeon.
    pub(super) fn most_keys(&self) -> usize {
        let usual = (self.plan.site.rooms.len() as f64 * 0.17).round().clamp(1.0, 24.0) as usize;
        self.numbers.keys.unwrap_or(usual)
    }

    /// Removes the gate of a passage.
    pub(super) fn open(&mut self, from: RoomId, to: RoomId) {
        if let Some(passage) = self.passage(from, to) {
            passage.gate = Gate::Open;
        }
    }

    /// The room before a leaf: a room whose only passage is open and not a stair. `None` for other rooms.
    pub(super) fn leaf_on(&self, room: RoomId) -> Option<RoomId> {
        let mut passages = self.plan.passages_of(room);
        let only = passages.next()?;
        let open = only.gate == Gate::Open && !only.is_stair() && only.ends[1] == room;
        (open && passages.next().is_none()).then_some(only.ends[0])
    }

    /// A leaf branch of a room in which something can be placed.
    fn hung_on(&self, room: RoomId) -> Option<RoomId> {
        let branches = &self.shape.branches;
        let is_leaf = |room: RoomId| !branches.iter().any(|branch| branch.on == room);
        let hung = branches.iter().filter(|branch| branch.on == room).map(|branch| branch.room);
        hung.into_iter().find(|&leaf| is_leaf(leaf) && !self.full[leaf])
    }

    /// The indices of the path whose passage is open, not a stair and not bypassed by an arc, except at both ends.
    pub(super) fn open_bridges(&self) -> Vec<usize> {
        let path = &self.shape.path;
        let mut bridges: Vec<usize> =
            (1..path.len().saturating_sub(2)).filter(|&at| self.bridges[at]).collect();
        bridges.retain(|&at| {
            let between = |p: &&Passage| p.ends == [path[at], path[at + 1]];
            let open = |p: &Passage| p.gate == Gate::Open && !p.is_stair();
            self.plan.passages.iter().find(between).is_some_and(open)
        });
        bridges
    }

    /// True if a shortcut bypasses this index of the path.
    pub(super) fn is_cut_off(&self, at: usize) -> bool {
        self.shape.arcs.iter().any(|arc| arc.rooms.is_empty() && arc.from < at && at < arc.to)
    }

    /// True if there are bombs in some room.
    pub(super) fn has_bombs(&self) -> bool {
        self.plan.things.iter().any(|things| things.contains(&Thing::Bombs))
    }

    /// Gates a passage with blocks in the first room, by a bridge while bridges are missing, else by plates; false if
    /// this is not possible.
    pub(super) fn block_room(&mut self, from: RoomId, to: RoomId) -> bool {
        if self.numbers.bridges.is_some_and(|wanted| self.plan.bridged.len() < wanted) {
            self.bridge(from, to)
        } else {
            self.plate(from, to)
        }
    }

    /// Gates a passage with a portcullis opened by blocks in the first room; false if this is not possible.
    pub(super) fn plate(&mut self, from: RoomId, to: RoomId) -> bool {
        let plate = self.plan.plates;
        let closed = self.can_hold_blocks(from)
            && self.is_only_way(from, to)
            && self.close(from, to, Gate::Plate(plate));
        if closed {
            self.plan.plates += 1;
            self.full[from] = true;
        }
        closed
    }

    /// Gates a passage with a lever in the first room, behind pits that blocks fill; false if this is not possible.
    fn bridge(&mut self, from: RoomId, to: RoomId) -> bool {
        let closed =
            self.can_hold_blocks(from) && self.is_only_way(from, to) && self.puzzle(from, to);
        if closed {
            self.plan.bridged.push(from);
            self.full[from] = true;
        }
        closed
    }

    /// True if a room has space for blocks, which leave none for water, a stair or a thing.
    fn can_hold_blocks(&self, room: RoomId) -> bool {
        let wet = |p: &Passage| p.gate == Gate::Water && p.ends[0] == room || p.is_stair();
        let dry = !self.plan.passages_of(room).any(wet);
        let bare = !self.full[room] && !self.is_solved_in(room);
        dry && bare && self.plan.site.rooms[room].len() == 1
    }

    /// True if the only passage of a room is gated by such a portcullis.
    pub(super) fn is_plated(&self, room: RoomId) -> bool {
        let mut passages = self.plan.passages_of(room);
        let is_way = |p: &Passage| matches!(p.gate, Gate::Plate(_)) && p.ends[1] == room;
        passages.next().is_some_and(is_way) && passages.next().is_none()
    }

    /// True if the only passage of a room is gated by a lever behind a bridge.
    pub(super) fn is_bridged(&self, room: RoomId) -> bool {
        let mut passages = self.plan.passages_of(room);
        let is_way = |p: &Passage| {
            let [from, to] = p.ends;
            matches!(p.gate, Gate::Puzzle(_)) && to == room && self.plan.bridged.contains(&from)
        };
        passages.next().is_some_and(is_way) && passages.next().is_none()
    }

    /// True if blocks are pushed in a room.
    pub(super) fn is_block_room(&self, room: RoomId) -> bool {
        let pushed = |p: &Passage| matches!(p.gate, Gate::Plate(_)) && p.ends[0] == room;
        self.plan.bridged.contains(&room) || self.plan.passages.iter().any(pushed)
    }

    /// Gates a passage with a puzzle solved in the first room; false if this is not possible.
    pub(super) fn puzzle(&mut self, from: RoomId, to: RoomId) -> bool {
        from != self.plan.start() && self.solved_in(from, from, to)
    }

    /// Gates a passage with a puzzle solved in the second room, which is reached another way; false if this is not
    /// possible.
    fn latch(&mut self, from: RoomId, to: RoomId) -> bool {
        self.solved_in(to, from, to)
    }

    /// Gates a passage with a puzzle solved in a room; false if this is not possible.
    fn solved_in(&mut self, room: RoomId, from: RoomId, to: RoomId) -> bool {
        let puzzle = self.plan.puzzles;
        let enough = self.numbers.puzzles.is_some_and(|wanted| wanted <= puzzle);
        let free = !enough && !self.is_block_room(room) && !self.is_solved_in(room);
        let closed = free && self.close(from, to, Gate::Puzzle(puzzle));
        if closed {
            self.plan.things[room].push(Thing::Solution(puzzle));
            self.plan.puzzles += 1;
        }
        closed
    }

    /// True if a puzzle is solved in a room.
    fn is_solved_in(&self, room: RoomId) -> bool {
        self.plan.things[room].iter().any(|thing| matches!(thing, Thing::Solution(_)))
    }

    /// True if the second room is unreachable without the passage from the first.
    pub(super) fn is_only_way(&self, from: RoomId, to: RoomId) -> bool {
        let mut met = vec![false; self.full.len()];
        let mut waiting = vec![self.plan.start()];
        let mut beside = vec![SmallVec::<[RoomId; 6]>::new(); self.full.len()];
        for Passage { ends: [a, b], .. } in &self.plan.passages {
            if [*a, *b] != [from, to] && [*b, *a] != [from, to] {
                beside[*a].push(*b);
                beside[*b].push(*a);
            }
        }
        while let Some(here) = waiting.pop() {
            if !std::mem::replace(&mut met[here], true) {
                waiting.extend(&beside[here]);
            }
        }
        !met[to]
    }

    /// For each room, the number of locks on the main path before it; `None` for a room behind its own gate.
    pub(super) fn regions(&self) -> Vec<Option<usize>> {
        let gate = |a: RoomId, b: RoomId| {
            let joins = |p: &&Passage| p.ends == [a, b] || p.ends == [b, a];
            self.plan.passages.iter().find(joins).map(|passage| &passage.gate)
        };
        let mut locks = 0;
        let mut before = vec![0];
        for pair in self.shape.path.windows(2) {
            let locked =
                |gate: &&Gate| matches!(gate, Gate::Keys(_) | Gate::Water | Gate::Switch(..));
            locks += usize::from(gate(pair[0], pair[1]).filter(locked).is_some());
            before.push(locks);
        }
        let mut regions: Vec<Option<usize>> =
            self.plan.at.iter().map(|&at| before.get(at).copied()).collect();
        // Branches come after the room they hang on.
        for branch in &self.shape.branches {
            let open = gate(branch.on, branch.room) == Some(&Gate::Open);
            regions[branch.room] = regions[branch.on].filter(|_| open);
        }
        regions
    }

    /// Adds a treasure and returns its number.
    pub(super) fn new_treasure(&mut self) -> usize {
        self.plan.treasures += 1;
        self.plan.treasures - 1
    }
}

impl Gating<'_> {
    /// Gives every arc a pattern that suits it, rare patterns before common ones.
    pub(super) fn patterns(&mut self, stream: &mut Stream) {
        let mut arcs = self.shape.arcs.clone();
        stream.shuffle(&mut arcs);
        for arc in &arcs {
            let used = |pattern: &Pattern| self.plan.cycles.iter().any(|c| c.pattern == *pattern);
            let mut fit: Vec<Pattern> =
                Pattern::ALL.into_iter().filter(|pattern| self.fits(*pattern, arc)).collect();
            stream.shuffle(&mut fit);
            // Usually tries rare patterns first.
            let rare = stream.chance(0.85);
            let seldom = |pattern: &Pattern| {
                let often = [Pattern::TwoKeys, Pattern::FalseGoal, Pattern::TwoPaths];
                rare && often.contains(pattern)
            };
            fit.sort_by_key(|pattern| (used(pattern), seldom(pattern)));
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

    /// True if the length of an arc suits a pattern.
    fn fits(&self, pattern: Pattern, arc: &Arc) -> bool {
        let (along, len) = (arc.along(), arc.passages());
        let last = self.shape.path.len() - 1;
        match pattern {
            Pattern::TwoPaths => len >= 2,
            Pattern::TwoKeys => {
                along >= 2
                    && len >= 2
                    && self.is_alone_around(arc.to - 1)
                    && self.plan.keys + 2 <= self.most_keys()
            }
            Pattern::HiddenShortcut => along >= len + 4,
            Pattern::DangerousRoute => {
                len >= 2 && (len >= 2 * along || along >= 2 * len) && len.min(along) >= 2
            }
            Pattern::LockAndKey => {
                along == 1
                    && (2..=4).contains(&len)
                    && self.is_alone_around(arc.from)
                    && self.plan.keys < self.most_keys()
            }
            // The drop at its end must shorten the way back.
            Pattern::BlockedRetreat => along + len >= 5 && along + 2 < len,
            Pattern::FalseGoal => len >= 2 && last >= arc.to + 5,
            // These patterns are made of loop edges.
            Pattern::AlteredReturn | Pattern::Foreshadowing | Pattern::Gambit => false,
        }
    }

    /// True if at most one arc bypasses a passage of the path; another would bypass a lock.
    fn is_alone_around(&self, at: usize) -> bool {
        self.shape.arcs.iter().filter(|arc| arc.from <= at && at < arc.to).count() <= 1
    }

    /// Builds a pattern from an arc; false if a passage is gated already.
    fn make(&mut self, pattern: Pattern, arc: &Arc, stream: &mut Stream) -> bool {
        let rooms = self.rooms_of(arc);
        let path = &self.shape.path[arc.from..=arc.to];
        let (entry, goal) = (path[0], path[path.len() - 1]);
        let inside = &rooms[1..rooms.len() - 1];
        match pattern {
            Pattern::HiddenShortcut => {
                // The first passage, where the player sees the crack.
                self.close(rooms[0], rooms[1], Gate::Bombable)
            }
            Pattern::LockAndKey => {
                let holder = inside[inside.len() - 1];
                if self.full[holder] || self.plan.at[holder] != arc.from {
                    return false;
                }
                let key = self.new_key();
                if !self.close(entry, goal, Gate::Keys(vec![key])) {
                    self.plan.keys -= 1;
                    return false;
                }
                // The way around the lock opens from beyond it, or else with the same key.
                if !self.latch(holder, goal) && !self.close(goal, holder, Gate::Keys(vec![key])) {
                    self.plan.keys -= 1;
                    self.open(entry, goal);
                    return false;
                }
                self.place(holder, Thing::Key(key));
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
                // Prefers the leaf room at the lock: the player sees the lock before the key.
                for (room, key) in [main, side].into_iter().zip(keys) {
                    let holder = self.hung_on(room).unwrap_or(room);
                    self.place(holder, Thing::Key(key));
                }
                true
            }
            Pattern::BlockedRetreat => {
                // Past the middle of the loop, where going on is the shorter way back.
                let middle = (arc.passages() + arc.along()) / 2 + 1;
                let at = middle + stream.index(rooms.len() - 1 - middle);
                self.close(rooms[at], rooms[at + 1], Gate::OneWay)
            }
            Pattern::FalseGoal => {
                let free = !self.full[goal];
                if free {
                    let treasure = self.new_treasure();
                    self.place(goal, Thing::Treasure(treasure));
                }
                free
            }
            Pattern::DangerousRoute => !self.peaceful,
            Pattern::TwoPaths => true,
            Pattern::AlteredReturn | Pattern::Foreshadowing | Pattern::Gambit => false,
        }
    }
}
