//! The analysis of a level whose space was explored: verdict, safety, states, findings.

use super::explored::{self, End, Explored};
use super::least::{self, Proof};
use super::report::{Check, Safety};
use super::{lint, reversible, spheres};
use crate::limits::{Clock, Limit, Limits};
use crate::model::level::Level;
use crate::plan::{Plan, replay_in};
use crate::rules::Location;
use crate::rules::prepared::Prepared;
use crate::rules::world::contract::Contracted;
use crate::rules::world::{Config, World};
use crate::solve::{self, Options, Verdict, cheapest, proved};
use clock::Instant;

/// The most places of a proof without counting where a room is vast: whether a room of that kind is few places or all
/// arrangements of its blocks shows early.
const MOST_PLACES: u64 = 200_000;

/// Explores the whole space and draws up the report.
pub(super) fn analysis<const W: usize>(
    level: &Level,
    prepared: &Prepared<'_>,
    limits: &Limits<'_>,
) -> Check {
    let begin = Instant::now();
    let world = prepared.world::<W>();
    let Contracted { world: whole, stands_for } = match world.is_of_tiles() {
        true => world.contracted(),
        false => {
            Contracted { stands_for: (0..world.locations() as u32).collect(), world: world.clone() }
        }
    };
    let space = &*explored::explore(&whole, limits);
    let limit = space.limit().or_else(|| space.is_vast().then_some(Limit::Rooms));
    let analysis = Analysis { level, prepared, world: &world, space, stands_for: &stands_for };
    // If nothing can be lost, a limit on states keeps nobody from knowing how it ends.
    let stopped = limit.is_some_and(|limit| limit != Limit::Cancelled);
    let sure = stopped && reversible::loses_nothing(&world);
    let (verdict, cost_limit) = match sure && !space.has_goal() {
        true => match reversible::plan(&world) {
            Some(plan) => (proved(&world, plan, false), limit),
            None => (Verdict::Unsolvable, None),
        },
        false => analysis.verdict(&limits.since(begin)),
    };
    let (verdict, cost_limit) = match verdict {
        Verdict::Unknown(limit) if limit != Limit::Cancelled => {
            let plan = least::plan_in(&world, &limits.since(begin));
            let found = plan.map(|plan| (proved(&world, plan, false), Some(limit)));
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
        needed: Vec::new(),
        spheres: spheres::of_world(level, &world),
        why_not: None,
        levels: None,
        lint: lint::lint(level, prepared.rules, &solve::best(&world).reached, &world),
    }
}

/// A level, its world, and the space of its contracted world.
struct Analysis<'a, const W: usize> {
    level: &'a Level,
    prepared: &'a Prepared<'a>,
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
                let solved = solve::solve(self.level, self.prepared.rules, &options, limits);
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
