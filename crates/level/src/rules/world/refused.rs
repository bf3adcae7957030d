//! The reasons why a door may not be passed, and what passing it has used up: for whoever plays.

use super::{Config, World};
use crate::model::graph::Requirement;
use crate::model::ruleset::{Bombs, Switches};
use crate::rules::bits::Bits;
use crate::rules::blocks::{AT_START, Blocks, NONE};
use crate::rules::door::Door;
use crate::rules::facts::Fact;
use crate::rules::lock::Lock;

/// The reason why a block does not move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stuck {
    /// It cannot stand on the cell behind it, whatever stands there.
    Ahead,
    /// Another block stands behind it.
    Behind,
    /// It was pushed before, and may be pushed but once.
    Pushed,
    /// Blocks are not pushed diagonally.
    Diagonal,
}

impl<const W: usize> World<W> {
    /// The requirements of a door that a configuration does not meet, in the order of the level.
    pub(crate) fn unmet(&self, config: &Config<W>, door: Door) -> Vec<Requirement> {
        let Some(lock) = self.law.locks.get(door.lock as usize) else { return Vec::new() };
        let named = lock.named.iter().copied();
        named.filter(|&asked| !self.is_met(asked, lock, &config.bits)).collect()
    }

    /// True if some bits meet one requirement of a lock.
    fn is_met(&self, asked: Requirement, lock: &Lock<W>, bits: &Bits<W>) -> bool {
        let law = &self.law;
        let fact = |fact| law.facts.iter().position(|known| *known == fact);
        let holds = |known| fact(known).is_some_and(|bit| bits.meets(&Bits::one(bit)));
        match asked {
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

    /// True if a block stands where a diagonal step would brush it.
    pub(crate) fn brushes_a_block(&self, config: &Config<W>, door: Door, blocks: &Blocks) -> bool {
        let lock = self.law.locks.get(door.lock as usize);
        lock.is_some_and(|lock| lock.clear.iter().any(|&cell| blocks.holds(config.blocks, cell)))
    }

    /// The reason why the block behind a door does not move, if there is one that does not.
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
