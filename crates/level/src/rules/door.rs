//! Locations, the doors between them, and the state of a player as reports print it.

use crate::model::{Cell, NodeIndex};

/// A location of a world: a node of the graph, or a cell that can be entered.
pub type Location = u32;

/// The way in which a door is passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Way {
    /// Along an edge of the graph.
    Goto,
    /// One row up.
    Up,
    /// One row down.
    Down,
    /// One column left.
    Left,
    /// One column right.
    Right,
    /// Diagonally.
    UpLeft,
    /// Diagonally.
    UpRight,
    /// Diagonally.
    DownLeft,
    /// Diagonally.
    DownRight,
    /// By a stair or a door to a room elsewhere, possibly across nodes that have no rectangle.
    Warp,
    /// The next part of a warp; it has no cost of its own.
    Pass,
}

impl Way {
    /// The steps onto a neighbouring cell, each with its offset in rows (down) and columns (right). The diagonal
    /// steps are last.
    pub const STEPS: [(Self, (i32, i32)); 8] = [
        (Self::Up, (-1, 0)),
        (Self::Down, (1, 0)),
        (Self::Left, (0, -1)),
        (Self::Right, (0, 1)),
        (Self::UpLeft, (-1, -1)),
        (Self::UpRight, (-1, 1)),
        (Self::DownLeft, (1, -1)),
        (Self::DownRight, (1, 1)),
    ];

    /// The index of the direction among up, down, left and right; `None` for any other way.
    #[inline]
    pub(crate) fn direction(self) -> Option<usize> {
        match self {
            Way::Up => Some(0),
            Way::Down => Some(1),
            Way::Left => Some(2),
            Way::Right => Some(3),
            _ => None,
        }
    }

    /// True if the step is diagonal and costs √2.
    #[inline]
    #[must_use]
    pub fn is_diagonal(self) -> bool {
        matches!(self, Way::UpLeft | Way::UpRight | Way::DownLeft | Way::DownRight)
    }
}

/// A passage of the world from one location to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Door {
    /// The location it leads to.
    pub(crate) to: Location,
    /// An index into the world's locks; lock 0 has no requirements.
    pub(crate) lock: u32,
    /// The way in which it is passed.
    pub(crate) way: Way,
    /// True if passing the door changes the location alone: it requires nothing, resets nothing, and leads to a
    /// location without pick-ups on which no block can stand.
    pub(crate) plain: bool,
    /// True if the door leaves a room whose blocks then return to their starting cells.
    pub(crate) resets: bool,
}

// -------------------------------------------------------------------------------------------------
// The state of a player, as JSON and text print it.

/// The holdings of a player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Holdings {
    /// Small keys left.
    pub keys: u32,
    /// Bombs left; if bombs are not used up, 1 means "some".
    pub bombs: u32,
    /// The boss key.
    pub boss_key: bool,
    /// The key item.
    pub key_item: bool,
    /// Symbols held, as indices into the graph's table.
    pub symbols: Vec<u32>,
    /// Toggles that are on, ascending.
    pub toggles: Vec<u32>,
    /// Pressure plates that are down, as indices into the graph's table.
    pub plates: Vec<u32>,
}

/// The position of a player, as files give it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Position {
    /// In a node.
    Node(NodeIndex),
    /// On a cell.
    Cell(Cell),
}
