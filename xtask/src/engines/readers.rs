//! Proofs by third-party readers: Rust tests, and Node and Python scripts over all files; their outcomes; and the
//! pictures for the book's pages about engines, drawn by these readers.

use super::{Exported, readers};
use crate::root::root;
use anyhow::{Context, Result, bail};
use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Output};

/// Runs tests of the crate `formats`, selected by name, over all dungeons.
pub(super) fn tests(exported: &Exported, words: &[&str]) -> Result<Outcome> {
    let folder = exported
        .dungeons
        .first()
        .and_then(|file| file.parent())
        .context("there are no dungeons")?;
    let cargo = env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo"));
    let mut command = Command::new(cargo);
    command.args(["test", "--package", "quandary-formats", "--test", "it"]);
    let ran = command
        .arg("--")
        .args(words)
        .current_dir(root()?)
        .env("QUANDARY_DUNGEONS", folder)
        .output()
        .context("cannot run cargo")?;
    Ok(of_tests(ran.status.success(), &text(&ran), exported.dungeons.len()))
}

/// The outcome of tests, from the output of cargo.
fn of_tests(succeeded: bool, said: &str, dungeons: usize) -> Outcome {
    let skipped = said.lines().find_map(|line| line.strip_prefix("skipped: "));
    let passed = said.lines().filter_map(|line| line.strip_prefix("test result: ok. "));
    let passed: u32 = passed.filter_map(|line| line.split(' ').next()?.parse::<u32>().ok()).sum();
    match (succeeded, skipped) {
        (false, _) => Outcome::Failed(said.to_owned()),
        (true, Some(why)) => Outcome::NotRun(why.to_owned()),
        (true, None) if passed == 0 => Outcome::Failed(format!("no test was run: {said}")),
        (true, None) => Outcome::Passed(format!("{passed} tests over {dungeons} dungeons")),
    }
}

/// The folder with the scripts.
fn scripts() -> Result<PathBuf> {
    Ok(root()?.join("xtask/engines"))
}

/// Installs the requirements of the Node scripts if needed. Returns the reason if that fails.
///
/// # Errors
/// The source folder cannot be found.
pub(super) fn installed() -> Result<Option<String>> {
    let folder = scripts()?;
    if folder.join("node_modules").is_dir() {
        return Ok(None);
    }
    let words = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--silent"];
    Ok(match Command::new("npm").args(words).current_dir(&folder).output() {
        Err(_) => Some("Node with npm is not installed".to_owned()),
        Ok(npm) if npm.status.success() => None,
        Ok(npm) => Some(format!("npm ci in xtask/engines failed: {}", text(&npm))),
    })
}

/// The reason why there is no browser; `None` if there is one.
pub(super) fn no_browser() -> Option<String> {
    let chromium =
        env::var_os("CHROMIUM").map_or_else(|| PathBuf::from("/usr/bin/chromium"), PathBuf::from);
    let name = chromium.display();
    (!chromium.is_file()).then(|| format!("{name} is not there; CHROMIUM names another"))
}

/// Runs a Node script.
///
/// # Errors
/// The source folder cannot be found.
pub(super) fn node(script: &str, words: &[&Path]) -> Result<Outcome> {
    if let Some(why) = installed()? {
        return Ok(Outcome::NotRun(why));
    }
    let ran = Command::new("node").arg(script).args(words).current_dir(scripts()?).output();
    Ok(match ran {
        Ok(ran) => Outcome::of(&ran),
        Err(_) => Outcome::NotRun("Node is not installed".to_owned()),
    })
}

/// Tests the scenes in Godot, which runs in a browser.
pub(super) fn godot(exported: &Exported) -> Result<Outcome> {
    match no_browser() {
        Some(why) => Ok(Outcome::NotRun(why)),
        None => node("godot.mjs", &[&exported.files]),
    }
}

/// Runs one reader of the Python script over all maps.
pub(super) fn tiled(exported: &Exported, reader: &str) -> Result<Outcome> {
    let folder = scripts()?;
    let home = exported.files.with_file_name("python");
    if !home.is_dir() {
        let ran = Command::new("python3").args(["-m", "venv"]).arg(&home).output();
        if !ran.is_ok_and(|ran| ran.status.success()) {
            return Ok(Outcome::NotRun("Python with venv is not installed".to_owned()));
        }
    }
    let quiet = ["install", "--quiet", "--disable-pip-version-check", "--no-deps"];
    let pip = Command::new(home.join("bin/pip"))
        .args(quiet)
        .args(["--requirement", "requirements.txt"])
        .current_dir(&folder)
        .output()
        .context("cannot run pip")?;
    if !pip.status.success() {
        let why = format!("pytiled-parser could not be installed: {}", text(&pip));
        return Ok(Outcome::NotRun(why));
    }
    let ran = Command::new(home.join("bin/python"))
        .args(["tiled.py", reader])
        .arg(&exported.files)
        .current_dir(&folder)
        .output();
    Ok(Outcome::of(&ran.context("cannot run Python")?))
}

/// The outcome of a proof, with a message.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// The proof succeeded.
    Passed(String),
    /// The proof failed.
    Failed(String),
    /// A requirement is missing.
    NotRun(String),
}

/// The exit code of a script with a missing requirement.
const MISSING: i32 = 77;

impl Outcome {
    /// The outcome of a script. The message is its last line, or its whole output if it failed.
    pub(super) fn of(ran: &Output) -> Self {
        let said = text(ran);
        let last = said.lines().last().unwrap_or_default().to_owned();
        match ran.status.code() {
            Some(0) => Self::Passed(last),
            Some(MISSING) => Self::NotRun(last),
            _ => Self::Failed(said),
        }
    }
}

/// The output of a command, errors first.
pub(super) fn text(ran: &Output) -> String {
    let told =
        [&ran.stderr, &ran.stdout].map(|bytes| String::from_utf8_lossy(bytes).trim().to_owned());
    told.join("\n").trim().to_owned()
}

/// The dungeon of the pictures: the temple of the tests.
const SUBJECT: &str = "crates/formats/tests/samples/temple.json";
/// The folder of the pictures, which are `engine_NAME.png`.
const FOLDER: &str = "docs/pictures";

/// Exports the dungeon and draws the pictures of the book from its files.
///
/// # Errors
/// A reader is missing or fails.
pub(super) fn draw(program: &Path) -> Result<ExitCode> {
    let folder = tempfile::tempdir().context("cannot make a folder")?;
    let subject = root()?.join(SUBJECT);
    let words = ["export".as_ref(), subject.as_path(), "--to".as_ref(), folder.path()];
    let ran = Command::new(program).args(words).output().context("cannot run the program")?;
    if !ran.status.success() {
        bail!("{}", String::from_utf8_lossy(&ran.stderr).trim());
    }
    let drawn = match readers::no_browser() {
        Some(why) => Outcome::NotRun(why),
        None => readers::node("pictures.mjs", &[folder.path(), &root()?.join(FOLDER)])?,
    };
    match drawn {
        Outcome::Passed(told) => println!("{told} in {FOLDER}"),
        Outcome::NotRun(why) | Outcome::Failed(why) => bail!("{why}"),
    }
    Ok(ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_that_were_skipped_or_that_are_none_do_not_hold() {
        let ok = "test result: ok. 2 passed; 0 failed\ntest result: ok. 1 passed; 0 failed";
        assert_eq!(of_tests(true, ok, 7), Outcome::Passed("3 tests over 7 dungeons".to_owned()));
        let skipped = format!("skipped: no data\n{ok}");
        assert_eq!(of_tests(true, &skipped, 7), Outcome::NotRun("no data".to_owned()));
        for said in ["test result: ok. 0 passed; 0 failed", ""] {
            assert!(matches!(of_tests(true, said, 7), Outcome::Failed(_)), "{said}");
        }
        assert!(matches!(of_tests(false, ok, 7), Outcome::Failed(_)));
    }
}
