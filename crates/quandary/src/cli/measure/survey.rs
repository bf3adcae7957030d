//! The rows of the levels of some files, worked out on several threads.

use super::asked::Options;
use crate::cli::judge::{input, too_much};
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

/// Measures all levels of some files, in their order.
///
/// # Errors
/// When one is no level, or too large.
pub(super) fn surveyed(
    options: &Options,
    files: &[PathBuf],
    corpus: bool,
) -> Result<Vec<Surveyed>> {
    let levels: Vec<Vec<(String, Level)>> =
        files.iter().map(|path| input::levels(path)).collect::<Result<_>>()?;
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
    pool.install(|| levels.into_par_iter().map(one).collect())
}
