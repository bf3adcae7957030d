//! Words as numbers, one byte a letter: comparing the numbers compares the words.
//!
//! A word has at most 15 letters and fills a `u128` from the top: each byte is 1 plus the letter's number, and 0
//! behind the end. Invariant: the numbers sort like the words in alphabetical order, a prefix before its extensions.
//!
//! Short words are curated. Lists for spell checkers hold names of letters, symbols and abbreviations among their
//! shortest words, and short words are played more often than any others. Each alphabet has a data file,
//! `data/short/*.txt`, written for this project. A word is kept if it has a vowel or is allowed, is not denied, and is
//! listed if the file lists words of its length (`only`). Longer words are always kept.

use crate::alphabet::{Alphabet, Letter};
use std::collections::HashSet;

/// The fewest and the most letters of a word.
pub const SHORTEST: usize = 2;
/// The most letters of a word: as many as a line of the board has squares.
pub const LONGEST: usize = 15;

/// A word packed into a number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Packed(u128);

/// Reason why a text cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unplayable {
    /// It has a character that is no letter of the alphabet.
    Letters,
    /// It has a capital letter, and those are left out.
    Capitals,
    /// It has fewer than [`SHORTEST`] letters, or more than [`LONGEST`].
    Length,
}

impl Packed {
    /// Reads a word in either case. Checks its letters first, then its length.
    pub(crate) fn read(
        text: impl Iterator<Item = char>,
        alphabet: &Alphabet,
    ) -> Result<Self, Unplayable> {
        let (mut word, mut length) = (Self::default(), 0);
        for c in text {
            let letter = alphabet.letter(c).ok_or(Unplayable::Letters)?;
            if length < LONGEST {
                word = word.with(length, letter);
            }
            length += 1;
        }
        let fits = (SHORTEST..=LONGEST).contains(&length);
        if fits { Ok(word) } else { Err(Unplayable::Length) }
    }

    /// The word with a letter at `at`, where there was none.
    fn with(self, at: usize, letter: Letter) -> Self {
        Self(self.0 | u128::from(letter.number() + 1) << (120 - 8 * at))
    }

    /// Number of letters.
    pub(crate) fn len(self) -> usize {
        16 - self.0.trailing_zeros() as usize / 8
    }

    /// Its letters.
    pub(crate) fn letters(self) -> impl DoubleEndedIterator<Item = Letter> {
        let bytes = self.0.to_be_bytes();
        (0..self.len()).filter_map(move |at| Letter::new(bytes.get(at)?.checked_sub(1)?))
    }

    /// Length of the common prefix of two words, in letters.
    pub(crate) fn common(self, other: Self) -> usize {
        (self.0 ^ other.0).leading_zeros() as usize / 8
    }
}

/// The most letters of a curated word.
pub(super) const SHORT: usize = 3;

/// The rule of an alphabet for keeping short words.
pub(super) struct Curation {
    vowels: u32,
    /// By length, the words that are kept; empty if the file lists none.
    only: [HashSet<Packed>; SHORT + 1],
    allowed: HashSet<Packed>,
    denied: HashSet<Packed>,
}

impl Curation {
    /// The curation of an alphabet.
    pub(super) fn of(alphabet: &Alphabet) -> Self {
        Self::read(text(alphabet), alphabet)
    }

    fn read(text: &str, alphabet: &Alphabet) -> Self {
        let mut curation = Self {
            vowels: 0,
            only: Default::default(),
            allowed: HashSet::new(),
            denied: HashSet::new(),
        };
        for line in text.lines() {
            let mut words = line.split_whitespace();
            let kept = match words.next() {
                Some("vowels") => {
                    let letters = words.flat_map(str::chars).filter_map(|c| alphabet.letter(c));
                    curation.vowels |= letters.fold(0, |set, letter| set | letter.bit());
                    continue;
                }
                Some("only") => {
                    let length = words.next().and_then(|n| n.parse::<usize>().ok());
                    length.and_then(|length| curation.only.get_mut(length))
                }
                Some("allow") => Some(&mut curation.allowed),
                Some("deny") => Some(&mut curation.denied),
                _ => None,
            };
            if let Some(kept) = kept {
                kept.extend(words.filter_map(|word| Packed::read(word.chars(), alphabet).ok()));
            }
        }
        curation
    }

    /// True if a word is kept.
    pub(super) fn keeps(&self, word: Packed) -> bool {
        let Some(only) = self.only.get(word.len()) else { return true };
        let listed = only.is_empty() || only.contains(&word);
        let spoken = word.letters().any(|letter| self.vowels & letter.bit() != 0);
        listed && !self.denied.contains(&word) && (spoken || self.allowed.contains(&word))
    }
}

/// The data file of an alphabet.
fn text(alphabet: &Alphabet) -> &'static str {
    match alphabet.name() {
        "is" => include_str!("../../data/short/is.txt"),
        "pl" => include_str!("../../data/short/pl.txt"),
        "no" => include_str!("../../data/short/no.txt"),
        _ => include_str!("../../data/short/en.txt"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_packed_in_order() {
        let alphabet = Alphabet::named("is").unwrap();
        let read = |text: &str| Packed::read(text.chars(), alphabet);
        assert!(read("ab").unwrap() < read("aba").unwrap());
        assert!(read("az").is_err());
        assert!(read("að").unwrap() < read("ae").unwrap());
        assert_eq!(read("a"), Err(Unplayable::Length));
        assert_eq!(read("").map(Packed::len), Err(Unplayable::Length));
        assert_eq!(read(&"a".repeat(16)), Err(Unplayable::Length));
        assert_eq!(read(&"c".repeat(16)), Err(Unplayable::Letters));
        let long = read(&"ö".repeat(15)).unwrap();
        assert_eq!(long.len(), 15);
        let word = read("ÞÆR").unwrap();
        assert_eq!(word.letters().map(|l| alphabet.lower(l)).collect::<String>(), "þær");
        assert_eq!(word.common(read("þæra").unwrap()), 3);
    }

    /// Every word of the files is playable, has at most three letters and appears once.
    #[test]
    fn the_data_files_hold_nothing_else() {
        for name in ["en", "is", "pl", "no"] {
            let alphabet = Alphabet::named(name).unwrap();
            let curation = Curation::of(alphabet);
            assert!(curation.vowels.count_ones() >= 6, "{name}");
            let mut met = HashSet::new();
            for line in text(alphabet).lines() {
                let words = match line.split_once(' ') {
                    Some(("#", _) | ("vowels", _)) => continue,
                    Some(("only", words)) => words.strip_prefix("2 ").unwrap(),
                    Some(("allow" | "deny", words)) => words,
                    _ => panic!("{name}: {line}"),
                };
                for word in words.split(' ') {
                    let packed = Packed::read(word.chars(), alphabet).unwrap();
                    assert!(packed.len() <= SHORT, "{word}");
                    assert!(met.insert(packed), "{name}: {word} stands twice");
                }
            }
        }
    }

    #[test]
    fn junk_is_left_out() {
        let check = |name: &str, kept: &str, left_out: &str| {
            let alphabet = Alphabet::named(name).unwrap();
            let curation = Curation::of(alphabet);
            let keeps = |word: &str| curation.keeps(Packed::read(word.chars(), alphabet).unwrap());
            assert_eq!(kept.split(' ').find(|word| !keeps(word)), None);
            assert_eq!(left_out.split(' ').find(|word| keeps(word)), None);
        };
        check("en", "at qi za by hmm nth cat rhythms tsks", "bs cs fs js esc los");
        check("pl", "do że źle brr kot", "bs cm kg itd");
    }
}
