//! `cargo measure dungeons`: areas and whole dungeons, made and proved.
//!
//! One thread, fresh seeds, everything included: layout, puzzles, tiles, and every proof. States are those that the judge
//! counted. Dungeons are told by the mean of several seeds, in seconds of processor time each.

use super::report::{Report, Unit};
use super::timing::rate;
use crate::clock::Clock;
use anyhow::{Context, Result};
use dungeon::designed::{self, ATTEMPTS, GenerateError};
use dungeon::{Attempts, Options, Scratch, puzzle};
use search::{Budget, Goal, Seed};

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

/// A row of dungeons: rooms, and of how many attempts the best is taken.
const DUNGEONS: [(usize, u64); 4] = [(24, ATTEMPTS), (24, 1), (100, ATTEMPTS), (2000, 1)];
/// The most seeds of such a row.
const SEEDS: u64 = 50;

impl Dungeons {
    pub(super) fn run(&self, report: &mut Report) -> Result<()> {
        let mut scratch = Scratch::default();
        for category in ["cave", "temple", "dungeon"] {
            let request = puzzle::Request::of(category)?;
            self.row(&format!("area {category}"), report, |seed| {
                let made = puzzle::generate(&request, seed, Options::reusing(&mut scratch))?;
                let found = made.found.first().context("an area was not made")?;
                Ok((made.attempts, found.proof.states.unwrap_or(0)))
            })?;
        }
        let mut rows = DUNGEONS.into_iter();
        rows.try_for_each(|(rooms, attempts)| self.dungeons(rooms, attempts, report))
    }

    /// Measures a row; `make` says how many attempts a dungeon took and how many states its proof.
    fn row(
        &self,
        name: &str,
        report: &mut Report,
        mut make: impl FnMut(Seed) -> Result<(u64, u64)>,
    ) -> Result<()> {
        if !name.contains(&self.only) {
            return Ok(());
        }
        let mut sums = [0u64; 3];
        let rate = rate(self.seconds, |seed| {
            let (attempts, states) = make(Seed::new(seed)?)?;
            sums = [sums[0] + 1, sums[1] + attempts, sums[2] + states];
            Ok(())
        })?;
        let [made, attempts, states] = sums.map(|sum| sum as f64);
        let more = format!("{:.2} attempts, {:.0} states", attempts / made, states / made);
        report.note(name, rate, Unit::PerSecond, more);
        Ok(())
    }

    /// Measures a row of dungeons: the seconds of those that are made, or of the refused where none is.
    fn dungeons(&self, rooms: usize, attempts: u64, report: &mut Report) -> Result<()> {
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
            let found = designed::generate(&request, Seed::new(seed)?, options);
            let spent = Clock::thread() - at;
            match found {
                Ok(_) => made.push(spent),
                Err(GenerateError::Request(error)) => return Err(error.into()),
                Err(GenerateError::Nothing(reason)) => {
                    refused.push(spent);
                    why = format!(", such as {reason}");
                }
            }
            if Clock::thread() - begin > self.seconds {
                break;
            }
        }
        let more = format!("{} made, {} refused{why}", made.len(), refused.len());
        let times = if made.is_empty() { refused } else { made };
        // Some machines count the time of a thread in steps of 4 ms.
        let mean = times.iter().sum::<f64>() / times.len() as f64;
        report.note(name, mean, Unit::Seconds, more);
        Ok(())
    }
}
