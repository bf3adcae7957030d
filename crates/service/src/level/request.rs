//! The body of `POST /level/solve` and `POST /level/check`: a level, rules, questions, limits and for the first the way of
//! searching; and that of `POST /level/hint`: a level, a state, rules and limits.

use crate::config;
use crate::openapi::Example;
use crate::pool::Leave;
use crate::problem::Problem;
use ::level::check::what_if::{UnknownThing, WhatIf};
use ::level::formats::json::{Object, ReadError};
use ::level::formats::text;
use ::level::hint::Rung;
use ::level::play::{Game, saved};
use ::level::rules::{Inventory, Preset, Rules};
use ::level::{Level, Limits};
use ask::fields::{maybe, whole};
use dungeon::json::judged;
use formats::tiled;
use level::solve::{Collect, CostModel, Heuristic, Options};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use std::time::Duration;
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
    /// A level (quandary/level/1), an area, a dungeon or a map of Tiled as JSON; or a drawing as a text.
    #[schema(schema_with = crate::openapi::level)]
    pub(super) level: Value,
    /// By which rules.
    #[serde(default, deserialize_with = "object")]
    pub(super) rules: RuleFields,
    /// What may be spent.
    #[serde(default, deserialize_with = "object")]
    pub(super) limits: LimitFields,
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
    pub(super) search: Option<SearchFields>,
}

/// A level that is being played, and how much is to be told.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!(Example::HINT.value()))]
pub(super) struct HintRequest {
    /// A level (quandary/level/1), an area, a dungeon or a map of Tiled as JSON; or a drawing as a text.
    #[schema(schema_with = crate::openapi::level)]
    pub(super) level: Value,
    /// The steps so far in words, such as `right 3, up`, or a saved game (quandary/walk/1) as a text.
    #[serde(default)]
    at: String,
    /// How much is told: 1 how things stand, 2 where to go, 3 what for, 4 the next moves.
    #[serde(default = "lowest")]
    #[schema(minimum = 1, maximum = 4, default = 1)]
    rung: u64,
    /// By which rules.
    #[serde(default, deserialize_with = "object")]
    pub(super) rules: RuleFields,
    /// What may be spent; the states are those of each search.
    #[serde(default, deserialize_with = "object")]
    pub(super) limits: LimitFields,
}

/// The rung that is told where none is asked for.
fn lowest() -> u64 {
    1
}

impl HintRequest {
    /// The rung.
    pub(super) fn rung(&self) -> Result<Rung, Problem> {
        let wrong = || Problem::unprocessable("rung", "a whole number from 1 to 4 is wanted");
        Rung::of_number(self.rung).ok_or_else(wrong)
    }

    /// Takes the steps so far.
    pub(super) fn follow(&self, level: &Level, game: &mut Game<'_>) -> Result<(), Problem> {
        let wrong = |error: &dyn std::fmt::Display| Problem::unprocessable("at", error.to_string());
        let steps = saved::read(level, &self.at).map_err(|error| wrong(&error))?;
        game.follow(&steps).map_err(|error| wrong(&error))
    }
}

/// Fields that are written as an object, and not as an array in their order.
fn object<'de, D: Deserializer<'de>, T: Deserialize<'de>>(from: D) -> Result<T, D::Error> {
    Object::deserialize(from).map(|Object(fields)| fields)
}

/// The same, of fields that may be absent as a whole.
fn some_object<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    from: D,
) -> Result<Option<T>, D::Error> {
    object(from).map(Some)
}

/// The rules: a preset, or those of the level, and rules of their own by name.
#[derive(Debug, Default, Deserialize, Serialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub(super) struct RuleFields {
    /// The rules to begin with, in place of those of the level; strict where the level has none.
    preset: Option<Presets>,
    /// Which door tiles are one door: `tile` or `doorway`.
    #[schema(pattern = "^(tile|doorway)$")]
    locks: Option<String>,
    /// Which blocks can be pushed: `off`, `free` or `once`.
    #[schema(pattern = "^(off|free|once)$")]
    push: Option<String>,
    /// Where a push may move a block: onto plain `floor`, or onto whatever is `walkable` and asks for nothing.
    #[schema(pattern = "^(floor|walkable)$")]
    push_onto: Option<String>,
    /// Where the blocks of a room stand that is come back to: where they were left (`keep`), or where they
    /// started (`reset`).
    #[schema(pattern = "^(keep|reset)$")]
    blocks: Option<String>,
    /// Whether bombs are used up: `unlimited` or `consumed`.
    #[schema(pattern = "^(unlimited|consumed)$")]
    bombs: Option<String>,
    /// How many bombs a pick-up gives.
    #[serde(deserialize_with = "maybe")]
    #[schema(maximum = 1_000_000)]
    bomb_pickup: Option<u32>,
    /// Whether one-way doors are: `ignored` or `enforced`.
    #[schema(pattern = "^(ignored|enforced)$")]
    one_way: Option<String>,
    /// From where one is led along the graph: `none`, `stairs`, `doors` or both.
    #[schema(pattern = "^(none|(stairs|doors)(,(stairs|doors))*)$")]
    warps: Option<String>,
    /// Which edges stairs lead along: those of type `stair`, or `all`.
    #[schema(pattern = "^(stair|all)$")]
    stair_edges: Option<String>,
    /// Whether steps go diagonally too.
    diagonals: Option<bool>,
    /// Whether switches must have been visited: `free` or `visited`.
    #[schema(pattern = "^(free|visited)$")]
    switches: Option<String>,
    /// What the player starts with.
    #[serde(deserialize_with = "object")]
    start: StartFields,
}

/// The presets.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum Presets {
    /// Lenient.
    Classic,
    /// As the console game plays; the usual ones.
    Strict,
}

/// What the player starts with.
#[derive(Debug, Default, Deserialize, Serialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
struct StartFields {
    /// Small keys.
    #[serde(deserialize_with = "whole")]
    keys: u32,
    /// Bombs.
    #[serde(deserialize_with = "whole")]
    bombs: u32,
    /// The boss key.
    boss_key: bool,
    /// The key item.
    key_item: bool,
}

/// What may be spent; more than the service allows is cut.
#[derive(Debug, Default, Deserialize, Serialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub(super) struct LimitFields {
    /// The most states that are kept; 0 for as many as the service allows.
    #[serde(deserialize_with = "maybe")]
    max_states: Option<u64>,
    /// The longest time, in seconds.
    #[schema(exclusive_minimum = 0.0)]
    time: Option<f64>,
    /// The most memory for states, in bytes.
    #[serde(deserialize_with = "maybe")]
    memory: Option<u64>,
}

impl LevelRequest {
    /// The level as the questions have it.
    pub(super) fn what_if(self, level: &Level, rules: &Rules) -> Result<Level, Problem> {
        let Self { without, free, goal, wall, .. } = self;
        let asked = WhatIf { without, free, goal, wall };
        let wrong =
            |error: UnknownThing| Problem::unprocessable(error.question(), error.to_string());
        asked.of(level, rules).map_err(wrong)
    }
}

/// A level, in whichever form it is written.
pub(super) fn read(level: &Value) -> Result<Level, Problem> {
    let wrong = |error: &dyn std::fmt::Display| Problem::unprocessable("level", error.to_string());
    let level = match level {
        Value::String(drawing) => text::read(drawing).map_err(|error| wrong(&error))?,
        other => {
            let json = other.to_string();
            if tiled::is_map(&json) {
                let none = |_: &str| Err("a service has no files".to_owned());
                tiled::read(&json, &none).map_err(|error| wrong(&error))?.level
            } else {
                judged::read(&json).map_err(|error| misread(&error))?
            }
        }
    };
    let floors = level.tiles.iter().flat_map(|tiles| &tiles.floors);
    let tiles: u64 = floors.map(|floor| u64::from(floor.rows()) * u64::from(floor.cols())).sum();
    if tiles > MOST_TILES {
        let error = format!("the level has {tiles} tiles; {MOST_TILES} are the most");
        return Err(Problem::unprocessable("level.floors", error));
    }
    Ok(level)
}

/// The problem document of a level that cannot be read. Lines and columns are not told: they are not those of
/// the body.
fn misread(error: &ReadError) -> Problem {
    let (ReadError::Json { field, message, .. } | ReadError::Field { field, message }) = error;
    let field = match field.as_str() {
        "" | "." => "level".to_owned(),
        field => format!("level.{field}"),
    };
    Problem::unprocessable(&field, message)
}

impl RuleFields {
    /// The rules asked for, over those of the level.
    pub(super) fn rules(&self, level: &Level) -> Result<Rules, Problem> {
        let mut rules = level.rules_under(self.preset.map(|preset| match preset {
            Presets::Classic => Preset::Classic,
            Presets::Strict => Preset::Strict,
        }));
        let pickup = self.bomb_pickup.map(|n| n.to_string());
        let diagonals = self.diagonals.map(|on| on.to_string());
        let named = [
            ("locks", &self.locks),
            ("push", &self.push),
            ("push_onto", &self.push_onto),
            ("blocks", &self.blocks),
            ("bombs", &self.bombs),
            ("bomb_pickup", &pickup),
            ("one_way", &self.one_way),
            ("warps", &self.warps),
            ("stair_edges", &self.stair_edges),
            ("diagonals", &diagonals),
            ("switches", &self.switches),
        ];
        for (name, value) in named {
            let Some(value) = value else { continue };
            rules.set(&format!("{name}={value}")).map_err(|error| {
                Problem::unprocessable(&format!("rules.{name}"), error.to_string())
            })?;
        }
        let StartFields { keys, bombs, boss_key, key_item } = self.start;
        rules.start = Inventory { keys, bombs, boss_key, key_item };
        Ok(rules)
    }
}

impl LimitFields {
    /// True if it is said how many states may be kept.
    pub(super) fn has_number_of_states(&self) -> bool {
        self.max_states.is_some()
    }

    /// The limits, none above that of the service, and the time no longer than what is left.
    pub(super) fn limits<'a>(
        &self,
        states: u64,
        most: &config::Limits,
        leave: &'a Leave,
    ) -> Result<Limits<'a>, Problem> {
        let seconds = self.time.unwrap_or(USUAL_SECONDS);
        if seconds <= 0.0 {
            return Err(Problem::unprocessable("limits.time", "more than 0 seconds are wanted"));
        }
        let states = match self.max_states {
            None => states,
            Some(0) => most.states,
            Some(states) => states,
        };
        let time = Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX);
        Ok(Limits {
            states: Some(states.min(most.states)),
            time: Some(time.min(leave.left())),
            memory: Some(self.memory.unwrap_or(u64::MAX).min(most.state_bytes)),
            cancel: Some(leave.cancel()),
            ..Limits::default()
        })
    }
}

/// The way a level is searched: the options of `quandary solve`, by the same names.
#[derive(Debug, Default, Deserialize, Serialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub(super) struct SearchFields {
    /// What a cheapest plan has the fewest of; `pushes` goes with `collect` alone.
    cost: Cost,
    /// What guides the search: `optimal` (the usual one, which proves the least cost), `balanced`, `speedrunner`,
    /// `completionist` or `none`.
    #[schema(pattern = "^(optimal|balanced|speedrunner|completionist|none)$")]
    heuristic: Option<String>,
    /// Weighted A*: a plan may cost so many times the least, and is found sooner.
    #[schema(minimum = 1.0, maximum = 1000.0, default = 1.0)]
    weight: Option<f64>,
    /// Better plans, each with its proved bound, until the least cost is proved.
    anytime: bool,
    /// What the goal asks for besides being reached.
    collect: Option<What>,
    /// States of equal promise in the order of a hash.
    tie_break: bool,
    /// States with more taken first, by 0.01 a pick-up.
    key_boost: bool,
}

/// Cost of a plan.
#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum Cost {
    /// Moves.
    #[default]
    Moves,
    /// Pushes of blocks.
    Pushes,
}

/// The things that a goal asks for besides.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum What {
    /// Every pick-up of the level.
    All,
}

impl SearchFields {
    /// The options of the solver.
    pub(super) fn options(&self) -> Result<Options, Problem> {
        let usual = Options::default();
        let heuristic = self.heuristic.as_ref().map(|name| name.parse::<Heuristic>()).transpose();
        let wrong = |name, why: &str| Problem::unprocessable(&format!("search.{name}"), why);
        let options = Options {
            cost: match self.cost {
                Cost::Moves => CostModel::Moves,
                Cost::Pushes => CostModel::Pushes,
            },
            heuristic: heuristic
                .map_err(|why| wrong("heuristic", &why))?
                .unwrap_or(usual.heuristic),
            weight: self.weight.unwrap_or(usual.weight),
            anytime: self.anytime,
            collect: match self.collect {
                Some(What::All) => Collect::Everything,
                None => Collect::Nothing,
            },
            tie_break: self.tie_break,
            key_boost: self.key_boost,
        };
        options.checked().map_err(|error| wrong(error.name, error.wanted))
    }
}
