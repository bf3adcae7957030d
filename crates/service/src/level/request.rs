//! The body of `POST /level/solve` and `POST /level/check`: a level, rules, questions, limits and for the first the way of
//! searching; and that of `POST /level/hint`: a level, a state, rules and limits.

use crate::config;
use crate::openapi::Example;
use crate::pool::Leave;
use crate::problem::Problem;
use ::level::check::what_if::{UnknownThing, WhatIf};
use ::level::rules::Rules;
use ::level::{Level, Limits};
use ask::file::{FileLevels, levels_of};
use ask::judge::{self, LimitsRequest, RulesRequest, SearchRequest, object, some_object};
use serde::Deserialize;
use serde_json::Value;
use utoipa::ToSchema;

/// The most tiles of a level: as many as a thousand dungeons of sixteen rooms have.
const MOST_TILES: u64 = 1 << 20;
/// Default time of judging a level, in seconds.
const USUAL_SECONDS: f64 = 15.0;

/// A level, and how it is to be judged.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!(Example::LEVEL.value()))]
pub(super) struct LevelRequest {
    /// A level (quandary/level/1), a mission, an area, a dungeon, a map of Tiled or a project of LDtk as JSON; or the text of
    /// any file that the program reads but levels of Sokoban, such as a drawing.
    #[schema(schema_with = crate::openapi::level)]
    level: Value,
    /// By which rules.
    #[serde(default, deserialize_with = "object")]
    pub(super) rules: RulesRequest,
    /// What may be spent.
    #[serde(default, deserialize_with = "object")]
    pub(super) limits: LimitsRequest,
    /// Things that are not there: `item:ROW,COL`, `item:KIND@NODE`, `symbol:NAME`, `toggle:N`, `block:ROW,COL`,
    /// `plate:NAME`, `door:ROW,COL`, `passage:A-B`.
    #[serde(default)]
    without: Vec<String>,
    /// Locks that ask for nothing: `passage:A-B`, `lock:N`, `door:ROW,COL`.
    #[serde(default)]
    free: Vec<String>,
    /// The only goal: `item:ROW,COL`, `item:KIND@NODE`, `symbol:NAME`, `room:ID`.
    #[serde(default)]
    goal: Option<String>,
    /// Blocks that are walls where they start: `block:ROW,COL`.
    #[serde(default)]
    wall: Vec<String>,
    /// For `POST /level/solve` alone: how it is searched.
    #[serde(default, deserialize_with = "some_object")]
    pub(super) search: Option<SearchRequest>,
}

/// A level that is being played, and how much is to be told.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!(Example::HINT.value()))]
pub(super) struct HintRequest {
    /// A level (quandary/level/1), a mission, an area, a dungeon, a map of Tiled or a project of LDtk as JSON; or the text of
    /// any file that the program reads but levels of Sokoban, such as a drawing.
    #[schema(schema_with = crate::openapi::level)]
    level: Value,
    /// The steps so far in words, such as `right 3, up`, or a saved game (quandary/walk/1) as a text.
    #[serde(default)]
    pub(super) at: String,
    /// How much is told: 1 how things stand, 2 where to go, 3 what for, 4 the next moves.
    #[serde(default = "lowest")]
    #[schema(minimum = 1, maximum = 4, default = 1)]
    pub(super) rung: u64,
    /// By which rules.
    #[serde(default, deserialize_with = "object")]
    pub(super) rules: RulesRequest,
    /// What may be spent; the states are those of each search.
    #[serde(default, deserialize_with = "object")]
    pub(super) limits: LimitsRequest,
}

/// The rung that is told where none is asked for.
fn lowest() -> u64 {
    1
}

impl HintRequest {
    /// The level, in whichever form it is written.
    pub(super) fn level(&self) -> Result<Level, Problem> {
        read(&self.level)
    }
}

impl LevelRequest {
    /// The level, in whichever form it is written.
    pub(super) fn level(&self) -> Result<Level, Problem> {
        read(&self.level)
    }

    /// The level as the questions have it.
    pub(super) fn what_if(self, level: &Level, rules: &Rules) -> Result<Level, Problem> {
        let Self { without, free, goal, wall, .. } = self;
        let asked = WhatIf { without, free, goal, wall };
        let wrong =
            |error: UnknownThing| Problem::unprocessable(error.question(), error.to_string());
        asked.of(level, rules).map_err(wrong)
    }
}

/// A level, in whichever form it is written. Lines and columns are told of a text alone: those of JSON are not those of the
/// body.
fn read(level: &Value) -> Result<Level, Problem> {
    let level = match level {
        Value::String(text) => levels_of(text)
            .and_then(FileLevels::only)
            .map_err(|error| Problem::unprocessable("level", error.to_string()))?,
        other => levels_of(&other.to_string()).and_then(FileLevels::only).map_err(|error| {
            let (field, message) = error.parts();
            let of = if field.is_empty() { "level".to_owned() } else { format!("level.{field}") };
            Problem::unprocessable(&of, message)
        })?,
    };
    let floors = level.tiles.iter().flat_map(|tiles| &tiles.floors);
    let tiles: u64 = floors.map(|floor| u64::from(floor.rows()) * u64::from(floor.cols())).sum();
    if tiles > MOST_TILES {
        let error = format!("the level has {tiles} tiles; {MOST_TILES} are the most");
        return Err(Problem::unprocessable("level.floors", error));
    }
    Ok(level)
}

/// The limits that are asked for, none above that of the service, and the time no longer than what is left.
pub(super) fn limits<'a>(
    asked: &LimitsRequest,
    states: u64,
    most: &config::Limits,
    leave: &'a Leave,
) -> Result<Limits<'a>, Problem> {
    let time = judge::seconds(asked.time.unwrap_or(USUAL_SECONDS))?;
    let states = match asked.max_states {
        None => states,
        Some(0) => most.states,
        Some(states) => states,
    };
    Ok(Limits {
        states: Some(states.min(most.states)),
        time: Some(time.min(leave.left())),
        memory: Some(asked.memory.unwrap_or(u64::MAX).min(most.state_bytes)),
        cancel: Some(leave.cancel()),
        ..Limits::default()
    })
}
