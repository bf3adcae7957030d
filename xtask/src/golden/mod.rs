//! `cargo xtask golden`: the output of the generators, pinned by hash.
//!
//! A line of `tests/golden/missions.txt` is a list of arguments, a tab, and the SHA-256 of the bytes
//! that `quandary mission` prints for them as JSON; `layouts.txt`, `areas.txt`, `dungeons.txt`,
//! `caves.txt` and `riddles.txt` are the same for the commands of those names. Only `--bless` rewrites them, and whoever
//! does so reads the difference: a changed line is a new algorithm version, or a new version number in the provenance.

mod lists;

use crate::root::root;
use anyhow::{Context, Result, ensure};
use audit::program;
use lists::{AREAS, CAVES, DUNGEONS, LAYOUTS, MISSIONS, RIDDLES};
use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// The pinned commands, each with its argument lists; the file of one has its name with an `s`.
const PINNED: [(&str, &[&str]); 6] = [
    ("mission", &MISSIONS),
    ("layout", &LAYOUTS),
    ("area", &AREAS),
    ("dungeon", &DUNGEONS),
    ("cave", &CAVES),
    ("riddle", &RIDDLES),
];

/// Compare what the generators print with the hashes in tests/golden
#[derive(clap::Args)]
pub(crate) struct Golden {
    /// Rewrite the hashes; read the difference before it is committed
    #[arg(long)]
    bless: bool,
    /// The program to run, when it is not the one beside this one
    #[arg(long, value_name = "FILE")]
    bin: Option<PathBuf>,
}

impl Golden {
    /// Compares, or rewrites.
    pub(crate) fn run(&self) -> Result<ExitCode> {
        let program = program::quandary(self.bin.as_deref())?;
        let mut found = Vec::new();
        for (command, lists) in PINNED {
            let path = root()?.join(format!("tests/golden/{command}s.txt"));
            let now = render(&program, command, lists)?;
            if self.bless {
                bless(&path, &now)?;
                continue;
            }
            let then = fs::read_to_string(&path).with_context(|| {
                format!("cannot read {}: `cargo xtask golden --bless` writes it", path.display())
            })?;
            found.extend(differences(&then, &now));
        }
        Ok(report(&found))
    }
}

/// Rewrites the file, and says which lines are new.
fn bless(path: &Path, now: &str) -> Result<()> {
    let then = fs::read_to_string(path).unwrap_or_default();
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    }
    fs::write(path, now).with_context(|| format!("cannot write {}", path.display()))?;
    for difference in differences(&then, now) {
        println!("{difference}");
    }
    Ok(())
}

/// Prints the differences, and returns failure if there are any.
fn report(differences: &[String]) -> ExitCode {
    for difference in differences {
        println!("{difference}");
    }
    if differences.is_empty() {
        return ExitCode::SUCCESS;
    }
    eprintln!("{} golden lines differ; see `cargo xtask golden --help`", differences.len());
    ExitCode::FAILURE
}

/// A whole file as it should be now.
fn render(program: &Path, command: &str, lists: &[&str]) -> Result<String> {
    let mut text = String::new();
    for arguments in lists {
        let bytes = print(program, command, arguments)?;
        writeln!(text, "{arguments}\t{}", hex::encode(Sha256::digest(&bytes)))?;
    }
    Ok(text)
}

/// Output of the program for one list of arguments.
fn print(program: &Path, command: &str, arguments: &str) -> Result<Vec<u8>> {
    let output = Command::new(program)
        .arg(command)
        .args(arguments.split_whitespace())
        .args(["--format", "json"])
        .output()
        .with_context(|| format!("cannot run {}", program.display()))?;
    let complaint = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "{command} {arguments}: {}\n{complaint}", output.status);
    Ok(output.stdout)
}

/// The lines by which two golden files differ, in words.
fn differences(then: &str, now: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (arguments, hash) in now.lines().filter_map(|line| line.split_once('\t')) {
        match hash_of(then, arguments) {
            Some(old) if old == hash => {}
            Some(old) => found.push(format!("changed: {arguments}: {old} is now {hash}")),
            None => found.push(format!("new: {arguments}: {hash}")),
        }
    }
    for line in then.lines() {
        let arguments = line.split('\t').next().unwrap_or_default();
        if hash_of(now, arguments).is_none() {
            found.push(format!("gone: {line}"));
        }
    }
    found
}

/// The hash that a golden file gives for a list of arguments.
fn hash_of<'a>(text: &'a str, arguments: &str) -> Option<&'a str> {
    let mut lines = text.lines().filter_map(|line| line.split_once('\t'));
    lines.find(|(name, _)| *name == arguments).map(|(_, hash)| hash)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn check(then: &str, now: &str, expect: &[&str]) {
        assert_eq!(differences(then, now), expect, "{then:?} {now:?}");
    }

    #[test]
    fn a_difference_names_its_line() {
        check("", "", &[]);
        check("a\t1\nb\t2\n", "a\t1\nb\t2\n", &[]);
        check("b\t2\na\t1\n", "a\t1\nb\t2\n", &[]);
        check("a\t1\nb\t2\n", "a\t1\nb\t3\n", &["changed: b: 2 is now 3"]);
        check("a\t1\n", "a\t1\nb\t3\n", &["new: b: 3"]);
        check("a\t1\nb\t3\n", "a\t1\n", &["gone: b\t3"]);
        check("a 1\n", "", &["gone: a 1"]);
    }

    #[test]
    fn the_hash_is_the_published_one() {
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(hex::encode(Sha256::digest(b"abc")), abc);
    }

    #[test]
    fn every_list_of_arguments_is_there_once() {
        for (command, all) in PINNED {
            let lists: BTreeSet<&str> = all.iter().copied().collect();
            assert_eq!(lists.len(), all.len(), "{command}");
            assert!(lists.iter().all(|list| list.contains("--seed ") && !list.contains('\t')));
        }
    }
}
