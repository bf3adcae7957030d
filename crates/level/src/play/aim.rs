//! The next thing that a plan is after, and what that is for.
//!
//! A plan takes what lies in its way and what it needs. What it needs is told by walking the rest of it without: where
//! the rules stop that walk is what the thing is for. So nothing is asked of whoever made the level.

use super::{Played, State};
use crate::model::Requirement;
use crate::plan::{Move, Plan, Record};
use crate::rules::{Bits, Fact, Position, World};

/// A plan, step by step: the state before each, and its moves.
struct Walked<const W: usize> {
    steps: Vec<(State<W>, Vec<Move>)>,
    end: State<W>,
}

impl<const W: usize> Played<'_, W> {
    /// The next thing that a plan out of the last state is after; `None` where it does nothing.
    pub(super) fn aim_of(&self, plan: &Plan) -> Option<Aim> {
        let walked = self.walked(plan)?;
        (0..walked.steps.len()).find_map(|step| self.aim_at(&walked, step))
    }

    /// Everything that a plan out of the last state is after, in the order in which it gets it.
    pub(super) fn aims_of(&self, plan: &Plan) -> Vec<Aim> {
        let Some(walked) = self.walked(plan) else { return Vec::new() };
        (0..walked.steps.len()).filter_map(|step| self.aim_at(&walked, step)).collect()
    }

    /// The thing that a plan is after with one of its steps.
    fn aim_at(&self, walked: &Walked<W>, step: usize) -> Option<Aim> {
        let before = walked.steps.get(step)?.0;
        let after = walked.steps.get(step + 1).map_or(walked.end, |(state, _)| *state);
        if before.1 == after.1 && step + 1 < walked.steps.len() {
            return None;
        }
        let turns = self.turns(before);
        let turn = turns.iter().find(|(_, turn)| turn.state == after).map(|(_, turn)| turn)?;
        let record = self.site.record(&before, turn)?;
        let (thing, purpose) = self.wanted(walked, step, &record)?;
        Some(Aim { step, record, thing, purpose })
    }

    /// The thing that a step of a plan gets and the plan wants, and its purpose.
    fn wanted(&self, walked: &Walked<W>, step: usize, record: &Record) -> Option<(Goal, Purpose)> {
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
            if let Some(purpose) = self.stopped_without(walked, step, fact) {
                return Some((goal, purpose));
            }
        }
        if record.pushed.is_some() {
            return Some((Goal::Push, Purpose::Way));
        }
        let (at, config) = walked.end;
        let wins = step + 1 == walked.steps.len() && self.site.world.is_goal(at, &config);
        wins.then_some((Goal::Win, Purpose::Win))
    }

    /// The point at which a plan is stopped that does without a fact from a step on; `None` where it wins all the same.
    fn stopped_without(&self, walked: &Walked<W>, step: usize, fact: Fact) -> Option<Purpose> {
        let bit = self.site.world.facts().iter().position(|known| *known == fact)?;
        let mut world = self.site.world.clone();
        // A toggle stays as it is for this once; anything else is not to be had.
        let is_flip = matches!(fact, Fact::Toggle(_));
        if !is_flip {
            world.ban(Bits::one(bit));
        }
        let mut state = walked.steps.get(step)?.0;
        let first = step + usize::from(is_flip);
        for (number, (_, moves)) in (first..).zip(walked.steps.get(first..)?) {
            for &action in moves {
                match self.moved_in(&world, state, action) {
                    Some(after) => state = after,
                    None => return Some(stop(&world, state, (number, action))),
                }
            }
        }
        (!world.is_goal(state.0, &state.1)).then_some(Purpose::Win)
    }

    /// A plan out of the last state, step by step.
    fn walked(&self, plan: &Plan) -> Option<Walked<W>> {
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
        Some(Walked { steps, end: state })
    }
}

/// The place at which a move stops, which is part of a step.
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
// The next thing that a plan is after, and what that is for, as it is told.

/// The next thing that a plan is after.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Aim {
    /// The number of the step that gets it, from 0.
    pub step: usize,
    /// The record of that step.
    pub record: Record,
    /// The thing.
    pub thing: Goal,
    /// Its purpose.
    pub purpose: Purpose,
}

/// The thing that a plan is after.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// A thing to take, or a symbol to get.
    Take(Fact),
    /// A lock to open for good.
    Open(Fact),
    /// A toggle to flip.
    Flip(u32),
    /// A block to push.
    Push,
    /// A pressure plate to push a block onto.
    Press(u32),
    /// The end.
    Win,
}

/// The purpose of a thing in a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Without it the plan is stopped at a place that asks for something.
    Lock {
        /// The number of the step of the plan that is not allowed then, from 0.
        step: usize,
        /// The place that it cannot enter.
        at: Position,
        /// The requirements that are not met there.
        asks: Vec<Requirement>,
    },
    /// Without it nothing is won where the plan ends.
    Win,
    /// The way of the plan leads on there.
    Way,
}
