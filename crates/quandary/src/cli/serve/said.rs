//! Messages of the service on the terminal.

use std::io::Write;

/// Prints a message. A failure to print it is logged, and keeps no service from running.
pub(super) fn say(out: &mut impl Write, words: &str) {
    if let Err(error) = out.write_all(words.as_bytes()).and_then(|()| out.flush()) {
        tracing::warn!(%error, "this cannot be said where it should");
    }
}
