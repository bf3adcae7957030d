//! A walkthrough typed into the program's own game.

use std::io::{self, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use tempfile::{Builder, NamedTempFile};

/// A file that holds a text, and is gone when nobody needs it any more.
pub(crate) fn scratch(text: &str) -> Result<NamedTempFile, String> {
    let failed = |error: io::Error| format!("no temporary file: {error}");
    let file = Builder::new().prefix("quandary-audit-").suffix(".json").tempfile();
    let mut file = file.map_err(failed)?;
    file.write_all(text.as_bytes()).map_err(failed)?;
    Ok(file)
}

/// Plays a dungeon with these commands; says what is wrong if that does not win.
pub(crate) fn play(program: &Path, line: &str, commands: &[String]) -> Result<(), String> {
    let file = scratch(line)?;
    let mut child = Command::new(program)
        .arg("play")
        .arg(file.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| format!("cannot run the program: {error}"))?;
    if let Some(mut input) = child.stdin.take() {
        // A program that stops reading has ended, and its status says how.
        let _ = input.write_all(format!("{}\n", commands.join("\n")).as_bytes());
    }
    let status = child.wait().map_err(|error| format!("the program is lost: {error}"))?;
    let failed = || format!("{} commands, and the game ended with {status}", commands.len());
    if status.success() { Ok(()) } else { Err(failed()) }
}
