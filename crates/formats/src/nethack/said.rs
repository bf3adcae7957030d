//! The lines of a file of NetHack by their meanings.

/// A line of a file that means something, with the number of its line from 0.
pub(super) struct Said<'a> {
    pub(super) line: usize,
    pub(super) what: What<'a>,
}

/// The meaning of a line.
pub(super) enum What<'a> {
    /// A level begins.
    Level(String),
    /// A map, as lines.
    Map(Vec<&'a str>),
    /// A thing in a column and a row of the map, or at a random place.
    Thing(Thing, Option<[u32; 2]>),
    /// It is a level of Sokoban.
    Sokoban,
    /// A part of the map becomes a maze.
    Maze,
    /// A part of the file that may be used or not, or several times.
    Condition,
    /// A line of a kind that has no meaning here.
    Other(String),
}

/// Something on a map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Thing {
    /// A door and its state.
    Door(String),
    /// A stair or ladder.
    Stair {
        up: bool,
    },
    /// The place where the player arrives.
    Arrival,
    /// Something that opens locks.
    Key,
    Boulder,
    Pit,
    /// Another object, or a trap.
    Other(String),
}
