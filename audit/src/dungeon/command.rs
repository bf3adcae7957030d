//! `cargo xtask audit dungeons`: whole plain dungeons of every category, by rooms and by tiles.
//!
//! The program prints a line of JSON for each seed. Every line is searched by its rooms and its plan is
//! walked on its tiles, and what it calls needed and optional is taken away; every so manyth has all states of its
//! tiles looked at and its walkthrough played, or its claims asked again of `check` and of its text.

use super::asked::{Asked, rows};
use super::judge::{Deeper, judge};
use crate::defect::of_dungeons;
use crate::sheet::{Sheet, no_remark};
use crate::sweep::{Row, Seeds, Sweep};
use anyhow::Result;
use std::num::NonZero;
use std::process::ExitCode;

/// Walk whole plain dungeons of many seeds, and count what is wrong
#[derive(clap::Args)]
#[command(mut_arg("count", |count| count.default_value("1000")))]
pub(crate) struct Dungeons {
    #[command(flatten)]
    seeds: Seeds,
    /// Only rows whose names contain this
    #[arg(long, value_name = "TEXT", default_value = "")]
    only: String,
    /// The number of threads that judge
    #[arg(long, value_name = "N", default_value = "2")]
    threads: NonZero<usize>,
    /// Look at all states of the tiles of every K-th dungeon, and play its walkthrough; 0 for none
    #[arg(long, value_name = "K", default_value_t = 50)]
    deep: u64,
    /// Ask `check` again about the level of every K-th dungeon, and read the claims of its text; 0 for none, 1 for all
    #[arg(long, value_name = "K", default_value_t = 50)]
    claims: u64,
}

impl Dungeons {
    /// Audits row after row and prints the table.
    pub(crate) fn run(&self) -> Result<ExitCode> {
        let sweep = Sweep { threads: self.threads, again: true, ..self.seeds.sweep()? };
        let rows = rows().filter(|asked| asked.name().contains(&self.only));
        let rows = rows.map(|asked| self.row(asked, &sweep));
        sweep.audit(&Sheet::told("dungeons", of_dungeons()), rows)
    }

    fn row<'a>(&self, asked: Asked, sweep: &'a Sweep) -> Row<'a> {
        let (name, arguments, seeds) = (asked.name(), asked.arguments(), self.seeds.count());
        let Self { deep, claims, .. } = *self;
        let deeper = Deeper { program: &sweep.program, first: sweep.first, deep, claims };
        let judge = Box::new(move |seed, line: &str| judge(&asked, &deeper, seed, line));
        Row { name, arguments, seeds, judge, remark: no_remark }
    }
}
