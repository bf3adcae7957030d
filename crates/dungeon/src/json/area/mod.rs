//! `quandary/area/1`: the JSON of an area: a layout's fields, laid out as a layout's, and the puzzles and keys in it; of one
//! that was just made its request, its proof and its provenance too.
//!
//! A designer edits such files: reading is strict about what decides how one plays, and says where something
//! is wrong; how the area was made, and what was proved of it, may be missing. Invariant: what is printed is
//! read back as the same area.

mod read;

pub use read::read;

use super::{Object, Provenance, some};
use crate::layout::{Bounds, Category, Directions, Generator, Room};
use crate::mission::KeyStyle;
use crate::puzzle::{ALGORITHM, Certificate, Lack, PlacedArea, Request, level_graph, shortfall};
use crate::puzzle::{Area, Chest, Holder, Item, Kind, Puzzle, RoomIndex};
use level::Level;
use search::{Accepted, Seed};
use serde::{Deserialize, Serialize};
use serde_json::{Result, Value, json};

/// The name of the format.
pub const FORMAT: &str = "quandary/area/1";

/// The place of a room.
type Place = [i32; 3];

/// An area, with what is said about it.
#[derive(Serialize)]
pub struct Artefact<'a> {
    format: &'static str,
    category: &'a Category,
    generator: Generator,
    bounds: Bounds,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
    rooms: Vec<RoomLine>,
    puzzles: Vec<PuzzleLine>,
    items: Vec<ItemLine>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    chests: Vec<ChestLine>,
    #[serde(flatten)]
    extras: Extras,
}

/// Notes about an area: passed in, and printed as they are.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Extras {
    /// The puzzles that were asked for and could not be placed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub report: Option<Value>,
    /// The proof.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<Value>,
    /// All it takes to make the area again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub provenance: Option<Value>,
}

/// A room, as it is written.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct RoomLine {
    coords: Place,
    kind: String,
    connections: Vec<String>,
    entry: bool,
    #[serde(default, deserialize_with = "some", skip_serializing_if = "Option::is_none")]
    distance: Option<u32>,
    #[serde(default, deserialize_with = "some", skip_serializing_if = "Option::is_none")]
    blocked_directions: Option<Vec<String>>,
    #[serde(default, deserialize_with = "some", skip_serializing_if = "Option::is_none")]
    purpose: Option<String>,
    #[serde(default, deserialize_with = "some", skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    #[serde(default, deserialize_with = "some", skip_serializing_if = "Option::is_none")]
    text: Option<String>,
}

/// A puzzle, as it is written, with the fields that its kind has.
#[derive(Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct PuzzleLine {
    id: String,
    kind: String,
    name: String,
    description: String,
    room: Place,
    direction: String,
    #[serde(default, deserialize_with = "some", skip_serializing_if = "Option::is_none")]
    required_key: Option<String>,
    #[serde(default, deserialize_with = "some", skip_serializing_if = "Option::is_none")]
    riddle_text: Option<String>,
    #[serde(default, deserialize_with = "some", skip_serializing_if = "Option::is_none")]
    riddle_answers: Option<Vec<String>>,
    #[serde(default, deserialize_with = "some", skip_serializing_if = "Option::is_none")]
    objects: Option<Vec<Object<ObjectLine>>>,
    #[serde(default, deserialize_with = "some", skip_serializing_if = "Option::is_none")]
    sequence_ids: Option<Vec<String>>,
    #[serde(default, deserialize_with = "some", skip_serializing_if = "Option::is_none")]
    clue: Option<String>,
    hint_threshold: u8,
    hint_text: String,
}

/// An object of a sequence: `o1` is the first.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct ObjectLine {
    id: String,
    name: String,
}

/// A key, as it is written.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct ItemLine {
    name: String,
    #[serde(default, deserialize_with = "some", skip_serializing_if = "Option::is_none")]
    description: Option<String>,
    room: Place,
    /// The id of a chest; null, or nothing at all, where the item lies in the open. Null is written where it is described.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    holder: Option<Option<String>>,
}

/// A chest, as it is written.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct ChestLine {
    id: String,
    name: String,
    description: String,
    room: Place,
    required_key: String,
    hint_threshold: u8,
    hint_text: String,
}

impl<'a> Artefact<'a> {
    /// The artefact of an area.
    pub fn new(area: &'a Area, seed: Option<u64>, extras: Extras) -> Self {
        let layout = &area.layout;
        let rooms = layout.rooms.iter().zip(blocked(area));
        Self {
            format: FORMAT,
            category: layout.category,
            generator: layout.generator(),
            bounds: layout.bounds,
            seed,
            rooms: rooms.map(|(room, blocked)| room_line(area, room, blocked)).collect(),
            puzzles: area.puzzles.iter().map(|puzzle| puzzle_line(area, puzzle)).collect(),
            items: area.items.iter().map(|item| item_line(area, item)).collect(),
            chests: area.chests.iter().map(|chest| chest_line(area, chest)).collect(),
            extras,
        }
    }
}

fn room_line(area: &Area, room: &Room, blocked: Directions) -> RoomLine {
    let &Room { coords, kind, connections, entry, distance } = room;
    let names = |ways: Directions| ways.iter().map(|way| way.name().to_owned()).collect();
    let words = area.words.get(&coords);
    RoomLine {
        coords,
        kind: kind.name().to_owned(),
        connections: names(connections),
        entry,
        distance: Some(distance),
        blocked_directions: Some(names(blocked)),
        purpose: words.map(|words| words.purpose.name().to_owned()),
        name: words.map(|words| words.name.clone()),
        text: words.map(|words| words.text.clone()),
    }
}

fn puzzle_line(area: &Area, puzzle: &Puzzle) -> PuzzleLine {
    let Puzzle { id, name, description, room, direction, hint, kind } = puzzle.clone();
    let line = PuzzleLine {
        id,
        kind: kind.name().to_owned(),
        name,
        description,
        room: coords(area, room),
        direction: direction.name().to_owned(),
        hint_threshold: hint.threshold,
        hint_text: hint.text,
        ..PuzzleLine::default()
    };
    let object_id = |at: usize| format!("o{}", at + 1);
    match kind {
        Kind::LockedDoor { key } => PuzzleLine { required_key: Some(key), ..line },
        Kind::Lever | Kind::PressurePlate => line,
        Kind::Riddle { text, answers } => {
            PuzzleLine { riddle_text: Some(text), riddle_answers: Some(answers), ..line }
        }
        Kind::Sequence { objects, order, clue } => {
            let objects = objects.into_iter().enumerate();
            let objects = objects.map(|(at, name)| Object(ObjectLine { id: object_id(at), name }));
            let order = order.into_iter().map(|at| object_id(at.into()));
            PuzzleLine {
                objects: Some(objects.collect()),
                sequence_ids: Some(order.collect()),
                clue: Some(clue),
                ..line
            }
        }
    }
}

fn item_line(area: &Area, item: &Item) -> ItemLine {
    let Item { name, description, room, holder } = item.clone();
    let holder = match holder {
        Holder::Open => description.as_ref().map(|_| None),
        Holder::Chest(number) => Some(area.chests.get(number).map(|chest| chest.id.clone())),
    };
    ItemLine { name, description, room: coords(area, room), holder }
}

fn chest_line(area: &Area, chest: &Chest) -> ChestLine {
    let Chest { id, name, description, room, key, hint } = chest.clone();
    ChestLine {
        id,
        name,
        description,
        room: coords(area, room),
        required_key: key,
        hint_threshold: hint.threshold,
        hint_text: hint.text,
    }
}

fn coords(area: &Area, room: RoomIndex) -> Place {
    area.layout.rooms.get(room as usize).map_or([0; 3], |room| room.coords)
}

/// The directions that puzzles block, room by room, from both sides.
fn blocked(area: &Area) -> Vec<Directions> {
    let mut sides = vec![Vec::new(); area.layout.rooms.len()];
    for puzzle in &area.puzzles {
        let far = area.beyond(puzzle).map(|far| (far, puzzle.direction.opposite()));
        for (room, direction) in [Some((puzzle.room, puzzle.direction)), far].into_iter().flatten()
        {
            if let Some(side) = sides.get_mut(room as usize) {
                side.push(direction);
            }
        }
    }
    sides.into_iter().map(|side| side.into_iter().collect()).collect()
}

/// The request, by the names of the options.
#[derive(Clone, Debug, Serialize)]
pub struct Asked {
    #[serde(flatten)]
    layout: Value,
    puzzles: String,
    key_style: KeyStyle,
    /// The SHA-256 of each file of templates.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    templates: Vec<String>,
}

impl Asked {
    /// The fields of a request, with templates of some files.
    pub fn new(request: &Request, templates: Vec<String>) -> Self {
        Self {
            layout: json!(request.layout),
            puzzles: request.puzzles.to_string(),
            key_style: request.key_style,
            templates,
        }
    }
}

/// All that is printed besides the area itself.
///
/// # Errors
/// Never: all of it can be written.
pub fn extras(
    found: &Accepted<PlacedArea, Certificate>,
    seed: Seed,
    asked: &Asked,
) -> Result<Extras> {
    Ok(Extras {
        report: Some(placed(&found.candidate)),
        proof: Some(proof(&found.proof)),
        provenance: Some(provenance(ALGORITHM, seed, found.attempt, asked)?),
    })
}

/// Number of puzzles that were asked for and placed, and the reason for which not all of them were.
pub fn report(area: &Area, asked: u32) -> Value {
    let mut report = json!({ "asked": asked, "placed": area.puzzles.len() });
    if let Some(reason) = shortfall(area, asked) {
        report["reason"] = reason.into();
    }
    report
}

/// The same, with the passages that were closed for it, every lack, and the rooms that the layout sets aside for puzzles.
pub fn placed(made: &PlacedArea) -> Value {
    let mut report = report(&made.area, made.placement.asked);
    report["closed"] = made.placement.closed.into();
    let lack = |&(lack, puzzles): &(Lack, u32)| json!({"reason": lack, "puzzles": puzzles});
    report["reasons"] = made.placement.lacks.iter().map(lack).collect();
    if let Some(rooms) = made.placement.puzzle_rooms {
        report["puzzle_rooms"] = json!(rooms);
    }
    report
}

/// The proof of an area.
pub fn proof(certificate: &Certificate) -> Value {
    json!({
        "winnable": true,
        "unlosable": true,
        "all_rooms": true,
        "solution": certificate.plan.len(),
        "states": certificate.states,
    })
}

/// All it takes to make something again.
///
/// # Errors
/// When what was asked for cannot be written.
pub fn provenance(
    algorithm: &'static str,
    seed: Seed,
    attempt: u64,
    asked: &impl Serialize,
) -> Result<Value> {
    serde_json::to_value(Provenance::new(algorithm, seed.value(), attempt, asked))
}

/// The area as a level of rooms, with the same provenance.
///
/// # Errors
/// When what was asked for cannot be written.
pub fn level(
    found: &Accepted<PlacedArea, Certificate>,
    seed: Seed,
    asked: &Asked,
) -> Result<Level> {
    let provenance = match provenance(ALGORITHM, seed, found.attempt, asked)? {
        Value::Object(fields) => Some(fields),
        _ => None,
    };
    let name = Some(format!("area {}", seed.value()));
    Ok(Level { name, provenance, ..Level::of_graph(level_graph(&found.candidate.area)) })
}

/// The origin of an area: nothing where the file does not say.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Origin {
    /// The seed it was made from.
    pub seed: Option<u64>,
    /// All it takes to make it again.
    pub provenance: Option<Value>,
}

/// The origin that a file tells; nothing of one that is no JSON.
#[must_use]
pub fn origin(text: &str) -> Origin {
    let Ok(Value::Object(mut fields)) = serde_json::from_str(text) else {
        return Origin::default();
    };
    let seed = fields.get("seed").and_then(Value::as_u64);
    Origin { seed, provenance: fields.remove("provenance").filter(Value::is_object) }
}
