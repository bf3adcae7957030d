//! Blocks that can be pushed: against northern walls, so that each can be pushed one cell east or west and
//! nowhere else.
//!
//! A block has three places, and a level of n states without blocks no more than 3 n with one more: so many
//! are laid as keep that product below [`MOST_STATES`]. Invariant: wherever blocks are pushed, a row of floor
//! before them stays free, and nothing that lies about is ever under one.

use super::chamber::{Beside, Chamber};
use super::request::{BlockSpots, MOST_STATES};
use crate::named::named;
use level::Limits;
use level::check::count;
use level::rules::Rules;
use level::{Level, Tile};
use search::Stream;

/// Number of blocks: asked for, drawn and placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blocks {
    /// The most that were asked for.
    pub most: u32,
    /// Number drawn, from 0 to that.
    pub drawn: u32,
    /// Number placed in the level.
    pub placed: u32,
    /// Reason for which the others that were drawn are lacking.
    pub lack: Option<Lack>,
}

named! {
    /// Reason for which another block cannot be placed.
    pub enum Lack {
        /// One more would make more states than are counted.
        States = "states",
        /// No other room has a free place along its northern wall.
        Place = "place",
    }
}

impl Lack {
    /// In words, with the blocks that lack it.
    #[must_use]
    pub fn words(self) -> String {
        match self {
            Lack::States => {
                format!("with one more the tiles could have more than {MOST_STATES} states")
            }
            Lack::Place => "no other room has a place for one".to_owned(),
        }
    }
}

/// Lays up to `most` blocks.
pub(super) fn lay(
    level: &mut Level,
    rooms: &[Chamber],
    most: u32,
    spots: BlockSpots,
    stream: &mut Stream,
) -> Blocks {
    let drawn = stream.between(0, most.into()) as u32;
    let mut blocks = Blocks { most, drawn, placed: 0, lack: None };
    if drawn == 0 {
        return blocks;
    }
    let limits = Limits { states: Some(MOST_STATES), ..Limits::default() };
    let counted = count(level, &Rules::default(), &limits);
    let mut states = counted.map_or(u64::MAX, |counted| counted.states.max(1));
    let mut free: Vec<&Chamber> = rooms.iter().collect();
    let (beside, mut tries) = match spots {
        BlockSpots::Anywhere => (Beside::Marks, drawn),
        BlockSpots::Clear => (Beside::Nothing, u32::MAX),
    };
    while blocks.placed < drawn && tries > 0 {
        if states.saturating_mul(3) > MOST_STATES {
            return Blocks { lack: Some(Lack::States), ..blocks };
        }
        if free.is_empty() {
            break;
        }
        tries -= 1;
        let room = free.swap_remove(stream.index(free.len()));
        let sites: Vec<_> = room.block_sites(beside).collect();
        let Some(&site) = stream.pick(&sites) else { continue };
        let cell = room.cell(site);
        let floor =
            level.tiles.as_mut().and_then(|tiles| tiles.floors.get_mut(cell.floor as usize));
        if let Some(floor) = floor {
            floor.set(cell.row, cell.col, Tile::Block);
            states *= 3;
            blocks.placed += 1;
        }
    }
    let lack = (blocks.placed < drawn).then_some(Lack::Place);
    Blocks { lack, ..blocks }
}
