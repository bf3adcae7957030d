//! The proofs that others read: tests of Rust, scripts of Node and of Python over all files, how each ended, and the pictures
//! of the book's pages about engines, which readers of the files draw.

use super::{Made, readers};
use crate::root::root;
use anyhow::{Context, Result, bail};
use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Output};

/// Tests of the crate `formats` that words choose, over all dungeons.
pub(super) fn tests(made: &Made, words: &[&str]) -> Result<Ended> {
    let folder =
        made.dungeons.first().and_then(|file| file.parent()).context("there are no dungeons")?;
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
    Ok(of_tests(ran.status.success(), &text(&ran), made.dungeons.len()))
}

/// How tests ended, by what cargo said.
fn of_tests(succeeded: bool, said: &str, dungeons: usize) -> Ended {
    let skipped = said.lines().find_map(|line| line.strip_prefix("skipped: "));
    let passed = said.lines().filter_map(|line| line.strip_prefix("test result: ok. "));
    let passed: u32 = passed.filter_map(|line| line.split(' ').next()?.parse::<u32>().ok()).sum();
    match (succeeded, skipped) {
        (false, _) => Ended::Failed(said.to_owned()),
        (true, Some(why)) => Ended::NotRun(why.to_owned()),
        (true, None) if passed == 0 => Ended::Failed(format!("no test was run: {said}")),
        (true, None) => Ended::Held(format!("{passed} tests over {dungeons} dungeons")),
    }
}

/// The folder with the scripts.
fn scripts() -> Result<PathBuf> {
    Ok(root()?.join("xtask/engines"))
}

/// Installs what scripts of Node need, unless it is there; why it cannot be had, if it cannot.
///
/// # Errors
/// When the source cannot be found.
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

/// Why there is no browser, if there is none.
pub(super) fn no_browser() -> Option<String> {
    let chromium =
        env::var_os("CHROMIUM").map_or_else(|| PathBuf::from("/usr/bin/chromium"), PathBuf::from);
    let name = chromium.display();
    (!chromium.is_file()).then(|| format!("{name} is not there; CHROMIUM names another"))
}

/// Runs a script of Node.
///
/// # Errors
/// When the source cannot be found.
pub(super) fn node(script: &str, words: &[&Path]) -> Result<Ended> {
    if let Some(why) = installed()? {
        return Ok(Ended::NotRun(why));
    }
    let ran = Command::new("node").arg(script).args(words).current_dir(scripts()?).output();
    Ok(match ran {
        Ok(ran) => Ended::of(&ran),
        Err(_) => Ended::NotRun("Node is not installed".to_owned()),
    })
}

/// Scenes in the engine Godot, which runs in a browser.
pub(super) fn godot(made: &Made) -> Result<Ended> {
    match no_browser() {
        Some(why) => Ok(Ended::NotRun(why)),
        None => node("godot.mjs", &[&made.files]),
    }
}

/// The script of Python over all maps: what one of its readers says.
pub(super) fn tiled(made: &Made, reader: &str) -> Result<Ended> {
    let folder = scripts()?;
    let home = made.files.with_file_name("python");
    if !home.is_dir() {
        let ran = Command::new("python3").args(["-m", "venv"]).arg(&home).output();
        if !ran.is_ok_and(|ran| ran.status.success()) {
            return Ok(Ended::NotRun("Python with venv is not installed".to_owned()));
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
        return Ok(Ended::NotRun(why));
    }
    let ran = Command::new(home.join("bin/python"))
        .args(["tiled.py", reader])
        .arg(&made.files)
        .current_dir(&folder)
        .output();
    Ok(Ended::of(&ran.context("cannot run Python")?))
}

/// The end of a proof, with what it says.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Ended {
    /// It holds.
    Held(String),
    /// It does not.
    Failed(String),
    /// Something that it needs is missing.
    NotRun(String),
}

/// The exit code of a script that says that something it needs is missing.
const MISSING: i32 = 77;

impl Ended {
    /// The end of a script: what it says last is told, of a failure all.
    pub(super) fn of(ran: &Output) -> Self {
        let said = text(ran);
        let last = said.lines().last().unwrap_or_default().to_owned();
        match ran.status.code() {
            Some(0) => Self::Held(last),
            Some(MISSING) => Self::NotRun(last),
            _ => Self::Failed(said),
        }
    }
}

/// What a command said, its errors first.
pub(super) fn text(ran: &Output) -> String {
    let told =
        [&ran.stderr, &ran.stdout].map(|bytes| String::from_utf8_lossy(bytes).trim().to_owned());
    told.join("\n").trim().to_owned()
}

/// The dungeon that is drawn: the temple of the tests.
const SUBJECT: &str = "crates/formats/tests/samples/temple.json";
/// The folder of the pictures, which are `engine_NAME.png`.
const FOLDER: &str = "docs/pictures";

/// Exports the dungeon and has the pictures of the book drawn of its files.
///
/// # Errors
/// When something that draws is missing, or fails.
pub(super) fn draw(program: &Path) -> Result<ExitCode> {
    let folder = tempfile::tempdir().context("cannot make a folder")?;
    let subject = root()?.join(SUBJECT);
    let words = ["export".as_ref(), subject.as_path(), "--to".as_ref(), folder.path()];
    let ran = Command::new(program).args(words).output().context("cannot run the program")?;
    if !ran.status.success() {
        bail!("{}", String::from_utf8_lossy(&ran.stderr).trim());
    }
    let drawn = match readers::no_browser() {
        Some(why) => Ended::NotRun(why),
        None => readers::node("pictures.mjs", &[folder.path(), &root()?.join(FOLDER)])?,
    };
    match drawn {
        Ended::Held(told) => println!("{told} in {FOLDER}"),
        Ended::NotRun(why) | Ended::Failed(why) => bail!("{why}"),
    }
    Ok(ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_that_were_skipped_or_that_are_none_do_not_hold() {
        let ok = "test result: ok. 2 passed; 0 failed\ntest result: ok. 1 passed; 0 failed";
        assert_eq!(of_tests(true, ok, 7), Ended::Held("3 tests over 7 dungeons".to_owned()));
        let skipped = format!("skipped: no data\n{ok}");
        assert_eq!(of_tests(true, &skipped, 7), Ended::NotRun("no data".to_owned()));
        for said in ["test result: ok. 0 passed; 0 failed", ""] {
            assert!(matches!(of_tests(true, said, 7), Ended::Failed(_)), "{said}");
        }
        assert!(matches!(of_tests(false, ok, 7), Ended::Failed(_)));
    }
}
