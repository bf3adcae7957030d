//! Caves of any size: noise smoothed by a cellular automaton, and the regions to keep.
//!
//! The automaton is that of "Cellular automata for real-time generation of infinite cave levels" (2010). It works on
//! bits, sixty-four cells per word, and on bands of rows shared among threads. Invariant: a cave is a pure function of
//! request and seed for any number of threads.
//!
//! The tunnels that join regions form a spanning tree of short ways through the rock. All regions grow at once into the
//! solid cells, one cell at a time in each direction. Where two regions meet that are not joined yet, a tunnel is dug
//! back along both ways. Near regions meet first, so tunnels are short: the result is that of Kruskal's algorithm on
//! the meeting points, except for ties between lengths that differ by one. Invariant: the order is that of regions in
//! reading order, then of their runs, cells and steps.
//!
//! ```
//! use quandary_dungeon::cave::{self, Request};
//! let cave = cave::generate(&Request::new(80, 24), search::Seed::new(7)?, Default::default())?;
//! assert!(cave.open_cells > 400);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod distance;

pub use crate::bitgrid::Border;
pub use crate::bitgrid::automaton::Rule;

use crate::bitgrid::noise::Odds;
use crate::bitgrid::regions::{Region, unite};
use crate::bitgrid::{self, Grid, automaton, regions};
use crate::options::Options;
use diagnostics::grouped;
use search::{Pool, Seed};
use serde::Serialize;
use std::sync::atomic::Ordering;

/// The name and the version of the algorithm, for provenance.
pub const ALGORITHM: &str = "cave/1";

/// A cave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cave {
    /// The map.
    pub grid: Grid,
    /// Number of open cells.
    pub open_cells: u64,
    /// Number of regions after the automaton, before others were filled.
    pub regions: usize,
}

/// The reason why there is no cave.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum CaveError {
    /// The request cannot be satisfied.
    #[error(transparent)]
    Request(#[from] RequestError),
    /// The generation was cancelled.
    #[error("interrupted")]
    Cancelled,
}

/// Generates a cave. Progress counts the finished stages.
///
/// # Errors
/// If the request cannot be satisfied, or the generation is cancelled.
#[allow(clippy::needless_pass_by_value, reason = "every generator takes its options alike")]
pub fn generate(request: &Request, seed: Seed, options: Options<'_>) -> Result<Cave, CaveError> {
    let control = options.control;
    request.check()?;
    let pool = Pool::new(control.threads);
    let stages = u64::from(request.passes) + 3;
    let report = |done: u64| {
        (control.progress)(done, stages);
        if control.cancel.load(Ordering::Relaxed) { Err(CaveError::Cancelled) } else { Ok(()) }
    };
    let mut grid = Grid::solid(request.width, request.height);
    report(0)?;
    bitgrid::noise::draw(&mut grid, Odds::of(request.fill), request.border, seed.attempt(0), &pool);
    for pass in 1..=request.passes {
        report(u64::from(pass))?;
        automaton::step(&mut grid, request.rule, request.border, &pool);
    }
    report(stages - 2)?;
    let regions = bitgrid::regions::find(&grid, &pool);
    report(stages - 1)?;
    keep(&mut grid, &regions, request.keep, request.border);
    let cave = Cave { open_cells: grid.open_cells(), regions: regions.len(), grid };
    (control.progress)(stages, stages);
    Ok(cave)
}

/// Fills the regions that are not kept, and joins the others if requested. `regions` are those of the map.
pub fn keep(grid: &mut Grid, regions: &[Region], keep: Keep, border: Border) {
    let largest = bitgrid::regions::largest(regions);
    let wanted = |region: &Region| match keep {
        Keep::All => true,
        Keep::Largest => Some(*region) == largest,
        Keep::Bridge { min } => region.size >= min || Some(*region) == largest,
    };
    for &region in regions.iter().filter(|region| !wanted(region)) {
        regions::fill(grid, region, |_, _| ());
    }
    if let Keep::Bridge { .. } = keep {
        let kept: Vec<Region> = regions.iter().copied().filter(wanted).collect();
        join(grid, &kept, border);
    }
}

/// The directions of growth; the two highest bits of an owner encode the one that led here.
const DIRECTIONS: [(i32, i32); 4] = [(0, -1), (-1, 0), (1, 0), (0, 1)];
/// The bits of an owner that encode its region.
const REGION: u32 = (1 << 30) - 1;
/// A cell that no region has reached.
const NOBODY: u32 = u32::MAX;

type Cell = (u16, u16);

/// The region that has reached each cell, if any.
struct Claims {
    width: usize,
    owners: Vec<u32>,
}

/// Joins the regions of a map by tunnels; `regions` are all of them.
fn join(grid: &mut Grid, regions: &[Region], border: Border) {
    let mut claims = Claims {
        width: grid.width() as usize,
        owners: vec![NOBODY; grid.width() as usize * grid.height() as usize],
    };
    let mut ring = claims.settle(grid, regions);
    let mut groups: Vec<u32> = (0..regions.len() as u32).collect();
    let margin = u32::from(border == Border::Solid);
    let inside = |x: i32, y: i32| {
        let within = |at: i32, side: u32| at >= margin as i32 && at < side as i32 - margin as i32;
        within(x, grid.width()) && within(y, grid.height())
    };
    let mut left = regions.len().saturating_sub(1);
    let mut tunnels = Vec::with_capacity(left);
    let mut next = Vec::new();
    while left > 0 && !ring.is_empty() {
        for &cell in &ring {
            let own = claims.owner(cell) & REGION;
            for (direction, (dx, dy)) in (0u32..).zip(DIRECTIONS) {
                let (x, y) = (i32::from(cell.0) + dx, i32::from(cell.1) + dy);
                if !inside(x, y) {
                    continue;
                }
                let there = (x as u16, y as u16);
                let met = claims.owner(there);
                if met == NOBODY {
                    claims.take(there, own | direction << 30);
                    next.push(there);
                } else if unite(&mut groups, own, met & REGION) {
                    tunnels.push((cell, there));
                    left -= 1;
                }
            }
        }
        ring.clear();
        std::mem::swap(&mut ring, &mut next);
    }
    for (a, b) in tunnels {
        claims.carve(grid, a);
        claims.carve(grid, b);
    }
}

impl Claims {
    /// Assigns each open cell to its region. Returns the open cells beside solid cells.
    fn settle(&mut self, grid: &Grid, regions: &[Region]) -> Vec<Cell> {
        let mut left = grid.clone();
        let mut ring = Vec::new();
        for (number, &region) in (0..).zip(regions) {
            regions::fill(&mut left, region, |y, run| {
                let first = y as usize * self.width;
                let cells = first + run.start as usize..first + run.end as usize;
                self.owners.get_mut(cells).into_iter().for_each(|cells| cells.fill(number));
                let beside_rock = |x: u32| {
                    let solid = |(dx, dy): (i32, i32)| {
                        grid.is_solid(i64::from(x) + i64::from(dx), i64::from(y) + i64::from(dy))
                    };
                    DIRECTIONS.into_iter().any(solid)
                };
                let cells = (run.start..run.end).filter(|&x| beside_rock(x));
                ring.extend(cells.map(|x| (x as u16, y as u16)));
            });
        }
        ring
    }

    fn place(&self, (x, y): Cell) -> usize {
        usize::from(y) * self.width + usize::from(x)
    }

    fn owner(&self, cell: Cell) -> u32 {
        self.owners.get(self.place(cell)).copied().unwrap_or(NOBODY)
    }

    fn take(&mut self, cell: Cell, owner: u32) {
        let place = self.place(cell);
        self.owners.get_mut(place).into_iter().for_each(|slot| *slot = owner);
    }

    /// Opens the way from a cell back to the region that reached it.
    fn carve(&self, grid: &mut Grid, (mut x, mut y): Cell) {
        while grid.is_solid(i64::from(x), i64::from(y)) {
            grid.set(u32::from(x), u32::from(y), false);
            let direction = (self.owner((x, y)) >> 30) as usize;
            let (dx, dy) = DIRECTIONS.get(direction).copied().unwrap_or_default();
            x = x.wrapping_sub(dx as u16);
            y = y.wrapping_sub(dy as u16);
        }
    }
}

/// The maximum side of a map; its cells can be counted in 32 bits.
pub const MOST_SIDE: u32 = 65_535;
/// The maximum number of cells of a map with joined regions or with distances: either takes four bytes per cell.
pub const MOST_COUNTED: u64 = 1 << 28;

/// The open regions to keep; the others are filled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(tag = "keep", rename_all = "lowercase")]
pub enum Keep {
    /// The largest; of several, the first in reading order.
    #[default]
    Largest,
    /// All.
    All,
    /// All with at least `min` cells, joined by tunnels; the largest if none has that many.
    Bridge {
        /// Minimum number of cells.
        min: u32,
    },
}

/// The request for a cave. Serialises with the names of the options; the caller writes the size.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Request {
    /// Number of cells per row.
    #[serde(skip)]
    pub width: u32,
    /// Number of rows.
    #[serde(skip)]
    pub height: u32,
    /// The probability that a cell is solid before the first step, from 0 to 1.
    pub fill: f64,
    /// Number of steps of the automaton.
    pub passes: u32,
    /// The rule of a step.
    #[serde(flatten)]
    pub rule: Rule,
    /// The border of the map.
    pub border: Border,
    /// The regions to keep.
    #[serde(flatten)]
    pub keep: Keep,
}

/// A request that cannot be satisfied.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum RequestError {
    /// A side without cells.
    #[error("a cave of {0}x{1} has no cells: each side is at least 1")]
    Empty(u32, u32),
    /// A side that is too long.
    #[error("a cave of {0}x{1} is too large: each side is at most {MOST_SIDE}")]
    Large(u32, u32),
    /// Too many cells for tunnels or distances.
    #[error("{what} are made for at most {} cells (16384x16384); {width}x{height} has {}", grouped(MOST_COUNTED), grouped(u64::from(*width) * u64::from(*height)))]
    Counted {
        /// The thing to be made.
        what: &'static str,
        /// Number of cells per row.
        width: u32,
        /// Number of rows.
        height: u32,
    },
    /// A value that is not a probability.
    #[error("fill {0} is no probability from 0 to 1 (caves grow between 0.4 and 0.55)")]
    Fill(f64),
    /// A threshold above eight neighbours.
    #[error("{0} {1} is out of range: a cell has 8 neighbours, so it is from 0 to 9 (9: never)")]
    Threshold(&'static str, u8),
}

impl Request {
    /// A cave of this size with the defaults: fill 0.45, four steps, a solid border, the largest region.
    #[must_use]
    pub fn new(width: u32, height: u32) -> Self {
        Self {
            width,
            height,
            fill: 0.45,
            passes: 4,
            rule: Rule::default(),
            border: Border::Solid,
            keep: Keep::default(),
        }
    }

    /// Checks the limits.
    ///
    /// # Errors
    /// The violated limit.
    pub fn check(&self) -> Result<(), RequestError> {
        let &Self { width, height, fill, rule, .. } = self;
        if width == 0 || height == 0 {
            return Err(RequestError::Empty(width, height));
        }
        if width > MOST_SIDE || height > MOST_SIDE {
            return Err(RequestError::Large(width, height));
        }
        if !(0.0..=1.0).contains(&fill) {
            return Err(RequestError::Fill(fill));
        }
        for (name, value) in [("birth", rule.birth), ("survive", rule.survive)] {
            if value > 9 {
                return Err(RequestError::Threshold(name, value));
            }
        }
        match self.keep {
            Keep::Bridge { .. } => self.check_counted("tunnels"),
            Keep::Largest | Keep::All => Ok(()),
        }
    }

    /// Checks that the cave is small enough for a feature that takes memory per cell.
    ///
    /// # Errors
    /// If it is too large; `what` names the feature.
    pub fn check_counted(&self, what: &'static str) -> Result<(), RequestError> {
        let &Self { width, height, .. } = self;
        if u64::from(width) * u64::from(height) > MOST_COUNTED {
            return Err(RequestError::Counted { what, width, height });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_had_says_why() {
        let check = |change: &dyn Fn(&mut Request), part: &str| {
            let mut request = Request::new(100, 50);
            assert_eq!(request.check(), Ok(()));
            change(&mut request);
            let said = request.check().unwrap_err().to_string();
            assert!(said.contains(part), "{said}");
        };
        check(&|r| r.width = 0, "0x50 has no cells");
        check(&|r| r.height = 0, "100x0 has no cells");
        check(&|r| r.width = 65_536, "at most 65535");
        check(&|r| r.fill = 1.5, "fill 1.5 is no probability");
        check(&|r| r.fill = f64::NAN, "fill NaN");
        check(&|r| r.rule.birth = 10, "birth 10 is out of range");
        check(&|r| r.rule.survive = 10, "survive 10");
        let large = |r: &mut Request| {
            (r.width, r.height, r.keep) = (20_000, 20_000, Keep::Bridge { min: 9 });
        };
        check(&large, "tunnels are made for at most 268,435,456 cells");
    }
}
