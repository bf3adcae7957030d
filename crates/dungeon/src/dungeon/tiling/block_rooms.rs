//! Block rooms, whose blocks open a portcullis: a fence that keeps the blocks inside, an inner shape, and blocks that
//! must be pushed onto plates.
//!
//! Each family has its own style: hedges with gaps, pits between graves, colonnades. Everything is symmetrical from
//! left to right. Invariant: no block leaves a block room, since its fence is wall, pit or paving, onto which no block
//! can be pushed.
//!
//! Blocks and plates are drawn at random and accepted by proof: a search visits every reachable arrangement, counts the
//! fewest pushes that solve the room, and checks that the player can always return to every door.

use super::ground::{Ground, Spot};
use crate::dungeon::rooms::Family;
use level::Tile;
use search::Stream;
use smallvec::SmallVec;
use std::collections::{BTreeMap, VecDeque};

/// The maximum size of a block room inside its fence, in columns and rows.
const LARGEST: (u32, u32) = (8, 4);
/// The minimum size.
const LEAST: (u32, u32) = (4, 3);

/// The fence around the blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fence {
    /// A wall with gaps.
    Wall,
    /// Pits, with gaps between them.
    Pits,
    /// Columns on paving, close together.
    Columns,
    /// Posts on paving, far apart.
    Posts,
    /// A wall or a hedge with gaps.
    Broken,
}

/// The objects between the fence and the walls of the room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Around {
    Nothing,
    Dots(Tile),
    Bars(Tile),
}

/// The fences of a family.
fn fences(family: Family) -> &'static [Fence] {
    use Fence::{Broken, Columns, Pits, Posts, Wall};
    match family {
        Family::Cave => &[Broken, Broken, Pits],
        Family::Mine => &[Posts, Wall, Pits],
        Family::Fortress => &[Wall, Broken, Pits],
        Family::Temple => &[Columns, Posts, Wall],
        Family::Tomb => &[Pits, Columns, Wall],
        Family::Tower => &[Wall, Columns, Pits],
        Family::Settlement => &[Wall, Broken, Posts],
        Family::House => &[Posts, Columns, Broken],
        Family::Wild => &[Broken, Posts, Broken],
        Family::Shrine => &[Posts, Columns, Wall],
    }
}

/// The objects around the block rooms of a family.
fn surroundings(family: Family) -> &'static [Around] {
    use Around::{Bars, Dots, Nothing};
    use Tile::{Element, Puzzle, Void, Wall};
    match family {
        Family::Cave => &[Dots(Wall), Dots(Element), Nothing],
        Family::Mine => &[Dots(Wall), Dots(Void), Nothing],
        Family::Fortress => &[Dots(Wall), Bars(Void), Bars(Wall)],
        Family::Temple => &[Bars(Element), Bars(Puzzle), Dots(Wall)],
        Family::Tomb => &[Dots(Wall), Dots(Void), Bars(Wall)],
        Family::Tower => &[Dots(Wall), Dots(Void), Bars(Puzzle)],
        Family::Settlement => &[Dots(Wall), Bars(Wall), Dots(Element)],
        Family::House => &[Bars(Puzzle), Dots(Wall), Bars(Wall)],
        Family::Wild => &[Dots(Wall), Bars(Element), Dots(Element)],
        Family::Shrine => &[Bars(Element), Dots(Element), Dots(Wall)],
    }
}

/// A block room: its floor, and the sum of two mirrored columns.
struct BlockRoom {
    pub(super) floor: Vec<Spot>,
    axis: u32,
}

impl BlockRoom {
    /// The mirrored cell.
    pub(super) fn mirrored(&self, (row, col): Spot) -> Spot {
        (row, self.axis.saturating_sub(col))
    }
}

/// The rectangle inside a fence.
#[derive(Clone, Copy)]
struct Inside {
    top: u32,
    left: u32,
    high: u32,
    wide: u32,
}

impl Inside {
    /// A rectangle in the middle of a room with a way around it; none if the room is too small.
    fn draw((rows, cols): Spot, stream: &mut Stream) -> Option<Self> {
        // Subtracts the wall of the room, the way around and the fence on either side.
        let (wide, high) =
            (LARGEST.0.min(cols.checked_sub(6)?), LARGEST.1.min(rows.checked_sub(6)?));
        if wide < LEAST.0 || high < LEAST.1 {
            return None;
        }
        let wide = LEAST.0 + stream.below(u64::from(wide - LEAST.0) + 1) as u32;
        let high = LEAST.1 + stream.below(u64::from(high - LEAST.1) + 1) as u32;
        // Makes the numbers of columns to the left and to the right equal.
        let wide = wide - (cols - wide) % 2;
        Some(Self { top: (rows - high) / 2, left: (cols - wide) / 2, high, wide })
    }

    fn has(&self, (row, col): Spot) -> bool {
        (self.top..self.top + self.high).contains(&row)
            && (self.left..self.left + self.wide).contains(&col)
    }

    /// True if a cell is at most `steps` away.
    fn is_near(&self, (row, col): Spot, steps: u32) -> bool {
        (self.top.saturating_sub(steps)..self.top + self.high + steps).contains(&row)
            && (self.left.saturating_sub(steps)..self.left + self.wide + steps).contains(&col)
    }

    /// Number of steps along the fence from a fence cell to the nearest end of the fence.
    fn along(&self, (row, col): Spot) -> u32 {
        let (down, right) = (row + 1 - self.top, col + 1 - self.left);
        down.min(self.high + 1 - down) + right.min(self.wide + 1 - right)
    }

    fn axis(&self) -> u32 {
        2 * self.left + self.wide - 1
    }
}

/// Builds a block room in an unfurnished room; none if the room is too small.
fn build(ground: &mut Ground, family: Family, stream: &mut Stream) -> Option<BlockRoom> {
    let inside = Inside::draw(ground.size(), stream)?;
    let pick = |all: usize, stream: &mut Stream| stream.below(all as u64) as usize;
    let fence = fences(family)[pick(fences(family).len(), stream)];
    let around = surroundings(family)[pick(surroundings(family).len(), stream)];
    let mut block_room = Builder { ground, axis: inside.axis(), inside };
    block_room.fence(fence, stream);
    block_room.shape(if fence == Fence::Pits { Tile::Void } else { Tile::Wall }, stream);
    block_room.around(around);
    let is_floor = |spot: &Spot| inside.has(*spot) && ground.tile(*spot) == Tile::Floor;
    let floor = ground.spots().filter(is_floor).collect();
    Some(BlockRoom { floor, axis: inside.axis() })
}

struct Builder<'a> {
    ground: &'a mut Ground,
    inside: Inside,
    axis: u32,
}

impl Builder<'_> {
    /// Sets a tile and its mirror image.
    fn set(&mut self, (row, col): Spot, tile: Tile) {
        self.ground.set((row, col), tile);
        self.ground.set((row, self.axis - col), tile);
    }

    fn fence(&mut self, fence: Fence, stream: &mut Stream) {
        let Inside { top, left, high, wide } = self.inside;
        let inside = self.inside;
        let ring = |spot: &Spot| inside.is_near(*spot, 1) && !inside.has(*spot);
        let left_half = |spot: &Spot| spot.1 <= self.axis - spot.1;
        let half: Vec<Spot> = self.ground.spots().filter(ring).filter(left_half).collect();
        let is_cut = stream.chance(0.5);
        for spot in half {
            let along = inside.along(spot);
            let is_corner = (spot.0 + 1 == top || spot.0 == top + high) && spot.1 + 1 == left;
            let tile = match fence {
                // No block can reach a corner.
                Fence::Wall | Fence::Pits if is_corner && is_cut => Tile::Floor,
                Fence::Pits if is_corner => Tile::Wall,
                Fence::Wall => Tile::Wall,
                Fence::Pits => Tile::Void,
                Fence::Columns if along.is_multiple_of(2) => Tile::Wall,
                Fence::Posts if along.is_multiple_of(3) => Tile::Wall,
                Fence::Broken if stream.chance(0.7) => Tile::Wall,
                Fence::Columns | Fence::Posts | Fence::Broken => Tile::Puzzle,
            };
            self.set(spot, tile);
        }
        let gap = left + stream.below(u64::from(wide.div_ceil(2))) as u32;
        let edge = if stream.chance(0.5) { top - 1 } else { top + high };
        let row = top + stream.below(u64::from(high)) as u32;
        for spot in
            [(edge, gap), (row, left - 1)].into_iter().take(1 + usize::from(stream.chance(0.5)))
        {
            self.set(spot, Tile::Puzzle);
        }
    }

    /// Adds walls or pits inside: at the corners, along the fence, in the middle, or scattered.
    fn shape(&mut self, solid: Tile, stream: &mut Stream) {
        let Inside { top, left, high, wide } = self.inside;
        let middle = left + wide.div_ceil(2) - 1;
        match stream.below(4) {
            0 => {
                self.set((top, left), solid);
                self.set((top + high - 1, left), solid);
            }
            1 => self.set((if stream.chance(0.5) { top } else { top + high - 1 }, middle), solid),
            2 => self.set((top + high / 2, middle), solid),
            _ => {}
        }
        for _ in 0..stream.between(0, 2) {
            let row = top + stream.below(u64::from(high)) as u32;
            let col = left + stream.below(u64::from(wide)) as u32;
            self.set((row, col), Tile::Wall);
        }
    }

    /// Furnishes the room around the fence, except for a way along it and the doors.
    fn around(&mut self, around: Around) {
        let (tile, bars) = match around {
            Around::Nothing => return,
            Around::Dots(tile) => (tile, false),
            Around::Bars(tile) => (tile, true),
        };
        let (rows, cols) = self.ground.size();
        let at_door = |(row, col): Spot| {
            let near = |mouth: Spot| mouth.0.abs_diff(row) <= 1 && mouth.1.abs_diff(col) <= 1;
            self.ground.mouths().iter().any(|mouth| near(mouth.spot))
        };
        let fits = |&(row, col): &Spot| {
            let edges = [row, rows - 1 - row, col, cols - 1 - col];
            let (down, right) = (edges[0].min(edges[1]), edges[2].min(edges[3]));
            let apart = down > 1 && right > 1 && !self.inside.is_near((row, col), 2);
            let other = (row, self.axis.saturating_sub(col));
            let in_step = right % 3 == 2 && (bars || down % 3 == 2);
            apart && in_step && !at_door((row, col)) && !at_door(other)
        };
        let all: Vec<Spot> = self.ground.spots().filter(fits).collect();
        for spot in all {
            self.set(spot, tile);
        }
    }
}

/// Number of blocks and minimum number of pushes in each round. Later rounds require less, but always enough for a
/// puzzle.
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
/// Number of tries per round.
const TRIES: usize = 10;
/// Maximum number of arrangements visited.
const MOST: usize = 60_000;

/// Minimum number of pushes if a number of blocks is requested: as above for one and for two.
const REQUESTED: [u32; 5] = [9, 7, 5, 4, 4];

/// Places a block room with blocks, a given number of them if requested, and returns the cells of their plates. The
/// fence confines the blocks, which keeps the number of arrangements small.
pub(super) fn place(
    ground: &mut Ground,
    family: Family,
    requested: Option<usize>,
    stream: &mut Stream,
) -> Option<Vec<Spot>> {
    let rounds: SmallVec<[(usize, u32); 12]> = match requested {
        Some(blocks) => REQUESTED.into_iter().map(|least| (blocks, least)).collect(),
        None => ROUNDS.into_iter().collect(),
    };
    for (blocks, least) in rounds {
        for _ in 0..TRIES {
            let mut trial = ground.clone();
            let Some(block_room) = build(&mut trial, family, stream) else { continue };
            let Some((stones, plates)) = draw(&block_room, blocks, stream) else { continue };
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

/// Probability that two plates, or two blocks, mirror each other.
const MIRRORED: f64 = 0.6;

/// Draws distinct cells for blocks and plates.
fn draw(
    block_room: &BlockRoom,
    blocks: usize,
    stream: &mut Stream,
) -> Option<(Vec<Spot>, Vec<Spot>)> {
    let mut spots = block_room.floor.clone();
    stream.shuffle(&mut spots);
    let stones = take(block_room, &mut spots, blocks, stream)?;
    let plates = take(block_room, &mut spots, blocks, stream)?;
    Some((stones, plates))
}

/// Removes random cells from `cells`; of two, the second often mirrors the first.
fn take(
    block_room: &BlockRoom,
    spots: &mut Vec<Spot>,
    many: usize,
    stream: &mut Stream,
) -> Option<Vec<Spot>> {
    let mut taken = vec![spots.pop()?];
    while taken.len() < many {
        let image = taken.last().map(|&spot| block_room.mirrored(spot));
        let image = image.filter(|_| stream.chance(MIRRORED));
        let at = image.and_then(|image| spots.iter().position(|&spot| spot == image));
        taken.push(at.map(|at| spots.remove(at)).or_else(|| spots.pop())?);
    }
    Some(taken)
}

/// True if all plates can be covered, but not with fewer than `least` pushes, and no arrangement cuts the player off
/// from a door. False if there are too many arrangements.
fn takes(ground: &Ground, stones: &[Spot], plates: &[Spot], least: u32) -> bool {
    let room = Room::of(ground);
    let Some(first) = ground.mouths().first().map(|mouth| mouth.spot) else { return false };
    let sorted = |spots: &[Spot]| {
        let mut sorted: Stones = spots.iter().copied().collect();
        sorted.sort_unstable();
        sorted
    };
    let (stones, plates) = (sorted(stones), sorted(plates));
    // For each arrangement, the parts of the floor where the player may be.
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
            // The search is breadth-first: the first solution has the fewest pushes.
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

/// The positions of the blocks, in order.
type Stones = SmallVec<[Spot; 4]>;

/// A set of cells: one word per row.
type Cells = Vec<u64>;

const WAYS: [(i32, i32); 4] = [(0, 1), (0, -1), (1, 0), (-1, 0)];

fn step((row, col): Spot, (down, right): (i32, i32)) -> Spot {
    (row.wrapping_add_signed(down), col.wrapping_add_signed(right))
}

fn has(cells: &Cells, (row, col): Spot) -> bool {
    cells.get(row as usize).is_some_and(|word| col < 64 && word >> col & 1 == 1)
}

/// The floor of a room for the player and the blocks.
struct Room {
    /// The cells that can be entered.
    open: Cells,
    /// The cells onto which a block can be pushed.
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

    /// The cells that the player reaches without pushing: fills rows sideways and from row to row until nothing
    /// changes.
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

#[cfg(test)]
mod tests {
    use crate::dungeon::tiling::block_rooms::*;
    use crate::layout::Direction;
    use search::Seed;
    use std::collections::BTreeSet;

    /// A room with a door on each of two sides.
    fn room(rows: u32, cols: u32) -> Ground {
        let mut ground = Ground::walled(rows, cols);
        ground.door((0, cols / 2), Direction::North, Tile::DoorOpen, false);
        ground.door((rows / 2, cols - 1), Direction::East, Tile::DoorPuzzle, false);
        ground
    }

    fn stream(number: u64) -> Stream {
        Seed::new(number).unwrap().attempt(0).phase("yard")
    }

    #[test]
    fn every_family_has_yards_that_look_different() {
        for family in Family::ALL {
            let mut looks = BTreeSet::new();
            for number in 0..40 {
                let mut ground = room(11, 16);
                let plates = place(&mut ground, family, None, &mut stream(number)).unwrap();
                let blocks = ground.tiles().filter(|(_, tile)| *tile == Tile::Block).count();
                assert_eq!(plates.len(), blocks, "{} {number}", family.name());
                assert!(plates.iter().all(|&plate| ground.tile(plate) == Tile::Floor));
                let look = |(_, tile): (Spot, Tile)| match tile {
                    Tile::Block => Tile::Floor,
                    other => other,
                };
                looks.insert(ground.tiles().map(look).collect::<Vec<_>>());
            }
            assert!(looks.len() >= 36, "{} {}", family.name(), looks.len());
        }
    }

    #[test]
    fn no_block_is_ever_pushed_out_of_its_yard() {
        for family in Family::ALL {
            for number in 0..40 {
                let mut ground = room(11, 16);
                let block_room = build(&mut ground, family, &mut stream(number)).unwrap();
                let inside: BTreeSet<Spot> = block_room.floor.iter().copied().collect();
                let can_be_pushed_onto = |spot| ground.tile(spot) == Tile::Floor;
                for &spot in &inside {
                    for way in WAYS {
                        let next = step(spot, way);
                        assert!(inside.contains(&next) || !can_be_pushed_onto(next), "{spot:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_room_that_is_too_small_has_no_yard() {
        assert_eq!(place(&mut room(8, 9), Family::Tomb, None, &mut stream(0)), None);
        assert!(place(&mut room(22, 32), Family::Shrine, None, &mut stream(0)).is_some());
    }
}
