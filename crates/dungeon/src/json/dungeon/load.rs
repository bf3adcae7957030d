//! Reads a whole dungeon back: rooms and passages, and the level of tiles.
//!
//! Everything that playing relies on is asked first, as [`read`](super::read()) asks it. Invariant: what was printed
//! reads back as it was, but for what JSON does not say: how many passages were closed for puzzles.

use super::read::{self, RawMission, RawRoom, symbol};
use crate::json::mission::{Keys, Precondition};
use crate::json::strict::{Object, parse, wrong};
use crate::mission::{Condition, Coords, Edge, KeyStyle, Mission, Position, Room, Symbol};
use crate::model::{Dungeon, Parts};
use crate::puzzle::{Lack, Placement};
use level::Level;
use level::formats::json::{self as levels, ReadError};
use serde::Deserialize;
use serde_json::Value;

#[derive(Deserialize)]
struct Whole {
    mission: Object<More>,
    area: Value,
    level: Option<Value>,
}

/// The fields of a mission beyond those that playing needs.
#[derive(Deserialize)]
struct More {
    rooms: Vec<Object<MoreOfRoom>>,
    boss: u32,
}

#[derive(Deserialize)]
struct MoreOfRoom {
    precondition: Object<Precondition>,
    intensity: f64,
    parent: Option<u32>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Report {
    asked: u32,
    placed: u32,
    reasons: Vec<Reason>,
}

#[derive(Deserialize)]
struct Reason {
    reason: String,
    puzzles: u32,
}

/// Reads a dungeon, with its level where it has one.
///
/// # Errors
/// The fault of the text, with its line and column or its field.
pub fn load(text: &str) -> Result<(Dungeon, Option<Level>), ReadError> {
    let (area, _, mission) = read::checked(text)?;
    let Whole { mission: Object(more), area: written, level } = parse(text)?;
    let report = Report::deserialize(&written["report"]).unwrap_or_default();
    let level = level.filter(|level| !level.is_null());
    let level = level.map(|level| levels::read(&level.to_string())).transpose()?;
    let parts = Parts { mission: whole(&mission, &more)?, area, placement: placement(report)? };
    Ok((Dungeon::new(parts), level))
}

fn whole(raw: &RawMission, more: &More) -> Result<Mission, ReadError> {
    let count = raw.rooms.len() as u32;
    for (name, room) in [("start", raw.start), ("boss", more.boss), ("goal", raw.goal)] {
        if room >= count {
            return Err(wrong(format!("mission.{name}"), format!("there is no room {room}")));
        }
    }
    let rooms = raw.rooms.iter().zip(&more.rooms).enumerate();
    let rooms = rooms.map(|(at, (Object(room), Object(more)))| of_room(room, more, at, count));
    let rooms: Vec<Room> = rooms.collect::<Result<_, _>>()?;
    let edges = raw.edges.iter().map(|Object(edge)| Edge {
        a: edge.a,
        b: edge.b,
        symbol: edge.symbol.as_deref().and_then(symbol),
    });
    let (key_style, switches) = more.rooms.first().map_or((KeyStyle::Named, 0), |Object(room)| {
        let Object(condition) = &room.precondition;
        let style = match condition.keys {
            Keys::Small(_) => KeyStyle::Small,
            Keys::Named(_) => KeyStyle::Named,
        };
        (style, condition.switches.len() as u8)
    });
    let keys =
        rooms.iter().filter(|room| matches!(room.item, Some(Symbol::Key(_) | Symbol::SmallKey)));
    Ok(Mission {
        keys: keys.count() as u8,
        edges: edges.collect(),
        start: raw.start,
        boss: more.boss,
        goal: raw.goal,
        switches,
        key_style,
        rooms,
    })
}

fn of_room(raw: &RawRoom, more: &MoreOfRoom, at: usize, count: u32) -> Result<Room, ReadError> {
    let field = |name: &str| format!("mission.rooms[{at}].{name}");
    if let Some(parent) = more.parent.filter(|&parent| parent >= count) {
        return Err(wrong(field("parent"), format!("there is no room {parent}")));
    }
    if raw.id as usize != at {
        return Err(wrong(field("id"), format!("is {}; rooms are numbered from 0 on", raw.id)));
    }
    let Object(condition) = &more.precondition;
    let keys = match &condition.keys {
        Keys::Small(level) => Some(1u32.checked_shl(*level).map_or(u32::MAX, |bit| bit - 1)),
        Keys::Named(names) => {
            names.iter().try_fold(0, |all, name| Some(all | 1 << (key(name)? - 1)))
        }
    };
    let keys = keys.ok_or_else(|| wrong(field("precondition.keys"), "names a key that is none"))?;
    let mut precondition = Condition::of_keys(keys);
    for (switch, position) in (0..).zip(&condition.switches) {
        precondition = match Position::named(position) {
            Some(position) => precondition.and_switch(switch, position),
            None if position == "either" => precondition,
            None => {
                let message = format!("is {position:?}; either, on and off are known");
                return Err(wrong(field("precondition.switches"), message));
            }
        };
    }
    Ok(Room {
        coords: Coords::Place(raw.coords),
        item: raw.item.as_deref().and_then(symbol),
        precondition,
        intensity: more.intensity,
        parent: more.parent,
    })
}

fn key(name: &str) -> Option<u8> {
    match symbol(name)? {
        Symbol::Key(n) => Some(n),
        _ => None,
    }
}

fn placement(report: Report) -> Result<Placement, ReadError> {
    let lack = |Reason { reason, puzzles }| -> Result<_, ReadError> {
        let known = || voice::unknown("reason", &reason, Lack::ALL.map(Lack::name));
        let lack = Lack::named(&reason).ok_or_else(|| wrong("area.report.reasons", known()))?;
        Ok((lack, puzzles))
    };
    let lacks = report.reasons.into_iter().map(lack).collect::<Result<_, _>>()?;
    Ok(Placement { asked: report.asked, placed: report.placed, lacks, ..Placement::default() })
}
