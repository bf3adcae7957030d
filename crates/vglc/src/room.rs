//! The shape that all rooms of the corpus share: their size, walls, sides and doorways.

/// The number of rows of tiles a room has.
pub const ROOM_ROWS: u32 = 16;
/// The number of columns of tiles a room has.
pub const ROOM_COLS: u32 = 11;
/// The ring of double wall around the inside of a room.
const WALLS: u32 = 2;

/// A side of a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The upper one.
    North,
    /// The lower one.
    South,
    /// The left one.
    West,
    /// The right one.
    East,
}

impl Side {
    /// All sides.
    pub const ALL: [Self; 4] = [Side::North, Side::South, Side::West, Side::East];

    /// The side that faces it in the room beyond.
    #[must_use]
    pub fn facing(self) -> Self {
        match self {
            Side::North => Side::South,
            Side::South => Side::North,
            Side::West => Side::East,
            Side::East => Side::West,
        }
    }

    /// The number of slots down and right the room beyond lies.
    #[must_use]
    pub fn step(self) -> (i32, i32) {
        match self {
            Side::North => (-1, 0),
            Side::South => (1, 0),
            Side::West => (0, -1),
            Side::East => (0, 1),
        }
    }

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        ["north", "south", "west", "east"][self as usize]
    }

    /// The cells of its doorway within a room, as (row, column): those that hold the letter `D`, or
    /// with `outer` those of the outermost wall before them.
    pub fn doorway(self, outer: bool) -> impl Iterator<Item = (u32, u32)> {
        let near = u32::from(!outer);
        let (fixed, across) = match self {
            Side::North => (near, 4..7),
            Side::South => (ROOM_ROWS - 1 - near, 4..7),
            Side::West => (near, 7..9),
            Side::East => (ROOM_COLS - 1 - near, 7..9),
        };
        across.map(move |at| match self {
            Side::North | Side::South => (fixed, at),
            Side::West | Side::East => (at, fixed),
        })
    }
}

/// True if a cell within a room lies inside its walls.
pub(crate) fn is_inside_walls(row: u32, col: u32) -> bool {
    (WALLS..ROOM_ROWS - WALLS).contains(&row) && (WALLS..ROOM_COLS - WALLS).contains(&col)
}

/// The cells of a room inside its walls, in reading order.
pub(crate) fn inside_walls() -> impl Iterator<Item = (u32, u32)> {
    let cells = (0..ROOM_ROWS).flat_map(|row| (0..ROOM_COLS).map(move |col| (row, col)));
    cells.filter(|&(row, col)| is_inside_walls(row, col))
}
