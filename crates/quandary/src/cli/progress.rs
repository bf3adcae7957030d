//! Progress of long work on standard error if that is a terminal: a bar, or the number of visited states.

use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use std::fmt::Write;
use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// A bar with a template, and with a length if that is known; hidden for `little` work or without a terminal.
pub(crate) fn bar(little: bool, length: Option<u64>, template: &str) -> ProgressBar {
    if little || !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = length.map_or_else(ProgressBar::no_length, ProgressBar::new);
    let style = ProgressStyle::with_template(template);
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// Number of states that the current search has visited.
pub(crate) static STATES: AtomicU64 = AtomicU64::new(0);

/// A progress line that is visible during a search.
pub(crate) struct Line(ProgressBar);

/// Starts to show the number of visited states.
pub(crate) fn show(what: &'static str) -> Line {
    let states = |_: &ProgressState, out: &mut dyn Write| {
        // A progress line that cannot be shown is ignored.
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
