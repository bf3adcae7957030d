//! Layouts for many seeds: made in parallel, written in the order of the seeds, in constant memory.
//!
//! Seeds are taken in chunks; the lines of a chunk are made by all threads and then written in order,
//! so that the output never depends on the threads.

use crate::cli::exit::{Exit, usage};
use crate::cli::seed;
use crate::output::Target;
use crate::wire::layout::Artefact;
use crate::wire::outline;
use anyhow::{Context, Result};
use dungeon::layout::{Request, Scratch, make_with};
use rayon::ThreadPoolBuilder;
use rayon::prelude::*;
use search::Seed;
use std::sync::atomic::{AtomicBool, Ordering};

/// The seeds of a chunk, for each thread.
const CHUNK: u64 = 64;

/// Writes a line of JSON for each of `count` seeds from `first` on.
///
/// # Errors
/// When the request cannot be satisfied at all, or the target cannot be written.
pub(super) fn run(
    request: &Request,
    first: Seed,
    count: u64,
    threads: usize,
    cancel: &AtomicBool,
    target: &Target,
) -> Result<Exit> {
    let pool =
        ThreadPoolBuilder::new().num_threads(threads).build().context("cannot start threads")?;
    let chunk = CHUNK * pool.current_num_threads() as u64;
    target.write(|out| {
        let mut done = 0;
        while done < count {
            let end = count.min(done + chunk);
            let lines: Vec<Vec<u8>> = pool.install(|| {
                let seeds = (done..end).into_par_iter();
                let make = |scratch: &mut Scratch, n| line(request, first, n, scratch);
                seeds.map_init(Scratch::default, make).collect::<Result<_>>()
            })?;
            for line in lines {
                out.write_all(&line)?;
            }
            if cancel.load(Ordering::Relaxed) {
                return Ok(Exit::Interrupted);
            }
            done = end;
        }
        Ok(Exit::Done)
    })
}

/// Makes the line of the `n`-th seed.
fn line(request: &Request, first: Seed, n: u64, scratch: &mut Scratch) -> Result<Vec<u8>> {
    let seed = seed::after(first, n).context("past the last seed")?;
    let layout = make_with(request, seed, scratch).map_err(usage)?;
    let mut bytes = Vec::with_capacity(4096);
    outline::write_line(&mut bytes, &Artefact::new(&layout, request, seed.value()))?;
    Ok(bytes)
}
