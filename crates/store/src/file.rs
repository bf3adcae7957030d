//! The file of a store of SQLite: whether it is still the one that was opened.
//!
//! A file that is removed or replaced is written on by whoever has it open, and what is written is lost with the program.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A file that is open.
#[derive(Debug)]
pub(super) struct OpenFile {
    path: PathBuf,
    identity: Identity,
}

/// What no other file of the machine has: its device and its number there; nothing where the system tells neither.
type Identity = Option<(u64, u64)>;

impl OpenFile {
    /// The file that is at a path now.
    ///
    /// # Errors
    /// When there is none.
    pub(super) fn at(path: PathBuf) -> io::Result<Self> {
        let identity = identity(&path)?;
        Ok(Self { path, identity })
    }

    /// True if it is still there.
    pub(super) fn is_there(&self) -> bool {
        identity(&self.path).is_ok_and(|identity| identity == self.identity)
    }

    /// Its path.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }
}

#[cfg(unix)]
fn identity(path: &Path) -> io::Result<Identity> {
    use std::os::unix::fs::MetadataExt;
    fs::metadata(path).map(|found| Some((found.dev(), found.ino())))
}

#[cfg(not(unix))]
fn identity(path: &Path) -> io::Result<Identity> {
    fs::metadata(path).map(|_| None)
}
