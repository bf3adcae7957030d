//! Coverage of the dungeons: a proof says nothing about a feature that no dungeon has.

use super::readers::Outcome;
use super::{Exported, categories};
use anyhow::{Context, Result};
use serde::Deserialize;
use std::collections::BTreeSet;
use std::fs;

/// The kinds of gates of passages.
const GATES: [&str; 12] = [
    "open",
    "stairs",
    "bombable",
    "small_lock",
    "lock",
    "boss_lock",
    "switch",
    "puzzle",
    "plate",
    "water",
    "one_way",
    "blocks",
];

/// Minimum number of dungeons for full coverage.
const LEAST: usize = 24;

#[derive(Deserialize)]
struct Dungeon {
    #[serde(default)]
    rooms: Vec<Room>,
    #[serde(default)]
    passages: Vec<Passage>,
    area: Option<Area>,
    level: Level,
    provenance: Provenance,
}

#[derive(Deserialize)]
struct Room {
    coords: [i32; 3],
    #[serde(default)]
    cells: BTreeSet<[i32; 3]>,
}

#[derive(Deserialize)]
struct Passage {
    kind: String,
}

#[derive(Deserialize)]
struct Area {
    rooms: Vec<Room>,
}

#[derive(Deserialize)]
struct Level {
    floors: Vec<serde::de::IgnoredAny>,
}

#[derive(Deserialize)]
struct Provenance {
    request: Request,
}

#[derive(Deserialize)]
struct Request {
    category: String,
}

/// Checks that the dungeons contain all categories, every kind of gate, one floor and several, rooms of 2 × 2 cells,
/// and rooms at negative coordinates.
///
/// # Errors
/// A dungeon cannot be read.
pub(super) fn proof(exported: &Exported) -> Result<Outcome> {
    let mut found = BTreeSet::new();
    let mut squares = 0;
    for file in &exported.dungeons {
        let text = fs::read_to_string(file)?;
        let dungeon: Dungeon =
            serde_json::from_str(&text).with_context(|| format!("{}", file.display()))?;
        squares += dungeon.squares();
        found.extend(dungeon.has());
    }
    let mut wanted: BTreeSet<String> = GATES.iter().map(|gate| format!("gate {gate}")).collect();
    wanted.extend(categories()?.into_iter().map(|name| format!("category {name}")));
    wanted.extend((1..=3).map(|floors| format!("floors {floors}")));
    wanted.extend(["a room of two by two cells", "negative coordinates"].map(str::to_owned));
    let missing: Vec<&str> = wanted.difference(&found).map(String::as_str).collect();
    let many = exported.dungeons.len();
    Ok(match missing.is_empty() {
        true => Outcome::Passed(format!(
            "{many} dungeons have all {} of it; {squares} rooms have two by two cells",
            wanted.len()
        )),
        false if many < LEAST => Outcome::NotRun(format!(
            "{many} dungeons are too few to have everything; missing: {}",
            missing.join(", ")
        )),
        false => Outcome::Failed(format!("{many} dungeons lack: {}", missing.join(", "))),
    })
}

impl Dungeon {
    /// Number of rooms of 2 × 2 cells.
    fn squares(&self) -> usize {
        self.rooms.iter().filter(|room| room.is_square()).count()
    }

    /// The features of the dungeon.
    fn has(&self) -> BTreeSet<String> {
        let mut has: BTreeSet<String> =
            self.passages.iter().map(|passage| format!("gate {}", passage.kind)).collect();
        has.insert(format!("category {}", self.provenance.request.category));
        has.insert(format!("floors {}", self.level.floors.len()));
        let rooms = self.rooms.iter().chain(self.area.iter().flat_map(|area| &area.rooms));
        for room in rooms {
            if room.coords.iter().any(|at| *at < 0) {
                has.insert("negative coordinates".to_owned());
            }
            if room.is_square() {
                has.insert("a room of two by two cells".to_owned());
            }
        }
        has
    }
}

impl Room {
    /// True if the room has 2 × 2 cells.
    fn is_square(&self) -> bool {
        let Some([x, y, z]) = self.cells.first().copied() else { return false };
        let square = [[x, y, z], [x + 1, y, z], [x, y + 1, z], [x + 1, y + 1, z]];
        self.cells == BTreeSet::from(square)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dungeon_is_read_for_what_it_has() {
        let dungeon: Dungeon = serde_json::from_str(
            r#"{"rooms": [{"coords": [-1, 0, 0], "cells": [[-1, 0, 0], [0, 0, 0], [-1, 1, 0], [0, 1, 0]]},
            {"coords": [1, 1, 0], "cells": [[1, 1, 0], [1, 2, 0]]}], "passages": [{"kind": "lock"}],
            "level": {"floors": [{}, {}]}, "provenance": {"request": {"category": "cave"}}}"#,
        )
        .unwrap();
        assert_eq!(dungeon.squares(), 1);
        let expected = [
            "a room of two by two cells",
            "category cave",
            "floors 2",
            "gate lock",
            "negative coordinates",
        ];
        assert_eq!(dungeon.has().into_iter().collect::<Vec<_>>(), expected);
    }
}
