//! Construction of the automaton that reads parts of words from right to left, from the automaton of the words.
//!
//! The strings that may precede some letters depend only on the set of automaton states from which those letters can
//! be read. So each such set is a node of the back automaton, and no word has to be listed to find them. The set for
//! no letters holds all states. Prepending the letter a replaces every state of the set by the sources of its incoming
//! arcs with a. If the result holds the root, the letters begin a word. A string leads to one state, so different sets
//! have different strings before them and the automaton is minimal. Invariant: sets are sorted, and no two nodes have
//! the same set.

use super::dawg::{Dawg, Table};
use super::words::LONGEST;

/// The arcs that lead to each state.
struct Incoming {
    /// By state, where its arcs begin; one more entry than states.
    first: Vec<u32>,
    /// Letter and source of each arc, as `letter << 32 | source`, ascending within a state.
    arcs: Vec<u64>,
}

impl Incoming {
    fn of(dawg: &Dawg) -> Self {
        let mut first = vec![0u32; dawg.len() + 1];
        let each = |visit: &mut dyn FnMut(usize, u64)| {
            for source in 0..dawg.len() as u32 {
                for (letter, target, _) in dawg.arcs_of(source) {
                    visit(target as usize, u64::from(letter.number()) << 32 | u64::from(source));
                }
            }
        };
        each(&mut |target, _| first[target + 1] += 1);
        for state in 1..first.len() {
            first[state] += first[state - 1];
        }
        let mut next = first.clone();
        let mut arcs = vec![0; dawg.arcs()];
        each(&mut |target, arc| {
            arcs[next[target] as usize] = arc;
            next[target] += 1;
        });
        Self { first, arcs }
    }

    fn to(&self, state: u32) -> &[u64] {
        let state = state as usize;
        &self.arcs[self.first[state] as usize..self.first[state + 1] as usize]
    }
}

/// By letter, its source states.
type Sources = [Vec<u32>; 32];

/// The automaton under construction.
struct Building {
    incoming: Incoming,
    /// The root of the automaton of the words.
    root: u32,
    back: Dawg,
    /// By node: where its set begins in the list of all sets, and its size.
    sets: Vec<(u32, u32)>,
    states: Vec<u32>,
    known: Table,
    /// Buffers to reuse.
    spare: Vec<Sources>,
}

/// The automaton that reads the words of `dawg` from right to left, starting at any letter. It accepts at the
/// beginnings of words.
pub(crate) fn back(dawg: &Dawg) -> Dawg {
    let mut building = Building {
        incoming: Incoming::of(dawg),
        root: dawg.root(),
        back: Dawg::leaf(),
        sets: vec![(0, 0)],
        states: Vec::new(),
        known: Table::default(),
        spare: Vec::with_capacity(LONGEST + 1),
    };
    let all: Vec<u32> = (0..dawg.len() as u32).collect();
    building.node(&all);
    building.back
}

impl Building {
    /// The node of a set of states. Its targets are built first.
    fn node(&mut self, set: &[u32]) -> u32 {
        // No arcs lead to the root.
        if set == [self.root] {
            return 0;
        }
        let hash = Table::hash(set.iter().map(|&state| u64::from(state)));
        let same = |node: u32| {
            let (first, length) = self.sets[node as usize];
            self.states[first as usize..(first + length) as usize] == *set
        };
        if let Some(known) = self.known.find(hash, same) {
            return known;
        }
        let mut sources = self.spare.pop().unwrap_or_default();
        for &state in set {
            for &arc in self.incoming.to(state) {
                sources[(arc >> 32) as usize & 31].push(arc as u32);
            }
        }
        let (mut mask, mut begins, mut targets) = (0, 0, Vec::with_capacity(32));
        for (letter, sources) in sources.iter_mut().enumerate().filter(|(_, s)| !s.is_empty()) {
            sources.sort_unstable();
            mask |= 1 << letter;
            // The root has the highest number of all states, so it comes last.
            begins |= u32::from(sources.last() == Some(&self.root)) << letter;
            targets.push(self.node(sources));
            sources.clear();
        }
        self.spare.push(sources);
        let number = self.back.push(mask, begins, &targets);
        self.sets.push((self.states.len() as u32, set.len() as u32));
        self.states.extend_from_slice(set);
        self.known.insert(hash, number);
        number
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::alphabet::Alphabet;
    use crate::lexicon::words::Packed;
    use std::collections::{BTreeMap, BTreeSet};

    /// The automaton reads the parts of words and nothing else, and accepts exactly those that begin a word. Two parts
    /// share a node exactly if the same letters may precede them.
    fn check(list: &str) {
        let alphabet = Alphabet::named("en").unwrap();
        let mut words: Vec<_> =
            list.split(' ').map(|word| Packed::read(word.chars(), alphabet).unwrap()).collect();
        words.sort();
        let back = back(&Dawg::of_sorted(&words));
        let mut read = BTreeMap::new();
        let mut open = vec![(back.root(), String::new())];
        while let Some((node, text)) = open.pop() {
            for (letter, target, begins) in back.arcs_of(node) {
                let text = format!("{}{text}", alphabet.lower(letter));
                assert_eq!(read.insert(text.clone(), begins), None);
                open.push((target, text));
            }
        }
        let parts: BTreeSet<_> = list
            .split(' ')
            .flat_map(|word| {
                let cuts = move |from: usize| (from + 1..=word.len()).map(move |to| (from, to));
                (0..word.len()).flat_map(cuts).map(move |(from, to)| &word[from..to])
            })
            .collect();
        assert!(read.keys().eq(parts.iter()), "{read:?}");
        for (text, begins) in read {
            assert_eq!(begins, list.split(' ').any(|word| word.starts_with(&text)), "{text}");
        }
        let before = |part: &str| {
            let cuts =
                list.split(' ').flat_map(|word| (0..word.len()).map(move |at| word.split_at(at)));
            let cuts = cuts.filter(|(_, behind)| behind.starts_with(part));
            cuts.map(|(before, _)| before.to_owned()).collect::<BTreeSet<_>>()
        };
        let nodes: BTreeSet<_> = parts.iter().map(|part| before(part)).collect();
        assert_eq!(back.len(), nodes.len() + 1, "{list}, and the root");
    }

    #[test]
    fn every_part_of_a_word_is_read_from_its_end() {
        check("ab");
        check("abcb cb");
        check("tap taps top tops stop");
        check("banana bandana ananas");
        check("aaaa");
    }
}
