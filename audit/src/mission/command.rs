//! `cargo xtask audit missions`: thousands of missions a row, each walked from end to end.

use super::asked::{Asked, BARS, Order, Size};
use super::judge::judge;
use crate::category::Style;
use crate::defect::{Defect, OF_MISSIONS};
use crate::ledger::Tally;
use crate::sheet::{Sheet, no_remark};
use crate::sweep::{Row, Seeds, Sweep};
use anyhow::Result;
use std::num::NonZero;
use std::process::ExitCode;

/// Walk every mission of many seeds, and count what is wrong
#[derive(clap::Args)]
pub(crate) struct Missions {
    #[command(flatten)]
    seeds: Seeds,
    /// A row instead of the usual ones: rooms/keys/switches; may be given again
    #[arg(long = "row", value_name = "R/K/S")]
    rows: Vec<Size>,
    /// The way keys work
    #[arg(long, value_enum, default_value = "named")]
    key_style: Style,
    /// The order in which named keys are had
    #[arg(long, value_enum, default_value = "total")]
    order: Order,
    /// More arguments for the program, as one word: --extra "--no-goal --linearity 5"
    #[arg(long, value_name = "ARGS", default_value = "", allow_hyphen_values = true)]
    extra: String,
    /// The number of threads that walk
    #[arg(long, value_name = "N", default_value = "2")]
    threads: NonZero<usize>,
}

impl Missions {
    /// Audits row after row and prints the tables.
    pub(crate) fn run(&self) -> Result<ExitCode> {
        let (threads, absent) = (self.threads, Defect::Missing);
        let sweep = Sweep { threads, absent, ..self.seeds.sweep()? };
        let sizes = if self.rows.is_empty() { &BARS[..] } else { &self.rows };
        sweep.audit(&sheet(), sizes.iter().map(|size| self.row(*size)))
    }

    fn row(&self, size: Size) -> Row<'static> {
        let asked = Asked { size, key_style: self.key_style, order: self.order };
        let mut arguments = asked.arguments();
        arguments.extend(self.extra.split_whitespace().map(str::to_owned));
        let seeds = self.seeds.count();
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
