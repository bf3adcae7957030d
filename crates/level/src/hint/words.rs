//! Hints in words and as JSON.

use super::{Hint, Place, Standing};
use crate::model::{Level, Requirement, Tile};
use crate::play::{Aim, Back, Goal, Purpose, step};
use crate::report::names::{Changed, PlaceJson, changed};
use crate::rules::{Fact, Position};
use serde_json::{Value, json};

impl Hint {
    /// The hint in words: one line with a sentence per level, up to its own.
    #[must_use]
    pub fn words(&self, level: &Level) -> String {
        let mut lines = vec![standing(&self.standing)];
        lines.extend(self.place.map(|(place, is_here)| match is_here {
            true => format!("Next: {}, where you are.", self::place(level, place)),
            false => format!("Next: {}.", self::place(level, place)),
        }));
        lines.extend(self.aim.as_ref().map(|aim| self::aim(level, aim)));
        lines.extend(self.moves.as_ref().map(|moves| match self.is_cheapest {
            true => format!("The next moves: {}.", step::write(level, moves)),
            false => format!(
                "The next moves of a way that may not be the shortest: {}.",
                step::write(level, moves)
            ),
        }));
        lines.iter().map(|line| format!("{line}\n")).collect()
    }

    /// The hint as JSON, `quandary/hint/1`.
    #[must_use]
    pub fn json(&self, level: &Level) -> Value {
        let mut json = json!({
            "format": "quandary/hint/1",
            "rung": self.level.number(),
            "standing": standing_json(&self.standing),
        });
        if let Some((place, is_here)) = self.place {
            json["where"] = place_json(level, place);
            json["where"]["here"] = Value::from(is_here);
        }
        if let Some(aim) = &self.aim {
            json["what"] = aim_json(level, aim);
        }
        if let Some(moves) = &self.moves {
            json["moves"] = moves.iter().map(|step| step.words(level)).collect();
            json["cheapest"] = Value::from(self.is_cheapest);
        }
        let words = self.words(level);
        json["words"] = words.lines().collect();
        json
    }
}

fn standing(standing: &Standing) -> String {
    let steps = |steps: usize| diagnostics::counted(steps as u64, "step", "steps");
    match *standing {
        Standing::Won => "It is won.".to_owned(),
        Standing::Winnable => "It can be won from here.".to_owned(),
        Standing::Lost(Back::Steps { steps: many, is_least: true }) => {
            format!("It can no longer be won from here: take {} back.", steps(many))
        }
        Standing::Lost(Back::Steps { steps: many, is_least: false }) => {
            format!(
                "It can no longer be won from here: take {} back, or perhaps fewer.",
                steps(many)
            )
        }
        Standing::Lost(Back::Never) => "It cannot be won, not even from the start.".to_owned(),
        Standing::Lost(Back::Unknown(limit)) => {
            format!(
                "It can no longer be won from here; how far back it could was not found out: {limit} came first."
            )
        }
        Standing::Unknown(limit) => {
            format!("Whether it can be won from here was not found out: {limit} came first.")
        }
    }
}

fn standing_json(standing: &Standing) -> Value {
    match *standing {
        Standing::Won => json!({"state": "won"}),
        Standing::Winnable => json!({"state": "winnable"}),
        Standing::Lost(Back::Steps { steps, is_least }) => {
            json!({"state": "lost", "undo": steps, "least": is_least})
        }
        Standing::Lost(_) => json!({"state": "lost", "undo": null}),
        Standing::Unknown(limit) => json!({"state": "unknown", "limit": limit.to_string()}),
    }
}

/// The names of the ninths of a map, by row and column.
const THIRDS: [[&str; 3]; 3] = [
    ["upper left", "upper middle", "upper right"],
    ["middle left", "middle", "middle right"],
    ["lower left", "lower middle", "lower right"],
];

fn part(row: u32, col: u32) -> &'static str {
    THIRDS.get(row as usize).and_then(|row| row.get(col as usize)).copied().unwrap_or("middle")
}

fn place(level: &Level, place: Place) -> String {
    match place {
        Place::Room(node) => format!("room {}", PlaceJson::node(level, node)),
        Place::Part { floor, row, col } => {
            let floors = level.tiles.as_ref().map_or(1, |tiles| tiles.floors.len());
            let on =
                if floors > 1 { format!(" of floor {floor}") } else { " of the map".to_owned() };
            format!("the {}{on}", part(row, col))
        }
    }
}

fn place_json(level: &Level, place: Place) -> Value {
    match place {
        Place::Room(node) => json!({"room": PlaceJson::node(level, node)}),
        Place::Part { floor, row, col } => json!({"floor": floor, "part": part(row, col)}),
    }
}

/// The name of a fact, as in reports.
fn name(level: &Level, fact: Fact) -> String {
    match changed(level, fact) {
        Some(Changed::Collected(name) | Changed::Opened(name)) if !name.is_empty() => name,
        _ => "something".to_owned(),
    }
}

pub(super) fn at(level: &Level, position: Position) -> String {
    let place = PlaceJson::of(level, position);
    if matches!(place, PlaceJson::Node(_)) { format!("in {place}") } else { format!("at {place}") }
}

/// The thing to do, in words.
pub(super) fn command(level: &Level, aim: &Aim) -> String {
    let there = at(level, aim.record.position);
    match aim.thing {
        Goal::Take(fact) => format!("take {} {there}", name(level, fact)),
        Goal::Open(fact) => format!("open {}", name(level, fact)),
        Goal::Flip(toggle) => format!("flip switch {toggle} {there}"),
        Goal::Press(plate) => {
            let plate = level.graph.plates.get(plate as usize).map_or("?", String::as_str);
            format!("push a block onto plate {plate}")
        }
        Goal::Push => match aim.record.pushed {
            Some((from, to)) => {
                let is_pit =
                    level.tiles.as_ref().is_some_and(|tiles| tiles.tile(to) == Some(Tile::Pit));
                let onto = if is_pit { " onto the pit" } else { "" };
                format!("push the block {}{onto}", at(level, Position::Cell(from)))
            }
            None => "push a block".to_owned(),
        },
        Goal::Win => format!("go to the goal {there}"),
    }
}

fn aim(level: &Level, aim: &Aim) -> String {
    let command = command(level, aim);
    match &aim.purpose {
        Purpose::Lock { at: place, asks, .. } => {
            let asks = asks.iter().map(|&asked| crate::play::want(level, asked));
            let asks = asks.collect::<Vec<_>>().join(" and ");
            format!("There: {command}; the way {} asks for {asks}.", at(level, *place))
        }
        Purpose::Win if aim.thing != Goal::Win => {
            format!("There: {command}; nothing is won without.")
        }
        Purpose::Win => format!("There: {command}."),
        Purpose::Way => format!("There: {command}; the way leads on from there."),
    }
}

fn aim_json(level: &Level, aim: &Aim) -> Value {
    let (kind, thing) = match aim.thing {
        Goal::Take(fact) => ("take", Value::from(name(level, fact))),
        Goal::Open(fact) => ("open", Value::from(name(level, fact))),
        Goal::Flip(toggle) => ("flip", Value::from(toggle)),
        Goal::Press(plate) => {
            ("press", Value::from(level.graph.plates.get(plate as usize).cloned()))
        }
        Goal::Push => ("push", Value::Null),
        Goal::Win => ("win", Value::Null),
    };
    let purpose = match &aim.purpose {
        Purpose::Lock { at, asks, .. } => {
            let asks: Vec<String> = asks
                .iter()
                .map(|asked: &Requirement| level.graph.requirement_name(*asked))
                .collect();
            json!({"kind": "lock", "at": PlaceJson::of(level, *at), "asks": asks})
        }
        Purpose::Win => json!({"kind": "win"}),
        Purpose::Way => json!({"kind": "way"}),
    };
    json!({
        "do": kind,
        "thing": thing,
        "at": PlaceJson::of(level, aim.record.position),
        "for": purpose,
    })
}
