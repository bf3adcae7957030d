//! `cargo xtask audit puzzles`: thousands of areas a row, each played in every way there is.
//!
//! The program prints a line of JSON for each seed; what is wrong with it is counted under the names
//! of the peers' defects, and of the laws of the description.

use super::judge::{Asked, judge};
use crate::category::CATEGORIES;
use crate::defect::{Defect, OF_AREAS};
use crate::program;
use crate::read::area::Style;
use crate::sheet::{Sheet, no_remark};
use crate::sweep::{self, Sweep};
use anyhow::Result;
use std::num::NonZero;
use std::path::PathBuf;
use std::process::ExitCode;

/// The categories that have puzzles without being asked.
const WITH_PUZZLES: [&str; 4] = ["dungeon", "cave", "ruins", "temple"];

/// Play every area of many seeds, and count what is wrong
#[derive(clap::Args)]
pub(crate) struct Puzzles {
    /// How many seeds a row
    #[arg(long, value_name = "N", default_value = "10000")]
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
    /// The program to run, when it is not the one beside this one
    #[arg(long, value_name = "FILE")]
    bin: Option<PathBuf>,
}

/// A row of the table.
struct Row {
    category: &'static str,
    generator: &'static str,
    style: Style,
    /// What is said of `--puzzles`.
    puzzles: Option<&'static str>,
}

impl Row {
    fn name(&self) -> String {
        let style = if self.style == Style::Small { " small" } else { "" };
        let puzzles = self.puzzles.map(|puzzles| format!(" {puzzles}")).unwrap_or_default();
        format!("{}{style}{puzzles}", self.category)
    }

    /// The arguments of the program but for the seeds.
    fn arguments(&self) -> Vec<String> {
        let mut words = vec!["area", "--category", self.category];
        words.extend(self.puzzles.iter().flat_map(|puzzles| ["--puzzles", puzzles]));
        words.extend(["--key-style", self.style.word()]);
        words.into_iter().map(str::to_owned).collect()
    }

    fn asked(&self) -> Asked<'static> {
        let puzzles = match self.puzzles {
            Some("per-room") => None,
            Some("4") => Some(4..=4),
            _ => Some(1..=2),
        };
        let (category, generator, style) = (self.category, self.generator, self.style);
        Asked { category, generator, style, puzzles }
    }
}

/// All rows: what is usual first.
fn rows() -> Vec<Row> {
    let usual = |category: &str| WITH_PUZZLES.contains(&category);
    let some = |usually: bool, style: Style, puzzles: Option<&'static str>| {
        let categories = CATEGORIES.into_iter().filter(move |(name, _)| usual(name) == usually);
        categories.map(move |(category, generator)| Row { category, generator, style, puzzles })
    };
    some(true, Style::Named, None)
        .chain(some(false, Style::Named, Some("1..2")))
        .chain(some(true, Style::Small, None))
        .chain(some(true, Style::Named, Some("4")))
        .chain(some(true, Style::Named, Some("per-room")))
        .collect()
}

impl Puzzles {
    /// Audits row after row and prints the table.
    pub(crate) fn run(&self) -> Result<ExitCode> {
        let program = program::quandary(self.bin.as_deref())?;
        let (threads, absent) = (self.threads.get(), Defect::Form);
        let sweep = Sweep { program: &program, first: self.first, threads, again: true, absent };
        let rows = rows().into_iter().filter(|row| row.name().contains(&self.only));
        let rows = rows.map(|row| self.row(&row)).collect();
        sweep.audit(&Sheet::told("areas", OF_AREAS.to_vec()), rows)
    }

    fn row(&self, row: &Row) -> sweep::Row<'static> {
        let seeds = match row.puzzles {
            Some("per-room") => self.seeds.get().div_ceil(10),
            _ => self.seeds.get(),
        };
        let asked = row.asked();
        let judge = Box::new(move |seed, line: &str| judge(&asked, seed, line));
        let (name, arguments, remark) = (row.name(), row.arguments(), no_remark as _);
        sweep::Row { name, arguments, seeds, judge, remark }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rows_are_those_of_the_bars() {
        let rows = rows();
        assert_eq!(rows.len(), 4 + 20 + 4 + 4 + 4);
        let names: Vec<String> = rows.iter().map(Row::name).collect();
        for name in ["cave", "mine 1..2", "ruins small", "temple 4", "dungeon per-room"] {
            assert!(names.iter().any(|row| row == name), "{name}");
        }
        let plain = "area --category mine --puzzles 1..2 --key-style named";
        let mine = rows.iter().find(|row| row.category == "mine");
        assert_eq!(mine.map(|row| row.arguments().join(" ")).as_deref(), Some(plain));
    }
}
