//! The pick-ups, symbols, toggles, plates and locks that a level cannot be won without, each tested alone.
//!
//! A pick-up is needed when the level cannot be won with it taken away; a lock is needed when the level
//! cannot be won with it welded shut. Most answers are free: what the cheapest plan does not touch is
//! not needed, and what the optimist's flood (`solve::relax`) cannot do without is.

use super::change::{Change, changed};
use super::locks::{Lock, locks, plates, things};
use super::winnable::Questions;
use crate::limits::Limits;
use crate::model::{Cell, Level, NodeIndex};
use crate::plan::{Action, Walk};
use crate::rules::{Collect, Position, Rules, Way};
use clock::Instant;
use rustc_hash::FxHashSet;

/// A thing, and whether it is needed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Need {
    /// The thing taken away ([`Change::Remove`], [`Change::Lift`]) or the lock welded shut ([`Change::Seal`]).
    pub without: Change,
    /// True if the level cannot be won without it; `None` when a limit came first.
    pub needed: Option<bool>,
}

/// Asks about each thing of a level that `walk` wins.
pub(crate) fn needed(level: &Level, rules: &Rules, walk: &Walk, limits: &Limits<'_>) -> Vec<Need> {
    let visited = Visited::by(level, walk);
    let begin = Instant::now();
    let questions = Questions::of(Collect::Nothing);
    let things = things(level).into_iter().map(|(at, content)| Change::Remove(at, content));
    let plates = plates(level).map(|(plate, _)| Change::Lift(plate));
    let locks = locks(level, rules).into_iter().map(Change::Seal);
    // To make a level ready for a question takes long by itself, and there may be thousands.
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
    /// From which node into which other, in either direction.
    steps: FxHashSet<(NodeIndex, NodeIndex)>,
    /// True if it warped: then it may have passed any node that has no rectangle.
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

    /// True if the walk may make use of a thing: it was where the thing lies, or passed the lock.
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
            Change::Return(_) | Change::Rule(_) => true,
        }
    }
}
