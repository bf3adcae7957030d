//! How far the search for a riddle has come.

use crate::cli::bar::styled;
use indicatif::ProgressBar;
use search::Budget;
use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

/// How many milliseconds lie between two pictures of the bar.
const STEP: u64 = 100;

/// A bar on standard error, if there is somebody to see it.
pub(super) struct Bar {
    bar: ProgressBar,
    begin: Instant,
    time: Option<Duration>,
}

impl Bar {
    /// A bar for a budget of attempts or time.
    pub(super) fn new(budget: &Budget) -> Self {
        let bar = if !io::stderr().is_terminal() {
            ProgressBar::hidden()
        } else if let Some(attempts) = budget.attempts {
            styled(
                ProgressBar::new(attempts),
                "{wide_bar} {human_pos} of {human_len} attempts{msg}",
            )
        } else {
            let length = budget.time.map_or(0, |time| time.as_millis() as u64);
            styled(ProgressBar::new(length), "{wide_bar} {elapsed}{msg}")
        };
        Self { bar, begin: Instant::now(), time: budget.time }
    }

    /// Takes the bar away.
    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }

    /// So many attempts are done, so many of them riddles.
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
