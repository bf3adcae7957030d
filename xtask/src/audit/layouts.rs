//! `cargo xtask audit layouts`: thousands of layouts a row, each gone over room by room.
//!
//! Every category at its usual bounds, and caves of several sizes. The program prints a line of JSON for each
//! seed; what is wrong with it is counted under the names of the peers' defects.

use super::layout::{Layout, Tally, judge, table};
use crate::clock::Clock;
use crate::program;
use anyhow::{Context, Result, ensure};
use std::io::{BufRead, BufReader};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, Stdio};

/// The categories, each with its generator as the description has it.
pub(super) const CATEGORIES: [(&str, &str); 24] = [
    ("cave", "cellular"),
    ("mine", "cellular"),
    ("dungeon", "bsp"),
    ("ruins", "bsp"),
    ("temple", "bsp"),
    ("tomb", "bsp"),
    ("crypt", "bsp"),
    ("monastery", "bsp"),
    ("shrine", "bsp"),
    ("tower", "tower"),
    ("town", "settlement"),
    ("village", "settlement"),
    ("city", "settlement"),
    ("settlement", "settlement"),
    ("outpost", "settlement"),
    ("camp", "settlement"),
    ("tavern", "single_room"),
    ("shop", "single_room"),
    ("inn", "single_room"),
    ("grove", "single_room"),
    ("waystation", "single_room"),
    ("campsite", "single_room"),
    ("hollow", "single_room"),
    ("overlook", "single_room"),
];

/// The sizes of caves, with their bounds.
const CAVES: [(&str, &str); 5] = [
    ("7x7x3", "-3,3,-3,3,-2,0"),
    ("10x10x1", "0,9,0,9,0,0"),
    ("20x20x3", "0,19,0,19,-2,0"),
    ("40x40x1", "0,39,0,39,0,0"),
    ("50x50x3", "0,49,0,49,-2,0"),
];

/// Go over every layout of many seeds, and count what is wrong
#[derive(clap::Args)]
pub(super) struct Layouts {
    /// How many seeds a row
    #[arg(long, value_name = "N", default_value = "10000")]
    seeds: NonZero<u64>,
    /// The first seed
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    first: u64,
    /// Only rows whose names contain this
    #[arg(long, value_name = "TEXT", default_value = "")]
    only: String,
    /// More arguments for the program, as one word: --extra "--stairs all --border solid"
    #[arg(long, value_name = "ARGS", default_value = "", allow_hyphen_values = true)]
    extra: String,
    /// The program to run, when it is not the one beside this one
    #[arg(long, value_name = "FILE")]
    bin: Option<PathBuf>,
}

impl Layouts {
    /// Audits row after row and prints the table.
    pub(super) fn run(&self) -> Result<ExitCode> {
        let program = program::quandary(self.bin.as_deref())?;
        let categories =
            CATEGORIES.map(|(name, generator)| (name.to_owned(), name, generator, None));
        let caves =
            CAVES.map(|(size, bounds)| (format!("cave {size}"), "cave", "cellular", Some(bounds)));
        let mut done = Vec::new();
        for (row, category, generator, bounds) in categories.into_iter().chain(caves) {
            if !row.contains(&self.only) {
                continue;
            }
            eprintln!("{row}: {} seeds", self.seeds);
            let begin = Clock::now();
            let tally = self.audit(&program, category, generator, bounds)?;
            done.push((row, tally, Clock::now() - begin));
        }
        println!("{}", table(&done));
        let clean = done.iter().all(|(_, tally, _)| tally.is_clean());
        Ok(if clean { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }

    /// Runs the program once and goes over every line of it.
    fn audit(
        &self,
        program: &Path,
        category: &str,
        generator: &str,
        bounds: Option<&str>,
    ) -> Result<Tally> {
        let (first, seeds) = (self.first.to_string(), self.seeds.to_string());
        let mut command = Command::new(program);
        command.args(["layout", "--category", category, "--seed", &first, "--count", &seeds]);
        command.args(["--format", "json"]).args(self.extra.split_whitespace());
        if let Some(bounds) = bounds {
            command.args(["--bounds", bounds]);
        }
        let mut child = command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("cannot run {}", program.display()))?;
        let judged = self.judge_all(&mut child, category, generator);
        if judged.is_err() {
            let _ = child.kill(); // nobody reads it any more; that it ended by itself is no matter
        }
        let status = child.wait().context("the program is lost")?;
        let tally = if generator == "cellular" { judged?.caves() } else { judged? };
        ensure!(status.success(), "the program ended with {status}");
        Ok(tally)
    }

    /// Goes over every line, and sees that every seed came.
    fn judge_all(&self, child: &mut Child, category: &str, generator: &str) -> Result<Tally> {
        let output = child.stdout.take().context("the program has no standard output")?;
        let mut tally = Tally::default();
        let mut seed = self.first;
        for line in BufReader::with_capacity(1 << 16, output).lines() {
            let line = line.context("cannot read the program")?;
            match serde_json::from_str::<Layout>(&line) {
                Ok(layout) => {
                    let right = layout.seed == seed
                        && layout.category == category
                        && layout.generator == generator;
                    let mut judged = judge(&layout);
                    if !right {
                        judged.form(format!("not the {category} of seed {seed}"));
                    }
                    tally.add(seed, judged);
                }
                Err(error) => tally.broken(seed, &error.to_string()),
            }
            seed += 1;
        }
        let came = seed - self.first;
        if came != self.seeds.get() {
            tally.broken(seed, &format!("{came} layouts came of {}", self.seeds));
        }
        Ok(tally)
    }
}
