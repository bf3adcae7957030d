//! The next thing that a plan is after, and what that is for, as it is told.

use crate::model::graph::Requirement;
use crate::plan::Record;
use crate::rules::{Fact, Position};

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
