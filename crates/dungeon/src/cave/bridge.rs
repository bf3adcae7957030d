//! Tunnels that join regions: a spanning tree of short ways through the rock.
//!
//! All regions grow at once into the solid cells, a cell at a time in each direction. Where two of them
//! meet that are not joined yet, a tunnel leads back from either side along the way each came. Regions
//! that are near each other meet first, so the tunnels are short: the joins are those of Kruskal's
//! algorithm on the meeting places, but for ties between lengths that differ by one.
//!
//! Invariant: the order is that of regions in reading order, then of their runs, cells and steps; threads
//! have no part in it.

use crate::bitgrid::regions::{Region, unite};
use crate::bitgrid::{Border, Grid, flood};

/// The directions in which regions grow: the two highest bits of an owner say which one led here.
const DIRECTIONS: [(i32, i32); 4] = [(0, -1), (-1, 0), (1, 0), (0, 1)];
/// The bits of an owner that name a region.
const REGION: u32 = (1 << 30) - 1;
/// A cell that nobody has reached.
const NOBODY: u32 = u32::MAX;

type Cell = (u16, u16);

/// The region that has reached each cell, if one has.
struct Claims {
    width: usize,
    owners: Vec<u32>,
}

/// Joins the regions of a map by tunnels; `regions` are all of them.
pub(super) fn join(grid: &mut Grid, regions: &[Region], border: Border) {
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
    /// Gives each open cell to its region. Answers with the open cells beside solid ones.
    fn settle(&mut self, grid: &Grid, regions: &[Region]) -> Vec<Cell> {
        let mut left = grid.clone();
        let mut ring = Vec::new();
        for (number, &region) in (0..).zip(regions) {
            flood::fill(&mut left, region, |y, run| {
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

    /// Opens the way back from a cell to the region that reached it.
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
