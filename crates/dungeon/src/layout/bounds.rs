//! The box of whole coordinates that a layout stays within.
//!
//! Invariant: all six numbers are inclusive, and what [`Bounds::check`] passes has cells, and no more than
//! memory is meant for.

use serde::{Serialize, Serializer};
use std::fmt::{self, Display};
use std::str::FromStr;
use voice::grouped;

/// The most cells that bounds may hold.
pub const MOST_CELLS: u64 = 1 << 22;
/// The largest coordinate, either way.
pub const FARTHEST: i32 = 1_000_000;

/// Six inclusive limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The western limit.
    pub min_x: i32,
    /// The eastern limit.
    pub max_x: i32,
    /// The southern limit.
    pub min_y: i32,
    /// The northern limit.
    pub max_y: i32,
    /// The lowest level.
    pub min_z: i32,
    /// The highest level.
    pub max_z: i32,
}

/// Bounds that hold nothing, or too much.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BoundsError {
    /// A lower limit above its upper one.
    #[error("the bounds are inverted: min_{axis} {min} is above max_{axis} {max}")]
    Inverted {
        /// `x`, `y` or `z`.
        axis: char,
        /// The lower limit.
        min: i32,
        /// The upper limit.
        max: i32,
    },
    /// A coordinate too far out.
    #[error("the bounds reach {0}; coordinates are from -{FARTHEST} to {FARTHEST}")]
    Far(i32),
    /// Too many cells.
    #[error("the bounds hold {} cells; at most {} are possible", grouped(*.0), grouped(MOST_CELLS))]
    Large(u64),
    /// Not six numbers.
    #[error("{:?} is not min_x,max_x,min_y,max_y,min_z,max_z, such as -3,3,-3,3,-2,0", voice::short(.0))]
    Form(String),
}

impl Bounds {
    /// Bounds of `side` cells to each of the four sides of the origin, from level `low` to `high`.
    #[must_use]
    pub const fn around(side: i32, low: i32, high: i32) -> Self {
        let (min_x, max_x, min_y, max_y) = (-side, side, -side, side);
        Self { min_x, max_x, min_y, max_y, min_z: low, max_z: high }
    }

    /// The six numbers, in their order.
    #[must_use]
    pub const fn numbers(&self) -> [i32; 6] {
        [self.min_x, self.max_x, self.min_y, self.max_y, self.min_z, self.max_z]
    }

    /// Cells along x, y and z; 0 where inverted.
    #[must_use]
    pub fn size(&self) -> [u64; 3] {
        self.axes().map(|[min, max]| (i64::from(max) - i64::from(min) + 1).max(0) as u64)
    }

    /// The lower and the upper limit of x, y and z.
    fn axes(&self) -> [[i32; 2]; 3] {
        [[self.min_x, self.max_x], [self.min_y, self.max_y], [self.min_z, self.max_z]]
    }

    /// True if a place lies within.
    #[must_use]
    pub fn holds(&self, place: [i32; 3]) -> bool {
        self.axes().into_iter().zip(place).all(|([min, max], at)| (min..=max).contains(&at))
    }

    /// Checks that they hold something, and not too much.
    ///
    /// # Errors
    /// The limit that they break.
    pub fn check(&self) -> Result<(), BoundsError> {
        for (axis, [min, max]) in ['x', 'y', 'z'].into_iter().zip(self.axes()) {
            if min > max {
                return Err(BoundsError::Inverted { axis, min, max });
            }
        }
        let far = self.numbers().into_iter().find(|n| n.unsigned_abs() > FARTHEST.unsigned_abs());
        if let Some(far) = far {
            return Err(BoundsError::Far(far));
        }
        let cells = self.size().into_iter().fold(1, u64::saturating_mul);
        if cells > MOST_CELLS { Err(BoundsError::Large(cells)) } else { Ok(()) }
    }
}

impl Display for Bounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b, c, d, e, g] = self.numbers();
        write!(f, "{a},{b},{c},{d},{e},{g}")
    }
}

impl Serialize for Bounds {
    /// Its six numbers.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.numbers().serialize(serializer)
    }
}

impl From<[i32; 6]> for Bounds {
    fn from([min_x, max_x, min_y, max_y, min_z, max_z]: [i32; 6]) -> Self {
        Self { min_x, max_x, min_y, max_y, min_z, max_z }
    }
}

impl FromStr for Bounds {
    type Err = BoundsError;

    fn from_str(text: &str) -> Result<Self, BoundsError> {
        let numbers: Option<Vec<i32>> =
            text.split(',').map(|part| part.trim().parse().ok()).collect();
        let numbers = numbers.and_then(|numbers| <[i32; 6]>::try_from(numbers).ok());
        numbers.map(Self::from).ok_or_else(|| BoundsError::Form(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_six_numbers() {
        let bounds: Bounds = "-3,3,-3,3,-2,0".parse().unwrap();
        assert_eq!(bounds, Bounds::around(3, -2, 0));
        assert_eq!(bounds.to_string(), "-3,3,-3,3,-2,0");
        assert_eq!(bounds.size(), [7, 7, 3]);
        assert!(bounds.holds([3, -3, -2]) && !bounds.holds([0, 0, 1]));
        for wrong in ["", "1,2", "1,2,3,4,5,6,7", "a,1,1,1,1,1", "1 2 3 4 5 6"] {
            assert!(matches!(wrong.parse::<Bounds>(), Err(BoundsError::Form(_))), "{wrong}");
        }
    }

    #[test]
    fn what_cannot_be_says_why() {
        let check = |text: &str, part: &str| {
            let said = text.parse::<Bounds>().unwrap().check().unwrap_err().to_string();
            assert!(said.contains(part), "{said}");
        };
        check("3,-3,0,0,0,0", "inverted: min_x 3 is above max_x -3");
        check("0,0,0,0,1,0", "min_z 1 is above max_z 0");
        check("0,2000000,0,0,0,0", "coordinates are from -1000000 to 1000000");
        check("0,9999,0,9999,0,0", "100,000,000 cells");
        assert_eq!(Bounds::around(0, 0, 0).check(), Ok(()));
    }
}
