//! Objects of foreign maps: by the user's table of names, or else by a guess.

use super::{Over, Placed};
use crate::aliases::Aliases;
use crate::guess;
use crate::import::{Basis, ForeignName, named};
use crate::meaning::Meaning;
use crate::tiled::TiledError;
use crate::tiled::object::Object;
use crate::ways::is_one;
use level::model::grid::Cell;
use level::model::tile::Tile;
use serde_json::Value;
use std::collections::BTreeSet;

/// The names for an object in a table: its class, its name, with and without a number at the end, and its layer.
fn names<'a>(object: &'a Object<'_>, layer: &'a str) -> [&'a str; 4] {
    let name = object.name();
    let plain = name.trim_end_matches(|letter: char| letter.is_ascii_digit()).trim_end();
    [object.class(), name, plain, layer]
}

/// The key that a door names in its property `key`.
fn key_of<'a>(object: &'a Object<'_>) -> Option<&'a str> {
    object.property("key")?.as_str().filter(|name| !name.is_empty())
}

/// The meaning of an object by the table.
pub(super) fn given(object: &Object<'_>, layer: &str, aliases: &Aliases) -> Option<ForeignName> {
    let found =
        |name: &str| Some(named("object", name, aliases.meaning(name)?.clone(), Basis::Given));
    names(object, layer).into_iter().filter(|name| !name.is_empty()).find_map(found)
}

/// The meaning of an object by a guess. `keys` are the names of keys that doors ask for.
pub(super) fn guessed(object: &Object<'_>, keys: &BTreeSet<String>) -> Option<ForeignName> {
    let (class, name) = (object.class(), object.name());
    let found =
        |name: &str, why| Some(named("object", name, guess::of_object(name)?, Basis::Guessed(why)));
    let mut found = found(class, "its class").or_else(|| found(name, "its name"))?;
    let is_true = |name: &str| {
        object.property(name).is_some_and(|value| match value {
            Value::Bool(value) => *value,
            Value::String(text) => text.eq_ignore_ascii_case("true"),
            _ => false,
        })
    };
    match (found.meaning.tile(), key_of(object)) {
        (Some(Tile::DoorOpen), Some(key)) => {
            found.meaning = Meaning::lock(format!("symbol:{key}"));
            found.basis = Basis::Guessed("its property key");
        }
        (Some(Tile::DoorOpen), None) if is_true("locked") => {
            found.meaning = Tile::DoorLocked.into();
            found.basis = Basis::Guessed("its property locked");
        }
        (Some(Tile::KeySmall), _) if keys.contains(name) => {
            found.meaning = Meaning::gives(format!("symbol:{name}"));
            found.basis = Basis::Guessed("a door names it");
        }
        _ => {}
    }
    Some(found)
}

/// The names of keys that doors ask for.
pub(super) fn keys<'a>(objects: impl Iterator<Item = &'a Object<'a>>) -> BTreeSet<String> {
    objects.filter_map(key_of).map(str::to_owned).collect()
}

impl Over<'_> {
    /// Puts an object of a foreign meaning on its cells.
    pub(super) fn foreign(
        &mut self,
        placed: &Placed<'_>,
        found: &ForeignName,
    ) -> Result<(), TiledError> {
        let is_guess = !found.basis.is_sure();
        let cells = match self.cells(placed, &found.meaning) {
            Ok(cells) => cells,
            Err(error) => {
                if !is_guess {
                    self.names.used(found, || placed.place.clone());
                }
                self.notes.passed(|| error.place, error.message);
                return Ok(());
            }
        };
        let is_second =
            |tile| self.tiles.start.is_some() || self.tiles.holding(tile).next().is_some();
        if is_guess && found.meaning.tile() == Some(Tile::Start) && is_second(Tile::Start) {
            self.notes.passed(|| placed.place.clone(), "there is another start".to_owned());
            return Ok(());
        }
        self.names.used(found, || placed.place.clone());
        if found.meaning.is_nothing() {
            self.sight(placed);
        }
        let put = found.meaning.put(&cells, &mut self.tiles, &mut self.builder);
        put.map_err(|message| placed.wrong(message))
    }

    /// Keeps the place of an object without a meaning.
    pub(super) fn sight(&mut self, placed: &Placed<'_>) {
        let object = placed.object;
        let name = [object.name(), object.class()].into_iter().find(|name| !name.is_empty());
        if let (Some(name), Ok(cell)) = (name, self.cell(placed)) {
            self.sights.push((format!("{name} {}", object.id), cell));
        }
    }

    /// The cells of an object: all that it covers, or one for a single-cell tile or a pick-up.
    fn cells(&mut self, placed: &Placed<'_>, meaning: &Meaning) -> Result<Vec<Cell>, TiledError> {
        let is_large = match meaning.tile() {
            Some(tile) => !is_one(tile) && tile != Tile::Goal,
            None => meaning.is_large(),
        };
        if !is_large {
            return Ok(vec![self.cell(placed)?]);
        }
        let area = self.ground(placed)?.covered(placed.object);
        let area = area.map_err(|message| placed.wrong(message))?;
        self.count(placed, &area)?;
        Ok(area.cells().collect())
    }

    /// Adds a note on names of the table that nothing on the map has.
    pub(super) fn unused(&mut self, names: &[ForeignName]) {
        let used = names.iter().map(|found| found.name.as_str());
        let note = self.aliases.unused(used, "nothing of the map");
        note.into_iter().for_each(|note| self.notes.add(note));
    }

    /// Puts on the floors what tiles have besides a tile.
    pub(in super::super) fn tiles_with_more(&mut self) -> Result<(), TiledError> {
        for (cell, found) in std::mem::take(&mut self.floors.more) {
            let put = found.meaning.put(&[cell], &mut self.tiles, &mut self.builder);
            put.map_err(|message| super::wrong(format!("--map: {:?}", found.name), message))?;
        }
        Ok(())
    }
}
