//! `cargo xtask bench riddles`: how many candidates and riddles a second of processor time gives, and how good
//! the best one is after a while.
//!
//! Attempts are counted on distinct boards only; what else a thread tries on the same board stands apart. The
//! rank after a time is the median of several seeds, under the formulas of the contract and under that of the
//! peer: after so much processor time on one thread, which a busy machine does not change, or, with `--wall`,
//! by the clock on the wall with as many threads as are asked for.

use crate::clock::Clock;
use anyhow::{Context, Result};
use crossword::lexicon::{self, Lexicon};
use crossword::locale::Locale;
use crossword::position::Setting;
use crossword::riddle::{KEPT, Profile, Request, RiddleReport, make};
use search::{Budget, Control, Goal, Seed};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Riddles: attempts and finds per second of processor time, and the rank after a while
#[derive(clap::Args)]
pub(crate) struct Riddles {
    /// Attempts of each run by which rates are measured
    #[arg(long, value_name = "N", default_value_t = 8000)]
    attempts: u64,
    /// How many seeds a median is taken of
    #[arg(long, value_name = "N", default_value_t = 7)]
    seeds: u64,
    /// Take times by the clock on the wall, with this many threads
    #[arg(long, value_name = "THREADS")]
    wall: Option<usize>,
    /// Only this locale
    #[arg(long, value_name = "LOCALE")]
    locale: Option<Locale>,
}

/// The formula of the peer, with the limits of `design`.
const PEER: &str = include_str!("../../../crates/crossword/data/profiles/peer.txt");
/// The locales whose lexicons come with the program.
const LOCALES: [Locale; 4] = [Locale::EnUs, Locale::EnGb, Locale::IsIs, Locale::PlPl];
/// Seconds after which the best rank is looked at.
const TIMES: [f64; 4] = [0.1, 0.5, 1.0, 2.0];

impl Riddles {
    pub(super) fn run(&self) -> Result<ExitCode> {
        println!("bars: 1,000 attempts/CPU-s en_US, 400 is_IS (design, distinct boards)");
        println!("      a rank above 188 in 0.5 s on two cores (peer's formula, en_US)");
        for locale in LOCALES.into_iter().filter(|l| self.locale.is_none_or(|only| only == *l)) {
            let lexicon = lexicon::shipped(locale)?;
            println!("\n{locale}");
            for profile in
                [Profile::named("design")?, Profile::named("daily")?, Profile::read(PEER)?]
            {
                let request = Request::new(Setting::standard(locale), profile);
                self.rates(&request, &lexicon)?;
                self.ranks(&request, &lexicon)?;
            }
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Attempts and finds per second of processor time, on one thread.
    fn rates(&self, request: &Request, lexicon: &Lexicon) -> Result<()> {
        let budget = Budget { goal: Goal::Best(KEPT), attempts: Some(self.attempts), time: None };
        let mut rates = Vec::new();
        for seed in 0..self.seeds {
            let (report, spent) = timed(request, lexicon, seed, &budget, 1)?;
            let per = |n: u64| n as f64 / spent;
            rates.push([per(report.boards), per(report.attempts), per(report.accepted)]);
        }
        let rate = |n: usize| median(rates.iter().map(|rate| rate[n]).collect());
        let (boards, attempts, accepted) = (rate(0)?, rate(1)?, rate(2)?);
        println!(
            "{:7} {boards:6.0} distinct boards/CPU-s ({attempts:.0} attempts in all), {accepted:5.0} \
             accepted/CPU-s ({:.1} %)",
            request.profile.name,
            100.0 * accepted / boards,
        );
        let (report, _) = timed(request, lexicon, 0, &budget, 1)?;
        println!("        {}", report.tally);
        Ok(())
    }

    /// The best rank after some times.
    fn ranks(&self, request: &Request, lexicon: &Lexicon) -> Result<()> {
        for seconds in TIMES {
            let mut runs = Vec::new();
            for seed in 0..self.seeds {
                let (report, spent) = match self.wall {
                    Some(threads) => {
                        let time = Some(Duration::from_secs_f64(seconds));
                        let budget = Budget { goal: Goal::Best(KEPT), attempts: None, time };
                        timed(request, lexicon, seed, &budget, threads)?
                    }
                    None => spending(request, lexicon, seed, seconds)?,
                };
                let best = report.riddles.first().map_or(0.0, |riddle| riddle.rank as f64 / 1000.0);
                runs.push([best, spent, report.boards as f64]);
            }
            let of = |n: usize| median(runs.iter().map(|run| run[n]).collect());
            let clock = self.wall.map_or("CPU-s".to_owned(), |n| format!("s on {n} threads"));
            let (best, spent, boards) = (of(0)?, of(1)?, of(2)?);
            println!(
                "        after {seconds} {clock}: best rank {best:.1} ({spent:.2} CPU-s, {boards:.0} boards)"
            );
        }
        Ok(())
    }
}

/// A search on one thread that ends after so much processor time.
fn spending(
    request: &Request,
    lexicon: &Lexicon,
    seed: u64,
    seconds: f64,
) -> Result<(RiddleReport, f64)> {
    let (begin, cancel) = (Clock::now().own, AtomicBool::new(false));
    let progress = |done: u64, _| {
        // The clock is a file; it is read now and then only.
        if done.is_multiple_of(32) && Clock::now().own - begin >= seconds {
            cancel.store(true, Ordering::Relaxed);
        }
    };
    let control = Control { threads: 1, cancel: &cancel, progress: &progress };
    let budget = Budget { goal: Goal::Best(KEPT), attempts: None, time: None };
    let report = make(request, lexicon, Seed::new(seed)?, &budget, &control)?;
    Ok((report, Clock::now().own - begin))
}

/// A search, and the processor time that it took.
fn timed(
    request: &Request,
    lexicon: &Lexicon,
    seed: u64,
    budget: &Budget,
    threads: usize,
) -> Result<(RiddleReport, f64)> {
    let control = Control { threads, ..Control::default() };
    let begin = Clock::now().own;
    let report = make(request, lexicon, Seed::new(seed)?, budget, &control)?;
    Ok((report, (Clock::now().own - begin).max(0.01)))
}

/// The median of some figures.
fn median(mut figures: Vec<f64>) -> Result<f64> {
    figures.sort_by(f64::total_cmp);
    figures.get(figures.len() / 2).copied().context("no seeds")
}
