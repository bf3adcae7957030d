//! Yards, in which blocks are pushed: a fence that keeps the blocks inside, an inner shape, and what stands around.
//!
//! Every family builds its own: hedges with holes, pits between graves, colonnades. All of it mirrors from left to
//! right. Invariant: no block gets out of a yard, for its fence is wall, pit or paving, onto which no block is pushed.

use super::ground::Ground;
use super::names::Spot;
use crate::designed::rooms::Family;
use level::Tile;
use search::Stream;

/// The largest yard inside its fence, in columns and rows.
const YARD: (u32, u32) = (8, 4);
/// The smallest.
const LEAST: (u32, u32) = (4, 3);

/// The fence that keeps blocks inside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fence {
    /// A wall with gaps.
    Wall,
    /// Pits, with gaps between them.
    Pits,
    /// Columns on paving, close together.
    Columns,
    /// Posts on paving, far from each other.
    Posts,
    /// A wall or a hedge in pieces.
    Broken,
}

/// The things that stand between the fence and the walls of the room.
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

/// The things that a family has around its yards.
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

/// A yard: its floor, and the sum of two columns that mirror each other.
pub(super) struct Yard {
    pub(super) floor: Vec<Spot>,
    axis: u32,
}

impl Yard {
    /// The cell on the other side.
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
    /// A rectangle in the middle of a room, with a way around it; none in a room that is too small.
    fn draw((rows, cols): Spot, stream: &mut Stream) -> Option<Self> {
        // The room's own wall, a way around, and the fence, on either side.
        let (wide, high) = (YARD.0.min(cols.checked_sub(6)?), YARD.1.min(rows.checked_sub(6)?));
        if wide < LEAST.0 || high < LEAST.1 {
            return None;
        }
        let wide = LEAST.0 + stream.below(u64::from(wide - LEAST.0) + 1) as u32;
        let high = LEAST.1 + stream.below(u64::from(high - LEAST.1) + 1) as u32;
        // As many columns on the left as on the right.
        let wide = wide - (cols - wide) % 2;
        Some(Self { top: (rows - high) / 2, left: (cols - wide) / 2, high, wide })
    }

    fn has(&self, (row, col): Spot) -> bool {
        (self.top..self.top + self.high).contains(&row)
            && (self.left..self.left + self.wide).contains(&col)
    }

    /// True if a cell lies so near.
    fn is_near(&self, (row, col): Spot, steps: u32) -> bool {
        (self.top.saturating_sub(steps)..self.top + self.high + steps).contains(&row)
            && (self.left.saturating_sub(steps)..self.left + self.wide + steps).contains(&col)
    }

    /// Numbers of steps of a cell of the fence from the nearest end of the fence, along it.
    fn along(&self, (row, col): Spot) -> u32 {
        let (down, right) = (row + 1 - self.top, col + 1 - self.left);
        down.min(self.high + 1 - down) + right.min(self.wide + 1 - right)
    }

    fn axis(&self) -> u32 {
        2 * self.left + self.wide - 1
    }
}

/// Builds a yard in a room without furniture; none where there is no room for it.
pub(super) fn build(ground: &mut Ground, family: Family, stream: &mut Stream) -> Option<Yard> {
    let inside = Inside::draw(ground.size(), stream)?;
    let pick = |all: usize, stream: &mut Stream| stream.below(all as u64) as usize;
    let fence = fences(family)[pick(fences(family).len(), stream)];
    let around = surroundings(family)[pick(surroundings(family).len(), stream)];
    let mut yard = Builder { ground, axis: inside.axis(), inside };
    yard.fence(fence, stream);
    yard.shape(if fence == Fence::Pits { Tile::Void } else { Tile::Wall }, stream);
    yard.around(around);
    let is_floor = |spot: &Spot| inside.has(*spot) && ground.tile(*spot) == Tile::Floor;
    let floor = ground.spots().filter(is_floor).collect();
    Some(Yard { floor, axis: inside.axis() })
}

struct Builder<'a> {
    ground: &'a mut Ground,
    inside: Inside,
    axis: u32,
}

impl Builder<'_> {
    /// Lays a tile, and the same on the other side.
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
                // No block comes to a corner.
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

    /// Lays walls or pits inside: at the corners, against the fence, in the middle, or here and there.
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

    /// Furnishes the room around the fence, but for a way along it and the doors.
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
