//! The JSON of `quandary check`, its reasons and repairs.

use super::names::{PlaceJson, Thing};
use super::proved::proved;
use super::solution::{CostJson, RulesJson, StepJson, WhyNotJson, limit, path, steps, verdict};
use super::text::{Terms, at, ended_by, unreached};
use crate::check::lint::Finding;
use crate::check::repair::{MOST_CHANGES, Outcome, RepairChange};
use crate::check::{Check, Safety};
use crate::limits::Limit;
use crate::model::{Level, NodeIndex};
use crate::rules::{Position, Rules};
use crate::solve::Verdict;
use serde::Serialize;
use std::fmt::Write as _;

/// The JSON of a check.
#[derive(Serialize)]
pub struct CheckJson<'a> {
    verdict: &'static str,
    winnable: Option<bool>,
    /// True if the level is softlock-free.
    unlosable: Option<bool>,
    cost: Option<CostJson>,
    /// `None` if some rooms have too many states to be counted.
    states: Option<u64>,
    dead_states: Option<u64>,
    witness: Option<WitnessJson<'a>>,
    needed: Vec<NeedJson<'a>>,
    spheres: Vec<Vec<Thing<'a>>>,
    /// The things that never come into reach; only for a level without a goal.
    #[serde(skip_serializing_if = "Option::is_none")]
    unreached: Option<Vec<Thing<'a>>>,
    why_not: Option<WhyNotJson<'a>>,
    lint: Vec<LintJson<'a>>,
    /// Only if a repair was requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    repair: Option<RepairJson<'a>>,
    /// Only for a level of tiles with a room graph.
    #[serde(skip_serializing_if = "Option::is_none")]
    room_level: Option<RoomLevelJson<'a>>,
    /// The limit that came first, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<&'static str>,
    /// Number of states kept until then, which the limit on states counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    states_kept: Option<u64>,
    #[serde(flatten)]
    in_force: RulesJson,
}

/// A cheapest plan into a dead state.
#[derive(Serialize)]
struct WitnessJson<'a> {
    path: Vec<PlaceJson<'a>>,
    plan: Vec<StepJson<'a>>,
    cost: CostJson,
    /// False if a cheaper plan was not ruled out.
    #[serde(skip_serializing_if = "Option::is_none")]
    shortest: Option<bool>,
}

/// A thing, with whether it is needed; `None` if undecided.
#[derive(Serialize)]
struct NeedJson<'a> {
    #[serde(flatten)]
    thing: Thing<'a>,
    needed: Option<bool>,
}

/// The verdict on the room graph alone, compared with that on the tiles.
#[derive(Serialize)]
struct RoomLevelJson<'a> {
    winnable: Option<bool>,
    /// True if tiles and graph have the same verdict.
    agrees: Option<bool>,
    /// The reasons for a difference.
    reasons: &'a [String],
}

/// A finding about the file.
#[derive(Serialize)]
struct LintJson<'a> {
    code: &'a str,
    message: &'a str,
}

impl<'a> CheckJson<'a> {
    /// The JSON of a check.
    pub fn new(level: &'a Level, rules: &Rules, check: &'a Check) -> Self {
        let (winnable, cost) = match &check.verdict {
            Verdict::Solvable { walk, .. } => (Some(true), Some(CostJson(walk.cost))),
            Verdict::Unsolvable => (level.has_goal().then_some(false), None),
            Verdict::Unknown(_) => (None, None),
        };
        let unlosable = match check.safety {
            Safety::SoftlockFree => Some(true),
            Safety::Softlock(_) => level.has_goal().then_some(false),
            Safety::Unknown(_) => None,
        };
        let thing = |&item: &_| Thing::of_sphere(level, item);
        Self {
            verdict: verdict(level, &check.verdict),
            winnable,
            unlosable,
            cost,
            states: (check.limit != Some(Limit::Rooms)).then_some(check.states),
            dead_states: check.dead_states.filter(|_| level.has_goal()),
            witness: witness(level, check),
            needed: check
                .needed
                .iter()
                .map(|need| NeedJson {
                    thing: Thing::of(level, &need.without),
                    needed: need.needed,
                })
                .collect(),
            spheres: check.spheres.iter().map(|s| s.iter().map(thing).collect()).collect(),
            unreached: (!level.has_goal() && check.verdict == Verdict::Unsolvable)
                .then(|| unreached(level, check).1),
            why_not: check
                .why_not
                .as_ref()
                .filter(|_| level.has_goal())
                .map(|why_not| WhyNotJson::new(level, why_not)),
            lint: check.lint.iter().map(LintJson::new).collect(),
            repair: None,
            room_level: check.levels.as_ref().map(|levels| RoomLevelJson {
                winnable: levels.room_winnable,
                agrees: levels.agree,
                reasons: &levels.reasons,
            }),
            limit: check.limit.map(limit),
            states_kept: check.limit.map(|_| check.kept),
            in_force: RulesJson::new(rules),
        }
    }
}

impl<'a> CheckJson<'a> {
    /// Adds the outcome of a search for a repair.
    #[must_use]
    pub fn with_repair(self, level: &'a Level, outcome: &'a Outcome) -> Self {
        Self { repair: Some(RepairJson::new(level, outcome)), ..self }
    }
}

fn witness<'a>(level: &'a Level, check: &Check) -> Option<WitnessJson<'a>> {
    match &check.safety {
        Safety::Softlock(Some((_, walk))) => Some(WitnessJson {
            path: path(level, walk),
            plan: steps(level, walk),
            cost: CostJson(walk.cost),
            shortest: check.limit.map(|_| false),
        }),
        _ => None,
    }
}

impl<'a> LintJson<'a> {
    fn new(finding: &'a Finding) -> Self {
        Self { code: finding.code, message: &finding.message }
    }
}

// -------------------------------------------------------------------------------------------------
// Repairs, as JSON and in words.

/// The outcome of a search for a repair.
#[derive(Serialize)]
pub(crate) struct RepairJson<'a> {
    outcome: &'static str,
    /// The changes, if a repair was found.
    changes: Option<Vec<RepairChangeJson<'a>>>,
    /// True if it is proved that no repair is smaller.
    smallest: bool,
}

/// A change of a repair.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum RepairChangeJson<'a> {
    /// An edge made two-way.
    TwoWay { between: [PlaceJson<'a>; 2] },
    /// A pick-up added.
    Add { at: PlaceJson<'a>, content: String },
    /// A lock freed.
    Free { thing: &'a str },
    /// A pick-up moved.
    Move { from: PlaceJson<'a>, to: PlaceJson<'a>, content: String },
    /// A rule set.
    Rule { rule: &'static str },
}

/// The rule for returning blocks.
const RESET: &str = "blocks=reset";

impl<'a> RepairJson<'a> {
    /// The JSON of an outcome.
    pub(crate) fn new(level: &'a Level, outcome: &'a Outcome) -> Self {
        let (changes, smallest) = match outcome {
            Outcome::Mended(repair) => {
                let changes =
                    repair.changes.iter().map(|change| RepairChangeJson::new(level, change));
                (Some(changes.collect()), repair.smallest)
            }
            _ => (None, false),
        };
        let outcome = match outcome {
            Outcome::Mended(_) => "mended",
            Outcome::Needless => "unlosable",
            Outcome::NotWinnable => "not_winnable",
            Outcome::Impossible => "impossible",
            Outcome::Unknown(_) => "unknown",
        };
        Self { outcome, changes, smallest }
    }
}

impl<'a> RepairChangeJson<'a> {
    fn new(level: &'a Level, change: &'a RepairChange) -> Self {
        let place = |position: &Position| PlaceJson::of(level, *position);
        let content = |content: &_| level.graph.content_name(*content);
        match change {
            RepairChange::TwoWay(edge) => RepairChangeJson::TwoWay {
                between: ends(level, *edge).map(|node| PlaceJson::node(level, node)),
            },
            RepairChange::Add(at, held) => {
                RepairChangeJson::Add { at: place(at), content: content(held) }
            }
            RepairChange::Free(lock) => RepairChangeJson::Free { thing: &lock.name },
            RepairChange::Move { from, to, content: held } => {
                RepairChangeJson::Move { from: place(from), to: place(to), content: content(held) }
            }
            RepairChange::Reset => RepairChangeJson::Rule { rule: RESET },
        }
    }

    fn words(&self) -> String {
        match self {
            RepairChangeJson::TwoWay { between: [from, to] } => {
                format!("make the edge from {from} to {to} two-way")
            }
            RepairChangeJson::Add { at: place, content } => {
                format!("add {content} {} {place}", at(place))
            }
            RepairChangeJson::Free { thing } => format!("free {thing}"),
            RepairChangeJson::Move { from, to, content } => {
                format!("move {content} from {from} to {to}")
            }
            RepairChangeJson::Rule { rule } => format!("play by --rule {rule}"),
        }
    }
}

fn ends(level: &Level, edge: u32) -> [NodeIndex; 2] {
    let edge = level.graph.edges.get(edge as usize);
    edge.map_or([NodeIndex::MAX; 2], |edge| [edge.from, edge.to])
}

/// The text of an outcome.
pub fn repair_text(level: &Level, terms: Terms<'_>, outcome: &Outcome) -> String {
    let mut text = String::new();
    _ = match outcome {
        Outcome::Mended(repair) => {
            let words =
                repair.changes.iter().map(|change| RepairChangeJson::new(level, change).words());
            let kind = match repair.smallest {
                true => "smallest repair",
                false => "a repair, perhaps not the smallest",
            };
            writeln!(text, "{kind}: {}", words.collect::<Vec<_>>().join(", and "))
        }
        Outcome::Needless => writeln!(text, "repair: nothing to mend, no player can get stuck"),
        Outcome::NotWinnable => writeln!(
            text,
            "repair: only a level that can be won is mended; what would make it winnable is said after \"why not\""
        ),
        Outcome::Impossible => {
            let proved = proved(None);
            writeln!(text, "repair: no {MOST_CHANGES} changes or fewer make it unlosable {proved}")
        }
        Outcome::Unknown(limit) => {
            writeln!(text, "repair: not found within the limits: {}", ended_by(*limit, terms))
        }
    };
    text
}
