//! Alphabets: the letters of a locale, in order, and their numbers.
//!
//! The letters come from the tile sets in `data/tiles`: one letter a line, in the order of the alphabet.
//! Invariant: an alphabet has at most 32 letters, each one code point in NFC with one upper and one lower
//! case, so that a set of letters is a `u32`.

use std::borrow::Cow;
use std::sync::LazyLock;
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

/// The most letters of an alphabet.
pub const MOST_LETTERS: usize = 32;

/// A letter of some alphabet: its number, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Letter(u8);

impl Letter {
    /// The first letter of every alphabet.
    pub const FIRST: Self = Self(0);

    /// The letter with this number, below [`MOST_LETTERS`].
    #[must_use]
    pub fn new(number: u8) -> Option<Self> {
        (usize::from(number) < MOST_LETTERS).then_some(Self(number))
    }

    /// Its number.
    #[must_use]
    #[inline]
    pub fn number(self) -> u8 {
        self.0
    }

    /// The set that holds only this letter.
    #[must_use]
    #[inline]
    pub fn bit(self) -> u32 {
        1 << (self.0 & 31)
    }
}

/// Normalises a text to NFC, the form of the alphabets: a letter and its mark become one character. Some keyboards and
/// file systems write `é` as `e` and an accent.
#[must_use]
pub fn composed(text: &str) -> Cow<'_, str> {
    if text.is_ascii() || is_nfc_quick(text.chars()) == IsNormalized::Yes {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.nfc().collect())
}

/// The letters of a locale.
#[derive(Debug)]
pub struct Alphabet {
    name: &'static str,
    lower: Vec<char>,
    upper: Vec<char>,
    /// By code point: 1 plus the letter's number, or 0 if the character is no letter.
    number: Vec<u8>,
}

/// The alphabets. Each takes its letters from a tile set.
static ALPHABETS: LazyLock<[Alphabet; 4]> = LazyLock::new(|| {
    [
        Alphabet::from_tiles("en", include_str!("../data/tiles/en.txt")),
        Alphabet::from_tiles("is", include_str!("../data/tiles/is.txt")),
        Alphabet::from_tiles("pl", include_str!("../data/tiles/pl.txt")),
        Alphabet::from_tiles("no", include_str!("../data/tiles/no.txt")),
    ]
});

impl Alphabet {
    /// The alphabet called `name`: `en`, `is`, `pl` or `no`.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        ALPHABETS.iter().find(|alphabet| alphabet.name == name)
    }

    pub(crate) fn english() -> &'static Self {
        &ALPHABETS[0]
    }

    pub(crate) fn icelandic() -> &'static Self {
        &ALPHABETS[1]
    }

    pub(crate) fn polish() -> &'static Self {
        &ALPHABETS[2]
    }

    pub(crate) fn norwegian() -> &'static Self {
        &ALPHABETS[3]
    }

    fn from_tiles(name: &'static str, tiles: &str) -> Self {
        let letters = tiles.lines().filter_map(|line| line.chars().next());
        let lower: Vec<char> = letters.filter(|c| c.is_alphabetic()).take(MOST_LETTERS).collect();
        let upper: Vec<char> = lower.iter().filter_map(|c| c.to_uppercase().next()).collect();
        let most = lower.iter().chain(&upper).map(|&c| c as usize).max().unwrap_or(0);
        let mut number = vec![0; most + 1];
        for case in [&lower, &upper] {
            for (n, &c) in (1..).zip(case.iter()) {
                number[c as usize] = n;
            }
        }
        Self { name, lower, upper, number }
    }

    /// Its name: `en`, `is`, `pl` or `no`.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Number of letters.
    #[must_use]
    pub fn len(&self) -> usize {
        self.lower.len()
    }

    /// Always false: no alphabet is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.lower.is_empty()
    }

    /// The set of all its letters.
    #[must_use]
    pub fn all(&self) -> u32 {
        u32::MAX.checked_shr(32 - self.lower.len() as u32).unwrap_or(0)
    }

    /// Its letters in order, in lower case.
    pub fn letters(&self) -> impl Iterator<Item = char> + '_ {
        self.lower.iter().copied()
    }

    /// The letter that a character stands for, in either case.
    #[must_use]
    #[inline]
    pub fn letter(&self, c: char) -> Option<Letter> {
        let number = self.number.get(c as usize).copied().unwrap_or(0);
        number.checked_sub(1).map(Letter)
    }

    /// A letter in lower case; `?` for one of another alphabet.
    #[must_use]
    pub fn lower(&self, letter: Letter) -> char {
        self.lower.get(usize::from(letter.0)).copied().unwrap_or('?')
    }

    /// A letter in upper case; `?` for one of another alphabet.
    #[must_use]
    pub fn upper(&self, letter: Letter) -> char {
        self.upper.get(usize::from(letter.0)).copied().unwrap_or('?')
    }

    /// The letters of a set, in order and in lower case.
    #[must_use]
    pub fn set(&self, set: u32) -> String {
        let held = |&(n, _): &(usize, &char)| set >> n & 1 == 1;
        self.lower.iter().enumerate().filter(held).map(|(_, c)| c).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_one_code_point_in_either_case() {
        for alphabet in ALPHABETS.iter() {
            assert!((26..=MOST_LETTERS).contains(&alphabet.len()), "{}", alphabet.name);
            assert_eq!(alphabet.all().count_ones() as usize, alphabet.len());
            for (n, c) in alphabet.letters().enumerate() {
                let letter = Letter::new(n as u8).unwrap();
                assert_eq!(alphabet.letter(c), Some(letter));
                assert_eq!(alphabet.lower(letter), c);
                let upper = alphabet.upper(letter);
                assert_eq!(alphabet.letter(upper), Some(letter));
                assert_eq!(c.to_uppercase().count(), 1);
                assert_eq!(upper.to_lowercase().collect::<Vec<_>>(), [c]);
            }
        }
    }

    #[test]
    fn marks_are_put_to_their_letters() {
        for alphabet in ALPHABETS.iter() {
            for c in alphabet.letters().chain(alphabet.upper.iter().copied()) {
                let apart: String = std::iter::once(c).nfd().collect();
                assert_eq!(composed(&apart), c.to_string());
            }
        }
        assert!(matches!(composed("gæs"), Cow::Borrowed("gæs")), "nothing is copied");
    }

    #[test]
    fn the_alphabets_are_those_of_the_locales() {
        let check = |name, expect: &str| {
            let alphabet = Alphabet::named(name).unwrap();
            assert_eq!(alphabet.letters().collect::<String>(), expect);
            assert_eq!(alphabet.set(alphabet.all()), expect);
        };
        check("en", "abcdefghijklmnopqrstuvwxyz");
        check("is", "aábdðeéfghiíjklmnoóprstuúvxyýþæö");
        check("pl", "aąbcćdeęfghijklłmnńoóprsśtuwyzźż");
        check("no", "abcdefghijklmnoprstuvwyæøå");
        assert!(Alphabet::named("de").is_none());
    }

    #[test]
    fn what_is_no_letter_has_no_number() {
        for c in ['?', '.', ' ', '1', 'ß', '\u{10ffff}', '\0'] {
            assert_eq!(Alphabet::english().letter(c), None);
        }
        assert_eq!(Alphabet::norwegian().letter('q'), None);
    }
}
