//! Rooms with blocks that can be walked through as one, and what is known of them.

use super::board::{Board, NONE};
use super::facts::Bits;
use crate::measures::site::At;
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

/// A room as it stands: what lies in its cells, and the plates.
pub(super) type Look = Vec<(At, [u8; 2], bool, Bits, Bits)>;

/// A hall, or none where a room is none.
pub(super) type Seen = Option<Rc<Hall>>;

/// A room as it stands, entered at a place with some facts.
pub(super) type Way = (Look, At, Bits);

/// Halls that were looked at, of levels that differ in changes alone, whose facts have the same numbers.
#[derive(Clone, Default)]
pub(super) struct Known(pub(super) Rc<RefCell<FxHashMap<Way, Seen>>>);

/// A room with blocks, entered by one cell with some facts.
pub(super) struct Hall {
    /// The places from which it can be left, with the facts that were gained and the least number of moves.
    pub(super) exits: Vec<(At, Bits, u32)>,
    /// Those of the place of entry and the places beside other rooms that are reached from whatever can happen here.
    pub(super) regained: Vec<At>,
    /// The places that are reached.
    pub(super) cells: BTreeSet<At>,
}

/// Where one stands after a push or a pick-up, or when one comes in: the cell, the arrangement of blocks, and the facts.
pub(super) type Stop = (u32, u32, Bits);

/// The walk from a stop.
pub(super) struct Walk {
    /// The cells that are reached without a push or a pick-up, in order of their number.
    pub(super) cells: Vec<u32>,
    /// Of those from which one can leave the room the number of steps.
    pub(super) exits: Vec<(u32, u32)>,
    /// The stops that come next, with the number of steps.
    pub(super) next: Vec<(u32, u32)>,
}

/// The stops of a room, and the walks that were walked.
#[derive(Default)]
pub(super) struct Yard {
    pub(super) stops: IndexSet<Stop, FxBuildHasher>,
    pub(super) walks: Vec<Option<Walk>>,
    /// Of each cell of the board the number of the last walk that came to it.
    pub(super) seen: Vec<u32>,
    pub(super) walked: u32,
}

/// The halls of a board.
pub(super) struct Halls {
    /// Of each room that can be walked through as one the facts that count in it.
    pub(super) local: FxHashMap<u32, Bits>,
    pub(super) looks: FxHashMap<u32, Look>,
    pub(super) known: FxHashMap<(u32, Bits), Seen>,
    pub(super) shared: Known,
    /// True if nothing may be left out that could get stuck.
    pub(super) careful: bool,
    /// The places that were reached in halls.
    pub(super) cells: BTreeSet<At>,
}

impl Halls {
    /// The rooms with blocks in which nothing is won, nothing flipped or used up, and nothing gained that shuts a way, on
    /// a board where nothing asks for a plate that is down now.
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
        if down || !board.rules.reset || !board.rules.push {
            return halls;
        }
        for (cell, room) in board.room.iter().enumerate().filter(|(_, room)| **room != NONE) {
            if board.home[cell] {
                halls.local.insert(*room, board.item);
            }
        }
        for (cell, room) in board.room.iter().enumerate() {
            if let Some(local) = halls.local.get_mut(room) {
                *local |= board.gives[cell] | board.needs[cell].all | board.needs[cell].none;
            }
        }
        for plate in &board.plates {
            for room in plate.cells.iter().map(|cell| board.room[*cell as usize]) {
                halls.local.entry(room).and_modify(|local| *local |= plate.gives);
            }
        }
        let mixed = board.mixed();
        halls.local.retain(|_, local| *local & mixed == 0);
        let within = |cell: usize| {
            let number = cell as u32;
            let moves = board.warps.contains_key(&number) || board.flips.contains_key(&number);
            moves || board.goal[cell] || !board.needs[cell].pays.is_empty()
        };
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
