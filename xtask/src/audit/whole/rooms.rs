//! A dungeon by its rooms: keys, switches, small locks and puzzles together, searched to the end.

use super::explore::{World, explore};
use super::lock::{Bits, Lock};
use super::wire::Mission;
use crate::audit::area::{Area, Map, Reach, Style};
use std::collections::HashMap;

/// The most states; a dungeon of sixteen rooms has some hundreds.
const MOST_STATES: usize = 1 << 22;

/// What is left out of a dungeon, to see whether it matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Without {
    Nothing,
    /// A puzzle, by its number, is never solved.
    Puzzle(usize),
    /// No puzzles and none of their keys, and what lies in this room of the mission either.
    ItemOf(usize),
}

/// The rooms of the area, with what the mission has there.
pub(super) struct Rooms {
    bits: Bits,
    start: usize,
    goal: usize,
    /// Of each room what is taken there, and the toggles that stand there.
    take: Vec<u64>,
    toggles: Vec<Vec<u64>>,
    /// Of each room where it leads, and past which lock.
    ways: Vec<Vec<(usize, Lock)>>,
    /// Of each puzzle where it stands and the lock of its passage.
    puzzles: Vec<(usize, Lock)>,
}

/// What was found of the rooms.
pub(super) struct Found {
    pub(super) states: usize,
    pub(super) dead: usize,
    pub(super) least: Option<u64>,
    pub(super) reach: Reach,
}

impl Rooms {
    /// Puts mission and area together. Rooms have the numbers of the area's.
    pub(super) fn new(
        mission: &Mission,
        area: &Area,
        map: &Map,
        style: Style,
        without: Without,
    ) -> Result<Self, String> {
        let mut rooms: HashMap<u64, usize> = HashMap::new();
        for room in &mission.rooms {
            let place = map.places.get(&room.coords).ok_or("a room of the mission has no place")?;
            rooms.insert(room.id, *place);
        }
        let room = |id: &u64| rooms.get(id).copied().ok_or(format!("there is no room {id}"));
        let bare = matches!(without, Without::ItemOf(_));
        let mut bits = Bits::default();
        let mut new = Self {
            start: room(&mission.start)?,
            goal: room(&mission.goal)?,
            take: vec![0; area.rooms.len()],
            toggles: vec![Vec::new(); area.rooms.len()],
            ways: vec![Vec::new(); area.rooms.len()],
            puzzles: Vec::new(),
            bits: Bits::default(),
        };
        for (number, here) in mission.rooms.iter().enumerate() {
            let Some(item) = here.item.as_deref() else { continue };
            let place = room(&here.id)?;
            let skipped = without == Without::ItemOf(number);
            match (super::signs::item(item)?, skipped) {
                (_, true) => {}
                (Some(sign), _) if sign == "key" => {
                    new.take[place] |= bits.small_key(&format!("of room {place}"))?;
                }
                (Some(sign), _) if sign.starts_with("toggle:") => {
                    new.toggles[place].push(bits.bit(&sign)?);
                }
                (Some(sign), _) => new.take[place] |= bits.bit(&sign)?,
                (None, _) => {}
            }
        }
        let mut locks: HashMap<(usize, usize), Lock> = HashMap::new();
        for edge in &mission.edges {
            let (a, b) = (room(&edge.a)?, room(&edge.b)?);
            let sign = edge.symbol.as_deref().map(super::signs::symbol).transpose()?;
            let lock = bits.lock(sign.iter().map(String::as_str), &format!("{a} {b}"))?;
            locks.insert((a.min(b), a.max(b)), lock);
        }
        if !bare {
            new.puzzles(area, map, style, &mut bits, &mut locks)?;
        }
        if let Without::Puzzle(puzzle) = without
            && let Some((a, b)) = map.gates[puzzle]
        {
            locks.entry((a.min(b), a.max(b))).or_default().never = true;
            new.puzzles[puzzle].1.never = true;
        }
        for ((a, b), lock) in locks {
            new.ways[a].push((b, lock));
            new.ways[b].push((a, lock));
        }
        new.bits = bits;
        Ok(new)
    }

    /// Puts the puzzles on their passages, and their keys in their rooms.
    fn puzzles(
        &mut self,
        area: &Area,
        map: &Map,
        style: Style,
        bits: &mut Bits,
        locks: &mut HashMap<(usize, usize), Lock>,
    ) -> Result<(), String> {
        for (number, (item, room)) in area.items.iter().zip(&map.lies).enumerate() {
            let room = room.ok_or("a key lies in no room")?;
            self.take[room] |= match style {
                Style::Named => bits.bit(&super::signs::key(&item.name))?,
                Style::Small => bits.small_key(&format!("item {number}"))?,
            };
        }
        for (puzzle, (gate, room)) in area.puzzles.iter().zip(map.gates.iter().zip(&map.stands)) {
            let (gate, room) = gate.zip(*room).ok_or("a puzzle without a passage")?;
            let ends = (gate.0.min(gate.1), gate.0.max(gate.1));
            let sign = super::signs::puzzle(puzzle, style);
            let lock = bits.lock([sign.as_str()].into_iter(), &format!("{} {}", ends.0, ends.1))?;
            if puzzle.required_key.is_none() {
                self.take[room] |= bits.bit(&sign)?;
            }
            let both = locks.entry(ends).or_default();
            *both = both.and(lock);
            self.puzzles.push((room, lock));
        }
        Ok(())
    }

    /// Looks at every state.
    pub(super) fn search(&self) -> Found {
        let space = explore(self, MOST_STATES);
        let mut reach = Reach {
            rooms: vec![false; self.take.len()],
            solved: vec![false; self.puzzles.len()],
            stuck: None,
            large: space.large,
        };
        for &(room, bits) in &space.states {
            reach.rooms[room as usize] = true;
            for (solved, (stands, lock)) in reach.solved.iter_mut().zip(&self.puzzles) {
                *solved |= *stands == room as usize && self.bits.pass(lock, bits).is_some();
            }
        }
        Found { states: space.states.len(), dead: space.dead, least: space.least, reach }
    }
}

impl World for Rooms {
    type State = (u32, u64);

    fn start(&self) -> Self::State {
        (self.start as u32, self.take[self.start])
    }

    fn is_goal(&self, state: &Self::State) -> bool {
        state.0 as usize == self.goal
    }

    fn moves(&self, &(room, bits): &Self::State, into: &mut Vec<Self::State>) {
        for (to, lock) in &self.ways[room as usize] {
            let after = self.bits.pass(lock, bits);
            into.extend(after.map(|bits| (*to as u32, bits | self.take[*to])));
        }
        into.extend(self.toggles[room as usize].iter().map(|toggle| (room, bits ^ toggle)));
    }
}
