//! Facts: the meaning of each bit of a state.
//!
//! The facts of a level get their bits in a fixed order. At room level: the contents of nodes, then locks that use
//! something up, then bombs if they are not used up. At tile level: the order in which the cells need them.
//! Invariant: the facts are a function of the level and the rules alone.

use super::{Bits, Bombs, Rules};
use crate::model::{Cell, Content, Graph, Node, NodeIndex, Requirement};
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

/// The largest number of facts of one level: pick-ups, locks that use something up, symbols and toggles.
pub const MOST_BITS: usize = 2048;

/// The error of a level that has more than [`MOST_BITS`] facts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the level keeps track of {0} things (pick-ups, small-key and bomb locks, symbols, toggles, plates); \
     at most {MOST_BITS} can be judged"
)]
pub struct TooManyBits(pub usize);

/// Calls a function that is generic in the number of words of a state, with the smallest number that suffices.
macro_rules! with_width {
    ($bits:expr, $function:ident :: <W> ( $($argument:expr),* $(,)? )) => {
        match $bits {
            0..=64 => Ok($function::<1>($($argument),*)),
            65..=256 => Ok($function::<4>($($argument),*)),
            257..=$crate::rules::MOST_BITS => Ok($function::<32>($($argument),*)),
            more => Err($crate::rules::TooManyBits(more)),
        }
    };
}
pub(crate) use with_width;

/// A fact about the progress of a game: one bit of each state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Fact {
    /// The contents of a node were taken. At tile level also: a node that holds a switch was entered.
    Taken(NodeIndex),
    /// The repeat of a small key or a minor item in a node was taken: the second of its kind is number 1.
    Repeat(NodeIndex, u32),
    /// The item of a cell was taken.
    Item(Cell),
    /// The small-key door whose first cell is given is open.
    KeyDoor(Cell),
    /// The bombable wall whose first cell is given is open.
    BombDoor(Cell),
    /// The small-key lock between two nodes is open.
    KeyPair(NodeIndex, NodeIndex),
    /// The bombable wall between two nodes is open.
    BombPair(NodeIndex, NodeIndex),
    /// A symbol is held.
    Symbol(u32),
    /// A toggle is on.
    Toggle(u32),
    /// Bombs are held and never run out.
    BombsHeld,
    /// A pressure plate is down: blocks stand on all its cells.
    PlateDown(u32),
}

/// The facts of a level, in the order of their bits.
#[derive(Clone, Debug, Default)]
pub(crate) struct Facts(IndexSet<Fact, FxBuildHasher>);

/// The unordered pair of an edge's ends.
pub(crate) fn pair(a: NodeIndex, b: NodeIndex) -> (NodeIndex, NodeIndex) {
    (a.min(b), a.max(b))
}

/// The contents of a node, each with the fact that taking it sets, if entering the node takes it.
pub(crate) fn taken(
    n: NodeIndex,
    node: &Node,
) -> impl Iterator<Item = (Content, Option<Fact>)> + '_ {
    let (mut keys, mut minors) = (0, 0);
    let nth = move |of: &mut u32| {
        *of += 1;
        if *of == 1 { Fact::Taken(n) } else { Fact::Repeat(n, *of - 1) }
    };
    node.contents.iter().map(move |&content| {
        let fact = match content {
            Content::Key => Some(nth(&mut keys)),
            Content::ItemMinor => Some(nth(&mut minors)),
            Content::BossKey | Content::KeyItem | Content::Switch => Some(Fact::Taken(n)),
            Content::Symbol(id) => Some(Fact::Symbol(id)),
            _ => None,
        };
        (content, fact)
    })
}

impl Facts {
    /// Assigns a bit to every fact of the graph: contents by node, locks by edge, bombs.
    pub(crate) fn of(graph: &Graph, rules: &Rules) -> Self {
        let mut facts = Self::default();
        let consumed = rules.bombs == Bombs::Consumed;
        for (n, node) in (0..).zip(&graph.nodes) {
            for (content, fact) in taken(n, node) {
                match content {
                    Content::ItemMinor if !consumed => {}
                    Content::Toggle(id) => facts.give(Fact::Toggle(id)),
                    _ => fact.into_iter().for_each(|fact| facts.give(fact)),
                }
            }
        }
        for edge in graph.edges.iter().filter(|edge| edge.from != edge.to) {
            let (a, b) = pair(edge.from, edge.to);
            for requirement in &edge.requires {
                match requirement {
                    Requirement::KeyLocked => facts.give(Fact::KeyPair(a, b)),
                    Requirement::Bombable if consumed => facts.give(Fact::BombPair(a, b)),
                    _ => {}
                }
            }
        }
        if !consumed {
            facts.give(Fact::BombsHeld);
        }
        facts
    }

    /// The number of facts.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// All facts, in the order of their bits.
    pub(crate) fn iter(&self) -> impl Iterator<Item = Fact> + '_ {
        self.0.iter().copied()
    }

    pub(crate) fn bit(&self, fact: Fact) -> Option<usize> {
        self.0.get_index_of(&fact)
    }

    /// The set with the bit of a fact; empty if the fact has no bit.
    pub(crate) fn one<const W: usize>(&self, fact: Fact) -> Bits<W> {
        self.bit(fact).map_or_else(Bits::default, Bits::one)
    }

    /// Assigns a bit to a fact, unless it has one.
    pub(crate) fn give(&mut self, fact: Fact) {
        self.0.insert(fact);
    }
}
