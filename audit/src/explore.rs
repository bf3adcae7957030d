//! Every state of a world, which of them are dead, and how far the goal is.
//!
//! A state is a place and all the rest, its key. Most moves change the place alone, so the states of a
//! key are numbered in a row of their own with a slot for each place, and only a new key is hashed.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash, Hasher};

const UNSEEN: u32 = u32::MAX;

/// A state: the place, and the rest.
pub(crate) type State<K> = (u32, K);

/// Something with states and moves, each of cost 1.
pub(crate) trait World {
    /// All that makes a state but the place.
    type Key: Clone + Eq + Hash;
    /// Places are numbered from 0 up to this.
    fn places(&self) -> usize;
    fn start(&self) -> State<Self::Key>;
    /// Whether the place is a goal, which no move leaves.
    fn is_goal(&self, place: u32) -> bool;
    /// Puts the states after one move into the list.
    fn moves(&self, place: u32, key: &Self::Key, into: &mut Vec<State<Self::Key>>);
}

/// States by number, in the order in which they were met.
struct Numbers<K> {
    places: usize,
    keys: Vec<K>,
    rows: HashMap<K, u32, BuildHasherDefault<Mix>>,
    /// Of each key a slot for each place: the number of the state.
    slots: Vec<u32>,
    /// Of each state its place and the number of its key.
    states: Vec<(u32, u32)>,
}

impl<K: Clone + Eq + Hash> Numbers<K> {
    fn new(places: usize, (place, key): State<K>) -> Self {
        let (keys, rows, slots, states) = (vec![], HashMap::default(), vec![], vec![]);
        let mut new = Self { places, keys, rows, slots, states };
        let row = new.row(key);
        new.meet(place, row);
        new
    }

    /// The number of a key.
    fn row(&mut self, key: K) -> u32 {
        if let Some(&row) = self.rows.get(&key) {
            return row;
        }
        let row = self.keys.len() as u32;
        self.keys.push(key.clone());
        self.rows.insert(key, row);
        self.slots.resize(self.slots.len() + self.places, UNSEEN);
        row
    }

    /// The number of a state that may be new.
    #[inline]
    fn meet(&mut self, place: u32, row: u32) -> u32 {
        let slot = &mut self.slots[row as usize * self.places + place as usize];
        if *slot == UNSEEN {
            *slot = self.states.len() as u32;
            self.states.push((place, row));
        }
        *slot
    }

    /// The number of a state one move away from one with a key.
    #[inline]
    fn after(&mut self, from: u32, (place, key): State<K>) -> u32 {
        let row = if key == self.keys[from as usize] { from } else { self.row(key) };
        self.meet(place, row)
    }
}

/// The states of a world.
pub(crate) struct Space<K> {
    numbers: Numbers<K>,
    /// How many states lead to no goal.
    pub(crate) dead: usize,
    /// The fewest moves to a goal.
    pub(crate) least: Option<u64>,
    /// Whether there are more states than were looked at.
    pub(crate) large: bool,
}

impl<K: Clone + Eq + Hash> Space<K> {
    /// How many states were met.
    pub(crate) fn len(&self) -> usize {
        self.numbers.states.len()
    }

    /// All states that were met, in order.
    pub(crate) fn states(&self) -> impl Iterator<Item = (u32, &K)> + '_ {
        let numbers = &self.numbers;
        numbers.states.iter().map(|&(place, row)| (place, &numbers.keys[row as usize]))
    }

    /// Of each place whether it was reached.
    pub(crate) fn reached(&self) -> Vec<bool> {
        let mut reached = vec![false; self.numbers.places];
        self.numbers.states.iter().for_each(|state| reached[state.0 as usize] = true);
        reached
    }

    /// Whether a state was met.
    pub(crate) fn has(&self, place: u32, key: &K) -> bool {
        let slot =
            |row: &u32| self.numbers.slots[*row as usize * self.numbers.places + place as usize];
        self.numbers.rows.get(key).is_some_and(|row| slot(row) != UNSEEN)
    }
}

/// Looks at everything, breadth first, up to so many states.
pub(crate) fn explore<W: World>(world: &W, most: usize) -> Space<W::Key> {
    let mut numbers = Numbers::new(world.places(), world.start());
    let (mut links, mut goals, mut after) = (Vec::new(), Vec::new(), Vec::new());
    let (mut least, mut next) = (None, 0);
    // How far the states of one distance reach, in the order of their numbers, and that distance.
    let (mut end, mut cost) = (1, 0);
    while next < numbers.states.len() {
        if next == end {
            (end, cost) = (numbers.states.len(), cost + 1);
        }
        let (here, (place, row)) = (next as u32, numbers.states[next]);
        next += 1;
        if world.is_goal(place) {
            least = least.or(Some(cost));
            goals.push(here);
            continue;
        }
        world.moves(place, &numbers.keys[row as usize], &mut after);
        links.extend(after.drain(..).map(|to| (here, numbers.after(row, to))));
        if numbers.states.len() > most {
            return Space { numbers, dead: 0, least, large: true };
        }
    }
    let dead = numbers.states.len() - backwards(numbers.states.len(), &links, goals);
    Space { numbers, dead, least, large: false }
}

/// Whether a goal can be reached; None where it takes more states than may be looked at.
pub(crate) fn reaches<W: World>(world: &W, most: usize) -> Option<bool> {
    let mut numbers = Numbers::new(world.places(), world.start());
    let (mut open, mut after) = (vec![0], Vec::new());
    while let Some(here) = open.pop() {
        let (place, row) = numbers.states[here as usize];
        if world.is_goal(place) {
            return Some(true);
        }
        world.moves(place, &numbers.keys[row as usize], &mut after);
        for to in after.drain(..) {
            let met = numbers.states.len() as u32;
            open.extend([numbers.after(row, to)].iter().filter(|number| **number == met));
        }
        if numbers.states.len() > most {
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
pub(crate) struct Mix(u64);

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
        type Key = bool;
        fn places(&self) -> usize {
            12
        }
        fn start(&self) -> State<bool> {
            (0, false)
        }
        fn is_goal(&self, place: u32) -> bool {
            place == 3
        }
        fn moves(&self, place: u32, key: &bool, into: &mut Vec<State<bool>>) {
            match place {
                0 => into.extend([(1, false), (10, true)]),
                1 => into.extend([(0, *key), (2, *key)]),
                2 => into.extend([(1, *key), (3, *key)]),
                10 => into.push((11, *key)),
                _ => {}
            }
        }
    }

    #[test]
    fn dead_states_are_counted() {
        let space = explore(&Row, 100);
        assert_eq!((space.len(), space.dead, space.least), (6, 2, Some(3)));
        assert_eq!([space.has(10, &true), space.has(10, &false)], [true, false]);
        assert!(explore(&Row, 3).large);
        assert_eq!([reaches(&Row, 100), reaches(&Row, 1)], [Some(true), None]);
    }
}
