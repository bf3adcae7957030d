//! The relaxed world (delete relaxation): keys and bombs never run out, toggles are in every position, and
//! blocks are in nobody's way.
//!
//! Every real plan is a plan here too, so that what this flood does not reach cannot be reached: an instant
//! proof. Its waves are the spheres of a level: what comes into reach with what lay in the waves before.

use crate::rules::Location;
use crate::rules::bits::Bits;
use crate::rules::door::Door;
use crate::rules::world::World;
use std::collections::VecDeque;

/// The way in which small keys are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Keys {
    /// No way passes more key locks than keys were found. A bound only where no way meets a lock twice, as
    /// in a graph, whose nodes a shortest way enters once.
    Counted,
    /// One key found opens everything.
    One,
}

/// The part of a world that could be reached.
pub(crate) struct Relaxed<const W: usize> {
    /// The locations that came into reach, wave by wave; each wave gives something new.
    pub(crate) waves: Vec<Vec<Location>>,
    /// By location, true if it could be reached.
    pub(crate) reached: Vec<bool>,
    /// Everything that could be held.
    pub(crate) held: Bits<W>,
}

/// Relaxed reachability of a world. At tile level a way can meet a lock twice, so that keys are not counted.
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
    // Nobody has to choose what to open: each wave goes on where the one before it stopped.
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
    /// Adds a wave, and what lies there to what is held; true if anything of it is new. A thing that lies in a goal opens
    /// nothing, since no move leaves it.
    fn gains_by(&mut self, world: &World<W>, wave: Vec<Location>) -> bool {
        let before = self.held;
        for &location in wave.iter().filter(|&&location| world.goes_on(location)) {
            self.held = self.held.union(&world.gives(location).difference(&world.banned()));
            for toggle in world.flips(location) {
                self.held = self.held.union(toggle);
            }
        }
        let more = !wave.is_empty();
        self.waves.extend(more.then_some(wave));
        self.held != before
    }

    /// In a world without locks that use up a key: reaches everything that can be reached with what is held from the
    /// locations that wait, which were reached already. Doors that are shut are noted.
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

    /// True if a goal could be reached.
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
    /// By location: the key locks that are open for whoever stands there, since every door in asks for them.
    entry: Vec<Bits<W>>,
    out: Relaxed<W>,
}

impl<const W: usize> Flood<'_, W> {
    /// Reaches everything that can be reached with what is held, and returns what is new. A queue with two
    /// ends, since most doors pass no lock.
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

/// By location: the key locks that every door into it asks for.
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
