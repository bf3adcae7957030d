//! Every state of a world, which of them are dead, and how far the goal is.
//!
//! A state is a place and all the rest, its key. Most moves change the place alone, so the states of a
//! key are numbered in a row of their own with a slot for each place, and only a new key is hashed.

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;
use std::hash::Hash;
use std::mem;

const UNSEEN: u32 = u32::MAX;

/// The states one move before a state, few of which have many.
type Before = SmallVec<[u32; 4]>;

/// A state: the place, and the rest.
pub(crate) type State<K> = (u32, K);

/// Something with states and moves, each of cost 1.
pub(crate) trait World {
    /// All that makes a state but the place.
    type Key: Clone + Eq + Hash;
    /// Places are numbered from 0 up to this.
    fn places(&self) -> usize;
    fn start(&self) -> State<Self::Key>;
    /// True if the place is a goal, which no move leaves.
    fn is_goal(&self, place: u32) -> bool;
    /// Puts the states after one move into the list.
    fn moves(&self, place: u32, key: &Self::Key, into: &mut Vec<State<Self::Key>>);
}

/// States by number, in the order in which they were met.
struct Numbers<K> {
    places: usize,
    keys: IndexSet<K, FxBuildHasher>,
    /// Of each key a slot for each place: the number of the state.
    slots: Vec<u32>,
    /// Of each state its place and the number of its key.
    states: Vec<(u32, u32)>,
}

impl<K: Clone + Eq + Hash> Numbers<K> {
    /// The first state of a world.
    fn new(world: &impl World<Key = K>) -> Self {
        let (places, keys) = (world.places(), IndexSet::default());
        let mut new = Self { places, keys, slots: Vec::new(), states: Vec::new() };
        new.after(u32::MAX, world.start());
        new
    }

    fn key(&self, row: u32) -> &K {
        &self.keys[row as usize]
    }

    /// The number of a state that may be new, one move away from one with a key.
    #[inline]
    fn after(&mut self, from: u32, (place, key): State<K>) -> u32 {
        let row = match self.keys.get_index(from as usize) {
            Some(same) if *same == key => from as usize,
            _ => self.keys.insert_full(key).0,
        };
        self.slots.resize(self.keys.len() * self.places, UNSEEN);
        let slot = &mut self.slots[row * self.places + place as usize];
        if *slot == UNSEEN {
            *slot = self.states.len() as u32;
            self.states.push((place, row as u32));
        }
        *slot
    }
}

/// The states of a world.
pub(crate) struct Space<K> {
    numbers: Numbers<K>,
    /// Number of states that lead to no goal.
    pub(crate) dead: usize,
    /// The fewest moves to a goal.
    pub(crate) least: Option<u64>,
    /// True if there are more states than were looked at.
    pub(crate) large: bool,
}

impl<K: Clone + Eq + Hash> Space<K> {
    /// All states that were met, in order.
    pub(crate) fn states(&self) -> impl Iterator<Item = (u32, &K)> + '_ {
        self.numbers.states.iter().map(|&(place, row)| (place, self.numbers.key(row)))
    }

    /// Of each place whether it was reached.
    pub(crate) fn reached(&self) -> Vec<bool> {
        let mut reached = vec![false; self.numbers.places];
        self.numbers.states.iter().for_each(|state| reached[state.0 as usize] = true);
        reached
    }

    /// True if a state was met.
    pub(crate) fn has(&self, place: u32, key: &K) -> bool {
        let Numbers { places, keys, slots, .. } = &self.numbers;
        let row = keys.get_index_of(key);
        row.is_some_and(|row| slots[row * places + place as usize] != UNSEEN)
    }
}

/// Looks at everything, breadth first, up to so many states.
pub(crate) fn explore<W: World>(world: &W, most: usize) -> Space<W::Key> {
    let mut numbers = Numbers::new(world);
    let (mut before, mut goals, mut after) = (vec![Before::new()], Vec::new(), Vec::new());
    let (mut least, mut next) = (None, 0);
    // The end of the states of one distance, in the order of their numbers, and that distance.
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
        world.moves(place, numbers.key(row), &mut after);
        for to in after.drain(..) {
            let to = numbers.after(row, to) as usize;
            before.resize(numbers.states.len(), Before::new());
            before[to].push(here);
        }
        if numbers.states.len() > most {
            return Space { numbers, dead: 0, least, large: true };
        }
    }
    let dead = numbers.states.len() - backwards(&before, goals);
    Space { numbers, dead, least, large: false }
}

/// True if a goal can be reached; None where it takes more states than may be looked at.
pub(crate) fn reaches<W: World>(world: &W, most: usize) -> Option<bool> {
    let mut numbers = Numbers::new(world);
    let (mut open, mut after) = (vec![0], Vec::new());
    while let Some(here) = open.pop() {
        let (place, row) = numbers.states[here as usize];
        if world.is_goal(place) {
            return Some(true);
        }
        world.moves(place, numbers.key(row), &mut after);
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

/// Number of states that lead to a goal, by the states one move before each.
fn backwards(before: &[Before], mut goals: Vec<u32>) -> usize {
    let mut alive = vec![false; before.len()];
    while let Some(state) = goals.pop() {
        if !mem::replace(&mut alive[state as usize], true) {
            goals.extend_from_slice(&before[state as usize]);
        }
    }
    alive.into_iter().filter(|alive| *alive).count()
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
        assert_eq!((space.states().count(), space.dead, space.least), (6, 2, Some(3)));
        assert_eq!([space.has(10, &true), space.has(10, &false)], [true, false]);
        assert!(explore(&Row, 3).large);
        assert_eq!([reaches(&Row, 100), reaches(&Row, 1)], [Some(true), None]);
    }
}
