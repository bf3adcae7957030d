//! The tests of a crate, for one change after another.

use super::super::found::Found;
use super::change::Change;
use super::switched::VARIABLE;
use super::tree::Tree;
use anyhow::{Context, Result, bail};
use std::fmt::{self, Display};
use std::fs;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::thread;
use tempfile::TempDir;

/// The tests, built.
pub(super) struct Tests<'a> {
    tree: &'a Tree,
    /// What nextest is told of them.
    told: TempDir,
}

/// What a change came to.
#[derive(Debug, PartialEq, Eq)]
enum End {
    /// A test failed, this one.
    Caught(String),
    /// A test took too long, this one.
    Timeout(String),
    Missed,
}

impl<'a> Tests<'a> {
    /// Builds them, and sees that they pass while nothing is changed.
    pub(super) fn build(tree: &'a Tree, timeout: u32) -> Result<Self> {
        let tests = Self { tree, told: tempfile::tempdir()? };
        let limits = format!(
            "[profile.default]\nslow-timeout = {{ period = \"{timeout}s\", terminate-after = 1 }}\n"
        );
        fs::write(tests.told.path().join("limits.toml"), &limits)?;
        let list = [
            "nextest",
            "list",
            "--all-features",
            "--list-type",
            "binaries-only",
            "--message-format",
            "json",
            "--package",
            &tree.package(),
        ];
        tests.keep("tests.json", tree.cargo().args(list))?;
        tests.keep(
            "packages.json",
            tree.cargo().args(["metadata", "--format-version", "1", "--all-features"]),
        )?;
        match tests.with(0)? {
            (End::Missed, said) => {
                fs::write(tests.told.path().join("limits.toml"), limits + &short_first(&said))?;
                Ok(tests)
            }
            (failed, _) => bail!("the tests fail before anything is changed: {failed:?}"),
        }
    }

    /// Keeps what a program says in a file.
    fn keep(&self, name: &str, command: &mut Command) -> Result<()> {
        let ran = command.output().context("cannot run cargo")?;
        if !ran.status.success() {
            bail!("{}", String::from_utf8_lossy(&ran.stderr).trim());
        }
        Ok(fs::write(self.told.path().join(name), ran.stdout)?)
    }

    /// Runs them with a change, until one fails; how that ended, and what nextest said.
    fn with(&self, change: u32) -> Result<(End, String)> {
        let file = |name: &str| self.told.path().join(name);
        let mut command = self.tree.cargo();
        command.args([
            "nextest",
            "run",
            "--test-threads",
            "1",
            "--max-fail",
            "1:immediate",
            "--status-level",
            "pass",
        ]);
        command.args([
            "--final-status-level",
            "none",
            "--failure-output",
            "never",
            "--workspace-remap",
        ]);
        command.arg(self.tree.folder()).arg("--binaries-metadata").arg(file("tests.json"));
        command.arg("--cargo-metadata").arg(file("packages.json"));
        command.arg("--tool-config-file").arg(format!("mutants:{}", file("limits.toml").display()));
        let ran =
            command.env(VARIABLE, change.to_string()).output().context("cannot run the tests")?;
        let said = String::from_utf8_lossy(&ran.stderr).into_owned();
        Ok((if ran.status.success() { End::Missed } else { ended(&said)? }, said))
    }

    /// Runs them with each of the changes, as many at a time as there are cores.
    pub(super) fn run(&self, changes: &[&Change]) -> Result<Found> {
        let next = AtomicUsize::new(0);
        let (sender, ends) = channel();
        thread::scope(|scope| {
            for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
                let (sender, next) = (sender.clone(), &next);
                scope.spawn(move || {
                    while let Some(change) = changes.get(next.fetch_add(1, Ordering::Relaxed)) {
                        if sender.send((change, self.with(change.number))).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(sender);
            let mut found = Found::default();
            for (done, (change, end)) in (1..).zip(ends) {
                let (end, _) = end?;
                eprintln!("{done} of {}, {end}: {}", changes.len(), change.name);
                match end {
                    End::Caught(_) => found.caught += 1,
                    End::Timeout(_) => found.timeout += 1,
                    End::Missed => found.missed.push(change.name.clone()),
                }
                self.tree.tidy()?;
            }
            found.missed.sort();
            Ok(found)
        })
    }
}

impl Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            End::Caught(test) => write!(f, "noticed by {test}"),
            End::Timeout(test) => write!(f, "{test} took too long"),
            End::Missed => write!(f, "missed"),
        }
    }
}

/// What nextest says of a test, `FAIL [   0.211s] ( 4/39) package tests::name`: how it ended, after how many seconds, and
/// which it was.
fn told(line: &str) -> Option<(&str, f64, &str)> {
    let (how, rest) = line.trim_start().split_once(" [")?;
    let (time, rest) = rest.split_once("s] ")?;
    let test = rest.split_once(") ").map_or(rest, |(_, test)| test).trim();
    Some((how, time.trim_start_matches([' ', '>']).parse().ok()?, test))
}

/// Settings by which the tests that were short run first, when all have passed: most changes are noticed by many, and
/// seldom by a long one alone.
fn short_first(said: &str) -> String {
    let passed = || said.lines().filter_map(told).filter(|(how, ..)| *how == "PASS");
    let within = |least: f64, most: f64| {
        let some = passed().filter(move |(_, time, _)| (least..most).contains(time));
        let names = some.filter_map(|(.., test)| test.split_once(' '));
        let tests = names.map(|(binary, test)| format!("(binary_id(={binary}) & test(={test}))"));
        tests.collect::<Vec<_>>().join(" | ")
    };
    let mut settings = String::new();
    for (priority, (least, most)) in
        [(100, (0.0, 0.1)), (50, (0.1, 0.5)), (0, (0.5, 2.0)), (-50, (2.0, 8.0))]
    {
        let tests = within(least, most);
        if !tests.is_empty() {
            settings += &format!(
                "\n[[profile.default.overrides]]\nfilter = \"{tests}\"\npriority = {priority}\n"
            );
        }
    }
    settings + "\n[[profile.default.overrides]]\nfilter = \"all()\"\npriority = -100\n"
}

/// How tests ended that did not all pass.
fn ended(said: &str) -> Result<End> {
    let end = said.lines().find_map(|line| {
        let (how, _, test) = told(line)?;
        match how {
            "TIMEOUT" => Some(End::Timeout(test.to_owned())),
            "FAIL" | "ABORT" => Some(End::Caught(test.to_owned())),
            _ => how.starts_with("SIG").then(|| End::Caught(test.to_owned())),
        }
    });
    end.with_context(|| format!("the tests did not run: {}", said.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_test_that_fails_is_named() {
        let said = |line: &str| {
            format!(
                "    Starting 39 tests across 2 binaries\n{line}\n     Summary [   1.0s] 39 tests run\n"
            )
        };
        let failed = said("        FAIL [   0.099s] ( 5/39) quandary-search parts::tests::a_cut");
        assert_eq!(
            ended(&failed).unwrap(),
            End::Caught("quandary-search parts::tests::a_cut".to_owned())
        );
        let crashed = said("     SIGABRT [   0.1s] a b");
        assert_eq!(ended(&crashed).unwrap(), End::Caught("a b".to_owned()));
        let long = said("     TIMEOUT [  60.0s] (23/39) a b");
        assert_eq!(ended(&long).unwrap(), End::Timeout("a b".to_owned()));
        assert!(ended("error: no such file").is_err());
    }
}
