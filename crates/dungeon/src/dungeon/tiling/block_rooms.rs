//! Block rooms, whose blocks open a portcullis: a fence that keeps the blocks inside, an inner shape, and blocks that
//! must be pushed onto plates.
//!
//! Each family has its own style: hedges with gaps, pits between graves, colonnades. Everything is symmetrical from
//! left to right. Invariant: no block leaves a block room, since its fence is wall, pit or paving, onto which no block
//! can be pushed.
//!
//! Blocks and plates are drawn at random and accepted by proof: a search visits every reachable arrangement, counts the
//! fewest pushes that solve the room, and checks that the player can always return to every door.

use super::arrangements::{Aim, arrange};
use super::ground::{Ground, Spot};
use crate::dungeon::rooms::Family;
use level::Tile;
use search::Stream;
use smallvec::SmallVec;

/// The maximum size of a block room inside its fence, in columns and rows.
const LARGEST: (u32, u32) = (8, 4);
/// The minimum size.
const LEAST: (u32, u32) = (4, 3);

/// The fence around the blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fence {
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
pub(super) fn fences(family: Family) -> &'static [Fence] {
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
            if arrange(&trial, &stones, Aim::Plates(&plates), (least, MOST)).is_some() {
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

#[cfg(test)]
mod tests {
    use crate::dungeon::tiling::arrangements::{WAYS, step};
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
