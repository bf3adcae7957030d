//! A dungeon by its rooms: keys, switches, small locks and puzzles together, searched to the end.

use super::signs;
use crate::area::{Map, Reach};
use crate::category::Style;
use crate::explore::explore;
use crate::lock::Lock;
use crate::read::area::Area;
use crate::read::dungeon::Mission;
use crate::rooms::Rooms;
use std::collections::HashMap;

/// The most states; a dungeon of sixteen rooms has some hundreds.
const MOST_STATES: usize = 1 << 22;

/// What is left out of a dungeon, to see whether it matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Without {
    Nothing,
    /// A puzzle, by its number, is never solved.
    Puzzle(usize),
    /// No puzzles and none of their keys, and what lies in this room of the mission either.
    ItemOf(usize),
}

/// The rooms of the area, with what the mission has there.
struct Joined {
    rooms: Rooms,
    /// Of each puzzle where it stands, the number of its passage and its lock.
    puzzles: Vec<(usize, usize, Lock)>,
}

/// What was found of the rooms.
pub(crate) struct Found {
    pub(crate) states: usize,
    pub(crate) dead: usize,
    pub(crate) least: Option<u64>,
    pub(crate) reach: Reach,
}

/// Looks at every state of a dungeon with something left out. Rooms have the numbers of the area's.
pub(crate) fn search(
    mission: &Mission,
    area: &Area,
    map: &Map,
    style: Style,
    without: Without,
) -> Result<Found, String> {
    let mut joined = Joined::new(mission, map, without)?;
    if !matches!(without, Without::ItemOf(_)) {
        joined.lay_puzzles(area, map, style)?;
    }
    if let Without::Puzzle(puzzle) = without {
        let (_, edge, lock) = &mut joined.puzzles[puzzle];
        lock.never = true;
        joined.rooms.edges[*edge].2.never = true;
    }
    joined.rooms.link();
    Ok(joined.search())
}

impl Joined {
    /// The rooms of the mission, but for an item left out.
    fn new(mission: &Mission, map: &Map, without: Without) -> Result<Self, String> {
        let mut places: HashMap<u64, usize> = HashMap::new();
        for room in &mission.rooms {
            let place = map.places.get(&room.coords).ok_or("a room of the mission has no place")?;
            places.insert(room.id, *place);
        }
        let place = |id: u64| {
            let place = places.get(&id).map(|place| *place as u32);
            place.ok_or(format!("there is no room {id}"))
        };
        let count = map.links.len();
        let mut rooms = Rooms::new(count, place(mission.start)?, place(mission.goal)?);
        for (number, here) in mission.rooms.iter().enumerate() {
            if let Some(item) = here.item
                && without != Without::ItemOf(number)
            {
                rooms.lay(place(here.id)? as usize, item)?;
            }
        }
        for edge in &mission.edges {
            let (a, b) = (place(edge.a)?, place(edge.b)?);
            rooms.join((a, b), edge.symbol, format!("{a} {b}"))?;
        }
        Ok(Self { rooms, puzzles: Vec::new() })
    }

    /// Puts the puzzles on their passages, and their keys in their rooms.
    fn lay_puzzles(&mut self, area: &Area, map: &Map, style: Style) -> Result<(), String> {
        let Rooms { bits, take, edges, .. } = &mut self.rooms;
        for (number, (item, room)) in area.items.iter().zip(&map.lies).enumerate() {
            take[room.ok_or("a key lies in no room")?] |= match style {
                Style::Named => bits.bit(&signs::key(&item.name))?,
                Style::Small => bits.small_key(&format!("item {number}"))?,
            };
        }
        for (puzzle, (gate, room)) in area.puzzles.iter().zip(map.gates.iter().zip(&map.stands)) {
            let ((a, b), room) = gate.zip(*room).ok_or("a puzzle without a passage")?;
            let (a, b) = (a.min(b) as u32, a.max(b) as u32);
            let sign = signs::puzzle(puzzle, style);
            let lock = bits.lock([sign.as_str()], &format!("{a} {b}"))?;
            if puzzle.required_key.is_none() {
                take[room] |= bits.bit(&sign)?;
            }
            let same = |&(c, d, _): &(u32, u32, Lock)| (c.min(d), c.max(d)) == (a, b);
            let edge = edges.iter().position(same).unwrap_or(edges.len());
            match edges.get_mut(edge) {
                Some((.., both)) => *both = both.and(lock),
                None => edges.push((a, b, lock)),
            }
            self.puzzles.push((room, edge, lock));
        }
        Ok(())
    }

    /// Looks at every state.
    fn search(&self) -> Found {
        let space = explore(&self.rooms, MOST_STATES);
        let mut solved = vec![false; self.puzzles.len()];
        for (room, &bits) in space.states() {
            for (solved, (stands, _, lock)) in solved.iter_mut().zip(&self.puzzles) {
                *solved |= *stands == room as usize && self.rooms.bits.pass(lock, bits).is_some();
            }
        }
        let reach = Reach { rooms: space.reached(), solved, stuck: None, large: space.large };
        Found { states: space.len(), dead: space.dead, least: space.least, reach }
    }
}
