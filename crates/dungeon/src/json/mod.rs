//! JSON of all that is made: missions, layouts, caves, areas and dungeons; and the readers of it.
//!
//! Each format has a version in its name and a JSON Schema ([`SCHEMAS`]). Areas and dungeons are read again, strictly:
//! to be judged ([`judged`]) and to be played ([`playable`]).

mod provenance;
pub mod mission;
pub mod layout;
pub mod cave;
mod strict;
pub mod area;
pub mod dungeon;
pub mod scene;
pub mod playable;
pub mod judged;

pub use provenance::Provenance;

/// The JSON Schemas of what is made: the name of each, what it describes, and its text.
pub const SCHEMAS: [(&str, &str, &str); 5] = [
    ("mission", "a mission (quandary/mission/1)", include_str!("../../schemas/mission.json")),
    ("layout", "a layout (quandary/layout/1)", include_str!("../../schemas/layout.json")),
    ("area", "an area (quandary/area/1)", include_str!("../../schemas/area.json")),
    ("dungeon", "a dungeon (quandary/dungeon/2)", include_str!("../../schemas/dungeon.json")),
    ("cave", "a cave (quandary/cave/1)", include_str!("../../schemas/cave.json")),
];
