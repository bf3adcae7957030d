//! Every state of a world, which of them are dead, and how far the goal is.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hash, Hasher};

/// Something with states and moves, each of cost 1.
pub(super) trait World {
    type State: Copy + Eq + Hash;
    fn start(&self) -> Self::State;
    /// Whether the state is a goal, which no move leaves.
    fn is_goal(&self, state: &Self::State) -> bool;
    /// Puts the states after one move into the list.
    fn moves(&self, state: &Self::State, into: &mut Vec<Self::State>);
}

/// What was found.
pub(super) struct Space<S> {
    pub(super) states: Vec<S>,
    /// How many states lead to no goal.
    pub(super) dead: usize,
    /// The fewest moves to a goal.
    pub(super) least: Option<u64>,
    /// Whether there are more states than were looked at.
    pub(super) large: bool,
}

/// Looks at everything, breadth first, up to so many states.
pub(super) fn explore<W: World>(world: &W, most: usize) -> Space<W::State> {
    let mut numbers: HashMap<W::State, u32, BuildHasherDefault<Mix>> = HashMap::default();
    let mut states = vec![world.start()];
    numbers.insert(states[0], 0);
    let (mut cost, mut links, mut goals) = (vec![0u64], Vec::new(), Vec::new());
    let (mut least, mut next, mut after) = (None, 0, Vec::new());
    while next < states.len() {
        let (here, state) = (next as u32, states[next]);
        next += 1;
        if world.is_goal(&state) {
            least = least.or(Some(cost[here as usize]));
            goals.push(here);
            continue;
        }
        after.clear();
        world.moves(&state, &mut after);
        for &to in &after {
            let number = *numbers.entry(to).or_insert_with(|| {
                states.push(to);
                cost.push(cost[here as usize] + 1);
                (states.len() - 1) as u32
            });
            links.push((here, number));
        }
        if states.len() > most {
            return Space { states, dead: 0, least, large: true };
        }
    }
    let dead = states.len() - backwards(states.len(), &links, goals);
    Space { states, dead, least, large: false }
}

/// Whether a goal can be reached; None where it takes more states than may be looked at.
pub(super) fn reaches<W: World>(world: &W, most: usize) -> Option<bool> {
    let mut seen: HashSet<W::State, BuildHasherDefault<Mix>> = HashSet::default();
    let mut open = vec![world.start()];
    seen.insert(open[0]);
    let mut after = Vec::new();
    while let Some(state) = open.pop() {
        if world.is_goal(&state) {
            return Some(true);
        }
        after.clear();
        world.moves(&state, &mut after);
        open.extend(after.iter().filter(|state| seen.insert(**state)));
        if seen.len() > most {
            return None;
        }
    }
    Some(false)
}

/// How many states lead to a goal.
fn backwards(states: usize, links: &[(u32, u32)], goals: Vec<u32>) -> usize {
    let mut begins = vec![0u32; states + 1];
    links.iter().for_each(|&(_, to)| begins[to as usize + 1] += 1);
    for state in 0..states {
        begins[state + 1] += begins[state];
    }
    let (mut next, mut from) = (begins.clone(), vec![0u32; links.len()]);
    for &(here, to) in links {
        from[next[to as usize] as usize] = here;
        next[to as usize] += 1;
    }
    let mut alive = vec![false; states];
    goals.iter().for_each(|&goal| alive[goal as usize] = true);
    let (mut stack, mut count) = (goals, 0);
    while let Some(state) = stack.pop() {
        count += 1;
        let range = begins[state as usize] as usize..begins[state as usize + 1] as usize;
        for &before in &from[range] {
            if !alive[before as usize] {
                alive[before as usize] = true;
                stack.push(before);
            }
        }
    }
    count
}

/// Hashes the few words of a state; nobody chooses them to collide.
#[derive(Default)]
pub(super) struct Mix(u64);

impl Hasher for Mix {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }
    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(26) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
    fn write_u32(&mut self, word: u32) {
        self.write_u64(u64::from(word));
    }
    fn write_u8(&mut self, word: u8) {
        self.write_u64(u64::from(word));
    }
    fn finish(&self) -> u64 {
        let mixed = (self.0 ^ self.0 >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
        mixed ^ mixed >> 32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A row of numbers: 3 is the goal, and from 10 on there is no way back.
    struct Row;

    impl World for Row {
        type State = u32;
        fn start(&self) -> u32 {
            0
        }
        fn is_goal(&self, state: &u32) -> bool {
            *state == 3
        }
        fn moves(&self, state: &u32, into: &mut Vec<u32>) {
            match state {
                0 => into.extend([1, 10]),
                1 => into.extend([0, 2]),
                2 => into.extend([1, 3]),
                10 => into.push(11),
                _ => {}
            }
        }
    }

    #[test]
    fn dead_states_are_counted() {
        let space = explore(&Row, 100);
        assert_eq!((space.states.len(), space.dead, space.least), (6, 2, Some(3)));
        assert!(explore(&Row, 3).large);
        assert_eq!([reaches(&Row, 100), reaches(&Row, 1)], [Some(true), None]);
    }
}
