//! The audit: what the program prints, judged from outside.
//!
//! The audit runs the program and believes nothing but its standard output. Laws and claims are checked
//! by the referee, which knows the rules of the world from their description and has a search of its
//! own; statistics are counted here. Neither uses the other crates of the workspace: a fault that the
//! program's own verifier shares with a generator is seen here.

mod category;
pub mod clock;
pub mod program;
mod seeds;
mod sheet;
mod read;
mod graph;
mod designed;
mod laws;
mod asked;
mod measures;
mod sizes;
mod themes;
mod difficulty;

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
    Missions(asked::Missions),
    Layouts(asked::Layouts),
    Puzzles(asked::Puzzles),
    Claims(asked::Claims),
    Measures(measures::Measures),
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
