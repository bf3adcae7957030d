//! A table of rows of different lengths, in one piece of memory.

use std::ops::Range;

/// Rows of items, one after another.
#[derive(Clone, Debug)]
pub(crate) struct Rows<T> {
    /// By row: the index at which it begins; and the end of the last one.
    first: Vec<u32>,
    items: Vec<T>,
}

impl<T> Default for Rows<T> {
    fn default() -> Self {
        Self { first: Vec::new(), items: Vec::new() }
    }
}

impl<T: Copy> Rows<T> {
    /// Replaces the table by `rows` rows. Each item comes with its row; items of one row keep their order.
    pub(crate) fn fill(&mut self, rows: usize, items: impl Iterator<Item = (usize, T)> + Clone) {
        let Self { first, items: all } = self;
        first.clear();
        first.resize(rows + 2, 0);
        for (row, _) in items.clone() {
            first[row + 2] += 1;
        }
        let mut end = 0;
        for count in &mut *first {
            end += *count;
            *count = end;
        }
        all.clear();
        if let Some((_, any)) = items.clone().next() {
            all.resize(end as usize, any);
        }
        // Each number is where the row before begins, and goes on item by item to where it ends.
        for (row, item) in items {
            let next = &mut first[row + 1];
            all[*next as usize] = item;
            *next += 1;
        }
        first.truncate(rows + 1);
    }

    /// The items of a row.
    #[inline]
    pub(crate) fn row(&self, row: usize) -> &[T] {
        self.rows(row..row + 1)
    }

    /// The items of neighbouring rows.
    #[inline]
    pub(crate) fn rows(&self, rows: Range<usize>) -> &[T] {
        match (self.first.get(rows.start), self.first.get(rows.end)) {
            (Some(&a), Some(&b)) => self.items.get(a as usize..b as usize).unwrap_or(&[]),
            _ => &[],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_of_a_row_keep_their_order() {
        let mut rows = Rows::default();
        rows.fill(3, [(2, 'a'), (0, 'b'), (2, 'c')].into_iter());
        assert_eq!((rows.row(0), rows.row(1), rows.row(2)), (&['b'][..], &[][..], &['a', 'c'][..]));
        assert_eq!((rows.rows(0..3), rows.row(3)), (&['b', 'a', 'c'][..], &[][..]));
        rows.fill(1, std::iter::empty());
        assert!(rows.row(0).is_empty());
    }
}
