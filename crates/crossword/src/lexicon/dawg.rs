//! The minimal automaton of a list of words (a DAWG), built word by word from a sorted list.
//!
//! After Daciuk, Mihov, Watson and Watson, "Incremental Construction of Minimal Acyclic Finite-State Automata" (2000):
//! states that no later word can change are frozen, and equal frozen states are merged. The arc of a word's last
//! letter marks its end, not the state behind it. Invariant: a state's targets have lower numbers than the state
//! itself, state 0 has no arcs, and the root comes last.

use super::graph::{Arc, GraphError, Side};
use super::words::{LONGEST, Packed};
use crate::alphabet::Letter;
use hashbrown::HashTable;

/// A minimal automaton.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Dawg {
    states: Vec<State>,
    targets: Vec<u32>,
}

/// A state: the letters of its arcs, those that end a word, and the index of its first target.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct State {
    pub(crate) mask: u32,
    pub(crate) ends: u32,
    first: u32,
}

impl Dawg {
    /// The automaton of words in ascending order, none twice.
    pub(crate) fn of_sorted(words: &[Packed]) -> Self {
        let mut building = Building::default();
        let mut last = Packed::default();
        for &word in words {
            building.freeze_below(last.common(word), last.len());
            building.hang(word, last.common(word));
            last = word;
        }
        building.freeze_below(0, last.len());
        let root = std::mem::take(&mut building.open[0]);
        // Without words the root equals the leaf. It is still pushed, because the list of states must not be empty.
        building.dawg.push(root.mask, root.ends, &root.targets);
        building.dawg
    }

    /// An automaton without arcs.
    pub(crate) fn leaf() -> Self {
        Self { states: vec![State::default()], targets: Vec::new() }
    }

    /// Adds a state and returns its number.
    pub(crate) fn push(&mut self, mask: u32, ends: u32, targets: &[u32]) -> u32 {
        self.states.push(State { mask, ends, first: self.targets.len() as u32 });
        self.targets.extend_from_slice(targets);
        self.states.len() as u32 - 1
    }

    /// The number of the root.
    pub(crate) fn root(&self) -> u32 {
        self.states.len() as u32 - 1
    }

    /// Number of states.
    pub(crate) fn len(&self) -> usize {
        self.states.len()
    }

    /// Number of arcs.
    pub(crate) fn arcs(&self) -> usize {
        self.targets.len()
    }

    /// A state; the leaf if no state has the number.
    pub(crate) fn state(&self, number: u32) -> State {
        self.states.get(number as usize).copied().unwrap_or_default()
    }

    /// The targets of a state, one for each bit of its mask from the lowest.
    pub(crate) fn targets(&self, state: State) -> &[u32] {
        let first = state.first as usize;
        self.targets.get(first..first + state.mask.count_ones() as usize).unwrap_or_default()
    }

    /// The arcs of a state: letter, target, and true if a word ends.
    pub(crate) fn arcs_of(&self, number: u32) -> impl Iterator<Item = (Letter, u32, bool)> + '_ {
        let state = self.state(number);
        let letters = (0..32).filter(move |n| state.mask >> n & 1 == 1);
        letters.zip(self.targets(state)).filter_map(move |(n, &target)| {
            Some((Letter::new(n)?, target, state.ends >> n & 1 == 1))
        })
    }

    /// The automaton that a side of a graph was built from.
    pub(crate) fn of_side(side: &Side) -> Self {
        // A state is a run of arcs; the arcs leading to it give the index where it begins.
        let root = side.root();
        let arcs = side.arcs().iter().chain([&root]);
        let mut runs: Vec<(usize, u32)> =
            arcs.filter(|arc| arc.mask() != 0).map(|arc| (arc.base(), arc.mask())).collect();
        runs.sort_unstable();
        runs.dedup();
        let number = |arc: Arc| match arc.mask() {
            0 => 0,
            mask => 1 + runs.partition_point(|&run| run < (arc.base(), mask)) as u32,
        };
        let mut dawg = Self::leaf();
        for &(base, mask) in &runs {
            let arcs = side.arcs().get(Arc::new(mask, base).places()).unwrap_or_default();
            let letters = (0..32).filter(|n| mask >> n & 1 == 1);
            let ends = letters.zip(arcs).filter(|(_, arc)| arc.ends());
            let ends = ends.fold(0, |ends, (letter, _)| ends | 1 << letter);
            let targets: Vec<u32> = arcs.iter().map(|&arc| number(arc)).collect();
            dawg.push(mask, ends, &targets);
        }
        dawg
    }

    /// This automaton as a side of a graph.
    pub(crate) fn side(&self, letters: u32) -> Result<Side, GraphError> {
        let mut base = 0;
        let mut heads = Vec::with_capacity(self.len());
        for state in &self.states {
            heads.push(Arc::new(state.mask, base));
            base += state.mask.count_ones() as usize;
        }
        let arcs = (0..self.len() as u32).flat_map(|number| self.arcs_of(number));
        let arcs = arcs.map(|(_, target, ends)| heads[target as usize].marked(ends)).collect();
        Side::new(arcs, heads[self.root() as usize], letters)
    }
}

/// An automaton under construction: the states along the last word are still open.
struct Building {
    dawg: Dawg,
    open: [Open; LONGEST + 1],
    known: Table,
}

/// A state that may still change.
#[derive(Default)]
struct Open {
    mask: u32,
    ends: u32,
    targets: Vec<u32>,
}

impl Default for Building {
    fn default() -> Self {
        Self { dawg: Dawg::leaf(), open: Default::default(), known: Table::default() }
    }
}

impl Building {
    /// Freezes the open states from depth `to` up to, but without, depth `from`.
    fn freeze_below(&mut self, from: usize, to: usize) {
        for depth in (from + 1..=to).rev() {
            let mut open = std::mem::take(&mut self.open[depth]);
            let frozen = self.freeze(&open);
            open.targets.clear();
            self.open[depth - 1].targets.push(frozen);
            // The next state of this depth reuses the list's memory.
            self.open[depth] = Open { targets: open.targets, ..Open::default() };
        }
    }

    /// The number of the frozen state that equals `open`.
    fn freeze(&mut self, open: &Open) -> u32 {
        if open.mask == 0 {
            return 0;
        }
        let head = u64::from(open.mask) << 32 | u64::from(open.ends);
        let hash = Table::hash(open.targets.iter().map(|&t| u64::from(t)).chain([head]));
        let dawg = &self.dawg;
        let same = |number: u32| {
            let state = dawg.state(number);
            (state.mask, state.ends) == (open.mask, open.ends)
                && dawg.targets(state) == open.targets
        };
        if let Some(known) = self.known.find(hash, same) {
            return known;
        }
        let number = self.dawg.push(open.mask, open.ends, &open.targets);
        self.known.insert(hash, number);
        number
    }

    /// Appends the letters of a word from depth `from` on to the open states.
    fn hang(&mut self, word: Packed, from: usize) {
        let last = word.len().saturating_sub(1);
        for (depth, letter) in word.letters().enumerate().skip(from) {
            self.open[depth].mask |= letter.bit();
            if depth == last {
                self.open[depth].ends |= letter.bit();
            }
        }
    }
}

/// Numbers by the hash of their contents; the hash is kept beside each.
#[derive(Default)]
pub(crate) struct Table(HashTable<(u64, u32)>);

impl Table {
    /// A hash of some words, each mixed in by a wide multiplication.
    pub(crate) fn hash(words: impl Iterator<Item = u64>) -> u64 {
        words.fold(0x2545_f491_4f6c_dd1d, |hash, word| {
            let product = u128::from(hash ^ word) * 0x9e37_79b9_7f4a_7c15;
            (product >> 64) as u64 ^ product as u64
        })
    }

    /// The number with this hash for which `same` is true.
    pub(crate) fn find(&self, hash: u64, same: impl Fn(u32) -> bool) -> Option<u32> {
        self.0.find(hash, |&(held, n)| held == hash && same(n)).map(|&(_, n)| n)
    }

    /// Adds a number that is not there yet.
    pub(crate) fn insert(&mut self, hash: u64, number: u32) {
        self.0.insert_unique(hash, (hash, number), |&(hash, _)| hash);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::alphabet::Alphabet;

    fn dawg(words: &str) -> Dawg {
        let alphabet = Alphabet::named("en").unwrap();
        let read = |word: &str| Packed::read(word.chars(), alphabet).unwrap();
        let mut words: Vec<_> = words.split_whitespace().map(read).collect();
        words.sort();
        Dawg::of_sorted(&words)
    }

    /// The words below a state, in order.
    fn words(dawg: &Dawg, state: u32, begun: &str, all: &mut Vec<String>) {
        for (letter, target, ends) in dawg.arcs_of(state) {
            let word = format!("{begun}{}", (b'a' + letter.number()) as char);
            if ends {
                all.push(word.clone());
            }
            words(dawg, target, &word, all);
        }
    }

    fn check(list: &str, states: usize) {
        let dawg = dawg(list);
        let (mut back, mut expect) = (Vec::new(), list.split_whitespace().collect::<Vec<_>>());
        words(&dawg, dawg.root(), "", &mut back);
        expect.sort_unstable();
        assert_eq!(back, expect);
        assert_eq!(dawg.len(), states, "{list}");
    }

    #[test]
    fn what_says_the_same_is_one_state() {
        check("", 2);
        check("ab", 3);
        check("tap taps top tops", 5);
        check("a\u{62}c abd xbc xbd", 4);
        check("an ant ants on", 6);
        check("abcdefghijklmno", 16);
    }

    #[test]
    fn numbers_are_found_again() {
        let mut table = Table::default();
        let hash = |n: u32| Table::hash([u64::from(n / 2)].into_iter());
        for n in 0..1000 {
            assert_eq!(table.find(hash(n), |m| m == n), None);
            table.insert(hash(n), n);
        }
        for n in 0..1000 {
            assert_eq!(table.find(hash(n), |m| m == n), Some(n));
        }
    }
}
