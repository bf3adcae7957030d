//! The tour of a plan: when its rooms are first entered, and when its things are taken. What only a plan shows is judged
//! by it: locks that are met before their keys, the item in the middle of the way.

use super::claims::{Answer, Claims, Kind};
use super::plan::{Cycle, Gate, Passage, Pattern, Plan, Thing};
use level::Level;
use level::measure::{Measure, Metrics};
use level::plan::Walk;
use level::rules::Position;

/// The share of rooms off the plan that is wanted at least, and of steps that re-enter rooms at most.
const OFF: f64 = 0.39;
const AGAIN: f64 = 0.23;

/// The moves of a plan, by rooms.
pub(super) struct Tour {
    /// Of each room the number of moves after which it is first entered.
    entered: Vec<Option<usize>>,
    /// Number of moves.
    moves: usize,
}

impl Tour {
    /// The tour of a plan through a level.
    pub(super) fn of(level: &Level, walk: &Walk) -> Self {
        let mut entered = vec![None; level.graph.nodes.len()];
        let rooms = level.tiles.iter().flat_map(|tiles| &tiles.rooms);
        let rooms: Vec<&level::Room> = rooms.collect();
        let mut here: Option<&level::Room> = None;
        let mut moves = 0;
        for (at, position) in walk.positions().enumerate() {
            let Position::Cell(cell) = position else { continue };
            moves = at;
            if here.is_none_or(|room| !room.contains(cell)) {
                here = rooms.iter().copied().find(|room| room.contains(cell));
            }
            let first = here.and_then(|room| entered.get_mut(room.node as usize));
            if let Some(first) = first {
                first.get_or_insert(at);
            }
        }
        Self { entered, moves }
    }

    /// When the first room of a passage is entered; `None` if neither is.
    fn met(&self, passage: &Passage) -> Option<usize> {
        passage.ends.iter().filter_map(|&room| self.entered[room]).min()
    }

    /// When the room of a thing is first entered; `None` if it is not, or lies nowhere.
    fn had(&self, plan: &Plan, thing: Thing) -> Option<usize> {
        let room = plan.things.iter().position(|held| held.contains(&thing))?;
        self.entered[room]
    }

    /// True if a loop is met in the order that its pattern tells of.
    pub(super) fn bears_out(&self, plan: &Plan, cycle: &Cycle) -> bool {
        let (Some(&entry), Some(&goal)) = (cycle.arc_a.first(), cycle.arc_a.last()) else {
            return false;
        };
        match cycle.pattern {
            Pattern::LockAndKey => {
                let mut locks = plan.passages_of(entry).filter(|p| p.ends.contains(&goal));
                let lock = locks.find_map(|passage| match &passage.gate {
                    Gate::Keys(keys) => keys.first().map(|&key| (passage, key)),
                    _ => None,
                });
                lock.is_some_and(|(passage, key)| {
                    let had = self.had(plan, Thing::Key(key));
                    self.met(passage).zip(had).is_some_and(|(met, had)| met < had)
                })
            }
            Pattern::Foreshadowing => {
                let [entry, goal] = [entry, goal].map(|room| self.entered[room]);
                entry.is_some_and(|at| 3 * at <= self.moves)
                    && goal.is_some_and(|at| 3 * at >= 2 * self.moves)
            }
            _ => true,
        }
    }

    /// The share of locks that are met before their keys, of those whose keys the plan comes to; 1 without any.
    fn foreshadowed(&self, plan: &Plan) -> f64 {
        let (mut locks, mut seen) = (0_u32, 0_u32);
        for passage in &plan.passages {
            let Gate::Keys(keys) = &passage.gate else { continue };
            for &key in keys {
                let Some(had) = self.had(plan, Thing::Key(key)) else { continue };
                locks += 1;
                seen += u32::from(self.met(passage).is_some_and(|met| met < had));
            }
        }
        if locks == 0 { 1.0 } else { f64::from(seen) / f64::from(locks) }
    }

    /// The part of the rank that is known only with a cheapest plan and the claims.
    pub(super) fn merit(&self, plan: &Plan, claims: &Claims, metrics: &Metrics) -> f64 {
        let moves = self.moves.max(1);
        let item = self.had(plan, Thing::Item);
        let middle = item.is_none_or(|at| 3 * at >= moves && 3 * at <= 2 * moves);
        let seen = item.is_none_or(|at| {
            let mut water = plan.passages.iter().filter(|passage| passage.gate == Gate::Water);
            water.any(|passage| self.met(passage).is_some_and(|met| met < at))
        });
        let saves = claims.all.iter().any(|claim| {
            let [before, after] = [claim.before, claim.after].map(Answer::moves);
            let is_much = |(before, after)| 100 * before <= 85 * after;
            claim.kind == Kind::Secrets && before.zip(after).is_some_and(is_much)
        });
        let flag = |so: bool| f64::from(u8::from(so));
        let value = |measure: Measure| metrics.value(measure).unwrap_or(0.0);
        let short = (OFF - value(Measure::OffPlan)).max(0.0);
        let over = (value(Measure::Reentry) - AGAIN).max(0.0);
        2.0 * (self.foreshadowed(plan) / 0.65).min(1.0) - 20.0 * (short + over)
            + flag(middle)
            + 0.7 * flag(seen)
            + 0.8 * flag(saves)
    }
}
