//! The next thing that a plan aims at, and its purpose.
//!
//! A plan takes needed things, and others on its path. To tell them apart, the rest of the plan is replayed without the
//! thing. The point where the rules stop that replay is the purpose. No data of the generator is used.

use super::{GameStates, State};
use crate::model::Requirement;
use crate::plan::{Move, Plan, Record};
use crate::rules::{Bits, Fact, Position, World};

/// A plan by steps: the state before each step, and its moves.
struct PlanSteps<const W: usize> {
    steps: Vec<(State<W>, Vec<Move>)>,
    end: State<W>,
}

impl<const W: usize> GameStates<'_, W> {
    /// The first aim of a plan from the last state; `None` if the plan does nothing.
    pub(super) fn aim_of(&self, plan: &Plan) -> Option<Aim> {
        let plan_steps = self.plan_steps(plan)?;
        (0..plan_steps.steps.len()).find_map(|step| self.aim_at(&plan_steps, step))
    }

    /// All aims of a plan from the last state, in order.
    pub(super) fn aims_of(&self, plan: &Plan) -> Vec<Aim> {
        let Some(plan_steps) = self.plan_steps(plan) else { return Vec::new() };
        (0..plan_steps.steps.len()).filter_map(|step| self.aim_at(&plan_steps, step)).collect()
    }

    /// The aim of one step of a plan.
    fn aim_at(&self, plan_steps: &PlanSteps<W>, step: usize) -> Option<Aim> {
        let before = plan_steps.steps.get(step)?.0;
        let after = plan_steps.steps.get(step + 1).map_or(plan_steps.end, |(state, _)| *state);
        if before.1 == after.1 && step + 1 < plan_steps.steps.len() {
            return None;
        }
        let turns = self.turns(before);
        let turn = turns.iter().find(|(_, turn)| turn.state == after).map(|(_, turn)| turn)?;
        let record = self.site.record(&before, turn)?;
        let (thing, purpose) = self.wanted(plan_steps, step, &record)?;
        Some(Aim { step, record, thing, purpose })
    }

    /// The thing that a step of a plan gains and the plan needs, and its purpose.
    fn wanted(
        &self,
        plan_steps: &PlanSteps<W>,
        step: usize,
        record: &Record,
    ) -> Option<(Goal, Purpose)> {
        let opens = |fact: &&Fact| {
            matches!(
                fact,
                Fact::KeyDoor(_) | Fact::BombDoor(_) | Fact::KeyPair(..) | Fact::BombPair(..)
            )
        };
        if let Some(&lock) = record.changed.iter().find(opens) {
            return Some((Goal::Open(lock), Purpose::Way));
        }
        for &fact in &record.changed {
            let goal = match fact {
                Fact::Toggle(id) => Goal::Flip(id),
                Fact::PlateDown(id) => Goal::Press(id),
                _ => Goal::Take(fact),
            };
            if let Some(purpose) = self.stopped_without(plan_steps, step, fact) {
                return Some((goal, purpose));
            }
        }
        if record.pushed.is_some() {
            return Some((Goal::Push, Purpose::Way));
        }
        let (at, config) = plan_steps.end;
        let wins = step + 1 == plan_steps.steps.len() && self.site.world.is_goal(at, &config);
        wins.then_some((Goal::Win, Purpose::Win))
    }

    /// The purpose of a fact: where the plan stops without it from a step on; `None` if the plan wins without it.
    fn stopped_without(
        &self,
        plan_steps: &PlanSteps<W>,
        step: usize,
        fact: Fact,
    ) -> Option<Purpose> {
        let bit = self.site.world.facts().iter().position(|known| *known == fact)?;
        let mut world = self.site.world.clone();
        // A toggle only skips this flip. Any other fact is banned.
        let is_flip = matches!(fact, Fact::Toggle(_));
        if !is_flip {
            world.ban(Bits::one(bit));
        }
        let mut state = plan_steps.steps.get(step)?.0;
        let first = step + usize::from(is_flip);
        for (number, (_, moves)) in (first..).zip(plan_steps.steps.get(first..)?) {
            for &action in moves {
                match self.moved_in(&world, state, action) {
                    Some(after) => state = after,
                    None => return Some(stop(&world, state, (number, action))),
                }
            }
        }
        (!world.is_goal(state.0, &state.1)).then_some(Purpose::Win)
    }

    /// A plan from the last state, by steps.
    fn plan_steps(&self, plan: &Plan) -> Option<PlanSteps<W>> {
        let mut state = self.last();
        let mut steps: Vec<(State<W>, Vec<Move>)> = Vec::new();
        let mut is_new = true;
        for &action in &plan.moves {
            if is_new {
                steps.push((state, Vec::new()));
            }
            steps.last_mut()?.1.push(action);
            state = self.moved(state, action)?;
            is_new = self.site.world.position(state.0).is_some();
        }
        Some(PlanSteps { steps, end: state })
    }
}

/// The purpose of a thing without which this move fails.
fn stop<const W: usize>(
    world: &World<W>,
    (at, config): State<W>,
    (step, action): (usize, Move),
) -> Purpose {
    let Move::Goto { to, door } = action else { return Purpose::Way };
    let door = world.doors(at).get(door as usize);
    let asks = door.map(|door| world.unmet(&config, *door)).unwrap_or_default();
    match world.position(to) {
        Some(at) if !asks.is_empty() => Purpose::Lock { step, at, asks },
        _ => Purpose::Way,
    }
}

// -------------------------------------------------------------------------------------------------
// Aims and purposes, as they are reported.

/// An aim of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Aim {
    /// The number of the step that gets it, from 0.
    pub step: usize,
    /// The record of the step.
    pub record: Record,
    /// The thing to do.
    pub thing: Goal,
    /// Its purpose.
    pub purpose: Purpose,
}

/// The thing to do for an aim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Take a thing, or gain a symbol.
    Take(Fact),
    /// Open a lock permanently.
    Open(Fact),
    /// Flip a toggle.
    Flip(u32),
    /// Push a block.
    Push,
    /// Push a block onto a pressure plate.
    Press(u32),
    /// Go to a goal.
    Win,
}

/// The purpose of a thing in a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Without it, the plan stops at a place with requirements.
    Lock {
        /// Index of the step at which the plan stops.
        step: usize,
        /// The place that the plan cannot enter.
        at: Position,
        /// The unmet requirements of that place.
        asks: Vec<Requirement>,
    },
    /// Without it, the end of the plan does not win.
    Win,
    /// The plan leads on from there.
    Way,
}
