//! `cargo xtask audit missions`: thousands of missions a row, each walked from end to end.

use super::judge::judge;
use super::kind::{Failure, Kind};
use super::row::{Asked, BARS, KeyStyle, Order, Row};
use super::space::{MOST_STATES, Space};
use super::table::{self, Done};
use super::tally::Tally;
use crate::clock::Clock;
use crate::program;
use anyhow::{Context, Result, anyhow};
use std::io::{self, BufRead, BufReader};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// Walk every mission of many seeds, and count what is wrong
#[derive(clap::Args)]
pub(super) struct Missions {
    /// How many seeds a row
    #[arg(long, value_name = "N", default_value = "10000")]
    seeds: NonZero<u64>,
    /// The first seed
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    first: u64,
    /// A row instead of the usual ones: rooms/keys/switches; may be given again
    #[arg(long = "row", value_name = "R/K/S")]
    rows: Vec<Row>,
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
    pub(super) fn run(&self) -> Result<ExitCode> {
        let program = program::quandary(self.bin.as_deref())?;
        let rows = if self.rows.is_empty() { &BARS[..] } else { &self.rows };
        let mut done = Vec::new();
        for &row in rows {
            eprintln!("{row}: {} seeds", self.seeds);
            let begin = Clock::now();
            let tally = audit(&program, &self.asked(row), self.threads.get())?;
            done.push(Done { row, tally, time: Clock::now() - begin });
        }
        println!("{}", table::render(&done));
        let clean = done.iter().all(|done| done.tally.is_clean());
        Ok(if clean { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }

    /// What is asked of the program for a row.
    fn asked(&self, row: Row) -> Asked {
        Asked {
            row,
            key_style: self.key_style,
            order: self.order,
            first: self.first,
            seeds: self.seeds.get(),
            extra: self.extra.split_whitespace().map(str::to_owned).collect(),
        }
    }
}

/// Runs the program once and judges every line while it prints the next ones.
fn audit(program: &Path, asked: &Asked, threads: usize) -> Result<Tally> {
    let mut child = Command::new(program)
        .args(asked.arguments())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .with_context(|| format!("cannot run {}", program.display()))?;
    let judged = judge_all(&mut child, asked, threads);
    if judged.is_err() {
        let _ = child.kill(); // nobody reads it any more; that it ended by itself is no matter
    }
    let status = child.wait().context("the program is lost")?;
    let mut tally = judged?;
    for seed in asked.missing(&tally.seeds) {
        tally.fail(seed, Failure::new(Kind::Missing, "nothing was printed"));
    }
    if !status.success() {
        let what = format!("the program ended with {status}");
        tally.fail(asked.first, Failure::new(Kind::Missing, what));
    }
    Ok(tally)
}

/// Judges what a running program prints, on several threads.
fn judge_all(child: &mut Child, asked: &Asked, threads: usize) -> Result<Tally> {
    let output = child.stdout.take().context("the program has no standard output")?;
    let output = Mutex::new(BufReader::with_capacity(1 << 16, output));
    thread::scope(|scope| {
        let workers: Vec<_> =
            (0..threads).map(|_| scope.spawn(|| judge_lines(&output, asked))).collect();
        let mut all = Tally::default();
        for worker in workers {
            all.merge(worker.join().map_err(|_| anyhow!("a thread of the audit fell over"))??);
        }
        Ok(all)
    })
}

/// Judges lines until none is left.
fn judge_lines(output: &Mutex<impl BufRead>, asked: &Asked) -> Result<Tally> {
    let (mut tally, mut space, mut text) =
        (Tally::default(), Space::new(MOST_STATES), String::new());
    while read_mission(output, asked.seeds, &mut text).context("cannot read the program")? {
        tally.add(judge(&text, asked, &mut space));
    }
    Ok(tally)
}

/// Reads the text of the next mission: a line, or everything where there is but one, which need not
/// be compact. False at the end.
fn read_mission(output: &Mutex<impl BufRead>, seeds: u64, text: &mut String) -> io::Result<bool> {
    text.clear();
    let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
    let length = match seeds {
        1 => output.read_to_string(text)?,
        _ => output.read_line(text)?,
    };
    Ok(length > 0)
}

#[cfg(test)]
mod tests {
    use super::super::sketch;
    use super::*;

    #[test]
    fn every_line_is_judged() {
        let row = Row { rooms: 3, keys: 0, switches: 0 };
        let (key_style, order) = (KeyStyle::Named, Order::Total);
        let asked = Asked { row, key_style, order, first: 1, seeds: 4, extra: Vec::new() };
        let mut mission = sketch::mission("s-b-g", 2);
        let mut text = format!("{mission}\n");
        for (seed, solution) in [(2, 2), (4, 3)] {
            mission["seed"] = seed.into();
            mission["stats"]["solution"] = solution.into();
            text.push_str(&format!("{mission}\nnot a mission\n"));
        }
        let mut tally = judge_lines(&Mutex::new(text.as_bytes()), &asked).unwrap();
        tally.seeds.sort_unstable();
        assert_eq!(tally.seeds, [1, 2, 4]);
        assert_eq!((tally.count(Kind::Form), tally.count(Kind::Solution)), (2, 1));
        assert_eq!(asked.missing(&tally.seeds), [3]);
    }

    #[test]
    fn one_mission_alone_need_not_be_compact() {
        let input = Mutex::new("{\n}\n".as_bytes());
        let mut text = String::new();
        assert!(read_mission(&input, 1, &mut text).unwrap());
        assert_eq!(text, "{\n}\n");
        assert!(!read_mission(&input, 1, &mut text).unwrap());
    }
}
