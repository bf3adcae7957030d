//! Reads a level from JSON: its tiles and names, its room graph, its rules, and the raw JSON structures.

use super::{ReadError, wrong};
use crate::formats::FORMAT;
use crate::model::contents::{self, Names};
use crate::model::{
    Cell, Content, Edge, Graph, Grid, Level, Mark, Node, NodeId, NodeIndex, Plate, Requirement,
    Room, SymbolId, Tile, TileLock, Tiles, tile,
};
use crate::rules::{KNOWN, Preset, Rules};
use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};
use serde::de::value::MapAccessDeserializer;
use serde::de::{self, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::fmt;
use std::marker::PhantomData;

pub(super) fn level(mut raw: RawLevel) -> Result<Level, ReadError> {
    if raw.format != FORMAT {
        return Err(wrong("format", format!("is {:?}; {FORMAT:?} is read here", raw.format)));
    }
    let grid = |(i, Object(floor)): (usize, Object<RawFloor>)| {
        Grid::of_rows(&floor.grid).map_err(|ragged| {
            wrong(format!("floors[{i}].grid[{}]", ragged.row), ragged.to_string())
        })
    };
    let floors = raw.floors.take();
    let floors = floors.map(|floors| floors.into_iter().enumerate().map(grid).collect());
    let floors = floors.transpose()?;
    if floors.is_none() {
        if let Some(field) = raw.over_tiles() {
            return Err(wrong(field, "is for levels that have floors"));
        }
        if raw.graph.is_none() {
            let message = "is missing, and so is graph; a level has one or both";
            return Err(wrong("floors", message));
        }
    }
    together(raw, floors)
}

/// The level with the given raw fields and floors.
pub(crate) fn together(raw: RawLevel, floors: Option<Vec<Grid>>) -> Result<Level, ReadError> {
    let mut builder = LevelBuilder::default();
    let plates = raw.plates.unwrap_or_default();
    builder.plate_names(&plates)?;
    if let Some(graph) = &raw.graph {
        builder.graph(graph)?;
    }
    if let Some(floors) = floors {
        builder.floors(floors);
        builder.start(raw.start);
        builder.goals(raw.goals);
        builder.rooms(&raw.rooms.unwrap_or_default())?;
        builder.marks(&raw.marks.unwrap_or_default())?;
        builder.locks(raw.locks.unwrap_or_default())?;
        builder.plates(plates)?;
    }
    if let Some(names) = &raw.win {
        builder.win(names)?;
    }
    if let Some(raw) = &raw.rules {
        builder.rules(raw)?;
    }
    builder.level(raw.name, raw.provenance)
}

impl RawLevel {
    /// The name of a field that only levels of tiles can have, if one is present.
    pub(crate) fn over_tiles(&self) -> Option<&'static str> {
        let Self { start, goals, rooms, marks, locks, plates, .. } = self;
        let there = [
            ("start", start.is_some()),
            ("goals", goals.is_some()),
            ("rooms", rooms.is_some()),
            ("marks", marks.is_some()),
            ("locks", locks.is_some()),
            ("plates", plates.is_some()),
        ];
        there.into_iter().find(|(_, is_there)| *is_there).map(|(field, _)| field)
    }
}

/// A level under construction, set field by field. The graph comes first, because rooms refer to its nodes.
#[derive(Default)]
pub struct LevelBuilder {
    graph: Graph,
    names: Names,
    nodes: FxHashMap<NodeId, NodeIndex>,
    tiles: Option<Tiles>,
    win: Vec<Requirement>,
    rules: Option<Rules>,
}

impl LevelBuilder {
    fn tiles(&mut self) -> &mut Tiles {
        self.tiles.get_or_insert_default()
    }

    /// Sets the room graph.
    ///
    /// # Errors
    /// The field that is wrong, and why.
    pub fn graph(&mut self, Object(raw): &Object<RawGraph>) -> Result<(), ReadError> {
        self.graph.nodes = nodes(&raw.nodes, &mut self.names)?;
        self.nodes = index(&self.graph.nodes)?;
        self.graph.edges = edges(&raw.edges, &self.nodes, &mut self.names)?;
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

    pub(crate) fn floors(&mut self, floors: Vec<Grid>) {
        self.tiles().floors = floors;
    }

    pub(crate) fn start(&mut self, raw: Option<Object<RawCell>>) {
        self.tiles().start = raw.map(cell);
    }

    pub(crate) fn goals(&mut self, raw: Option<Vec<Object<RawCell>>>) {
        self.tiles().goals = raw.map(|cells| cells.into_iter().map(cell).collect());
    }

    pub(crate) fn rooms(&mut self, raw: &[Object<RawRoom>]) -> Result<(), ReadError> {
        for (i, Object(room)) in raw.iter().enumerate() {
            let node = find(&self.nodes, &room.node, &format!("rooms[{i}].node"))?;
            let corner = Cell::new(room.floor, room.row, room.col);
            let room = Room { node, corner, rows: room.rows, cols: room.cols };
            self.tiles().rooms.push(room);
        }
        Ok(())
    }

    pub(crate) fn marks(&mut self, raw: &[Object<RawMark>]) -> Result<(), ReadError> {
        for (i, Object(mark)) in raw.iter().enumerate() {
            let gives = contents::content(&mark.gives, &mut self.names)
                .map_err(|message| wrong(format!("marks[{i}].gives"), message))?;
            let cell = Cell::new(mark.floor, mark.row, mark.col);
            self.tiles().marks.push(Mark { cell, gives });
        }
        Ok(())
    }

    pub(crate) fn locks(&mut self, raw: Vec<Object<RawLock>>) -> Result<(), ReadError> {
        for (i, Object(lock)) in raw.into_iter().enumerate() {
            let needs = conditions(&format!("locks[{i}].needs"), &lock.needs, &mut self.names)?;
            let cells = lock.cells.into_iter().map(cell_of).collect();
            self.tiles().locks.push(TileLock { cells, needs });
        }
        Ok(())
    }

    /// Adds the names of the plates before anything refers to them: an invalid name is reported before an unknown
    /// one.
    fn plate_names(&mut self, raw: &[Object<RawPlate>]) -> Result<(), ReadError> {
        for (i, Object(plate)) in raw.iter().enumerate() {
            let field = || format!("plates[{i}].name");
            if plate.name.is_empty() {
                return Err(wrong(field(), "is empty"));
            }
            if let Some(first) = self.names.plate(&plate.name) {
                let name = diagnostics::short(&plate.name);
                let message = format!("{name:?} is the name of plates[{first}] already");
                return Err(wrong(field(), message));
            }
            self.names.add_plate(&plate.name);
        }
        Ok(())
    }

    /// Sets the plates, whose names are already known.
    pub(crate) fn plates(&mut self, raw: Vec<Object<RawPlate>>) -> Result<(), ReadError> {
        for (i, Object(plate)) in raw.into_iter().enumerate() {
            let gives = plate.gives.map(|name| {
                symbol(&name, &mut self.names)
                    .map_err(|message| wrong(format!("plates[{i}].gives"), message))
            });
            let cells = plate.cells.into_iter().map(cell_of).collect();
            self.tiles().plates.push(Plate { cells, gives: gives.transpose()? });
        }
        Ok(())
    }

    /// Sets the conditions that win.
    ///
    /// # Errors
    /// The field that is wrong, and why.
    pub fn win(&mut self, names: &[String]) -> Result<(), ReadError> {
        if names.is_empty() {
            return Err(wrong("win", "is empty; without it only places win"));
        }
        self.win = conditions("win", names, &mut self.names)?;
        Ok(())
    }

    /// Sets the rules for which the level was made.
    ///
    /// # Errors
    /// The field that is wrong, and why.
    pub fn rules(&mut self, raw: &RawRules) -> Result<(), ReadError> {
        self.rules = Some(rules(raw)?);
        Ok(())
    }

    /// The tables of names, for readers of marks and locks in other formats.
    pub fn names(&mut self) -> &mut Names {
        &mut self.names
    }

    /// The node with an id.
    #[must_use]
    pub fn node(&self, id: &NodeId) -> Option<NodeIndex> {
        self.nodes.get(id).copied()
    }

    /// Sets the tiles and the things on them, as another format has constructed them.
    pub fn set_tiles(&mut self, tiles: Tiles) {
        self.tiles = Some(tiles);
    }

    /// Finishes the level.
    ///
    /// # Errors
    /// The field that is wrong, and why.
    pub fn level(
        mut self,
        name: Option<String>,
        provenance: Option<serde_json::Map<String, serde_json::Value>>,
    ) -> Result<Level, ReadError> {
        (self.graph.symbols, self.graph.plates) = self.names.into_names();
        let Self { tiles, graph, win, rules, .. } = self;
        let level = Level { name, tiles, graph, win, rules, provenance };
        Ok(level.checked()?)
    }
}

fn cell(Object(raw): Object<RawCell>) -> Cell {
    Cell::new(raw.floor, raw.row, raw.col)
}

fn cell_of([floor, row, col]: [u32; 3]) -> Cell {
    Cell { floor, row, col }
}

/// Reads a list of conditions.
pub(crate) fn conditions(
    field: &str,
    names: &[String],
    known: &mut Names,
) -> Result<Vec<Requirement>, ReadError> {
    let mut conditions = Vec::with_capacity(names.len());
    for (i, name) in names.iter().enumerate() {
        let wrong = |message| wrong(format!("{field}[{i}]"), message);
        let need = contents::requirement(name, known).map_err(wrong)?;
        let open = || {
            wrong("is open, but here only symbols, toggles and plates can be asked for".to_owned())
        };
        conditions.push(need.ok_or_else(open)?);
    }
    Ok(conditions)
}

/// Reads the symbol of `symbol:NAME`.
///
/// # Errors
/// A description of the fault.
pub fn symbol(name: &str, names: &mut Names) -> Result<SymbolId, String> {
    match contents::content(name, names)? {
        Content::Symbol(id) => Ok(id),
        _ => Err(format!("is {name:?}; a plate gives a symbol, symbol:NAME")),
    }
}

// -------------------------------------------------------------------------------------------------
// Reads the room graph of a level.

pub(super) fn nodes(raw: &[Object<RawNode>], names: &mut Names) -> Result<Vec<Node>, ReadError> {
    let mut nodes = Vec::with_capacity(raw.len());
    for (i, Object(node)) in raw.iter().enumerate() {
        let mut contents = SmallVec::new();
        for (j, name) in node.contents.iter().enumerate() {
            let field = || format!("graph.nodes[{i}].contents[{j}]");
            let content = contents::content(name, names).map_err(|m| wrong(field(), m))?;
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

pub(super) fn edges(
    raw: &[Object<RawEdge>],
    index: &FxHashMap<NodeId, NodeIndex>,
    names: &mut Names,
) -> Result<Vec<Edge>, ReadError> {
    let mut edges = Vec::with_capacity(raw.len());
    for (i, Object(edge)) in raw.iter().enumerate() {
        let from = find(index, &edge.from, &format!("graph.edges[{i}].from"))?;
        let to = find(index, &edge.to, &format!("graph.edges[{i}].to"))?;
        let mut requires = SmallVec::new();
        for name in &edge.requires.0 {
            let asked = contents::requirement(name, names)
                .map_err(|message| wrong(format!("graph.edges[{i}].requires"), message))?;
            if let Some(asked) = asked.filter(|asked| !requires.contains(asked)) {
                requires.push(asked);
            }
        }
        edges.push(Edge { from, to, requires });
    }
    Ok(edges)
}

/// The only node that holds `start`; a level of tiles need not have one.
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

pub(super) fn goals(
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

// -------------------------------------------------------------------------------------------------
// Reads the rules of a level.

/// Reads rules: the preset first, in any order of the text. Unlike names on a command line, names in files must be in
/// lower case.
pub(super) fn rules(raw: &RawRules) -> Result<Rules, ReadError> {
    let mut rules = Rules::default();
    for (name, value) in raw.iter().filter(|(name, _)| *name == "preset") {
        let said = text(name, value)?;
        let preset = exact("preset", &said, &Preset::ALL.map(Preset::name))
            .and_then(|()| said.parse().map_err(|error| format!("{error}")));
        rules = Rules::preset(preset.map_err(|message| wrong(field(name), message))?);
    }
    for (name, value) in raw.iter().filter(|(name, _)| *name != "preset") {
        let said = text(name, value)?;
        let values = KNOWN.iter().find(|(known, _)| known == name).map_or(&[][..], |rule| rule.1);
        exact("rule", name, &KNOWN.map(|(name, _)| name))
            .and_then(|()| exact("value", &said, values))
            .and_then(|()| rules.set(&format!("{name}={said}")).map_err(|error| error.to_string()))
            .map_err(|message| wrong(field(name), message))?;
    }
    Ok(rules)
}

fn field(name: &str) -> String {
    format!("rules.{}", diagnostics::short(name))
}

/// The value of a rule, written as after `--rule`.
fn text(name: &str, value: &RawRule) -> Result<String, ReadError> {
    let (said, fits) = match value {
        RawRule::Text(text) => (text.clone(), true),
        RawRule::Number(number) => (number.to_string(), name == "bomb_pickup"),
        RawRule::Flag(flag) => (flag.to_string(), name == "diagonals"),
    };
    if fits {
        return Ok(said);
    }
    Err(wrong(field(name), format!("is {said}; the value of this rule is a text")))
}

/// Rejects a name with capital letters.
fn exact(what: &str, name: &str, known: &[&str]) -> Result<(), String> {
    match name.bytes().any(|byte| byte.is_ascii_uppercase()) {
        true => Err(diagnostics::unknown(what, name, known)),
        false => Ok(()),
    }
}

// -------------------------------------------------------------------------------------------------
// The raw JSON of a level, before validation.

/// Something written as an object. A plain structure could also be read from an array, by the order of its fields.
#[derive(Clone, Debug, serde::Serialize)]
pub struct Object<T>(
    /// The value that is written.
    pub T,
);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        struct Map<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for Map<T> {
            type Value = T;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }
            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
                T::deserialize(MapAccessDeserializer::new(map))
            }
        }
        d.deserialize_map(Map(PhantomData)).map(Object)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawLevel {
    pub(crate) format: String,
    pub(crate) name: Option<String>,
    pub(crate) graph: Option<Object<RawGraph>>,
    pub(crate) provenance: Option<serde_json::Map<String, serde_json::Value>>,
    pub(crate) floors: Option<Vec<Object<RawFloor>>>,
    pub(crate) start: Option<Object<RawCell>>,
    pub(crate) goals: Option<Vec<Object<RawCell>>>,
    pub(crate) rooms: Option<Vec<Object<RawRoom>>>,
    pub(crate) marks: Option<Vec<Object<RawMark>>>,
    pub(crate) locks: Option<Vec<Object<RawLock>>>,
    pub(crate) plates: Option<Vec<Object<RawPlate>>>,
    pub(crate) win: Option<Vec<String>>,
    pub(crate) rules: Option<RawRules>,
}

/// A room graph, as in the text.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RawGraph {
    pub(super) nodes: Vec<Object<RawNode>>,
    #[serde(default)]
    pub(super) edges: Vec<Object<RawEdge>>,
    pub(super) start: Option<NodeId>,
    pub(super) goals: Option<Vec<NodeId>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawNode {
    pub(super) id: NodeId,
    #[serde(default)]
    pub(super) contents: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawEdge {
    pub(super) from: NodeId,
    pub(super) to: NodeId,
    #[serde(default)]
    pub(super) requires: OneOrMany,
}

/// One floor: rows of tiles.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawFloor {
    pub(super) grid: Vec<Vec<Tile>>,
}

#[derive(Clone, Copy, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawCell {
    pub(super) floor: u32,
    pub(super) row: u32,
    pub(super) col: u32,
}

/// The rectangle of a node.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawRoom {
    pub(super) node: NodeId,
    pub(super) floor: u32,
    pub(super) row: u32,
    pub(super) col: u32,
    pub(super) rows: u32,
    pub(super) cols: u32,
}

/// A symbol or a toggle on a tile.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawMark {
    pub(super) floor: u32,
    pub(super) row: u32,
    pub(super) col: u32,
    pub(super) gives: String,
}

/// A doorway that requires symbols, toggles and plates.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawLock {
    pub(super) cells: Vec<[u32; 3]>,
    pub(super) needs: Vec<String>,
}

/// A pressure plate.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawPlate {
    pub(crate) name: String,
    pub(super) cells: Vec<[u32; 3]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) gives: Option<String>,
}

/// Rules by name, in the order of the text; `preset` may be among them.
#[derive(Default)]
pub struct RawRules(IndexMap<String, RawRule, FxBuildHasher>);

impl RawRules {
    /// Adds a rule.
    ///
    /// # Errors
    /// If the rule is already present.
    fn add(&mut self, name: &str, value: RawRule) -> Result<(), String> {
        match self.0.insert(name.to_owned(), value) {
            None => Ok(()),
            Some(_) => Err(format!("{:?} stands twice", diagnostics::short(name))),
        }
    }

    /// Adds a rule whose value is text.
    ///
    /// # Errors
    /// If the rule is already present.
    pub fn add_text(&mut self, name: &str, value: &str) -> Result<(), String> {
        self.add(name, RawRule::Text(value.to_owned()))
    }

    /// The rules, in their order.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&String, &RawRule)> {
        self.0.iter()
    }
}

/// The value of a rule: a string, or a number or a boolean if that is natural.
#[derive(Deserialize, Serialize)]
#[serde(untagged, expecting = "expected a string, a number or a boolean")]
pub(super) enum RawRule {
    Text(String),
    Number(u64),
    Flag(bool),
}

impl<'de> Deserialize<'de> for RawRules {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        struct Map;
        impl<'de> Visitor<'de> for Map {
            type Value = RawRules;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<RawRules, A::Error> {
                let mut rules = RawRules::default();
                while let Some((name, value)) = map.next_entry::<String, _>()? {
                    rules.add(&name, value).map_err(de::Error::custom)?;
                }
                Ok(rules)
            }
        }
        d.deserialize_map(Map)
    }
}

/// One name, or an array of names.
#[derive(Default)]
pub(super) struct OneOrMany(pub(super) Vec<String>);

impl<'de> Deserialize<'de> for OneOrMany {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        struct Names;
        impl<'de> Visitor<'de> for Names {
            type Value = OneOrMany;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a name or an array of names")
            }
            fn visit_str<E: de::Error>(self, name: &str) -> Result<OneOrMany, E> {
                Ok(OneOrMany(vec![name.to_owned()]))
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<OneOrMany, A::Error> {
                let mut names = Vec::new();
                while let Some(name) = seq.next_element()? {
                    names.push(name);
                }
                Ok(OneOrMany(names))
            }
        }
        d.deserialize_any(Names)
    }
}

impl<'de> Deserialize<'de> for NodeId {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        struct Id;
        impl Visitor<'_> for Id {
            type Value = NodeId;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a node id: a whole number or a text")
            }
            fn visit_i64<E: de::Error>(self, n: i64) -> Result<NodeId, E> {
                Ok(NodeId::Number(n))
            }
            fn visit_u64<E: de::Error>(self, n: u64) -> Result<NodeId, E> {
                i64::try_from(n).map(NodeId::Number).map_err(|_| E::custom("a node id below 2^63"))
            }
            fn visit_str<E: de::Error>(self, name: &str) -> Result<NodeId, E> {
                Ok(NodeId::Name(name.to_owned()))
            }
        }
        d.deserialize_any(Id)
    }
}

impl<'de> Deserialize<'de> for Tile {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        struct Id;
        impl Visitor<'_> for Id {
            type Value = Tile;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the number of a tile")
            }
            fn visit_u64<E: de::Error>(self, id: u64) -> Result<Tile, E> {
                let unknown =
                    || E::custom(format_args!("unknown tile {id}; known are {}", tile::known()));
                Tile::from_id(id).ok_or_else(unknown)
            }
        }
        d.deserialize_u64(Id)
    }
}
