//! Heuristics: lower bounds or estimates of the remaining cost of a plan.
//!
//! The exact relaxed distance asks how far the nearest goal is when every door that could ever be opened is
//! open. One search backwards from the goals gives it for all locations. It never says too much and never
//! drops by more than a move costs, so that A* with it is optimal and expands no state twice. The others
//! guess: they weigh what stands in the way, and find plans sooner that may cost more.

use super::relax::Relaxed;
use crate::model::level::Level;
use crate::plan::Cost;
use crate::rules::world::{Config, World};
use crate::rules::{Location, Position, Rows, Way};
use std::str::FromStr;

/// The heuristic that guides the search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Heuristic {
    /// Nothing: states are expanded in the order of their cost.
    None,
    /// The exact relaxed distance: the cost is proved minimal.
    #[default]
    Optimal,
    /// Distance on the map, and a penalty for every obstacle whose means are not held.
    Balanced,
    /// Like balanced, with lighter penalties, and the whole estimate scaled by 0.9.
    Speedrunner,
    /// Balanced, and drawn to what can still be picked up.
    Completionist,
}

impl Heuristic {
    /// The names of all, in the order in which they are told.
    pub const NAMES: [(&'static str, Heuristic); 5] = [
        ("optimal", Heuristic::Optimal),
        ("balanced", Heuristic::Balanced),
        ("speedrunner", Heuristic::Speedrunner),
        ("completionist", Heuristic::Completionist),
        ("none", Heuristic::None),
    ];

    /// True if it is admissible: it never exceeds the remaining cost.
    #[must_use]
    pub fn is_admissible(self) -> bool {
        matches!(self, Heuristic::None | Heuristic::Optimal)
    }
}

impl FromStr for Heuristic {
    type Err = String;
    fn from_str(name: &str) -> Result<Self, String> {
        let found = Self::NAMES.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        let unknown = || voice::unknown("heuristic", name, Self::NAMES.map(|(name, _)| name));
        found.map(|&(_, heuristic)| heuristic).ok_or_else(unknown)
    }
}

/// By location: the exact relaxed distance to the nearest goal.
#[derive(Clone, Debug)]
pub(crate) struct Distances {
    /// The number of straight moves, or [`FAR`].
    straight: Vec<u32>,
    /// The number of diagonal ones; empty where there are none.
    diagonal: Vec<u32>,
}

/// The distance of a location from which no goal can be reached at best.
const FAR: u32 = u32::MAX;

impl Distances {
    /// Infinite distances from everywhere.
    pub(crate) fn zero(locations: usize) -> Self {
        Self { straight: vec![0; locations], diagonal: Vec::new() }
    }

    /// True if no goal can be reached from a location.
    #[inline(always)]
    pub(crate) fn is_far(&self, location: Location) -> bool {
        self.straight[location as usize] == FAR
    }

    /// The number of straight moves of a location's distance.
    #[inline(always)]
    pub(crate) fn straight(&self, location: Location) -> u32 {
        self.straight[location as usize]
    }

    /// The distance of a location as a number; infinite where no goal can be reached.
    #[inline]
    pub(crate) fn value(&self, location: Location) -> f64 {
        if self.is_far(location) { f64::INFINITY } else { self.cost(location).value() }
    }

    /// The distance of a location as a cost.
    #[inline]
    pub(crate) fn cost(&self, location: Location) -> Cost {
        Cost {
            straight: self.straight[location as usize].into(),
            diagonal: self.diagonal.get(location as usize).copied().unwrap_or(0).into(),
        }
    }
}

/// By location: the exact relaxed distance to the nearest goal.
pub(crate) fn distances<const W: usize>(world: &World<W>, relaxed: &Relaxed<W>) -> Distances {
    let anywhere = world.could_win_anywhere(&relaxed.held);
    let goals = (0..world.locations() as Location).filter(|&location| {
        (anywhere || world.is_goal_location(location)) && relaxed.reached[location as usize]
    });
    distances_to(world, relaxed, goals)
}

/// By location: the exact relaxed distance to the nearest of some locations that can be reached.
pub(crate) fn distances_to<const W: usize>(
    world: &World<W>,
    relaxed: &Relaxed<W>,
    ends: impl Iterator<Item = Location>,
) -> Distances {
    let passable = &|from: Location, door| {
        relaxed.reached[from as usize]
            && world.goes_on(from)
            && world.at_best(&relaxed.held, door).is_some()
    };
    // The doors reversed, in rows by the location they lead to.
    let mut back = Rows::default();
    let doors = (0..world.locations() as Location).flat_map(|from| {
        let doors = world.doors(from).iter().filter(move |door| passable(from, **door));
        doors.map(move |door| (door.to as usize, (from, door.way)))
    });
    let doors: Vec<_> = doors.collect();
    back.fill(world.locations(), doors.iter().copied());
    let before = |location: Location| back.row(location as usize);
    backwards(ends, before, world)
}

/// A search in buckets, one for every whole number (Dial, 1969). No move costs less than 1 but those that cost
/// nothing, so that a bucket is final when all in it was looked at, whatever the order.
fn backwards<'a, const W: usize>(
    ends: impl Iterator<Item = Location>,
    before: impl Fn(Location) -> &'a [(Location, Way)],
    world: &World<W>,
) -> Distances {
    let diagonal = if world.has_diagonals() { vec![0; world.locations()] } else { Vec::new() };
    let mut far = Distances { straight: vec![FAR; world.locations()], diagonal };
    // A move costs less than 2: what comes from one bucket goes into it or one of the next two.
    let mut buckets: [Vec<(Location, u32, u32)>; 3] = Default::default();
    buckets[0].extend(ends.map(|end| (end, 0, 0)));
    let mut empty = 0;
    let mut now = 0;
    while empty < buckets.len() {
        let Some((location, straight, diagonal)) = buckets[now % 3].pop() else {
            now += 1;
            empty += 1;
            continue;
        };
        empty = 0;
        let cost = Cost { straight: straight.into(), diagonal: diagonal.into() };
        if !far.is_far(location) && far.cost(location) <= cost {
            continue;
        }
        far.straight[location as usize] = straight;
        if let Some(known) = far.diagonal.get_mut(location as usize) {
            *known = diagonal;
        }
        for &(from, way) in before(location) {
            let step = Cost::of(way);
            let after = cost.plus(step);
            if far.is_far(from) || after < far.cost(from) {
                let next = (from, after.straight as u32, after.diagonal as u32);
                buckets[after.value() as usize % 3].push(next);
            }
        }
    }
    far
}

/// By location: the guessed distance to the nearest goal: the Manhattan distance to one on the floor, or the
/// length of the shortest way through rooms and doors, were they all open, where that is more.
pub(crate) fn on_the_map<const W: usize>(
    world: &World<W>,
    level: &Level,
    bound: &Distances,
    scale: f64,
) -> Vec<f64> {
    let goals = level.tiles.as_ref().map(|tiles| tiles.goal_cells()).unwrap_or_default();
    let of_place = |location: Location| {
        let way = bound.cost(location).value();
        let Some(Position::Cell(cell)) = world.position(location) else { return way * scale };
        let on_floor = goals.iter().filter(|goal| goal.floor == cell.floor);
        let steps = on_floor.map(|goal| goal.row.abs_diff(cell.row) + goal.col.abs_diff(cell.col));
        way.max(steps.min().unwrap_or(0).into()) * scale
    };
    (0..world.locations() as Location).map(of_place).collect()
}

/// The penalty of a guessing heuristic for the obstacles of a configuration.
pub(crate) fn penalty<const W: usize>(
    heuristic: Heuristic,
    world: &World<W>,
    config: &Config<W>,
) -> f64 {
    let obstacles = world.obstacles(config);
    let keys = 10.0 * f64::from(obstacles.key_doors_beyond_keys)
        + if obstacles.boss_door { 20.0 } else { 0.0 }
        + if obstacles.bomb_door { 15.0 } else { 0.0 }
        + if obstacles.water { 15.0 } else { 0.0 };
    match heuristic {
        Heuristic::None | Heuristic::Optimal => 0.0,
        Heuristic::Balanced => keys,
        Heuristic::Speedrunner => 0.7 * keys,
        Heuristic::Completionist => keys + 2.0 * f64::from(obstacles.pickups_left),
    }
}

/// The factor by which a heuristic multiplies the whole estimate.
pub(crate) fn scale(heuristic: Heuristic) -> f64 {
    if heuristic == Heuristic::Speedrunner { 0.9 } else { 1.0 }
}
