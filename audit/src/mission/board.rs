//! A mission as the search walks it: rooms by place, passages by room, items as bits.
//!
//! The lowest bits are the named keys from A on, then come the toggles, then small keys and locks.

use crate::defect::Defect;
use crate::read::mission::{Item, Lock, Mission};
use crate::rooms::Rooms;
use std::collections::HashMap;
use std::fmt::{self, Display};

/// A defect, in words.
pub(crate) type Failure = (Defect, String);

/// A mission, ready to be walked.
pub(crate) struct Board<'a> {
    pub(crate) mission: &'a Mission,
    pub(crate) world: Rooms,
    pub(crate) boss: u32,
    /// The parent of each room.
    pub(crate) parents: Vec<Option<u32>>,
    /// One more than the highest number of a named key, and of a switch, of objects and locks.
    letters: u8,
    pub(crate) switches: u8,
}

/// The things that the player has, by kinds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bag {
    /// The named keys, bit 0 for A.
    pub(crate) letters: u64,
    pub(crate) small: u32,
    pub(crate) toggles: u8,
}

impl Display for Bag {
    /// The named keys by their letters, then how many small keys were picked up.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[")?;
        for n in (0..26).filter(|n| self.letters >> n & 1 == 1) {
            write!(f, "{}", Item::Key(n))?;
        }
        match self.small {
            0 => f.write_str("]"),
            count => write!(f, "{count} small]"),
        }
    }
}

impl<'a> Board<'a> {
    /// The board of a mission; in words what is wrong with its ids, or too large.
    pub(crate) fn new(mission: &'a Mission) -> Result<Self, Failure> {
        let places = places(mission)?;
        let place = |id: u64| {
            let unknown = || (Defect::Ids, format!("there is no room {id}"));
            places.get(&id).copied().ok_or_else(unknown)
        };
        let parents = mission.rooms.iter().map(|room| room.parent.map(place).transpose());
        let mut board = Self {
            mission,
            world: Rooms::new(mission.rooms.len(), place(mission.start)?, place(mission.goal)?),
            boss: place(mission.boss)?,
            parents: parents.collect::<Result<_, _>>()?,
            letters: 0,
            switches: 0,
        };
        let large = |what| (Defect::Large, what);
        board.number().map_err(large)?;
        for (room, item) in mission.rooms.iter().enumerate().filter_map(|(n, r)| Some((n, r.item?)))
        {
            board.world.lay(room, item).map_err(large)?;
        }
        for (number, edge) in mission.edges.iter().enumerate() {
            let ends = (place(edge.a)?, place(edge.b)?);
            board.world.join(ends, edge.symbol, number).map_err(large)?;
        }
        board.world.link();
        Ok(board)
    }

    /// Gives the named keys and the toggles the lowest bits, in order.
    fn number(&mut self) -> Result<(), String> {
        let mission = self.mission;
        for item in mission.rooms.iter().filter_map(|room| room.item) {
            match item {
                Item::Key(n) => self.letters = self.letters.max(n + 1),
                Item::Switch(s) => self.switches = self.switches.max(s + 1),
                _ => {}
            }
        }
        for lock in mission.edges.iter().filter_map(|edge| edge.symbol) {
            match lock {
                Lock::Key(n) => self.letters = self.letters.max(n + 1),
                Lock::Switch(s, _) => self.switches = self.switches.max(s + 1),
                Lock::SmallKey => {}
            }
        }
        let things = (0..self.letters).map(Item::Key).chain((0..self.switches).map(Item::Switch));
        for sign in things.filter_map(Item::sign) {
            self.world.bits.bit(&sign)?;
        }
        Ok(())
    }

    /// The things that the player has with these bits.
    pub(crate) fn bag(&self, bits: u64) -> Bag {
        let low = |count: u8| (1u64 << count) - 1;
        Bag {
            letters: bits & low(self.letters),
            small: self.world.bits.small_keys(bits),
            toggles: (bits >> self.letters & low(self.switches)) as u8,
        }
    }

    /// The bit of a switch.
    pub(crate) fn toggle(&self, switch: u8) -> u64 {
        1 << (self.letters + switch)
    }

    /// Number of rooms.
    pub(crate) fn rooms(&self) -> usize {
        self.parents.len()
    }

    /// Number of passages beyond those that a tree of the rooms has.
    pub(crate) fn links(&self) -> usize {
        (self.world.edges.len() + 1).saturating_sub(self.rooms())
    }
}

/// The place of each room, by its id.
fn places(mission: &Mission) -> Result<HashMap<u64, u32>, Failure> {
    let mut places = HashMap::with_capacity(mission.rooms.len());
    for (place, room) in (0..).zip(&mission.rooms) {
        if places.insert(room.id, place).is_some() {
            return Err((Defect::Ids, format!("two rooms have the id {}", room.id)));
        }
    }
    Ok(places)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explore::explore;
    use crate::mission::sketch;

    /// `expect`: how many states are reached, how many of them are dead, the least cost.
    fn check(map: &str, expect: (usize, usize, Option<u64>)) {
        let mission = serde_json::from_value(sketch::mission(map, 0)).unwrap();
        let board = Board::new(&mission).unwrap();
        let space = explore(&board.world, 1 << 20);
        assert_eq!((space.states().count(), space.dead, space.least), expect, "\n{map}");
    }

    #[test]
    fn the_goal_is_terminal() {
        check("s-b", (2, 0, Some(1)));
        check("s-b-o", (2, 0, Some(1)));
        check("s-b-g-o", (3, 0, Some(2)));
    }

    #[test]
    fn named_keys_are_kept() {
        check("A-sAb", (4, 0, Some(3)));
        check("A-sAoAb", (5, 0, Some(4)));
        check("sAb", (1, 1, None));
        check("A-s-B\n  A\n  oBb", (1 + 3 + 2 + 5, 0, Some(6)));
    }

    #[test]
    fn small_keys_are_used_up() {
        check("k-skb", (4, 0, Some(3)));
        check("k-skokb", (1 + 2 + 3, 6, None));
        check("oks-k\n  k\n  b-g", (1 + 2 + 3 + 4, 3, Some(4)));
    }

    #[test]
    fn a_flip_costs_one() {
        check("x-s1b", (2 + 3, 0, Some(4)));
        check("x-s0b", (3 + 2, 0, Some(1)));
        check("y-s3b", (2 * 2 + 1, 0, Some(4)));
    }

    #[test]
    fn a_bag_is_named_by_its_keys() {
        let check = |letters, small, expect| {
            assert_eq!(Bag { letters, small, toggles: 0 }.to_string(), expect);
        };
        check(0, 0, "[]");
        check(0b101 | 1 << 25, 0, "[ACZ]");
        check(0, 2, "[2 small]");
    }
}
