//! `cargo xtask audit dungeons`: whole dungeons of every category, by rooms and by tiles.
//!
//! The program prints a line of JSON for each seed. Every line is searched by its rooms and its plan is
//! walked on its tiles, and what it calls needed and optional is taken away; every so manyth has all states of its
//! tiles looked at and its walkthrough played, or its claims asked again of `check` and of its text.

use super::area::Style;
use super::layouts::CATEGORIES;
use super::ledger::table;
use super::sweep::{self, sweep};
use super::whole::{Asked, judge};
use crate::clock::Clock;
use crate::program;
use anyhow::Result;
use std::num::NonZero;
use std::path::PathBuf;
use std::process::ExitCode;

/// Walk whole dungeons of many seeds, and count what is wrong
#[derive(clap::Args)]
pub(super) struct Dungeons {
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

/// A row of the table.
struct Row {
    category: &'static str,
    generator: &'static str,
    style: Style,
    floors: i64,
}

/// All rows.
fn rows() -> impl Iterator<Item = Row> {
    let styles = [Style::Named, Style::Small].into_iter();
    let kinds = styles.flat_map(|style| [1, 2].map(|floors| (style, floors)));
    CATEGORIES.into_iter().flat_map(move |(category, generator)| {
        kinds.clone().map(move |(style, floors)| Row { category, generator, style, floors })
    })
}

impl Row {
    fn name(&self) -> String {
        format!("{} {} {}", self.category, self.style.word(), self.floors)
    }

    /// The arguments of the program but for the seeds.
    fn arguments(&self) -> Vec<String> {
        let (category, style, floors) = (self.category, self.style.word(), self.floors);
        let text = format!("dungeon --category {category} --key-style {style} --floors {floors}");
        text.split(' ').map(str::to_owned).collect()
    }
}

impl Dungeons {
    /// Audits row after row and prints the table.
    pub(super) fn run(&self) -> Result<ExitCode> {
        let program = program::quandary(self.bin.as_deref())?;
        let mut done = Vec::new();
        for row in rows() {
            let name = row.name();
            if !name.contains(&self.only) {
                continue;
            }
            eprintln!("{name}: {} seeds", self.seeds);
            let begin = Clock::now();
            let asked = Asked {
                category: row.category,
                generator: row.generator,
                style: row.style,
                floors: row.floors,
                deep: self.deep,
                first: self.first,
                claims: self.claims,
                arguments: &row.arguments(),
                program: &program,
            };
            let (arguments, first, seeds) = (row.arguments(), self.first, self.seeds.get());
            let task = sweep::Asked { program: &program, arguments, first, seeds };
            let tally = sweep(&task, self.threads.get(), &|seed, line| judge(&asked, seed, line))?;
            done.push((name, tally, Clock::now() - begin));
        }
        println!("{}", table("dungeons", &done));
        let clean = done.iter().all(|(_, tally, _)| tally.is_clean());
        Ok(if clean { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_category_in_both_styles_on_one_floor_and_two() {
        let names: Vec<String> = rows().map(|row| row.name()).collect();
        assert_eq!(names.len(), 24 * 4);
        assert_eq!(names[..2], ["cave named 1", "cave named 2"]);
        let words = rows().last().map(|row| row.arguments().join(" "));
        let expected = "dungeon --category overlook --key-style small --floors 2";
        assert_eq!(words.as_deref(), Some(expected));
    }
}
