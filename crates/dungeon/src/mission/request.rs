//! The request for a mission, its limits, the order of keys, and requirements on the finished mission, written like
//! `boss-distance>=6`.
//!
//! Key n lies in a room whose condition requires exactly the keys of the tiers below its own, so having key n implies
//! having those. In a total order every tier is one key; in a partial order some tiers are two keys, which can be
//! found in either order.
//!
//! [`RequiredSpace`] is a space that accepts only missions that meet all requirements. Other checks go into
//! [`Constraints::accepts`]. Invariant: a mission that breaks a requirement is rejected.

use super::graph::{Coords, KeyStyle, Mission, RoomId};
use super::space::{Cell, Cells, Constraints};
use super::symbol::{MOST_KEYS, MOST_SWITCHES, Symbol};
use crate::named::named;
use search::{Attempt, Stream};
use serde::{Deserialize, Serialize, Serializer};
use std::collections::VecDeque;
use std::fmt::{self, Display};
use std::str::FromStr;

/// The version of the algorithm. A request, a seed, an attempt and the version determine the mission.
pub const ALGORITHM: &str = "mission/2";

/// The order in which keys can be had.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum KeyOrder {
    /// To get a key one needs all before it
    #[default]
    Total,
    /// Some keys can be had in either order
    Partial,
}

/// In which positions switches are asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum SwitchStyle {
    /// On: one flip will do
    Once,
    /// On for a key and off after that, where the rooms allow it
    #[default]
    Toggle,
}

/// A request for a mission. The space gives the number of rooms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// Number of keys, the boss's among them; at most [`MOST_KEYS`].
    pub keys: u8,
    /// Number of switches; at most [`MOST_SWITCHES`].
    pub switches: u8,
    /// The switch positions that locks require.
    pub switch_style: SwitchStyle,
    /// The order in which keys can be found.
    pub order: KeyOrder,
    /// The kind of keys.
    pub key_style: KeyStyle,
    /// True if there is a goal room behind the boss's; otherwise the boss's room is the goal.
    pub goal_room: bool,
    /// True if the boss's room is locked with the last key; ignored without keys.
    pub boss_locked: bool,
    /// Number of attempts from which the most linear mission is taken; `None` takes the first accepted one.
    pub linearity: Option<u64>,
    /// Number of attempts before the fixed construction.
    pub attempts: u64,
}

impl Default for Request {
    /// Four named keys in a total order, no switch, a locked boss before a goal, 20 attempts.
    fn default() -> Self {
        Self {
            keys: 4,
            switches: 0,
            switch_style: SwitchStyle::default(),
            order: KeyOrder::Total,
            key_style: KeyStyle::Named,
            goal_room: true,
            boss_locked: true,
            linearity: None,
            attempts: 20,
        }
    }
}

/// A request that cannot be satisfied.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RequestError {
    /// More keys than letters.
    #[error("{}", diagnostics::asked((*.0).into(), "key", "keys", 0..=MOST_KEYS as u64))]
    Keys(u8),
    /// More switches than a condition can store.
    #[error("{}", diagnostics::asked((*.0).into(), "switch", "switches", 0..=MOST_SWITCHES as u64))]
    Switches(u8),
    /// Fewer rooms than things that need a room each.
    #[error("{} too few: {least} is the least for {what}", diagnostics::counted(*rooms as u64, "room is", "rooms are"))]
    Rooms {
        /// Number of rooms.
        rooms: usize,
        /// Least number of rooms.
        least: usize,
        /// The things that need a room each.
        what: String,
    },
    /// Small keys are alike, so they have no order.
    #[error("small keys are all alike and know no partial order")]
    SmallPartial,
}

impl Request {
    /// True if the boss's room is locked with a key.
    #[must_use]
    pub fn boss_has_key(&self) -> bool {
        self.boss_locked && self.keys > 0
    }

    /// True if both positions of switches are to be required.
    #[must_use]
    pub fn toggles(&self) -> bool {
        // A switch must be on for a key, so it needs one.
        self.switch_style == SwitchStyle::Toggle && self.switches > 0 && self.keys > 0
    }

    /// The least number of switches for which an attempt must require both positions, or it is rejected: all of them
    /// at first, falling to 0 after half of the attempts. It is 0 if attempts are compared by linearity.
    pub(super) fn least_toggled(&self, attempt: Attempt) -> u8 {
        let half = self.attempts / 2;
        let left = half.saturating_sub(attempt.number());
        if self.linearity.is_some() || !self.toggles() || left == 0 {
            return 0;
        }
        (u64::from(self.switches) * left).div_ceil(half) as u8
    }

    /// The least number of rooms, and the list of things that need a room each.
    #[must_use]
    pub fn least_rooms(&self) -> (usize, String) {
        let mut what = vec!["the entrance", "the boss"];
        if self.goal_room {
            what.push("the goal");
        }
        if self.order == KeyOrder::Partial && self.keys >= 3 {
            what.push("the meeting of two key orders");
        }
        if !self.boss_locked && self.keys > 0 {
            what.push("the room behind the last lock");
        }
        let mut what = what.join(", ");
        for (number, one, many) in
            [(self.keys, "key", "keys"), (self.switches, "switch", "switches")]
        {
            if number > 0 {
                what += &format!(", {}", diagnostics::counted(number.into(), one, many));
            }
        }
        (self.least(), what)
    }

    /// The least number of rooms.
    pub(super) fn least(&self) -> usize {
        let meeting = self.order == KeyOrder::Partial && self.keys >= 3;
        let behind_the_last_lock = !self.boss_locked && self.keys > 0;
        let more = [self.goal_room, meeting, behind_the_last_lock];
        let ends = 2 + more.iter().filter(|&&one| one).count();
        ends + usize::from(self.keys) + usize::from(self.switches)
    }

    /// Number of switches for which a spare room allows both positions.
    pub(super) fn spare_for_toggles(&self, rooms: usize) -> usize {
        let spare = rooms.saturating_sub(self.least());
        if self.toggles() { spare.min(self.switches.into()) } else { 0 }
    }

    /// Checks the limits of the request in a space of `rooms` rooms.
    ///
    /// # Errors
    /// The limit that is exceeded.
    pub fn check(&self, rooms: usize) -> Result<(), RequestError> {
        if usize::from(self.keys) > MOST_KEYS {
            return Err(RequestError::Keys(self.keys));
        }
        if usize::from(self.switches) > MOST_SWITCHES {
            return Err(RequestError::Switches(self.switches));
        }
        if self.key_style == KeyStyle::Small && self.order == KeyOrder::Partial {
            return Err(RequestError::SmallPartial);
        }
        let (least, what) = self.least_rooms();
        if rooms < least { Err(RequestError::Rooms { rooms, least, what }) } else { Ok(()) }
    }
}

named! {
    /// A measure of a mission that needs no proof.
    pub enum Measure {
        /// Passages on a shortest path from the entrance to the boss, through locked ones too.
        BossDistance = "boss-distance",
        /// The largest number of passages on a shortest path from the entrance to a room.
        Depth = "depth",
        /// Independent cycles.
        Cycles = "cycles",
        /// Rooms with one passage, except the entrance.
        DeadEnds = "dead-ends",
        /// Rooms with three passages or more.
        Forks = "forks",
        /// Locked passages.
        Locks = "locks",
    }
}

impl Measure {
    /// The value for a mission.
    #[must_use]
    pub fn of(self, mission: &Mission) -> usize {
        let ways = || {
            let mut ways = vec![0_usize; mission.rooms.len()];
            for end in mission.edges.iter().flat_map(|edge| [edge.a, edge.b]) {
                ways.get_mut(end as usize).into_iter().for_each(|count| *count += 1);
            }
            ways.into_iter().enumerate()
        };
        match self {
            Self::BossDistance => steps(mission).get(mission.boss as usize).copied().unwrap_or(0),
            Self::Depth => steps(mission).into_iter().max().unwrap_or(0),
            Self::Cycles => mission.cycles(),
            Self::DeadEnds => {
                ways().filter(|&(room, count)| count == 1 && room != mission.start as usize).count()
            }
            Self::Forks => ways().filter(|&(_, count)| count >= 3).count(),
            Self::Locks => mission.edges.iter().filter(|edge| edge.symbol.is_some()).count(),
        }
    }
}

/// By room: number of passages from the entrance, through locked ones too; 0 without a path.
fn steps(mission: &Mission) -> Vec<usize> {
    let mut near: Vec<Vec<RoomId>> = vec![Vec::new(); mission.rooms.len()];
    for edge in &mission.edges {
        for (from, to) in [(edge.a, edge.b), (edge.b, edge.a)] {
            near.get_mut(from as usize).into_iter().for_each(|near| near.push(to));
        }
    }
    let mut steps = vec![0; mission.rooms.len()];
    let mut queue = VecDeque::from([mission.start]);
    while let Some(here) = queue.pop_front() {
        let on = steps.get(here as usize).map_or(0, |steps| steps + 1);
        for &to in near.get(here as usize).into_iter().flatten() {
            match steps.get_mut(to as usize) {
                Some(far) if *far == 0 && to != mission.start => *far = on,
                _ => continue,
            }
            queue.push_back(to);
        }
    }
    steps
}

/// A comparison with the required value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Relation {
    AtLeast,
    AtMost,
    Exactly,
}

impl Relation {
    const ALL: [(&'static str, Self); 3] =
        [(">=", Self::AtLeast), ("<=", Self::AtMost), ("=", Self::Exactly)];

    fn sign(self) -> &'static str {
        Self::ALL.into_iter().find(|row| row.1 == self).map_or("", |row| row.0)
    }
}

/// A requirement on a measure of a mission.
///
/// ```
/// use quandary_dungeon::mission::request::Require;
/// let require: Require = "boss-distance>=6".parse()?;
/// assert_eq!(require.to_string(), "boss-distance>=6");
/// assert!("bos-distance>=6".parse::<Require>().is_err());
/// # Ok::<(), quandary_dungeon::mission::request::RequireError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Require {
    of: Measure,
    relation: Relation,
    value: usize,
}

/// A text that is not a requirement.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RequireError {
    /// Not a name, a comparison and a number.
    #[error("expected NAME>=N, NAME<=N or NAME=N, such as boss-distance>=6")]
    Form,
    /// An unknown measure.
    #[error("{}", diagnostics::unknown("number of a mission", .0, Measure::ALL.map(Measure::name)))]
    Unknown(String),
}

impl Require {
    /// True if a mission meets the requirement.
    #[must_use]
    pub fn is_met(&self, mission: &Mission) -> bool {
        let found = self.of.of(mission);
        match self.relation {
            Relation::AtLeast => found >= self.value,
            Relation::AtMost => found <= self.value,
            Relation::Exactly => found == self.value,
        }
    }
}

impl FromStr for Require {
    type Err = RequireError;

    fn from_str(text: &str) -> Result<Self, RequireError> {
        let split =
            |(sign, relation)| text.split_once(sign).map(|(name, value)| (name, relation, value));
        let found = Relation::ALL.into_iter().find_map(split);
        let (name, relation, value) = found.ok_or(RequireError::Form)?;
        let name = name.trim().to_lowercase();
        let of = Measure::named(&name).ok_or(RequireError::Unknown(name))?;
        let value = value.trim().parse().map_err(|_| RequireError::Form)?;
        Ok(Self { of, relation, value })
    }
}

impl Display for Require {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{}", self.of.name(), self.relation.sign(), self.value)
    }
}

impl Serialize for Require {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A space that accepts only missions that meet some requirements.
///
/// The fixed construction does not consider requirements. If random attempts find no mission, there is none.
pub struct RequiredSpace {
    /// The space.
    pub space: Box<dyn Constraints>,
    /// The requirements.
    pub all: Vec<Require>,
}

impl RequiredSpace {
    /// A space with requirements; the space itself if there are none.
    #[must_use]
    pub fn of(space: Box<dyn Constraints>, all: Vec<Require>) -> Box<dyn Constraints> {
        if all.is_empty() { space } else { Box::new(Self { space, all }) }
    }
}

impl Constraints for RequiredSpace {
    fn rooms(&self) -> usize {
        self.space.rooms()
    }

    fn cells(&self) -> usize {
        self.space.cells()
    }

    fn first_cells(&self) -> Vec<Cell> {
        self.space.first_cells()
    }

    fn neighbours(&self, cell: Cell, level: usize, into: &mut Cells) {
        self.space.neighbours(cell, level, into);
    }

    fn is_weighted(&self) -> bool {
        self.space.is_weighted()
    }

    fn weight(&self, from: Cell, into: Cell, level: usize) -> f64 {
        self.space.weight(from, into, level)
    }

    fn link_chance(&self, a: Cell, b: Cell) -> f64 {
        self.space.link_chance(a, b)
    }

    fn coords(&self, cell: Cell) -> Coords {
        self.space.coords(cell)
    }

    fn may_hold(&self, cell: Cell, item: Symbol) -> bool {
        self.space.may_hold(cell, item)
    }

    fn accepts(&self, mission: &Mission) -> bool {
        self.space.accepts(mission) && self.all.iter().all(|require| require.is_met(mission))
    }
}

/// The order of keys, in tiers. A set of keys has bit n − 1 for key n.
#[derive(Clone, Debug, Default)]
pub(crate) struct KeyTiers {
    /// Number of keys.
    keys: usize,
    /// By key: the keys of the tiers below its own.
    before: [u32; MOST_KEYS],
    /// By key: itself and the keys of lower tiers, which a player with the key must have had.
    implied: [u32; MOST_KEYS],
    /// By key: true for the second key of a tier.
    second: [bool; MOST_KEYS],
    /// True if some tier has two keys.
    pairs: bool,
}

impl KeyTiers {
    /// The tiers of a request; a partial order is drawn.
    pub(crate) fn draw(request: &Request, stream: &mut Stream) -> Self {
        let mut tiers = Self { keys: request.keys.into(), ..Self::default() };
        let partial = request.order == KeyOrder::Partial && tiers.keys >= 3;
        // The last key is alone in its tier, so every other key is needed to get it. There is at least one pair.
        let certain = if partial { stream.index(tiers.keys - 2) } else { 0 };
        let mut key = 0;
        while key < tiers.keys {
            let room = partial && key + 2 < tiers.keys;
            let reserved = key + 1 == certain;
            let pair = room && (key == certain || (!reserved && stream.chance(0.35)));
            key = tiers.tier(key, if pair { 2 } else { 1 });
        }
        tiers
    }

    /// The tiers of the fixed construction: in a partial order, only the first two keys form a pair.
    pub(crate) fn fixed(request: &Request) -> Self {
        let mut tiers = Self { keys: request.keys.into(), ..Self::default() };
        let pair = request.order == KeyOrder::Partial && tiers.keys >= 3;
        let mut key = if pair { tiers.tier(0, 2) } else { 0 };
        while key < tiers.keys {
            key = tiers.tier(key, 1);
        }
        tiers
    }

    /// Sets a tier that begins at index `key`; returns the index after it.
    fn tier(&mut self, key: usize, size: usize) -> usize {
        let below = ((1u64 << key) - 1) as u32;
        for n in key..key + size {
            self.before[n] = below;
            self.implied[n] = below | 1 << n;
            self.second[n] = n > key;
        }
        self.pairs |= size > 1;
        key + size
    }

    /// The set of keys that the room of key `n` (from 1) requires.
    pub(crate) fn before(&self, n: usize) -> u32 {
        self.before[n - 1]
    }

    /// The set of keys that a player with key `n` (from 1) must have had: itself and those of lower tiers.
    pub(crate) fn implied_by(&self, n: usize) -> u32 {
        self.implied[n - 1]
    }

    /// The sets of [`KeyTiers::implied_by`], by key.
    pub(crate) fn implied(&self) -> &[u32] {
        &self.implied[..self.keys]
    }

    /// True if key `n` (from 1) is the second of its tier.
    pub(crate) fn is_second(&self, n: usize) -> bool {
        self.second[n - 1]
    }

    /// True if two keys can be found in either order.
    pub(crate) fn has_pairs(&self) -> bool {
        self.pairs
    }

    /// The other key of the same tier.
    pub(crate) fn twin(&self, n: usize) -> Option<usize> {
        let twin = if self.is_second(n) { n - 1 } else { n + 1 };
        (twin <= self.keys && twin > 0 && self.before(twin) == self.before(n)).then_some(twin)
    }

    /// Number of keys that lie in rooms that require exactly this set.
    pub(crate) fn keys_lying_at(&self, set: u32) -> usize {
        self.before[..self.keys].iter().filter(|&&before| before == set).count()
    }

    /// Number of rooms that the keys of a level need: two if the next tier is a pair. No key lies between the keys of
    /// a pair, but that level still gets a room.
    pub(crate) fn keys_at_level(&self, level: usize) -> usize {
        let next = level + 1;
        if next > self.keys || self.is_second(next) {
            return 1;
        }
        self.keys_lying_at(self.before(next))
    }

    /// The set of all keys.
    pub(crate) fn all(&self) -> u32 {
        ((1u64 << self.keys) - 1) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mission::{Count, Request, generate};
    use crate::options::Options;
    use search::Seed;

    #[test]
    fn the_least_number_of_rooms() {
        let least = |change: &dyn Fn(&mut Request)| {
            let mut request = Request { keys: 3, switches: 2, ..Request::default() };
            change(&mut request);
            request.least_rooms().0
        };
        assert_eq!(least(&|_| ()), 8);
        assert_eq!(least(&|r| r.goal_room = false), 7);
        assert_eq!(least(&|r| r.order = KeyOrder::Partial), 9);
        assert_eq!(least(&|r| r.boss_locked = false), 9);
        assert_eq!(least(&|r| (r.keys, r.boss_locked) = (0, false)), 5);
        assert_eq!(least(&|r| (r.keys, r.order) = (2, KeyOrder::Partial)), 7);
    }

    #[test]
    fn early_attempts_insist_on_both_positions() {
        let least = |request: &Request| {
            let attempt = |n| search::Seed::new(1).unwrap().attempt(n);
            [0, 1, 4, 9, 10, 99].map(|n| request.least_toggled(attempt(n)))
        };
        let request = Request { switches: 1, ..Request::default() };
        assert_eq!(least(&request), [1, 1, 1, 1, 0, 0]);
        assert_eq!(least(&Request { switches: 4, ..request.clone() }), [4, 4, 3, 1, 0, 0]);
        assert_eq!(least(&Request { linearity: Some(5), ..request.clone() }), [0; 6]);
        assert_eq!(least(&Request { switch_style: SwitchStyle::Once, ..request }), [0; 6]);
    }

    #[test]
    fn impossible_requests_name_the_limit() {
        let check = |request: Request, rooms, part: &str| {
            let said = request.check(rooms).unwrap_err().to_string();
            assert!(said.contains(part), "{said}");
        };
        check(Request::default(), 6, "6 rooms are too few: 7 is the least for the entrance");
        check(Request { keys: 27, ..Request::default() }, 99, "from 0 to 26");
        check(Request { switches: 5, ..Request::default() }, 99, "from 0 to 4");
        let small = Request { key_style: KeyStyle::Small, ..Request::default() };
        check(Request { order: KeyOrder::Partial, ..small }, 99, "no partial order");
        assert_eq!(Request::default().check(7), Ok(()));
    }

    #[test]
    fn requirements_are_met_or_the_mission_is_rejected() {
        let all =
            ["boss-distance>=8", "dead-ends<=6", "cycles=1"].map(|text| text.parse().unwrap());
        let space = RequiredSpace::of(Box::new(Count::new(25)), all.to_vec());
        let request = Request { attempts: 2_000, ..Request::default() };
        for n in 0..8 {
            let seed = Seed::new(n).unwrap();
            let report = generate(&request, &*space, seed, Options::default()).unwrap();
            let mission = &report.found[0].candidate;
            assert!(all.iter().all(|require| require.is_met(mission)), "seed {n}");
            let free = generate(&request, &Count::new(25), seed, Options::default()).unwrap();
            let free = &free.found[0];
            let fits = all.iter().all(|require| require.is_met(&free.candidate));
            assert_eq!(fits, free.candidate == *mission, "seed {n}");
        }
    }

    #[test]
    fn numbers_of_a_mission_are_counted() {
        let request = Request { keys: 2, ..Request::default() };
        let found = generate(&request, &Count::new(12), Seed::new(5).unwrap(), Options::default());
        let mission = &found.unwrap().found[0].candidate;
        let all = Measure::ALL.map(|one| one.of(mission));
        assert!(all[0] <= all[1] && all[1] < 12, "{all:?}");
        assert_eq!((all[2], all[5] >= 2), (mission.cycles(), true), "{all:?}");
        for one in Measure::ALL {
            let exact: Require = format!("{}={}", one.name(), one.of(mission)).parse().unwrap();
            let more: Require = format!("{}>={}", one.name(), one.of(mission) + 1).parse().unwrap();
            assert!(exact.is_met(mission) && !more.is_met(mission), "{exact}");
        }
    }

    fn tiers(keys: u8, order: KeyOrder, seed: u64) -> KeyTiers {
        let request = Request { keys, order, ..Request::default() };
        let mut stream = search::Seed::new(seed).unwrap().attempt(0).phase("ladder");
        KeyTiers::draw(&request, &mut stream)
    }

    #[test]
    fn a_total_order_is_one_key_after_another() {
        let tiers = tiers(4, KeyOrder::Total, 1);
        assert_eq!(tiers.implied(), [0b1, 0b11, 0b111, 0b1111]);
        assert_eq!((tiers.before(3), tiers.twin(2), tiers.all()), (0b11, None, 0b1111));
    }

    #[test]
    fn a_partial_order_has_a_pair_and_the_last_key_stands_alone() {
        for seed in 0..500 {
            for keys in 3..=26 {
                let tiers = tiers(keys, KeyOrder::Partial, seed);
                let n = usize::from(keys);
                let pairs = (1..=n).filter(|&k| tiers.is_second(k)).count();
                assert!(pairs >= 1, "{keys} {seed}");
                assert_eq!(tiers.implied_by(n), tiers.all());
                for k in (1..=n).filter(|&k| tiers.is_second(k)) {
                    assert_eq!((tiers.twin(k), tiers.twin(k - 1)), (Some(k - 1), Some(k)));
                    assert_eq!(tiers.keys_lying_at(tiers.before(k)), 2);
                }
            }
        }
        assert_eq!(tiers(2, KeyOrder::Partial, 3).implied(), [0b1, 0b11]);
    }
}
