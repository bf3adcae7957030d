//! The commands that make and pack, for which platform, and where.

use anyhow::{Context, Result, ensure};
use std::env;
use std::path::PathBuf;
use std::process::Command;

/// The platform: Linux of any age, for nothing is linked but what is in the program.
pub(super) const PLATFORM: &str = "x86_64-unknown-linux-musl";
/// The folder of what is made, below the root.
pub(super) const FOLDER: &str = "target/shipped";

/// Runs a command, which must end well.
pub(super) fn run(command: &mut Command) -> Result<()> {
    let words = format!("{command:?}");
    let status = command.status().with_context(|| words.clone())?;
    ensure!(status.success(), "{words}: {status}");
    Ok(())
}

/// Runs a command, which must end well, and returns what it prints.
pub(super) fn output(command: &mut Command) -> Result<String> {
    let words = format!("{command:?}");
    let said = command.output().with_context(|| words.clone())?;
    ensure!(said.status.success(), "{words}: {}", String::from_utf8_lossy(&said.stderr));
    String::from_utf8(said.stdout).with_context(|| words)
}

/// The path of a program, if there is one of that name.
pub(super) fn find(program: &str) -> Option<PathBuf> {
    let folders = env::var_os("PATH")?;
    env::split_paths(&folders).map(|folder| folder.join(program)).find(|path| path.is_file())
}
