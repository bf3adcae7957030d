//! From a plan to tiles: a level that can be walked, with its room graph.
//!
//! A room is a rectangle of tiles with walls around it, a passage a pair of doors that face each other, somewhere along
//! the side that it leads through. What a passage asks for stands on its edge; walls that a bomb opens, water and plates
//! are tiles besides. Invariant: whatever is laid for looks or for a puzzle leaves all doors and things of a room in one
//! piece, water before a door aside.

mod names;
mod ground;
mod yards;
mod blocks;
mod graph;
mod laid;
mod furnish;

pub use names::{Spot, key_name};
pub(crate) use names::{plate_name, symbol};

use super::holder::Holder;
use super::plan::Plan;
use super::request::{Request, Size};
use crate::reject::Reject;
use furnish::contents;
use laid::{Laid, doors, rooms, span};
use level::rules::{BlockReset, Bombs, Push};
use level::{Cell, Content, Grid, Level, Mark, Rules, Tile, Tiles};
use search::Attempt;

/// A plan in tiles.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Tiled {
    /// The level.
    pub level: Level,
    /// Of each room the name of the template that furnished it.
    pub templates: Vec<String>,
}

/// Lays a plan out in tiles.
///
/// # Errors
/// [`Reject::NoYard`] where no blocks were found that open a portcullis, [`Reject::NoFurniture`] where not even a bare
/// room holds what is to lie in it.
pub fn lay(plan: &Plan, request: &Request, attempt: Attempt) -> Result<Tiled, Reject> {
    let size = request.size;
    let mut rooms = rooms(plan, size);
    doors(plan, size, &mut rooms, &mut attempt.phase("doors"));
    contents(plan, request, &mut rooms, attempt)?;
    let templates = rooms.iter_mut().map(|laid| std::mem::take(&mut laid.template)).collect();
    Ok(Tiled { level: assemble(plan, size, rooms), templates })
}

/// What keeps the keys of a plan, as far as its tiles bear it out.
pub(super) fn holders(plan: &Plan, tiled: &Tiled) -> Vec<Option<Holder>> {
    let tiles = tiled.level.tiles.as_ref();
    tiles.map_or_else(Vec::new, |tiles| furnish::borne_out(plan, tiles))
}

/// The rules of designed dungeons: bombs never run out, blocks can be pushed again and go back when their room is left.
#[must_use]
pub fn rules() -> Rules {
    Rules {
        bombs: Bombs::Unlimited,
        push: Push::Free,
        blocks: BlockReset::Reset,
        ..Rules::default()
    }
}

/// The level of all rooms.
fn assemble(plan: &Plan, size: Size, rooms: Vec<Laid>) -> Level {
    let mut graph = graph::graph(plan);
    let (lowest, top) = span(plan, None, 2);
    let floor = |z: i32| {
        let cells = |axis| {
            let (low, high) = span(plan, Some(z), axis);
            (high - low + 1) as u32
        };
        Grid::filled(cells(1) * size.height, cells(0) * size.width, Tile::Void)
    };
    let mut tiles = Tiles { floors: (lowest..=top).rev().map(floor).collect(), ..Tiles::default() };
    for (node, laid) in (0..).zip(rooms) {
        let Laid { corner, ground, marks, switches, plates, .. } = laid;
        let cell =
            |(row, col): Spot| Cell { row: corner.row + row, col: corner.col + col, ..corner };
        for (spot, tile) in ground.tiles() {
            let Cell { floor, row, col } = cell(spot);
            if let Some(grid) = tiles.floors.get_mut(floor as usize) {
                grid.set(row, col, tile);
            }
        }
        let (rows, cols) = ground.size();
        tiles.rooms.push(level::Room { node, corner, rows, cols });
        for (spot, name) in marks {
            let gives = Content::Symbol(graph::symbol(&mut graph, &name));
            tiles.marks.push(Mark { cell: cell(spot), gives });
        }
        for (spot, switch) in switches {
            let gives = Content::Toggle(switch as u32);
            tiles.marks.push(Mark { cell: cell(spot), gives });
        }
        for (number, spots) in plates {
            let name = plate_name(number);
            let gives = Some(graph::symbol(&mut graph, &format!("plate:{name}")));
            graph.plates.push(name);
            tiles.plates.push(level::Plate { cells: spots.into_iter().map(cell).collect(), gives });
        }
    }
    Level { graph, rules: Some(rules()), ..Level::of_tiles(tiles) }
}
