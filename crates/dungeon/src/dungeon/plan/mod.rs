//! The plan of a dungeon: rooms and passages, what gates them, what lies where, and which loops mean what.
//!
//! A [`site`] says where rooms are and which touch; a [`shape`] lays a long path through it, with arcs and branches;
//! `gate` makes patterns of the arcs, locks the path, gives secrets and water to the branches, lays keys before their
//! locks, and keeps the loops that are what they are said to be. Nothing here is believed: the judge sees the tiles alone.
//!
//! Only a passage of the path that no arc goes around can be asked of everybody: *bridges* take the locks that are
//! needed. Invariant: the key of a lock hangs on the path before it.

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

/// Number of rooms up to which many plans are drawn and compared; of more rooms one plan is.
pub(super) const COMPARED_UP_TO: usize = 60;

/// Something that lies in a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Thing {
    /// The key with a number.
    Key(usize),
    /// The key item, which crosses water.
    Item,
    /// Bombs.
    Bombs,
    /// A treasure, by its number.
    Treasure(usize),
    /// The thing that solves the puzzle with a number.
    Solution(usize),
    /// A small key, which a lock uses up.
    SmallKey,
    /// The switch with a number.
    Switch(usize),
}

/// The gate on a passage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Gate {
    /// None.
    Open,
    /// A wall that a bomb opens.
    Bombable,
    /// Locks of keys, all of which are asked for, both ways.
    Keys(Vec<usize>),
    /// A puzzle, which bars the way from the first room to the second; the way back is open. It is solved in either.
    Puzzle(usize),
    /// A portcullis, which bars the way from the first room to the second until blocks stand on the plates of the first.
    Plate(usize),
    /// Water, which the key item crosses.
    Water,
    /// A drop: only from the first room to the second.
    OneWay,
    /// A lock that uses a small key up.
    SmallLock,
    /// Shut for good to whoever has taken a key.
    Shutter(usize),
    /// Open while a switch is on, or while it is off.
    Switch(usize, bool),
}

/// A passage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passage {
    /// The rooms that it joins; a gate that has a direction leads from the first to the second.
    pub ends: [RoomId; 2],
    /// The side of a cell of the first room through which it leads.
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
    /// The meaning of a loop.
    pub enum Pattern {
        /// Either arc will do.
        TwoPaths = "two_paths",
        /// Each arc holds a key, and both are asked for.
        TwoKeys = "two_keys",
        /// A secret wall saves much of the way.
        HiddenShortcut = "hidden_shortcut",
        /// The short arc is the dangerous one.
        DangerousRoute = "dangerous_route",
        /// The lock is met before its key, which lies near.
        LockAndKey = "lock_and_key",
        /// A drop, from which the way back is long.
        BlockedRetreat = "blocked_retreat",
        /// The way back is another one than the way there.
        AlteredReturn = "altered_return",
        /// A decoy stands where the goal might be.
        FalseGoal = "false_goal",
        /// A place that comes late is seen early, behind a lock.
        Foreshadowing = "foreshadowing",
        /// A way that costs a small key, and is not needed.
        Gambit = "gambit",
    }
}

/// A loop: two arcs that share their ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cycle {
    /// Its meaning.
    pub pattern: Pattern,
    /// The rooms of one arc, ends included.
    pub arc_a: Vec<RoomId>,
    /// Those of the other.
    pub arc_b: Vec<RoomId>,
}

/// A plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The places of the rooms, which all plans of an attempt share.
    pub site: Arc<Site>,
    /// The main path, from the entrance to the goal; the boss is in the room before it.
    pub path: Vec<RoomId>,
    /// For each room, the first index of `path` from which it can be reached.
    pub at: Vec<usize>,
    /// The passages.
    pub passages: Vec<Passage>,
    /// The loops that mean something.
    pub cycles: Vec<Cycle>,
    /// Of each room what lies in it.
    pub things: Vec<Vec<Thing>>,
    /// Number of keys.
    pub keys: usize,
    /// The key that the boss's door asks for.
    pub boss_key: Option<usize>,
    /// Number of treasures.
    pub treasures: usize,
    /// Their names, without articles.
    pub treasure_names: Vec<String>,
    /// Number of puzzles that are solved by something that lies in the room before them.
    pub puzzles: usize,
    /// Number of rooms in which blocks open a portcullis.
    pub plates: usize,
    /// Number of switches.
    pub switches: usize,
    /// Of each room what keeps its key, if it holds one.
    pub holders: Vec<Option<Holder>>,
    /// Of each room the load of its enemies, 1 to 5; 0 where there are none.
    pub enemies: Vec<u8>,
    /// Of each room what it is for.
    pub purposes: Vec<Purpose>,
    /// True of a place without enemies and without a boss.
    pub peaceful: bool,
}

impl Plan {
    /// True if it has the numbers of things that are asked for.
    pub(super) fn has(&self, asked: &Numbers) -> bool {
        let is_met = |asked: Option<usize>, there: usize| asked.is_none_or(|asked| asked == there);
        is_met(asked.keys, self.keys)
            && is_met(asked.switches, self.switches)
            && is_met(asked.puzzles, self.puzzles)
            && asked.blocks.is_none_or(|blocks| block_rooms(blocks).contains(&self.plates))
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

/// The rooms beside each room.
#[derive(Clone, Debug)]
pub(in crate::dungeon) struct Steps {
    beside: Vec<SmallVec<[RoomId; 6]>>,
    /// The same as bits; only the first so many rooms have any.
    bits: Vec<u64>,
}

/// Number of rooms up to which distances are counted by bits.
const BITS: usize = u64::BITS as usize;

impl Steps {
    /// Those of a plan.
    pub(in crate::dungeon) fn of(plan: &Plan) -> Self {
        let mut steps = Self::none(plan.things.len());
        plan.passages.iter().for_each(|passage| steps.join(passage.ends));
        steps
    }

    /// Those of a plan, drops only down.
    pub(in crate::dungeon) fn directed(plan: &Plan) -> Self {
        Self::with(plan.things.len(), plan.passages.iter())
    }

    /// Those of a plan without one of its passages, drops only down.
    pub(in crate::dungeon) fn without(plan: &Plan, closed: &Passage) -> Self {
        let open = plan.passages.iter().filter(|passage| passage.ends != closed.ends);
        Self::with(plan.things.len(), open)
    }

    /// Those of so many rooms with some passages, drops only down.
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

    /// Those of so many rooms without passages.
    fn none(rooms: usize) -> Self {
        Self { beside: vec![SmallVec::new(); rooms], bits: vec![0; rooms.min(BITS)] }
    }

    /// Adds a way from one room to another.
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

    /// Number of passages from a room to each; `usize::MAX` for what is out of reach.
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

    /// The rooms of a shortest way, both ends among them.
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

    /// Of each room the distance, and the room before it.
    fn flood(&self, from: RoomId) -> (Vec<usize>, Vec<RoomId>) {
        let mut steps = vec![usize::MAX; self.beside.len()];
        let mut before = vec![from; self.beside.len()];
        // Every room is queued once, so that the queue never grows.
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

/// Gates a shape; with the playthrough of the plan, which it does not change by itself.
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
    holders::tell(&mut gating.plan, playthrough.as_ref(), stream);
    keep_true(&mut gating.plan, playthrough.as_ref());
    (gating.plan, playthrough)
}

/// Forgets the loops that are not what they are said to be.
fn keep_true(plan: &mut Plan, playthrough: Option<&Playthrough>) {
    let cycles = std::mem::take(&mut plan.cycles);
    let ways = Steps::directed(plan);
    let holds = |cycle: &Cycle| holds(plan, &ways, cycle) && is_met(playthrough, cycle);
    plan.cycles = cycles.into_iter().filter(holds).collect();
}

/// True if a loop is what it is said to be.
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

/// True if a loop is likely met in the order that its pattern tells of.
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
