//! The spheres of a level: what comes into reach with what lay in the spheres before.
//!
//! Keys are counted by the locks on one way, so that a sphere says what could be next, not what all must be
//! paid for.

use super::things::things;
use crate::model::graph::Content;
use crate::model::level::Level;
use crate::rules::Collect;
use crate::rules::Position;
use crate::rules::Rules;
use crate::rules::TooManyBits;
use crate::rules::facts::with_width;
use crate::rules::prepared::Prepared;
use crate::rules::world::World;
use crate::solve::relax::{Keys, relax};
use rustc_hash::FxHashMap;

/// The spheres of a level; none of one that keeps track of too many things.
#[must_use]
pub fn spheres(level: &Level, rules: &Rules) -> Vec<Vec<(Position, Content)>> {
    let prepared = Prepared::of(level, rules, Collect::Nothing);
    with_width!(prepared.facts().len(), of_ground::<W>(level, &prepared)).unwrap_or_default()
}

fn of_ground<const W: usize>(
    level: &Level,
    prepared: &Prepared<'_>,
) -> Vec<Vec<(Position, Content)>> {
    of_world(level, &prepared.world::<W>())
}

/// The spheres of a level whose world is made already.
pub(crate) fn of_world<const W: usize>(
    level: &Level,
    world: &World<W>,
) -> Vec<Vec<(Position, Content)>> {
    let waves = Waves::of(world);
    let mut spheres = vec![Vec::new(); waves.many];
    for (position, content) in things(level) {
        if let Some(wave) = waves.first(level, world, position) {
            spheres[wave].push((position, content));
        }
    }
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
    with_width!(prepared.facts().len(), numbers_in::<W>(level, &prepared, places))
}

fn numbers_in<const W: usize>(
    level: &Level,
    prepared: &Prepared<'_>,
    places: &[Position],
) -> Vec<Option<usize>> {
    let world = prepared.world::<W>();
    let waves = Waves::of(&world);
    let mut has_things = vec![false; waves.many];
    for (position, _) in things(level) {
        if let Some(wave) = waves.first(level, &world, position) {
            has_things[wave] = true;
        }
    }
    let before = |wave: usize| has_things[..wave].iter().filter(|&&has| has).count();
    places.iter().map(|&place| waves.first(level, &world, place).map(before)).collect()
}

/// The waves in which locations come into reach.
struct Waves {
    wave_of: FxHashMap<u32, usize>,
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
        let numbered = waves.iter().enumerate();
        let wave_of =
            numbered.flat_map(|(i, wave)| wave.iter().map(move |&location| (location, i)));
        Self { wave_of: wave_of.collect(), many: waves.len() }
    }

    /// The wave in which a position first comes into reach.
    fn first<const W: usize>(
        &self,
        level: &Level,
        world: &World<W>,
        position: Position,
    ) -> Option<usize> {
        let locations = world.locations_of(position, level);
        locations.into_iter().filter_map(|location| self.wave_of.get(&location).copied()).min()
    }
}
