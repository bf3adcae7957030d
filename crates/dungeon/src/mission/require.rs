//! Requirements of a finished mission, as they are typed: `boss-distance>=6`.
//!
//! [`Required`] is a space that accepts only missions that meet all of them, and else what it is made of; whoever needs
//! more writes [`Constraints::accepts`] themselves. Invariant: no mission is taken that breaks a requirement.

use super::graph::{Coords, Mission, RoomId};
use super::space::{Cell, Cells, Constraints};
use super::symbol::Symbol;
use crate::named::named;
use serde::{Serialize, Serializer};
use std::collections::VecDeque;
use std::fmt::{self, Display};
use std::str::FromStr;

named! {
    /// A number that can be told of a mission before it is proved.
    pub enum Trait {
        /// Passages on a shortest way from the entrance to the boss, locked ones too.
        BossDistance = "boss-distance",
        /// The largest number of passages on a shortest way from the entrance to a room.
        Depth = "depth",
        /// Independent cycles.
        Cycles = "cycles",
        /// Rooms with one passage, the entrance aside.
        DeadEnds = "dead-ends",
        /// Rooms with three passages or more.
        Forks = "forks",
        /// Locked passages.
        Locks = "locks",
    }
}

impl Trait {
    /// The number of a mission.
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

/// Passages from the entrance to every room, locked ones too; 0 where there is no way.
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

/// The relation of a number to the one that is wanted.
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

/// A requirement: a number of a mission, and what it is to be.
///
/// ```
/// use quandary_dungeon::mission::require::Require;
/// let require: Require = "boss-distance>=6".parse()?;
/// assert_eq!(require.to_string(), "boss-distance>=6");
/// assert!("bos-distance>=6".parse::<Require>().is_err());
/// # Ok::<(), quandary_dungeon::mission::require::RequireError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Require {
    of: Trait,
    relation: Relation,
    value: usize,
}

/// A text that is no requirement.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RequireError {
    /// Not a name, a relation and a number.
    #[error("NAME>=N, NAME<=N or NAME=N is wanted, such as boss-distance>=6")]
    Form,
    /// A number that no mission has.
    #[error("{}", voice::unknown("number of a mission", .0, Trait::ALL.map(Trait::name)))]
    Unknown(String),
}

impl Require {
    /// True if a mission meets it.
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
        let of = Trait::named(&name).ok_or(RequireError::Unknown(name))?;
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

/// A space in which only missions are accepted that meet some requirements.
///
/// The fixed construction knows nothing of them, so that where random attempts find none, there is none.
pub struct Required {
    /// The space.
    pub space: Box<dyn Constraints>,
    /// The requirements.
    pub all: Vec<Require>,
}

impl Required {
    /// A space with requirements; the space itself where there are none.
    #[must_use]
    pub fn of(space: Box<dyn Constraints>, all: Vec<Require>) -> Box<dyn Constraints> {
        if all.is_empty() { space } else { Box::new(Self { space, all }) }
    }
}

impl Constraints for Required {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mission::{Count, Request, generate};
    use crate::options::Options;
    use search::Seed;

    #[test]
    fn what_is_required_is_met_and_the_rest_is_refused() {
        let all =
            ["boss-distance>=8", "dead-ends<=6", "cycles=1"].map(|text| text.parse().unwrap());
        let space = Required::of(Box::new(Count::new(25)), all.to_vec());
        let request = Request { attempts: 2_000, ..Request::default() };
        for n in 0..8 {
            let seed = Seed::new(n).unwrap();
            let report = generate(&request, &*space, seed, Options::default()).unwrap();
            let mission = &report.found[0].draft;
            assert!(all.iter().all(|require| require.is_met(mission)), "seed {n}");
            let free = generate(&request, &Count::new(25), seed, Options::default()).unwrap();
            let free = &free.found[0];
            let fits = all.iter().all(|require| require.is_met(&free.draft));
            assert_eq!(fits, free.draft == *mission, "seed {n}");
        }
    }

    #[test]
    fn numbers_of_a_mission_are_counted() {
        let request = Request { keys: 2, ..Request::default() };
        let found = generate(&request, &Count::new(12), Seed::new(5).unwrap(), Options::default());
        let mission = &found.unwrap().found[0].draft;
        let all = Trait::ALL.map(|one| one.of(mission));
        assert!(all[0] <= all[1] && all[1] < 12, "{all:?}");
        assert_eq!((all[2], all[5] >= 2), (mission.cycles(), true), "{all:?}");
        for one in Trait::ALL {
            let exact: Require = format!("{}={}", one.name(), one.of(mission)).parse().unwrap();
            let more: Require = format!("{}>={}", one.name(), one.of(mission) + 1).parse().unwrap();
            assert!(exact.is_met(mission) && !more.is_met(mission), "{exact}");
        }
    }
}
