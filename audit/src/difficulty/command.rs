//! `cargo xtask audit difficulty`: do ratings order levels as simulated players do?

use super::fit::{Fitted, fit};
use super::items::{self, Item};
use super::rank::spearman;
use crate::program::quandary;
use crate::sheet::align;
use anyhow::Result;
use std::path::PathBuf;
use std::process::ExitCode;

/// Hold ratings against simulated players: Spearman's rank correlation of rating and failure
#[derive(clap::Args)]
pub(crate) struct Difficulty {
    /// The number of levels of each kind
    #[arg(long, value_name = "N", default_value_t = 500)]
    items: u64,
    /// The first seed; weights were fitted on those from 1 on
    #[arg(long, value_name = "SEED", default_value_t = 500_001)]
    first: u64,
    /// The number of games that each of the three players of a kind plays
    #[arg(long, value_name = "N", default_value_t = 100)]
    runs: u64,
    /// Fit weights on seeds from 1 on and print them
    #[arg(long)]
    fit: bool,
    /// The program to run, when it is not the one beside this one
    #[arg(long, value_name = "FILE")]
    bin: Option<PathBuf>,
}

/// The correlation that is to be reached.
const REACH: f64 = 0.8;

/// The parts that are fitted on dungeons, and those that are on rooms of blocks.
const OF_DUNGEONS: [&str; 6] =
    ["length", "backtracking", "gating", "choices", "carrying", "secrets"];
const OF_YARDS: [&str; 4] = ["dead", "trap", "pushes", "effort"];

impl Difficulty {
    /// Prints the table; the exit code says if a correlation falls short.
    pub(crate) fn run(&self) -> Result<ExitCode> {
        let program = quandary(self.bin.as_deref())?;
        let first = if self.fit { 1 } else { self.first };
        let (dungeons, refused) = items::dungeons(&program, first, self.items, self.runs)?;
        let yards = items::yards(&program, first, self.items, self.runs)?;
        if self.fit {
            let fitted = fit(&dungeons, &OF_DUNGEONS, &Fitted::new());
            let fitted = fit(&yards, &OF_YARDS, &fitted);
            let lines = fitted.iter().map(|(part, (weight, scale))| {
                format!("  \"{part}\": {{\"weight\": {weight:.4}, \"scale\": {scale:.2}}}")
            });
            println!("{{\n{}\n}}", lines.collect::<Vec<_>>().join(",\n"));
        }
        if refused > 0 {
            println!("{refused} seeds gave no dungeon in one attempt");
        }
        let alone: Vec<&Item> = dungeons.iter().filter(|item| item.rooms == 24).collect();
        let sets: [(&str, Vec<&Item>); 3] = [
            ("dungeons", dungeons.iter().collect()),
            ("of 24 rooms alone", alone),
            ("block rooms", yards.iter().collect()),
        ];
        println!("{}", table(&sets));
        let short = sets.iter().filter(|(name, items)| {
            *name != "of 24 rooms alone" && of(items, |item| item.figure).is_none_or(|r| r < REACH)
        });
        let short = short.count();
        println!("correlations below {REACH}: {short}");
        Ok(if short == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}

/// The correlation of something with failure.
fn of(items: &[&Item], what: impl Fn(&Item) -> f64) -> Option<f64> {
    let failures: Vec<f64> = items.iter().map(|item| item.failure).collect();
    spearman(&items.iter().map(|item| what(item)).collect::<Vec<_>>(), &failures)
}

/// The table: a column for each set of levels.
fn table(sets: &[(&str, Vec<&Item>)]) -> String {
    let heads = std::iter::once("".to_owned()).chain(sets.iter().map(|(n, _)| (*n).to_owned()));
    let mut lines: Vec<Vec<String>> = vec![heads.collect()];
    let mut line = |name: &str, cell: &dyn Fn(&[&Item]) -> Option<f64>| {
        let cells = sets.iter().map(|(_, items)| {
            cell(items).map_or_else(|| "-".to_owned(), |number| format!("{number:.2}"))
        });
        lines.push(std::iter::once(name.to_owned()).chain(cells).collect());
    };
    let mean = |items: &[&Item], what: &dyn Fn(&Item) -> f64| {
        items.iter().map(|item| what(item)).sum::<f64>() / items.len().max(1) as f64
    };
    line("levels", &|items| Some(items.len() as f64));
    line("games lost, mean", &|items| Some(mean(items, &|item| item.lost)));
    line("rating, mean", &|items| Some(mean(items, &|item| item.figure)));
    line("rating: moves spent", &|items| of(items, |item| item.figure));
    line("rating: games lost", &|items| {
        let lost: Vec<f64> = items.iter().map(|item| item.lost).collect();
        spearman(&items.iter().map(|item| item.figure).collect::<Vec<_>>(), &lost)
    });
    line("rating: moves over the least", &|items| {
        let pairs = items.iter().filter_map(|item| Some((item.figure, item.over?)));
        let (figures, over): (Vec<f64>, Vec<f64>) = pairs.unzip();
        spearman(&figures, &over)
    });
    for part in OF_DUNGEONS.iter().chain(&OF_YARDS) {
        line(&format!("{part}: moves spent"), &|items| {
            of(items, |item| item.parts.get(*part).copied().unwrap_or(0.0))
        });
    }
    align(&lines)
}
