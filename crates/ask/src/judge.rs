//! Questions about a level from any source: rules, limits and solver options as data, and the answers.
//!
//! All interfaces use these functions: solving explains an unsolvable level within the rest of its limits, checking
//! without a number of states starts with a small one, and a rating includes whether the level can be won.

use crate::Refusal;
use crate::fields::{maybe, some_words, whole};
use clock::Instant;
use level::check::why_not::{WhyNot, why_not};
use level::check::{Check, USUAL_STATES, check, usual};
use level::formats::json::Object;
use level::hint::{Hint, HintLevel, hint};
use level::limits::usual_memory;
use level::play::{Game, is_too_large, saved};
use level::rate::{FORMAT, Rating, Unrated, rate};
use level::report::solution::SolutionJson;
use level::report::text::{self, Terms};
use level::rules::{Inventory, Preset, Rules, TooManyBits};
use level::solve::{Collect, CostModel, Heuristic, Options, Solution, Verdict, WrongOption, solve};
use level::{Level, Limits};
use serde::{Deserialize, Deserializer, Serialize};
use std::time::Duration;

/// The default number of states for a plan or a hint.
pub const SOLVE_STATES: u64 = 200_000;
/// The default number of states for a check.
pub const CHECK_STATES: u64 = USUAL_STATES[1];

/// The rules: a preset, or those of the level, and rules of their own by name.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(default, deny_unknown_fields)]
pub struct RulesRequest {
    /// The preset, instead of the rules of the level: `classic` or `strict`. Default: the rules of the level, else `strict`.
    #[serde(deserialize_with = "some_words")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, pattern = "^(classic|strict)$"))]
    pub preset: Option<Preset>,
    /// The door tiles that one key opens: each `tile` alone, or the whole `doorway`.
    #[cfg_attr(feature = "openapi", schema(pattern = "^(tile|doorway)$"))]
    pub locks: Option<String>,
    /// Pushing of blocks: `off`, `free` or `once`.
    #[cfg_attr(feature = "openapi", schema(pattern = "^(off|free|once)$"))]
    pub push: Option<String>,
    /// Tiles onto which a block may be pushed: plain `floor`, or every `walkable` tile without a requirement.
    #[cfg_attr(feature = "openapi", schema(pattern = "^(floor|walkable)$"))]
    pub push_onto: Option<String>,
    /// Position of the blocks when the player returns to a room: where they were left (`keep`), or where they
    /// started (`reset`).
    #[cfg_attr(feature = "openapi", schema(pattern = "^(keep|reset)$"))]
    pub blocks: Option<String>,
    /// Use of bombs: `unlimited` or `consumed`.
    #[cfg_attr(feature = "openapi", schema(pattern = "^(unlimited|consumed)$"))]
    pub bombs: Option<String>,
    /// Number of bombs in a pick-up.
    #[serde(deserialize_with = "maybe")]
    #[cfg_attr(feature = "openapi", schema(maximum = 1_000_000))]
    pub bomb_pickup: Option<u32>,
    /// One-way doors: `ignored` or `enforced`.
    #[cfg_attr(feature = "openapi", schema(pattern = "^(ignored|enforced)$"))]
    pub one_way: Option<String>,
    /// Tiles from which a player can follow an edge of the graph: `none`, `stairs`, `doors` or both.
    #[cfg_attr(feature = "openapi", schema(pattern = "^(none|(stairs|doors)(,(stairs|doors))*)$"))]
    pub warps: Option<String>,
    /// Edges that stairs follow: those of type `stair`, or `all`.
    #[cfg_attr(feature = "openapi", schema(pattern = "^(stair|all)$"))]
    pub stair_edges: Option<String>,
    /// True if diagonal steps are allowed.
    pub diagonals: Option<bool>,
    /// The requirement `switch`: always met (`free`), or met once a switch was visited (`visited`).
    #[cfg_attr(feature = "openapi", schema(pattern = "^(free|visited)$"))]
    pub switches: Option<String>,
    /// The inventory of the player at the start.
    #[serde(deserialize_with = "object")]
    pub start: StartRequest,
}

/// The inventory of the player at the start.
#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(default, deny_unknown_fields)]
pub struct StartRequest {
    /// Small keys.
    #[serde(deserialize_with = "whole")]
    pub keys: u32,
    /// Bombs.
    #[serde(deserialize_with = "whole")]
    pub bombs: u32,
    /// The boss key.
    pub boss_key: bool,
    /// The key item.
    pub key_item: bool,
}

/// Limits of a search.
#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(default, deny_unknown_fields)]
pub struct LimitsRequest {
    /// The most states that are stored; 0 for no limit.
    #[serde(deserialize_with = "maybe")]
    pub max_states: Option<u64>,
    /// The longest time, in seconds.
    #[cfg_attr(feature = "openapi", schema(exclusive_minimum = 0.0))]
    pub time: Option<f64>,
    /// The most memory for states, in bytes.
    #[serde(deserialize_with = "maybe")]
    pub memory: Option<u64>,
}

/// The way a level is searched for a plan
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(default, deny_unknown_fields)]
pub struct SearchRequest {
    /// Cost that a cheapest plan minimises; pushes can be combined only with --collect
    #[cfg_attr(feature = "clap", arg(long, value_enum, value_name = "WHAT", default_value_t = Cost::Moves,
          conflicts_with_all = ["heuristic", "weight", "anytime", "tie_break", "key_boost"]))]
    pub cost: Cost,

    /// Heuristic of the search; with optimal the cost is proved minimal
    #[cfg_attr(feature = "clap", arg(long, value_name = "NAME", default_value = "optimal",
          value_parser = crate::values::named::<Heuristic>(Heuristic::NAMES)))]
    #[cfg_attr(feature = "openapi", schema(value_type = String, default = "optimal",
          pattern = "^(optimal|balanced|speedrunner|completionist|none)$"))]
    #[serde(deserialize_with = "crate::fields::words")]
    pub heuristic: Heuristic,

    /// Condition of the goal besides reaching it [default: none]
    #[cfg_attr(feature = "clap", arg(long, value_enum, value_name = "WHAT"))]
    pub collect: Option<What>,

    /// Weighted A*: a plan may cost up to W times the minimum and is found sooner; from 1 to 1000
    #[cfg_attr(feature = "clap", arg(long, value_name = "W", default_value_t = 1.0, value_parser = crate::values::real(1.0..=1000.0)))]
    #[cfg_attr(feature = "openapi", schema(minimum = 1.0, maximum = 1000.0, default = 1.0))]
    pub weight: f64,

    /// Continue to better plans, each with a proved bound, until the minimum cost is proved
    #[cfg_attr(feature = "clap", arg(long))]
    pub anytime: bool,

    /// Order states of equal priority by a hash of the state
    #[cfg_attr(feature = "clap", arg(long))]
    pub tie_break: bool,

    /// Prefer states with more pick-ups collected, by 0.01 each
    #[cfg_attr(feature = "clap", arg(long))]
    pub key_boost: bool,
}

/// Cost of a plan.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Cost {
    /// Number of moves; a diagonal move counts as √2
    #[default]
    Moves,
    /// Number of pushes of blocks; other moves cost nothing
    Pushes,
}

/// The things that a goal asks for besides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum What {
    /// Collect every pick-up of the level
    All,
}

/// Deserialises an object, and refuses an array of its fields.
///
/// # Errors
/// Fails if it is not an object, or a field is wrong.
pub fn object<'de, D: Deserializer<'de>, T: Deserialize<'de>>(from: D) -> Result<T, D::Error> {
    Object::deserialize(from).map(|Object(fields)| fields)
}

/// As [`object`], for an optional object.
///
/// # Errors
/// Fails if it is not an object, or a field is wrong.
pub fn some_object<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    from: D,
) -> Result<Option<T>, D::Error> {
    object(from).map(Some)
}

impl RulesRequest {
    /// The rules of a level, changed by these.
    ///
    /// # Errors
    /// An unknown value of a rule; the message lists the known ones.
    pub fn rules(&self, level: &Level) -> Result<Rules, Refusal> {
        let mut rules = level.rules_under(self.preset);
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
            let wrong = |error| Refusal::of_field(&format!("rules.{name}"), error);
            rules.set(&format!("{name}={value}")).map_err(wrong)?;
        }
        let StartRequest { keys, bombs, boss_key, key_item } = self.start;
        rules.start = Inventory { keys, bombs, boss_key, key_item };
        Ok(rules)
    }
}

impl LimitsRequest {
    /// The limits; `states` is the default number of states.
    ///
    /// # Errors
    /// Fails if the time is not above 0 seconds.
    pub fn limits(&self, states: u64) -> Result<Limits<'static>, Refusal> {
        let states = self.max_states.unwrap_or(states);
        Ok(Limits {
            states: (states > 0).then_some(states),
            time: self.time.map(seconds).transpose()?,
            memory: Some(self.memory.unwrap_or_else(usual_memory)),
            ..Limits::default()
        })
    }
}

/// A duration of some seconds; one that is too long for the type is the longest possible.
///
/// # Errors
/// Fails if it is not above 0.
pub fn seconds(seconds: f64) -> Result<Duration, Refusal> {
    if seconds <= 0.0 || seconds.is_nan() {
        return Err(Refusal::of_field("limits.time", "expected more than 0 seconds"));
    }
    Ok(Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX))
}

impl Default for SearchRequest {
    fn default() -> Self {
        let Options { heuristic, weight, .. } = Options::default();
        let (cost, collect) = (Cost::Moves, None);
        Self {
            cost,
            heuristic,
            collect,
            weight,
            anytime: false,
            tie_break: false,
            key_boost: false,
        }
    }
}

impl SearchRequest {
    /// The options of the solver.
    ///
    /// # Errors
    /// Fails for incompatible options.
    pub fn options(&self) -> Result<Options, WrongOption> {
        let options = Options {
            cost: match self.cost {
                Cost::Moves => CostModel::Moves,
                Cost::Pushes => CostModel::Pushes,
            },
            heuristic: self.heuristic,
            weight: self.weight,
            anytime: self.anytime,
            collect: match self.collect {
                Some(What::All) => Collect::Everything,
                None => Collect::Nothing,
            },
            tie_break: self.tie_break,
            key_boost: self.key_boost,
        };
        options.checked()
    }
}

/// The result of a search for a plan.
#[derive(Clone, Debug)]
pub struct Solved {
    /// The rules used.
    pub rules: Rules,
    /// The verdict, with its plan.
    pub found: Solution,
    /// Reasons why the level cannot be won, if any were found.
    pub reason: Option<WhyNot>,
    /// The time used, in milliseconds.
    pub millis: f64,
}

/// Searches for a plan. For an unsolvable level it also searches for the reasons, within the rest of the limits.
///
/// # Errors
/// Fails if the level has more keys, locks and blocks than a state can hold.
pub fn solved(
    level: &Level,
    rules: Rules,
    options: &Options,
    limits: &Limits<'_>,
) -> Result<Solved, TooManyBits> {
    let begin = Instant::now();
    let found = solve(level, &rules, options, limits)?;
    let reason = match found.verdict {
        Verdict::Unsolvable => why_not(level, &rules, options.collect, &limits.since(begin)),
        Verdict::Solvable { .. } | Verdict::Unknown(_) => None,
    };
    Ok(Solved { rules, found, reason, millis: begin.elapsed().as_secs_f64() * 1000.0 })
}

impl Solved {
    /// The JSON of the result; with `full` each move contains the whole state after it.
    #[must_use]
    pub fn wire<'a>(&'a self, level: &'a Level, full: bool) -> SolutionJson<'a> {
        let Self { rules, found, reason, millis } = self;
        let wire = if full { SolutionJson::full } else { SolutionJson::new };
        wire(level, rules, found, reason.as_ref(), *millis)
    }

    /// The result in words; `limits` are those of the search.
    #[must_use]
    pub fn words(&self, level: &Level, limits: &Limits<'_>) -> String {
        let terms = Terms { rules: &self.rules, limits };
        text::solution(level, terms, &self.found, self.reason.as_ref())
    }
}

/// Checks if a level can be won and if it can softlock. Without a requested number of states, it tries a small number
/// first; `limits` then returns those that decided.
///
/// # Errors
/// Fails if the level has more keys, locks and blocks than a state can hold.
pub fn checked(
    level: &Level,
    rules: &Rules,
    limits: &mut Limits<'_>,
    has_number_of_states: bool,
) -> Result<Check, TooManyBits> {
    match has_number_of_states {
        true => check(level, rules, limits),
        false => usual(level, rules, limits),
    }
}

/// The JSON of a rating.
#[derive(Debug, Serialize)]
pub struct Rated<'a> {
    format: &'static str,
    level: &'a str,
    /// `None` if it was not decided.
    winnable: Option<bool>,
    #[serde(flatten)]
    rating: Option<Rating>,
}

/// Rates a level; `name` is its name in the result.
///
/// # Errors
/// Fails if the level has more keys, locks and blocks than a state can hold.
pub fn rated<'a>(level: &Level, rules: &Rules, name: &'a str) -> Result<Rated<'a>, TooManyBits> {
    let (winnable, rating) = rating(level, rules)?;
    Ok(Rated { format: FORMAT, level: name, winnable, rating })
}

/// True if a level can be won, `None` if that was not decided; and its rating if it can be won.
///
/// # Errors
/// Fails if the level has more keys, locks and blocks than a state can hold.
pub fn rating(level: &Level, rules: &Rules) -> Result<(Option<bool>, Option<Rating>), TooManyBits> {
    match rate(level, rules) {
        Ok(rating) => Ok((Some(true), Some(rating))),
        Err(Unrated::Large(error)) => Err(error),
        Err(unrated) => Ok((unrated.winnable(), None)),
    }
}

/// The hint of a level from 1 to 4, after some steps, given in words or as a save.
///
/// # Errors
/// Fails if the level is too large, a step is invalid or not possible, or there is no such hint level.
pub fn hinted(
    level: &Level,
    rules: &Rules,
    (at, rung): (&str, u64),
    limits: &Limits<'_>,
) -> Result<Hint, Refusal> {
    let rung = HintLevel::of_number(rung)
        .ok_or_else(|| Refusal::of_field("rung", "expected a whole number from 1 to 4"))?;
    if is_too_large(level, limits) {
        let error = "is too little to make the level ready to be played";
        return Err(Refusal::of_field("limits.memory", error));
    }
    let mut game = Game::of(level, rules).map_err(|error| Refusal::input("level", error))?;
    let steps = saved::read(level, at).map_err(|error| Refusal::input("at", error))?;
    game.follow(&steps).map_err(|error| Refusal::input("at", error))?;
    Ok(hint(&game, rung, limits))
}
