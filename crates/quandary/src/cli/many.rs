//! One line of JSON for each of many seeds, or a file for each: made in parallel, in constant memory.
//!
//! Seeds are taken in chunks; the lines of a chunk are made by all threads and then written in order. A file is
//! named for its seed. Invariant: the output never depends on the threads.

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

/// The seeds of a chunk, for each thread.
const CHUNK: u64 = 128;
/// Number of seeds from which a progress bar is shown.
const MANY: u64 = 3_000;
/// Number of seeds without a result that are named; the rest are counted.
const MOST_NAMED: u64 = 5;

/// Outcome of one seed: a line, the reason why there is none, or an interrupt.
pub(crate) enum Line {
    Made(Vec<u8>),
    Nothing(String),
    Interrupted,
}

/// Writes what `make` gives for each of `count` seeds from `first` on; seeds that give nothing have no line. `make` has working memory
/// of its thread.
///
/// # Errors
/// The failure of `make`, or when the target cannot be written.
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
                    Line::Made(bytes) => out.write_all(&bytes)?,
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

/// Has `write` write a file for each of `count` seeds from `first` on, `NAME-SEED.ENDING` where the target is NAME.ENDING; seeds
/// that give nothing, and say so, have none. `write` has working memory of its thread.
///
/// # Errors
/// The failure of `write`; files that were written until then stay.
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

/// The name of one of many files: `NAME-N.ENDING` where that of all is NAME.ENDING.
pub(crate) fn numbered(path: &Path, number: u64) -> PathBuf {
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push(format!("-{number}"));
    if let Some(ending) = path.extension() {
        name.push(".");
        name.push(ending);
    }
    path.with_file_name(name)
}

/// Names a seed with nothing found, without disturbing the bar.
fn name(bar: &ProgressBar, missing: u64, why: &str) {
    if missing <= MOST_NAMED {
        bar.suspend(|| note!("{why}"));
    }
}

/// A bar, if there is much to do.
fn bar(count: u64) -> ProgressBar {
    progress::bar(count < MANY, Some(count), "{wide_bar} {human_pos} of {human_len}, {eta} left")
}
