//! Reads an area: every law that playing and judging rely on is checked, and what breaks one is named.
//!
//! The judge finds out, and not this reader, if all keys can be reached.

use super::faults::{Wrong, directions, no};
use super::held::{RawChest, RawItem, chest, item, own_keys};
use super::puzzle::{RawPuzzle, puzzle};
use super::words::words;
use crate::json::strict::{Object, format_of, parse, some, wrong};
use crate::layout::ways::{UNREACHED, Ways};
use crate::layout::{Bounds, Directions, Kind as RoomKind, Layout, Room, category};
use crate::puzzle::play::fold;
use crate::puzzle::{Area, Puzzle, RoomIndex};
use level::formats::json::ReadError;
use serde::Deserialize;
use serde::de::IgnoredAny;
use std::collections::BTreeMap;

/// The name of the format.
pub const FORMAT: &str = "quandary/area/1";

type Place = [i32; 3];

/// An area, as its file says.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawArea {
    format: String,
    category: String,
    #[serde(default, deserialize_with = "some")]
    generator: Option<String>,
    bounds: [i32; 6],
    rooms: Vec<Object<RawRoom>>,
    puzzles: Vec<Object<RawPuzzle>>,
    items: Vec<Object<RawItem>>,
    #[serde(default, deserialize_with = "some")]
    chests: Option<Vec<Object<RawChest>>>,
    #[serde(rename = "seed")]
    _seed: Option<IgnoredAny>,
    #[serde(rename = "report")]
    _report: Option<IgnoredAny>,
    #[serde(rename = "proof")]
    _proof: Option<IgnoredAny>,
    #[serde(rename = "provenance")]
    _provenance: Option<IgnoredAny>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawRoom {
    coords: Place,
    kind: String,
    connections: Vec<String>,
    entry: bool,
    #[serde(default, deserialize_with = "some")]
    distance: Option<u32>,
    #[serde(default, deserialize_with = "some")]
    blocked_directions: Option<Vec<String>>,
    #[serde(default, deserialize_with = "some")]
    purpose: Option<String>,
    #[serde(default, deserialize_with = "some")]
    name: Option<String>,
    #[serde(default, deserialize_with = "some")]
    text: Option<String>,
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
        let RawRoom { purpose, name, text, .. } = room;
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
            return no(format!("rooms[{i}].kind"), voice::unknown("kind", &room.kind, known));
        };
        let connections = ways.get(&room.coords).copied().unwrap_or_default();
        let &RawRoom { coords, entry, distance, .. } = room;
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
        let owner = names.insert(fold::name(name), (list, at));
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
