//! Rooms of blocks made at random, and all their states push by push.
//!
//! A block goes where it is pushed, one at a time, onto free floor; the room is done when all stand on goals. This is the
//! rule of Sokoban, written out.

use super::dice::Dice;
use std::collections::{HashMap, VecDeque};

/// The most states of a room that is taken.
const MOST_STATES: usize = 20_000;
/// The fewest pushes that make a room worth playing.
const LEAST_PUSHES: u32 = 2;
/// The steps to the neighbours, as rows and columns.
const STEPS: [[isize; 2]; 4] = [[-1, 0], [1, 0], [0, -1], [0, 1]];

/// A room of blocks.
pub(crate) struct Yard {
    cols: usize,
    wall: Vec<bool>,
    goal: Vec<bool>,
    blocks: Vec<usize>,
    player: usize,
}

/// The states of a room: where the blocks stand, and the piece of floor that the player can walk.
pub(crate) struct States {
    /// Of each state those after one push.
    pub(crate) after: Vec<Vec<u32>>,
    /// Of each state how far its blocks are from goals, as the crow flies.
    pub(crate) off: Vec<u32>,
    /// Of each state the fewest pushes to the end; `None` where it is dead.
    pub(crate) left: Vec<Option<u32>>,
}

impl Yard {
    /// A room of a seed; `None` if what was drawn will not do.
    pub(crate) fn draw(dice: &mut Dice) -> Option<(Self, States)> {
        let (rows, cols) = (6 + dice.below(4), 6 + dice.below(4));
        let edge = |at: usize| {
            let (row, col) = (at / cols, at % cols);
            row == 0 || col == 0 || row + 1 == rows || col + 1 == cols
        };
        let share = 10.0 + dice.unit() * 25.0;
        let wall: Vec<bool> = (0..rows * cols).map(|at| edge(at) || dice.percent(share)).collect();
        let mut floor: Vec<usize> = (0..wall.len()).filter(|&at| !wall[at]).collect();
        let blocks = 1 + dice.below(3);
        let mut draw = || {
            let at = dice.below(floor.len());
            (!floor.is_empty()).then(|| floor.swap_remove(at))
        };
        let player = draw()?;
        let mut goal = vec![false; wall.len()];
        let mut at = Vec::new();
        for _ in 0..blocks {
            at.push(draw()?);
            goal[draw()?] = true;
        }
        at.sort_unstable();
        let yard = Self { cols, wall, goal, blocks: at, player };
        let states = yard.states()?;
        states.left[0].filter(|pushes| *pushes >= LEAST_PUSHES).map(|_| (yard, states))
    }

    /// The room as others write it.
    pub(crate) fn text(&self) -> String {
        let sign = |at: usize| match (self.wall[at], self.blocks.contains(&at), self.goal[at]) {
            (true, ..) => '#',
            (_, true, true) => '*',
            (_, true, false) => '$',
            _ if at == self.player => '@',
            (_, _, true) => '.',
            _ => ' ',
        };
        let rows = (0..self.wall.len()).collect::<Vec<_>>();
        let rows = rows.chunks(self.cols).map(|row| row.iter().map(|&at| sign(at)).collect());
        rows.collect::<Vec<String>>().join("\n") + "\n"
    }

    fn step(&self, at: usize, [rows, cols]: [isize; 2]) -> usize {
        at.wrapping_add_signed(rows * self.cols as isize + cols)
    }

    /// The floor that a player can walk among blocks.
    fn walk(&self, from: usize, blocks: &[usize]) -> Vec<bool> {
        let mut reached = vec![false; self.wall.len()];
        let mut open = vec![from];
        reached[from] = true;
        while let Some(at) = open.pop() {
            for step in STEPS {
                let next = self.step(at, step);
                if !self.wall[next] && !reached[next] && !blocks.contains(&next) {
                    reached[next] = true;
                    open.push(next);
                }
            }
        }
        reached
    }

    /// All states; `None` if they are too many.
    fn states(&self) -> Option<States> {
        let key = |blocks: Vec<usize>, player: usize| {
            let walk = self.walk(player, &blocks);
            let first = walk.iter().position(|reached| *reached).unwrap_or(player);
            (blocks, first)
        };
        let start = key(self.blocks.clone(), self.player);
        let mut numbers = HashMap::from([(start.clone(), 0_u32)]);
        let (mut all, mut after) = (vec![start], Vec::new());
        while after.len() < all.len() {
            let (blocks, player) = all[after.len()].clone();
            let walk = self.walk(player, &blocks);
            let mut next = Vec::new();
            for (n, &block) in blocks.iter().enumerate() {
                for step in STEPS {
                    let (to, behind) = (self.step(block, step), self.step(block, step.map(|s| -s)));
                    if !walk[behind] || self.wall[to] || blocks.contains(&to) {
                        continue;
                    }
                    let mut moved = blocks.clone();
                    moved[n] = to;
                    moved.sort_unstable();
                    let state = key(moved, block);
                    let fresh = all.len() as u32;
                    let number = *numbers.entry(state.clone()).or_insert(fresh);
                    if number == fresh {
                        all.push(state);
                    }
                    next.push(number);
                }
            }
            after.push(next);
            if all.len() > MOST_STATES {
                return None;
            }
        }
        let off = all.iter().map(|(blocks, _)| self.off(blocks)).collect();
        let done: Vec<bool> =
            all.iter().map(|(blocks, _)| blocks.iter().all(|&at| self.goal[at])).collect();
        Some(States { left: left(&after, &done), after, off })
    }

    /// The steps from each block to its nearest goal, summed.
    fn off(&self, blocks: &[usize]) -> u32 {
        let goals = || (0..self.goal.len()).filter(|&at| self.goal[at]);
        let apart = |a: usize, b: usize| {
            (a / self.cols).abs_diff(b / self.cols) + (a % self.cols).abs_diff(b % self.cols)
        };
        let nearest = |&block: &usize| goals().map(|goal| apart(block, goal)).min().unwrap_or(0);
        blocks.iter().map(nearest).sum::<usize>() as u32
    }
}

/// The fewest pushes from each state to one that is done.
fn left(after: &[Vec<u32>], done: &[bool]) -> Vec<Option<u32>> {
    let mut before = vec![Vec::new(); after.len()];
    for (state, next) in after.iter().enumerate() {
        next.iter().for_each(|&next| before[next as usize].push(state));
    }
    let mut left = vec![None; after.len()];
    let mut queue: VecDeque<usize> = (0..done.len()).filter(|&state| done[state]).collect();
    queue.iter().for_each(|&state| left[state] = Some(0));
    while let Some(state) = queue.pop_front() {
        for &earlier in &before[state] {
            if left[earlier].is_none() {
                left[earlier] = left[state].map(|pushes| pushes + 1);
                queue.push_back(earlier);
            }
        }
    }
    left
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A room of a drawing.
    fn yard(text: &str) -> Yard {
        let cols = text.lines().next().unwrap().len();
        let all: Vec<char> = text.lines().flat_map(str::chars).collect();
        let with = |sign| (0..all.len()).filter(|&at| all[at] == sign).collect::<Vec<_>>();
        Yard {
            cols,
            wall: all.iter().map(|&sign| sign == '#').collect(),
            goal: all.iter().map(|&sign| sign == '.').collect(),
            blocks: with('$'),
            player: with('@')[0],
        }
    }

    #[test]
    fn a_corridor_has_a_state_a_push() {
        let room = yard("######\n#@$ .#\n######\n");
        let states = room.states().unwrap();
        assert_eq!(states.left, [Some(2), Some(1), Some(0)]);
        assert_eq!((states.after[0].clone(), states.off.clone()), (vec![1], vec![2, 1, 0]));
        assert_eq!(room.text(), "######\n#@$ .#\n######\n");
    }

    #[test]
    fn a_block_in_a_corner_is_dead() {
        let room = yard("######\n#  $.#\n#@   #\n######\n");
        let states = room.states().unwrap();
        assert_eq!(states.left[0], Some(1));
        // Pushed left along the wall it comes back only as long as somebody can stand behind it.
        assert!(states.left.iter().any(Option::is_none));
    }
}
