//! The rows of the levels of some files, worked out on several threads.

use super::asked::Options;
use crate::cli::exit::Exit;
use crate::cli::judge::{input, kept, too_much};
use anyhow::{Context, Result};
use level::Level;
use level::survey::{Read, Row, row};
use rayon::ThreadPoolBuilder;
use rayon::prelude::*;
use std::path::PathBuf;

/// A level with its name and its row.
pub(super) struct Surveyed {
    pub(super) name: String,
    pub(super) level: Level,
    pub(super) row: Row,
}

/// Measures all levels of some files, in their order, and tells whether all were measured.
///
/// # Errors
/// When none could be.
pub(super) fn surveyed(
    options: &Options,
    files: &[PathBuf],
    corpus: bool,
) -> Result<(Vec<Surveyed>, Exit)> {
    let (levels, all) = kept(files.iter().map(|path| input::levels(path)))?;
    let pool = ThreadPoolBuilder::new().num_threads(options.jobs).build();
    let pool = pool.context("cannot start threads")?;
    let read = if corpus { Read::Corpus } else { Read::Plain };
    let limits = options.limits.limits(options.max_states);
    let one = |(name, level): (String, Level)| {
        let rules = options.rules.rules(&level)?;
        let row = row(&level, &rules, read, &limits).map_err(|error| too_much(&name, error))?;
        Ok(Surveyed { name, level, row })
    };
    let levels: Vec<(String, Level)> = levels.into_iter().flatten().collect();
    let rows: Vec<Result<Surveyed>> = pool.install(|| levels.into_par_iter().map(one).collect());
    let (rows, measured) = kept(rows)?;
    Ok((rows, if all == Exit::Done { measured } else { all }))
}
