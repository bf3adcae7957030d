//! The body of `POST /level/solve` and `POST /level/check`: a level, rules, questions and limits, and for the first
//! the search method; and that of `POST /level/hint`: a level, a state, rules and limits.

use crate::config;
use crate::openapi::Example;
use crate::pool::WorkToken;
use crate::problem::Problem;
use ::level::check::what_if::{UnknownThing, WhatIf};
use ::level::rules::Rules;
use ::level::{Level, Limits};
use ask::file::{FileLevels, levels_of};
use ask::judge::{self, LimitsRequest, RulesRequest, SearchRequest, object, some_object};
use serde::Deserialize;
use serde_json::Value;
use utoipa::ToSchema;

/// The most tiles of a level: as many as a thousand dungeons of sixteen rooms.
const MOST_TILES: u64 = 1 << 20;
/// Default time of verifying a level, in seconds.
const USUAL_SECONDS: f64 = 15.0;

/// A level, the rules, and the questions about it.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!(Example::LEVEL.value()))]
pub(super) struct LevelRequest {
    /// A level (quandary/level/1), a mission, an area, a dungeon, a Tiled map or an LDtk project as JSON; or the text
    /// of any readable file, such as a drawing, except Sokoban levels.
    #[schema(schema_with = crate::openapi::level)]
    level: Value,
    /// The rules.
    #[serde(default, deserialize_with = "object")]
    pub(super) rules: RulesRequest,
    /// The limits on time and states.
    #[serde(default, deserialize_with = "object")]
    pub(super) limits: LimitsRequest,
    /// Things removed from the level: `item:ROW,COL`, `item:KIND@NODE`, `symbol:NAME`, `toggle:N`, `block:ROW,COL`,
    /// `plate:NAME`, `door:ROW,COL`, `passage:A-B`.
    #[serde(default)]
    without: Vec<String>,
    /// Locks that are open: `passage:A-B`, `lock:N`, `door:ROW,COL`.
    #[serde(default)]
    free: Vec<String>,
    /// The only goal: `item:ROW,COL`, `item:KIND@NODE`, `symbol:NAME`, `room:ID`.
    #[serde(default)]
    goal: Option<String>,
    /// Blocks replaced by walls: `block:ROW,COL`.
    #[serde(default)]
    wall: Vec<String>,
    /// The search method; for `POST /level/solve` only.
    #[serde(default, deserialize_with = "some_object")]
    pub(super) search: Option<SearchRequest>,
}

/// A level being played, and the level of the hint.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!(Example::HINT.value()))]
pub(super) struct HintRequest {
    /// A level (quandary/level/1), a mission, an area, a dungeon, a Tiled map or an LDtk project as JSON; or the text
    /// of any readable file, such as a drawing, except Sokoban levels.
    #[schema(schema_with = crate::openapi::level)]
    level: Value,
    /// The steps so far in words, such as `right 3, up`, or a saved game (quandary/walk/1) as text.
    #[serde(default)]
    pub(super) at: String,
    /// The hint level: 1 the state of the game, 2 the place to go, 3 the purpose, 4 the next moves.
    #[serde(default = "lowest")]
    #[schema(minimum = 1, maximum = 4, default = 1)]
    pub(super) rung: u64,
    /// The rules.
    #[serde(default, deserialize_with = "object")]
    pub(super) rules: RulesRequest,
    /// The limits on time and states; the states are counted for each search.
    #[serde(default, deserialize_with = "object")]
    pub(super) limits: LimitsRequest,
}

/// The default hint level.
fn lowest() -> u64 {
    1
}

impl HintRequest {
    /// Parses the level in any of the forms.
    pub(super) fn level(&self) -> Result<Level, Problem> {
        read(&self.level)
    }
}

impl LevelRequest {
    /// Parses the level in any of the forms.
    pub(super) fn level(&self) -> Result<Level, Problem> {
        read(&self.level)
    }

    /// The level changed by the questions.
    pub(super) fn what_if(self, level: &Level, rules: &Rules) -> Result<Level, Problem> {
        let Self { without, free, goal, wall, .. } = self;
        let asked = WhatIf { without, free, goal, wall };
        let wrong =
            |error: UnknownThing| Problem::unprocessable(error.question(), error.to_string());
        asked.of(level, rules).map_err(wrong)
    }
}

/// Parses a level in any of the forms. Errors have lines and columns for texts only, since those of JSON would not be
/// those of the body.
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

/// The requested limits, capped by those of the service and by the remaining time.
pub(super) fn limits<'a>(
    asked: &LimitsRequest,
    states: u64,
    most: &config::Limits,
    token: &'a WorkToken,
) -> Result<Limits<'a>, Problem> {
    let time = judge::seconds(asked.time.unwrap_or(USUAL_SECONDS))?;
    let states = match asked.max_states {
        None => states,
        Some(0) => most.states,
        Some(states) => states,
    };
    Ok(Limits {
        states: Some(states.min(most.states)),
        time: Some(time.min(token.left())),
        memory: Some(asked.memory.unwrap_or(u64::MAX).min(most.state_bytes)),
        cancel: Some(token.cancel()),
        ..Limits::default()
    })
}
