//! Tiles that are placed by cursor, before they are played.
//!
//! Invariant: the placed tiles and those in the hand are together the rack.

use crossword::alphabet::Letter;
use crossword::board::{Direction, SIZE, Square};
use crossword::moves::coordinate;
use crossword::position::Position;
use crossword::rack::{InHand, Rack};
use crossword::tile::Tile;

/// The cursor, the placed tiles, and the hand.
pub(super) struct Tray<'a> {
    position: &'a Position,
    pub(super) cursor: Square,
    pub(super) direction: Direction,
    laid: Vec<(Square, Tile)>,
    pub(super) hand: Rack,
}

impl<'a> Tray<'a> {
    /// No placed tiles, and the cursor at the start.
    pub(super) fn new(position: &'a Position) -> Self {
        let (cursor, direction) = (position.setting().board().start(), Direction::Across);
        Self { position, cursor, direction, laid: Vec::new(), hand: position.rack().clone() }
    }

    /// The tile of a square; true if it was placed here.
    pub(super) fn tile(&self, square: Square) -> Option<(Tile, bool)> {
        let laid = self.laid.iter().find(|(at, _)| *at == square).map(|(_, tile)| (*tile, true));
        laid.or_else(|| Some((self.position.tile(square)?, false)))
    }

    /// Moves the cursor, up to the edge of the board.
    pub(super) fn go(&mut self, rows: i32, cols: i32) {
        let along = |at: u8, by: i32| (i32::from(at) + by).clamp(0, SIZE as i32 - 1) as usize;
        let Square { row, col } = self.cursor;
        if let Some(square) = Square::new(along(row, rows), along(col, cols)) {
            self.cursor = square;
        }
    }

    /// Switches the direction.
    pub(super) fn turn(&mut self) {
        self.direction = self.direction.other();
    }

    /// The first free square from the cursor on.
    fn free(&self) -> Option<Square> {
        let (line, at) = self.direction.place(self.cursor);
        let mut squares = (at..SIZE).filter_map(|at| self.direction.square(line, at));
        squares.find(|&square| self.tile(square).is_none())
    }

    /// Places a tile on the first free square from the cursor on, and moves to the next.
    ///
    /// # Errors
    /// The reason as text.
    pub(super) fn lay(&mut self, letter: Letter, is_blank: bool) -> Result<(), String> {
        let alphabet = self.position.setting().tiles().alphabet();
        let Some(square) = self.free() else {
            return Err("No square is free from here on.".to_owned());
        };
        let in_hand = if is_blank { InHand::Blank } else { InHand::Letter(letter) };
        if !self.hand.take(in_hand) {
            let upper = alphabet.upper(letter);
            return Err(match is_blank {
                true => "No blank is left on the rack.".to_owned(),
                false if self.hand.blanks() > 0 => {
                    format!("No {upper} is left on the rack; ?, or a capital letter, lays a blank.")
                }
                false => format!("No {upper} is left on the rack."),
            });
        }
        let tile = if is_blank { Tile::blank(letter) } else { Tile::plain(letter) };
        self.laid.push((square, tile));
        self.cursor = square;
        if let Some(next) = self.free() {
            self.cursor = next;
        }
        Ok(())
    }

    /// Takes back the last placed tile, and moves there.
    pub(super) fn take_up(&mut self) {
        if let Some((square, tile)) = self.laid.pop() {
            self.hand.put(InHand::from(tile));
            self.cursor = square;
        }
    }

    /// Takes back all tiles.
    pub(super) fn clear(&mut self) {
        while !self.laid.is_empty() {
            self.take_up();
        }
    }

    /// The guess of the placed tiles: the square and the word.
    ///
    /// # Errors
    /// The reason why they are not a guess, as text.
    pub(super) fn guess(&self) -> Result<(String, String), &'static str> {
        let Some(&(first, _)) = self.laid.iter().min_by_key(|(square, _)| *square) else {
            return Err("No tile is placed.");
        };
        let direction = self.way(first).ok_or("The tiles do not lie in one line.")?;
        let (line, at) = direction.place(first);
        let tile = |at| direction.square(line, at).and_then(|square| self.tile(square));
        let before = (0..at).rev().take_while(|&at| tile(at).is_some()).count();
        let word: Vec<(Tile, bool)> = (at - before..).map_while(tile).collect();
        if word.iter().filter(|(_, is_laid)| *is_laid).count() < self.laid.len() {
            return Err("There is a gap between the tiles.");
        }
        let start = direction.square(line, at - before).ok_or("No tile is placed.")?;
        let alphabet = self.position.setting().tiles().alphabet();
        let mut text = String::new();
        for (tile, is_laid) in word {
            text.extend((is_laid && tile.is_blank()).then_some('?'));
            text.push(alphabet.lower(tile.letter()));
        }
        Ok((coordinate(start, direction), text))
    }

    /// The direction of the tiles; a single tile has the direction in which it has a neighbour.
    fn way(&self, first: Square) -> Option<Direction> {
        if let [_] = self.laid[..] {
            let touches = |direction: &Direction| {
                let (line, at) = direction.place(first);
                let beside = [at.checked_sub(1), Some(at + 1)].into_iter().flatten();
                let mut beside = beside.filter_map(|at| direction.square(line, at));
                beside.any(|square| self.tile(square).is_some())
            };
            return Some(Direction::BOTH.into_iter().find(touches).unwrap_or(self.direction));
        }
        let in_line = |direction: &Direction| {
            self.laid
                .iter()
                .all(|(square, _)| direction.place(*square).0 == direction.place(first).0)
        };
        Direction::BOTH.into_iter().find(in_line)
    }
}
