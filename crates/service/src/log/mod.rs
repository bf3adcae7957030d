//! The log of the service: the filter of events, their format, and their destination.
//!
//! It goes to standard error through a queue and a thread, so no request waits for the reader of the log. Level and
//! format can change at runtime. Lines are lost if the queue is full because the reader has stopped, or if writing
//! fails because the disk is full or the reader has closed. Lost lines are counted, and their number is logged when a
//! line can be written again. Invariant: whatever happens to standard error, logging neither fails nor blocks.

use crate::config::{LogConfig, LogFormat, log_level};
use anyhow::{Context, Result};
use std::env;
use std::io::{self, IsTerminal, Write};
use std::iter;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use tracing_subscriber::filter::Targets;
use tracing_subscriber::fmt::{self, MakeWriter};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::reload::{self, Handle};
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{Layer, Registry};

/// The environment variable of the level, which overrides the configuration.
const LEVEL_VARIABLE: &str = "RUST_LOG";

/// A layer that formats events.
type Form = Box<dyn Layer<Registry> + Send + Sync>;
/// The layer of a format, before the filter.
type Formed = tracing_subscriber::layer::Layered<reload::Layer<Form, Registry>, Registry>;

/// The log; it runs until the program ends.
pub struct Log {
    lines: Lines,
    form: Handle<Form, Registry>,
    level: Handle<Targets, Formed>,
}

impl Log {
    /// Starts the log.
    ///
    /// # Errors
    /// If the level is invalid, or the system gives no thread.
    pub fn start(settings: &LogConfig) -> Result<Self> {
        let lines = Lines::start(io::stderr()).context("cannot start threads")?;
        let (form_layer, form) = reload::Layer::new(form(settings.format, &lines));
        let (level_layer, level) = reload::Layer::new(level(settings)?);
        // An error means that a subscriber is already set; it stays.
        let _ = Registry::default().with(form_layer).with(level_layer).try_init();
        Ok(Self { lines, form, level })
    }

    /// Applies other settings.
    ///
    /// # Errors
    /// If the level is invalid; then nothing changes.
    pub fn set(&self, settings: &LogConfig) -> Result<()> {
        self.level.reload(level(settings)?)?;
        self.form.reload(form(settings.format, &self.lines))?;
        Ok(())
    }

    /// The counter of lost lines.
    pub fn lost(&self) -> Arc<Lost> {
        self.lines.lost()
    }

    /// Waits until the queue is written, at most `LAST` (1 s).
    pub fn flush(&self) {
        self.lines.flush();
    }
}

/// The filter of events.
fn level(settings: &LogConfig) -> Result<Targets> {
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

/// Least time between two lines of a kind.
const PAUSE: Duration = Duration::from_secs(5);

/// Limits a kind of lines to one in [`PAUSE`].
pub(crate) struct Throttle(Mutex<Option<LastLine>>);

/// The time of the last line, and the number of lines omitted since.
struct LastLine {
    at: Instant,
    left_out: u64,
}

impl Throttle {
    /// A throttle without a line so far.
    pub(crate) const fn new() -> Self {
        Self(Mutex::new(None))
    }

    /// Requests a line. If it should be written, returns the number of lines omitted before it.
    pub(crate) fn line(&self, now: Instant) -> Option<u64> {
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match last.as_mut().filter(|last| now.saturating_duration_since(last.at) < PAUSE) {
            Some(last) => {
                last.left_out += 1;
                None
            }
            None => {
                let before = last.replace(LastLine { at: now, left_out: 0 });
                Some(before.map_or(0, |before| before.left_out))
            }
        }
    }
}

/// Capacity of the queue in lines: at most some ten megabytes.
const WAITING: usize = 1 << 16;
/// Longest time for writing the rest when the program ends.
const LAST: Duration = Duration::from_secs(1);

/// Time for which lines are gathered before they are written, so the thread does not wake for each one.
const GATHERING: Duration = Duration::from_millis(2);
/// Largest number of lines in one write.
const AT_ONCE: usize = 1 << 12;

/// Number of lost lines.
#[derive(Debug, Default)]
pub struct Lost(AtomicU64);

impl Lost {
    /// The number.
    pub fn count(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }

    fn more(&self, lines: u64) {
        self.0.fetch_add(lines, Ordering::Relaxed);
    }
}

/// Entry of the queue.
enum Entry {
    Line(Vec<u8>),
    /// Signal when all earlier lines are written.
    Flush(SyncSender<()>),
}

/// The queue.
#[derive(Clone, Debug)]
struct Lines {
    queue: SyncSender<Entry>,
    lost: Arc<Lost>,
}

impl Lines {
    /// Starts a queue and its writing thread.
    ///
    /// # Errors
    /// When the system gives no thread.
    fn start(out: impl Write + Send + 'static) -> io::Result<Self> {
        Self::with_place(out, WAITING)
    }

    fn with_place(out: impl Write + Send + 'static, most: usize) -> io::Result<Self> {
        let (queue, entries) = mpsc::sync_channel(most);
        let lost = Arc::new(Lost::default());
        let own = Arc::clone(&lost);
        thread::Builder::new().name("log".to_owned()).spawn(move || write(&entries, out, &own))?;
        Ok(Self { queue, lost })
    }

    /// The counter of lost lines.
    fn lost(&self) -> Arc<Lost> {
        Arc::clone(&self.lost)
    }

    /// Waits until the queue is written, for at most [`LAST`].
    fn flush(&self) {
        let (done, written) = mpsc::sync_channel(1);
        // A full queue means that the reader has stopped.
        if self.queue.try_send(Entry::Flush(done)).is_ok() {
            let _ = written.recv_timeout(LAST);
        }
    }
}

/// Writes all queued lines at once, in an endless loop: many lines need few writes and few wake-ups.
fn write(entries: &Receiver<Entry>, mut out: impl Write, lost: &Lost) {
    let (mut last, mut text) = (0, Vec::new());
    while let Ok(first) = entries.recv() {
        thread::sleep(GATHERING);
        let (mut lines, mut waiting) = (0, Vec::new());
        for entry in iter::once(first).chain(entries.try_iter()).take(AT_ONCE) {
            match entry {
                Entry::Line(line) => {
                    text.extend_from_slice(&line);
                    lines += 1;
                }
                Entry::Flush(done) => waiting.push(done),
            }
        }
        match out.write_all(&text).and_then(|()| out.flush()) {
            Err(_) => lost.more(lines),
            Ok(()) if lines > 0 => tell(lost.count(), &mut last),
            Ok(()) => {}
        }
        text.clear();
        for done in waiting {
            let _ = done.try_send(());
        }
    }
}

/// Writes a line with the number of lost lines if it has changed. That line can itself be lost.
fn tell(lost: u64, last: &mut u64) {
    if lost > *last {
        let lines = lost - *last;
        *last = lost;
        tracing::warn!(lines, "lines of this log were lost: they could not be written");
    }
}

impl Write for &Lines {
    /// Accepts a line, even if it will be lost.
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        if self.queue.try_send(Entry::Line(line.to_vec())).is_err() {
            self.lost.more(1);
        }
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for Lines {
    type Writer = &'a Self;

    fn make_writer(&'a self) -> &'a Self {
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;
    use std::time::Instant;
    use tracing_subscriber::layer::SubscriberExt;

    #[test]
    fn of_many_lines_one_is_written_and_tells_of_the_others() {
        let (seldom, begin) = (Throttle::new(), Instant::now());
        let at = |n: u32| begin + PAUSE / 10 * n;
        let written: Vec<_> = (0..35).filter_map(|n| seldom.line(at(n))).collect();
        assert_eq!(written, [0, 9, 9, 9]);
    }

    /// Output of a test that can be made to fail.
    #[derive(Clone, Default)]
    struct Paper(Arc<Mutex<(bool, Vec<u8>)>>);

    impl Paper {
        fn jam(&self, jammed: bool) {
            self.0.lock().unwrap().0 = jammed;
        }

        fn text(&self) -> String {
            String::from_utf8(self.0.lock().unwrap().1.clone()).unwrap()
        }
    }

    impl Write for Paper {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let mut paper = self.0.lock().unwrap();
            if paper.0 {
                return Err(io::ErrorKind::StorageFull.into());
            }
            paper.1.extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn what_cannot_be_written_is_counted_and_told_of_later() {
        let paper = Paper::default();
        let lines = Lines::start(paper.clone()).unwrap();
        let line = |text: &str| (&lines).write_all(text.as_bytes()).unwrap();
        line("one\n");
        lines.flush();
        paper.jam(true);
        line("two\n");
        line("three\n");
        lines.flush();
        assert_eq!((lines.lost.count(), paper.text().as_str()), (2, "one\n"));
        paper.jam(false);
        let mut last = 0;
        let log = tracing_subscriber::fmt::layer().with_writer(lines.clone()).with_ansi(false);
        tracing::subscriber::with_default(tracing_subscriber::registry().with(log), || {
            tell(lines.lost.count(), &mut last);
            tell(lines.lost.count(), &mut last);
        });
        lines.flush();
        let text = paper.text();
        assert!(text.matches("were lost").count() == 1 && text.contains("lines=2"), "{text}");
    }

    /// A reader that has stopped reading.
    struct Stuck(Receiver<()>);

    impl Write for Stuck {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let _ = self.0.recv();
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn nobody_waits_for_a_reader_that_has_stopped() {
        let (reader, stuck) = mpsc::channel();
        let lines = Lines::with_place(Stuck(stuck), 10).unwrap();
        let begin = Instant::now();
        for _ in 0..1000 {
            (&lines).write_all(b"a line\n").unwrap();
        }
        assert!(begin.elapsed() < 30 * LAST, "{:?}", begin.elapsed());
        let lost = lines.lost.count();
        assert!((970..=990).contains(&lost), "ten wait, and some may be on their way: {lost}");
        drop(reader);
    }
}
