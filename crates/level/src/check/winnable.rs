//! Winnability of a level without a plan, and without bombs.

use super::certify::wins;
use super::change::{Change, changed};
use super::locks::{Lock, locks};
use super::{least, reversible};
use crate::limits::Limits;
use crate::model::{Cell, Level, Requirement, Tile};
use crate::plan::Walk;
use crate::rules::{Collect, Prepared, Rules, World, in_world, is_too_large};
use crate::solve::explore::{Scope, Space};
use crate::solve::{self, Options, Verdict};
use std::cell::RefCell;
use std::collections::BTreeSet;

/// Limit on states of one question about a level with blocks.
const MOST_WITH_BLOCKS: u64 = 3_000_000;
/// Limit on states between one fetched thing and the next.
const MOST_FETCHING: u64 = 20_000;
/// Weight of the heuristic if any plan will do and the blocks decide.
const HASTE: f64 = 5.0;

/// True if a level can be won; `None` if a limit came first.
pub(super) fn winnable(
    level: &Level,
    rules: &Rules,
    collect: Collect,
    limits: &Limits<'_>,
) -> Option<bool> {
    Questions::of(collect).winnable(level, rules, limits)
}

/// Winnability questions about variants of one level. In most variants the same blocks have to be pushed.
pub(super) struct Questions {
    collect: Collect,
    /// Start cells of the blocks pushed on a winning path of an earlier question.
    pushed: RefCell<BTreeSet<Cell>>,
}

impl Questions {
    /// No questions yet.
    pub(super) fn of(collect: Collect) -> Self {
        Self { collect, pushed: RefCell::default() }
    }

    /// True if a level can be won; `None` if a limit came first.
    pub(super) fn winnable(
        &self,
        level: &Level,
        rules: &Rules,
        limits: &Limits<'_>,
    ) -> Option<bool> {
        if is_too_large(level, limits) {
            return None;
        }
        let prepared = Prepared::of(level, rules, self.collect);
        in_world!(prepared, world => winnable_in(self, (level, rules), &world, limits)).ok()?
    }

    /// True if a quick search wins the level by pushing only blocks that were pushed before. All other blocks are
    /// walls.
    fn wins_as_before(&self, level: &Level, rules: &Rules) -> bool {
        let pushed = self.pushed.borrow();
        if pushed.is_empty() {
            return false;
        }
        let mut walled = level.clone();
        for cell in level.holding(Tile::Block) {
            if !pushed.contains(&cell) {
                walled.set_tile(&[cell], Tile::Wall);
            }
        }
        let prepared = Prepared::of(&walled, rules, self.collect);
        let wins = in_world!(prepared, world => can_be_won(&world));
        wins == Ok(Some(true))
    }
}

fn winnable_in<const W: usize>(
    questions: &Questions,
    (level, rules): (&Level, &Rules),
    world: &World<W>,
    limits: &Limits<'_>,
) -> Option<bool> {
    if !solve::best(world).could_win(world) {
        return Some(false);
    }
    if !world.has_blocks() {
        return explored_to_a_goal(world, limits);
    }
    // In most cases the blocks do not decide. A level that is won with immovable blocks is won. A level that is lost
    // without blocks is lost.
    let fixed = world.with_fixed_blocks();
    if can_be_won(&fixed) == Some(true) || fetched(world, limits) {
        return Some(true);
    }
    if explored_to_a_goal(&world.with_real_blocks(&[]), limits) == Some(false) {
        return Some(false);
    }
    if questions.wins_as_before(level, rules) || explored_to_a_goal(&fixed, limits) == Some(true) {
        return Some(true);
    }
    let options = Options { collect: questions.collect, weight: HASTE, ..Options::default() };
    let states = limits.states.map_or(MOST_WITH_BLOCKS, |states| states.min(MOST_WITH_BLOCKS));
    let limits = Limits { states: Some(states), ..*limits };
    let solution = solve::solve(level, rules, &options, &limits).ok()?;
    match solution.verdict {
        Verdict::Solvable { walk, .. } => {
            questions.pushed.borrow_mut().extend(first_pushed(&walk));
            Some(true)
        }
        Verdict::Unsolvable => Some(false),
        Verdict::Unknown(_) => None,
    }
}

/// Start cells of the blocks that a walk pushed.
fn first_pushed(walk: &Walk) -> BTreeSet<Cell> {
    let pushes: Vec<(Cell, Cell)> =
        walk.records.iter().filter_map(|record| record.pushed).collect();
    let pushed_onto = |n: usize, cell: Cell| pushes[..n].iter().any(|(_, to)| *to == cell);
    let first = pushes.iter().enumerate().filter(|(n, (from, _))| !pushed_onto(*n, *from));
    first.map(|(_, (from, _))| *from).collect()
}

/// True if a depth-first probe wins the world, contracted if it consists of tiles; `None` if the probe decides nothing.
fn can_be_won<const W: usize>(world: &World<W>) -> Option<bool> {
    match world.is_of_tiles() {
        true => solve::depth_first_probe(&world.contracted().world),
        false => solve::depth_first_probe(world),
    }
}

/// True if fetching the nearest new thing again and again wins the world within a small limit on states.
fn fetched<const W: usize>(world: &World<W>, limits: &Limits<'_>) -> bool {
    let contracted = world.is_of_tiles().then(|| world.contracted().world);
    let world = contracted.as_ref().unwrap_or(world);
    let states = limits.states.map_or(MOST_FETCHING, |states| states.min(MOST_FETCHING));
    let plan = least::plan_in(world, &Limits { states: Some(states), ..*limits });
    plan.is_some_and(|plan| wins(world, &plan))
}

/// True if exploring the contracted world finds a goal; `None` if a limit came first.
fn explored_to_a_goal<const W: usize>(world: &World<W>, limits: &Limits<'_>) -> Option<bool> {
    if reversible::loses_nothing(world) {
        return Some(reversible::plan(world).is_some());
    }
    let contracted = world.is_of_tiles().then(|| world.contracted().world);
    let world = contracted.as_ref().unwrap_or(world);
    if let Some(winnable) = solve::depth_first_probe(world) {
        return Some(winnable);
    }
    let mut space = Space::default();
    match space.explore(world, Scope::FirstGoal, limits) {
        _ if space.goal().is_some() => Some(true),
        Ok(()) => Some(false),
        Err(_) => None,
    }
}

// -------------------------------------------------------------------------------------------------
// Winnability with all bombable walls left shut.

/// True if a level can be won without bombing anything; `None` if a limit came first.
#[must_use]
pub fn wins_without_bombs(level: &Level, rules: &Rules, limits: &Limits<'_>) -> Option<bool> {
    let takes_bombs = |lock: &Lock| lock.requires(level).contains(&Requirement::Bombable);
    let shut: Vec<Change> =
        locks(level, rules).into_iter().filter(takes_bombs).map(Change::Seal).collect();
    let (level, rules) = changed(level, rules, &shut.iter().collect::<Vec<_>>());
    winnable(&level, &rules, Collect::Nothing, limits)
}
