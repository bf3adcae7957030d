//! Racks: the tiles in a player's hand.
//!
//! A rack is a multiset of letters and blanks. Invariant: it holds at most
//! [`RACK_SIZE`] tiles.

use crate::alphabet::{Alphabet, Letter, MOST_LETTERS, composed};
use crate::tile::{BLANK_BIT, LETTER_BITS, Tile};

/// Number of tiles of a full rack. Placing all of them at once earns the bonus.
pub const RACK_SIZE: usize = 7;

/// The tiles in a hand, at most [`RACK_SIZE`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Rack {
    counts: [u8; MOST_LETTERS],
    blanks: u8,
}

/// Reason why a rack is invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RackError {
    /// A character that is no letter of the alphabet and no blank.
    #[error("{found:?} is no letter of the alphabet ({letters}) and no blank (?)")]
    Letter {
        /// The character.
        found: char,
        /// The letters there are.
        letters: String,
    },
    /// More than [`RACK_SIZE`] tiles.
    #[error("{found} tiles; a rack holds at most {RACK_SIZE}")]
    Size {
        /// Number of tiles found.
        found: usize,
    },
}

impl Rack {
    /// Reads letters in either case, and `?` for blanks.
    ///
    /// # Errors
    /// [`RackError`] for other characters, or for more than [`RACK_SIZE`] tiles.
    pub fn read(text: &str, alphabet: &Alphabet) -> Result<Self, RackError> {
        let text = composed(text);
        let found = text.chars().count();
        let mut rack = Self::default();
        for c in text.chars() {
            match alphabet.letter(c) {
                _ if c == '?' => rack.blanks = rack.blanks.saturating_add(1),
                Some(letter) => {
                    let count = &mut rack.counts[usize::from(letter.number())];
                    *count = count.saturating_add(1);
                }
                None => {
                    let letters = alphabet.letters().collect();
                    return Err(RackError::Letter { found: c, letters });
                }
            }
        }
        if found > RACK_SIZE { Err(RackError::Size { found }) } else { Ok(rack) }
    }

    /// Writes the tiles in the form that [`Rack::read`] takes: blanks first, then letters in order and in upper case.
    #[must_use]
    pub fn print(&self, alphabet: &Alphabet) -> String {
        let blanks = (0..self.blanks).map(|_| '?');
        let letters = self.letters().map(|letter| alphabet.upper(letter));
        blanks.chain(letters).collect()
    }

    /// Its letters in order, with repetitions and without blanks.
    pub fn letters(&self) -> impl Iterator<Item = Letter> + '_ {
        let each = (0..).zip(self.counts).filter_map(|(n, count)| Some((Letter::new(n)?, count)));
        each.flat_map(|(letter, count)| (0..count).map(move |_| letter))
    }

    /// Number of tiles.
    #[must_use]
    pub fn len(&self) -> usize {
        self.counts.iter().chain([&self.blanks]).map(|&n| usize::from(n)).sum()
    }

    /// True if it has no tiles.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
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

    /// Adds a tile; false if the rack is full.
    pub fn put(&mut self, tile: InHand) -> bool {
        let room = self.len() < RACK_SIZE;
        if room {
            match tile {
                InHand::Letter(letter) => self.counts[usize::from(letter.number())] += 1,
                InHand::Blank => self.blanks += 1,
            }
        }
        room
    }

    /// Takes a tile out; false if there is none like it.
    pub fn take(&mut self, tile: InHand) -> bool {
        let count = match tile {
            InHand::Letter(letter) => &mut self.counts[usize::from(letter.number())],
            InHand::Blank => &mut self.blanks,
        };
        let held = *count > 0;
        *count -= u8::from(held);
        held
    }

    /// Its tiles: letters in order, then blanks.
    pub fn tiles(&self) -> impl Iterator<Item = InHand> + '_ {
        let blanks = (0..self.blanks).map(|_| InHand::Blank);
        self.letters().map(InHand::Letter).chain(blanks)
    }
}

/// A tile in a hand or in the bag; a blank has no letter yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum InHand {
    /// A tile with a letter on it.
    Letter(Letter),
    /// A blank.
    Blank,
}

impl From<Tile> for InHand {
    fn from(tile: Tile) -> Self {
        if tile.is_blank() { Self::Blank } else { Self::Letter(tile.letter()) }
    }
}

/// The tile that a byte of a move takes from the rack; `None` for a tile already on the board.
pub(crate) fn in_hand(byte: u8) -> Option<InHand> {
    if byte & BLANK_BIT != 0 {
        return Some(InHand::Blank);
    }
    (byte & LETTER_BITS).checked_sub(1).and_then(Letter::new).map(InHand::Letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Rack, RackError> {
        Rack::read(text, Alphabet::named("en").unwrap())
    }

    #[test]
    fn racks_are_read_and_printed() {
        let alphabet = Alphabet::named("en").unwrap();
        let check = |text, expect| assert_eq!(read(text).unwrap().print(alphabet), expect);
        check("", "");
        check("cab?A", "?AABC");
        check("???????", "???????");
        let polish = Alphabet::named("pl").unwrap();
        assert_eq!(Rack::read("żół", polish).unwrap().print(polish), "ŁÓŻ");
    }

    #[test]
    fn wrong_racks_say_why() {
        let check = |text, expect: &str| {
            let error = read(text).unwrap_err().to_string();
            assert!(error.contains(expect), "{error}");
        };
        check("ABCDEFGH", "8 tiles");
        check("AÞ", "'Þ' is no letter");
        check("A.", "'.' is no letter");
    }

    #[test]
    fn tiles_go_in_and_out() {
        let mut rack = read("A?").unwrap();
        let a = InHand::Letter(Letter::FIRST);
        assert!(rack.take(a) && !rack.take(a));
        assert!(rack.take(InHand::Blank) && !rack.take(InHand::Blank));
        assert!(rack.is_empty());
        assert!((0..RACK_SIZE).all(|_| rack.put(a)) && !rack.put(a));
        assert_eq!((rack.len(), rack.count(Letter::FIRST)), (7, 7));
    }
}
