//! Caves of any size: noise that a cellular automaton smooths, and the regions of it that are kept.
//!
//! The automaton is the one of "Cellular automata for real-time generation of infinite cave levels"
//! (2010). Here it works on bits, sixty-four cells a word, and on bands of rows that threads share.
//! Invariant: a cave is a pure function of request and seed, whatever the number of threads.
//!
//! ```
//! use quandary_dungeon::cave::{self, request::Request};
//! let cave = cave::generate(&Request::new(80, 24), search::Seed::new(7)?, Default::default())?;
//! assert!(cave.open_cells > 400);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod request;
mod bridge;
pub mod distance;

use crate::bitgrid::noise::Odds;
use crate::bitgrid::regions::Region;
use crate::bitgrid::{self, Border, Grid, automaton, flood};
use crate::options::Options;
use request::{Keep, Request, RequestError};
use search::{Crew, Seed};
use std::sync::atomic::Ordering;

/// The name and version of the algorithm, for provenance.
pub const ALGORITHM: &str = "cave/1";

/// A cave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cave {
    /// The map.
    pub grid: Grid,
    /// Number of open cells.
    pub open_cells: u64,
    /// Number of regions that the automaton left, before all but those to be kept were filled.
    pub regions: usize,
}

/// Reason for which there is no cave.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Failure {
    /// It cannot be made.
    #[error(transparent)]
    Request(#[from] RequestError),
    /// It was told to stop.
    #[error("interrupted")]
    Cancelled,
}

/// Makes a cave. Progress is how many of its stages are done, and of how many.
///
/// # Errors
/// When the request cannot be satisfied, or it was told to stop.
#[allow(clippy::needless_pass_by_value, reason = "every generator takes its options alike")]
pub fn generate(request: &Request, seed: Seed, options: Options<'_>) -> Result<Cave, Failure> {
    let control = options.control;
    request.check()?;
    let crew = Crew::new(control.threads);
    let stages = u64::from(request.passes) + 3;
    let tell = |done: u64| {
        (control.progress)(done, stages);
        if control.cancel.load(Ordering::Relaxed) { Err(Failure::Cancelled) } else { Ok(()) }
    };
    let mut grid = Grid::solid(request.width, request.height);
    tell(0)?;
    bitgrid::noise::draw(&mut grid, Odds::of(request.fill), request.border, seed.attempt(0), &crew);
    for pass in 1..=request.passes {
        tell(u64::from(pass))?;
        automaton::step(&mut grid, request.rule, request.border, &crew);
    }
    tell(stages - 2)?;
    let regions = bitgrid::regions::find(&grid, &crew);
    tell(stages - 1)?;
    keep(&mut grid, &regions, request.keep, request.border);
    let cave = Cave { open_cells: grid.open_cells(), regions: regions.len(), grid };
    (control.progress)(stages, stages);
    Ok(cave)
}

/// Fills the regions that are not to be kept, and joins the others if that is asked for. `regions` are
/// those of the map.
pub fn keep(grid: &mut Grid, regions: &[Region], keep: Keep, border: Border) {
    let largest = bitgrid::regions::largest(regions);
    let wanted = |region: &Region| match keep {
        Keep::All => true,
        Keep::Largest => Some(*region) == largest,
        Keep::Bridge { min } => region.size >= min || Some(*region) == largest,
    };
    for &region in regions.iter().filter(|region| !wanted(region)) {
        flood::fill(grid, region, |_, _| ());
    }
    if let Keep::Bridge { .. } = keep {
        let kept: Vec<Region> = regions.iter().copied().filter(wanted).collect();
        bridge::join(grid, &kept, border);
    }
}
