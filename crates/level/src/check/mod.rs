//! Properties beyond winnability: softlocks, needed things, spheres, and for an unwinnable level the reason and a
//! repair.
//!
//! Every result is proved over the whole space of reachable states; unproved results are reported as unknown. At tile
//! level the search explores the contracted world: connected open ground is one location, and that location counts as
//! many states as it has cells.

pub mod locks;
pub mod certify;
pub mod reversible;
pub mod least;
pub mod change;
mod winnable;
pub mod needed;
pub mod survey;
pub mod why_not;
mod candidates;
mod spheres;
pub mod reach;
pub mod lint;
pub mod what_if;
pub mod repair;
mod explored;

use crate::limits::{Clock, Limit, Limits};
use crate::model::Level;
use crate::plan::{Plan, Walk, replay_in};
use crate::rules::world::contract::Contracted;
use crate::rules::{
    Collect, Config, Location, Prepared, Rules, TooManyBits, World, in_world, is_too_large,
};
use crate::solve::{self, Options, Verdict, cheapest, proved};
use clock::Instant;
pub use explored::Counted;
use explored::{End, Explored, explore};
use least::Proof;
use lint::{Finding, Levels};
use needed::Need;
use reach::{Reach, ThingAnswer};
pub use spheres::{SphereItem, spheres};
use why_not::WhyNot;
pub use winnable::wins_without_bombs;

/// Checks a level: at tile level where it has tiles, else at room level.
///
/// # Errors
/// [`TooManyBits`] for a level that keeps track of too many things.
///
/// ```
/// // One key, and a side room on the left whose door wastes it.
/// let level = quandary_level::formats::text::read("#########\n#.+.@k+*#\n#########\n")?;
/// let check = quandary_level::check::check(&level, &Default::default(), &Default::default())?;
/// assert_eq!((check.states, check.dead_states), (15, Some(5)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check(level: &Level, rules: &Rules, limits: &Limits<'_>) -> Result<Check, TooManyBits> {
    let begin = Instant::now();
    if is_too_large(level, limits) {
        return Ok(Check::unknown(Limit::Memory));
    }
    let prepared = Prepared::of(level, rules, Collect::Nothing);
    let mut check = in_world!(prepared, world => analysis(level, rules, &world, limits))?;
    match &check.verdict {
        Verdict::Solvable { walk, .. } => {
            check.needed = needed::needed(level, rules, walk, &limits.since(begin));
        }
        Verdict::Unsolvable if !level.has_goal() => {
            check.reach = Some(reach::reach(level, rules, &limits.since(begin), answer)?);
        }
        Verdict::Unsolvable => {
            check.why_not = why_not::why_not(level, rules, Collect::Nothing, &limits.since(begin));
        }
        Verdict::Unknown(_) => {}
    }
    check.levels = lint::compare(level, rules, &check.verdict, &limits.since(begin));
    Ok(check)
}

/// Limits on kept states for [`usual`]: the first attempt, and the second if the first decides too little.
pub const USUAL_STATES: [u64; 2] = [500_000, 10_000_000];

/// Checks a level as [`check`](fn@check) does, with default limits on kept states.
///
/// The first attempt keeps few states: softlock freedom is often proved without counting. If it leaves more open than
/// the number of states, the second attempt keeps many. The search for a cheapest plan runs under the larger limit in
/// either case. On return, `limits` holds the limits that were in force. A smaller limit on states in `limits` takes
/// precedence.
///
/// # Errors
/// [`TooManyBits`] for a level that keeps track of too many things.
pub fn usual(level: &Level, rules: &Rules, limits: &mut Limits<'_>) -> Result<Check, TooManyBits> {
    let begin = Instant::now();
    let [few, many] = USUAL_STATES.map(|most| Some(limits.states.map_or(most, |n| n.min(most))));
    limits.states = few;
    let mut found = check(level, rules, limits)?;
    if few == many || found.limit != Some(Limit::States) {
        return Ok(found);
    }
    let all = Limits { states: many, ..*limits };
    if found.decides_all_but_numbers() && found.has_the_least(level, rules, &all.since(begin))? {
        return Ok(found);
    }
    *limits = all;
    check(level, rules, &limits.since(begin))
}

/// Checks verdict, safety, states, spheres and lint only: no needed things, no reason, no comparison with the room
/// graph.
///
/// # Errors
/// [`TooManyBits`] for a level that keeps track of too many things.
pub fn safety(level: &Level, rules: &Rules, limits: &Limits<'_>) -> Result<Check, TooManyBits> {
    if is_too_large(level, limits) {
        return Ok(Check::unknown(Limit::Memory));
    }
    let prepared = Prepared::of(level, rules, Collect::Nothing);
    in_world!(prepared, world => analysis(level, rules, &world, limits))
}

/// The answer of [`safety`] about a level with a thing as its goal.
fn answer(level: &Level, rules: &Rules, limits: &Limits<'_>) -> Option<ThingAnswer> {
    let found = safety(level, rules, limits).ok()?;
    let comes = match found.verdict {
        Verdict::Solvable { .. } => Some(true),
        Verdict::Unsolvable => Some(false),
        Verdict::Unknown(_) => None,
    };
    let (can_be_lost, witness) = match found.safety {
        Safety::SoftlockFree => (Some(false), None),
        Safety::Softlock(Some((_, walk))) => (Some(true), Some(walk)),
        Safety::Softlock(None) | Safety::Unknown(_) => (None, None),
    };
    Some(ThingAnswer { comes, can_be_lost, witness, is_cut: found.limit.is_some() })
}

// -------------------------------------------------------------------------------------------------
// The result of a check.

/// Softlock freedom. A softlock is a state from which no goal can be reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Safety {
    /// Proved: a goal can be reached from every reachable state.
    SoftlockFree,
    /// Proved: some reachable states are dead, that is, no goal can be reached from them. The witness is a cheapest
    /// plan into a dead state, replayed; `None` if the level cannot be won at all.
    Softlock(Option<(Plan, Walk)>),
    /// Not decided: this limit came first.
    Unknown(Limit),
}

/// The results of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Check {
    /// The verdict on winnability.
    pub verdict: Verdict,
    /// The limit that prevented the proof that the plan is cheapest, if any.
    pub cost_limit: Option<Limit>,
    /// Softlock freedom.
    pub safety: Safety,
    /// The limit that ended the exploration early, if any.
    pub limit: Option<Limit>,
    /// Number of states found: all reachable states, unless a limit came first.
    pub states: u64,
    /// Number of states kept, which is the number that the limit on states counts. At tile level these are states of
    /// the contracted world.
    pub kept: u64,
    /// Number of dead states; `None` if a limit came first.
    pub dead_states: Option<u64>,
    /// Each thing and lock, with whether it is needed; empty unless the level can be won.
    pub needed: Vec<Need>,
    /// The spheres. Each lists the things that come into reach with the things of the spheres before it.
    pub spheres: Vec<Vec<SphereItem>>,
    /// The reason why the level cannot be won; only for a level proved unsolvable.
    pub why_not: Option<WhyNot>,
    /// The things of a level without a goal.
    pub reach: Option<Reach>,
    /// The verdict on the room graph alone, for a level with both tiles and a room graph.
    pub levels: Option<Levels>,
    /// Findings about the file.
    pub lint: Vec<Finding>,
}

impl Check {
    /// True if it is proved that a goal can be reached from every reachable state.
    #[must_use]
    pub fn is_softlock_free(&self) -> bool {
        self.safety == Safety::SoftlockFree
    }

    /// True if everything is decided except the number of states and the least cost.
    fn decides_all_but_numbers(&self) -> bool {
        !matches!(self.verdict, Verdict::Unknown(_))
            && !matches!(self.safety, Safety::Unknown(_))
            && self.needed.iter().all(|need| need.needed.is_some())
    }

    /// True if the plan is proved cheapest. If it was not yet, a further search tries to prove it.
    fn has_the_least(
        &mut self,
        level: &Level,
        rules: &Rules,
        limits: &Limits<'_>,
    ) -> Result<bool, TooManyBits> {
        if self.cost_limit.is_none() {
            return Ok(true);
        }
        let found = solve::by_landmarks(level, rules, limits)?.verdict;
        let is_least = matches!(found, Verdict::Solvable { optimal: true, .. });
        if is_least {
            (self.verdict, self.cost_limit) = (found, None);
        }
        Ok(is_least)
    }

    /// A check that a limit ended before it had any result.
    fn unknown(limit: Limit) -> Self {
        Self {
            verdict: Verdict::Unknown(limit),
            cost_limit: None,
            safety: Safety::Unknown(limit),
            limit: Some(limit),
            states: 0,
            kept: 0,
            dead_states: None,
            needed: Vec::new(),
            spheres: Vec::new(),
            why_not: None,
            reach: None,
            levels: None,
            lint: Vec::new(),
        }
    }
}

// -------------------------------------------------------------------------------------------------
// The analysis of an explored level: verdict, safety, states, findings.

/// Limit on places for a proof without counting, where a room is vast. Whether such a room has few places or one for
/// each arrangement of its blocks shows early.
const MOST_PLACES: u64 = 200_000;

/// Explores the whole space and assembles the results.
fn analysis<const W: usize>(
    level: &Level,
    rules: &Rules,
    world: &World<W>,
    limits: &Limits<'_>,
) -> Check {
    let begin = Instant::now();
    let Contracted { world: whole, stands_for } = match world.is_of_tiles() {
        true => world.contracted(),
        false => {
            Contracted { stands_for: (0..world.locations() as u32).collect(), world: world.clone() }
        }
    };
    let space = &*explored::explore(&whole, limits);
    let limit = space.limit().or_else(|| space.is_vast().then_some(Limit::Rooms));
    let analysis = Analysis { level, rules, world, space, stands_for: &stands_for };
    // If nothing can ever be lost, the level is decided even if a limit on states ended the exploration.
    let stopped = limit.is_some_and(|limit| limit != Limit::Cancelled);
    let sure = stopped && reversible::loses_nothing(world);
    let (verdict, cost_limit) = match sure && !space.has_goal() {
        true => match reversible::plan(world) {
            Some(plan) => (proved(world, plan, false), limit),
            None => (Verdict::Unsolvable, None),
        },
        false => analysis.verdict(&limits.since(begin)),
    };
    let (verdict, cost_limit) = match verdict {
        Verdict::Unknown(limit) if limit != Limit::Cancelled => {
            let plan = least::plan_in(world, &limits.since(begin));
            let plan = plan.filter(|plan| certify::wins(world, plan));
            let found = plan.map(|plan| (proved(world, plan, false), Some(limit)));
            found.unwrap_or((Verdict::Unknown(limit), cost_limit))
        }
        verdict => (verdict, cost_limit),
    };
    let (counted, kept) = space.counted();
    let safety = match limit {
        // In a level that cannot be won, every state is dead.
        Some(_) if verdict == Verdict::Unsolvable => Safety::Softlock(None),
        Some(_) if sure => Safety::SoftlockFree,
        Some(limit) if !space.has_dead() && limit != Limit::Cancelled => {
            // Softlock freedom may be provable even if the states cannot be counted.
            let states = if limit == Limit::Rooms { Some(MOST_PLACES) } else { limits.states };
            match least::prove_in(&whole, &Limits { states, ..limits.since(begin) }) {
                Proof::SoftlockFree { .. } => Safety::SoftlockFree,
                Proof::Open => Safety::Unknown(limit),
            }
        }
        _ if space.has_dead() => analysis.softlock(&verdict, &limits.since(begin)),
        Some(limit) => Safety::Unknown(limit),
        None => Safety::SoftlockFree,
    };
    Check {
        verdict,
        cost_limit,
        safety,
        limit,
        states: counted.states,
        kept,
        dead_states: counted.dead_states,
        spheres: spheres::of_world(level, world),
        lint: lint::lint(level, rules, &solve::best(world).reached, world),
        ..Check::unknown(Limit::Memory)
    }
}

/// A level, its world, and the space of its contracted world.
struct Analysis<'a, const W: usize> {
    level: &'a Level,
    rules: &'a Rules,
    world: &'a World<W>,
    space: &'a dyn Explored<W>,
    /// By location of the world: its location in the contracted world.
    stands_for: &'a [u32],
}

impl<const W: usize> Analysis<'_, W> {
    /// The verdict of an exploration, complete or not, and the limit that prevented the proof that its plan is
    /// cheapest.
    fn verdict(&self, limits: &Limits<'_>) -> (Verdict, Option<Limit>) {
        match (self.space.has_goal(), self.space.limit()) {
            (false, None) if !self.space.is_vast() => (Verdict::Unsolvable, None),
            (false, Some(Limit::Cancelled)) => (Verdict::Unknown(Limit::Cancelled), None),
            (has_goal, _) => {
                if let Some(plan) = self.space.cheapest(End::Goal) {
                    return (proved(self.world, plan, true), None);
                }
                let options = Options::default();
                let solved = solve::solve(self.level, self.rules, &options, limits);
                let (verdict, limit) = match solved {
                    Ok(solution) => (solution.verdict, solution.limit),
                    Err(_) => (Verdict::Unknown(Limit::Memory), None),
                };
                match verdict {
                    Verdict::Unknown(limit) if has_goal => (self.along(), Some(limit)),
                    verdict => (verdict, limit),
                }
            }
        }
    }

    /// A plan along the states through which the exploration first reached a goal. It wins, but may not be cheapest.
    fn along(&self) -> Verdict {
        let found = cheapest(
            self.world,
            self.space.blocks(),
            &Clock::start(&Limits::default()),
            |location, config| self.world.is_goal(location, config),
            |location, config| self.space.is_on_the_way(self.stands_for[location as usize], config),
        );
        match found {
            Ok(Some(plan)) => proved(self.world, plan, false),
            other => unreachable!("a goal was reached on a way that leads to none: {other:?}"),
        }
    }

    /// The softlock of a level with dead states, with a cheapest plan into one. If rooms are too large to be counted,
    /// the plan leads into a known dead state, through the rooms on the path to it.
    fn softlock(&self, verdict: &Verdict, limits: &Limits<'_>) -> Safety {
        if *verdict == Verdict::Unsolvable {
            return Safety::Softlock(None);
        }
        let plan = match self.space.cheapest(End::Dead) {
            Some(plan) => Some(plan),
            None => match self.shortest(limits) {
                Ok(plan) => plan,
                Err(limit) => return Safety::Unknown(limit),
            },
        };
        let walk = plan.map(|plan| (replay_in(self.world, &plan), plan));
        match walk {
            Some((Ok(walk), plan)) => Safety::Softlock(Some((plan, walk))),
            other => unreachable!("the witness does not replay: {other:?}"),
        }
    }

    /// A cheapest plan over cells into a dead state.
    fn shortest(&self, limits: &Limits<'_>) -> Result<Option<Plan>, Limit> {
        let is_dead = |location: Location, config: &Config<W>| {
            !self.world.is_passed(location)
                && self.space.is_dead(self.stands_for[location as usize], config)
        };
        let limits = Limits { states: None, ..*limits };
        let clock = Clock::start(&limits);
        let is_near = |location: Location, config: &Config<W>| {
            self.space.may_lead_to_a_dead_state(self.stands_for[location as usize], config)
        };
        cheapest(self.world, self.space.blocks(), &clock, is_dead, is_near)
    }
}

// -------------------------------------------------------------------------------------------------
// Counting reachable states and dead states.

/// Counts the states of a level and nothing else.
///
/// # Errors
/// [`TooManyBits`] for a level that keeps track of too many things.
pub fn count(level: &Level, rules: &Rules, limits: &Limits<'_>) -> Result<Counted, TooManyBits> {
    if is_too_large(level, limits) {
        return Ok(Counted { states: 0, dead_states: None });
    }
    let prepared = Prepared::of(level, rules, Collect::Nothing);
    in_world!(prepared, world => count_in(&contracted(world), limits))
}

/// A world; if it consists of tiles, the contracted one.
fn contracted<const W: usize>(world: World<W>) -> World<W> {
    if world.is_of_tiles() { world.contracted().world } else { world }
}

fn count_in<const W: usize>(world: &World<W>, limits: &Limits<'_>) -> Counted {
    explore(world, limits).counted().0
}
