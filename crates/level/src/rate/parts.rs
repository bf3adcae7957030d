//! The parts of a rating, measured on a plan and a trial.

use crate::check::wins_without_bombs;
use crate::limits::Limits;
use crate::measure::figures::room;
use crate::measure::interior::Ground;
use crate::measure::links::Links;
use crate::model::{Edge, Graph, Level, NodeIndex, Requirement, Tile, named};
use crate::plan::{Record, Walk};
use crate::rules::{Fact, Rules, pair};
use crate::trial::{STATES, SoftlockStatus, Trial};
use serde::ser::{Serialize, SerializeMap, Serializer};
use std::collections::{BTreeMap, BTreeSet};

named! {
    /// A part of a rating.
    pub enum Part {
        /// Moves of the plan. In a graph without tiles, a move counts as the moves across one room.
        Length = "length",
        /// Number of times the plan enters a room that it entered before.
        Backtracking = "backtracking",
        /// Number of spheres: how deep things are gated behind others.
        Gating = "gating",
        /// Number of passages seen but not yet taken, averaged over the plan's first entries into rooms.
        Choices = "choices",
        /// The percentage of reachable states that are dead.
        Dead = "dead",
        /// Earliness of a softlock: 100 divided by one more than the moves into the nearest dead state. 0 if there is
        /// no dead state.
        Trap = "trap",
        /// Pushes of the plan.
        Pushes = "pushes",
        /// States that the search for the plan expanded, for a single room of blocks.
        Effort = "effort",
        /// Number of passages between a key and its lock, if the lock was seen first; summed over all locks of the
        /// plan.
        Carrying = "carrying",
        /// Number of walls that the plan bombs, if the level cannot be won without bombs.
        Secrets = "secrets",
    }
}

/// Moves across a room of usual size.
const ROOM: f64 = 12.0;

/// A non-negative number for each part. Its JSON is an object by name.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parts([f64; Part::ALL.len()]);

impl Parts {
    /// A number for each part.
    #[must_use]
    pub fn from(of: impl FnMut(Part) -> f64) -> Self {
        Self(Part::ALL.map(of))
    }

    /// The number of a part.
    #[must_use]
    pub fn get(&self, part: Part) -> f64 {
        self.0[part as usize]
    }

    /// A copy with another number for one part.
    #[must_use]
    pub fn with(mut self, part: Part, number: f64) -> Self {
        self.0[part as usize] = number;
        self
    }
}

impl Serialize for Parts {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut map = to.serialize_map(Some(Part::ALL.len()))?;
        for part in Part::ALL {
            // Six decimals are precise enough and hide rounding differences between implementations of the logarithm.
            map.serialize_entry(part.name(), &((self.get(part) * 1e6).round() / 1e6))?;
        }
        map.end()
    }
}

/// The parts of a level with a plan; `None` without a plan.
pub(super) fn parts(level: &Level, rules: &Rules, trial: &Trial) -> Option<Parts> {
    let walk = trial.walk.as_ref()?;
    let (links, ground) = (Links::of(&level.graph), Ground::of(level));
    let way = Way::of(walk, &ground);
    let pushes = walk.records.iter().filter(|record| record.pushed.is_some()).count();
    let is_alone = level.tiles.as_ref().is_some_and(|tiles| tiles.rooms.is_empty());
    let (dead, trap) = match trial.softlocks {
        SoftlockStatus::CanSoftlock { dead, trap } => (dead, trap),
        SoftlockStatus::SoftlockFree | SoftlockStatus::Unknown => (None, None),
    };
    Some(Parts::from(|part| match part {
        Part::Length if level.tiles.is_none() => walk.cost.value() * ROOM,
        Part::Length => walk.cost.value(),
        Part::Backtracking => way.again(),
        Part::Gating => trial.spheres as f64,
        Part::Choices => way.choices(&links),
        Part::Dead => 100.0 * dead.unwrap_or(0.0),
        Part::Trap => trap.map_or(0.0, |moves| 100.0 / (1.0 + moves)),
        Part::Pushes => pushes as f64,
        Part::Effort if is_alone && pushes > 0 => trial.explored as f64,
        Part::Effort => 0.0,
        Part::Carrying => way.carrying(walk, level, &links),
        Part::Secrets => secrets(level, rules, walk, &way),
    }))
}

/// The rooms of a walk: for each step into another room, the number of the move and the room.
struct Way(Vec<(usize, NodeIndex)>);

impl Way {
    fn of(walk: &Walk, ground: &Ground<'_>) -> Self {
        let rooms = walk.positions().enumerate();
        let rooms = rooms.filter_map(|(move_, position)| Some((move_, room(position, ground)?)));
        let mut way: Vec<(usize, NodeIndex)> = rooms.collect();
        way.dedup_by_key(|(_, room)| *room);
        Self(way)
    }

    /// Number of steps into rooms entered before.
    fn again(&self) -> f64 {
        let rooms: BTreeSet<NodeIndex> = self.0.iter().map(|(_, room)| *room).collect();
        (self.0.len() - rooms.len()) as f64
    }

    /// Number of passages seen but not taken, averaged over first entries.
    fn choices(&self, links: &Links<'_>) -> f64 {
        let (mut entered, mut seen) = (BTreeSet::new(), BTreeSet::new());
        let mut ways = Vec::new();
        for &(_, room) in &self.0 {
            if entered.insert(room) {
                seen.extend(links.near(room).iter().map(|&near| pair(room, near)));
                let open = |(a, b): &&(_, _)| !entered.contains(a) || !entered.contains(b);
                ways.push(seen.iter().filter(open).count());
            }
        }
        let many = ways.len().max(1) as f64;
        ways.into_iter().sum::<usize>() as f64 / many
    }

    fn room_at(&self, move_: usize) -> Option<NodeIndex> {
        self.0.iter().take_while(|(at, _)| *at <= move_).last().map(|(_, room)| *room)
    }

    /// Passages from keys to locks that were seen before them, summed.
    fn carrying(&self, walk: &Walk, level: &Level, links: &Links<'_>) -> f64 {
        let mut met: BTreeMap<NodeIndex, usize> = BTreeMap::new();
        let mut opened = BTreeSet::new();
        let mut sum = 0;
        for step in self.0.windows(2) {
            let [(before, from), (move_, to)] = [step[0], step[1]];
            met.entry(from).or_insert(before);
            let passage = links.passages.get(&pair(from, to));
            let way = passage.map(|passage| &passage.ways[usize::from(from > to)]);
            let Some(key) = way.and_then(|way| key_of(way, &level.graph)) else { continue };
            if !opened.insert(pair(from, to)) {
                continue;
            }
            let seen = met.get(&from).copied().into_iter().chain(met.get(&to).copied()).min();
            let taken = taken(&walk.records[..move_.min(walk.records.len())], key);
            let (Some(seen), Some(taken)) = (seen, taken) else { continue };
            if let (true, Some(room)) = (seen < taken, self.room_at(taken)) {
                sum += links.steps(room)[from as usize].unwrap_or(0);
            }
        }
        sum as f64
    }
}

/// The key required by the edge with the fewest requirements, if it requires one.
fn key_of(way: &[&Edge], graph: &Graph) -> Option<Requirement> {
    let least = way.iter().min_by_key(|edge| edge.requires.len())?;
    let is_key = |requirement: &Requirement| match requirement {
        Requirement::KeyLocked | Requirement::BossLocked => true,
        Requirement::Symbol(id) => !graph.symbol_name(*id).contains(':'),
        _ => false,
    };
    least.requires.iter().copied().find(is_key)
}

/// The number of the move after which a key was last gained; `None` if it never was.
fn taken(records: &[Record], key: Requirement) -> Option<usize> {
    let gained = |at: &usize| {
        let now = &records[*at].holdings;
        let before = at.checked_sub(1).map(|before| &records[before].holdings);
        match key {
            Requirement::KeyLocked => now.keys > before.map_or(0, |before| before.keys),
            Requirement::BossLocked => now.boss_key && !before.is_some_and(|b| b.boss_key),
            Requirement::Symbol(id) => records[*at].changed.contains(&Fact::Symbol(id)),
            _ => false,
        }
    };
    (0..records.len()).rev().find(gained).map(|at| at + 1)
}

/// Number of bombed walls on the walk, each counted once; 0 unless the level needs bombs.
fn secrets(level: &Level, rules: &Rules, walk: &Walk, way: &Way) -> f64 {
    let mut walls: BTreeSet<(NodeIndex, NodeIndex)> = BTreeSet::new();
    let asks = |edge: &&Edge| edge.requires(Requirement::Bombable);
    let edges = &level.graph.edges;
    let bombed: BTreeSet<_> =
        edges.iter().filter(asks).map(|edge| pair(edge.from, edge.to)).collect();
    walls.extend(way.0.windows(2).map(|w| pair(w[0].1, w[1].1)).filter(|w| bombed.contains(w)));
    let on_doors: BTreeSet<_> = level.holding(Tile::DoorBomb).collect();
    let passed = walk.records.iter().filter(|record| match record.position {
        crate::rules::Position::Cell(cell) => on_doors.contains(&cell),
        crate::rules::Position::Node(_) => false,
    });
    let many = walls.len().max(passed.count().min(1));
    if many == 0 {
        return 0.0;
    }
    let limits = Limits { states: Some(STATES), ..Limits::default() };
    match wins_without_bombs(level, rules, &limits) {
        Some(false) => many as f64,
        Some(true) | None => 0.0,
    }
}
