//! The plan into a state: the walks between the pushes are found again.

use super::Search;
use super::board::{Board, NONE};
use super::field::Field;
use crate::plan::{Move, Plan};
use crate::rules::world::World;
use std::collections::VecDeque;

impl<const N: usize> Search<N> {
    /// The plan into a state.
    pub(super) fn plan<const W: usize>(&self, world: &World<W>, state: u32) -> Plan {
        let before =
            |&state: &u32| Some(self.store.parent(state)).filter(|&parent| parent != super::NONE);
        let mut states: Vec<u32> = std::iter::successors(Some(state), before).collect();
        states.reverse();
        let read = |&state: &u32| {
            let read = self.store.read::<N>(state);
            (self.store.blocks(&read), read.player)
        };
        let board = &self.yard.board;
        let mut squares = vec![board.player];
        for (before, after) in states.iter().map(read).zip(states.iter().skip(1).map(read)) {
            squares.extend(between(board, before, after));
        }
        let step = |pair: &[u32]| {
            let [from, to] = [pair[0], pair[1]].map(|square| board.location[square as usize]);
            let door = world.doors(from).iter().position(|door| door.to == to)?;
            Some(Move::Goto { to, door: door as u32 })
        };
        Plan { moves: squares.windows(2).filter_map(step).collect() }
    }
}

/// The squares that a player passes from one state to the next, which is one push later: the last is where the block
/// was.
fn between<const N: usize>(
    board: &Board,
    (blocks, player): (Field<N>, u32),
    (after, from): (Field<N>, u32),
) -> Vec<u32> {
    let to = after.minus(&blocks).iter().next().unwrap_or(NONE);
    let way = board.pushes[from as usize].iter().position(|&onto| onto == to);
    let behind = way.map_or(NONE, |way| board.steps[from as usize][super::board::against(way)]);
    let mut squares = walk(board, &blocks, player, behind);
    squares.push(from);
    squares
}

/// The squares of a shortest walk past the blocks, without the first.
fn walk<const N: usize>(board: &Board, blocks: &Field<N>, from: u32, to: u32) -> Vec<u32> {
    // Backwards, so that the squares come in their order: steps can be taken back.
    let mut next = vec![NONE; board.squares];
    let mut waiting = VecDeque::from([to]);
    next[to as usize] = to;
    while let Some(at) = waiting.pop_front() {
        for before in board.steps[at as usize].into_iter().filter(|&before| before != NONE) {
            if next[before as usize] == NONE && !blocks.holds(before) {
                next[before as usize] = at;
                waiting.push_back(before);
            }
        }
    }
    let on = |&at: &u32| (at != to).then(|| next[at as usize]);
    std::iter::successors(Some(from), on).skip(1).collect()
}
