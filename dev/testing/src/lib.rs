//! What tests of several crates share: random numbers, texts with faults, pinned lists, the list of messages, databases;
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

use std::fmt::Display;
use std::io::Write;

/// Says why a test, or a part of one, is skipped: straight to standard error, where the test harness does not hide it.
pub fn skipped(why: impl Display) {
    let _ = writeln!(std::io::stderr(), "skipped: {why}");
}

/// The factor by which more than usual is to be tried: `QUANDARY_TIMES`, 1 without it.
#[must_use]
pub fn times() -> u64 {
    std::env::var("QUANDARY_TIMES").ok().and_then(|text| text.parse().ok()).unwrap_or(1)
}
