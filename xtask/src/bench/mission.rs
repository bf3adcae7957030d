//! `cargo xtask bench mission`: missions per second of processor time, with and without their proof.
//!
//! One thread, fresh seeds, the count constraint. Made is an attempt after another until the phases
//! succeed; proved is the whole of `generate`; printed is that with its line of JSON; linear is the best of ten attempts,
//! each proved. The
//! peer's figures are Metazelda's, measured warm on a machine of the same kind. Every figure is the median
//! of several runs, since machines are noisy; attempts and states are counted, and do not depend on it.

use super::report::{Report, Unit};
use anyhow::{Context, Result};
use audit::clock::Clock;
use dungeon::json::mission::{self, Artefact, Origin};
use dungeon::mission::{Count, MissionProblem, Request, generate};
use dungeon::{Options, Scratch};
use search::{Problem, Seed};
use std::process::ExitCode;

/// Missions per second of processor time
#[derive(clap::Args)]
pub(crate) struct Mission {
    /// Seconds of processor time each figure takes, in all its runs
    #[arg(long, value_name = "S", default_value_t = 3.0)]
    seconds: f64,
}

/// A row: rooms, keys, switches, and the peer's rates, plainly and as the best of ten.
struct Row {
    rooms: usize,
    keys: u8,
    switches: u8,
    peer: f64,
    peer_linear: f64,
}

const fn row(rooms: usize, keys: u8, switches: u8, peer: f64, peer_linear: f64) -> Row {
    Row { rooms, keys, switches, peer, peer_linear }
}

const ROWS: [Row; 4] = [
    row(25, 4, 0, 37_700.0, 1_750.0),
    row(25, 4, 1, 32_300.0, 1_550.0),
    row(100, 8, 1, 6_460.0, 280.0),
    row(400, 8, 1, 954.0, 52.0),
];

/// Number of runs of which the median is taken.
const RUNS: usize = 5;

impl Mission {
    pub(super) fn run(&self, report: &mut Report) -> Result<ExitCode> {
        println!(
            "missions per second of processor time, one thread; × the peer's figure in brackets\n"
        );
        println!(
            "{:>9} {:>20} {:>20} {:>20} {:>20} {:>9} {:>8}",
            "row",
            "made",
            "made and proved",
            "and printed",
            "linear of 10, proved",
            "attempts",
            "states"
        );
        for row in &ROWS {
            self.row(row, report)?;
        }
        Ok(ExitCode::SUCCESS)
    }

    fn row(&self, row: &Row, report: &mut Report) -> Result<()> {
        let request = Request { keys: row.keys, switches: row.switches, ..Request::default() };
        let linear = Request { linearity: Some(10), ..request.clone() };
        let space = Count::new(row.rooms);
        let problem = MissionProblem { request: &request, space: &space };
        let mut scratch = Scratch::default();
        let (mut seeds, mut attempts) = (0, 0);
        let made = self.rate(|seed| {
            seeds += 1;
            attempts += 1
                + (0..request.attempts)
                    .find(|&n| problem.draft(seed.attempt(n), &mut scratch).is_ok())
                    .unwrap_or(request.attempts);
            Ok(())
        })?;
        let mut states = 0;
        let mut proofs = 0;
        let proved = self.rate(|seed| {
            let made = generate(&request, &space, seed, Options::reusing(&mut scratch))?;
            states += made.found.first().context("no mission")?.proof.states;
            proofs += 1;
            Ok(())
        })?;
        let asked = mission::Request::of(&request, Some(row.rooms));
        let mut line = Vec::new();
        let printed = self.rate(|seed| {
            let made = generate(&request, &space, seed, Options::reusing(&mut scratch))?;
            let found = made.found.first().context("no mission")?;
            let stats = mission::Stats::of(&found.draft, &found.proof);
            let proof = mission::Proof::of(&found.proof);
            let origin = Origin { seed: seed.value(), attempt: found.attempt, request: &asked };
            line.clear();
            voice::json::line(&mut line, &Artefact::new(&found.draft, &stats, &proof, origin))?;
            Ok(())
        })?;
        let best = self.rate(|seed| {
            let made = generate(&linear, &space, seed, Options::reusing(&mut scratch))?;
            made.found.first().context("no mission")?;
            Ok(())
        })?;
        let name = format!("{}/{}/{}", row.rooms, row.keys, row.switches);
        let rates =
            [("made", made), ("proved", proved), ("printed", printed), ("linear of 10", best)];
        for (what, rate) in rates {
            report.note(format!("mission {name}, {what}"), rate, Unit::PerSecond);
        }
        println!(
            "{:>9} {:>20} {:>20} {:>20} {:>20} {:>9.2} {:>8.0}",
            name,
            against(made, row.peer),
            against(proved, row.peer),
            against(printed, row.peer),
            against(best, row.peer_linear),
            attempts as f64 / f64::from(seeds),
            states as f64 / f64::from(proofs),
        );
        Ok(())
    }

    /// Number of times a second that `work` is done, for seed after seed: the median of several runs.
    fn rate(&self, mut work: impl FnMut(Seed) -> Result<()>) -> Result<f64> {
        let mut seed = 0;
        let mut rates = Vec::with_capacity(RUNS);
        for _ in 0..RUNS {
            let begin = Clock::now().own;
            let mut done = 0u32;
            let spent = loop {
                for _ in 0..16 {
                    work(Seed::new(seed)?)?;
                    seed += 1;
                }
                done += 16;
                // Asking for the time costs more than a mission: it is done now and then.
                if done.is_multiple_of(512) || done < 512 && self.seconds < 1.0 {
                    let spent = Clock::now().own - begin;
                    if spent * RUNS as f64 >= self.seconds {
                        break spent;
                    }
                }
            };
            rates.push(f64::from(done) / spent);
        }
        rates.sort_by(f64::total_cmp);
        rates.get(RUNS / 2).copied().context("no runs")
    }
}

fn against(rate: f64, peer: f64) -> String {
    format!("{rate:.0} ({:.1}×)", rate / peer)
}
