//! The plan of a dungeon: rooms and passages with gates, the positions of things, and the loops with their patterns.
//!
//! A [`site`] defines the rooms and which of them touch. A [`shape`] finds a long path through them, with arcs and
//! branches. `gate` makes patterns of the arcs, locks the path, gives secrets and water to the branches, places keys
//! before their locks, and keeps the loops that fit their patterns. The verifier relies on none of this: it sees only
//! the tiles.
//!
//! Every player must use a passage of the path that no arc bypasses; these *bridges* get the mandatory locks.
//! Invariant: the key of a lock is reachable from the path before the lock.

pub mod site;
pub mod shape;
mod gating;
pub(in crate::dungeon) mod playthrough;
mod loop_edges;
mod fill;
mod holders;

use crate::dungeon::request::{Numbers, Request, block_rooms};
use crate::dungeon::rooms::Family;
use crate::layout::Direction;
use crate::named::named;
use crate::purpose::{Holder, Purpose};
use gating::Gating;
use playthrough::Playthrough;
use search::Stream;
use shape::Shape;
use site::{RoomId, Side, Site};
use smallvec::SmallVec;
use std::sync::Arc;

/// Maximum number of rooms for which many plans are drawn and compared; for more rooms one plan is drawn.
pub(super) const COMPARED_UP_TO: usize = 60;

/// A thing in a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Thing {
    /// The key with this number.
    Key(usize),
    /// The key item, which crosses water.
    Item,
    /// Bombs.
    Bombs,
    /// The treasure with this number.
    Treasure(usize),
    /// The solution of the puzzle with this number.
    Solution(usize),
    /// A small key, which its lock uses up.
    SmallKey,
    /// The switch with this number.
    Switch(usize),
}

/// The gate of a passage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Gate {
    /// None.
    Open,
    /// A wall that a bomb opens.
    Bombable,
    /// Locks that require all these keys, in both directions.
    Keys(Vec<usize>),
    /// A puzzle that blocks the way from the first room to the second but not back. It is solved in either room.
    Puzzle(usize),
    /// A portcullis that blocks the way from the first room to the second until blocks lie on the plates of the first.
    Plate(usize),
    /// Water, which requires the key item.
    Water,
    /// A drop: passable only from the first room to the second.
    OneWay,
    /// A lock that uses up a small key.
    SmallLock,
    /// Closes for good once a key is taken.
    Shutter(usize),
    /// Open while a switch is on (true) or off (false).
    Switch(usize, bool),
}

/// A passage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passage {
    /// Its rooms; a directed gate leads from the first to the second.
    pub ends: [RoomId; 2],
    /// The side of a cell of the first room at the passage.
    pub side: Side,
    /// Its gate.
    pub gate: Gate,
}

impl Passage {
    /// True if it leads up or down.
    #[must_use]
    pub fn is_stair(&self) -> bool {
        matches!(self.side.direction, Direction::Up | Direction::Down)
    }
}

named! {
    /// The pattern of a loop.
    pub enum Pattern {
        /// Either arc leads to the goal.
        TwoPaths = "two_paths",
        /// Each arc holds a key, and both are required.
        TwoKeys = "two_keys",
        /// A secret wall saves much of the way.
        HiddenShortcut = "hidden_shortcut",
        /// The short arc is dangerous.
        DangerousRoute = "dangerous_route",
        /// The lock is seen before its key, which is near.
        LockAndKey = "lock_and_key",
        /// A drop with a long way back.
        BlockedRetreat = "blocked_retreat",
        /// The way back differs from the way there.
        AlteredReturn = "altered_return",
        /// A decoy at a place where the goal might be.
        FalseGoal = "false_goal",
        /// A late room is seen early, behind a lock.
        Foreshadowing = "foreshadowing",
        /// An optional way that costs a small key.
        Gambit = "gambit",
    }
}

/// A loop: two arcs that share their ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cycle {
    /// Its pattern.
    pub pattern: Pattern,
    /// The rooms of one arc, including its ends.
    pub arc_a: Vec<RoomId>,
    /// The rooms of the other arc.
    pub arc_b: Vec<RoomId>,
}

/// A plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The positions of the rooms, shared by all plans of an attempt.
    pub site: Arc<Site>,
    /// The main path, from the entrance to the goal; the boss is in the last room before it.
    pub path: Vec<RoomId>,
    /// For each room, the first index of `path` from which it can be reached.
    pub at: Vec<usize>,
    /// The passages.
    pub passages: Vec<Passage>,
    /// The loops with patterns.
    pub cycles: Vec<Cycle>,
    /// For each room, its things.
    pub things: Vec<Vec<Thing>>,
    /// Number of keys.
    pub keys: usize,
    /// The key of the boss door.
    pub boss_key: Option<usize>,
    /// Number of treasures.
    pub treasures: usize,
    /// The names of the treasures, without articles.
    pub treasure_names: Vec<String>,
    /// Number of puzzles that are solved by a thing in the room before them.
    pub puzzles: usize,
    /// Number of rooms in which blocks open a portcullis.
    pub plates: usize,
    /// The rooms in which blocks are pushed into pits, as a bridge to the lever of the room.
    pub bridged: Vec<RoomId>,
    /// Number of switches.
    pub switches: usize,
    /// For each room, the holder of its key.
    pub holders: Vec<Option<Holder>>,
    /// For each room, the load of its enemies, 1 to 5; 0 without enemies.
    pub enemies: Vec<u8>,
    /// For each room, its purpose.
    pub purposes: Vec<Purpose>,
    /// True if there are no enemies and no boss.
    pub peaceful: bool,
}

impl Plan {
    /// True if it has the requested numbers of things.
    pub(super) fn has(&self, asked: &Numbers) -> bool {
        let is_met = |asked: Option<usize>, there: usize| asked.is_none_or(|asked| asked == there);
        is_met(asked.keys, self.keys)
            && is_met(asked.switches, self.switches)
            && is_met(asked.puzzles, self.puzzles)
            && self.bridged.len() == asked.bridges.unwrap_or(0)
            && self.bridged.iter().all(|&room| self.is_gated_from(room))
            && asked.blocks.is_none_or(|blocks| block_rooms(blocks).contains(&self.block_rooms()))
    }

    /// True if each passage from a room that a lever opens is the only way to what is behind it.
    fn is_gated_from(&self, room: RoomId) -> bool {
        let opened = self.passages_of(room);
        opened.filter(|p| matches!(p.gate, Gate::Puzzle(_)) && p.ends[0] == room).all(|passage| {
            let steps = Steps::without(self, passage).from(self.start());
            steps.get(passage.ends[1]) == Some(&usize::MAX)
        })
    }

    /// Number of rooms in which blocks are pushed.
    pub(super) fn block_rooms(&self) -> usize {
        self.plates + self.bridged.len()
    }

    /// The entrance.
    #[must_use]
    pub fn start(&self) -> RoomId {
        self.path.first().copied().unwrap_or(0)
    }

    /// The room of the goal.
    #[must_use]
    pub fn goal(&self) -> RoomId {
        self.path.last().copied().unwrap_or(0)
    }

    /// The room of the boss.
    #[must_use]
    pub fn boss(&self) -> RoomId {
        self.path.iter().rev().nth(1).copied().unwrap_or(0)
    }

    /// The passages of a room.
    pub fn passages_of(&self, room: RoomId) -> impl Iterator<Item = &Passage> {
        self.passages.iter().filter(move |passage| passage.ends.contains(&room))
    }
}

/// The adjacent rooms of each room.
#[derive(Clone, Debug)]
pub(in crate::dungeon) struct Steps {
    beside: Vec<SmallVec<[RoomId; 6]>>,
    /// The same as bits; used only for the first rooms.
    bits: Vec<u64>,
}

/// Maximum number of rooms for counting distances with bits.
const BITS: usize = u64::BITS as usize;

impl Steps {
    /// The steps of a plan.
    pub(in crate::dungeon) fn of(plan: &Plan) -> Self {
        let mut steps = Self::none(plan.things.len());
        plan.passages.iter().for_each(|passage| steps.join(passage.ends));
        steps
    }

    /// The steps of a plan; drops are directed.
    pub(in crate::dungeon) fn directed(plan: &Plan) -> Self {
        Self::with(plan.things.len(), plan.passages.iter())
    }

    /// The steps of a plan without one of its passages; drops are directed.
    pub(in crate::dungeon) fn without(plan: &Plan, closed: &Passage) -> Self {
        let open = plan.passages.iter().filter(|passage| passage.ends != closed.ends);
        Self::with(plan.things.len(), open)
    }

    /// The steps of this number of rooms with some passages; drops are directed.
    fn with<'a>(rooms: usize, passages: impl Iterator<Item = &'a Passage>) -> Self {
        let mut steps = Self::none(rooms);
        for passage in passages {
            match passage.gate {
                Gate::OneWay => steps.lead(passage.ends),
                _ => steps.join(passage.ends),
            }
        }
        steps
    }

    /// The steps of this number of rooms without passages.
    fn none(rooms: usize) -> Self {
        Self { beside: vec![SmallVec::new(); rooms], bits: vec![0; rooms.min(BITS)] }
    }

    /// Adds a step from one room to another.
    fn lead(&mut self, [from, to]: [RoomId; 2]) {
        self.beside[from].push(to);
        if let Some(bits) = self.bits.get_mut(from).filter(|_| to < BITS) {
            *bits |= 1 << to;
        }
    }

    /// Adds a passage.
    fn join(&mut self, [a, b]: [RoomId; 2]) {
        self.lead([a, b]);
        self.lead([b, a]);
    }

    /// Number of passages from a room to each; `usize::MAX` if unreachable.
    pub(in crate::dungeon) fn from(&self, room: RoomId) -> Vec<usize> {
        if self.beside.len() > BITS {
            return self.flood(room).0;
        }
        let mut steps = vec![usize::MAX; self.beside.len()];
        let (mut met, mut edge) = (0, 1_u64 << room);
        let mut step = 0;
        while edge != 0 {
            met |= edge;
            let mut beyond = 0;
            while edge != 0 {
                let here = edge.trailing_zeros() as usize;
                edge &= edge - 1;
                steps[here] = step;
                beyond |= self.bits[here];
            }
            edge = beyond & !met;
            step += 1;
        }
        steps
    }

    /// Number of passages from one room to another.
    fn between(&self, from: RoomId, to: RoomId) -> usize {
        self.from(from)[to]
    }

    /// The rooms of a shortest way, including both ends.
    fn way(&self, from: RoomId, to: RoomId) -> Vec<RoomId> {
        let (_, before) = self.flood(from);
        let mut way = vec![to];
        let mut here = to;
        while here != from && way.len() <= before.len() {
            here = before[here];
            way.push(here);
        }
        way.reverse();
        way
    }

    /// For each room, the distance and the previous room.
    fn flood(&self, from: RoomId) -> (Vec<usize>, Vec<RoomId>) {
        let mut steps = vec![usize::MAX; self.beside.len()];
        let mut before = vec![from; self.beside.len()];
        // Every room is queued once, so the queue never grows.
        let mut queue = Vec::with_capacity(self.beside.len());
        queue.push(from);
        steps[from] = 0;
        let mut next = 0;
        while let Some(&here) = queue.get(next) {
            next += 1;
            let there = steps[here] + 1;
            for &to in &self.beside[here] {
                if steps[to] == usize::MAX {
                    steps[to] = there;
                    before[to] = here;
                    queue.push(to);
                }
            }
        }
        (steps, before)
    }
}

/// Adds gates to a shape; returns the plan and its playthrough.
#[must_use]
pub(in crate::dungeon) fn gate(
    site: Arc<Site>,
    shape: &Shape,
    request: &Request,
    stream: &mut Stream,
) -> (Plan, Option<Playthrough>) {
    let rooms = site.rooms.len();
    let last = shape.path.len() - 1;
    let bridge = |at: usize| !shape.arcs.iter().any(|arc| arc.from <= at && at < arc.to);
    let mut gating = Gating {
        bridges: (0..last).map(bridge).collect(),
        full: vec![false; rooms],
        lock_at: Vec::new(),
        numbers: request.numbers,
        peaceful: request.family == Family::House,
        rest: None,
        plan: Plan {
            path: shape.path.clone(),
            at: shape.at.clone(),
            passages: Vec::new(),
            cycles: Vec::new(),
            things: vec![Vec::new(); rooms],
            keys: 0,
            boss_key: None,
            treasures: 0,
            treasure_names: Vec::new(),
            puzzles: 0,
            plates: 0,
            bridged: Vec::new(),
            switches: 0,
            holders: vec![None; rooms],
            enemies: vec![0; rooms],
            purposes: vec![Purpose::Passage; rooms],
            peaceful: request.family == Family::House,
            site,
        },
        shape,
    };
    for room in [gating.plan.start(), gating.plan.goal(), gating.plan.boss()] {
        gating.full[room] = true;
    }
    gating.join(stream);
    gating.patterns(stream);
    let playthrough = fill::fill(&mut gating, request.family, stream);
    holders::assign_purposes(&mut gating.plan, playthrough.as_ref(), stream);
    keep_true(&mut gating.plan, playthrough.as_ref());
    (gating.plan, playthrough)
}

/// Drops the loops that do not fit their patterns.
fn keep_true(plan: &mut Plan, playthrough: Option<&Playthrough>) {
    let cycles = std::mem::take(&mut plan.cycles);
    let ways = Steps::directed(plan);
    let holds = |cycle: &Cycle| holds(plan, &ways, cycle) && is_met(playthrough, cycle);
    plan.cycles = cycles.into_iter().filter(holds).collect();
}

/// True if a loop fits its pattern.
fn holds(plan: &Plan, ways: &Steps, cycle: &Cycle) -> bool {
    let (Some(&entry), Some(&goal)) = (cycle.arc_a.first(), cycle.arc_a.last()) else {
        return false;
    };
    let [a, b] = [cycle.arc_a.len() - 1, cycle.arc_b.len() - 1];
    match cycle.pattern {
        Pattern::TwoPaths | Pattern::TwoKeys | Pattern::Gambit | Pattern::Foreshadowing => true,
        Pattern::FalseGoal => Steps::of(plan).between(goal, plan.goal()) >= 5,
        Pattern::HiddenShortcut => a.abs_diff(b) >= 4,
        Pattern::DangerousRoute => {
            let (long, short) =
                if a >= b { (&cycle.arc_a, &cycle.arc_b) } else { (&cycle.arc_b, &cycle.arc_a) };
            let fought = |room: &usize| plan.enemies[*room] > 0;
            let inside = |arc: &[usize]| arc[1..arc.len() - 1].to_vec();
            inside(short).iter().any(fought) && !inside(long).iter().any(fought)
        }
        Pattern::LockAndKey => {
            let locks = plan.passages_of(entry).filter(|passage| passage.ends.contains(&goal));
            let keys = locks.filter_map(|passage| match &passage.gate {
                Gate::Keys(keys) => keys.first().copied(),
                _ => None,
            });
            keys.into_iter().any(|key| {
                let holder = plan.things.iter().position(|held| held.contains(&Thing::Key(key)));
                holder.is_some_and(|holder| {
                    let from = ways.from(holder);
                    from[entry].min(from[goal]) <= 3
                })
            })
        }
        Pattern::BlockedRetreat => [&cycle.arc_a, &cycle.arc_b].iter().any(|arc| {
            let pairs = arc.windows(2);
            let dropped = pairs.filter(|pair| {
                let one_way = |p: &&Passage| p.gate == Gate::OneWay;
                plan.passages_of(pair[0]).filter(one_way).any(|p| p.ends == [pair[0], pair[1]])
            });
            dropped.into_iter().any(|pair| ways.between(pair[1], pair[0]) >= 4)
        }),
        Pattern::AlteredReturn => {
            ways.between(entry, goal).abs_diff(ways.between(goal, entry)) >= 3
        }
    }
}

/// True if the playthrough visits a loop in the order of its pattern.
fn is_met(playthrough: Option<&Playthrough>, cycle: &Cycle) -> bool {
    let ends = (playthrough, cycle.arc_a.first(), cycle.arc_a.last());
    let (Some(playthrough), Some(&entry), Some(&goal)) = ends else {
        return true;
    };
    let whole = playthrough.passages();
    match cycle.pattern {
        Pattern::FalseGoal => playthrough.entered.at(goal).is_some_and(|at| at < whole),
        Pattern::Foreshadowing => {
            let [early, late] = [entry, goal].map(|room| playthrough.entered.at(room));
            early.is_some_and(|at| 3 * at <= whole) && late.is_some_and(|at| 3 * at >= 2 * whole)
        }
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use search::Seed;

    #[test]
    fn distances_by_bits_are_those_of_a_flood() {
        let stream = &mut Seed::new(5).unwrap().attempt(0).phase("steps");
        for rooms in 1..=BITS {
            let mut steps = Steps::none(rooms);
            for _ in 0..stream.index(2 * rooms) {
                let ends = [stream.index(rooms), stream.index(rooms)];
                if stream.chance(0.3) { steps.lead(ends) } else { steps.join(ends) }
            }
            for room in 0..rooms {
                assert_eq!(steps.from(room), steps.flood(room).0);
            }
        }
    }
}
