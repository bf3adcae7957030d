//! A dungeon by its rooms: keys, switches, small locks and puzzles together, searched to the end.

use super::signs;
use crate::area::{Map, Reach};
use crate::category::Style;
use crate::explore::explore;
use crate::lock::Lock;
use crate::read::area::Area;
use crate::read::dungeon::{Dungeon, Mission};
use crate::rooms::Rooms;

/// The most states; a dungeon of sixteen rooms has some hundreds.
const MOST_STATES: usize = 1 << 22;

/// The part that is left out of a dungeon, to see if it matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Without {
    Nothing,
    /// A puzzle, by its number, is never solved.
    Puzzle(usize),
    /// No puzzles and none of their keys, and what lies in this room of the mission either.
    ItemOf(usize),
}

/// The outcome of a search over the rooms.
pub(crate) struct Found {
    pub(crate) states: usize,
    pub(crate) dead: usize,
    pub(crate) least: Option<u64>,
    pub(crate) reach: Reach,
}

/// A puzzle of a dungeon: where it stands, the number of its passage, its lock.
type Puzzle = (usize, usize, Lock);

/// Looks at every state of a dungeon with something left out. Rooms have the numbers of the area's.
pub(crate) fn search(
    dungeon: &Dungeon,
    map: &Map,
    style: Style,
    without: Without,
) -> Result<Found, String> {
    let mut rooms = rooms(&dungeon.mission, map, without)?;
    let mut puzzles = match without {
        Without::ItemOf(_) => Vec::new(),
        _ => lay_puzzles(&mut rooms, &dungeon.area, map, style)?,
    };
    if let Without::Puzzle(puzzle) = without {
        let (_, edge, lock) = &mut puzzles[puzzle];
        lock.never = true;
        rooms.edges[*edge].2.never = true;
    }
    rooms.link();
    let space = explore(&rooms, MOST_STATES);
    let mut solved = vec![false; puzzles.len()];
    for (room, &bits) in space.states() {
        for (solved, (stands, _, lock)) in solved.iter_mut().zip(&puzzles) {
            *solved |= *stands == room as usize && rooms.bits.pass(lock, bits).is_some();
        }
    }
    let reach = Reach { rooms: space.reached(), solved, stuck: None, large: space.large };
    Ok(Found { states: space.len(), dead: space.dead, least: space.least, reach })
}

/// The rooms of the mission, but for an item left out.
fn rooms(mission: &Mission, map: &Map, without: Without) -> Result<Rooms, String> {
    let at = |coords: &[i64; 3]| map.places.get(coords).map(|place| *place as u32);
    let place = |id: u64| {
        mission.place(id).and_then(|coords| at(&coords)).ok_or(format!("there is no room {id}"))
    };
    let mut rooms = Rooms::new(map.links.len(), place(mission.start)?, place(mission.goal)?);
    for (number, here) in mission.rooms.iter().enumerate() {
        let room = at(&here.coords).ok_or("a room of the mission has no place")?;
        if let Some(item) = here.item.filter(|_| without != Without::ItemOf(number)) {
            rooms.lay(room as usize, item)?;
        }
    }
    for edge in &mission.edges {
        let (a, b) = (place(edge.a)?, place(edge.b)?);
        rooms.join((a, b), edge.symbol, format!("{a} {b}"))?;
    }
    Ok(rooms)
}

/// Puts the puzzles on their passages, and their keys in their rooms.
fn lay_puzzles(
    rooms: &mut Rooms,
    area: &Area,
    map: &Map,
    style: Style,
) -> Result<Vec<Puzzle>, String> {
    let Rooms { bits, take, edges, .. } = rooms;
    for (number, (item, room)) in area.items.iter().zip(&map.lies).enumerate() {
        take[room.ok_or("a key lies in no room")?] |= match style {
            Style::Named => bits.bit(&signs::key(&item.name))?,
            Style::Small => bits.small_key(&format!("item {number}"))?,
        };
    }
    let mut puzzles = Vec::new();
    for (puzzle, (gate, room)) in area.puzzles.iter().zip(map.gates.iter().zip(&map.stands)) {
        let ((a, b), room) = gate.zip(*room).ok_or("a puzzle without a passage")?;
        let (a, b) = (a.min(b) as u32, a.max(b) as u32);
        let sign = signs::puzzle(puzzle, style);
        let lock = bits.lock(&[&sign], &format!("{a} {b}"))?;
        if puzzle.required_key.is_none() {
            take[room] |= bits.bit(&sign)?;
        }
        let same = |&(c, d, _): &(u32, u32, Lock)| (c.min(d), c.max(d)) == (a, b);
        let edge = edges.iter().position(same).unwrap_or(edges.len());
        match edges.get_mut(edge) {
            Some((.., both)) => *both = both.and(lock),
            None => edges.push((a, b, lock)),
        }
        puzzles.push((room, edge, lock));
    }
    Ok(puzzles)
}
