//! The rest of a plan after its loops have patterns: mandatory locks, secrets and treasures; then switches, water,
//! gated passages, and nested locks.
//!
//! When a switch is on, it opens the way to a key and closes the way on, at the key's lock or shortly behind it; when
//! it is off, the reverse holds. The player therefore uses the switch twice.
//!
//! Invariant: required things lie behind puzzles solved in the room before them and behind locks with earlier keys, and
//! behind nothing else.

use super::gating::Gating;
use super::playthrough::Playthrough;
use super::site::RoomId;
use super::{COMPARED_UP_TO, Gate, Passage, Thing, holders, loop_edges};
use crate::dungeon::request::block_rooms;
use crate::dungeon::rooms::Family;
use search::Stream;

/// Number of rooms hidden behind secret walls, per room, regardless of the loops that secret walls close.
const HIDDEN: f64 = 0.125;

/// Minimum number of keys per room when some locks are not seen before their keys.
const KEYS: f64 = 0.165;
/// Minimum number of locks per room.
const LOCKS: f64 = 0.22;
/// The share of keys in a branch, if there is one; the player walks back from there.
const BRANCHED: f64 = 0.9;

/// Completes a plan and returns its playthrough.
pub(super) fn fill(
    gating: &mut Gating<'_>,
    family: Family,
    stream: &mut Stream,
) -> Option<Playthrough> {
    let mut filling = Filling { needed: vec![false; gating.full.len()], gating };
    let item = filling.item(stream);
    filling.rest();
    filling.locks(stream);
    filling.water(item, stream);
    // One, while there is space.
    filling.block_rooms(1, stream);
    loop_edges::add_special(filling.gating, stream);
    filling.hide(HIDDEN, stream);
    filling.spare_locks(stream);
    filling.nest_locks(stream);
    loop_edges::close_loops(filling.gating, stream);
    filling.secrets(stream);
    place_switches(filling.gating, stream);
    holders::assign_holders(filling.gating, family, stream);
    filling.block_rooms(usize::MAX, stream);
    filling.puzzles(stream);
    filling.treasures(stream);
    let playthrough = Playthrough::of(&filling.gating.plan);
    holders::place_enemies(filling.gating, playthrough.as_ref(), stream);
    playthrough
}

/// A plan while it is completed.
struct Filling<'a, 'b> {
    pub(super) gating: &'a mut Gating<'b>,
    /// For each room, true if something required lies in it or behind it.
    pub(super) needed: Vec<bool>,
}

impl Filling<'_, '_> {
    /// Number of rooms.
    pub(super) fn rooms(&self) -> usize {
        self.gating.full.len()
    }

    /// The last index of the path.
    pub(super) fn last(&self) -> usize {
        self.gating.shape.path.len() - 1
    }

    /// A random share of the rooms between two bounds.
    pub(super) fn share(&self, low: f64, high: f64, stream: &mut Stream) -> usize {
        (self.rooms() as f64 * (low + (high - low) * stream.unit())).round() as usize
    }

    /// The open bridges of the path, without stairs, in random order.
    pub(super) fn bridges(&self, stream: &mut Stream) -> Vec<usize> {
        let mut bridges = self.gating.open_bridges();
        bridges.retain(|&at| Some(self.gating.shape.path[at]) != self.gating.rest);
        stream.shuffle(&mut bridges);
        bridges
    }

    /// Leaf branches that are not full and can be gated, each after the room it hangs on, in random order.
    pub(super) fn leaves(&self, stream: &mut Stream) -> Vec<(RoomId, RoomId)> {
        let branches = &self.gating.shape.branches;
        let is_leaf = |room: RoomId| !branches.iter().any(|branch| branch.on == room);
        let mut leaves: Vec<(RoomId, RoomId)> = branches
            .iter()
            .filter(|branch| !self.gating.full[branch.room] && is_leaf(branch.room))
            .filter(|branch| Some(branch.on) != self.gating.rest)
            .map(|branch| (branch.on, branch.room))
            .collect();
        stream.shuffle(&mut leaves);
        leaves
    }

    /// Marks a room and all branches before it as leading to something required.
    pub(super) fn need(&mut self, room: RoomId) {
        self.needed[room] = true;
        let branches = &self.gating.shape.branches;
        if let Some(branch) = branches.iter().find(|branch| branch.room == room) {
            self.need(branch.on);
        }
    }

    /// Reserves a room of the path for a rest before the boss: nothing is placed in it or gated from it. Takes the last
    /// room that no shortcut bypasses, if there is one.
    fn rest(&mut self) {
        let last = self.last();
        let gating = &mut *self.gating;
        if gating.peaceful {
            return;
        }
        let (path, plan) = (&gating.shape.path, &gating.plan);
        let bare = |&at: &usize| {
            let room = path[at];
            let open = plan.passages_of(room).all(|p| p.ends[1] == room || p.gate == Gate::Open);
            !gating.full[room] && plan.things[room].is_empty() && open
        };
        let places = (last / 2..last.saturating_sub(2)).filter(bare);
        let passed = |at: &usize| *at > 0 && gating.bridges[at - 1] && gating.bridges[*at];
        let place = places.max_by_key(|at| (passed(at), *at));
        gating.rest = place.map(|at| path[at]);
        if let Some(room) = gating.rest {
            gating.full[room] = true;
        }
    }

    /// The boss door and other mandatory locks, each with its key before it: preferably in a leaf room at the lock,
    /// otherwise farther back, otherwise on the path.
    fn locks(&mut self, stream: &mut Stream) {
        let path = self.gating.shape.path.clone();
        let room = self.gating.most_keys().saturating_sub(self.gating.plan.keys).max(1);
        // Prefers locks with a leaf room for the key: the player sees the lock before the key.
        let mut places = self.bridges(stream);
        let hung: Vec<RoomId> = self.leaves(stream).into_iter().map(|(on, _)| on).collect();
        places.sort_by_key(|&at| !hung.contains(&path[at]));
        places.truncate(room - 1);
        if self.gating.numbers.keys.is_none() {
            let least = (self.rooms() as f64 * KEYS).ceil() as usize;
            let enough = least.saturating_sub(self.gating.plan.keys + 1);
            let seen = places.iter().filter(|&&at| hung.contains(&path[at])).count();
            places.truncate(enough.max(seen));
        }
        let boss = self.last() - 2;
        places.sort_unstable();
        places.insert(0, boss);
        for at in places {
            let Some(holder) = self.holder(at, stream) else { continue };
            let key = self.gating.new_key();
            if self.gating.close(path[at], path[at + 1], Gate::Keys(vec![key])) {
                self.gating.place(holder, Thing::Key(key));
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

    /// A room for the key of the lock at an index of the path.
    fn holder(&self, at: usize, stream: &mut Stream) -> Option<RoomId> {
        let plan = &self.gating.plan;
        let free = |room: &RoomId| !self.gating.full[*room] && plan.at[*room] <= at;
        let here = self.gating.shape.path[at];
        let leaves: Vec<(RoomId, RoomId)> =
            self.leaves(stream).into_iter().filter(|(_, room)| free(room)).collect();
        // A shortcut saves nothing if it bypasses a required thing.
        let cut = |room: RoomId| self.gating.is_cut_off(plan.at[room]);
        let nearest =
            leaves.into_iter().max_by_key(|&(on, room)| (!cut(room), on == here, plan.at[room]));
        let nearest = nearest.map(|(_, room)| room);
        let mut others: Vec<RoomId> = (0..self.rooms()).filter(free).collect();
        stream.shuffle(&mut others);
        let aside = stream.chance(BRANCHED);
        nearest
            .filter(|_| aside)
            .or_else(|| others.into_iter().max_by_key(|&room| (!cut(room), plan.at[room])))
    }

    /// Treasures on the path behind locks with later keys; the player sees these locks before their keys.
    fn spare_locks(&mut self, stream: &mut Stream) {
        let wanted = 2 + self.share(0.03, 0.08, stream);
        let path = self.gating.shape.path.clone();
        let mut leaves = self.leaves(stream);
        leaves.retain(|(on, leaf)| path.contains(on) && !self.needed[*leaf]);
        for (on, leaf) in leaves.into_iter().take(wanted) {
            let keys = self.later_keys(on);
            if let Some(&key) = stream.pick(&keys) {
                self.treasure(on, leaf, Gate::Keys(vec![key]));
            }
        }
    }

    /// The room of a key.
    pub(super) fn holding(&self, key: usize) -> Option<RoomId> {
        self.gating.plan.things.iter().position(|held| held.contains(&Thing::Key(key)))
    }

    /// The keys, except for the boss key, that lie farther along the path than a room.
    fn later_keys(&self, room: RoomId) -> Vec<usize> {
        let plan = &self.gating.plan;
        let later =
            |key: &usize| self.holding(*key).is_some_and(|holder| plan.at[holder] > plan.at[room]);
        self.spare_keys().into_iter().filter(later).collect()
    }

    /// The keys, except for the boss key.
    fn spare_keys(&self) -> Vec<usize> {
        let plan = &self.gating.plan;
        (0..plan.keys).filter(|key| Some(*key) != plan.boss_key).collect()
    }

    /// Number of passages with locks.
    pub(super) fn locked(&self) -> f64 {
        let locks = |passage: &&Passage| matches!(passage.gate, Gate::Keys(_) | Gate::SmallLock);
        self.gating.plan.passages.iter().filter(locks).count() as f64
    }

    /// Places a treasure behind a gate.
    pub(super) fn treasure(&mut self, on: RoomId, room: RoomId, gate: Gate) -> bool {
        let closed = self.gating.close(on, room, gate);
        if closed {
            let treasure = self.gating.new_treasure();
            self.gating.place(room, Thing::Treasure(treasure));
        }
        closed
    }

    /// Places treasures behind bombable walls, for about this share of the rooms.
    fn hide(&mut self, share: f64, stream: &mut Stream) {
        let wanted = (self.rooms() as f64 * share).round() as usize;
        let mut leaves = self.leaves(stream);
        leaves.retain(|leaf| !self.needed[leaf.1]);
        for (on, leaf) in leaves.into_iter().take(wanted) {
            self.treasure(on, leaf, Gate::Bombable);
        }
    }

    /// Places bombs early, and as many treasures behind bombable walls as there are secret walls on loops.
    fn secrets(&mut self, stream: &mut Stream) {
        let walls = self.gating.plan.passages.iter().filter(|p| p.gate == Gate::Bombable);
        let hides = |room: &RoomId| self.gating.plan.passages_of(*room).count() == 1;
        let (hidden, loops): (Vec<_>, Vec<_>) = walls.partition(|wall| wall.ends.iter().any(hides));
        let wanted = loops.len().max(self.share(0.07, 0.09, stream)).max(1);
        self.hide(wanted.saturating_sub(hidden.len()) as f64 / self.rooms() as f64, stream);
        // Before the first shortcut, preferably on the path.
        let cuts = self.gating.shape.arcs.iter().filter(|arc| arc.rooms.is_empty());
        let cut = cuts.map(|arc| arc.from).min().unwrap_or(usize::MAX);
        let early = self.last().div_ceil(4).min(cut);
        let mut rooms: Vec<RoomId> = (0..self.rooms())
            .filter(|&room| !self.gating.full[room] && self.gating.plan.at[room] <= early)
            .collect();
        stream.shuffle(&mut rooms);
        let bare = |room: &RoomId| {
            let gates = self.gating.plan.passages_of(*room);
            let gated = gates.filter(|passage| passage.gate != Gate::Open).count();
            (!self.gating.shape.path.contains(room), gated)
        };
        if let Some(room) = rooms.into_iter().min_by_key(bare) {
            self.gating.place(room, Thing::Bombs);
        }
    }

    /// Open passages to branches and over bridges, in random order; those to something required first.
    pub(super) fn ways(&self, stream: &mut Stream) -> Vec<(RoomId, RoomId)> {
        let path = &self.gating.shape.path;
        let mut ways: Vec<(RoomId, RoomId)> =
            self.bridges(stream).into_iter().map(|at| (path[at], path[at + 1])).collect();
        ways.extend(self.gating.shape.branches.iter().map(|branch| (branch.on, branch.room)));
        ways.retain(|&(from, _)| Some(from) != self.gating.rest);
        stream.shuffle(&mut ways);
        ways.sort_by_key(|&(_, to)| !self.needed[to]);
        ways
    }

    /// Places a treasure in every empty branch, mostly behind spare locks. The others require a fight, or in a peaceful
    /// dungeon a puzzle or a secret wall.
    fn treasures(&mut self, stream: &mut Stream) {
        for (on, room) in self.leaves(stream) {
            let treasure = self.gating.new_treasure();
            self.gating.place(room, Thing::Treasure(treasure));
            // Prefers keys that come after the lock; if locks are few, any key.
            let later = self.later_keys(on);
            let any = later.is_empty() && self.locked() < self.rooms() as f64 * LOCKS;
            let keys = if any { self.spare_keys() } else { later };
            let key = stream.pick(&keys).copied();
            let locked = !self.needed[room] && stream.chance(0.9);
            let lock = key.filter(|_| locked).map(|key| Gate::Keys(vec![key]));
            let is_paid = lock.is_some_and(|lock| self.gating.close(on, room, lock));
            if !is_paid && self.gating.peaceful && !self.gating.puzzle(on, room) {
                self.gating.close(on, room, Gate::Bombable);
            }
        }
    }
}

/// Probability of a switch if no number is requested.
const CHANCE: f64 = 0.4;
/// Minimum number of rooms for such a switch.
const LEAST_ROOMS: usize = 12;
/// Maximum distance between the key's lock and the passage that the switch closes, in passages.
const BEHIND: usize = 3;

/// Places switches.
fn place_switches(gating: &mut Gating<'_>, stream: &mut Stream) {
    let drawn = gating.full.len() >= LEAST_ROOMS && stream.chance(CHANCE);
    let wanted = gating.numbers.switches.unwrap_or(usize::from(drawn));
    let mut rooms: Vec<usize> = (0..gating.full.len()).collect();
    stream.shuffle(&mut rooms);
    for leaf in rooms {
        if gating.plan.switches == wanted {
            return;
        }
        box_in(gating, leaf, stream);
    }
}

/// Adds a switch for the key in a leaf room on the path: the passage to the key requires the switch on, a later passage
/// of the path requires it off.
fn box_in(gating: &mut Gating<'_>, leaf: usize, stream: &mut Stream) -> Option<()> {
    let key = gating.plan.things[leaf].iter().find_map(|thing| match thing {
        Thing::Key(key) => Some(*key),
        _ => None,
    })?;
    let lock = gating.lock_at.get(key).copied().flatten()?;
    let on = gating.leaf_on(leaf)?;
    let path = gating.shape.path.clone();
    let here = path.iter().position(|&room| room == on)?;
    let is_bar = |&at: &usize| {
        let [from, to] = [path[at], path[at + 1]];
        here <= at
            && at <= lock + BEHIND
            && Some(from) != gating.rest
            && gating.is_only_way(from, to)
    };
    let bars: Vec<usize> = gating.open_bridges().into_iter().filter(is_bar).collect();
    let bridge = *stream.pick(&bars)?;
    let near = here.saturating_sub(3)..bridge.min(lock + 1);
    let free = |&at: &usize| !gating.full[path[at]] && path[at] != on && path[at] != path[0];
    let places: Vec<usize> = near.filter(free).collect();
    let place = *stream.pick(&places)?;
    let switch = gating.plan.switches;
    if !gating.close(on, leaf, Gate::Switch(switch, true)) {
        return None;
    }
    if !gating.close(path[bridge], path[bridge + 1], Gate::Switch(switch, false)) {
        gating.open(on, leaf);
        return None;
    }
    gating.place(path[place], Thing::Switch(switch));
    gating.plan.switches += 1;
    Some(())
}

/// Minimum number of rooms for water and the key item.
const ROOMS_OF_WATER: usize = 12;

impl Filling<'_, '_> {
    /// Places the key item in the middle of the path and water on the path behind it; returns its index on the path.
    pub(super) fn item(&mut self, stream: &mut Stream) -> Option<usize> {
        if self.rooms() < ROOMS_OF_WATER {
            return None;
        }
        let (low, high) = (self.last() * 2 / 5, self.last() * 3 / 5);
        let bridges = self.bridges(stream);
        // The last bridge is the boss door, which has its own lock.
        let boss = self.last() - 2;
        let later = |at: usize| bridges.iter().copied().filter(|&b| b >= at && b != boss).min();
        let middle = |room: &RoomId| (low..=high).contains(&self.gating.plan.at[*room]);
        let mut rooms: Vec<RoomId> = (0..self.rooms())
            .filter(|room| !self.gating.full[*room] && middle(room))
            .filter(|&room| later(self.gating.plan.at[room]).is_some())
            .collect();
        stream.shuffle(&mut rooms);
        let passages = |room: RoomId| self.gating.plan.passages_of(room).count();
        let cut = |room: RoomId| self.gating.is_cut_off(self.gating.plan.at[room]);
        // Prefers a leaf room before the water: the player sees the water before the item.
        let seen = |room: RoomId| {
            let at = self.gating.plan.at[room];
            later(at) == Some(at) && self.gating.shape.path[at] != room
        };
        let room =
            rooms.into_iter().min_by_key(|&room| (cut(room), !seen(room), passages(room)))?;
        let is_seen = seen(room);
        let at = self.gating.plan.at[room];
        let bridge = later(at)?;
        let (from, to) = (self.gating.shape.path[bridge], self.gating.shape.path[bridge + 1]);
        if !self.gating.close(from, to, Gate::Water) {
            return None;
        }
        self.gating.place(room, Thing::Item);
        self.need(room);
        if !is_seen {
            self.shore(at, stream);
        }
        Some(at)
    }

    /// Places water before a treasure in a leaf room before index `item` of the path; the player sees this water before
    /// the item.
    fn shore(&mut self, item: usize, stream: &mut Stream) {
        let path = self.gating.shape.path.clone();
        let place = |room: RoomId| path.iter().position(|&other| other == room);
        let seen = |&(on, _): &(RoomId, RoomId)| {
            place(on).filter(|&at| at < item && !self.gating.is_cut_off(at)).is_some()
        };
        let leaves: Vec<_> = self.leaves(stream).into_iter().filter(seen).collect();
        // Stops at the first passage that can be gated; stairs cannot.
        let _ = leaves.into_iter().any(|(on, leaf)| self.treasure(on, leaf, Gate::Water));
    }

    /// Places water before treasures, if there is an item.
    pub(super) fn water(&mut self, item: Option<usize>, stream: &mut Stream) {
        let Some(at) = item else { return };
        // Leaf rooms seen before the item come first.
        let path = &self.gating.shape.path;
        let mut leaves = self.leaves(stream);
        leaves.sort_by_key(|&(on, _)| (self.gating.plan.at[on] >= at, !path.contains(&on)));
        let is_wet = |passage: &&Passage| passage.gate == Gate::Water;
        let wet = self.gating.plan.passages.iter().filter(is_wet).count();
        let wanted = (1 + 2.max(self.share(0.04, 0.08, stream))).saturating_sub(wet);
        leaves.retain(|leaf| !self.needed[leaf.1]);
        for (on, leaf) in leaves.into_iter().take(wanted) {
            self.treasure(on, leaf, Gate::Water);
        }
    }
}

/// Minimum number of rooms for blocks, unless a number is requested.
const ROOMS_OF_BLOCKS: usize = 6;

impl Filling<'_, '_> {
    /// Adds block rooms, at most `most`, preferably before something required.
    pub(super) fn block_rooms(&mut self, most: usize, stream: &mut Stream) {
        let (blocks, bridges) = (self.gating.numbers.blocks, self.gating.numbers.bridges);
        if self.rooms() < ROOMS_OF_BLOCKS && blocks.is_none() && bridges.is_none() {
            return;
        }
        let drawn = 1.max(self.share(0.05, 0.09, stream)).max(bridges.unwrap_or(0));
        let wanted = blocks.map_or(drawn, |blocks| {
            let block_rooms = block_rooms(blocks);
            drawn.clamp(*block_rooms.start(), *block_rooms.end())
        });
        for (from, to) in self.ways(stream) {
            if self.gating.plan.block_rooms() >= wanted.min(most) {
                return;
            }
            self.gating.block_room(from, to);
        }
    }

    /// Adds puzzles solved in the room before them, up to the requested or a random number.
    pub(super) fn puzzles(&mut self, stream: &mut Stream) {
        let drawn = 1.max(self.share(0.15, 0.2, stream));
        let wanted = self.gating.numbers.puzzles.unwrap_or(drawn);
        let mut ways = self.ways(stream);
        ways.extend(self.ways_around(stream));
        for (from, to) in ways {
            if self.gating.plan.puzzles >= wanted {
                return;
            }
            self.gating.puzzle(from, to);
        }
    }

    /// Passages of the path and of arcs that bypass each other, in random order.
    fn ways_around(&self, stream: &mut Stream) -> Vec<(RoomId, RoomId)> {
        let shape = self.gating.shape;
        let along = (0..self.last()).filter(|&at| !self.gating.bridges[at]);
        let mut ways: Vec<(RoomId, RoomId)> =
            along.map(|at| (shape.path[at], shape.path[at + 1])).collect();
        for arc in &shape.arcs {
            ways.extend(self.gating.rooms_of(arc).windows(2).map(|pair| (pair[0], pair[1])));
        }
        ways.retain(|&(from, _)| Some(from) != self.gating.rest);
        stream.shuffle(&mut ways);
        ways
    }
}

impl Filling<'_, '_> {
    /// Adds nested locks while locks are few. A key in a leaf room before its lock requires another key, which lies
    /// farther on but also before that lock. The player therefore sees the first key's door before opening it.
    fn nest_locks(&mut self, stream: &mut Stream) {
        if self.rooms() > COMPARED_UP_TO {
            // Only one plan is drawn for so many rooms, and with many nested locks most plans cannot be proved
            // softlock-free.
            return;
        }
        let mut keys: Vec<usize> = (0..self.gating.plan.keys).collect();
        stream.shuffle(&mut keys);
        let mut asked: Vec<usize> = Vec::new();
        for &key in &keys {
            if self.locked() >= self.rooms() as f64 * LOCKS {
                return;
            }
            let holder = self.holding(key);
            let on = holder.and_then(|room| self.gating.leaf_on(room));
            let lock = self.gating.lock_at.get(key).copied().flatten();
            let (Some(holder), Some(on), Some(lock)) = (holder, on, lock) else { continue };
            let at = &self.gating.plan.at;
            let fits = |&other: &usize| {
                let lies = self.holding(other).filter(|&room| self.gating.leaf_on(room).is_some());
                lies.is_some_and(|room| at[holder] < at[room] && at[room] <= lock)
            };
            let mut others = self.spare_keys();
            others.retain(|other| *other != key && fits(other));
            let other = stream.pick(&others).copied().filter(|_| !asked.contains(&key));
            let closed =
                other.is_some_and(|other| self.gating.close(on, holder, Gate::Keys(vec![other])));
            if let Some(other) = other.filter(|_| closed) {
                asked.push(other);
                // The other key is now required before that lock.
                let first = self.gating.lock_at[other].map_or(lock, |at| at.min(lock));
                self.gating.note_lock(other, first);
            }
        }
    }
}
