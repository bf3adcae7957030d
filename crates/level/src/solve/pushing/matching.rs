//! The cheapest assignment of a different block to each target (Kuhn, 1955; Munkres, 1957).
//!
//! Rows are targets and columns are blocks, equally many of both. Rows beyond the targets cost nothing; they stand
//! for blocks that are not needed. A matching is computed from the prices of the previous one, because little changes
//! from state to state. The matching of a state serves all its successors, which differ in one or two columns.

use super::FAR;

/// A number larger than every sum of costs.
const BEYOND: i32 = 1 << 28;
/// The cost of an impossible pair: larger than any sum of possible costs.
const NEVER: i32 = 1 << 20;
/// Marks the absence of a row.
const NONE: usize = usize::MAX;

/// Prices of rows and columns, and the matched pairs. No pair costs less than the sum of its prices, and a matched
/// pair costs exactly that.
#[derive(Clone, Debug, Default)]
struct Prices {
    rows: Vec<i32>,
    columns: Vec<i32>,
    /// By column, its row, or [`NONE`].
    row_of: Vec<usize>,
}

/// A matching, and working memory.
#[derive(Clone, Debug, Default)]
pub(super) struct Matching {
    targets: usize,
    /// By column and row, the cost.
    costs: Vec<i32>,
    prices: Prices,
    /// The state of the search for a column: by column, the least cost of reaching it, the previous column, and true
    /// if it was visited.
    least: Vec<i32>,
    before: Vec<usize>,
    done: Vec<bool>,
    /// The prices and costs to restore after a change.
    saved: Prices,
    saved_costs: Vec<i32>,
}

impl Matching {
    /// A matching of a number of targets and at least as many blocks.
    pub(super) fn new(targets: usize, blocks: usize) -> Self {
        let rows = vec![0; blocks];
        let prices = Prices { columns: rows.clone(), row_of: vec![NONE; blocks], rows };
        let costs = vec![0; blocks * blocks];
        let (least, before, done) = (vec![0; blocks], vec![NONE; blocks], vec![false; blocks]);
        Self { targets, costs, prices, least, before, done, ..Self::default() }
    }

    /// Sets all columns. `cost` gives the cost of a column and a target, or [`FAR`].
    pub(super) fn set(&mut self, cost: impl Fn(usize, usize) -> u16) -> Option<u32> {
        let columns = self.prices.columns.len();
        self.prices.row_of.fill(NONE);
        for column in 0..columns {
            self.fill(column, |target| cost(column, target));
        }
        self.matched()
    }

    /// The least sum of costs if some columns were different; afterwards they are restored.
    pub(super) fn with_changes(
        &mut self,
        changed: &[usize],
        cost: impl Fn(usize, usize) -> u16,
    ) -> Option<u32> {
        let many = self.prices.rows.len();
        self.saved.clone_from(&self.prices);
        self.saved_costs.clear();
        for &column in changed {
            let begin = column * many;
            self.saved_costs.extend_from_slice(&self.costs[begin..begin + many]);
            self.fill(column, |target| cost(column, target));
        }
        let sum = self.matched();
        for (&column, costs) in changed.iter().zip(self.saved_costs.chunks(many)) {
            self.costs[column * many..(column + 1) * many].copy_from_slice(costs);
        }
        std::mem::swap(&mut self.prices, &mut self.saved);
        sum
    }

    /// The target matched to a column, and its cost; `None` if there is none.
    #[inline(always)]
    pub(super) fn target_of(&self, column: usize) -> Option<(usize, i32)> {
        let row = self.prices.row_of[column];
        (row < self.targets).then(|| (row, self.costs[column * self.prices.rows.len() + row]))
    }

    /// Sets the costs of a column, and unmatches it.
    fn fill(&mut self, column: usize, cost: impl Fn(usize) -> u16) {
        let Self { targets, costs, prices, .. } = self;
        let many = prices.rows.len();
        let mut price = BEYOND;
        for (row, place) in costs[column * many..(column + 1) * many].iter_mut().enumerate() {
            *place = match row < *targets {
                true => Some(cost(row)).filter(|&cost| cost != FAR).map_or(NEVER, i32::from),
                false => 0,
            };
            price = price.min(*place - prices.rows[row]);
        }
        prices.columns[column] = price;
        prices.row_of[column] = NONE;
    }

    /// Matches the rows that have no column, and returns the sum of the costs; `None` if an impossible pair is
    /// needed.
    fn matched(&mut self) -> Option<u32> {
        let many = self.prices.rows.len();
        self.done.fill(false);
        for &row in self.prices.row_of.iter().filter(|&&row| row != NONE) {
            self.done[row] = true;
        }
        // First, match each column that can have a row at its price.
        for column in 0..many {
            if self.prices.row_of[column] == NONE {
                let price = self.prices.columns[column];
                let costs = &self.costs[column * many..(column + 1) * many];
                let pairs = costs.iter().zip(&self.prices.rows).zip(&self.done);
                let fits =
                    |((cost, row), done): ((&i32, &i32), &bool)| !done && cost - row == price;
                if let Some(row) = pairs.map(fits).position(|fits| fits) {
                    self.done[row] = true;
                    self.prices.row_of[column] = row;
                }
            }
        }
        let left: smallvec::SmallVec<[usize; 32]> =
            (0..many).filter(|&row| !self.done[row]).collect();
        for row in left {
            self.match_row(row);
        }
        let cost = |(column, &row): (usize, &usize)| self.costs[column * many + row];
        let sum: i32 = self.prices.row_of.iter().enumerate().map(cost).sum();
        u32::try_from(sum).ok().filter(|_| sum < NEVER)
    }

    /// Finds a column for a row, and moves other rows to other columns if that is cheaper.
    fn match_row(&mut self, row: usize) {
        self.least.fill(BEYOND);
        self.done.fill(false);
        let (mut column, mut at) = (NONE, row);
        loop {
            let next = self.next_column(at, column, row);
            self.done[next] = true;
            column = next;
            at = self.prices.row_of[next];
            if at == NONE {
                break;
            }
        }
        while column != NONE {
            let before = self.before[column];
            self.prices.row_of[column] =
                if before == NONE { row } else { self.prices.row_of[before] };
            column = before;
        }
    }

    /// Extends the search from a row, and returns the cheapest column not visited yet. Prices are raised until the
    /// column is affordable. `first` is the row that needs a column.
    fn next_column(&mut self, row: usize, column: usize, first: usize) -> usize {
        let Self { costs, prices: Prices { rows, columns, row_of }, least, before, done, .. } =
            self;
        let many = rows.len();
        let (mut delta, mut next) = (i32::MAX, 0);
        for other in 0..many {
            if done[other] {
                continue;
            }
            let reduced = costs[other * many + row] - rows[row] - columns[other];
            if reduced < least[other] {
                least[other] = reduced;
                before[other] = column;
            }
            if least[other] < delta {
                (delta, next) = (least[other], other);
            }
        }
        if delta != 0 {
            rows[first] += delta;
            for other in 0..many {
                if done[other] {
                    rows[row_of[other]] += delta;
                    columns[other] -= delta;
                } else {
                    least[other] -= delta;
                }
            }
        }
        next
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cheapest_matching_is_found_and_changed() {
        let costs = [[4, 2, 3], [1, 0, 2], [3, 5, 2], [9, 9, FAR]];
        let mut matching = Matching::new(3, 4);
        for _ in 0..2 {
            assert_eq!(matching.set(|block, target| costs[block][target]), Some(5));
            assert_eq!(matching.with_changes(&[1], |_, _| FAR), Some(13));
            assert_eq!(matching.with_changes(&[0, 3], |_, _| FAR), None);
            assert_eq!(matching.with_changes(&[3], |_, target| target as u16), Some(2));
        }
    }
}
