//! The site where puzzles are placed, the passages that are blocked, as many bridges as there are puzzles asked for, and the
//! rooms a player can come to with some puzzles left unsolved.
//!
//! In a layout with too few bridges, connections on cycles are closed, so that a room is joined by one passage alone.
//! Invariant: a layout stays in one piece, its stairs and its boss stay what they are.
//!
//! Whoever stands before a puzzle can solve it, but for a locked door, which wants its key. That is enough to place by;
//! what holds is for the judge to say.

use super::area::{Area, Puzzle};
use super::request::Wanted;
use super::rooms_of;
use super::templates::{self, Pack, Template};
use crate::layout::ways::{Passage, UNREACHED, Ways};
use crate::layout::{Layout, RoomIndex, RoomKind};
use crate::mission::KeyStyle;
use search::Stream;
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// The most puzzles that stand in one room.
pub(super) const MOST_IN_A_ROOM: usize = 2;

/// Number of puzzles that are asked for, in all and of each room.
pub(super) struct Quota {
    pub(super) asked: u32,
    /// Of each room, where rooms are asked one by one.
    pub(super) rooms: Option<Vec<u8>>,
}

impl Quota {
    pub(super) fn roll(layout: &Layout, wanted: Wanted, stream: &mut Stream) -> Self {
        match wanted {
            Wanted::Between(low, high) => {
                Self { asked: stream.between(low.into(), high.into()) as u32, rooms: None }
            }
            Wanted::PerRoom => {
                let mut roll = || per_room(stream);
                let rooms: Vec<u8> =
                    layout.rooms.iter().map(|room| if room.entry { 0 } else { roll() }).collect();
                Self { asked: rooms.iter().map(|&n| u32::from(n)).sum(), rooms: Some(rooms) }
            }
        }
    }

    /// So many in one room, besides those that stand there, or as many as are rolled for one.
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

    /// The number that a room may have.
    fn of(&self, room: RoomIndex) -> usize {
        let most = |rooms: &Vec<u8>| rooms.get(room as usize).map_or(0, |&n| n.into());
        self.rooms.as_ref().map_or(MOST_IN_A_ROOM, most)
    }
}

/// None, one and two with 1, 2 and 1 in 4.
fn per_room(stream: &mut Stream) -> u8 {
    [0, 1, 1, 2][stream.index(4)]
}

/// The passages to be blocked: as many as are asked for, or as there are.
pub(super) fn choose(site: &mut Site<'_>, quota: &Quota, stream: &mut Stream) -> Vec<Passage> {
    let asked = quota.asked as usize;
    let mut free = candidates(site, quota);
    while free.len() < asked {
        // Rooms that want more than they have, or any.
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
    // Passages that cut more off are drawn sooner: the larger of two draws against one.
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

/// The same passages: first those of rooms set aside for puzzles, one a room; then those that a boss or a treasure lies behind; then
/// the others; as they were drawn among their like.
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

/// Of each room whether a boss or a treasure lies in it, or beyond it on a shortest way from the entry. So it is known of
/// every bridge what it hides: all that lies behind it is reached through its far room.
fn hiding(layout: &Layout, ways: &Ways) -> Vec<bool> {
    let steps = ways.distances(layout.entry(), |_| true);
    let mut hides: Vec<bool> = layout
        .rooms
        .iter()
        .map(|room| matches!(room.kind, RoomKind::Boss | RoomKind::Treasure))
        .collect();
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

/// So many rooms are helped to a passage of their own in one round.
const MOST_WANTING: usize = 64;

/// The passages that could be blocked: bridges without a lock or a puzzle, in each room no more than it may
/// have.
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
    // Where a room may have no more puzzles, those of rooms set aside for them stand first.
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

/// So many rooms are tried for one bridge before it is said that there is none.
const TRIES: usize = 200;

/// Makes one more bridge whose near side is not the entry, and, if a room is named, is that room. Answers
/// whether there was one to be made.
fn make_bridge(layout: &mut Layout, near: Option<RoomIndex>, stream: &mut Stream) -> bool {
    let ways = Ways::of(layout);
    let entry = layout.entry();
    let bridges = ways.bridges(entry);
    let steps: Vec<u32> = layout.rooms.iter().map(|room| room.distance).collect();
    let nearer = |a: RoomIndex, b: RoomIndex| steps[a as usize] < steps[b as usize];
    let mut found: Vec<(u32, u64, Passage)> = Vec::new();
    for (id, room) in (0..).zip(&layout.rooms) {
        let plain = !room.entry && room.kind != RoomKind::Boss && !room.connections.has_stairs();
        if !plain || room.connections.is_one() {
            continue;
        }
        for (passage, to) in ways.from(id) {
            let Some(by) = ways.back(passage) else { continue };
            let fits = to != entry && nearer(to, id) && near.is_none_or(|near| near == to);
            if fits && bridges.binary_search(&by).is_err() {
                // Of rooms alike any; the fewer passages are closed, the better.
                found.push((room.connections.len(), stream.next_u64(), passage));
            }
        }
    }
    found.sort_unstable();
    found.truncate(TRIES);
    found.into_iter().any(|(_, _, passage)| close_others(layout, &ways, passage))
}

/// Closes all passages of a room but one, if the laws of layouts allow it.
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

/// True if no dead end at the boss's level would be farther than the boss.
fn boss_stays(layout: &Layout, ways: &Ways, steps: &[u32]) -> bool {
    let boss = layout.rooms.iter().position(|room| room.kind == RoomKind::Boss);
    let Some(boss) = boss else { return true };
    (0..).zip(&layout.rooms).all(|(id, room)| {
        let end = ways.from(id).count() == 1;
        let rival = end && !room.entry && room.coords[2] == layout.rooms[boss].coords[2];
        !rival || room.connections.has_stairs() || steps[id as usize] <= steps[boss]
    })
}

/// The area that puzzles are placed into, and the rules by which they are.
pub(crate) struct Site<'a> {
    /// The layout, and what stands in it already, and stays.
    pub(crate) area: Area,
    pub(crate) key_style: KeyStyle,
    pub(crate) templates: &'a [Template],
    /// The chests that keys may be locked away in; without any, all keys lie in the open.
    pub(crate) chest_templates: &'a [templates::Chest],
    /// True if passages may be closed, so that others gate something.
    pub(crate) may_close: bool,
    /// True if the passage to a room may be blocked.
    pub(crate) may_block: &'a dyn Fn(RoomIndex) -> bool,
}

impl<'a> Site<'a> {
    /// An area with the templates of a pack. No passage is closed, and any may be blocked.
    pub(crate) fn of(area: Area, pack: &'a Pack, key_style: KeyStyle) -> Self {
        let Pack { templates, chests: chest_templates, .. } = pack;
        Self { area, key_style, templates, chest_templates, may_close: false, may_block: &|_| true }
    }

    /// Number of steps from the entry to a room.
    pub(super) fn distance(&self, room: RoomIndex) -> u32 {
        self.area.layout.rooms.get(room as usize).map_or(0, |room| room.distance)
    }
}

/// A puzzle as placement sees it.
#[derive(Clone, Debug)]
pub(super) struct Spot {
    /// The passage it blocks, seen from the near side.
    pub(super) passage: Passage,
    /// True if it is a locked door.
    pub(super) is_door: bool,
    /// The room where the key of a door lies; a door without one stays locked.
    pub(super) key: Option<RoomIndex>,
    /// The rooms of the keys of the chests that it is locked away in: one behind the other.
    pub(super) chest: Vec<RoomIndex>,
}

/// A layout with everything that stands in a player's way.
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

    /// Takes a puzzle away; those after it are numbered anew.
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

    /// The rooms that can be reached while the puzzles that are `shut` stay unsolved.
    pub(super) fn reached(&self, shut: impl Fn(usize, &Spot) -> bool) -> Vec<bool> {
        self.reached_past(None, shut)
    }

    /// The same by whoever never enters a room.
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
    fn a_bridge_hides_what_is_cut_off_with_it() {
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
                let naive = cut_off
                    .any(|(room, _)| matches!(room.kind, RoomKind::Boss | RoomKind::Treasure));
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
