//! Generates the parts of a corpus one after another; all threads generate the rows of a part.

use super::folder::{Folder, Standing};
use super::options::{self, Kind, MakeOptions};
use crate::cli::exit::{Exit, usage};
use crate::cli::{interrupt, progress};
use crate::shown::note;
use anyhow::{Context, Result};
use corpus::manifest::{Corpus, Count, Hashed, Part};
use corpus::table::{self, GROUP};
use corpus::{Maker, Memory, Row, RowError};
use crossword::lexicon::Lexicon;
use crossword::lexicon::installed::lexicon_of;
use diagnostics::counted;
use indicatif::ProgressBar;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::fs::File;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Stack size of a thread: an attempt needs as much as the main thread has.
const STACK: usize = 8 << 20;

/// A thread pool with enough stack.
pub(super) fn pool(jobs: usize) -> Result<ThreadPool> {
    let pool = ThreadPoolBuilder::new().num_threads(jobs).stack_size(STACK).build();
    pool.context("cannot start threads")
}

/// Generates the missing parts.
///
/// # Errors
/// If the request is not possible, the folder holds another corpus, or the output cannot be written.
pub(super) fn run(options: &MakeOptions) -> Result<Exit> {
    let (kind, _, output) = options.required()?;
    options::check(kind, &options.rows)?;
    let lexicon = lexicon(options, kind)?;
    let request = options.request(lexicon.as_ref().map(|lexicon| lexicon.about().locale))?;
    let maker = Maker::new(&request, lexicon).map_err(usage)?;
    let parts = match options.part {
        Some(part) => {
            request.rows(part).map_err(usage)?;
            part..part + 1
        }
        None => 0..request.parts,
    };
    let pool = pool(options.jobs)?;
    let folder = Folder::make(output, Corpus::of(&maker))?;
    let is_there = |part: &u64| matches!(folder.standing(*part), Standing::There(_));
    let all = parts.end - parts.start;
    let missing: Vec<u64> = parts.filter(|part| !is_there(part)).collect();
    let rows = |part: &u64| request.rows(*part).map_or(0, |rows| rows.end - rows.start);
    let work = Work {
        maker: &maker,
        pool: &pool,
        cancel: interrupt::listen(),
        bar: bar(missing.iter().map(rows).sum()),
    };
    let (mut made, mut exit) = (Count::default(), Exit::Done);
    let mut done = 0_u64;
    for &part in &missing {
        match folder.put(part, |out| work.part(part, out, &mut made)) {
            Ok(()) => done += 1,
            Err(error) if matches!(error.downcast_ref(), Some(RowError::Interrupted)) => {
                exit = Exit::Interrupted;
                break;
            }
            Err(error) => return Err(error),
        }
    }
    work.bar.finish_and_clear();
    let (there, place) = (all - missing.len() as u64, output.display());
    let nothing = match made.nothing {
        0 => String::new(),
        n => format!(", {n} of them of seeds that gave nothing"),
    };
    note!(
        "{place}: {} made with {}{nothing}; {there} there before, {} missing",
        counted(done, "part", "parts"),
        counted(made.rows, "row", "rows"),
        missing.len() as u64 - done,
    );
    Ok(exit)
}

/// The lexicon of riddles.
///
/// # Errors
/// If there is none; the error says how to get it.
fn lexicon(options: &MakeOptions, kind: Kind) -> Result<Option<Arc<Lexicon>>> {
    if kind != Kind::Riddle {
        return Ok(None);
    }
    let usual = corpus::request::Riddles::default().locale;
    let locale = options.rows.locale.unwrap_or(usual);
    let lexicon = lexicon_of(Some(locale), options.rows.lexicon.as_deref())?;
    Ok(Some(Arc::new(lexicon)))
}

/// Everything that is needed to generate a part.
struct Work<'a> {
    maker: &'a Maker,
    pool: &'a ThreadPool,
    cancel: &'a AtomicBool,
    bar: ProgressBar,
}

impl Work<'_> {
    /// Writes a part and returns its description; `made` counts its rows when all are written.
    fn part(&self, part: u64, out: &mut Hashed<&File>, made: &mut Count) -> Result<Part> {
        let corpus = serde_json::to_string(&Corpus::of(self.maker))?;
        let mut writer = table::Writer::new(&mut *out, self.maker.columns(), &corpus)?;
        let rows = self.maker.request().rows(part)?;
        let (mut count, mut at) = (Count::default(), rows.start);
        while at < rows.end {
            let end = rows.end.min(at + GROUP as u64);
            for row in self.rows(at..end)? {
                count.add(self.maker, &row);
                writer.write(row).map_err(of_table)?;
            }
            at = end;
        }
        writer.finish().map_err(of_table)?;
        made.rows += count.rows;
        made.nothing += count.nothing;
        Ok(Part::of(self.maker, part, count, out))
    }

    /// Generates some rows, in order.
    fn rows(&self, numbers: std::ops::Range<u64>) -> Result<Vec<Row>, RowError> {
        let one = |memory: &mut Memory, number| {
            if self.cancel.load(Ordering::Relaxed) {
                return Err(RowError::Interrupted);
            }
            let row = self.maker.row(number, memory, self.cancel)?;
            self.bar.inc(1);
            Ok(row)
        };
        self.pool.install(|| numbers.into_par_iter().map_init(Memory::default, one).collect())
    }
}

/// The error of a table, with errors of the system recognisable.
fn of_table(error: table::TableError) -> anyhow::Error {
    match error {
        table::TableError::Io(error) => error.into(),
        other => other.into(),
    }
}

/// A progress bar with the rate and the remaining time.
fn bar(rows: u64) -> ProgressBar {
    let template = "{wide_bar} {human_pos} of {human_len} rows, {per_sec}, {eta} left";
    progress::bar(rows == 0, Some(rows), template)
}
