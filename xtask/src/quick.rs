//! `cargo xtask quick`: fast checks between two edits, only of the crates that differ from main.
//!
//! It checks the format, the project's rules, lints and unit tests, and the tests of documents if one changed. It does
//! not replace `.ci/run`, which also runs the test programs of every crate, and the crates that depend on the changed
//! ones.

use crate::root::{output, root, run};
use crate::tidy::Tidy;
use anyhow::{Context, Result};
use serde::Deserialize;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// Check the differences from main: format, project rules, lints, unit tests
#[derive(clap::Args)]
pub(crate) struct Quick {
    /// The branch or commit to compare with
    #[arg(long, value_name = "REVISION", default_value = "main")]
    base: String,
}

/// The output of `cargo metadata`.
#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    manifest_path: PathBuf,
}

impl Quick {
    /// Runs the checks in order, and stops at the first failure.
    pub(crate) fn run(&self) -> Result<ExitCode> {
        let root = root()?;
        let changed = changed(&root, &self.base)?;
        let metadata = said(&root, "cargo", &["metadata", "--format-version", "1", "--no-deps"])?;
        let Metadata { packages } = serde_json::from_str(&metadata).context("cargo metadata")?;
        let touched = touched(&root, &packages, &changed);
        println!("changed: {}", touched.iter().copied().collect::<Vec<_>>().join(", "));

        cargo(&root, &["fmt", "--all", "--", "--check"])?;
        let tidy = (Tidy {}).run()?;
        if tidy == ExitCode::FAILURE {
            return Ok(tidy);
        }
        let chosen: Vec<&str> = touched.iter().flat_map(|name| ["--package", name]).collect();
        if !chosen.is_empty() {
            cargo(
                &root,
                &[&["clippy", "--all-targets"], &chosen[..], &["--", "-D", "warnings"]].concat(),
            )?;
            // A package without a library has no unit tests of a library.
            cargo(&root, &[&["test", "--lib", "--bins"], &chosen[..]].concat())?;
        }
        if changed.iter().any(|file| file.extension().is_some_and(|end| end == "md")) {
            cargo(&root, &["test", "--package", "quandary", "--test", "it", "documents::"])?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// The files that differ from the merge base with `base`, committed or not, relative to the root.
fn changed(root: &Path, base: &str) -> Result<BTreeSet<PathBuf>> {
    let left = said(root, "git", &["merge-base", "HEAD", base])?;
    let differ = said(root, "git", &["diff", "--name-only", left.trim()])?;
    let new = said(root, "git", &["ls-files", "--others", "--exclude-standard"])?;
    Ok(differ.lines().chain(new.lines()).map(PathBuf::from).collect())
}

/// The innermost package of each file.
fn touched<'a>(
    root: &Path,
    packages: &'a [Package],
    changed: &BTreeSet<PathBuf>,
) -> BTreeSet<&'a str> {
    let folder = |package: &'a Package| {
        let folder = package.manifest_path.parent()?.strip_prefix(root).ok()?;
        Some((folder, package.name.as_str()))
    };
    let folders: Vec<(&Path, &str)> = packages.iter().filter_map(folder).collect();
    let innermost = |file: &PathBuf| {
        let around = folders.iter().filter(|(folder, _)| file.starts_with(folder));
        around.max_by_key(|(folder, _)| folder.components().count()).map(|(_, name)| *name)
    };
    changed.iter().filter_map(innermost).collect()
}

/// The output of a command.
fn said(root: &Path, program: &str, arguments: &[&str]) -> Result<String> {
    output(Command::new(program).args(arguments).current_dir(root))
}

/// Prints and runs a cargo command.
fn cargo(root: &Path, arguments: &[&str]) -> Result<()> {
    println!("cargo {}", arguments.join(" "));
    run(Command::new("cargo").args(arguments).current_dir(root))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(changed: &[&str], expect: &[&str]) {
        let package = |name: &str, folder: &str| Package {
            name: name.to_owned(),
            manifest_path: Path::new("/r").join(folder).join("Cargo.toml"),
        };
        let packages =
            [package("a", "crates/a"), package("b", "crates/a/b"), package("x", "xtask")];
        let changed = changed.iter().map(PathBuf::from).collect();
        let found: Vec<&str> = touched(Path::new("/r"), &packages, &changed).into_iter().collect();
        assert_eq!(found, expect);
    }

    #[test]
    fn a_file_belongs_to_the_innermost_package() {
        check(&[], &[]);
        check(&["README.md", "crates/ab/src/lib.rs"], &[]);
        check(&["crates/a/src/lib.rs", "crates/a/Cargo.toml"], &["a"]);
        check(&["crates/a/b/src/lib.rs", "xtask/src/main.rs"], &["b", "x"]);
    }
}
