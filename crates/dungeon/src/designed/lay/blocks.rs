//! Blocks that open a portcullis: each has to be pushed onto a plate, and all plates must be down at once.
//!
//! Blocks and plates are drawn at random and accepted by proof: every arrangement that can be pushed to is found, the
//! fewest pushes are counted, and from each arrangement the player comes back to every door.

use super::ground::Ground;
use super::names::Spot;
use super::yards::{self, Yard};
use crate::designed::rooms::Family;
use level::Tile;
use search::Stream;
use smallvec::SmallVec;
use std::collections::{BTreeMap, VecDeque};

/// Numbers of blocks, and the fewest pushes that open it: first many are asked for, then fewer, but never so few that
/// it is no puzzle.
const ROUNDS: [(usize, u32); 12] = [
    (2, 9),
    (2, 7),
    (2, 5),
    (1, 6),
    (1, 5),
    (1, 4),
    (1, 4),
    (1, 4),
    (1, 4),
    (1, 4),
    (1, 4),
    (1, 4),
];
/// Tries of each round.
const TRIES: usize = 10;
/// The most arrangements that are looked at.
const MOST: usize = 60_000;

/// The fewest pushes that open it where a number of blocks is asked for: as above for one and for two.
const ASKED: [u32; 5] = [9, 7, 5, 4, 4];

/// Lays a yard with blocks, so many of them where a number is asked for, and returns the cells of their plates. Around the
/// yard is a fence that no block passes, so that there are few arrangements.
pub(super) fn lay(
    ground: &mut Ground,
    family: Family,
    asked: Option<usize>,
    stream: &mut Stream,
) -> Option<Vec<Spot>> {
    let rounds: SmallVec<[(usize, u32); 12]> = match asked {
        Some(blocks) => ASKED.into_iter().map(|least| (blocks, least)).collect(),
        None => ROUNDS.into_iter().collect(),
    };
    for (blocks, least) in rounds {
        for _ in 0..TRIES {
            let mut trial = ground.clone();
            let Some(yard) = yards::build(&mut trial, family, stream) else { continue };
            let Some((stones, plates)) = draw(&yard, blocks, stream) else { continue };
            if takes(&trial, &stones, &plates, least) {
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

/// Chance of two plates, and of two blocks, to mirror each other.
const MIRRORED: f64 = 0.6;

/// Blocks and plates on cells of a yard, each somewhere else.
fn draw(yard: &Yard, blocks: usize, stream: &mut Stream) -> Option<(Vec<Spot>, Vec<Spot>)> {
    let mut spots = yard.floor.clone();
    stream.shuffle(&mut spots);
    let stones = take(yard, &mut spots, blocks, stream)?;
    let plates = take(yard, &mut spots, blocks, stream)?;
    Some((stones, plates))
}

/// Takes cells out of those of a yard; of two the second mirrors the first, often.
fn take(yard: &Yard, spots: &mut Vec<Spot>, many: usize, stream: &mut Stream) -> Option<Vec<Spot>> {
    let mut taken = vec![spots.pop()?];
    while taken.len() < many {
        let image = taken.last().map(|&spot| yard.mirrored(spot));
        let image = image.filter(|_| stream.chance(MIRRORED));
        let at = image.and_then(|image| spots.iter().position(|&spot| spot == image));
        taken.push(at.map(|at| spots.remove(at)).or_else(|| spots.pop())?);
    }
    Some(taken)
}

/// True if all plates can be down, but not after fewer pushes than `least`, and no arrangement keeps the player from a
/// door. Where there are too many arrangements to look at it is false.
fn takes(ground: &Ground, stones: &[Spot], plates: &[Spot], least: u32) -> bool {
    let room = Room::of(ground);
    let Some(first) = ground.mouths().first().map(|mouth| mouth.spot) else { return false };
    let sorted = |spots: &[Spot]| {
        let mut sorted: Stones = spots.iter().copied().collect();
        sorted.sort_unstable();
        sorted
    };
    let (stones, plates) = (sorted(stones), sorted(plates));
    // Of each arrangement the parts of the floor in which the player may be.
    let mut known: BTreeMap<Stones, Vec<Cells>> = BTreeMap::new();
    let mut queue = VecDeque::from([(stones, first, 0)]);
    let mut can_be_down = false;
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
            return false;
        }
        if stones == plates {
            // The first time is the soonest.
            if !can_be_down && pushes < least {
                return false;
            }
            can_be_down = true;
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
    can_be_down
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

#[cfg(test)]
mod tests;
