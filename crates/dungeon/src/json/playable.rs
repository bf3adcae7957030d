//! JSON that can be played: an area, or a whole dungeon, told apart by their `format`. Of a dungeon its rooms and its level
//! are read; what else there is does not matter here.

use super::dungeon::FORMAT;
use super::{Object, area, dungeon, parse, wrong};
use crate::dungeon::plan::site::Place;
use crate::dungeon::rooms::Family;
use crate::dungeon::texts::{Note, While, WhileError};
use crate::game::area::Scenario;
use crate::game::dungeon::{Scene, SceneRoom, SceneWords, ThingWords};
use level::formats::json::{self, ReadError};
use level::{Level, NodeId};
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;

#[derive(Deserialize)]
struct Format {
    format: String,
}

/// Something that can be played.
#[derive(Clone, Debug, PartialEq)]
pub enum Playable {
    /// An area.
    Area(Scenario),
    /// A dungeon.
    Dungeon(Scene),
}

/// Reads what can be played.
///
/// # Errors
/// The fault of the text, with its line and column or its field.
pub fn read(text: &str) -> Result<Playable, ReadError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if !text.trim_start().starts_with('{') {
        let message = "is no JSON; what is played is an area or a dungeon, as `quandary area` and `quandary dungeon` \
                       write it with --format json";
        let (field, message) = (String::new(), message.to_owned());
        return Err(ReadError::Json { line: 1, column: 1, field, message });
    }
    let Format { format } = parse(text)?;
    match format.as_str() {
        area::FORMAT => {
            let area = area::read(text)?;
            let scenario = Scenario::new(area);
            scenario.map(Playable::Area).map_err(|error| wrong("puzzles", error.to_string()))
        }
        dungeon::FORMAT => scene(text).map(Playable::Dungeon),
        other => {
            let known = [area::FORMAT, dungeon::FORMAT];
            let [area, dungeon] = known.map(|name| format!("{name:?}"));
            Err(wrong("format", format!("is {other:?}; {area} and {dungeon} can be played")))
        }
    }
}

/// The fields of a dungeon that playing needs.
#[derive(Deserialize)]
struct RawDungeon {
    format: String,
    #[serde(default)]
    name: Option<String>,
    #[serde(default)]
    goal: Option<String>,
    #[serde(default)]
    ending: String,
    #[serde(default)]
    things: Vec<Object<RawThing>>,
    rooms: Vec<Object<RawRoom>>,
    level: Value,
}

#[derive(Deserialize)]
struct RawRoom {
    id: u32,
    coords: Place,
    /// Of a room that is one cell it may be missing.
    #[serde(default)]
    cells: Vec<Place>,
    #[serde(default)]
    name: String,
    #[serde(default)]
    text: String,
    #[serde(default)]
    notes: Vec<Object<RawNote>>,
    #[serde(default)]
    enemies: Vec<Object<RawFoe>>,
}

#[derive(Deserialize)]
struct RawNote {
    #[serde(rename = "while")]
    during: String,
    text: String,
}

#[derive(Deserialize)]
struct RawFoe {
    kind: String,
}

#[derive(Deserialize)]
struct RawThing {
    thing: String,
    name: String,
    #[serde(default)]
    text: String,
}

/// A dungeon that was read: its rooms in words, its tiles, and its family if it says which.
#[derive(Clone, Debug, PartialEq)]
pub struct Staged {
    /// The scene.
    pub scene: Scene,
    /// The level, of which the rooms are the nodes.
    pub level: Level,
    /// The family of its category.
    pub family: Option<Family>,
}

/// The way a dungeon was made; a dungeon that was written by hand does not say.
#[derive(Default, Deserialize)]
struct RawMade {
    #[serde(default)]
    provenance: RawProvenance,
}

#[derive(Default, Deserialize)]
struct RawProvenance {
    #[serde(default)]
    request: RawRequest,
}

#[derive(Default, Deserialize)]
struct RawRequest {
    #[serde(default)]
    category: String,
}

/// Reads a dungeon to be played, in words or on its tiles.
///
/// # Errors
/// The fault of the text, with its line and column or its field.
pub fn staged(text: &str) -> Result<Staged, ReadError> {
    let (scene, level) = both(text)?;
    let raw: RawMade = parse(text)?;
    let family = Family::of(&raw.provenance.request.category);
    Ok(Staged { scene, level, family })
}

/// Reads a dungeon to be played in words.
///
/// # Errors
/// The fault of the text, with its line and column or its field.
pub fn scene(text: &str) -> Result<Scene, ReadError> {
    both(text).map(|(scene, _)| scene)
}

/// The scene, and its level.
fn both(text: &str) -> Result<(Scene, Level), ReadError> {
    let RawDungeon { format, name, goal, ending, things, rooms, level } = parse(text)?;
    if format != FORMAT {
        return Err(wrong("format", format!("is {format:?}; {FORMAT:?} is read here")));
    }
    let level = json::read(&level.to_string()).map_err(in_level)?;
    let rooms = in_order(rooms, &level)?;
    let things = things.into_iter();
    let things =
        things.map(|Object(RawThing { thing, name, text })| (thing, ThingWords { name, text }));
    let words = SceneWords { name, goal, ending, things: things.collect(), rooms };
    let scene = Scene::new(words, &level);
    let scene = scene.map_err(|error| wrong(error.field(), error.to_string()))?;
    Ok((scene, level))
}

/// An error of the level, in the field where it stands. The level was taken out of the text, so that lines tell nothing.
fn in_level(error: ReadError) -> ReadError {
    match error {
        ReadError::Json { field, message, .. } | ReadError::Field { field, message } => {
            let dot = if field.is_empty() || field == "." { "" } else { "." };
            wrong(format!("level{dot}{}", field.trim_start_matches('.')), message)
        }
    }
}

/// The rooms in the order of the nodes, which have their ids.
fn in_order(raw: Vec<Object<RawRoom>>, level: &Level) -> Result<Vec<SceneRoom>, ReadError> {
    let nodes = level.graph.nodes.iter().enumerate();
    let ids: BTreeMap<i64, usize> = nodes
        .clone()
        .filter_map(|(i, node)| match node.id {
            NodeId::Number(id) => Some((id, i)),
            NodeId::Name(_) => None,
        })
        .collect();
    let mut rooms = BTreeMap::new();
    for (i, Object(room)) in raw.into_iter().enumerate() {
        let id = room.id;
        if rooms.insert(i64::from(id), of_raw(room, i, &ids)?).is_some() {
            return Err(wrong(format!("rooms[{i}].id"), format!("the id {id} is there twice")));
        }
    }
    let in_order = nodes.map(|(i, node)| {
        let room = match node.id {
            NodeId::Number(id) => rooms.remove(&id),
            NodeId::Name(_) => None,
        };
        let none = || format!("there is no room with the id {}", node.id);
        room.ok_or_else(|| wrong(format!("level.graph.nodes[{i}].id"), none()))
    });
    let in_order: Vec<SceneRoom> = in_order.collect::<Result<_, _>>()?;
    match rooms.first_key_value() {
        None => Ok(in_order),
        Some((id, _)) => {
            Err(wrong("rooms", format!("the room with the id {id} is no node of level.graph")))
        }
    }
}

/// The room at a place of the list; `ids` has the node of each id.
fn of_raw(room: RawRoom, i: usize, ids: &BTreeMap<i64, usize>) -> Result<SceneRoom, ReadError> {
    let RawRoom { coords, cells, name, text, notes, enemies, .. } = room;
    let cells = if cells.is_empty() { vec![coords] } else { cells };
    let notes = notes.into_iter().enumerate();
    let notes = notes.map(|(j, Object(RawNote { during, text }))| {
        let fault = |message: String| wrong(format!("rooms[{i}].notes[{j}].while"), message);
        let during = match during.parse().map_err(|error: WhileError| fault(error.to_string()))? {
            While::Barred(id) => {
                let node = i64::try_from(id).ok().and_then(|id| ids.get(&id));
                let none = || fault(format!("there is no room with the id {id}"));
                While::Barred(*node.ok_or_else(none)?)
            }
            other => other,
        };
        Ok(Note { during, text })
    });
    let notes = notes.collect::<Result<_, ReadError>>()?;
    let foes = enemies.into_iter().map(|Object(RawFoe { kind })| kind).collect();
    Ok(SceneRoom { cells, name, text, notes, foes })
}
