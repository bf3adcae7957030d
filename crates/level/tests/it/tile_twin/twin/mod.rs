//! The naive twin for tiles: the tile-level rules written out again from their description, as plain and
//! slow as they read. A state is kept in sets, every move is tried in every state, and dead states are
//! those from which no way back from a goal comes along.
//!
//! Invariant: of the crate it knows the data types of `graph`, `grid`, `level`, `tile` and of the rules only,
//! never the rules that the judge runs on.
//!
//! If the description leaves a choice, the twin reads it so:
//!
//! 1. A `stair` edge counts for nothing in the one-way sentence: "no edge A→B" is "no edge A→B other than
//!    a `stair`".
//! 2. The rectangle that the start lies in counts as entered (its `switch`), though a lock on the start
//!    does not ask. Symbols of marks on the start are held at once, as items there are.
//! 3. A node without a rectangle that a warp passes gives all that it holds at once: one thing taken, if
//!    it holds a key, the boss key, the key item, with consumed bombs a minor item, with visited switches
//!    a switch. Its symbols are gained.
//! 4. A step into a door cell across a guard pays the edge and the door; both must be affordable at once.
//! 5. A warp is a move for every distinct outcome of it.
//! 6. A doorway is open from the beginning because of a tile that lies in a rectangle and touches another
//!    rectangle. A tile of it that lies in no rectangle has no room, so there are no two rooms.
//! 7. A lock of a pair of nodes is one lock for all edges between them, `stair` edges included.
//! 8. Crossing a `soft_locked` edge back where that is ignored is possible for each edge of a warp, those
//!    to and from nodes without a rectangle included; a `stair` warp asks that this edge is a `stair` too.
//! 9. A room is not adjacent to itself: a door warp may come back to the room it began in.
//! 10. A warp may land on the cell it began on; locks of that cell are asked for again.
//! 11. Blocks are pushed over borders of rooms freely; a guard asks the player only.
//! 12. Picking up bombs gives "held" under `bombs=unlimited` whatever `bomb_pickup` says.
//! 13. A BLOCK tile that no block stands on is floor, also for the corners of a diagonal step; it is never
//!     a landing cell, since landing cells are those of the file.
//! 14. A STAIR tile offers the warps of `stairs` and none of `doors`, a door tile door warps only; what
//!     `stair_edges=all` adds it adds to the warps of `stairs`, so without them it adds nothing.
//! 15. With `stair_edges=all` a warp from a STAIR goes along `stair` edges alone and then into any room, or
//!     along any edges, `stair` or not, and then into a room that is not adjacent. So an edge that asks
//!     for `stair` among others is a `stair`, one edge of another type on the way makes an adjacent room
//!     out of reach, and what the soft doors of sentence 8 allow is allowed to all of them.
//! 16. With `push_onto=walkable` a cell that a block was pushed off takes blocks like the floor that it
//!     is. Cells of `locks` take none, met or not, BLOCK tiles included; an entry of `locks` without
//!     needs asks for nothing and hinders none. With `push_onto=floor` no cell of `locks` hinders a block.
//! 17. What a cell asks for is what its tile and its `locks` ask for: a door tile (11, 12, 14) takes no
//!     block, opened, paid, or open from the beginning because of an edge; edges themselves (sentence 11)
//!     and ELEMENT with the key item in hand change nothing either.
//! 18. Blocks lie on things and take none: an item, a symbol, a toggle under a block waits for the player,
//!     who takes it on coming to stand there, by pushing the block off. The cell that the block comes to
//!     is never the player's, so START, goals and items that were taken are cells like others.
//! 19. A warp to a landing cell is refused while a block stands on it, whether it began there or not; it
//!     does not fall back on another STAIR or cell of the room.
//! 20. The pick-ups of a game that is won with all of them are small keys, boss keys, key items and minor
//!     items, minor items one by one under `bombs=unlimited` too: those on tiles, walled off or not, and
//!     those in nodes without a rectangle that some warp comes to, what it asks for and where it would land
//!     aside. A goal reached without them is a cell like others: it may be left again. Conditions that win
//!     ask for them as cells do.
//! 21. With `blocks=reset` a push is refused where the cell of the block and the cell it would come to lie in
//!     different regions. Where the pusher stands is not asked: who comes from another region may push.
//! 22. The cells outside every rectangle are one region on all floors together. A diagonal step is a step: it
//!     resets as others do. A flip ends where it began.
//! 23. What a step asks of plates, of its edge and of the cell entered, is asked with the blocks where they
//!     stood before it; so is what a warp asks. The symbols are those held before; in a warp those of the
//!     nodes passed count, for what lies behind them and for the landing, in `lacks` too.
//! 24. A plate gives at the end of a move, whoever moved the block: a push, or a reset onto its cells. A plate
//!     that is down gives at the end of every move, which only once changes anything.
//! 25. Conditions that win are asked at the end of a move, and at the start; what a warp passes on its way is
//!     no end. Goal cells win besides.

mod cost;
mod held;
mod moves;
mod warps;
mod space;

pub(crate) use cost::Cost;
pub(crate) use space::{explore, explore_from};

use quandary_level::rules::{Locks, Rules};
use quandary_level::{
    Cell, Content, Edge, Level, NodeIndex, Requirement, Room, SymbolId, Tile, Tiles,
};
use std::collections::{BTreeMap, BTreeSet};

/// A lock that is open for good once it was paid for.
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

/// All that is remembered of a game under way.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct State {
    pub(crate) at: Cell,
    pub(crate) opened: BTreeSet<Lock>,
    /// Items taken from tiles.
    pub(crate) taken: BTreeSet<Cell>,
    /// Nodes without a rectangle whose things were taken.
    pub(crate) passed: BTreeSet<NodeIndex>,
    /// Rooms with a switch that were entered, where that counts.
    pub(crate) entered: BTreeSet<NodeIndex>,
    pub(crate) symbols: BTreeSet<SymbolId>,
    /// Toggles that are on.
    pub(crate) toggles: BTreeSet<u32>,
    /// True if bombs are held, where they are not used up.
    pub(crate) bombs_held: bool,
    /// Blocks that may yet be pushed, as far as the rules let any be.
    pub(crate) blocks: BTreeSet<Cell>,
    /// Blocks that were pushed, where each may be pushed once.
    pub(crate) pushed: BTreeSet<Cell>,
}

/// All there is to say about a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Outcome {
    /// The least cost of a goal.
    pub(crate) cost: Option<Cost>,
    pub(crate) states: u64,
    pub(crate) dead_states: u64,
    /// The least cost of a dead state, in a level that can be won.
    pub(crate) witness: Option<Cost>,
}

/// One move.
pub(crate) struct Move {
    /// The name that a plan gives it.
    pub(crate) name: &'static str,
    pub(crate) cost: Cost,
    /// From where to where it pushes a block.
    pub(crate) pushed: Option<Pushed>,
    pub(crate) after: State,
}

/// From where to where a block is pushed.
pub(crate) type Pushed = (Cell, Cell);

/// A level under rules.
pub(crate) struct Game<'a> {
    level: &'a Level,
    rules: &'a Rules,
    tiles: &'a Tiles,
    start: Cell,
    goals: BTreeSet<Cell>,
    /// True if a goal also asks for every pick-up.
    gathers: bool,
    /// The nodes without a rectangle that some warp comes to.
    cellars: BTreeSet<NodeIndex>,
    /// The doors that ask for something: each cell with the name of its door.
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

    /// A game won only with every pick-up in hand.
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

    /// The tile of a cell as the rules see it: with an explicit start START is floor, with explicit
    /// goals TRIFORCE is.
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

    /// The edges of one direction between two nodes, stairs aside.
    fn edges(&self, from: NodeIndex, to: NodeIndex) -> Vec<&'a Edge> {
        let edges = self.level.graph.edges.iter();
        edges.filter(|e| e.from == from && e.to == to && !asks(e, Requirement::Stair)).collect()
    }

    /// Every door cell that asks for something, with the name of its door: its own cell, or the first
    /// cell of its doorway. Doorways that a graph edge locks are left out.
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

    /// True if a cell of one room lies next to another room, and an edge other than a stair joins them.
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

/// The cells orthogonally next to a cell, those before the first row or column left out.
fn around(cell: Cell) -> impl Iterator<Item = Cell> {
    ORTHOGONAL.into_iter().filter_map(move |(_, rows, cols)| cell.offset(rows, cols))
}

fn is_block(state: &State, cell: Cell) -> bool {
    state.blocks.contains(&cell) || state.pushed.contains(&cell)
}
