//! The request of a cave, and the limits that it must keep to.

pub use crate::bitgrid::Border;
pub use crate::bitgrid::automaton::Rule;
use serde::Serialize;
use voice::grouped;

/// The longest side of a map, so that the cells of a map can be counted in 32 bits.
pub const MOST_SIDE: u32 = 65_535;
/// The most cells of a map whose regions are to be joined or whose distances are to be told: four bytes
/// a cell are kept for either.
pub const MOST_COUNTED: u64 = 1 << 28;

/// The open regions that stay; the others are filled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(tag = "keep", rename_all = "lowercase")]
pub enum Keep {
    /// The largest; of several, the one that comes first in reading order.
    #[default]
    Largest,
    /// All.
    All,
    /// All of so many cells or more, joined by tunnels. Where none has so many, the largest.
    Bridge {
        /// The least number of cells.
        min: u32,
    },
}

/// A cave to be made. As JSON it has the names of the options; its size is written by whoever writes it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Request {
    /// Number of cells in a row.
    #[serde(skip)]
    pub width: u32,
    /// Number of rows.
    #[serde(skip)]
    pub height: u32,
    /// The probability with which a cell is solid before the first step, from 0 to 1.
    pub fill: f64,
    /// Number of steps that the automaton takes.
    pub passes: u32,
    /// The rule of a step.
    #[serde(flatten)]
    pub rule: Rule,
    /// The border of the map.
    pub border: Border,
    /// The regions that stay.
    #[serde(flatten)]
    pub keep: Keep,
}

/// A request that nothing can satisfy.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum RequestError {
    /// A side without cells.
    #[error("a cave of {0}x{1} has no cells: each side is at least 1")]
    Empty(u32, u32),
    /// A side that is too long.
    #[error("a cave of {0}x{1} is too large: each side is at most {MOST_SIDE}")]
    Large(u32, u32),
    /// Too many cells for tunnels or distances.
    #[error("{what} are made for at most {} cells (16384x16384); {width}x{height} has {}", grouped(MOST_COUNTED), grouped(u64::from(*width) * u64::from(*height)))]
    Counted {
        /// The thing that was to be made.
        what: &'static str,
        /// Number of cells in a row.
        width: u32,
        /// Number of rows.
        height: u32,
    },
    /// No probability.
    #[error("fill {0} is no probability from 0 to 1 (caves grow between 0.4 and 0.55)")]
    Fill(f64),
    /// More neighbours than a cell has.
    #[error("{0} {1} is out of range: a cell has 8 neighbours, so it is from 0 to 9 (9: never)")]
    Threshold(&'static str, u8),
}

impl Request {
    /// A cave of this size, all else as usual: fill 0.45, four steps, a solid border, the largest region.
    #[must_use]
    pub fn new(width: u32, height: u32) -> Self {
        Self {
            width,
            height,
            fill: 0.45,
            passes: 4,
            rule: Rule::default(),
            border: Border::Solid,
            keep: Keep::default(),
        }
    }

    /// Checks that such a cave can be made.
    ///
    /// # Errors
    /// The limit that is broken.
    pub fn check(&self) -> Result<(), RequestError> {
        let &Self { width, height, fill, rule, .. } = self;
        if width == 0 || height == 0 {
            return Err(RequestError::Empty(width, height));
        }
        if width > MOST_SIDE || height > MOST_SIDE {
            return Err(RequestError::Large(width, height));
        }
        if !(0.0..=1.0).contains(&fill) {
            return Err(RequestError::Fill(fill));
        }
        for (name, value) in [("birth", rule.birth), ("survive", rule.survive)] {
            if value > 9 {
                return Err(RequestError::Threshold(name, value));
            }
        }
        match self.keep {
            Keep::Bridge { .. } => self.check_counted("tunnels"),
            Keep::Largest | Keep::All => Ok(()),
        }
    }

    /// Checks that the cave is small enough for something that takes memory for each cell.
    ///
    /// # Errors
    /// When it is not; `what` says what was to be made.
    pub fn check_counted(&self, what: &'static str) -> Result<(), RequestError> {
        let &Self { width, height, .. } = self;
        if u64::from(width) * u64::from(height) > MOST_COUNTED {
            return Err(RequestError::Counted { what, width, height });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_had_says_why() {
        let check = |change: &dyn Fn(&mut Request), part: &str| {
            let mut request = Request::new(100, 50);
            assert_eq!(request.check(), Ok(()));
            change(&mut request);
            let said = request.check().unwrap_err().to_string();
            assert!(said.contains(part), "{said}");
        };
        check(&|r| r.width = 0, "0x50 has no cells");
        check(&|r| r.height = 0, "100x0 has no cells");
        check(&|r| r.width = 65_536, "at most 65535");
        check(&|r| r.fill = 1.5, "fill 1.5 is no probability");
        check(&|r| r.fill = f64::NAN, "fill NaN");
        check(&|r| r.rule.birth = 10, "birth 10 is out of range");
        check(&|r| r.rule.survive = 10, "survive 10");
        let large = |r: &mut Request| {
            (r.width, r.height, r.keep) = (20_000, 20_000, Keep::Bridge { min: 9 });
        };
        check(&large, "tunnels are made for at most 268,435,456 cells");
    }
}
