//! Prints a level as JSON.

use super::read::{RawCell, RawLock, RawMark, RawPlate, RawRoom, RawRule};
use crate::formats::FORMAT;
use crate::model::{
    Cell, Content, Edge, Graph, Grid, Level, Mark, NodeId, Plate, Requirement, Room, Tile, TileLock,
};
use crate::rules::{Preset, Rules};
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

impl Serialize for NodeId {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        match self {
            NodeId::Number(n) => s.serialize_i64(*n),
            NodeId::Name(name) => s.serialize_str(name),
        }
    }
}

impl Serialize for Tile {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.serialize_u8(self.id())
    }
}

impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        RawCell { floor: self.floor, row: self.row, col: self.col }.serialize(s)
    }
}

impl Serialize for Level {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        let mut out = s.serialize_map(None)?;
        out.serialize_entry("format", FORMAT)?;
        if let Some(name) = &self.name {
            out.serialize_entry("name", name)?;
        }
        if let Some(tiles) = &self.tiles {
            let floors: Vec<_> = tiles.floors.iter().map(|grid| Floor { grid }).collect();
            out.serialize_entry("floors", &floors)?;
        }
        over(self, &mut out)?;
        out.end()
    }
}

/// An output form of a level that receives its fields one by one.
pub(crate) trait Fields {
    /// The error of a field that cannot be written.
    type Error;

    /// Writes a field.
    fn field<T: Serialize + ?Sized>(
        &mut self,
        name: &'static str,
        value: &T,
    ) -> Result<(), Self::Error>;
}

impl<M: SerializeMap> Fields for M {
    type Error = M::Error;

    fn field<T: Serialize + ?Sized>(
        &mut self,
        name: &'static str,
        value: &T,
    ) -> Result<(), M::Error> {
        self.serialize_entry(name, value)
    }
}

/// Writes the fields of a level after its name and its floors, in order, without empty fields.
pub(crate) fn over<F: Fields>(level: &Level, out: &mut F) -> Result<(), F::Error> {
    let graph = &level.graph;
    let conditions = |asked: &[Requirement]| -> Vec<String> {
        asked.iter().map(|&need| graph.requirement_name(need)).collect()
    };
    let cells =
        |cells: &[Cell]| cells.iter().map(|cell| [cell.floor, cell.row, cell.col]).collect();
    if let Some(tiles) = &level.tiles {
        if let Some(start) = &tiles.start {
            out.field("start", start)?;
        }
        if let Some(goals) = &tiles.goals {
            out.field("goals", goals)?;
        }
        let room = |&Room { node, corner: Cell { floor, row, col }, rows, cols }: &Room| {
            let node = graph.id(node).cloned().unwrap_or(NodeId::Number(-1));
            RawRoom { node, floor, row, col, rows, cols }
        };
        some(out, "rooms", tiles.rooms.iter().map(room))?;
        let mark = |&Mark { cell: Cell { floor, row, col }, gives }: &Mark| RawMark {
            floor,
            row,
            col,
            gives: graph.content_name(gives),
        };
        some(out, "marks", tiles.marks.iter().map(mark))?;
        let lock =
            |lock: &TileLock| RawLock { cells: cells(&lock.cells), needs: conditions(&lock.needs) };
        some(out, "locks", tiles.locks.iter().map(lock))?;
        let plate = |(plate, name): (&Plate, &String)| RawPlate {
            name: name.clone(),
            cells: cells(&plate.cells),
            gives: plate.gives.map(|id| graph.content_name(Content::Symbol(id))),
        };
        some(out, "plates", tiles.plates.iter().zip(&graph.plates).map(plate))?;
    }
    if level.tiles.is_none() || !graph.nodes.is_empty() {
        out.field("graph", graph)?;
    }
    some(out, "win", conditions(&level.win).into_iter())?;
    if let Some(rules) = &level.rules {
        out.field("rules", &RulesJson(rules))?;
    }
    match &level.provenance {
        Some(provenance) => out.field("provenance", provenance),
        None => Ok(()),
    }
}

/// One floor of a level.
#[derive(Serialize)]
struct Floor<'a> {
    #[serde(serialize_with = "rows")]
    grid: &'a Grid,
}

fn rows<S: Serializer>(grid: &Grid, s: S) -> Result<S::Ok, S::Error> {
    s.collect_seq(grid.iter_rows())
}

/// Writes a list, unless it is empty.
fn some<F: Fields, T: Serialize>(
    out: &mut F,
    name: &'static str,
    all: impl Iterator<Item = T>,
) -> Result<(), F::Error> {
    let all: Vec<T> = all.collect();
    if all.is_empty() { Ok(()) } else { out.field(name, &all) }
}

/// The rules of a level: its preset, unless it is the default, and the rules that differ from it.
struct RulesJson<'a>(&'a Rules);

impl Serialize for RulesJson<'_> {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        let (preset, others) = self.0.by_preset();
        let mut out = s.serialize_map(None)?;
        if preset != Preset::default() {
            out.serialize_entry("preset", preset.name())?;
        }
        for (name, value) in others {
            out.serialize_entry(name, &rule(name, value))?;
        }
        out.end()
    }
}

/// All rules by name, without the inventory.
impl Serialize for Rules {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_map(self.values().map(|(name, value)| (name, rule(name, value))))
    }
}

/// The value of a rule: a number or a boolean if possible.
fn rule(name: &str, value: String) -> RawRule {
    match name {
        "bomb_pickup" => value.parse().map_or(RawRule::Text(value), RawRule::Number),
        "diagonals" => RawRule::Flag(value == "true"),
        _ => RawRule::Text(value),
    }
}

/// A graph, as in files.
#[derive(Serialize)]
struct GraphJson<'a> {
    nodes: Vec<NodeJson<'a>>,
    edges: Vec<EdgeJson<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<&'a NodeId>,
    goals: Vec<&'a NodeId>,
}

#[derive(Serialize)]
struct NodeJson<'a> {
    id: &'a NodeId,
    contents: Vec<String>,
}

#[derive(Serialize)]
struct EdgeJson<'a> {
    from: Option<&'a NodeId>,
    to: Option<&'a NodeId>,
    requires: Vec<String>,
}

impl Serialize for Graph {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        let nodes = self.nodes.iter().map(|node| NodeJson {
            id: &node.id,
            contents: node.contents.iter().map(|&content| self.content_name(content)).collect(),
        });
        let edge = |edge: &Edge| EdgeJson {
            from: self.id(edge.from),
            to: self.id(edge.to),
            requires: edge
                .requires
                .iter()
                .map(|&requirement| self.requirement_name(requirement))
                .collect(),
        };
        let json = GraphJson {
            nodes: nodes.collect(),
            edges: self.edges.iter().map(edge).collect(),
            start: self.start.and_then(|start| self.id(start)),
            goals: self.goals.iter().filter_map(|&goal| self.id(goal)).collect(),
        };
        json.serialize(s)
    }
}
