//! Reads puzzles: each has the fields that its kind needs, and no others.

use super::faults::{Wrong, direction, hint, named, names_of, no, room_at};
use crate::json::strict::{Object, some};
use crate::puzzle::play::fold;
use crate::puzzle::{Area, Kind, Puzzle};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

/// The place of a room.
type Place = [i32; 3];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawPuzzle {
    id: String,
    kind: String,
    name: String,
    description: String,
    room: Place,
    direction: String,
    #[serde(default, deserialize_with = "some")]
    required_key: Option<String>,
    #[serde(default, deserialize_with = "some")]
    riddle_text: Option<String>,
    #[serde(default, deserialize_with = "some")]
    riddle_answers: Option<Vec<String>>,
    #[serde(default, deserialize_with = "some")]
    objects: Option<Vec<Object<RawObject>>>,
    #[serde(default, deserialize_with = "some")]
    sequence_ids: Option<Vec<String>>,
    #[serde(default, deserialize_with = "some")]
    clue: Option<String>,
    hint_threshold: u8,
    hint_text: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawObject {
    id: String,
    name: String,
}

/// A puzzle, in a room of the area.
pub(super) fn puzzle(area: &Area, at: usize, raw: &RawPuzzle) -> Result<Puzzle, Wrong> {
    let field = |name: &str| format!("puzzles[{at}].{name}");
    named(&raw.id, || field("id"))?;
    named(&raw.name, || field("name"))?;
    let room = room_at(area, raw.room, || field("room"))?;
    let direction = direction(&raw.direction, || field("direction"))?;
    let connections = area.layout.rooms.get(room as usize).map(|room| room.connections);
    let connections = connections.unwrap_or_default();
    if !connections.has(direction) {
        let (name, ways) = (direction.name(), names_of(connections));
        let message = format!("the room {:?} has no way {name} to block; it has {ways}", raw.room);
        return no(field("direction"), message);
    }
    Ok(Puzzle {
        id: raw.id.clone(),
        name: raw.name.clone(),
        description: raw.description.clone(),
        room,
        direction,
        hint: hint(raw.hint_threshold, &raw.hint_text, field)?,
        kind: kind(raw, field)?,
    })
}

/// The kind, with the fields that it needs and no others.
fn kind(raw: &RawPuzzle, field: impl Fn(&str) -> String) -> Result<Kind, Wrong> {
    let own: &[&str] = match raw.kind.as_str() {
        "locked_door" => &["required_key"],
        "lever" | "pressure_plate" => &[],
        "riddle" => &["riddle_text", "riddle_answers"],
        "sequence" => &["objects", "sequence_ids", "clue"],
        other => {
            return no(field("kind"), voice::unknown("kind", other, Kind::NAMES));
        }
    };
    let there = [
        ("required_key", raw.required_key.is_some()),
        ("riddle_text", raw.riddle_text.is_some()),
        ("riddle_answers", raw.riddle_answers.is_some()),
        ("objects", raw.objects.is_some()),
        ("sequence_ids", raw.sequence_ids.is_some()),
        ("clue", raw.clue.is_some()),
    ];
    for (name, there) in there {
        match (own.contains(&name), there) {
            (true, false) => return no(field(name), format!("is missing; a {} has one", raw.kind)),
            (false, true) => {
                return no(field(name), format!("is there, but a {} has none", raw.kind));
            }
            _ => {}
        }
    }
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    Ok(match raw.kind.as_str() {
        "locked_door" => {
            let key = text(&raw.required_key);
            named(&key, || field("required_key"))?;
            Kind::LockedDoor { key }
        }
        "lever" => Kind::Lever,
        "pressure_plate" => Kind::PressurePlate,
        "riddle" => riddle(raw, field)?,
        _ => sequence(raw, text(&raw.clue), field)?,
    })
}

fn riddle(raw: &RawPuzzle, field: impl Fn(&str) -> String) -> Result<Kind, Wrong> {
    let answers = raw.riddle_answers.clone().unwrap_or_default();
    if answers.is_empty() {
        return no(field("riddle_answers"), "is empty; a riddle has at least one answer");
    }
    if let Some(i) = answers.iter().position(|answer| fold::answer(answer).is_empty()) {
        return no(format!("{}[{i}]", field("riddle_answers")), "is empty");
    }
    Ok(Kind::Riddle { text: raw.riddle_text.clone().unwrap_or_default(), answers })
}

fn sequence(raw: &RawPuzzle, clue: String, field: impl Fn(&str) -> String) -> Result<Kind, Wrong> {
    let objects = raw.objects.as_deref().unwrap_or_default();
    if objects.is_empty() || objects.len() > usize::from(u8::MAX) {
        let message = format!("has {}; a sequence has 1 to {} objects", objects.len(), u8::MAX);
        return no(field("objects"), message);
    }
    let mut places = BTreeMap::new();
    let mut names = BTreeSet::new();
    for (i, Object(object)) in objects.iter().enumerate() {
        let part = |name: &str| format!("{}[{i}].{name}", field("objects"));
        named(&object.name, || part("name"))?;
        if places.insert(object.id.as_str(), i as u8).is_some() {
            return no(part("id"), format!("{:?} is there twice", object.id));
        }
        if !names.insert(fold::name(&object.name)) {
            return no(part("name"), format!("{:?} is there twice", object.name));
        }
    }
    let ids = raw.sequence_ids.as_deref().unwrap_or_default();
    let mut order = Vec::with_capacity(ids.len());
    for (i, id) in ids.iter().enumerate() {
        let part = || format!("{}[{i}]", field("sequence_ids"));
        match places.get(id.as_str()) {
            Some(place) if order.contains(place) => {
                return no(part(), format!("{id:?} is there twice"));
            }
            Some(&place) => order.push(place),
            None => {
                let known: Vec<&str> = objects.iter().map(|object| object.0.id.as_str()).collect();
                let known = known.join(", ");
                return no(part(), format!("there is no object {id:?}; there are {known}"));
            }
        }
    }
    if let Some((id, _)) = places.iter().find(|(_, place)| !order.contains(place)) {
        return no(
            field("sequence_ids"),
            format!("lacks the object {id:?}; each stands there once"),
        );
    }
    let objects = objects.iter().map(|object| object.0.name.clone()).collect();
    Ok(Kind::Sequence { objects, order, clue })
}
