//! Printing of a level as JSON.

use super::read::{RawCell, RawLock, RawMark, RawPlate, RawRoom, RawRule};
use crate::formats::FORMAT;
use crate::model::{Cell, Content, Graph, Grid, Level, NodeId, Requirement, Tile, Tiles, contents};
use crate::rules::{Preset, Rules};
use serde::Serialize;
use serde::ser::{SerializeMap, SerializeSeq, Serializer};

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

/// A form of a level that takes its fields one by one.
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

/// Writes the fields of a level behind its name and its floors, in their order; those that say nothing are left out.
pub(crate) fn over<F: Fields>(level: &Level, out: &mut F) -> Result<(), F::Error> {
    let graph = &level.graph;
    if let Some(tiles) = &level.tiles {
        if let Some(start) = &tiles.start {
            out.field("start", start)?;
        }
        if let Some(goals) = &tiles.goals {
            out.field("goals", goals)?;
        }
        if !tiles.rooms.is_empty() {
            out.field("rooms", &Rooms(tiles, graph))?;
        }
        if !tiles.marks.is_empty() {
            out.field("marks", &Marks(tiles, graph))?;
        }
        if !tiles.locks.is_empty() {
            out.field("locks", &Locks(tiles, graph))?;
        }
        if !tiles.plates.is_empty() {
            out.field("plates", &Plates(tiles, graph))?;
        }
    }
    if level.tiles.is_none() || !graph.nodes.is_empty() {
        out.field("graph", graph)?;
    }
    if !level.win.is_empty() {
        out.field("win", &Conditions(&level.win, graph))?;
    }
    if let Some(rules) = &level.rules {
        out.field("rules", &Asked(rules))?;
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

/// The rooms of a level.
struct Rooms<'a>(&'a Tiles, &'a Graph);

impl Serialize for Rooms<'_> {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_seq(self.0.rooms.iter().map(|room| RawRoom {
            node: self.1.id(room.node).cloned().unwrap_or(NodeId::Number(-1)),
            floor: room.corner.floor,
            row: room.corner.row,
            col: room.corner.col,
            rows: room.rows,
            cols: room.cols,
        }))
    }
}

/// The marks of a level.
struct Marks<'a>(&'a Tiles, &'a Graph);

impl Serialize for Marks<'_> {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_seq(self.0.marks.iter().map(|mark| RawMark {
            floor: mark.cell.floor,
            row: mark.cell.row,
            col: mark.cell.col,
            gives: self.1.content_name(mark.gives),
        }))
    }
}

/// The locks of a level.
struct Locks<'a>(&'a Tiles, &'a Graph);

impl Serialize for Locks<'_> {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_seq(self.0.locks.iter().map(|lock| RawLock {
            cells: lock.cells.iter().map(|cell| [cell.floor, cell.row, cell.col]).collect(),
            needs: lock.needs.iter().map(|&need| self.1.requirement_name(need)).collect(),
        }))
    }
}

/// The plates of a level.
struct Plates<'a>(&'a Tiles, &'a Graph);

impl Serialize for Plates<'_> {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        let Self(tiles, graph) = self;
        s.collect_seq(tiles.plates.iter().zip(&graph.plates).map(|(plate, name)| RawPlate {
            name: name.clone(),
            cells: plate.cells.iter().map(|cell| [cell.floor, cell.row, cell.col]).collect(),
            gives: plate.gives.map(|id| graph.content_name(Content::Symbol(id))),
        }))
    }
}

/// A list of conditions.
struct Conditions<'a>(&'a [Requirement], &'a Graph);

impl Serialize for Conditions<'_> {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_seq(self.0.iter().map(|&need| self.1.requirement_name(need)))
    }
}

/// Rules as a level asks for them: a preset, unless it is the usual one, and what differs from it.
struct Asked<'a>(&'a Rules);

impl Serialize for Asked<'_> {
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

/// Rules, each by its name, the inventory aside.
impl Serialize for Rules {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_map(self.values().map(|(name, value)| (name, rule(name, value))))
    }
}

/// The value of a rule: a number or a boolean where it is one.
fn rule(name: &str, value: String) -> RawRule {
    match name {
        "bomb_pickup" => value.parse().map_or(RawRule::Text(value), RawRule::Number),
        "diagonals" => RawRule::Flag(value == "true"),
        _ => RawRule::Text(value),
    }
}

impl Serialize for Graph {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        let mut out = s.serialize_map(None)?;
        out.serialize_entry("nodes", &Nodes(self))?;
        out.serialize_entry("edges", &Edges(self))?;
        if let Some(start) = self.start.and_then(|start| self.id(start)) {
            out.serialize_entry("start", start)?;
        }
        let goals: Vec<_> = self.goals.iter().filter_map(|&goal| self.id(goal)).collect();
        out.serialize_entry("goals", &goals)?;
        out.end()
    }
}

struct Nodes<'a>(&'a Graph);

impl Serialize for Nodes<'_> {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Out<'a> {
            id: &'a NodeId,
            contents: Vec<String>,
        }
        let mut out = s.serialize_seq(Some(self.0.nodes.len()))?;
        for node in &self.0.nodes {
            let name = |&content| contents::of_content(content, &self.0.symbols);
            let contents = node.contents.iter().map(name).collect();
            out.serialize_element(&Out { id: &node.id, contents })?;
        }
        out.end()
    }
}

struct Edges<'a>(&'a Graph);

impl Serialize for Edges<'_> {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Out<'a> {
            from: Option<&'a NodeId>,
            to: Option<&'a NodeId>,
            requires: Vec<String>,
        }
        let mut out = s.serialize_seq(Some(self.0.edges.len()))?;
        for edge in &self.0.edges {
            let name = |&asked| self.0.requirement_name(asked);
            let requires = edge.requires.iter().map(name).collect();
            let (from, to) = (self.0.id(edge.from), self.0.id(edge.to));
            out.serialize_element(&Out { from, to, requires })?;
        }
        out.end()
    }
}
