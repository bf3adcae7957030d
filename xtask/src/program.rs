//! The program under test: `quandary`, built by whoever runs the task.

use anyhow::{Context, Result, ensure};
use std::env::{self, consts::EXE_SUFFIX};
use std::path::{Path, PathBuf};

/// The path of the program: the one given, else the one that lies beside this very executable.
///
/// # Errors
///
/// There is no such file.
pub(crate) fn quandary(given: Option<&Path>) -> Result<PathBuf> {
    let path = match given {
        Some(path) => path.to_path_buf(),
        None => env::current_exe()
            .context("cannot tell where this program lies")?
            .with_file_name(format!("quandary{EXE_SUFFIX}")),
    };
    let dist = path.parent().is_some_and(|folder| folder.ends_with("dist"));
    let profile = if dist { "--profile dist" } else { "--release" };
    ensure!(
        path.is_file(),
        "{} is not there: run `cargo build {profile} --package quandary --all-features`, or name it with --bin",
        path.display()
    );
    path.canonicalize().with_context(|| format!("cannot find {}", path.display()))
}
