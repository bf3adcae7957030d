//! A level: a pure value, what a file of the format `quandary/level/1` says.
//!
//! A level is a map of tiles, a room graph, or both: then the tiles are what is walked on, and the graph
//! says where stairs lead and what the doorways between rooms ask for. A level reads and prints as JSON
//! ([`crate::formats::json`]) and as text ([`crate::formats::text`]) and comes back equal. Invariants, kept by
//! [`Level::checked`]: everything lies on the floors, rectangles of rooms do not overlap, a node has at
//! most one, and the start is known and always walkable.

use crate::model::graph::{Content, Graph, GraphError, NodeIndex, Requirement, SymbolId};
use crate::model::grid::{Cell, Grid};
use crate::model::ruleset::{Preset, Rules};
use crate::model::tile::Tile;
use rustc_hash::FxHashMap;
use std::borrow::Cow;

/// A level.
#[derive(Clone, Debug, PartialEq)]
pub struct Level {
    /// Its name, if it has one.
    pub name: Option<String>,
    /// The tiles; a level without them is its graph alone.
    pub tiles: Option<Tiles>,
    /// The room graph; a level of tiles alone has one without nodes. It owns the names of symbols.
    pub graph: Graph,
    /// Conditions that win together, wherever the player is; empty where only a place wins.
    pub win: Vec<Requirement>,
    /// The rules under which it was made, with empty hands; `None` where it does not say.
    pub rules: Option<Rules>,
    /// Its provenance; the rules ignore it.
    pub provenance: Option<serde_json::Map<String, serde_json::Value>>,
}

/// The tiles of a level, and what lies over them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tiles {
    /// The floors.
    pub floors: Vec<Grid>,
    /// The start cell of the player; `None` for the single START tile.
    pub start: Option<Cell>,
    /// The cells to be reached; `None` for every TRIFORCE tile.
    pub goals: Option<Vec<Cell>>,
    /// The rectangles of nodes.
    pub rooms: Vec<Room>,
    /// Symbols and toggles that lie on tiles.
    pub marks: Vec<Mark>,
    /// Doorways that ask for symbols, toggles and plates.
    pub locks: Vec<TileLock>,
    /// Pressure plates; their names stand in [`Graph::plates`].
    pub plates: Vec<Plate>,
}

/// The rectangle of a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Room {
    /// The node it realises.
    pub node: NodeIndex,
    /// Its upper left cell.
    pub corner: Cell,
    /// The number of rows it has.
    pub rows: u32,
    /// The number of columns it has.
    pub cols: u32,
}

/// Something that lies on a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The cell it lies on.
    pub cell: Cell,
    /// A symbol or a toggle.
    pub gives: Content,
}

/// Cells of one doorway; entering any of them asks for all its needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TileLock {
    /// The cells.
    pub cells: Vec<Cell>,
    /// Their requirements: conditions, such as symbols, positions of toggles and plates.
    pub needs: Vec<Requirement>,
}

/// A pressure plate: it is down while blocks stand on all its cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plate {
    /// The cells.
    pub cells: Vec<Cell>,
    /// The symbol that is held for good once the plate was down.
    pub gives: Option<SymbolId>,
}

/// A level that breaks the invariants of this file: which field, and what is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{field}: {message}")]
pub struct LevelError {
    /// The field of the level file.
    pub field: String,
    /// The fault, in words.
    pub message: String,
}

impl Room {
    /// True if a cell lies in it.
    #[must_use]
    pub fn contains(&self, cell: Cell) -> bool {
        let inside = |at: u32, from: u32, many: u32| at >= from && at - from < many;
        cell.floor == self.corner.floor
            && inside(cell.row, self.corner.row, self.rows)
            && inside(cell.col, self.corner.col, self.cols)
    }

    /// Its cells in reading order.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let Self { corner, rows, cols, .. } = *self;
        (0..rows).flat_map(move |r| {
            (0..cols).map(move |c| Cell { row: corner.row + r, col: corner.col + c, ..corner })
        })
    }

    /// True if some cell of the one lies orthogonally next to some cell of the other.
    #[must_use]
    pub fn is_adjacent(&self, other: &Self) -> bool {
        let (a, b) = (self.corner, other.corner);
        let overlap = |a: u32, many_a: u32, b: u32, many_b: u32| a < b + many_b && b < a + many_a;
        let touch = |a: u32, many_a: u32, b: u32, many_b: u32| a + many_a == b || b + many_b == a;
        let rows = (a.row, self.rows, b.row, other.rows);
        let cols = (a.col, self.cols, b.col, other.cols);
        a.floor == b.floor
            && (touch(rows.0, rows.1, rows.2, rows.3) && overlap(cols.0, cols.1, cols.2, cols.3)
                || overlap(rows.0, rows.1, rows.2, rows.3) && touch(cols.0, cols.1, cols.2, cols.3))
    }
}

impl Tiles {
    /// The tile of a cell; `None` outside the floors.
    #[must_use]
    pub fn tile(&self, cell: Cell) -> Option<Tile> {
        self.floors.get(cell.floor as usize)?.get(cell.row, cell.col)
    }

    /// Every cell with its tile, floor by floor in reading order.
    pub fn cells(&self) -> impl Iterator<Item = (Cell, Tile)> + '_ {
        (0..).zip(&self.floors).flat_map(|(floor, grid)| {
            (0..).zip(grid.iter_rows()).flat_map(move |(row, tiles)| {
                (0..).zip(tiles).map(move |(col, &tile)| (Cell { floor, row, col }, tile))
            })
        })
    }

    /// The start cell of the player, if that is clear.
    #[must_use]
    pub fn start_cell(&self) -> Option<Cell> {
        self.start.or_else(|| self.only_start().ok())
    }

    /// The cells to be reached.
    #[must_use]
    pub fn goal_cells(&self) -> Cow<'_, [Cell]> {
        match &self.goals {
            Some(goals) => Cow::Borrowed(goals),
            None => Cow::Owned(self.holding(Tile::Triforce).collect()),
        }
    }

    /// The cells of one tile, floor by floor in reading order.
    pub fn holding(&self, tile: Tile) -> impl Iterator<Item = Cell> + '_ {
        self.cells().filter(move |&(_, held)| held == tile).map(|(cell, _)| cell)
    }

    /// True if a tile is a block or bare floor: START where the start is given besides, TRIFORCE where goals are.
    #[must_use]
    pub fn bears_blocks(&self, tile: Tile) -> bool {
        match tile {
            Tile::Floor | Tile::ElementFloor | Tile::Block => true,
            Tile::Start => self.start.is_some(),
            Tile::Triforce => self.goals.is_some(),
            _ => false,
        }
    }

    fn only_start(&self) -> Result<Cell, LevelError> {
        let mut starts = self.holding(Tile::Start);
        match (starts.next(), starts.next()) {
            (Some(start), None) => Ok(start),
            (None, _) => {
                Err(wrong("start", "is missing, and there is no START tile (@ in a drawing)"))
            }
            (Some(a), Some(b)) => {
                let [a, b] = [a, b].map(place);
                let message = format!("is missing, and START stands twice: in {a} and in {b}");
                Err(wrong("start", message))
            }
        }
    }
}

impl Level {
    /// A level of a graph alone, without a name or a history.
    #[must_use]
    pub fn of_graph(graph: Graph) -> Self {
        Self { name: None, tiles: None, graph, win: Vec::new(), rules: None, provenance: None }
    }

    /// A level of tiles alone, without a name or a history.
    #[must_use]
    pub fn of_tiles(tiles: Tiles) -> Self {
        Self { tiles: Some(tiles), ..Self::of_graph(Graph::default()) }
    }

    /// True if there is a goal: a condition, a cell, or in a level without tiles a node.
    #[must_use]
    pub fn has_goal(&self) -> bool {
        !self.win.is_empty()
            || match &self.tiles {
                Some(tiles) => !tiles.goal_cells().is_empty(),
                None => !self.graph.goals.is_empty(),
            }
    }

    /// The rules by which it is judged: those of a preset that is asked for, else its own, else the usual ones.
    #[must_use]
    pub fn rules_under(&self, preset: Option<Preset>) -> Rules {
        match preset {
            Some(preset) => Rules::preset(preset),
            None => self.rules.clone().unwrap_or_default(),
        }
    }

    /// The level itself, if it keeps the invariants of this file and of its graph.
    ///
    /// # Errors
    /// The first fault, with the field of a level file that it would stand in.
    pub fn checked(mut self) -> Result<Self, LevelError> {
        self.graph = self.graph.checked()?;
        check_plates(&self)?;
        check_conditions("win", &self.win, &self.graph)?;
        match &self.tiles {
            None if self.graph.start.is_none() => Err(wrong(
                "graph.start",
                "is missing, and no node holds \"start\" among its contents",
            )),
            None => Ok(self),
            Some(tiles) => {
                check_places(tiles)?;
                check_rooms(tiles, &self.graph)?;
                check_marks(tiles, &self.graph)?;
                Ok(self)
            }
        }
    }
}

impl From<GraphError> for LevelError {
    fn from(error: GraphError) -> Self {
        let field = match &error {
            GraphError::NoSuchNode { place, .. }
            | GraphError::NoSuchSymbol { place, .. }
            | GraphError::NoSuchPlate { place, .. } => place.clone(),
            GraphError::DuplicateId(_) | GraphError::EmptySymbol => "graph".to_owned(),
        };
        wrong(field, error.to_string())
    }
}

fn wrong(field: impl Into<String>, message: impl Into<String>) -> LevelError {
    LevelError { field: field.into(), message: message.into() }
}

/// A cell in a message.
fn place(cell: Cell) -> String {
    format!("floor {}, row {}, column {}", cell.floor, cell.row, cell.col)
}

fn inside(tiles: &Tiles, cell: Cell, field: impl Fn() -> String) -> Result<Tile, LevelError> {
    tiles.tile(cell).ok_or_else(|| wrong(field(), format!("{} is off the floors", place(cell))))
}

fn check_places(tiles: &Tiles) -> Result<(), LevelError> {
    let start = match tiles.start {
        Some(start) => start,
        None => tiles.only_start()?,
    };
    let tile = inside(tiles, start, || "start".to_owned())?;
    if !tile.is_always_walkable() {
        let message = format!("{} is {tile}, where nobody can stand from the start", place(start));
        return Err(wrong("start", message));
    }
    for (i, &goal) in tiles.goals.iter().flatten().enumerate() {
        inside(tiles, goal, || format!("goals[{i}]"))?;
    }
    Ok(())
}

fn check_rooms(tiles: &Tiles, graph: &Graph) -> Result<(), LevelError> {
    let mut of_node = FxHashMap::default();
    for (i, room) in tiles.rooms.iter().enumerate() {
        let node = graph.id(room.node).ok_or_else(|| {
            let message = format!("names node index {}, which is not there", room.node);
            wrong(format!("rooms[{i}].node"), message)
        })?;
        if let Some(first) = of_node.insert(room.node, i) {
            let message = format!("node {node} has a rectangle already, rooms[{first}]");
            return Err(wrong(format!("rooms[{i}].node"), message));
        }
        let last = || {
            Some(Cell {
                row: room.corner.row.checked_add(room.rows.checked_sub(1)?)?,
                col: room.corner.col.checked_add(room.cols.checked_sub(1)?)?,
                ..room.corner
            })
        };
        match last() {
            Some(last) => inside(tiles, last, || format!("rooms[{i}]"))?,
            None => return Err(wrong(format!("rooms[{i}]"), "a room has at least one cell")),
        };
    }
    check_overlap(&tiles.rooms)
}

/// Rectangles of one floor, from top to bottom, against those that reach as far down as they begin.
fn check_overlap(rooms: &[Room]) -> Result<(), LevelError> {
    let mut sorted: Vec<(usize, &Room)> = rooms.iter().enumerate().collect();
    sorted.sort_by_key(|(_, room)| (room.corner.floor, room.corner.row));
    let mut open: Vec<(usize, &Room)> = Vec::new();
    for (i, room) in sorted {
        open.retain(|(_, above)| {
            above.corner.floor == room.corner.floor
                && above.corner.row + above.rows > room.corner.row
        });
        let meets = |above: &Room| {
            above.corner.col < room.corner.col + room.cols
                && room.corner.col < above.corner.col + above.cols
        };
        if let Some((j, _)) = open.iter().find(|(_, above)| meets(above)) {
            let (j, i) = (i.min(*j), i.max(*j));
            return Err(wrong(format!("rooms[{i}]"), format!("overlaps rooms[{j}]")));
        }
        open.push((i, room));
    }
    Ok(())
}

fn check_marks(tiles: &Tiles, graph: &Graph) -> Result<(), LevelError> {
    for (i, mark) in tiles.marks.iter().enumerate() {
        inside(tiles, mark.cell, || format!("marks[{i}]"))?;
        let field = || format!("marks[{i}].gives");
        match mark.gives {
            Content::Symbol(id) => graph.check_symbol(&field, id)?,
            Content::Toggle(_) => {}
            _ => return Err(wrong(field(), "a mark gives a symbol or a toggle")),
        }
    }
    for (i, lock) in tiles.locks.iter().enumerate() {
        for (j, &cell) in lock.cells.iter().enumerate() {
            inside(tiles, cell, || format!("locks[{i}].cells[{j}]"))?;
        }
        check_conditions(&format!("locks[{i}].needs"), &lock.needs, graph)?;
    }
    Ok(())
}

/// Checks that what stands in a list of conditions is one, and names what is there.
fn check_conditions(field: &str, needs: &[Requirement], graph: &Graph) -> Result<(), LevelError> {
    for (i, &need) in needs.iter().enumerate() {
        let field = || format!("{field}[{i}]");
        if !need.is_condition() {
            let message = "here only symbols, toggles and plates can be asked for";
            return Err(wrong(field(), message));
        }
        graph.check_requirement(need, &field)?;
    }
    Ok(())
}

/// Checks that every plate has a name of its own, and cells on which blocks can stand.
fn check_plates(level: &Level) -> Result<(), LevelError> {
    let Level { tiles, graph, .. } = level;
    let plates = tiles.as_ref().map_or(&[][..], |tiles| &tiles.plates);
    if plates.len() != graph.plates.len() {
        let message = format!("are {}, and their names are {}", plates.len(), graph.plates.len());
        return Err(wrong("plates", message));
    }
    let mut names = FxHashMap::default();
    for (i, (plate, name)) in plates.iter().zip(&graph.plates).enumerate() {
        let field = |part: &str| format!("plates[{i}].{part}");
        if name.is_empty() {
            return Err(wrong(field("name"), "is empty"));
        }
        if let Some(first) = names.insert(name, i) {
            let message = format!("{name:?} is the name of plates[{first}] already");
            return Err(wrong(field("name"), message));
        }
        if plate.cells.is_empty() {
            return Err(wrong(field("cells"), "is empty: a plate has at least one cell"));
        }
        if let Some(id) = plate.gives {
            graph.check_symbol(&|| field("gives"), id)?;
        }
        let mut cells = FxHashMap::default();
        for (j, &cell) in plate.cells.iter().enumerate() {
            let field = || format!("plates[{i}].cells[{j}]");
            let Some(tiles) = tiles else { continue };
            let tile = inside(tiles, cell, field)?;
            if !tiles.bears_blocks(tile) {
                let message = format!("{} is {tile}, where no plate can lie", place(cell));
                return Err(wrong(field(), message));
            }
            if let Some(first) = cells.insert(cell, j) {
                let message = format!("{} is cells[{first}] already", place(cell));
                return Err(wrong(field(), message));
            }
        }
    }
    Ok(())
}
