//! Reads a room graph of the corpus: `N [label="e,k"]` for nodes, `u -> v [label="k"]` for edges.
//!
//! The files are a narrow dialect of Graphviz with writing errors: letters run together, doubled commas, line ends
//! inside labels. These are read as intended. Anything else outside the dialect is an error with its line and column.
//! Node numbers carry no position.

use level::{Content, Edge, Graph, Level, Node, NodeId, NodeIndex, Requirement};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// The meaning of an edge marked `s`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EdgeS {
    /// A stair.
    #[default]
    Stair,
    /// Visible but impassable, as in the legend of the corpus; the edge is left out.
    Impassable,
}

/// An imported graph, with notes on faults of the data.
#[derive(Clone, Debug, PartialEq)]
pub struct GraphImport {
    /// The level.
    pub level: Level,
    /// Faults of the data that were read as intended, in the order of the file.
    pub notes: Vec<String>,
}

/// Reads a room graph of the corpus.
///
/// The start pointer (`s`) stays a node and is the start; nodes that hold `t` are the goals.
///
/// # Errors
/// A statement that is not in the dialect, with its line and column; a missing or double start pointer; an edge to a
/// node that does not exist.
///
/// ```
/// use quandary_formats::vglc::graph::{EdgeS, import};
/// let dot = "digraph {\n0 [label=\"s\"]\n1 [label=\"e,k\"]\n2 [label=\"t\"]\n\
///            0 -> 1 [label=\"\"]\n1 -> 2 [label=\"k\"]\n}";
/// let import = import(dot, EdgeS::Stair)?;
/// assert_eq!(import.level.graph.nodes.len(), 3);
/// # Ok::<(), quandary_formats::vglc::graph::DotError>(())
/// ```
pub fn import(text: &str, edge_s: EdgeS) -> Result<GraphImport, DotError> {
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
    let from = reader.number()?;
    if reader.took("->") {
        let to = reader.number()?;
        let (requires, _) = label(reader, "edge", &EDGE_TOKENS)?;
        draft.edges.push(RawEdge { from, to, requires: requires.into() });
    } else {
        let (contents, notes) = label(reader, "node", &NODE_TOKENS)?;
        let (id, place) = from;
        if draft.index.insert(id, draft.nodes.len() as NodeIndex).is_some() {
            return Err(reader.error(place, format!("node {id} stands twice")));
        }
        let contents = contents.into_iter().flatten().collect();
        draft.nodes.push(Node { id: NodeId::Number(id), contents });
        draft.notes.extend(notes);
    }
    reader.took(";");
    Ok(())
}

/// The meanings of the tokens of a label, each once, and notes on tokens that run together. Tokens are separated by
/// commas and trimmed. An unknown token is read letter by letter, if all letters are known.
fn label<T: Copy + PartialEq>(
    reader: &mut Reader<'_>,
    kind: &str,
    known: &[(&str, T)],
) -> Result<(Vec<T>, Vec<String>), DotError> {
    let (label, at) = reader.label()?;
    let (mut said, mut notes) = (Vec::new(), Vec::new());
    for token in label.split(',').map(str::trim).filter(|token| !token.is_empty()) {
        let Some(parts) = split(token, |part| known.iter().any(|(t, _)| *t == part)) else {
            let place = at + token.as_ptr() as usize - label.as_ptr() as usize;
            let known: Vec<&str> = known.iter().map(|(token, _)| *token).collect();
            let known = known.join(" ");
            let message = format!("unknown {kind} token {token:?}; known are {known}");
            return Err(reader.error(place, message));
        };
        if parts.len() > 1 {
            notes.push(format!("{token:?} is read as {}", parts.join(",")));
        }
        for part in parts {
            let meaning = known.iter().find(|(token, _)| *token == part).map(|(_, what)| *what);
            said.extend(meaning.filter(|meaning| !said.contains(meaning)));
        }
    }
    Ok((said, notes))
}

/// The contents for the tokens of a node; `m` has no meaning in the rules.
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

/// The requirements for the tokens of an edge.
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

/// The token itself if it is known; else its letters (`S1` counts as one) if all of them are known.
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

/// An edge in the text; each end has its position.
struct RawEdge {
    from: (i64, usize),
    to: (i64, usize),
    requires: SmallVec<[Requirement; 1]>,
}

/// The part of the graph read so far.
#[derive(Default)]
struct Draft {
    edge_s: EdgeS,
    nodes: Vec<Node>,
    index: FxHashMap<i64, NodeIndex>,
    edges: Vec<RawEdge>,
    notes: Vec<String>,
}

impl Draft {
    fn finish(mut self, reader: &Reader<'_>) -> Result<GraphImport, DotError> {
        let mut graph = Graph { nodes: std::mem::take(&mut self.nodes), ..Graph::default() };
        for edge in &self.edges {
            let end = |(id, place): (i64, usize)| {
                self.index.get(&id).copied().ok_or_else(|| {
                    reader.error(place, format!("the edge names node {id}, which is not there"))
                })
            };
            let (from, to) = (end(edge.from)?, end(edge.to)?);
            if self.edge_s == EdgeS::Impassable && edge.requires.contains(&Requirement::Stair) {
                continue;
            }
            if from == to {
                self.notes
                    .push(format!("the edge from node {} to itself does nothing", edge.from.0));
            }
            graph.edges.push(Edge { from, to, requires: edge.requires.clone() });
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
        Ok(GraphImport { level: Level::of_graph(graph), notes: self.notes })
    }
}

/// An error in a graph file, with its line and column.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {message}")]
pub struct DotError {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
    /// The fault, and the expected text.
    pub message: String,
}

/// A cursor on the text.
struct Reader<'a> {
    text: &'a str,
    /// The number of bytes read.
    at: usize,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or("")
    }

    fn skip_blanks(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
    }

    /// Consumes `word` if it comes next, after spaces.
    fn took(&mut self, word: &str) -> bool {
        self.skip_blanks();
        let there = self.rest().starts_with(word);
        if there {
            self.at += word.len();
        }
        there
    }

    fn expect(&mut self, word: &str) -> Result<(), DotError> {
        if self.took(word) {
            return Ok(());
        }
        Err(self.error(self.at, format!("expected {word:?}, found {}", self.next_word())))
    }

    fn next_word(&self) -> String {
        match self.rest().split_whitespace().next() {
            Some(word) => format!("{:?}", word.chars().take(20).collect::<String>()),
            None => "the end of the file".to_owned(),
        }
    }

    /// Reads `digraph {`, with or without a name. A byte order mark is skipped.
    fn header(&mut self) -> Result<(), DotError> {
        self.took("\u{feff}");
        self.expect("digraph")?;
        self.skip_blanks();
        let name = self.rest().chars().take_while(|c| c.is_alphanumeric() || *c == '_');
        self.at += name.map(char::len_utf8).sum::<usize>();
        self.expect("{")
    }

    fn end(&mut self) -> Result<(), DotError> {
        self.skip_blanks();
        if self.rest().is_empty() {
            return Ok(());
        }
        Err(self
            .error(self.at, format!("nothing may follow the last brace, not {}", self.next_word())))
    }

    /// Reads an integer; returns it with its position.
    fn number(&mut self) -> Result<(i64, usize), DotError> {
        self.skip_blanks();
        let place = self.at;
        let rest = self.rest();
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let number = rest.get(..digits).unwrap_or("");
        let value = number.parse().map_err(|_| {
            self.error(
                self.at,
                format!("expected a node number or a closing brace, found {}", self.next_word()),
            )
        })?;
        self.at += digits;
        Ok((value, place))
    }

    /// Reads `[label="…"]`; returns the text between the quotes with its position.
    fn label(&mut self) -> Result<(&'a str, usize), DotError> {
        self.expect("[")?;
        self.expect("label")?;
        self.expect("=")?;
        self.expect("\"")?;
        let begin = self.at;
        let label = self
            .rest()
            .split_once('"')
            .map(|(label, _)| label)
            .ok_or_else(|| self.error(begin, "the label has no closing quote"))?;
        self.at += label.len() + 1;
        self.expect("]")?;
        Ok((label, begin))
    }

    fn error(&self, at: usize, message: impl Into<String>) -> DotError {
        let before = self.text.get(..at.min(self.text.len())).unwrap_or("");
        let line_start = before.rfind('\n').map_or(0, |i| i + 1);
        DotError {
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            message: message.into(),
        }
    }
}
