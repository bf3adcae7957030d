//! Timing: CPU time, as the median of several runs, since machines are noisy; and `cargo measure counted`: instructions
//! of whole commands of the program, counted by Callgrind of valgrind, which do not depend on the load of the machine.

use super::report::{Report, Unit};
use crate::root::Clock;
use anyhow::{Context, Result, bail};
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Number of runs per median.
const RUNS: usize = 5;
/// Half of the tick of the system's CPU time, in seconds.
const HALF_TICK: f64 = 0.005;

/// The rate of `work` per second; it is called with 0, 1, 2, … and runs for `seconds` in total.
pub(super) fn rate(seconds: f64, mut work: impl FnMut(u64) -> Result<()>) -> Result<f64> {
    let (mut number, mut batch) = (0, 1);
    let mut rates = Vec::with_capacity(RUNS);
    for _ in 0..RUNS {
        let (begin, first) = (Clock::now().own, number);
        let mut last = begin;
        let spent = loop {
            for _ in 0..batch {
                work(number)?;
                number += 1;
            }
            let now = Clock::now().own;
            // Reading the clock may take longer than the work, so short work is repeated within a tick.
            if now - last < HALF_TICK {
                batch *= 2;
            }
            last = now;
            let spent = now - begin;
            if spent > 0.0 && spent * RUNS as f64 >= seconds {
                break spent;
            }
        };
        rates.push((number - first) as f64 / spent);
    }
    median(rates)
}

/// The time of `work` in milliseconds.
pub(super) fn milliseconds<T, E: Into<anyhow::Error>>(
    seconds: f64,
    mut work: impl FnMut() -> Result<T, E>,
) -> Result<f64> {
    Ok(1000.0 / rate(seconds, |_| work().map(drop).map_err(Into::into))?)
}

/// The median.
pub(super) fn median(mut figures: Vec<f64>) -> Result<f64> {
    figures.sort_by(f64::total_cmp);
    figures.get(figures.len() / 2).copied().context("nothing was measured")
}

/// Instructions of whole commands, counted by Callgrind of valgrind
#[derive(clap::Args)]
pub(crate) struct Counted {
    /// The program; by default the one of this build
    #[arg(long, value_name = "FILE")]
    bin: Option<PathBuf>,
}

/// The commands by name. Each does one kind of work, on one thread.
const COMMANDS: [(&str, &str); 9] = [
    ("dungeon, one attempt", "dungeon --rooms 24 --seed 3 --attempts 1 --threads 1 --format json"),
    (
        "missions as JSON",
        "mission --rooms 25 --keys 4 --count 200 --seed 1 --threads 1 --format json",
    ),
    ("cave as PNG", "cave --size 2100x2100 --seed 1 --threads 1 --format png"),
    ("layout", "layout --category cave --bounds=0,49,0,49,-2,0 --seed 1 --format json"),
    ("area", "area --category temple --seed 1 --format json"),
    ("check", "check LEVEL --format json"),
    ("solve", "solve LEVEL --format json"),
    ("riddles", "riddle --locale en_US --seed 1 --attempts 300 --threads 1 --format json"),
    ("lexicon is_IS opened", "lexicon info is_IS"),
];

impl Counted {
    pub(super) fn run(&self, report: &mut Report) -> Result<()> {
        let beside = || Ok::<_, anyhow::Error>(env::current_exe()?.with_file_name("quandary"));
        let program = self.bin.clone().map_or_else(beside, Ok)?;
        if !program.is_file() {
            bail!("{} is not there: cargo build --release -p quandary", program.display());
        }
        let folder = tempfile::tempdir()?;
        let level = level(&program, folder.path())?;
        for (name, command) in COMMANDS {
            let arguments = command.split(' ').map(|word| match word {
                "LEVEL" => level.display().to_string(),
                word => word.to_owned(),
            });
            let count = count(&program, arguments.collect(), folder.path())
                .with_context(|| format!("quandary {command}"))?;
            report.note(name, count as f64, Unit::Instructions, "");
        }
        Ok(())
    }
}

/// Writes the level that the commands check and solve.
fn level(program: &Path, folder: &Path) -> Result<PathBuf> {
    let path = folder.join("level.json");
    let words = "dungeon --category temple --rooms 16 --seed 1 --threads 1 --format json";
    let made = Command::new(program).args(words.split(' ')).output().context("cannot run it")?;
    let made: serde_json::Value = serde_json::from_slice(&made.stdout)?;
    fs::write(&path, made["level"].to_string())?;
    Ok(path)
}

/// The number of instructions of a command.
fn count(program: &Path, arguments: Vec<String>, folder: &Path) -> Result<u64> {
    let out = folder.join("callgrind");
    let mut command = Command::new("valgrind");
    command.args(["--tool=callgrind", "--quiet"]);
    command.arg(format!("--callgrind-out-file={}", out.display()));
    command.arg(program).args(arguments).stdout(Stdio::null()).stderr(Stdio::piped());
    let ran = command.output().context("cannot run valgrind: install Debian's package valgrind")?;
    if !ran.status.success() {
        bail!("it failed: {}", String::from_utf8_lossy(&ran.stderr).trim());
    }
    let text = fs::read_to_string(&out)?;
    let totals = text
        .lines()
        .find_map(|line| line.strip_prefix("totals:").or_else(|| line.strip_prefix("summary:")));
    let total = totals.and_then(|rest| rest.split_whitespace().next()?.parse().ok());
    total.context("callgrind told no total")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_gets_consecutive_numbers() {
        let mut next = 0;
        let counted = |number| {
            assert_eq!(number, next);
            next += 1;
            Ok(())
        };
        assert!(rate(0.05, counted).unwrap() > 1000.0);
        assert_eq!(median(vec![3.0, 1.0, 2.0]).unwrap(), 2.0);
        assert!(median(Vec::new()).is_err());
    }
}
