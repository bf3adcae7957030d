//! Places of objects: conversion from pixels to cells.

use super::object::Object;
use crate::Area;
use crate::area::{covered, within};
use level::model::grid::Cell;
use voice::counted;

/// The floor that objects lie on, in cells, and where its corner is, in pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Ground {
    /// The floor.
    pub(super) floor: u32,
    /// The number of rows it has.
    pub(super) rows: u32,
    /// The number of columns it has.
    pub(super) cols: u32,
    /// Its corner, seen from the corner of the objects' layer.
    pub(super) corner: (f64, f64),
    /// The width and height of a cell.
    pub(super) side: (f64, f64),
}

impl Ground {
    /// The cell under the middle of an object.
    pub(super) fn cell(&self, object: &Object<'_>) -> Result<Cell, String> {
        let (left, top, right, bottom) = self.edges(object)?;
        let row = inside(f64::midpoint(top, bottom).floor(), self.rows);
        let col = inside(f64::midpoint(left, right).floor(), self.cols);
        match (row, col) {
            (Some(row), Some(col)) => Ok(Cell::new(self.floor, row, col)),
            _ => Err(self.off()),
        }
    }

    /// The cells that an object covers by more than half; a point and a slip of a rectangle cover one.
    pub(super) fn area(&self, object: &Object<'_>) -> Result<Area, String> {
        let (left, top, right, bottom) = self.edges(object)?;
        let ends = |from: f64, to: f64, many: u32| {
            let (first, end) = covered(from, to);
            inside(first, many).is_some() && inside(end - 1.0, many).is_some()
        };
        match ends(top, bottom, self.rows) && ends(left, right, self.cols) {
            true => self.covered(object),
            false => Err(self.off()),
        }
    }

    /// The same of an object that may reach beyond the floor.
    pub(super) fn covered(&self, object: &Object<'_>) -> Result<Area, String> {
        let (left, top, right, bottom) = self.edges(object)?;
        let rows = within(covered(top, bottom), self.rows);
        let cols = within(covered(left, right), self.cols);
        let ((row, rows), (col, cols)) = rows.zip(cols).ok_or_else(|| self.off())?;
        Ok(Area { corner: Cell::new(self.floor, row, col), rows, cols })
    }

    /// The edges of an object in cells: left, top, right, bottom. The corner of a tile is its lower left one.
    fn edges(&self, object: &Object<'_>) -> Result<(f64, f64, f64, f64), String> {
        let turned = object.rotation();
        if turned != 0.0 {
            return Err(format!("is turned by {turned} degrees; only upright ones are read"));
        }
        if let Some(kind) = object.shape() {
            return Err(format!("is {kind}; a point, a rectangle or a tile is asked for"));
        }
        let ((x, y), (wide, high)) = (object.at, object.size());
        let left = x - self.corner.0;
        let top = y - self.corner.1 - if object.is_tile() { high } else { 0.0 };
        let (side_x, side_y) = self.side;
        Ok((left / side_x, top / side_y, (left + wide) / side_x, (top + high) / side_y))
    }

    fn off(&self) -> String {
        format!(
            "does not lie on floor {}, which has {} and {}",
            self.floor,
            counted(self.rows.into(), "row", "rows"),
            counted(self.cols.into(), "column", "columns")
        )
    }
}

/// A row or column, if there is one of that number.
fn inside(at: f64, many: u32) -> Option<u32> {
    (at >= 0.0 && at < f64::from(many)).then_some(at as u32)
}
