//! What a test says when something is not there that it needs. Tests of all crates share this file by its path.

use std::fmt::Display;
use std::io::Write;

/// Says why a test, or a part of one, is skipped: straight to standard error, where the test harness does not hide it.
pub(crate) fn skipped(why: impl Display) {
    let _ = writeln!(std::io::stderr(), "skipped: {why}");
}
