//! Points: the one place where they are counted.
//!
//! A word is worth the sum of its tiles, each times the letter premium under it if it is laid now, times the
//! word premiums under the tiles laid now. A move is worth its word, every cross word, and [`BINGO`] if it
//! lays a full rack.

use crate::board::{Direction, SIZE, Square};
use crate::position::Position;
use crate::rack::RACK_SIZE;
use crate::tile::Tile;

/// Bonus for laying a full rack.
pub const BINGO: u32 = 50;

/// The points of a move: its word before and after word premiums, its cross words, and the bonus.
#[inline]
#[must_use]
pub(crate) fn total(letters: u32, multiplier: u32, crosses: u32, laid: usize) -> u32 {
    letters * multiplier + crosses + if laid == RACK_SIZE { BINGO } else { 0 }
}

/// Score of a word that runs in a direction over some squares, counted square by square: with each square the
/// tile that is laid there, `None` where one lies already. Moves that [`crate::movegen`] finds carry this
/// figure.
#[must_use]
pub fn score(
    position: &Position,
    direction: Direction,
    squares: impl Iterator<Item = (Square, Option<Tile>)>,
) -> u32 {
    let setting = position.setting();
    let worth = |tile| u32::from(setting.tiles().worth(tile));
    let (mut letters, mut multiplier, mut crosses, mut laid) = (0, 1, 0, 0);
    for (square, tile) in squares {
        let Some(tile) = tile else {
            letters += position.tile(square).map_or(0, worth);
            continue;
        };
        let premium = setting.board().premium(square);
        let (letter, word) = (u32::from(premium.letter), u32::from(premium.word));
        let value = worth(tile) * letter;
        letters += value;
        multiplier *= word;
        laid += 1;
        if let Some(neighbours) = cross(position, square, direction.other()) {
            crosses += (value + neighbours) * word;
        }
    }
    total(letters, multiplier, crosses, laid)
}

/// Sum of the values of the tiles before and behind a square, in a direction; `None` if there are none.
fn cross(position: &Position, square: Square, direction: Direction) -> Option<u32> {
    let (line, at) = direction.place(square);
    let tile = |at| direction.square(line, at).and_then(|square| position.tile(square));
    let before = (0..at).rev().map_while(tile);
    let behind = (at + 1..SIZE).map_while(tile);
    let worth = |tile| u32::from(position.setting().tiles().worth(tile));
    before.chain(behind).map(worth).reduce(|sum, value| sum + value)
}
