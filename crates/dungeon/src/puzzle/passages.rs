//! The input of placement, the choice of passages to block, and the rooms that can be reached with some puzzles
//! unsolved.
//!
//! The blocked passages are bridges of the graph, one for each puzzle. If there are too few bridges, connections on
//! cycles are closed. Invariant: the layout stays connected, and its stairs and its boss's room stay.
//!
//! Placement assumes that a player before a puzzle can solve it, except a locked door, which needs its key. The
//! verifier decides later.

use super::area::{Area, Puzzle};
use super::request::PuzzleCount;
use super::rooms_of;
use super::templates::{ChestTemplate, Pack, Template};
use crate::layout::ways::{Passage, UNREACHED, Ways};
use crate::layout::{Kind, Layout, RoomIndex};
use crate::mission::KeyStyle;
use search::Stream;
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// The largest number of puzzles in one room.
pub(super) const MOST_IN_A_ROOM: usize = 2;

/// Number of puzzles requested, in total and for each room.
pub(super) struct Quota {
    pub(super) asked: u32,
    /// By room, if each room has its own number.
    pub(super) rooms: Option<Vec<u8>>,
}

impl Quota {
    pub(super) fn roll(layout: &Layout, wanted: PuzzleCount, stream: &mut Stream) -> Self {
        match wanted {
            PuzzleCount::Between(low, high) => {
                Self { asked: stream.between(low.into(), high.into()) as u32, rooms: None }
            }
            PuzzleCount::PerRoom => {
                let mut roll = || per_room(stream);
                let rooms: Vec<u8> =
                    layout.rooms.iter().map(|room| if room.entry { 0 } else { roll() }).collect();
                Self { asked: rooms.iter().map(|&n| u32::from(n)).sum(), rooms: Some(rooms) }
            }
        }
    }

    /// A number of puzzles for one room, drawn if none is given, in addition to the puzzles that it has.
    pub(super) fn of_room(
        area: &Area,
        room: RoomIndex,
        puzzles: Option<u8>,
        stream: &mut Stream,
    ) -> Self {
        let asked = puzzles.unwrap_or_else(|| per_room(stream));
        let there = area.puzzles.iter().filter(|puzzle| puzzle.room == room).count();
        let most = (there + usize::from(asked)).min(MOST_IN_A_ROOM);
        let mut rooms = vec![0; area.layout.rooms.len()];
        if let Some(own) = rooms.get_mut(room as usize) {
            *own = most as u8;
        }
        Self { asked: asked.into(), rooms: Some(rooms) }
    }

    /// The largest number of puzzles for a room.
    fn of(&self, room: RoomIndex) -> usize {
        let most = |rooms: &Vec<u8>| rooms.get(room as usize).map_or(0, |&n| n.into());
        self.rooms.as_ref().map_or(MOST_IN_A_ROOM, most)
    }
}

/// 0, 1 or 2 with probabilities 1/4, 1/2 and 1/4.
fn per_room(stream: &mut Stream) -> u8 {
    [0, 1, 1, 2][stream.index(4)]
}

/// The passages to block: as many as requested, or all that are possible.
pub(super) fn choose(site: &mut Site<'_>, quota: &Quota, stream: &mut Stream) -> Vec<Passage> {
    let asked = quota.asked as usize;
    let mut free = candidates(site, quota);
    while free.len() < asked {
        // Rooms with fewer passages than requested puzzles, or any room.
        let mut wanting: Vec<Option<RoomIndex>> = match &quota.rooms {
            None => vec![None],
            Some(_) => {
                let has = |room| free.iter().filter(|p| p.room == room).count();
                let rooms = 0..site.area.layout.rooms.len() as RoomIndex;
                rooms.filter(|&room| quota.of(room) > has(room)).map(Some).collect()
            }
        };
        stream.shuffle(&mut wanting);
        wanting.truncate(MOST_WANTING);
        let mut more = false;
        for near in wanting {
            more |= site.may_close && make_bridge(&mut site.area.layout, near, stream);
        }
        if !more {
            break;
        }
        free = candidates(site, quota);
    }
    // A passage that cuts off more than one room gets the larger of two draws, so it is likely to come first.
    let ways = Ways::of(&site.area.layout);
    let mut drawn: Vec<(u64, Passage)> = Vec::with_capacity(free.len());
    for passage in free {
        let far = ways.beyond(passage).map_or(0, |to| ways.from(to).count());
        let draws = if far > 1 { 2 } else { 1 };
        let best = (0..draws).map(|_| stream.next_u64()).max().unwrap_or(0);
        drawn.push((best, passage));
    }
    drawn.sort_unstable_by(|a, b| b.cmp(a));
    let drawn = drawn.into_iter().map(|(_, passage)| passage).collect();
    let mut chosen: Vec<Passage> = by_worth(site, &ways, drawn).into_iter().take(asked).collect();
    chosen.sort_unstable_by_key(|p| (site.area.layout.rooms[p.room as usize].distance, *p));
    chosen
}

/// The passages in order of preference: first one for each puzzle room, then those that lead to a boss or a treasure,
/// then the others; the drawn order holds within each group.
fn by_worth(site: &Site<'_>, ways: &Ways, drawn: Vec<Passage>) -> Vec<Passage> {
    let layout = &site.area.layout;
    let hides = hiding(layout, ways);
    let mut served: BTreeSet<RoomIndex> = BTreeSet::new();
    let mut ranked: Vec<(u8, Passage)> = Vec::with_capacity(drawn.len());
    for passage in drawn {
        let room = rooms_of(layout, ways, passage).find(|&room| served.insert(room));
        let rank = match room {
            Some(_) => 0,
            None if ways.beyond(passage).is_some_and(|far| hides[far as usize]) => 1,
            None => 2,
        };
        ranked.push((rank, passage));
    }
    ranked.sort_by_key(|&(rank, _)| rank);
    ranked.into_iter().map(|(_, passage)| passage).collect()
}

/// By room: true if a boss or a treasure lies in it, or beyond it on a shortest path from the entry. For the far room
/// of a bridge this covers everything behind the bridge.
fn hiding(layout: &Layout, ways: &Ways) -> Vec<bool> {
    let steps = ways.distances(layout.entry(), |_| true);
    let mut hides: Vec<bool> =
        layout.rooms.iter().map(|room| matches!(room.kind, Kind::Boss | Kind::Treasure)).collect();
    let mut far_first: Vec<RoomIndex> = (0..ways.len() as RoomIndex).collect();
    far_first.sort_unstable_by_key(|&room| Reverse(steps[room as usize]));
    for room in far_first {
        let is_nearer =
            |to: &RoomIndex| steps[*to as usize].checked_add(1) == Some(steps[room as usize]);
        let nearer = ways.from(room).map(|(_, to)| to).find(is_nearer);
        if let Some(nearer) = nearer {
            hides[nearer as usize] |= hides[room as usize];
        }
    }
    hides
}

/// The largest number of rooms that get a new bridge in one round.
const MOST_WANTING: usize = 64;

/// The bridges that could be blocked: without a puzzle, and in each room no more than its quota.
fn candidates(site: &Site<'_>, quota: &Quota) -> Vec<Passage> {
    let ways = Ways::of(&site.area.layout);
    let entry = site.area.layout.entry();
    let blocked = |passage: Passage| {
        let is = |p: &Puzzle| Passage { room: p.room, direction: p.direction } == passage;
        site.area.puzzles.iter().any(is)
    };
    let mut in_room = vec![0; ways.len()];
    for puzzle in &site.area.puzzles {
        in_room[puzzle.room as usize] += 1;
    }
    let mut free = ways.bridges(entry);
    // Bridges at puzzle rooms come first, in case a room's quota is used up.
    free.sort_by_cached_key(|&passage| {
        rooms_of(&site.area.layout, &ways, passage).next().is_none()
    });
    free.retain(|&passage| {
        let count = &mut in_room[passage.room as usize];
        let fits = passage.room != entry
            && ways.beyond(passage).is_some_and(|to| (site.may_block)(to))
            && !blocked(passage)
            && *count < quota.of(passage.room);
        *count += usize::from(fits);
        fits
    });
    free.sort_unstable();
    free
}

/// The largest number of rooms tried for one bridge.
const TRIES: usize = 200;

/// Makes one more bridge by closing passages. Its near side is not the entry, and is `near` if that is given. Returns
/// true on success.
fn make_bridge(layout: &mut Layout, near: Option<RoomIndex>, stream: &mut Stream) -> bool {
    let ways = Ways::of(layout);
    let entry = layout.entry();
    let bridges = ways.bridges(entry);
    let steps: Vec<u32> = layout.rooms.iter().map(|room| room.distance).collect();
    let nearer = |a: RoomIndex, b: RoomIndex| steps[a as usize] < steps[b as usize];
    let mut found: Vec<(u32, u64, Passage)> = Vec::new();
    for (id, room) in (0..).zip(&layout.rooms) {
        let plain = !room.entry && room.kind != Kind::Boss && !room.connections.has_stairs();
        if !plain || room.connections.is_one() {
            continue;
        }
        for (passage, to) in ways.from(id) {
            let Some(by) = ways.back(passage) else { continue };
            let fits = to != entry && nearer(to, id) && near.is_none_or(|near| near == to);
            if fits && bridges.binary_search(&by).is_err() {
                // Fewer closed passages come first; ties are in random order.
                found.push((room.connections.len(), stream.next_u64(), passage));
            }
        }
    }
    found.sort_unstable();
    found.truncate(TRIES);
    found.into_iter().any(|(_, _, passage)| close_others(layout, &ways, passage))
}

/// Closes all passages of a room but one, if the rules of layouts allow it.
fn close_others(layout: &mut Layout, ways: &Ways, kept: Passage) -> bool {
    let mut left = ways.clone();
    let others: Vec<Passage> =
        ways.from(kept.room).map(|(passage, _)| passage).filter(|&p| p != kept).collect();
    for &passage in &others {
        left.close(passage);
    }
    let steps = left.distances(layout.entry(), |_| true);
    if steps.contains(&UNREACHED) || !boss_stays(layout, &left, &steps) {
        return false;
    }
    for passage in others {
        layout.close(passage.room, passage.direction);
    }
    layout.settle();
    true
}

/// True if no dead end on the boss's level would be farther away than the boss.
fn boss_stays(layout: &Layout, ways: &Ways, steps: &[u32]) -> bool {
    let boss = layout.rooms.iter().position(|room| room.kind == Kind::Boss);
    let Some(boss) = boss else { return true };
    (0..).zip(&layout.rooms).all(|(id, room)| {
        let end = ways.from(id).count() == 1;
        let rival = end && !room.entry && room.coords[2] == layout.rooms[boss].coords[2];
        !rival || room.connections.has_stairs() || steps[id as usize] <= steps[boss]
    })
}

/// The area where puzzles are placed, and the rules of placement.
pub(crate) struct Site<'a> {
    /// The layout, with its old contents, which stay.
    pub(crate) area: Area,
    pub(crate) key_style: KeyStyle,
    pub(crate) templates: &'a [Template],
    /// The chest templates; if there are none, all keys lie in the open.
    pub(crate) chest_templates: &'a [ChestTemplate],
    /// True if passages may be closed so that others gate something.
    pub(crate) may_close: bool,
    /// True if the passage to a room may be blocked.
    pub(crate) may_block: &'a dyn Fn(RoomIndex) -> bool,
}

impl<'a> Site<'a> {
    /// An area with the templates of a pack. No passage may be closed, and any may be blocked.
    pub(crate) fn of(area: Area, pack: &'a Pack, key_style: KeyStyle) -> Self {
        let Pack { templates, chests: chest_templates, .. } = pack;
        Self { area, key_style, templates, chest_templates, may_close: false, may_block: &|_| true }
    }

    /// Number of steps from the entry to a room.
    pub(super) fn distance(&self, room: RoomIndex) -> u32 {
        self.area.layout.rooms.get(room as usize).map_or(0, |room| room.distance)
    }
}

/// A puzzle during placement.
#[derive(Clone, Debug)]
pub(super) struct Spot {
    /// The blocked passage, seen from the near side.
    pub(super) passage: Passage,
    /// True if it is a locked door.
    pub(super) is_door: bool,
    /// The room of a door's key; a door without a key stays locked.
    pub(super) key: Option<RoomIndex>,
    /// The rooms of the chest keys that are needed to get the key, one after another.
    pub(super) chest: Vec<RoomIndex>,
}

/// A layout with its puzzles.
pub(super) struct Field<'a> {
    pub(super) ways: &'a Ways,
    pub(super) entry: RoomIndex,
    pub(super) spots: Vec<Spot>,
    /// The puzzle of each passage, from both sides.
    on: Vec<[Option<u16>; 6]>,
}

impl<'a> Field<'a> {
    pub(super) fn new(ways: &'a Ways, entry: RoomIndex, spots: Vec<Spot>) -> Self {
        let mut on = vec![[None; 6]; ways.len()];
        for (number, spot) in (0..).zip(&spots) {
            for side in [Some(spot.passage), ways.back(spot.passage)].into_iter().flatten() {
                on[side.room as usize][side.direction as usize] = Some(number);
            }
        }
        Self { ways, entry, spots, on }
    }

    /// Removes a puzzle and renumbers those after it.
    pub(super) fn remove(&mut self, number: usize) {
        let mut spots = std::mem::take(&mut self.spots);
        spots.remove(number);
        *self = Self::new(self.ways, self.entry, spots);
    }

    /// The puzzle on a passage.
    fn spot(&self, passage: Passage) -> Option<(usize, &Spot)> {
        let number = self.on.get(passage.room as usize)?[passage.direction as usize]?;
        self.spots.get(usize::from(number)).map(|spot| (number.into(), spot))
    }

    /// The rooms that can be reached while the puzzles that satisfy `shut` stay unsolved.
    pub(super) fn reached(&self, shut: impl Fn(usize, &Spot) -> bool) -> Vec<bool> {
        self.reached_past(None, shut)
    }

    /// As [`Field::reached`], without entering the room `avoided`.
    pub(super) fn reached_past(
        &self,
        avoided: Option<RoomIndex>,
        shut: impl Fn(usize, &Spot) -> bool,
    ) -> Vec<bool> {
        let mut reached = vec![false; self.ways.len()];
        let mut stack = vec![self.entry];
        let mut waiting: Vec<(Passage, RoomIndex)> = Vec::new();
        loop {
            while let Some(here) = stack.pop() {
                if avoided == Some(here) || std::mem::replace(&mut reached[here as usize], true) {
                    continue;
                }
                waiting.extend(self.ways.from(here).filter(|&(_, to)| !reached[to as usize]));
            }
            let opens = |passage: Passage| {
                self.spot(passage).is_none_or(|(n, spot)| {
                    let has = |room: &RoomIndex| reached[*room as usize];
                    let has_key = spot.key.as_ref().is_some_and(has) && spot.chest.iter().all(has);
                    (!spot.is_door || has_key)
                        && reached[spot.passage.room as usize]
                        && !shut(n, spot)
                })
            };
            waiting.retain(|&(passage, to)| {
                let open = opens(passage);
                if open {
                    stack.push(to);
                }
                !open && !reached[to as usize]
            });
            if stack.is_empty() {
                return reached;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::{Request, generate};
    use search::Seed;

    #[test]
    fn a_bridge_hides_the_rooms_it_cuts_off() {
        let mut hidden = 0;
        for (name, seed) in [("cave", 1), ("ruins", 2), ("temple", 3), ("tower", 4), ("crypt", 5)] {
            let layout =
                generate(&Request::of(name).unwrap(), Seed::new(seed).unwrap(), Default::default())
                    .unwrap();
            let ways = Ways::of(&layout);
            let hides = hiding(&layout, &ways);
            for bridge in ways.bridges(layout.entry()) {
                let open = |p| p != bridge && Some(p) != ways.back(bridge);
                let steps = ways.distances(layout.entry(), open);
                let mut cut_off = layout.rooms.iter().zip(steps).filter(|at| at.1 == UNREACHED);
                let naive =
                    cut_off.any(|(room, _)| matches!(room.kind, Kind::Boss | Kind::Treasure));
                assert_eq!(
                    hides[ways.beyond(bridge).unwrap() as usize],
                    naive,
                    "{name} {bridge:?}"
                );
                hidden += usize::from(naive);
            }
        }
        assert!(hidden > 0);
    }
}
