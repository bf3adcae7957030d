//! Cargo, the one that runs this, and cargo-mutants.

use anyhow::{Result, bail};
use std::env;
use std::ffi::OsString;
use std::path::Path;
use std::process::Command;

/// Where it is said how to get the program.
const INSTALL: &str = "cargo-mutants is not there: cargo install cargo-mutants --locked";

/// Cargo in a folder.
pub(super) fn cargo(folder: &Path) -> Command {
    let program = env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo"));
    let mut command = Command::new(program);
    command.current_dir(folder);
    command
}

/// Sees that cargo-mutants is there.
pub(super) fn has_mutants(folder: &Path) -> Result<()> {
    let there = cargo(folder).args(["mutants", "--version"]).output();
    if !there.is_ok_and(|ran| ran.status.success()) {
        bail!(INSTALL);
    }
    Ok(())
}
