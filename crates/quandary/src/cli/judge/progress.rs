//! What a long judgement shows meanwhile: how many states were met, on standard error, if that is a terminal.

use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// How many states the search under way has met.
pub(crate) static STATES: AtomicU64 = AtomicU64::new(0);

/// A line that is there while the judgement lasts.
pub(crate) struct Line(ProgressBar);

/// Begins to show how many states were met.
pub(crate) fn show(what: &'static str) -> Line {
    let states = |_: &ProgressState, out: &mut dyn Write| {
        // What cannot be shown is not missed.
        let _ = write!(out, "{}", STATES.load(Ordering::Relaxed));
    };
    let style = ProgressStyle::with_template("{spinner} {msg}: {states} states, {elapsed}")
        .unwrap_or_else(|_| ProgressStyle::default_spinner())
        .with_key("states", states);
    let bar = ProgressBar::new_spinner().with_style(style).with_message(what);
    bar.enable_steady_tick(Duration::from_millis(200));
    Line(bar)
}

impl Drop for Line {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
