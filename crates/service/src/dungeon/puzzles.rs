//! The number of puzzles, as it is asked for over HTTP.

use crate::problem::Problem;
use crate::whole::whole;
use dungeon::puzzle::Wanted;
use serde::{Deserialize, Serialize};

/// A number of puzzles.
#[derive(Debug, Deserialize, Serialize)]
#[serde(untagged, expecting = "a number, a range such as 1..3, or per-room")]
pub(super) enum Puzzles {
    /// Exactly this number.
    Number(#[serde(deserialize_with = "whole")] u32),
    /// As the option is written.
    Text(String),
}

impl Puzzles {
    /// The numbers that will do.
    pub(super) fn wanted(&self) -> Result<Wanted, Problem> {
        match self {
            Self::Number(n) => Ok(Wanted::Between(*n, *n)),
            Self::Text(text) => {
                text.parse().map_err(|error| Problem::unprocessable("puzzles", format!("{error}")))
            }
        }
    }

    /// One number.
    pub(super) fn exactly(&self) -> Result<usize, Problem> {
        match self.wanted()? {
            Wanted::Between(least, most) if least == most => Ok(least as usize),
            _ => {
                let error = "one number is wanted, but with the style plain";
                Err(Problem::unprocessable("puzzles", error))
            }
        }
    }
}
