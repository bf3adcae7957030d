//! What is left to a plan when its loops have a meaning: locks that everybody meets, water, secrets, puzzles, treasures.
//!
//! Invariant: what is needed lies behind nothing but puzzles, which are solved in the room before them, and locks whose
//! keys come first.

use super::gating::Gating;
use super::site::RoomId;
use super::steps::Steps;
use super::{Gate, Pattern, Thing, chords, keepers, switches};
use crate::designed::holder::Holder;
use search::Stream;

/// Number of rooms from which there is water, and an item that crosses it.
const ROOMS_OF_WATER: usize = 12;

/// The share of keys that lie in a branch, where there is one: whoever takes them walks back.
const BRANCHED: f64 = 0.9;

/// Fills a plan.
pub(super) fn fill(gating: &mut Gating<'_>, stream: &mut Stream) {
    let mut filling = Filling { needed: vec![false; gating.full.len()], gating };
    filling.locks(stream);
    filling.water(stream);
    chords::close_loops(filling.gating, stream);
    filling.secrets(stream);
    switches::lay(filling.gating, stream);
    keepers::keep(filling.gating, stream);
    filling.plates(stream);
    filling.puzzles(stream);
    filling.treasures(stream);
    filling.enemies(stream);
}

struct Filling<'a, 'b> {
    gating: &'a mut Gating<'b>,
    /// Of each room, true if something that is needed lies in it or behind it.
    needed: Vec<bool>,
}

impl Filling<'_, '_> {
    fn rooms(&self) -> usize {
        self.gating.full.len()
    }

    fn last(&self) -> usize {
        self.gating.shape.path.len() - 1
    }

    /// The share of the rooms, drawn between two bounds.
    fn share(&self, low: f64, high: f64, stream: &mut Stream) -> usize {
        (self.rooms() as f64 * (low + (high - low) * stream.unit())).round() as usize
    }

    /// The bridges of the path whose passage is still open, stairs aside, in a drawn order.
    fn bridges(&self, stream: &mut Stream) -> Vec<usize> {
        let mut bridges = self.gating.open_bridges();
        stream.shuffle(&mut bridges);
        bridges
    }

    /// Branches that nothing hangs on, with the room they hang on, in a drawn order; those that are not full.
    fn leaves(&self, stream: &mut Stream) -> Vec<(RoomId, RoomId)> {
        let branches = &self.gating.shape.branches;
        let is_leaf = |room: RoomId| !branches.iter().any(|branch| branch.on == room);
        let mut leaves: Vec<(RoomId, RoomId)> = branches
            .iter()
            .filter(|branch| !self.gating.full[branch.room] && is_leaf(branch.room))
            .map(|branch| (branch.on, branch.room))
            .collect();
        stream.shuffle(&mut leaves);
        leaves
    }

    /// Marks a room and all branches before it as ways to something that is needed.
    fn need(&mut self, room: RoomId) {
        self.needed[room] = true;
        let branches = &self.gating.shape.branches;
        if let Some(branch) = branches.iter().find(|branch| branch.room == room) {
            self.need(branch.on);
        }
    }

    /// The door of the boss and other locks that everybody meets, each with its key before it: best in a room that hangs
    /// where the lock is met, else farther back, else on the way itself.
    fn locks(&mut self, stream: &mut Stream) {
        let path = self.gating.shape.path.clone();
        let room = self.gating.most_keys().saturating_sub(self.gating.plan.keys).max(1);
        // Best where a room hangs at the lock that can hold its key: whoever comes for it has seen the lock.
        let mut places = self.bridges(stream);
        let hung: Vec<RoomId> = self.leaves(stream).into_iter().map(|(on, _)| on).collect();
        places.sort_by_key(|&at| !hung.contains(&path[at]));
        places.truncate(room - 1);
        let boss = self.last() - 2;
        places.sort_unstable();
        places.insert(0, boss);
        for at in places {
            let Some(holder) = self.holder(at, stream) else { continue };
            let key = self.gating.new_key();
            if self.gating.close(path[at], path[at + 1], Gate::Keys(vec![key])) {
                self.gating.lay(holder, Thing::Key(key));
                self.gating.note_lock(key, at);
                self.need(holder);
                if at == boss {
                    self.gating.plan.boss_key = Some(key);
                }
            } else {
                self.gating.plan.keys -= 1;
            }
        }
    }

    /// A room for the key of a lock that is met at a place of the path.
    fn holder(&self, at: usize, stream: &mut Stream) -> Option<RoomId> {
        let plan = &self.gating.plan;
        let free = |room: &RoomId| !self.gating.full[*room] && plan.at[*room] <= at;
        let here = self.gating.shape.path[at];
        let leaves: Vec<(RoomId, RoomId)> =
            self.leaves(stream).into_iter().filter(|(_, room)| free(room)).collect();
        let nearest = leaves.into_iter().max_by_key(|&(on, room)| (on == here, plan.at[room]));
        let nearest = nearest.map(|(_, room)| room);
        let mut others: Vec<RoomId> = (0..self.rooms()).filter(free).collect();
        stream.shuffle(&mut others);
        let aside = stream.chance(BRANCHED);
        nearest.filter(|_| aside).or_else(|| others.into_iter().max_by_key(|&room| plan.at[room]))
    }

    /// The key item in the middle of the way; water on the way behind it, and before treasures, of which one is seen
    /// before.
    fn water(&mut self, stream: &mut Stream) {
        if self.rooms() < ROOMS_OF_WATER {
            return;
        }
        let (low, high) = (self.last() * 2 / 5, self.last() * 3 / 5);
        let bridges = self.bridges(stream);
        let later = |at: usize| bridges.iter().copied().filter(|&bridge| bridge >= at).min();
        let middle = |room: &RoomId| (low..=high).contains(&self.gating.plan.at[*room]);
        let mut rooms: Vec<RoomId> = (0..self.rooms())
            .filter(|room| !self.gating.full[*room] && middle(room))
            .filter(|&room| later(self.gating.plan.at[room]).is_some())
            .collect();
        stream.shuffle(&mut rooms);
        let Some(room) =
            rooms.into_iter().min_by_key(|&room| self.gating.plan.passages_of(room).count())
        else {
            return;
        };
        let at = self.gating.plan.at[room];
        let Some(bridge) = later(at) else { return };
        let (from, to) = (self.gating.shape.path[bridge], self.gating.shape.path[bridge + 1]);
        if self.gating.close(from, to, Gate::Water) {
            self.gating.lay(room, Thing::Item);
            self.need(room);
            // What is seen before the item comes first.
            let path = &self.gating.shape.path;
            let mut leaves = self.leaves(stream);
            leaves.sort_by_key(|&(on, _)| (self.gating.plan.at[on] >= at, !path.contains(&on)));
            let wanted = 2.max(self.share(0.06, 0.1, stream));
            leaves.retain(|leaf| !self.needed[leaf.1]);
            for (on, leaf) in leaves.into_iter().take(wanted) {
                self.treasure(on, leaf, Gate::Water);
            }
        }
    }

    /// A treasure behind a gate.
    fn treasure(&mut self, on: RoomId, room: RoomId, gate: Gate) -> bool {
        let closed = self.gating.close(on, room, gate);
        if closed {
            let treasure = self.gating.new_treasure();
            self.gating.lay(room, Thing::Treasure(treasure));
        }
        closed
    }

    /// Bombs early on, and treasures behind walls that they open: as many as secret walls close loops.
    fn secrets(&mut self, stream: &mut Stream) {
        let loops = self
            .gating
            .plan
            .passages
            .iter()
            .filter(|passage| passage.gate == Gate::Bombable)
            .count();
        let wanted = loops.max(self.share(0.12, 0.15, stream)).max(1);
        let leaves = self.leaves(stream);
        let hidden = leaves.into_iter().filter(|leaf| !self.needed[leaf.1]).take(wanted);
        for (on, leaf) in hidden.collect::<Vec<_>>() {
            self.treasure(on, leaf, Gate::Bombable);
        }
        let early = self.last().div_ceil(4);
        let mut rooms: Vec<RoomId> = (0..self.rooms())
            .filter(|&room| !self.gating.full[room] && self.gating.plan.at[room] <= early)
            .collect();
        stream.shuffle(&mut rooms);
        let bare = |room: &RoomId| {
            let gates = self.gating.plan.passages_of(*room);
            gates.filter(|passage| passage.gate != Gate::Open).count()
        };
        if let Some(room) = rooms.into_iter().min_by_key(bare) {
            self.gating.lay(room, Thing::Bombs);
        }
    }

    /// Rooms in which blocks open a portcullis: best before what is needed.
    fn plates(&mut self, stream: &mut Stream) {
        if self.rooms() < ROOMS_OF_WATER / 2 {
            return;
        }
        let wanted = 1.max(self.share(0.05, 0.09, stream));
        for (from, to) in self.ways(stream) {
            if self.gating.plan.plates >= wanted {
                return;
            }
            self.gating.plate(from, to);
        }
    }

    /// Puzzles, solved by something in the room before them, until two passages of three have a gate.
    fn puzzles(&mut self, stream: &mut Stream) {
        let drawn = 1.max(self.share(0.17, 0.22, stream));
        let wanted = self.gating.numbers.puzzles.unwrap_or(drawn);
        for (from, to) in self.ways(stream) {
            if self.gating.plan.puzzles >= wanted {
                return;
            }
            self.gating.puzzle(from, to);
        }
    }

    /// Enemies in about two rooms of three: not at the entrance, nor where the boss is, nor where blocks are pushed, and
    /// rather far away than near.
    fn enemies(&mut self, stream: &mut Stream) {
        if self.gating.peaceful {
            self.finds(stream);
            return;
        }
        let plan = &self.gating.plan;
        let blocks = |room: RoomId| self.gating.is_yard(room);
        let mut spared = vec![plan.start(), plan.goal(), plan.boss()];
        // And there is rest before the boss.
        let path = &self.gating.shape.path;
        let before = path[1..self.last() - 1].iter().rev();
        spared.extend(before.copied().find(|&room| plan.things[room].is_empty() && !blocks(room)));
        let (quiet, fought) = self.routes();
        spared.extend(quiet);
        let fits = |room: &RoomId| !spared.contains(room) && !blocks(*room);
        let mut rooms: Vec<RoomId> = (0..self.rooms()).filter(fits).collect();
        stream.shuffle(&mut rooms);
        let guarded = |room: RoomId| {
            let holder = plan.holders[room];
            fought.contains(&room) || matches!(holder, Some(Holder::GuardedAltar | Holder::Ambush))
        };
        let steps = Steps::of(plan).from(plan.start());
        // Where nothing else is there are enemies.
        let far = steps.iter().copied().max().unwrap_or(0);
        rooms.sort_by_key(|&room| {
            let bare = usize::from(plan.things[room].is_empty());
            (!guarded(room), std::cmp::Reverse(steps[room] + bare * far / 4))
        });
        rooms.truncate(self.share(0.62, 0.78, stream));
        rooms.push(plan.boss());
        for room in rooms {
            self.gating.plan.enemies[room] = 1;
        }
    }

    /// Lays finds in a place without enemies: a treasure in four of five rooms in which there is nothing else.
    fn finds(&mut self, stream: &mut Stream) {
        let bare = |room: &RoomId| {
            !self.gating.full[*room]
                && self.gating.plan.things[*room].is_empty()
                && !self.gating.is_yard(*room)
        };
        let mut rooms: Vec<RoomId> = (0..self.rooms()).filter(bare).collect();
        stream.shuffle(&mut rooms);
        rooms.truncate(rooms.len() * 4 / 5);
        for room in rooms {
            let treasure = self.gating.new_treasure();
            self.gating.lay(room, Thing::Treasure(treasure));
        }
    }

    /// The rooms inside the quiet arc and inside the other of each dangerous route.
    fn routes(&self) -> (Vec<RoomId>, Vec<RoomId>) {
        let cycles = self.gating.plan.cycles.iter();
        let dangerous = cycles.filter(|cycle| cycle.pattern == Pattern::DangerousRoute);
        let (mut quiet, mut fought) = (Vec::new(), Vec::new());
        for cycle in dangerous {
            let a_is_long = cycle.arc_a.len() > cycle.arc_b.len();
            let inside = |arc: &[RoomId]| arc[1..arc.len() - 1].to_vec();
            let [a, b] = [inside(&cycle.arc_a), inside(&cycle.arc_b)];
            let (long, short) = if a_is_long { (a, b) } else { (b, a) };
            quiet.extend(long);
            fought.extend(short);
        }
        (quiet, fought)
    }

    /// Open passages to branches and over bridges, in a drawn order: to what is needed first.
    fn ways(&self, stream: &mut Stream) -> Vec<(RoomId, RoomId)> {
        let path = &self.gating.shape.path;
        let mut ways: Vec<(RoomId, RoomId)> =
            self.bridges(stream).into_iter().map(|at| (path[at], path[at + 1])).collect();
        ways.extend(self.gating.shape.branches.iter().map(|branch| (branch.on, branch.room)));
        stream.shuffle(&mut ways);
        ways.sort_by_key(|&(_, to)| !self.needed[to]);
        ways
    }

    /// A treasure in every branch that is still empty, some of them behind spare locks.
    fn treasures(&mut self, stream: &mut Stream) {
        for (on, room) in self.leaves(stream) {
            let treasure = self.gating.new_treasure();
            self.gating.lay(room, Thing::Treasure(treasure));
            // Of a key that comes later, so that the lock is seen before.
            let plan = &self.gating.plan;
            let here = plan.at[on];
            let later = |key: &usize| {
                let holder = plan.things.iter().position(|held| held.contains(&Thing::Key(*key)));
                Some(*key) != plan.boss_key && holder.is_some_and(|holder| plan.at[holder] > here)
            };
            let keys: Vec<usize> = (0..plan.keys).filter(later).collect();
            let key = stream.pick(&keys).copied();
            let locked = !self.needed[room] && stream.chance(0.7);
            if let Some(key) = key.filter(|_| locked) {
                self.gating.close(on, room, Gate::Keys(vec![key]));
            }
        }
    }
}
