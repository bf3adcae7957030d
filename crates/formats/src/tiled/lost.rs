//! Things that a later layer covers, for a note.

use crate::ways::is_one;
use level::model::tile::Tile;

/// Things covered by a later layer: their number, and the first in words.
#[derive(Default)]
pub(super) struct Lost {
    many: u64,
    first: String,
}

impl Lost {
    /// Counts a tile that is covered by another.
    pub(super) fn count(&mut self, here: Tile, tile: Tile, place: &dyn Fn() -> String) {
        if here != tile && (is_one(here) || here == Tile::Goal) {
            if self.many == 0 {
                self.first = format!("{}: {tile} covers {here}", place());
            }
            self.many += 1;
        }
    }

    /// A note about them, if there are any.
    pub(super) fn note(&self) -> Option<String> {
        let Self { many, first } = self;
        match many {
            0 => None,
            1 => Some(first.clone()),
            2 => Some(format!("{first}; 1 more thing is covered by a later layer")),
            _ => Some(format!("{first}; {} more things are covered by later layers", many - 1)),
        }
    }
}
