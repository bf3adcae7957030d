//! Everything that can happen in a room with blocks, seen from push to push: between two pushes, or until something is
//! picked up, one walks, and where one walks to one walks back from.
//!
//! Where a push leads does not depend on where one came in, so that it is looked at once.

use super::board::{Board, NONE};
use super::facts::Bits;
use super::game::Game;
use super::hall::{Hall, Stop, Walk, Yard};
use super::search::State;
use crate::measures::site::At;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// The most pushes and pick-ups that are looked at in one room.
const MOST: usize = 200_000;

/// The stops that are reached from where one came in.
#[derive(Default)]
struct Reach {
    /// Of each stop of the yard its least cost; none if it was not reached.
    cost: Vec<u32>,
    open: Vec<Vec<u32>>,
    /// The stops in the order in which they were walked from, none twice.
    order: Vec<u32>,
}

impl Yard {
    fn number(&mut self, stop: Stop) -> u32 {
        let (number, new) = self.stops.insert_full(stop);
        if new {
            self.walks.push(None);
        }
        number as u32
    }

    /// Walks from a stop, to all pushes and pick-ups that come next and to all ways out.
    fn walk(&mut self, game: &mut Game<'_>, here: u32, room: u32) -> Walk {
        let mut walk = Walk { cells: Vec::new(), exits: Vec::new(), next: Vec::new() };
        let (start, layout, bits) = self.stops[here as usize];
        let board = game.board;
        self.seen.resize(board.at.len(), 0);
        self.walked += 1;
        self.seen[start as usize] = self.walked;
        let mut queue = VecDeque::from([(start, 0)]);
        while let Some((cell, steps)) = queue.pop_front() {
            walk.cells.push(cell);
            if is_border(game, cell, room) {
                walk.exits.push((cell, steps));
            }
            for (way, to) in board.near[cell as usize].into_iter().enumerate() {
                let inside = to != NONE && board.room[to as usize] == room;
                if !inside || self.seen[to as usize] == self.walked {
                    continue;
                }
                match game.inside(to, way, layout, bits) {
                    None => {}
                    Some(after) if after == (layout, bits) => {
                        self.seen[to as usize] = self.walked;
                        queue.push_back((to, steps + 1));
                    }
                    Some((after, gained)) => {
                        walk.next.push((self.number((to, after, gained)), steps + 1));
                    }
                }
            }
        }
        walk.cells.sort_unstable();
        walk
    }
}

impl Reach {
    fn note(&mut self, stop: u32, cost: u32) {
        let at = stop as usize;
        if self.cost.len() <= at {
            self.cost.resize(at + 1, NONE);
        }
        if cost < self.cost[at] {
            self.cost[at] = cost;
            if self.open.len() <= cost as usize {
                self.open.resize(cost as usize + 1, Vec::new());
            }
            self.open[cost as usize].push(stop);
        }
    }

    /// Comes to all stops from the first; false where they are too many.
    fn all(&mut self, game: &mut Game<'_>, yard: &mut Yard, first: u32, room: u32) -> bool {
        self.note(first, 0);
        let mut cost = 0;
        while cost < self.open.len() {
            let Some(here) = self.open[cost].pop() else {
                cost += 1;
                continue;
            };
            if self.cost[here as usize] != cost as u32 {
                continue;
            }
            self.order.push(here);
            if yard.walks[here as usize].is_none() {
                let walk = yard.walk(game, here, room);
                yard.walks[here as usize] = Some(walk);
            }
            let next = yard.walks[here as usize].iter().flat_map(|walk| &walk.next);
            next.for_each(|&(stop, steps)| self.note(stop, cost as u32 + steps));
            if self.order.len() > MOST {
                return false;
            }
        }
        true
    }

    /// Those of some cells to which one comes from each stop.
    fn regained(&self, yard: &Yard, cells: impl Iterator<Item = u32>) -> Vec<u32> {
        let walks =
            || self.order.iter().filter_map(|&at| Some((at, yard.walks[at as usize].as_ref()?)));
        // The stops before each, in a row.
        let mut ends = vec![0u32; self.cost.len() + 1];
        walks().flat_map(|(_, walk)| &walk.next).for_each(|&(to, _)| ends[to as usize + 1] += 1);
        (1..ends.len()).for_each(|at| ends[at] += ends[at - 1]);
        let mut from = vec![0u32; ends.last().map_or(0, |end| *end as usize)];
        let mut filled = ends.clone();
        for (at, walk) in walks() {
            for &(to, _) in &walk.next {
                from[filled[to as usize] as usize] = at;
                filled[to as usize] += 1;
            }
        }
        let all_come_to = |cell: &u32| {
            let homes = walks().filter(|(_, walk)| walk.cells.binary_search(cell).is_ok());
            let mut open: Vec<u32> = homes.map(|(at, _)| at).collect();
            let mut come = vec![false; self.cost.len()];
            while let Some(stop) = open.pop() {
                if !std::mem::replace(&mut come[stop as usize], true) {
                    let before = ends[stop as usize] as usize..ends[stop as usize + 1] as usize;
                    open.extend(&from[before]);
                }
            }
            self.order.iter().all(|&stop| come[stop as usize])
        };
        cells.filter(all_come_to).collect()
    }
}

/// True of a cell of a room beside which there is one of another.
fn is_border(game: &Game<'_>, cell: u32, room: u32) -> bool {
    let Board { near, room: room_of, .. } = game.board;
    let other = |to: &u32| *to != NONE && room_of[*to as usize] != room;
    room_of[cell as usize] == room && near[cell as usize].iter().any(other)
}

/// Looks at everything that can happen in a room that is entered in a state; none where that is too much.
pub(super) fn look(game: &mut Game<'_>, yard: &mut Yard, entry: State, room: u32) -> Option<Hall> {
    let first = game.spots.cells[entry.0 as usize];
    let start = yard.number((first, entry.1, entry.2));
    let mut reach = Reach::default();
    if !reach.all(game, yard, start, room) {
        return None;
    }
    let at = |cell: u32| game.board.at[cell as usize];
    let mut exits: FxHashMap<(At, Bits), u32> = FxHashMap::default();
    let mut cells = vec![false; game.board.at.len()];
    for &stop in &reach.order {
        let (cost, bits) = (reach.cost[stop as usize], yard.stops[stop as usize].2);
        let Some(walk) = &yard.walks[stop as usize] else { continue };
        walk.cells.iter().for_each(|&cell| cells[cell as usize] = true);
        for &(cell, steps) in &walk.exits {
            let least = exits.entry((at(cell), bits & !entry.2)).or_insert(cost + steps);
            *least = (cost + steps).min(*least);
        }
    }
    let exits = exits.into_iter().map(|((exit, gained), cost)| (exit, gained, cost));
    let mut exits: Vec<(At, Bits, u32)> = exits.collect();
    exits.sort_unstable();
    let reached = (0..).zip(cells).filter(|(_, reached)| *reached).map(|(cell, _)| at(cell));
    // The way back first, as it is the one that most have.
    let borders = (0..game.board.at.len() as u32).filter(|&cell| is_border(game, cell, room));
    let ways_out = [first].into_iter().chain(borders.filter(|cell| *cell != first));
    let regained = reach.regained(yard, ways_out).into_iter().map(at).collect();
    Some(Hall { exits, regained, cells: reached.collect() })
}
