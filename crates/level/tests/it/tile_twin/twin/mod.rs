//! The naive twin for tiles: an independent, simple and slow implementation of the tile-level rules. A state consists
//! of sets, every move is tried in every state, and dead states are those that a backward search from the goals does
//! not reach.
//!
//! Invariant: of the crate it uses only the data types of `graph`, `grid`, `level`, `tile` and of the rules, never the
//! rules' implementation.
//!
//! Where the description of the rules is ambiguous, the twin interprets it as follows:
//!
//! 1. In the sentence on one-way edges, `stair` edges do not count: "no edge A→B" means "no edge A→B other than a
//!    `stair`".
//! 2. The rectangle of the start counts as entered (its `switch`), although a lock on the start does not apply. Symbols
//!    of marks on the start are held at once, like items there.
//! 3. A node without a rectangle that a warp passes gives everything in it at once. It counts as one thing taken if it
//!    holds a key, the boss key, the key item, with consumed bombs a minor item, with visited switches a switch. Its
//!    symbols are gained.
//! 4. A step into a door cell across a guard pays for the edge and the door; both must be affordable at once.
//! 5. A warp is one move for each distinct outcome.
//! 6. A doorway is open from the start because of a tile that lies in a rectangle and touches another rectangle. A tile
//!    outside of all rectangles has no room, so there are no two rooms.
//! 7. A lock between two nodes is one lock for all edges between them, including `stair` edges.
//! 8. Where `soft_locked` is ignored, each edge of a warp can be crossed backwards, including those to and from nodes
//!    without a rectangle. A `stair` warp requires such an edge to be a `stair` too.
//! 9. A room is not adjacent to itself: a door warp may return to the room where it began.
//! 10. A warp may land on the cell where it began; the locks of that cell apply again.
//! 11. Blocks can be pushed across borders of rooms freely; a guard applies to the player only.
//! 12. Under `bombs=unlimited` picking up bombs gives "held", whatever `bomb_pickup` is.
//! 13. A BLOCK tile without a block is floor, also for the corners of a diagonal step. It is never a landing cell,
//!     because landing cells are those of the file.
//! 14. A STAIR tile offers the warps of `stairs` and none of `doors`, a door tile only door warps. `stair_edges=all`
//!     extends the warps of `stairs`, so without them it has no effect.
//! 15. With `stair_edges=all` a warp from a STAIR goes either along `stair` edges alone and then into any room, or
//!     along any edges, `stair` or not, and then into a room that is not adjacent. So an edge with `stair` among other
//!     requirements is a `stair`, one edge of another type on the way excludes adjacent rooms, and backward crossing by
//!     sentence 8 applies to all of them.
//! 16. With `push_onto=walkable` a cell that a block left accepts blocks, because it is floor. Cells of `locks` accept
//!     none, met or not, including BLOCK tiles. An entry of `locks` without needs has no requirement and no effect.
//!     With `push_onto=floor` no cell of `locks` stops a block.
//! 17. The requirements of a cell are those of its tile and its `locks`. A door tile (11, 12, 14) accepts no block,
//!     whether opened, paid for, or open from the start because of an edge. Edges (sentence 11), and ELEMENT with the
//!     key item in hand, change nothing either.
//! 18. Blocks lie on things and take none. An item, a symbol or a toggle under a block is taken when the player steps
//!     there by pushing the block off. The player never enters the block's new cell by that push, so START, goals and
//!     taken items are ordinary cells for blocks.
//! 19. A warp to a landing cell is refused while a block stands on it, whether the block started there or not. It does
//!     not fall back on another STAIR or cell of the room.
//! 20. The pick-ups of a game that is won with all of them are small keys, boss keys, key items and minor items, minor
//!     items one by one under `bombs=unlimited` too: those on tiles, enclosed or not, and those in nodes without a
//!     rectangle that some warp reaches, regardless of its requirements and landing. A goal reached without them is an
//!     ordinary cell and can be left again. Winning conditions require them too.
//! 21. With `blocks=reset` a push is refused if the block's cell and its target lie in different regions. The player's
//!     own region does not matter: a push may come from another region.
//! 22. The cells outside of all rectangles are one region, across all floors. A diagonal step resets like any other
//!     step. A flip ends where it began.
//! 23. The requirements of a step on plates, of its edge and of the entered cell are checked with the blocks as they
//!     were before the step; likewise for a warp. The symbols are those held before. In a warp, symbols of passed nodes
//!     count for what lies behind them and for the landing, also for `lacks`.
//! 24. A plate gives at the end of a move, whatever moved the block: a push, or a reset onto its cells. A plate that is
//!     down gives at the end of every move, which changes something only once.
//! 25. Winning conditions are checked at the end of a move, and at the start; the intermediate nodes of a warp are no
//!     end. Goal cells win as well.
//! 26. A block that is pushed onto a pit is gone, and from then on the pit is FLOOR in every respect: it can be entered
//!     with the requirements of its locks, what lies on it is taken then, and blocks can be pushed onto it and off it.
//!     A pit is under a block that is pushed as the block would be on FLOOR: with `push_onto=walkable` not with needs.
//!     An open pit is no corner that blocks diagonal steps, as water is none, and no landing cell, filled or not.
//! 27. If blocks return, the pits of a region left are open again. Blocks never leave their region, so the blocks in
//!     them return to the same region.

mod cost;
mod held;
mod moves;
mod warps;
mod space;

pub(crate) use cost::Cost;
pub(crate) use space::{all_filled, explore, explore_from};

use quandary_level::rules::{Locks, Rules};
use quandary_level::{
    Cell, Content, Edge, Level, NodeIndex, Requirement, Room, SymbolId, Tile, Tiles,
};
use std::collections::{BTreeMap, BTreeSet};

/// A lock that stays open once paid for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Lock {
    /// A small-key door, named by its first cell.
    KeyDoor(Cell),
    /// A wall that was bombed, named by its first cell.
    BombDoor(Cell),
    /// The `key_locked` lock of a pair of nodes, the lower index first.
    KeyPair(NodeIndex, NodeIndex),
    /// The `bombable` lock of a pair of nodes, the lower index first.
    BombPair(NodeIndex, NodeIndex),
}

/// The state of a game.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct State {
    pub(crate) at: Cell,
    pub(crate) opened: BTreeSet<Lock>,
    /// Items taken from tiles.
    pub(crate) taken: BTreeSet<Cell>,
    /// Nodes without a rectangle whose things were taken.
    pub(crate) passed: BTreeSet<NodeIndex>,
    /// Rooms with a switch that were entered, if that counts.
    pub(crate) entered: BTreeSet<NodeIndex>,
    pub(crate) symbols: BTreeSet<SymbolId>,
    /// Toggles that are on.
    pub(crate) toggles: BTreeSet<u32>,
    /// True if bombs are held, if they are not used up.
    pub(crate) bombs_held: bool,
    /// Blocks that can still be pushed, as far as the rules allow pushes.
    pub(crate) blocks: BTreeSet<Cell>,
    /// Pushed blocks, if each may be pushed once.
    pub(crate) pushed: BTreeSet<Cell>,
    /// The pits that are filled.
    pub(crate) filled: BTreeSet<Cell>,
}

/// The results for a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Outcome {
    /// The least cost of a goal.
    pub(crate) cost: Option<Cost>,
    pub(crate) states: u64,
    pub(crate) dead_states: u64,
    /// The least cost of a dead state, in a winnable level.
    pub(crate) witness: Option<Cost>,
}

/// One move.
pub(crate) struct Move {
    /// Its name in a plan.
    pub(crate) name: &'static str,
    pub(crate) cost: Cost,
    /// The push of a block, if any.
    pub(crate) pushed: Option<Pushed>,
    pub(crate) after: State,
}

/// The old and the new cell of a pushed block.
pub(crate) type Pushed = (Cell, Cell);

/// A level under rules.
pub(crate) struct Game<'a> {
    level: &'a Level,
    rules: &'a Rules,
    tiles: &'a Tiles,
    start: Cell,
    goals: BTreeSet<Cell>,
    /// True if a goal also requires every pick-up.
    gathers: bool,
    /// The nodes without a rectangle that some warp reaches.
    cellars: BTreeSet<NodeIndex>,
    /// The cells of doors with requirements, each with the name of its door.
    doors: BTreeMap<Cell, Cell>,
}

const ORTHOGONAL: [(&str, i32, i32); 4] =
    [("up", -1, 0), ("down", 1, 0), ("left", 0, -1), ("right", 0, 1)];
const DIAGONAL: [(&str, i32, i32); 4] =
    [("up_left", -1, -1), ("up_right", -1, 1), ("down_left", 1, -1), ("down_right", 1, 1)];
const ONE: Cost = Cost { straight: 1, diagonal: 0 };
const ROOT: Cost = Cost { straight: 0, diagonal: 1 };

impl<'a> Game<'a> {
    pub(crate) fn new(level: &'a Level, rules: &'a Rules) -> Self {
        Self::with(level, rules, false)
    }

    /// A game that is won only with every pick-up in hand.
    pub(crate) fn gathering(level: &'a Level, rules: &'a Rules) -> Self {
        Self::with(level, rules, true)
    }

    fn with(level: &'a Level, rules: &'a Rules, gathers: bool) -> Self {
        let tiles = level.tiles.as_ref().expect("a level with tiles");
        let lying = |tile| tiles.cells().filter(move |(_, t)| *t == tile).map(|(cell, _)| cell);
        let start = tiles.start.or_else(|| lying(Tile::Start).next()).expect("a start");
        let goals = match &tiles.goals {
            Some(goals) => goals.iter().copied().collect(),
            None => lying(Tile::Goal).collect(),
        };
        let (cellars, doors) = (BTreeSet::new(), BTreeMap::new());
        let mut game = Self { level, rules, tiles, start, goals, gathers, cellars, doors };
        game.doors = game.doors();
        game.cellars = game.cellars();
        game
    }

    /// The tile of a cell under the rules: with an explicit start START is floor, with explicit goals TRIFORCE is.
    fn tile(&self, cell: Cell) -> Option<Tile> {
        let tile = self.tiles.floors.get(cell.floor as usize)?.get(cell.row, cell.col)?;
        Some(match tile {
            Tile::Start if self.tiles.start.is_some() => Tile::Floor,
            Tile::Goal if self.tiles.goals.is_some() => Tile::Floor,
            tile => tile,
        })
    }

    fn room_at(&self, cell: Cell) -> Option<&Room> {
        self.tiles.rooms.iter().find(|room| room.contains(cell))
    }

    fn room_of(&self, node: NodeIndex) -> Option<&Room> {
        self.tiles.rooms.iter().find(|room| room.node == node)
    }

    fn holds(&self, node: NodeIndex, content: Content) -> bool {
        self.level.graph.nodes[node as usize].contents.contains(&content)
    }

    /// The edges in one direction between two nodes, without stairs.
    fn edges(&self, from: NodeIndex, to: NodeIndex) -> Vec<&'a Edge> {
        let edges = self.level.graph.edges.iter();
        edges.filter(|e| e.from == from && e.to == to && !asks(e, Requirement::Stair)).collect()
    }

    /// Every door cell with requirements, with the name of its door: the cell itself, or the first cell of its doorway.
    /// Doorways locked by an edge of the graph are excluded.
    fn doors(&self) -> BTreeMap<Cell, Cell> {
        let asking = |cell: &Cell| {
            let tile = self.tile(*cell);
            tile.filter(|t| matches!(t, Tile::DoorLocked | Tile::DoorBomb | Tile::DoorBoss))
        };
        let cells = self.tiles.cells().map(|(cell, _)| cell).filter(|cell| asking(cell).is_some());
        if self.rules.locks == Locks::Tile {
            return cells.map(|cell| (cell, cell)).collect();
        }
        let mut seen = BTreeSet::new();
        let mut doors = BTreeMap::new();
        for name in cells {
            if !seen.insert(name) {
                continue;
            }
            let mut doorway = vec![name];
            let mut next = 0;
            while next < doorway.len() {
                for beside in around(doorway[next]) {
                    if asking(&beside) == asking(&name) && seen.insert(beside) {
                        doorway.push(beside);
                    }
                }
                next += 1;
            }
            if !doorway.iter().any(|cell| self.is_edge_beside(*cell)) {
                doors.extend(doorway.into_iter().map(|cell| (cell, name)));
            }
        }
        doors
    }

    /// True if a cell of a room is adjacent to another room, and an edge other than a stair joins them.
    fn is_edge_beside(&self, cell: Cell) -> bool {
        let Some(own) = self.room_at(cell) else { return false };
        around(cell).filter_map(|beside| self.room_at(beside)).any(|other| {
            let (a, b) = (own.node, other.node);
            a != b && !(self.edges(a, b).is_empty() && self.edges(b, a).is_empty())
        })
    }
}

fn asks(edge: &Edge, requirement: Requirement) -> bool {
    edge.requires.contains(&requirement)
}

/// The orthogonal neighbours of a cell, without those before the first row or column.
fn around(cell: Cell) -> impl Iterator<Item = Cell> {
    ORTHOGONAL.into_iter().filter_map(move |(_, rows, cols)| cell.offset(rows, cols))
}

fn is_block(state: &State, cell: Cell) -> bool {
    state.blocks.contains(&cell) || state.pushed.contains(&cell)
}
