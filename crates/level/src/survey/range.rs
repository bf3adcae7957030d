//! The expressive range of a set: how many of its levels have which two numbers.
//!
//! Source: G. Smith and J. Whitehead, *Analyzing the expressive range of a level generator*, 2010.

/// A side of a range: its name, its ends, and the number of cells between them.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// The number that is counted.
    pub name: String,
    /// Its least and its largest value.
    pub ends: [f64; 2],
    /// Number of cells.
    pub cells: usize,
}

impl Axis {
    /// An axis that just holds some values. Shares keep the ends 0 and 1; where all values are one, that is the middle.
    #[must_use]
    pub fn holding(name: &str, values: impl Iterator<Item = f64>, cells: usize) -> Self {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for value in values {
            (low, high) = (low.min(value), high.max(value));
        }
        let ends = match (low, high) {
            (low, high) if low > high => [0.0, 1.0],
            (low, high) if low >= 0.0 && high <= 1.0 => [0.0, 1.0],
            (low, high) if low == high => [low - 0.5, high + 0.5],
            ends => ends.into(),
        };
        Self { name: name.to_owned(), ends, cells }
    }

    /// The place of a value along it, from 0 to 1.
    #[must_use]
    pub fn along(&self, value: f64) -> f64 {
        let [low, high] = self.ends;
        ((value - low) / (high - low)).clamp(0.0, 1.0)
    }

    /// The cell of a value; the last holds its upper end too.
    fn cell(&self, value: f64) -> usize {
        ((self.along(value) * self.cells as f64) as usize).min(self.cells.saturating_sub(1))
    }
}

/// Levels counted by two numbers.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Range {
    /// From left to right.
    pub x: Axis,
    /// From below to above.
    pub y: Axis,
    /// The number of levels in each cell: rows from below, of cells from the left.
    pub counts: Vec<Vec<usize>>,
}

impl Range {
    /// Counts some points.
    #[must_use]
    pub fn of(x: Axis, y: Axis, points: &[[f64; 2]]) -> Self {
        let mut counts = vec![vec![0; x.cells]; y.cells];
        for point in points {
            counts[y.cell(point[1])][x.cell(point[0])] += 1;
        }
        Self { x, y, counts }
    }

    /// The share of its cells that a level lies in.
    #[must_use]
    pub fn covered(&self) -> f64 {
        let cells = self.counts.iter().flatten();
        let taken = cells.clone().filter(|&&count| count > 0).count();
        taken as f64 / cells.count().max(1) as f64
    }
}
