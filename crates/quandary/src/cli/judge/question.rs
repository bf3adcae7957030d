//! Questions about a level that is changed before it is judged.

use crate::cli::exit::usage;
use anyhow::Result;
use clap::Args;
use level::Level;
use level::check::what_if::WhatIf;
use level::rules::Rules;

/// Changes to the level before the check.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "What if")]
pub(crate) struct QuestionOptions {
    /// Remove a thing: item:ROW,COL, item:KIND@NODE, symbol:NAME, toggle:N, block:ROW,COL, plate:NAME, door:ROW,COL,
    /// passage:A-B; may be repeated [default: none]
    #[arg(long, value_name = "THING")]
    without: Vec<String>,

    /// Open a lock: passage:A-B, lock:N, door:ROW,COL; may be repeated [default: none]
    #[arg(long, value_name = "THING")]
    free: Vec<String>,

    /// Make this the only goal: item:ROW,COL, item:KIND@NODE, symbol:NAME, room:ID [default: the goals of the level]
    #[arg(long, value_name = "THING")]
    goal: Option<String>,

    /// Turn the start cell of a block into a wall: block:ROW,COL; may be repeated [default: none]
    #[arg(long, value_name = "THING")]
    wall: Vec<String>,
}

impl QuestionOptions {
    /// True if the level is judged as it is not.
    pub(crate) fn is_asked(&self) -> bool {
        !self.what_if().is_empty()
    }

    fn what_if(&self) -> WhatIf {
        let Self { without, free, goal, wall } = self.clone();
        WhatIf { without, free, goal, wall }
    }

    /// The level that the questions are about.
    ///
    /// # Errors
    /// A name that is no thing of the level, with those that are.
    pub(crate) fn ask(&self, level: Level, rules: &Rules) -> Result<Level> {
        let asked = self.what_if();
        if asked.is_empty() {
            return Ok(level);
        }
        asked.of(&level, rules).map_err(usage)
    }
}
