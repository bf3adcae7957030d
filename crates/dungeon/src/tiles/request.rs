//! The request for tiles, and its limits.

/// The least and the most tiles of a side of a room, walls included.
pub const SIDES: (u32, u32) = (7, 40);
/// The most blocks that can be asked for.
pub const MOST_BLOCKS: u32 = 16;
/// The most states that a level with blocks may have.
pub const MOST_STATES: u64 = 1_000_000;

/// Cells on which blocks may stand and come to stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BlockSpots {
    /// On any floor, also where a key or a switch lies. A room without a place for a block uses up a block.
    Anywhere,
    /// On floor that nothing lies on. A room without a place for a block is passed over.
    Clear,
}

/// A request for tiles: the size of rooms, and the number of blocks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// Width of a room in tiles, walls included.
    pub width: u32,
    /// Height of a room in tiles, walls included.
    pub height: u32,
    /// Largest number of blocks; fewer are laid where more would make too many states.
    pub blocks: u32,
}

/// Tiles that cannot be laid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RequestError {
    /// A room too small or too large.
    #[error("rooms of {0}x{1} tiles are asked for; each side is between {low} and {high}", low = SIDES.0, high = SIDES.1)]
    Sides(u32, u32),
    /// Too many blocks.
    #[error("{}", voice::asked((*.0).into(), "block", "blocks", 0..=MOST_BLOCKS.into()))]
    Blocks(u32),
}

impl Default for Request {
    /// The rooms of the console game, 16 by 11, and up to four blocks.
    fn default() -> Self {
        Self { width: 16, height: 11, blocks: 4 }
    }
}

impl Request {
    /// Checks the limits of the request.
    ///
    /// # Errors
    /// The limit that is broken.
    pub fn check(&self) -> Result<(), RequestError> {
        let fits = |side: u32| (SIDES.0..=SIDES.1).contains(&side);
        if !fits(self.width) || !fits(self.height) {
            return Err(RequestError::Sides(self.width, self.height));
        }
        if self.blocks > MOST_BLOCKS {
            return Err(RequestError::Blocks(self.blocks));
        }
        Ok(())
    }
}
