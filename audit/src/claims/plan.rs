//! A cheapest plan: when things are had, and how often something is pushed or flipped.

use super::board::Board;
use super::facts::Bits;
use super::search::State;
use super::spots::Spots;

/// The states of a plan, each with its number of moves.
pub(super) struct Plan(pub(super) Vec<(State, u32)>);

impl Plan {
    /// Number of moves of the whole.
    pub(super) fn moves(&self) -> u32 {
        self.0.last().map_or(0, |(_, cost)| *cost)
    }

    /// Number of moves after which one of some facts holds.
    pub(super) fn had(&self, bits: Bits) -> Option<u32> {
        self.0.iter().find(|(state, _)| state.2 & bits != 0).map(|(_, cost)| *cost)
    }

    /// Number of pushes: moves within a room that change where blocks stand.
    pub(super) fn pushes(&self, board: &Board, spots: &Spots) -> usize {
        let room = |state: &State| board.room[spots.cells[state.0 as usize] as usize];
        let pushed = |pair: &&[(State, u32)]| {
            let [(from, begin), (to, end)] = pair else { return false };
            from.1 != to.1
                && end - begin == 1
                && (!board.rules.reset || room(from) == room(to) || to.1 != 0)
        };
        self.0.windows(2).filter(pushed).count()
    }

    /// Number of flips of toggles.
    pub(super) fn flips(&self, toggles: Bits) -> usize {
        let flipped = |pair: &&[(State, u32)]| (pair[0].0.2 ^ pair[1].0.2) & toggles != 0;
        self.0.windows(2).filter(flipped).count()
    }
}
