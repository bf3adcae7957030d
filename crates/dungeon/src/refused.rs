//! For tests of readers: a sound text with one thing changed at a time, and what is said of it.

use std::fmt::{Debug, Display};

/// The errors of a text when one thing in it is changed, and what is expected there; a change a line, written
/// `from → to ⇒ what is expected`.
pub(crate) fn refused<'a, T: Debug, E: Display>(
    sound: &str,
    read: fn(&str) -> Result<T, E>,
    changes: &'a str,
) -> impl Iterator<Item = (String, &'a str)> {
    changes.trim().lines().map(move |line| {
        let (from, rest) = line.trim_start().split_once(" → ").expect(line);
        let (to, expected) = rest.split_once("⇒ ").expect(line);
        let changed = sound.replacen(from, to.strip_suffix(' ').unwrap_or(to), 1);
        assert_ne!(changed, sound, "{from}");
        let said = read(&changed).map_err(|error| error.to_string()).expect_err(line);
        (said, expected)
    })
}

/// Holds that what is expected is part of what is said.
#[track_caller]
pub(crate) fn said<'a>(all: impl Iterator<Item = (String, &'a str)>) {
    for (said, part) in all {
        assert!(said.contains(part), "{part:?} is not in {said:?}");
    }
}
