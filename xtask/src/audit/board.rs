//! A mission as the search walks it: rooms by place, passages by room, items as bits.
//!
//! One set of 64 bits holds what was picked up: bits 0 to 25 the named keys, the bits above them the
//! small keys, one a room that holds one. Another set holds the small locks that were opened.

use super::kind::{Failure, Kind};
use super::wire::{Item, Lock, Mission};
use std::collections::HashMap;
use std::fmt::{self, Display};

/// Named keys take the bits below this one.
const FIRST_SMALL: u32 = 26;

/// What the player has: picked up, and opened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Bag {
    pub(super) taken: u64,
    pub(super) opened: u64,
}

impl Bag {
    /// How many small keys were picked up so far.
    pub(super) fn small_keys(self) -> u32 {
        (self.taken >> FIRST_SMALL).count_ones()
    }

    /// How many small keys are left to open a lock with.
    fn in_hand(self) -> u32 {
        self.small_keys().saturating_sub(self.opened.count_ones())
    }
}

impl Display for Bag {
    /// The named keys by their letters, then how many small keys were picked up.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[")?;
        for n in (0..FIRST_SMALL as u8).filter(|n| self.taken >> n & 1 == 1) {
            write!(f, "{}", Item::Key(n))?;
        }
        match self.small_keys() {
            0 => f.write_str("]"),
            count => write!(f, "{count} small]"),
        }
    }
}

/// A passage as seen from one of its rooms.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Door {
    pub(super) to: u32,
    pub(super) edge: u32,
    /// The named key it asks for, as a bit; or none.
    key: u64,
    /// The small lock on it, as a bit of [`Bag::opened`]; or none.
    small: u64,
    /// The toggles it asks about, and the positions it asks for.
    toggles: (u8, u8),
}

impl Door {
    /// What the player has after passing, before taking what lies behind; nothing if it stays shut.
    #[inline]
    pub(super) fn pass(&self, bag: Bag, toggles: u8) -> Option<Bag> {
        let (asked, position) = self.toggles;
        if bag.taken & self.key != self.key || toggles & asked != position {
            return None;
        }
        let opened = bag.opened | self.small;
        (opened == bag.opened || bag.in_hand() > 0).then_some(Bag { opened, ..bag })
    }

    /// Whether it carries no lock at all.
    pub(super) fn is_open(&self) -> bool {
        self.small == 0 && !self.keeps()
    }

    /// Whether it carries a lock that uses nothing up.
    pub(super) fn keeps(&self) -> bool {
        self.key != 0 || self.toggles.0 != 0
    }
}

/// A mission, ready to be walked.
#[derive(Clone, Debug)]
pub(super) struct Board {
    /// Rooms have the numbers 0 up to this.
    pub(super) rooms: usize,
    /// The bit of [`Bag::taken`] that entering a room sets; or none.
    pub(super) pick: Vec<u64>,
    /// The bit of the toggles that can be flipped in a room; or none.
    pub(super) flip: Vec<u8>,
    /// What the player has at the beginning.
    pub(super) held: u64,
    pub(super) start: u32,
    pub(super) boss: u32,
    pub(super) goal: u32,
    /// The rooms at the two ends of each edge.
    pub(super) ends: Vec<(u32, u32)>,
    /// The parent of each room.
    pub(super) parents: Vec<Option<u32>>,
    /// One more than the highest number of a switch, of objects and locks.
    pub(super) switches: u8,
    doors: Vec<Door>,
    first_door: Vec<usize>,
}

impl Board {
    /// The board of a mission; in words what is wrong with its ids, or too large.
    pub(super) fn new(mission: &Mission) -> Result<Self, Failure> {
        let places = places(mission)?;
        let place = |id: u64| {
            let unknown = || Failure::new(Kind::Ids, format!("there is no room {id}"));
            places.get(&id).copied().ok_or_else(unknown)
        };
        let mut ends = Vec::with_capacity(mission.edges.len());
        for edge in &mission.edges {
            ends.push((place(edge.a)?, place(edge.b)?));
        }
        let parents = mission.rooms.iter().map(|room| room.parent.map(place).transpose());
        let parents = parents.collect::<Result<_, _>>()?;
        let (first_door, doors) = doors(mission, &ends)?;
        Ok(Self {
            rooms: mission.rooms.len(),
            pick: picks(mission)?,
            flip: mission.rooms.iter().map(|room| flip(room.item)).collect(),
            held: 0,
            start: place(mission.start)?,
            boss: place(mission.boss)?,
            goal: place(mission.goal)?,
            ends,
            parents,
            switches: switches(mission),
            doors,
            first_door,
        })
    }

    /// The passages of a room.
    #[inline]
    pub(super) fn doors(&self, room: u32) -> &[Door] {
        let room = room as usize;
        &self.doors[self.first_door[room]..self.first_door[room + 1]]
    }

    /// How many passages there are beyond those that a tree of the rooms has.
    pub(super) fn links(&self) -> usize {
        (self.ends.len() + 1).saturating_sub(self.rooms)
    }

    /// How many small keys lie about.
    pub(super) fn small_keys(&self) -> u32 {
        self.pick.iter().map(|bit| (bit >> FIRST_SMALL).count_ones()).sum()
    }

    /// The rooms that hold something to pick up.
    pub(super) fn pick_ups(&self) -> impl Iterator<Item = u32> + '_ {
        (0..).zip(&self.pick).filter(|(_, bit)| **bit != 0).map(|(room, _)| room)
    }
}

/// The place of each room, by its id.
fn places(mission: &Mission) -> Result<HashMap<u64, u32>, Failure> {
    let mut places = HashMap::with_capacity(mission.rooms.len());
    for (place, room) in (0..).zip(&mission.rooms) {
        if places.insert(room.id, place).is_some() {
            let what = format!("two rooms have the id {}", room.id);
            return Err(Failure::new(Kind::Ids, what));
        }
    }
    Ok(places)
}

/// The bit that each room's key sets.
fn picks(mission: &Mission) -> Result<Vec<u64>, Failure> {
    let mut next_small = FIRST_SMALL;
    let mut pick = |item: Option<Item>| match item {
        Some(Item::Key(n)) => Ok(1 << n),
        Some(Item::SmallKey) => {
            next_small += 1;
            1u64.checked_shl(next_small - 1).ok_or_else(|| too_many("keys"))
        }
        _ => Ok(0),
    };
    mission.rooms.iter().map(|room| pick(room.item)).collect()
}

/// More small keys or locks than a bag has bits for.
fn too_many(things: &str) -> Failure {
    Failure::new(Kind::Unknown, format!("too many small {things}"))
}

/// The bit that a switch object flips.
fn flip(item: Option<Item>) -> u8 {
    match item {
        Some(Item::Switch(s)) => 1 << s,
        _ => 0,
    }
}

/// One more than the highest number of a switch that anything speaks of.
fn switches(mission: &Mission) -> u8 {
    let objects = mission.rooms.iter().map(|room| match room.item {
        Some(Item::Switch(s)) => s + 1,
        _ => 0,
    });
    let locks = mission.edges.iter().map(|edge| match edge.symbol {
        Some(Lock::Switch(s, _)) => s + 1,
        _ => 0,
    });
    objects.chain(locks).max().unwrap_or(0)
}

/// The doors of all rooms, room after room, and where those of each room begin.
fn doors(mission: &Mission, ends: &[(u32, u32)]) -> Result<(Vec<usize>, Vec<Door>), Failure> {
    let mut first = vec![0; mission.rooms.len() + 1];
    for &(a, b) in ends {
        first[a as usize + 1] += 1;
        first[b as usize + 1] += 1;
    }
    for room in 1..first.len() {
        first[room] += first[room - 1];
    }
    let mut next = first.clone();
    let mut doors = vec![Door::default(); 2 * ends.len()];
    let mut small_locks = 0;
    for ((edge, &(a, b)), wire) in (0..).zip(ends).zip(&mission.edges) {
        let lock = door(wire.symbol, &mut small_locks)?;
        for (from, to) in [(a, b), (b, a)] {
            let slot = &mut next[from as usize];
            doors[*slot] = Door { to, edge, ..lock };
            *slot += 1;
        }
    }
    Ok((first, doors))
}

/// A door with a lock, leading nowhere yet.
fn door(lock: Option<Lock>, small_locks: &mut u32) -> Result<Door, Failure> {
    let mut door = Door::default();
    match lock {
        None => {}
        Some(Lock::Key(n)) => door.key = 1 << n,
        Some(Lock::Switch(s, on)) => door.toggles = (1 << s, u8::from(on) << s),
        Some(Lock::SmallKey) => {
            door.small = 1u64.checked_shl(*small_locks).ok_or_else(|| too_many("locks"))?;
            *small_locks += 1;
        }
    }
    Ok(door)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bag_is_named_by_its_keys() {
        let check = |taken, expect| assert_eq!(Bag { taken, opened: 0 }.to_string(), expect);
        check(0, "[]");
        check(0b101 | 1 << 25, "[ACZ]");
        check(0b11 << 26, "[2 small]");
    }
}
