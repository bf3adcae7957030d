//! `cargo xtask bench dungeons`: areas made and proved per second of processor time, and seconds for whole dungeons.
//!
//! One thread, fresh seeds, everything included: layout, puzzles, tiles, and every proof. States are those that the judge
//! counted. Figures of areas are the median of several runs, those of dungeons the mean of several seeds.

use super::report::{Report, Unit};
use anyhow::{Context, Result};
use audit::clock::Clock;
use dungeon::designed::{self, ATTEMPTS};
use dungeon::{Attempts, Options, Scratch, puzzle};
use search::{Budget, Goal, Nothing, Seed};
use std::process::ExitCode;

/// Areas and dungeons per second of processor time
#[derive(clap::Args)]
pub(crate) struct Dungeons {
    /// Seconds of processor time each figure takes, in all its runs
    #[arg(long, value_name = "S", default_value_t = 3.0)]
    seconds: f64,
    /// Only rows whose name has this in it
    #[arg(long, value_name = "TEXT", default_value = "")]
    only: String,
}

/// Number of runs of which the median is taken.
const RUNS: usize = 5;
/// A row of dungeons: rooms, and of how many attempts the best is taken.
const DUNGEONS: [(usize, u64); 4] = [(24, ATTEMPTS), (24, 1), (100, ATTEMPTS), (2000, 1)];
/// The most seeds of such a row.
const SEEDS: u64 = 50;

/// The figures of a row.
#[derive(Default)]
struct Row {
    made: u64,
    attempts: u64,
    states: u64,
}

impl Dungeons {
    pub(super) fn run(&self, report: &mut Report) -> Result<ExitCode> {
        println!("made and proved per second of processor time, one thread\n");
        println!("{:>36} {:>10} {:>10} {:>14}", "row", "per s", "attempts", "states each");
        for category in ["cave", "temple", "dungeon"] {
            let request = puzzle::Request::of(category)?;
            let mut scratch = Scratch::default();
            self.row(&format!("area {category}"), report, |seed, row| {
                let report = puzzle::generate(&request, seed, Options::reusing(&mut scratch))?;
                row.attempts += report.attempts;
                let found = report.found.first().context("an area was not made")?;
                row.states += found.proof.states.unwrap_or(0);
                Ok(())
            })?;
        }
        println!("\n{:>36} {:>10} {:>10} {:>14}", "row", "mean, s", "seeds", "refused");
        for (rooms, attempts) in DUNGEONS {
            self.designed(rooms, attempts, report)?;
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Runs a row of dungeons and prints it: the seconds of those that are made, or of the refused where
    /// none is.
    fn designed(&self, rooms: usize, attempts: u64, report: &mut Report) -> Result<()> {
        let name = match attempts {
            1 => format!("designed {rooms}, one attempt"),
            _ => format!("designed {rooms}, best of {attempts}"),
        };
        if !name.contains(&self.only) {
            return Ok(());
        }
        let mut request = designed::Request::of("dungeon")?;
        request.rooms = rooms;
        let budget = Budget { goal: Goal::Best(1), attempts: Some(attempts), time: None };
        let mut scratch = Scratch::default();
        let (mut made, mut refused, mut why) = (Vec::new(), Vec::new(), String::new());
        let begin = Clock::thread();
        for seed in 0..SEEDS {
            let at = Clock::thread();
            let attempts = Attempts::Within(budget);
            let options = Options { attempts, ..Options::reusing(&mut scratch) };
            let found = match designed::generate(&request, Seed::new(seed)?, options) {
                Ok(Ok(_)) => None,
                Ok(Err(Nothing::Rejected(reason))) => Some(reason),
                Ok(Err(Nothing::Interrupted)) => Some("interrupted".to_owned()),
                Err(limit) => {
                    println!("{name:>36} {limit}");
                    return Ok(());
                }
            };
            let spent = Clock::thread() - at;
            match found {
                None => made.push(spent),
                Some(reason) => {
                    refused.push(spent);
                    why = format!("; such as {reason}");
                }
            }
            if Clock::thread() - begin > self.seconds {
                break;
            }
        }
        let (seeds, number) = (made.len() + refused.len(), refused.len());
        let times = if made.is_empty() { refused } else { made };
        // Some machines count the time of a thread in steps of 4 ms.
        let mean = times.iter().sum::<f64>() / times.len() as f64;
        report.note(name.clone(), mean, Unit::Seconds);
        println!("{name:>36} {mean:>10.4} {seeds:>10} {number:>14}{why}");
        Ok(())
    }

    /// Runs a row and prints it.
    fn row(
        &self,
        name: &str,
        report: &mut Report,
        mut make: impl FnMut(Seed, &mut Row) -> Result<()>,
    ) -> Result<()> {
        if !name.contains(&self.only) {
            return Ok(());
        }
        let mut row = Row::default();
        let mut rates = Vec::with_capacity(RUNS);
        for _ in 0..RUNS {
            let (begin, first) = (Clock::now().own, row.made);
            let spent = loop {
                make(Seed::new(row.made)?, &mut row)?;
                row.made += 1;
                let spent = Clock::now().own - begin;
                if spent * RUNS as f64 >= self.seconds {
                    break spent;
                }
            };
            rates.push((row.made - first) as f64 / spent);
        }
        rates.sort_by(f64::total_cmp);
        let rate = rates.get(RUNS / 2).copied().context("no runs")?;
        report.note(name, rate, Unit::PerSecond);
        let made = row.made as f64;
        println!(
            "{name:>36} {rate:>10.0} {:>10.2} {:>14.0}",
            row.attempts as f64 / made,
            row.states as f64 / made
        );
        Ok(())
    }
}
