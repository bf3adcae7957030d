//! `cargo measure dungeons`, `layouts` and `mission`: areas and dungeons, generated and proved; layouts per second;
//! cells of caves per second, by stage and in total; missions per second, with and without their proof.
//!
//! All figures use one thread and fresh seeds, and include everything: layout, puzzles, tiles, and every proof. States
//! are those counted by the verifier. A dungeon's figure is the mean over several seeds, in seconds of CPU time. The
//! peer of layouts is the Python generator of the same design, measured on a similar machine; that of missions is
//! Metazelda, measured warm. Caves: noise at 0.45, one step of the automaton, the regions after four steps, all of
//! `cave::generate`, and the same with a picture. With several threads the CPU time is the sum over all threads, so an
//! equal figure means no loss. Missions: *made* repeats attempts until the phases succeed; *proved* is all of
//! `generate`; *printed* adds the line of JSON; *linear* is the best of ten attempts, each proved.

use super::report::{Report, Unit};
use super::timing::rate;
use crate::root::Clock;
use ::dungeon::bitgrid::Grid;
use ::dungeon::bitgrid::noise::{self, Odds};
use ::dungeon::bitgrid::{automaton, regions};
use ::dungeon::cave::{Request as CaveRequest, Rule};
use ::dungeon::dungeon::{self, ATTEMPTS, GenerateError};
use ::dungeon::json::cave::Drawn;
use ::dungeon::json::mission::{self, Artefact, Origin};
use ::dungeon::layout::{Request, generate};
use ::dungeon::mission::{
    Count, MissionProblem, Request as MissionRequest, generate as generate_mission,
};
use ::dungeon::{Attempts, Options, Scratch, cave, puzzle};
use anyhow::{Context, Result};
use search::{Budget, Control, Goal, Pool, Problem, Seed};

/// Areas and dungeons per second of CPU time
#[derive(clap::Args)]
pub(crate) struct Dungeons {
    /// Seconds of CPU time per figure, over all its runs
    #[arg(long, value_name = "S", default_value_t = 3.0)]
    seconds: f64,
    /// Only rows with this in their names
    #[arg(long, value_name = "TEXT", default_value = "")]
    only: String,
}

/// The rows of dungeons: number of rooms, and number of attempts.
const DUNGEONS: [(usize, u64); 4] = [(24, ATTEMPTS), (24, 1), (100, ATTEMPTS), (2000, 1)];
/// Maximum number of seeds per row.
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

    /// Measures a row; `make` returns the number of attempts of a dungeon and the number of states of its proof.
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

    /// Measures a row of dungeons: the seconds per success, or per refusal if all fail.
    fn dungeons(&self, rooms: usize, attempts: u64, report: &mut Report) -> Result<()> {
        let name = match attempts {
            1 => format!("dungeon {rooms}, one attempt"),
            _ => format!("dungeon {rooms}, best of {attempts}"),
        };
        if !name.contains(&self.only) {
            return Ok(());
        }
        let mut request = dungeon::Request::of("dungeon")?;
        request.rooms = rooms;
        let budget = Budget { goal: Goal::Best(1), attempts: Some(attempts), time: None };
        let mut scratch = Scratch::default();
        let (mut made, mut refused, mut why) = (Vec::new(), Vec::new(), String::new());
        let begin = Clock::thread();
        for seed in 0..SEEDS {
            let at = Clock::thread();
            let attempts = Attempts::Within(budget);
            let options = Options { attempts, ..Options::reusing(&mut scratch) };
            let found = dungeon::generate(&request, Seed::new(seed)?, options);
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
        // Some machines count the CPU time of a thread in steps of 4 ms.
        let mean = times.iter().sum::<f64>() / times.len() as f64;
        report.note(name, mean, Unit::Seconds, more);
        Ok(())
    }
}

/// Layouts, and cells of caves, per second of CPU time
#[derive(clap::Args)]
pub(crate) struct Layouts {
    /// Seconds of CPU time per figure, over all its runs
    #[arg(long, value_name = "S", default_value_t = 3.0)]
    seconds: f64,
    /// The side of a cave in cells; may be repeated
    #[arg(long, value_name = "N", default_values_t = [1024, 4096, 16384])]
    side: Vec<u32>,
    /// The number of threads of caves; may be repeated
    #[arg(long, value_name = "N", default_values_t = [1, 2])]
    threads: Vec<usize>,
}

/// The rows: name, category, bounds, and the peer's rate, or 0 if unknown.
const ROWS: [(&str, &str, &str, f64); 7] = [
    ("cave 7x7x3", "cave", "-3,3,-3,3,-2,0", 1_759.0),
    ("cave 20x20x3", "cave", "0,19,0,19,-2,0", 135.0),
    ("cave 50x50x3", "cave", "0,49,0,49,-2,0", 3.6),
    ("cave 100x100x1", "cave", "0,99,0,99,0,0", 19.6),
    ("cave 200x200x1", "cave", "0,199,0,199,0,0", 4.3),
    ("dungeon 11x11x4", "dungeon", "-5,5,-5,5,-3,0", 10_100.0),
    ("tower 5x5x5", "tower", "-2,2,-2,2,0,4", 0.0),
];

impl Layouts {
    pub(super) fn run(&self, report: &mut Report) -> Result<()> {
        for (name, category, bounds, peer) in ROWS {
            let request = Request { bounds: bounds.parse()?, ..Request::of(category)? };
            let mut scratch = Scratch::default();
            let (mut seeds, mut rooms) = (0u64, 0);
            let rate = rate(self.seconds, |seed| {
                let options = Options::reusing(&mut scratch);
                rooms += generate(&request, Seed::new(seed)?, options)?.rooms.len();
                seeds += 1;
                Ok(())
            })?;
            let mut more = format!("{:.1} rooms", rooms as f64 / seeds as f64);
            if peer > 0.0 {
                more += &format!(", {:.0} × the peer", rate / peer);
            }
            report.note(format!("layout {name}"), rate, Unit::PerSecond, more);
        }
        for &side in &self.side {
            for &threads in &self.threads {
                self.caves(side, threads, report)?;
            }
        }
        Ok(())
    }

    fn caves(&self, side: u32, threads: usize, report: &mut Report) -> Result<()> {
        let (request, seed) = (CaveRequest::new(side, side), Seed::new(1)?);
        let (odds, border) = (Odds::of(request.fill), request.border);
        let pool = Pool::new(threads);
        let mut note = |what: &str, work: &mut dyn FnMut()| -> Result<()> {
            let rate = rate(self.seconds, |_| {
                work();
                Ok(())
            })?;
            let plural = if threads == 1 { "thread" } else { "threads" };
            let cells = rate * f64::from(side).powi(2) / 1e9;
            report.note(format!("cave {side}, {threads} {plural}, {what}"), cells, Unit::Cells, "");
            Ok(())
        };
        let mut grid = Grid::solid(side, side);
        note("noise", &mut || noise::draw(&mut grid, odds, border, seed.attempt(0), &pool))?;
        let mut next = grid.clone();
        note("step", &mut || automaton::step(&mut next, Rule::default(), border, &pool))?;
        drop(next);
        for _ in 0..request.passes {
            automaton::step(&mut grid, request.rule, border, &pool);
        }
        note("regions", &mut || drop(regions::find(&grid, &pool)))?;
        let control = Control { threads, ..Control::default() };
        let made =
            || cave::generate(&request, seed, Options { control, ..Options::default() }).ok();
        // These requests are valid; a failure would show as a time of zero.
        note("whole", &mut || drop(made()))?;
        note("as PNG", &mut || {
            if let Some(cave) = made() {
                let drawn = Drawn { grid: &cave.grid, distances: None };
                // Writing to memory cannot fail.
                let _ = draw::cave::png(&mut std::io::sink(), drawn);
            }
        })
    }
}

/// Missions per second of CPU time
#[derive(clap::Args)]
pub(crate) struct Mission {
    /// Seconds of CPU time per figure, over all its runs
    #[arg(long, value_name = "S", default_value_t = 3.0)]
    seconds: f64,
}

/// Rooms, keys, switches, and the peer's rates for one attempt and for the best of ten.
const MISSIONS: [(usize, u8, u8, f64, f64); 4] = [
    (25, 4, 0, 37_700.0, 1_750.0),
    (25, 4, 1, 32_300.0, 1_550.0),
    (100, 8, 1, 6_460.0, 280.0),
    (400, 8, 1, 954.0, 52.0),
];

impl Mission {
    pub(super) fn run(&self, report: &mut Report) -> Result<()> {
        MISSIONS.into_iter().try_for_each(|row| self.row(row, report))
    }

    fn row(
        &self,
        (rooms, keys, switches, peer, peer_linear): (usize, u8, u8, f64, f64),
        report: &mut Report,
    ) -> Result<()> {
        let request = MissionRequest { keys, switches, ..MissionRequest::default() };
        let linear = MissionRequest { linearity: Some(10), ..request.clone() };
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
            let found = numbers.find(|&n| problem.generate(seed.attempt(n), &mut scratch).is_ok());
            attempts += 1 + found.unwrap_or(request.attempts);
            seeds += 1;
            Ok(())
        })?;
        note("made", made, peer, format!(", {:.2} attempts", attempts as f64 / seeds as f64));

        let (mut proofs, mut states) = (0u64, 0);
        let proved = rate(self.seconds, |seed| {
            let made = generate_mission(
                &request,
                &space,
                Seed::new(seed)?,
                Options::reusing(&mut scratch),
            )?;
            states += made.found.first().context("no mission")?.proof.states;
            proofs += 1;
            Ok(())
        })?;
        note("proved", proved, peer, format!(", {:.0} states", states as f64 / proofs as f64));

        let asked = mission::Request::of(&request, Some(rooms));
        let mut line = Vec::new();
        let printed = rate(self.seconds, |seed| {
            let made = generate_mission(
                &request,
                &space,
                Seed::new(seed)?,
                Options::reusing(&mut scratch),
            )?;
            let found = made.found.first().context("no mission")?;
            let stats = mission::Stats::of(&found.candidate, &found.proof);
            let proof = mission::Proof::of(&found.proof);
            let origin = Origin { seed, attempt: found.attempt, request: &asked };
            line.clear();
            diagnostics::json::line(
                &mut line,
                &Artefact::new(&found.candidate, &stats, &proof, origin),
            )?;
            Ok(())
        })?;
        note("printed", printed, peer, String::new());

        let best = rate(self.seconds, |seed| {
            let made = generate_mission(
                &linear,
                &space,
                Seed::new(seed)?,
                Options::reusing(&mut scratch),
            )?;
            made.found.first().context("no mission")?;
            Ok(())
        })?;
        note("linear of 10", best, peer_linear, String::new());
        Ok(())
    }
}
