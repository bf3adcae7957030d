//! Reads and prints `quandary/level/1`.
//!
//! Reading guesses nothing: unknown fields, unknown names, unknown or repeated ids and a missing or
//! double start are errors that say where. Invariant: printing a level and reading it back gives an
//! equal level.

use crate::graph::{Content, Edge, Graph, Node, NodeId, NodeIndex};
use crate::level::Level;
use crate::names::{self, Symbols};
use rustc_hash::FxHashMap;
use serde::de::{self, Deserializer, IgnoredAny, SeqAccess, Visitor};
use serde::ser::{SerializeSeq, SerializeStruct, Serializer};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::fmt;

/// The name of the format.
pub const FORMAT: &str = "quandary/level/1";

/// What is wrong with a level file, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// Not JSON, or a field of the wrong kind.
    #[error("line {line}, column {column}{}: {message}", at(.field))]
    Json {
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
        /// The field, when it is known.
        field: String,
        /// What is wrong.
        message: String,
    },
    /// Well-formed, but not a level.
    #[error("{field}: {message}")]
    Field {
        /// The field.
        field: String,
        /// What is wrong.
        message: String,
    },
}

fn at(field: &str) -> String {
    if field.is_empty() || field == "." { String::new() } else { format!(", {field}") }
}

fn wrong(field: impl Into<String>, message: impl Into<String>) -> ReadError {
    ReadError::Field { field: field.into(), message: message.into() }
}

/// Reads a level.
///
/// # Errors
/// What is wrong with the text, with its line and column or its field.
///
/// ```
/// let text = r#"{"format": "quandary/level/1", "graph": {
///     "nodes": [{"id": 0, "contents": ["start"]}, {"id": "end", "contents": ["goal"]}],
///     "edges": [{"from": 0, "to": "end", "requires": "symbol:A"}]}}"#;
/// let level = level::json::read(text)?;
/// assert_eq!(level.graph.symbols, ["A"]);
/// assert_eq!(level::json::read(&level::json::print(&level))?, level);
/// # Ok::<(), level::json::ReadError>(())
/// ```
pub fn read(text: &str) -> Result<Level, ReadError> {
    let mut json = serde_json::Deserializer::from_str(text);
    let raw: RawLevel = serde_path_to_error::deserialize(&mut json).map_err(|error| {
        let field = error.path().to_string();
        json_error(field, error.inner())
    })?;
    json.end().map_err(|error| json_error(String::new(), &error))?;
    level(raw)
}

/// Prints a level as one line of JSON.
#[must_use]
pub fn print(level: &Level) -> String {
    serde_json::to_string(level).unwrap_or_default()
}

fn json_error(field: String, error: &serde_json::Error) -> ReadError {
    let (line, column) = (error.line(), error.column());
    let said = error.to_string();
    let tail = format!(" at line {line} column {column}");
    let message = said.strip_suffix(&tail).unwrap_or(&said).to_owned();
    ReadError::Json { line, column, field, message }
}

// ---------------------------------------------------------------------- what the text says

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawLevel {
    format: String,
    name: Option<String>,
    graph: Option<RawGraph>,
    provenance: Option<serde_json::Map<String, serde_json::Value>>,
    floors: Option<IgnoredAny>,
    start: Option<IgnoredAny>,
    goals: Option<IgnoredAny>,
    rooms: Option<IgnoredAny>,
    marks: Option<IgnoredAny>,
    locks: Option<IgnoredAny>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawGraph {
    nodes: Vec<RawNode>,
    #[serde(default)]
    edges: Vec<RawEdge>,
    start: Option<NodeId>,
    goals: Option<Vec<NodeId>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawNode {
    id: NodeId,
    #[serde(default)]
    contents: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawEdge {
    from: NodeId,
    to: NodeId,
    #[serde(default)]
    requires: OneOrMany,
}

/// One name, or an array of names.
#[derive(Default)]
struct OneOrMany(Vec<String>);

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

// ------------------------------------------------------------------- from the text to a level

fn level(raw: RawLevel) -> Result<Level, ReadError> {
    if raw.format != FORMAT {
        return Err(wrong("format", format!("is {:?}; {FORMAT:?} is read here", raw.format)));
    }
    let tiles = [
        ("floors", raw.floors.is_some()),
        ("start", raw.start.is_some()),
        ("goals", raw.goals.is_some()),
        ("rooms", raw.rooms.is_some()),
        ("marks", raw.marks.is_some()),
        ("locks", raw.locks.is_some()),
    ];
    if let Some((field, _)) = tiles.iter().find(|(_, present)| *present) {
        return Err(wrong(*field, "tile levels are not read by this version, only room graphs"));
    }
    let graph = raw.graph.ok_or_else(|| wrong("graph", "is missing: a level has a graph"))?;
    Ok(Level { name: raw.name, graph: self::graph(&graph)?, provenance: raw.provenance })
}

fn graph(raw: &RawGraph) -> Result<Graph, ReadError> {
    let mut symbols = Symbols::default();
    let nodes = nodes(&raw.nodes, &mut symbols)?;
    let index = index(&nodes)?;
    let edges = edges(&raw.edges, &index, &mut symbols)?;
    let mut graph =
        Graph { nodes, edges, symbols: symbols.into_names(), start: 0, goals: Vec::new() };
    graph.start = match &raw.start {
        Some(id) => find(&index, id, "graph.start")?,
        None => only_start(&graph)?,
    };
    graph.goals = match &raw.goals {
        Some(ids) => goals(ids, &index)?,
        None => graph.holding(Content::Goal).collect(),
    };
    graph.checked().map_err(|error| wrong("graph", error.to_string()))
}

fn nodes(raw: &[RawNode], symbols: &mut Symbols) -> Result<Vec<Node>, ReadError> {
    let mut nodes = Vec::with_capacity(raw.len());
    for (i, node) in raw.iter().enumerate() {
        let mut contents = SmallVec::new();
        for (j, name) in node.contents.iter().enumerate() {
            let field = || format!("graph.nodes[{i}].contents[{j}]");
            let content = names::content(name, symbols).map_err(|m| wrong(field(), m))?;
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
    raw: &[RawEdge],
    index: &FxHashMap<NodeId, NodeIndex>,
    symbols: &mut Symbols,
) -> Result<Vec<Edge>, ReadError> {
    let mut edges = Vec::with_capacity(raw.len());
    for (i, edge) in raw.iter().enumerate() {
        let from = find(index, &edge.from, &format!("graph.edges[{i}].from"))?;
        let to = find(index, &edge.to, &format!("graph.edges[{i}].to"))?;
        let mut requires = SmallVec::new();
        for name in &edge.requires.0 {
            let asked = names::requirement(name, symbols)
                .map_err(|message| wrong(format!("graph.edges[{i}].requires"), message))?;
            if let Some(asked) = asked.filter(|asked| !requires.contains(asked)) {
                requires.push(asked);
            }
        }
        edges.push(Edge { from, to, requires });
    }
    Ok(edges)
}

fn only_start(graph: &Graph) -> Result<NodeIndex, ReadError> {
    let mut starts = graph.holding(Content::Start);
    match (starts.next(), starts.next()) {
        (Some(start), None) => Ok(start),
        (None, _) => Err(wrong("graph.start", "is missing, and no node holds \"start\"")),
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

// ------------------------------------------------------------------- from a level to the text

impl Serialize for NodeId {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        match self {
            NodeId::Number(n) => s.serialize_i64(*n),
            NodeId::Name(name) => s.serialize_str(name),
        }
    }
}

impl Serialize for Level {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        let mut out = s.serialize_struct("Level", 4)?;
        out.serialize_field("format", FORMAT)?;
        if let Some(name) = &self.name {
            out.serialize_field("name", name)?;
        }
        out.serialize_field("graph", &self.graph)?;
        if let Some(provenance) = &self.provenance {
            out.serialize_field("provenance", provenance)?;
        }
        out.end()
    }
}

impl Serialize for Graph {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        let mut out = s.serialize_struct("Graph", 4)?;
        out.serialize_field("nodes", &Nodes(self))?;
        out.serialize_field("edges", &Edges(self))?;
        out.serialize_field("start", &self.id(self.start))?;
        let goals: Vec<_> = self.goals.iter().filter_map(|&goal| self.id(goal)).collect();
        out.serialize_field("goals", &goals)?;
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
            let name = |&content| names::of_content(content, &self.0.symbols);
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
            let name = |&asked| names::of_requirement(asked, &self.0.symbols);
            let requires = edge.requires.iter().map(name).collect();
            let (from, to) = (self.0.id(edge.from), self.0.id(edge.to));
            out.serialize_element(&Out { from, to, requires })?;
        }
        out.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: &str = r#"{"format":"quandary/level/1","name":"two","graph":{
        "nodes":[{"id":0,"contents":["start","key"]},{"id":"b","contents":["goal"]},{"id":-3}],
        "edges":[{"from":0,"to":"b","requires":["key_locked","symbol:x","open"]},
                 {"from":"b","to":-3},{"from":-3,"to":"b","requires":"toggle:01=off"}]},
        "provenance":{"seed":1}}"#;

    #[test]
    fn a_level_round_trips() {
        let level = read(SMALL).unwrap();
        assert_eq!(level.graph.goals, [1]);
        let printed = print(&level);
        assert!(printed.contains(r#""requires":["key_locked","symbol:x"]"#), "{printed}");
        assert!(printed.contains(r#""toggle:1=off""#), "{printed}");
        assert_eq!(read(&printed).unwrap(), level);
    }

    #[test]
    fn what_is_wrong_is_named() {
        let check = |from: &str, to: &str, part: &str| {
            let text = SMALL.replacen(from, to, 1);
            assert_ne!(text, SMALL);
            let said = read(&text).expect_err(part).to_string();
            assert!(said.contains(part), "{part:?} is not in {said:?}");
        };
        check("level/1", "level/2", "format: is \"quandary/level/2\"");
        check("\"name\"", "\"title\"", "unknown field `title`");
        check("\"name\"", "\"title\"", "line 1, column");
        check(
            "\"to\":\"b\",",
            "\"to\":\"c\",",
            "graph.edges[0].to: there is no node with the id \"c\"",
        );
        check("\"id\":\"b\"", "\"id\":0", "graph.nodes[1].id: the id 0 stands twice");
        check("\"id\":\"b\"", "\"id\":1.5", "graph.nodes[1].id");
        check("\"id\":\"b\"", "\"id\":18446744073709551615", "below 2^63");
        check("[\"start\",", "[", "no node holds \"start\"");
        check("[\"goal\"]", "[\"goal\",\"start\"]", "nodes 0 and \"b\" hold \"start\"");
        check("[\"goal\"]", "[\"gaol\"]", "graph.nodes[1].contents[0]: unknown content \"gaol\"");
        check("[\"goal\"]", "[\"goal\",\"goal\"]", "stands twice in one node");
        check("\"open\"", "\"opne\"", "graph.edges[0].requires: unknown requirement \"opne\"");
        check("\"toggle:01=off\"", "7", "a name or an array of names");
        check("\"toggle:01=off\"}]}", "\"open\"}],\"goals\":[0,0]}", "graph.goals[1]: the goal 0");
        check("\"toggle:01=off\"}]}", "\"open\"}],\"start\":9}", "graph.start: there is no node");
        check("\"graph\"", "\"floors\"", "floors: tile levels are not read");
        check("{\"seed\":1}}", "{\"seed\":1}} x", "trailing characters");
        check("{\"seed\":1}}", "{\"seed\":1", "EOF");
    }
}
