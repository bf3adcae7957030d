//! `cargo xtask bench layouts`: layouts per second of processor time, one thread, against the peer; then
//! maps of the same automaton ([`super::caves`]).
//!
//! Fresh seeds and the whole of `generate`, rooms and kinds included. The peer is the Python generator of
//! the same design, measured on a machine of the same kind. Every figure is the median of several runs.

use super::caves::Caves;
use super::report::{Report, Unit};
use anyhow::{Context, Result};
use audit::clock::Clock;
use dungeon::layout::{Request, generate};
use dungeon::{Options, Scratch};
use search::Seed;
use std::process::ExitCode;

/// Layouts, and cells of caves, per second of processor time
#[derive(clap::Args)]
pub(crate) struct Layouts {
    #[command(flatten)]
    caves: Caves,
}

/// A row: its name, the category, the bounds, and the peer's rate; 0 where that is not known.
const ROWS: [(&str, &str, &str, f64); 7] = [
    ("cave 7x7x3", "cave", "-3,3,-3,3,-2,0", 1_759.0),
    ("cave 20x20x3", "cave", "0,19,0,19,-2,0", 135.0),
    ("cave 50x50x3", "cave", "0,49,0,49,-2,0", 3.6),
    ("cave 100x100x1", "cave", "0,99,0,99,0,0", 19.6),
    ("cave 200x200x1", "cave", "0,199,0,199,0,0", 4.3),
    ("dungeon 11x11x4", "dungeon", "-5,5,-5,5,-3,0", 10_100.0),
    ("tower 5x5x5", "tower", "-2,2,-2,2,0,4", 0.0),
];

/// Number of runs of which the median is taken.
const RUNS: usize = 5;

impl Layouts {
    pub(super) fn run(&self, report: &mut Report) -> Result<ExitCode> {
        println!(
            "layouts per second of processor time, one thread; × the peer's figure in brackets\n"
        );
        println!("{:>16} {:>22} {:>8}", "row", "layouts/s", "rooms");
        for (name, category, bounds, peer) in ROWS {
            let request = Request { bounds: bounds.parse()?, ..Request::of(category)? };
            let (rate, rooms) = self.rate(&request)?;
            report.note(format!("layout {name}"), rate, Unit::PerSecond);
            let against =
                if peer > 0.0 { format!(" ({:.0}×)", rate / peer) } else { String::new() };
            println!("{name:>16} {:>22} {rooms:>8.1}", format!("{rate:.0}{against}"));
        }
        println!();
        self.caves.run(report)
    }

    /// Layouts a second, the median of several runs, and their mean number of rooms.
    fn rate(&self, request: &Request) -> Result<(f64, f64)> {
        let mut scratch = Scratch::default();
        let (mut seed, mut rooms) = (0, 0);
        let mut rates = Vec::with_capacity(RUNS);
        for _ in 0..RUNS {
            let (begin, first) = (Clock::now().own, seed);
            let mut batch = 1;
            let spent = loop {
                for _ in 0..batch {
                    rooms += generate(request, Seed::new(seed)?, Options::reusing(&mut scratch))?
                        .rooms
                        .len();
                    seed += 1;
                }
                // Asking for the time costs more than a small layout: it is done now and then.
                let spent = Clock::now().own - begin;
                if spent * RUNS as f64 >= self.caves.seconds {
                    break spent;
                }
                batch = (batch * 2).min(4_096).min((seed - first).max(1));
            };
            rates.push((seed - first) as f64 / spent);
        }
        rates.sort_by(f64::total_cmp);
        let median = rates.get(RUNS / 2).copied().context("no runs")?;
        Ok((median, rooms as f64 / seed as f64))
    }
}
