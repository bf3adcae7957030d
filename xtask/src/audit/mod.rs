//! `cargo xtask audit`: what the program prints, judged from outside.
//!
//! The audit runs the program and believes nothing but its standard output. It knows the rules of
//! the world from their description, has a search of its own, and uses none of the workspace's
//! crates: a fault that the program's own judge shares with its author is seen here.

mod missions;
mod layouts;
mod layout;
mod puzzles;
mod area;
mod dungeons;
mod whole;
mod sweep;
mod ledger;
mod row;
mod wire;
mod board;
mod space;
mod kind;
mod form;
mod walk;
mod judge;
mod tally;
mod table;
#[cfg(test)]
mod sketch;

use anyhow::Result;
use std::process::ExitCode;

/// Judge what the program makes, from outside
#[derive(clap::Args)]
pub(crate) struct Audit {
    #[command(subcommand)]
    what: What,
}

/// What is audited.
#[derive(clap::Subcommand)]
enum What {
    Missions(missions::Missions),
    Layouts(layouts::Layouts),
    Puzzles(puzzles::Puzzles),
    Dungeons(dungeons::Dungeons),
}

impl Audit {
    /// Runs the audit; the exit code says whether anything is wrong.
    pub(crate) fn run(&self) -> Result<ExitCode> {
        match &self.what {
            What::Missions(task) => task.run(),
            What::Layouts(task) => task.run(),
            What::Puzzles(task) => task.run(),
            What::Dungeons(task) => task.run(),
        }
    }
}
