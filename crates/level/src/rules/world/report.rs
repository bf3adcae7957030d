//! The meaning of a state: inventory and location of the player, positions of the blocks.

use super::{Config, World};
use crate::model::graph::NodeIndex;
use crate::model::grid::Cell;
use crate::model::level::Level;
use crate::rules::bits::Bits;
use crate::rules::door::Location;
use crate::rules::facts::Fact;
use crate::rules::player::{Holdings, Position};

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

    /// The position of a location; `None` for one that a warp only passes.
    pub(crate) fn position(&self, location: Location) -> Option<Position> {
        if self.cells.is_empty() {
            return Some(Position::Node(location));
        }
        self.cells.get(location as usize).copied().map(Position::Cell)
    }

    /// The locations of a position: of a node with a rectangle all its cells, of one without the locations at which a
    /// warp passes it.
    pub(crate) fn locations_of(&self, position: Position, level: &Level) -> Vec<Location> {
        match position {
            Position::Node(node) if !self.is_of_tiles() => vec![node],
            Position::Cell(cell) => self
                .cells
                .binary_search(&cell)
                .map(|location| location as Location)
                .into_iter()
                .collect(),
            Position::Node(node) => {
                let mut rooms = level.tiles.iter().flat_map(|tiles| &tiles.rooms);
                match rooms.find(|room| room.node == node) {
                    Some(room) => {
                        let locations = (0..).zip(&self.cells);
                        locations
                            .filter(|(_, cell)| room.contains(**cell))
                            .map(|(p, _)| p)
                            .collect()
                    }
                    None => self.passed_locations(node),
                }
            }
        }
    }

    /// The locations at which a warp passes a node.
    fn passed_locations(&self, node: NodeIndex) -> Vec<Location> {
        let locations = (self.cells.len() as Location..).zip(&self.passed);
        locations.filter(|(_, passed)| **passed == node).map(|(location, _)| location).collect()
    }

    /// True if a location is only passed by warps: nobody stands there.
    #[inline]
    pub(crate) fn is_passed(&self, location: Location) -> bool {
        self.weights.get(location as usize) == Some(&0)
    }

    /// The number of states of the level that a state in this location stands for: for contracted ground the
    /// number of its cells, for a location that a warp only passes 0.
    #[inline]
    pub(crate) fn weight(&self, location: Location) -> u64 {
        self.weights.get(location as usize).map_or(1, |&weight| weight.into())
    }

    /// True if a plate can ever be down: from the start, or by blocks that come to stand on all its cells.
    pub(crate) fn can_be_down(&self, plate: u32) -> bool {
        let bit = self.law.facts.iter().position(|fact| *fact == Fact::PlateDown(plate));
        bit.map(Bits::one).is_some_and(|down: Bits<W>| {
            self.law.pressed_at_start.meets(&down)
                || self.law.plates.iter().any(|plate| plate.down == down)
        })
    }

    /// The cells of a push, given as the map of pushes numbers them.
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

    /// Bans facts: pick-ups cannot be taken, toggles cannot be flipped, locks cannot be opened. Replaces an
    /// earlier ban.
    pub(crate) fn ban(&mut self, bits: Bits<W>) {
        self.law.banned = bits;
    }
}
