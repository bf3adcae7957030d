//! The naive twin for tiles: the tile-level rules written out again from their description, as plain and
//! slow as they read. A state is kept in sets, every move is tried in every state, and dead states are
//! those from which no way back from a goal comes along.
//!
//! Invariant: of the crate it knows the data types of `graph`, `grid`, `level`, `tile` and of the rules only,
//! never the rules that the judge runs on.
//!
//! Where the description leaves a choice, the twin reads it so:
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
//!
//! Over 500 lines because the rules stand together, as in the description they were written from.

use quandary_level::rules::{
    BlockReset, Bombs, Locks, OneWay, Push, PushOnto, Rules, StairEdges, Switches,
};
use quandary_level::{
    Cell, Content, Edge, Level, NodeIndex, PlateId, Requirement, Room, SymbolId, Tile, Tiles,
};
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

/// A cost: so many straight moves, and so many diagonal ones of √2 each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Cost {
    pub(crate) straight: u64,
    pub(crate) diagonal: u64,
}

impl Ord for Cost {
    /// Compares a + b√2 with c + d√2, exactly: a − c with (d − b)√2.
    fn cmp(&self, other: &Self) -> Ordering {
        let p = i128::from(self.straight) - i128::from(other.straight);
        let q = i128::from(other.diagonal) - i128::from(self.diagonal);
        let (pp, qq) = (p * p, 2 * q * q);
        match (p.signum(), q.signum()) {
            (1, 1) => pp.cmp(&qq),
            (-1, -1) => qq.cmp(&pp),
            (p, q) => p.cmp(&q),
        }
    }
}

impl Cost {
    pub(crate) fn plus(self, other: Self) -> Self {
        Self { straight: self.straight + other.straight, diagonal: self.diagonal + other.diagonal }
    }
}

impl PartialOrd for Cost {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

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
    /// Whether bombs are held, where they are not used up.
    pub(crate) bombs_held: bool,
    /// Blocks that may yet be pushed, as far as the rules let any be.
    pub(crate) blocks: BTreeSet<Cell>,
    /// Blocks that were pushed, where each may be pushed once.
    pub(crate) pushed: BTreeSet<Cell>,
}

/// What there is to say about a level.
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
    /// What a plan calls it.
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
    /// Whether a goal also asks for every pick-up.
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

// ------------------------------------------------------------------------------- what is there

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
            None => lying(Tile::Triforce).collect(),
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
            Tile::Triforce if self.tiles.goals.is_some() => Tile::Floor,
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

    /// Whether a cell of one room lies next to another room, and an edge other than a stair joins them.
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

// ------------------------------------------------------------------------------- what is held

impl Game<'_> {
    /// How many things that were taken are of the kind: of tiles, and in nodes.
    fn found(&self, state: &State, tiles: &[Tile], contents: &[Content]) -> u32 {
        let lay = |cell: &&Cell| self.tile(**cell).is_some_and(|tile| tiles.contains(&tile));
        let held = |node: &&NodeIndex| contents.iter().any(|content| self.holds(**node, *content));
        (state.taken.iter().filter(lay).count() + state.passed.iter().filter(held).count()) as u32
    }

    /// Small keys in hand.
    pub(crate) fn keys(&self, state: &State) -> u32 {
        let is_key = |lock: &&Lock| matches!(lock, Lock::KeyDoor(_) | Lock::KeyPair(..));
        let used = state.opened.iter().filter(is_key).count() as u32;
        self.rules.start.keys + self.found(state, &[Tile::KeySmall], &[Content::Key]) - used
    }

    /// Bombs in hand; where they are not used up, 1 for "some".
    pub(crate) fn bombs(&self, state: &State) -> u32 {
        if self.rules.bombs == Bombs::Unlimited {
            return u32::from(state.bombs_held);
        }
        let is_bomb = |lock: &&Lock| matches!(lock, Lock::BombDoor(_) | Lock::BombPair(..));
        let used = state.opened.iter().filter(is_bomb).count() as u32;
        let tiles = [Tile::ItemMinor, Tile::KeyItem];
        let contents = [Content::ItemMinor, Content::KeyItem];
        let found = self.found(state, &tiles, &contents) * self.rules.bomb_pickup;
        self.rules.start.bombs + found - used
    }

    pub(crate) fn has_boss_key(&self, state: &State) -> bool {
        self.rules.start.boss_key || self.found(state, &[Tile::KeyBoss], &[Content::BossKey]) > 0
    }

    pub(crate) fn has_key_item(&self, state: &State) -> bool {
        self.rules.start.key_item || self.found(state, &[Tile::KeyItem], &[Content::KeyItem]) > 0
    }

    fn has_switch(&self, state: &State) -> bool {
        let mut nodes = state.entered.iter().chain(&state.passed);
        nodes.any(|node| self.holds(*node, Content::Switch))
    }

    /// Opens a lock that takes a small key; `None` without one.
    fn use_key(&self, mut state: State, lock: Lock) -> Option<State> {
        if !state.opened.contains(&lock) && self.keys(&state) == 0 {
            return None;
        }
        state.opened.insert(lock);
        Some(state)
    }

    /// Opens a lock that takes a bomb; `None` without one. Where bombs are not used up nothing stays
    /// open, since whoever has had bombs has them.
    fn use_bomb(&self, mut state: State, lock: Lock) -> Option<State> {
        if self.rules.bombs == Bombs::Unlimited {
            return (self.bombs(&state) > 0).then_some(state);
        }
        if !state.opened.contains(&lock) && self.bombs(&state) == 0 {
            return None;
        }
        state.opened.insert(lock);
        Some(state)
    }

    /// Meets all that an edge asks for, and pays for it; `None` where that cannot be done.
    fn pay(&self, state: &State, edge: &Edge) -> Option<State> {
        let (a, b) = (edge.from.min(edge.to), edge.from.max(edge.to));
        edge.requires.iter().try_fold(state.clone(), |state, asked| {
            let met = match *asked {
                Requirement::KeyLocked => return self.use_key(state, Lock::KeyPair(a, b)),
                Requirement::Bombable => return self.use_bomb(state, Lock::BombPair(a, b)),
                Requirement::SoftLocked | Requirement::Stair => true,
                Requirement::BossLocked => self.has_boss_key(&state),
                Requirement::ItemLocked => self.has_key_item(&state),
                Requirement::Switch => {
                    self.rules.switches == Switches::Free || self.has_switch(&state)
                }
                condition => self.is_so(&state, condition),
            };
            met.then_some(state)
        })
    }

    /// Whether all that locks on a cell ask for is there.
    fn needs_are_met(&self, state: &State, cell: Cell) -> bool {
        let locks = self.tiles.locks.iter().filter(|lock| lock.cells.contains(&cell));
        locks.flat_map(|lock| &lock.needs).all(|need| self.is_so(state, *need))
    }

    /// Whether a condition holds now.
    fn is_so(&self, state: &State, condition: Requirement) -> bool {
        match condition {
            Requirement::Symbol(id) => state.symbols.contains(&id),
            Requirement::Lacks(id) => !state.symbols.contains(&id),
            Requirement::Toggle(id, on) => state.toggles.contains(&id) == on,
            Requirement::Plate(id) => self.plates_down(state).contains(&id),
            other => unreachable!("{other:?} is no condition"),
        }
    }

    /// The plates that are down: a block stands on each of their cells.
    pub(crate) fn plates_down(&self, state: &State) -> BTreeSet<PlateId> {
        let plates = (0..).zip(&self.tiles.plates);
        let down = plates.filter(|(_, plate)| plate.cells.iter().all(|c| is_block(state, *c)));
        down.map(|(id, _)| id).collect()
    }
}

// ------------------------------------------------------------------------------------ the moves

impl Game<'_> {
    /// How it begins.
    pub(crate) fn first(&self) -> State {
        let blocks = self.tiles.cells().filter(|(_, tile)| *tile == Tile::Block);
        let state = State {
            at: self.start,
            opened: BTreeSet::new(),
            taken: BTreeSet::new(),
            passed: BTreeSet::new(),
            entered: BTreeSet::new(),
            symbols: BTreeSet::new(),
            toggles: BTreeSet::new(),
            bombs_held: self.rules.bombs == Bombs::Unlimited && self.rules.start.bombs > 0,
            blocks: blocks.map(|(cell, _)| cell).collect(),
            pushed: BTreeSet::new(),
        };
        self.take(state)
    }

    /// The region of a cell: the room whose rectangle it lies in; `None` is all that lies in none.
    fn region(&self, cell: Cell) -> Option<NodeIndex> {
        self.room_at(cell).map(|room| room.node)
    }

    /// Comes to stand on a cell: blocks of a region that is left by this go home, then what lies on the cell
    /// is taken.
    fn stand(&self, mut state: State, cell: Cell) -> State {
        let left = self.region(state.at);
        state.at = cell;
        if self.rules.blocks == BlockReset::Reset && left != self.region(cell) {
            let stays = |block: &Cell| self.region(*block) != left;
            state.blocks.retain(stays);
            state.pushed.retain(stays);
            let home = self.tiles.cells().filter(|(_, tile)| *tile == Tile::Block);
            state.blocks.extend(home.map(|(cell, _)| cell).filter(|cell| !stays(cell)));
        }
        self.take(state)
    }

    /// Takes what lies where the player stands, and what plates give that are down.
    fn take(&self, mut state: State) -> State {
        let cell = state.at;
        let consumed = self.rules.bombs == Bombs::Consumed;
        let tile = self.tile(cell).expect("a cell of the level");
        match tile {
            Tile::KeySmall | Tile::KeyBoss | Tile::KeyItem => {
                state.taken.insert(cell);
            }
            Tile::ItemMinor if consumed || self.gathers => {
                state.taken.insert(cell);
            }
            _ => {}
        }
        state.bombs_held |= !consumed && matches!(tile, Tile::ItemMinor | Tile::KeyItem);
        for mark in self.tiles.marks.iter().filter(|mark| mark.cell == cell) {
            if let Content::Symbol(id) = mark.gives {
                state.symbols.insert(id);
            }
        }
        if let Some(room) = self.room_at(cell)
            && self.rules.switches == Switches::Visited
            && self.holds(room.node, Content::Switch)
        {
            state.entered.insert(room.node);
        }
        for plate in self.plates_down(&state) {
            state.symbols.extend(self.tiles.plates[plate as usize].gives);
        }
        state
    }

    pub(crate) fn is_goal(&self, state: &State) -> bool {
        let win = &self.level.win;
        let wins = !win.is_empty() && win.iter().all(|condition| self.is_so(state, *condition));
        (wins || self.goals.contains(&state.at)) && (!self.gathers || self.has_everything(state))
    }

    /// Whether all is taken that is picked up from tiles, and in nodes without a rectangle.
    fn has_everything(&self, state: &State) -> bool {
        let is_item = |tile: Tile| matches!(tile.id(), 30..=33);
        let lies = |cell: &Cell| self.tile(*cell).is_some_and(is_item);
        let mut items = self.tiles.cells().map(|(cell, _)| cell).filter(lies);
        let is_picked_up = |content: &Content| {
            use Content::{BossKey, ItemMinor, Key, KeyItem};
            matches!(content, Key | BossKey | KeyItem | ItemMinor)
        };
        let mut passed = self.cellars.iter().filter(|node| {
            let place = &self.level.graph.nodes[**node as usize];
            place.contents.iter().any(is_picked_up)
        });
        items.all(|cell| state.taken.contains(&cell))
            && passed.all(|node| state.passed.contains(node))
    }

    /// Every move out of a state; none out of a goal.
    pub(crate) fn moves(&self, state: &State) -> Vec<Move> {
        let mut moves = Vec::new();
        if self.is_goal(state) {
            return moves;
        }
        let straight = ORTHOGONAL.map(|way| (way, ONE));
        let diagonal = DIAGONAL.map(|way| (way, ROOT)).into_iter().filter(|_| self.rules.diagonals);
        for ((name, rows, cols), cost) in straight.into_iter().chain(diagonal) {
            let steps = self.step(state, rows, cols).into_iter();
            moves.extend(steps.map(|(pushed, after)| Move { name, cost, pushed, after }));
        }
        let mut add = |name, after| moves.push(Move { name, cost: ONE, pushed: None, after });
        for mark in self.tiles.marks.iter().filter(|mark| mark.cell == state.at) {
            if let Content::Toggle(id) = mark.gives {
                let mut after = state.clone();
                if !after.toggles.remove(&id) {
                    after.toggles.insert(id);
                }
                add("flip", after);
            }
        }
        self.warps(state).into_iter().for_each(|after| add("warp", after));
        moves
    }

    /// A step in one of eight directions: all states it can end in, with what it pushes. All that it asks is
    /// asked of the state before it.
    fn step(&self, state: &State, rows: i32, cols: i32) -> Vec<(Option<Pushed>, State)> {
        let Some(to) = state.at.offset(rows, cols) else { return Vec::new() };
        let diagonal = rows != 0 && cols != 0;
        if diagonal {
            let brushed = [state.at.offset(rows, 0), state.at.offset(0, cols)];
            if brushed.into_iter().any(|cell| self.is_corner(state, cell)) {
                return Vec::new();
            }
        }
        let mut pushed = None;
        if is_block(state, to) {
            let beyond = to.offset(rows, cols).filter(|_| !diagonal);
            pushed = beyond.map(|beyond| (to, beyond));
            if !pushed.is_some_and(|pushed| self.may_push(state, pushed)) {
                return Vec::new();
            }
        }
        if !self.needs_are_met(state, to) {
            return Vec::new();
        }
        let paid = self.guarded(state, state.at, to);
        let opened = paid.into_iter().filter_map(|paid| self.open(paid, to));
        let moved = opened.map(|opened| match pushed {
            Some(pushed) => self.push(opened, pushed),
            None => opened,
        });
        moved.map(|moved| (pushed, self.stand(moved, to))).collect()
    }

    /// Whether a cell refuses diagonal steps that brush it.
    fn is_corner(&self, state: &State, cell: Option<Cell>) -> bool {
        let Some(cell) = cell else { return true };
        is_block(state, cell)
            || match self.tile(cell) {
                None | Some(Tile::Void | Tile::Wall) => true,
                Some(Tile::DoorLocked | Tile::DoorBomb | Tile::DoorPuzzle | Tile::DoorBoss) => true,
                Some(_) => false,
            }
    }

    /// Whether a block may be pushed from cell to cell.
    fn may_push(&self, state: &State, (from, to): Pushed) -> bool {
        let moves = match self.rules.push {
            Push::Off => false,
            Push::Free => true,
            Push::Once => state.blocks.contains(&from),
        };
        let resets = self.rules.blocks == BlockReset::Reset;
        moves
            && self.takes_blocks(to)
            && !is_block(state, to)
            && !(resets && self.region(from) != self.region(to))
    }

    /// Moves a block from cell to cell.
    fn push(&self, mut state: State, (from, to): Pushed) -> State {
        state.blocks.remove(&from);
        match self.rules.push {
            Push::Once => state.pushed.insert(to),
            _ => state.blocks.insert(to),
        };
        state
    }

    /// Whether a block may be pushed onto a cell that holds none.
    fn takes_blocks(&self, cell: Cell) -> bool {
        let Some(tile) = self.tile(cell) else { return false };
        // A BLOCK tile that holds no block is a cell that a block was pushed off.
        match self.rules.push_onto {
            PushOnto::Floor => matches!(tile, Tile::Floor | Tile::ElementFloor | Tile::Block),
            PushOnto::Walkable => {
                let mut locks = self.tiles.locks.iter().filter(|lock| lock.cells.contains(&cell));
                (tile == Tile::Block || is_free(tile)) && locks.all(|lock| lock.needs.is_empty())
            }
        }
    }

    /// Passes what guards a step from cell to cell: a state for every edge that lets it pass, or the
    /// state itself where nothing guards.
    fn guarded(&self, state: &State, from: Cell, to: Cell) -> Vec<State> {
        let free = vec![state.clone()];
        let (Some(a), Some(b)) = (self.room_at(from), self.room_at(to)) else { return free };
        if a.node == b.node {
            return free;
        }
        let (there, back) = (self.edges(a.node, b.node), self.edges(b.node, a.node));
        if there.is_empty() && back.is_empty() {
            return free;
        }
        let enforced = self.rules.one_way == OneWay::Enforced;
        let is_soft = |edge: &&Edge| asks(edge, Requirement::SoftLocked);
        if enforced && there.is_empty() && back.iter().all(is_soft) {
            return Vec::new();
        }
        if self.rules.locks == Locks::Tile {
            return free;
        }
        if there.is_empty() {
            let usable = back.into_iter().filter(|edge| !(enforced && is_soft(edge)));
            return usable.filter_map(|edge| self.pay(state, edge)).collect();
        }
        there.into_iter().filter_map(|edge| self.pay(state, edge)).collect()
    }

    /// Whether the tile of a cell lets in, and what that takes: no blocks, which are asked before.
    fn open(&self, state: State, cell: Cell) -> Option<State> {
        match self.tile(cell)? {
            Tile::Void | Tile::Wall => None,
            Tile::Element => self.has_key_item(&state).then_some(state),
            tile @ (Tile::DoorLocked | Tile::DoorBomb | Tile::DoorBoss) => {
                let Some(&name) = self.doors.get(&cell) else { return Some(state) };
                match tile {
                    Tile::DoorLocked => self.use_key(state, Lock::KeyDoor(name)),
                    Tile::DoorBomb => self.use_bomb(state, Lock::BombDoor(name)),
                    _ => self.has_boss_key(&state).then_some(state),
                }
            }
            _ => Some(state),
        }
    }
}

// ------------------------------------------------------------------------------------ the warps

impl Game<'_> {
    /// All states that a warp can end in.
    fn warps(&self, state: &State) -> BTreeSet<State> {
        let Some(room) = self.room_at(state.at) else { return BTreeSet::new() };
        let sorts = self.sorts(state.at).into_iter();
        sorts.flat_map(|along| self.warps_along(state, room, along)).collect()
    }

    /// The sorts of warps that begin on a cell of a room.
    fn sorts(&self, cell: Cell) -> Vec<Along> {
        let tile = self.tile(cell).map_or(0, Tile::id);
        let stairs = self.rules.warps.stairs && tile == Tile::Stair.id();
        let doors = self.rules.warps.doors && (10..=15).contains(&tile);
        let any = doors || stairs && self.rules.stair_edges == StairEdges::All;
        let sorts = [(stairs, Along::Stairs), (any, Along::Any)];
        sorts.into_iter().filter(|(is, _)| *is).map(|(_, along)| along).collect()
    }

    /// The nodes without a rectangle that some warp comes to, if all is there that its edges ask for.
    fn cellars(&self) -> BTreeSet<NodeIndex> {
        let mut cellars = BTreeSet::new();
        for room in &self.tiles.rooms {
            let sorts: BTreeSet<Along> = room.cells().flat_map(|cell| self.sorts(cell)).collect();
            for along in sorts {
                let (mut waiting, mut seen) = (vec![room.node], BTreeSet::new());
                while let Some(node) = waiting.pop() {
                    let ways = self.ways(node).into_iter();
                    let ways = ways.filter(|(_, edge)| along.leads(edge));
                    let nodes = ways.map(|(to, _)| to).filter(|to| self.room_of(*to).is_none());
                    waiting.extend(nodes.filter(|to| seen.insert(*to)));
                }
                cellars.extend(seen);
            }
        }
        cellars
    }

    /// The states that warps along edges of one sort can end in.
    fn warps_along(&self, state: &State, room: &Room, along: Along) -> BTreeSet<State> {
        let mut ends = BTreeSet::new();
        let mut waiting = vec![(room.node, state.clone())];
        let mut seen = BTreeSet::new();
        while let Some((node, state)) = waiting.pop() {
            for (to, edge) in self.ways(node) {
                let paid = along.leads(edge).then(|| self.pay(&state, edge)).flatten();
                let Some(paid) = paid else { continue };
                match self.room_of(to) {
                    Some(last) if along == Along::Any && is_adjacent(room, last) => {}
                    Some(last) => ends.extend(self.land(paid, last)),
                    None => {
                        let passed = (to, self.pass(paid, to));
                        if seen.insert(passed.clone()) {
                            waiting.push(passed);
                        }
                    }
                }
            }
        }
        ends
    }

    /// The ways out of a node along edges: where they lead, and the edge that lends them.
    fn ways(&self, node: NodeIndex) -> Vec<(NodeIndex, &Edge)> {
        let mut ways = Vec::new();
        for edge in self.level.graph.edges.iter().filter(|edge| edge.from != edge.to) {
            if edge.from == node {
                ways.push((edge.to, edge));
            } else if edge.to == node
                && self.rules.one_way == OneWay::Ignored
                && asks(edge, Requirement::SoftLocked)
                && self.edges(edge.to, edge.from).is_empty()
            {
                ways.push((edge.from, edge));
            }
        }
        ways
    }

    /// Passes a node without a rectangle, and takes what it holds.
    fn pass(&self, mut state: State, node: NodeIndex) -> State {
        let consumed = self.rules.bombs == Bombs::Consumed;
        let visited = self.rules.switches == Switches::Visited;
        for content in &self.level.graph.nodes[node as usize].contents {
            let counts = match content {
                Content::Key | Content::BossKey | Content::KeyItem => true,
                Content::ItemMinor => consumed || self.gathers,
                Content::Switch => visited,
                _ => false,
            };
            if counts {
                state.passed.insert(node);
            }
            if let Content::Symbol(id) = content {
                state.symbols.insert(*id);
            }
            let bombs = matches!(content, Content::ItemMinor | Content::KeyItem);
            state.bombs_held |= bombs && !consumed;
        }
        state
    }

    /// Lands in a room; `None` where that is refused.
    fn land(&self, state: State, room: &Room) -> Option<State> {
        let cell = self.landing(room)?;
        if is_block(&state, cell) || !self.needs_are_met(&state, cell) {
            return None;
        }
        Some(self.stand(state, cell))
    }

    /// Where warps into a room land: its first STAIR, or else the cell nearest its centre that can always
    /// be walked on.
    fn landing(&self, room: &Room) -> Option<Cell> {
        let cells: Vec<(Cell, Tile)> =
            room.cells().filter_map(|cell| Some((cell, self.tile(cell)?))).collect();
        if let Some((stair, _)) = cells.iter().find(|(_, tile)| *tile == Tile::Stair) {
            return Some(*stair);
        }
        let (row, col) = (room.corner.row + room.rows / 2, room.corner.col + room.cols / 2);
        let free = cells.into_iter().filter(|(_, tile)| is_free(*tile));
        free.map(|(cell, _)| cell).min_by_key(|cell| {
            (cell.row.abs_diff(row) + cell.col.abs_diff(col), cell.row, cell.col)
        })
    }
}

/// Along which edges a warp goes, and so where it may end.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Along {
    /// Along stairs, into any room.
    Stairs,
    /// Along whatever there is, into a room that is not adjacent.
    Any,
}

impl Along {
    /// Whether such a warp may go along an edge.
    fn leads(self, edge: &Edge) -> bool {
        self == Self::Any || asks(edge, Requirement::Stair)
    }
}

/// Whether a tile can be entered and asks for nothing.
fn is_free(tile: Tile) -> bool {
    matches!(tile.id(), 1 | 10 | 13 | 15 | 20 | 21 | 22 | 23 | 30 | 31 | 32 | 33 | 41 | 42 | 43)
}

/// Whether a cell of the one room lies orthogonally next to a cell of the other.
fn is_adjacent(a: &Room, b: &Room) -> bool {
    a.node != b.node && a.cells().any(|cell| around(cell).any(|beside| b.contains(beside)))
}

// ------------------------------------------------------------------------------- the whole space

/// Explores a level to the end; `None` where there are more than `cap` states.
pub(crate) fn explore(level: &Level, rules: &Rules, cap: usize) -> Option<Outcome> {
    let game = Game::new(level, rules);
    explore_from(&game, game.first(), cap)
}

/// Explores a game from a state to the end; `None` where there are more than `cap` states.
pub(crate) fn explore_from(game: &Game<'_>, first: State, cap: usize) -> Option<Outcome> {
    let mut places = BTreeMap::from([(first.clone(), 0)]);
    let mut states = vec![first];
    let mut costs = vec![Cost::default()];
    let mut before: Vec<Vec<usize>> = vec![Vec::new()];
    let mut queue = BTreeSet::from([(Cost::default(), 0)]);
    while let Some((cost, at)) = queue.pop_first() {
        for Move { cost: price, after, .. } in game.moves(&states[at]) {
            let cost = cost.plus(price);
            let place = *places.entry(after.clone()).or_insert(states.len());
            if place == states.len() {
                states.push(after);
                costs.push(cost);
                before.push(Vec::new());
                queue.insert((cost, place));
            } else if cost < costs[place] {
                queue.remove(&(costs[place], place));
                queue.insert((cost, place));
                costs[place] = cost;
            }
            before[place].push(at);
        }
        if states.len() > cap {
            return None;
        }
    }
    let is_goal: Vec<bool> = states.iter().map(|state| game.is_goal(state)).collect();
    let alive = alive(&is_goal, &before);
    let least = |wanted: &[bool], what: bool| {
        let found = wanted.iter().zip(&costs).filter(|(is, _)| **is == what);
        found.map(|(_, cost)| *cost).min()
    };
    let cost = least(&is_goal, true);
    Some(Outcome {
        cost,
        states: states.len() as u64,
        dead_states: alive.iter().filter(|alive| !**alive).count() as u64,
        witness: cost.and_then(|_| least(&alive, false)),
    })
}

/// The states from which a goal can be reached.
fn alive(is_goal: &[bool], before: &[Vec<usize>]) -> Vec<bool> {
    let mut alive = is_goal.to_vec();
    let mut waiting: Vec<usize> = (0..alive.len()).filter(|&at| alive[at]).collect();
    while let Some(at) = waiting.pop() {
        for &from in &before[at] {
            if !alive[from] {
                alive[from] = true;
                waiting.push(from);
            }
        }
    }
    alive
}
