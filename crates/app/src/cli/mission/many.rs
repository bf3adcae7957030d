//! Missions for many seeds: made in parallel, written in the order of the seeds, in constant memory.
//!
//! Seeds are taken in chunks; the lines of a chunk are made by all threads and then written in order,
//! so that the output never depends on the threads.

use super::make::{Outcome, Task};
use super::show;
use crate::cli::exit::Exit;
use crate::cli::seed;
use crate::output::Target;
use anyhow::{Context, Result};
use dungeon::mission::Scratch;
use indicatif::{ProgressBar, ProgressStyle};
use rayon::ThreadPoolBuilder;
use rayon::prelude::*;
use search::{Control, Seed};
use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicBool, Ordering};

/// The seeds of a chunk, for each thread.
const CHUNK: u64 = 256;
/// From so many seeds on, a bar shows how far it is.
const MANY: u64 = 3_000;
/// So many seeds with nothing found are named; the rest are counted.
const MOST_NAMED: u64 = 5;

/// What one seed gives: a line, why there is none, or nothing when interrupted.
enum Line {
    Made(Vec<u8>),
    Nothing(String),
    Interrupted,
}

/// Writes a line of JSON for each of `count` seeds from `first` on; seeds that give nothing have none.
///
/// # Errors
/// When the request cannot be satisfied at all, or the target cannot be written.
pub(super) fn run(
    task: &Task,
    first: Seed,
    count: u64,
    threads: usize,
    cancel: &AtomicBool,
    target: &Target,
) -> Result<Exit> {
    let pool =
        ThreadPoolBuilder::new().num_threads(threads).build().context("cannot start threads")?;
    let chunk = CHUNK * pool.current_num_threads() as u64;
    let bar = bar(count);
    let mut missing = 0;
    let exit = target.write(|out| {
        let mut done = 0;
        while done < count {
            let end = count.min(done + chunk);
            let make = |scratch: &mut Scratch, n| line(task, first, n, cancel, scratch);
            let lines: Vec<Line> = pool.install(|| {
                let seeds = (done..end).into_par_iter();
                seeds.map_init(Scratch::default, make).collect::<Result<_>>()
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
        anstream::eprintln!("nothing found for {missing} of {count} seeds");
    }
    Ok(if exit == Exit::Done && missing > 0 { Exit::Nothing } else { exit })
}

/// Makes the line of the `n`-th seed.
fn line(
    task: &Task,
    first: Seed,
    n: u64,
    cancel: &AtomicBool,
    scratch: &mut Scratch,
) -> Result<Line> {
    let Some(seed) = seed::after(first, n).filter(|_| !cancel.load(Ordering::Relaxed)) else {
        return Ok(Line::Interrupted);
    };
    let control = Control { threads: 1, cancel, ..Control::default() };
    Ok(match task.make(seed, &control, scratch)? {
        Outcome::Made(made) => {
            let mut bytes = Vec::with_capacity(4096);
            show::write_line(&mut bytes, task, &made)?;
            Line::Made(bytes)
        }
        Outcome::Nothing(why) => Line::Nothing(why),
        Outcome::Interrupted => Line::Interrupted,
    })
}

/// Names a seed with nothing found, without disturbing the bar.
fn name(bar: &ProgressBar, missing: u64, why: &str) {
    if missing <= MOST_NAMED {
        bar.suspend(|| anstream::eprintln!("{why}"));
    }
}

/// A bar on standard error, if there is much to do and somebody to see it.
fn bar(count: u64) -> ProgressBar {
    if count < MANY || !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{wide_bar} {human_pos} of {human_len}, {eta} left");
    ProgressBar::new(count).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
