//! What tests of several crates share: random numbers and levels, texts with faults, pinned lists, the list of messages, databases;
//! and here how a test says that it is skipped, and how much it tries.
//!
//! It uses none of the project's crates, so that the tests of each may use it. It is a dependency of tests alone, and is
//! not published.

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

/// Says why a test, or a part of one, is skipped: straight to standard error, where the test harness does not hide it.
///
/// Where `QUANDARY_SKIPPED` names a file, a line of it says which test it was: the test program, its folder, and the name
/// of the test, with tabs between them; a program that runs its tests on one thread has no names for them. `.ci/run`
/// installs what was missing, and runs these tests once more.
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

/// The factor by which more than usual is to be tried: `QUANDARY_TIMES`, 1 without it.
#[must_use]
pub fn times() -> u64 {
    std::env::var("QUANDARY_TIMES").ok().and_then(|text| text.parse().ok()).unwrap_or(1)
}
