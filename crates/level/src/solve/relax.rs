//! The relaxed world (delete relaxation): keys and bombs never run out, toggles are in every position, and
//! blocks are in nobody's way.
//!
//! Every real plan is a plan here too, so that what this flood does not reach cannot be reached: an instant
//! proof. Its waves are the spheres of a level: what comes into reach with what lay in the waves before.

use crate::rules::Location;
use crate::rules::bits::Bits;
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

/// Floods a world.
pub(crate) fn relax<const W: usize>(world: &World<W>, keys: Keys) -> Relaxed<W> {
    let mut flood = Flood {
        world,
        keys,
        entry: if keys == Keys::Counted { entries(world) } else { Vec::new() },
        out: Relaxed {
            waves: Vec::new(),
            reached: vec![false; world.locations()],
            held: world.best_bits(),
        },
    };
    loop {
        let wave = flood.spread();
        let before = flood.out.held;
        // A thing that lies in a goal opens nothing, since no move leaves it.
        for &location in wave.iter().filter(|&&location| world.goes_on(location)) {
            flood.out.held = flood.out.held.union(&world.gives(location));
            for toggle in world.flips(location) {
                flood.out.held = flood.out.held.union(toggle);
            }
        }
        let more = !wave.is_empty();
        flood.out.waves.extend(more.then_some(wave));
        if flood.out.held == before {
            return flood.out;
        }
    }
}

impl<const W: usize> Relaxed<W> {
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
