//! The audit: what the program prints, judged from outside.
//!
//! The audit runs the program and believes nothing but its standard output. It knows the rules of
//! the world from their description, has a search of its own, and uses none of the workspace's
//! crates: a fault that the program's own judge shares with its author is seen here.

mod category;
mod defect;
mod ledger;
pub mod clock;
pub mod program;
mod sheet;
mod sweep;
mod read;
mod graph;
mod explore;
mod lock;
mod rooms;
mod mission;
mod layout;
mod area;
mod measures;
mod designed;
mod claims;
mod sizes;
mod themes;
mod difficulty;
#[cfg(test)]
mod spoil;

use anyhow::Result;
use std::process::ExitCode;

/// Judge what the program makes, from outside
#[derive(clap::Args)]
pub struct Audit {
    #[command(subcommand)]
    what: What,
}

/// The kinds of things that are audited.
#[derive(clap::Subcommand)]
enum What {
    Missions(mission::Missions),
    Layouts(layout::Layouts),
    Puzzles(area::Puzzles),
    Measures(measures::Measures),
    Claims(claims::Claims),
    Sizes(sizes::Sizes),
    Themes(themes::Themes),
    Difficulty(difficulty::Difficulty),
}

impl Audit {
    /// Runs the audit and prints its tables; the exit code says whether anything is wrong.
    ///
    /// # Errors
    ///
    /// The program cannot be found, run or read.
    pub fn run(&self) -> Result<ExitCode> {
        match &self.what {
            What::Missions(task) => task.run(),
            What::Layouts(task) => task.run(),
            What::Puzzles(task) => task.run(),
            What::Measures(task) => task.run(),
            What::Claims(task) => task.run(),
            What::Sizes(task) => task.run(),
            What::Themes(task) => task.run(),
            What::Difficulty(task) => task.run(),
        }
    }
}
