//! The moves: steps, pushes and flips, and the end of a move.

use super::warps::is_free;
use super::{DIAGONAL, Game, Lock, Move, ONE, ORTHOGONAL, Pushed, ROOT, State, asks, is_block};
use quandary_level::rules::{BlockReset, Bombs, Locks, OneWay, Push, PushOnto, Switches};
use quandary_level::{Cell, Content, Edge, NodeIndex, Requirement, Tile};
use std::collections::BTreeSet;

impl Game<'_> {
    /// The initial state.
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
            filled: BTreeSet::new(),
        };
        self.take(state)
    }

    /// The region of a cell: the room whose rectangle contains it; `None` for all cells outside of rooms.
    fn region(&self, cell: Cell) -> Option<NodeIndex> {
        self.room_at(cell).map(|room| room.node)
    }

    /// Moves the player onto a cell: blocks of a region left by this return, then the things on the cell are taken.
    pub(super) fn stand(&self, mut state: State, cell: Cell) -> State {
        let left = self.region(state.at);
        state.at = cell;
        if self.rules.blocks == BlockReset::Reset && left != self.region(cell) {
            let stays = |block: &Cell| self.region(*block) != left;
            state.blocks.retain(stays);
            state.pushed.retain(stays);
            state.filled.retain(stays);
            let home = self.tiles.cells().filter(|(_, tile)| *tile == Tile::Block);
            state.blocks.extend(home.map(|(cell, _)| cell).filter(|cell| !stays(cell)));
        }
        self.take(state)
    }

    /// Takes the things at the player's cell, and the symbols of plates that are down.
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

    /// True if everything that can be picked up is taken, on tiles and in nodes without a rectangle.
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

    /// Every move from a state; none from a goal.
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

    /// A step in one of eight directions: all states it can end in, with the pushed block. All requirements are checked
    /// in the state before it.
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
        if self.is_open_pit(state, to) || !self.needs_are_met(state, to) {
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

    /// True if a cell blocks diagonal steps past it.
    fn is_corner(&self, state: &State, cell: Option<Cell>) -> bool {
        let Some(cell) = cell else { return true };
        is_block(state, cell)
            || match self.tile(cell) {
                None | Some(Tile::Void | Tile::Wall) => true,
                Some(Tile::DoorLocked | Tile::DoorBomb | Tile::DoorPuzzle | Tile::DoorBoss) => true,
                Some(_) => false,
            }
    }

    /// True if a block can be pushed from one cell to another.
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

    /// Moves a block.
    pub(super) fn push(&self, mut state: State, (from, to): Pushed) -> State {
        state.blocks.remove(&from);
        if self.is_open_pit(&state, to) {
            state.filled.insert(to);
            return state;
        }
        match self.rules.push {
            Push::Once => state.pushed.insert(to),
            _ => state.blocks.insert(to),
        };
        state
    }

    /// True if a cell is a pit that no block has filled.
    fn is_open_pit(&self, state: &State, cell: Cell) -> bool {
        self.tile(cell) == Some(Tile::Pit) && !state.filled.contains(&cell)
    }

    /// True if a block can be pushed onto a cell without a block.
    fn takes_blocks(&self, cell: Cell) -> bool {
        let Some(tile) = self.tile(cell) else { return false };
        // A BLOCK tile without a block is a cell that a block left.
        match self.rules.push_onto {
            PushOnto::Floor => matches!(tile.id(), 1 | 3 | 41 | 44),
            PushOnto::Walkable => {
                let mut locks = self.tiles.locks.iter().filter(|lock| lock.cells.contains(&cell));
                let takes = matches!(tile, Tile::Block | Tile::Pit) || is_free(tile);
                takes && locks.all(|lock| lock.needs.is_empty())
            }
        }
    }

    /// Passes the guard of a step: a state for every edge that allows it, or the unchanged state if there is no guard.
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

    /// Opens and pays for the tile of a cell, if that is possible. Blocks are checked before.
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
