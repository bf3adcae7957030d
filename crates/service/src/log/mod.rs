//! The log of the service: the filter of events, their format, and their destination.
//!
//! It goes to standard error through a queue and a thread (`lines`), so that nobody waits for whoever reads it and
//! no request is lost with a line. Level and form can change while it is written. Invariant: whatever becomes of
//! standard error, writing to the log neither fails nor blocks; lines that are lost are counted.

mod lines;

use crate::config::{Log as Settings, LogFormat, log_level};
use anyhow::{Context, Result};
use lines::Lines;
pub use lines::Lost;
use std::env;
use std::io::{self, IsTerminal};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::reload::{self, Handle};
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{Layer, Registry, fmt};

/// The environment variable of the level, which counts more than the configuration.
const LEVEL_VARIABLE: &str = "RUST_LOG";

/// A layer that formats events.
type Form = Box<dyn Layer<Registry> + Send + Sync>;
/// The layer of a format, before the filter.
type Formed = tracing_subscriber::layer::Layered<reload::Layer<Form, Registry>, Registry>;

/// The log, which is written until the program ends.
pub struct Log {
    lines: Lines,
    form: Handle<Form, Registry>,
    level: Handle<Targets, Formed>,
}

impl Log {
    /// Begins to write.
    ///
    /// # Errors
    /// When the level cannot be read, or the system gives no thread.
    pub fn start(settings: &Settings) -> Result<Self> {
        let lines = Lines::start(io::stderr()).context("cannot start threads")?;
        let (form_layer, form) = reload::Layer::new(form(settings.format, &lines));
        let (level_layer, level) = reload::Layer::new(level(settings)?);
        // Whoever started one already has one.
        let _ = Registry::default().with(form_layer).with(level_layer).try_init();
        Ok(Self { lines, form, level })
    }

    /// Goes on with other settings.
    ///
    /// # Errors
    /// When the level cannot be read; then all stays as it was.
    pub fn set(&self, settings: &Settings) -> Result<()> {
        self.level.reload(level(settings)?)?;
        self.form.reload(form(settings.format, &self.lines))?;
        Ok(())
    }

    /// The count of lines that were lost.
    pub fn lost(&self) -> Arc<Lost> {
        self.lines.lost()
    }

    /// Waits until the queue is written, for a moment at most.
    pub fn flush(&self) {
        self.lines.flush();
    }
}

/// The filter of events.
fn level(settings: &Settings) -> Result<Targets> {
    match env::var(LEVEL_VARIABLE) {
        Ok(text) if !text.trim().is_empty() => log_level(&text).context(LEVEL_VARIABLE),
        _ => log_level(&settings.level).context("log.level"),
    }
}

/// The layer that formats events as text or JSON.
fn form(format: LogFormat, lines: &Lines) -> Form {
    let layer = fmt::layer().with_writer(lines.clone()).with_target(false);
    let layer = layer.with_ansi(io::stderr().is_terminal());
    match format {
        LogFormat::Text => layer.boxed(),
        LogFormat::Json => layer.json().flatten_event(true).boxed(),
    }
}

/// Time in which one line of a kind is written.
const PAUSE: Duration = Duration::from_secs(5);

/// A kind of lines, of which one is written in [`PAUSE`].
pub(crate) struct Seldom(Mutex<Option<Told>>);

/// The moment of the last line, and the number of those that were left out since.
struct Told {
    at: Instant,
    left_out: u64,
}

impl Seldom {
    /// No line was written yet.
    pub(crate) const fn new() -> Self {
        Self(Mutex::new(None))
    }

    /// A line is wanted: the number of those that were left out before, if it is to be written.
    pub(crate) fn line(&self, now: Instant) -> Option<u64> {
        let mut told = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match told.as_mut().filter(|told| now.saturating_duration_since(told.at) < PAUSE) {
            Some(told) => {
                told.left_out += 1;
                None
            }
            None => {
                let before = told.replace(Told { at: now, left_out: 0 });
                Some(before.map_or(0, |before| before.left_out))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_many_lines_one_is_written_and_tells_of_the_others() {
        let (seldom, begin) = (Seldom::new(), Instant::now());
        let at = |n: u32| begin + PAUSE / 10 * n;
        let written: Vec<_> = (0..35).filter_map(|n| seldom.line(at(n))).collect();
        assert_eq!(written, [0, 9, 9, 9]);
    }
}
