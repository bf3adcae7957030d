//! Reads a room graph of the corpus: `N [label="e,k"]` for nodes, `u -> v [label="k"]` for edges.
//!
//! The files are a narrow dialect of Graphviz with writing errors: letters run together, doubled commas, line ends
//! inside labels. These are read as intended. A token without a known meaning is left out, with a note. Anything else
//! outside the dialect is an error with its line and column. Node numbers carry no position.
//!
//! Switches have numbers in the graphs of A Link to the Past and Link's Awakening: `S2` in a node is the switch that the
//! edges with `S2` require. Switch N is `symbol:switch N`. Where `S1` is the only number, it is the plain switch `S`.

use crate::quoted;
use indexmap::IndexSet;
use level::{Content, Edge, Graph, Level, Node, NodeId, NodeIndex, Requirement, SymbolId};
use rustc_hash::{FxBuildHasher, FxHashMap};
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
    let numbered = has_numbers(text);
    draft(text, Draft { edge_s, numbered, ..Draft::default() })?.finish(text)
}

/// Reads a room graph that is laid over tiles, where nodes give no symbols: all switches are the plain one.
pub(super) fn import_for_tiles(text: &str, edge_s: EdgeS) -> Result<GraphImport, DotError> {
    let mut draft = draft(text, Draft { edge_s, ..Draft::default() })?;
    if has_numbers(text) {
        draft.notes.push("over tiles, switches with different numbers are read as one".to_owned());
    }
    draft.finish(text)
}

/// True if a label has a switch with another number than 1.
fn has_numbers(text: &str) -> bool {
    let labels = text.split_once('{').map_or("", |(_, labels)| labels);
    let mut numbers = labels.split('S').skip(1).map(digits);
    numbers.any(|number| !matches!(number, "" | "1"))
}

/// True if a text is a room graph of the corpus rather than another Graphviz graph: it is in the dialect, it has a start
/// pointer, and most of its tokens are known.
///
/// ```
/// use quandary_formats::vglc::graph::is_of_corpus;
/// assert!(is_of_corpus("digraph {\n0 [label=\"s\"]\n1 [label=\"t,28\"]\n0 -> 1 [label=\"\"]\n}"));
/// assert!(!is_of_corpus("digraph {\n0 [label=\"start\"]\n1 [label=\"goal\"]\n0 -> 1 [label=\"\"]\n}"));
/// ```
#[must_use]
pub fn is_of_corpus(text: &str) -> bool {
    draft(text, Draft::default()).is_ok_and(|draft| {
        let starts = |node: &Node| node.contents.contains(&Content::Start);
        let odd = draft.odd.iter().map(Vec::len).sum::<usize>();
        draft.nodes.iter().any(starts) && odd < draft.known
    })
}

/// Reads all statements.
fn draft(text: &str, mut draft: Draft) -> Result<Draft, DotError> {
    let mut reader = Reader { text, at: 0 };
    reader.header()?;
    while !reader.took("}") {
        statement(&mut reader, &mut draft)?;
    }
    reader.end()?;
    Ok(draft)
}

/// One `N [label="…"]` or `u -> v [label="…"]`.
fn statement(reader: &mut Reader<'_>, draft: &mut Draft) -> Result<(), DotError> {
    let from = reader.number()?;
    if reader.took("->") {
        let to = reader.number()?;
        let mut requires = SmallVec::new();
        for token in draft.tokens(reader.label()?, Kind::Edge) {
            let meaning = match token {
                Token::Letter(letter) => find(&EDGE_TOKENS, letter),
                Token::Switch(number) => Some(Requirement::Symbol(number)),
            };
            requires.extend(meaning.filter(|meaning| !requires.contains(meaning)));
        }
        draft.edges.push(RawEdge { from, to, requires });
    } else {
        let mut contents: SmallVec<[Content; 2]> = SmallVec::new();
        for token in draft.tokens(reader.label()?, Kind::Node) {
            let meaning = match token {
                Token::Letter(letter) => find(&NODE_TOKENS, letter).flatten(),
                Token::Switch(number) => Some(Content::Symbol(number)),
            };
            let counts = matches!(meaning, Some(Content::Key | Content::ItemMinor));
            contents.extend(meaning.filter(|held| counts || !contents.contains(held)));
        }
        let (id, place) = from;
        if draft.index.insert(id, draft.nodes.len() as NodeIndex).is_some() {
            return Err(reader.error(place, format!("node {id} stands twice")));
        }
        draft.nodes.push(Node { id: NodeId::Number(id), contents });
    }
    reader.took(";");
    Ok(())
}

/// The two kinds of labels.
#[derive(Clone, Copy)]
enum Kind {
    Node,
    Edge,
}

impl Kind {
    fn knows(self, letter: &str) -> bool {
        match self {
            Kind::Node => find(&NODE_TOKENS, letter).is_some(),
            Kind::Edge => find(&EDGE_TOKENS, letter).is_some(),
        }
    }
}

/// A token of a label.
enum Token<'a> {
    /// One of the tables.
    Letter(&'a str),
    /// A switch with a number.
    Switch(SymbolId),
}

fn find<T: Copy>(table: &[(&str, T)], letter: &str) -> Option<T> {
    table.iter().find(|(token, _)| *token == letter).map(|(_, meaning)| *meaning)
}

/// The digits at the beginning of a text.
fn digits(text: &str) -> &str {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    text.get(..text.len() - rest.len()).unwrap_or("")
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
const EDGE_TOKENS: [(&str, Requirement); 7] = [
    ("k", Requirement::KeyLocked),
    ("K", Requirement::BossLocked),
    ("b", Requirement::Bombable),
    ("l", Requirement::SoftLocked),
    ("s", Requirement::Stair),
    ("I", Requirement::ItemLocked),
    ("S", Requirement::Switch),
];

/// The letters of a token, a switch with its number as one; `None` if one of them is unknown.
fn split(token: &str, kind: Kind) -> Option<SmallVec<[&str; 2]>> {
    let mut parts = SmallVec::new();
    let mut rest = token;
    while let Some(letter) = rest.chars().next() {
        let number = rest.strip_prefix('S').map_or("", digits);
        let (part, tail) = rest.split_at(letter.len_utf8() + number.len());
        if !kind.knows(part.trim_end_matches(|c: char| c.is_ascii_digit())) {
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
    /// True if switches are told apart by their numbers.
    numbered: bool,
    /// The numbers of the switches, by symbol.
    switches: IndexSet<u32, FxBuildHasher>,
    /// The number of tokens with a meaning.
    known: usize,
    /// The tokens without a meaning, of nodes and of edges.
    odd: [Vec<String>; 2],
    nodes: Vec<Node>,
    index: FxHashMap<i64, NodeIndex>,
    edges: Vec<RawEdge>,
    notes: Vec<String>,
}

impl Draft {
    /// The tokens of a label: separated by commas, trimmed, and read letter by letter where they run together. A
    /// token with an unknown letter is left out.
    fn tokens<'a>(&mut self, label: &'a str, kind: Kind) -> Vec<Token<'a>> {
        let mut tokens = Vec::new();
        for token in label.split(',').map(str::trim).filter(|token| !token.is_empty()) {
            let Some(parts) = split(token, kind) else {
                self.odd[kind as usize].push(token.to_owned());
                continue;
            };
            self.known += 1;
            let parts: Vec<(&str, Token<'_>)> = parts.iter().map(|part| self.token(part)).collect();
            if parts.len() > 1 {
                let said: Vec<&str> = parts.iter().map(|(name, _)| *name).collect();
                self.notes.push(format!("{token:?} is read as {}", said.join(",")));
            }
            tokens.extend(parts.into_iter().map(|(_, token)| token));
        }
        tokens
    }

    /// A token of one letter, with its name.
    fn token<'a>(&mut self, part: &'a str) -> (&'a str, Token<'a>) {
        match part.strip_prefix('S').and_then(|number| number.parse().ok()) {
            Some(number) if self.numbered => {
                (part, Token::Switch(self.switches.insert_full(number).0 as SymbolId))
            }
            _ => {
                let letter = part.trim_end_matches(|c: char| c.is_ascii_digit());
                (letter, Token::Letter(letter))
            }
        }
    }

    /// Notes on the tokens without a meaning.
    fn note_odd(&mut self) {
        for (kind, odd) in ["node", "edge"].into_iter().zip(&self.odd) {
            let names: IndexSet<&str, FxBuildHasher> = odd.iter().map(String::as_str).collect();
            let names: Vec<&str> = names.into_iter().collect();
            let one = format!("{kind} token without a meaning is left out");
            let more = format!("{kind} tokens without a meaning are left out");
            if !odd.is_empty() {
                let counted = diagnostics::counted(odd.len() as u64, &one, &more);
                self.notes.push(format!("{counted}: {}", quoted(&names)));
            }
        }
    }

    fn finish(mut self, text: &str) -> Result<GraphImport, DotError> {
        let reader = Reader { text, at: text.len() };
        self.note_odd();
        let symbols = self.switches.iter().map(|number| format!("switch {number}")).collect();
        let nodes = std::mem::take(&mut self.nodes);
        let mut graph = Graph { nodes, symbols, ..Graph::default() };
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
            [] => return Err(reader.error(text.len(), "no node is the start pointer, s")),
            [_, second, ..] => {
                let id = graph.id(second).map(ToString::to_string).unwrap_or_default();
                return Err(
                    reader.error(text.len(), format!("node {id} is a second start pointer, s"))
                );
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

    /// Reads `[label="…"]`; returns the text between the quotes.
    fn label(&mut self) -> Result<&'a str, DotError> {
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
        Ok(label)
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
