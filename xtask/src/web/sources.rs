//! The sources of the studio, as one hash.

use super::linked::{Linked, linked};
use anyhow::{Context, Result};
use sha2::{Digest, Sha256};
use std::fs;
use std::path::{Path, PathBuf};

/// Folders and files of the pages that decide what is built, by their names below the root.
const PAGES: [&str; 9] = [
    "web/index.html",
    "web/pack.mjs",
    "web/package-lock.json",
    "web/package.json",
    "web/public",
    "web/src",
    "web/svelte.config.js",
    "web/tsconfig.json",
    "web/vite.config.ts",
];

/// The hash of some bytes, in hexadecimal.
pub(super) fn hash(bytes: &[u8]) -> String {
    hex::encode(Sha256::digest(bytes))
}

/// The hash of all sources: of what is linked, and of the names and contents of files in the order of their names.
pub(super) fn sources(root: &Path) -> Result<String> {
    hash_of(root, &linked(root)?)
}

fn hash_of(root: &Path, linked: &Linked) -> Result<String> {
    let mut files = Vec::new();
    for source in PAGES {
        collect(&root.join(source), &mut files)?;
    }
    for folder in &linked.folders {
        // Every crate has sources, and some have data.
        let parts = ["src", "data"].map(|part| root.join(folder).join(part));
        for part in parts.iter().filter(|part| part.is_dir()) {
            collect(part, &mut files)?;
        }
    }
    let mut sum = Sha256::new();
    for line in &linked.lines {
        sum.update(format!("{line}\n"));
    }
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
            let put = |name: &str, text: &str| {
                let path = folder.path().join(name);
                fs::create_dir_all(path.parent().unwrap()).unwrap();
                fs::write(path, text).unwrap();
            };
            PAGES.iter().for_each(|page| put(page, "a page"));
            fs::remove_file(folder.path().join("web/src")).unwrap();
            put("web/src/a.ts", text);
            let linked = Linked {
                folders: ["crates/a".to_owned()].into(),
                lines: ["a v0.1.0 (crates/a)".to_owned()].into(),
            };
            let sources = |root: &Path| hash_of(root, &linked);
            put("crates/a/src/tests.rs", text);
            put("crates/a/data/x.qlex", text);
            let first = sources(folder.path()).unwrap();
            put("crates/a/src/tests.rs", "other");
            assert_eq!(first, sources(folder.path()).unwrap(), "a test decides nothing");
            put("crates/a/src/lib.rs", "other");
            assert_ne!(first, sources(folder.path()).unwrap(), "a crate below the modules does");
            first
        };
        assert_eq!(make("a"), make("a"));
        assert_ne!(make("a"), make("b"));
    }
}
