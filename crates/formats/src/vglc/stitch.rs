//! Merges the graph with the map, with one node for each room, and stitches both into one level: opens doorways, places
//! items, and adds the stairs of the graph.
//!
//! Nodes that are parts of one room become one node with the contents of all; the tiles of the room separate its parts.
//! The contents of a node without a room, usually a cellar, go to the room that it is linked to, where they can be
//! taken once. The entrance replaces the start pointer. An edge between rooms that do not touch becomes a stair and
//! keeps its other requirements.
//!
//! Every doorway is opened through the walls of both rooms. Its tiles have one id, that of the hardest requirement of
//! its edges; under the rule `locks=doorway` the edges are the locks. A door pair without an edge is an open doorway; a
//! door that leads nowhere is wall. Items are placed near the centre of the room, on floor that can be reached from its
//! doors without pushing and without water. Enemies, bosses and puzzles stay in the graph, because as tiles they would
//! only take floor from the blocks. Invariants: the tiles can show every edge of the new graph; the outer wall of a
//! room is open only at doorways.

use super::embed::Embedding;
use super::graph::EdgeS;
use super::tiles::{Map, ROOM_COLS, ROOM_ROWS, Side, inside_walls, is_inside_walls};
use level::{
    Cell, Content, Edge, Graph, Grid, Level, Node, NodeIndex, Requirement, Room, Tile, Tiles,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;
use std::collections::VecDeque;

/// A graph whose nodes are rooms.
#[derive(Debug, Default)]
pub(crate) struct Merged {
    /// The graph.
    pub(crate) graph: Graph,
    /// The node of each room.
    pub(crate) node: Vec<Option<NodeIndex>>,
    /// The contents of each room, once for every node that holds them.
    pub(crate) items: Vec<Vec<Content>>,
    /// Pairs of rooms, the lower first, that are joined only by edges marked `s`.
    pub(crate) seen_only: FxHashSet<(usize, usize)>,
    /// The number of nodes without a room, not counting the pointer.
    pub(crate) unplaced: usize,
    /// Notes on the data.
    pub(crate) notes: Vec<String>,
}

/// Merges a graph with a map, as embedded. `entrance` is the room with the map's entrance.
pub(crate) fn merge(
    map: &Map,
    graph: &Graph,
    embedding: &Embedding,
    entrance: usize,
    edge_s: EdgeS,
) -> Merged {
    let mut merged = Merged {
        node: vec![None; map.rooms.len()],
        items: vec![Vec::new(); map.rooms.len()],
        ..Merged::default()
    };
    let hosts = hosts(graph, embedding, entrance);
    let heirs = merged.nodes(graph, embedding, &hosts);
    merged.start(entrance);
    merged.edges(map, graph, &hosts, &heirs, edge_s);
    merged.graph.goals = merged.graph.holding(Content::Goal).collect();
    merged
}

/// The room that gets the contents of each node: its own, or else the nearest along the edges; `None` if no edges lead
/// to a room.
fn hosts(graph: &Graph, embedding: &Embedding, entrance: usize) -> Vec<Option<usize>> {
    let mut hosts = embedding.room.clone();
    if let Some(host) = graph.start.and_then(|start| hosts.get_mut(start as usize)) {
        *host = Some(entrance);
    }
    let mut around: Vec<Vec<NodeIndex>> = vec![Vec::new(); graph.nodes.len()];
    for edge in &graph.edges {
        around[edge.from as usize].push(edge.to);
        around[edge.to as usize].push(edge.from);
    }
    // Search outwards from all rooms. The pointer is excluded, because only the entrance is linked to it.
    let placed = (0u32..).zip(&embedding.room).filter(|(_, room)| room.is_some());
    let mut queue: VecDeque<NodeIndex> = placed.map(|(node, _)| node).collect();
    while let Some(node) = queue.pop_front() {
        for &next in &around[node as usize] {
            if hosts[next as usize].is_none() {
                hosts[next as usize] = hosts[node as usize];
                queue.push_back(next);
            }
        }
    }
    hosts
}

impl Merged {
    /// Adds the nodes: the first node of each room, and those that no edges lead to. Returns the new node of each old
    /// one.
    fn nodes(
        &mut self,
        graph: &Graph,
        embedding: &Embedding,
        hosts: &[Option<usize>],
    ) -> Vec<NodeIndex> {
        let first = |room: usize| embedding.inside[room].first().copied();
        let mut heirs = vec![NodeIndex::MAX; graph.nodes.len()];
        for (old, node) in (0u32..).zip(&graph.nodes) {
            let host = hosts[old as usize];
            if host.is_none() || host.and_then(first) == Some(old) {
                let new = self.graph.nodes.len() as NodeIndex;
                heirs[old as usize] = new;
                self.graph.nodes.push(Node { id: node.id.clone(), contents: Default::default() });
                if let Some(room) = host {
                    self.node[room] = Some(new);
                }
            }
        }
        for (old, node) in (0u32..).zip(&graph.nodes) {
            let pointer = graph.start == Some(old);
            let own = embedding.room[old as usize];
            self.unplaced += usize::from(own.is_none() && !pointer);
            let Some(room) = hosts[old as usize] else {
                self.notes.push(format!("node {} has no room, and no edge leads to one", node.id));
                self.graph.nodes[heirs[old as usize] as usize].contents.clone_from(&node.contents);
                continue;
            };
            let Some(heir) = self.node[room] else { continue };
            heirs[old as usize] = heir;
            let heir = &mut self.graph.nodes[heir as usize];
            if own.is_none() && !pointer {
                let message = "has no room; what it holds lies in the room of node";
                self.notes.push(format!("node {} {message} {}", node.id, heir.id));
            } else if own.is_some() && heir.id != node.id {
                self.notes.push(format!("nodes {} and {} are parts of one room", heir.id, node.id));
            }
            for &content in node.contents.iter().filter(|content| **content != Content::Start) {
                self.items[room].push(content);
                if !heir.contents.contains(&content) {
                    heir.contents.push(content);
                }
            }
        }
        heirs
    }

    /// Sets the node of the entrance as the start.
    fn start(&mut self, entrance: usize) {
        self.graph.start = self.node[entrance];
        let lonely = !self.graph.nodes.is_empty();
        let start = self.graph.start.and_then(|start| self.graph.nodes.get_mut(start as usize));
        match start {
            Some(node) => node.contents.insert(0, Content::Start),
            None if !lonely => {}
            None => self.notes.push("the room of the entrance has no node".to_owned()),
        }
    }

    /// Adds the edges.
    fn edges(
        &mut self,
        map: &Map,
        graph: &Graph,
        hosts: &[Option<usize>],
        heirs: &[NodeIndex],
        edge_s: EdgeS,
    ) {
        let mut seen = FxHashSet::default();
        let mut walked = FxHashSet::default();
        let mut stretched = FxHashSet::default();
        for edge in &graph.edges {
            let ends = [edge.from, edge.to].map(|end| hosts[end as usize]);
            let [from, to] = [edge.from, edge.to].map(|end| heirs[end as usize]);
            if from == to || from == NodeIndex::MAX || to == NodeIndex::MAX {
                continue;
            }
            let mut requires = edge.requires.clone();
            let stair = edge.requires(Requirement::Stair);
            if let [Some(a), Some(b)] = ends {
                let pair = (a.min(b), a.max(b));
                if stair {
                    self.seen_only.insert(pair);
                } else if map.touch(a, b) {
                    walked.insert(pair);
                } else {
                    requires.push(Requirement::Stair);
                    if stretched.insert(pair) {
                        let [a, b] = [from, to].map(|node| &self.graph.nodes[node as usize].id);
                        let message = "join rooms that do not touch; they are stairs";
                        self.notes.push(format!("the edges between nodes {a} and {b} {message}"));
                    }
                }
            }
            if stair && edge_s == EdgeS::Impassable {
                continue;
            }
            if seen.insert((from, to, requires.clone())) {
                self.graph.edges.push(Edge { from, to, requires });
            }
        }
        self.seen_only.retain(|pair| !walked.contains(pair));
    }
}

/// The door tiles of requirements, the hardest first. Water has none: its tiles are in the room.
const DOORS: [(Requirement, Tile); 5] = [
    (Requirement::BossLocked, Tile::DoorBoss),
    (Requirement::KeyLocked, Tile::DoorLocked),
    (Requirement::Bombable, Tile::DoorBomb),
    (Requirement::Switch, Tile::DoorPuzzle),
    (Requirement::SoftLocked, Tile::DoorSoft),
];

/// The tile of a content, if it has one.
fn item(content: Content) -> Option<Tile> {
    match content {
        Content::Key => Some(Tile::KeySmall),
        Content::BossKey => Some(Tile::KeyBoss),
        Content::KeyItem => Some(Tile::KeyItem),
        Content::ItemMinor => Some(Tile::ItemMinor),
        Content::Goal => Some(Tile::Goal),
        _ => None,
    }
}

/// A level under construction.
struct Stitcher<'a> {
    map: &'a Map,
    merged: &'a Merged,
    grid: Grid,
    /// For each room, the cells just inside its doorways.
    doorsteps: Vec<Vec<(u32, u32)>>,
    notes: Vec<String>,
}

/// Stitches a level; returns it with notes. `entrance` is the room and the side of the door where the player starts.
pub(crate) fn stitch(
    map: &Map,
    merged: &Merged,
    entrance: (usize, Side),
    edge_s: EdgeS,
) -> (Level, Vec<String>) {
    let mut stitcher = Stitcher {
        map,
        merged,
        grid: ground(map),
        doorsteps: vec![Vec::new(); map.rooms.len()],
        notes: Vec::new(),
    };
    stitcher.strangers();
    stitcher.doorways(edge_s);
    stitcher.entrance(entrance);
    stitcher.stairs();
    for (room, items) in merged.items.iter().enumerate() {
        for tile in items.iter().filter_map(|&content| item(content)) {
            stitcher.lay(room, tile);
        }
    }
    let tiles =
        Tiles { rooms: rooms(map, merged), floors: vec![stitcher.grid], ..Tiles::default() };
    let graph = merged.graph.clone();
    (Level { graph, ..Level::of_tiles(tiles) }, stitcher.notes)
}

/// The tiles of the text, with doors as wall and void inside rooms as floor.
fn ground(map: &Map) -> Grid {
    let mut grid = Grid::filled(map.rows * ROOM_ROWS, map.cols * ROOM_COLS, Tile::Void);
    for slot in &map.rooms {
        let (top, left) = (slot.row * ROOM_ROWS, slot.col * ROOM_COLS);
        for row in 0..ROOM_ROWS {
            for col in 0..ROOM_COLS {
                let tile = match map.tile(top + row, left + col) {
                    Tile::Void if is_inside_walls(row, col) => Tile::Floor,
                    tile => tile,
                };
                grid.set(top + row, left + col, tile);
            }
        }
        for (row, col) in Side::ALL.into_iter().flat_map(|side| side.doorway(false)) {
            if grid.get(top + row, left + col) == Some(Tile::DoorOpen) {
                grid.set(top + row, left + col, Tile::Wall);
            }
        }
    }
    grid
}

/// The rectangles of the rooms with a node.
fn rooms(map: &Map, merged: &Merged) -> Vec<Room> {
    let nodes = map.rooms.iter().zip(&merged.node);
    nodes
        .filter_map(|(slot, node)| {
            let corner = Cell::new(0, slot.row * ROOM_ROWS, slot.col * ROOM_COLS);
            Some(Room { node: (*node)?, corner, rows: ROOM_ROWS, cols: ROOM_COLS })
        })
        .collect()
}

impl Stitcher<'_> {
    /// Adds a note on rooms without a node.
    fn strangers(&mut self) {
        let graph = !self.merged.graph.nodes.is_empty();
        for room in (0..self.map.rooms.len()).filter(|_| graph) {
            if self.merged.node[room].is_none() {
                self.notes.push(format!("{}: no node of the graph is this room", self.place(room)));
            }
        }
    }

    /// Opens the doorways between rooms that touch.
    fn doorways(&mut self, edge_s: EdgeS) {
        let hardest = self.hardest();
        for (room, side, other) in self.map.borders() {
            let nodes = [room, other].map(|room| self.merged.node[room]);
            let door = match nodes {
                [Some(a), Some(b)] => hardest.get(&(a.min(b), a.max(b))).copied(),
                _ => None,
            };
            let pair = self.map.is_pair(room, side);
            let seen_only = self.merged.seen_only.contains(&(room, other));
            let names = self.name(room, side);
            let door = match (door, pair) {
                (Some(door), true) => door,
                (Some(door), false) => {
                    if door != Tile::DoorBomb {
                        self.notes
                            .push(format!("{names}: an edge opens a wall without a door pair"));
                    }
                    door
                }
                (None, true) if seen_only && edge_s == EdgeS::Impassable => {
                    self.notes.push(format!("{names}: shut, its edges are impassable"));
                    continue;
                }
                (None, true) => {
                    if !seen_only && !self.merged.graph.nodes.is_empty() {
                        self.notes.push(format!("{names}: an open door pair without an edge"));
                    }
                    Tile::DoorOpen
                }
                (None, false) => {
                    let doors = [(room, side), (other, side.facing())];
                    if doors.iter().any(|&(room, side)| self.map.rooms[room].has_door(side)) {
                        self.notes.push(format!("{names}: shut, a door on one side only"));
                    }
                    continue;
                }
            };
            self.open(room, side, door, true);
            self.open(other, side.facing(), door, true);
        }
    }

    /// The hardest door tile between each two nodes that are joined by edges other than stairs.
    fn hardest(&self) -> FxHashMap<(NodeIndex, NodeIndex), Tile> {
        let rank = |asked: &Requirement| DOORS.iter().position(|(known, _)| known == asked);
        let mut ranks = FxHashMap::default();
        for edge in &self.merged.graph.edges {
            if edge.requires(Requirement::Stair) {
                continue;
            }
            let hardest = edge.requires.iter().filter_map(rank).min().unwrap_or(DOORS.len());
            let pair = (edge.from.min(edge.to), edge.from.max(edge.to));
            let known = ranks.entry(pair).or_insert(hardest);
            *known = hardest.min(*known);
        }
        let door = |rank: usize| DOORS.get(rank).map_or(Tile::DoorOpen, |(_, tile)| *tile);
        ranks.into_iter().map(|(pair, rank)| (pair, door(rank))).collect()
    }

    /// Draws a door over a doorway of a room. With `through` the outermost wall is opened too; else the doorway is as
    /// deep as in the text.
    fn open(&mut self, room: usize, side: Side, door: Tile, through: bool) {
        let slot = &self.map.rooms[room];
        let (top, left) = (slot.row * ROOM_ROWS, slot.col * ROOM_COLS);
        let outer = side.doorway(true).filter(|_| through);
        for (row, col) in side.doorway(false).chain(outer) {
            self.grid.set(top + row, left + col, door);
        }
        let (down, right) = side.step();
        self.doorsteps[room].extend(
            side.doorway(false).map(|(row, col)| {
                (row.wrapping_add_signed(-down), col.wrapping_add_signed(-right))
            }),
        );
    }

    /// Opens the door that leads off the map, as deep as in the text, and puts the start there. Other doors that lead
    /// nowhere stay wall.
    fn entrance(&mut self, (room, side): (usize, Side)) {
        self.open(room, side, Tile::DoorOpen, false);
        let slot = &self.map.rooms[room];
        if let Some((row, col)) = side.doorway(false).next() {
            self.grid.set(slot.row * ROOM_ROWS + row, slot.col * ROOM_COLS + col, Tile::Start);
        }
        for (other, at) in self.map.ways_out() {
            if (other, at) != (room, side) {
                let note = format!("{}: shut, the door leads nowhere", self.name(other, at));
                self.notes.push(note);
            }
        }
    }

    /// Adds a stair to each room without one whose node has stair edges.
    fn stairs(&mut self) {
        let edges = &self.merged.graph.edges;
        let stairs = edges.iter().filter(|edge| edge.requires(Requirement::Stair));
        let ends: FxHashSet<NodeIndex> = stairs.flat_map(|edge| [edge.from, edge.to]).collect();
        for (room, slot) in self.map.rooms.iter().enumerate() {
            let Some(node) = self.merged.node[room].filter(|node| ends.contains(node)) else {
                continue;
            };
            if !slot.stair {
                let id = &self.merged.graph.nodes[node as usize].id;
                self.notes.push(format!("a stair is put into the room of node {id}"));
                self.lay(room, Tile::Stair);
            }
        }
    }

    /// Places a tile in a room: on the floor that is reached from most of its doors, or from its stair if it has no
    /// doors; there nearest the centre, and of equal cells the first in reading order. A room full of water has it on a
    /// doorstep, a room without free floor in its middle.
    fn lay(&mut self, room: usize, tile: Tile) {
        let slot = &self.map.rooms[room];
        let (top, left) = (slot.row * ROOM_ROWS, slot.col * ROOM_COLS);
        let at = |(row, col): (u32, u32)| self.grid.get(top + row, left + col);
        let reached = self.reached(room);
        let centre = (ROOM_ROWS / 2, ROOM_COLS / 2);
        let floor = inside_walls()
            .filter(|&cell| matches!(at(cell), Some(Tile::Floor | Tile::ElementFloor)))
            .min_by_key(|&(row, col)| {
                let doors = reached.get(&(row, col)).copied().unwrap_or(0);
                (Reverse(doors), row.abs_diff(centre.0) + col.abs_diff(centre.1))
            });
        let dry = floor.filter(|cell| reached.contains_key(cell));
        let wet = || {
            let mut steps = self.doorsteps[room].iter().copied();
            steps.find(|&step| at(step) == Some(Tile::Element))
        };
        let (row, col) = dry.or_else(wet).or(floor).unwrap_or(centre);
        if dry.is_none() {
            self.notes.push(format!("{}: no free floor for {tile}", self.place(room)));
        }
        self.grid.set(top + row, left + col, tile);
    }

    /// For each cell inside a room, the number of doorsteps from which it is reached over tiles that are always
    /// walkable. In a room without doorsteps its stair counts as one.
    fn reached(&self, room: usize) -> FxHashMap<(u32, u32), usize> {
        let slot = &self.map.rooms[room];
        let (top, left) = (slot.row * ROOM_ROWS, slot.col * ROOM_COLS);
        let tile = |(row, col): (u32, u32)| self.grid.get(top + row, left + col);
        let walkable = |&cell: &(u32, u32)| {
            is_inside_walls(cell.0, cell.1) && tile(cell).is_some_and(Tile::is_always_walkable)
        };
        let mut steps = self.doorsteps[room].clone();
        if steps.is_empty() {
            steps.extend(inside_walls().filter(|&cell| tile(cell) == Some(Tile::Stair)));
        }
        let mut reached = FxHashMap::default();
        for step in steps.into_iter().filter(walkable) {
            let mut seen = FxHashSet::from_iter([step]);
            let mut open = vec![step];
            while let Some((row, col)) = open.pop() {
                *reached.entry((row, col)).or_insert(0) += 1;
                let beside = Side::ALL.into_iter().map(|side| {
                    let (down, right) = side.step();
                    (row.wrapping_add_signed(down), col.wrapping_add_signed(right))
                });
                open.extend(beside.filter(walkable).filter(|&cell| seen.insert(cell)));
            }
        }
        reached
    }

    /// The name of a room in a note.
    fn place(&self, room: usize) -> String {
        let slot = &self.map.rooms[room];
        let place = format!("room in row {}, column {}", slot.row, slot.col);
        match self.merged.node[room].and_then(|node| self.merged.graph.id(node)) {
            Some(id) => format!("{place} (node {id})"),
            None => place,
        }
    }

    /// The name of a doorway in a note.
    fn name(&self, room: usize, side: Side) -> String {
        format!("{}, {}", self.place(room), side.name())
    }
}
