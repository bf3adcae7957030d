//! `cargo xtask mutants`: changes a crate in one place after another, and tells which changes no test of it notices.
//!
//! cargo-mutants lists the changes. Either it makes them as well, each in a build of its own ([`one_by_one`]), which is
//! exact and takes minutes for each change of a large crate. Or some are drawn, and all of them are built into one
//! program, in which a variable of the environment chooses one ([`at_once`]): that takes seconds for each.

mod asked;
mod cargo;
mod found;
mod one_by_one;
mod at_once;

use crate::root::root;
use anyhow::{Result, bail};
pub(crate) use asked::Mutants;
use std::process::ExitCode;

impl Mutants {
    /// Runs the tests of the crate for every change, and prints what was found.
    pub(crate) fn run(&self) -> Result<ExitCode> {
        let root = root()?;
        if !root.join("crates").join(&self.of).is_dir() {
            bail!("there is no crates/{}", self.of);
        }
        cargo::has_mutants(&root)?;
        let (found, part) = match self.sample {
            Some(many) => {
                (at_once::run(&root, self, many)?, format!("{many} by seed {}", self.seed))
            }
            None => (one_by_one::run(&root, self)?, self.shard.clone()),
        };
        let is_enough = found.print(&format!("{} {part}", self.of))?;
        Ok(if is_enough { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}
