//! One JSON line, or one file, for each of many seeds: generated in parallel, in constant memory.
//!
//! Seeds are processed in chunks. All threads generate the lines of a chunk, which are then written in order. A file
//! is named after its seed. Invariant: the output does not depend on the number of threads.

use super::exit::Exit;
use super::interrupt;
use super::progress;
use crate::output::Target;
use crate::shown::note;
use anyhow::{Context, Result, bail};
use diagnostics::counted;
use indicatif::ProgressBar;
use rayon::ThreadPoolBuilder;
use rayon::prelude::*;
use search::Seed;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

/// Seeds of a chunk, per thread.
const CHUNK: u64 = 128;
/// Number of seeds from which on a progress bar is shown.
const MANY: u64 = 3_000;
/// Number of seeds without a result that are named; further ones are counted.
const MOST_NAMED: u64 = 5;

/// Result of one seed: a line, the reason why there is none, or an interrupt.
pub(crate) enum Line {
    Json(Vec<u8>),
    Nothing(String),
    Interrupted,
}

/// Writes the lines of `make` for `count` consecutive seeds; a seed without a result has no line. Each thread gives
/// `make` its own working memory.
///
/// # Errors
/// The error of `make`, or a write error.
pub(crate) fn run<Memory: Default>(
    first: Seed,
    count: u64,
    threads: usize,
    target: &Target,
    make: impl Fn(&mut Memory, Seed, &AtomicBool) -> Result<Line> + Send + Sync,
) -> Result<Exit> {
    let cancel = interrupt::listen();
    let pool =
        ThreadPoolBuilder::new().num_threads(threads).build().context("cannot start threads")?;
    let chunk = CHUNK * pool.current_num_threads() as u64;
    let bar = bar(count);
    let mut missing = 0;
    let line = |memory: &mut Memory, n| match first.after(n) {
        Some(seed) if !cancel.load(Ordering::Relaxed) => make(memory, seed, cancel),
        _ => Ok(Line::Interrupted),
    };
    let exit = target.write(|out| {
        let mut done = 0;
        while done < count {
            let end = count.min(done + chunk);
            let lines: Vec<Line> = pool.install(|| {
                let numbers = (done..end).into_par_iter();
                numbers.map_init(Memory::default, line).collect::<Result<_>>()
            })?;
            for line in lines {
                match line {
                    Line::Json(bytes) => out.write_all(&bytes)?,
                    Line::Interrupted => return Ok(Exit::Interrupted),
                    Line::Nothing(why) => {
                        missing += 1;
                        name(&bar, missing, &why);
                    }
                }
            }
            done = end;
            bar.set_position(done);
        }
        Ok(if missing == count { Exit::Nothing } else { Exit::Done })
    })?;
    bar.finish_and_clear();
    if missing > 0 {
        note!("nothing found for {missing} of {}", counted(count, "seed", "seeds"));
    }
    Ok(if exit == Exit::Done && missing > 0 { Exit::Nothing } else { exit })
}

/// Calls `write` for `count` consecutive seeds, each with the file `NAME-SEED.EXT` for the target NAME.EXT; a seed
/// without a result has no file. Each thread gives `write` its own working memory.
///
/// # Errors
/// The error of `write`; files that were written before stay.
pub(crate) fn files<Memory: Default>(
    first: Seed,
    count: u64,
    threads: usize,
    target: &Target,
    write: impl Fn(&mut Memory, Seed, &Target, &AtomicBool) -> Result<Exit> + Send + Sync,
) -> Result<Exit> {
    let Target::File(path) = target else { bail!("standard output is no file") };
    let cancel = interrupt::listen();
    let pool =
        ThreadPoolBuilder::new().num_threads(threads).build().context("cannot start threads")?;
    let bar = bar(count);
    let file = |memory: &mut Memory, n| match first.after(n) {
        Some(seed) if !cancel.load(Ordering::Relaxed) => {
            let exit = write(memory, seed, &Target::File(numbered(path, seed.value())), cancel)?;
            bar.inc(1);
            Ok(exit)
        }
        _ => Ok(Exit::Interrupted),
    };
    let exits: Vec<Exit> = pool.install(|| {
        let numbers = (0..count).into_par_iter();
        numbers.map_init(Memory::default, file).collect::<Result<_>>()
    })?;
    bar.finish_and_clear();
    let of = |wanted: Exit| exits.iter().filter(|exit| **exit == wanted).count();
    let (written, missing) = (of(Exit::Done), of(Exit::Nothing));
    note!("{written} of {count} written, as {}", numbered(path, first.value()).display());
    Ok(match (of(Exit::Interrupted), missing) {
        (0, 0) => Exit::Done,
        (0, _) => Exit::Nothing,
        _ => Exit::Interrupted,
    })
}

/// The name of one of many files: `NAME-N.EXT` for the common name NAME.EXT.
pub(crate) fn numbered(path: &Path, number: u64) -> PathBuf {
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push(format!("-{number}"));
    if let Some(ending) = path.extension() {
        name.push(".");
        name.push(ending);
    }
    path.with_file_name(name)
}

/// Prints a seed without a result, without disturbing the bar.
fn name(bar: &ProgressBar, missing: u64, why: &str) {
    if missing <= MOST_NAMED {
        bar.suspend(|| note!("{why}"));
    }
}

/// A progress bar, hidden for little work.
fn bar(count: u64) -> ProgressBar {
    progress::bar(count < MANY, Some(count), "{wide_bar} {human_pos} of {human_len}, {eta} left")
}
