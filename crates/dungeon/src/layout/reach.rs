//! Distances of cells: steps from the entry along connections, and shortest tunnels through rock.
//!
//! Breadth first. Invariant: neighbours are looked at in the order of [`Direction::ALL`], so that of
//! several shortest ways the same one is found every time.

use super::canvas::{Canvas, Cell, Space};
use super::room::Direction;
use crate::bitgrid::cells::{self, beside, has, put};

/// The distance of a cell that was not reached.
pub(super) const UNREACHED: u32 = u32::MAX;

/// Working memory: nothing in it decides a result.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reach {
    queue: Vec<u32>,
    /// By cell: steps from the entry, or whence a tunnel came.
    pub(super) steps: Vec<u32>,
    /// By cell: its connections.
    pub(super) ways: Vec<u8>,
    layer: Vec<u64>,
    seen: Vec<u64>,
    next: Vec<u64>,
}

impl Reach {
    /// The steps from a cell to every other, along connections. `ways` must be filled in.
    pub(super) fn measure(&mut self, space: &Space, from: Cell) {
        let Self { queue, steps, ways, .. } = self;
        let mut moves = [0; 8];
        for (to, direction) in moves.iter_mut().zip(Direction::ALL) {
            *to = space.step(direction);
        }
        steps.clear();
        steps.resize(ways.len(), UNREACHED);
        queue.resize(queue.len().max(ways.len() + 1), 0);
        let (steps, queue, ways) = (&mut steps[..], &mut queue[..], &ways[..]);
        if let (Some(step), Some(first)) = (steps.get_mut(from), queue.first_mut()) {
            (*step, *first) = (0, from as u32);
        }
        let (mut done, mut met) = (0, 1);
        while done < met {
            let cell = queue.get(done).map_or(0, |&cell| cell as usize);
            done += 1;
            let on = steps.get(cell).map_or(0, |step| step + 1);
            let mut left = ways.get(cell).copied().unwrap_or(0);
            while left != 0 {
                let way = (left.trailing_zeros() & 7) as usize;
                left &= left - 1;
                let to = cell.wrapping_add_signed(moves[way]);
                // Without a branch: what was met before is noted again, and written over next time.
                if let (Some(step), Some(next)) = (steps.get_mut(to), queue.get_mut(met)) {
                    let new = *step == UNREACHED;
                    *step = if new { on } else { *step };
                    *next = to as u32;
                    met += usize::from(new);
                }
            }
        }
    }

    /// Of the cells of a level that are in `wanted`, the farthest from `from` by steps on that level; the
    /// first of several. With `walls`, steps are along connections, else all open neighbours count as joined.
    pub(super) fn farthest(
        &mut self,
        canvas: &Canvas,
        from: Cell,
        walls: bool,
        wanted: impl Fn(usize) -> u64,
    ) -> Option<Cell> {
        let space = &canvas.space;
        let z = space.level(from);
        let open = canvas.level(z);
        let Self { layer, seen, next, .. } = self;
        for board in [&mut *layer, &mut *seen, &mut *next] {
            board.clear();
            board.resize(open.len(), 0);
        }
        let level = z * space.words * 64;
        put(layer, from - level);
        put(seen, from - level);
        let mut best = None;
        loop {
            let found = layer.iter().enumerate().find_map(|(w, &cells)| {
                let cells = cells & wanted(w);
                (cells != 0).then(|| w * 64 + cells.trailing_zeros() as usize)
            });
            best = found.or(best);
            let mut any = 0;
            for (w, ((next, seen), &open)) in
                next.iter_mut().zip(seen.iter_mut()).zip(open).enumerate()
            {
                let [west, east, south, north] = beside(layer, w, space.stride);
                let met = if walls {
                    let [to_north, to_south, to_east, to_west, ..] = canvas.ways(z, w);
                    west & to_west | east & to_east | south & to_south | north & to_north
                } else {
                    west | east | south | north
                };
                *next = met & open & !*seen;
                *seen |= *next;
                any |= *next;
            }
            if any == 0 {
                return best.map(|cell| level + cell);
            }
            std::mem::swap(layer, next);
        }
    }

    /// The cells of a shortest tunnel on a level: from `from`, itself left out, to a cell of `to`.
    pub(super) fn tunnel(&mut self, space: &Space, from: &[u64], to: &[u64]) -> Vec<Cell> {
        let Self { queue, steps, .. } = self;
        steps.clear();
        steps.resize(space.words * 64, UNREACHED);
        queue.clear();
        for cell in cells::cells(from) {
            queue.push(cell as u32);
            if let Some(step) = steps.get_mut(cell) {
                *step = cell as u32;
            }
        }
        let mut done = 0;
        while let Some(&cell) = queue.get(done) {
            done += 1;
            if has(to, cell as usize) {
                return trace(steps, cell);
            }
            for direction in &Direction::ALL[..4] {
                if let Some(next) = space.neighbour(cell as usize, *direction)
                    && let Some(step) = steps.get_mut(next)
                    && *step == UNREACHED
                {
                    *step = cell;
                    queue.push(next as u32);
                }
            }
        }
        Vec::new()
    }
}

/// The way back from a cell to where a search began, the beginning left out.
fn trace(steps: &[u32], end: u32) -> Vec<Cell> {
    let (mut way, mut cell) = (Vec::new(), end);
    while let Some(&before) = steps.get(cell as usize) {
        if before == cell || before == UNREACHED {
            break;
        }
        way.push(cell as usize);
        cell = before;
    }
    way
}
