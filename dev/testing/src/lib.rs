//! Shared test code: random numbers and levels, texts with faults, pinned lists, the list of messages, databases; and
//! in this file, skipping of tests and the amount of work.
//!
//! It depends on none of the project's crates, so the tests of every crate may use it. Only tests depend on it, and it
//! is not published.

#![allow(
    clippy::expect_used,
    clippy::panic,
    reason = "tests alone use this, and a test fails by panicking"
)]

#[cfg(feature = "database")]
pub mod database;
pub mod dice;
pub mod faults;
pub mod messages;
pub mod pinned;
pub mod rooms;

use std::fmt::Display;
use std::io::Write;

/// Prints why a test, or a part of it, is skipped, directly to standard error, where the test harness does not hide it.
///
/// If `QUANDARY_SKIPPED` names a file, appends a line to it: the test program, its folder, and the name of the test,
/// separated by tabs. A program that runs its tests on one thread has no names for them. `.ci/run` installs the missing
/// parts and runs these tests again.
pub fn skipped(why: impl Display) {
    let _ = writeln!(std::io::stderr(), "skipped: {why}");
    let Some(file) = std::env::var_os("QUANDARY_SKIPPED") else { return };
    let program = std::env::current_exe().expect("the path of this program");
    let folder = std::env::current_dir().expect("the current folder");
    let thread = std::thread::current();
    let test = thread.name().filter(|name| *name != "main").unwrap_or_default();
    let line = format!("{}\t{}\t{test}\n", program.display(), folder.display());
    let file = std::fs::OpenOptions::new().create(true).append(true).open(file);
    file.and_then(|mut file| file.write_all(line.as_bytes())).expect("a file that can be written");
}

/// The factor for the number of tested cases: `QUANDARY_TIMES`, by default 1.
#[must_use]
pub fn times() -> u64 {
    std::env::var("QUANDARY_TIMES").ok().and_then(|text| text.parse().ok()).unwrap_or(1)
}
