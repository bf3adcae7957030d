//! The warps, and the nodes without a rectangle that they pass.

use super::{Game, State, around, asks, is_block};
use quandary_level::rules::{Bombs, OneWay, StairEdges, Switches};
use quandary_level::{Cell, Content, Edge, NodeIndex, Requirement, Room, Tile};
use std::collections::BTreeSet;

impl Game<'_> {
    /// All possible end states of warps.
    pub(super) fn warps(&self, state: &State) -> BTreeSet<State> {
        let Some(room) = self.room_at(state.at) else { return BTreeSet::new() };
        let sorts = self.sorts(state.at).into_iter();
        sorts.flat_map(|along| self.warps_along(state, room, along)).collect()
    }

    /// The sorts of warps from a cell of a room.
    fn sorts(&self, cell: Cell) -> Vec<Along> {
        let tile = self.tile(cell).map_or(0, Tile::id);
        let stairs = self.rules.warps.stairs && tile == Tile::Stair.id();
        let doors = self.rules.warps.doors && (10..=15).contains(&tile);
        let any = doors || stairs && self.rules.stair_edges == StairEdges::All;
        let sorts = [(stairs, Along::Stairs), (any, Along::Any)];
        sorts.into_iter().filter(|(is, _)| *is).map(|(_, along)| along).collect()
    }

    /// The nodes without a rectangle that some warp reaches, if all requirements are met.
    pub(super) fn cellars(&self) -> BTreeSet<NodeIndex> {
        let mut cellars = BTreeSet::new();
        for room in &self.tiles.rooms {
            let sorts: BTreeSet<Along> = room.cells().flat_map(|cell| self.sorts(cell)).collect();
            for along in sorts {
                let (mut waiting, mut seen) = (vec![room.node], BTreeSet::new());
                while let Some(node) = waiting.pop() {
                    let ways = self.ways(node).into_iter();
                    let ways = ways.filter(|(_, edge)| along.leads(edge));
                    let nodes = ways.map(|(to, _)| to).filter(|to| self.room_of(*to).is_none());
                    waiting.extend(nodes.filter(|to| seen.insert(*to)));
                }
                cellars.extend(seen);
            }
        }
        cellars
    }

    /// The end states of warps along edges of one sort.
    fn warps_along(&self, state: &State, room: &Room, along: Along) -> BTreeSet<State> {
        let mut ends = BTreeSet::new();
        let mut waiting = vec![(room.node, state.clone())];
        let mut seen = BTreeSet::new();
        while let Some((node, state)) = waiting.pop() {
            for (to, edge) in self.ways(node) {
                let paid = along.leads(edge).then(|| self.pay(&state, edge)).flatten();
                let Some(paid) = paid else { continue };
                match self.room_of(to) {
                    Some(last) if along == Along::Any && is_adjacent(room, last) => {}
                    Some(last) => ends.extend(self.land(paid, last)),
                    None => {
                        let passed = (to, self.pass(paid, to));
                        if seen.insert(passed.clone()) {
                            waiting.push(passed);
                        }
                    }
                }
            }
        }
        ends
    }

    /// The passages out of a node along edges: the target and the edge.
    fn ways(&self, node: NodeIndex) -> Vec<(NodeIndex, &Edge)> {
        let mut ways = Vec::new();
        for edge in self.level.graph.edges.iter().filter(|edge| edge.from != edge.to) {
            if edge.from == node {
                ways.push((edge.to, edge));
            } else if edge.to == node
                && self.rules.one_way == OneWay::Ignored
                && asks(edge, Requirement::SoftLocked)
                && self.edges(edge.to, edge.from).is_empty()
            {
                ways.push((edge.from, edge));
            }
        }
        ways
    }

    /// Passes a node without a rectangle and takes its things.
    fn pass(&self, mut state: State, node: NodeIndex) -> State {
        let consumed = self.rules.bombs == Bombs::Consumed;
        let visited = self.rules.switches == Switches::Visited;
        for content in &self.level.graph.nodes[node as usize].contents {
            let counts = match content {
                Content::Key | Content::BossKey | Content::KeyItem => true,
                Content::ItemMinor => consumed || self.gathers,
                Content::Switch => visited,
                _ => false,
            };
            if counts {
                state.passed.insert(node);
            }
            if let Content::Symbol(id) = content {
                state.symbols.insert(*id);
            }
            let bombs = matches!(content, Content::ItemMinor | Content::KeyItem);
            state.bombs_held |= bombs && !consumed;
        }
        state
    }

    /// Lands in a room; `None` if that is refused.
    fn land(&self, state: State, room: &Room) -> Option<State> {
        let cell = self.landing(room)?;
        if is_block(&state, cell) || !self.needs_are_met(&state, cell) {
            return None;
        }
        Some(self.stand(state, cell))
    }

    /// The landing cell of warps into a room: its first STAIR, or the cell nearest its centre that is always walkable.
    fn landing(&self, room: &Room) -> Option<Cell> {
        let cells: Vec<(Cell, Tile)> =
            room.cells().filter_map(|cell| Some((cell, self.tile(cell)?))).collect();
        if let Some((stair, _)) = cells.iter().find(|(_, tile)| *tile == Tile::Stair) {
            return Some(*stair);
        }
        let (row, col) = (room.corner.row + room.rows / 2, room.corner.col + room.cols / 2);
        let free = cells.into_iter().filter(|(_, tile)| is_free(*tile));
        free.map(|(cell, _)| cell).min_by_key(|cell| {
            (cell.row.abs_diff(row) + cell.col.abs_diff(col), cell.row, cell.col)
        })
    }
}

/// The edges of a warp, which decide where it may end.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Along {
    /// `stair` edges, into any room.
    Stairs,
    /// Any edges, into a room that is not adjacent.
    Any,
}

impl Along {
    /// True if such a warp may use an edge.
    fn leads(self, edge: &Edge) -> bool {
        self == Self::Any || asks(edge, Requirement::Stair)
    }
}

/// True if a tile can be entered and has no requirement.
pub(super) fn is_free(tile: Tile) -> bool {
    matches!(tile.id(), 1 | 10 | 13 | 15 | 20 | 21 | 22 | 23 | 30 | 31 | 32 | 33 | 41 | 42 | 43)
}

/// True if a cell of one room is orthogonally adjacent to a cell of the other.
fn is_adjacent(a: &Room, b: &Room) -> bool {
    a.node != b.node && a.cells().any(|cell| around(cell).any(|beside| b.contains(beside)))
}
