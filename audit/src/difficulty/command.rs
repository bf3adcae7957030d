//! `cargo xtask audit difficulty`: do ratings order levels as simulated players do?

use super::fit::{Fitted, fit};
use super::items::{self, Item};
use super::rank::spearman;
use super::riddles::{self, PROFILES};
use crate::program::quandary;
use crate::sheet::align;
use anyhow::Result;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Hold ratings against simulated players: Spearman's rank correlation of rating and failure
#[derive(clap::Args)]
pub(crate) struct Difficulty {
    /// The kind that is rated; levels and riddles by itself
    #[arg(long, value_enum)]
    kind: Option<Kind>,
    /// The language of riddles
    #[arg(long, value_name = "LOCALE", default_value = "en_US")]
    locale: String,
    /// The number of levels of each kind, and of riddles
    #[arg(long, value_name = "N", default_value_t = 500)]
    items: u64,
    /// The first seed; weights were fitted on those from 1 on
    #[arg(long, value_name = "SEED", default_value_t = 500_001)]
    first: u64,
    /// The number of games that each of the players of a kind plays
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

const OF_RIDDLES: [&str; 10] = [
    "rarity",
    "crossing",
    "length",
    "through",
    "extension",
    "hooks",
    "blank",
    "plays",
    "before",
    "nearness",
];

/// A kind of things that are rated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Kind {
    /// Dungeons and rooms of blocks
    Levels,
    /// Riddles
    Riddles,
}

/// A set of items: its name, and whether a correlation is asked of it.
type Set<'a> = (&'a str, bool, Vec<&'a Item>);

impl Difficulty {
    /// Prints the tables; the exit code says if a correlation falls short.
    pub(crate) fn run(&self) -> Result<ExitCode> {
        let program = quandary(self.bin.as_deref())?;
        let first = if self.fit { 1 } else { self.first };
        let is_asked = |kind| self.kind.is_none_or(|asked| asked == kind);
        let mut short = 0;
        if is_asked(Kind::Levels) {
            short += self.levels(&program, first)?;
        }
        if is_asked(Kind::Riddles) {
            short += self.riddles(&program, first)?;
        }
        println!("correlations below {REACH}: {short}");
        Ok(if short == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }

    /// Dungeons and rooms of blocks; the number of correlations that fall short.
    fn levels(&self, program: &Path, first: u64) -> Result<usize> {
        let (dungeons, refused) = items::dungeons(program, first, self.items, self.runs)?;
        let yards = items::yards(program, first, self.items, self.runs)?;
        if self.fit {
            let fitted = fit(&dungeons, &OF_DUNGEONS, &Fitted::new());
            print_weights(&fit(&yards, &OF_YARDS, &fitted));
        }
        if refused > 0 {
            println!("{refused} seeds gave no dungeon in one attempt");
        }
        let alone: Vec<&Item> = dungeons.iter().filter(|item| item.rooms == 24).collect();
        let sets: [Set<'_>; 3] = [
            ("dungeons", true, dungeons.iter().collect()),
            ("of 24 rooms alone", false, alone),
            ("block rooms", true, yards.iter().collect()),
        ];
        println!("{}", table(&sets, "moves spent", &[&OF_DUNGEONS[..], &OF_YARDS].concat()));
        Ok(short(&sets))
    }

    /// Riddles; the number of correlations that fall short.
    fn riddles(&self, program: &Path, first: u64) -> Result<usize> {
        let made = riddles::riddles(program, &self.locale, first, self.items, self.runs)?;
        if self.fit {
            print_weights(&fit(&made, &OF_RIDDLES, &Fitted::new()));
        }
        let of = |number: u64| made.iter().filter(|item| item.rooms == number).collect();
        let mut sets: Vec<Set<'_>> = vec![("riddles", true, made.iter().collect())];
        sets.extend((1..).zip(PROFILES).map(|(number, profile)| (profile, false, of(number))));
        println!("{}", table(&sets, "answers missed", &OF_RIDDLES));
        Ok(short(&sets))
    }
}

/// Prints weights as the program's data has them.
fn print_weights(fitted: &Fitted) {
    let lines = fitted.iter().map(|(part, (weight, scale))| {
        format!("  \"{part}\": {{\"weight\": {weight:.4}, \"scale\": {scale:.2}}}")
    });
    println!("{{\n{}\n}}", lines.collect::<Vec<_>>().join(",\n"));
}

/// The number of sets whose correlation falls short.
fn short(sets: &[Set<'_>]) -> usize {
    let asked = sets.iter().filter(|(_, is_asked, _)| *is_asked);
    asked.filter(|(_, _, items)| of(items, |item| item.figure).is_none_or(|r| r < REACH)).count()
}

/// The correlation of something with failure.
fn of(items: &[&Item], what: impl Fn(&Item) -> f64) -> Option<f64> {
    let failures: Vec<f64> = items.iter().map(|item| item.failure).collect();
    spearman(&items.iter().map(|item| what(item)).collect::<Vec<_>>(), &failures)
}

/// The table: a column for each set of items; `failure` says what is correlated with.
fn table(sets: &[Set<'_>], failure: &str, parts: &[&str]) -> String {
    let heads = std::iter::once("".to_owned()).chain(sets.iter().map(|(n, ..)| (*n).to_owned()));
    let mut lines: Vec<Vec<String>> = vec![heads.collect()];
    let mut line = |name: &str, cell: &dyn Fn(&[&Item]) -> Option<f64>| {
        let cells: Vec<Option<f64>> = sets.iter().map(|(_, _, items)| cell(items)).collect();
        if cells.iter().all(Option::is_none) {
            return;
        }
        let cells = cells
            .iter()
            .map(|cell| cell.map_or_else(|| "-".to_owned(), |number| format!("{number:.2}")));
        lines.push(std::iter::once(name.to_owned()).chain(cells).collect());
    };
    let mean = |items: &[&Item], what: &dyn Fn(&Item) -> f64| {
        items.iter().map(|item| what(item)).sum::<f64>() / items.len().max(1) as f64
    };
    let is_of_moves = sets.iter().any(|(.., items)| items.iter().any(|item| item.over.is_some()));
    line("items", &|items| Some(items.len() as f64));
    line("games lost, mean", &|items| Some(mean(items, &|item| item.lost)));
    line("rating, mean", &|items| Some(mean(items, &|item| item.figure)));
    line(&format!("rating: {failure}"), &|items| of(items, |item| item.figure));
    line("rating: games lost", &|items| {
        let lost: Vec<f64> = items.iter().map(|item| item.lost).collect();
        let figures: Vec<f64> = items.iter().map(|item| item.figure).collect();
        spearman(&figures, &lost).filter(|_| is_of_moves)
    });
    line("rating: moves over the least", &|items| {
        let pairs = items.iter().filter_map(|item| Some((item.figure, item.over?)));
        let (figures, over): (Vec<f64>, Vec<f64>) = pairs.unzip();
        spearman(&figures, &over)
    });
    for part in parts {
        line(&format!("{part}: {failure}"), &|items| {
            of(items, |item| item.parts.get(*part).copied().unwrap_or(0.0))
        });
    }
    align(&lines)
}
