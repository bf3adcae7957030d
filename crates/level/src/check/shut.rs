//! Decides if a level can be won with every wall that takes a bomb left shut.

use super::change::{Change, changed};
use super::locks::{Lock, locks};
use super::winnable::winnable;
use crate::limits::Limits;
use crate::model::graph::Requirement;
use crate::model::level::Level;
use crate::rules::{Collect, Rules};

/// True if a level can be won without bombing anything; `None` when a limit came first.
#[must_use]
pub fn wins_without_bombs(level: &Level, rules: &Rules, limits: &Limits<'_>) -> Option<bool> {
    let takes_bombs = |lock: &Lock| lock.requires(level).contains(&Requirement::Bombable);
    let shut: Vec<Change> =
        locks(level, rules).into_iter().filter(takes_bombs).map(Change::Seal).collect();
    let (level, rules) = changed(level, rules, &shut.iter().collect::<Vec<_>>());
    winnable(&level, &rules, Collect::Nothing, limits)
}
