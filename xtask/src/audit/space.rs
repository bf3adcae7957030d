//! Every state that a player can reach, one by one.
//!
//! A state is a room, the positions of the toggles, and a bag: the keys taken and the small locks
//! opened. Going through a passage costs 1, and so does flipping a switch where its object stands;
//! keys are taken on entering, always; named keys are kept, a small lock uses one small key up and
//! stays open; the goal is terminal. This is the rule book written out, without a shortcut: what
//! the program proves by thought, this counts.

use super::board::{Bag, Board};
use std::collections::HashMap;

/// The most states for which an audit keeps room.
pub(super) const MOST_STATES: usize = 1 << 23;
const UNSEEN: u32 = u32::MAX;

/// The space is too large to be counted out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TooLarge;

/// Where to stop.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Until {
    /// As soon as the goal is reached.
    Goal,
    /// When no new state is left.
    Exhausted,
}

/// A state, its bag as a number.
#[derive(Clone, Copy)]
struct State {
    room: u32,
    toggles: u8,
    bag: u32,
}

/// For each state a chain of the moves into it.
struct Backward {
    /// The place in `links` where the chain of each state begins.
    heads: Vec<u32>,
    /// The state from which a move comes, and the place of the next link; [`UNSEEN`] ends a chain.
    links: Vec<(u32, u32)>,
}

/// The states reached. One value is used for many boards, to keep its memory.
pub(super) struct Space {
    most: usize,
    rooms: u32,
    stride: u32,
    bags: Vec<Bag>,
    numbers: HashMap<Bag, u32>,
    /// The cost of each state, by its number; [`UNSEEN`] where it was not reached.
    cost: Vec<u32>,
    /// The states in the order in which they were reached.
    order: Vec<u32>,
}

impl Space {
    /// An empty space with room for so many states; a board with more is [`TooLarge`].
    pub(super) fn new(most: usize) -> Self {
        Self {
            most,
            rooms: 0,
            stride: 0,
            bags: Vec::new(),
            numbers: HashMap::new(),
            cost: Vec::new(),
            order: Vec::new(),
        }
    }

    /// Walks the board from its start; the least cost to the goal, if it can be reached.
    pub(super) fn explore(&mut self, board: &Board, until: Until) -> Result<Option<u32>, TooLarge> {
        self.begin(board)?;
        let (mut next, mut moves, mut best) = (0, Vec::new(), None);
        while let Some(&from) = self.order.get(next) {
            next += 1;
            let cost = self.cost[from as usize];
            if best.is_none() && self.state(from).room == board.goal {
                best = Some(cost);
                if until == Until::Goal {
                    break;
                }
            }
            self.moves(board, from, &mut moves)?;
            for &to in &moves {
                if self.cost[to as usize] == UNSEEN {
                    self.cost[to as usize] = cost + 1;
                    self.order.push(to);
                }
            }
        }
        Ok(best)
    }

    /// Forgets everything but the start of a board.
    fn begin(&mut self, board: &Board) -> Result<(), TooLarge> {
        self.rooms = board.rooms as u32;
        self.stride = self.rooms << board.switches;
        self.bags.clear();
        self.numbers.clear();
        self.cost.clear();
        self.order.clear();
        let taken = board.held | board.pick[board.start as usize];
        let bag = self.number(Bag { taken, opened: 0 })?;
        let start = self.id(board.start, 0, bag);
        self.cost[start as usize] = 0;
        self.order.push(start);
        Ok(())
    }

    /// The number of a bag, a new one if it was never seen.
    fn number(&mut self, bag: Bag) -> Result<u32, TooLarge> {
        if let Some(&number) = self.numbers.get(&bag) {
            return Ok(number);
        }
        let (number, length) = (self.bags.len() as u32, self.cost.len() + self.stride as usize);
        if length > self.most {
            return Err(TooLarge);
        }
        self.cost.resize(length, UNSEEN);
        self.bags.push(bag);
        self.numbers.insert(bag, number);
        Ok(number)
    }

    /// The number of a state.
    #[inline]
    fn id(&self, room: u32, toggles: u8, bag: u32) -> u32 {
        bag * self.stride + u32::from(toggles) * self.rooms + room
    }

    /// The state with a number.
    #[inline]
    fn state(&self, id: u32) -> State {
        let (bag, rest) = (id / self.stride, id % self.stride);
        State { room: rest % self.rooms, toggles: (rest / self.rooms) as u8, bag }
    }

    /// The states one move away.
    fn moves(&mut self, board: &Board, from: u32, found: &mut Vec<u32>) -> Result<(), TooLarge> {
        found.clear();
        let State { room, toggles, bag: number } = self.state(from);
        if room == board.goal {
            return Ok(());
        }
        let flip = board.flip[room as usize];
        if flip != 0 {
            found.push(self.id(room, toggles ^ flip, number));
        }
        let bag = self.bags[number as usize];
        for door in board.doors(room) {
            let Some(mut after) = door.pass(bag, toggles) else { continue };
            after.taken |= board.pick[door.to as usize];
            let number = if after == bag { number } else { self.number(after)? };
            found.push(self.id(door.to, toggles, number));
        }
        Ok(())
    }

    /// Every state reached: its room, its toggles, its bag.
    pub(super) fn states(&self) -> impl Iterator<Item = (u32, u8, Bag)> + '_ {
        self.order.iter().map(|&id| {
            let State { room, toggles, bag } = self.state(id);
            (room, toggles, self.bags[bag as usize])
        })
    }

    /// Which rooms were reached.
    pub(super) fn rooms(&self) -> Vec<bool> {
        let mut reached = vec![false; self.rooms as usize];
        for (room, _, _) in self.states() {
            reached[room as usize] = true;
        }
        reached
    }

    /// Whether a state was reached.
    fn reached(&self, room: u32, toggles: u8, bag: Bag) -> bool {
        let number = self.numbers.get(&bag);
        number.is_some_and(|&n| self.cost[self.id(room, toggles, n) as usize] != UNSEEN)
    }

    /// How many of the states reached are dead: the goal can no longer be reached from them.
    pub(super) fn dead_states(&mut self, board: &Board) -> Result<usize, TooLarge> {
        let Backward { heads, links } = self.backward(board)?;
        let mut alive = vec![false; self.cost.len()];
        let is_goal = |id: &u32| self.state(*id).room == board.goal;
        let mut left: Vec<u32> = self.order.iter().copied().filter(is_goal).collect();
        for &id in &left {
            alive[id as usize] = true;
        }
        let mut count = left.len();
        while let Some(id) = left.pop() {
            let mut link = heads[id as usize];
            while let Some(&(from, next)) = links.get(link as usize) {
                link = next;
                if !alive[from as usize] {
                    alive[from as usize] = true;
                    count += 1;
                    left.push(from);
                }
            }
        }
        Ok(self.order.len() - count)
    }

    /// The moves between the states reached, turned round.
    fn backward(&mut self, board: &Board) -> Result<Backward, TooLarge> {
        let mut heads = vec![UNSEEN; self.cost.len()];
        let (mut links, mut moves) = (Vec::new(), Vec::new());
        for at in 0..self.order.len() {
            let from = self.order[at];
            self.moves(board, from, &mut moves)?;
            for &to in &moves {
                let head = &mut heads[to as usize];
                links.push((from, *head));
                *head = links.len() as u32 - 1;
            }
        }
        Ok(Backward { heads, links })
    }

    /// The edges whose locks shut nothing: with the lock taken away the states are the same.
    ///
    /// A lock taken away adds a state exactly when some state reached lies before the shut passage
    /// and the one behind it was not reached: the states beyond can only follow from that one.
    /// Locks that use a key up are never among them.
    pub(super) fn idle_locks(&self, board: &Board) -> Vec<u32> {
        let mut shuts = vec![false; board.ends.len()];
        let mut locks = vec![false; board.ends.len()];
        for room in 0..self.rooms {
            for door in board.doors(room) {
                locks[door.edge as usize] = door.keeps();
            }
        }
        for (room, toggles, bag) in self.states().filter(|(room, _, _)| *room != board.goal) {
            for door in board.doors(room) {
                let edge = door.edge as usize;
                if locks[edge] && !shuts[edge] && door.pass(bag, toggles).is_none() {
                    let taken = bag.taken | board.pick[door.to as usize];
                    shuts[edge] = !self.reached(door.to, toggles, Bag { taken, ..bag });
                }
            }
        }
        (0..).zip(locks.iter().zip(&shuts)).filter(|(_, (l, s))| **l && !**s).map(|x| x.0).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::sketch;
    use super::*;

    /// `expect`: how many states are reached, how many of them are dead, the least cost.
    fn check(map: &str, expect: (usize, usize, Option<u32>)) {
        let mission = serde_json::from_value(sketch::mission(map, 0)).unwrap();
        let board = Board::new(&mission).unwrap();
        let mut space = Space::new(MOST_STATES);
        let cost = space.explore(&board, Until::Exhausted).unwrap();
        let states = space.states().count();
        let dead = space.dead_states(&board).unwrap();
        assert_eq!((states, dead, cost), expect, "\n{map}");
        assert_eq!(space.states().count(), states, "looking for dead states adds none");
        assert_eq!(space.explore(&board, Until::Goal), Ok(cost), "\n{map}");
    }

    #[test]
    fn the_goal_is_terminal() {
        check("s-b", (2, 0, Some(1)));
        check("s-b-o", (2, 0, Some(1)));
        check("s-b-g-o", (3, 0, Some(2)));
    }

    #[test]
    fn named_keys_are_kept() {
        check("A-sAb", (4, 0, Some(3)));
        check("A-sAoAb", (5, 0, Some(4)));
        check("sAb", (1, 1, None));
        check("A-s-B\n  A\n  oBb", (1 + 3 + 2 + 5, 0, Some(6)));
    }

    #[test]
    fn small_keys_are_used_up() {
        check("k-skb", (4, 0, Some(3)));
        check("k-skokb", (1 + 2 + 3, 6, None));
        check("oks-k\n  k\n  b-g", (1 + 2 + 3 + 4, 3, Some(4)));
    }

    #[test]
    fn a_flip_costs_one() {
        check("x-s1b", (2 + 3, 0, Some(4)));
        check("x-s0b", (3 + 2, 0, Some(1)));
        check("y-s3b", (2 * 2 + 1, 0, Some(4)));
    }

    #[test]
    fn a_space_may_be_too_large() {
        let mission = serde_json::from_value(sketch::mission("A-sAb", 0)).unwrap();
        let board = Board::new(&mission).unwrap();
        assert_eq!(Space::new(5).explore(&board, Until::Exhausted), Err(TooLarge));
        assert_eq!(Space::new(6).explore(&board, Until::Exhausted), Ok(Some(3)));
    }
}
