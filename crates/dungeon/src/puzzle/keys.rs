//! The rooms of keys: of those of doors, and of those of the chests that some of them are locked away in.
//!
//! The key of a door lies in the farthest room that is nearer to the entry than the door and can be reached
//! before it, of those that nobody must pass on the way to the door. A chest is one more link of a chain. It stands
//! where the key that it holds was laid, and its own key lies in the farthest room that is nearer to the entry than the chest and can be reached while the chest stays shut.
//!
//! Invariant: everything that could be reached before a key was locked away can be reached after.

use super::area::{Chest, Hint, Holder};
use super::idle::{idle, is_passed};
use super::proof::SMALL_KEY;
use super::site::{Field, Site, Spot};
use super::templates;
use crate::layout::RoomIndex;
use crate::mission::KeyStyle;
use search::Stream;
use std::cmp::Reverse;

/// Moves keys to rooms farther away, as long as there are any: with more doors openable, more is in reach.
pub(super) fn spread(site: &Site<'_>, field: &mut Field<'_>, old: usize, stream: &mut Stream) {
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
pub(super) fn key_room(
    site: &Site<'_>,
    field: &Field<'_>,
    number: usize,
    now: Option<RoomIndex>,
    stream: &mut Stream,
) -> Option<RoomIndex> {
    let near = field.spots.get(number)?.passage.room;
    let small = site.key_style == KeyStyle::Small;
    // Keys that are all alike lie where no door leads, so that they cannot be spent in a wrong order.
    let reached = field.reached(|other, spot| other == number || small && spot.is_door);
    let crowded = |room: RoomIndex| {
        let lies = |spot: &Spot| spot.key == Some(room);
        field.spots.iter().any(lies)
    };
    let free = |room: RoomIndex| {
        reached[room as usize]
            && site.distance(room) < site.distance(near)
            && !(small && crowded(room))
    };
    farthest_apart(site, free, now, stream, |room| !is_passed(field, room, near, number))
}

/// One of the farthest of the rooms that are free and lie `apart` from the way; with a room where something lies `now`, only
/// one farther away.
fn farthest_apart(
    site: &Site<'_>,
    free: impl Fn(RoomIndex) -> bool,
    now: Option<RoomIndex>,
    stream: &mut Stream,
    apart: impl Fn(RoomIndex) -> bool,
) -> Option<RoomIndex> {
    let all = 0..site.area.layout.rooms.len() as RoomIndex;
    let mut rooms: Vec<RoomIndex> = all.filter(|&room| free(room)).collect();
    // Of rooms as far away each comes first as often.
    stream.shuffle(&mut rooms);
    rooms.sort_by_key(|&room| Reverse(site.distance(room)));
    let least = now.map_or(0, |now| site.distance(now) + 1);
    rooms.into_iter().take_while(|&room| site.distance(room) >= least).find(|&room| apart(room))
}

/// The rooms of the keys that open what a key lies in; none where one of them is not to be had.
pub(super) fn chest_keys(site: &Site<'_>, mut holder: Holder) -> Option<Vec<RoomIndex>> {
    let mut rooms = Vec::new();
    while let Holder::Chest(number) = holder {
        let key = &site.area.chests.get(number)?.key;
        let item = site.area.items.iter().find(|item| item.name == *key)?;
        // Chests that lock each other's keys away never open.
        if rooms.len() == site.area.chests.len() {
            return None;
        }
        rooms.push(item.room);
        holder = item.holder;
    }
    Some(rooms)
}

/// Of so many areas with a new locked door one has a chest, where there is a place for one.
const ONE_IN: usize = 4;

/// A key locked away: the door it opens, and where the key of its chest lies.
pub(super) struct Locked<'a> {
    /// The number of the door among the spots.
    pub(super) door: usize,
    /// The room where the key of the chest lies.
    pub(super) key_room: RoomIndex,
    template: &'a templates::Chest,
}

/// Locks the key of one of the new doors away, or of none.
pub(super) fn lock_away<'a>(
    site: &Site<'a>,
    field: &mut Field<'_>,
    old: usize,
    stream: &mut Stream,
) -> Option<Locked<'a>> {
    let mut doors: Vec<usize> =
        (old..field.spots.len()).filter(|&door| field.spots[door].key.is_some()).collect();
    let free: Vec<&templates::Chest> =
        site.chest_templates.iter().filter(|chest| !is_taken(site, chest)).collect();
    if doors.is_empty() || stream.index(ONE_IN) > 0 {
        return None;
    }
    stream.shuffle(&mut doors);
    let template = stream.pick(&free)?;
    let all = field.reached(|_, _| false);
    for door in doors {
        let Some(key_room) = chest_key_room(site, field, door, stream) else { continue };
        field.spots[door].chest.push(key_room);
        if idle(field, old).is_none() && field.reached(|_, _| false) == all {
            return Some(Locked { door, key_room, template });
        }
        field.spots[door].chest.pop();
    }
    None
}

/// True if the name of a chest or of its key stands in the area already.
fn is_taken(site: &Site<'_>, chest: &templates::Chest) -> bool {
    let doors = site.area.puzzles.iter().filter_map(|puzzle| puzzle.kind.key());
    let chests = site.area.chests.iter().flat_map(|chest| [&*chest.name, &*chest.key]);
    let mut names = site.area.puzzles.iter().map(|puzzle| &*puzzle.name).chain(doors).chain(chests);
    let own = [&chest.name, &chest.key].map(|name| name.to_lowercase());
    own.contains(&SMALL_KEY.to_owned()) || names.any(|name| own.contains(&name.to_lowercase()))
}

/// The room for the key of a chest: one of the farthest of those that are reached while the chest stays shut
/// and are nearer to the entry than the chest.
fn chest_key_room(
    site: &Site<'_>,
    field: &Field<'_>,
    door: usize,
    stream: &mut Stream,
) -> Option<RoomIndex> {
    let chest = field.spots.get(door)?.key?;
    // Keys that are all alike must not be needed to come to another of them.
    let small = site.key_style == KeyStyle::Small;
    let reached = field.reached(|other, spot: &Spot| other == door || small && spot.is_door);
    let free =
        |room: RoomIndex| reached[room as usize] && site.distance(room) < site.distance(chest);
    farthest_apart(site, free, None, stream, |room| !is_passed(field, room, chest, door))
}

/// A chest of a template in its room.
pub(super) fn chest(site: &Site<'_>, room: RoomIndex, locked: &Locked<'_>) -> Chest {
    let templates::Chest { name, description, threshold, hint, key, .. } = locked.template;
    Chest {
        id: free_id(site),
        name: name.clone(),
        description: description.clone(),
        room,
        key: key.clone(),
        hint: Hint::at(&site.area.layout, room, *threshold, hint),
    }
}

impl Locked<'_> {
    /// The text that one reads on looking at the key of the chest.
    pub(super) fn key_description(&self) -> String {
        self.template.key_description.clone()
    }
}

/// The first of `c1`, `c2` and so on that nothing goes by.
fn free_id(site: &Site<'_>) -> String {
    let puzzles = site.area.puzzles.iter().flat_map(|puzzle| [&puzzle.id, &puzzle.name]);
    let chests = site.area.chests.iter().flat_map(|chest| [&chest.id, &chest.name]);
    let taken: Vec<String> = puzzles.chain(chests).map(|name| name.to_lowercase()).collect();
    let ids = (site.area.chests.len() + 1..).map(|number| format!("c{number}"));
    ids.into_iter().find(|id| !taken.contains(id)).unwrap_or_default()
}
