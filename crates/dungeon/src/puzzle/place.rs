//! The placement of puzzles, keys and chests, and the choice of templates.
//!
//! A puzzle blocks a bridge, so it gates something, and stands on its near side, never in the entry. The key of a door
//! lies in the farthest room that is nearer to the entry than the door and can be reached before it. Some keys are
//! locked in a chest there.
//!
//! From `area/4` on, a door is placed only if its key does not lie on the way to it.
//!
//! Invariant: every door can be opened after each step. A key is placed in, or moved farther to, a room that is
//! reached with its own door shut.
//!
//! Invariant: drawn names differ from each other and from those of the old puzzles.
//!
//! Rooms that every path to the door passes are not used for its key. A chest is one more link of the chain: it stands
//! where the key was placed, and its own key lies in the farthest room that is nearer to the entry than the chest and
//! can be reached while the chest is shut.
//!
//! Invariant: locking a key away does not reduce the set of rooms that can be reached.
//!
//! From `area/4` on there are no idle locks. A door or chest is idle if every path to it passes the room of its key.

use super::area::{Area, Chest, Hint, Holder, Item, Kind, Puzzle};
use super::passages::{Field, Site, Spot};
use super::passages::{Quota, choose};
use super::proof::{SMALL_KEY, SMALL_KEY_DESCRIPTION};
use super::request::PuzzleCount;
use super::templates::{ChestTemplate, Template};
use super::{Lack, PlacedArea, Placement, PuzzleRooms};
use crate::layout::RoomIndex;
use crate::layout::ways::{Passage, Ways};
use crate::mission::KeyStyle;
use search::{Attempt, Stream};
use std::cmp::Reverse;

/// Places puzzles.
pub(crate) fn place(site: Site<'_>, wanted: PuzzleCount, attempt: Attempt) -> PlacedArea {
    placed(site, attempt, |area, stream| Quota::roll(&area.layout, wanted, stream))
}

/// Places a number of puzzles in one room, drawn if none is given; old puzzles count as placed.
pub(super) fn place_in(
    site: Site<'_>,
    room: RoomIndex,
    puzzles: Option<u8>,
    attempt: Attempt,
) -> PlacedArea {
    let old = site.area.puzzles.len() as u32;
    placed(site, attempt, |area, stream| Quota::of_room(area, room, puzzles, stream)).beside(old)
}

fn placed(
    mut site: Site<'_>,
    attempt: Attempt,
    quota: impl FnOnce(&Area, &mut Stream) -> Quota,
) -> PlacedArea {
    let attempt = attempt.part(&site.area.layout.category.name);
    let before = site.area.layout.passages();
    let mut stream = attempt.phase("passages");
    let quota = quota(&site.area, &mut stream);
    let chosen = choose(&mut site, &quota, &mut stream);
    let ways = Ways::of(&site.area.layout);
    let mut deck = Deck::new(&site, &mut attempt.phase("templates"));
    let old = site.area.puzzles.len();
    let mut field = Field::new(&ways, site.area.layout.entry(), spots(&site, &chosen));
    let mut stream = attempt.phase("keys");
    let mut drawn = deal(&site, &mut field, &mut deck, old, &mut stream);
    spread(&site, &mut field, old, &mut stream);
    while let Some(door) = idle(&field, old) {
        free(&site, &mut field, &mut deck, &mut drawn, door, old);
        spread(&site, &mut field, old, &mut stream);
    }
    let locked = lock_away(&site, &mut field, old, &mut attempt.phase("chest"));
    let mut placement = Placement {
        asked: quota.asked,
        placed: drawn.len() as u32,
        closed: before - site.area.layout.passages(),
        lacks: lacks(&site, &quota, &chosen, drawn.len()),
        puzzle_rooms: None,
    };
    let spots = field.spots.split_off(old);
    let area = furnish(site, &spots, &drawn, old, locked.as_ref());
    placement.puzzle_rooms = PuzzleRooms::of(&area);
    PlacedArea { area, placement }
}

/// Replaces an idle door by a puzzle of another kind; without a template left, removes it.
fn free<'a>(
    site: &Site<'a>,
    field: &mut Field<'_>,
    deck: &mut Deck<'a>,
    drawn: &mut Vec<TemplateDraw<'a>>,
    door: usize,
    old: usize,
) {
    deck.doors -= 1;
    let (Some(other), Some(spot)) = (deck.draw(site, false), field.spots.get_mut(door)) else {
        field.remove(door);
        drawn.remove(door - old);
        return;
    };
    (spot.is_door, spot.key) = (false, None);
    if let Some(drawn) = drawn.get_mut(door - old) {
        *drawn = other;
    }
}

/// Adds the new puzzles and their keys to the area.
fn furnish(
    mut site: Site<'_>,
    spots: &[Spot],
    drawn: &[TemplateDraw<'_>],
    old: usize,
    locked: Option<&Locked<'_>>,
) -> Area {
    let mut key_of_chest = None;
    for (number, (spot, drawn)) in (old..).zip(spots.iter().zip(drawn)) {
        let (puzzle, mut item) = puzzle(&site, number, spot, *drawn);
        if let (Some(item), Some(locked)) =
            (&mut item, locked.filter(|locked| locked.door == number))
        {
            let chest = chest(&site, item.room, locked);
            key_of_chest = Some(Item {
                name: chest.key.clone(),
                description: Some(locked.key_description()),
                room: locked.key_room,
                holder: Holder::Open,
            });
            item.holder = Holder::Chest(site.area.chests.len());
            site.area.chests.push(chest);
        }
        site.area.puzzles.push(puzzle);
        site.area.items.extend(item);
    }
    site.area.items.extend(key_of_chest);
    site.area
}

/// The reasons for missing puzzles, each with a number of puzzles.
fn lacks(site: &Site<'_>, quota: &Quota, chosen: &[Passage], drawn: usize) -> Vec<(Lack, u32)> {
    let missing = quota.asked.saturating_sub(chosen.len() as u32);
    let of_room = |(room, &asked): (RoomIndex, &u8)| {
        let has = chosen.iter().filter(|passage| passage.room == room).count() as u32;
        let ways =
            site.area.layout.rooms.get(room as usize).map_or(0, |room| room.connections.len());
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

/// The old puzzles, then the new ones, which are not doors yet.
fn spots(site: &Site<'_>, passages: &[Passage]) -> Vec<Spot> {
    let old = site.area.puzzles.iter().map(|puzzle| {
        let name = puzzle.kind.key();
        let key = name.and_then(|key| site.area.items.iter().find(|item| item.name == key));
        let chest = key.map(|item| chest_keys(site, item.holder));
        Spot {
            passage: Passage { room: puzzle.room, direction: puzzle.direction },
            is_door: name.is_some(),
            // A key in a chest without a key counts as missing.
            key: key.filter(|_| chest.iter().all(Option::is_some)).map(|item| item.room),
            chest: chest.flatten().unwrap_or_default(),
        }
    });
    let spot = |&passage| Spot { passage, is_door: false, key: None, chest: Vec::new() };
    old.chain(passages.iter().map(spot)).collect()
}

/// Draws a template for each new puzzle, and places the key of each door.
fn deal<'a>(
    site: &Site<'a>,
    field: &mut Field<'_>,
    deck: &mut Deck<'a>,
    old: usize,
    stream: &mut Stream,
) -> Vec<TemplateDraw<'a>> {
    let mut drawn = Vec::new();
    for number in old..field.spots.len() {
        let Some(mut next) = deck.draw(site, true) else { break };
        if next.template.kind.key().is_some() {
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

/// A puzzle from a template, and its key.
fn puzzle(
    site: &Site<'_>,
    number: usize,
    spot: &Spot,
    drawn: TemplateDraw<'_>,
) -> (Puzzle, Option<Item>) {
    let Template { name, description, threshold, hint, kind, .. } = drawn.template;
    let Passage { room, direction } = spot.passage;
    let kind = match kind {
        Kind::LockedDoor { key } => Kind::LockedDoor {
            key: match site.key_style {
                KeyStyle::Named => drawn.named(key),
                KeyStyle::Small => SMALL_KEY.to_owned(),
            },
        },
        other => other.clone(),
    };
    let item = kind.key().zip(spot.key).map(|(key, room)| Item {
        name: key.to_owned(),
        description: key_description(site, drawn.template),
        room,
        holder: Holder::Open,
    });
    let puzzle = Puzzle {
        id: format!("p{}", number + 1),
        name: drawn.named(name),
        description: description.clone(),
        room,
        direction,
        hint: Hint::at(&site.area.layout, room, *threshold, hint),
        kind,
    };
    (puzzle, item)
}

/// The text on examining a key: that of the pack, or the one for all small keys.
fn key_description(site: &Site<'_>, template: &Template) -> Option<String> {
    match site.key_style {
        KeyStyle::Small => Some(SMALL_KEY_DESCRIPTION.to_owned()),
        KeyStyle::Named => template.key_description.clone(),
    }
}

/// The largest number of doors with small keys: the proof explores all orders of using the keys.
const MOST_SMALL_DOORS: usize = 6;

/// Templates in random order. After the last one they repeat, with numbered names.
pub(super) struct Deck<'a> {
    templates: &'a [Template],
    order: Vec<usize>,
    drawn: usize,
    /// Number of doors.
    pub(super) doors: usize,
    most_doors: usize,
}

/// A template, and how often it was drawn before.
#[derive(Clone, Copy)]
pub(super) struct TemplateDraw<'a> {
    pub(super) template: &'a Template,
    round: usize,
}

impl<'a> Deck<'a> {
    /// The templates of a site, shuffled.
    pub(super) fn new(site: &Site<'a>, stream: &mut Stream) -> Self {
        let mut order: Vec<usize> = (0..site.templates.len()).collect();
        stream.shuffle(&mut order);
        let most_doors = match site.key_style {
            KeyStyle::Named => usize::MAX,
            KeyStyle::Small => MOST_SMALL_DOORS,
        };
        let doors = site.area.puzzles.iter().filter(|puzzle| puzzle.kind.key().is_some()).count();
        Self { templates: site.templates, order, drawn: 0, doors, most_doors }
    }

    /// The next allowed template.
    pub(super) fn draw(&mut self, site: &Site<'_>, doors: bool) -> Option<TemplateDraw<'a>> {
        // Two rounds contain every template, so they contain an allowed one if there is one.
        for _ in 0..2 * self.order.len() {
            let (place, round) = (self.drawn % self.order.len(), self.drawn / self.order.len());
            self.drawn += 1;
            let template = self.templates.get(*self.order.get(place)?)?;
            let is_door = template.kind.key().is_some();
            if is_door && (!doors || self.doors == self.most_doors) {
                continue;
            }
            let drawn = TemplateDraw { template, round };
            if !site.area.puzzles.iter().any(|puzzle| drawn.is_like(puzzle)) {
                self.doors += usize::from(is_door);
                return Some(drawn);
            }
        }
        None
    }
}

impl TemplateDraw<'_> {
    /// A name, numbered from the second round on.
    pub(super) fn named(self, name: &str) -> String {
        if self.round == 0 { name.to_owned() } else { format!("{name} {}", roman(self.round + 1)) }
    }

    /// True if an old puzzle has the same name, or a key of the same name.
    fn is_like(self, puzzle: &Puzzle) -> bool {
        let same =
            |own: &str, theirs: &str| self.named(own).to_lowercase() == theirs.to_lowercase();
        let keys = self.template.kind.key().zip(puzzle.kind.key());
        same(&self.template.name, &puzzle.name)
            || keys.is_some_and(|(own, theirs)| same(own, theirs))
    }
}

/// A number in Roman digits.
fn roman(mut number: usize) -> String {
    let digits = ["C", "XC", "L", "XL", "X", "IX", "V", "IV", "I"];
    let mut text = String::new();
    for (value, digit) in [100, 90, 50, 40, 10, 9, 5, 4, 1].into_iter().zip(digits) {
        while number >= value {
            text.push_str(digit);
            number -= value;
        }
    }
    text
}

/// Moves keys to farther rooms until nothing changes: each opened door extends the rooms in reach.
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

/// The room for the key of a door: one of the farthest that are reached before the door and nearer to the entry; the
/// entry only if there is no other. With `now`, only a room farther away than that.
fn key_room(
    site: &Site<'_>,
    field: &Field<'_>,
    number: usize,
    now: Option<RoomIndex>,
    stream: &mut Stream,
) -> Option<RoomIndex> {
    let near = field.spots.get(number)?.passage.room;
    let small = site.key_style == KeyStyle::Small;
    // Small keys lie outside all doors, so the order of their use does not matter.
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

/// One of the farthest rooms that are `free` and `apart`. With `now`, only a room farther away than that.
fn farthest_apart(
    site: &Site<'_>,
    free: impl Fn(RoomIndex) -> bool,
    now: Option<RoomIndex>,
    stream: &mut Stream,
    apart: impl Fn(RoomIndex) -> bool,
) -> Option<RoomIndex> {
    let all = 0..site.area.layout.rooms.len() as RoomIndex;
    let mut rooms: Vec<RoomIndex> = all.filter(|&room| free(room)).collect();
    // Shuffled, so ties are broken at random.
    stream.shuffle(&mut rooms);
    rooms.sort_by_key(|&room| Reverse(site.distance(room)));
    let least = now.map_or(0, |now| site.distance(now) + 1);
    rooms.into_iter().take_while(|&room| site.distance(room) >= least).find(|&room| apart(room))
}

/// The rooms of the chest keys that are needed to get an item; `None` if one of these keys does not exist.
fn chest_keys(site: &Site<'_>, mut holder: Holder) -> Option<Vec<RoomIndex>> {
    let mut rooms = Vec::new();
    while let Holder::Chest(number) = holder {
        let key = &site.area.chests.get(number)?.key;
        let item = site.area.items.iter().find(|item| item.name == *key)?;
        // Chests that hold each other's keys never open.
        if rooms.len() == site.area.chests.len() {
            return None;
        }
        rooms.push(item.room);
        holder = item.holder;
    }
    Some(rooms)
}

/// One in so many areas with a new locked door gets a chest, if there is room for it.
const ONE_IN: usize = 4;

/// A key locked in a chest: its door, and the room of the chest's key.
pub(super) struct Locked<'a> {
    /// The index of the door among the spots.
    pub(super) door: usize,
    /// The room of the chest's key.
    key_room: RoomIndex,
    template: &'a ChestTemplate,
}

/// Locks the key of one new door in a chest, or none.
fn lock_away<'a>(
    site: &Site<'a>,
    field: &mut Field<'_>,
    old: usize,
    stream: &mut Stream,
) -> Option<Locked<'a>> {
    let mut doors: Vec<usize> =
        (old..field.spots.len()).filter(|&door| field.spots[door].key.is_some()).collect();
    let free: Vec<&ChestTemplate> =
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

/// True if the name of a chest or of its key is in use.
fn is_taken(site: &Site<'_>, chest: &ChestTemplate) -> bool {
    let doors = site.area.puzzles.iter().filter_map(|puzzle| puzzle.kind.key());
    let chests = site.area.chests.iter().flat_map(|chest| [&*chest.name, &*chest.key]);
    let mut names = site.area.puzzles.iter().map(|puzzle| &*puzzle.name).chain(doors).chain(chests);
    let own = [&chest.name, &chest.key].map(|name| name.to_lowercase());
    own.contains(&SMALL_KEY.to_owned()) || names.any(|name| own.contains(&name.to_lowercase()))
}

/// The room for the key of a chest: one of the farthest that are reached while the chest is shut and are nearer to the
/// entry than the chest.
fn chest_key_room(
    site: &Site<'_>,
    field: &Field<'_>,
    door: usize,
    stream: &mut Stream,
) -> Option<RoomIndex> {
    let chest = field.spots.get(door)?.key?;
    // Getting one small key must not need another one.
    let small = site.key_style == KeyStyle::Small;
    let reached = field.reached(|other, spot: &Spot| other == door || small && spot.is_door);
    let free =
        |room: RoomIndex| reached[room as usize] && site.distance(room) < site.distance(chest);
    farthest_apart(site, free, None, stream, |room| !is_passed(field, room, chest, door))
}

/// A chest from a template.
fn chest(site: &Site<'_>, room: RoomIndex, locked: &Locked<'_>) -> Chest {
    let ChestTemplate { name, description, threshold, hint, key, .. } = locked.template;
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
    /// The text on examining the key of the chest.
    pub(super) fn key_description(&self) -> String {
        self.template.key_description.clone()
    }
}

/// The first id of `c1`, `c2` and so on that is not in use.
fn free_id(site: &Site<'_>) -> String {
    let puzzles = site.area.puzzles.iter().flat_map(|puzzle| [&puzzle.id, &puzzle.name]);
    let chests = site.area.chests.iter().flat_map(|chest| [&chest.id, &chest.name]);
    let taken: Vec<String> = puzzles.chain(chests).map(|name| name.to_lowercase()).collect();
    let ids = (site.area.chests.len() + 1..).map(|number| format!("c{number}"));
    ids.into_iter().find(|id| !taken.contains(id)).unwrap_or_default()
}

/// True if every path from the entry to `to` passes `passed` while the puzzle `shut` is unsolved.
fn is_passed(field: &Field<'_>, passed: RoomIndex, to: RoomIndex, shut: usize) -> bool {
    let reached = field.reached_past(Some(passed), |other, _| other == shut);
    !reached.get(to as usize).copied().unwrap_or(false)
}

/// The last new door that is idle, or whose key lies in an idle chest.
fn idle(field: &Field<'_>, old: usize) -> Option<usize> {
    let is_idle = |&door: &usize| {
        let spot = field.spots.get(door);
        spot.is_some_and(|spot| links(spot).any(|(key, to)| is_passed(field, key, to, door)))
    };
    (old..field.spots.len()).rev().find(is_idle)
}

/// The locks of a door and of the chests of its key: the room of each lock's key, and the room of the lock.
fn links(spot: &Spot) -> impl Iterator<Item = (RoomIndex, RoomIndex)> {
    let keys = spot.key.into_iter().chain(spot.chest.iter().copied());
    let locks = std::iter::once(spot.passage.room).chain(keys.clone());
    keys.zip(locks)
}
