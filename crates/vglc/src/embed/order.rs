//! The order in which rooms are filled.

use super::problem::Problem;
use std::collections::BinaryHeap;

/// Weights of a room's borders with the rooms before it, in the order of rooms.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ways {
    pub(super) pair: u32,
    pub(super) wall: u32,
}

/// The rooms from the entrance on, next always the one with most ways into those before it, door pairs
/// before walls; of equals the one that was met first.
pub(super) fn order(problem: &Problem, ways: Ways) -> Vec<u32> {
    let many = problem.borders.len();
    let mut score = vec![0u32; many];
    let mut met = vec![u32::MAX; many];
    let mut done = vec![false; many];
    let mut heap = BinaryHeap::new();
    let mut order = Vec::with_capacity(many);
    let first = problem.entrance.map_or(0, |(room, _)| room);
    let mut meetings = 0;
    for root in std::iter::once(first).chain(0..many as u32) {
        heap.push((0, std::cmp::Reverse(0), root));
        while let Some((_, _, room)) = heap.pop() {
            if std::mem::replace(&mut done[room as usize], true) {
                continue;
            }
            order.push(room);
            for border in problem.borders[room as usize].iter().filter(|b| !done[b.room as usize]) {
                let other = border.room as usize;
                score[other] += if border.pair { ways.pair } else { ways.wall };
                if met[other] == u32::MAX {
                    met[other] = meetings;
                    meetings += 1;
                }
                heap.push((score[other], std::cmp::Reverse(met[other]), border.room));
            }
        }
    }
    order
}
