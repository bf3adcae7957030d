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
    let counted = relax(world, Keys::Counted);
    let mut waves = counted.waves;
    // A way that meets a lock twice needs fewer keys than it has locks: what only such ways lead to comes last.
    if world.is_of_tiles() {
        let one = relax(world, Keys::One).waves.into_iter().flatten();
        waves.push(one.filter(|&location| !counted.reached[location as usize]).collect());
    }
    let wave_of: FxHashMap<u32, usize> = waves
        .iter()
        .enumerate()
        .flat_map(|(i, wave)| wave.iter().map(move |&location| (location, i)))
        .collect();
    let first = |position| {
        let locations = world.locations_of(position, level);
        locations.into_iter().filter_map(|location| wave_of.get(&location).copied()).min()
    };
    let mut spheres = vec![Vec::new(); waves.len()];
    for (position, content) in things(level) {
        if let Some(wave) = first(position) {
            spheres[wave].push((position, content));
        }
    }
    spheres.retain(|sphere| !sphere.is_empty());
    spheres
}
