//! Rooms, passages, keys, switches and small locks as a world, for missions and for whole dungeons.
//!
//! Going through a passage costs 1, and so does flipping a switch where its object stands; keys are
//! taken on entering, always; named keys are kept, a small lock uses one small key up and stays open;
//! the goal is terminal. This is the rule book written out, without a shortcut.

use crate::explore::{State, World};
use crate::lock::{Bits, Lock};
use crate::read::mission::{self, Item};
use std::fmt::Display;

/// A passage as seen from one of its rooms.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Way {
    pub(crate) to: u32,
    /// The number of the passage.
    pub(crate) edge: u32,
    pub(crate) lock: Lock,
    /// True if the lock asks for nothing, as most do: seen at once.
    open: bool,
}

/// Rooms by number, ready to be walked.
#[derive(Clone, Default)]
pub(crate) struct Rooms {
    pub(crate) bits: Bits,
    pub(crate) start: u32,
    pub(crate) goal: u32,
    /// The bits that the player has at the beginning, besides what lies in the first room.
    pub(crate) held: u64,
    /// Of each room what is taken there, and the toggle that stands there.
    pub(crate) take: Vec<u64>,
    pub(crate) toggles: Vec<u64>,
    /// The passages by number: the rooms at the ends, and the lock.
    pub(crate) edges: Vec<(u32, u32, Lock)>,
    ways: Vec<Vec<Way>>,
}

impl Rooms {
    /// So many rooms with nothing in them and no passages.
    pub(crate) fn new(rooms: usize, start: u32, goal: u32) -> Self {
        let (take, toggles) = (vec![0; rooms], vec![0; rooms]);
        Self { start, goal, take, toggles, ..Self::default() }
    }

    /// Lays an item into a room.
    pub(crate) fn lay(&mut self, room: usize, item: Item) -> Result<(), String> {
        match (item, item.sign()) {
            (Item::SmallKey, _) => {
                self.take[room] |= self.bits.small_key(&format!("of room {room}"))?;
            }
            (Item::Switch(_), Some(sign)) => self.toggles[room] ^= self.bits.bit(&sign)?,
            (_, Some(sign)) => self.take[room] |= self.bits.bit(&sign)?,
            (_, None) => {}
        }
        Ok(())
    }

    /// Adds a passage; what its lock takes is paid once for the place.
    pub(crate) fn join(
        &mut self,
        (a, b): (u32, u32),
        lock: Option<mission::Lock>,
        place: impl Display,
    ) -> Result<(), String> {
        let lock = match lock {
            None => Lock::default(),
            Some(lock) => {
                let sign = lock.sign();
                self.bits.lock(&[sign], &place.to_string())?
            }
        };
        self.edges.push((a, b, lock));
        Ok(())
    }

    /// Opens the passages as they stand to both sides.
    pub(crate) fn link(&mut self) {
        self.ways = vec![Vec::new(); self.take.len()];
        for (edge, &(a, b, lock)) in (0..).zip(&self.edges) {
            let open = lock.is_open();
            self.ways[a as usize].push(Way { to: b, edge, lock, open });
            self.ways[b as usize].push(Way { to: a, edge, lock, open });
        }
    }

    /// The passages of a room.
    pub(crate) fn ways(&self, room: u32) -> &[Way] {
        &self.ways[room as usize]
    }
}

impl World for Rooms {
    type Key = u64;

    fn places(&self) -> usize {
        self.take.len()
    }

    fn start(&self) -> State<u64> {
        (self.start, self.held | self.take[self.start as usize])
    }

    fn is_goal(&self, room: u32) -> bool {
        room == self.goal
    }

    fn moves(&self, room: u32, &bits: &u64, into: &mut Vec<State<u64>>) {
        for way in self.ways(room) {
            let after = if way.open { Some(bits) } else { self.bits.pass(&way.lock, bits) };
            into.extend(after.map(|bits| (way.to, bits | self.take[way.to as usize])));
        }
        let toggle = self.toggles[room as usize];
        if toggle != 0 {
            into.push((room, bits ^ toggle));
        }
    }
}
