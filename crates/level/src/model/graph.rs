//! The room graph of a level: nodes with contents, directed edges with requirements.
//!
//! The names are those of `quandary/level/1`. Symbols and plates are interned: a [`SymbolId`] is an index into
//! [`Graph::symbols`], a [`PlateId`] one into [`Graph::plates`]. Invariant, checked by [`Graph::checked`]: every
//! index is valid, node ids are unique, and every symbol has a name.

pub use super::contents::{Content, PlateId, Requirement, SymbolId};
use super::contents::{of_content, of_requirement};
use smallvec::SmallVec;
use std::fmt::{self, Display};

/// An index into [`Graph::nodes`].
pub type NodeIndex = u32;

/// The name of a node in a file.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum NodeId {
    /// A whole number.
    Number(i64),
    /// A string.
    Name(String),
}

impl NodeId {
    /// The id without quotes.
    #[must_use]
    pub fn bare(&self) -> String {
        match self {
            NodeId::Number(number) => number.to_string(),
            NodeId::Name(name) => name.clone(),
        }
    }
}

impl Display for NodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NodeId::Number(n) => write!(f, "{n}"),
            NodeId::Name(name) => write!(f, "{name:?}"),
        }
    }
}

/// One node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// Its name in the file.
    pub id: NodeId,
    /// Its contents. Entering the node takes all of them; a small key or a minor item that is repeated counts each time.
    pub contents: SmallVec<[Content; 2]>,
}

/// A directed edge; all its requirements must hold. Without requirements it is open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    /// The node it leaves.
    pub from: NodeIndex,
    /// The node it leads to.
    pub to: NodeIndex,
    /// Its requirements.
    pub requires: SmallVec<[Requirement; 1]>,
}

impl Edge {
    /// True if the edge has the requirement.
    #[must_use]
    pub fn requires(&self, requirement: Requirement) -> bool {
        self.requires.contains(&requirement)
    }
}

/// A room graph.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Graph {
    /// The nodes.
    pub nodes: Vec<Node>,
    /// The edges.
    pub edges: Vec<Edge>,
    /// The names of the symbols.
    pub symbols: Vec<String>,
    /// The names of the pressure plates among the tiles.
    pub plates: Vec<String>,
    /// The start node of the player; optional in a level of tiles.
    pub start: Option<NodeIndex>,
    /// The goals, without repetition.
    pub goals: Vec<NodeIndex>,
    /// Pairs of nodes between whose rectangles no step leads. Set by questions that remove passages; files cannot
    /// express it.
    pub cut: Vec<(NodeIndex, NodeIndex)>,
}

/// A violated invariant of a graph.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GraphError {
    /// A node index is out of range.
    #[error("{place} names node index {index}, but the number of nodes is {nodes}")]
    NoSuchNode {
        /// The field that names it.
        place: String,
        /// The index.
        index: NodeIndex,
        /// The number of nodes.
        nodes: usize,
    },
    /// A symbol index is out of range.
    #[error("{place} names symbol index {index}, but the number of symbols is {symbols}")]
    NoSuchSymbol {
        /// The field that names it.
        place: String,
        /// The index.
        index: SymbolId,
        /// The number of symbols.
        symbols: usize,
    },
    /// A plate index is out of range.
    #[error("{place} names plate index {index}, but the number of plates is {plates}")]
    NoSuchPlate {
        /// The field that names it.
        place: String,
        /// The index.
        index: PlateId,
        /// The number of plates.
        plates: usize,
    },
    /// Two nodes have the same id.
    #[error("graph.nodes: the id {0} stands twice")]
    DuplicateId(NodeId),
    /// A symbol has no name.
    #[error("a symbol has an empty name")]
    EmptySymbol,
}

impl Graph {
    /// The nodes that hold `content`, in order.
    pub fn holding(&self, content: Content) -> impl Iterator<Item = NodeIndex> + '_ {
        (0..).zip(&self.nodes).filter(move |(_, n)| n.contents.contains(&content)).map(|(i, _)| i)
    }

    /// True if some edge has the requirement.
    pub(crate) fn requires(&self, requirement: Requirement) -> bool {
        self.edges.iter().any(|edge| edge.requires(requirement))
    }

    /// The name of a symbol.
    #[must_use]
    pub fn symbol_name(&self, id: SymbolId) -> &str {
        self.symbols.get(id as usize).map_or("?", String::as_str)
    }

    /// The name of a content, as in files.
    #[must_use]
    pub fn content_name(&self, content: Content) -> String {
        of_content(content, &self.symbols)
    }

    /// The name of a requirement, as in files.
    #[must_use]
    pub fn requirement_name(&self, requirement: Requirement) -> String {
        of_requirement(requirement, &self.symbols, &self.plates)
    }

    /// The indices of the one-way edges: those marked as one-way, and those without an edge back.
    pub fn one_way(&self) -> impl Iterator<Item = u32> + '_ {
        let ways: rustc_hash::FxHashSet<_> =
            self.edges.iter().map(|edge| (edge.from, edge.to)).collect();
        let leads_one_way = move |edge: &Edge| {
            edge.from != edge.to
                && (edge.requires(Requirement::SoftLocked) || !ways.contains(&(edge.to, edge.from)))
        };
        let edges = (0..).zip(&self.edges);
        edges.filter(move |(_, edge)| leads_one_way(edge)).map(|(number, _)| number)
    }

    /// The id of a node.
    #[must_use]
    pub fn id(&self, node: NodeIndex) -> Option<&NodeId> {
        self.nodes.get(node as usize).map(|n| &n.id)
    }

    /// Returns the graph if all indices, ids and names are valid.
    ///
    /// # Errors
    /// The first fault.
    pub fn checked(self) -> Result<Self, GraphError> {
        self.check_nodes()?;
        self.check_edges()?;
        if let Some(start) = self.start {
            self.check_node("graph.start", start)?;
        }
        for (i, &goal) in self.goals.iter().enumerate() {
            self.check_node(&format!("graph.goals[{i}]"), goal)?;
        }
        if self.symbols.iter().any(String::is_empty) {
            return Err(GraphError::EmptySymbol);
        }
        Ok(self)
    }

    fn check_nodes(&self) -> Result<(), GraphError> {
        let mut seen = rustc_hash::FxHashSet::default();
        for (i, node) in self.nodes.iter().enumerate() {
            if !seen.insert(&node.id) {
                return Err(GraphError::DuplicateId(node.id.clone()));
            }
            for content in &node.contents {
                if let Content::Symbol(id) = content {
                    self.check_symbol(&|| format!("graph.nodes[{i}].contents"), *id)?;
                }
            }
        }
        Ok(())
    }

    fn check_edges(&self) -> Result<(), GraphError> {
        for (i, edge) in self.edges.iter().enumerate() {
            for end in [edge.from, edge.to] {
                if end as usize >= self.nodes.len() {
                    self.check_node(&format!("graph.edges[{i}]"), end)?;
                }
            }
            for requirement in &edge.requires {
                self.check_requirement(*requirement, &|| format!("graph.edges[{i}].requires"))?;
            }
        }
        Ok(())
    }

    /// Checks that the things a requirement names exist; `place` is the field that contains it.
    pub(crate) fn check_requirement(
        &self,
        requirement: Requirement,
        place: &dyn Fn() -> String,
    ) -> Result<(), GraphError> {
        match requirement {
            Requirement::Symbol(id) | Requirement::Lacks(id) => self.check_symbol(place, id),
            Requirement::Plate(index) if index as usize >= self.plates.len() => {
                Err(GraphError::NoSuchPlate { place: place(), index, plates: self.plates.len() })
            }
            _ => Ok(()),
        }
    }

    fn check_node(&self, place: &str, index: NodeIndex) -> Result<(), GraphError> {
        let nodes = self.nodes.len();
        if (index as usize) < nodes {
            return Ok(());
        }
        Err(GraphError::NoSuchNode { place: place.to_owned(), index, nodes })
    }

    /// Checks that a symbol is in the table.
    pub(crate) fn check_symbol(
        &self,
        place: &dyn Fn() -> String,
        index: SymbolId,
    ) -> Result<(), GraphError> {
        let symbols = self.symbols.len();
        if (index as usize) < symbols {
            return Ok(());
        }
        Err(GraphError::NoSuchSymbol { place: place(), index, symbols })
    }
}
