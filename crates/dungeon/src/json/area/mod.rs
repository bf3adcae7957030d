//! `quandary/area/1`: the JSON of an area: the fields of a layout, the puzzles and the keys; a newly generated area
//! also has its request, its proof and its provenance.
//!
//! Designers edit these files. Reading is strict about the fields that affect play and reports where a fault is;
//! provenance and proof may be missing. Invariant: an area that is printed is read back unchanged.

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

/// The coordinates of a room.
type Place = [i32; 3];

/// An area with its extras.
#[derive(Serialize)]
pub struct AreaJson<'a> {
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

/// Additional fields of an area, printed as they are.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Extras {
    /// Numbers of requested and placed puzzles, and why some were not placed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub report: Option<Value>,
    /// The proof.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<Value>,
    /// The provenance: what is needed to generate the area again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub provenance: Option<Value>,
}

/// A room in the file format.
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

/// A puzzle in the file format; optional fields depend on its kind.
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

/// An object of a sequence; the id of the first is `o1`.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct ObjectLine {
    id: String,
    name: String,
}

/// A key in the file format.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct ItemLine {
    name: String,
    #[serde(default, deserialize_with = "some", skip_serializing_if = "Option::is_none")]
    description: Option<String>,
    room: Place,
    /// The id of a chest; null or absent if the item lies in the open. Null is written where the item has a
    /// description.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    holder: Option<Option<String>>,
}

/// A chest in the file format.
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

impl<'a> AreaJson<'a> {
    /// The document of an area.
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

/// The directions that puzzles block in each room, from both sides.
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

/// The request, with the names of the options as fields.
#[derive(Clone, Debug, Serialize)]
pub struct AreaRequestJson {
    #[serde(flatten)]
    layout: Value,
    puzzles: String,
    key_style: KeyStyle,
    /// The SHA-256 of each template file.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    templates: Vec<String>,
}

impl AreaRequestJson {
    /// The fields of a request, with the hashes of its template files.
    pub fn new(request: &Request, templates: Vec<String>) -> Self {
        Self {
            layout: json!(request.layout),
            puzzles: request.puzzles.to_string(),
            key_style: request.key_style,
            templates,
        }
    }
}

/// The extras of a generated area.
///
/// # Errors
/// Never fails: all values can be serialised.
pub fn extras(
    found: &Accepted<PlacedArea, Certificate>,
    seed: Seed,
    request: &AreaRequestJson,
) -> Result<Extras> {
    Ok(Extras {
        report: Some(placed(&found.candidate)),
        proof: Some(proof(&found.proof)),
        provenance: Some(provenance(ALGORITHM, seed, found.attempt, request)?),
    })
}

/// Numbers of requested and placed puzzles, with a reason if some were not placed.
pub fn report(area: &Area, requested: u32) -> Value {
    let mut report = json!({ "asked": requested, "placed": area.puzzles.len() });
    if let Some(reason) = shortfall(area, requested) {
        report["reason"] = reason.into();
    }
    report
}

/// The report, with the number of closed passages, every reason for missing puzzles, and the number of puzzle rooms of
/// the layout.
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

/// The provenance: what is needed to generate the result again.
///
/// # Errors
/// If the request cannot be serialised.
pub fn provenance(
    algorithm: &'static str,
    seed: Seed,
    attempt: u64,
    request: &impl Serialize,
) -> Result<Value> {
    serde_json::to_value(Provenance::new(algorithm, seed.value(), attempt, request))
}

/// The area as a level of rooms with the same provenance.
///
/// # Errors
/// If the request cannot be serialised.
pub fn level(
    found: &Accepted<PlacedArea, Certificate>,
    seed: Seed,
    request: &AreaRequestJson,
) -> Result<Level> {
    let provenance = match provenance(ALGORITHM, seed, found.attempt, request)? {
        Value::Object(fields) => Some(fields),
        _ => None,
    };
    let name = Some(format!("area {}", seed.value()));
    Ok(Level { name, provenance, ..Level::of_graph(level_graph(&found.candidate.area)) })
}

/// The seed and the provenance of an area; empty if the file has none.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AreaOrigin {
    /// The seed.
    pub seed: Option<u64>,
    /// The data from which the area can be generated again.
    pub provenance: Option<Value>,
}

/// The origin given in a file; empty if the text is not JSON.
#[must_use]
pub fn origin(text: &str) -> AreaOrigin {
    let Ok(Value::Object(mut fields)) = serde_json::from_str(text) else {
        return AreaOrigin::default();
    };
    let seed = fields.get("seed").and_then(Value::as_u64);
    AreaOrigin { seed, provenance: fields.remove("provenance").filter(Value::is_object) }
}
