//! Reading of a level from its JSON.

use super::error::{ReadError, wrong};
use super::raw::{
    Object, RawCell, RawEdge, RawFloor, RawGraph, RawLevel, RawLock, RawMark, RawNode, RawRoom,
};
use crate::formats::FORMAT;
use crate::model::contents::{self, Symbols};
use crate::model::graph::{Content, Edge, Graph, Node, NodeId, NodeIndex};
use crate::model::grid::{Cell, Grid};
use crate::model::level::{Level, Mark, Room, TileLock, Tiles};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

pub(super) fn level(raw: RawLevel) -> Result<Level, ReadError> {
    if raw.format != FORMAT {
        return Err(wrong("format", format!("is {:?}; {FORMAT:?} is read here", raw.format)));
    }
    let mut parts = Parts::default();
    if let Some(graph) = &raw.graph {
        parts.graph(graph)?;
    }
    match raw.floors {
        Some(floors) => {
            let grid = |(i, Object(floor)): (usize, Object<RawFloor>)| {
                Grid::of_rows(&floor.grid).map_err(|ragged| {
                    wrong(format!("floors[{i}].grid[{}]", ragged.row), ragged.to_string())
                })
            };
            let floors = floors.into_iter().enumerate().map(grid).collect::<Result<_, _>>()?;
            parts.floors(floors);
            parts.start(raw.start);
            parts.goals(raw.goals);
            parts.rooms(&raw.rooms.unwrap_or_default())?;
            parts.marks(&raw.marks.unwrap_or_default())?;
            parts.locks(raw.locks.unwrap_or_default())?;
        }
        None => {
            let tiles = [
                ("start", raw.start.is_some()),
                ("goals", raw.goals.is_some()),
                ("rooms", raw.rooms.is_some()),
                ("marks", raw.marks.is_some()),
                ("locks", raw.locks.is_some()),
            ];
            if let Some((field, _)) = tiles.iter().find(|(_, present)| *present) {
                return Err(wrong(*field, "is for levels that have floors"));
            }
            if raw.graph.is_none() {
                return Err(wrong(
                    "floors",
                    "is missing, and so is graph; a level has one or both",
                ));
            }
        }
    }
    parts.level(raw.name, raw.provenance)
}

/// A level that is being put together, field by field. The graph comes first: rooms name its nodes.
#[derive(Default)]
pub(crate) struct Parts {
    graph: Graph,
    symbols: Symbols,
    nodes: FxHashMap<NodeId, NodeIndex>,
    tiles: Option<Tiles>,
}

impl Parts {
    fn tiles(&mut self) -> &mut Tiles {
        self.tiles.get_or_insert_default()
    }

    /// The room graph.
    pub(crate) fn graph(&mut self, Object(raw): &Object<RawGraph>) -> Result<(), ReadError> {
        self.graph.nodes = nodes(&raw.nodes, &mut self.symbols)?;
        self.nodes = index(&self.graph.nodes)?;
        self.graph.edges = edges(&raw.edges, &self.nodes, &mut self.symbols)?;
        self.graph.start = match &raw.start {
            Some(id) => Some(find(&self.nodes, id, "graph.start")?),
            None => only_start(&self.graph)?,
        };
        self.graph.goals = match &raw.goals {
            Some(ids) => goals(ids, &self.nodes)?,
            None => self.graph.holding(Content::Goal).collect(),
        };
        Ok(())
    }

    /// The floors.
    pub(crate) fn floors(&mut self, floors: Vec<Grid>) {
        self.tiles().floors = floors;
    }

    /// Sets the start cell, if one is given.
    pub(crate) fn start(&mut self, raw: Option<Object<RawCell>>) {
        self.tiles().start = raw.map(cell);
    }

    /// Sets the goals, if they are given.
    pub(crate) fn goals(&mut self, raw: Option<Vec<Object<RawCell>>>) {
        self.tiles().goals = raw.map(|cells| cells.into_iter().map(cell).collect());
    }

    /// The rooms.
    pub(crate) fn rooms(&mut self, raw: &[Object<RawRoom>]) -> Result<(), ReadError> {
        for (i, Object(room)) in raw.iter().enumerate() {
            let node = find(&self.nodes, &room.node, &format!("rooms[{i}].node"))?;
            let corner = Cell::new(room.floor, room.row, room.col);
            let room = Room { node, corner, rows: room.rows, cols: room.cols };
            self.tiles().rooms.push(room);
        }
        Ok(())
    }

    /// The marks.
    pub(crate) fn marks(&mut self, raw: &[Object<RawMark>]) -> Result<(), ReadError> {
        for (i, Object(mark)) in raw.iter().enumerate() {
            let gives = contents::content(&mark.gives, &mut self.symbols)
                .map_err(|message| wrong(format!("marks[{i}].gives"), message))?;
            let cell = Cell::new(mark.floor, mark.row, mark.col);
            self.tiles().marks.push(Mark { cell, gives });
        }
        Ok(())
    }

    /// The locks.
    pub(crate) fn locks(&mut self, raw: Vec<Object<RawLock>>) -> Result<(), ReadError> {
        for (i, Object(lock)) in raw.into_iter().enumerate() {
            let mut needs = Vec::with_capacity(lock.needs.len());
            for (j, name) in lock.needs.iter().enumerate() {
                let field = || format!("locks[{i}].needs[{j}]");
                let need = contents::requirement(name, &mut self.symbols)
                    .map_err(|message| wrong(field(), message))?;
                needs.push(need.ok_or_else(|| {
                    wrong(field(), "is open, but a lock needs symbols and toggles only")
                })?);
            }
            let cells = lock.cells.into_iter().map(|[floor, row, col]| Cell { floor, row, col });
            let cells = cells.collect();
            self.tiles().locks.push(TileLock { cells, needs });
        }
        Ok(())
    }

    /// The table of symbols, for readers of marks and locks in other formats.
    pub(crate) fn symbols(&mut self) -> &mut Symbols {
        &mut self.symbols
    }

    /// The node of an id.
    pub(crate) fn node(&self, id: &NodeId) -> Option<NodeIndex> {
        self.nodes.get(id).copied()
    }

    /// Sets the tiles with all that lies over them, as another format has put them together.
    pub(crate) fn lay(&mut self, tiles: Tiles) {
        self.tiles = Some(tiles);
    }

    /// The level.
    pub(crate) fn level(
        mut self,
        name: Option<String>,
        provenance: Option<serde_json::Map<String, serde_json::Value>>,
    ) -> Result<Level, ReadError> {
        self.graph.symbols = self.symbols.into_names();
        let level = Level { name, tiles: self.tiles, graph: self.graph, provenance };
        Ok(level.checked()?)
    }
}

fn cell(Object(raw): Object<RawCell>) -> Cell {
    Cell::new(raw.floor, raw.row, raw.col)
}

fn nodes(raw: &[Object<RawNode>], symbols: &mut Symbols) -> Result<Vec<Node>, ReadError> {
    let mut nodes = Vec::with_capacity(raw.len());
    for (i, Object(node)) in raw.iter().enumerate() {
        let mut contents = SmallVec::new();
        for (j, name) in node.contents.iter().enumerate() {
            let field = || format!("graph.nodes[{i}].contents[{j}]");
            let content = contents::content(name, symbols).map_err(|m| wrong(field(), m))?;
            if contents.contains(&content) {
                return Err(wrong(field(), format!("{name:?} stands twice in one node")));
            }
            contents.push(content);
        }
        nodes.push(Node { id: node.id.clone(), contents });
    }
    Ok(nodes)
}

fn index(nodes: &[Node]) -> Result<FxHashMap<NodeId, NodeIndex>, ReadError> {
    let mut index = FxHashMap::default();
    for (i, node) in nodes.iter().enumerate() {
        if index.insert(node.id.clone(), i as NodeIndex).is_some() {
            return Err(wrong(
                format!("graph.nodes[{i}].id"),
                format!("the id {} stands twice", node.id),
            ));
        }
    }
    Ok(index)
}

fn find(
    index: &FxHashMap<NodeId, NodeIndex>,
    id: &NodeId,
    field: &str,
) -> Result<NodeIndex, ReadError> {
    index.get(id).copied().ok_or_else(|| wrong(field, format!("there is no node with the id {id}")))
}

fn edges(
    raw: &[Object<RawEdge>],
    index: &FxHashMap<NodeId, NodeIndex>,
    symbols: &mut Symbols,
) -> Result<Vec<Edge>, ReadError> {
    let mut edges = Vec::with_capacity(raw.len());
    for (i, Object(edge)) in raw.iter().enumerate() {
        let from = find(index, &edge.from, &format!("graph.edges[{i}].from"))?;
        let to = find(index, &edge.to, &format!("graph.edges[{i}].to"))?;
        let mut requires = SmallVec::new();
        for name in &edge.requires.0 {
            let asked = contents::requirement(name, symbols)
                .map_err(|message| wrong(format!("graph.edges[{i}].requires"), message))?;
            if let Some(asked) = asked.filter(|asked| !requires.contains(asked)) {
                requires.push(asked);
            }
        }
        edges.push(Edge { from, to, requires });
    }
    Ok(edges)
}

/// The one node that holds `start`; a level of tiles may do without.
fn only_start(graph: &Graph) -> Result<Option<NodeIndex>, ReadError> {
    let mut starts = graph.holding(Content::Start);
    match (starts.next(), starts.next()) {
        (start, None) => Ok(start),
        (None, Some(_)) => Ok(None),
        (Some(a), Some(b)) => {
            let [a, b] = [a, b].map(|n| graph.id(n).map(ToString::to_string).unwrap_or_default());
            Err(wrong("graph.start", format!("is missing, and nodes {a} and {b} hold \"start\"")))
        }
    }
}

fn goals(
    ids: &[NodeId],
    index: &FxHashMap<NodeId, NodeIndex>,
) -> Result<Vec<NodeIndex>, ReadError> {
    let mut goals = Vec::with_capacity(ids.len());
    for (i, id) in ids.iter().enumerate() {
        let goal = find(index, id, &format!("graph.goals[{i}]"))?;
        if goals.contains(&goal) {
            return Err(wrong(format!("graph.goals[{i}]"), format!("the goal {id} stands twice")));
        }
        goals.push(goal);
    }
    Ok(goals)
}
