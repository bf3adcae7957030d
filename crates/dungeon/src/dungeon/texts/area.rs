//! Texts for the rooms of an area: purpose, name, and a description that is always true.
//!
//! They depend only on the contents of the rooms and use the texts of dungeons.

use super::TextGenerator;
use super::facts::RoomFacts;
use crate::dungeon::rooms::Family;
use crate::layout::RoomKind;
use crate::purpose::Purpose;
use crate::puzzle::{Area, Certificate, Holder, Kind, PlacedArea, RoomIndex, RoomWords};
use search::{Accepted, Attempt, Seed};
use std::collections::BTreeMap;

/// Minimum number of passages of a hub.
const HUB: usize = 4;

/// A result of [`puzzle::generate`](crate::puzzle::generate) with texts for its rooms.
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

/// A result of [`puzzle::expand`](crate::puzzle::expand) or [`puzzle::dress`](crate::puzzle::dress()) with texts for
/// its new rooms that differ from those of old rooms; none if the old area has none. An old room keeps its name and its
/// description, and its purpose unless its contents change.
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
    let mut texts = AreaTexts {
        generator: TextGenerator::new(family, attempt.phase("words")),
        words: old.words.clone(),
    };
    for (id, room) in (0..).zip(&area.layout.rooms) {
        let before = old.layout.index(room.coords);
        let purpose = purpose(area, family, id);
        match texts.words.get_mut(&room.coords) {
            None if before.is_none() => texts.add(room.coords, purpose),
            Some(words)
                if before.is_none_or(|before| contents(old, before) != contents(area, id)) =>
            {
                words.purpose = purpose;
            }
            _ => {}
        }
    }
    found.candidate.area.words = texts.words;
    found
}

/// Numbers of puzzles, keys and chests in a room.
fn contents(area: &Area, id: RoomIndex) -> [usize; 3] {
    [
        area.puzzles.iter().filter(|puzzle| puzzle.room == id).count(),
        area.items.iter().filter(|item| item.room == id).count(),
        area.chests.iter().filter(|chest| chest.room == id).count(),
    ]
}

/// The texts of an area to which more are added.
struct AreaTexts {
    generator: TextGenerator,
    words: BTreeMap<[i32; 3], RoomWords>,
}

impl AreaTexts {
    /// Adds a room with a new name and a new description.
    fn add(&mut self, coords: [i32; 3], purpose: Purpose) {
        // Names and descriptions do not repeat, so after as many tries as there are rooms one is new.
        for _ in 0..=2 * self.words.len() {
            let texts = self.generator.room(&RoomFacts::of(purpose));
            let is_same = |words: &RoomWords| {
                words.name.to_lowercase() == texts.name.to_lowercase() || words.text == texts.text
            };
            if !self.words.values().any(is_same) {
                let words = RoomWords { purpose, name: texts.name, text: texts.text };
                self.words.insert(coords, words);
                return;
            }
        }
    }
}

/// Texts for the rooms of a generated area, by coordinates; empty if its category has no family.
fn area_words(area: &Area, attempt: Attempt) -> BTreeMap<[i32; 3], RoomWords> {
    let category = &area.layout.category.name;
    let Some(family) = Family::of(category) else { return BTreeMap::new() };
    let mut generator = TextGenerator::new(family, attempt.part(category).phase("words"));
    let rooms = area.layout.rooms.iter().enumerate().map(|(id, room)| {
        let purpose = purpose(area, family, id as RoomIndex);
        let texts = generator.room(&RoomFacts::of(purpose));
        (room.coords, RoomWords { purpose, name: texts.name, text: texts.text })
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
        // An area has no enemies and no secrets; it is won by visiting every room.
        Purpose::Goal
        | Purpose::MiniBoss
        | Purpose::Secret
        | Purpose::Vista
        | Purpose::Rest
        | Purpose::Fight => false,
    };
    Purpose::ALL.into_iter().find(|&purpose| fits(purpose)).unwrap_or(Purpose::Passage)
}
