//! The number of pushes that a lone block needs to each target: found once, by pulling it away from there.
//!
//! It depends on the side on which the player is: a block in a narrow passage cuts the floor in parts, and whoever is
//! in one of them pushes from there alone. Other blocks only stand in the way, so that this is never too much.

use super::board::{Board, NONE, against};
use std::collections::VecDeque;

/// The number of pushes where none do.
pub(super) const FAR: u16 = u16::MAX;

/// The parts that a block can cut the floor into.
const PARTS: usize = 4;

/// Numbers of pushes.
#[derive(Debug)]
pub(super) struct Pulls {
    squares: usize,
    /// By square of a block and square of a player: the part of the floor that the player is in.
    part: Vec<u8>,
    /// By target, square of a block and part: the number of pushes, or [`FAR`].
    far: Vec<u16>,
}

impl Pulls {
    /// The numbers of a board.
    pub(super) fn of(board: &Board) -> Self {
        let squares = board.squares;
        let mut pulls = Self { squares, part: Vec::new(), far: Vec::new() };
        for square in 0..squares as u32 {
            pulls.part.extend(parts(board, square));
        }
        for &target in &board.targets {
            let far = pulls.pushes_to(board, target);
            pulls.far.extend(far);
        }
        pulls
    }

    /// By square of a block and part of the floor: the pushes to a target.
    fn pushes_to(&self, board: &Board, target: u32) -> Vec<u16> {
        let mut far = vec![FAR; self.squares * PARTS];
        let mut waiting = VecDeque::new();
        for part in 0..PARTS {
            far[target as usize * PARTS + part] = 0;
            waiting.push_back((target, part));
        }
        while let Some((to, part)) = waiting.pop_front() {
            let pushes = far[to as usize * PARTS + part].saturating_add(1);
            for direction in 0..4 {
                // A push ends with the player where the block was.
                let from = board.steps[to as usize][against(direction)];
                if from == NONE
                    || board.pushes[from as usize][direction] != to
                    || self.part(to, from) != part
                {
                    continue;
                }
                let behind = board.steps[from as usize][against(direction)];
                let before = from as usize * PARTS + self.part(from, behind);
                if far[before] == FAR {
                    far[before] = pushes;
                    waiting.push_back((from, self.part(from, behind)));
                }
            }
        }
        far
    }

    /// The part of the floor that a player is in while a block stands on a square.
    #[inline(always)]
    fn part(&self, block: u32, player: u32) -> usize {
        self.part[block as usize * self.squares + player as usize] as usize
    }

    /// The place of a block among the numbers of each target.
    #[inline(always)]
    pub(super) fn place(&self, block: u32, player: u32) -> usize {
        block as usize * PARTS + self.part(block, player)
    }

    /// The number of pushes from a place to a target, by its number, or [`FAR`].
    #[inline(always)]
    pub(super) fn pushes(&self, target: usize, place: usize) -> u16 {
        self.far[target * self.squares * PARTS + place]
    }

    /// True if a block on a square can get to any target, wherever the player is.
    pub(super) fn is_live(&self, block: u32) -> bool {
        let mut targets = self.far.chunks(self.squares * PARTS);
        let begin = block as usize * PARTS;
        targets.any(|far| far[begin..begin + PARTS].iter().any(|&pushes| pushes != FAR))
    }
}

/// By square: the part of the floor that it is in while a block stands on one; parts are numbered from 0, and 0 is what
/// is beside no side of the block, too.
fn parts(board: &Board, block: u32) -> Vec<u8> {
    let mut part = vec![u8::MAX; board.squares];
    let mut number = 0;
    for beside in board.steps[block as usize].into_iter().filter(|&beside| beside != NONE) {
        if part[beside as usize] != u8::MAX {
            continue;
        }
        let mut waiting = vec![beside];
        part[beside as usize] = number;
        while let Some(at) = waiting.pop() {
            for to in board.steps[at as usize] {
                if to != NONE && to != block && part[to as usize] == u8::MAX {
                    part[to as usize] = number;
                    waiting.push(to);
                }
            }
        }
        number += 1;
    }
    part.into_iter().map(|part| if part == u8::MAX { 0 } else { part }).collect()
}
