//! The options of every audit: the seeds, and the program.

use crate::program::quandary;
use anyhow::Result;
use std::num::NonZero;
use std::path::PathBuf;

/// The seeds that are asked for, and the program.
#[derive(clap::Args)]
pub(crate) struct Seeds {
    /// The number of seeds a row
    #[arg(long = "seeds", value_name = "N", default_value = "10000")]
    count: NonZero<u64>,
    /// The first seed
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    first: u64,
    /// The program to run, when it is not the one beside this one
    #[arg(long, value_name = "FILE", display_order = 99)]
    bin: Option<PathBuf>,
}

impl Seeds {
    /// The number of seeds of a row.
    pub(crate) fn count(&self) -> u64 {
        self.count.get()
    }

    /// The first seed.
    pub(crate) fn first(&self) -> u64 {
        self.first
    }

    /// The path of the program.
    ///
    /// # Errors
    /// There is no program.
    pub(crate) fn program(&self) -> Result<PathBuf> {
        quandary(self.bin.as_deref())
    }
}
