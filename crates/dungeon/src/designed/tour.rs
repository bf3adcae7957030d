//! The tour of a plan: when its rooms are first entered, and when its things are taken. What only a plan shows is judged
//! by it: locks that are met before their keys, the item in the middle of the way.

use super::claims::{Answer, Claims, Kind};
use super::merits;
use super::plan::{Cycle, Gate, Passage, Pattern, Plan, Thing};
use super::wish::Wish;
use crate::purpose::Purpose;
use level::Level;
use level::measure::{Measure, Metrics};
use level::plan::Walk;
use level::rules::Position;

/// The share of rooms off the plan that is wanted at least, and of steps that re-enter rooms at most.
const OFF: f64 = 0.39;
const AGAIN: f64 = 0.23;

/// True if secret walls save much of the way, as claims have it.
fn secrets_save(claims: &Claims) -> bool {
    claims.all.iter().any(|claim| {
        let [before, after] = [claim.before, claim.after].map(Answer::moves);
        let is_much = |(before, after)| 100 * before <= 85 * after;
        claim.kind == Kind::Secrets && before.zip(after).is_some_and(is_much)
    })
}

/// The moves of a plan, by rooms.
pub(super) struct Tour {
    /// Of each room the number of moves after which it is first entered.
    entered: Vec<Option<usize>>,
    /// Number of moves.
    moves: usize,
    /// Of each room the number of times that a room was left before it is first entered.
    passed: Vec<Option<usize>>,
    /// Number of times that a room is left.
    passages: usize,
}

impl Tour {
    /// The tour of a plan through a level.
    pub(super) fn of(level: &Level, walk: &Walk) -> Self {
        let mut entered = vec![None; level.graph.nodes.len()];
        let mut passed = entered.clone();
        let mut passages = 0;
        let rooms = level.tiles.iter().flat_map(|tiles| &tiles.rooms);
        let rooms: Vec<&level::Room> = rooms.collect();
        let mut here: Option<&level::Room> = None;
        let mut moves = 0;
        for (at, position) in walk.positions().enumerate() {
            let Position::Cell(cell) = position else { continue };
            moves = at;
            if here.is_none_or(|room| !room.contains(cell)) {
                passages += usize::from(here.is_some());
                here = rooms.iter().copied().find(|room| room.contains(cell));
            }
            let Some(node) = here.map(|room| room.node as usize) else { continue };
            if let (Some(first), Some(passed)) = (entered.get_mut(node), passed.get_mut(node)) {
                first.get_or_insert(at);
                passed.get_or_insert(passages);
            }
        }
        Self { entered, moves, passed, passages }
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
            Pattern::FalseGoal => self.entered[goal].is_some(),
            Pattern::Foreshadowing => {
                let [entry, goal] = [entry, goal].map(|room| self.passed[room]);
                entry.is_some_and(|at| 3 * at <= self.passages)
                    && goal.is_some_and(|at| 3 * at >= 2 * self.passages)
            }
            _ => true,
        }
    }

    /// The share of locks that are met before the last of their keys, of those whose keys the plan comes to; 1 without any.
    fn foreshadowed(&self, plan: &Plan) -> f64 {
        let (mut locks, mut seen) = (0_u32, 0_u32);
        for passage in &plan.passages {
            let Gate::Keys(keys) = &passage.gate else { continue };
            let had = keys.iter().filter_map(|&key| self.had(plan, Thing::Key(key))).max();
            let Some(had) = had else { continue };
            locks += 1;
            seen += u32::from(self.met(passage).is_some_and(|met| met < had));
        }
        if locks == 0 { 1.0 } else { f64::from(seen) / f64::from(locks) }
    }

    /// True if a room of rest is entered before the boss's.
    fn rests(&self, plan: &Plan) -> bool {
        let room = plan.purposes.iter().position(|&purpose| purpose == Purpose::Rest);
        let when = room.and_then(|room| self.entered[room]);
        when.zip(self.entered[plan.boss()]).is_some_and(|(one, boss)| one < boss)
    }

    /// The worth of the plan besides that of its drawing, and whether all that is looked for is there: of the loops that are
    /// borne out one is long, secrets save much, the item comes in the middle and its water was seen before, there is a rest
    /// before the boss, and blocks bar a way. What is wished for is best had too.
    pub(super) fn merit(
        &self,
        plan: &Plan,
        claims: &Claims,
        (metrics, wish): (&Metrics, Wish),
    ) -> (f64, bool) {
        let moves = self.moves.max(1);
        let item = self.had(plan, Thing::Item);
        let small = plan.things.len() < merits::ROOMS_OF_WATER;
        let middle = item.map_or(small, |at| 3 * at >= moves && 3 * at <= 2 * moves);
        let seen = item.map_or(small, |at| {
            let mut water = plan.passages.iter().filter(|passage| passage.gate == Gate::Water);
            water.any(|passage| self.met(passage).is_some_and(|met| met < at))
        });
        let looked_for = [
            (merits::LONG_ARC, merits::has_long_arc(plan)),
            (merits::SAVES, secrets_save(claims)),
            (merits::ITEM_IN_MIDDLE, middle),
            (merits::WATER_SEEN, seen),
            (merits::REST, plan.peaceful || self.rests(plan)),
            (merits::BLOCKS, small || claims.all.iter().any(|claim| claim.kind == Kind::PushGate)),
        ];
        let there: f64 = looked_for.iter().filter(|(_, so)| *so).map(|(merit, _)| merit).sum();
        let value = |measure: Measure| metrics.value(measure).unwrap_or(0.0);
        let short = (OFF - value(Measure::OffPlan)).max(0.0);
        let over = (value(Measure::Reentry) - AGAIN).max(0.0);
        let merit = merits::LOCKS_SEEN * (self.foreshadowed(plan) / 0.65).min(1.0)
            - 20.0 * (short + over)
            + there
            + merits::granted(plan, wish);
        (merit, looked_for.iter().all(|(_, so)| *so))
    }
}
