//! `cargo xtask bench`: speed in processor time and counted work, against the peers.

mod mission;
mod caves;
mod layouts;
mod dungeons;
mod solver;
mod crossword;
mod riddles;
mod hints;

use anyhow::Result;
use std::process::ExitCode;

/// Measure speed, in processor time and counted work
#[derive(clap::Args)]
pub(crate) struct Bench {
    #[command(subcommand)]
    what: What,
}

/// The thing that is measured.
#[derive(clap::Subcommand)]
enum What {
    Mission(mission::Mission),
    Layouts(layouts::Layouts),
    Dungeons(dungeons::Dungeons),
    Solver(solver::Solver),
    Crossword(crossword::Crossword),
    Riddles(riddles::Riddles),
    Hints(hints::Hints),
}

impl Bench {
    /// Runs the measurement.
    pub(crate) fn run(&self) -> Result<ExitCode> {
        match &self.what {
            What::Mission(task) => task.run(),
            What::Layouts(task) => task.run(),
            What::Dungeons(task) => task.run(),
            What::Solver(task) => task.run(),
            What::Crossword(task) => task.run(),
            What::Riddles(task) => task.run(),
            What::Hints(task) => task.run(),
        }
    }
}
