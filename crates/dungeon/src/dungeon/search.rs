//! The search for a dungeon: ranks many candidates by their measures and returns the best one that can be proved.

use super::claims::{ClaimKind, claims};
use super::flavour::FlavourText;
use super::rank::Targets;
use super::rank::VisitOrder;
use super::request::{Request, RequestError};
use super::{Candidate, ProvedDungeon};
use super::{candidate, rank};
use crate::game::dungeon::is_won;
use crate::options::Scratch;
use crate::options::{Attempts, Options};
use crate::reject::RejectReason;
use level::check::least::{self, Proof};
use level::check::what_if::Batch;
use level::measure::{Contents, measure};
use level::plan::Walk;
use level::rate::{Band, Unrated, rate};
use level::solve::{self, Verdict, solve};
use level::{Content, Level, Limits, Requirement, Rules};
use search::{Accepted, Attempt, Budget, Goal, NoResult, Problem, Seed, Stop};
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};

/// The usual number of attempts, of which the best is taken.
pub const ATTEMPTS: u64 = 50;
/// Maximum number of top-ranked candidates that are proved.
const PROVED: usize = 30;
/// The same if a rating is requested: usually all candidates, since most have a different rating.
const RATED: usize = 200;
/// Number of proved candidates with a cheapest plan that are compared by their plans.
const COMPARED: usize = 3;
/// Maximum number of compared candidates, while none of them has every feature.
const COMPARED_AT_MOST: usize = 7;
/// Maximum number of places in the tiles of a candidate.
const MOST_PLACES: u64 = 2_000_000;
/// Maximum number of states in the search for a cheapest plan, and in the search between rooms.
const MOST_KEPT: u64 = 200_000;
const MOST_BETWEEN: u64 = 60_000;

/// Maximum number of rooms for which a cheapest plan is searched, and for which one is required; measures along a plan
/// use that plan.
const MEASURED: usize = 100;
const FEW: usize = 32;

/// The search problem for candidates of dungeons.
struct Candidates<'a> {
    request: &'a Request,
    targets: Targets,
}

impl Problem for Candidates<'_> {
    type Candidate = Candidate;
    type Proof = ();
    type RejectReason = RejectReason;
    type Scratch = Scratch;

    fn generate(&self, attempt: Attempt, scratch: &mut Scratch) -> Result<Candidate, RejectReason> {
        candidate(self.request, self.targets, attempt, scratch)
    }

    /// The proof is deferred until the best candidates are known.
    fn prove(&self, _: &Candidate, _: &mut Scratch) -> Result<(), RejectReason> {
        Ok(())
    }

    fn rank(&self, candidate: &Candidate, (): &()) -> f64 {
        let metrics = measure(&candidate.tiled.level, &[], Contents::OnTiles);
        rank::rank(&candidate.plan, &metrics, self.targets)
    }
}

/// The reason why there is no dungeon.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum GenerateError {
    /// The request cannot be satisfied.
    #[error(transparent)]
    Request(#[from] RequestError),
    /// No attempt gave a dungeon, or the search was stopped.
    #[error(transparent)]
    Nothing(#[from] NoResult),
}

/// Generates a dungeon: the best of fifty candidates, or of the requested number.
///
/// # Errors
/// If the request cannot be satisfied, or no candidate is accepted.
///
/// ```
/// use quandary_dungeon::dungeon::{Request, generate};
/// let made = generate(&Request::of("temple")?, search::Seed::new(7)?, Default::default())?;
/// assert_eq!(made.candidate.plan.things.len(), 16);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn generate(
    request: &Request,
    seed: Seed,
    mut options: Options<'_>,
) -> Result<ProvedDungeon, GenerateError> {
    request.check()?;
    let kept = if request.difficulty.is_some() { RATED } else { PROVED };
    let usual = Budget { goal: Goal::Best(kept), attempts: Some(ATTEMPTS), time: None };
    if let Attempts::Within(budget) = &mut options.attempts {
        budget.goal = Goal::Best(kept);
    }
    let (targets, cancel) = (Targets::of(seed), options.control.cancel);
    let is_cancelled = || cancel.load(Ordering::Relaxed);
    let mut report = options.search(&Candidates { request, targets }, seed, usual);
    if report.stop == Stop::Cancelled {
        return Err(NoResult::Interrupted.into());
    }
    let (wanted, most) = if request.rooms <= FEW { (COMPARED, COMPARED_AT_MOST) } else { (1, 1) };
    let mut proved: Vec<(ProvedDungeon, bool)> = Vec::new();
    for found in std::mem::take(&mut report.found) {
        let tried = prove(request, (seed, targets), found, cancel);
        if is_cancelled() {
            return Err(NoResult::Interrupted.into());
        }
        match tried {
            Ok(one) => proved.push(one),
            Err(reject) => report.tally.count(reject),
        }
        if proved.len() >= most || proved.len() >= wanted && proved.iter().any(|(_, whole)| *whole)
        {
            break;
        }
    }
    // Takes the first of the best; the order of candidates does not depend on threads.
    let better = |one: &ProvedDungeon, best: &ProvedDungeon| one.rank > best.rank;
    let best = proved.into_iter().map(|(dungeon, _)| dungeon);
    if let Some(dungeon) = best.reduce(|best, one| if better(&one, &best) { one } else { best }) {
        return Ok(dungeon);
    }
    let found = report.best(seed)?;
    let proved = prove(request, (seed, targets), found, cancel).map(|(dungeon, _)| dungeon);
    proved.map_err(|reject| NoResult::Rejected(reject.to_string()).into())
}

/// A level without symbols that nothing requires. Softlocks do not depend on these symbols, and each doubles the number
/// of states.
fn merged(level: &Level) -> Level {
    let mut level = level.clone();
    let of_edges = level.graph.edges.iter().flat_map(|edge| &edge.requires);
    let asked: BTreeSet<u32> = of_edges
        .filter_map(|requirement| match requirement {
            Requirement::Symbol(id) | Requirement::Lacks(id) => Some(*id),
            _ => None,
        })
        .collect();
    let is_asked = |content: &Content| match content {
        Content::Symbol(id) => asked.contains(id),
        _ => true,
    };
    level.graph.nodes.iter_mut().for_each(|node| node.contents.retain(|held| is_asked(held)));
    if let Some(tiles) = &mut level.tiles {
        tiles.marks.retain(|mark| is_asked(&mark.gives));
    }
    level
}

/// Number of places of a softlock-free level, from all of which a goal is reachable.
fn places(level: &Level, rules: &Rules, cancel: &AtomicBool) -> Result<u64, RejectReason> {
    let limits = Limits { states: Some(MOST_PLACES), cancel: Some(cancel), ..Limits::default() };
    match least::prove(&merged(level), rules, &limits) {
        Ok(Proof::SoftlockFree { places }) => Ok(places),
        Ok(Proof::Open) => Err(RejectReason::TilesSoftlock),
        Err(_) => Err(RejectReason::TooLargeToProve),
    }
}

/// A plan of a level; true if it is known to be cheapest; and the number of states that the search expanded. With many
/// rooms any plan is accepted.
fn plan_of(
    level: &Level,
    rules: &Rules,
    rooms: usize,
    batch: &mut Batch<'_>,
    cancel: &AtomicBool,
) -> Result<(Walk, bool, Option<u64>), RejectReason> {
    let limits = Limits { cancel: Some(cancel), ..Limits::default() };
    if rooms <= FEW {
        let limits = Limits { states: Some(MOST_KEPT), ..limits };
        let solution = solve(level, rules, &solve::Options::default(), &limits);
        return match solution.map(|solution| (solution.verdict, solution.explored)) {
            Ok((Verdict::Solvable { walk, optimal: true, .. }, explored)) => {
                Ok((walk, true, Some(explored)))
            }
            Ok((Verdict::Unsolvable, _)) => Err(RejectReason::TilesUnwinnable),
            _ => Err(RejectReason::TooLargeToProve),
        };
    }
    if rooms <= MEASURED
        && let Some(walk) = batch.plan(MOST_BETWEEN)
    {
        return Ok((walk, true, None));
    }
    match least::walk(level, rules, &limits) {
        Ok(Some(walk)) => Ok((walk, false, None)),
        Ok(None) => Err(RejectReason::TilesUnwinnable),
        Err(_) => Err(RejectReason::TooLargeToProve),
    }
}

/// Checks that the rating of a level lies in a band.
fn is_as_hard(level: &Level, rules: &Rules, band: Band) -> Result<(), RejectReason> {
    match rate(level, rules) {
        Ok(rating) if band.holds(rating.figure) => Ok(()),
        Ok(_) => Err(RejectReason::OtherDifficulty),
        Err(Unrated::Unwinnable) => Err(RejectReason::TilesUnwinnable),
        Err(Unrated::Undecided | Unrated::Large(_)) => Err(RejectReason::TooLargeToProve),
    }
}

/// Keeps the items whose flag is set.
fn keep<T>(items: &mut Vec<T>, kept: &[bool]) {
    let mut kept = kept.iter().copied();
    items.retain(|_| kept.next() == Some(true));
}

/// Proves a candidate: its plan, ideally a cheapest one, and every claim. The flag is true if it has every wanted
/// feature. The result is meaningless after cancellation.
fn prove(
    request: &Request,
    (seed, targets): (Seed, Targets),
    found: Accepted<Candidate, ()>,
    cancel: &AtomicBool,
) -> Result<(ProvedDungeon, bool), RejectReason> {
    let Accepted { attempt, rank, candidate, .. } = found;
    let level = &candidate.tiled.level;
    let rules = level.rules_under(None);
    let places = places(level, &rules, cancel)?;
    if let Some(band) = request.difficulty {
        is_as_hard(level, &rules, band)?;
    }
    let mut batch = Batch::of(level, &rules).map_err(|_| RejectReason::TooLargeToProve)?;
    let (walk, is_cheapest, explored) = plan_of(level, &rules, request.rooms, &mut batch, cancel)?;
    let path: Vec<_> = walk.positions().collect();
    let metrics = measure(level, &path, Contents::OnTiles);
    let cost = is_cheapest.then_some(walk.cost.straight);
    let mut claims = claims(&candidate.plan, level, &mut batch, cost);
    drop(batch);
    let visits = VisitOrder::of(level, &walk);
    let mut plan = candidate.plan.clone();
    let confirmed = claims.confirm(&plan);
    let mut kept =
        confirmed.iter().zip(&plan.cycles).map(|(so, cycle)| *so && visits.confirms(&plan, cycle));
    let kept: Vec<bool> = kept.by_ref().collect();
    keep(&mut plan.cycles, &kept);
    keep(&mut claims.of_cycles, &kept);
    let (score, whole) = visits.score(&plan, &claims, (&metrics, targets));
    let rank = rank + score;
    let candidate = Candidate { plan, ..candidate };
    let Candidate { plan, tiled } = &candidate;
    let are_bridges_proved = claims.prove_bridges(plan, &tiled.level);
    let keys = claims.all.iter().filter(|claim| claim.kind == ClaimKind::Needed).count();
    RejectReason::first(&[
        (keys == 0, RejectReason::Needless),
        (!are_bridges_proved, RejectReason::UnprovedBridge),
    ])?;
    let texts = seed.attempt(attempt).phase("texts");
    let category = &request.layout.category.name;
    let flavour = FlavourText::of(&candidate.plan, request.family, category, texts);
    let made = ProvedDungeon {
        attempt,
        rank,
        candidate,
        places,
        walk,
        is_cheapest,
        explored,
        metrics,
        claims,
        flavour,
    };
    if is_won(&made) { Ok((made, whole)) } else { Err(RejectReason::Walkthrough) }
}
