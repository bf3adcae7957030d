//! The JSON of `quandary check`.

use super::blocked::Blocked;
use super::names::Thing;
use super::place::Place;
use super::repair::Mending;
use super::solution::{InForce, limit, verdict};
use super::walk::{Price, Step, path, steps};
use crate::check::lint::Finding;
use crate::check::repair::Outcome;
use crate::check::{Check, Safety};
use crate::limits::Limit;
use crate::model::level::Level;
use crate::rules::Rules;
use crate::solve::Verdict;
use serde::Serialize;

/// A check.
#[derive(Serialize)]
pub struct Wire<'a> {
    verdict: &'static str,
    winnable: Option<bool>,
    /// True if the level is softlock-free.
    unlosable: Option<bool>,
    cost: Option<Price>,
    /// `None` where rooms have too many to be counted.
    states: Option<u64>,
    dead_states: Option<u64>,
    witness: Option<Witness<'a>>,
    needed: Vec<Need<'a>>,
    spheres: Vec<Vec<Thing<'a>>>,
    why_not: Option<Blocked<'a>>,
    lint: Vec<Lint<'a>>,
    /// Only where a repair was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    repair: Option<Mending<'a>>,
    /// Only for a level of tiles with a room graph: the verdict on the graph alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    room_level: Option<RoomLevel<'a>>,
    /// The limit that came first, if one did.
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<&'static str>,
    /// Number of states kept until then, which is the number that a limit on states counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    states_kept: Option<u64>,
    #[serde(flatten)]
    in_force: InForce,
}

/// A cheapest plan into a dead state.
#[derive(Serialize)]
struct Witness<'a> {
    path: Vec<Place<'a>>,
    plan: Vec<Step<'a>>,
    cost: Price,
    /// False where a cheaper one was not ruled out.
    #[serde(skip_serializing_if = "Option::is_none")]
    shortest: Option<bool>,
}

/// A thing, and whether it is needed; `None` if that is unknown.
#[derive(Serialize)]
struct Need<'a> {
    #[serde(flatten)]
    thing: Thing<'a>,
    needed: Option<bool>,
}

/// Verdict on the room graph alone of a level of tiles, compared with that on the tiles.
#[derive(Serialize)]
struct RoomLevel<'a> {
    winnable: Option<bool>,
    /// True if tiles and graph have the same verdict.
    agrees: Option<bool>,
    /// The reasons for a difference.
    reasons: &'a [String],
}

/// One finding about the file.
#[derive(Serialize)]
struct Lint<'a> {
    code: &'a str,
    message: &'a str,
}

impl<'a> Wire<'a> {
    /// The JSON of a check of a level.
    pub fn new(level: &'a Level, rules: &Rules, check: &'a Check) -> Self {
        let (winnable, cost) = match &check.verdict {
            Verdict::Solvable { walk, .. } => (Some(true), Some(Price(walk.cost))),
            Verdict::Unsolvable => (Some(false), None),
            Verdict::Unknown(_) => (None, None),
        };
        let unlosable = match check.safety {
            Safety::SoftlockFree => Some(true),
            Safety::Softlock(_) => Some(false),
            Safety::Unknown(_) => None,
        };
        let thing = |&found: &_| Thing::found(level, found);
        Self {
            verdict: verdict(&check.verdict),
            winnable,
            unlosable,
            cost,
            states: (check.limit != Some(Limit::Rooms)).then_some(check.states),
            dead_states: check.dead_states,
            witness: witness(level, check),
            needed: check
                .needed
                .iter()
                .map(|need| Need { thing: Thing::of(level, &need.without), needed: need.needed })
                .collect(),
            spheres: check.spheres.iter().map(|s| s.iter().map(thing).collect()).collect(),
            why_not: check.why_not.as_ref().map(|why_not| Blocked::new(level, why_not)),
            lint: check.lint.iter().map(Lint::new).collect(),
            repair: None,
            room_level: check.levels.as_ref().map(|levels| RoomLevel {
                winnable: levels.room_winnable,
                agrees: levels.agree,
                reasons: &levels.reasons,
            }),
            limit: check.limit.map(limit),
            states_kept: check.limit.map(|_| check.kept),
            in_force: InForce::new(rules),
        }
    }
}

impl<'a> Wire<'a> {
    /// The same with the answer to the question for a repair.
    #[must_use]
    pub fn with_repair(self, level: &'a Level, outcome: &'a Outcome) -> Self {
        Self { repair: Some(Mending::new(level, outcome)), ..self }
    }
}

fn witness<'a>(level: &'a Level, check: &Check) -> Option<Witness<'a>> {
    match &check.safety {
        Safety::Softlock(Some((_, walk))) => Some(Witness {
            path: path(level, walk),
            plan: steps(level, walk),
            cost: Price(walk.cost),
            shortest: check.limit.map(|_| false),
        }),
        _ => None,
    }
}

impl<'a> Lint<'a> {
    fn new(finding: &'a Finding) -> Self {
        Self { code: finding.code, message: &finding.message }
    }
}
