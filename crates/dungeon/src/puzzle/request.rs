//! The request for an area, and its limits.

use super::templates::Packs;
use crate::layout;
use crate::mission::KeyStyle;
use serde::{Serialize, Serializer};
use std::fmt::{self, Display};
use std::str::FromStr;
use std::sync::Arc;

/// The largest number of puzzles in a request.
pub const MOST_PUZZLES: u32 = 1_000;

/// Number of puzzles requested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PuzzleCount {
    /// A number drawn from a range that includes both ends.
    Between(u32, u32),
    /// For every room but the entry 0, 1 or 2, drawn with 25, 50 and 25 %.
    PerRoom,
}

/// The version of the algorithm. A request, a seed, an attempt and the version determine the area.
pub const ALGORITHM: &str = "area/4";

/// A request for an area.
#[derive(Clone, Debug)]
pub struct Request {
    /// The layout of the area.
    pub layout: layout::Request,
    /// Number of puzzles.
    pub puzzles: PuzzleCount,
    /// The style of the doors' keys.
    pub key_style: KeyStyle,
    /// The templates of puzzles.
    pub packs: Arc<Packs>,
}

/// A request that cannot be satisfied.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum RequestError {
    /// The layout is not possible.
    #[error(transparent)]
    Layout(#[from] layout::RequestError),
    /// The first end of the range is larger than the second.
    #[error("{0}..{1} puzzles are asked for; expected the smaller number first")]
    Inverted(u32, u32),
    /// Too many puzzles.
    #[error("{}", diagnostics::asked((*.0).into(), "puzzle", "puzzles", 0..=MOST_PUZZLES.into()))]
    Many(u32),
}

/// A text that is not a number of puzzles.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{:?} is no number of puzzles, such as 2, 1..3 or per-room", diagnostics::short(.0))]
pub struct PuzzleCountError(String);

impl Request {
    /// The default request of a category: one or two puzzles in a dungeon, a cave, ruins and a temple, else none.
    ///
    /// # Errors
    /// Fails if there is no such category.
    pub fn of(category: &str) -> Result<Self, RequestError> {
        let layout = layout::Request::of(category)?;
        Ok(Self {
            puzzles: PuzzleCount::usual(layout.category),
            layout,
            key_style: KeyStyle::Named,
            packs: Arc::new(Packs::default()),
        })
    }

    /// Checks the limits.
    ///
    /// # Errors
    /// The limit that is exceeded.
    pub fn check(&self) -> Result<(), RequestError> {
        self.layout.check()?;
        self.puzzles.check()
    }
}

impl PuzzleCount {
    /// The default number for a category: one or two, or none.
    #[must_use]
    pub fn usual(category: &layout::Category) -> Self {
        let most = if category.puzzles { 2 } else { 0 };
        Self::Between(most.min(1), most)
    }

    /// Checks the limits.
    ///
    /// # Errors
    /// The limit that is exceeded.
    pub fn check(self) -> Result<(), RequestError> {
        match self {
            Self::Between(low, high) if low > high => Err(RequestError::Inverted(low, high)),
            Self::Between(_, high) if high > MOST_PUZZLES => Err(RequestError::Many(high)),
            _ => Ok(()),
        }
    }
}

impl Serialize for PuzzleCount {
    /// As a text, such as `1..3`.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl Display for PuzzleCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Between(low, high) if low == high => write!(f, "{low}"),
            Self::Between(low, high) => write!(f, "{low}..{high}"),
            Self::PerRoom => f.write_str("per-room"),
        }
    }
}

impl FromStr for PuzzleCount {
    type Err = PuzzleCountError;

    fn from_str(text: &str) -> Result<Self, PuzzleCountError> {
        let wrong = || PuzzleCountError(text.to_owned());
        if text == "per-room" {
            return Ok(Self::PerRoom);
        }
        let (low, high) = text.split_once("..").unwrap_or((text, text));
        let number = |part: &str| part.trim().parse().map_err(|_| wrong());
        Ok(Self::Between(number(low)?, number(high)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_puzzles() {
        for text in ["2", "1..3", "per-room", "0"] {
            assert_eq!(text.parse::<PuzzleCount>().unwrap().to_string(), text);
        }
        for text in ["", "x", "1..", "-1", "1...3", "per room"] {
            let said = text.parse::<PuzzleCount>().unwrap_err().to_string();
            assert!(said.contains("such as 2, 1..3 or per-room"), "{said}");
        }
        let said = PuzzleCount::Between(3, 1).check().unwrap_err().to_string();
        assert!(said.contains("3..1"), "{said}");
        assert!(PuzzleCount::Between(0, 1_001).check().is_err());
    }

    #[test]
    fn four_categories_have_puzzles() {
        let with = |name: &&str| Request::of(name).unwrap().puzzles == PuzzleCount::Between(1, 2);
        let all = crate::layout::categories().iter().map(|row| row.name.as_str());
        let found: Vec<&str> = all.filter(with).collect();
        assert_eq!(found, ["cave", "dungeon", "ruins", "temple"]);
    }
}
