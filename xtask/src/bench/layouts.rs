//! `cargo measure layouts`: layouts a second, one thread; then billions of cells of caves, stage by stage and whole.
//!
//! Fresh seeds and the whole of `generate`, rooms and kinds included. The peer is the Python generator of the same design, measured on
//! a machine of the same kind. Caves are noise at 0.45, one step of the automaton, the regions after four steps, the whole of
//! `cave::generate`, and that as a picture. With several threads the processor time is that of all of them, so a figure as
//! high as with one means that nothing is lost between them.

use super::report::{Report, Unit};
use super::timing::rate;
use anyhow::Result;
use dungeon::bitgrid::Grid;
use dungeon::bitgrid::noise::{self, Odds};
use dungeon::bitgrid::{automaton, regions};
use dungeon::cave;
use dungeon::cave::{Request as CaveRequest, Rule};
use dungeon::json::cave::Drawn;
use dungeon::layout::{Request, generate};
use dungeon::{Options, Scratch};
use search::{Control, Crew, Seed};

/// Layouts, and cells of caves, per second of processor time
#[derive(clap::Args)]
pub(crate) struct Layouts {
    /// Seconds of processor time each figure takes, in all its runs
    #[arg(long, value_name = "S", default_value_t = 3.0)]
    seconds: f64,
    /// The side of a cave, in cells; several may be given
    #[arg(long, value_name = "N", default_values_t = [1024, 4096, 16384])]
    side: Vec<u32>,
    /// The number of threads of caves; several may be given
    #[arg(long, value_name = "N", default_values_t = [1, 2])]
    threads: Vec<usize>,
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
        let crew = Crew::new(threads);
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
        note("noise", &mut || noise::draw(&mut grid, odds, border, seed.attempt(0), &crew))?;
        let mut next = grid.clone();
        note("step", &mut || automaton::step(&mut next, Rule::default(), border, &crew))?;
        drop(next);
        for _ in 0..request.passes {
            automaton::step(&mut grid, request.rule, border, &crew);
        }
        note("regions", &mut || drop(regions::find(&grid, &crew)))?;
        let control = Control { threads, ..Control::default() };
        let made =
            || cave::generate(&request, seed, Options { control, ..Options::default() }).ok();
        // The caves that are asked for can be made; a failure would show as no time at all.
        note("whole", &mut || drop(made()))?;
        note("as PNG", &mut || {
            if let Some(cave) = made() {
                let drawn = Drawn { grid: &cave.grid, distances: None };
                // Nothing that is written to can fail here.
                let _ = draw::cave::png(&mut std::io::sink(), drawn);
            }
        })
    }
}
