//! Rooms with blocks, walked through as one: what happens to blocks in a room is forgotten when it is left, and depends
//! on few facts, so it is looked at once for each way in and not with everything else that may be in hand.

use super::board::{Board, NONE};
use super::facts::Bits;
use super::game::{Game, State};
use super::search::{Until, from};
use crate::measures::site::At;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// A room as it stands: what lies in its cells, and the plates.
type Look = Vec<(At, [u8; 2], bool, Bits, Bits)>;

/// A hall, or none where a room is none.
type Seen = Option<Rc<Hall>>;

/// A room as it stands, entered at a place with some facts.
type Way = (Look, At, Bits);

/// Halls that were looked at, of levels that differ in changes alone, whose facts have the same numbers.
#[derive(Clone, Default)]
pub(super) struct Known(Rc<RefCell<FxHashMap<Way, Seen>>>);

/// The most states of one room.
const MOST: usize = 300_000;

/// A room with blocks, entered by one cell with some facts.
pub(super) struct Hall {
    /// The places from which it can be left, with the facts that were gained and the least number of moves.
    exits: Vec<(At, Bits, u32)>,
    /// True if the cell of entry is reached again from every state.
    regains: bool,
    /// The places that are reached.
    cells: BTreeSet<At>,
}

/// The halls of a board.
pub(super) struct Halls {
    /// Of each room that can be walked through as one the facts that count in it.
    local: FxHashMap<u32, Bits>,
    looks: FxHashMap<u32, Look>,
    known: FxHashMap<(u32, Bits), Seen>,
    shared: Known,
    /// True if nothing may be left out that could get stuck.
    pub(super) careful: bool,
    /// The places that were reached in halls.
    pub(super) cells: BTreeSet<At>,
}

impl Halls {
    /// The rooms with blocks in which nothing is won, on a board where whoever has more can do more and nothing asks
    /// for a plate that is down now.
    pub(super) fn of(board: &Board, shared: &Known) -> Self {
        let mut halls = Self {
            local: FxHashMap::default(),
            looks: FxHashMap::default(),
            known: FxHashMap::default(),
            shared: shared.clone(),
            careful: false,
            cells: BTreeSet::new(),
        };
        let asks = board.ways.values().flatten().chain(&board.needs).chain(&board.win);
        let down =
            asks.chain(board.warps.values().flatten().map(|(_, ask)| ask)).any(|ask| ask.down != 0);
        if down || !board.rules.reset || !board.rules.push || !board.is_growing() {
            return halls;
        }
        for (cell, room) in board.room.iter().enumerate().filter(|(_, room)| **room != NONE) {
            if board.home[cell] {
                halls.local.insert(*room, board.item);
            }
        }
        for (cell, room) in board.room.iter().enumerate() {
            if let Some(local) = halls.local.get_mut(room) {
                *local |= board.gives[cell] | board.needs[cell].all;
            }
        }
        for plate in &board.plates {
            for room in plate.cells.iter().map(|cell| board.room[*cell as usize]) {
                halls.local.entry(room).and_modify(|local| *local |= plate.gives);
            }
        }
        let within = |cell: usize| board.goal[cell] || board.warps.contains_key(&(cell as u32));
        (0..board.room.len()).filter(|cell| within(*cell)).for_each(|cell| {
            halls.local.remove(&board.room[cell]);
        });
        if let Some(win) = &board.win {
            halls.local.retain(|_, local| *local & win.all == 0);
        }
        halls.looks = halls.local.keys().map(|room| (*room, look_of(board, *room))).collect();
        halls
    }
}

/// A room as it stands. Cells that cannot be entered any more have no neighbours that lead into them.
fn look_of(board: &Board, room: u32) -> Look {
    let cells = (0..board.at.len()).filter(|cell| board.room[*cell] == room);
    let near = |cell: usize| {
        let open = board.near[cell].iter().map(|to| u8::from(*to != NONE));
        open.fold(0, |open, way| 2 * open + way)
    };
    let look = cells.map(|cell| {
        let tile = [board.tiles[cell], near(cell)];
        (board.at[cell], tile, board.home[cell], board.gives[cell], board.needs[cell].all)
    });
    let plates = (0..).zip(&board.plates).flat_map(|(number, plate)| {
        let cells = plate.cells.iter().map(|cell| board.at[*cell as usize]);
        cells.map(move |at| (at, [number, plate.cells.len() as u8], true, plate.gives, 0))
    });
    look.chain(plates).collect()
}

impl Game<'_> {
    /// Puts the states behind a hall into the list, if a state lies in one with all blocks at home; false if not.
    pub(super) fn through(&mut self, state: State, into: &mut Vec<(State, u32)>) -> bool {
        let room = self.board.room[self.spots.cells[state.0 as usize] as usize];
        if state.1 != 0 || self.halls.as_ref().is_none_or(|halls| !halls.local.contains_key(&room))
        {
            return false;
        }
        let Some(hall) = self.hall(room, state).filter(|hall| self.may_skip(hall, state, room))
        else {
            return false;
        };
        for (exit, gained, cost) in &hall.exits {
            let cell = self.board.at.binary_search(exit).unwrap_or_default();
            let exit = self.spots.of[cell];
            self.leave((exit, 0, state.2 | gained), room, *cost, into);
        }
        if let Some(halls) = &mut self.halls {
            halls.cells.extend(&hall.cells);
        }
        true
    }

    /// The moves out of a room.
    fn leave(&mut self, state: State, room: u32, cost: u32, into: &mut Vec<(State, u32)>) {
        let mut after = Vec::new();
        (0..4).for_each(|way| self.step(state, way, &mut after));
        let outside =
            |to: &State| self.board.room[self.spots.cells[to.0 as usize] as usize] != room;
        after.retain(|(to, _)| outside(to));
        into.extend(after.into_iter().map(|(to, steps)| (to, cost + steps)));
    }

    /// True if nobody gets stuck within a hall: one always gets back to where one came in, and can leave from there
    /// into a state that is looked at for itself.
    fn may_skip(&mut self, hall: &Hall, entry: State, room: u32) -> bool {
        if self.halls.as_ref().is_some_and(|halls| !halls.careful) {
            return true;
        }
        let mut out = Vec::new();
        self.leave(entry, room, 0, &mut out);
        hall.regains && !out.is_empty()
    }

    /// A hall that is entered in a state; none if the room is no hall.
    fn hall(&mut self, room: u32, entry: State) -> Option<Rc<Hall>> {
        let halls = self.halls.as_ref()?;
        let bits = entry.2 & halls.local.get(&room)?;
        if let Some(known) = halls.known.get(&(entry.0, bits)) {
            return known.clone();
        }
        let place = self.board.at[self.spots.cells[entry.0 as usize] as usize];
        let key = (halls.looks.get(&room)?.clone(), place, bits);
        let shared = halls.shared.clone();
        let known = shared.0.borrow().get(&key).cloned();
        let hall = known.unwrap_or_else(|| self.look((entry.0, 0, bits), room).map(Rc::new));
        shared.0.borrow_mut().insert(key, hall.clone());
        self.halls.as_mut()?.known.insert((entry.0, bits), hall.clone());
        hall
    }

    /// Looks at everything that can happen in a room.
    fn look(&mut self, entry: State, room: u32) -> Option<Hall> {
        let halls = self.halls.take();
        self.only = Some(room);
        let found = from(self, &[(entry, 0)], Until::All, MOST);
        self.only = None;
        self.halls = halls;
        if found.large {
            return None;
        }
        let cell = |state: State| self.spots.cells[state.0 as usize];
        let inside = |state: State| self.board.room[cell(state) as usize] == room;
        let border = |state: State| {
            let near = self.board.near[cell(state) as usize].into_iter();
            near.filter(|to| *to != NONE).any(|to| self.board.room[to as usize] != room)
        };
        let place = |state: State| self.board.at[cell(state) as usize];
        let mut exits: BTreeMap<(At, Bits), u32> = BTreeMap::new();
        for (state, cost) in found.states().filter(|(state, _)| inside(*state) && border(*state)) {
            let least = exits.entry((place(state), state.2 & !entry.2)).or_insert(cost);
            *least = cost.min(*least);
        }
        let back = found.reaching(|state| state.0 == entry.0);
        let regains = found.states().zip(back).all(|((state, _), back)| back || !inside(state));
        let cells =
            found.states().map(|(state, _)| state).filter(|state| inside(*state)).map(place);
        let cells = cells.collect();
        let exits = exits.into_iter().map(|((exit, gained), cost)| (exit, gained, cost)).collect();
        Some(Hall { exits, regains, cells })
    }
}
