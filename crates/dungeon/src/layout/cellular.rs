//! Caves by a cellular automaton: noise, a few passes, the largest region (Johnson, Yannakakis and
//! Togelius, "Cellular automata for real-time generation of infinite cave levels", 2010).
//!
//! A seed has a sequence of noises. Each level takes the next noises of the sequence until one leaves enough rooms. A
//! plain automaton uses one noise per level, whatever it leaves. Invariant: a level is one region with at least as many
//! cells as are requested and fit, and at least one.

use super::canvas::Reach;
use super::canvas::{Canvas, Space};
use super::request::{Automaton, Keep, Request};
use crate::bitgrid::automaton::{Passes, Rule, Sums};
use crate::bitgrid::cells::{self, flood, largest, pick, put};
use crate::bitgrid::noise::{biased, twelfth_bits};
use search::{Attempt, Stream};

/// Number of noises tried per level.
const TRIES: u32 = 16;
/// Minimum number of rooms per level.
const LEAST: u32 = 5;
/// Size of the smallest region that is joined to the others.
const WORTH: u32 = 5;

/// Working memory; it does not affect results.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rock {
    open: Vec<u64>,
    sums: Sums,
    rest: Vec<u64>,
    region: Vec<u64>,
    largest: Vec<u64>,
    best: Vec<u64>,
}

/// The sequence of noises of a seed, after the passes.
struct Noises {
    stream: Stream,
    chance: u32,
    passes: Passes,
    /// Levels of one word are computed four at a time.
    ready: [u64; 4],
    left: usize,
}

impl Noises {
    fn new(request: &Request, attempt: Attempt) -> Self {
        Self {
            stream: attempt.phase("noise"),
            chance: twelfth_bits(request.fill),
            passes: Passes::new(
                Rule { birth: request.birth, survive: request.survive },
                request.passes,
            ),
            ready: [0; 4],
            left: 0,
        }
    }

    /// Writes the next noise of the sequence into `open`.
    fn next(&mut self, space: &Space, open: &mut Vec<u64>, sums: &mut Sums) {
        if let [inside] = space.inside[..] {
            if self.left == 0 {
                self.ready = [0; 4].map(|_| !biased(&mut self.stream, self.chance) & inside);
                self.passes.take_words(&mut self.ready, space.stride, inside);
                self.left = 4;
            }
            open.clear();
            open.extend(self.ready.get(4 - self.left));
            self.left -= 1;
            return;
        }
        open.clear();
        open.extend(
            space.inside.iter().map(|inside| !biased(&mut self.stream, self.chance) & inside),
        );
        self.passes.take(open, sums, space.stride, &space.inside);
    }
}

/// Minimum number of rooms per level: the requested number, or a third of the interior and at least 5; never more than
/// fit.
pub(super) fn least_rooms(request: &Request, space: &Space) -> u32 {
    let [columns, rows, _] = space.size;
    let interior = columns.saturating_sub(2) * rows.saturating_sub(2);
    let least = request.min_rooms.unwrap_or((interior / 3) as u32).max(LEAST);
    least.min(cells::count(&space.inside))
}

/// Digs all levels.
pub(super) fn dig(
    canvas: &mut Canvas,
    request: &Request,
    attempt: Attempt,
    rock: &mut Rock,
    reach: &mut Reach,
) {
    let (tries, least) = match request.automaton {
        Automaton::Helped => (TRIES, least_rooms(request, &canvas.space)),
        // A level without open cells gets one cell for the stairs.
        Automaton::Plain => (1, 1),
    };
    let mut noises = Noises::new(request, attempt);
    let mut walk = None;
    for z in 0..canvas.space.size[2] {
        let kept = keep(&canvas.space, request.keep, [tries, least], &mut noises, rock, reach);
        if kept < least {
            let stream = walk.get_or_insert_with(|| attempt.phase("walk"));
            wander(&canvas.space, &mut rock.best, least, stream);
        }
        canvas.carve_level(z, &rock.best);
        canvas.join_level(z);
    }
}

/// Copies the region to keep into `best`: from the first noise that leaves enough cells, or the one that leaves the
/// most. Returns its size.
fn keep(
    space: &Space,
    keep: Keep,
    [tries, least]: [u32; 2],
    noises: &mut Noises,
    rock: &mut Rock,
    reach: &mut Reach,
) -> u32 {
    let mut kept = 0;
    for board in [&mut rock.best, &mut rock.largest] {
        board.clear();
        board.resize(space.words, 0);
    }
    for _ in 0..tries {
        noises.next(space, &mut rock.open, &mut rock.sums);
        // The number of open cells is an upper bound for every region.
        if cells::count(&rock.open) <= kept {
            continue;
        }
        let Rock { open, rest, region, largest: found, best, .. } = rock;
        let mut size = largest(open, space.stride, rest, region, found);
        if keep == Keep::Bridge {
            size = bridge(space, open, rest, region, found, reach);
        }
        if size > kept {
            kept = size;
            best.copy_from_slice(found);
        }
        if kept >= least {
            break;
        }
    }
    kept
}

/// Joins the region `main` with all others of at least [`WORTH`] cells by shortest tunnels; returns its size.
fn bridge(
    space: &Space,
    open: &[u64],
    rest: &mut Vec<u64>,
    region: &mut Vec<u64>,
    main: &mut [u64],
    reach: &mut Reach,
) -> u32 {
    let mut others = vec![0; open.len()];
    rest.clear();
    rest.extend(open.iter().zip(main.iter()).map(|(open, main)| open & !main));
    region.clear();
    region.resize(open.len(), 0);
    while let Some(from) = cells::first(rest) {
        let worth = flood(rest, space.stride, from, region) >= WORTH;
        for ((rest, other), region) in rest.iter_mut().zip(&mut others).zip(region.iter()) {
            *rest &= !region;
            *other |= if worth { *region } else { 0 };
        }
    }
    while cells::first(&others).is_some() {
        for cell in reach.tunnel(space, main, &others) {
            put(main, cell);
        }
        let all: Vec<u64> = main.iter().zip(&others).map(|(main, other)| main | other).collect();
        let Some(from) = cells::first(main) else { break };
        flood(&all, space.stride, from, region);
        main.copy_from_slice(region);
        for (other, region) in others.iter_mut().zip(region.iter()) {
            *other &= !region;
        }
    }
    cells::count(main)
}

/// Widens a region by a random walk until it has `least` cells; returns its size.
///
/// A walk that takes too long, as it does if nearly every cell is needed, is stopped; cells beside the region are then
/// opened in the order of their numbers.
pub(super) fn wander(space: &Space, region: &mut [u64], least: u32, stream: &mut Stream) -> u32 {
    let mut size = cells::count(region);
    let Some(start) = pick(region, stream).or_else(|| pick(&space.inside, stream)) else {
        return 0;
    };
    let (mut x, mut y, _) = space.place(start);
    let [left, right, bottom, top] = space.usable;
    let mut steps = 64 * space.words * 16;
    let (mut bits, mut drawn) = (0u64, 0);
    if !cells::has(region, start) {
        put(region, start);
        size += 1;
    }
    while size < least && steps > 0 {
        steps -= 1;
        if drawn == 0 {
            (bits, drawn) = (stream.next_u64(), 32);
        }
        let turn = bits & 3;
        (bits, drawn) = (bits >> 2, drawn - 1);
        match turn {
            0 => x = (x + 1).min(right),
            1 => x = x.saturating_sub(1).max(left),
            2 => y = (y + 1).min(top),
            _ => y = y.saturating_sub(1).max(bottom),
        }
        let cell = y * space.stride + x;
        if !cells::has(region, cell) {
            put(region, cell);
            size += 1;
        }
    }
    while size < least {
        let before = size;
        for w in 0..region.len() {
            let beside = cells::beside(region, w, space.stride).into_iter().fold(0, |a, b| a | b);
            let Some((word, inside)) = region.get_mut(w).zip(space.inside.get(w)) else { break };
            for bit in cells::Bits(beside & inside & !*word) {
                if size < least {
                    *word |= 1 << bit;
                    size += 1;
                }
            }
        }
        if size == before {
            break;
        }
    }
    size
}

/// For tests that count cell by cell: the cells that the automaton leaves of a noise, and their largest region. Sets of
/// cells are rows of booleans, south first; true is open.
#[doc(hidden)]
#[must_use]
pub fn automaton(noise: &[Vec<bool>], birth: u8, survive: u8, passes: u8) -> [Vec<Vec<bool>>; 2] {
    let (rows, columns) = (noise.len(), noise.first().map_or(0, Vec::len));
    let stride = columns + 1;
    let words = (rows * stride).div_ceil(64);
    let (mut open, mut inside) = (vec![0; words], vec![0; words]);
    for (y, row) in noise.iter().enumerate() {
        for (x, &free) in row.iter().enumerate() {
            put(&mut inside, y * stride + x);
            if free {
                put(&mut open, y * stride + x);
            }
        }
    }
    let passes = Passes::new(Rule { birth, survive }, passes);
    if let ([open], [inside]) = (&mut open[..], &inside[..]) {
        let mut lanes = [*open; 4];
        passes.take_words(&mut lanes, stride, *inside);
        *open = lanes[3];
    } else {
        passes.take(&mut open, &mut Sums::default(), stride, &inside);
    }
    let mut found = open.clone();
    largest(&open, stride, &mut Vec::new(), &mut Vec::new(), &mut found);
    [open, found].map(|board| {
        let row = |y| (0..columns).map(|x| cells::has(&board, y * stride + x)).collect();
        (0..rows).map(row).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::Bounds;

    #[test]
    fn a_plain_automaton_leaves_the_largest_region_of_its_first_noise() {
        let (mut canvas, mut rock, mut reach) = Default::default();
        let mut lone = 0;
        for n in 0..300 {
            let bounds =
                if n % 2 == 0 { Bounds::around(3, -2, 0) } else { Bounds::around(9, 0, 0) };
            let automaton = Automaton::Plain;
            let request = Request { bounds, automaton, ..Request::of("cave").unwrap() };
            let attempt = search::Seed::new(n).unwrap().attempt(0);
            Canvas::clear(&mut canvas, bounds, request.border);
            dig(&mut canvas, &request, attempt, &mut rock, &mut reach);
            let (mut noises, space) = (Noises::new(&request, attempt), &canvas.space);
            let mut sums = Sums::default();
            let [mut open, mut rest, mut region] = [const { Vec::new() }; 3];
            for z in 0..space.size[2] {
                noises.next(space, &mut open, &mut sums);
                let mut found = vec![0; space.words];
                match largest(&open, space.stride, &mut rest, &mut region, &mut found) {
                    0 => {
                        assert_eq!(cells::count(canvas.level(z)), 1, "{n}");
                        lone += 1;
                    }
                    _ => assert_eq!(canvas.level(z), found, "{n}"),
                }
            }
        }
        assert!(lone > 0, "no noise was all rock");
    }
}
