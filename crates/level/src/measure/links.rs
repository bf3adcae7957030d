//! The graph as rooms and passages, and the gated passages. A passage is a pair of different rooms with an edge in at
//! least one direction.

use super::interior::{Ground, Patch};
use super::names::{Measure, Metrics};
use crate::model::{Cell, Edge, Graph, Level, NodeIndex, Requirement, Room, Tile, Tiles};
use crate::rules::pair;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// The edges between two rooms: first those from the room with the lower number, then those from the other.
#[derive(Default)]
pub(crate) struct Passage<'a> {
    pub(crate) ways: [Vec<&'a Edge>; 2],
}

/// Rooms and passages.
pub(crate) struct Links<'a> {
    /// The passages by their two rooms, the lower number first.
    pub(crate) passages: BTreeMap<(NodeIndex, NodeIndex), Passage<'a>>,
    /// The neighbours of each room.
    near: Vec<Vec<NodeIndex>>,
}

impl<'a> Links<'a> {
    /// The rooms and passages of a graph.
    pub(crate) fn of(graph: &'a Graph) -> Self {
        let mut passages: BTreeMap<_, Passage<'a>> = BTreeMap::new();
        for edge in graph.edges.iter().filter(|edge| edge.from != edge.to) {
            let passage = passages.entry(pair(edge.from, edge.to)).or_default();
            passage.ways[usize::from(edge.from > edge.to)].push(edge);
        }
        let mut near = vec![Vec::new(); graph.nodes.len()];
        for &(a, b) in passages.keys() {
            near[a as usize].push(b);
            near[b as usize].push(a);
        }
        Self { passages, near }
    }

    pub(crate) fn rooms(&self) -> usize {
        self.near.len()
    }

    /// The neighbours of a room, in ascending order.
    pub(crate) fn near(&self, room: NodeIndex) -> &[NodeIndex] {
        &self.near[room as usize]
    }

    /// True if a room has exactly one neighbour.
    pub(crate) fn is_dead_end(&self, room: usize) -> bool {
        self.near[room].len() == 1
    }

    /// The smallest number of passages from a room to each room; `None` if there is no path.
    pub(crate) fn steps(&self, from: NodeIndex) -> Vec<Option<usize>> {
        steps(&self.near, &[from])
    }

    /// The number of independent cycles: passages minus rooms plus components.
    pub(crate) fn cycles(&self) -> usize {
        let (trees, _) = self.forest();
        self.passages.len() + trees - self.near.len()
    }

    /// The number of rooms with a passage that is not a bridge.
    pub(crate) fn on_cycle(&self) -> usize {
        let (_, bridges) = self.forest();
        let no_bridge = |room: NodeIndex| {
            let mut passages = self.near[room as usize].iter().map(|&next| pair(room, next));
            passages.any(|passage| !bridges.contains(&passage))
        };
        (0..self.near.len() as NodeIndex).filter(|&room| no_bridge(room)).count()
    }

    /// The number of components, and the bridges: the passages whose removal would add a component.
    fn forest(&self) -> (usize, BTreeSet<(NodeIndex, NodeIndex)>) {
        let mut search =
            Search { near: &self.near, met: vec![0; self.near.len()], low: Vec::new(), clock: 0 };
        search.low.clone_from(&search.met);
        let mut bridges = Default::default();
        let mut trees = 0;
        for root in 0..self.near.len() as NodeIndex {
            if search.met[root as usize] == 0 {
                trees += 1;
                search.tree(root, &mut bridges);
            }
        }
        (trees, bridges)
    }
}

/// The smallest number of steps from some places to each place; `None` if there is no path.
pub(super) fn steps(near: &[Vec<u32>], from: &[u32]) -> Vec<Option<usize>> {
    let mut steps = vec![None; near.len()];
    let mut queue: VecDeque<(u32, usize)> = from.iter().map(|&place| (place, 0)).collect();
    from.iter().for_each(|&place| steps[place as usize] = Some(0));
    while let Some((place, step)) = queue.pop_front() {
        for &next in &near[place as usize] {
            if steps[next as usize].is_none() {
                steps[next as usize] = Some(step + 1);
                queue.push_back((next, step + 1));
            }
        }
    }
    steps
}

/// A depth-first search that finds bridges.
struct Search<'a> {
    near: &'a [Vec<NodeIndex>],
    /// The time at which each room was met, from 1; 0 if it was not met.
    met: Vec<usize>,
    /// The earliest room that is reached from a room or its descendants by one passage that leads to no new room.
    low: Vec<usize>,
    clock: usize,
}

impl Search<'_> {
    /// Searches the component of a room.
    fn tree(&mut self, root: NodeIndex, bridges: &mut BTreeSet<(NodeIndex, NodeIndex)>) {
        let mut stack = vec![(root, root, 0)];
        self.meet(root);
        while let Some((room, parent, next)) = stack.pop() {
            let here = room as usize;
            let Some(&to) = self.near[here].get(next) else {
                self.low[parent as usize] = self.low[parent as usize].min(self.low[here]);
                if self.low[here] > self.met[parent as usize] {
                    bridges.insert(pair(parent, room));
                }
                continue;
            };
            stack.push((room, parent, next + 1));
            if self.met[to as usize] == 0 {
                self.meet(to);
                stack.push((to, room, 0));
            } else if to != parent {
                self.low[here] = self.low[here].min(self.met[to as usize]);
            }
        }
    }

    fn meet(&mut self, room: NodeIndex) {
        self.clock += 1;
        self.met[room as usize] = self.clock;
        self.low[room as usize] = self.clock;
    }
}

// -------------------------------------------------------------------------------------------------
// Gated passages: one of their directions has requirements, or their doorway is off the main floor.

/// The cells of a doorway: first those in the room with the lower number, then those in the other room.
type Doorway = [Vec<Cell>; 2];

/// The doorways by their two rooms.
type Doorways = BTreeMap<(NodeIndex, NodeIndex), Doorway>;

/// Counts passages by their requirements.
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

/// The requirements of the edge with the fewest requirements (the first of several), without stairs. `None` without
/// edges.
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

/// Finds the doorways: touching cells of two rectangles, neither of which is wall or void.
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

/// The pairs of rooms whose doorway is off the main floor of one of them.
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

/// The pairs of rooms with a doorway off the main floor of one of them: blocks, water or pits are in the way.
#[must_use]
pub fn off_main_floors(level: &Level) -> BTreeSet<(NodeIndex, NodeIndex)> {
    let ground = Ground::of(level);
    let off = |tiles: &Tiles| off_the_main_floor(tiles, &doorways(tiles, &ground));
    ground.tiles.map(off).unwrap_or_default()
}

/// For each doorway of a room, true if it is on the main floor: the piece of the room's floor that touches the most
/// doorways; among equal ones the largest, then the first.
fn on_the_main_floor(tiles: &Tiles, room: &Room, doorways: &[&[Cell]]) -> Vec<bool> {
    let patch = Patch::of(tiles, room);
    let bars = |tile: Tile| matches!(tile, Tile::Block | Tile::Element | Tile::Pit);
    let blocks = |tile: Tile| tile.is_solid() || bars(tile);
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
