//! A walkthrough typed into the program's own game.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{self, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};

/// A file that is gone when nobody needs it any more.
pub(crate) struct Scratch(PathBuf);

impl Scratch {
    /// A file that holds a text.
    pub(crate) fn new(text: &str) -> Result<Self, String> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("quandary-audit-{}-{number}.json", process::id());
        let file = Self(std::env::temp_dir().join(name));
        fs::write(&file.0, text).map_err(|error| format!("no temporary file: {error}"))?;
        Ok(file)
    }

    /// Where it is.
    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0); // it lies among temporary files, where it does no harm
    }
}

/// Plays a dungeon with these commands; says what is wrong if that does not win.
pub(crate) fn play(program: &Path, line: &str, commands: &[String]) -> Result<(), String> {
    let file = Scratch::new(line)?;
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
    if status.success() {
        Ok(())
    } else {
        Err(format!("{} commands, and the game ended with {status}", commands.len()))
    }
}
