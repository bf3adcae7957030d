//! Messages of the service on the terminal.

use std::io::Write;

/// Says something to whoever looks on. That nobody does, or that it cannot be written, keeps no service from running.
pub(super) fn say(out: &mut impl Write, words: &str) {
    if let Err(error) = out.write_all(words.as_bytes()).and_then(|()| out.flush()) {
        tracing::warn!(%error, "this cannot be said where it should");
    }
}
