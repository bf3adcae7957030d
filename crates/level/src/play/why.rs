//! The reason why a step may not be taken.

use super::Refusal;
use super::step::Deed;
use super::turns::{Site, State};
use crate::model::graph::{NodeIndex, Requirement};
use crate::model::tile::Tile;
use crate::rules::blocks::Blocks;
use crate::rules::door::{Door, Way};
use crate::rules::{Location, Position};
use rustc_hash::FxHashSet;

/// The reason why a deed may not be done in a state, or not in so many ways.
pub(super) fn refused<const W: usize>(
    site: &Site<'_, W>,
    state: State<W>,
    (deed, ways): (Deed, usize),
    blocks: &mut Blocks,
) -> Refusal {
    let (at, config) = state;
    if site.world.is_goal(at, &config) {
        return Refusal::Won;
    }
    if ways > 0 {
        return Refusal::FewerWays(ways);
    }
    let doors = site.world.doors(at).iter().copied();
    let mut those = doors.filter(|door| door.way != Way::Warp && Site::<W>::deed(*door) == deed);
    match (deed, those.next()) {
        (Deed::Flip(_), _) => Refusal::NoToggle,
        (Deed::Warp(node), _) => no_warp(site, state, node, blocks),
        (_, Some(door)) => closed(site, state, door, blocks),
        (Deed::Goto(_), None) => Refusal::NoEdge,
        (Deed::Go(way), None) => no_door(site, at, way),
    }
}

/// The reason why a door may not be passed.
fn closed<const W: usize>(
    site: &Site<'_, W>,
    (_, config): State<W>,
    door: Door,
    blocks: &Blocks,
) -> Refusal {
    let missing = site.world.unmet(&config, door);
    if missing[..] == [Requirement::ItemLocked] && tile(site, door.to) == Some(Tile::Element) {
        return Refusal::Water;
    }
    if !missing.is_empty() {
        return Refusal::Locked(missing);
    }
    if site.world.brushes_a_block(&config, door, blocks) {
        return Refusal::Corner;
    }
    let is_warp = matches!(door.way, Way::Warp | Way::Pass);
    match site.world.stuck(&config, door, blocks) {
        Some(_) if is_warp => Refusal::Landing,
        Some(stuck) => Refusal::Block(stuck),
        None => Refusal::OneWay,
    }
}

/// The reason why no door leads on in a direction.
fn no_door<const W: usize>(site: &Site<'_, W>, at: Location, way: Way) -> Refusal {
    let (Some(Position::Cell(cell)), Some((rows, cols))) = (site.world.position(at), offset(way))
    else {
        return Refusal::NoEdge;
    };
    let tiles = site.level.tiles.as_ref();
    let there = cell.offset(rows, cols).and_then(|there| tiles?.tile(there));
    let stands = cell.offset(rows, cols).is_some_and(|there| {
        !site.world.locations_of(Position::Cell(there), site.level).is_empty()
    });
    match there.unwrap_or_default() {
        _ if way.is_diagonal() && !site.world.has_diagonals() => Refusal::Diagonal,
        tile if !stands => Refusal::Solid(tile),
        _ if way.is_diagonal() => Refusal::Corner,
        _ => Refusal::OneWay,
    }
}

/// The reason why no warp lands in a node's rectangle: the first thing in the way, if one leads there at all.
fn no_warp<const W: usize>(
    site: &Site<'_, W>,
    (at, config): State<W>,
    node: NodeIndex,
    blocks: &mut Blocks,
) -> Refusal {
    let warps = |door: &&Door| matches!(door.way, Way::Warp | Way::Pass);
    let mut met = FxHashSet::default();
    let mut waiting: Vec<(Location, Option<Refusal>)> = vec![(at, None)];
    let mut next = 0;
    while let Some((from, refusal)) = waiting.get(next).cloned() {
        next += 1;
        for &door in site.world.doors(from).iter().filter(warps) {
            // Things taken on the way are not told from things held: the reason is that of whoever stands here.
            let closed = || {
                let passes = site.world.step(&config, door, blocks).is_some();
                (!passes).then(|| self::closed(site, (from, config), door, blocks))
            };
            let refusal = refusal.clone().or_else(closed);
            match site.node(door.to) {
                Some(found) if found == node => return refusal.unwrap_or(Refusal::NoWarp),
                Some(_) => {}
                None if met.insert(door.to) => waiting.push((door.to, refusal)),
                None => {}
            }
        }
    }
    Refusal::NoWarp
}

/// The tile of a location.
fn tile<const W: usize>(site: &Site<'_, W>, at: Location) -> Option<Tile> {
    match site.world.position(at)? {
        Position::Cell(cell) => site.level.tiles.as_ref()?.tile(cell),
        Position::Node(_) => None,
    }
}

/// The rows and columns of a step in a direction.
fn offset(way: Way) -> Option<(i32, i32)> {
    let step = Way::STEPS.into_iter().find(|(step, _)| *step == way);
    step.map(|(_, offset)| offset)
}
