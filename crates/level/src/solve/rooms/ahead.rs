//! A lower bound of what the rest of a visit costs, up to an ending that is still wanted.
//!
//! An ending is wanted that gained what no ending at the same location did at less cost. Whoever pressed no plate yet
//! either leaves without, which is of no use once one left so with all else in hand; or pushes blocks onto all cells of
//! a plate, each at least as far as it is away, after a walk to the first of them, and then walks to an exit.

use super::room::{FAR, Plate, Room, Yard};
use crate::rules::Location;
use crate::rules::bits::Bits;
use crate::rules::blocks::{Arrangement, Blocks};
use crate::rules::world::{Config, World};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// The number of cells of a plate above which blocks are not matched with them one by one.
const MOST_MATCHED: usize = 4;

/// The bound, and the ends at which more is wanted.
pub(super) struct Ahead<'a, const W: usize> {
    yard: &'a Yard<W>,
    /// All that a visit can have in hand, and that without what plates give.
    most: Bits<W>,
    /// What plates can give that is not held.
    pressed: Bits<W>,
    /// The ends that were not reached with all that can be had without pressing a plate, and those that were not
    /// reached with all.
    unpressed: Left,
    all: Left,
    /// The distance to an end of the latter from where the last push onto a plate is made.
    last: u32,
    /// By arrangement: the number of pushes up to a plate, and the blocks, by their places in the yard.
    pushes: FxHashMap<Arrangement, (u32, SmallVec<[u32; 4]>)>,
}

/// The ends at which more is wanted.
struct Left {
    /// By their places among the ends of the room.
    ends: Vec<usize>,
    /// By place in the room: the distance to the nearest.
    near: Vec<u32>,
}

impl<'a, const W: usize> Ahead<'a, W> {
    /// The bound of a visit that begins in a state; `None` for a room in which other things change as well.
    pub(super) fn of(
        world: &World<W>,
        blocks: &Blocks,
        room: &'a Room<W>,
        (at, config): (Location, &Config<W>),
    ) -> Option<Self> {
        let yard = room.yard.as_ref()?;
        let most = config.bits.union(&yard.gains);
        let hoped = world.hoped_within((at, config), &most.union(&yard.downs), blocks);
        let plates = yard.plates.iter();
        let pressed = plates.fold(Bits::default(), |all, plate| plate.gives.union(&all));
        let ends = (0..room.ends.len()).filter(|&end| hoped.contains(&room.ends[end].at));
        let left = || Left { ends: ends.clone().collect(), near: Vec::new() };
        let mut ahead = Self {
            yard,
            most: most.intersection(&room.relevant),
            pressed: pressed.difference(&config.bits),
            unpressed: left(),
            all: left(),
            last: 0,
            pushes: FxHashMap::default(),
        };
        ahead.unpressed.measure(room);
        ahead.all.measure(room);
        ahead.set_last();
        Some(ahead)
    }

    /// The bound of a state, whose location is given by its place in the room.
    pub(super) fn bound(
        &mut self,
        world: &World<W>,
        blocks: &Blocks,
        place: usize,
        config: &Config<W>,
    ) -> u32 {
        if config.bits.meets(&self.pressed) {
            return self.all.near[place];
        }
        let without = self.unpressed.near[place];
        if self.pressed.is_empty() {
            return without;
        }
        without.min(self.up_to_a_plate(world, blocks, place, config.blocks))
    }

    /// A state at an end was reached: where nothing more is wanted there, it is no longer looked for.
    pub(super) fn reach(&mut self, room: &Room<W>, end: usize, bits: &Bits<W>, wins: bool) {
        let unpressed = self.most.difference(&self.pressed);
        if wins || bits.contains(&unpressed) {
            self.unpressed.reach(room, end);
        }
        if (wins || bits.contains(&self.most)) && self.all.reach(room, end) {
            self.set_last();
        }
    }

    /// True if nothing more is wanted.
    pub(super) fn is_over(&self) -> bool {
        self.all.ends.is_empty()
    }

    fn set_last(&mut self) {
        let last = self.yard.plates.iter().flat_map(|plate| &plate.last);
        self.last = last.map(|&place| self.all.near[place as usize]).min().unwrap_or(FAR);
    }

    /// The least cost of pressing a plate that gives what is not held, and of leaving after that.
    fn up_to_a_plate(
        &mut self,
        world: &World<W>,
        blocks: &Blocks,
        place: usize,
        arrangement: Arrangement,
    ) -> u32 {
        let Self { yard, pressed, pushes, .. } = self;
        let (pushes, stand) = pushes.entry(arrangement).or_insert_with(|| {
            let stands = |cell: u32| world.holds_block(arrangement, cell, blocks);
            let cells = (0..).zip(&yard.cells).filter(|(_, cell)| stands(cell.cell));
            let (places, cells): (SmallVec<[u32; 4]>, SmallVec<[u32; 4]>) =
                cells.map(|(place, cell)| (place, cell.cell)).unzip();
            let wanted = yard.plates.iter().filter(|plate| plate.gives.meets(pressed));
            (wanted.map(|plate| plate.pushes_from(&cells)).min().unwrap_or(FAR), places)
        });
        if *pushes == 0 || *pushes == FAR {
            return *pushes;
        }
        let ways = stand.iter().map(|&cell| yard.cells[cell as usize].way[place]);
        let walk = ways.min().unwrap_or(FAR).saturating_sub(1);
        pushes.saturating_add(walk).saturating_add(self.last)
    }
}

impl Left {
    /// True if an end was taken out.
    fn reach<const W: usize>(&mut self, room: &Room<W>, end: usize) -> bool {
        let before = self.ends.len();
        self.ends.retain(|&left| left != end);
        let is_new = self.ends.len() < before;
        if is_new {
            self.measure(room);
        }
        is_new
    }

    fn measure<const W: usize>(&mut self, room: &Room<W>) {
        self.near.clear();
        self.near.resize(room.locations.len(), FAR);
        for &end in &self.ends {
            for (near, &way) in self.near.iter_mut().zip(&room.ends[end].way) {
                *near = way.min(*near);
            }
        }
    }
}

impl<const W: usize> Plate<W> {
    /// The least number of pushes that bring blocks from some cells to all of its own, were nothing in the way.
    fn pushes_from(&self, blocks: &[u32]) -> u32 {
        match self.pushes.len() {
            ..=MOST_MATCHED => matched(&self.pushes, blocks, 0),
            _ => {
                let nearest = |pushes: &Vec<u32>| {
                    blocks.iter().map(|&block| pushes[block as usize]).min().unwrap_or(FAR)
                };
                self.pushes.iter().map(nearest).max().unwrap_or(FAR)
            }
        }
    }
}

/// The least number of pushes that bring a block of its own to each of some cells. `used` holds the places of blocks that
/// are taken.
fn matched(cells: &[Vec<u32>], blocks: &[u32], used: u64) -> u32 {
    let Some((pushes, rest)) = cells.split_first() else { return 0 };
    let free = blocks.iter().enumerate().take(64).filter(|(place, _)| used >> place & 1 == 0);
    let ways = free.filter(|(_, block)| pushes[**block as usize] != FAR).map(|(place, &block)| {
        pushes[block as usize].saturating_add(matched(rest, blocks, used | 1 << place))
    });
    ways.min().unwrap_or(FAR)
}
