//! Steps after the levels of a layout are carved. Stairs join the levels, with a tunnel where no cell is open on both.
//! A cave gets niches in proportion to its size. If there are still too few dead ends, more niches are dug or
//! connections on cycles are closed.
//!
//! Three dead ends besides the entry give the boss, a treasure and a puzzle one each, and are also three bridges.
//! Stairs avoid dead ends if another cell is available. If every cell open on two levels has stairs, the same holds
//! afterwards.
//!
//! Invariant: each level is connected, and is joined to the level before it on the way from the entry. No step for dead
//! ends disconnects a level; each adds one dead end.

use super::Generator;
use super::canvas::{Canvas, Cell, Reach};
use super::request::{Request, Stairs};
use super::room::Direction;
use crate::bitgrid::cells;
use crate::bitgrid::cells::{beside, has, pick};
use search::{Attempt, Stream};
use smallvec::SmallVec;
use std::ops::Range;

/// A layout with this many rooms has at least [`LEAST`] dead ends besides the entry.
const MANY: u32 = 8;
const LEAST: u32 = 3;
/// Number of rooms per dead end of a cave, as far as rock for niches is left.
const ROOMS_AN_END: u32 = 8;
/// The four directions on a level, as bits.
const SIDES: u8 = 0b1111;

/// Digs niches in a cave until dead ends are in proportion to rooms. Stairs are chosen later, since a niche may lie
/// over or under an open cell; if all such cells get stairs, no niche is dug there.
pub(super) fn dig(
    canvas: &mut Canvas,
    request: &Request,
    entry: Cell,
    attempt: Attempt,
    cells: &mut Vec<u32>,
) {
    if request.category.generator != Generator::Cellular {
        return;
    }
    let (mut rooms, mut ends) = (canvas.rooms(), total(canvas, entry));
    if ends * ROOMS_AN_END >= rooms {
        return;
    }
    let mut stream = attempt.phase("niches");
    let (levels, all) = (0..canvas.space.size[2], request.stairs == Stairs::All);
    let found = Place { canvas, entry, levels, all, walls: false }.niches(all);
    cells.clear();
    cells.extend(cells::cells(&found).map(|cell| cell as u32));
    while ends * ROOMS_AN_END < rooms && !cells.is_empty() {
        let cell = cells.swap_remove(stream.index(cells.len())) as Cell;
        // A niche dug beside this cell would stop being a dead end.
        if touching(canvas, cell).count() == 1 {
            open(canvas, cell);
            (rooms, ends) = (rooms + 1, ends + 1);
        }
    }
}

/// The directions in which a cell touches open cells.
fn touching(canvas: &Canvas, cell: Cell) -> impl Iterator<Item = Direction> {
    let open = move |way| canvas.space.neighbour(cell, way).is_some_and(|to| canvas.is_open(to));
    Direction::ALL.into_iter().take(4).filter(move |&way| open(way))
}

/// Opens a cell and joins it to all open neighbours.
fn open(canvas: &mut Canvas, cell: Cell) {
    canvas.carve(cell);
    for direction in &Direction::ALL[..4] {
        canvas.connect(cell, *direction);
    }
}

/// Ensures enough dead ends, and one for the boss on its level.
pub(super) fn provide(
    canvas: &mut Canvas,
    request: &Request,
    entry: Cell,
    boss_level: Option<usize>,
    attempt: Attempt,
) {
    let levels = 0..canvas.space.size[2];
    let all = request.stairs == Stairs::All;
    let walls = request.form().is_some();
    let mut stream = None;
    if let Some(z) = boss_level
        && cells::count(canvas.level(z)) > 2
        && !(0..canvas.space.words).any(|w| free(canvas, entry, z, w) != 0)
    {
        let stream = stream.get_or_insert_with(|| attempt.phase("dead ends"));
        Place { canvas, entry, levels: z..z + 1, all, walls }.add_for_boss(stream);
    }
    // Each round adds one; if none can be added, the level is a single row of cells. A breach may remove some.
    for _ in 0..if walls { 2 * LEAST } else { LEAST } {
        if canvas.rooms() < MANY || total(canvas, entry) >= LEAST {
            return;
        }
        let stream = stream.get_or_insert_with(|| attempt.phase("dead ends"));
        if !(Place { canvas, entry, levels: levels.clone(), all, walls }).add(stream) {
            return;
        }
    }
}

/// The dead ends in a word, without the entry.
fn ends(canvas: &Canvas, entry: Cell, z: usize, w: usize) -> u64 {
    let ends = canvas.dead_ends(z, w);
    if z * canvas.space.words + w == entry / 64 { ends & !(1 << (entry & 63)) } else { ends }
}

/// The dead ends in a word without stairs.
fn free(canvas: &Canvas, entry: Cell, z: usize, w: usize) -> u64 {
    let (over, under) = canvas.stairs(z);
    let at = |board: &[u64]| board.get(w).copied().unwrap_or(0);
    ends(canvas, entry, z, w) & !at(over) & !at(under)
}

fn total(canvas: &Canvas, entry: Cell) -> u32 {
    let words = canvas.space.words;
    let all = (0..canvas.space.size[2]).flat_map(|z| (0..words).map(move |w| (z, w)));
    all.map(|(z, w)| ends(canvas, entry, z, w).count_ones()).sum()
}

/// The levels on which dead ends are added. With `all`, every cell open on two levels has stairs and keeps them. With
/// `walls`, some open neighbours are not joined.
struct Place<'a> {
    canvas: &'a mut Canvas,
    entry: Cell,
    levels: Range<usize>,
    all: bool,
    walls: bool,
}

impl Place<'_> {
    /// Adds one dead end on one of the levels; false if none can be added.
    fn add(&mut self, stream: &mut Stream) -> bool {
        let plain = self.add_plain(stream) || self.close(true, stream) || self.branch(stream);
        plain || self.breach(stream)
    }

    /// Adds one for a boss, not at stairs: walls are breached before a cell with stairs is used.
    fn add_for_boss(&mut self, stream: &mut Stream) -> bool {
        let walls = self.walls;
        let plain = self.add_plain(stream) || walls && self.branch(stream) || self.breach(stream);
        plain || self.close(true, stream) || self.branch(stream)
    }

    /// Adds a niche, or turns a cell without stairs into a dead end.
    fn add_plain(&mut self, stream: &mut Stream) -> bool {
        // If all cells open on two levels have stairs, a niche over or under an open cell would get stairs, so others
        // are tried first.
        let niche = [true, self.all].into_iter().any(|apart| self.niche(apart, stream));
        niche || self.close(false, stream)
    }

    /// The rock cells that may be opened, as masks by the number of open cells that they touch.
    fn rock(&self, allowed: impl Fn(usize, usize, [u64; 4]) -> u64) -> Vec<u64> {
        let &Self { ref canvas, entry, .. } = self;
        let (words, stride) = (canvas.space.words, canvas.space.stride);
        let mut found = vec![0; words * canvas.space.size[2]];
        for z in self.levels.clone() {
            let open = canvas.level(z);
            let ends: Vec<u64> = (0..words).map(|w| ends(canvas, entry, z, w)).collect();
            for (w, (&here, &inside)) in open.iter().zip(&canvas.space.inside).enumerate() {
                // Opening a cell that touches a dead end would only lengthen the dead end.
                let spoilt = beside(&ends, w, stride).into_iter().fold(0, |a, b| a | b);
                let cells = allowed(z, w, beside(open, w, stride));
                let mut cells = cells & !here & inside & !spoilt;
                // Keeps the entry the room nearest the centre.
                if z == canvas.space.level(entry) {
                    for bit in cells::Bits(cells) {
                        let cell = (z * words + w) * 64 + bit;
                        if canvas.space.off_centre(cell) <= canvas.space.off_centre(entry) {
                            cells &= !(1 << bit);
                        }
                    }
                }
                if let Some(word) = found.get_mut(z * words + w) {
                    *word = cells;
                }
            }
        }
        found
    }

    /// The rock cells that touch exactly one open cell; with `apart`, none over or under an open cell.
    fn niches(&self, apart: bool) -> Vec<u64> {
        self.rock(|z, w, sides| {
            let (mut one, mut more) = (0, 0);
            for side in sides {
                more |= one & side;
                one |= side;
            }
            one & !more & if apart { !beyond(self.canvas, z, w) } else { u64::MAX }
        })
    }

    /// Opens a rock cell that touches exactly one open cell.
    fn niche(&mut self, apart: bool, stream: &mut Stream) -> bool {
        let Some(cell) = pick(&self.niches(apart), stream) else { return false };
        open(self.canvas, cell);
        true
    }

    /// Opens a rock cell and joins it to one of the cells that it touches, none of them a dead end.
    fn branch(&mut self, stream: &mut Stream) -> bool {
        let found = self.rock(|z, w, sides| {
            let cells = sides.into_iter().fold(0, |a, b| a | b);
            cells & if self.all { !beyond(self.canvas, z, w) } else { u64::MAX }
        });
        let Some(cell) = pick(&found, stream) else { return false };
        let touching: Vec<Direction> = touching(self.canvas, cell).collect();
        self.canvas.carve(cell);
        if let Some(&way) = stream.pick(&touching) {
            self.canvas.connect(cell, way);
        }
        true
    }

    /// Breaches walls of a level without cycles until one of its cells can become a dead end.
    fn breach(&mut self, stream: &mut Stream) -> bool {
        let levels = if self.walls { self.levels.clone() } else { 0..0 };
        for z in levels {
            self.canvas.join_level(z);
            if self.close(false, stream) {
                return true;
            }
        }
        false
    }

    /// Turns a cell into a dead end by closing all its connections but one. The rest must stay connected without it.
    ///
    /// `with_stairs` selects cells with or without stairs. With `all`, stairs are kept, and a cell with two of them
    /// cannot become a dead end.
    fn close(&mut self, with_stairs: bool, stream: &mut Stream) -> bool {
        let &mut Self { ref mut canvas, entry, ref levels, all, .. } = self;
        let level = canvas.space.words * 64;
        let mut found: Vec<Cell> = Vec::new();
        for z in levels.clone() {
            let (over, under) = canvas.stairs(z);
            let cells = cells::cells(canvas.level(z)).filter(|&cell| {
                let cycle = canvas.directions(z * level + cell).count_ones() >= 2;
                let stairs = has(over, cell) || has(under, cell);
                let kept = !(all && has(over, cell) && has(under, cell));
                cycle && kept && z * level + cell != entry && stairs == with_stairs
            });
            found.extend(cells.map(|cell| z * level + cell));
        }
        stream.shuffle(&mut found);
        // Closing few connections leaves more cycles for later dead ends.
        found.sort_by_key(|&cell| canvas.directions(cell).count_ones());
        // Without stairs the level alone must stay connected; with stairs, the whole layout.
        let holds = |&cell: &Cell| holds_without(canvas, cell, with_stairs);
        let Some(cell) = found.into_iter().find(holds) else { return false };
        shut(canvas, cell, all, stream);
        true
    }
}

/// The cells of a word that are open on the level below or above.
fn beyond(canvas: &Canvas, z: usize, w: usize) -> u64 {
    let open = |z: usize| canvas.level(z).get(w).copied().unwrap_or(0);
    let above = if z + 1 < canvas.space.size[2] { open(z + 1) } else { 0 };
    z.checked_sub(1).map_or(0, open) | above
}

/// Closes all connections of a cell but one, preferably one on its level; with `stairs`, preferably its stairs.
fn shut(canvas: &mut Canvas, cell: Cell, stairs: bool, stream: &mut Stream) {
    let set = canvas.directions(cell);
    let ways = |set: u8| -> Vec<Direction> {
        Direction::ALL.into_iter().filter(|&way| set >> way as u8 & 1 == 1).collect()
    };
    let first = if stairs { !SIDES } else { SIDES };
    let sides = if set & first == 0 { set } else { set & first };
    let kept = stream.pick(&ways(sides)).copied();
    for way in ways(set).into_iter().filter(|&way| Some(way) != kept) {
        canvas.close(cell, way);
    }
}

/// True if the rest stays connected without a cell: the rest of its level, or of the whole layout.
fn holds_without(canvas: &Canvas, cell: Cell, whole: bool) -> bool {
    let space = &canvas.space;
    let z = space.level(cell);
    let (levels, ways) = if whole { (0..space.size[2], u8::MAX) } else { (z..z + 1, SIDES) };
    let mut rest = vec![0; space.words * levels.start];
    levels.for_each(|z| rest.extend_from_slice(canvas.level(z)));
    cells::take(&mut rest, cell);
    let Some(first) = cells::first(&rest) else { return false };
    let mut stack = vec![first];
    cells::take(&mut rest, first);
    while let Some(here) = stack.pop() {
        for way in cells::Bits((canvas.directions(here) & ways).into()) {
            let step = Direction::ALL.get(way).map_or(0, |way| space.step(*way));
            let to = (here as isize + step) as usize;
            if has(&rest, to) {
                cells::take(&mut rest, to);
                stack.push(to);
            }
        }
    }
    cells::first(&rest).is_none()
}

/// Joins all levels, from the level of the entry outwards.
pub(super) fn join(
    canvas: &mut Canvas,
    request: &Request,
    entry: Cell,
    plain: bool,
    reach: &mut Reach,
) {
    let (first, levels) = (canvas.space.level(entry), canvas.space.size[2]);
    let mut pair = |from, z| pair(canvas, request, from, z, plain, reach);
    (0..first).rev().fold(entry, &mut pair);
    (first + 1..levels).fold(entry, pair);
}

/// Joins the level of a cell with the adjacent level `z`; returns the cell of arrival.
///
/// The first stairs are farthest from where the level is entered; each further one is farthest, as the crow flies, from
/// the earlier ones. On levels without an interior, stairs lie one above the other, which leaves the cells beside them
/// as dead ends.
fn pair(
    canvas: &mut Canvas,
    request: &Request,
    from: Cell,
    z: usize,
    plain: bool,
    reach: &mut Reach,
) -> Cell {
    let stairs = request.stairs;
    let here = canvas.space.level(from);
    let level = canvas.space.words * 64;
    let direction = if z > here { Direction::Up } else { Direction::Down };
    let in_level = from % level;
    if !canvas.level(here).iter().zip(canvas.level(z)).any(|(a, b)| a & b != 0) {
        dig_through(canvas, here, z, reach);
    }
    let mut common = common(canvas, here, z);
    let mut fit = without_ends(canvas, here, z, &common);
    let wanted = |w: usize| fit.get(w).copied().unwrap_or(0);
    let farthest =
        if plain { None } else { reach.farthest(canvas, from, request.form().is_some(), wanted) };
    let first = farthest.unwrap_or(from) % level;
    canvas.connect(here * level + first, direction);
    match stairs {
        Stairs::All => {
            for cell in cells::cells(&common) {
                canvas.connect(here * level + cell, direction);
            }
        }
        Stairs::Count(1) => {}
        Stairs::Count(count) => {
            let mut chosen = vec![in_level, first];
            for _ in 1..count {
                for cells in [&mut common, &mut fit] {
                    chosen.iter().skip(1).for_each(|&cell| cells::take(cells, cell));
                }
                let next = spread(canvas, &fit, &chosen);
                let Some(next) = next.or_else(|| spread(canvas, &common, &chosen)) else { break };
                canvas.connect(here * level + next, direction);
                chosen.push(next);
            }
        }
    }
    z * level + first
}

/// The cells of a level; few words in most layouts.
type Cells = SmallVec<[u64; 4]>;

/// The cells that are open on both levels.
fn common(canvas: &Canvas, here: usize, z: usize) -> Cells {
    canvas.level(here).iter().zip(canvas.level(z)).map(|(a, b)| a & b).collect()
}

/// The cells that are a dead end on neither level; all of them if each is a dead end.
fn without_ends(canvas: &Canvas, here: usize, z: usize, cells: &Cells) -> Cells {
    let ends = |w: usize| canvas.dead_ends(here, w) | canvas.dead_ends(z, w);
    let rest: Cells = cells.iter().enumerate().map(|(w, cells)| cells & !ends(w)).collect();
    if cells::first(&rest).is_some() { rest } else { cells.clone() }
}

/// The cell farthest from its nearest chosen cell; the first of several.
fn spread(canvas: &Canvas, cells: &[u64], chosen: &[Cell]) -> Option<Cell> {
    let apart = |a: Cell, b: Cell| {
        let ((ax, ay, _), (bx, by, _)) = (canvas.space.place(a), canvas.space.place(b));
        ax.abs_diff(bx) + ay.abs_diff(by)
    };
    let score = |cell: Cell| chosen.iter().map(|&other| apart(cell, other)).min().unwrap_or(0);
    let mut best = None;
    for cell in cells::cells(cells) {
        let score = score(cell);
        if best.is_none_or(|(most, _)| score > most) {
            best = Some((score, cell));
        }
    }
    best.map(|(_, cell)| cell)
}

/// Digs the shortest tunnel on level `z` to a cell that is open on level `here`.
fn dig_through(canvas: &mut Canvas, here: usize, z: usize, reach: &mut Reach) {
    let level = canvas.space.words * 64;
    let way = reach.tunnel(&canvas.space, canvas.level(z), canvas.level(here));
    for &cell in &way {
        canvas.carve(z * level + cell);
    }
    for &cell in &way {
        for direction in &Direction::ALL[..4] {
            canvas.connect(z * level + cell, *direction);
        }
    }
}
