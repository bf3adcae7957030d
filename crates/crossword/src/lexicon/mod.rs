//! Lexicons: sets of words, immutable and shared.
//!
//! [`build`](build()) makes one from a word list, [`Lexicon::read`] from the bytes of a `.qlex` file. A word list
//! gives a minimal automaton (`dawg`), from which a second one is derived that reads parts of words from right to left
//! (`back`). Both together are the graph for move generation (`graph`). A file holds both (`packed`), so reading it
//! needs no search.

mod words;
mod dawg;
mod graph;
mod back;
mod filter;
mod build;
mod packed;
mod format;
mod shipped;
pub mod installed;

pub use build::{BuildError, BuildReport, Capitals, Encoding, Options, ShortWords, build};
pub use format::{ReadError, VERSION};
pub use graph::GraphError;
pub use packed::{PackedError, pack_text};
pub use shipped::{ShippedError, shipped, shipped_file};
pub use words::{LONGEST, SHORTEST};

use crate::alphabet::{Alphabet, Letter, composed};
use crate::locale::Locale;
use dawg::Dawg;
pub(crate) use filter::{Filter, summand};
pub(crate) use graph::{Arc, Graph, Side};
use std::sync::OnceLock;

/// Metadata of a lexicon.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct About {
    /// The locale; it determines the alphabet.
    pub locale: Locale,
    /// The full licence text of the words.
    pub licence: String,
    /// The SHA-256 of the list it was built from.
    pub source: [u8; 32],
    /// Number of words.
    pub words: usize,
}

/// The ranks do not fit the lexicon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("every word has one rank: the number of ranks is {ranks}, that of words {words}")]
#[non_exhaustive]
pub struct RanksError {
    /// Number of ranks.
    pub ranks: usize,
    /// Number of words of the lexicon.
    pub words: usize,
}

/// The words of a language. It is immutable; share it by reference.
#[derive(Clone, Debug)]
pub struct Lexicon {
    about: About,
    graph: Graph,
    /// By forth arc: the number of words that end at it or behind it.
    counts: Vec<u32>,
    /// Built at the first search for a best play; looking up words does not need it.
    filter: OnceLock<Filter>,
    /// Commonness by word index; empty in a lexicon without ranks.
    ranks: Vec<u8>,
}

impl Lexicon {
    /// Assembles a lexicon. Checks that it has the stated number of words and none is too long.
    fn of_parts(about: About, graph: Graph) -> Result<Self, String> {
        let counts = counts(&graph)?;
        let words: u32 = counts.get(graph.forth().root().places()).unwrap_or_default().iter().sum();
        if words as usize != about.words {
            return Err(format!(
                "the number of words is {words}, and it says that it is {}",
                about.words
            ));
        }
        Ok(Self { about, counts, graph, filter: OnceLock::new(), ranks: Vec::new() })
    }

    /// The lexicon with ranks: one byte for each word, in the order of [`Lexicon::words`]. Higher is commoner; 0 is
    /// unknown.
    ///
    /// # Errors
    /// [`RanksError`] if the numbers of ranks and words differ.
    pub fn with_ranks(self, ranks: Vec<u8>) -> Result<Self, RanksError> {
        if ranks.len() == self.len() {
            Ok(Self { ranks, ..self })
        } else {
            Err(RanksError { ranks: ranks.len(), words: self.len() })
        }
    }

    /// True if the commonness of its words is known.
    #[must_use]
    pub fn has_ranks(&self) -> bool {
        !self.ranks.is_empty()
    }

    /// Commonness of a word, from 0 to 255; `None` if it is no word or there are no ranks.
    #[must_use]
    pub fn rank(&self, text: &str) -> Option<u8> {
        self.ranks.get(self.index(text)?).copied()
    }

    /// Commonness of the word of these letters.
    pub(crate) fn rank_of(&self, letters: &[Letter]) -> Option<u8> {
        let index = self.index_of(letters.iter().map(|&letter| Some(letter)))?;
        self.ranks.get(index).copied()
    }

    /// Its metadata.
    #[must_use]
    pub fn about(&self) -> &About {
        &self.about
    }

    /// Its alphabet.
    #[must_use]
    pub fn alphabet(&self) -> &'static Alphabet {
        self.about.locale.alphabet()
    }

    /// Number of words.
    #[must_use]
    pub fn len(&self) -> usize {
        self.about.words
    }

    /// True if it has no words. A built lexicon always has some.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.about.words == 0
    }

    /// Memory in bytes. The first search for a best play adds some.
    #[must_use]
    pub fn memory(&self) -> usize {
        self.graph.memory()
            + size_of_val(self.counts.as_slice())
            + self.filter.get().map_or(0, Filter::memory)
            + self.ranks.len()
            + size_of::<Self>()
    }

    /// True if a text is one of its words; case does not matter.
    #[must_use]
    pub fn contains(&self, text: &str) -> bool {
        self.index(text).is_some()
    }

    /// Index of a word in the order of the alphabet, from 0.
    #[must_use]
    pub fn index(&self, text: &str) -> Option<usize> {
        let alphabet = self.alphabet();
        self.index_of(composed(text).chars().map(|c| alphabet.letter(c)))
    }

    /// Index of the word of some letters; `None` for letters outside its alphabet.
    pub(crate) fn index_of(&self, letters: impl Iterator<Item = Option<Letter>>) -> Option<usize> {
        let forth = self.graph.forth();
        let (mut arc, mut index) = (forth.root(), 0);
        for letter in letters {
            let letter = letter?;
            let next = forth.next(arc, letter)?;
            let before = arc.mask() & (letter.bit() - 1);
            let first = arc.base();
            let skipped = self.counts.get(first..first + before.count_ones() as usize)?;
            index += usize::from(arc.ends());
            index += skipped.iter().map(|&n| n as usize).sum::<usize>();
            arc = next;
        }
        arc.ends().then_some(index)
    }

    /// Commonness of the word with an index; 255 if there are no ranks.
    pub(crate) fn rank_at(&self, index: usize) -> u8 {
        self.ranks.get(index).copied().unwrap_or(u8::MAX)
    }

    /// Writes the letters of the word with an index, as [`Lexicon::index`] counts, into `word`; false if there is
    /// none.
    pub(crate) fn word_at(&self, index: usize, word: &mut Vec<Letter>) -> bool {
        word.clear();
        let forth = self.graph.forth();
        let (mut arc, mut left) = (forth.root(), index);
        loop {
            // The word that ends here comes before all longer ones.
            if arc.ends() {
                match left.checked_sub(1) {
                    Some(rest) => left = rest,
                    None => return true,
                }
            }
            let (mut mask, mut at) = (arc.mask(), arc.base());
            let letter = loop {
                let Some(letter) = Letter::new(mask.trailing_zeros() as u8) else { return false };
                let behind = self.counts.get(at).map_or(0, |&n| n as usize);
                if left < behind {
                    break letter;
                }
                (left, mask, at) = (left - behind, mask & (mask - 1), at + 1);
            };
            word.push(letter);
            arc = forth.follow(arc, letter.bit());
        }
    }

    /// Calls `visit` with every word, in order and in lower case.
    pub fn words(&self, mut visit: impl FnMut(&str)) {
        let mut word = String::new();
        self.words_below(self.graph.forth().root(), &mut word, &mut visit);
    }

    fn words_below(&self, node: Arc, word: &mut String, visit: &mut impl FnMut(&str)) {
        let length = word.len();
        for (letter, next) in self.graph.forth().arcs_of(node) {
            word.push(self.alphabet().lower(letter));
            if next.ends() {
                visit(word);
            }
            self.words_below(next, word, visit);
            word.truncate(length);
        }
    }

    /// Builds the tables for the search for a best play now, rather than at the first search.
    pub fn warm(&self) {
        self.filter();
    }

    /// True if both automata hold the same words. Reading a file skips this check, because it takes as long as
    /// building.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        let back = back::back(&Dawg::of_side(self.graph.forth()));
        back.side(self.alphabet().all()).as_ref() == Ok(self.graph.back())
    }

    #[inline]
    pub(crate) fn graph(&self) -> &Graph {
        &self.graph
    }

    #[inline]
    pub(crate) fn filter(&self) -> &Filter {
        let words = self.about.words;
        self.filter.get_or_init(|| Filter::of(self.graph.forth(), &self.counts, words))
    }
}

/// By forth arc: the number of words that end at it or behind it. The list has an arc's targets before the arc.
fn counts(graph: &Graph) -> Result<Vec<u32>, String> {
    let arcs = graph.forth().arcs();
    let mut counts: Vec<u32> = Vec::with_capacity(arcs.len());
    // By arc: the most letters that a word has from it on.
    let mut lengths: Vec<u8> = Vec::with_capacity(arcs.len());
    for arc in arcs {
        let behind = counts.get(arc.places()).unwrap_or_default();
        let count = u64::from(arc.ends()) + behind.iter().map(|&n| u64::from(n)).sum::<u64>();
        let behind = lengths.get(arc.places()).unwrap_or_default();
        let length = 1 + behind.iter().copied().max().unwrap_or(0);
        if usize::from(length) > LONGEST || count > u64::from(u32::MAX / 64) {
            return Err(format!("there are words of more than {LONGEST} letters, or too many"));
        }
        counts.push(count as u32);
        lengths.push(length);
    }
    Ok(counts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_go_by_number_both_ways() {
        for locale in [Locale::EnUs, Locale::PlPl] {
            let lexicon = shipped(locale).unwrap();
            let (mut word, mut number) = (Vec::new(), 0);
            lexicon.words(|text| {
                if number % 89 == 0 || number + 5 > lexicon.len() {
                    assert!(lexicon.word_at(number, &mut word));
                    let letters = word.iter().map(|&letter| lexicon.alphabet().lower(letter));
                    assert!(letters.eq(text.chars()), "{number} {text}");
                    assert_eq!(lexicon.index(text), Some(number));
                    assert_eq!(lexicon.rank(text), Some(lexicon.rank_at(number)));
                }
                number += 1;
            });
            assert_eq!(number, lexicon.len());
            assert!(!lexicon.word_at(number, &mut word));
        }
    }
}
