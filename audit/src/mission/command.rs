//! `cargo xtask audit missions`: thousands of missions a row, each walked from end to end.

use super::asked::{Asked, BARS, KeyStyle, Order, Size};
use super::judge::judge;
use crate::defect::{Defect, OF_MISSIONS};
use crate::ledger::Tally;
use crate::program;
use crate::sheet::{Sheet, no_remark};
use crate::sweep::{Row, Sweep};
use anyhow::Result;
use std::num::NonZero;
use std::path::PathBuf;
use std::process::ExitCode;

/// Walk every mission of many seeds, and count what is wrong
#[derive(clap::Args)]
pub(crate) struct Missions {
    /// How many seeds a row
    #[arg(long, value_name = "N", default_value = "10000")]
    seeds: NonZero<u64>,
    /// The first seed
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    first: u64,
    /// A row instead of the usual ones: rooms/keys/switches; may be given again
    #[arg(long = "row", value_name = "R/K/S")]
    rows: Vec<Size>,
    /// How keys work
    #[arg(long, value_enum, default_value = "named")]
    key_style: KeyStyle,
    /// The order in which named keys are had
    #[arg(long, value_enum, default_value = "total")]
    order: Order,
    /// More arguments for the program, as one word: --extra "--no-goal --linearity 5"
    #[arg(long, value_name = "ARGS", default_value = "", allow_hyphen_values = true)]
    extra: String,
    /// How many threads walk
    #[arg(long, value_name = "N", default_value = "2")]
    threads: NonZero<usize>,
    /// The program to run, when it is not the one beside this one
    #[arg(long, value_name = "FILE")]
    bin: Option<PathBuf>,
}

impl Missions {
    /// Audits row after row and prints the tables.
    pub(crate) fn run(&self) -> Result<ExitCode> {
        let program = program::quandary(self.bin.as_deref())?;
        let (threads, absent) = (self.threads.get(), Defect::Missing);
        let sweep = Sweep { program: &program, first: self.first, threads, again: false, absent };
        let sizes = if self.rows.is_empty() { &BARS[..] } else { &self.rows };
        sweep.audit(&sheet(), sizes.iter().map(|size| self.row(*size)).collect())
    }

    fn row(&self, size: Size) -> Row<'static> {
        let asked = Asked { size, key_style: self.key_style, order: self.order };
        let mut arguments = asked.arguments();
        arguments.extend(self.extra.split_whitespace().map(str::to_owned));
        let seeds = self.seeds.get();
        let judge = Box::new(move |_, line: &str| judge(&asked, line));
        Row { name: size.to_string(), arguments, seeds, judge, remark: no_remark }
    }
}

/// Two tables: figures, and defects.
fn sheet() -> Sheet {
    let heads = "missions|solution mean|median|nonlinearity|links|made, CPU s|audited, CPU s";
    Sheet {
        heads: heads.split('|').collect(),
        figures,
        columns: OF_MISSIONS.to_vec(),
        apart: true,
        told: false,
    }
}

fn figures(tally: &Tally) -> Vec<String> {
    let (solution, links) = (tally.of("solution"), tally.of("links"));
    vec![
        links.count().to_string(),
        format!("{:.2}", solution.mean()),
        solution.median().to_string(),
        format!("{:.2}", tally.of("nonlinearity").mean()),
        format!("{:.2}", links.mean()),
    ]
}
