//! The places of puzzles and of their keys.
//!
//! A puzzle blocks a bridge, so that it gates something, and stands on the near side, never in the entry. The
//! key of a door lies in the farthest room that is nearer to the entry than the door and can be reached
//! before it; now and then it is locked away there, in a chest.
//!
//! From `area/4` on a door is made only where its key is off the way to it.
//!
//! Invariant: keys before doors. Each step keeps every door openable: a key is laid, or moved farther away,
//! only to a room that is reached with its own door shut.

use super::area::{Area, Hint, Holder, Item, Kind, Puzzle};
use super::deck::{Deck, Drawn};
use super::idle::idle;
use super::keys::{Locked, chest, chest_keys, key_room, lock_away, spread};
use super::passages::{Quota, choose};
use super::placement::{Lack, Made, Placement, PuzzleRooms};
use super::proof::{SMALL_KEY, SMALL_KEY_DESCRIPTION};
use super::request::Wanted;
use super::site::{Field, Site, Spot};
use super::templates::Template;
use crate::layout::RoomIndex;
use crate::layout::ways::{Passage, Ways};
use crate::mission::KeyStyle;
use search::{Attempt, Stream};

/// Places puzzles.
pub(crate) fn place(site: Site<'_>, wanted: Wanted, attempt: Attempt) -> Made {
    placed(site, attempt, |area, stream| Quota::roll(&area.layout, wanted, stream))
}

/// Places so many puzzles in one room, or as many as are rolled for one; old ones count as placed.
pub(super) fn place_in(
    site: Site<'_>,
    room: RoomIndex,
    puzzles: Option<u8>,
    attempt: Attempt,
) -> Made {
    let old = site.area.puzzles.len() as u32;
    placed(site, attempt, |area, stream| Quota::of_room(area, room, puzzles, stream)).beside(old)
}

fn placed(
    mut site: Site<'_>,
    attempt: Attempt,
    quota: impl FnOnce(&Area, &mut Stream) -> Quota,
) -> Made {
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
    Made { area, placement }
}

/// Makes a door that does nothing a puzzle of another kind; where no template is left, there is none.
fn free<'a>(
    site: &Site<'a>,
    field: &mut Field<'_>,
    deck: &mut Deck<'a>,
    drawn: &mut Vec<Drawn<'a>>,
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

/// Puts the new puzzles and their keys beside the old ones.
fn furnish(
    mut site: Site<'_>,
    spots: &[Spot],
    drawn: &[Drawn<'_>],
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

/// The lacks of the puzzles that were asked for and are not there, each with a number of puzzles.
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

/// Old puzzles as they are, then the new ones, doors to be decided.
fn spots(site: &Site<'_>, passages: &[Passage]) -> Vec<Spot> {
    let old = site.area.puzzles.iter().map(|puzzle| {
        let name = puzzle.kind.key();
        let key = name.and_then(|key| site.area.items.iter().find(|item| item.name == key));
        let chest = key.map(|item| chest_keys(site, item.holder));
        Spot {
            passage: Passage { room: puzzle.room, direction: puzzle.direction },
            is_door: name.is_some(),
            // A key in a chest that nothing opens is as good as none.
            key: key.filter(|_| chest.iter().all(Option::is_some)).map(|item| item.room),
            chest: chest.flatten().unwrap_or_default(),
        }
    });
    let spot = |&passage| Spot { passage, is_door: false, key: None, chest: Vec::new() };
    old.chain(passages.iter().map(spot)).collect()
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

/// A puzzle of a template in its place, and the key that belongs to it.
fn puzzle(site: &Site<'_>, number: usize, spot: &Spot, drawn: Drawn<'_>) -> (Puzzle, Option<Item>) {
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

/// The text that one reads on looking at a key: the pack's own, or that of all small keys.
fn key_description(site: &Site<'_>, template: &Template) -> Option<String> {
    match site.key_style {
        KeyStyle::Small => Some(SMALL_KEY_DESCRIPTION.to_owned()),
        KeyStyle::Named => template.key_description.clone(),
    }
}
