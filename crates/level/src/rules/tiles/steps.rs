//! Steps onto neighbouring cells, and their requirements: doors of tiles, and edges between two rooms.

use super::TileBuilder;
use super::terrain::{self, Terrain};
use crate::model::{Cell, Edge, Graph, NodeIndex, Requirement, Tile};
use crate::rules::lock::{Need, Needs, needs};
use crate::rules::{Bombs, Fact, Location, Locks, OneWay, Push, Rules, Way, pair};
use rustc_hash::{FxHashMap, FxHashSet};

/// Adds every step of a level.
pub(super) fn add(builder: &mut TileBuilder, terrain: &Terrain<'_>, guards: &Guards<'_>) {
    let entry = entries(terrain, &doorways(terrain, guards));
    let mut needs = vec![false; terrain.cells.len()];
    entry.keys().for_each(|&location| needs[location as usize] = true);
    let mut steps = Steps { terrain, guards, entry, needs, guarded: FxHashMap::default() };
    let nothing = Needs::new();
    builder.doors.reserve(4 * terrain.cells.len());
    let corners = if terrain.rules.diagonals { corners(builder, terrain) } else { Vec::new() };
    let (straight, diagonal) = Way::STEPS.split_at(4);
    for from in 0..terrain.cells.len() as Location {
        let cell = terrain.cells[from as usize];
        for &(way, (rows, cols)) in straight {
            if let Some(to) = cell.offset(rows, cols).and_then(|cell| terrain.location(cell)) {
                steps.step(builder, (from, to), way, &nothing);
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
                    Corner::Clear(block) => Some(Need::Clear(*block)),
                    _ => None,
                });
                steps.step(builder, (from, to), way, &clear.collect());
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
    /// Blocks the step while a block stands on it; the cell is given by its number in the push map.
    Clear(u32),
}

/// The kind of every cell, floor by floor in reading order.
fn corners(builder: &TileBuilder, terrain: &Terrain<'_>) -> Vec<Corner> {
    let of = |(cell, _): (Cell, Tile)| {
        let block = || terrain.location(cell).and_then(|location| builder.blocks.cell(location));
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
fn entries(terrain: &Terrain<'_>, doorways: &[Doorway]) -> FxHashMap<Location, Needs> {
    let mut entries: FxHashMap<Location, Needs> = FxHashMap::default();
    for &location in terrain.locks.keys() {
        entries.insert(location, terrain::entry(terrain, location));
    }
    for doorway in doorways {
        let needs = doorway.needs(terrain.rules.bombs);
        for &location in &doorway.locations {
            entries.entry(location).or_default().extend(needs.iter().copied());
        }
    }
    for (location, &tile) in (0..).zip(&terrain.tile) {
        if tile == Tile::Element {
            entries.entry(location).or_default().push(Need::For(Requirement::ItemLocked));
        }
    }
    entries
}

struct Steps<'a> {
    terrain: &'a Terrain<'a>,
    guards: &'a Guards<'a>,
    /// By location, the requirements for entering it, if it has any.
    entry: FxHashMap<Location, Needs>,
    /// By location, true if entering it requires anything.
    needs: Vec<bool>,
    /// By pair of rooms, the alternative requirements of a step from the first into the second.
    guarded: FxHashMap<(u32, u32), Vec<Needs>>,
}

impl Steps<'_> {
    /// Adds a step: one door for each alternative that the edges between its two rooms allow.
    fn step(
        &mut self,
        builder: &mut TileBuilder,
        ends: (Location, Location),
        way: Way,
        besides: &Needs,
    ) {
        let (from, to) = ends;
        // A pit onto which no push leads is never filled.
        if self.terrain.tile[to as usize] == Tile::Pit && builder.blocks.cell(to).is_none() {
            return;
        }
        let is_within = self.terrain.room[from as usize] == self.terrain.room[to as usize];
        if is_within && !self.needs[to as usize] && besides.is_empty() {
            builder.doors.push((from, to, way, 0));
            return;
        }
        let entry = self.entry.get(&to);
        let rooms = self.terrain.room_at(from).zip(self.terrain.room_at(to));
        let Some((a, b)) = rooms.filter(|(a, b)| a != b) else {
            let lock = match entry {
                None if besides.is_empty() => 0,
                _ => builder.lock(entry.into_iter().flatten().chain(besides).copied().collect()),
            };
            builder.doors.push((from, to, way, lock));
            return;
        };
        let (terrain, guards) = (self.terrain, self.guards);
        let choices = self.guarded.entry((a, b)).or_insert_with(|| {
            match (terrain.rectangle(a), terrain.rectangle(b)) {
                (Some(a), Some(b)) => guards.step(a.node, b.node),
                _ => vec![Needs::new()],
            }
        });
        let first = builder.doors.len();
        for choice in choices {
            let needs = choice.iter().chain(entry.into_iter().flatten()).chain(besides).copied();
            let lock = builder.lock(needs.collect());
            let door = (from, to, way, lock);
            if !builder.doors[first..].contains(&door) {
                builder.doors.push(door);
            }
        }
    }
}

// -------------------------------------------------------------------------------------------------
// Doors of tiles: which tiles form one door, and which doors the graph opens from the start.

/// A door of tiles: its tile, and the locations of its cells in reading order.
pub(super) struct Doorway {
    pub(super) tile: Tile,
    pub(super) locations: Vec<Location>,
    /// Its first cell, which identifies it.
    pub(super) first: Cell,
    /// True if the graph joins the rooms on both sides. Then only the edges lock it.
    pub(super) is_open: bool,
}

/// The doors of a level that require something.
pub(super) fn doorways(terrain: &Terrain<'_>, guards: &Guards<'_>) -> Vec<Doorway> {
    let mut doorways = Vec::new();
    let mut seen = FxHashSet::<Location>::default();
    for (location, &tile) in (0..).zip(&terrain.tile) {
        if tile.requirement().is_none() || seen.contains(&location) {
            continue;
        }
        let mut locations = vec![location];
        if terrain.rules.locks == Locks::Doorway {
            let cells = terrain.tiles.piece(terrain.cells[location as usize]);
            locations = cells.into_iter().filter_map(|cell| terrain.location(cell)).collect();
            locations.sort_unstable();
            seen.extend(&locations);
        }
        let is_open = terrain.rules.locks == Locks::Doorway
            && locations.iter().any(|&location| is_guarded(terrain, guards, location));
        let first = terrain.cells[location as usize];
        doorways.push(Doorway { tile, locations, first, is_open });
    }
    doorways
}

/// True if a location of one room lies next to another room that the graph joins to it.
fn is_guarded(terrain: &Terrain<'_>, guards: &Guards<'_>, location: Location) -> bool {
    let node = |room: u32| terrain.rectangle(room).map(|room| room.node);
    let Some(here) = terrain.room_at(location).and_then(node) else { return false };
    let cell = terrain.cells[location as usize];
    let beside = |cell: Cell| -> Option<NodeIndex> {
        let rooms = &terrain.tiles.rooms;
        match terrain.location(cell) {
            Some(location) => terrain.room_at(location).and_then(node),
            // A wall belongs to a room too.
            None => rooms.iter().find(|room| room.contains(cell)).map(|room| room.node),
        }
    };
    cell.neighbours().filter_map(beside).any(|there| there != here && guards.joins(here, there))
}

impl Doorway {
    /// The requirements for entering a cell of the door.
    fn needs(&self, bombs: Bombs) -> Needs {
        let need = match self.tile {
            _ if self.is_open => return Needs::new(),
            Tile::DoorLocked => Need::Spend(Requirement::KeyLocked, Fact::KeyDoor(self.first)),
            Tile::DoorBomb if bombs == Bombs::Consumed => {
                Need::Spend(Requirement::Bombable, Fact::BombDoor(self.first))
            }
            Tile::DoorBomb => Need::For(Requirement::Bombable),
            _ => Need::For(Requirement::BossLocked),
        };
        Needs::from_iter([need])
    }
}

// -------------------------------------------------------------------------------------------------
// Requirements of the edges between two rooms, for a step from one into the other.
//
// With `locks=doorway` the edges guard every such step. With either value of `locks`, an enforced one-way door leads
// one way only. Invariant: stairs guard nothing.

/// The edges of a graph by the two nodes they join, without stairs and without edges from a node to itself.
pub(super) struct Guards<'a> {
    graph: &'a Graph,
    rules: &'a Rules,
    edges: FxHashMap<(NodeIndex, NodeIndex), Vec<u32>>,
}

impl<'a> Guards<'a> {
    /// The guards that a graph defines.
    pub(super) fn of(graph: &'a Graph, rules: &'a Rules) -> Self {
        let mut edges: FxHashMap<_, Vec<u32>> = FxHashMap::default();
        for (i, edge) in (0..).zip(&graph.edges) {
            if edge.from != edge.to && !edge.requires(Requirement::Stair) {
                edges.entry((edge.from, edge.to)).or_default().push(i);
            }
        }
        Self { graph, rules, edges }
    }

    fn between(&self, from: NodeIndex, to: NodeIndex) -> impl Iterator<Item = &'a Edge> + '_ {
        let edges = self.edges.get(&(from, to)).into_iter().flatten();
        edges.filter_map(|&i| self.graph.edges.get(i as usize))
    }

    /// True if the graph joins two nodes, in either direction.
    pub(super) fn joins(&self, a: NodeIndex, b: NodeIndex) -> bool {
        self.edges.contains_key(&(a, b)) || self.edges.contains_key(&(b, a))
    }

    /// True if a one-way edge may be crossed back.
    pub(super) fn opens_back(&self, edge: &Edge) -> bool {
        edge.requires(Requirement::SoftLocked)
            && self.rules.one_way == OneWay::Ignored
            && !self.edges.contains_key(&(edge.to, edge.from))
    }

    /// The requirements of a step between the rooms of two nodes, as alternatives: any one of them suffices. An empty
    /// list means that the step is refused.
    pub(super) fn step(&self, from: NodeIndex, to: NodeIndex) -> Vec<Needs> {
        if !self.graph.cut.is_empty() && self.graph.cut.contains(&pair(from, to)) {
            return Vec::new();
        }
        let mut onward = self.between(from, to).peekable();
        let mut back = self.between(to, from).peekable();
        let free = vec![Needs::new()];
        if onward.peek().is_none() && back.peek().is_none() {
            return free;
        }
        let onward_is_there = onward.peek().is_some();
        match self.rules.locks {
            Locks::Doorway if onward_is_there => onward.map(needs).collect(),
            Locks::Doorway => back
                .filter(|edge| !edge.requires(Requirement::SoftLocked) || self.opens_back(edge))
                .map(needs)
                .collect(),
            Locks::Tile => {
                let one_way = self.rules.one_way == OneWay::Enforced
                    && !onward_is_there
                    && back.all(|edge| edge.requires(Requirement::SoftLocked));
                if one_way { Vec::new() } else { free }
            }
        }
    }
}
