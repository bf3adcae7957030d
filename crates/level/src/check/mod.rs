//! Beyond winnable: whether a player can get stuck, and how; what is needed; in which order things
//! come into reach; and for a level that cannot be won, why not and what would mend it.
//!
//! Everything here is proved over the whole space of reachable states, or not claimed. At tile level it is
//! the contracted world that is explored: open ground is one place, so that the search goes from event to
//! event, and every place counts as many states as it has cells.

mod dead;
pub mod locks;
pub mod certify;
pub mod reversible;
pub mod change;
mod things;
pub mod needed;
pub mod survey;
pub mod why_not;
mod spheres;
pub mod lint;
pub mod levels;

use crate::graph::Content;
use crate::level::Level;
use crate::plan::{Plan, Walk, replay};
use crate::rules::Rules;
use crate::rules::contract::Contracted;
use crate::rules::ground::{self, Collect, Ground};
use crate::rules::layout::TooManyBits;
use crate::rules::world::{Position, World};
use crate::solve::space::{Clock, Limit, Limits, Scope, Space, StateIndex};
use crate::solve::{self, Options, Verdict, aim, proved};
use crate::with_width;
use levels::Levels;
use lint::Finding;
use needed::Need;
use rustc_hash::FxHashSet;
pub use spheres::spheres;
use std::time::Instant;
use why_not::WhyNot;

/// Whether a player can get stuck.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Safety {
    /// From every state that can be reached, a goal can still be reached.
    Unlosable,
    /// From some it cannot; the witness is a cheapest plan into one, replayed. There is none where
    /// the level cannot be won at all.
    Losable(Option<(Plan, Walk)>),
    /// A limit came first.
    Unknown(Limit),
}

/// Everything that was found out about a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// Whether it can be won.
    pub verdict: Verdict,
    /// The limit that kept the plan of the verdict from being proved a cheapest one, if one did.
    pub cost_limit: Option<Limit>,
    /// Whether a player can get stuck.
    pub safety: Safety,
    /// The limit that ended the exploration before everything was found, if one did.
    pub limit: Option<Limit>,
    /// How many states were found: all that can be reached, unless a limit came first.
    pub states: u64,
    /// How many were kept, which is what a limit on states counts: of the contracted world, where there are tiles.
    pub kept: u64,
    /// How many of them are dead; `None` when a limit came first.
    pub dead_states: Option<u64>,
    /// What is needed; empty unless the level can be won.
    pub needed: Vec<Need>,
    /// What comes into reach with what lay in the spheres before.
    pub spheres: Vec<Vec<(Position, Content)>>,
    /// Why it cannot be won; only for a level that was proved unsolvable.
    pub why_not: Option<WhyNot>,
    /// For a level of tiles with a room graph: whether the graph alone says the same.
    pub levels: Option<Levels>,
    /// Findings about the file.
    pub lint: Vec<Finding>,
}

/// Checks a level: at tile level where it has tiles, else at room level.
///
/// # Errors
/// [`TooManyBits`] for a level that keeps track of too many things.
///
/// ```
/// // One key, and a cupboard on the left that wastes it.
/// let level = level::text::read("#########\n#.+.@k+*#\n#########\n")?;
/// let check = level::check::check(&level, &Default::default(), &Default::default())?;
/// assert_eq!((check.states, check.dead_states), (15, Some(5)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check(level: &Level, rules: &Rules, limits: &Limits<'_>) -> Result<Check, TooManyBits> {
    let begin = Instant::now();
    if is_too_large(level, limits) {
        return Ok(Check::unknown(Limit::Memory));
    }
    let ground = Ground::of(level, rules, Collect::Nothing);
    let mut check = with_width!(ground.layout().len(), explored::<W>(level, &ground, limits))?;
    match &check.verdict {
        Verdict::Solvable { walk, .. } => {
            check.needed = needed::needed(level, rules, walk, &limits.since(begin));
        }
        Verdict::Unsolvable => {
            check.why_not = why_not::why_not(level, rules, Collect::Nothing, &limits.since(begin));
        }
        Verdict::Unknown(_) => {}
    }
    check.levels = levels::compare(level, rules, &check, &limits.since(begin));
    Ok(check)
}

/// Whether making a level ready would take more memory than allowed.
fn is_too_large(level: &Level, limits: &Limits<'_>) -> bool {
    limits.memory.is_some_and(|memory| ground::bytes(level) > memory)
}

impl Check {
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

/// A question among many about a level with blocks gives up after so many states.
const MOST_WITH_BLOCKS: u64 = 3_000_000;

/// Whether a level can be won, without a plan; `None` when a limit came first.
pub(crate) fn winnable(
    level: &Level,
    rules: &Rules,
    collect: Collect,
    limits: &Limits<'_>,
) -> Option<bool> {
    if is_too_large(level, limits) {
        return None;
    }
    let ground = Ground::of(level, rules, collect);
    with_width!(ground.layout().len(), winnable_in::<W>(level, &ground, collect, limits)).ok()?
}

fn winnable_in<const W: usize>(
    level: &Level,
    ground: &Ground<'_>,
    collect: Collect,
    limits: &Limits<'_>,
) -> Option<bool> {
    let world = ground.world::<W>();
    if !solve::best(&world).could_win(&world) {
        return Some(false);
    }
    if !world.has_blocks() {
        return explored_to_a_goal(&world, limits);
    }
    // Most often it is not the blocks that decide: who can walk past them all wins, who loses without any loses.
    if explored_to_a_goal(&world.with_fixed_blocks(), limits) == Some(true) {
        return Some(true);
    }
    if explored_to_a_goal(&world.with_real_blocks(&[]), limits) == Some(false) {
        return Some(false);
    }
    let options = Options { collect, ..Options::default() };
    let states = limits.states.map_or(MOST_WITH_BLOCKS, |states| states.min(MOST_WITH_BLOCKS));
    let limits = Limits { states: Some(states), ..*limits };
    let solution = solve::solve(level, ground.rules, &options, &limits).ok()?;
    match solution.verdict {
        Verdict::Solvable { .. } => Some(true),
        Verdict::Unsolvable => Some(false),
        Verdict::Unknown(_) => None,
    }
}

/// Whether the contracted world, explored within limits, holds a goal; `None` when a limit came first.
fn explored_to_a_goal<const W: usize>(world: &World<W>, limits: &Limits<'_>) -> Option<bool> {
    if reversible::loses_nothing(world) {
        return Some(reversible::plan(world).is_some());
    }
    let contracted = world.is_of_tiles().then(|| world.contracted().world);
    let mut space = Space::default();
    let ended = space.explore(contracted.as_ref().unwrap_or(world), Scope::FirstGoal, limits);
    match ended {
        _ if space.goal().is_some() => Some(true),
        Ok(()) => Some(false),
        Err(_) => None,
    }
}

/// How many states can be reached, and how many of them are dead.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counted {
    /// All that can be reached, unless a limit came first.
    pub states: u64,
    /// Those from which no goal can be reached; `None` when a limit came first.
    pub dead_states: Option<u64>,
}

/// Counts the states of a level, and asks nothing else.
///
/// # Errors
/// [`TooManyBits`] for a level that keeps track of too many things.
pub fn count(level: &Level, rules: &Rules, limits: &Limits<'_>) -> Result<Counted, TooManyBits> {
    if is_too_large(level, limits) {
        return Ok(Counted { states: 0, dead_states: None });
    }
    let ground = Ground::of(level, rules, Collect::Nothing);
    with_width!(ground.layout().len(), count_in::<W>(&contracted(ground.world()), limits))
}

/// A world, its open ground drawn together where it is of tiles.
fn contracted<const W: usize>(world: World<W>) -> World<W> {
    if world.is_of_tiles() { world.contracted().world } else { world }
}

fn count_in<const W: usize>(world: &World<W>, limits: &Limits<'_>) -> Counted {
    let mut space = Space::default();
    let ended = space.explore(world, Scope::Transitions, limits);
    let dead = || dead::dead(world, &space);
    counted(world, &space, ended.is_ok().then(dead).as_deref())
}

/// Counts what was explored; each place of a contracted world stands for many states.
fn counted<const W: usize>(world: &World<W>, space: &Space<W>, dead: Option<&[bool]>) -> Counted {
    let weight = |(_, place): (_, u32)| world.weight(place);
    let of_dead = |dead: &[bool]| {
        let states = space.states().zip(dead).filter(|(_, dead)| **dead);
        states.map(|(state, _)| weight(state)).sum()
    };
    Counted { states: space.states().map(weight).sum(), dead_states: dead.map(of_dead) }
}

/// What the whole space says.
fn explored<const W: usize>(level: &Level, ground: &Ground<'_>, limits: &Limits<'_>) -> Check {
    let world = ground.world::<W>();
    let Contracted { world: whole, stands_for } = match world.is_of_tiles() {
        true => world.contracted(),
        false => {
            Contracted { stands_for: (0..world.places() as u32).collect(), world: world.clone() }
        }
    };
    let mut space = Space::default();
    let limit = space.explore(&whole, Scope::Transitions, limits).err();
    let court = Court { level, ground, world: &world, whole: &whole, stands_for: &stands_for };
    // Where nothing can be lost, a limit on states keeps nobody from knowing how it ends.
    let stopped = limit.is_some_and(|limit| limit != Limit::Cancelled);
    let sure = stopped && reversible::loses_nothing(&world);
    let (verdict, cost_limit) = match sure && space.goal().is_none() {
        true => match reversible::plan(&world) {
            Some(plan) => (proved(&world, plan, false), limit),
            None => (Verdict::Unsolvable, None),
        },
        false => court.verdict(&space, limit, limits),
    };
    let dead = limit.is_none().then(|| dead::dead(&whole, &space));
    let Counted { states, dead_states } = counted(&whole, &space, dead.as_deref());
    let safety = match (limit, dead) {
        // A level that cannot be won has no state that is not dead.
        (Some(_), _) if verdict == Verdict::Unsolvable => Safety::Losable(None),
        (Some(_), _) if sure => Safety::Unlosable,
        (Some(limit), _) => Safety::Unknown(limit),
        (None, dead) => court.safety(&space, &verdict, &dead.unwrap_or_default(), limits),
    };
    Check {
        verdict,
        cost_limit,
        safety,
        limit,
        states,
        kept: space.states().count() as u64,
        dead_states,
        needed: Vec::new(),
        spheres: spheres::of_world(level, &world),
        why_not: None,
        levels: None,
        lint: lint::lint(level, ground.rules, &solve::best(&world).reached, &world),
    }
}

/// A level, its world, and the contracted world that was explored.
struct Court<'a, const W: usize> {
    level: &'a Level,
    ground: &'a Ground<'a>,
    world: &'a World<W>,
    whole: &'a World<W>,
    /// By place of the world: the place of the contracted world.
    stands_for: &'a [u32],
}

impl<const W: usize> Court<'_, W> {
    /// The verdict of an exploration that ended, or ran into a limit; and the limit that kept its plan from being
    /// proved a cheapest one.
    fn verdict(
        &self,
        space: &Space<W>,
        limit: Option<Limit>,
        limits: &Limits<'_>,
    ) -> (Verdict, Option<Limit>) {
        match (space.goal(), limit) {
            (None, None) => (Verdict::Unsolvable, None),
            (None, Some(Limit::Cancelled)) => (Verdict::Unknown(Limit::Cancelled), None),
            (Some(goal), _) if !self.world.is_of_tiles() => {
                (proved(self.world, space.plan(goal), true), None)
            }
            (goal, _) => {
                let options = Options::default();
                let solved = solve::solve(self.level, self.ground.rules, &options, limits);
                let (verdict, limit) = match solved {
                    Ok(solution) => (solution.verdict, solution.limit),
                    Err(_) => (Verdict::Unknown(Limit::Memory), None),
                };
                match (verdict, goal) {
                    (Verdict::Unknown(limit), Some(goal)) => (self.along(space, goal), Some(limit)),
                    (verdict, _) => (verdict, limit),
                }
            }
        }
    }

    /// A plan along the way on which the exploration found a goal: dear perhaps, but it wins.
    fn along(&self, space: &Space<W>, goal: StateIndex) -> Verdict {
        let way: FxHashSet<_> =
            space.way(goal).into_iter().map(|(place, c)| (place, c.blocks, c.bits)).collect();
        let found = aim::cheapest(
            self.world,
            space.blocks(),
            &Clock::start(&Limits::default()),
            |place, config| self.world.is_goal(place, config),
            |place, config| {
                way.contains(&(self.stands_for[place as usize], config.blocks, config.bits))
            },
        );
        match found {
            Ok(Some(plan)) => proved(self.world, plan, false),
            other => unreachable!("a goal was reached on a way that leads to none: {other:?}"),
        }
    }

    fn safety(
        &self,
        space: &Space<W>,
        verdict: &Verdict,
        dead: &[bool],
        limits: &Limits<'_>,
    ) -> Safety {
        // A place that a warp only passes is nobody's state.
        let mut states = space.states().zip(dead);
        if !states.any(|((_, place), dead)| *dead && self.whole.weight(place) > 0) {
            return Safety::Unlosable;
        }
        if *verdict == Verdict::Unsolvable {
            return Safety::Losable(None);
        }
        let first = || dead.iter().position(|&dead| dead).map(|first| first as StateIndex);
        let plan = if self.world.is_of_tiles() {
            match self.shortest(space, dead, limits) {
                Ok(plan) => plan,
                Err(limit) => return Safety::Unknown(limit),
            }
        } else {
            first().map(|first| space.plan(first))
        };
        let walk = plan.map(|plan| (replay(self.world, &plan), plan));
        match walk {
            Some((Ok(walk), plan)) => Safety::Losable(Some((plan, walk))),
            other => unreachable!("the witness does not replay: {other:?}"),
        }
    }

    /// A cheapest plan over cells into a dead state.
    fn shortest(
        &self,
        space: &Space<W>,
        dead: &[bool],
        limits: &Limits<'_>,
    ) -> Result<Option<Plan>, Limit> {
        let is_dead = |place: u32, config: &_| {
            let state = space.state(config, self.stands_for[place as usize]);
            !self.world.is_passed(place) && state.is_some_and(|state| dead[state as usize])
        };
        let limits = Limits { states: None, ..*limits };
        aim::cheapest(self.world, space.blocks(), &Clock::start(&limits), is_dead, |_, _| true)
    }
}
