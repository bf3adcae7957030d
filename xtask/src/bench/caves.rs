//! The second half of `cargo xtask bench layouts`: billions of cells a second of processor time, stage by stage and whole.
//!
//! Noise at 0.45, one step of the automaton, the regions after four steps, and the whole of `cave::generate`.
//! With several threads the processor time is that of all of them together, so a figure as high as with one
//! means that nothing is lost between them. Every figure is the median of several runs, since machines are
//! noisy; cells and runs are counted.

use super::report::{Report, Unit};
use anyhow::{Context, Result};
use audit::clock::Clock;
use dungeon::Options;
use dungeon::bitgrid::grid::Grid;
use dungeon::bitgrid::noise::{self, Odds};
use dungeon::bitgrid::runs::Runs;
use dungeon::bitgrid::{automaton as step, regions};
use dungeon::cave;
use dungeon::cave::request::{Request, Rule};
use dungeon::json::cave::Drawn;
use search::{Control, Crew, Seed};
use std::process::ExitCode;

/// Billions of cells a second of processor time
#[derive(clap::Args)]
pub(crate) struct Caves {
    /// Seconds of processor time each figure takes, in all its runs
    #[arg(long, value_name = "S", default_value_t = 3.0)]
    pub(super) seconds: f64,

    /// The side of a map, in cells; several may be given
    #[arg(long, value_name = "N", default_values_t = [1024, 4096, 16384])]
    side: Vec<u32>,

    /// The number of threads; several may be given
    #[arg(long, value_name = "N", default_values_t = [1, 2])]
    threads: Vec<usize>,
}

/// Number of runs of which the median is taken.
const RUNS: usize = 5;

impl Caves {
    pub(super) fn run(&self, report: &mut Report) -> Result<ExitCode> {
        println!("billions of cells a second of processor time\n");
        println!(
            "{:>6} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8} {:>12} {:>9}",
            "side",
            "threads",
            "noise",
            "step",
            "regions",
            "whole",
            "as PNG",
            "cells/run",
            "regions"
        );
        for &side in &self.side {
            for &threads in &self.threads {
                self.row(side, threads, report)?;
            }
        }
        Ok(ExitCode::SUCCESS)
    }

    fn row(&self, side: u32, threads: usize, report: &mut Report) -> Result<()> {
        let (request, seed) = (Request::new(side, side), Seed::new(1)?);
        let (odds, border) = (Odds::of(request.fill), request.border);
        let crew = Crew::new(threads);
        let mut grid = Grid::solid(side, side);
        let noise =
            self.rate(side, || noise::draw(&mut grid, odds, border, seed.attempt(0), &crew))?;
        let mut next = grid.clone();
        let step = self.rate(side, || step::step(&mut next, Rule::default(), border, &crew))?;
        drop(next);
        for _ in 0..request.passes {
            step::step(&mut grid, request.rule, border, &crew);
        }
        let mut count = 0;
        let found = self.rate(side, || count = regions::find(&grid, &crew).len())?;
        let mut runs = Runs::default();
        let per_row = grid.rows().map(|row| {
            runs.find(row);
            runs.len() as u64
        });
        let cells = f64::from(side).powi(2);
        let per_run = cells / per_row.sum::<u64>() as f64;
        let control = Control { threads, ..Control::default() };
        let whole = self.rate(side, || {
            // The caves asked for can be made; a failure would show as no time at all.
            let _ = cave::generate(&request, seed, Options { control, ..Options::default() });
        })?;
        let picture = self.rate(side, || {
            let made = cave::generate(&request, seed, Options { control, ..Options::default() });
            if let Ok(cave) = made {
                let drawn = Drawn { grid: &cave.grid, distances: None };
                // Nothing that is written to can fail here.
                let _ = draw::cave::png(&mut std::io::sink(), drawn);
            }
        })?;
        let plural = if threads == 1 { "thread" } else { "threads" };
        let stages = [
            ("noise", noise),
            ("step", step),
            ("regions", found),
            ("whole", whole),
            ("as PNG", picture),
        ];
        for (what, rate) in stages {
            report.note(format!("cave {side}, {threads} {plural}, {what}"), rate, Unit::Cells);
        }
        println!(
            "{side:>6} {threads:>8} {noise:>8.2} {step:>8.2} {found:>8.2} {whole:>8.3} {picture:>8.3} \
             {per_run:>12.1} {count:>9}"
        );
        Ok(())
    }

    /// Billions of cells a second that `work` does: the median of several runs.
    fn rate(&self, side: u32, mut work: impl FnMut()) -> Result<f64> {
        let mut rates = Vec::with_capacity(RUNS);
        for _ in 0..RUNS {
            let begin = Clock::now().own;
            let mut done = 0.0;
            let spent = loop {
                work();
                done += f64::from(side).powi(2) / 1e9;
                let spent = Clock::now().own - begin;
                if spent * RUNS as f64 >= self.seconds && spent > 0.0 {
                    break spent;
                }
            };
            rates.push(done / spent);
        }
        rates.sort_by(f64::total_cmp);
        rates.get(RUNS / 2).copied().context("no runs")
    }
}
