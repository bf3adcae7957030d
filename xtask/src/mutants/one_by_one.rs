//! Changes as cargo-mutants makes them: each in a build of its own.

use super::asked::Mutants;
use super::cargo::cargo;
use super::found::Found;
use anyhow::{Context, Result, bail};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Runs cargo-mutants over a part of the changes.
pub(super) fn run(root: &Path, asked: &Mutants) -> Result<Found> {
    let own = tempfile::tempdir()?;
    let output = asked.output.clone().unwrap_or_else(|| own.path().to_path_buf());
    let path = output.join("mutants.out/outcomes.json");
    if path.is_file() {
        bail!("{} has results already: give another folder", output.display());
    }
    let mut command = cargo(root);
    command.args(["mutants", "--test-tool", "nextest", "--jobs", "1"]);
    command.args(["--package", &format!("quandary-{}", asked.of), "--shard", &asked.shard]);
    // Every so manieth change, so that a part is a sample of the whole.
    command.args(["--sharding", "round-robin"]);
    command.args(["--timeout", &asked.timeout.to_string(), "--output"]).arg(&output);
    if let Some(file) = &asked.file {
        command.args(["--file", &format!("**/*{file}*")]);
    }
    // Its exit code says only whether something was missed.
    command.status().context("cannot run cargo-mutants")?;
    read(&fs::read_to_string(&path).context("cargo-mutants found nothing out")?)
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
