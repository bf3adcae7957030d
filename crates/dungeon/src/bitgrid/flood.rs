//! Fills a region, run by run, from any of its cells.
//!
//! Invariant: the cells that are told of and filled are those of the region, each once.

use super::grid::Grid;
use super::regions::Region;
use super::runs::Run;

/// Fills the region of a cell, telling of each run that is filled by its row.
pub(crate) fn fill(grid: &mut Grid, region: Region, mut tell: impl FnMut(u32, Run)) {
    let mut waiting = vec![(region.y, Run { start: region.x, end: region.x + 1 })];
    while let Some((y, beside)) = waiting.pop() {
        let mut from = beside.start;
        while let Some(run) = next_run(grid.row(y), from, beside.end) {
            tell(y, run);
            close(grid.row_mut(y), run);
            waiting.extend(y.checked_sub(1).map(|above| (above, run)));
            waiting.push((y + 1, run));
            from = run.end;
        }
    }
}

/// The first run with a cell from `from` on and before `until`, in its whole length.
fn next_run(row: &[u64], from: u32, until: u32) -> Option<Run> {
    let first = next(row, from, |word| !word).filter(|&first| first < until)?;
    // Behind the last word the row is as good as solid.
    let end = next(row, first, |word| word).unwrap_or(row.len() as u32 * 64);
    let mut start = first;
    // Only the first run can have begun before.
    if first == from {
        start = last_solid(row, first).map_or(0, |solid| solid + 1);
    }
    Some(Run { start, end })
}

/// The first cell from `from` on whose bit is set in its word as `read`.
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
