//! Where what stands in a level lies.

use super::raw::{Entity, Layer};
use crate::area::{covered, is_one, within};
use crate::drawn::Drawn;
use level::model::tile::Tile;

/// A rectangle of one tile.
pub(super) struct Laid {
    pub(super) row: u32,
    pub(super) col: u32,
    pub(super) rows: u32,
    pub(super) cols: u32,
    pub(super) tile: Tile,
}

impl Laid {
    /// Lays it onto the floor, on which it lies.
    pub(super) fn onto(&self, drawn: &mut Drawn) {
        for row in self.row..self.row + self.rows {
            for col in self.col..self.col + self.cols {
                drawn.set(row, col, self.tile);
            }
        }
    }
}

/// The cells that an entity covers, if they are several and it is no thing on one: those of its layer of which it covers
/// more than half.
pub(super) fn area(entity: &Entity, layer: &Layer, tile: Tile) -> Option<Laid> {
    let px = entity.px.filter(|_| !is_one(tile))?;
    let side = layer.grid_size.max(1) as f64;
    let span = |at: i64, pivot: f64, long: i64, many: u32| {
        let from = at as f64 - pivot * long as f64;
        let (first, end) = covered(from / side, (from + long as f64) / side);
        within((first, end), many).map(|(low, long)| (low, long, end - first))
    };
    let (col, cols, wide) = span(px[0], entity.pivot[0], entity.width, layer.cols)?;
    let (row, rows, high) = span(px[1], entity.pivot[1], entity.height, layer.rows)?;
    // What is no larger than a cell lies where the editor says that it does.
    (wide > 1.0 || high > 1.0).then_some(Laid { row, col, rows, cols, tile })
}
