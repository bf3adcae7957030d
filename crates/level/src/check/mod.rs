//! Beyond winnable: whether a player can get stuck, and how; what is needed; in which order things
//! come into reach; and for a level that cannot be won, why not and what would mend it.
//!
//! Everything here is proved over the whole space of reachable states, or not claimed. At tile level it is
//! the contracted world that is explored: open ground is one place, so that the search goes from event to
//! event, and every place counts as many states as it has cells.

pub mod locks;
pub mod certify;
pub mod reversible;
pub mod least;
pub mod change;
mod winnable;
pub mod needed;
pub mod survey;
pub mod why_not;
mod spheres;
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
pub use spheres::{SphereItem, spheres};
use why_not::WhyNot;
pub use winnable::wins_without_bombs;

/// Checks a level: at tile level where it has tiles, else at room level.
///
/// # Errors
/// [`TooManyBits`] for a level that keeps track of too many things.
///
/// ```
/// // One key, and a cupboard on the left that wastes it.
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
        Verdict::Unsolvable => {
            check.why_not = why_not::why_not(level, rules, Collect::Nothing, &limits.since(begin));
        }
        Verdict::Unknown(_) => {}
    }
    check.levels = lint::compare(level, rules, &check.verdict, &limits.since(begin));
    Ok(check)
}

/// The most states that [`usual`] keeps: at first, and where these decide too little.
pub const USUAL_STATES: [u64; 2] = [500_000, 10_000_000];

/// Checks a level as [`check`](fn@check) does where nobody says how many states may be kept: few, if these decide all but
/// the number of states, since it is often proved without counting that nothing can be lost; else many. The search for a
/// cheapest plan, which needs none of them, may meet many. `limits` are then those under which the level was checked; a
/// smaller number of states in them holds.
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

/// Checks a level as [`check`](fn@check) does, but asks neither what is needed nor why it cannot be won, and compares
/// nothing with the room graph: verdict, safety, states, spheres and lint.
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

// -------------------------------------------------------------------------------------------------
// The report of a check.

/// Freedom of a level from softlocks: states in which a player is stuck for good.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Safety {
    /// Proved: from every state that can be reached, a goal can still be reached.
    SoftlockFree,
    /// Proved: some states are dead, which means that no goal can be reached from them. The witness is a cheapest
    /// plan into one, replayed; `None` where the level cannot be won at all.
    Softlock(Option<(Plan, Walk)>),
    /// Not decided: this limit came first.
    Unknown(Limit),
}

/// Everything that was found out about a level.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Check {
    /// The verdict: whether it can be won.
    pub verdict: Verdict,
    /// The limit that kept the plan of the verdict from being proved a cheapest one, if one did.
    pub cost_limit: Option<Limit>,
    /// Freedom from softlocks.
    pub safety: Safety,
    /// The limit that ended the exploration before everything was found, if one did.
    pub limit: Option<Limit>,
    /// The number of states that were found: all that can be reached, unless a limit came first.
    pub states: u64,
    /// The number of states that were kept, which is the number that a limit on states counts: at tile level
    /// those of the contracted world.
    pub kept: u64,
    /// The number of them that are dead; `None` when a limit came first.
    pub dead_states: Option<u64>,
    /// The things and locks with whether they are needed; empty unless the level can be won.
    pub needed: Vec<Need>,
    /// The spheres: what comes into reach with what lay in those before.
    pub spheres: Vec<Vec<SphereItem>>,
    /// The explanation of why it cannot be won; only for a level that was proved unsolvable.
    pub why_not: Option<WhyNot>,
    /// For a level of tiles with a room graph: whether the graph alone says the same.
    pub levels: Option<Levels>,
    /// Findings about the file.
    pub lint: Vec<Finding>,
}

impl Check {
    /// True if it is proved that a goal can be reached from every state that can be reached.
    #[must_use]
    pub fn is_softlock_free(&self) -> bool {
        self.safety == Safety::SoftlockFree
    }

    /// True if all is known but numbers: of the states, and the least cost.
    fn decides_all_but_numbers(&self) -> bool {
        !matches!(self.verdict, Verdict::Unknown(_))
            && !matches!(self.safety, Safety::Unknown(_))
            && self.needed.iter().all(|need| need.needed.is_some())
    }

    /// True if its plan is proved a cheapest one, or is now.
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

    /// A check that a limit kept from finding out anything.
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
            levels: None,
            lint: Vec::new(),
        }
    }
}

// -------------------------------------------------------------------------------------------------
// The analysis of a level whose space was explored: verdict, safety, states, findings.

/// The most places of a proof without counting where a room is vast: whether a room of that kind is few places or all
/// arrangements of its blocks shows early.
const MOST_PLACES: u64 = 200_000;

/// Explores the whole space and draws up the report.
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
    // If nothing can be lost, a limit on states keeps nobody from knowing how it ends.
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
            let found = plan.map(|plan| (proved(world, plan, false), Some(limit)));
            found.unwrap_or((Verdict::Unknown(limit), cost_limit))
        }
        verdict => (verdict, cost_limit),
    };
    let (counted, kept) = space.counted();
    let safety = match limit {
        // A level that cannot be won has no state that is not dead.
        Some(_) if verdict == Verdict::Unsolvable => Safety::Softlock(None),
        Some(_) if sure => Safety::SoftlockFree,
        Some(limit) if !space.has_dead() && limit != Limit::Cancelled => {
            // A level whose states cannot be counted may be proved all the same.
            let states = if limit == Limit::Rooms { Some(MOST_PLACES) } else { limits.states };
            match least::prove_in(&whole, &Limits { states, ..limits.since(begin) }) {
                Proof::Unlosable { .. } => Safety::SoftlockFree,
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
    /// By location of the world: the location of the contracted world.
    stands_for: &'a [u32],
}

impl<const W: usize> Analysis<'_, W> {
    /// The verdict of an exploration that ended, or ran into a limit; and the limit that kept its plan from being
    /// proved a cheapest one.
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

    /// A plan along the way on which the exploration found a goal: dear perhaps, but it wins.
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

    /// The softlock of a level in which states are dead, with a cheapest plan into one. Where rooms are too large to be
    /// counted, it is a plan into a state that is known to be dead, through the rooms on the way to it.
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
// The number of reachable states, and of dead ones among them.

/// Counts the states of a level, and asks nothing else.
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

/// A world, its open ground drawn together where it is of tiles.
fn contracted<const W: usize>(world: World<W>) -> World<W> {
    if world.is_of_tiles() { world.contracted().world } else { world }
}

fn count_in<const W: usize>(world: &World<W>, limits: &Limits<'_>) -> Counted {
    explore(world, limits).counted().0
}
