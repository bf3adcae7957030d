//! Reads keys, and the chests that they lie in.
//!
//! Invariant: a key that is held lies in a chest of its own room, and what opens a chest opens nothing else.

use super::faults::{Wrong, hint, named, no, room_at};
use crate::json::strict::some;
use crate::puzzle::play::fold;
use crate::puzzle::{Area, Chest, Holder, Item};
use serde::Deserialize;
use std::collections::BTreeMap;

type Place = [i32; 3];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawItem {
    name: String,
    #[serde(default, deserialize_with = "some")]
    description: Option<String>,
    room: Place,
    /// The id of a chest; null, or nothing at all, where the item lies in the open.
    #[serde(default)]
    holder: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawChest {
    id: String,
    name: String,
    description: String,
    room: Place,
    required_key: String,
    hint_threshold: u8,
    hint_text: String,
}

/// A chest, in a room of the area.
pub(super) fn chest(area: &Area, at: usize, raw: &RawChest) -> Result<Chest, Wrong> {
    let field = |name: &str| format!("chests[{at}].{name}");
    named(&raw.id, || field("id"))?;
    named(&raw.name, || field("name"))?;
    named(&raw.required_key, || field("required_key"))?;
    Ok(Chest {
        id: raw.id.clone(),
        name: raw.name.clone(),
        description: raw.description.clone(),
        room: room_at(area, raw.room, || field("room"))?,
        key: raw.required_key.clone(),
        hint: hint(raw.hint_threshold, &raw.hint_text, field)?,
    })
}

/// Checks that the key of a chest opens nothing else, so that it cannot be spent on something else.
pub(super) fn own_keys(area: &Area) -> Result<(), Wrong> {
    let mut keys = BTreeMap::new();
    for (i, puzzle) in area.puzzles.iter().enumerate() {
        if let Some(key) = puzzle.kind.key() {
            keys.insert(fold::name(key), format!("puzzles[{i}]"));
        }
    }
    for (i, chest) in area.chests.iter().enumerate() {
        if let Some(other) = keys.insert(fold::name(&chest.key), format!("chests[{i}]")) {
            let message = format!("{:?} is what {other} asks for too", chest.key);
            return no(format!("chests[{i}].required_key"), message);
        }
    }
    Ok(())
}

/// A key, in the open or in a chest of the area.
pub(super) fn item(area: &Area, at: usize, raw: &RawItem) -> Result<Item, Wrong> {
    let field = |name: &str| format!("items[{at}].{name}");
    let room = room_at(area, raw.room, || field("room"))?;
    named(&raw.name, || field("name"))?;
    let holder = match &raw.holder {
        None => Holder::Open,
        Some(id) => {
            let Some(number) = area.chests.iter().position(|chest| chest.id == *id) else {
                let known = area.chests.iter().map(|chest| &chest.id);
                return no(field("holder"), voice::unknown("chest", id, known));
            };
            if area.chests.get(number).is_some_and(|chest| chest.room != room) {
                return no(field("room"), format!("is not where the chest {id:?} stands"));
            }
            Holder::Chest(number)
        }
    };
    Ok(Item { name: raw.name.clone(), description: raw.description.clone(), room, holder })
}
