//! Where puzzles stand and where their keys lie.
//!
//! A puzzle blocks a bridge, so that it gates something, and stands on the near side, never in the entry. The
//! key of a door lies in the farthest room that is nearer to the entry than the door and can be reached
//! before it; now and then it is locked away there, in a chest.
//!
//! Invariant: keys before doors. Each step keeps every door openable: a key is laid, or moved farther away,
//! only to a room that is reached with its own door shut.

use super::chest::{Locked, chest, lock_away};
use super::deck::{Deck, Drawn};
use super::gates::Gates;
use super::hang::hang;
use super::hint::{Hint, threshold};
use super::level_graph::{SMALL_KEY, SMALL_KEY_DESCRIPTION};
use super::placement::{Lack, Placement};
use super::reach::{Field, Spot};
use super::request::{Version, Wanted};
use super::templates::{self, Template};
use super::ways::{Passage, Ways};
use super::{Chest, Holder, Item, Kind, Puzzle, RoomIndex};
use crate::layout::Layout;
use crate::mission::KeyStyle;
use search::{Attempt, Stream};

/// The most puzzles that stand in one room.
const MOST_IN_A_ROOM: usize = 2;

/// What puzzles are placed into, and by which rules.
pub(crate) struct Site<'a> {
    pub(crate) layout: &'a mut Layout,
    /// What a mission puts in the way; with one, no passage is closed.
    pub(crate) gates: &'a Gates,
    pub(crate) key_style: KeyStyle,
    pub(crate) templates: &'a [Template],
    /// The chests that keys may be locked away in; without any, all keys lie in the open.
    pub(crate) chest_templates: &'a [templates::Chest],
    pub(crate) version: Version,
    /// What stands there already, and stays.
    pub(crate) puzzles: Vec<Puzzle>,
    pub(crate) items: Vec<Item>,
    pub(crate) chests: Vec<Chest>,
    /// Whether a room may lose passages.
    pub(crate) may_close: &'a dyn Fn(RoomIndex) -> bool,
    /// Whether the passage to a room may be blocked.
    pub(crate) may_block: &'a dyn Fn(RoomIndex) -> bool,
}

/// What was placed.
pub(crate) struct Placed {
    pub(crate) puzzles: Vec<Puzzle>,
    pub(crate) items: Vec<Item>,
    pub(crate) chests: Vec<Chest>,
    /// How many new ones were asked for, and what came of it.
    pub(crate) placement: Placement,
}

/// Places puzzles.
pub(crate) fn place(mut site: Site<'_>, wanted: Wanted, attempt: Attempt) -> Placed {
    let attempt = site.version.streams(attempt, &site.layout.category.name);
    let before = passages(site.layout);
    let mut stream = attempt.phase("passages");
    let quota = Quota::roll(site.layout, wanted, &mut stream);
    let chosen = choose(&mut site, &quota, &mut stream);
    let ways = Ways::of(site.layout);
    let mut deck = Deck::new(&site, &mut attempt.phase("templates"));
    let old = site.puzzles.len();
    let mut field = Field::new(&ways, site.gates, site.layout.entry(), spots(&site, &chosen));
    let mut stream = attempt.phase("keys");
    let drawn = deal(&site, &mut field, &mut deck, old, &mut stream);
    spread(&site, &mut field, old, &mut stream);
    let locked = match site.version {
        Version::V1 => None,
        Version::V2 => lock_away(&site, &mut field, old, &mut attempt.phase("chest")),
    };
    let placement = Placement {
        asked: quota.asked,
        placed: drawn.len() as u32,
        closed: before - passages(site.layout),
        lacks: lacks(&site, &quota, &chosen, drawn.len()),
    };
    furnish(site, &field.spots[old..], &drawn, old, locked.as_ref(), placement)
}

/// How many passages a layout has.
fn passages(layout: &Layout) -> u32 {
    layout.rooms.iter().map(|room| room.connections.len()).sum::<u32>() / 2
}

/// Puts the new puzzles and their keys beside the old ones.
fn furnish(
    mut site: Site<'_>,
    spots: &[Spot],
    drawn: &[Drawn<'_>],
    old: usize,
    locked: Option<&Locked<'_>>,
    placement: Placement,
) -> Placed {
    let mut key_of_chest = None;
    for (number, (spot, drawn)) in (old..).zip(spots.iter().zip(drawn)) {
        let (puzzle, mut item) = puzzle(&site, number, spot, *drawn);
        if let (Some(item), Some(locked)) =
            (&mut item, locked.filter(|locked| locked.door == number))
        {
            let chest = chest(&site, site.layout, item.room, locked);
            key_of_chest = Some(Item {
                name: chest.key.clone(),
                description: Some(locked.key_description()),
                room: locked.key_room,
                holder: Holder::Open,
            });
            item.holder = Holder::Chest(site.chests.len());
            site.chests.push(chest);
        }
        site.puzzles.push(puzzle);
        site.items.extend(item);
    }
    site.items.extend(key_of_chest);
    let Site { puzzles, items, chests, .. } = site;
    Placed { puzzles, items, chests, placement }
}

/// What was lacking for the puzzles that were asked for and are not there.
fn lacks(site: &Site<'_>, quota: &Quota, chosen: &[Passage], drawn: usize) -> Vec<(Lack, u32)> {
    let missing = quota.asked.saturating_sub(chosen.len() as u32);
    let of_room = |(room, &asked): (RoomIndex, &u8)| {
        let has = chosen.iter().filter(|passage| passage.room == room).count() as u32;
        let ways = site.layout.rooms.get(room as usize).map_or(0, |room| room.connections.len());
        if ways < 2 { u32::from(asked).saturating_sub(has) } else { 0 }
    };
    let dead_ends = quota.rooms.as_ref().map_or(0, |rooms| (0..).zip(rooms).map(of_room).sum());
    let all = [
        (Lack::DeadEnd, dead_ends),
        (Lack::NoGate, missing - dead_ends.min(missing)),
        (Lack::NoTemplate, (chosen.len() - drawn) as u32),
    ];
    all.into_iter().filter(|&(_, puzzles)| puzzles > 0).collect()
}

/// How many puzzles are asked for, in all and of each room.
struct Quota {
    asked: u32,
    /// Of each room, where rooms are asked one by one.
    rooms: Option<Vec<u8>>,
}

impl Quota {
    fn roll(layout: &Layout, wanted: Wanted, stream: &mut Stream) -> Self {
        match wanted {
            Wanted::Between(low, high) => {
                Self { asked: stream.between(low.into(), high.into()) as u32, rooms: None }
            }
            Wanted::PerRoom => {
                // None, one and two with 1, 2 and 1 in 4.
                let mut roll = || [0, 1, 1, 2][stream.index(4)];
                let rooms: Vec<u8> =
                    layout.rooms.iter().map(|room| if room.entry { 0 } else { roll() }).collect();
                Self { asked: rooms.iter().map(|&n| u32::from(n)).sum(), rooms: Some(rooms) }
            }
        }
    }

    /// How many a room may have.
    fn of(&self, room: RoomIndex) -> usize {
        let most = |rooms: &Vec<u8>| rooms.get(room as usize).map_or(0, |&n| n.into());
        self.rooms.as_ref().map_or(MOST_IN_A_ROOM, most)
    }
}

/// The passages to be blocked: as many as are asked for, or as there are.
fn choose(site: &mut Site<'_>, quota: &Quota, stream: &mut Stream) -> Vec<Passage> {
    let asked = quota.asked as usize;
    let mut free = candidates(site, quota);
    while site.gates.locks.is_empty() && free.len() < asked {
        // Rooms that want more than they have, or any.
        let mut wanting: Vec<Option<RoomIndex>> = match &quota.rooms {
            None => vec![None],
            Some(_) => {
                let has = |room| free.iter().filter(|p| p.room == room).count();
                let rooms = 0..site.layout.rooms.len() as RoomIndex;
                rooms.filter(|&room| quota.of(room) > has(room)).map(Some).collect()
            }
        };
        stream.shuffle(&mut wanting);
        wanting.truncate(MOST_WANTING);
        let mut more = false;
        for near in wanting {
            more |= hang(site.layout, near, site.may_close, stream);
        }
        if !more {
            break;
        }
        free = candidates(site, quota);
    }
    // Passages that cut more off are drawn sooner: the larger of two draws against one.
    let ways = Ways::of(site.layout);
    let mut drawn: Vec<(u64, Passage)> = Vec::with_capacity(free.len());
    for passage in free {
        let far = ways.beyond(passage).map_or(0, |to| ways.from(to).count());
        let draws = if far > 1 { 2 } else { 1 };
        let best = (0..draws).map(|_| stream.next_u64()).max().unwrap_or(0);
        drawn.push((best, passage));
    }
    drawn.sort_unstable_by(|a, b| b.cmp(a));
    let mut chosen: Vec<Passage> =
        drawn.into_iter().take(asked).map(|(_, passage)| passage).collect();
    chosen.sort_unstable_by_key(|p| (site.layout.rooms[p.room as usize].distance, *p));
    chosen
}

/// So many rooms are helped to a passage of their own in one round.
const MOST_WANTING: usize = 64;

/// The passages that could be blocked: bridges without a lock or a puzzle, in each room no more than it may
/// have.
fn candidates(site: &Site<'_>, quota: &Quota) -> Vec<Passage> {
    let ways = Ways::of(site.layout);
    let entry = site.layout.entry();
    let blocked = |passage: Passage| {
        let is = |p: &Puzzle| Passage { room: p.room, direction: p.direction } == passage;
        site.puzzles.iter().any(is)
    };
    let mut in_room = vec![0; ways.len()];
    for puzzle in &site.puzzles {
        in_room[puzzle.room as usize] += 1;
    }
    let mut free = ways.bridges(entry);
    free.retain(|&passage| {
        let count = &mut in_room[passage.room as usize];
        let fits = passage.room != entry
            && ways.beyond(passage).is_some_and(|to| (site.may_block)(to))
            && site.gates.lock(passage).is_none()
            && !blocked(passage)
            && *count < quota.of(passage.room);
        *count += usize::from(fits);
        fits
    });
    free
}

/// Old puzzles as they are, then the new ones, doors to be decided.
fn spots(site: &Site<'_>, passages: &[Passage]) -> Vec<Spot> {
    let old = site.puzzles.iter().map(|puzzle| {
        let key = match &puzzle.kind {
            Kind::LockedDoor { key } => site.items.iter().find(|item| item.name == *key),
            _ => None,
        };
        let chest = key.map(|item| chest_keys(site, item.holder));
        Spot {
            passage: Passage { room: puzzle.room, direction: puzzle.direction },
            is_door: matches!(puzzle.kind, Kind::LockedDoor { .. }),
            // A key in a chest that nothing opens is as good as none.
            key: key.filter(|_| chest.iter().all(Option::is_some)).map(|item| item.room),
            chest: chest.flatten().unwrap_or_default(),
        }
    });
    let spot = |&passage| Spot { passage, is_door: false, key: None, chest: Vec::new() };
    old.chain(passages.iter().map(spot)).collect()
}

/// Where the keys lie that open what a key lies in; none where one of them is not to be had.
fn chest_keys(site: &Site<'_>, mut holder: Holder) -> Option<Vec<RoomIndex>> {
    let mut rooms = Vec::new();
    while let Holder::Chest(number) = holder {
        let key = &site.chests.get(number)?.key;
        let item = site.items.iter().find(|item| item.name == *key)?;
        // Chests that lock each other's keys away never open.
        if rooms.len() == site.chests.len() {
            return None;
        }
        rooms.push(item.room);
        holder = item.holder;
    }
    Some(rooms)
}

/// Gives each new puzzle its template, and each door its key.
fn deal<'a>(
    site: &Site<'a>,
    field: &mut Field<'_>,
    deck: &mut Deck<'a>,
    old: usize,
    stream: &mut Stream,
) -> Vec<Drawn<'a>> {
    let mut drawn = Vec::new();
    for number in old..field.spots.len() {
        let Some(mut next) = deck.draw(site, true) else { break };
        if matches!(next.template.kind, Kind::LockedDoor { .. }) {
            field.spots[number].is_door = true;
            let key = key_room(site, field, number, None, stream);
            if key.is_none() {
                field.spots[number].is_door = false;
                deck.doors -= 1;
                let Some(other) = deck.draw(site, false) else { break };
                next = other;
            }
            field.spots[number].key = key;
        }
        drawn.push(next);
    }
    field.spots.truncate(old + drawn.len());
    drawn
}

// -------------------------------------------------------------------------------------- keys

/// Moves keys to rooms farther away, as long as there are any: with more doors openable, more is in reach.
fn spread(site: &Site<'_>, field: &mut Field<'_>, old: usize, stream: &mut Stream) {
    loop {
        let mut moved = false;
        for number in old..field.spots.len() {
            let Some(now) = field.spots[number].key else { continue };
            if let Some(room) = key_room(site, field, number, Some(now), stream) {
                field.spots[number].key = Some(room);
                moved = true;
            }
        }
        if !moved {
            return;
        }
    }
}

/// The room for the key of a door: of those that are reached before it and nearer to the entry, one of the
/// farthest; the entry only if there is no other. With a room where it lies `now`, only one farther away.
fn key_room(
    site: &Site<'_>,
    field: &Field<'_>,
    number: usize,
    now: Option<RoomIndex>,
    stream: &mut Stream,
) -> Option<RoomIndex> {
    let rooms = &site.layout.rooms;
    let distance = |room: RoomIndex| rooms.get(room as usize).map_or(0, |room| room.distance);
    let near = field.spots.get(number)?.passage.room;
    let small = site.key_style == KeyStyle::Small;
    // Keys that are all alike lie where no door leads, so that they cannot be spent in a wrong order.
    let reached = field.reached(|other, spot| other == number || small && spot.is_door);
    let free = |room: RoomIndex| {
        let crowded = || {
            let lies = |spot: &Spot| spot.key == Some(room);
            field.spots.iter().any(lies) || site.gates.item(room).is_some()
        };
        reached[room as usize]
            && distance(room) < distance(near)
            && site.gates.goal != Some(room)
            && site.gates.level(room) <= site.gates.level(near)
            && !(small && crowded())
    };
    let most = (0..rooms.len() as RoomIndex).filter(|&room| free(room)).map(distance).max()?;
    if now.is_some_and(|now| distance(now) >= most) {
        return None;
    }
    let farthest: Vec<RoomIndex> = (0..rooms.len() as RoomIndex)
        .filter(|&room| free(room) && distance(room) == most)
        .collect();
    stream.pick(&farthest).copied()
}

/// A puzzle of a template in its place, and the key that belongs to it.
fn puzzle(site: &Site<'_>, number: usize, spot: &Spot, drawn: Drawn<'_>) -> (Puzzle, Option<Item>) {
    let Template { name, description, threshold: base, hint, kind, .. } = drawn.template;
    let Passage { room, direction } = spot.passage;
    let (distance, z) =
        site.layout.rooms.get(room as usize).map_or((0, 0), |room| (room.distance, room.coords[2]));
    let kind = match kind {
        Kind::LockedDoor { key } => Kind::LockedDoor {
            key: match site.key_style {
                KeyStyle::Named => drawn.named(key),
                KeyStyle::Small => SMALL_KEY.to_owned(),
            },
        },
        other => other.clone(),
    };
    let item = match (&kind, spot.key) {
        (Kind::LockedDoor { key }, Some(room)) => Some(Item {
            name: key.clone(),
            description: key_description(site, drawn.template),
            room,
            holder: Holder::Open,
        }),
        _ => None,
    };
    let puzzle = Puzzle {
        id: format!("p{}", number + 1),
        name: drawn.named(name),
        description: description.clone(),
        room,
        direction,
        hint: Hint { threshold: threshold(*base, distance, z), text: hint.clone() },
        kind,
    };
    (puzzle, item)
}

/// What one sees of a key: what the pack says, or what all small keys look like.
fn key_description(site: &Site<'_>, template: &Template) -> Option<String> {
    match (site.version, site.key_style) {
        (Version::V1, _) => None,
        (Version::V2, KeyStyle::Small) => Some(SMALL_KEY_DESCRIPTION.to_owned()),
        (Version::V2, KeyStyle::Named) => template.key_description.clone(),
    }
}
