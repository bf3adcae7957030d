//! `cargo measure hints`: how long hints take in dungeons of forty rooms, from states that a player may be in.
//!
//! The library's example asks for them; it fails where the slowest hundredth takes more than 50 ms.

use anyhow::{Context, Result, ensure};
use std::env;
use std::process::Command;

/// Processor time of hints, and whether the slowest hundredth stays below 50 ms
#[derive(clap::Args)]
pub(crate) struct Hints {
    /// Seeds of each of the ten families
    #[arg(long, value_name = "N", default_value_t = 3)]
    seeds: u64,
    /// States of each dungeon
    #[arg(long, value_name = "N", default_value_t = 40)]
    states: u64,
}

impl Hints {
    /// Runs the example.
    pub(super) fn run(&self) -> Result<()> {
        let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let mut command = Command::new(cargo);
        command.args(["run", "--quiet", "--release", "--package", "quandary-dungeon"]);
        command.args(["--example", "hints", "--"]);
        command.args([self.seeds, self.states].map(|number| number.to_string()));
        let status = command.status().context("cannot run cargo for the example `hints`")?;
        ensure!(status.success(), "the slowest hundredth of hints is too slow");
        Ok(())
    }
}
