//! `cargo xtask audit dungeons`: whole dungeons of every category, by rooms and by tiles.
//!
//! The program prints a line of JSON for each seed. Every line is searched by its rooms and its plan is
//! walked on its tiles, and what it calls needed and optional is taken away; every so manyth has all states of its
//! tiles looked at and its walkthrough played, or its claims asked again of `check` and of its text.

use super::asked::{Asked, rows};
use super::judge::{Deeper, judge};
use crate::defect::{Defect, of_dungeons};
use crate::program;
use crate::sheet::{Sheet, no_remark};
use crate::sweep::{Row, Sweep};
use anyhow::Result;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Walk whole dungeons of many seeds, and count what is wrong
#[derive(clap::Args)]
pub(crate) struct Dungeons {
    /// How many seeds a row
    #[arg(long, value_name = "N", default_value = "1000")]
    seeds: NonZero<u64>,
    /// The first seed
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    first: u64,
    /// Only rows whose names contain this
    #[arg(long, value_name = "TEXT", default_value = "")]
    only: String,
    /// How many threads judge
    #[arg(long, value_name = "N", default_value = "2")]
    threads: NonZero<usize>,
    /// Look at all states of the tiles of every K-th dungeon, and play its walkthrough; 0 for none
    #[arg(long, value_name = "K", default_value_t = 50)]
    deep: u64,
    /// Ask `check` again about the level of every K-th dungeon, and read the claims of its text; 0 for none, 1 for all
    #[arg(long, value_name = "K", default_value_t = 50)]
    claims: u64,
    /// The program to run, when it is not the one beside this one
    #[arg(long, value_name = "FILE")]
    bin: Option<PathBuf>,
}

impl Dungeons {
    /// Audits row after row and prints the table.
    pub(crate) fn run(&self) -> Result<ExitCode> {
        let program = program::quandary(self.bin.as_deref())?;
        let (threads, absent) = (self.threads.get(), Defect::Form);
        let sweep = Sweep { program: &program, first: self.first, threads, again: true, absent };
        let rows = rows().filter(|asked| asked.name().contains(&self.only));
        let rows = rows.map(|asked| self.row(asked, &program)).collect();
        sweep.audit(&Sheet::told("dungeons", of_dungeons()), rows)
    }

    fn row<'a>(&self, asked: Asked, program: &'a Path) -> Row<'a> {
        let (name, arguments, seeds) = (asked.name(), asked.arguments(), self.seeds.get());
        let Self { first, deep, claims, .. } = *self;
        let deeper = Deeper { program, first, deep, claims };
        let judge = Box::new(move |seed, line: &str| judge(&asked, &deeper, seed, line));
        Row { name, arguments, seeds, judge, remark: no_remark }
    }
}
