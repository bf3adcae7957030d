//! What a module of the studio is linked of: crates of the workspace, and versions of all others.
//!
//! Invariant: a new crate below the modules is found here by itself, and a module is not older because something else of the
//! workspace has a newer version.

use anyhow::{Context, Result, ensure};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;
use toml::Table;

/// Profiles of the root's manifest that the modules are built with.
const PROFILES: [&str; 2] = ["release", "web"];
/// What the modules are built of: all of their features, for a browser, without what only builds or tests them.
const TREE: [&str; 15] = [
    "tree",
    "--locked",
    "--package",
    "quandary-web",
    "--no-default-features",
    "--features",
    "levels,words",
    "--target",
    "wasm32-unknown-unknown",
    "--edges",
    "normal",
    "--prefix",
    "none",
    "--format",
    "{p} {f}",
];

/// What the modules are linked of.
pub(super) struct Linked {
    /// Folders of crates of the workspace, below the root.
    pub(super) folders: BTreeSet<String>,
    /// Lines that differ where something else is built: profiles, and versions and features of crates.
    pub(super) lines: BTreeSet<String>,
}

/// All that the modules are linked of.
///
/// # Errors
/// When cargo does not tell, or the root's manifest cannot be read.
pub(super) fn linked(root: &Path) -> Result<Linked> {
    let told = Command::new("cargo").args(TREE).current_dir(root).output();
    let told = told.context("cannot run cargo tree")?;
    ensure!(told.status.success(), "cargo tree: {}", String::from_utf8_lossy(&told.stderr));
    let mut linked = read(&String::from_utf8(told.stdout)?, &root.display().to_string());
    let manifest: Table = fs::read_to_string(root.join("Cargo.toml"))?.parse()?;
    for name in PROFILES {
        let profile = manifest.get("profile").and_then(|profiles| profiles.get(name));
        linked.lines.insert(format!("profile {name} {}", serde_json::to_string(&profile)?));
    }
    Ok(linked)
}

/// Reads lines of a name, a version, the folder of a crate of the workspace in brackets, and features. No path of this
/// machine is left, nor the mark of a crate that stood before.
fn read(tree: &str, root: &str) -> Linked {
    let mut linked = Linked { folders: BTreeSet::new(), lines: BTreeSet::new() };
    for line in tree.lines().map(|line| line.trim_end_matches(" (*)")) {
        let line = line.replace(&format!("({root}/"), "(");
        let in_brackets = line.split_once('(').and_then(|(_, rest)| rest.split_once(')'));
        if let Some((folder, _)) = in_brackets.filter(|(what, _)| *what != "proc-macro") {
            linked.folders.insert(folder.to_owned());
        }
        linked.lines.insert(line);
    }
    linked
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crates_of_the_workspace_are_folders() {
        let tree = "web v0.1.0 (/r/bindings/web) words\nlevel v0.1.0 (/r/crates/level) \n\
                    serde v1.0.0 std\nserde_derive v1.0.0 (proc-macro) \nlevel v0.1.0 (/r/crates/level)  (*)\n";
        let Linked { folders, lines } = read(tree, "/r");
        assert_eq!(folders.into_iter().collect::<Vec<_>>(), ["bindings/web", "crates/level"]);
        assert!(lines.contains("level v0.1.0 (crates/level) ") && lines.len() == 4, "{lines:?}");
    }

    #[test]
    fn the_modules_have_the_writers_of_engines_and_no_service() {
        let folders = linked(&crate::root::root().unwrap()).unwrap().folders;
        for wanted in ["crates/formats", "crates/draw", "crates/crossword"] {
            assert!(folders.contains(wanted), "{wanted} is not in {folders:?}");
        }
        assert!(!folders.contains("crates/service"));
    }
}
