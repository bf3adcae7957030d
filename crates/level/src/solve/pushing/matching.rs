//! The cheapest way to give each target a block of its own (Kuhn, 1955; Munkres, 1957).

use super::pulls::FAR;

/// A number beyond every sum of costs.
const BEYOND: i32 = 1 << 28;
/// The cost of what cannot be: more than any sum of costs that can.
const NEVER: i32 = 1 << 20;

/// Working memory. Rows are targets and columns blocks, numbered from 1; 0 is the row that looks for a column.
#[derive(Clone, Debug, Default)]
pub(super) struct Matching {
    rows: Vec<i32>,
    columns: Vec<i32>,
    /// By column: its row, or 0.
    row_of: Vec<usize>,
    /// By column: the least cost by which it can be had, the column before, and true if it was looked at.
    least: Vec<i32>,
    before: Vec<usize>,
    done: Vec<bool>,
}

impl Matching {
    /// The least sum of costs of a matching of all targets, of which there are no more than blocks; `None` where none is possible. `cost` is
    /// that of a target and a block, or [`FAR`].
    pub(super) fn cost(
        &mut self,
        (targets, blocks): (usize, usize),
        cost: impl Fn(usize, usize) -> u16,
    ) -> Option<u32> {
        self.clear(targets, blocks);
        let cost = |target: usize, block: usize| match cost(target - 1, block - 1) {
            FAR => NEVER,
            cost => i32::from(cost),
        };
        for target in 1..=targets {
            self.match_target(target, &cost);
        }
        let sum: i32 = -self.columns[0];
        u32::try_from(sum).ok().filter(|_| sum < NEVER)
    }

    fn clear(&mut self, targets: usize, blocks: usize) {
        self.rows.clear();
        self.rows.resize(targets + 1, 0);
        self.columns.clear();
        self.columns.resize(blocks + 1, 0);
        self.row_of.clear();
        self.row_of.resize(blocks + 1, 0);
        self.before.resize(blocks + 1, 0);
    }

    /// Finds a block for a target, moving others to other blocks where that is cheaper.
    fn match_target(&mut self, target: usize, cost: &impl Fn(usize, usize) -> i32) {
        let columns = self.columns.len();
        self.row_of[0] = target;
        self.least.clear();
        self.least.resize(columns, BEYOND);
        self.done.clear();
        self.done.resize(columns, false);
        let mut column = 0;
        while self.row_of[column] != 0 {
            self.done[column] = true;
            column = self.next_column(column, cost);
        }
        while column != 0 {
            let before = self.before[column];
            self.row_of[column] = self.row_of[before];
            column = before;
        }
    }

    /// Looks on from the row of a column, and returns the cheapest column that was not looked at.
    fn next_column(&mut self, column: usize, cost: &impl Fn(usize, usize) -> i32) -> usize {
        let row = self.row_of[column];
        let (mut delta, mut next) = (BEYOND, 0);
        for other in 1..self.columns.len() {
            if self.done[other] {
                continue;
            }
            let reduced = cost(row, other) - self.rows[row] - self.columns[other];
            if reduced < self.least[other] {
                self.least[other] = reduced;
                self.before[other] = column;
            }
            if self.least[other] < delta {
                (delta, next) = (self.least[other], other);
            }
        }
        for other in 0..self.columns.len() {
            if self.done[other] {
                self.rows[self.row_of[other]] += delta;
                self.columns[other] -= delta;
            } else {
                self.least[other] -= delta;
            }
        }
        next
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cheapest_matching_is_found() {
        let costs = [[4, 1, 3, 9], [2, 0, 5, 9], [3, 2, 2, FAR]];
        let mut matching = Matching::default();
        assert_eq!(matching.cost((3, 4), |target, block| costs[target][block]), Some(5));
        assert_eq!(matching.cost((3, 3), |target, block| costs[target][block]), Some(5));
        let never = |target, _| if target == 0 { 1 } else { FAR };
        assert_eq!(matching.cost((2, 2), never), None);
    }
}
