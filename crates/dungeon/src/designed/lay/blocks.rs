//! Blocks that open a portcullis: each has to be pushed onto a plate, and all plates must be down at once.
//!
//! Blocks and plates are drawn at random and accepted by proof: every arrangement that can be pushed to is found, the
//! fewest pushes are counted, and from each arrangement the player comes back to every door.

use super::ground::Ground;
use super::names::Spot;
use level::Tile;
use search::Stream;
use smallvec::SmallVec;
use std::collections::{BTreeMap, VecDeque};

/// The fewest pushes that open it.
const LEAST_PUSHES: u32 = 4;
/// Tries before fewer blocks are taken.
const TRIES: usize = 12;
/// The most arrangements that are looked at.
const MOST: usize = 60_000;

/// The largest yard inside its wall, in columns and rows.
const YARD: (u32, u32) = (8, 4);

/// Lays a yard with blocks and returns the cells of their plates. Around the yard is a wall with gaps, which no block
/// passes, so that there are few arrangements.
pub(super) fn lay(ground: &mut Ground, stream: &mut Stream) -> Option<Vec<Spot>> {
    for blocks in [2, 2, 1, 1, 1, 1] {
        for _ in 0..TRIES {
            let mut trial = ground.clone();
            let Some(yard) = yard(&mut trial, stream) else { continue };
            let Some((stones, plates)) = draw(&yard, blocks, stream) else { continue };
            if fewest(&trial, &stones, &plates).is_some_and(|pushes| pushes >= LEAST_PUSHES) {
                for &stone in &stones {
                    trial.set(stone, Tile::Block);
                }
                *ground = trial;
                return Some(plates);
            }
        }
    }
    None
}

/// Builds a yard in the middle of a room, mirrored from left to right: a wall with gaps of paving, which blocks are not
/// pushed onto, and a few pillars. Returns its floor.
fn yard(ground: &mut Ground, stream: &mut Stream) -> Option<Vec<Spot>> {
    let (rows, cols) = ground.size();
    // The room's own wall, a way around, and the wall of the yard, on either side.
    let (wide, high) = (YARD.0.min(cols.checked_sub(6)?), YARD.1.min(rows.checked_sub(6)?));
    if wide < 3 || high < 3 {
        return None;
    }
    let wide = wide - stream.below(u64::from(wide - 3).min(2) + 1) as u32;
    // As many columns on the left as on the right.
    let wide = wide - (cols - wide) % 2;
    let (top, left) = ((rows - high) / 2, (cols - wide) / 2);
    let inside =
        |(row, col): Spot| (top..top + high).contains(&row) && (left..left + wide).contains(&col);
    let around = |(row, col): Spot| {
        (top - 1..=top + high).contains(&row) && (left - 1..=left + wide).contains(&col)
    };
    for spot in ground.spots().filter(|&spot| around(spot) && !inside(spot)) {
        if ground.mouths().iter().any(|mouth| mouth.spot == spot) {
            return None;
        }
        ground.set(spot, Tile::Wall);
    }
    let mirrored = |(row, col): Spot| (row, 2 * left + wide - 1 - col);
    let gap = left + stream.below(u64::from(wide.div_ceil(2))) as u32;
    let edge = if stream.chance(0.5) { top - 1 } else { top + high };
    let row = top + stream.below(u64::from(high)) as u32;
    let gaps = [(edge, gap), (row, left - 1)];
    for spot in gaps.into_iter().take(1 + usize::from(stream.chance(0.5))) {
        ground.set(spot, Tile::Puzzle);
        ground.set(mirrored(spot), Tile::Puzzle);
    }
    for _ in 0..stream.between(1, 3) {
        let spot = (
            top + stream.below(u64::from(high)) as u32,
            left + stream.below(u64::from(wide)) as u32,
        );
        ground.set(spot, Tile::Wall);
        ground.set(mirrored(spot), Tile::Wall);
    }
    Some(ground.spots().filter(|&spot| inside(spot) && ground.tile(spot) == Tile::Floor).collect())
}

/// Blocks and plates on cells of a yard, each somewhere else.
fn draw(yard: &[Spot], blocks: usize, stream: &mut Stream) -> Option<(Vec<Spot>, Vec<Spot>)> {
    let mut spots = yard.to_vec();
    stream.shuffle(&mut spots);
    let drawn = spots.get(..2 * blocks)?;
    Some((drawn[..blocks].to_vec(), drawn[blocks..].to_vec()))
}

/// The fewest pushes after which all plates are down; `None` if they never are, if some arrangement keeps the player
/// from a door, or if there are too many to look at.
fn fewest(ground: &Ground, stones: &[Spot], plates: &[Spot]) -> Option<u32> {
    let room = Room::of(ground);
    let first = ground.mouths().first()?.spot;
    let sorted = |spots: &[Spot]| {
        let mut sorted: Stones = spots.iter().copied().collect();
        sorted.sort_unstable();
        sorted
    };
    let (stones, plates) = (sorted(stones), sorted(plates));
    // Of each arrangement the parts of the floor in which the player may be.
    let mut known: BTreeMap<Stones, Vec<Cells>> = BTreeMap::new();
    let mut queue = VecDeque::from([(stones, first, 0)]);
    let mut fewest = None;
    let mut looked = 0;
    while let Some((stones, player, pushes)) = queue.pop_front() {
        let parts = known.entry(stones.clone()).or_default();
        if parts.iter().any(|part| has(part, player)) {
            continue;
        }
        let reach = room.reach(&stones, player);
        parts.push(reach.clone());
        looked += 1;
        let shut_in = ground.mouths().iter().any(|mouth| !has(&reach, mouth.spot));
        if shut_in || looked > MOST {
            return None;
        }
        if stones == plates && fewest.is_none() {
            fewest = Some(pushes);
        }
        for (at, &stone) in stones.iter().enumerate() {
            for (down, right) in WAYS {
                let (from, to) = (step(stone, (-down, -right)), step(stone, (down, right)));
                if has(&reach, from) && has(&room.blocks, to) && !stones.contains(&to) {
                    let mut next = stones.clone();
                    next[at] = to;
                    next.sort_unstable();
                    queue.push_back((next, stone, pushes + 1));
                }
            }
        }
    }
    fewest
}

/// Blocks by where they stand, in order.
type Stones = SmallVec<[Spot; 4]>;

/// A set of cells: a word a row.
type Cells = Vec<u64>;

const WAYS: [(i32, i32); 4] = [(0, 1), (0, -1), (1, 0), (-1, 0)];

fn step((row, col): Spot, (down, right): (i32, i32)) -> Spot {
    (row.wrapping_add_signed(down), col.wrapping_add_signed(right))
}

fn has(cells: &Cells, (row, col): Spot) -> bool {
    cells.get(row as usize).is_some_and(|word| col < 64 && word >> col & 1 == 1)
}

/// A room for players and blocks.
struct Room {
    /// The cells that can be walked on.
    open: Cells,
    /// The cells that a block may be pushed onto.
    blocks: Cells,
}

impl Room {
    fn of(ground: &Ground) -> Self {
        let set = |fits: &dyn Fn(Tile) -> bool| {
            let mut cells: Cells = vec![0; ground.size().0 as usize];
            for ((row, col), tile) in ground.tiles() {
                if fits(tile) && col < 64 {
                    cells[row as usize] |= 1 << col;
                }
            }
            cells
        };
        let inside = |tile: Tile| tile.is_always_walkable() && tile != Tile::DoorOpen;
        Self { open: set(&inside), blocks: set(&|tile| tile == Tile::Floor) }
    }

    /// The cells that a player reaches without a push: rows are filled to both sides, and from row to row until nothing
    /// is new.
    fn reach(&self, stones: &[Spot], (row, col): Spot) -> Cells {
        let mut open = self.open.clone();
        for &(row, col) in stones {
            open[row as usize] &= !(1 << col);
        }
        let mut reach = vec![0; open.len()];
        reach[row as usize] = fill(1 << col, open[row as usize]);
        loop {
            let mut grown = false;
            for row in (0..open.len()).chain((0..open.len()).rev()) {
                let above = row.checked_sub(1).map_or(0, |above| reach[above]);
                let below = reach.get(row + 1).copied().unwrap_or(0);
                let seeds = (reach[row] | above | below) & open[row];
                if seeds != reach[row] {
                    reach[row] = fill(seeds, open[row]);
                    grown = true;
                }
            }
            if !grown {
                return reach;
            }
        }
    }
}

/// All runs of open cells that hold a seed.
fn fill(seeds: u64, open: u64) -> u64 {
    let mut filled = seeds & open;
    loop {
        let next = (filled | filled << 1 | filled >> 1) & open;
        if next == filled {
            return filled;
        }
        filled = next;
    }
}
