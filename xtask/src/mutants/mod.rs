//! `cargo xtask mutants`: changes a crate in one place after another, and tells which changes no test of it notices.
//!
//! cargo-mutants lists the changes. Either it makes them as well, each in a build of its own ([`one_by_one`]), which is
//! exact and takes minutes for each change of a large crate. Or some are drawn, and all of them are built into one
//! program, in which a variable of the environment chooses one ([`at_once`]): that takes seconds for each.

mod one_by_one;
mod at_once;

use crate::root::root;
use anyhow::{Result, bail};
use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// Where it is said how to get the program.
const INSTALL: &str = "cargo-mutants is not there: cargo install cargo-mutants --locked";
/// The share of changes that is to be noticed.
const ENOUGH: f64 = 0.92;

/// Change a crate in one place after another, and tell what its tests do not notice
#[derive(clap::Args)]
pub(crate) struct Mutants {
    /// The crate, by its folder
    #[arg(long = "crate", value_name = "NAME", default_value = "search")]
    of: String,
    /// Draw so many changes of what is committed, and build all of them into one program
    #[arg(long, value_name = "N", conflicts_with_all = ["shard", "output"])]
    sample: Option<usize>,
    /// The seed by which changes are drawn
    #[arg(long, value_name = "SEED", default_value_t = 1, requires = "sample")]
    seed: u64,
    /// A part of the changes: which, and of how many
    #[arg(long, value_name = "K/N", default_value = "0/1")]
    shard: String,
    /// Only changes in files with this in their path
    #[arg(long, value_name = "TEXT")]
    file: Option<String>,
    /// Seconds after which tests that go on are stopped, which counts as noticed: all of them together, each with --sample
    #[arg(long, value_name = "S", default_value_t = 120)]
    timeout: u32,
    /// Keep what was found in this folder
    #[arg(long, value_name = "DIR")]
    output: Option<PathBuf>,
}

/// What became of the changes.
#[derive(Debug, Default, PartialEq, Eq)]
struct Found {
    caught: usize,
    timeout: usize,
    /// Those that do not compile, or cannot be chosen in a program.
    unviable: usize,
    missed: Vec<String>,
}

impl Mutants {
    /// Runs the tests of the crate for every change, and prints what was found.
    pub(crate) fn run(&self) -> Result<ExitCode> {
        let root = root()?;
        if !root.join("crates").join(&self.of).is_dir() {
            bail!("there is no crates/{}", self.of);
        }
        let there = cargo(&root).args(["mutants", "--version"]).output();
        if !there.is_ok_and(|ran| ran.status.success()) {
            bail!(INSTALL);
        }
        let (found, part) = match self.sample {
            Some(many) => {
                (at_once::run(&root, self, many)?, format!("{many} by seed {}", self.seed))
            }
            None => (one_by_one::run(&root, self)?, self.shard.clone()),
        };
        let share = found.print(&format!("{} {part}", self.of))?;
        Ok(if share >= ENOUGH { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}

impl Found {
    /// Prints the table and what was missed; the share that was noticed.
    fn print(&self, title: &str) -> Result<f64> {
        let noticed = self.caught + self.timeout;
        let viable = noticed + self.missed.len();
        if viable == 0 {
            bail!("there is nothing to change in this part");
        }
        let share = noticed as f64 / viable as f64;
        println!(
            "\n{title}: {viable} viable, {noticed} noticed ({:.1} %), of these {} by taking too long; {} do not compile",
            100.0 * share,
            self.timeout,
            self.unviable
        );
        self.missed.iter().for_each(|missed| println!("missed: {missed}"));
        Ok(share)
    }
}

/// Cargo in a folder, the one that runs this.
fn cargo(folder: &Path) -> Command {
    let program = env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo"));
    let mut command = Command::new(program);
    command.current_dir(folder);
    command
}
