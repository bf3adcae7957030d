//! Cells of a shape, and their largest number.

/// The most columns, and the most rows, of a mask or a colour map.
pub(crate) const MOST_SIDE: u32 = 4096;
/// The most rooms that a mask or a colour map may ask for.
pub(crate) const MOST_ROOMS: usize = 100_000;

/// A cell: x to the east, y to the north.
pub(crate) type Cell = (i32, i32);

/// Free-form rooms: one for each colour of a picture, in order of first appearance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ColourMap {
    /// The cells of each room, in reading order.
    pub(crate) rooms: Vec<Vec<Cell>>,
    /// The rooms that touch each room side to side, in rising order.
    pub(crate) neighbours: Vec<Vec<u32>>,
}

/// The cell at a column and a row from the top of a shape with `rows` rows.
pub(super) fn cell(column: usize, row: usize, rows: usize) -> Cell {
    (column as i32, rows.saturating_sub(row + 1) as i32)
}
