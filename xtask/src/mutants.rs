//! `cargo xtask mutants`: changes a crate in one place after another, and tells which changes no test of it notices.
//!
//! cargo-mutants makes the changes and runs the tests; this picks a part of them and sums up what it found.

use crate::root::root;
use anyhow::{Context, Result, bail};
use serde_json::Value;
use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, ExitCode};

/// Where it is said how to get the program.
const INSTALL: &str = "cargo-mutants is not there: cargo install cargo-mutants --locked";
/// The share of changes that is to be noticed.
const ENOUGH: f64 = 0.92;

/// Change a crate in one place after another, and tell what its tests do not notice
#[derive(clap::Args)]
pub(crate) struct Mutants {
    /// The crate, by its folder
    #[arg(long = "crate", value_name = "NAME", default_value = "search")]
    of: String,
    /// A part of the changes: which, and of how many
    #[arg(long, value_name = "K/N", default_value = "0/1")]
    shard: String,
    /// Only changes in files with this in their path
    #[arg(long, value_name = "TEXT")]
    file: Option<String>,
    /// Seconds after which tests that go on are stopped, which counts as noticed
    #[arg(long, value_name = "S", default_value_t = 120)]
    timeout: u32,
    /// Keep what was found in this folder
    #[arg(long, value_name = "DIR")]
    output: Option<PathBuf>,
}

/// What became of the changes.
#[derive(Debug, Default, PartialEq, Eq)]
struct Found {
    caught: usize,
    timeout: usize,
    /// Those that do not compile.
    unviable: usize,
    missed: Vec<String>,
}

impl Mutants {
    /// Runs the tests of the crate for every change, and prints what was found.
    pub(crate) fn run(&self) -> Result<ExitCode> {
        let root = root()?;
        if !root.join("crates").join(&self.of).is_dir() {
            bail!("there is no crates/{}", self.of);
        }
        let own = tempfile::tempdir()?;
        let output = self.output.clone().unwrap_or_else(|| own.path().to_path_buf());
        let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let there = Command::new(&cargo).args(["mutants", "--version"]).output();
        if !there.is_ok_and(|ran| ran.status.success()) {
            bail!(INSTALL);
        }
        let path = output.join("mutants.out/outcomes.json");
        if path.is_file() {
            bail!("{} has results already: give another folder", output.display());
        }
        let mut command = Command::new(cargo);
        command.current_dir(root).args(["mutants", "--test-tool", "nextest", "--jobs", "1"]);
        command.args(["--package", &format!("quandary-{}", self.of), "--shard", &self.shard]);
        // Every so manieth change, so that a part is a sample of the whole.
        command.args(["--sharding", "round-robin"]);
        command.args(["--timeout", &self.timeout.to_string(), "--output"]).arg(&output);
        if let Some(file) = &self.file {
            command.args(["--file", &format!("**/*{file}*")]);
        }
        // Its exit code says only whether something was missed.
        command.status().context("cannot run cargo-mutants")?;
        let text = fs::read_to_string(&path).context("cargo-mutants found nothing out")?;
        let found = read(&text)?;
        let noticed = found.caught + found.timeout;
        let viable = noticed + found.missed.len();
        if viable == 0 {
            bail!("there is nothing to change in this part");
        }
        let share = noticed as f64 / viable as f64;
        println!(
            "\n{} {}: {viable} viable, {noticed} noticed ({:.1} %), of these {} by taking too long; {} do not compile",
            self.of,
            self.shard,
            100.0 * share,
            found.timeout,
            found.unviable
        );
        found.missed.iter().for_each(|missed| println!("missed: {missed}"));
        Ok(if share >= ENOUGH { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}

/// Reads what cargo-mutants writes.
fn read(text: &str) -> Result<Found> {
    let value: Value = serde_json::from_str(text)?;
    let outcomes = value["outcomes"].as_array().context("no outcomes")?;
    let mut found = Found::default();
    let mut others: BTreeMap<String, usize> = BTreeMap::new();
    for outcome in outcomes {
        let Some(mutant) = outcome["scenario"].get("Mutant") else {
            if outcome["summary"] != "Success" {
                bail!("the tests fail before anything is changed");
            }
            continue;
        };
        match outcome["summary"].as_str().unwrap_or_default() {
            "CaughtMutant" => found.caught += 1,
            "Timeout" => found.timeout += 1,
            "Unviable" => found.unviable += 1,
            "MissedMutant" => {
                found.missed.push(mutant["name"].as_str().unwrap_or_default().to_owned());
            }
            other => *others.entry(other.to_owned()).or_default() += 1,
        }
    }
    if let Some((other, many)) = others.first_key_value() {
        bail!("{many} changes ended as {other:?}, which is not known here");
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes_are_counted_and_what_is_missed_is_named() {
        let text = r#"{"outcomes": [
            {"scenario": "Baseline", "summary": "Success"},
            {"scenario": {"Mutant": {"name": "a.rs:1: replace < with <="}}, "summary": "MissedMutant"},
            {"scenario": {"Mutant": {"name": "b"}}, "summary": "CaughtMutant"},
            {"scenario": {"Mutant": {"name": "c"}}, "summary": "Timeout"},
            {"scenario": {"Mutant": {"name": "d"}}, "summary": "Unviable"}]}"#;
        let missed = vec!["a.rs:1: replace < with <=".to_owned()];
        assert_eq!(read(text).unwrap(), Found { caught: 1, timeout: 1, unviable: 1, missed });
        assert!(read(&text.replace("Timeout", "Elsewise")).is_err());
        assert!(read(&text.replace("Success", "Failure")).is_err());
        assert!(read("{}").is_err());
    }
}
