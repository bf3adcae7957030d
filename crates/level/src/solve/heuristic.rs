//! Heuristics: lower bounds or estimates of the remaining cost of a plan, and the relaxed world from which they come.
//!
//! The exact relaxed distance is the distance to the nearest goal if every door that could ever be opened is open.
//! One backward search from the goals computes it for all locations. It is admissible and consistent, so A* with it
//! is optimal and expands no state twice. The other heuristics are guesses: they add penalties for obstacles, and
//! find plans sooner that may cost more.

use crate::model::{Level, named};
use crate::plan::Cost;
use crate::rules::{Bits, Config, Door, Location, Position, Rows, Way, World};
use std::collections::VecDeque;
use std::str::FromStr;

named! {
    /// The heuristic that guides the search.
    #[derive(Default)]
    pub enum Heuristic {
        /// The exact relaxed distance: the cost is proved minimal.
        #[default]
        Optimal = "optimal",
        /// Distance on the map, and a penalty for every obstacle whose means are not held.
        Balanced = "balanced",
        /// Like balanced, with lower penalties, and the whole estimate scaled by 0.9.
        Speedrunner = "speedrunner",
        /// Like balanced, with a preference for pick-ups that were not taken yet.
        Completionist = "completionist",
        /// None: states are expanded in the order of their cost.
        None = "none",
    }
}

impl Heuristic {
    /// True if it is admissible: it never exceeds the remaining cost.
    #[must_use]
    pub fn is_admissible(self) -> bool {
        matches!(self, Heuristic::None | Heuristic::Optimal)
    }
}

impl FromStr for Heuristic {
    type Err = String;
    fn from_str(name: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|known| known.name().eq_ignore_ascii_case(name));
        found.ok_or_else(|| diagnostics::unknown("heuristic", name, Self::NAMES))
    }
}

/// By location, the exact relaxed distance to the nearest goal.
#[derive(Clone, Debug)]
pub(crate) struct Distances {
    /// The number of straight moves, or [`FAR`].
    straight: Vec<u32>,
    /// The number of diagonal moves; empty if there are none.
    diagonal: Vec<u32>,
}

/// The distance of a location from which no goal can be reached in the relaxation.
const FAR: u32 = u32::MAX;

impl Distances {
    /// Distances of zero from every location.
    pub(crate) fn zero(locations: usize) -> Self {
        Self { straight: vec![0; locations], diagonal: Vec::new() }
    }

    /// True if no goal can be reached from a location.
    #[inline(always)]
    pub(crate) fn is_far(&self, location: Location) -> bool {
        self.straight[location as usize] == FAR
    }

    /// The number of straight moves in a location's distance.
    #[inline(always)]
    pub(crate) fn straight(&self, location: Location) -> u32 {
        self.straight[location as usize]
    }

    /// The distance of a location as a number; infinite if no goal can be reached.
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

/// By location, the exact relaxed distance to the nearest goal.
pub(crate) fn distances<const W: usize>(world: &World<W>, relaxed: &Relaxed<W>) -> Distances {
    let anywhere = world.could_win_anywhere(&relaxed.held);
    let goals = (0..world.locations() as Location).filter(|&location| {
        (anywhere || world.is_goal_location(location)) && relaxed.reached[location as usize]
    });
    distances_to(world, relaxed, goals)
}

/// By location, the exact relaxed distance to the nearest reachable one of some locations.
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
    // The doors reversed, in rows by the location to which they lead.
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

/// A search with one bucket for every whole number (Dial, 1969). Every move costs at least 1, except those that cost
/// nothing. So a bucket is final once all its entries are processed, in any order.
fn backwards<'a, const W: usize>(
    ends: impl Iterator<Item = Location>,
    before: impl Fn(Location) -> &'a [(Location, Way)],
    world: &World<W>,
) -> Distances {
    let diagonal = if world.has_diagonals() { vec![0; world.locations()] } else { Vec::new() };
    let mut far = Distances { straight: vec![FAR; world.locations()], diagonal };
    // A move costs less than 2: an entry of one bucket leads to the same bucket or to one of the next two.
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

/// By location, the estimated distance to the nearest goal: the larger of the Manhattan distance to a goal on the
/// same floor, and the length of the shortest path through rooms if all doors were open.
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

/// The penalty of a heuristic for the obstacles of a configuration.
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

// -------------------------------------------------------------------------------------------------
// The relaxed world (delete relaxation): keys and bombs never run out, toggles have every position, and blocks are
// not in the way.
//
// Every real plan is also a plan here. So a location outside this flood is proved unreachable. The waves of the flood
// are the spheres of a level: each wave is what the contents of the earlier waves make reachable.

/// The way in which small keys are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Keys {
    /// A path passes at most as many key locks as keys were found. This is a bound only if no path meets a lock
    /// twice, as in a graph, in which a shortest path enters each node once.
    Counted,
    /// One key opens every lock.
    One,
}

/// The reachable part of a relaxed world.
pub(crate) struct Relaxed<const W: usize> {
    /// The locations reached, wave by wave; each wave gives something new.
    pub(crate) waves: Vec<Vec<Location>>,
    /// By location, true if it was reached.
    pub(crate) reached: Vec<bool>,
    /// All bits that can be held.
    pub(crate) held: Bits<W>,
}

/// The relaxed reachability of a world. At tile level a path can meet a lock twice, so keys are not counted.
pub(crate) fn best<const W: usize>(world: &World<W>) -> Relaxed<W> {
    relax(world, if world.is_of_tiles() { Keys::One } else { Keys::Counted })
}

/// Floods a world.
pub(crate) fn relax<const W: usize>(world: &World<W>, keys: Keys) -> Relaxed<W> {
    let mut out = Relaxed {
        waves: Vec::new(),
        reached: vec![false; world.locations()],
        held: world.best_bits(),
    };
    if world.has_key_locks() {
        let entry = if keys == Keys::Counted { entries(world) } else { Vec::new() };
        let mut flood = Flood { world, keys, entry, out };
        loop {
            let wave = flood.spread();
            if !flood.out.gains_by(world, wave) {
                return flood.out;
            }
        }
    }
    // There is no choice of locks to open: each wave continues where the previous one stopped.
    let mut shut = Vec::new();
    let mut waiting: Vec<Location> = world.start_location().into_iter().collect();
    waiting.iter().for_each(|&start| out.reached[start as usize] = true);
    loop {
        let wave = out.go_on(world, &mut waiting, &mut shut);
        if !out.gains_by(world, wave) {
            return out;
        }
        let Relaxed { reached, held, .. } = &mut out;
        shut.retain(|&door: &Door| {
            let is_open = !reached[door.to as usize] && world.at_best(held, door).is_some();
            if is_open {
                reached[door.to as usize] = true;
                waiting.push(door.to);
            }
            !reached[door.to as usize]
        });
    }
}

impl<const W: usize> Relaxed<W> {
    /// Adds a wave and its contents; returns true if any of the contents are new. The contents of a goal do not
    /// count, because no move leaves it.
    fn gains_by(&mut self, world: &World<W>, wave: Vec<Location>) -> bool {
        let before = self.held;
        for &location in wave.iter().filter(|&&location| world.goes_on(location)) {
            self.held.add(&world.gives(location).difference(&world.banned()));
            for toggle in world.flips(location) {
                self.held.add(toggle);
            }
        }
        let more = !wave.is_empty();
        self.waves.extend(more.then_some(wave));
        self.held != before
    }

    /// Extends the flood from the waiting locations, which are already reached, in a world whose locks use up no
    /// keys. Records the doors that are shut.
    fn go_on(
        &mut self,
        world: &World<W>,
        waiting: &mut Vec<Location>,
        shut: &mut Vec<Door>,
    ) -> Vec<Location> {
        let mut wave = Vec::new();
        while let Some(location) = waiting.pop() {
            wave.push(location);
            let doors = if world.goes_on(location) { world.doors(location) } else { &[] };
            for &door in doors {
                if self.reached[door.to as usize] {
                    continue;
                }
                if world.at_best(&self.held, door).is_some() {
                    self.reached[door.to as usize] = true;
                    waiting.push(door.to);
                } else {
                    shut.push(door);
                }
            }
        }
        wave.sort_unstable();
        wave
    }

    /// True if a goal was reached.
    pub(crate) fn could_win(&self, world: &World<W>) -> bool {
        world.has_all(&self.held)
            && (world.could_win_anywhere(&self.held)
                || (0..)
                    .zip(&self.reached)
                    .any(|(location, &reached)| reached && world.is_goal_location(location)))
    }
}

struct Flood<'a, const W: usize> {
    world: &'a World<W>,
    keys: Keys,
    /// By location, the key locks that are open for a player who stands there, because every door into it requires
    /// them.
    entry: Vec<Bits<W>>,
    out: Relaxed<W>,
}

impl<const W: usize> Flood<'_, W> {
    /// Extends the flood with the bits held, and returns the new locations. The queue has two ends, because most
    /// doors pass no lock.
    fn spread(&mut self) -> Vec<Location> {
        let world = self.world;
        let found = match self.keys {
            Keys::One => u32::from(world.keys_at_best(&self.out.held) > 0),
            Keys::Counted => world.keys_at_best(&self.out.held),
        };
        let mut fewest = vec![u32::MAX; world.locations()];
        let mut queue: VecDeque<(Location, u32)> =
            world.start_location().map(|p| (p, 0)).into_iter().collect();
        let mut new = Vec::new();
        while let Some((location, spent)) = queue.pop_front() {
            let best = &mut fewest[location as usize];
            if *best <= spent {
                continue;
            }
            *best = spent;
            if !std::mem::replace(&mut self.out.reached[location as usize], true) {
                new.push(location);
            }
            if !world.goes_on(location) {
                continue;
            }
            for door in world.doors(location) {
                let Some(asked) = world.at_best(&self.out.held, *door) else { continue };
                let cost = match self.keys {
                    Keys::One => u32::from(!asked.is_empty() && found == 0),
                    Keys::Counted => asked.difference(&self.entry[location as usize]).count(),
                };
                if fewest[door.to as usize] <= spent + cost {
                    continue;
                }
                match cost {
                    0 => queue.push_front((door.to, spent)),
                    _ if spent + cost <= found => queue.push_back((door.to, spent + cost)),
                    _ => {}
                }
            }
        }
        new.sort_unstable();
        new
    }
}

/// By location, the key locks that every door into it requires.
fn entries<const W: usize>(world: &World<W>) -> Vec<Bits<W>> {
    let mut entries: Vec<Option<Bits<W>>> = vec![None; world.locations()];
    if let Some(start) = world.start_location() {
        entries[start as usize] = Some(Bits::default());
    }
    for location in 0..world.locations() as Location {
        for door in world.doors(location) {
            let asked = world.key_locks(*door);
            let entry = &mut entries[door.to as usize];
            *entry = Some(entry.map_or(asked, |known| known.intersection(&asked)));
        }
    }
    entries.into_iter().map(Option::unwrap_or_default).collect()
}
