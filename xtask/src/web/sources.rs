//! The sources of the studio, as one hash.

use anyhow::{Context, Result};
use sha2::{Digest, Sha256};
use std::fs;
use std::path::{Path, PathBuf};

/// Folders and files that decide what is built, by their names below the root.
const SOURCES: [&str; 17] = [
    "bindings/web/src",
    "crates/clock/src",
    "crates/crossword/src",
    "crates/crossword/data",
    "crates/draw/src",
    "crates/dungeon/src",
    "crates/dungeon/data",
    "crates/level/src",
    "crates/level/data",
    "crates/search/src",
    "crates/vglc/src",
    "crates/voice/src",
    "web/index.html",
    "web/package-lock.json",
    "web/public",
    "web/src",
    "web/vite.config.ts",
];

/// The hash of some bytes, in hexadecimal.
pub(super) fn hash(bytes: &[u8]) -> String {
    hex::encode(Sha256::digest(bytes))
}

/// The hash of all sources: of their names and contents, in the order of their names.
pub(super) fn sources(root: &Path) -> Result<String> {
    let mut files = Vec::new();
    for source in SOURCES {
        collect(&root.join(source), &mut files)?;
    }
    let mut sum = Sha256::new();
    let mut named: Vec<(String, PathBuf)> =
        files.into_iter().map(|file| (name(root, &file), file)).collect();
    named.sort();
    for (name, file) in named {
        let bytes = fs::read(&file).with_context(|| format!("cannot read {}", file.display()))?;
        sum.update(format!("{name}\n{}\n", hash(&bytes)));
    }
    Ok(hex::encode(sum.finalize()))
}

/// The files at or below a path; tests, which decide nothing that is built, are left out.
fn collect(path: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    if path.is_file() {
        files.push(path.to_path_buf());
        return Ok(());
    }
    let entries = fs::read_dir(path).with_context(|| format!("cannot list {}", path.display()))?;
    for entry in entries {
        let path = entry?.path();
        let is_test = path.file_stem().is_some_and(|stem| stem == "tests");
        // Lexicons are loaded from elsewhere.
        if !is_test && path.extension().is_none_or(|ending| ending != "qlex") {
            collect(&path, files)?;
        }
    }
    Ok(())
}

/// A file's name below the root, with `/` on every system.
fn name(root: &Path, file: &Path) -> String {
    let below = file.strip_prefix(root).unwrap_or(file);
    below.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hash_goes_by_names_and_contents_and_by_nothing_else() {
        let make = |text: &str| {
            let folder = tempfile::tempdir().unwrap();
            for source in SOURCES {
                fs::create_dir_all(folder.path().join(source)).unwrap();
            }
            fs::write(folder.path().join("web/src/a.ts"), text).unwrap();
            fs::write(folder.path().join("crates/level/src/tests.rs"), text).unwrap();
            fs::write(folder.path().join("crates/crossword/data/x.qlex"), text).unwrap();
            let first = sources(folder.path()).unwrap();
            fs::write(folder.path().join("crates/level/src/tests.rs"), "other").unwrap();
            assert_eq!(first, sources(folder.path()).unwrap(), "a test decides nothing");
            first
        };
        assert_eq!(make("a"), make("a"));
        assert_ne!(make("a"), make("b"));
    }
}
