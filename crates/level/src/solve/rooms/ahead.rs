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
use smallvec::{SmallVec, smallvec};

/// The number of cells of a plate above which blocks are not matched with them one by one.
const MOST_MATCHED: usize = 4;

/// The bound, and the ends at which more is wanted.
pub(super) struct Ahead<'a, const W: usize> {
    room: &'a Room<W>,
    yard: &'a Yard<W>,
    /// All that a visit can have in hand, and that without what plates give.
    most: Bits<W>,
    /// Things that plates can give and are not held.
    pressed: Bits<W>,
    /// The ends, by their places among those of the room, that were not reached with all that can be had without
    /// pressing a plate, and those that were not reached with all.
    unpressed: Vec<usize>,
    all: Vec<usize>,
    /// The distance to an end of the latter from where the last push onto a plate is made.
    last: u32,
    /// The number of times that less was wanted.
    pub(super) changes: u32,
    /// By arrangement: the number of pushes up to a plate, and the blocks, by their places in the yard.
    pushes: FxHashMap<Arrangement, (u32, SmallVec<[u32; 4]>)>,
    /// The number of locations that were looked at before the visit began.
    pub(super) hoped: u64,
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
        let is_hoped = |&end: &usize| hoped.has(room.ends[end].at);
        let ends: Vec<usize> = (0..room.ends.len()).filter(is_hoped).collect();
        let mut ahead = Self {
            room,
            yard,
            most: most.intersection(&room.relevant),
            pressed: pressed.difference(&config.bits),
            unpressed: ends.clone(),
            all: ends,
            last: 0,
            changes: 0,
            pushes: FxHashMap::default(),
            hoped: hoped.many,
        };
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
            return self.room.nearest(&self.all, place);
        }
        let without = self.room.nearest(&self.unpressed, place);
        if self.pressed.is_empty() {
            return without;
        }
        without.min(self.up_to_a_plate(world, blocks, place, config.blocks))
    }

    /// A state at an end was reached: where nothing more is wanted there, it is no longer looked for.
    pub(super) fn reach(&mut self, end: usize, bits: &Bits<W>, wins: bool) {
        let unpressed = self.most.difference(&self.pressed);
        if wins || bits.contains(&unpressed) {
            self.unpressed.retain(|&left| left != end);
            self.changes += 1;
        }
        if wins || bits.contains(&self.most) {
            self.all.retain(|&left| left != end);
            self.set_last();
            self.changes += 1;
        }
    }

    /// True if nothing more is wanted.
    pub(super) fn is_over(&self) -> bool {
        self.all.is_empty()
    }

    fn set_last(&mut self) {
        let last = self.yard.plates.iter().flat_map(|plate| &plate.last);
        let nearest = |&place: &u32| self.room.nearest(&self.all, place as usize);
        self.last = last.map(nearest).min().unwrap_or(FAR);
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

impl<const W: usize> Plate<W> {
    /// The least number of pushes that bring blocks from some cells to all of its own, were nothing in the way.
    fn pushes_from(&self, blocks: &[u32]) -> u32 {
        match self.pushes.len() {
            ..=MOST_MATCHED => matched(&self.pushes, blocks),
            _ => {
                let nearest = |pushes: &Vec<u32>| {
                    blocks.iter().map(|&block| pushes[block as usize]).min().unwrap_or(FAR)
                };
                self.pushes.iter().map(nearest).max().unwrap_or(FAR)
            }
        }
    }
}

/// The least number of pushes that bring a block of its own to each of a few cells, whose pushes are given by block.
fn matched(cells: &[Vec<u32>], blocks: &[u32]) -> u32 {
    // By set of cells: the least number of pushes that fill it with the blocks up to here.
    let mut filled: SmallVec<[u32; 1 << MOST_MATCHED]> = smallvec![FAR; 1 << cells.len()];
    filled[0] = 0;
    for &block in blocks {
        for set in (0..filled.len()).rev() {
            for (cell, pushes) in cells.iter().enumerate().filter(|(cell, _)| set >> cell & 1 == 0)
            {
                let with = filled[set].saturating_add(pushes[block as usize]);
                let of = &mut filled[set | 1 << cell];
                *of = with.min(*of);
            }
        }
    }
    filled.last().copied().unwrap_or(FAR)
}
