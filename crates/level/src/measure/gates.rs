//! Passages that are gated: their directions ask for something, or their doorways lie off the main floor.

use super::ground::Ground;
use super::interior::Patch;
use super::links::{Links, Passage};
use super::names::{Measure, Metrics};
use crate::model::graph::{Edge, Graph, NodeIndex, Requirement};
use crate::model::grid::Cell;
use crate::model::level::{Level, Room, Tiles};
use crate::model::tile::Tile;
use crate::rules::facts::pair;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// The cells of a doorway: those in the room with the lower number, and those in the other.
type Doorway = [Vec<Cell>; 2];

/// The doorways by their rooms.
type Doorways = BTreeMap<(NodeIndex, NodeIndex), Doorway>;

/// Counts passages by what they ask for.
pub(super) fn count(level: &Level, links: &Links<'_>, ground: &Ground<'_>, metrics: &mut Metrics) {
    let doorways = ground.tiles.map(|tiles| doorways(tiles, ground)).unwrap_or_default();
    let off = ground.tiles.map(|tiles| off_the_main_floor(tiles, &doorways)).unwrap_or_default();
    let locks = ground.tiles.map(locked_cells).unwrap_or_default();
    let [mut gated, mut locked, mut bombable, mut one_sided] = [0; 4];
    for (rooms, passage) in &links.passages {
        let cells = doorways.get(rooms).into_iter().flatten().flatten();
        let needs: BTreeSet<Requirement> =
            cells.filter_map(|cell| locks.get(cell)).flatten().copied().collect();
        let asks = |way: &[&Edge]| least(way).map(|own| &own | &needs);
        let asked = passage.ways.each_ref().map(|way| asks(way));
        let any = |what: &dyn Fn(Requirement) -> bool| {
            asked.iter().flatten().flatten().any(|&requirement| what(requirement))
        };
        gated += usize::from(!passage.is_both_ways() || any(&|_| true) || off.contains(rooms));
        locked += usize::from(any(&|requirement| takes_a_key(requirement, &level.graph)));
        bombable += usize::from(any(&|requirement| requirement == Requirement::Bombable));
        let soft = any(&|requirement| requirement == Requirement::SoftLocked);
        one_sided += usize::from(!passage.is_both_ways() || soft || asked[0] != asked[1]);
    }
    metrics.set(Measure::Gated, gated, links.passages.len());
    metrics.set(Measure::Locks, locked, links.rooms());
    metrics.set(Measure::Bombable, bombable, links.rooms());
    metrics.set(Measure::OneSided, one_sided, links.rooms());
}

impl Passage<'_> {
    /// True if edges lead both ways.
    fn is_both_ways(&self) -> bool {
        self.ways.iter().all(|way| !way.is_empty())
    }
}

/// The requirements of the edge that asks for the least, the first of several; a stair is none. `None` without edges.
fn least(way: &[&Edge]) -> Option<BTreeSet<Requirement>> {
    let asked = way.iter().map(|edge| {
        edge.requires.iter().copied().filter(|asked| *asked != Requirement::Stair).collect()
    });
    asked.min_by_key(BTreeSet::len)
}

/// True if a requirement is a lock that a key opens.
fn takes_a_key(requirement: Requirement, graph: &Graph) -> bool {
    match requirement {
        Requirement::KeyLocked | Requirement::BossLocked => true,
        Requirement::Symbol(id) => !graph.symbol_name(id).contains(':'),
        _ => false,
    }
}

/// The needs of each cell that has a lock.
fn locked_cells(tiles: &Tiles) -> FxHashMap<Cell, BTreeSet<Requirement>> {
    let mut locked: FxHashMap<Cell, BTreeSet<Requirement>> = FxHashMap::default();
    for lock in &tiles.locks {
        lock.cells.iter().for_each(|cell| locked.entry(*cell).or_default().extend(&lock.needs));
    }
    locked
}

/// Finds the doorways: cells of two rectangles that touch, neither of them wall or void.
fn doorways(tiles: &Tiles, ground: &Ground<'_>) -> Doorways {
    let mut doorways = Doorways::new();
    let open = |cell| tiles.tile(cell).is_some_and(|tile| !tile.is_solid());
    for room in &tiles.rooms {
        for cell in room.cells().filter(|&cell| open(cell)) {
            for beside in cell.neighbours().filter(|&beside| open(beside)) {
                if let Some(other) = ground.room(beside).filter(|&other| other != room.node) {
                    let doorway = doorways.entry(pair(room.node, other)).or_default();
                    doorway[usize::from(room.node > other)].push(cell);
                }
            }
        }
    }
    doorways
}

/// The pairs of rooms whose doorway lies off the main floor of one of them.
fn off_the_main_floor(tiles: &Tiles, doorways: &Doorways) -> BTreeSet<(NodeIndex, NodeIndex)> {
    let mut of_room: FxHashMap<NodeIndex, Vec<_>> = FxHashMap::default();
    for (rooms, [a, b]) in doorways {
        of_room.entry(rooms.0).or_default().push((*rooms, a));
        of_room.entry(rooms.1).or_default().push((*rooms, b));
    }
    let mut off = BTreeSet::new();
    for room in &tiles.rooms {
        let doorways = of_room.get(&room.node).map_or(&[][..], Vec::as_slice);
        let cells: Vec<&[Cell]> = doorways.iter().map(|(_, cells)| cells.as_slice()).collect();
        let on = on_the_main_floor(tiles, room, &cells);
        off.extend(doorways.iter().zip(on).filter(|(_, on)| !on).map(|((rooms, _), _)| *rooms));
    }
    off
}

/// The pairs of rooms between which a doorway lies off the main floor of one of them: blocks or water are in the way.
#[must_use]
pub fn off_main_floors(level: &Level) -> BTreeSet<(NodeIndex, NodeIndex)> {
    let ground = Ground::of(level);
    let off = |tiles: &Tiles| off_the_main_floor(tiles, &doorways(tiles, &ground));
    ground.tiles.map(off).unwrap_or_default()
}

/// Of each doorway of a room, true if it lies on the main floor: the piece of its floor that touches most doorways, of
/// several the largest, of several the first.
fn on_the_main_floor(tiles: &Tiles, room: &Room, doorways: &[&[Cell]]) -> Vec<bool> {
    let patch = Patch::of(tiles, room);
    let blocks = |tile: Tile| tile.is_solid() || matches!(tile, Tile::Block | Tile::Element);
    let pieces = patch.pieces(|cell| !blocks(patch.tiles[cell]));
    let place = |cell: &Cell| {
        let (row, col) = (cell.row - room.corner.row, cell.col - room.corner.col);
        row as usize * patch.cols + col as usize
    };
    let touched = |cells: &&[Cell]| -> BTreeSet<usize> {
        cells.iter().filter_map(|cell| pieces.of[place(cell)]).collect()
    };
    let touched: Vec<BTreeSet<usize>> = doorways.iter().map(touched).collect();
    let mut counts = vec![0; pieces.sizes.len()];
    touched.iter().flatten().for_each(|&piece| counts[piece] += 1);
    let main = (0..counts.len()).rev().max_by_key(|&piece| (counts[piece], pieces.sizes[piece]));
    touched.iter().map(|pieces| main.is_some_and(|main| pieces.contains(&main))).collect()
}
