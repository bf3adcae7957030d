//! The meaning of a state: inventory and position of the player, positions of the blocks; and the reason why a door
//! is shut.

use super::{Config, World};
use crate::model::{Cell, Level, Requirement};
use crate::rules::blocks::{AT_START, NONE};
use crate::rules::lock::Lock;
use crate::rules::{Bits, Blocks, Bombs, Door, Fact, Holdings, Location, Position, Switches};

impl<const W: usize> World<W> {
    /// The holdings of a player with this configuration.
    pub(crate) fn holdings(&self, config: &Config<W>) -> Holdings {
        let bits = &config.bits;
        let mut holdings = Holdings {
            keys: self.law.keys.left(bits),
            bombs: self.law.bombs.left(bits),
            boss_key: self.law.rules.start.boss_key || bits.meets(&self.law.means.boss_keys),
            key_item: self.law.rules.start.key_item || bits.meets(&self.law.means.key_items),
            ..Holdings::default()
        };
        for bit in bits.iter() {
            match self.law.facts.get(bit) {
                Some(Fact::Symbol(id)) => holdings.symbols.push(*id),
                Some(Fact::Toggle(id)) => holdings.toggles.push(*id),
                Some(Fact::BombsHeld) => holdings.bombs = 1,
                Some(Fact::PlateDown(id)) => holdings.plates.push(*id),
                _ => {}
            }
        }
        holdings.toggles.sort_unstable();
        holdings
    }

    /// The facts of the world, by bit.
    pub(crate) fn facts(&self) -> &[Fact] {
        &self.law.facts
    }

    /// The position of a location; `None` for a location that a warp passes.
    pub(crate) fn position(&self, location: Location) -> Option<Position> {
        if self.cells.is_empty() {
            return Some(Position::Node(location));
        }
        self.cells.get(location as usize).copied().map(Position::Cell)
    }

    /// The locations of a position: all cells of a node that has a rectangle, and for a node without one the
    /// locations at which warps pass it.
    pub(crate) fn locations_of(&self, position: Position, level: &Level) -> Vec<Location> {
        match position {
            Position::Node(node) if !self.is_of_tiles() => vec![node],
            Position::Cell(cell) => self
                .cells
                .binary_search(&cell)
                .map(|location| location as Location)
                .into_iter()
                .collect(),
            Position::Node(node) => match level.rectangle(node) {
                Some(room) => {
                    let cells = (0..).zip(&self.cells);
                    cells.filter(|(_, cell)| room.contains(**cell)).map(|(at, _)| at).collect()
                }
                None => {
                    let passed = (self.cells.len() as Location..).zip(&self.passed);
                    passed.filter(|(_, passed)| **passed == node).map(|(at, _)| at).collect()
                }
            },
        }
    }

    /// True if warps pass a location: no player stands there.
    #[inline]
    pub(crate) fn is_passed(&self, location: Location) -> bool {
        self.weights.get(location as usize) == Some(&0)
    }

    /// The number of states of the level that a state in this location stands for: the number of cells of contracted
    /// ground, and 0 for a location that a warp passes.
    #[inline]
    pub(crate) fn weight(&self, location: Location) -> u64 {
        self.weights.get(location as usize).map_or(1, |&weight| weight.into())
    }

    /// True if a plate can ever be down: from the start, or by blocks on all its cells.
    pub(crate) fn can_be_down(&self, plate: u32) -> bool {
        let bit = self.law.facts.iter().position(|fact| *fact == Fact::PlateDown(plate));
        bit.map(Bits::one).is_some_and(|down: Bits<W>| {
            self.law.pressed_at_start.meets(&down)
                || self.law.plates.iter().any(|plate| plate.down == down)
        })
    }

    /// The cells of a push, which is given by numbers of the push map.
    pub(crate) fn block_cells(&self, from: u32, to: u32) -> Option<(Cell, Cell)> {
        let cell = |number: u32| {
            let location = self.blocks.cell_of.iter().position(|&cell| cell == number)?;
            self.cells.get(location).copied()
        };
        Some((cell(from)?, cell(to)?))
    }

    /// True if the locations are cells.
    pub(crate) fn is_of_tiles(&self) -> bool {
        !self.weights.is_empty()
    }

    /// True if blocks can be pushed anywhere in this world.
    pub(crate) fn has_blocks(&self) -> bool {
        !self.blocks.next.is_empty()
    }

    /// Bans facts: pick-ups cannot be taken, toggles cannot be flipped, locks cannot be opened. Replaces an earlier
    /// ban.
    pub(crate) fn ban(&mut self, bits: Bits<W>) {
        self.law.banned = bits;
    }
}

// -------------------------------------------------------------------------------------------------
// The reason why a door cannot be passed, and the number of items that passing it used up: for play.

/// The reason why a block does not move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stuck {
    /// It cannot stand on the cell behind it, even if that cell is empty.
    Ahead,
    /// Another block stands behind it.
    Behind,
    /// It was pushed before, and may be pushed only once.
    Pushed,
    /// Blocks are not pushed diagonally.
    Diagonal,
}

impl<const W: usize> World<W> {
    /// The requirements of a door that a configuration does not meet, in the order of the level.
    pub(crate) fn unmet(&self, config: &Config<W>, door: Door) -> Vec<Requirement> {
        let Some(lock) = self.law.locks.get(door.lock as usize) else { return Vec::new() };
        let named = lock.named.iter().copied();
        named.filter(|&required| !self.is_met(required, lock, &config.bits)).collect()
    }

    /// True if some bits meet one requirement of a lock.
    fn is_met(&self, required: Requirement, lock: &Lock<W>, bits: &Bits<W>) -> bool {
        let law = &self.law;
        let fact = |fact| law.facts.iter().position(|known| *known == fact);
        let holds = |known| fact(known).is_some_and(|bit| bits.meets(&Bits::one(bit)));
        match required {
            Requirement::KeyLocked => law.keys.left(bits) >= lock.key.difference(bits).count(),
            Requirement::Bombable if law.rules.bombs == Bombs::Unlimited => {
                law.rules.start.bombs > 0 || holds(Fact::BombsHeld)
            }
            Requirement::Bombable => law.bombs.left(bits) >= lock.bomb.difference(bits).count(),
            Requirement::BossLocked => law.rules.start.boss_key || bits.meets(&law.means.boss_keys),
            Requirement::ItemLocked => law.rules.start.key_item || bits.meets(&law.means.key_items),
            Requirement::Switch => {
                law.rules.switches == Switches::Free || bits.meets(&law.means.switches)
            }
            Requirement::Symbol(id) => holds(Fact::Symbol(id)),
            Requirement::Lacks(id) => !holds(Fact::Symbol(id)),
            Requirement::Plate(id) => holds(Fact::PlateDown(id)),
            Requirement::Toggle(id, on) => holds(Fact::Toggle(id)) == on,
            Requirement::SoftLocked | Requirement::Stair => true,
        }
    }

    /// True if a block stands at a corner of a diagonal step.
    pub(crate) fn brushes_a_block(&self, config: &Config<W>, door: Door, blocks: &Blocks) -> bool {
        let lock = self.law.locks.get(door.lock as usize);
        lock.is_some_and(|lock| lock.clear.iter().any(|&cell| blocks.holds(config.blocks, cell)))
    }

    /// The reason why the block behind a door does not move; `None` if there is no such block.
    pub(crate) fn stuck(&self, config: &Config<W>, door: Door, blocks: &Blocks) -> Option<Stuck> {
        let before = if door.resets { AT_START } else { config.blocks };
        let cell = self.blocks.cell(door.to).filter(|&cell| blocks.holds(before, cell))?;
        let Some(direction) = door.way.direction() else { return Some(Stuck::Diagonal) };
        match self.blocks.next.get(cell as usize).map_or(NONE, |next| next[direction]) {
            _ if !blocks.is_movable(before, cell) => Some(Stuck::Pushed),
            NONE => Some(Stuck::Ahead),
            next if blocks.holds(before, next) => Some(Stuck::Behind),
            _ => None,
        }
    }

    /// The number of small keys and bombs used up between two configurations.
    pub(crate) fn used_up(&self, before: &Config<W>, after: &Config<W>) -> u32 {
        let used = self.law.keys.used.union(&self.law.bombs.used);
        after.bits.difference(&before.bits).intersection(&used).count()
    }
}
