//! The analysis of a level whose space was explored: verdict, safety, states, findings.

use super::count::{Counted, counted};
use super::report::{Check, Safety};
use super::{dead, lint, reversible, spheres};
use crate::limits::{Clock, Limit, Limits};
use crate::model::level::Level;
use crate::plan::{Plan, replay_in};
use crate::rules::prepared::Prepared;
use crate::rules::world::World;
use crate::rules::world::contract::Contracted;
use crate::solve::explore::{Scope, Space, StateIndex};
use crate::solve::{self, Options, Verdict, cheapest, proved};
use rustc_hash::FxHashSet;

/// Explores the whole space and draws up the report.
pub(super) fn explored<const W: usize>(
    level: &Level,
    prepared: &Prepared<'_>,
    limits: &Limits<'_>,
) -> Check {
    let world = prepared.world::<W>();
    let Contracted { world: whole, stands_for } = match world.is_of_tiles() {
        true => world.contracted(),
        false => {
            Contracted { stands_for: (0..world.locations() as u32).collect(), world: world.clone() }
        }
    };
    let mut space = Space::default();
    let limit = space.explore(&whole, Scope::Transitions, limits).err();
    let analysis =
        Analysis { level, prepared, world: &world, whole: &whole, stands_for: &stands_for };
    // Where nothing can be lost, a limit on states keeps nobody from knowing how it ends.
    let stopped = limit.is_some_and(|limit| limit != Limit::Cancelled);
    let sure = stopped && reversible::loses_nothing(&world);
    let (verdict, cost_limit) = match sure && space.goal().is_none() {
        true => match reversible::plan(&world) {
            Some(plan) => (proved(&world, plan, false), limit),
            None => (Verdict::Unsolvable, None),
        },
        false => analysis.verdict(&space, limit, limits),
    };
    let dead = limit.is_none().then(|| dead::dead(&whole, &space));
    let Counted { states, dead_states } = counted(&whole, &space, dead.as_deref());
    let safety = match (limit, dead) {
        // A level that cannot be won has no state that is not dead.
        (Some(_), _) if verdict == Verdict::Unsolvable => Safety::Softlock(None),
        (Some(_), _) if sure => Safety::SoftlockFree,
        (Some(limit), _) => Safety::Unknown(limit),
        (None, dead) => analysis.safety(&space, &verdict, &dead.unwrap_or_default(), limits),
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
        lint: lint::lint(level, prepared.rules, &solve::best(&world).reached, &world),
    }
}

/// A level, its world, and the contracted world that was explored.
struct Analysis<'a, const W: usize> {
    level: &'a Level,
    prepared: &'a Prepared<'a>,
    world: &'a World<W>,
    whole: &'a World<W>,
    /// By location of the world: the location of the contracted world.
    stands_for: &'a [u32],
}

impl<const W: usize> Analysis<'_, W> {
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
                let solved = solve::solve(self.level, self.prepared.rules, &options, limits);
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
            space.way(goal).into_iter().map(|(location, c)| (location, c.blocks, c.bits)).collect();
        let found = cheapest(
            self.world,
            space.blocks(),
            &Clock::start(&Limits::default()),
            |location, config| self.world.is_goal(location, config),
            |location, config| {
                way.contains(&(self.stands_for[location as usize], config.blocks, config.bits))
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
        // A location that a warp only passes is nobody's state.
        let mut states = space.states().zip(dead);
        if !states.any(|((_, location), dead)| *dead && self.whole.weight(location) > 0) {
            return Safety::SoftlockFree;
        }
        if *verdict == Verdict::Unsolvable {
            return Safety::Softlock(None);
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
        let walk = plan.map(|plan| (replay_in(self.world, &plan), plan));
        match walk {
            Some((Ok(walk), plan)) => Safety::Softlock(Some((plan, walk))),
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
        let is_dead = |location: u32, config: &_| {
            let state = space.state(config, self.stands_for[location as usize]);
            !self.world.is_passed(location) && state.is_some_and(|state| dead[state as usize])
        };
        let limits = Limits { states: None, ..*limits };
        cheapest(self.world, space.blocks(), &Clock::start(&limits), is_dead, |_, _| true)
    }
}
