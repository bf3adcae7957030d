//! Reads an area, its rooms, puzzles, keys and chests: every law that playing and judging rely on is checked, and what
//! breaks one is named.
//!
//! The judge finds out, and not this reader, if all keys can be reached.
//!
//! Invariant: a key that is held lies in a chest of its own room, and what opens a chest opens nothing else.

use super::{ChestLine, FORMAT, ItemLine, Place, PuzzleLine, RoomLine};
use crate::game::normalise;
use crate::json::{Object, format_of, parse, some, wrong};
use crate::layout::ways::{UNREACHED, Ways};
use crate::layout::{Bounds, Direction, Directions, Kind as RoomKind, Layout, Room, category};
use crate::purpose::Purpose;
use crate::puzzle::{
    Area, Chest, HIGHEST_THRESHOLD as HIGHEST, Hint, Holder, Item, Kind, Puzzle, RoomIndex,
    RoomWords,
};
use level::formats::json::ReadError;
use serde::Deserialize;
use serde::de::IgnoredAny;
use std::collections::{BTreeMap, BTreeSet};

/// An area, as its file says.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawArea {
    format: String,
    category: String,
    #[serde(default, deserialize_with = "some")]
    generator: Option<String>,
    bounds: [i32; 6],
    rooms: Vec<Object<RoomLine>>,
    puzzles: Vec<Object<PuzzleLine>>,
    items: Vec<Object<ItemLine>>,
    #[serde(default, deserialize_with = "some")]
    chests: Option<Vec<Object<ChestLine>>>,
    #[serde(rename = "seed")]
    _seed: Option<IgnoredAny>,
    #[serde(rename = "report")]
    _report: Option<IgnoredAny>,
    #[serde(rename = "proof")]
    _proof: Option<IgnoredAny>,
    #[serde(rename = "provenance")]
    _provenance: Option<IgnoredAny>,
}

/// Reads an area.
///
/// # Errors
/// The fault of the text, with its line and column or its field.
pub fn read(text: &str) -> Result<Area, ReadError> {
    // A text of another format is told so, and not by the first field that it lacks.
    if let Some(format) = format_of(text).filter(|format| format != FORMAT) {
        return Err(wrong("format", format!("is {format:?}; {FORMAT:?} is read here")));
    }
    area(&parse(text)?).map_err(|(field, message)| wrong(field, message))
}

/// The area that a file says, if it keeps the laws.
fn area(raw: &RawArea) -> Result<Area, Wrong> {
    if raw.format != FORMAT {
        return no("format", format!("is {:?}; {FORMAT:?} is read here", raw.format));
    }
    let mut area = Area::bare(layout(raw)?);
    let mut names = BTreeMap::new();
    let mut passages = BTreeMap::new();
    for (i, Object(raw)) in raw.puzzles.iter().enumerate() {
        let puzzle = puzzle(&area, i, raw)?;
        own_names("puzzles", i, [&puzzle.id, &puzzle.name], &mut names)?;
        own_passage(&area, &puzzle, i, &mut passages)?;
        area.puzzles.push(puzzle);
    }
    for (i, Object(raw)) in raw.chests.iter().flatten().enumerate() {
        let chest = chest(&area, i, raw)?;
        own_names("chests", i, [&chest.id, &chest.name], &mut names)?;
        area.chests.push(chest);
    }
    own_keys(&area)?;
    for (i, Object(raw)) in raw.items.iter().enumerate() {
        let item = item(&area, i, raw)?;
        area.items.push(item);
    }
    // The word of the puzzles counts; the directions are there for readers.
    for (i, Object(room)) in raw.rooms.iter().enumerate() {
        let said = room.blocked_directions.as_deref().unwrap_or_default();
        directions(said, || format!("rooms[{i}].blocked_directions"))?;
        let RoomLine { purpose, name, text, .. } = room;
        let told = words(i, purpose.as_deref(), name.as_deref(), text.as_deref())?;
        area.words.extend(told.map(|words| (room.coords, words)));
    }
    Ok(area)
}

fn layout(raw: &RawArea) -> Result<Layout, Wrong> {
    let category = category(&raw.category).or_else(|error| no("category", error.to_string()))?;
    let made_by = category.generator.name();
    if let Some(said) = raw.generator.as_ref().filter(|said| *said != made_by) {
        return no("generator", format!("is {said:?}, but a {} is of {made_by:?}", category.name));
    }
    let bounds = Bounds::from(raw.bounds);
    bounds.check().or_else(|error| no("bounds", error.to_string()))?;
    let ways = ways(raw, &bounds)?;
    one_entry(raw)?;
    let mut rooms = Vec::with_capacity(raw.rooms.len());
    for (i, Object(room)) in raw.rooms.iter().enumerate() {
        let Some(kind) = RoomKind::named(&room.kind) else {
            let known = RoomKind::ALL.map(RoomKind::name);
            return no(format!("rooms[{i}].kind"), diagnostics::unknown("kind", &room.kind, known));
        };
        let connections = ways.get(&room.coords).copied().unwrap_or_default();
        let &RoomLine { coords, entry, distance, .. } = room;
        rooms.push((Room { coords, kind, connections, entry, distance: 0 }, distance));
    }
    rooms.sort_by_key(|(room, _)| [room.coords[2], room.coords[1], room.coords[0]]);
    let (rooms, said): (Vec<Room>, Vec<Option<u32>>) = rooms.into_iter().unzip();
    let mut layout = Layout { category, bounds, rooms };
    let steps = Ways::of(&layout).distances(layout.entry(), |_| true);
    for (room, (said, steps)) in layout.rooms.iter_mut().zip(said.into_iter().zip(steps)) {
        room.distance = said.unwrap_or(if steps == UNREACHED { 0 } else { steps });
    }
    Ok(layout)
}

/// The ways out of every room: each leads to a room, and leads back.
fn ways(raw: &RawArea, bounds: &Bounds) -> Result<BTreeMap<Place, Directions>, Wrong> {
    let mut ways = BTreeMap::new();
    for (i, Object(room)) in raw.rooms.iter().enumerate() {
        let field = |name: &str| format!("rooms[{i}].{name}");
        if !bounds.holds(room.coords) {
            return no(
                field("coords"),
                format!("{:?} lies outside the bounds {bounds}", room.coords),
            );
        }
        let connections = directions(&room.connections, || field("connections"))?;
        if ways.insert(room.coords, connections).is_some() {
            return no(field("coords"), format!("{:?} is there twice", room.coords));
        }
    }
    for (i, Object(room)) in raw.rooms.iter().enumerate() {
        let here = ways.get(&room.coords).copied().unwrap_or_default();
        for way in here.iter() {
            let (next, name, back) = (way.step(room.coords), way.name(), way.opposite());
            let message = match ways.get(&next) {
                None => format!("{name} leads to {next:?}, where there is no room"),
                Some(there) if !there.has(back) => {
                    format!("{name} leads to {next:?}, which does not lead back {}", back.name())
                }
                Some(_) => continue,
            };
            return no(format!("rooms[{i}].connections"), message);
        }
    }
    Ok(ways)
}

/// Exactly one room is the entry.
fn one_entry(raw: &RawArea) -> Result<(), Wrong> {
    let entries: Vec<Place> =
        raw.rooms.iter().filter(|room| room.0.entry).map(|room| room.0.coords).collect();
    match entries[..] {
        [_] => Ok(()),
        [] => no("rooms", "none has \"entry\": true; exactly one must"),
        [a, b, ..] => {
            no("rooms", format!("{a:?} and {b:?} have \"entry\": true; exactly one must"))
        }
    }
}

/// The owner of a name: the list it stands in, and its place there.
type Owner = (&'static str, usize);

/// No two puzzles or chests go by one name or id, however it is typed.
fn own_names(
    list: &'static str,
    at: usize,
    own: [&String; 2],
    names: &mut BTreeMap<String, Owner>,
) -> Result<(), Wrong> {
    for (field, name) in ["id", "name"].into_iter().zip(own) {
        let owner = names.insert(normalise::name(name), (list, at));
        if let Some((others, other)) = owner.filter(|&owner| owner != (list, at)) {
            let message = format!("{name:?} is what {others}[{other}] is called too");
            return no(format!("{list}[{at}].{field}"), message);
        }
    }
    Ok(())
}

/// No two puzzles block one passage, not even from its two sides.
fn own_passage(
    area: &Area,
    puzzle: &Puzzle,
    at: usize,
    passages: &mut BTreeMap<[RoomIndex; 2], usize>,
) -> Result<(), Wrong> {
    let far = area.beyond(puzzle).unwrap_or(puzzle.room);
    let passage = [puzzle.room.min(far), puzzle.room.max(far)];
    match passages.insert(passage, at) {
        None => Ok(()),
        Some(other) => {
            let message = format!("puzzles[{other}] blocks this passage already");
            no(format!("puzzles[{at}].direction"), message)
        }
    }
}

/// The words about the room with a number, from its fields.
fn words(
    at: usize,
    purpose: Option<&str>,
    name: Option<&str>,
    text: Option<&str>,
) -> Result<Option<RoomWords>, Wrong> {
    let field = |name: &str| format!("rooms[{at}].{name}");
    let (Some(purpose), Some(name), Some(text)) = (purpose, name, text) else {
        let told = [("purpose", purpose), ("name", name), ("text", text)];
        if told.iter().all(|(_, said)| said.is_none()) {
            return Ok(None);
        }
        let missing = told.iter().find(|(_, said)| said.is_none()).map_or("", |(field, _)| *field);
        let message = "is missing; purpose, name and text are told together, or none of them";
        return no(field(missing), message);
    };
    let Some(known) = Purpose::named(purpose) else {
        let known = Purpose::ALL.map(Purpose::name);
        return no(field("purpose"), diagnostics::unknown("purpose", purpose, known));
    };
    Ok(Some(RoomWords { purpose: known, name: name.to_owned(), text: text.to_owned() }))
}

/// A puzzle, in a room of the area.
fn puzzle(area: &Area, at: usize, raw: &PuzzleLine) -> Result<Puzzle, Wrong> {
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
fn kind(raw: &PuzzleLine, field: impl Fn(&str) -> String) -> Result<Kind, Wrong> {
    let own: &[&str] = match raw.kind.as_str() {
        "locked_door" => &["required_key"],
        "lever" | "pressure_plate" => &[],
        "riddle" => &["riddle_text", "riddle_answers"],
        "sequence" => &["objects", "sequence_ids", "clue"],
        other => {
            return no(field("kind"), diagnostics::unknown("kind", other, Kind::NAMES));
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

fn riddle(raw: &PuzzleLine, field: impl Fn(&str) -> String) -> Result<Kind, Wrong> {
    let answers = raw.riddle_answers.clone().unwrap_or_default();
    if answers.is_empty() {
        return no(field("riddle_answers"), "is empty; a riddle has at least one answer");
    }
    if let Some(i) = answers.iter().position(|answer| normalise::answer(answer).is_empty()) {
        return no(format!("{}[{i}]", field("riddle_answers")), "is empty");
    }
    Ok(Kind::Riddle { text: raw.riddle_text.clone().unwrap_or_default(), answers })
}

fn sequence(raw: &PuzzleLine, clue: String, field: impl Fn(&str) -> String) -> Result<Kind, Wrong> {
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
        if !names.insert(normalise::name(&object.name)) {
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

/// A chest, in a room of the area.
fn chest(area: &Area, at: usize, raw: &ChestLine) -> Result<Chest, Wrong> {
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
fn own_keys(area: &Area) -> Result<(), Wrong> {
    let mut keys = BTreeMap::new();
    for (i, puzzle) in area.puzzles.iter().enumerate() {
        if let Some(key) = puzzle.kind.key() {
            keys.insert(normalise::name(key), format!("puzzles[{i}]"));
        }
    }
    for (i, chest) in area.chests.iter().enumerate() {
        if let Some(other) = keys.insert(normalise::name(&chest.key), format!("chests[{i}]")) {
            let message = format!("{:?} is what {other} asks for too", chest.key);
            return no(format!("chests[{i}].required_key"), message);
        }
    }
    Ok(())
}

/// A key, in the open or in a chest of the area.
fn item(area: &Area, at: usize, raw: &ItemLine) -> Result<Item, Wrong> {
    let field = |name: &str| format!("items[{at}].{name}");
    let room = room_at(area, raw.room, || field("room"))?;
    named(&raw.name, || field("name"))?;
    let holder = match raw.holder.as_ref().and_then(Option::as_ref) {
        None => Holder::Open,
        Some(id) => {
            let Some(number) = area.chests.iter().position(|chest| chest.id == *id) else {
                let known = area.chests.iter().map(|chest| &chest.id);
                return no(field("holder"), diagnostics::unknown("chest", id, known));
            };
            if area.chests.get(number).is_some_and(|chest| chest.room != room) {
                return no(field("room"), format!("is not where the chest {id:?} stands"));
            }
            Holder::Chest(number)
        }
    };
    Ok(Item { name: raw.name.clone(), description: raw.description.clone(), room, holder })
}

/// A field, and what is wrong with it.
pub(in crate::json) type Wrong = (String, String);

fn no<T>(field: impl Into<String>, message: impl Into<String>) -> Result<T, Wrong> {
    Err((field.into(), message.into()))
}

fn list(names: &[String]) -> String {
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}

fn names_of(directions: Directions) -> String {
    list(&directions.iter().map(|way| way.name().to_owned()).collect::<Vec<_>>())
}

fn direction(name: &str, field: impl Fn() -> String) -> Result<Direction, Wrong> {
    let known = || diagnostics::unknown("direction", name, Direction::ALL.map(Direction::name));
    Direction::named(name).ok_or_else(|| (field(), known()))
}

fn directions(names: &[String], field: impl Fn() -> String) -> Result<Directions, Wrong> {
    let mut all = BTreeSet::new();
    for name in names {
        if !all.insert(direction(name, &field)?) {
            return no(field(), format!("{name} is there twice"));
        }
    }
    Ok(all.into_iter().collect())
}

fn room_at(area: &Area, place: Place, field: impl Fn() -> String) -> Result<RoomIndex, Wrong> {
    let none = || no(field(), format!("there is no room {place:?}"));
    area.layout.index(place).map_or_else(none, Ok)
}

fn hint(threshold: u8, text: &str, field: impl Fn(&str) -> String) -> Result<Hint, Wrong> {
    if threshold > HIGHEST {
        return no(field("hint_threshold"), format!("is {threshold}; the highest is {HIGHEST}"));
    }
    Ok(Hint { threshold, text: text.to_owned() })
}

/// A name that can be typed.
fn named(name: &str, field: impl Fn() -> String) -> Result<(), Wrong> {
    if normalise::name(name).is_empty() { no(field(), "is empty") } else { Ok(()) }
}
