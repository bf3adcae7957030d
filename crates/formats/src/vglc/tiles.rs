//! Reads the tile text of a dungeon of the corpus: a grid of slots of 16 rows and 11 columns. Each slot is a room or
//! entirely void.
//!
//! The letters are those of the corpus' legend. The doors of a room are in the inner ring of its double wall, in the
//! middle of each side. The outermost ring is read as wall; stitching opens it. Invariant of a [`Map`]: every room is
//! one slot, and rooms are in reading order.

use crate::aliases::Aliases;
use level::Tile;

/// The number of rows of a room.
pub const ROOM_ROWS: u32 = 16;
/// The number of columns of a room.
pub const ROOM_COLS: u32 = 11;
/// The thickness of the wall around a room.
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

    /// The side that faces it in the next room.
    #[must_use]
    pub fn facing(self) -> Self {
        match self {
            Side::North => Side::South,
            Side::South => Side::North,
            Side::West => Side::East,
            Side::East => Side::West,
        }
    }

    /// The offset of the next room, in slots down and to the right.
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

    /// The cells of its doorway within a room, as (row, column): those with the letter `D`, or with `outer` those of
    /// the outermost wall in front of them.
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

/// True if a cell within a room is inside its walls.
#[must_use]
pub fn is_inside_walls(row: u32, col: u32) -> bool {
    (WALLS..ROOM_ROWS - WALLS).contains(&row) && (WALLS..ROOM_COLS - WALLS).contains(&col)
}

/// The cells of a room inside its walls, in reading order.
pub(crate) fn inside_walls() -> impl Iterator<Item = (u32, u32)> {
    let cells = (0..ROOM_ROWS).flat_map(|row| (0..ROOM_COLS).map(move |col| (row, col)));
    cells.filter(|&(row, col)| is_inside_walls(row, col))
}

/// The letters, with their tiles on the floor. Statues (`M`) and blocks in water (`I`) cannot be pushed.
const LETTERS: [(u8, Tile); 10] = [
    (b'F', Tile::Floor),
    (b'B', Tile::Block),
    (b'M', Tile::Wall),
    (b'P', Tile::Element),
    (b'O', Tile::ElementFloor),
    (b'I', Tile::Wall),
    (b'D', Tile::DoorOpen),
    (b'S', Tile::Stair),
    (b'W', Tile::Wall),
    (b'-', Tile::Void),
];

/// An error in a tile text, with its line and column.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {message}")]
pub struct MapError {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
    /// The fault, and the expected text.
    pub message: String,
}

/// A slot with a room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slot {
    /// Its row among the slots.
    pub row: u32,
    /// Its column among the slots.
    pub col: u32,
    /// True for each side with a door, in the order of [`Side::ALL`].
    doors: [bool; 4],
    /// The rooms beyond its sides, as indices in [`Map::rooms`].
    beside: [Option<usize>; 4],
    /// True if it has a stair.
    pub stair: bool,
    /// True if it looks like the chamber of the triforce, which is the same in every dungeon that has one: a ring of
    /// blocks around statues, open on one side.
    pub chamber: bool,
}

/// The tiles of a dungeon.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Map {
    /// The number of rows of slots.
    pub rows: u32,
    /// The number of columns of slots.
    pub cols: u32,
    /// The rooms in reading order.
    pub rooms: Vec<Slot>,
    /// The tiles, row by row.
    tiles: Vec<Tile>,
}

impl Slot {
    /// True if it has a door on a side.
    #[must_use]
    pub fn has_door(&self, side: Side) -> bool {
        self.doors[side as usize]
    }

    /// The room beyond a side, as an index in [`Map::rooms`].
    #[must_use]
    pub fn beyond(&self, side: Side) -> Option<usize> {
        self.beside[side as usize]
    }
}

impl Map {
    /// The tile in a row and a column of the whole map; void outside.
    #[must_use]
    pub fn tile(&self, row: u32, col: u32) -> Tile {
        if col >= self.cols * ROOM_COLS {
            return Tile::Void;
        }
        let at = row as usize * (self.cols * ROOM_COLS) as usize + col as usize;
        self.tiles.get(at).copied().unwrap_or_default()
    }

    /// True if a room and the one beyond `side` have doors that face each other.
    #[must_use]
    pub fn is_pair(&self, room: usize, side: Side) -> bool {
        let Some(slot) = self.rooms.get(room) else { return false };
        let beyond = slot.beyond(side).and_then(|other| self.rooms.get(other));
        slot.has_door(side) && beyond.is_some_and(|other| other.has_door(side.facing()))
    }

    /// True if two rooms touch.
    #[must_use]
    pub fn touch(&self, a: usize, b: usize) -> bool {
        self.rooms.get(a).is_some_and(|slot| slot.beside.contains(&Some(b)))
    }

    /// The pairs of rooms that touch, each once: the first room, its side, the other room.
    pub fn borders(&self) -> impl Iterator<Item = (usize, Side, usize)> + '_ {
        self.rooms.iter().enumerate().flat_map(|(room, slot)| {
            [Side::South, Side::East]
                .into_iter()
                .filter_map(move |side| Some((room, side, slot.beyond(side)?)))
        })
    }

    /// The doors that lead to no room, the most probable entrance first: doors off the map before doors into void
    /// between rooms, then eastern doors before others, then reading order.
    #[must_use]
    pub fn ways_out(&self) -> Vec<(usize, Side)> {
        let mut ways = Vec::new();
        for (room, slot) in self.rooms.iter().enumerate() {
            let leads = |side: &Side| slot.has_door(*side) && slot.beyond(*side).is_none();
            ways.extend(Side::ALL.into_iter().filter(leads).map(|side| (room, side)));
        }
        ways.sort_by_key(|&(room, side)| (self.is_inside(room, side), side != Side::East));
        ways
    }

    /// True if there is a slot beyond a side of a room.
    fn is_inside(&self, room: usize, side: Side) -> bool {
        let (down, right) = side.step();
        let inside = |at: u32, step: i32, many: u32| {
            at.checked_add_signed(step).is_some_and(|beyond| beyond < many)
        };
        self.rooms.get(room).is_some_and(|slot| {
            inside(slot.row, down, self.rows) && inside(slot.col, right, self.cols)
        })
    }
}

/// Reads a tile text.
///
/// # Errors
/// Letters outside the legend, rows of different lengths, and a size that is no multiple of a slot, each with its line
/// and column; a text without rooms.
///
/// ```
/// let room = "WWWWWWWWWWW\n".repeat(16);
/// assert_eq!(quandary_formats::vglc::tiles::read(&room)?.rooms.len(), 1);
/// # Ok::<(), quandary_formats::vglc::tiles::MapError>(())
/// ```
pub fn read(text: &str) -> Result<Map, MapError> {
    read_with(text, &Aliases::default())
}

/// Reads a tile text, with a table of letters that extends or overrides the legend. A letter without a meaning is VOID.
///
/// # Errors
/// As [`read`].
pub fn read_with(text: &str, aliases: &Aliases) -> Result<Map, MapError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text).trim_end();
    let lines: Vec<&str> = text.split('\n').map(|line| line.trim_end_matches('\r')).collect();
    let width = lines.first().map_or(0, |line| line.chars().count());
    let mut tiles = Vec::with_capacity(text.len());
    for (i, line) in lines.iter().enumerate() {
        row(i + 1, line, width, aliases, &mut tiles)?;
    }
    let (rows, cols) = (slots(lines.len(), ROOM_ROWS), slots(width, ROOM_COLS));
    let rows = rows.ok_or_else(|| {
        let message = format!(
            "{} not made of rooms of {ROOM_ROWS} rows each",
            diagnostics::counted(lines.len() as u64, "row is", "rows are")
        );
        MapError { line: lines.len(), column: 1, message }
    })?;
    let cols = cols.ok_or_else(|| {
        let message = format!(
            "{} not made of rooms of {ROOM_COLS} columns each",
            diagnostics::counted(width as u64, "column is", "columns are")
        );
        MapError { line: 1, column: width, message }
    })?;
    let map = with_rooms(Map { rows, cols, rooms: Vec::new(), tiles });
    if map.rooms.is_empty() {
        return Err(MapError {
            line: 1,
            column: 1,
            message: "there is no room, all is void".into(),
        });
    }
    Ok(map)
}

/// True if a text is probably from the corpus: it has only letters of the legend, in rows of whole rooms.
#[must_use]
pub fn looks_like_tiles(text: &str) -> bool {
    let known = |byte| LETTERS.iter().any(|(letter, _)| *letter == byte);
    let mut lines = text.lines().map(str::trim_end).filter(|line| !line.is_empty()).peekable();
    lines.peek().is_some()
        && lines.all(|line| slots(line.len(), ROOM_COLS).is_some() && line.bytes().all(known))
}

/// The number of slots in a length; `None` if it is no multiple of a slot.
fn slots(length: usize, slot: u32) -> Option<u32> {
    let length = u32::try_from(length).ok()?;
    (length > 0 && length.is_multiple_of(slot)).then_some(length / slot)
}

/// Appends a line to `tiles`.
fn row(
    number: usize,
    line: &str,
    width: usize,
    aliases: &Aliases,
    tiles: &mut Vec<Tile>,
) -> Result<(), MapError> {
    let before = tiles.len();
    for (column, letter) in line.chars().enumerate() {
        let tile = tile(letter, aliases);
        tiles.push(tile.map_err(|message| MapError {
            line: number,
            column: column + 1,
            message,
        })?);
    }
    let found = tiles.len() - before;
    if found == width {
        return Ok(());
    }
    let message = format!("a row of {found} letters among rows of {width}");
    Err(MapError { line: number, column: found.min(width) + 1, message })
}

/// The tile of a letter, from the table or else the legend.
fn tile(letter: char, aliases: &Aliases) -> Result<Tile, String> {
    if let Some(said) = aliases.letter(letter) {
        return Ok(said.unwrap_or(Tile::Void));
    }
    let known = LETTERS.iter().find(|(known, _)| char::from(*known) == letter);
    known.map(|&(_, tile)| tile).ok_or_else(|| {
        let known = LETTERS.map(|(known, _)| char::from(known).to_string()).join(" ");
        format!("unknown letter {letter:?}; known are {known}{}", aliases.letters())
    })
}

/// Finds the rooms of a map of tiles.
fn with_rooms(mut map: Map) -> Map {
    let mut places = vec![None; map.rows as usize * map.cols as usize];
    for row in 0..map.rows {
        for col in 0..map.cols {
            if let Some(slot) = slot(&map, row, col) {
                places[(row * map.cols + col) as usize] = Some(map.rooms.len());
                map.rooms.push(slot);
            }
        }
    }
    for i in 0..map.rooms.len() {
        for side in Side::ALL {
            if map.is_inside(i, side) {
                let (down, right) = side.step();
                let slot = &mut map.rooms[i];
                let (row, col) = (slot.row.wrapping_add_signed(down), slot.col);
                let place = row * map.cols + col.wrapping_add_signed(right);
                slot.beside[side as usize] = places[place as usize];
            }
        }
    }
    map
}

/// The room of a slot, if it has one.
fn slot(map: &Map, row: u32, col: u32) -> Option<Slot> {
    let tile = |r: u32, c: u32| map.tile(row * ROOM_ROWS + r, col * ROOM_COLS + c);
    let mut cells = (0..ROOM_ROWS).flat_map(|r| (0..ROOM_COLS).map(move |c| (r, c)));
    if cells.clone().all(|(r, c)| tile(r, c) == Tile::Void) {
        return None;
    }
    let stair = cells.any(|(r, c)| tile(r, c) == Tile::Stair);
    let door = |side: Side| side.doorway(false).any(|(r, c)| tile(r, c) == Tile::DoorOpen);
    let ring = |r: u32| (3..ROOM_COLS - 3).all(|c| tile(r, c) == Tile::Block);
    let inner = (4..ROOM_ROWS - 4).flat_map(|r| (4..ROOM_COLS - 4).map(move |c| (r, c)));
    let statues = inner.filter(|&(r, c)| tile(r, c) == Tile::Wall).count();
    let chamber = ring(3) && ring(ROOM_ROWS - 4) && statues > 0;
    Some(Slot { row, col, doors: Side::ALL.map(door), beside: [None; 4], stair, chamber })
}
