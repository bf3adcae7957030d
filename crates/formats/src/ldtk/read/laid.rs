//! Where what stands in a level lies, and the cells in which nothing does.

use super::raw::{Entity, Layer};
use crate::area::{covered, is_one, within};
use level::model::grid::Grid;
use level::model::tile::Tile;
use voice::grouped;

/// A rectangle of one tile.
pub(super) struct Laid {
    pub(super) row: u32,
    pub(super) col: u32,
    pub(super) rows: u32,
    pub(super) cols: u32,
    pub(super) tile: Tile,
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

/// A level in the making.
pub(super) struct Drawn {
    /// Its cells.
    pub(super) grid: Grid,
    /// Those in which something stands, row by row.
    filled: Vec<bool>,
}

impl Drawn {
    /// Cells in which nothing stands.
    pub(super) fn filled(rows: u32, cols: u32, tile: Tile) -> Self {
        let grid = Grid::filled(rows, cols, tile);
        Self { filled: vec![false; grid.tiles().len()], grid }
    }

    /// Lays a rectangle, which lies on the grid.
    pub(super) fn lay(&mut self, laid: &Laid) {
        let Laid { row, col, rows, cols, tile } = *laid;
        let wide = self.grid.cols() as usize;
        for row in row..row + rows {
            for col in col..col + cols {
                self.grid.set(row, col, tile);
                if let Some(cell) = self.filled.get_mut(row as usize * wide + col as usize) {
                    *cell = true;
                }
            }
        }
    }
}

/// The cells in which nothing stands, of all levels.
#[derive(Default)]
pub(super) struct Empty {
    cells: u64,
    of: u64,
    levels: u64,
    first: String,
}

impl Empty {
    /// Counts those of a level.
    pub(super) fn count(&mut self, drawn: &Drawn, place: &str) {
        let empty = drawn.filled.iter().filter(|filled| !**filled).count() as u64;
        if empty == 0 {
            return;
        }
        if self.levels == 0 {
            place.clone_into(&mut self.first);
        }
        self.levels += 1;
        self.cells += empty;
        self.of += drawn.filled.len() as u64;
    }

    /// A note about them, if there are any.
    pub(super) fn note(&self) -> Option<String> {
        let Self { cells, of, levels, first } = self;
        let levels = match levels {
            0 => return None,
            1 => first.clone(),
            more => format!("{more} levels, the first {first}"),
        };
        let are = if *cells == 1 { "is empty and is" } else { "are empty and are" };
        Some(format!(
            "{levels}: {} of {} cells {are} taken as VOID; empty = \"FLOOR\" in the file of --aliases names another tile",
            grouped(*cells),
            grouped(*of)
        ))
    }
}
