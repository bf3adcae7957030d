//! The canvas owns the cells of a layout and the connections between them. The space numbers its cells. Distances are
//! measured as steps along connections and as shortest tunnels through rock.
//!
//! Cells and connections are bits; each connection is stored once, at its western, southern or lower end. Invariant:
//! only cells within the usable bounds are open, and a connection joins two open neighbours.
//!
//! Invariant: a blank column separates rows, so the number of a neighbour differs by a constant.
//!
//! Invariant: a search visits neighbours in the order of [`Direction::ALL`], so it always finds the same one of several
//! shortest ways.

use super::room::{Bounds, Direction};
use crate::bitgrid::Border;
use crate::bitgrid::cells::{self, beside, has, put, shifted, take};

/// The number of a cell, combining level, row and column.
pub(super) type Cell = usize;

/// The cells of a canvas: their numbers and positions.
#[derive(Clone, Debug, Default)]
pub(super) struct Space {
    of: Option<(Bounds, Border)>,
    /// Columns and rows of a level, and levels.
    pub(super) size: [usize; 3],
    /// Offset of a cell to the cell north of it.
    pub(super) stride: usize,
    /// Number of words per level.
    pub(super) words: usize,
    /// First and last usable column, first and last usable row.
    pub(super) usable: [usize; 4],
    /// The usable cells of a level.
    pub(super) inside: Vec<u64>,
    /// The lowest coordinates.
    pub(super) corner: [i32; 3],
}

impl Space {
    /// Sets up the space, unless the bounds and the border are unchanged.
    pub(super) fn set_up(&mut self, bounds: Bounds, border: Border) {
        if self.of == Some((bounds, border)) {
            return;
        }
        let [columns, rows, levels] = bounds.size().map(|n| n as usize);
        self.of = Some((bounds, border));
        self.size = [columns, rows, levels];
        self.stride = columns + 1;
        self.words = (rows * self.stride).div_ceil(64);
        self.corner = [bounds.min_x, bounds.min_y, bounds.min_z];
        // A closed border needs a side of more than two cells.
        let edge = |length: usize| usize::from(border == Border::Solid && length > 2);
        let (side, end) = (edge(columns), edge(rows));
        self.usable = [side, columns - 1 - side, end, rows - 1 - end];
        self.inside.clear();
        self.inside.resize(self.words, 0);
        let [left, right, bottom, top] = self.usable;
        for y in bottom..=top {
            for x in left..=right {
                put(&mut self.inside, y * self.stride + x);
            }
        }
    }

    /// Numbers of usable columns and rows.
    pub(super) fn usable_size(&self) -> (usize, usize) {
        let [left, right, bottom, top] = self.usable;
        (right + 1 - left, top + 1 - bottom)
    }

    /// The number of a cell.
    pub(super) fn cell(&self, x: usize, y: usize, z: usize) -> Cell {
        z * self.words * 64 + y * self.stride + x
    }

    /// Column, row and level of a cell.
    pub(super) fn place(&self, cell: Cell) -> (usize, usize, usize) {
        let level = self.words * 64;
        let (z, rest) = ((cell / level) as u32, (cell % level) as u32);
        let stride = self.stride as u32;
        ((rest % stride) as usize, (rest / stride) as usize, z as usize)
    }

    /// The squared double distance of a cell from the centre of its level.
    pub(super) fn off_centre(&self, cell: Cell) -> usize {
        let (x, y, _) = self.place(cell);
        let [columns, rows, _] = self.size;
        (2 * x).abs_diff(columns - 1).pow(2) + (2 * y).abs_diff(rows - 1).pow(2)
    }

    /// The level of a cell.
    pub(super) fn level(&self, cell: Cell) -> usize {
        cell / (self.words * 64)
    }

    /// Offset of a cell to its neighbour in a direction.
    pub(super) fn step(&self, direction: Direction) -> isize {
        match direction {
            Direction::North => self.stride as isize,
            Direction::South => -(self.stride as isize),
            Direction::East => 1,
            Direction::West => -1,
            Direction::Up => (self.words * 64) as isize,
            Direction::Down => -((self.words * 64) as isize),
        }
    }

    /// The usable neighbour in a direction.
    pub(super) fn neighbour(&self, cell: Cell, direction: Direction) -> Option<Cell> {
        let level = self.words * 64;
        let to = usize::try_from(cell as isize + self.step(direction)).ok()?;
        let same =
            matches!(direction, Direction::Up | Direction::Down) || to / level == cell / level;
        (same && to / level < self.size[2] && has(&self.inside, to % level)).then_some(to)
    }
}

/// The cells of a layout during generation.
#[derive(Clone, Debug, Default)]
pub(crate) struct Canvas {
    pub(super) space: Space,
    open: Vec<u64>,
    east: Vec<u64>,
    north: Vec<u64>,
    up: Vec<u64>,
}

/// The mutable cells and connections of one level; cells are numbered within the level.
pub(super) struct Level<'a> {
    pub(super) space: &'a Space,
    pub(super) open: &'a mut [u64],
    /// By western ends.
    pub(super) east: &'a mut [u64],
    /// By southern ends.
    pub(super) north: &'a mut [u64],
}

/// The connections of the cells of one word: one set per direction, in the order of [`Direction::ALL`].
pub(super) type Ways = [u64; 6];

impl Canvas {
    /// Makes everything solid.
    pub(super) fn clear(&mut self, bounds: Bounds, border: Border) {
        self.space.set_up(bounds, border);
        let words = self.space.words * self.space.size[2];
        for board in [&mut self.open, &mut self.east, &mut self.north, &mut self.up] {
            board.clear();
            board.resize(words, 0);
        }
    }

    /// The open cells of a level.
    #[inline]
    pub(super) fn level(&self, z: usize) -> &[u64] {
        slice(&self.open, z, self.space.words)
    }

    /// The cells of a level under stairs, and those over stairs.
    pub(super) fn stairs(&self, z: usize) -> (&[u64], &[u64]) {
        let words = self.space.words;
        let below = z.checked_sub(1).map_or(&[][..], |z| slice(&self.up, z, words));
        (slice(&self.up, z, words), below)
    }

    /// Opens the usable cells of a set on a level.
    pub(super) fn carve_level(&mut self, z: usize, cells: &[u64]) {
        let words = self.space.words;
        let open = slice_mut(&mut self.open, z, words);
        for ((open, cells), inside) in open.iter_mut().zip(cells).zip(&self.space.inside) {
            *open |= cells & inside;
        }
    }

    /// Opens a cell, if it is usable.
    pub(super) fn carve(&mut self, cell: Cell) {
        if has(&self.space.inside, cell % (self.space.words * 64)) {
            put(&mut self.open, cell);
        }
    }

    /// True if a cell is open.
    pub(super) fn is_open(&self, cell: Cell) -> bool {
        has(&self.open, cell)
    }

    /// The board and the bit that store a connection.
    fn slot(&mut self, cell: Cell, direction: Direction) -> Option<(&mut Vec<u64>, Cell)> {
        let to = self.space.neighbour(cell, direction)?;
        if !has(&self.open, cell) || !has(&self.open, to) {
            return None;
        }
        Some(match direction {
            Direction::North => (&mut self.north, cell),
            Direction::South => (&mut self.north, to),
            Direction::East => (&mut self.east, cell),
            Direction::West => (&mut self.east, to),
            Direction::Up => (&mut self.up, cell),
            Direction::Down => (&mut self.up, to),
        })
    }

    /// Joins a cell with its neighbour if both are open.
    pub(super) fn connect(&mut self, cell: Cell, direction: Direction) {
        if let Some((board, bit)) = self.slot(cell, direction) {
            put(board, bit);
        }
    }

    /// Closes a connection.
    pub(super) fn close(&mut self, cell: Cell, direction: Direction) {
        if let Some((board, bit)) = self.slot(cell, direction) {
            take(board, bit);
        }
    }

    /// A level for modification.
    pub(super) fn level_mut(&mut self, z: usize) -> Level<'_> {
        let Self { space, open, east, north, .. } = self;
        let words = space.words;
        Level {
            space,
            open: slice_mut(open, z, words),
            east: slice_mut(east, z, words),
            north: slice_mut(north, z, words),
        }
    }

    /// Joins all open neighbours of a level.
    pub(super) fn join_level(&mut self, z: usize) {
        let Self { space, open, east, north, .. } = self;
        let open = slice(open, z, space.words);
        let east = slice_mut(east, z, space.words);
        let north = slice_mut(north, z, space.words);
        for (w, ((east, north), &here)) in east.iter_mut().zip(north).zip(open).enumerate() {
            let [_, to_east, _, to_north] = beside(open, w, space.stride);
            *east = here & to_east;
            *north = here & to_north;
        }
    }

    /// The connections of the cells of a word.
    #[inline]
    pub(super) fn ways(&self, z: usize, word: usize) -> Ways {
        let (words, stride) = (self.space.words, self.space.stride as isize);
        let at = |board: &[u64]| board.get(z * words + word).copied().unwrap_or(0);
        let east = slice(&self.east, z, words);
        let north = slice(&self.north, z, words);
        let down =
            if z == 0 { 0 } else { self.up.get((z - 1) * words + word).copied().unwrap_or(0) };
        [
            at(&self.north),
            shifted(north, word, -stride),
            at(&self.east),
            shifted(east, word, -1),
            at(&self.up),
            down,
        ]
    }

    /// The directions in which a cell is connected, as bits.
    pub(super) fn directions(&self, cell: Cell) -> u8 {
        let z = self.space.level(cell);
        let ways = self.ways(z, cell / 64 - z * self.space.words);
        directions(&ways, cell & 63)
    }

    /// The cells of a word with exactly one connection.
    #[inline]
    pub(super) fn dead_ends(&self, z: usize, word: usize) -> u64 {
        let (mut one, mut more) = (0, 0);
        for way in self.ways(z, word) {
            more |= one & way;
            one |= way;
        }
        one & !more
    }

    /// Number of open cells.
    pub(super) fn rooms(&self) -> u32 {
        cells::count(&self.open)
    }
}

/// The connections of one cell of a word, as bits.
#[inline]
pub(super) fn directions(ways: &Ways, bit: usize) -> u8 {
    let [north, south, east, west, up, down] = ways.map(|way| (way >> bit & 1) as u8);
    north | south << 1 | east << 2 | west << 3 | up << 4 | down << 5
}

/// The words of a level.
#[inline]
fn slice(board: &[u64], z: usize, words: usize) -> &[u64] {
    board.get(z * words..(z + 1) * words).unwrap_or(&[])
}

#[inline]
fn slice_mut(board: &mut [u64], z: usize, words: usize) -> &mut [u64] {
    board.get_mut(z * words..(z + 1) * words).unwrap_or(&mut [])
}

/// The distance of a cell that was not reached.
pub(super) const UNREACHED: u32 = u32::MAX;

/// Working memory; it does not affect results.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reach {
    queue: Vec<u32>,
    /// Per cell: steps from the entry, or the previous cell of a tunnel.
    pub(super) steps: Vec<u32>,
    /// Per cell: its connections.
    pub(super) ways: Vec<u8>,
    layer: Vec<u64>,
    seen: Vec<u64>,
    next: Vec<u64>,
}

impl Reach {
    /// Measures the steps from a cell to every other along connections. `ways` must be filled in.
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
                // Branch-free: a cell that was already visited is written again, and overwritten next time.
                if let (Some(step), Some(next)) = (steps.get_mut(to), queue.get_mut(met)) {
                    let new = *step == UNREACHED;
                    *step = if new { on } else { *step };
                    *next = to as u32;
                    met += usize::from(new);
                }
            }
        }
    }

    /// The cell of `wanted` that is farthest from `from` in steps on their level; the first of several. With `walls`,
    /// steps follow connections; otherwise all open neighbours count as joined.
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

    /// The cells of a shortest tunnel on a level, from a cell of `from` (excluded) to a cell of `to`.
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

/// The cells from `end` back to the start of the search, without the start.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn canvas(border: Border) -> Canvas {
        let mut canvas = Canvas::default();
        canvas.clear(Bounds::around(2, 0, 1), border);
        canvas
    }

    #[test]
    fn only_usable_cells_are_opened() {
        let mut canvas = canvas(Border::Solid);
        for x in 0..6 {
            canvas.carve(canvas.space.cell(x, 1, 0));
            canvas.carve(canvas.space.cell(x, 0, 0));
        }
        assert_eq!(canvas.rooms(), 3);
        assert_eq!(canvas.space.usable_size(), (3, 3));
    }

    #[test]
    fn connections_are_mutual_and_end_at_solid_cells() {
        let mut canvas = canvas(Border::Drawn);
        let [a, b, c] = [0, 1, 2].map(|x| canvas.space.cell(x, 0, 0));
        canvas.carve(a);
        canvas.carve(b);
        canvas.connect(b, Direction::West);
        canvas.connect(b, Direction::East);
        canvas.connect(a, Direction::West);
        canvas.connect(a, Direction::Up);
        assert_eq!([a, b, c].map(|cell| canvas.directions(cell)), [4, 8, 0]);
        canvas.close(a, Direction::East);
        assert_eq!([a, b, c].map(|cell| canvas.directions(cell)), [0, 0, 0]);
        canvas.join_level(0);
        assert_eq!(canvas.dead_ends(0, 0), 3);
    }

    #[test]
    fn places_and_numbers_are_one() {
        let canvas = canvas(Border::Drawn);
        let place = (4, 3, 1);
        let cell = canvas.space.cell(4, 3, 1);
        assert_eq!((canvas.space.place(cell), canvas.space.level(cell)), (place, 1));
        assert_eq!(canvas.space.neighbour(cell, Direction::East), None);
        assert_eq!(canvas.space.neighbour(cell, Direction::Up), None);
        assert_eq!(canvas.space.neighbour(cell, Direction::North), Some(cell + 6));
    }
}
