//! The bag: the tiles that are not drawn yet.
//!
//! Invariant: the tiles drawn depend on the stream alone, and a draw takes each tile left with the same probability.

use crate::alphabet::Letter;
use crate::board::Square;
use crate::position::Position;
use crate::rack::{InHand, RACK_SIZE, Rack};
use crate::tile::TileSet;
use search::Stream;

/// The tiles that are not drawn yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bag(Vec<InHand>);

impl Bag {
    /// The tiles of the set that are not on the board.
    pub(crate) fn unseen(position: &Position) -> Self {
        let mut bag = Self::full(position.setting().tiles());
        for tile in Square::all().filter_map(|square| position.tile(square)) {
            bag.take(InHand::from(tile));
        }
        bag
    }

    /// All tiles of a set.
    #[must_use]
    pub fn full(set: &TileSet) -> Self {
        let letters = (0..set.alphabet().len() as u8).filter_map(Letter::new);
        let tiles =
            letters.flat_map(|letter| (0..set.count(letter)).map(move |_| InHand::Letter(letter)));
        Self(tiles.chain((0..set.blanks()).map(|_| InHand::Blank)).collect())
    }

    /// Number of tiles left.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// True if no tile is left.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The tiles left, in no particular order.
    #[must_use]
    pub fn tiles(&self) -> &[InHand] {
        &self.0
    }

    /// Draws one tile.
    pub fn draw(&mut self, stream: &mut Stream) -> Option<InHand> {
        if self.0.is_empty() {
            return None;
        }
        let at = stream.index(self.0.len());
        Some(self.0.swap_remove(at))
    }

    /// Fills a rack as far as there are tiles.
    pub fn fill(&mut self, rack: &mut Rack, stream: &mut Stream) {
        for _ in rack.len()..RACK_SIZE {
            if let Some(tile) = self.draw(stream) {
                rack.put(tile);
            }
        }
    }

    /// Puts a tile back.
    pub fn put_back(&mut self, tile: InHand) {
        self.0.push(tile);
    }

    /// Takes out a certain tile, such as one that already lies on the board; false if it is not there.
    pub fn take(&mut self, tile: InHand) -> bool {
        let at = self.0.iter().position(|&held| held == tile);
        at.map(|at| self.0.swap_remove(at)).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use search::Seed;

    #[test]
    fn a_bag_gives_each_tile_once() {
        let set = TileSet::named("is").unwrap();
        let mut stream = Seed::new(5).unwrap().attempt(0).phase("bag");
        let mut bag = Bag::full(set);
        assert_eq!(bag.len(), 100);
        let mut drawn: Vec<_> = std::iter::from_fn(|| bag.draw(&mut stream)).collect();
        drawn.sort();
        let mut all = Bag::full(set).0;
        all.sort();
        assert_eq!(drawn, all);
        assert!(bag.is_empty() && !bag.take(InHand::Blank));
    }

    #[test]
    fn a_rack_is_filled_as_far_as_there_are_tiles() {
        let set = TileSet::named("en").unwrap();
        let mut stream = Seed::new(6).unwrap().attempt(0).phase("bag");
        let (mut bag, mut rack) = (Bag::full(set), Rack::default());
        for _ in 0..96 {
            bag.draw(&mut stream);
        }
        assert!(rack.put(InHand::Blank));
        bag.fill(&mut rack, &mut stream);
        assert_eq!((rack.len(), bag.len()), (5, 0));
    }
}
