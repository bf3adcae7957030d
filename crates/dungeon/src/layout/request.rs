//! The request for a layout, and its limits.

use super::room::{
    Bounds, BoundsError, Category, Form, Generator, UnknownCategory, categories, category,
};
pub use crate::bitgrid::Border;
use serde::{Deserialize, Serialize, Serializer};
use std::str::FromStr;

/// The version of the algorithm. A version, a request and a seed determine the layout.
pub const ALGORITHM: &str = "layout/3";

/// Maximum number of passes of the automaton.
pub const MOST_PASSES: u8 = 20;
/// The range of the probability of a solid cell.
pub const FILL: [f64; 2] = [0.45, 0.55];

/// The regions of a level that are kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Keep {
    /// The largest alone
    #[default]
    Largest,
    /// Every region of five cells or more, joined by tunnels
    Bridge,
}

/// Corrections if the automaton leaves too little of a cave.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Automaton {
    /// Tries other noises, widens levels by random walks, digs niches for dead ends.
    #[default]
    Helped,
    /// No corrections: one noise, its passes, the largest region, and the connections between levels.
    Plain,
}

impl Automaton {
    fn is_helped(&self) -> bool {
        *self == Self::Helped
    }
}

impl Serialize for Automaton {
    /// True if it is plain.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bool(!self.is_helped())
    }
}

/// The number of stairs between two levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Stairs {
    /// Stairs wherever both levels have the cell open.
    All,
    /// This many, or as many as fit; at least 1.
    #[serde(untagged)]
    Count(u32),
}

/// A text that is not a number of stairs.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a whole number of at least 1, or all")]
pub struct StairsError;

impl FromStr for Stairs {
    type Err = StairsError;

    fn from_str(text: &str) -> Result<Self, StairsError> {
        match text.parse() {
            _ if text.eq_ignore_ascii_case("all") => Ok(Self::All),
            Ok(count) if count > 0 => Ok(Self::Count(count)),
            _ => Err(StairsError),
        }
    }
}

/// The request for a layout. Serialises as exactly the values that determine the result, with the names of the options.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Request {
    /// True if all neighbouring rooms of halls are joined, whatever the form of the category; dungeons close passages
    /// themselves.
    #[serde(skip)]
    pub all_joined: bool,
    /// The category.
    pub category: &'static Category,
    /// The bounds.
    pub bounds: Bounds,
    /// The probability of a solid noise cell, rounded to a multiple of 1/4096.
    pub fill: f64,
    /// Number of passes of the automaton.
    pub passes: u8,
    /// An open cell becomes solid with at least this many solid neighbours of eight.
    pub birth: u8,
    /// A solid cell stays solid with at least this many solid neighbours of eight.
    pub survive: u8,
    /// Corrections if the automaton leaves too little of a cave.
    #[serde(rename = "plain", skip_serializing_if = "Automaton::is_helped")]
    pub automaton: Automaton,
    /// The state of the outermost cells.
    pub border: Border,
    /// The regions to keep.
    pub keep: Keep,
    /// Minimum number of rooms per level. The default is a third of the interior, at least 5. Never more than fit.
    pub min_rooms: Option<u32>,
    /// The number of stairs between two levels.
    pub stairs: Stairs,
    /// The share of dead ends with a treasure: at least one if possible, but none with a share of 0.
    pub treasure_share: f64,
    /// The share of dead ends with a puzzle: at least one if possible, but none with a share of 0.
    pub puzzle_share: f64,
}

/// A request that cannot be satisfied.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum RequestError {
    /// No such category.
    #[error(transparent)]
    Category(#[from] UnknownCategory),
    /// Bounds that are invalid.
    #[error(transparent)]
    Bounds(#[from] BoundsError),
    /// A solid probability outside the limits.
    #[error("a fill of {0} is asked for; it is between {low} and {high}", low = FILL[0], high = FILL[1])]
    Fill(f64),
    /// Too many passes.
    #[error("{}", diagnostics::asked((*.0).into(), "pass", "passes", 0..=MOST_PASSES.into()))]
    Passes(u8),
    /// A threshold out of range for eight neighbours.
    #[error("{name} {value} is asked for; a cell has eight neighbours, so it is between 1 and 8")]
    Threshold {
        /// `birth` or `survive`.
        name: &'static str,
        /// The requested threshold.
        value: u8,
    },
    /// A plain automaton for a category without an automaton.
    #[error("a plain automaton is asked for, and {category} is not made by one: {caves} are")]
    NoAutomaton {
        /// The requested category.
        category: String,
        /// The categories with an automaton.
        caves: String,
    },
    /// A minimum number of rooms for a plain automaton.
    #[error(
        "a least number of rooms a level ({0}) is asked for of a plain automaton, which widens nothing: leave out \
         one of the two"
    )]
    PlainLeast(u32),
    /// A number of stairs below 1.
    #[error("0 stairs are asked for; levels are joined by at least 1")]
    Stairs,
    /// A share outside 0 to 1.
    #[error("a {name} share of {value} is asked for; shares are between 0 and 1")]
    Share {
        /// `treasure` or `puzzle`.
        name: &'static str,
        /// The requested share.
        value: f64,
    },
    /// Shares that add up to more than 1.
    #[error("treasure and puzzle shares add up to {0}; together they are at most 1")]
    Shares(f64),
}

impl Request {
    /// The request for a category with the usual bounds and parameters.
    ///
    /// # Errors
    /// If there is no such category.
    pub fn of(name: &str) -> Result<Self, RequestError> {
        let category = category(name)?;
        Ok(Self {
            all_joined: false,
            category,
            bounds: category.bounds(),
            fill: 0.45,
            passes: 4,
            birth: 5,
            survive: 4,
            automaton: Automaton::Helped,
            border: Border::Drawn,
            keep: Keep::Largest,
            min_rooms: None,
            stairs: Stairs::Count(1),
            treasure_share: 0.3,
            puzzle_share: 0.2,
        })
    }

    /// Checks the limits.
    ///
    /// # Errors
    /// The violated limit.
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
        if self.automaton == Automaton::Plain {
            self.check_plain()?;
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

    /// Checks the limits of a plain automaton.
    fn check_plain(&self) -> Result<(), RequestError> {
        if self.category.generator != Generator::Cellular {
            let caves = categories().iter().filter(|row| row.generator == Generator::Cellular);
            let caves: Vec<&str> = caves.map(|row| row.name.as_str()).collect();
            let category = self.category.name.clone();
            return Err(RequestError::NoAutomaton { category, caves: caves.join(", ") });
        }
        self.min_rooms.map_or(Ok(()), |least| Err(RequestError::PlainLeast(least)))
    }

    /// The form of the halls; none if all neighbours are joined.
    pub(super) fn form(&self) -> Option<&'static Form> {
        self.category.form.as_ref().filter(|_| !self.all_joined)
    }

    /// True if dead ends are added; false for a plain automaton.
    pub(super) fn tends_dead_ends(&self) -> bool {
        self.automaton == Automaton::Helped
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
        check(&|r| r.passes = 21, "from 0 to 20");
        check(&|r| r.birth = 9, "birth 9");
        check(&|r| r.survive = 0, "survive 0");
        check(&|r| r.stairs = Stairs::Count(0), "at least 1");
        check(
            &|r| (r.automaton, r.min_rooms) = (Automaton::Plain, Some(9)),
            "a least number of rooms a level (9) is asked for of a plain automaton",
        );
        check(
            &|r| {
                r.automaton = Automaton::Plain;
                r.category = category("crypt").unwrap();
            },
            "crypt is not made by one: cave, mine are",
        );
        check(&|r| r.treasure_share = -0.1, "treasure share of -0.1");
        check(&|r| r.puzzle_share = f64::NAN, "puzzle share");
        check(&|r| r.puzzle_share = 0.8, "add up to 1.1");
    }
}
