//! Shared by all tasks: the root folder of the workspace, the program under test, running commands, and CPU time.

use anyhow::{Context, Result, ensure};
use std::env;
use std::env::consts::EXE_SUFFIX;
use std::fs;
use std::ops::Sub;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The root folder of the workspace: the one with `Cargo.lock`, at or above the folder of this package if cargo runs
/// it, else at or above the current folder. Determined at run time, so the binary contains no path of the build
/// machine.
pub(crate) fn root() -> Result<PathBuf> {
    let from = match env::var_os("CARGO_MANIFEST_DIR") {
        Some(folder) => PathBuf::from(folder),
        None => env::current_dir().context("cannot tell the current folder")?,
    };
    let found = from.ancestors().find(|folder| folder.join("Cargo.lock").is_file());
    let found = found.with_context(|| format!("no Cargo.lock at or above {}", from.display()))?;
    Ok(found.to_path_buf())
}

/// The path of the program: the given one, else the one beside this executable.
///
/// # Errors
///
/// The file does not exist.
pub(crate) fn quandary(given: Option<&Path>) -> Result<PathBuf> {
    let path = match given {
        Some(path) => path.to_path_buf(),
        None => env::current_exe()
            .context("cannot tell where this program lies")?
            .with_file_name(format!("quandary{EXE_SUFFIX}")),
    };
    let dist = path.parent().is_some_and(|folder| folder.ends_with("dist"));
    let profile = if dist { "--profile dist" } else { "--release" };
    ensure!(
        path.is_file(),
        "{} is not there: run `cargo build {profile} --package quandary --all-features`, or name it with --bin",
        path.display()
    );
    path.canonicalize().with_context(|| format!("cannot find {}", path.display()))
}

/// Runs a command with inherited output; fails if the command fails.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let words = format!("{command:?}");
    let status = command.status().with_context(|| words.clone())?;
    ensure!(status.success(), "{words}: {status}");
    Ok(())
}

/// The output of a command; fails if the command fails.
pub(crate) fn output(command: &mut Command) -> Result<String> {
    let words = format!("{command:?}");
    let said = command.output().with_context(|| words.clone())?;
    ensure!(said.status.success(), "{words}: {}", String::from_utf8_lossy(&said.stderr).trim_end());
    String::from_utf8(said.stdout).with_context(|| words)
}

/// Ticks per second of `/proc/self/stat`: 100 on every current Linux.
const TICKS: f64 = 100.0;

/// CPU time in seconds since the start of the program.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Clock {
    /// Of the threads of this program.
    pub(crate) own: f64,
    /// Of its child processes that have ended.
    pub(crate) children: f64,
}

impl Clock {
    /// The current times; all zero on a system without `/proc`.
    pub(crate) fn now() -> Self {
        let text = fs::read_to_string("/proc/self/stat").unwrap_or_default();
        Self::parse(&text).unwrap_or_default()
    }

    /// CPU time of this thread in seconds, finer than a tick; 0 on a system without `/proc`.
    pub(crate) fn thread() -> f64 {
        let text = fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
        let nanoseconds =
            text.split_whitespace().next().and_then(|field| field.parse::<f64>().ok());
        nanoseconds.unwrap_or_default() / 1e9
    }

    /// Parses fields 14 to 17 of the status line: utime, stime, cutime, cstime. The second field is a name in brackets
    /// and may contain anything, so counting starts after the last bracket.
    fn parse(text: &str) -> Option<Self> {
        let (_, fields) = text.rsplit_once(')')?;
        let mut ticks =
            fields.split_whitespace().skip(11).map_while(|field| field.parse::<f64>().ok());
        let mut pair = || Some((ticks.next()? + ticks.next()?) / TICKS);
        let (own, children) = (pair()?, pair()?);
        Some(Self { own, children })
    }
}

impl Sub for Clock {
    type Output = Self;
    fn sub(self, earlier: Self) -> Self {
        Self { own: self.own - earlier.own, children: self.children - earlier.children }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_times_stand_after_the_name() {
        let line = "7 (a) b) R 1 7 7 0 -1 4194304 9 0 0 0 120 30 5000 45 20 0 2 0 99";
        assert_eq!(Clock::parse(line), Some(Clock { own: 1.5, children: 50.45 }));
        assert_eq!(Clock::parse(""), None);
        assert_eq!(Clock::parse("7 (a) R 1"), None);
    }
}
