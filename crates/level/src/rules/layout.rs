//! Which bit of a state stands for what.
//!
//! A level's things get their bits in a fixed order: at room level what lies in nodes, then locks that are
//! used up, then bombs where they are not; at tile level in the order in which the cells ask for them.
//! Invariant: the layout is a function of the level and the rules alone.

use super::bits::Bits;
use super::{Bombs, Rules};
use crate::graph::{Content, Graph, NodeIndex, Requirement};
use crate::grid::Cell;
use rustc_hash::FxHashMap;

/// The most things one level can keep track of: pick-ups, locks that are used up, symbols, toggles.
pub const MOST_BITS: usize = 1024;

/// A level that keeps track of more than [`MOST_BITS`] things.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the level keeps track of {0} things (pick-ups, small-key and bomb locks, symbols, toggles); \
     at most {MOST_BITS} can be judged"
)]
pub struct TooManyBits(pub usize);

/// Which bit stands for what: the things in the order of their bits.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    meanings: Vec<Meaning>,
    /// The bit of each thing; kept only where there are more than [`FEW`].
    index: FxHashMap<Meaning, usize>,
}

/// So many things are found fastest by looking through them.
const FEW: usize = 16;

/// What a bit stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Meaning {
    /// The contents of a node were taken; at tile level also: a node that holds a switch was entered.
    Taken(NodeIndex),
    /// The item of a cell was taken.
    Item(Cell),
    /// The small-key door that begins with a cell is open.
    KeyDoor(Cell),
    /// The wall that begins with a cell is bombed.
    BombDoor(Cell),
    /// The small-key lock between two nodes is open.
    KeyPair(NodeIndex, NodeIndex),
    /// The wall between two nodes is bombed.
    BombPair(NodeIndex, NodeIndex),
    /// A symbol is held.
    Symbol(u32),
    /// A toggle is on.
    Toggle(u32),
    /// Bombs are held, and never run out.
    BombsHeld,
}

/// The unordered pair of an edge's ends.
#[must_use]
pub fn pair(a: NodeIndex, b: NodeIndex) -> (NodeIndex, NodeIndex) {
    (a.min(b), a.max(b))
}

impl Layout {
    /// Gives every thing of the graph its bit: what lies in nodes, by node; locks, by edge; bombs.
    #[must_use]
    pub fn of(graph: &Graph, rules: &Rules) -> Self {
        let mut layout = Self::default();
        let consumed = rules.bombs == Bombs::Consumed;
        for (n, node) in (0..).zip(&graph.nodes) {
            for content in &node.contents {
                match *content {
                    Content::Key | Content::BossKey | Content::KeyItem | Content::Switch => {
                        layout.give(Meaning::Taken(n));
                    }
                    Content::ItemMinor if consumed => layout.give(Meaning::Taken(n)),
                    Content::Symbol(id) => layout.give(Meaning::Symbol(id)),
                    Content::Toggle(id) => layout.give(Meaning::Toggle(id)),
                    _ => {}
                }
            }
        }
        for edge in graph.edges.iter().filter(|edge| edge.from != edge.to) {
            let (a, b) = pair(edge.from, edge.to);
            for requirement in &edge.requires {
                match requirement {
                    Requirement::KeyLocked => layout.give(Meaning::KeyPair(a, b)),
                    Requirement::Bombable if consumed => layout.give(Meaning::BombPair(a, b)),
                    _ => {}
                }
            }
        }
        if !consumed {
            layout.give(Meaning::BombsHeld);
        }
        layout
    }

    /// How many bits there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.meanings.len()
    }

    /// Whether nothing is kept track of.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.meanings.is_empty()
    }

    /// What each bit stands for, by bit.
    #[must_use]
    pub fn meanings(&self) -> &[Meaning] {
        &self.meanings
    }

    /// The bit of a thing.
    #[must_use]
    pub fn bit(&self, meaning: Meaning) -> Option<usize> {
        if self.meanings.len() <= FEW {
            return self.meanings.iter().position(|&known| known == meaning);
        }
        self.index.get(&meaning).copied()
    }

    /// The set of the bit of a thing; empty for a thing that has none.
    #[must_use]
    pub fn one<const W: usize>(&self, meaning: Meaning) -> Bits<W> {
        self.bit(meaning).map_or_else(Bits::default, Bits::one)
    }

    /// Gives a thing its bit, unless it has one.
    pub(crate) fn give(&mut self, meaning: Meaning) {
        if self.bit(meaning).is_some() {
            return;
        }
        self.meanings.push(meaning);
        let known = if self.meanings.len() == FEW + 1 { 0 } else { self.meanings.len() - 1 };
        if self.meanings.len() > FEW {
            self.index.extend(self.meanings.iter().copied().zip(0..).skip(known));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_things_and_many_are_found_alike() {
        let mut layout = Layout::default();
        for n in 0..100 {
            layout.give(Meaning::Symbol(n));
            layout.give(Meaning::Symbol(n / 2));
            assert_eq!(layout.len(), n as usize + 1);
            for m in 0..=n {
                assert_eq!(layout.bit(Meaning::Symbol(m)), Some(m as usize));
            }
            assert_eq!(layout.bit(Meaning::Toggle(n)), None);
        }
    }
}
