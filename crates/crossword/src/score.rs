//! Counts points. No other module does.
//!
//! A word scores the sum of its tile values, times the word premiums. Letter and word premiums count only under tiles
//! placed in this move. A move scores its word, every cross word, and [`BINGO`] if it places a full rack.

use crate::board::{Direction, SIZE, Square};
use crate::position::Position;
use crate::rack::RACK_SIZE;
use crate::tile::Tile;

/// Bonus for placing a full rack.
pub const BINGO: u32 = 50;

/// The score of a move: the letters of its word times the word premiums, its cross words, and the bonus.
#[inline]
#[must_use]
pub(crate) fn total(letters: u32, multiplier: u32, crosses: u32, placed: usize) -> u32 {
    letters * multiplier + crosses + if placed == RACK_SIZE { BINGO } else { 0 }
}

/// The score of a word in a direction, computed square by square. Each square comes with the tile placed on it, `None`
/// for a tile already there. Moves from [`crate::movegen`] carry the same score.
#[must_use]
pub fn score(
    position: &Position,
    direction: Direction,
    squares: impl Iterator<Item = (Square, Option<Tile>)>,
) -> u32 {
    let setting = position.setting();
    let worth = |tile| u32::from(setting.tiles().worth(tile));
    let (mut letters, mut multiplier, mut crosses, mut placed) = (0, 1, 0, 0);
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
        placed += 1;
        if let Some(neighbours) = cross(position, square, direction.other()) {
            crosses += (value + neighbours) * word;
        }
    }
    total(letters, multiplier, crosses, placed)
}

/// The sum of the values of the tiles just before and behind a square in a direction; `None` if there are none.
fn cross(position: &Position, square: Square, direction: Direction) -> Option<u32> {
    let (line, at) = direction.place(square);
    let tile = |at| direction.square(line, at).and_then(|square| position.tile(square));
    let before = (0..at).rev().map_while(tile);
    let behind = (at + 1..SIZE).map_while(tile);
    let worth = |tile| u32::from(position.setting().tiles().worth(tile));
    before.chain(behind).map(worth).reduce(|sum, value| sum + value)
}
