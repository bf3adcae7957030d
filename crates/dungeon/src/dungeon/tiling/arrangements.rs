//! The arrangements of the blocks of one room: a breadth-first search over all of them, one push at a time.
//!
//! A block that was pushed onto a pit fills it: the cell is floor from then on. Such a block stays in the arrangement, as
//! the first block on the cell of the pit; a second block on the same cell stands on the filled pit.

use super::ground::{Ground, Spot};
use level::Tile;
use smallvec::SmallVec;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// The aim of pushing.
#[derive(Clone, Copy, Debug)]
pub(super) enum Aim<'a> {
    /// A block lies on each of these cells.
    Plates(&'a [Spot]),
    /// The player reaches this cell.
    Reach(Spot),
}

/// The pits that some arrangement fills, if the aim can be reached, but not with fewer than `least` pushes, and no
/// arrangement cuts the player off from a door. None otherwise, and if there are more than `most` arrangements.
pub(super) fn arrange(
    ground: &Ground,
    stones: &[Spot],
    aim: Aim<'_>,
    (least, most): (u32, usize),
) -> Option<BTreeSet<Spot>> {
    let room = Room::of(ground);
    let first = ground.mouths().first().map(|mouth| mouth.spot)?;
    let sorted = |spots: &[Spot]| {
        let mut sorted: Stones = spots.iter().copied().collect();
        sorted.sort_unstable();
        sorted
    };
    let plates = match aim {
        Aim::Plates(plates) => sorted(plates),
        Aim::Reach(_) => Stones::new(),
    };
    // For each arrangement, the parts of the floor where the player may be.
    let mut known: BTreeMap<Stones, Vec<Cells>> = BTreeMap::new();
    let mut queue = VecDeque::from([(sorted(stones), first, 0)]);
    let mut filled = BTreeSet::new();
    let mut is_solved = false;
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
        if shut_in || looked > most {
            return None;
        }
        let solves = match aim {
            Aim::Plates(_) => stones == plates,
            Aim::Reach(spot) => has(&reach, spot),
        };
        if solves {
            // The search is breadth-first: the first solution has the fewest pushes.
            if !is_solved && pushes < least {
                return None;
            }
            is_solved = true;
        }
        for (at, &stone) in stones.iter().enumerate() {
            if room.is_sunk(&stones, at) {
                filled.insert(stone);
                continue;
            }
            for (down, right) in WAYS {
                let (from, to) = (step(stone, (-down, -right)), step(stone, (down, right)));
                if has(&reach, from) && room.takes_block(&stones, to) {
                    let mut next = stones.clone();
                    next[at] = to;
                    next.sort_unstable();
                    queue.push_back((next, stone, pushes + 1));
                }
            }
        }
    }
    is_solved.then_some(filled)
}

/// The positions of the blocks, in order.
type Stones = SmallVec<[Spot; 4]>;

/// A set of cells: one word per row.
type Cells = Vec<u64>;

/// The steps to the four adjacent cells, in rows and columns.
pub(super) const WAYS: [(i32, i32); 4] = [(0, 1), (0, -1), (1, 0), (-1, 0)];

/// The cell after a step.
pub(super) fn step((row, col): Spot, (down, right): (i32, i32)) -> Spot {
    (row.wrapping_add_signed(down), col.wrapping_add_signed(right))
}

fn has(cells: &Cells, (row, col): Spot) -> bool {
    cells.get(row as usize).is_some_and(|word| col < 64 && word >> col & 1 == 1)
}

/// The floor of a room for the player and the blocks.
struct Room {
    /// The cells that can be entered.
    open: Cells,
    /// The cells onto which a block can be pushed, besides pits.
    blocks: Cells,
    /// The pits.
    pits: Cells,
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
        Self {
            open: set(&inside),
            blocks: set(&|tile| tile == Tile::Floor),
            pits: set(&|tile| tile == Tile::Pit),
        }
    }

    /// True if a block of an arrangement fills a pit.
    fn is_sunk(&self, stones: &[Spot], at: usize) -> bool {
        let before = at.checked_sub(1).and_then(|before| stones.get(before));
        stones.get(at).is_some_and(|stone| has(&self.pits, *stone) && before != Some(stone))
    }

    /// True if a block can be pushed onto a cell: no other stands there.
    fn takes_block(&self, stones: &[Spot], to: Spot) -> bool {
        let there = stones.iter().filter(|&&stone| stone == to).count();
        has(&self.blocks, to) && there == 0 || has(&self.pits, to) && there < 2
    }

    /// The cells that the player reaches without pushing: fills rows sideways and from row to row until nothing
    /// changes.
    fn reach(&self, stones: &[Spot], (row, col): Spot) -> Cells {
        let mut open = self.open.clone();
        // A filled pit comes before a block that stands on it.
        for (at, &(row, col)) in stones.iter().enumerate() {
            if self.is_sunk(stones, at) {
                open[row as usize] |= 1 << col;
            } else {
                open[row as usize] &= !(1 << col);
            }
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

/// All runs of open cells that contain a seed.
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
