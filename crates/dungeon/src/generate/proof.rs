//! The proof that a dungeon needs before it leaves: of its rooms, then of its tiles.

use super::request::{Request, Weights};
use crate::mission::{self, KeyStyle, Mission, Symbol};
use crate::model::{Dungeon, is_of_mission, level_graph, walk};
use crate::reject::Reject;
use crate::scratch::Scratch;
use level::Limits;
use level::check::certify;
use level::check::needed::Need;
use level::check::spheres;
use level::check::survey::solve_and_survey;
use level::plan::{Plan, Walk};
use level::rules::Fact;
use level::rules::Rules;
use level::solve::Verdict;
use level::{Content, Graph, Level};

/// The most states that the rooms of a dungeon may have.
const MOST_ROOM_STATES: u64 = 2_000_000;
/// The most states that its tiles may have.
const MOST_TILE_STATES: u64 = 4_000_000;

/// Proof of a dungeon.
#[derive(Clone, Debug, PartialEq)]
pub struct Proof {
    /// A shortest plan through the rooms, replayed.
    pub plan: Plan,
    /// Number of reachable states of the rooms; from each the goal can be reached.
    pub states: u64,
    /// The plan as commands of the text game, which win it.
    pub walkthrough: Vec<String>,
    /// Its rank.
    pub rank: Rank,
    /// Proof of the tiles, if any were laid.
    pub tiles: Option<TileProof>,
}

/// Proof of the tiles of a dungeon.
#[derive(Clone, Debug, PartialEq)]
pub struct TileProof {
    /// A cheapest plan, replayed.
    pub plan: Plan,
    /// The replay of the plan.
    pub walk: Walk,
    /// Number of reachable states; from each the goal can be reached.
    pub states: u64,
    /// Each thing that lies on the tiles, with true if the goal is out of reach without it alone.
    pub things: Vec<Need>,
    /// True if the goal can be reached without all of those at once that are not needed; `None` if that is
    /// unknown.
    pub together: Option<bool>,
}

/// Has the rooms of a dungeon proved.
///
/// # Errors
/// The first claim that does not hold.
pub(super) fn prove_rooms(
    dungeon: &Dungeon,
    request: &Request,
    scratch: &mut Scratch,
) -> Result<(Plan, u64), Reject> {
    let graph = level_graph(dungeon);
    let limits = Limits { states: Some(MOST_ROOM_STATES), ..Limits::default() };
    let proof = certify::certify(&graph, &Rules::default(), &limits, &mut scratch.judge)
        .map_err(|_| Reject::TooLargeToProve)?;
    let mission = &dungeon.mission;
    let asked = usize::from(request.mission.keys) + usize::from(request.mission.switches);
    let needless = proof
        .needless
        .iter()
        .any(|meaning| content(*meaning).is_some_and(|content| is_of_mission(content, mission)));
    let wrong = [
        (proof.plan.is_none(), Reject::Unwinnable),
        (proof.unreachable > 0, Reject::UnreachableRoom),
        (proof.dead_states > 0, Reject::Losable),
        (needless || items(mission) != asked, Reject::Needless),
    ];
    Reject::first(&wrong)?;
    Ok((proof.plan.ok_or(Reject::Unwinnable)?, proof.states))
}

/// Has the text game won by the commands of a plan.
///
/// # Errors
/// When they do not win it.
pub(super) fn prove_walkthrough(dungeon: &Dungeon, plan: &Plan) -> Result<Vec<String>, Reject> {
    let scenario = walk::scenario(dungeon).map_err(|_| Reject::Walkthrough)?;
    let commands = walk::commands(dungeon, &scenario, plan);
    if walk::wins(&scenario, &commands) { Ok(commands) } else { Err(Reject::Walkthrough) }
}

/// The content that a fact of the judge stands for. Small keys of doors and of the mission are one kind, so
/// that one of them may be needless where others were found; they are asked about in [`prove_small_keys`].
fn content(meaning: Fact) -> Option<Content> {
    match meaning {
        Fact::Symbol(id) => Some(Content::Symbol(id)),
        Fact::Toggle(number) => Some(Content::Toggle(number)),
        _ => None,
    }
}

/// Has it proved that a mission needs each of its small keys, with no keys of puzzles about.
///
/// # Errors
/// When it can be won without one of them.
pub(super) fn prove_small_keys(
    mission: &Mission,
    request: &Request,
    scratch: &mut Scratch,
) -> Result<(), Reject> {
    if mission.key_style != KeyStyle::Small {
        return Ok(());
    }
    match mission::proof::prove(mission, &request.mission, scratch) {
        Err(Reject::NeedlessKey) => Err(Reject::Needless),
        // Whatever else there is to say of it is said of the whole.
        _ => Ok(()),
    }
}

/// Number of keys and switches of a mission.
fn items(mission: &Mission) -> usize {
    mission.rooms.iter().filter(|room| room.item.is_some_and(Symbol::is_thing)).count()
}

/// Has the tiles of a dungeon proved.
///
/// # Errors
/// The first claim that does not hold.
pub(super) fn prove_tiles(level: &Level) -> Result<TileProof, Reject> {
    let rules = Rules::default();
    let limits = Limits { states: Some(MOST_TILE_STATES), ..Limits::default() };
    let (plan, walk, found) = match solve_and_survey(level, &rules, &limits) {
        Ok((Verdict::Solvable { plan, walk, .. }, found)) => (plan, walk, found),
        Ok((Verdict::Unsolvable, _)) => return Err(Reject::TilesUnwinnable),
        Ok((Verdict::Unknown(_), _)) | Err(_) => return Err(Reject::TooLargeToProve),
    };
    let states = found.counted.states;
    match found.counted.dead_states {
        Some(0) => {
            Ok(TileProof { plan, walk, states, things: found.things, together: found.together })
        }
        Some(_) => Err(Reject::TilesLosable),
        None => Err(Reject::TooLargeToProve),
    }
}

/// The figures of a dungeon, and their weighted sum.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rank {
    /// Moves and flips of a shortest solution.
    pub solution: u32,
    /// Number of times it enters a room again.
    pub nonlinearity: u32,
    /// Number of spheres.
    pub spheres: u32,
    /// Gating depth: the largest number of locks and puzzles that stand one behind the other.
    pub gating: u32,
    /// The share of rooms that a shortest solution never enters.
    pub optional: f64,
    /// The weighted sum.
    pub value: f64,
}

impl Rank {
    /// The same with its weighted sum.
    #[must_use]
    pub fn weighed(mut self, weights: &Weights) -> Self {
        self.value = weights.solution * f64::from(self.solution)
            + weights.nonlinearity * f64::from(self.nonlinearity)
            + weights.spheres * f64::from(self.spheres)
            + weights.gating * f64::from(self.gating)
            + weights.optional * self.optional;
        self
    }
}

/// Ranks a dungeon against others of the same request: a weighted sum of figures that the proof holds.
pub(super) fn rank(dungeon: &Dungeon, plan: &Plan, weights: &Weights) -> Rank {
    let graph = level_graph(dungeon);
    let mut entered = vec![0u32; graph.nodes.len()];
    for room in graph.start.into_iter().chain(mission::proof::entered(plan)) {
        entered[room as usize] += 1;
    }
    let optional = entered.iter().filter(|&&times| times == 0).count();
    let level = Level::of_graph(graph);
    Rank {
        solution: plan.len() as u32,
        nonlinearity: entered.iter().map(|times| times.saturating_sub(1)).sum(),
        spheres: spheres(&level, &Rules::default()).len() as u32,
        gating: gating(&level.graph),
        optional: optional as f64 / entered.len().max(1) as f64,
        value: 0.0,
    }
    .weighed(weights)
}

/// Gating depth: the number of locks on the way with the fewest, of the room where it is largest.
fn gating(graph: &Graph) -> u32 {
    let mut depth = vec![u32::MAX; graph.nodes.len()];
    let mut queue = std::collections::VecDeque::new();
    if let Some(start) = graph.start {
        depth[start as usize] = 0;
        queue.push_back(start);
    }
    while let Some(here) = queue.pop_front() {
        for edge in graph.edges.iter().filter(|edge| edge.from == here) {
            let locked = edge.requires.iter().any(|r| *r != level::Requirement::Stair);
            let on = depth[here as usize] + u32::from(locked);
            if on < depth[edge.to as usize] {
                depth[edge.to as usize] = on;
                if locked { queue.push_back(edge.to) } else { queue.push_front(edge.to) }
            }
        }
    }
    depth.into_iter().filter(|&depth| depth != u32::MAX).max().unwrap_or(0)
}
