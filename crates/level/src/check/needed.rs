//! The pick-ups, symbols, toggles, plates and locks without which a level cannot be won, each tested alone.
//!
//! A pick-up is needed if the level cannot be won without it. A lock is needed if the level cannot be won with the lock
//! sealed. Most answers need no search: a thing that the cheapest plan does not touch is not needed; a thing without
//! which even the delete relaxation (`solve::relax`) reaches no goal is needed.

use super::change::{Change, changed};
use super::locks::{Lock, locks, plates, things};
use super::winnable::Questions;
use crate::limits::Limits;
use crate::model::{Cell, Level, NodeIndex};
use crate::plan::{Action, Walk};
use crate::rules::{Collect, Position, Rules, Way};
use clock::Instant;
use rustc_hash::FxHashSet;

/// A thing or a lock, with whether it is needed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Need {
    /// The removed thing ([`Change::Remove`], [`Change::Lift`]) or the sealed lock ([`Change::Seal`]).
    pub without: Change,
    /// True if the level cannot be won without it; `None` when a limit came first.
    pub needed: Option<bool>,
}

/// Decides for each thing of a level whether it is needed. `walk` is a winning walk.
pub(crate) fn needed(level: &Level, rules: &Rules, walk: &Walk, limits: &Limits<'_>) -> Vec<Need> {
    let visited = Visited::by(level, walk);
    let begin = Instant::now();
    let questions = Questions::of(Collect::Nothing);
    let things = things(level).into_iter().map(|(at, content)| Change::Remove(at, content));
    let plates = plates(level).map(|(plate, _)| Change::Lift(plate));
    let locks = locks(level, rules).into_iter().map(Change::Seal);
    // Preparing the level for one question takes long, and there may be thousands of questions.
    let mut is_over = false;
    let need = |without: Change| {
        let is_touched = visited.touches(level, &without);
        is_over = is_over || is_touched && limits.reached_since(begin).is_some();
        let needed = match is_touched {
            false => Some(false),
            true if is_over => None,
            true => {
                let (level, rules) = changed(level, rules, &[&without]);
                questions.winnable(&level, &rules, &limits.since(begin)).map(|winnable| !winnable)
            }
        };
        Need { without, needed }
    };
    things.chain(plates).chain(locks).map(need).collect()
}

/// The places that a walk visited.
pub(super) struct Visited {
    cells: FxHashSet<Cell>,
    nodes: FxHashSet<NodeIndex>,
    /// Pairs of nodes between which the walk stepped, in both directions.
    steps: FxHashSet<(NodeIndex, NodeIndex)>,
    /// True if the walk used a warp. A warp may pass any node without a rectangle.
    warped: bool,
}

impl Visited {
    pub(super) fn by(level: &Level, walk: &Walk) -> Self {
        let mut visited = Self {
            cells: FxHashSet::default(),
            nodes: FxHashSet::default(),
            steps: FxHashSet::default(),
            warped: walk
                .records
                .iter()
                .any(|r| r.action == Action::Go(Way::Warp) || r.action == Action::Go(Way::Pass)),
        };
        let mut before = None;
        for position in walk.positions() {
            let node = match position {
                Position::Node(node) => Some(node),
                Position::Cell(cell) => {
                    visited.cells.insert(cell);
                    level.node_at(cell)
                }
            };
            visited.nodes.extend(node);
            if let (Some(from), Some(to)) = (before, node) {
                visited.steps.insert((from, to));
                visited.steps.insert((to, from));
            }
            before = node;
        }
        visited
    }

    /// True if the walk may use a thing: it visited the place of the thing, or passed the lock.
    pub(super) fn touches(&self, level: &Level, without: &Change) -> bool {
        match without {
            Change::Remove(Position::Node(node), _) => self.warped || self.nodes.contains(node),
            Change::Remove(Position::Cell(cell), _) => self.cells.contains(cell),
            Change::Seal(Lock::Edges { between, .. }) => {
                self.warped || self.steps.contains(between)
            }
            Change::Seal(Lock::Door { cells, .. }) => {
                cells.iter().any(|cell| self.cells.contains(cell))
            }
            Change::Seal(Lock::Doorway(lock)) => {
                let cells = level.locks().get(*lock as usize).map_or(&[][..], |lock| &lock.cells);
                cells.iter().any(|cell| self.cells.contains(cell))
            }
            Change::Lift(_) | Change::Open(_) | Change::Grant(_) => true,
            Change::Return(_) | Change::Rule(_) | Change::Fill(_) | Change::Waive(_) => true,
        }
    }
}
