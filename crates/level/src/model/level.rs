//! A level: a plain value with the contents of a file of the format `quandary/level/1`.
//!
//! A level is a map of tiles, a room graph, or both. With both, the player walks on the tiles, and the graph defines
//! the destinations of stairs and the requirements of doorways between rooms. A level can be read and printed as JSON
//! ([`crate::formats::json`]) and as text ([`crate::formats::text`]) without loss. Invariants, checked by
//! [`Level::checked`]: everything lies on the floors, rectangles of rooms do not overlap, a node has at most one
//! rectangle, and the start is known and always walkable.

use super::ruleset::{Preset, Rules};
use super::{Cell, Content, Graph, Grid, NodeIndex, Requirement, SymbolId, Tile};
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::collections::BTreeSet;

/// A level. Levels with the same contents are equal even if their symbols are numbered differently.
#[derive(Clone, Debug)]
pub struct Level {
    /// Its name, if it has one.
    pub name: Option<String>,
    /// The tiles; a level without tiles consists of its graph.
    pub tiles: Option<Tiles>,
    /// The room graph, which contains the names of symbols; without nodes in a level of tiles only.
    pub graph: Graph,
    /// Conditions that together win wherever the player is; empty if only locations win.
    pub win: Vec<Requirement>,
    /// The rules for which it was made, with an empty starting inventory; `None` if unspecified.
    pub rules: Option<Rules>,
    /// Its provenance, which has no effect on the rules.
    pub provenance: Option<serde_json::Map<String, serde_json::Value>>,
}

/// The tiles of a level, and the things on them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tiles {
    /// The floors.
    pub floors: Vec<Grid>,
    /// The start cell of the player; `None` stands for the only START tile.
    pub start: Option<Cell>,
    /// The goal cells; `None` stands for all TRIFORCE tiles.
    pub goals: Option<Vec<Cell>>,
    /// The rectangles of nodes.
    pub rooms: Vec<Room>,
    /// Symbols and toggles that lie on tiles.
    pub marks: Vec<Mark>,
    /// Doorways that require symbols, toggles and plates.
    pub locks: Vec<TileLock>,
    /// Pressure plates; their names are in [`Graph::plates`].
    pub plates: Vec<Plate>,
}

/// The rectangle of a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Room {
    /// The node it realises.
    pub node: NodeIndex,
    /// Its upper left cell.
    pub corner: Cell,
    /// The number of rows.
    pub rows: u32,
    /// The number of columns.
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

/// Cells of one doorway; entering any of them requires all its needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TileLock {
    /// The cells.
    pub cells: Vec<Cell>,
    /// Their requirements: conditions such as symbols, positions of toggles, and plates.
    pub needs: Vec<Requirement>,
}

/// A pressure plate: it is down while blocks stand on all its cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plate {
    /// The cells.
    pub cells: Vec<Cell>,
    /// The symbol that the player holds for good once the plate was down.
    pub gives: Option<SymbolId>,
}

/// A violated invariant of a level: the field, and the fault.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{field}: {message}")]
pub struct LevelError {
    /// The field of the level file.
    pub field: String,
    /// A description of the fault.
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

    /// True if some cell of one rectangle is orthogonally next to a cell of the other.
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

    /// The start cell of the player, if it is unambiguous.
    #[must_use]
    pub fn start_cell(&self) -> Option<Cell> {
        self.start.or_else(|| self.only_start().ok())
    }

    /// The goal cells.
    #[must_use]
    pub fn goal_cells(&self) -> Cow<'_, [Cell]> {
        match &self.goals {
            Some(goals) => Cow::Borrowed(goals),
            None => Cow::Owned(self.holding(Tile::Goal).collect()),
        }
    }

    /// The cells of one tile, floor by floor in reading order.
    pub fn holding(&self, tile: Tile) -> impl Iterator<Item = Cell> + '_ {
        (0..).zip(&self.floors).flat_map(move |(floor, grid)| {
            let held = grid.tiles().iter().enumerate().filter(move |&(_, held)| *held == tile);
            let (row, col) = (|at| at as u32 / grid.cols(), |at| at as u32 % grid.cols());
            held.map(move |(at, _)| Cell { floor, row: row(at), col: col(at) })
        })
    }

    /// The cells connected to a cell that have the same tile, starting with that cell; none outside the floors.
    #[must_use]
    pub fn piece(&self, from: Cell) -> Vec<Cell> {
        let alike = |tile| from.spread(|beside| self.tile(beside) == Some(tile));
        self.tile(from).map(alike).unwrap_or_default()
    }

    /// True if a tile is a block or bare floor. START counts as floor if the start is given explicitly, TRIFORCE if
    /// goals are.
    #[must_use]
    pub fn bears_blocks(&self, tile: Tile) -> bool {
        match tile {
            Tile::Floor | Tile::ElementFloor | Tile::Block => true,
            Tile::Start => self.start.is_some(),
            Tile::Goal => self.goals.is_some(),
            _ => false,
        }
    }

    pub(super) fn only_start(&self) -> Result<Cell, LevelError> {
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
    /// A level of a graph only, without name and provenance.
    #[must_use]
    pub fn of_graph(graph: Graph) -> Self {
        Self { name: None, tiles: None, graph, win: Vec::new(), rules: None, provenance: None }
    }

    /// A level of tiles only, without name and provenance.
    #[must_use]
    pub fn of_tiles(tiles: Tiles) -> Self {
        Self { tiles: Some(tiles), ..Self::of_graph(Graph::default()) }
    }

    /// The rectangles of its nodes; none in a level without tiles.
    pub(crate) fn rooms(&self) -> &[Room] {
        self.tiles.as_ref().map_or(&[], |tiles| &tiles.rooms)
    }

    pub(crate) fn marks(&self) -> &[Mark] {
        self.tiles.as_ref().map_or(&[], |tiles| &tiles.marks)
    }

    pub(crate) fn locks(&self) -> &[TileLock] {
        self.tiles.as_ref().map_or(&[], |tiles| &tiles.locks)
    }

    pub(crate) fn plates(&self) -> &[Plate] {
        self.tiles.as_ref().map_or(&[], |tiles| &tiles.plates)
    }

    /// The cells of one tile, floor by floor in reading order.
    pub(crate) fn holding(&self, tile: Tile) -> impl Iterator<Item = Cell> + '_ {
        self.tiles.iter().flat_map(move |tiles| tiles.holding(tile))
    }

    pub(crate) fn has(&self, tile: Tile) -> bool {
        self.holding(tile).next().is_some()
    }

    /// The rectangle of a node, if it has one.
    pub(crate) fn rectangle(&self, node: NodeIndex) -> Option<&Room> {
        self.rooms().iter().find(|room| room.node == node)
    }

    /// The node in whose rectangle a cell lies.
    pub(crate) fn node_at(&self, cell: Cell) -> Option<NodeIndex> {
        self.rooms().iter().find(|room| room.contains(cell)).map(|room| room.node)
    }

    /// Sets the tile of some cells; does nothing outside the floors.
    pub(crate) fn set_tile(&mut self, cells: &[Cell], tile: Tile) {
        for cell in cells {
            let mut floors = self.tiles.iter_mut().flat_map(|tiles| &mut tiles.floors);
            if let Some(grid) = floors.nth(cell.floor as usize) {
                grid.set(cell.row, cell.col, tile);
            }
        }
    }

    /// True if there is a goal: a condition, a cell, or a node in a level without tiles.
    #[must_use]
    pub fn has_goal(&self) -> bool {
        !self.win.is_empty()
            || match &self.tiles {
                Some(tiles) => !tiles.goal_cells().is_empty(),
                None => !self.graph.goals.is_empty(),
            }
    }

    /// The rules for verifying the level: those of a requested preset, otherwise its own, otherwise the default.
    #[must_use]
    pub fn rules_under(&self, preset: Option<Preset>) -> Rules {
        match preset {
            Some(preset) => Rules::preset(preset),
            None => self.rules.clone().unwrap_or_default(),
        }
    }
}

pub(super) fn wrong(field: impl Into<String>, message: impl Into<String>) -> LevelError {
    LevelError { field: field.into(), message: message.into() }
}

/// A cell, as messages name it.
pub(super) fn place(cell: Cell) -> String {
    format!("floor {}, row {}, column {}", cell.floor, cell.row, cell.col)
}

// -------------------------------------------------------------------------------------------------
// Equality of levels: files name symbols, and number them in the order in which they occur.

impl PartialEq for Level {
    fn eq(&self, other: &Self) -> bool {
        let (Self { graph: a, .. }, Self { graph: b, .. }) = (self, other);
        if (a.nodes.len(), a.edges.len()) != (b.nodes.len(), b.edges.len()) {
            return false;
        }
        self.equals_as_numbered(other) || {
            let [a, b] = [self, other].map(|level| level.clone().with_sorted_symbols());
            a.equals_as_numbered(&b)
        }
    }
}

impl Level {
    /// True if both are equal, with symbols compared by number.
    fn equals_as_numbered(&self, other: &Self) -> bool {
        let Self { name, tiles, graph, win, rules, provenance } = self;
        (name, tiles, graph, win, rules, provenance)
            == (
                &other.name,
                &other.tiles,
                &other.graph,
                &other.win,
                &other.rules,
                &other.provenance,
            )
    }

    /// The same level, with its symbols sorted by name and without unused symbols.
    fn with_sorted_symbols(mut self) -> Self {
        let named = std::mem::take(&mut self.graph.symbols);
        let mut used = BTreeSet::new();
        self.each_symbol(|id| used.extend(named.get(*id as usize).cloned()));
        let numbers: FxHashMap<_, _> = used.iter().zip(0..).collect();
        self.each_symbol(|id| {
            if let Some(number) = named.get(*id as usize).and_then(|name| numbers.get(name)) {
                *id = *number;
            }
        });
        self.graph.symbols = used.into_iter().collect();
        self
    }

    /// Calls a function for every symbol number in the level.
    fn each_symbol(&mut self, mut call: impl FnMut(&mut SymbolId)) {
        let Graph { nodes, edges, .. } = &mut self.graph;
        let mut given: Vec<&mut Content> =
            nodes.iter_mut().flat_map(|node| &mut node.contents).collect();
        let mut required: Vec<&mut Requirement> =
            edges.iter_mut().flat_map(|edge| &mut edge.requires).collect();
        required.extend(&mut self.win);
        if let Some(tiles) = &mut self.tiles {
            given.extend(tiles.marks.iter_mut().map(|mark| &mut mark.gives));
            required.extend(tiles.locks.iter_mut().flat_map(|lock| &mut lock.needs));
            tiles.plates.iter_mut().filter_map(|plate| plate.gives.as_mut()).for_each(&mut call);
        }
        for content in given {
            if let Content::Symbol(id) = content {
                call(id);
            }
        }
        for requirement in required {
            if let Requirement::Symbol(id) | Requirement::Lacks(id) = requirement {
                call(id);
            }
        }
    }
}
