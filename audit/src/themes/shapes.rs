//! Shapes of rooms and joints: plain rectangles, doorways off the middle of their side.

use super::print::Printed;
use crate::measures::gates::doorways;
use crate::measures::inside::interior;
use crate::measures::links::Pair;
use crate::measures::read::Rectangle;
use crate::measures::site::{At, Site, around};
use std::collections::{BTreeMap, BTreeSet};

/// A room from inside.
pub(super) struct Shape {
    /// Height and width of the interior.
    pub(super) size: [usize; 2],
    /// True if the interior fills its rectangle.
    pub(super) full: bool,
    /// Number of cells of the interior by tile.
    pub(super) tiles: BTreeMap<u8, usize>,
}

/// The shapes of rooms by number; none of one that is wall throughout.
pub(super) fn shapes(site: &Site<'_>) -> BTreeMap<usize, Shape> {
    let shape =
        |(room, cells): (&usize, &BTreeMap<At, u8>)| Some((*room, shape(&interior(cells))?));
    site.rectangles.iter().filter_map(shape).collect()
}

fn shape(inside: &BTreeMap<At, u8>) -> Option<Shape> {
    let rows = || inside.keys().map(|at| at[1]);
    let cols = || inside.keys().map(|at| at[2]);
    let (top, bottom, left, right) = (rows().min()?, rows().max()?, cols().min()?, cols().max()?);
    let size = [bottom + 1 - top, right + 1 - left];
    let full = inside.len() == size[0] * size[1];
    let mut tiles = BTreeMap::new();
    inside.values().for_each(|tile| *tiles.entry(*tile).or_default() += 1);
    Some(Shape { size, full, tiles })
}

/// True if a room is not the plain rectangle: no full one from inside, or of several cells.
pub(super) fn is_shaped(printed: &Printed, room: usize, shape: &Shape) -> bool {
    !shape.full || printed.rooms.get(room).is_some_and(|room| room.cells.len() > 1)
}

/// Of each doorway whether it is more than a tile off the middle of the side of its cell.
pub(super) fn off_middle(printed: &Printed, site: &Site<'_>) -> Vec<bool> {
    let rectangles: BTreeMap<usize, &Rectangle> = (printed.level.rooms.iter())
        .filter_map(|room| Some((site.number(&room.node).ok()?, room)))
        .collect();
    let off = |(pair, cells): (&Pair, &BTreeSet<At>)| {
        let rectangle = rectangles.get(&pair.0)?;
        let grid = &printed.rooms.get(pair.0)?.cells;
        let side =
            |axis: usize| grid.iter().map(|cell| cell[axis]).collect::<BTreeSet<_>>().len().max(1);
        let cell = [rectangle.rows / side(1), rectangle.cols / side(0)];
        off(site, *pair, cells, [rectangle.row, rectangle.col], cell)
    };
    doorways(site).iter().filter_map(off).collect()
}

/// True if the cells of a doorway in its first room lie off the middle.
fn off(
    site: &Site<'_>,
    (room, other): Pair,
    cells: &BTreeSet<At>,
    corner: [usize; 2],
    cell: [usize; 2],
) -> Option<bool> {
    let room_of = |at: &At| site.find(*at).map(|(room, _)| room);
    let mine: Vec<&At> = cells.iter().filter(|at| room_of(at) == Some(room)).collect();
    let beyond = around(**mine.first()?).find(|at| room_of(at) == Some(other))?;
    // A step up or down goes through a wall that lies along the columns.
    let axis = if beyond[2] == mine[0][2] { 1 } else { 0 };
    let within = |at: &&At| (at[axis + 1] - corner[axis]) % cell[axis];
    let sum: usize = mine.iter().map(within).sum();
    let mean = sum as f64 / mine.len() as f64;
    Some((mean - (cell[axis] - 1) as f64 / 2.0).abs() > 1.0)
}
