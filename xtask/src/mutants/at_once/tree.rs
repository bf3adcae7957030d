//! A clone of what is committed, whose crate has choices.

use super::super::cargo::cargo;
use super::change::Change;
use super::switched::{CHOICE, MODULE, switched};
use anyhow::{Context, Result, bail};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// How often what does not compile is taken out before it is given up.
const ROUNDS: usize = 40;
/// How many lines around an error are searched for the changes that it may come of, the nearest first.
const AROUND: [usize; 6] = [0, 1, 3, 8, 20, 100];

/// The clone, which is gone in the end, and where it is built, which stays.
pub(super) struct Tree {
    folder: TempDir,
    target: PathBuf,
    of: String,
}

impl Tree {
    /// Clones what is committed.
    pub(super) fn new(root: &Path, of: &str) -> Result<Self> {
        let folder = tempfile::tempdir().context("cannot make a folder")?;
        let tree = Self { folder, target: root.join("target/mutants"), of: of.to_owned() };
        tree.git(&["clone", "--quiet", "--shared", &root.to_string_lossy(), "."])?;
        Ok(tree)
    }

    pub(super) fn folder(&self) -> &Path {
        self.folder.path()
    }

    pub(super) fn package(&self) -> String {
        format!("quandary-{}", self.of)
    }

    /// Cargo in the clone, which lets warnings through.
    pub(super) fn cargo(&self) -> Command {
        let mut command = cargo(self.folder());
        command.env("CARGO_TARGET_DIR", &self.target).env("RUSTFLAGS", "--cap-lints=allow");
        command.env("CARGO_INCREMENTAL", "0").env("CARGO_PROFILE_DEV_DEBUG", "0");
        command
    }

    fn git(&self, arguments: &[&str]) -> Result<()> {
        let ran = Command::new("git")
            .current_dir(self.folder())
            .args(arguments)
            .output()
            .context("cannot run git")?;
        if !ran.status.success() {
            bail!("git {}: {}", arguments.join(" "), String::from_utf8_lossy(&ran.stderr).trim());
        }
        Ok(())
    }

    /// Puts all files back as they were placed: tests keep what fails.
    pub(super) fn tidy(&self) -> Result<()> {
        self.git(&["clean", "-fdq", "--", "crates"])?;
        self.git(&["checkout", "--quiet", "--", "."])
    }

    /// Places the changes, and takes out those that do not compile, until it does. Those that are in, and the number of
    /// the others.
    pub(super) fn place<'a>(&self, changes: &'a [Change]) -> Result<(Vec<&'a Change>, usize)> {
        let mut out: BTreeSet<u32> = BTreeSet::new();
        for _ in 0..ROUNDS {
            let placed =
                self.write(changes.iter().filter(|change| !out.contains(&change.number)))?;
            let wrong = self.wrong()?;
            if wrong.is_empty() {
                self.git(&["add", "--all"])?;
                self.git(&[
                    "-c",
                    "user.name=mutants",
                    "-c",
                    "user.email=mutants@localhost",
                    "commit",
                    "--quiet",
                    "-m",
                    "choices",
                ])?;
                let placed: Vec<&Change> =
                    changes.iter().filter(|change| placed.contains(&change.number)).collect();
                let left = changes.len() - placed.len();
                return Ok((placed, left));
            }
            out.extend(wrong);
        }
        bail!("the crate does not compile with choices, whatever is taken out")
    }

    /// Writes the files with choices of these changes; the numbers of those that are in them.
    fn write<'a>(&self, changes: impl Iterator<Item = &'a Change>) -> Result<BTreeSet<u32>> {
        self.git(&["checkout", "--quiet", "--", "crates"])?;
        let mut files: BTreeMap<&str, Vec<&Change>> = BTreeMap::new();
        changes.for_each(|change| files.entry(&change.file).or_default().push(change));
        let mut placed = BTreeSet::new();
        for (file, changes) in files {
            let path = self.folder().join(file);
            let (text, there) =
                switched(&fs::read_to_string(&path)?, &changes).with_context(|| file.to_owned())?;
            fs::write(&path, text)?;
            placed.extend(there);
        }
        let root = self.folder().join(format!("crates/{}/src/lib.rs", self.of));
        let text = fs::read_to_string(&root)?;
        fs::write(root, text + MODULE)?;
        Ok(placed)
    }

    /// The changes that do not compile; none if the crate does.
    fn wrong(&self) -> Result<BTreeSet<u32>> {
        let mut command = self.cargo();
        command.args([
            "check",
            "--quiet",
            "--lib",
            "--all-features",
            "--message-format",
            "json",
            "--package",
            &self.package(),
        ]);
        let ran = command.output().context("cannot run cargo")?;
        if ran.status.success() {
            return Ok(BTreeSet::new());
        }
        let mut wrong = BTreeSet::new();
        let told = String::from_utf8_lossy(&ran.stdout);
        for line in told.lines() {
            let Ok(value) = serde_json::from_str::<Value>(line) else { continue };
            let message = &value["message"];
            if message["level"] != "error" {
                continue;
            }
            for span in message["spans"]
                .as_array()
                .into_iter()
                .flatten()
                .filter(|span| span["is_primary"] == true)
            {
                wrong.extend(self.near(span));
            }
        }
        if wrong.is_empty() {
            bail!("the crate does not compile: {}", String::from_utf8_lossy(&ran.stderr).trim());
        }
        Ok(wrong)
    }

    /// The changes nearest to where the compiler found something.
    fn near(&self, span: &Value) -> BTreeSet<u32> {
        let path = span["file_name"].as_str().unwrap_or_default();
        let text = fs::read_to_string(self.folder().join(path)).unwrap_or_default();
        let lines: Vec<&str> = text.lines().collect();
        let line = |name: &str| span[name].as_u64().unwrap_or(1) as usize;
        let (first, last) = (line("line_start") - 1, line("line_end"));
        let within = |around: usize| {
            let range = first.saturating_sub(around)..(last + around).min(lines.len());
            chosen(&lines.get(range).unwrap_or_default().join("\n"))
        };
        AROUND.into_iter().map(within).find(|found| !found.is_empty()).unwrap_or_default()
    }
}

/// The numbers of the changes that a text chooses.
fn chosen(text: &str) -> BTreeSet<u32> {
    let number = |rest: &str| rest.split_once("u32").and_then(|(number, _)| number.parse().ok());
    text.split(CHOICE).skip(1).filter_map(number).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_are_found_in_a_text() {
        let text =
            "if crate::change::on(7u32) { a } else if (crate::change::on(12u32)) {} on(3u32)";
        assert_eq!(chosen(text), BTreeSet::from([7, 12]));
    }
}
