//! `cargo xtask audit puzzles`: thousands of areas a row, each played in every way there is.
//!
//! The program prints a line of JSON for each seed; what is wrong with it is counted under the names
//! of the peers' defects, and of the laws of the description.

use super::asked::{Asked, rows};
use super::judge::judge;
use crate::defect::OF_AREAS;
use crate::sheet::{Sheet, no_remark};
use crate::sweep::{Row, Seeds, Sweep};
use anyhow::Result;
use std::num::NonZero;
use std::process::ExitCode;

/// Play every area of many seeds, and count what is wrong
#[derive(clap::Args)]
pub(crate) struct Puzzles {
    #[command(flatten)]
    seeds: Seeds,
    /// Only rows whose names contain this
    #[arg(long, value_name = "TEXT", default_value = "")]
    only: String,
    /// The number of threads that judge
    #[arg(long, value_name = "N", default_value = "2")]
    threads: NonZero<usize>,
}

impl Puzzles {
    /// Audits row after row and prints the table.
    pub(crate) fn run(&self) -> Result<ExitCode> {
        let sweep = Sweep { threads: self.threads, again: true, ..self.seeds.sweep()? };
        let rows = rows().filter(|asked| asked.name().contains(&self.only));
        sweep.audit(&Sheet::told("areas", OF_AREAS.to_vec()), rows.map(|asked| self.row(asked)))
    }

    fn row(&self, asked: Asked) -> Row<'static> {
        let seeds = match asked.puzzles {
            Some("per-room") => self.seeds.count().div_ceil(10),
            _ => self.seeds.count(),
        };
        let (name, arguments) = (asked.name(), asked.arguments());
        let judge = Box::new(move |seed, line: &str| judge(&asked, seed, line));
        Row { name, arguments, seeds, judge, remark: no_remark }
    }
}
