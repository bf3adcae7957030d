//! Steps onto neighbouring cells, and their requirements.

use super::doorways::{self, Doorway};
use super::guards::Guards;
use super::sketch::Sketch;
use super::terrain::Terrain;
use super::warps;
use crate::model::graph::Requirement;
use crate::model::grid::Cell;
use crate::model::ruleset::Push;
use crate::model::tile::Tile;
use crate::rules::door::{Location, Way};
use crate::rules::lock::{Ask, Asks};
use rustc_hash::FxHashMap;

/// Lays every step of a level.
pub(super) fn add(
    sketch: &mut Sketch,
    terrain: &Terrain<'_>,
    guards: &Guards<'_>,
    doorways: &[Doorway],
) {
    let entry = entries(terrain, doorways);
    let mut asks = vec![false; terrain.cells.len()];
    entry.keys().for_each(|&location| asks[location as usize] = true);
    let mut steps = Steps { terrain, guards, entry, asks, guarded: FxHashMap::default() };
    let nothing = Asks::new();
    sketch.doors.reserve(4 * terrain.cells.len());
    let corners = if terrain.rules.diagonals { corners(sketch, terrain) } else { Vec::new() };
    let (straight, diagonal) = Way::STEPS.split_at(4);
    for from in 0..terrain.cells.len() as Location {
        let cell = terrain.cells[from as usize];
        for &(way, (rows, cols)) in straight {
            if let Some(to) = cell.offset(rows, cols).and_then(|cell| terrain.location(cell)) {
                steps.step(sketch, (from, to), way, &nothing);
            }
        }
        for &(way, (rows, cols)) in diagonal.iter().filter(|_| terrain.rules.diagonals) {
            let corner = |beside: Option<Cell>| match beside.and_then(|cell| terrain.flat(cell)) {
                Some(flat) => corners[flat],
                None => Corner::Blocked,
            };
            let beside = [corner(cell.offset(rows, 0)), corner(cell.offset(0, cols))];
            if beside.contains(&Corner::Blocked) {
                continue;
            }
            if let Some(to) = cell.offset(rows, cols).and_then(|cell| terrain.location(cell)) {
                let clear = beside.iter().filter_map(|corner| match corner {
                    Corner::Clear(block) => Some(Ask::Clear(*block)),
                    _ => None,
                });
                steps.step(sketch, (from, to), way, &clear.collect());
            }
        }
    }
}

/// Kinds of cells at the corner of a diagonal step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Corner {
    /// Always blocks the step.
    Blocked,
    /// Never blocks the step.
    Open,
    /// Blocks the step while a block stands on it; the cell, as the map of pushes numbers it.
    Clear(u32),
}

/// By cell, floor by floor in reading order.
fn corners(sketch: &Sketch, terrain: &Terrain<'_>) -> Vec<Corner> {
    let of = |(cell, _): (Cell, Tile)| {
        let block = || terrain.location(cell).and_then(|location| sketch.blocks.cell(location));
        match terrain.seen(cell) {
            Tile::Void | Tile::Wall => Corner::Blocked,
            Tile::Block if terrain.rules.push == Push::Off => Corner::Blocked,
            tile if tile.is_conditional_door() => Corner::Blocked,
            _ => block().map_or(Corner::Open, Corner::Clear),
        }
    };
    terrain.tiles.cells().map(of).collect()
}

/// Requirements for entering each location that has any: its locks, its door, its water.
fn entries(terrain: &Terrain<'_>, doorways: &[Doorway]) -> FxHashMap<Location, Asks> {
    let mut entries: FxHashMap<Location, Asks> = FxHashMap::default();
    for &location in terrain.locks.keys() {
        entries.insert(location, warps::entry(terrain, location));
    }
    for doorway in doorways {
        let asks = doorways::asks(doorway, terrain.rules.bombs);
        for &location in &doorway.locations {
            entries.entry(location).or_default().extend(asks.iter().copied());
        }
    }
    for (location, &tile) in (0..).zip(&terrain.tile) {
        if tile == Tile::Element {
            entries.entry(location).or_default().push(Ask::For(Requirement::ItemLocked));
        }
    }
    entries
}

struct Steps<'a> {
    terrain: &'a Terrain<'a>,
    guards: &'a Guards<'a>,
    /// By location: the requirements for entering it, if it has any.
    entry: FxHashMap<Location, Asks>,
    /// By location: true if entering it requires anything.
    asks: Vec<bool>,
    /// By two rooms: the alternatives that a step from the one into the other requires.
    guarded: FxHashMap<(u32, u32), Vec<Asks>>,
}

impl Steps<'_> {
    /// Lays a step: a door for each choice that the edges between its two rooms leave.
    fn step(&mut self, sketch: &mut Sketch, ends: (Location, Location), way: Way, besides: &Asks) {
        let (from, to) = ends;
        let is_within = self.terrain.room[from as usize] == self.terrain.room[to as usize];
        if is_within && !self.asks[to as usize] && besides.is_empty() {
            sketch.doors.push((from, to, way, 0));
            return;
        }
        let entry = self.entry.get(&to);
        let rooms = self.terrain.room_at(from).zip(self.terrain.room_at(to));
        let Some((a, b)) = rooms.filter(|(a, b)| a != b) else {
            let lock = match entry {
                None if besides.is_empty() => 0,
                _ => sketch.lock(entry.into_iter().flatten().chain(besides).copied().collect()),
            };
            sketch.doors.push((from, to, way, lock));
            return;
        };
        let (terrain, guards) = (self.terrain, self.guards);
        let choices = self.guarded.entry((a, b)).or_insert_with(|| {
            match (terrain.rectangle(a), terrain.rectangle(b)) {
                (Some(a), Some(b)) => guards.step(a.node, b.node),
                _ => vec![Asks::new()],
            }
        });
        let first = sketch.doors.len();
        for choice in choices {
            let asks = choice.iter().chain(entry.into_iter().flatten()).chain(besides).copied();
            let lock = sketch.lock(asks.collect());
            let door = (from, to, way, lock);
            if !sketch.doors[first..].contains(&door) {
                sketch.doors.push(door);
            }
        }
    }
}
