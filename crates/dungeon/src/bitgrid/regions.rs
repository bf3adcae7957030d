//! The regions of a map: orthogonally connected open cells, found by union-find over runs.
//!
//! Each run takes the label of a run above that it touches, or a new one; if it touches several, their labels are
//! united. The bits open in both rows show where the rows touch: for each stretch of such bits, the runs above and
//! below are those that began last before it. The label of a run is stored at the position of its first cell, which
//! avoids searching. Bands are labelled independently, then united along their seams. Labels are kept for two rows at a
//! time; only the first cell and the size of a region remain. Memory therefore grows with the places where regions
//! begin, not with cells or runs.
//!
//! Invariant: the root of a region is its smallest label, and labels are assigned in reading order. Regions are thus
//! listed in reading order for any number of threads.
//!
//! Invariant: the parent of a label is not greater than the label.
//!
//! Runs of open cells are found word by word.
//!
//! A run begins or ends where a cell differs from the previous one. These places are the bits of `word ^ (word << 1 |
//! last cell of the word before)`, taken one after another. The work grows with the runs and the words, not with the
//! cells. Invariant: the runs of a row are in order and do not touch.
//!
//! A region can also be filled, run by run, from any of its cells.
//!
//! Invariant: exactly the cells of the region are reported and filled, each once.

use super::{BAND, Grid};
use search::Pool;

/// The label of a run without one.
const NONE: u32 = u32::MAX;

/// A region: connected open cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Region {
    /// The column of its first cell in reading order.
    pub x: u32,
    /// The row of its first cell.
    pub y: u32,
    /// Number of its cells.
    pub size: u32,
}

/// For each label: its parent in the tree, and the first cell and the size of its region.
#[derive(Debug, Default)]
struct Labels {
    parents: Vec<u32>,
    regions: Vec<Region>,
}

/// A labelled band, with the labels of the runs of its first and last row.
struct Band {
    labels: Labels,
    first: Vec<u32>,
    last: Vec<u32>,
}

/// Finds the regions of a map, in reading order.
///
/// ```
/// use quandary_dungeon::bitgrid::{Grid, regions};
/// let map = Grid::drawn("..#.\n.##.\n###.\n");
/// let regions = regions::find(&map, &search::Pool::new(1));
/// assert!(regions.iter().map(|region| (region.x, region.size)).eq([(0, 3), (3, 3)]));
/// ```
#[must_use]
pub fn find(grid: &Grid, pool: &Pool) -> Vec<Region> {
    let stride = grid.stride();
    let bands = grid.bands().into_iter().enumerate().collect();
    let found = pool.map(bands, |(number, band)| label(band, stride, (number * BAND) as u32));
    let mut all = Labels::default();
    let mut runs = Runs::default();
    let mut above: &[u64] = &[];
    let (mut upper, mut lower) = (vec![NONE; stride * 64], vec![NONE; stride * 64]);
    for (rows, band) in grid.bands().into_iter().zip(found) {
        let base = all.parents.len() as u32;
        all.parents.extend(band.labels.parents.iter().map(|parent| parent + base));
        all.regions.extend(band.labels.regions);
        let top = rows.get(..stride).unwrap_or_default();
        runs.find(top);
        spread(&runs, band.first.iter().map(|label| label + base), &mut lower);
        all.touch(above, &upper, top, &mut lower);
        above = rows.rchunks_exact(stride).next().unwrap_or_default();
        runs.find(above);
        spread(&runs, band.last.iter().map(|label| label + base), &mut upper);
    }
    all.regions()
}

/// Stores labels at the positions where runs begin.
fn spread(runs: &Runs, labels: impl Iterator<Item = u32>, places: &mut [u32]) {
    for (&[start, _], label) in runs.spans().iter().zip(labels) {
        places.get_mut(start as usize).into_iter().for_each(|slot| *slot = label);
    }
}

/// The labels of runs, from the positions where they begin.
fn gather(runs: &Runs, places: &[u32]) -> Vec<u32> {
    let label = |&[start, _]: &[u32; 2]| places.get(start as usize).copied().unwrap_or(NONE);
    runs.spans().iter().map(label).collect()
}

/// Labels the runs of a band; its first row is row `top` of the map.
fn label(rows: &[u64], stride: usize, top: u32) -> Band {
    let mut labels = Labels::default();
    let mut runs = Runs::default();
    let (mut upper, mut lower) = (vec![NONE; stride * 64], vec![NONE; stride * 64]);
    let mut first = Vec::new();
    let mut above: &[u64] = &[];
    for (y, row) in (top..).zip(rows.chunks_exact(stride)) {
        runs.find(row);
        spread(&runs, std::iter::repeat(NONE), &mut lower);
        labels.touch(above, &upper, row, &mut lower);
        labels.count(&runs, &mut lower, y);
        if y == top {
            first = gather(&runs, &lower);
        }
        above = row;
        std::mem::swap(&mut upper, &mut lower);
    }
    Band { labels, first, last: gather(&runs, &upper) }
}

/// The beginnings of runs in a row so far, word by word.
#[derive(Clone, Copy)]
struct Begun {
    /// The last cell of the previous word in the lowest bit: 1 if open.
    open: u64,
    /// The cells of this word where runs begin.
    here: u64,
    /// The first cell of the last run that began before this word.
    before: u32,
}

impl Begun {
    const NONE: Self = Self { open: 0, here: 0, before: 0 };

    /// Advances to the next word with the open cells `open`; its first cell is `base`.
    #[inline(always)]
    fn next(&mut self, open: u64, base: u32) {
        self.before = self.last(!0, base.wrapping_sub(64));
        self.here = open & !(open << 1 | self.open);
        self.open = open >> 63;
    }

    /// The first cell of the last run that began within a mask, or before this word.
    #[inline(always)]
    fn last(&self, mask: u64, base: u32) -> u32 {
        let here = self.here & mask;
        if here == 0 { self.before } else { base.wrapping_add(63 - here.leading_zeros()) }
    }
}

impl Labels {
    /// Gives each run the smallest label of the runs above that it touches, and unites these labels with each other and
    /// with its previous label.
    #[inline]
    fn touch(&mut self, above: &[u64], upper: &[u32], row: &[u64], lower: &mut [u32]) {
        let (mut over, mut under) = (Begun::NONE, Begun::NONE);
        let mut closed_before = 1;
        for ((&above, &row), base) in above.iter().zip(row).zip((0u32..).step_by(64)) {
            over.next(!above, base);
            under.next(!row, base);
            let closed = above | row;
            let mut touching = !closed & (closed << 1 | closed_before);
            closed_before = closed >> 63;
            while touching != 0 {
                // All cells up to the first of the stretch.
                let so_far = touching ^ (touching - 1);
                touching &= touching - 1;
                let theirs = upper.get(over.last(so_far, base) as usize).copied().unwrap_or(NONE);
                if let Some(own) = lower.get_mut(under.last(so_far, base) as usize) {
                    let known = *own;
                    *own = known.min(theirs);
                    if (known != theirs) & (known != NONE) {
                        self.unite(known, theirs);
                    }
                }
            }
        }
    }

    /// Adds the cells of the runs of row `y` to their labels; runs without a label get one.
    #[inline]
    fn count(&mut self, runs: &Runs, lower: &mut [u32], y: u32) {
        for &[start, end] in runs.spans() {
            let Some(label) = lower.get_mut(start as usize) else { continue };
            if let Some(region) = self.regions.get_mut(*label as usize) {
                region.size += end - start;
            } else {
                *label = self.regions.len() as u32;
                self.parents.push(*label);
                self.regions.push(Region { x: start, y, size: end - start });
            }
        }
    }

    /// Unites two regions under the smaller root.
    #[inline(never)]
    fn unite(&mut self, a: u32, b: u32) {
        unite(&mut self.parents, a, b);
    }

    /// The regions, with all cells counted at their roots. No parent is greater than its label, so one pass from the
    /// last label to the first moves all counts to the roots.
    fn regions(mut self) -> Vec<Region> {
        for label in (0..self.parents.len()).rev() {
            let parent = self.parents.get(label).map_or(label, |&parent| parent as usize);
            if parent != label {
                let size = self.regions.get_mut(label).map_or(0, |it| std::mem::take(&mut it.size));
                self.regions.get_mut(parent).into_iter().for_each(|it| it.size += size);
            }
        }
        self.regions.retain(|region| region.size > 0);
        self.regions
    }
}

/// The largest region; of several, the one that comes first.
#[must_use]
pub fn largest(regions: &[Region]) -> Option<Region> {
    let best = |best: Region, next: Region| if next.size > best.size { next } else { best };
    regions.iter().copied().reduce(best)
}

/// The root of a label; halves the path on the way.
fn root(parents: &mut [u32], mut thing: u32) -> u32 {
    let get = |parents: &[u32], thing: u32| parents.get(thing as usize).copied().unwrap_or(thing);
    loop {
        let parent = get(parents, thing);
        if parent == thing {
            return thing;
        }
        let higher = get(parents, parent);
        set(parents, thing, higher);
        thing = higher;
    }
}

/// Unites the groups of two labels under the smaller root; false if they are in one group already.
pub(crate) fn unite(parents: &mut [u32], a: u32, b: u32) -> bool {
    let (a, b) = (root(parents, a), root(parents, b));
    set(parents, a.max(b), a.min(b));
    a != b
}

fn set(parents: &mut [u32], thing: u32, parent: u32) {
    parents.get_mut(thing as usize).into_iter().for_each(|slot| *slot = parent);
}

/// A run of open cells of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// The first cell.
    pub start: u32,
    /// The cell after the last.
    pub end: u32,
}

impl Run {
    /// Number of its cells.
    #[must_use]
    pub fn len(self) -> u32 {
        self.end - self.start
    }

    /// True if it has no cell; never true for a run of a row.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.end <= self.start
    }
}

/// The runs of one row at a time, in reusable memory.
///
/// ```
/// use quandary_dungeon::bitgrid::{Grid, regions::{Run, Runs}};
/// let grid = Grid::drawn("..#.#\n");
/// let mut runs = Runs::default();
/// runs.find(grid.row(0));
/// assert!(runs.iter().eq([Run { start: 0, end: 2 }, Run { start: 3, end: 4 }]));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Runs {
    /// The first cells of runs and the cells after them, alternating.
    places: Vec<u32>,
}

impl Runs {
    /// Finds the runs of a row, replacing the previous ones.
    #[inline]
    pub fn find(&mut self, row: &[u64]) {
        self.places.clear();
        let (mut before, mut start) = (1, 0);
        for &word in row {
            let mut changes = word ^ (word << 1 | before);
            before = word >> 63;
            while changes != 0 {
                self.places.push(start + changes.trailing_zeros());
                changes &= changes - 1;
            }
            start += 64;
        }
        if before == 0 {
            self.places.push(start);
        }
    }

    /// The runs in order: for each the first cell and the cell after the last.
    #[inline]
    #[must_use]
    pub fn spans(&self) -> &[[u32; 2]] {
        self.places.as_chunks().0
    }

    /// The runs in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Run> {
        self.spans().iter().map(|&[start, end]| Run { start, end })
    }

    /// Number of runs.
    #[must_use]
    pub fn len(&self) -> usize {
        self.places.len() / 2
    }

    /// True if there are no runs.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }
}

/// Fills the region of a cell; calls `on_run` with the row of each run it fills.
pub(crate) fn fill(grid: &mut Grid, region: Region, mut on_run: impl FnMut(u32, Run)) {
    let mut waiting = vec![(region.y, Run { start: region.x, end: region.x + 1 })];
    while let Some((y, beside)) = waiting.pop() {
        let mut from = beside.start;
        while let Some(run) = next_run(grid.row(y), from, beside.end) {
            on_run(y, run);
            close(grid.row_mut(y), run);
            waiting.extend(y.checked_sub(1).map(|above| (above, run)));
            waiting.push((y + 1, run));
            from = run.end;
        }
    }
}

/// The first run with a cell in `from..until`, in full length.
fn next_run(row: &[u64], from: u32, until: u32) -> Option<Run> {
    let first = next(row, from, |word| !word).filter(|&first| first < until)?;
    // After the last word the row counts as solid.
    let end = next(row, first, |word| word).unwrap_or(row.len() as u32 * 64);
    let mut start = first;
    // Only the first run can begin before `from`.
    if first == from {
        start = last_solid(row, first).map_or(0, |solid| solid + 1);
    }
    Some(Run { start, end })
}

/// The first cell from `from` on whose bit is set after applying `read` to its word.
fn next(row: &[u64], from: u32, read: impl Fn(u64) -> u64) -> Option<u32> {
    let mut place = from as usize / 64;
    let mut word = read(*row.get(place)?) & (!0 << (from % 64));
    while word == 0 {
        place += 1;
        word = read(*row.get(place)?);
    }
    Some(place as u32 * 64 + word.trailing_zeros())
}

/// The last solid cell before `from`.
fn last_solid(row: &[u64], from: u32) -> Option<u32> {
    let mut place = from as usize / 64;
    let mut word = row.get(place)? & !(!0 << (from % 64));
    while word == 0 {
        place = place.checked_sub(1)?;
        word = *row.get(place)?;
    }
    Some(place as u32 * 64 + 63 - word.leading_zeros())
}

/// Makes the cells of a run solid.
fn close(row: &mut [u64], run: Run) {
    let (first, last) = (run.start as usize / 64, (run.end as usize - 1) / 64);
    let (low, high) = (!0 << (run.start % 64), !0 >> ((64 - run.end % 64) % 64));
    if let Some(words) = row.get_mut(first..=last) {
        match words {
            [word] => *word |= low & high,
            [begin, middle @ .., end] => {
                *begin |= low;
                middle.fill(!0);
                *end |= high;
            }
            [] => (),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bitgrid::Grid;

    #[test]
    fn runs_cross_words_and_end_with_the_row() {
        let check = |width: usize, open: &[(u32, u32)]| {
            let mut line = vec![b'#'; width];
            for &(start, end) in open {
                line[start as usize..end as usize].fill(b'.');
            }
            let grid = Grid::drawn(&String::from_utf8(line).unwrap());
            let mut runs = Runs::default();
            runs.find(grid.row(0));
            let found: Vec<_> = runs.iter().map(|run| (run.start, run.end)).collect();
            assert_eq!((found.as_slice(), runs.len()), (open, open.len()));
        };
        check(64, &[]);
        check(64, &[(0, 64)]);
        check(128, &[(0, 1), (63, 65), (127, 128)]);
        check(200, &[(1, 199)]);
        check(1, &[(0, 1)]);
    }

    #[test]
    fn a_region_goes_and_the_others_stay() {
        let mut grid = Grid::drawn("..#.\n.##.\n.#..\n..#.\n");
        fill(&mut grid, Region { x: 3, y: 0, size: 5 }, |_, _| ());
        assert_eq!(grid, Grid::drawn("..##\n.###\n.###\n..##\n"));
        fill(&mut grid, Region { x: 3, y: 0, size: 5 }, |_, _| ());
        fill(&mut grid, Region { x: 1, y: 3, size: 6 }, |_, _| ());
        assert_eq!(grid, Grid::solid(4, 4));
    }

    #[test]
    fn runs_of_any_length_are_closed() {
        for (start, end) in [(0, 1), (0, 64), (63, 65), (1, 200), (64, 128), (199, 200)] {
            let mut row = [0; 4];
            close(&mut row, Run { start, end });
            let solid = |x: u32| row[x as usize / 64] >> (x % 64) & 1 == 1;
            assert!((0..256).all(|x| solid(x) == (start..end).contains(&x)), "{start} {end}");
        }
    }
}
