//! The doors of a level, and their requirements, as objects for readers of the map.
//!
//! Nothing here decides anything: the rules read tiles and graph themselves.

use crate::Area;
use level::model::graph::{Graph, NodeIndex, Requirement};
use level::model::grid::Cell;
use level::model::level::Tiles;
use level::model::tile::Tile;
use rustc_hash::{FxHashMap, FxHashSet};

/// Door tiles of one kind that fill a rectangle.
pub(super) struct Door {
    /// The kind.
    pub(super) tile: Tile,
    /// The rectangle of cells it fills.
    pub(super) area: Area,
    /// Names of its requirements: those of the graph's edges, or if there are none, that of the tile itself.
    pub(super) requires: Vec<String>,
}

/// The doors of a level, at most `most`.
pub(super) fn doors(tiles: &Tiles, graph: &Graph, most: usize) -> Vec<Door> {
    let guards = Guards::of(tiles, graph);
    let (mut doors, mut seen) = (Vec::new(), FxHashSet::<Cell>::default());
    for (cell, tile) in tiles.cells().filter(|(_, tile)| tile.is_door()) {
        if doors.len() >= most {
            break;
        }
        if seen.contains(&cell) {
            continue;
        }
        let piece = tiles.piece(cell);
        seen.extend(&piece);
        let mut requires = guards.ask(tiles, &piece);
        if requires.is_empty() {
            requires.extend(tile.asks().map(|asked| graph.requirement_name(asked)));
        }
        let door = |area| Door { tile, area, requires: requires.clone() };
        match rectangle(&piece) {
            Some(area) => doors.push(door(area)),
            None => {
                doors.extend(piece.iter().map(|&corner| door(Area { corner, rows: 1, cols: 1 })));
            }
        }
    }
    doors.truncate(most);
    doors
}

/// The rectangle that some cells fill, if they do.
fn rectangle(cells: &[Cell]) -> Option<Area> {
    let low = |at: fn(&Cell) -> u32| cells.iter().map(at).min();
    let high = |at: fn(&Cell) -> u32| cells.iter().map(at).max();
    let (top, left) = (low(|cell| cell.row)?, low(|cell| cell.col)?);
    let rows = high(|cell| cell.row)? - top + 1;
    let cols = high(|cell| cell.col)? - left + 1;
    let corner = Cell::new(cells.first()?.floor, top, left);
    (u64::from(rows) * u64::from(cols) == cells.len() as u64).then_some(Area { corner, rows, cols })
}

/// The edges of the room graph by pair of rooms, for looking up what a step between rooms requires.
struct Guards<'a> {
    graph: &'a Graph,
    /// The node of each cell that is a door or lies beside one.
    nodes: FxHashMap<Cell, NodeIndex>,
    /// The edges of each pair, the lower node first.
    edges: FxHashMap<(NodeIndex, NodeIndex), Vec<usize>>,
}

impl<'a> Guards<'a> {
    fn of(tiles: &Tiles, graph: &'a Graph) -> Self {
        let mut edges = FxHashMap::<_, Vec<usize>>::default();
        for (i, edge) in graph.edges.iter().enumerate() {
            if edge.from != edge.to && !edge.asks(Requirement::Stair) {
                let pair = (edge.from.min(edge.to), edge.from.max(edge.to));
                edges.entry(pair).or_default().push(i);
            }
        }
        let is_door = |cell: Cell| tiles.tile(cell).is_some_and(Tile::is_door);
        let mut nodes = FxHashMap::default();
        for room in tiles.rooms.iter().filter(|_| !edges.is_empty()) {
            let near = room.cells().filter(|&cell| is_door(cell) || cell.neighbours().any(is_door));
            nodes.extend(near.map(|cell| (cell, room.node)));
        }
        Self { graph, nodes, edges }
    }

    /// Requirements of the edges between the rooms on both sides of a door, without repetition.
    fn ask(&self, tiles: &Tiles, piece: &[Cell]) -> Vec<String> {
        let mut asked: Vec<String> = Vec::new();
        for &cell in piece {
            let Some(&here) = self.nodes.get(&cell) else { continue };
            for beside in cell.neighbours().filter(|&beside| tiles.tile(beside).is_some()) {
                let Some(&there) = self.nodes.get(&beside) else { continue };
                let edges = self.edges.get(&(here.min(there), here.max(there)));
                for edge in edges.into_iter().flatten().filter_map(|&i| self.graph.edges.get(i)) {
                    for &requirement in &edge.requires {
                        let name = self.graph.requirement_name(requirement);
                        if !asked.contains(&name) {
                            asked.push(name);
                        }
                    }
                }
            }
        }
        asked
    }
}
