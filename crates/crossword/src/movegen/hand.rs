//! The rack during a search: the tiles left.
//!
//! The tiles of a rack are numbered, and the tiles left are a set of seven bits. Tables that are built once a rack map
//! such a set to its options, so no counters change while tiles are placed.
//!
//! The *options* are a set of 64 bits: the lower half has the letters on tiles, the upper half the letters that a
//! blank can stand for. So tiles and blanks are placed by the same code.
//!
//! Invariant: of several tiles with one letter the lowest one left is placed first. So no two sequences place the same
//! letters on the same squares.

use crate::rack::{InHand, RACK_SIZE, Rack};
use crate::tile::{BLANK_BIT, TileSet};

/// The tiles of a rack that are left, a bit each.
pub(crate) type Left = u8;

/// A rack prepared for a search.
#[derive(Clone, Debug)]
pub(crate) struct Hand {
    /// By set of tiles left: the options.
    options: [u64; 1 << RACK_SIZE],
    /// By option: the effect of placing it.
    placement: [Placement; 64],
    /// All tiles.
    full: Left,
}

/// The effect of placing an option.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Placement {
    /// The tiles of the rack with this option.
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
            Self { options: [0; 1 << RACK_SIZE], placement: [Placement::default(); 64], full: 0 };
        for (letter, &value) in set.values().iter().enumerate() {
            let byte = letter as u8 + 1;
            hand.placement[letter] = Placement { tiles: 0, byte, value };
            hand.placement[letter + 32] = Placement { tiles: 0, byte: byte | BLANK_BIT, value: 0 };
        }
        let mut size = 1;
        for tile in rack.tiles().take(RACK_SIZE) {
            let (placement, options) = match tile {
                InHand::Letter(l) => {
                    let letter = usize::from(l.number());
                    (&mut hand.placement[letter..=letter], u64::from(l.bit()))
                }
                InHand::Blank => (&mut hand.placement[32..], u64::MAX << 32),
            };
            for one in placement {
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

    /// All tiles: the set before any is placed.
    pub(crate) fn full(&self) -> Left {
        self.full
    }

    /// The options of the tiles left.
    #[inline]
    pub(crate) fn options(&self, left: Left) -> u64 {
        self.options[usize::from(left & 0x7f)]
    }

    /// The effect of placing the lowest of some options.
    #[inline]
    pub(crate) fn placement(&self, options: u64) -> Placement {
        self.placement[options.trailing_zeros() as usize & 63]
    }

    /// Number of tiles placed.
    #[inline]
    pub(crate) fn placed(&self, left: Left) -> usize {
        (self.full ^ left).count_ones() as usize
    }
}

impl Placement {
    /// The tiles left after placing it.
    #[inline]
    pub(crate) fn rest(self, left: Left) -> Left {
        let tiles = left & self.tiles;
        left ^ (tiles & tiles.wrapping_neg())
    }
}
