//! Prints an area; what it has of a layout is laid out as a layout's.

use super::read::FORMAT;
use crate::layout::{Bounds, Category, Direction, Directions, Generator, Room};
use crate::purpose::Purpose;
use crate::puzzle::{Area, Chest, Holder, Item, Kind, Puzzle, RoomIndex, Words};
use serde::Serialize;
use serde_json::Value;

/// An area, with what is said about it.
#[derive(Serialize)]
pub struct Artefact<'a> {
    format: &'static str,
    category: &'a Category,
    generator: Generator,
    bounds: Bounds,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
    rooms: Vec<RoomLine<'a>>,
    puzzles: Vec<PuzzleLine<'a>>,
    items: Vec<ItemLine<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    chests: Vec<ChestLine<'a>>,
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
            rooms: rooms
                .map(|(room, blocked)| {
                    let words = area.words.get(&room.coords).map(WordsLine::from);
                    RoomLine { room, blocked, words }
                })
                .collect(),
            puzzles: area.puzzles.iter().map(|puzzle| PuzzleLine::new(area, puzzle)).collect(),
            items: area.items.iter().map(|item| ItemLine::new(area, item)).collect(),
            chests: area.chests.iter().map(|chest| ChestLine::new(area, chest)).collect(),
            extras,
        }
    }
}

#[derive(Serialize)]
struct RoomLine<'a> {
    #[serde(flatten)]
    room: &'a Room,
    #[serde(rename = "blocked_directions")]
    blocked: Directions,
    #[serde(flatten)]
    words: Option<WordsLine<'a>>,
}

#[derive(Serialize)]
struct WordsLine<'a> {
    purpose: Purpose,
    name: &'a str,
    text: &'a str,
}

impl<'a> From<&'a Words> for WordsLine<'a> {
    fn from(words: &'a Words) -> Self {
        let Words { purpose, name, text } = words;
        Self { purpose: *purpose, name, text }
    }
}

#[derive(Serialize)]
struct PuzzleLine<'a> {
    id: &'a str,
    kind: &'static str,
    name: &'a str,
    description: &'a str,
    room: [i32; 3],
    direction: Direction,
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
            direction: *direction,
            needs,
            hint_threshold: hint.threshold,
            hint_text: &hint.text,
        }
    }
}

#[derive(Serialize)]
struct ItemLine<'a> {
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<&'a str>,
    room: [i32; 3],
    /// The id of the chest that it lies in, or null for nothing; left out where nothing else is said either.
    #[serde(skip_serializing_if = "Option::is_none")]
    holder: Option<Option<&'a str>>,
}

impl<'a> ItemLine<'a> {
    fn new(area: &'a Area, item: &'a Item) -> Self {
        let description = item.description.as_deref();
        let holder = match item.holder {
            Holder::Open => description.map(|_| None),
            Holder::Chest(number) => Some(area.chests.get(number).map(|chest| chest.id.as_str())),
        };
        Self { name: &item.name, description, room: coords(area, item.room), holder }
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
