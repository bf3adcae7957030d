//! Places of objects: conversion from pixels to cells.

use super::raw::RawObject;
use crate::Area;
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
    pub(super) fn cell(&self, object: &RawObject) -> Result<Cell, String> {
        let (left, top, right, bottom) = self.edges(object)?;
        let row = inside(f64::midpoint(top, bottom).floor(), self.rows);
        let col = inside(f64::midpoint(left, right).floor(), self.cols);
        match (row, col) {
            (Some(row), Some(col)) => Ok(Cell::new(self.floor, row, col)),
            _ => Err(self.off()),
        }
    }

    /// The cells that an object covers by more than half; a point and a slip of a rectangle cover one.
    pub(super) fn area(&self, object: &RawObject) -> Result<Area, String> {
        let (left, top, right, bottom) = self.edges(object)?;
        let span = |from: f64, to: f64, many: u32| {
            let (mut first, mut end) = (from.round(), to.round());
            if first >= end {
                first = f64::midpoint(from, to).floor();
                end = first + 1.0;
            }
            let last = inside(end - 1.0, many)?;
            inside(first, many).map(|first| (first, last - first + 1))
        };
        match (span(top, bottom, self.rows), span(left, right, self.cols)) {
            (Some((row, rows)), Some((col, cols))) => {
                Ok(Area { corner: Cell::new(self.floor, row, col), rows, cols })
            }
            _ => Err(self.off()),
        }
    }

    /// The edges of an object in cells: left, top, right, bottom. The corner of a tile is its lower left one.
    fn edges(&self, object: &RawObject) -> Result<(f64, f64, f64, f64), String> {
        if object.rotation != 0.0 {
            return Err(format!(
                "is turned by {} degrees; only upright ones are read",
                object.rotation
            ));
        }
        let kinds = [
            ("a polygon", object.polygon.is_some()),
            ("a line", object.polyline.is_some()),
            ("a text", object.text.is_some()),
        ];
        if let Some((kind, _)) = kinds.iter().find(|(_, is)| *is) {
            return Err(format!("is {kind}; a point, a rectangle or a tile is asked for"));
        }
        let (wide, high) = (object.width.max(0.0), object.height.max(0.0));
        let left = object.x - self.corner.0;
        let top = object.y - self.corner.1 - if object.gid.is_some() { high } else { 0.0 };
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
