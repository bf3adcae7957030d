//! Words as numbers: one byte a letter, so that comparing numbers compares words.
//!
//! A word has at most 15 letters and fills a `u128` from the top: each byte is 1 more than the letter's
//! number, and 0 where the word is over. Invariant: numbers are ordered as words are in the order of the
//! alphabet, a prefix before what it begins.

use crate::alphabet::{Alphabet, Letter};

/// The fewest and the most letters of a word.
pub const SHORTEST: usize = 2;
/// The most letters of a word: as many as a line of the board has squares.
pub const LONGEST: usize = 15;

/// A word packed into a number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Packed(u128);

/// Reason for which a text cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unplayable {
    /// It has a character that is no letter of the alphabet.
    Letters,
    /// It has a capital letter where those are left out.
    Capitals,
    /// It has fewer than [`SHORTEST`] letters, or more than [`LONGEST`].
    Length,
}

impl Packed {
    /// A word of letters in either case. Its length is asked for after its letters.
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
}
