//! The cost of plans, compared exactly.

use crate::rules::Way;
use std::cmp::Ordering;
use std::fmt::{self, Display};

/// The cost of moves: 1 each, diagonal steps √2. Costs are compared as the real numbers they are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Cost {
    /// The number of moves that cost 1.
    pub straight: u64,
    /// The number of moves that cost √2.
    pub diagonal: u64,
}

impl Cost {
    /// The cost of passing a door in a way.
    #[inline]
    #[must_use]
    pub fn of(way: Way) -> Self {
        match way {
            Way::Pass => Self::default(),
            _ if way.is_diagonal() => Self { straight: 0, diagonal: 1 },
            _ => Self { straight: 1, diagonal: 0 },
        }
    }

    /// Both together.
    #[inline]
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self { straight: self.straight + other.straight, diagonal: self.diagonal + other.diagonal }
    }

    /// As a number.
    #[inline]
    #[must_use]
    pub fn value(self) -> f64 {
        self.straight as f64 + self.diagonal as f64 * std::f64::consts::SQRT_2
    }
}

impl Ord for Cost {
    /// Compares `a + b√2` with `c + d√2`: `a - c` with `(d - b)√2`, by signs and squares.
    fn cmp(&self, other: &Self) -> Ordering {
        if self.diagonal == other.diagonal {
            return self.straight.cmp(&other.straight);
        }
        // If they differ by more than rounding can, the numbers themselves tell.
        let (one, two) = (self.value(), other.value());
        if (one - two).abs() > 1e-14 * (one + two) {
            return one.total_cmp(&two);
        }
        let straight = i128::from(self.straight) - i128::from(other.straight);
        let diagonal = i128::from(other.diagonal) - i128::from(self.diagonal);
        let signed_square = |n: i128| n * n.abs();
        signed_square(straight).cmp(&(2 * signed_square(diagonal)))
    }
}

impl PartialOrd for Cost {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.diagonal {
            0 => write!(f, "{}", self.straight),
            _ => write!(f, "{:.3}", self.value()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costs_compare_as_real_numbers() {
        let cost = |straight, diagonal| Cost { straight, diagonal };
        for a in 0..12 {
            for b in 0..12 {
                for c in 0..12 {
                    for d in 0..12 {
                        let (one, other) = (cost(a, b), cost(c, d));
                        let numbers = one.value().partial_cmp(&other.value()).unwrap();
                        let expect = if one == other { Ordering::Equal } else { numbers };
                        assert_eq!(one.cmp(&other), expect, "{one} {other}");
                    }
                }
            }
        }
        // Quotients that are a little less than √2, and a little more; doubles do not tell the last ones apart.
        for (less, times) in [(7, 5), (1_393, 985), (54_608_393, 38_613_965)] {
            assert!(cost(less, 0) < cost(0, times) && cost(0, times) > cost(less, 0));
        }
        for (more, times) in [(3, 2), (577, 408), (22_619_537, 15_994_428)] {
            assert!(cost(more, 0) > cost(0, times) && cost(0, times) < cost(more, 0));
        }
        assert_eq!((cost(3, 0).to_string(), cost(1, 2).to_string()), ("3".into(), "3.828".into()));
    }
}
