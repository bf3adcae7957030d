//! Progress bar of the search for a riddle.

use crate::cli::progress;
use indicatif::ProgressBar;
use search::Budget;
use std::time::{Duration, Instant};

/// Interval between two pictures of the bar, in milliseconds.
const STEP: u64 = 100;

/// A bar on standard error, if that is a terminal.
pub(super) struct Bar {
    bar: ProgressBar,
    begin: Instant,
    time: Option<Duration>,
}

impl Bar {
    /// A bar for a budget of attempts or time.
    pub(super) fn new(budget: &Budget) -> Self {
        let template = match budget.attempts {
            Some(_) => "{wide_bar} {human_pos} of {human_len} attempts{msg}",
            None => "{wide_bar} {elapsed}{msg}",
        };
        let millis = || budget.time.map_or(0, |time| time.as_millis() as u64);
        let length = budget.attempts.unwrap_or_else(millis);
        let bar = progress::bar(false, Some(length), template);
        Self { bar, begin: Instant::now(), time: budget.time }
    }

    /// Takes the bar away.
    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }

    /// Shows the numbers of attempts and of riddles.
    pub(super) fn show(&self, done: u64, accepted: u64) {
        let Self { bar, begin, time } = self;
        if bar.is_hidden() {
            return;
        }
        match time {
            Some(time) => {
                let gone = begin.elapsed().min(*time).as_millis() as u64;
                if gone >= bar.position() + STEP {
                    bar.set_position(gone);
                    bar.set_message(format!(", {done} attempts, {accepted} riddles"));
                }
            }
            None => bar.set_position(done),
        }
    }
}
