//! Blocks that can be pushed: against northern walls, so that each can be pushed one cell east or west and
//! nowhere else.
//!
//! A block has three places, and a level of n states without blocks no more than 3 n with one more: so many
//! are laid as keep that product below [`super::MOST_STATES`]. Invariant: wherever blocks are pushed, a row of floor
//! before them stays free.

use super::chamber::Chamber;
use level::check::count;
use level::level::Level;
use level::rules::Rules;
use level::solve::space::Limits;
use level::tile::Tile;
use search::Stream;

/// Lays up to `most` blocks.
pub(super) fn lay(level: &mut Level, rooms: &[Chamber], most: u32, stream: &mut Stream) {
    let wanted = stream.between(0, most.into()) as u32;
    if wanted == 0 {
        return;
    }
    let limits = Limits { states: Some(super::MOST_STATES), ..Limits::default() };
    let Ok(counted) = count(level, &Rules::default(), &limits) else { return };
    let mut states = counted.states.max(1);
    let mut free: Vec<&Chamber> = rooms.iter().collect();
    for _ in 0..wanted {
        if free.is_empty() || states.saturating_mul(3) > super::MOST_STATES {
            return;
        }
        let room = free.swap_remove(stream.index(free.len()));
        let sites: Vec<_> = room.block_sites().collect();
        let Some(&site) = stream.pick(&sites) else { continue };
        let cell = room.cell(site);
        let floor =
            level.tiles.as_mut().and_then(|tiles| tiles.floors.get_mut(cell.floor as usize));
        if let Some(floor) = floor {
            floor.set(cell.row, cell.col, Tile::Block);
            states *= 3;
        }
    }
}
