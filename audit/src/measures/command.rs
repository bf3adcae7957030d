//! `cargo xtask audit measures`: the measures of many dungeons, or of the corpus, in a table.
//!
//! The library's figures of the same levels are held against it, row by row and dungeon by dungeon, where its example
//! lies beside this program; where it does not it is built first.

use super::ask::{self, Dungeon};
use super::count::{Counted, count};
use super::read::{Level, Place};
use super::rows::ROWS;
use super::site::Site;
use super::table::{Against, side_by_side, table};
use crate::designed::{FAMILIES, Request};
use crate::seeds::Seeds;
use anyhow::{Context, Result, anyhow};
use serde::Deserialize;
use serde_json::Value;
use std::env::{self, consts::EXE_SUFFIX};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// The most that two figures of one dungeon may be apart.
const APART: f64 = 1e-9;

/// Measure dungeons of many seeds, and mark the rows that miss what is to be reached
#[derive(clap::Args)]
#[command(mut_arg("count", |count| count.default_value("200")))]
pub(crate) struct Measures {
    #[command(flatten)]
    seeds: Seeds,
    /// The category of the dungeons
    #[arg(long, value_name = "C", default_value = "dungeon")]
    category: String,
    /// The number of rooms of a dungeon
    #[arg(long, value_name = "R", default_value_t = 24)]
    rooms: u64,
    /// More arguments for the program, as one word: --extra "--attempts 50"
    #[arg(long, value_name = "ARGS", default_value = "", allow_hyphen_values = true)]
    extra: String,
    /// Measure the nine dungeons of the corpus, in the folder vglc of QUANDARY_DATA
    #[arg(long, conflicts_with_all = ["category", "rooms", "extra"])]
    corpus: bool,
    /// Measure designed dungeons of the first category of each family, side by side
    #[arg(long, conflicts_with_all = ["category", "corpus"])]
    families: bool,
    /// The library's example `measure`, when it is not the one beside this program
    #[arg(long, value_name = "FILE")]
    library: Option<PathBuf>,
}

impl Measures {
    /// Prints the table; the exit code says if a row misses, or if the library counts otherwise.
    pub(crate) fn run(&self) -> Result<ExitCode> {
        let (program, first) = (self.seeds.program()?, self.seeds.first());
        if self.families {
            return self.side_by_side(&program, first);
        }
        let dungeons = match self.corpus {
            true => {
                let data = env::var_os("QUANDARY_DATA")
                    .context("QUANDARY_DATA is not set: it names the folder of vglc")?;
                ask::corpus(&program, &PathBuf::from(data).join("vglc"))?
            }
            false => ask::generated(&program, &self.words(first), first)?,
        };
        let with_path =
            |dungeon: Dungeon| ask::path(&program, &dungeon).map(|path| (dungeon, path));
        let asked: Vec<(Dungeon, Value)> =
            dungeons.into_iter().map(with_path).collect::<Result<_>>()?;
        let all: Vec<Counted> = asked.iter().map(counted).collect::<Result<_>>()?;
        let against = match self.corpus {
            true => Against::Corpus,
            false => Against::Reach { category: &self.category, rooms: self.rooms },
        };
        let (text, missed) = table(&all, &against);
        println!("{text}\n{} dungeons; rows missed: {missed}", all.len());
        let apart = self.differences(&asked, &all)?;
        apart.iter().for_each(|line| println!("{line}"));
        let clean = missed == 0 && apart.is_empty();
        Ok(if clean { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }

    /// Prints the table of all families; the exit code says if a row of one misses.
    fn side_by_side(&self, program: &Path, first: u64) -> Result<ExitCode> {
        let (rooms, count, extra) = (self.rooms, self.seeds.count(), self.extra.as_str());
        let mut sets = Vec::new();
        for category in FAMILIES {
            eprintln!("{category}");
            let request = Request { category, rooms, attempts: None, first, count, extra };
            let mut all = Vec::new();
            let refused = request.each(program, |text| {
                let dungeon = Dungeon::read(text)?;
                let path = ask::path(program, &dungeon)?;
                all.push(counted(&(dungeon, path))?);
                Ok(())
            })?;
            for (seed, why) in refused {
                println!("{category}, seed {seed}: {why}");
            }
            sets.push((category, all));
        }
        let (text, missed) = side_by_side(&sets, rooms);
        println!("{text}\n! misses, ? is told only; missed: {missed}");
        Ok(if missed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }

    /// The arguments of the program.
    fn words(&self, first: u64) -> Vec<String> {
        let Self { category, rooms, extra, .. } = self;
        let count = self.seeds.count();
        let words = format!(
            "dungeon --category {category} --rooms {rooms} --seed {first} --count {count} --format json {extra}"
        );
        words.split_whitespace().map(str::to_owned).collect()
    }

    /// The figures of which the library has others.
    fn differences(&self, asked: &[(Dungeon, Value)], all: &[Counted]) -> Result<Vec<String>> {
        let example = self.example()?;
        let others = ask::library(&example, asked)?;
        anyhow::ensure!(
            others.len() == all.len(),
            "the library measured {} of {}",
            others.len(),
            all.len()
        );
        println!("the library was asked for {} rows of each", ROWS.len());
        let mut apart = Vec::new();
        for (((dungeon, _), own), other) in asked.iter().zip(all).zip(&others) {
            for row in &ROWS {
                let (own, other) = (own.value(row.name), other[row.name].as_f64());
                let alike = match (own, other) {
                    (Some(own), Some(other)) => (own - other).abs() <= APART,
                    (own, other) => own == other,
                };
                if !alike {
                    let name = row.name;
                    apart.push(format!(
                        "{name} of {}: {own:?}, and {other:?} by the library",
                        dungeon.number
                    ));
                }
            }
        }
        Ok(apart)
    }

    /// The example: the one given, else the one beside this very program, which is built if it is not there.
    fn example(&self) -> Result<PathBuf> {
        if let Some(given) = &self.library {
            return Ok(given.clone());
        }
        let here = env::current_exe().context("cannot tell where this program lies")?;
        let beside = here.with_file_name("examples").join(format!("measure{EXE_SUFFIX}"));
        if !beside.is_file() {
            build()?;
        }
        anyhow::ensure!(
            beside.is_file(),
            "{} is not there, and was not built: name the library's example with --library FILE",
            beside.display()
        );
        Ok(beside)
    }
}

/// Builds the library's example, in the profile of this program.
fn build() -> Result<()> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(["build", "--quiet", "--package", "quandary-level", "--example", "measure"]);
    if !cfg!(debug_assertions) {
        command.arg("--release");
    }
    let status = command.status().context("cannot run cargo to build the example `measure`")?;
    anyhow::ensure!(status.success(), "the library's example `measure` cannot be built");
    Ok(())
}

/// Counts the rows of a dungeon with its path.
fn counted((dungeon, path): &(Dungeon, Value)) -> Result<Counted> {
    let read = || -> Result<Counted> {
        let level = Level::deserialize(&dungeon.level)?;
        let path = Vec::<Place>::deserialize(path)?;
        let site = Site::read(&level, dungeon.by_nodes).map_err(|what| anyhow!(what))?;
        count(&site, &path).map_err(|what| anyhow!(what))
    };
    read().with_context(|| format!("dungeon {}", dungeon.number))
}
