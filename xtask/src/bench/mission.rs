//! `cargo measure mission`: missions a second, with and without their proof.
//!
//! One thread, fresh seeds, the count constraint. *Made* is an attempt after another until the phases succeed; *proved* the whole of
//! `generate`; *printed* that with its line of JSON; *linear* the best of ten attempts, each proved. The peer's figures are
//! Metazelda's, measured warm on a machine of the same kind.

use super::report::{Report, Unit};
use super::timing::rate;
use anyhow::{Context, Result};
use dungeon::json::mission::{self, Artefact, Origin};
use dungeon::mission::{Count, MissionProblem, Request, generate};
use dungeon::{Options, Scratch};
use search::{Problem, Seed};

/// Missions per second of processor time
#[derive(clap::Args)]
pub(crate) struct Mission {
    /// Seconds of processor time each figure takes, in all its runs
    #[arg(long, value_name = "S", default_value_t = 3.0)]
    seconds: f64,
}

/// Rooms, keys, switches, and the peer's rates, plainly and as the best of ten.
const ROWS: [(usize, u8, u8, f64, f64); 4] = [
    (25, 4, 0, 37_700.0, 1_750.0),
    (25, 4, 1, 32_300.0, 1_550.0),
    (100, 8, 1, 6_460.0, 280.0),
    (400, 8, 1, 954.0, 52.0),
];

impl Mission {
    pub(super) fn run(&self, report: &mut Report) -> Result<()> {
        ROWS.into_iter().try_for_each(|row| self.row(row, report))
    }

    fn row(
        &self,
        (rooms, keys, switches, peer, peer_linear): (usize, u8, u8, f64, f64),
        report: &mut Report,
    ) -> Result<()> {
        let request = Request { keys, switches, ..Request::default() };
        let linear = Request { linearity: Some(10), ..request.clone() };
        let space = Count::new(rooms);
        let mut scratch = Scratch::default();
        let mut note = |what: &str, rate: f64, peer: f64, more: String| {
            let name = format!("mission {rooms}/{keys}/{switches}, {what}");
            report.note(
                name,
                rate,
                Unit::PerSecond,
                format!("{:.1} × the peer{more}", rate / peer),
            );
        };

        let problem = MissionProblem { request: &request, space: &space };
        let (mut seeds, mut attempts) = (0u64, 0);
        let made = rate(self.seconds, |seed| {
            let seed = Seed::new(seed)?;
            let mut numbers = 0..request.attempts;
            let found = numbers.find(|&n| problem.draft(seed.attempt(n), &mut scratch).is_ok());
            attempts += 1 + found.unwrap_or(request.attempts);
            seeds += 1;
            Ok(())
        })?;
        note("made", made, peer, format!(", {:.2} attempts", attempts as f64 / seeds as f64));

        let (mut proofs, mut states) = (0u64, 0);
        let proved = rate(self.seconds, |seed| {
            let made =
                generate(&request, &space, Seed::new(seed)?, Options::reusing(&mut scratch))?;
            states += made.found.first().context("no mission")?.proof.states;
            proofs += 1;
            Ok(())
        })?;
        note("proved", proved, peer, format!(", {:.0} states", states as f64 / proofs as f64));

        let asked = mission::Request::of(&request, Some(rooms));
        let mut line = Vec::new();
        let printed = rate(self.seconds, |seed| {
            let made =
                generate(&request, &space, Seed::new(seed)?, Options::reusing(&mut scratch))?;
            let found = made.found.first().context("no mission")?;
            let stats = mission::Stats::of(&found.draft, &found.proof);
            let proof = mission::Proof::of(&found.proof);
            let origin = Origin { seed, attempt: found.attempt, request: &asked };
            line.clear();
            voice::json::line(&mut line, &Artefact::new(&found.draft, &stats, &proof, origin))?;
            Ok(())
        })?;
        note("printed", printed, peer, String::new());

        let best = rate(self.seconds, |seed| {
            let made = generate(&linear, &space, Seed::new(seed)?, Options::reusing(&mut scratch))?;
            made.found.first().context("no mission")?;
            Ok(())
        })?;
        note("linear of 10", best, peer_linear, String::new());
        Ok(())
    }
}
