//! `quandary/layout/1`: the JSON of a layout.
//!
//! `request` holds what decides the result and nothing else, by the names of the options.

use crate::layout::{self, Automaton, Border, Directions, Keep, Layout, Room};
use serde::{Serialize, Serializer};

/// A layout, and how it was made.
#[derive(Serialize)]
pub struct Artefact<'a> {
    format: &'static str,
    category: &'a str,
    generator: &'static str,
    bounds: [i32; 6],
    seed: u64,
    rooms: Rooms<'a>,
    provenance: Provenance<'a>,
}

#[derive(Serialize)]
struct Provenance<'a> {
    version: &'static str,
    algorithm: &'static str,
    seed: u64,
    attempt: u64,
    request: Request<'a>,
}

/// What was asked for.
#[derive(Serialize)]
pub struct Request<'a> {
    category: &'a str,
    bounds: [i32; 6],
    fill: f64,
    passes: u8,
    birth: u8,
    survive: u8,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    plain: bool,
    border: &'static str,
    keep: &'static str,
    min_rooms: Option<u32>,
    stairs: Stairs,
    treasure_share: f64,
    puzzle_share: f64,
}

/// A number, or `all`.
#[derive(Serialize)]
#[serde(untagged)]
enum Stairs {
    Count(u32),
    All(&'static str),
}

impl<'a> Artefact<'a> {
    /// The artefact of a layout.
    pub fn new(layout: &'a Layout, request: &'a layout::Request, seed: u64) -> Self {
        Self {
            format: "quandary/layout/1",
            category: &layout.category.name,
            generator: layout.generator().name(),
            bounds: layout.bounds.numbers(),
            seed,
            rooms: Rooms(&layout.rooms),
            provenance: Provenance {
                version: env!("CARGO_PKG_VERSION"),
                algorithm: request.version.name(),
                seed,
                attempt: 0,
                request: Request::new(request),
            },
        }
    }
}

impl<'a> Request<'a> {
    /// What a request asks for.
    pub fn new(request: &'a layout::Request) -> Self {
        Self {
            category: &request.category.name,
            bounds: request.bounds.numbers(),
            fill: request.fill,
            passes: request.passes,
            birth: request.birth,
            survive: request.survive,
            plain: request.automaton == Automaton::Plain,
            border: match request.border {
                Border::Drawn => "drawn",
                Border::Solid => "solid",
            },
            keep: match request.keep {
                Keep::Largest => "largest",
                Keep::Bridge => "bridge",
            },
            min_rooms: request.min_rooms,
            stairs: match request.stairs {
                layout::Stairs::Count(count) => Stairs::Count(count),
                layout::Stairs::All => Stairs::All("all"),
            },
            treasure_share: request.treasure_share,
            puzzle_share: request.puzzle_share,
        }
    }
}

struct Rooms<'a>(&'a [Room]);

impl Serialize for Rooms<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(RoomLine::new))
    }
}

/// A room, as it is written.
#[derive(Serialize)]
pub(super) struct RoomLine {
    coords: [i32; 3],
    kind: &'static str,
    connections: Names,
    entry: bool,
    distance: u32,
}

impl RoomLine {
    /// The line of a room.
    pub(super) fn new(room: &Room) -> Self {
        let &Room { coords, kind, connections, entry, distance } = room;
        Self { coords, kind: kind.name(), connections: Names(connections), entry, distance }
    }
}

/// Directions, written as their names.
pub(super) struct Names(pub(super) Directions);

impl Serialize for Names {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(layout::Direction::name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use search::Seed;
    use serde_json::json;

    #[test]
    fn the_fields_in_their_order() {
        let request = layout::Request::of("inn").unwrap();
        let layout = layout::generate(&request, Seed::new(7).unwrap(), Default::default()).unwrap();
        let value = serde_json::to_value(Artefact::new(&layout, &request, 7)).unwrap();
        let names: Vec<&str> = value.as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(names.join(" "), "format category generator bounds seed rooms provenance");
        assert_eq!(value["bounds"], json!([-1, 1, -1, 1, 0, 0]));
        let schema = include_str!("../../schemas/layout.json");
        let schema = serde_json::from_str(schema).unwrap();
        assert!(jsonschema::validator_for(&schema).unwrap().is_valid(&value));
        let rooms = value["rooms"].as_array().unwrap();
        let entry = rooms.iter().find(|room| room["entry"] == json!(true)).unwrap();
        assert_eq!((&entry["coords"], &entry["kind"]), (&json!([0, 0, 0]), &json!("entry")));
        assert_eq!(entry["distance"], json!(0));
        assert_eq!(entry["connections"].as_array().unwrap().len(), rooms.len() - 1);
        assert_eq!(
            value["provenance"]["request"],
            json!({
                "category": "inn", "bounds": [-1, 1, -1, 1, 0, 0], "fill": 0.45, "passes": 4,
                "birth": 5, "survive": 4, "border": "drawn", "keep": "largest", "min_rooms": null,
                "stairs": 1, "treasure_share": 0.3, "puzzle_share": 0.2
            })
        );
    }
}
