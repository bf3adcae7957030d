//! Words about the rooms of an area: what each is for, its name, and a text that holds whatever is done there.
//!
//! The rooms are told by what lies and stands in them alone, by the teller of designed dungeons.

use super::facts::RoomFacts;
use super::teller::Teller;
use crate::designed::rooms::Family;
use crate::layout::Kind as RoomKind;
use crate::purpose::Purpose;
use crate::puzzle::{Area, Certificate, Holder, Kind, Made, RoomIndex, Version, Words};
use search::{Attempt, Found, Seed};
use std::collections::BTreeMap;

/// The least number of passages of a hub.
const HUB: usize = 4;

/// A find of [`puzzle::generate`](crate::puzzle::generate) with words about its rooms; areas of before `area/3` have none.
///
/// ```
/// use quandary_dungeon::{designed::texts, puzzle};
/// let (request, seed) = (puzzle::Request::of("crypt")?, search::Seed::new(7)?);
/// let mut report = puzzle::generate(&request, seed, Default::default())?;
/// let found = texts::with_words(request.version, seed, report.found.remove(0));
/// let area = &found.draft.area;
/// assert_eq!(area.words.len(), area.layout.rooms.len());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn with_words(
    version: Version,
    seed: Seed,
    mut found: Found<Made, Certificate>,
) -> Found<Made, Certificate> {
    if version >= Version::V3 {
        found.draft.area.words = area_words(&found.draft.area, seed.attempt(found.attempt));
    }
    found
}

/// Tells the rooms of an area that an attempt has made, by their coordinates; none in a category of no family.
fn area_words(area: &Area, attempt: Attempt) -> BTreeMap<[i32; 3], Words> {
    let category = &area.layout.category.name;
    let Some(family) = Family::of(category) else { return BTreeMap::new() };
    let mut teller = Teller::new(family, attempt.part(category).phase("words"));
    let rooms = area.layout.rooms.iter().enumerate().map(|(id, room)| {
        let purpose = purpose(area, family, id as RoomIndex);
        let told = teller.room(&RoomFacts::of(purpose));
        (room.coords, Words { purpose, name: told.name, text: told.text })
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
