//! Lexicons: which words there are, immutable and made to be shared.
//!
//! [`build`](build()) makes one of a word list, [`Lexicon::read`] of the bytes of a `.qlex` file. A word list
//! becomes a minimal automaton (`dawg`), that becomes a minimal GADDAG (`gaddag`), and both lie in one list
//! of arcs (`graph`), which is what moves are found in.

mod words;
mod table;
mod dawg;
mod graph;
mod gaddag;
mod filter;
mod short;
mod build;
mod packed;
mod format;
mod shipped;

pub use build::{BuildError, BuildReport, Capitals, Encoding, Options, ShortWords, build};
pub use format::{Form, ReadError, VERSION};
pub use graph::GraphError;
pub use packed::{PackedError, pack_text};
pub use shipped::{ShippedError, shipped, shipped_file};
pub use words::{LONGEST, SHORTEST};

use crate::alphabet::{Alphabet, Letter};
use crate::locale::Locale;
pub(crate) use filter::{Filter, summand};
pub(crate) use graph::{Arc, Graph};

/// What is known about a lexicon besides its words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct About {
    /// Which language it is of, and so which alphabet it has.
    pub locale: Locale,
    /// Under which terms its words may be used, in full.
    pub licence: String,
    /// The SHA-256 of the list it was built from.
    pub source: [u8; 32],
    /// How many words it has.
    pub words: usize,
}

/// Ranks that do not fit a lexicon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("every word has one rank: the number of ranks is {ranks}, that of words {words}")]
pub struct RanksError {
    /// How many ranks there are.
    pub ranks: usize,
    /// How many words the lexicon has.
    pub words: usize,
}

/// The words of a language. It does not change once it is made; share it by reference.
#[derive(Clone, Debug)]
pub struct Lexicon {
    about: About,
    graph: Graph,
    /// By forward arc, how many words end at it or behind it.
    counts: Vec<u32>,
    filter: Filter,
    /// By word, how common it is; empty where that is not known.
    ranks: Vec<u8>,
}

impl Lexicon {
    /// Puts a lexicon together, if its parts fit: it has as many words as it says, none too long.
    fn of_parts(about: About, graph: Graph, filter: Filter) -> Result<Self, String> {
        let counts = counts(&graph)?;
        let root = graph.root();
        let words = counts.get(root.base()..root.base() + root.mask().count_ones() as usize);
        let words: u32 = words.unwrap_or_default().iter().sum();
        if words as usize != about.words {
            return Err(format!(
                "the number of words is {words}, and it says that it is {}",
                about.words
            ));
        }
        Ok(Self { about, counts, graph, filter, ranks: Vec::new() })
    }

    /// The lexicon with ranks: one byte for each word, in the order of [`Lexicon::words`], higher for more
    /// common words and 0 for those of which nothing is known.
    ///
    /// # Errors
    /// [`RanksError`] when there are not as many ranks as words.
    pub fn with_ranks(self, ranks: Vec<u8>) -> Result<Self, RanksError> {
        if ranks.len() == self.len() {
            Ok(Self { ranks, ..self })
        } else {
            Err(RanksError { ranks: ranks.len(), words: self.len() })
        }
    }

    /// Whether it is known how common its words are.
    #[must_use]
    pub fn has_ranks(&self) -> bool {
        !self.ranks.is_empty()
    }

    /// How common a word is, from 0 to 255; none if it is no word, or if there are no ranks.
    #[must_use]
    pub fn rank(&self, text: &str) -> Option<u8> {
        self.ranks.get(self.index(text)?).copied()
    }

    /// How common a word of these letters is.
    pub(crate) fn rank_of(&self, letters: &[Letter]) -> Option<u8> {
        let index = self.index_of(letters.iter().map(|&letter| Some(letter)))?;
        self.ranks.get(index).copied()
    }

    /// What is known about it besides its words.
    #[must_use]
    pub fn about(&self) -> &About {
        &self.about
    }

    /// Its alphabet.
    #[must_use]
    pub fn alphabet(&self) -> &'static Alphabet {
        self.about.locale.alphabet()
    }

    /// How many words it has.
    #[must_use]
    pub fn len(&self) -> usize {
        self.about.words
    }

    /// Whether it has none, which no lexicon that is built is.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.about.words == 0
    }

    /// How many bytes of memory it takes.
    #[must_use]
    pub fn memory(&self) -> usize {
        size_of_val(self.graph.arcs())
            + size_of_val(self.counts.as_slice())
            + size_of_val(self.filter.words())
            + self.ranks.len()
            + size_of::<Self>()
    }

    /// Whether a text is one of its words; case does not matter.
    #[must_use]
    pub fn contains(&self, text: &str) -> bool {
        self.index(text).is_some()
    }

    /// Which of its words a text is, counted from 0 in the order of the alphabet.
    #[must_use]
    pub fn index(&self, text: &str) -> Option<usize> {
        let alphabet = self.alphabet();
        self.index_of(text.chars().map(|c| alphabet.letter(c)))
    }

    /// Which of its words some letters are; none for letters that it has not.
    pub(crate) fn index_of(&self, letters: impl Iterator<Item = Option<Letter>>) -> Option<usize> {
        let (mut arc, mut index) = (self.graph.root(), 0);
        for letter in letters {
            let letter = letter?;
            let next = self.graph.next(arc, letter)?;
            let before = arc.mask() & (letter.bit() - 1);
            let first = arc.base();
            let skipped = self.counts.get(first..first + before.count_ones() as usize)?;
            index += usize::from(arc.ends());
            index += skipped.iter().map(|&n| n as usize).sum::<usize>();
            arc = next;
        }
        arc.ends().then_some(index)
    }

    /// How common the word with a number is; 255 where no ranks say.
    pub(crate) fn rank_at(&self, index: usize) -> u8 {
        self.ranks.get(index).copied().unwrap_or(u8::MAX)
    }

    /// The letters of the word with a number, counted as [`Lexicon::index`] does; whether there is one.
    pub(crate) fn word_at(&self, index: usize, word: &mut Vec<Letter>) -> bool {
        word.clear();
        let (mut arc, mut left) = (self.graph.root(), index);
        loop {
            // The word that ends here comes before all that go on.
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
            arc = self.graph.follow(arc, letter.bit());
        }
    }

    /// Calls `visit` with every word, in order and in lower case.
    pub fn words(&self, mut visit: impl FnMut(&str)) {
        let mut word = String::new();
        self.words_below(self.graph.root(), &mut word, &mut visit);
    }

    fn words_below(&self, arc: Arc, word: &mut String, visit: &mut impl FnMut(&str)) {
        let length = word.len();
        for letter in (0..32).filter(|n| arc.mask() >> n & 1 == 1).filter_map(Letter::new) {
            let next = self.graph.follow(arc, letter.bit());
            word.push(self.alphabet().lower(letter));
            if next.ends() {
                visit(word);
            }
            self.words_below(next, word, visit);
            word.truncate(length);
        }
    }

    #[inline]
    pub(crate) fn graph(&self) -> &Graph {
        &self.graph
    }

    #[inline]
    pub(crate) fn filter(&self) -> &Filter {
        &self.filter
    }
}

/// By forward arc, how many words end at it or behind it. The arcs behind an arc stand before it.
fn counts(graph: &Graph) -> Result<Vec<u32>, String> {
    let forward = graph.arcs().get(..graph.forward()).unwrap_or_default();
    let mut counts: Vec<u32> = Vec::with_capacity(forward.len());
    // By place, the sum of all counts before it: what lies between two places is a difference.
    let mut sums: Vec<u64> = Vec::with_capacity(forward.len() + 1);
    sums.push(0);
    // By where arcs begin, of which letters they were asked, and how long the longest word behind them is.
    let mut asked = vec![(0u32, 0u8); forward.len() + 1];
    let mut lengths: Vec<u8> = Vec::with_capacity(forward.len());
    let mut sum = 0;
    for arc in forward {
        let behind = arc.base()..arc.base() + arc.mask().count_ones() as usize;
        let mut length = 1;
        if let (Some(asked), false) = (asked.get_mut(behind.start), behind.is_empty()) {
            if asked.0 != arc.mask() {
                let behind = lengths.get(behind.clone()).unwrap_or_default();
                *asked = (arc.mask(), behind.iter().copied().max().unwrap_or(0));
            }
            length += asked.1;
        }
        let [begin, end] = [behind.start, behind.end].map(|at| sums.get(at).copied().unwrap_or(0));
        let count = end.saturating_sub(begin) + u64::from(arc.ends());
        if usize::from(length) > LONGEST || count > u64::from(u32::MAX / 64) {
            return Err(format!("there are words of more than {LONGEST} letters, or too many"));
        }
        counts.push(count as u32);
        lengths.push(length);
        sum += count;
        sums.push(sum);
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
