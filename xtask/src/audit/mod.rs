//! `cargo xtask audit`: what the program prints, checked by the referee, law by law.
//!
//! The audit runs the program over many seeds and believes nothing but its standard output. The referee knows the rules
//! of the world from their description and has a search of its own: a fault that the program's verifier shares with a
//! generator is seen here. In the order in which the work happens: `asked`, what is asked of the program for each kind;
//! `laws`, the run and its table.

mod laws;
mod asked;

use anyhow::Result;
use std::process::ExitCode;

/// Check what the program prints by the referee's laws
#[derive(clap::Args)]
pub(crate) struct Audit {
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
}

impl Audit {
    /// Runs the audit and prints its table; the exit code says whether any law is broken.
    pub(crate) fn run(&self) -> Result<ExitCode> {
        match &self.what {
            What::Missions(task) => task.run(),
            What::Layouts(task) => task.run(),
            What::Puzzles(task) => task.run(),
            What::Claims(task) => task.run(),
        }
    }
}
