//! What-if options: changes to a level before the check.

use super::input::{self, Places};
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

    /// Make this the only goal: item:ROW,COL, item:KIND@NODE, symbol:NAME, room:ID; or a cell, X,Y or X,Y,FLOOR with
    /// column X and row Y as the editor counts them, from 0; or a node of a drawn graph [default: the goals of the
    /// level]
    #[arg(long, value_name = "THING")]
    goal: Option<String>,

    /// Turn the start cell of a block into a wall: block:ROW,COL; may be repeated [default: none]
    #[arg(long, value_name = "THING")]
    wall: Vec<String>,
}

/// True for the name of a node of a drawn graph.
fn is_node(goal: &str) -> bool {
    input::cell(goal).is_none() && !goal.contains(':')
}

impl QuestionOptions {
    /// True if any change is requested.
    pub(crate) fn is_given(&self) -> bool {
        !self.what_if().is_empty()
    }

    /// Adds the goal cell to the places that are given.
    pub(crate) fn places(&self, places: Places) -> Places {
        let Some(goal) = &self.goal else { return places };
        match input::cell(goal) {
            Some(cell) => Places { goal: Some(cell), ..places },
            None if is_node(goal) => {
                let [start, _] = places.nodes;
                Places { nodes: [start, Some(goal.clone())], ..places }
            }
            None => places,
        }
    }

    fn what_if(&self) -> WhatIf {
        let Self { without, free, goal, wall } = self.clone();
        let goal = goal.filter(|goal| input::cell(goal).is_none() && !is_node(goal));
        WhatIf { without, free, goal, wall }
    }

    /// The changed level.
    ///
    /// # Errors
    /// A name that is not a thing of the level, with the valid names.
    pub(crate) fn ask(&self, level: Level, rules: &Rules) -> Result<Level> {
        let what_if = self.what_if();
        if what_if.is_empty() {
            return Ok(level);
        }
        what_if.of(&level, rules).map_err(usage)
    }
}
