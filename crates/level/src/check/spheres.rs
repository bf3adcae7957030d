//! The spheres of a level: each lists the things that come into reach with the things of the spheres before it.
//!
//! A location is in reach if the locks on some path to it take no more keys than have been found. So a sphere lists the
//! possible next things, not the things that the player can all pay for together.

use super::locks::{plates, things};
use crate::model::{Cell, Content, Level, PlateId, Tile};
use crate::rules::{Collect, Position, Prepared, Rules, TooManyBits, World, in_world};
use crate::solve::heuristic::{Keys, relax};

/// A thing in a sphere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SphereItem {
    /// A pick-up, symbol, switch or toggle, and its position.
    Thing(Position, Content),
    /// A pressure plate. Each of its cells holds a block at the start or has come into reach.
    Plate(PlateId),
}

/// The spheres of a level; empty if the level needs more state bits than the engine has.
#[must_use]
pub fn spheres(level: &Level, rules: &Rules) -> Vec<Vec<SphereItem>> {
    let prepared = Prepared::of(level, rules, Collect::Nothing);
    in_world!(prepared, world => of_world(level, &world)).unwrap_or_default()
}

/// The spheres of a level, from its world.
pub(crate) fn of_world<const W: usize>(level: &Level, world: &World<W>) -> Vec<Vec<SphereItem>> {
    let waves = Waves::of(world);
    let mut spheres = waves.all(level, world);
    spheres.retain(|sphere| !sphere.is_empty());
    spheres
}

/// The sphere in which each of some positions comes into reach, counted from 0: the sphere of the things of the same
/// wave, or else the next one. `None` for a position that never does.
pub(super) fn numbers(
    level: &Level,
    rules: &Rules,
    places: &[Position],
) -> Result<Vec<Option<usize>>, TooManyBits> {
    let prepared = Prepared::of(level, rules, Collect::Nothing);
    in_world!(prepared, world => numbers_in(level, &world, places))
}

fn numbers_in<const W: usize>(
    level: &Level,
    world: &World<W>,
    places: &[Position],
) -> Vec<Option<usize>> {
    let waves = Waves::of(world);
    let found = waves.all(level, world);
    let before = |wave: usize| found[..wave].iter().filter(|found| !found.is_empty()).count();
    places.iter().map(|&place| waves.first(level, world, place).map(before)).collect()
}

/// The waves in which locations come into reach. Waves without things are no spheres.
struct Waves {
    /// By location: its wave; `None` if it never comes into reach.
    wave_of: Vec<Option<usize>>,
    many: usize,
}

impl Waves {
    fn of<const W: usize>(world: &World<W>) -> Self {
        let counted = relax(world, Keys::Counted);
        let mut waves = counted.waves;
        // A path that passes a lock twice needs fewer keys than it passes locks. Locations behind such paths only come
        // last.
        if world.is_of_tiles() {
            let one = relax(world, Keys::One).waves.into_iter().flatten();
            waves.push(one.filter(|&location| !counted.reached[location as usize]).collect());
        }
        let mut wave_of = vec![None; world.locations()];
        for (i, wave) in waves.iter().enumerate() {
            wave.iter().for_each(|&location| wave_of[location as usize] = Some(i));
        }
        Self { wave_of, many: waves.len() }
    }

    /// By wave, the things that come into reach with it: things before plates, both in the order of the file.
    fn all<const W: usize>(&self, level: &Level, world: &World<W>) -> Vec<Vec<SphereItem>> {
        let mut all = vec![Vec::new(); self.many];
        for (position, content) in things(level) {
            if let Some(wave) = self.first(level, world, position) {
                all[wave].push(SphereItem::Thing(position, content));
            }
        }
        for (plate, tiles) in plates(level) {
            let holds_block = |cell: Cell| tiles.tile(cell) == Some(Tile::Block);
            let cells = tiles.plates[plate as usize].cells.iter();
            let free = cells.filter(|&&cell| !holds_block(cell));
            let waves: Option<Vec<usize>> =
                free.map(|&cell| self.first(level, world, Position::Cell(cell))).collect();
            let last = waves.map(|waves| waves.into_iter().max().unwrap_or(0));
            if let Some(wave) = last.filter(|&wave| wave < self.many) {
                all[wave].push(SphereItem::Plate(plate));
            }
        }
        all
    }

    /// The wave in which a position first comes into reach.
    fn first<const W: usize>(
        &self,
        level: &Level,
        world: &World<W>,
        position: Position,
    ) -> Option<usize> {
        let locations = world.locations_of(position, level);
        let wave = |location| self.wave_of.get(location as usize).copied().flatten();
        locations.into_iter().filter_map(wave).min()
    }
}
