//! Prints an area; what it has of a layout is laid out as a layout's.

use super::read::FORMAT;
use crate::json::layout::{Names, RoomLine};
use crate::layout::Directions;
use crate::puzzle::{Area, Chest, Holder, Item, Kind, Puzzle, RoomIndex};
use serde::Serialize;
use serde_json::Value;

/// An area, with what is said about it.
#[derive(Serialize)]
pub struct Artefact<'a> {
    format: &'static str,
    category: &'a str,
    generator: &'static str,
    bounds: [i32; 6],
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
    rooms: Vec<Room>,
    puzzles: Vec<PuzzleLine<'a>>,
    items: Vec<ItemLine<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    chests: Vec<ChestLine<'a>>,
    #[serde(flatten)]
    extras: Extras,
}

/// What is said about an area: passed in, and printed as it is.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Extras {
    /// What was asked for and could not be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub report: Option<Value>,
    /// What was proved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<Value>,
    /// All it takes to make the area again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub provenance: Option<Value>,
}

impl<'a> Artefact<'a> {
    /// The artefact of an area.
    pub fn new(area: &'a Area, seed: Option<u64>, extras: Extras) -> Self {
        let layout = &area.layout;
        let rooms = layout.rooms.iter().zip(blocked(area));
        Self {
            format: FORMAT,
            category: &layout.category.name,
            generator: layout.generator().name(),
            bounds: layout.bounds.numbers(),
            seed,
            rooms: rooms.map(|(room, blocked)| Room::new(RoomLine::new(room), blocked)).collect(),
            puzzles: area.puzzles.iter().map(|puzzle| PuzzleLine::new(area, puzzle)).collect(),
            items: area.items.iter().map(|item| ItemLine::new(area, item)).collect(),
            chests: area.chests.iter().map(|chest| ChestLine::new(area, chest)).collect(),
            extras,
        }
    }
}

#[derive(Serialize)]
struct Room {
    #[serde(flatten)]
    line: RoomLine,
    blocked_directions: Names,
}

impl Room {
    fn new(line: RoomLine, blocked: Directions) -> Self {
        Self { line, blocked_directions: Names(blocked) }
    }
}

#[derive(Serialize)]
struct PuzzleLine<'a> {
    id: &'a str,
    kind: &'static str,
    name: &'a str,
    description: &'a str,
    room: [i32; 3],
    direction: &'static str,
    #[serde(flatten)]
    needs: Needs<'a>,
    hint_threshold: u8,
    hint_text: &'a str,
}

/// The fields that only a kind has.
#[derive(Serialize)]
#[serde(untagged)]
enum Needs<'a> {
    Key { required_key: &'a str },
    Answer { riddle_text: &'a str, riddle_answers: &'a [String] },
    Order { objects: Vec<Object<'a>>, sequence_ids: Vec<String>, clue: &'a str },
    Nothing {},
}

/// An object of a sequence: `o1` is the first.
#[derive(Serialize)]
struct Object<'a> {
    id: String,
    name: &'a str,
}

fn object_id(at: usize) -> String {
    format!("o{}", at + 1)
}

impl<'a> PuzzleLine<'a> {
    fn new(area: &Area, puzzle: &'a Puzzle) -> Self {
        let Puzzle { id, name, description, room, direction, hint, kind } = puzzle;
        let needs = match kind {
            Kind::LockedDoor { key } => Needs::Key { required_key: key },
            Kind::Lever | Kind::PressurePlate => Needs::Nothing {},
            Kind::Riddle { text, answers } => {
                Needs::Answer { riddle_text: text, riddle_answers: answers }
            }
            Kind::Sequence { objects, order, clue } => {
                let objects = objects.iter().enumerate();
                let objects = objects.map(|(at, name)| Object { id: object_id(at), name });
                let sequence_ids = order.iter().map(|&at| object_id(at.into())).collect();
                Needs::Order { objects: objects.collect(), sequence_ids, clue }
            }
        };
        Self {
            id,
            kind: kind.name(),
            name,
            description,
            room: coords(area, *room),
            direction: direction.name(),
            needs,
            hint_threshold: hint.threshold,
            hint_text: &hint.text,
        }
    }
}

#[derive(Serialize)]
struct ItemLine<'a> {
    name: &'a str,
    #[serde(flatten)]
    told: Told<'a>,
    room: [i32; 3],
    #[serde(flatten)]
    held: Held<'a>,
}

/// What one sees of an item, where somebody says.
#[derive(Serialize)]
#[serde(untagged)]
enum Told<'a> {
    Description { description: &'a str },
    Nothing {},
}

/// What an item lies in: the id of a chest, or null for nothing; left out where nothing else is said either.
#[derive(Serialize)]
#[serde(untagged)]
enum Held<'a> {
    By { holder: Option<&'a str> },
    Unsaid {},
}

impl<'a> ItemLine<'a> {
    fn new(area: &'a Area, item: &'a Item) -> Self {
        let told = match &item.description {
            Some(description) => Told::Description { description },
            None => Told::Nothing {},
        };
        let held = match (item.holder, &told) {
            (Holder::Open, Told::Nothing {}) => Held::Unsaid {},
            (Holder::Open, Told::Description { .. }) => Held::By { holder: None },
            (Holder::Chest(number), _) => {
                Held::By { holder: area.chests.get(number).map(|chest| chest.id.as_str()) }
            }
        };
        Self { name: &item.name, told, room: coords(area, item.room), held }
    }
}

#[derive(Serialize)]
struct ChestLine<'a> {
    id: &'a str,
    name: &'a str,
    description: &'a str,
    room: [i32; 3],
    required_key: &'a str,
    hint_threshold: u8,
    hint_text: &'a str,
}

impl<'a> ChestLine<'a> {
    fn new(area: &Area, chest: &'a Chest) -> Self {
        let Chest { id, name, description, room, key, hint } = chest;
        Self {
            id,
            name,
            description,
            room: coords(area, *room),
            required_key: key,
            hint_threshold: hint.threshold,
            hint_text: &hint.text,
        }
    }
}

fn coords(area: &Area, room: RoomIndex) -> [i32; 3] {
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
