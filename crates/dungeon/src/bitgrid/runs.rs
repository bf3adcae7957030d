//! The runs of open cells of a row, found word by word.
//!
//! A run begins or ends where a cell differs from the one before it. These places are the bits of
//! `word ^ (word << 1 | last cell of the word before)`, and are taken off one after another. The work
//! grows with the runs and the words, not with the cells. Invariant: the runs of a row are in order and
//! none touches another.

/// A run of open cells of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// The first cell.
    pub start: u32,
    /// The cell behind the last.
    pub end: u32,
}

impl Run {
    /// Number of its cells.
    #[must_use]
    pub fn len(self) -> u32 {
        self.end - self.start
    }

    /// True if it has no cell; no run of a row is like that.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.end <= self.start
    }
}

/// The runs of one row after another, in memory that is used again.
///
/// ```
/// use quandary_dungeon::bitgrid::{Grid, runs::{Run, Runs}};
/// let grid = Grid::drawn("..#.#\n");
/// let mut runs = Runs::default();
/// runs.find(grid.row(0));
/// assert!(runs.iter().eq([Run { start: 0, end: 2 }, Run { start: 3, end: 4 }]));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Runs {
    /// The first cells of runs and the cells behind them, by turns.
    places: Vec<u32>,
}

impl Runs {
    /// Finds the runs of a row, in place of those of the last one.
    #[inline]
    pub fn find(&mut self, row: &[u64]) {
        self.places.clear();
        let (mut before, mut start) = (1, 0);
        for &word in row {
            let mut changes = word ^ (word << 1 | before);
            before = word >> 63;
            while changes != 0 {
                self.places.push(start + changes.trailing_zeros());
                changes &= changes - 1;
            }
            start += 64;
        }
        if before == 0 {
            self.places.push(start);
        }
    }

    /// The runs, in order: of each the first cell and the cell behind the last.
    #[inline]
    #[must_use]
    pub fn spans(&self) -> &[[u32; 2]] {
        self.places.as_chunks().0
    }

    /// The runs, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Run> {
        self.spans().iter().map(|&[start, end]| Run { start, end })
    }

    /// Number of runs.
    #[must_use]
    pub fn len(&self) -> usize {
        self.places.len() / 2
    }

    /// True if there is no run.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bitgrid::Grid;

    #[test]
    fn runs_cross_words_and_end_with_the_row() {
        let check = |width: usize, open: &[(u32, u32)]| {
            let mut line = vec![b'#'; width];
            for &(start, end) in open {
                line[start as usize..end as usize].fill(b'.');
            }
            let grid = Grid::drawn(&String::from_utf8(line).unwrap());
            let mut runs = Runs::default();
            runs.find(grid.row(0));
            let found: Vec<_> = runs.iter().map(|run| (run.start, run.end)).collect();
            assert_eq!((found.as_slice(), runs.len()), (open, open.len()));
        };
        check(64, &[]);
        check(64, &[(0, 64)]);
        check(128, &[(0, 1), (63, 65), (127, 128)]);
        check(200, &[(1, 199)]);
        check(1, &[(0, 1)]);
    }
}
