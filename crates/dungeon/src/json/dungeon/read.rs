//! Reads a dungeon for play: its mission and its area; what else there is does not matter here.
//!
//! Invariant: the rooms of the mission are rooms of the area, and its edges are connections there.

use crate::json::area::{self, RawArea};
use crate::json::strict::{Object, parse, wrong};
use crate::mission::{MOST_KEYS, MOST_SWITCHES, Position, Symbol, key_name};
use crate::puzzle::Area;
use crate::puzzle::play::{Lock, Quest, Scenario, Thing};
use level::formats::json::ReadError;
use serde::Deserialize;
use std::collections::BTreeMap;

/// The name of the format.
pub const FORMAT: &str = "quandary/dungeon/1";

type Place = [i32; 3];

#[derive(Deserialize)]
struct RawDungeon {
    format: String,
    mission: Object<RawMission>,
    area: Object<RawArea>,
}

/// The fields of a mission that playing needs.
#[derive(Deserialize)]
pub(super) struct RawMission {
    pub(super) rooms: Vec<Object<RawRoom>>,
    pub(super) edges: Vec<Object<RawEdge>>,
    pub(super) start: u32,
    pub(super) goal: u32,
}

#[derive(Deserialize)]
pub(super) struct RawRoom {
    pub(super) id: u32,
    pub(super) coords: Place,
    pub(super) item: Option<String>,
}

#[derive(Deserialize)]
pub(super) struct RawEdge {
    pub(super) a: u32,
    pub(super) b: u32,
    pub(super) symbol: Option<String>,
}

/// Reads a dungeon to be played.
///
/// # Errors
/// The fault of the text, with its line and column or its field.
pub fn read(text: &str) -> Result<Scenario, ReadError> {
    let (area, quest, _) = checked(text)?;
    Scenario::new(area, quest).map_err(|error| wrong("mission", error.to_string()))
}

/// The area of a dungeon, what its mission asks of a player, and that as it is written; every law that playing relies on holds.
pub(super) fn checked(text: &str) -> Result<(Area, Quest, RawMission), ReadError> {
    let RawDungeon { format, mission: Object(mission), area: Object(raw) } = parse(text)?;
    if format != FORMAT {
        return Err(wrong("format", format!("is {format:?}; {FORMAT:?} is read here")));
    }
    let area = area::area(&raw).map_err(|(field, why)| wrong(format!("area.{field}"), why))?;
    let quest = quest(&mission, &area)?;
    Ok((area, quest, mission))
}

fn quest(mission: &RawMission, area: &Area) -> Result<Quest, ReadError> {
    let places = places(mission, area)?;
    let place = |id: u32, field: &dyn Fn() -> String| {
        let none = || wrong(field(), format!("there is no room with the id {id}"));
        places.get(&id).copied().ok_or_else(none)
    };
    let goal = Some(place(mission.goal, &|| "mission.goal".to_owned())?);
    let start = place(mission.start, &|| "mission.start".to_owned())?;
    if area.layout.index(start) != Some(area.layout.entry()) {
        let message = format!("is the room {start:?}, which is not the entry of the area");
        return Err(wrong("mission.start", message));
    }
    let mut quest = Quest { goal, ..Quest::default() };
    for (i, Object(room)) in mission.rooms.iter().enumerate() {
        let Some(name) = &room.item else { continue };
        match symbol(name) {
            Some(symbol) if symbol.is_thing() => {
                quest.things.push(Thing { place: room.coords, symbol });
            }
            Some(Symbol::Start | Symbol::Goal | Symbol::Boss) => {}
            _ => {
                let field = format!("mission.rooms[{i}].item");
                let known = "A to Z, key, switch:0 and so on, start, goal, boss";
                return Err(wrong(field, format!("unknown item {name:?}; known are {known}")));
            }
        }
    }
    for (i, Object(edge)) in mission.edges.iter().enumerate() {
        let from = place(edge.a, &|| format!("mission.edges[{i}].a"))?;
        let to = place(edge.b, &|| format!("mission.edges[{i}].b"))?;
        if !joined(area, from, to) {
            let message =
                format!("joins {from:?} and {to:?}, which no connection of the area joins");
            return Err(wrong(format!("mission.edges[{i}]"), message));
        }
        let Some(name) = &edge.symbol else { continue };
        match symbol(name) {
            Some(symbol) if symbol.is_lock() => {
                quest.locks.push(Lock { from, to, symbol });
            }
            _ => {
                let field = format!("mission.edges[{i}].symbol");
                let known = "A to Z, key, switch:0=on, switch:0=off and so on";
                return Err(wrong(field, format!("unknown lock {name:?}; known are {known}")));
            }
        }
    }
    Ok(quest)
}

/// The places of the mission's rooms, by their ids.
fn places(mission: &RawMission, area: &Area) -> Result<BTreeMap<u32, Place>, ReadError> {
    let mut places = BTreeMap::new();
    for (i, Object(room)) in mission.rooms.iter().enumerate() {
        if area.layout.index(room.coords).is_none() {
            let message = format!("there is no room {:?} in the area", room.coords);
            return Err(wrong(format!("mission.rooms[{i}].coords"), message));
        }
        if places.insert(room.id, room.coords).is_some() {
            let message = format!("the id {} is there twice", room.id);
            return Err(wrong(format!("mission.rooms[{i}].id"), message));
        }
    }
    Ok(places)
}

fn joined(area: &Area, from: Place, to: Place) -> bool {
    let rooms = &area.layout.rooms;
    let room = area.layout.index(from).and_then(|at| rooms.get(at as usize));
    room.is_some_and(|room| room.connections.iter().any(|way| way.step(from) == to))
}

/// The symbol of a name, as in `quandary/mission/1`.
pub(super) fn symbol(name: &str) -> Option<Symbol> {
    let plain = [Symbol::Start, Symbol::Goal, Symbol::Boss, Symbol::SmallKey];
    if let Some(symbol) = plain.into_iter().find(|symbol| symbol.to_string() == name) {
        return Some(symbol);
    }
    if let Some(key) = (1..=MOST_KEYS as u8).find(|&key| key_name(key) == name) {
        return Some(Symbol::Key(key));
    }
    let switches = (0..MOST_SWITCHES as u8).flat_map(|switch| {
        let positions = [Position::On, Position::Off];
        let locks = positions.map(|position| Symbol::Switch(switch, position));
        [Symbol::SwitchObject(switch)].into_iter().chain(locks)
    });
    switches.into_iter().find(|symbol| symbol.to_string() == name)
}
