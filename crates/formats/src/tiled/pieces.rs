//! Pieces of layers: the rectangles of cells that they draw, and how these are laid on a floor.

use super::data;
use super::raw::{RawChunk, RawLayer};
use super::sets::Sets;
use super::{TiledError, check_cells, wrong};
use crate::area::is_one;
use crate::drawn::Drawn;
use level::model::tile::Tile;
use rustc_hash::FxHashMap;
use std::borrow::Cow;

/// A rectangle of cells that a layer draws.
pub(super) struct Piece<'a> {
    layer: &'a RawLayer,
    pub(super) x: i64,
    pub(super) y: i64,
    pub(super) wide: i64,
    pub(super) high: i64,
    gids: Cow<'a, [u32]>,
}

/// Things that a later layer covers: how many, and the first in words.
#[derive(Default)]
pub(super) struct Lost {
    many: u64,
    first: String,
}

impl Lost {
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

/// The rectangles of tiles of a layer, moved by columns and rows: one, or the chunks of an infinite map.
pub(super) fn pieces_of<'a>(
    layer: &'a RawLayer,
    shift: (i64, i64),
    cells: &mut u64,
) -> Result<Vec<Piece<'a>>, TiledError> {
    let (encoding, compression) = (layer.encoding.as_deref(), layer.compression.as_deref());
    let mut piece = |data, (x, y): (i32, i32), (wide, high): (u32, u32), field: &str| {
        let place = format!("layer {:?}, {field}", layer.name);
        let many = u64::from(wide) * u64::from(high);
        *cells = cells.saturating_add(many);
        check_cells(*cells, &place)?;
        let gids = data::gids(data, encoding, compression, many as usize)
            .map_err(|message| wrong(place, message))?;
        let (x, y) = (i64::from(x) + shift.0, i64::from(y) + shift.1);
        let (wide, high) = (wide.into(), high.into());
        Ok(Piece { layer, x, y, wide, high, gids })
    };
    match (&layer.data, &layer.chunks) {
        (Some(data), _) => Ok(vec![piece(data, (0, 0), (layer.width, layer.height), "data")?]),
        (None, Some(chunks)) => {
            let one = |(i, chunk): (usize, &'a RawChunk)| {
                let size = (chunk.width, chunk.height);
                piece(&chunk.data, (chunk.x, chunk.y), size, &format!("chunks[{i}]"))
            };
            chunks.iter().enumerate().map(one).collect()
        }
        (None, None) => Err(wrong(format!("layer {:?}", layer.name), "has no data")),
    }
}

impl Piece<'_> {
    /// Lays the tiles of a piece on a floor; empty cells leave what lies there.
    pub(super) fn lay(
        &self,
        drawn: &mut Drawn,
        (left, top): (i64, i64),
        sets: &Sets,
        known: &mut FxHashMap<u32, Option<Tile>>,
        lost: &mut Lost,
    ) -> Result<(), TiledError> {
        let wide = usize::try_from(self.wide).unwrap_or(0).max(1);
        for (row, gids) in (self.y - top..).zip(self.gids.chunks(wide)) {
            for (col, &gid) in (self.x - left..).zip(gids) {
                let place = || format!("layer {:?}, row {row}, column {col}", self.layer.name);
                let tile = match known.get(&gid) {
                    Some(&tile) => tile,
                    None => {
                        let tile = sets.tile(gid).map_err(|message| wrong(place(), message))?;
                        *known.entry(gid).or_insert(tile)
                    }
                };
                let Some(tile) = tile else { continue };
                let grid = &drawn.grid;
                let (rows, cols) = (i64::from(grid.rows()), i64::from(grid.cols()));
                if row >= rows || col >= cols {
                    let message = format!(
                        "lies outside of the floor: its layer says by the properties \"rows\" and \"cols\" that \
                         it has {rows} rows and {cols} columns"
                    );
                    return Err(wrong(place(), message));
                }
                let here = grid.get(row as u32, col as u32).unwrap_or_default();
                if here != tile && (is_one(here) || here == Tile::Triforce) {
                    if lost.many == 0 {
                        lost.first = format!("{}: {tile} covers {here}", place());
                    }
                    lost.many += 1;
                }
                drawn.set(row as u32, col as u32, tile);
            }
        }
        Ok(())
    }
}
