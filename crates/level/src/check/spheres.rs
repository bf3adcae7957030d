//! The spheres of a level: what comes into reach with what lay in the spheres before.
//!
//! Keys are counted by the locks on one way, so that a sphere says what could be next, not what all must be
//! paid for.

use super::locks::{plates, things};
use crate::model::{Cell, Content, Level, PlateId, Tile};
use crate::rules::{Collect, Position, Prepared, Rules, TooManyBits, World, in_world};
use crate::solve::heuristic::{Keys, relax};

/// A thing that comes into reach with a sphere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SphereItem {
    /// A pick-up, symbol, switch or toggle, and where it lies.
    Thing(Position, Content),
    /// A pressure plate, whose cells hold a block at the start or have all come into reach.
    Plate(PlateId),
}

/// The spheres of a level; none of one that keeps track of too many things.
#[must_use]
pub fn spheres(level: &Level, rules: &Rules) -> Vec<Vec<SphereItem>> {
    let prepared = Prepared::of(level, rules, Collect::Nothing);
    in_world!(prepared, world => of_world(level, &world)).unwrap_or_default()
}

/// The spheres of a level whose world is made already.
pub(crate) fn of_world<const W: usize>(level: &Level, world: &World<W>) -> Vec<Vec<SphereItem>> {
    let waves = Waves::of(world);
    let mut spheres = waves.all(level, world);
    spheres.retain(|sphere| !sphere.is_empty());
    spheres
}

/// The number of the sphere in which each of some places comes into reach, from 0: that of the things that come with
/// it, or else the next ones. `None` for a place that never does.
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

/// The waves in which locations come into reach.
struct Waves {
    /// By location: its wave; none where it never comes into reach.
    wave_of: Vec<Option<usize>>,
    many: usize,
}

impl Waves {
    fn of<const W: usize>(world: &World<W>) -> Self {
        let counted = relax(world, Keys::Counted);
        let mut waves = counted.waves;
        // A way that meets a lock twice needs fewer keys than it has locks: what only such ways lead to comes last.
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

    /// By wave, what comes into reach with it; things before plates, both in the order of the file.
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
