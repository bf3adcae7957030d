//! What is asked for, and whether it can be had at all.

use super::bounds::{Bounds, BoundsError};
use super::category::{Category, category};

/// The most passes of the automaton.
pub const MOST_PASSES: u8 = 20;
/// The least and the largest probability of a solid cell.
pub const FILL: [f64; 2] = [0.45, 0.55];

/// What the outermost cells of a level are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Border {
    /// Drawn like any cell.
    #[default]
    Drawn,
    /// Solid, so that the map is closed.
    Solid,
}

/// Which regions of a level are kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Keep {
    /// The largest alone.
    #[default]
    Largest,
    /// Every region of five cells or more, joined by tunnels.
    Bridge,
}

/// How many stairs join two levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stairs {
    /// So many, or as many as there is room for; at least 1.
    Count(u32),
    /// One wherever both levels have the cell.
    All,
}

/// A layout to be made.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    /// What kind of place.
    pub category: &'static Category,
    /// Where.
    pub bounds: Bounds,
    /// The probability that a cell of the noise is solid, held to a 4096th.
    pub fill: f64,
    /// How many passes of the automaton.
    pub passes: u8,
    /// An open cell becomes solid with so many solid neighbours of eight.
    pub birth: u8,
    /// A solid cell stays solid with so many solid neighbours of eight.
    pub survive: u8,
    /// What the outermost cells are.
    pub border: Border,
    /// Which regions are kept.
    pub keep: Keep,
    /// The least number of rooms a level; by itself a third of the interior, at least 5. Never more than fit.
    pub min_rooms: Option<u32>,
    /// How many stairs join two levels.
    pub stairs: Stairs,
    /// Of the dead ends, the share with a treasure; there is always one where there can be.
    pub treasure_share: f64,
    /// Of the dead ends, the share with a puzzle; there is always one where there can be.
    pub puzzle_share: f64,
}

/// A request that nothing can satisfy.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum RequestError {
    /// No such category.
    #[error("unknown category {name:?}; known are {known}")]
    Category {
        /// What was asked for.
        name: String,
        /// What there is.
        known: String,
    },
    /// Bounds that will not do.
    #[error(transparent)]
    Bounds(#[from] BoundsError),
    /// Too open or too solid.
    #[error("a fill of {0} is asked for; it is between {low} and {high}", low = FILL[0], high = FILL[1])]
    Fill(f64),
    /// Too many passes.
    #[error("{0} passes are asked for; at most {MOST_PASSES} are possible")]
    Passes(u8),
    /// A threshold that eight neighbours cannot mean.
    #[error("{name} {value} is asked for; a cell has eight neighbours, so it is between 1 and 8")]
    Threshold {
        /// `birth` or `survive`.
        name: &'static str,
        /// What was asked for.
        value: u8,
    },
    /// No stairs at all.
    #[error("0 stairs are asked for; levels are joined by at least 1")]
    Stairs,
    /// A share that is no share.
    #[error("a {name} share of {value} is asked for; shares are between 0 and 1")]
    Share {
        /// `treasure` or `puzzle`.
        name: &'static str,
        /// What was asked for.
        value: f64,
    },
    /// More than all dead ends.
    #[error("treasure and puzzle shares add up to {0}; together they are at most 1")]
    Shares(f64),
}

impl Request {
    /// A category with the usual bounds and parameters.
    ///
    /// # Errors
    /// When there is no such category.
    pub fn of(name: &str) -> Result<Self, RequestError> {
        let category = category(name)?;
        Ok(Self {
            category,
            bounds: category.bounds(),
            fill: 0.45,
            passes: 4,
            birth: 5,
            survive: 4,
            border: Border::Drawn,
            keep: Keep::Largest,
            min_rooms: None,
            stairs: Stairs::Count(1),
            treasure_share: 0.3,
            puzzle_share: 0.2,
        })
    }

    /// Whether it can be had.
    ///
    /// # Errors
    /// The limit that is broken.
    pub fn check(&self) -> Result<(), RequestError> {
        self.bounds.check()?;
        if !(FILL[0]..=FILL[1]).contains(&self.fill) {
            return Err(RequestError::Fill(self.fill));
        }
        if self.passes > MOST_PASSES {
            return Err(RequestError::Passes(self.passes));
        }
        for (name, value) in [("birth", self.birth), ("survive", self.survive)] {
            if !(1..=8).contains(&value) {
                return Err(RequestError::Threshold { name, value });
            }
        }
        if self.stairs == Stairs::Count(0) {
            return Err(RequestError::Stairs);
        }
        for (name, value) in [("treasure", self.treasure_share), ("puzzle", self.puzzle_share)] {
            if !(0.0..=1.0).contains(&value) {
                return Err(RequestError::Share { name, value });
            }
        }
        let sum = self.treasure_share + self.puzzle_share;
        if sum > 1.0 + 1e-9 { Err(RequestError::Shares(sum)) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_had_says_which_limit() {
        let check = |change: &dyn Fn(&mut Request), part: &str| {
            let mut request = Request::of("cave").unwrap();
            assert_eq!(request.check(), Ok(()));
            change(&mut request);
            let said = request.check().unwrap_err().to_string();
            assert!(said.contains(part), "{said}");
        };
        check(&|r| r.bounds = Bounds::around(-1, 0, 0), "inverted: min_x 1 is above max_x -1");
        check(&|r| r.fill = 0.44, "between 0.45 and 0.55");
        check(&|r| r.fill = f64::NAN, "between 0.45 and 0.55");
        check(&|r| r.passes = 21, "at most 20");
        check(&|r| r.birth = 9, "birth 9");
        check(&|r| r.survive = 0, "survive 0");
        check(&|r| r.stairs = Stairs::Count(0), "at least 1");
        check(&|r| r.treasure_share = -0.1, "treasure share of -0.1");
        check(&|r| r.puzzle_share = f64::NAN, "puzzle share");
        check(&|r| r.puzzle_share = 0.8, "add up to 1.1");
    }
}
