//! The state of a player as JSON and text tell it.

use crate::model::graph::NodeIndex;
use crate::model::grid::Cell;

/// The holdings of a player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Holdings {
    /// Small keys left.
    pub keys: u32,
    /// Bombs left; where they are not used up, 1 for "some".
    pub bombs: u32,
    /// The boss key.
    pub boss_key: bool,
    /// The key item.
    pub key_item: bool,
    /// Symbols held, as indices into the graph's table.
    pub symbols: Vec<u32>,
    /// Toggles that are on, rising.
    pub toggles: Vec<u32>,
    /// Pressure plates that are down, as indices into the graph's table.
    pub plates: Vec<u32>,
}

/// The position of a player, as a file names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Position {
    /// In a node.
    Node(NodeIndex),
    /// On a cell.
    Cell(Cell),
}
