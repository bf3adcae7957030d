//! The rack while a play is laid: the tiles that are left.
//!
//! The tiles of a rack are numbered, and what is left of it is a set of seven bits. What a search wants to
//! know of a set is looked up in tables that are made once a rack, so nothing is counted up and down while
//! tiles are laid.
//!
//! The tiles that can be laid are a set of *options*, 64 bits: the lower half are the letters on tiles, the upper half
//! the letters that a blank can stand for. So a tile and a blank are laid by the same steps.
//!
//! Invariant: of tiles with the same letter the lowest one left is laid first, so no two ways of laying them
//! put the same letters on the same squares.

use crate::rack::{InHand, RACK_SIZE, Rack};
use crate::tile::{BLANK_BIT, TileSet};

/// Tiles of a rack that are left, a bit each.
pub(crate) type Left = u8;

/// A rack, made ready for a search.
#[derive(Clone, Debug)]
pub(crate) struct Hand {
    /// By set of tiles left: the options.
    options: [u64; 1 << RACK_SIZE],
    /// By option: the effect of laying it.
    laying: [Laying; 64],
    /// All tiles.
    full: Left,
}

/// Effect of laying an option.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Laying {
    /// The tiles that can be laid.
    tiles: Left,
    /// The byte of the tile on the board.
    pub(crate) byte: u8,
    /// Value of the tile.
    pub(crate) value: u8,
}

/// The options of letters, on tiles and by blanks.
#[inline]
pub(crate) fn both(letters: u32) -> u64 {
    u64::from(letters) | u64::from(letters) << 32
}

impl Hand {
    pub(crate) fn of(rack: &Rack, set: &TileSet) -> Self {
        let mut hand =
            Self { options: [0; 1 << RACK_SIZE], laying: [Laying::default(); 64], full: 0 };
        for (letter, &value) in set.values().iter().enumerate() {
            let byte = letter as u8 + 1;
            hand.laying[letter] = Laying { tiles: 0, byte, value };
            hand.laying[letter + 32] = Laying { tiles: 0, byte: byte | BLANK_BIT, value: 0 };
        }
        let mut size = 1;
        for tile in rack.tiles().take(RACK_SIZE) {
            let (laying, options) = match tile {
                InHand::Letter(l) => {
                    let letter = usize::from(l.number());
                    (&mut hand.laying[letter..=letter], u64::from(l.bit()))
                }
                InHand::Blank => (&mut hand.laying[32..], u64::MAX << 32),
            };
            for one in laying {
                one.tiles |= size as Left;
            }
            hand.full |= size as Left;
            let (without, with) = hand.options.split_at_mut(size);
            for (without, with) in without.iter().zip(with) {
                *with = without | options;
            }
            size *= 2;
        }
        hand
    }

    /// All tiles: the set before anything is laid.
    pub(crate) fn full(&self) -> Left {
        self.full
    }

    /// The options of the tiles left.
    #[inline]
    pub(crate) fn options(&self, left: Left) -> u64 {
        self.options[usize::from(left & 0x7f)]
    }

    /// Effect of laying the lowest of some options.
    #[inline]
    pub(crate) fn laying(&self, options: u64) -> Laying {
        self.laying[options.trailing_zeros() as usize & 63]
    }

    /// Number of tiles laid.
    #[inline]
    pub(crate) fn laid(&self, left: Left) -> usize {
        (self.full ^ left).count_ones() as usize
    }
}

impl Laying {
    /// Tiles left after laying it.
    #[inline]
    pub(crate) fn rest(self, left: Left) -> Left {
        let tiles = left & self.tiles;
        left ^ (tiles & tiles.wrapping_neg())
    }
}
