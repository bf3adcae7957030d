//! Words about the rooms of an area: what each is for, its name, and a text that holds whatever is done there.
//!
//! The rooms are told by what lies and stands in them alone, by the teller of dungeons.

use super::Teller;
use super::facts::RoomFacts;
use crate::dungeon::rooms::Family;
use crate::layout::Kind as RoomKind;
use crate::purpose::Purpose;
use crate::puzzle::{Area, Certificate, Holder, Kind, PlacedArea, RoomIndex, RoomWords};
use search::{Accepted, Attempt, Seed};
use std::collections::BTreeMap;

/// The least number of passages of a hub.
const HUB: usize = 4;

/// A find of [`puzzle::generate`](crate::puzzle::generate) with words about its rooms.
///
/// ```
/// use quandary_dungeon::{dungeon::texts, puzzle};
/// let (request, seed) = (puzzle::Request::of("crypt")?, search::Seed::new(7)?);
/// let mut report = puzzle::generate(&request, seed, Default::default())?;
/// let found = texts::with_words(seed, report.found.remove(0));
/// let area = &found.candidate.area;
/// assert_eq!(area.words.len(), area.layout.rooms.len());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn with_words(
    seed: Seed,
    mut found: Accepted<PlacedArea, Certificate>,
) -> Accepted<PlacedArea, Certificate> {
    found.candidate.area.words = area_words(&found.candidate.area, seed.attempt(found.attempt));
    found
}

/// A find of [`puzzle::expand`](crate::puzzle::expand), or of [`puzzle::dress`](crate::puzzle::dress()), with words about the rooms that
/// are new, unlike those of any old one; none where the old area has none. An old room keeps its name and its text, and
/// its purpose too, unless something new stands or lies in it.
#[must_use]
pub fn with_more_words(
    old: &Area,
    seed: Seed,
    mut found: Accepted<PlacedArea, Certificate>,
) -> Accepted<PlacedArea, Certificate> {
    let area = &found.candidate.area;
    let Some(family) = Family::of(&area.layout.category.name).filter(|_| !old.words.is_empty())
    else {
        return found;
    };
    let attempt = seed.attempt(found.attempt).part(&area.layout.category.name);
    let mut told =
        New { teller: Teller::new(family, attempt.phase("words")), words: old.words.clone() };
    for (id, room) in (0..).zip(&area.layout.rooms) {
        let before = old.layout.index(room.coords);
        let purpose = purpose(area, family, id);
        match told.words.get_mut(&room.coords) {
            None if before.is_none() => told.add(room.coords, purpose),
            Some(words) if before.is_none_or(|before| held(old, before) != held(area, id)) => {
                words.purpose = purpose;
            }
            _ => {}
        }
    }
    found.candidate.area.words = told.words;
    found
}

/// Number of puzzles, keys and chests in a room.
fn held(area: &Area, id: RoomIndex) -> [usize; 3] {
    [
        area.puzzles.iter().filter(|puzzle| puzzle.room == id).count(),
        area.items.iter().filter(|item| item.room == id).count(),
        area.chests.iter().filter(|chest| chest.room == id).count(),
    ]
}

/// The words of an area to which more are added.
struct New {
    teller: Teller,
    words: BTreeMap<[i32; 3], RoomWords>,
}

impl New {
    /// Tells a room by a name and a text that no other room has.
    fn add(&mut self, coords: [i32; 3], purpose: Purpose) {
        // A teller never tells a name or a text twice: after as many as there are, one is new.
        for _ in 0..=2 * self.words.len() {
            let told = self.teller.room(&RoomFacts::of(purpose));
            let is_same = |words: &RoomWords| {
                words.name.to_lowercase() == told.name.to_lowercase() || words.text == told.text
            };
            if !self.words.values().any(is_same) {
                let words = RoomWords { purpose, name: told.name, text: told.text };
                self.words.insert(coords, words);
                return;
            }
        }
    }
}

/// Tells the rooms of an area that an attempt has made, by their coordinates; none in a category of no family.
fn area_words(area: &Area, attempt: Attempt) -> BTreeMap<[i32; 3], RoomWords> {
    let category = &area.layout.category.name;
    let Some(family) = Family::of(category) else { return BTreeMap::new() };
    let mut teller = Teller::new(family, attempt.part(category).phase("words"));
    let rooms = area.layout.rooms.iter().enumerate().map(|(id, room)| {
        let purpose = purpose(area, family, id as RoomIndex);
        let told = teller.room(&RoomFacts::of(purpose));
        (room.coords, RoomWords { purpose, name: told.name, text: told.text })
    });
    rooms.collect()
}

/// The first purpose that fits a room.
fn purpose(area: &Area, family: Family, id: RoomIndex) -> Purpose {
    let Some(room) = area.layout.rooms.get(id as usize) else { return Purpose::Passage };
    let puzzle = |is_door: bool| {
        let mut here = area.puzzles.iter().filter(|puzzle| puzzle.room == id);
        here.any(|puzzle| matches!(puzzle.kind, Kind::LockedDoor { .. }) == is_door)
    };
    let fits = |purpose| match purpose {
        Purpose::Entrance => room.kind == RoomKind::Entry,
        Purpose::Boss => family != Family::House && room.kind == RoomKind::Boss,
        Purpose::Key => {
            area.items.iter().any(|item| item.room == id && item.holder == Holder::Open)
        }
        Purpose::Treasure => {
            room.kind == RoomKind::Treasure || area.chests.iter().any(|chest| chest.room == id)
        }
        Purpose::Puzzle => puzzle(false),
        Purpose::LockView => puzzle(true),
        Purpose::Hub => room.connections.iter().count() >= HUB,
        Purpose::Passage => true,
        // Nobody lives in an area, nothing in it is hidden, and it is won by seeing all of it.
        Purpose::Goal
        | Purpose::MiniBoss
        | Purpose::Secret
        | Purpose::Vista
        | Purpose::Rest
        | Purpose::Fight => false,
    };
    Purpose::ALL.into_iter().find(|&purpose| fits(purpose)).unwrap_or(Purpose::Passage)
}
