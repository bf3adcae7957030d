//! Reads a room graph of the corpus: `N [label="e,k"]` for nodes, `u -> v [label="k"]` for edges.
//!
//! The files are a narrow dialect of Graphviz with slips of the pen: letters run together, commas
//! doubled, line ends inside labels. Those are read for what they say; anything else is an error with
//! its line and column. Node numbers carry no position.

pub use crate::dot::DotError;
use crate::dot::Reader;
use level::{Content, Edge, Graph, Level, Node, NodeId, NodeIndex, Requirement};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// The meaning of an edge marked `s`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EdgeS {
    /// A stair.
    #[default]
    Stair,
    /// Visible but impassable, as the legend of the corpus says: left out.
    Impassable,
}

/// An imported graph, with notes on faults of the data.
#[derive(Clone, Debug, PartialEq)]
pub struct Import {
    /// The level.
    pub level: Level,
    /// Faults of the data that were read for what they say, in the order of the file.
    pub notes: Vec<String>,
}

/// Reads a room graph of the corpus.
///
/// The start pointer (`s`) stays a node and is the start; nodes that hold `t` are the goals.
///
/// # Errors
/// The statement that is not of the dialect, with its line and column; a missing or double start pointer; an edge to
/// a node that is not there.
///
/// ```
/// use quandary_vglc::graph::{EdgeS, import};
/// let dot = "digraph {\n0 [label=\"s\"]\n1 [label=\"e,k\"]\n2 [label=\"t\"]\n\
///            0 -> 1 [label=\"\"]\n1 -> 2 [label=\"k\"]\n}";
/// let import = import(dot, EdgeS::Stair)?;
/// assert_eq!(import.level.graph.nodes.len(), 3);
/// # Ok::<(), quandary_vglc::graph::DotError>(())
/// ```
pub fn import(text: &str, edge_s: EdgeS) -> Result<Import, DotError> {
    let mut reader = Reader { text, at: 0 };
    let mut draft = Draft { edge_s, ..Draft::default() };
    reader.header()?;
    while !reader.took("}") {
        statement(&mut reader, &mut draft)?;
    }
    reader.end()?;
    draft.finish(&reader)
}

/// One `N [label="…"]` or `u -> v [label="…"]`.
fn statement(reader: &mut Reader<'_>, draft: &mut Draft) -> Result<(), DotError> {
    reader.skip_blanks();
    let place = reader.at;
    let id = reader.number()?;
    if reader.took("->") {
        let to_place = {
            reader.skip_blanks();
            reader.at
        };
        let to = reader.number()?;
        let (label, at) = reader.label()?;
        let requires = edge_label(reader, label, at)?;
        draft.edges.push(RawEdge { from: (id, place), to: (to, to_place), requires });
    } else {
        let (label, at) = reader.label()?;
        let contents = node_label(reader, label, at, draft)?;
        draft.node(reader, id, place, contents)?;
    }
    reader.took(";");
    Ok(())
}

/// The tokens of a label, each with its place: what stands between commas, without blanks. A token
/// that is not known is read letter by letter when every letter is.
fn tokens(label: &str) -> impl Iterator<Item = (usize, &str)> {
    let start = label.as_ptr() as usize;
    label
        .split(',')
        .map(str::trim)
        .filter(|token| !token.is_empty())
        .map(move |token| (token.as_ptr() as usize - start, token))
}

fn node_label(
    reader: &Reader<'_>,
    label: &str,
    at: usize,
    draft: &mut Draft,
) -> Result<RawContents, DotError> {
    let mut contents = RawContents::default();
    for (offset, token) in tokens(label) {
        let parts = split(token, |part| NODE_TOKENS.iter().any(|(t, _)| *t == part));
        let parts = parts.ok_or_else(|| {
            reader.error(at + offset, unknown("node", token, &NODE_TOKENS.map(|(t, _)| t)))
        })?;
        if parts.len() > 1 {
            draft.notes.push(format!("{:?} is read as {}", token, parts.join(",")));
        }
        for part in parts {
            match NODE_TOKENS.iter().find(|(t, _)| *t == part).and_then(|(_, meaning)| *meaning) {
                Some(content) if !contents.held.contains(&content) => contents.held.push(content),
                _ => {}
            }
        }
    }
    Ok(contents)
}

fn edge_label(reader: &Reader<'_>, label: &str, at: usize) -> Result<RawRequires, DotError> {
    let mut requires = RawRequires::default();
    for (offset, token) in tokens(label) {
        let parts = split(token, |part| EDGE_TOKENS.iter().any(|(t, _)| *t == part));
        let parts = parts.ok_or_else(|| {
            reader.error(at + offset, unknown("edge", token, &EDGE_TOKENS.map(|(t, _)| t)))
        })?;
        for part in parts {
            if let Some((_, asked)) = EDGE_TOKENS.iter().find(|(t, _)| *t == part) {
                requires.s |= part == "s";
                if !requires.asked.contains(asked) {
                    requires.asked.push(*asked);
                }
            }
        }
    }
    Ok(requires)
}

/// Contents by token of a node; `m` means nothing to the rules.
const NODE_TOKENS: [(&str, Option<Content>); 11] = [
    ("s", Some(Content::Start)),
    ("t", Some(Content::Goal)),
    ("e", Some(Content::Enemy)),
    ("b", Some(Content::Boss)),
    ("p", Some(Content::Puzzle)),
    ("k", Some(Content::Key)),
    ("K", Some(Content::BossKey)),
    ("I", Some(Content::KeyItem)),
    ("i", Some(Content::ItemMinor)),
    ("S", Some(Content::Switch)),
    ("m", None),
];

/// Requirements by token of an edge.
const EDGE_TOKENS: [(&str, Requirement); 8] = [
    ("k", Requirement::KeyLocked),
    ("K", Requirement::BossLocked),
    ("b", Requirement::Bombable),
    ("l", Requirement::SoftLocked),
    ("s", Requirement::Stair),
    ("I", Requirement::ItemLocked),
    ("S", Requirement::Switch),
    ("S1", Requirement::Switch),
];

fn unknown(kind: &str, token: &str, known: &[&str]) -> String {
    format!("unknown {kind} token {token:?}; known are {}", known.join(" "))
}

/// A token, or where it is not one, its letters (`S1` counts as one), if all of them are.
fn split(token: &str, known: impl Fn(&str) -> bool) -> Option<SmallVec<[&str; 2]>> {
    if known(token) {
        return Some(SmallVec::from_slice(&[token]));
    }
    if token == "S1" {
        return Some(SmallVec::from_slice(&["S"]));
    }
    let mut parts = SmallVec::new();
    let mut rest = token;
    while let Some(letter) = rest.chars().next() {
        let (part, tail) = match rest.strip_prefix("S1") {
            Some(tail) => ("S", tail),
            None => rest.split_at(letter.len_utf8()),
        };
        if !known(part) {
            return None;
        }
        parts.push(part);
        rest = tail;
    }
    Some(parts)
}

#[derive(Default)]
struct RawContents {
    held: SmallVec<[Content; 2]>,
}

#[derive(Default)]
struct RawRequires {
    asked: SmallVec<[Requirement; 1]>,
    s: bool,
}

struct RawEdge {
    from: (i64, usize),
    to: (i64, usize),
    requires: RawRequires,
}

/// The part that was read so far.
#[derive(Default)]
struct Draft {
    edge_s: EdgeS,
    nodes: Vec<Node>,
    index: FxHashMap<i64, NodeIndex>,
    edges: Vec<RawEdge>,
    notes: Vec<String>,
}

impl Draft {
    fn node(
        &mut self,
        reader: &Reader<'_>,
        id: i64,
        place: usize,
        contents: RawContents,
    ) -> Result<(), DotError> {
        let index = self.nodes.len() as NodeIndex;
        if self.index.insert(id, index).is_some() {
            return Err(reader.error(place, format!("node {id} stands twice")));
        }
        self.nodes.push(Node { id: NodeId::Number(id), contents: contents.held });
        Ok(())
    }

    fn finish(mut self, reader: &Reader<'_>) -> Result<Import, DotError> {
        let mut graph = Graph { nodes: std::mem::take(&mut self.nodes), ..Graph::default() };
        for edge in &self.edges {
            let end = |(id, place): (i64, usize)| {
                self.index.get(&id).copied().ok_or_else(|| {
                    reader.error(place, format!("the edge names node {id}, which is not there"))
                })
            };
            let (from, to) = (end(edge.from)?, end(edge.to)?);
            if edge.requires.s && self.edge_s == EdgeS::Impassable {
                continue;
            }
            if from == to {
                self.notes
                    .push(format!("the edge from node {} to itself does nothing", edge.from.0));
            }
            graph.edges.push(Edge { from, to, requires: edge.requires.asked.clone() });
        }
        let starts: Vec<NodeIndex> = graph.holding(Content::Start).collect();
        graph.start = match starts[..] {
            [start] => Some(start),
            [] => return Err(reader.error(reader.text.len(), "no node is the start pointer, s")),
            [_, second, ..] => {
                let id = graph.id(second).map(ToString::to_string).unwrap_or_default();
                return Err(reader
                    .error(reader.text.len(), format!("node {id} is a second start pointer, s")));
            }
        };
        graph.goals = graph.holding(Content::Goal).collect();
        if graph.goals.len() > 1 {
            self.notes.push(format!("{} nodes are goals, t; any one wins", graph.goals.len()));
        }
        Ok(Import { level: Level::of_graph(graph), notes: self.notes })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DOT: &str = "digraph {\n0 [label=\"s\"]\n1 [label=\"ei\"]\n2 [label=\"e,,p\n\"]\n\
        3 [label=\"t,m,\"]\n0 -> 1 [label=\"\"]\n1 -> 2 [label=\"I,S1\"]\n2 -> 3 [label=\"s\"]\n}\n";

    #[test]
    fn slips_of_the_pen_are_read_for_what_they_say() {
        let import = import(DOT, EdgeS::Stair).unwrap();
        let graph = &import.level.graph;
        let held = |n: usize| graph.nodes[n].contents.to_vec();
        assert_eq!(held(1), [Content::Enemy, Content::ItemMinor]);
        assert_eq!(held(2), [Content::Enemy, Content::Puzzle]);
        assert_eq!(held(3), [Content::Goal]);
        assert_eq!(
            graph.edges[1].requires.to_vec(),
            [Requirement::ItemLocked, Requirement::Switch]
        );
        assert_eq!((graph.start, graph.goals.as_slice()), (Some(0), &[3][..]));
        assert_eq!(import.notes, ["\"ei\" is read as e,i"]);
        let level =
            level::formats::json::read(&level::formats::json::print(&import.level)).unwrap();
        assert_eq!(level, import.level);
    }

    #[test]
    fn impassable_edges_are_left_out() {
        let import = import(DOT, EdgeS::Impassable).unwrap();
        assert_eq!(import.level.graph.edges.len(), 2);
    }

    #[test]
    fn what_is_wrong_is_placed() {
        let check = |from: &str, to: &str, expect: &str| {
            let text = DOT.replacen(from, to, 1);
            assert_ne!(text, DOT, "{from}");
            let said = import(&text, EdgeS::Stair).expect_err(expect).to_string();
            assert!(said.contains(expect), "{expect:?} is not in {said:?}");
        };
        check("digraph", "graph", "line 1, column 1: \"digraph\" is expected");
        check("\"ei\"", "\"ex\"", "line 3, column 11: unknown node token \"ex\"; known are s t e");
        check("I,S1", "I,Q", "line 8, column 18: unknown edge token \"Q\"");
        check("2 -> 3", "2 -> 7", "line 9, column 6: the edge names node 7, which is not there");
        check("1 [", "0 [", "line 3, column 1: node 0 stands twice");
        check("\"s\"]\n1", "\"e\"]\n1", "no node is the start pointer");
        check("\"t,m,\"", "\"t,s\"", "node 3 is a second start pointer");
        check("}\n", "}\nx", "nothing may follow the last brace");
        check("}\n", "", "a node number or a closing brace is expected, not the end of the file");
        check("[label=\"s\"]\n}", "[label=\"s", "has no closing quote");
        check("0 [", "99999999999999999999 [", "a node number");
    }
}
