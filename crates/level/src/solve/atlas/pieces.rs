//! Pieces: locations between which one can always walk to and fro, were no block in the way. What a flood over them does
//! not reach is out of reach: with keys that never run out, toggles at will, and every plate pressed of whose room a
//! location was reached.

use crate::rules::bits::Bits;
use crate::rules::door::Door;
use crate::rules::world::World;
use crate::rules::{Location, Rows};

/// A way from a piece to another.
#[derive(Clone, Copy, Debug)]
struct Way {
    to: u32,
    /// A door of it, and the location that it leaves.
    door: Door,
    from: Location,
}

/// The pieces of a world.
pub(super) struct Pieces<const W: usize> {
    /// By location: its piece.
    of: Vec<u32>,
    /// By piece.
    ways: Rows<Way>,
    many: usize,
    /// By piece: the locations where something is taken.
    gifts: Rows<Location>,
    /// By piece: the toggles, and what the plates of its room set.
    sets: Vec<Bits<W>>,
    pressed: Vec<Bits<W>>,
}

/// The outcome of a flood.
pub(super) struct Flood<const W: usize> {
    pub(super) held: Bits<W>,
    /// True if a goal was reached.
    pub(super) wins: bool,
}

impl<const W: usize> Pieces<W> {
    /// The pieces of a world that falls into rooms.
    pub(super) fn of(world: &World<W>, rooms: &[Vec<Location>]) -> Self {
        let of = pieces(world);
        let many = of.iter().max().map_or(0, |&last| last as usize + 1);
        let mut ways: Vec<(usize, Way)> = Vec::new();
        let mut gifts = Vec::new();
        let mut sets = vec![Bits::default(); many];
        let mut pressed = vec![Bits::default(); many];
        for from in 0..world.locations() as Location {
            let piece = of[from as usize];
            for &door in world.doors(from).iter().filter(|door| of[door.to as usize] != piece) {
                ways.push((piece as usize, Way { to: of[door.to as usize], door, from }));
            }
            if !world.gives(from).is_empty() {
                gifts.push((piece as usize, from));
            }
            let sets = &mut sets[piece as usize];
            *sets = world.flips(from).iter().fold(*sets, |sets, toggle| sets.union(toggle));
        }
        // Of doors alike one is enough.
        let key = |(piece, way): &(usize, Way)| (*piece, way.to, way.door.lock);
        ways.sort_by_key(key);
        ways.dedup_by_key(|way| key(way));
        for (at, bits) in world.pressed() {
            let room = rooms.iter().find(|room| room.binary_search(&at).is_ok());
            for &at in room.into_iter().flatten() {
                let all = &mut pressed[of[at as usize] as usize];
                *all = all.union(&bits);
            }
        }
        let mut pieces =
            Self { of, ways: Rows::default(), many, gifts: Rows::default(), sets, pressed };
        pieces.ways.fill(many, ways.iter().copied());
        pieces.gifts.fill(many, gifts.iter().copied());
        pieces
    }

    /// Floods the world from its start, without some bits.
    pub(super) fn flood(
        &self,
        world: &World<W>,
        is_closed: impl Fn(Location, Location) -> bool,
        without: Bits<W>,
    ) -> Flood<W> {
        let without = without.union(&world.banned());
        let mut flood = Flood { held: world.start_bits().difference(&without), wins: false };
        let mut met = vec![false; self.many];
        let mut waiting: Vec<u32> = Vec::new();
        let mut shut: Vec<Way> = Vec::new();
        if let Some(start) = world.start_location() {
            let start = self.of[start as usize];
            met[start as usize] = true;
            waiting.push(start);
        }
        loop {
            let before = flood.held;
            while let Some(piece) = waiting.pop() {
                let mut gains = self.sets[piece as usize];
                for &at in self.gifts.row(piece as usize) {
                    gains = gains.union(&world.gives(at));
                }
                gains = gains.union(&self.pressed[piece as usize]);
                flood.held = flood.held.union(&gains.difference(&without));
                for &way in self.ways.row(piece as usize) {
                    if met[way.to as usize] || is_closed(way.from, way.door.to) {
                        continue;
                    }
                    if opens(world, &flood.held, way.door) {
                        met[way.to as usize] = true;
                        waiting.push(way.to);
                    } else {
                        shut.push(way);
                    }
                }
            }
            shut.retain(|way| !met[way.to as usize]);
            for way in &shut {
                if !met[way.to as usize] && opens(world, &flood.held, way.door) {
                    met[way.to as usize] = true;
                    waiting.push(way.to);
                }
            }
            if waiting.is_empty() && flood.held == before {
                flood.wins = world.goals().any(|at| met[self.of[at as usize] as usize]);
                return flood;
            }
        }
    }
}

/// True if a door can be passed with some bits held, at best.
pub(super) fn opens<const W: usize>(world: &World<W>, held: &Bits<W>, door: Door) -> bool {
    world.at_best(held, door).is_some_and(|keys| keys.is_empty() || world.keys_at_best(held) > 0)
}

/// By location: its piece.
fn pieces<const W: usize>(world: &World<W>) -> Vec<u32> {
    const NONE: u32 = u32::MAX;
    let mut of = vec![NONE; world.locations()];
    let mut next = 0;
    let mut waiting = Vec::new();
    for first in 0..world.locations() as Location {
        if of[first as usize] != NONE {
            continue;
        }
        of[first as usize] = next;
        waiting.push(first);
        while let Some(at) = waiting.pop() {
            let is_free = |door: &Door| door.lock == 0 && !door.resets;
            for door in world.doors(at).iter().filter(|door| is_free(door)) {
                let known = &mut of[door.to as usize];
                let mut back = world.doors(door.to).iter().filter(|door| is_free(door));
                if *known == NONE && back.any(|back| back.to == at) {
                    *known = next;
                    waiting.push(door.to);
                }
            }
        }
        next += 1;
    }
    of
}
