//! A graph as it is drawn: nodes with labels, edges with labels and arrows. All readers make one.

use super::{MOST_EDGES, MOST_NODES};
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use std::rc::Rc;

/// The attributes that the user's table can name, as `color=red`.
pub(super) const INKS: [&str; 6] = ["color", "fillcolor", "fontcolor", "style", "shape", "class"];

/// The most bytes of a value of [`INKS`]; longer ones name nothing.
const LONGEST_INK: usize = 200;

/// What is drawn on a node or an edge.
#[derive(Clone, Debug, Default)]
pub(super) struct Look {
    /// The label; `None` if it has none of its own.
    pub(super) label: Option<Rc<str>>,
    /// The values of [`INKS`].
    pub(super) inks: [Option<Rc<str>>; INKS.len()],
}

impl Look {
    /// The attributes, as the user's table names them.
    pub(super) fn inks(&self) -> impl Iterator<Item = String> + '_ {
        let inks = INKS.iter().zip(&self.inks);
        inks.filter_map(|(name, value)| value.as_ref().map(|value| format!("{name}={value}")))
    }

    /// Sets an attribute, if it is one of [`INKS`].
    pub(super) fn ink(&mut self, name: &str, value: &Rc<str>) {
        let inks = INKS.iter().zip(&mut self.inks);
        for (_, ink) in inks.filter(|(known, _)| known.eq_ignore_ascii_case(name)) {
            *ink = Some(value.clone()).filter(|value| value.len() <= LONGEST_INK);
        }
    }
}

/// The heads of an edge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Heads {
    /// A line, or an arrow with two heads.
    #[default]
    Both,
    /// An arrow from the first node to the second.
    Forward,
    /// An arrow from the second node to the first.
    Back,
}

/// An edge between nodes, by their numbers.
#[derive(Clone, Debug)]
pub(super) struct Line {
    /// The first node.
    pub(super) from: usize,
    /// The second node.
    pub(super) to: usize,
    /// Where it leads.
    pub(super) heads: Heads,
    /// What is drawn on it.
    pub(super) look: Look,
}

/// A graph.
#[derive(Clone, Debug, Default)]
pub(super) struct Sketch {
    /// Its name or title.
    pub(super) name: Option<String>,
    /// True if this project wrote it.
    pub(super) is_own: bool,
    /// The nodes by id.
    pub(super) nodes: IndexMap<String, Look, FxBuildHasher>,
    /// The edges.
    pub(super) lines: Vec<Line>,
    /// Notes for the user.
    pub(super) notes: Vec<String>,
}

impl Sketch {
    /// The number of a node, which is new if its id is. The look of a new node is `look`.
    ///
    /// # Errors
    /// When there are too many.
    pub(super) fn node(&mut self, id: &str, look: &Look) -> Result<usize, String> {
        if let Some(known) = self.nodes.get_index_of(id) {
            return Ok(known);
        }
        if self.nodes.len() >= MOST_NODES {
            return Err(format!("is past {MOST_NODES} nodes, the most of a graph"));
        }
        Ok(self.nodes.insert_full(id.to_owned(), look.clone()).0)
    }

    /// The look of a node.
    pub(super) fn look(&mut self, node: usize) -> Option<&mut Look> {
        self.nodes.get_index_mut(node).map(|(_, look)| look)
    }

    /// Adds an edge from each node of one list to each node of another.
    ///
    /// # Errors
    /// When there are too many.
    pub(super) fn lines(
        &mut self,
        from: &[usize],
        to: &[usize],
        (heads, look): (Heads, &Look),
    ) -> Result<(), String> {
        if from.len().saturating_mul(to.len()) > MOST_EDGES - self.lines.len() {
            return Err(format!("makes more than {MOST_EDGES} edges, the most of a graph"));
        }
        for &from in from {
            let line = |&to| Line { from, to, heads, look: look.clone() };
            self.lines.extend(to.iter().map(line));
        }
        Ok(())
    }
}
