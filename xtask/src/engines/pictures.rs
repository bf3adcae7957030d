//! Pictures of the book's pages about engines, drawn by readers of the files.

use super::ended::Ended;
use super::readers;
use crate::root::root;
use anyhow::{Context, Result, bail};
use std::path::Path;
use std::process::{Command, ExitCode};

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
