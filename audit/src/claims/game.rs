//! The moves of a board, from spot to spot.

use super::board::{Board, NONE};
use super::facts::{Ask, Bits};
use super::hall::{Halls, Known, Yard};
use super::search::{Play, State};
use super::spots::Spots;
use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};

const ELEMENT: u8 = 40;

/// A board with its spots, and the arrangements of blocks that were met.
pub(super) struct Game<'a> {
    pub(super) board: &'a Board,
    pub(super) spots: &'a Spots,
    /// The cells of the blocks of one room (of all where nothing resets), in order, with the plates that are down.
    layouts: IndexMap<Vec<u32>, u64, FxBuildHasher>,
    /// The home cells of blocks by region.
    homes: Vec<Vec<u32>>,
    /// The one room in which moves are made, where not in all.
    pub(super) only: Option<u32>,
    /// The rooms that are walked through as one; none if every state is to be seen.
    pub(super) halls: Option<Halls>,
    /// True if a step that asks for something is made as if it were just given.
    pub(super) generous: bool,
    /// The facts that are no gain for everyone.
    mixed: Bits,
    /// What is known of the pushes in rooms.
    pub(super) yards: FxHashMap<u32, Yard>,
}

impl<'a> Game<'a> {
    pub(super) fn new(board: &'a Board, spots: &'a Spots) -> Self {
        let mut game = Self {
            board,
            spots,
            layouts: IndexMap::default(),
            homes: Vec::new(),
            only: None,
            halls: None,
            generous: false,
            mixed: board.mixed(),
            yards: FxHashMap::default(),
        };
        let regions = (0..board.tiles.len() as u32).map(|cell| game.region(cell)).max();
        game.homes = vec![Vec::new(); regions.unwrap_or(0) as usize + 1];
        for cell in (0..board.tiles.len() as u32).filter(|cell| board.home[*cell as usize]) {
            let region = game.region(cell) as usize;
            game.homes[region].push(cell);
        }
        let down = game.down(|cell| board.home[cell as usize]);
        game.layouts.insert(Vec::new(), down);
        game
    }

    /// The same, with rooms of blocks walked through as one: costs and answers are the same, states are fewer.
    pub(super) fn contracted(board: &'a Board, spots: &'a Spots, known: &Known) -> Self {
        Self { halls: Some(Halls::of(board, known)), ..Self::new(board, spots) }
    }

    /// The region of a cell: its room, or one for all where nothing resets.
    fn region(&self, cell: u32) -> u32 {
        match self.board.rules.reset {
            true => self.board.room[cell as usize].wrapping_add(1),
            false => 0,
        }
    }

    /// The plates that are down, given the cells with blocks.
    fn down(&self, block: impl Fn(u32) -> bool) -> u64 {
        let plates = (0..).zip(&self.board.plates);
        let is_down = |cells: &[u32]| !cells.is_empty() && cells.iter().all(|cell| block(*cell));
        let down = plates.filter(|(_, plate)| is_down(&plate.cells));
        down.fold(0, |down, (number, _)| down | 1 << number)
    }

    /// True if a block stands on a cell.
    fn has_block(&self, cell: u32, layout: u32) -> bool {
        let cells = self.layouts.get_index(layout as usize).map_or(&[][..], |(cells, _)| cells);
        match cells.first() {
            Some(&first) if self.region(first) == self.region(cell) => cells.contains(&cell),
            _ => self.board.home[cell as usize],
        }
    }

    /// The plates that are down.
    fn plates(&self, layout: u32) -> u64 {
        self.layouts.get_index(layout as usize).map_or(0, |(_, down)| *down)
    }

    /// The arrangement after a block went from a cell to another.
    fn pushed(&mut self, layout: u32, from: u32, to: u32) -> u32 {
        let region = self.region(from);
        let cells = self.layouts.get_index(layout as usize).map(|(cells, _)| cells.clone());
        let same = cells.filter(|cells| cells.first().is_some_and(|c| self.region(*c) == region));
        let home = &self.homes[region as usize];
        let mut cells = same.unwrap_or_else(|| home.clone());
        if let Some(block) = cells.iter_mut().find(|cell| **cell == from) {
            *block = to;
        }
        cells.sort_unstable();
        if cells == *home {
            return 0;
        }
        if let Some(known) = self.layouts.get_index_of(&cells) {
            return known as u32;
        }
        let region_of = |cell| self.region(cell) == region;
        let down = self.down(|cell| match region_of(cell) {
            true => cells.contains(&cell),
            false => self.board.home[cell as usize],
        });
        self.layouts.insert_full(cells, down).0 as u32
    }

    /// The facts after what lies on a cell was taken and plates that are down have given.
    fn taken(&self, cell: u32, layout: u32, bits: Bits) -> Bits {
        let down = self.plates(layout);
        let plates = (0..).zip(&self.board.plates).filter(|(number, _)| down & 1 << number != 0);
        plates.fold(bits | self.board.gives[cell as usize], |bits, (_, plate)| bits | plate.gives)
    }

    /// The facts after a step that asks for something; none if it is refused.
    fn met(&self, ask: &Ask, bits: Bits, layout: u32) -> Option<Bits> {
        let down = self.plates(layout);
        match self.generous {
            true => ask.forced(bits, down, self.mixed),
            false => ask.met(bits, down, &self.board.purse),
        }
    }

    /// The facts with which water can be crossed; none if it cannot.
    fn wet(&self, bits: Bits) -> Option<Bits> {
        let item = self.board.item;
        (bits & item != 0 || self.generous && item != 0).then_some(bits | item)
    }

    /// A step onto a spot beside.
    pub(super) fn step(
        &mut self,
        (spot, layout, bits): State,
        way: usize,
        into: &mut Vec<(State, u32)>,
    ) {
        let (board, spots) = (self.board, self.spots);
        let cell = spots.cells[spot as usize];
        let to = board.near[cell as usize][way];
        if to == NONE || spots.of[to as usize] == NONE {
            return;
        }
        let water = board.tiles[to as usize] == ELEMENT;
        let Some(bits) = (if water { self.wet(bits) } else { Some(bits) }) else { return };
        let Some(beyond) = self.makes_way(to, layout, way) else { return };
        let rooms = (board.room[cell as usize], board.room[to as usize]);
        let free = [Ask::default()];
        let ways = match board.ways.get(&rooms) {
            Some(ways) if rooms.0 != rooms.1 => &ways[..],
            _ => &free[..],
        };
        for ask in ways {
            let met = self.met(ask, bits, layout);
            let met = met.and_then(|bits| self.met(&board.needs[to as usize], bits, layout));
            if let Some(bits) = met {
                let after = match beyond {
                    NONE => self.arrive(cell, to, layout, bits),
                    beyond => {
                        let left = self.left(cell, to, layout);
                        let layout = self.pushed(left, to, beyond);
                        (spots.of[to as usize], layout, self.taken(to, layout, bits))
                    }
                };
                into.push((after, 1));
            }
        }
    }

    /// The arrangement and the facts after a step onto a cell of the same room; none if it is refused.
    pub(super) fn inside(
        &mut self,
        to: u32,
        way: usize,
        layout: u32,
        bits: Bits,
    ) -> Option<(u32, Bits)> {
        let board = self.board;
        if board.tiles[to as usize] == ELEMENT && bits & board.item == 0 {
            return None;
        }
        let beyond = self.makes_way(to, layout, way)?;
        let bits = board.needs[to as usize].met(bits, self.plates(layout), &board.purse)?;
        let layout = match beyond {
            NONE => layout,
            beyond => self.pushed(layout, to, beyond),
        };
        Some((layout, self.taken(to, layout, bits)))
    }

    /// The cell onto which a step into a cell pushes a block; `NONE` where no block stands, nothing where one
    /// cannot be pushed.
    fn makes_way(&self, to: u32, layout: u32, way: usize) -> Option<u32> {
        if !self.has_block(to, layout) {
            return Some(NONE);
        }
        let beyond = self.board.near[to as usize][way];
        let pushable = self.board.rules.push
            && beyond != NONE
            && matches!(self.board.tiles[beyond as usize], 1 | 3 | 41)
            && self.region(beyond) == self.region(to)
            && !self.has_block(beyond, layout);
        pushable.then_some(beyond)
    }

    /// The arrangement after a move that may leave a region.
    fn left(&self, from: u32, to: u32, layout: u32) -> u32 {
        if self.region(from) == self.region(to) { layout } else { 0 }
    }

    fn arrive(&self, from: u32, to: u32, layout: u32, bits: Bits) -> State {
        let layout = self.left(from, to, layout);
        (self.spots.of[to as usize], layout, self.taken(to, layout, bits))
    }
}

impl Play for Game<'_> {
    fn start(&self) -> State {
        let Board { start, .. } = *self.board;
        (self.spots.of[start as usize], 0, self.taken(start, 0, 0))
    }

    fn is_goal(&self, (spot, layout, bits): State) -> bool {
        let won = |win: &Ask| win.met(bits, self.plates(layout), &self.board.purse).is_some();
        self.board.goal[self.spots.cells[spot as usize] as usize]
            || self.board.win.as_ref().is_some_and(won)
    }

    fn moves(&mut self, state: State, into: &mut Vec<(State, u32)>) {
        let (spot, layout, bits) = state;
        let (board, spots) = (self.board, self.spots);
        let cell = spots.cells[spot as usize];
        if self.only.is_some_and(|room| room != board.room[cell as usize]) {
            return;
        }
        if self.through(state, into) {
            return;
        }
        for bit in board.flips.get(&cell).into_iter().flatten() {
            into.push(((spot, layout, bits ^ bit), 1));
        }
        for (landing, ask) in board.warps.get(&cell).into_iter().flatten() {
            let asked = ask.and(&board.needs[*landing as usize]);
            let met = self.met(&asked, bits, layout);
            if let Some(bits) = met.filter(|_| !self.has_block(*landing, layout)) {
                into.push((self.arrive(cell, *landing, layout, bits), 1));
            }
        }
        for direction in 0..4 {
            self.step(state, direction, into);
        }
        // Who is given something goes on dry feet too.
        let wet = self.wet(bits);
        let dry = if wet == Some(bits) { None } else { Some(bits) };
        for (far, bits) in spots.far.iter().zip([dry, wet]) {
            let Some(bits) = bits else { continue };
            for &(to, steps) in &far[spot as usize] {
                let there = spots.cells[to as usize];
                if let Some(bits) = self.met(&board.needs[there as usize], bits, 0) {
                    into.push(((to, 0, self.taken(there, 0, bits)), steps));
                }
            }
        }
    }

    fn mixed(&self) -> Bits {
        self.mixed
    }

    fn be_careful(&mut self, careful: bool) {
        if let Some(halls) = &mut self.halls {
            halls.careful = careful;
        }
    }
}
