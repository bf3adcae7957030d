//! The list of changes that could mend a level, in the order in which they are tried.

use super::mend::{Mend, PICKUPS, is_taken_in};
use crate::check::spheres;
use crate::check::things::things;
use crate::check::what_if::Freeable;
use crate::model::graph::{Content, NodeIndex};
use crate::model::grid::Cell;
use crate::model::level::Level;
use crate::model::tile::Tile;
use crate::rules::{BlockReset, Position, Push, Rules, TooManyBits};
use rustc_hash::FxHashSet;

/// The changes that could mend a level: by kind, and within a kind in the order of the file, cells floor by floor in
/// reading order before nodes.
///
/// # Errors
/// [`TooManyBits`] for a level that keeps track of too many things.
pub fn mends(level: &Level, rules: &Rules) -> Result<Vec<Mend>, TooManyBits> {
    let places = places(level);
    let mut all: Vec<Mend> = level.graph.one_way().map(Mend::TwoWay).collect();
    let pickups = || PICKUPS.into_iter().filter_map(Tile::gives);
    for &place in &places {
        let lacking = pickups().filter(|&content| !holds(level, place, content));
        all.extend(lacking.map(|content| Mend::Add(place, content)));
    }
    all.extend(Freeable::all(level, rules).into_iter().map(Mend::Free));
    all.extend(moves(level, rules, &places)?);
    all.extend(can_reset(level, rules).then_some(Mend::Reset));
    Ok(all)
}

/// The places on which a pick-up can be laid: FLOOR cells, plates aside, and nodes whose contents are taken.
fn places(level: &Level) -> Vec<Position> {
    let mut plates: FxHashSet<Cell> = FxHashSet::default();
    plates.extend(level.tiles.iter().flat_map(|tiles| &tiles.plates).flat_map(|p| &p.cells));
    let floor = level.tiles.iter().flat_map(|tiles| tiles.holding(Tile::Floor));
    let floor = floor.filter(|cell| !plates.contains(cell)).map(Position::Cell);
    let nodes = (0..level.graph.nodes.len() as NodeIndex).filter(|&n| is_taken_in(level, n));
    floor.chain(nodes.map(Position::Node)).collect()
}

fn holds(level: &Level, place: Position, content: Content) -> bool {
    match place {
        Position::Cell(_) => false,
        Position::Node(node) => {
            level.graph.nodes.get(node as usize).is_some_and(|n| n.contents.contains(&content))
        }
    }
}

/// Each pick-up with each place of the sphere before its own.
fn moves(level: &Level, rules: &Rules, places: &[Position]) -> Result<Vec<Mend>, TooManyBits> {
    let is_pickup = |(_, content): &(Position, Content)| {
        PICKUPS.into_iter().any(|tile| tile.gives() == Some(*content))
    };
    let pickups: Vec<_> = things(level).into_iter().filter(is_pickup).collect();
    let mut asked: Vec<Position> = places.to_vec();
    asked.extend(pickups.iter().map(|(at, _)| *at));
    let spheres = spheres::numbers(level, rules, &asked)?;
    let (of_places, of_pickups) = spheres.split_at(places.len());
    let mut all = Vec::new();
    for (&(from, content), &sphere) in pickups.iter().zip(of_pickups) {
        let Some(before) = sphere.and_then(|sphere| sphere.checked_sub(1)) else { continue };
        let targets = places.iter().zip(of_places);
        let targets =
            targets.filter(|&(&to, &at)| at == Some(before) && !holds(level, to, content));
        all.extend(targets.map(|(&to, _)| Mend::Move { from, to, content }));
    }
    Ok(all)
}

/// True if blocks could return: there are some that can be pushed, and rooms.
fn can_reset(level: &Level, rules: &Rules) -> bool {
    let tiles = level.tiles.as_ref();
    rules.blocks == BlockReset::Keep
        && rules.push != Push::Off
        && tiles.is_some_and(|tiles| {
            !tiles.rooms.is_empty() && tiles.holding(Tile::Block).next().is_some()
        })
}
