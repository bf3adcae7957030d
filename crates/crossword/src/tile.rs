//! Tiles, and the tile sets of games.
//!
//! The sets are data files, `data/tiles/*.txt`: letter, number of tiles, value. Invariant: a set has the letters of
//! its alphabet and the blank, and a blank scores 0 whatever it stands for.

use crate::alphabet::{Alphabet, Letter, MOST_LETTERS};
use std::num::NonZeroU8;
use std::sync::LazyLock;

/// A tile on the board: its letter, and a mark if it is a blank that stands for it.
///
/// `Tile` and `Option<Tile>` take one byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tile(NonZeroU8);

/// The bit of a tile's byte that marks a blank.
pub(crate) const BLANK_BIT: u8 = 0x40;
/// The bits that hold 1 plus the letter's number.
pub(crate) const LETTER_BITS: u8 = 0x3f;

impl Tile {
    /// A tile with a letter on it.
    #[must_use]
    pub fn plain(letter: Letter) -> Self {
        Self(NonZeroU8::MIN.saturating_add(letter.number()))
    }

    /// A blank that stands for a letter.
    #[must_use]
    pub fn blank(letter: Letter) -> Self {
        Self(Self::plain(letter).0 | BLANK_BIT)
    }

    /// The letter it stands for.
    #[must_use]
    pub fn letter(self) -> Letter {
        let number = (self.0.get() & LETTER_BITS).wrapping_sub(1);
        Letter::new(number).unwrap_or(Letter::FIRST)
    }

    /// True if it is a blank.
    #[must_use]
    pub fn is_blank(self) -> bool {
        self.0.get() & BLANK_BIT != 0
    }

    /// Its byte: 1 plus the letter's number, with [`BLANK_BIT`] for a blank.
    pub(crate) fn byte(self) -> u8 {
        self.0.get()
    }

    /// The tile of a byte from [`Tile::byte`]; `None` for 0.
    pub(crate) fn from_byte(byte: u8) -> Option<Self> {
        NonZeroU8::new(byte).map(Self)
    }
}

/// The tile set of a game: number and value of the tiles of each letter.
#[derive(Debug)]
pub struct TileSet {
    name: &'static str,
    alphabet: &'static Alphabet,
    counts: [u8; MOST_LETTERS],
    values: [u8; MOST_LETTERS],
    blanks: u8,
}

/// The sets, by name and alphabet.
static SETS: LazyLock<[TileSet; 5]> = LazyLock::new(|| {
    let read = TileSet::read;
    [
        read("en", Alphabet::english(), include_str!("../data/tiles/en.txt")),
        read("en_explo", Alphabet::english(), include_str!("../data/tiles/en_explo.txt")),
        read("is", Alphabet::icelandic(), include_str!("../data/tiles/is.txt")),
        read("pl", Alphabet::polish(), include_str!("../data/tiles/pl.txt")),
        read("no", Alphabet::norwegian(), include_str!("../data/tiles/no.txt")),
    ]
});

impl TileSet {
    /// The set called `name`: `en`, `en_explo`, `is`, `pl` or `no`.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        SETS.iter().find(|set| set.name == name)
    }

    pub(crate) fn english() -> &'static Self {
        &SETS[0]
    }

    fn read(name: &'static str, alphabet: &'static Alphabet, text: &str) -> Self {
        let (counts, values) = ([0; MOST_LETTERS], [0; MOST_LETTERS]);
        let mut set = Self { name, alphabet, counts, values, blanks: 0 };
        for line in text.lines() {
            let Some((c, count, value)) = row(line) else { continue };
            match alphabet.letter(c).map(|letter| usize::from(letter.number())) {
                Some(n) => (set.counts[n], set.values[n]) = (count, value),
                None if c == '?' => set.blanks = count,
                None => {}
            }
        }
        set
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The letters on its tiles.
    #[must_use]
    pub fn alphabet(&self) -> &'static Alphabet {
        self.alphabet
    }

    /// Number of tiles with this letter.
    #[must_use]
    pub fn count(&self, letter: Letter) -> u8 {
        self.counts[usize::from(letter.number())]
    }

    /// Number of blanks.
    #[must_use]
    pub fn blanks(&self) -> u8 {
        self.blanks
    }

    /// Value of a tile with this letter, before premium squares.
    #[must_use]
    pub fn value(&self, letter: Letter) -> u8 {
        self.values[usize::from(letter.number())]
    }

    /// Value of a tile on the board, before premiums: 0 for a blank.
    #[must_use]
    pub fn worth(&self, tile: Tile) -> u8 {
        if tile.is_blank() { 0 } else { self.value(tile.letter()) }
    }

    /// Number of tiles in all.
    #[must_use]
    pub fn total(&self) -> usize {
        self.counts.iter().chain([&self.blanks]).map(|&n| usize::from(n)).sum()
    }

    pub(crate) fn values(&self) -> &[u8; MOST_LETTERS] {
        &self.values
    }
}

/// A row of a data file: letter, count, value.
fn row(line: &str) -> Option<(char, u8, u8)> {
    let mut words = line.split_whitespace();
    let letter = words.next()?.chars().next()?;
    let count = words.next()?.parse().ok()?;
    Some((letter, count, words.next()?.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every row of the files is a comment, a letter of the alphabet or the blank.
    #[test]
    fn the_data_files_hold_nothing_else() {
        for (set, text) in [
            ("en", include_str!("../data/tiles/en.txt")),
            ("en_explo", include_str!("../data/tiles/en_explo.txt")),
            ("is", include_str!("../data/tiles/is.txt")),
            ("pl", include_str!("../data/tiles/pl.txt")),
            ("no", include_str!("../data/tiles/no.txt")),
        ] {
            let set = TileSet::named(set).unwrap();
            let rows: Vec<_> = text
                .lines()
                .filter(|line| !line.starts_with('#'))
                .map(|l| row(l).unwrap())
                .collect();
            assert_eq!(rows.len(), set.alphabet.len() + 1, "{}", set.name);
            let letters: String = rows.iter().map(|(c, ..)| c).collect();
            assert_eq!(letters, set.alphabet.letters().chain(['?']).collect::<String>());
        }
    }

    #[test]
    fn every_set_has_a_hundred_tiles_and_two_blanks() {
        for set in SETS.iter() {
            assert_eq!((set.total(), set.blanks()), (100, 2), "{}", set.name);
            assert_eq!(set.values().iter().filter(|&&v| v > 0).count(), set.alphabet.len());
        }
        assert!(TileSet::named("xx").is_none());
    }

    #[test]
    fn figures_are_those_of_the_locales() {
        let check = |set, c, count, value| {
            let set = TileSet::named(set).unwrap();
            let letter = set.alphabet.letter(c).unwrap();
            assert_eq!((set.count(letter), set.value(letter)), (count, value), "{c}");
        };
        check("en", 'q', 1, 10);
        check("en", 'e', 12, 1);
        check("en_explo", 'q', 1, 12);
        check("en_explo", 's', 9, 1);
        check("is", 'þ', 1, 7);
        check("is", 'ð', 4, 2);
        check("pl", 'ź', 1, 9);
        check("pl", 'y', 4, 2);
        check("no", 'c', 1, 8);
        check("no", 'å', 2, 3);
    }

    #[test]
    fn a_tile_is_one_byte() {
        assert_eq!(size_of::<Option<Tile>>(), 1);
        for n in 0..32 {
            let letter = Letter::new(n).unwrap();
            for tile in [Tile::plain(letter), Tile::blank(letter)] {
                assert_eq!(tile.letter(), letter);
                assert_eq!(Tile::from_byte(tile.byte()), Some(tile));
            }
            assert!(Tile::blank(letter).is_blank() && !Tile::plain(letter).is_blank());
        }
        assert_eq!(Tile::from_byte(0), None);
    }
}
