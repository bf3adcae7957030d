//! Costs, compared exactly.

use std::cmp::Ordering;

/// A cost: numbers of straight moves and of diagonal moves of √2 each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Cost {
    pub(crate) straight: u64,
    pub(crate) diagonal: u64,
}

impl Ord for Cost {
    /// Compares a + b√2 with c + d√2, exactly: a − c with (d − b)√2.
    fn cmp(&self, other: &Self) -> Ordering {
        let p = i128::from(self.straight) - i128::from(other.straight);
        let q = i128::from(other.diagonal) - i128::from(self.diagonal);
        let (pp, qq) = (p * p, 2 * q * q);
        match (p.signum(), q.signum()) {
            (1, 1) => pp.cmp(&qq),
            (-1, -1) => qq.cmp(&pp),
            (p, q) => p.cmp(&q),
        }
    }
}

impl Cost {
    pub(crate) fn plus(self, other: Self) -> Self {
        Self { straight: self.straight + other.straight, diagonal: self.diagonal + other.diagonal }
    }
}

impl PartialOrd for Cost {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
