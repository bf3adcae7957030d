//! The root folder of the workspace.

use anyhow::{Context, Result};
use std::env;
use std::path::PathBuf;

/// The workspace's folder: the one with `Cargo.lock`, at or above the folder of this package when
/// cargo runs it, else at or above the current folder. Asked at run time, so that no machine's path
/// is built into the program.
pub(crate) fn root() -> Result<PathBuf> {
    let from = match env::var_os("CARGO_MANIFEST_DIR") {
        Some(folder) => PathBuf::from(folder),
        None => env::current_dir().context("cannot tell the current folder")?,
    };
    let found = from.ancestors().find(|folder| folder.join("Cargo.lock").is_file());
    let found = found.with_context(|| format!("no Cargo.lock at or above {}", from.display()))?;
    Ok(found.to_path_buf())
}
