//! The log of the service: the filter of events, their format, and their destination.
//!
//! It goes to standard error through a queue and a thread (`lines`), so that nobody waits for whoever reads it and
//! no request is lost with a line. Level and form can change while it is written. Invariant: whatever becomes of
//! standard error, writing to the log neither fails nor blocks; lines that are lost are counted.

mod lines;
mod seldom;

use crate::config::{Log as Settings, LogFormat, log_level};
use anyhow::{Context, Result};
use lines::Lines;
pub use lines::Lost;
pub(crate) use seldom::Seldom;
use std::env;
use std::io::{self, IsTerminal};
use std::sync::Arc;
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
