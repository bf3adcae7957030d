//! Missions drawn as graphs: Graphviz, GraphML and Mermaid.
//!
//! Nodes are rooms and edges are passages. Labels say what lies in a room and what a passage asks for: in the words of
//! `quandary mission --format dot`, or in words that people use, which are guesses and listed in a note. The user's
//! table gives other labels and attributes a meaning, as `Hookshot = "KEY_ITEM"` or `color=red`.
//!
//! A line leads both ways. So does an arrow: arrows in drawings of missions show the order of play. In a file that draws
//! ways back as arrows of their own, an arrow leads one way, as drawn.

mod text;
mod sketch;
mod dot;
mod graphml;
mod mermaid;
mod words;
mod build;

use crate::aliases::Aliases;
use crate::import::Import;
use level::formats::json::ReadError;

/// The most nodes of a graph.
const MOST_NODES: usize = 1 << 16;
/// The most edges of a graph.
const MOST_EDGES: usize = 1 << 17;

/// The start and the goal of a graph, where the user names them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ends<'a> {
    /// The id or the label of the start.
    pub start: Option<&'a str>,
    /// The id or the label of the goal.
    pub goal: Option<&'a str>,
}

/// True if a text is a graph of Graphviz. Room graphs of VGLC are too; see
/// [`is_of_corpus`](crate::vglc::graph::is_of_corpus).
#[must_use]
pub fn is_dot(text: &str) -> bool {
    dot::begins(text)
}

/// True if a text is GraphML.
#[must_use]
pub fn is_graphml(text: &str) -> bool {
    graphml::begins(text)
}

/// True if a text is a flowchart of Mermaid.
#[must_use]
pub fn is_mermaid(text: &str) -> bool {
    mermaid::begins(text)
}

/// Reads the missions of a file, of which [`is_dot`], [`is_graphml`] or [`is_mermaid`] is true.
///
/// # Errors
/// A fault of the file, with its line and column. A graph without a start or a goal is an error of its level.
///
/// ```
/// use quandary_formats::aliases::Aliases;
/// let text = "flowchart LR\nA[Start] --> B[Small key]\nB -->|locked| C{Goal}";
/// let import = quandary_formats::graph::read(text, &Aliases::default())?;
/// let level = import.levels.into_iter().next().unwrap()?;
/// assert_eq!((level.graph.nodes.len(), level.graph.edges.len()), (3, 4));
/// # Ok::<(), level::formats::json::ReadError>(())
/// ```
pub fn read(text: &str, aliases: &Aliases) -> Result<Import, ReadError> {
    let [start, goal] = &aliases.nodes;
    read_with(text, aliases, Ends { start: start.as_deref(), goal: goal.as_deref() })
}

/// Reads the missions of a file, with a start and a goal that the user names.
///
/// # Errors
/// As [`read`]; a named node that is not there is an error of its level.
pub fn read_with(text: &str, aliases: &Aliases, ends: Ends<'_>) -> Result<Import, ReadError> {
    let sketches = match () {
        () if is_graphml(text) => vec![graphml::read(text)?],
        () if is_mermaid(text) => vec![mermaid::read(text)?],
        () => dot::read(text)?,
    };
    let mut import = Import::default();
    for sketch in &sketches {
        let (level, notes, guessed) = build::level(sketch, aliases, ends);
        import.levels.push(level);
        import.notes.extend(notes);
        import.guessed.extend(guessed);
    }
    Ok(import)
}

fn wrong(place: impl Into<String>, message: impl Into<String>) -> ReadError {
    level::formats::json::wrong(place, message)
}

/// True for a decimal number.
fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}
