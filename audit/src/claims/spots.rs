//! The cells that matter, and how far they lie from each other over ground that does not.
//!
//! Ground is what can be walked both ways without asking, taking or pushing anything. A walk over it changes nothing
//! but the place, so that one distance stands for all its steps.

use super::board::{Board, NONE};
use super::facts::Ask;
use std::collections::VecDeque;

/// Water.
const ELEMENT: u8 = 40;

/// The cells that matter, by number.
pub(super) struct Spots {
    pub(super) cells: Vec<u32>,
    /// The spot of each cell.
    pub(super) of: Vec<u32>,
    /// The spots that are reached over at least one cell of ground, with the length of the way: on dry feet, and
    /// with all that crosses water.
    pub(super) far: [Vec<Vec<(u32, u32)>>; 2],
}

impl Spots {
    /// The spots of a board.
    pub(super) fn new(board: &Board) -> Self {
        Self::with(board, &[])
    }

    /// The spots of a board, and some cells besides.
    pub(super) fn with(board: &Board, more: &[u32]) -> Self {
        let blocks = block_rooms(board);
        let matters = |cell: &u32| more.contains(cell) || is_spot(board, &blocks, *cell);
        Self::of((0..board.tiles.len() as u32).filter(matters).collect(), board)
    }

    /// Every cell is a spot: nothing is left out.
    pub(super) fn every(board: &Board) -> Self {
        Self::of((0..board.tiles.len() as u32).collect(), board)
    }

    fn of(cells: Vec<u32>, board: &Board) -> Self {
        let mut of = vec![NONE; board.tiles.len()];
        cells.iter().zip(0..).for_each(|(&cell, spot)| of[cell as usize] = spot);
        let mut spots = Self { cells, of, far: [Vec::new(), Vec::new()] };
        let mut seen = vec![NONE; board.tiles.len()];
        let mut mark = 0;
        for wet in [false, true] {
            let far = spots.cells.iter().map(|&cell| {
                mark += 1;
                spots.around(board, cell, wet, (&mut seen, mark))
            });
            let far = far.collect();
            spots.far[usize::from(wet)] = far;
        }
        spots
    }

    /// The spots that are reached from a cell over ground.
    fn around(
        &self,
        board: &Board,
        from: u32,
        wet: bool,
        (seen, mark): (&mut [u32], u32),
    ) -> Vec<(u32, u32)> {
        let (mut found, mut queue) = (Vec::new(), VecDeque::from([(from, 0)]));
        seen[from as usize] = mark;
        while let Some((cell, steps)) = queue.pop_front() {
            for to in board.near[cell as usize].into_iter().filter(|to| *to != NONE) {
                let spot = self.of[to as usize];
                let by_foot = wet || board.tiles[to as usize] != ELEMENT;
                if seen[to as usize] == mark || !by_foot || spot != NONE && cell == from {
                    continue;
                }
                seen[to as usize] = mark;
                match spot {
                    NONE => queue.push_back((to, steps + 1)),
                    _ => found.push((spot, steps + 1)),
                }
            }
        }
        found
    }
}

/// True of the rooms in which blocks can be pushed, by the number after the room's; the first is outside of all.
fn block_rooms(board: &Board) -> Vec<bool> {
    let rooms = board.room.iter().map(|room| room.wrapping_add(1)).max().unwrap_or(0);
    let mut with = vec![false; rooms as usize + 1];
    let home = board.home.iter().zip(&board.room).filter(|(home, _)| **home && board.rules.push);
    home.for_each(|(_, room)| with[room.wrapping_add(1) as usize] = true);
    if !board.rules.reset && with.contains(&true) {
        with.fill(true);
    }
    with
}

fn is_spot(board: &Board, blocks: &[bool], cell: u32) -> bool {
    let at = cell as usize;
    let with_blocks = |cell: u32| blocks[board.room[cell as usize].wrapping_add(1) as usize];
    let own = board.gives[at] != 0
        || board.goal[at]
        || board.home[at]
        || cell == board.start
        || !board.needs[at].is_free()
        || board.flips.contains_key(&cell)
        || board.warps.contains_key(&cell)
        || board.warps.values().flatten().any(|(landing, _)| *landing == cell)
        || with_blocks(cell);
    own || board.near[at].into_iter().filter(|to| *to != NONE).any(|to| {
        let rooms = [board.room[at], board.room[to as usize]];
        rooms[0] != rooms[1] && (with_blocks(to) || !is_open(board, rooms))
    })
}

/// True if one walks freely between two rooms, both ways.
fn is_open(board: &Board, [a, b]: [u32; 2]) -> bool {
    let free = |ways: Option<&Vec<Ask>>| ways.is_none_or(|ways| ways.iter().any(Ask::is_free));
    free(board.ways.get(&(a, b))) && free(board.ways.get(&(b, a)))
}
