//! The ranking of dungeons, with random targets per seed that keep rare features from disappearing.
//!
//! The rank of a candidate is based on how close its measures are to those of good dungeons, and on score terms of its
//! plan that tiles do not show, such as a long loop, rising loads, locks seen before their keys, and secrets that save
//! much. Each term is the achieved share of a target times its weight.
//!
//! Proved dungeons are also ranked by the visit order of their plan: when rooms are first entered and things are taken.

use super::claims::{Answer, ClaimKind, Claims};
use super::plan::Steps;
use super::plan::playthrough::{Entered, Playthrough};
use super::plan::{Cycle, Gate, Pattern, Plan, Thing};
use crate::purpose::Purpose;
use level::Level;
use level::measure::{Measure, Metrics};
use level::plan::Walk;
use level::rules::Position;
use search::Seed;
use std::collections::{BTreeSet, HashSet};

/// (measure, low, high, weight). The penalty is weight × distance outside low..high, in units of the range's width (at
/// least a tenth of `low`).
const TARGET_RANGES: [(Measure, f64, f64, f64); 16] = [
    (Measure::Empty, 0.0, 0.10, 1.0),
    (Measure::DeadEnds, 0.95, 1.0, 1.0),
    (Measure::Distance, 0.37, 0.55, 2.0),
    (Measure::Eccentric, 0.97, 1.0, 26.0),
    (Measure::Cycles, 0.12, 0.30, 2.0),
    (Measure::OnCycle, 0.54, 0.90, 12.0),
    (Measure::Gated, 0.57, 0.70, 3.0),
    (Measure::Locks, 19.5, 27.0, 56.0),
    (Measure::Keys, 12.5, 19.0, 1.0),
    (Measure::Bombable, 18.5, 24.0, 28.0),
    (Measure::OneSided, 12.0, 27.0, 4.0),
    (Measure::Puzzles, 22.0, 40.0, 14.0),
    (Measure::Enemies, 0.62, 0.78, 1.0),
    (Measure::Plain, 0.0, 0.10, 1.0),
    (Measure::Features, 0.14, 0.22, 1.0),
    (Measure::Split, 0.13, 0.30, 4.0),
];

/// Weight of symmetrical interiors, if the family has such rooms.
const MIRRORED: f64 = 2.0;
/// Weight of each pattern present.
const PATTERN: f64 = 0.25;

/// The rank of a candidate; higher is better, highest if the targets are met.
#[must_use]
pub fn rank(plan: &Plan, metrics: &Metrics, targets: Targets) -> f64 {
    // Foreshadowing brings the goal nearer.
    let foreseen = plan.cycles.iter().any(|cycle| cycle.pattern == Pattern::Foreshadowing);
    let near = [Measure::Distance, Measure::Eccentric];
    let off = |&(measure, low, high, weight): &(Measure, f64, f64, f64)| {
        let value = metrics.value(measure).filter(|_| !(foreseen && near.contains(&measure)))?;
        let away = (low - value).max(value - high).max(0.0);
        Some(weight * away / (high - low).max(low * 0.1))
    };
    let off: f64 = TARGET_RANGES.iter().filter_map(off).sum();
    let mirrored = metrics.value(Measure::Symmetric).unwrap_or(0.0);
    let patterns: BTreeSet<&str> = plan.cycles.iter().map(|cycle| cycle.pattern.name()).collect();
    let told: f64 = score_terms(plan, Playthrough::of(plan).as_ref(), targets).iter().sum();
    PATTERN * patterns.len() as f64 + MIRRORED * mirrored.min(0.85) + told - off
}

/// Probability that the targets include a switch.
const SWITCH_TARGET: f64 = 0.3;

/// Random targets for the candidates of a seed, in addition to quality.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Targets {
    /// The pattern of one of the loops.
    pub pattern: Pattern,
    /// True if a switch is a target.
    pub switch: bool,
}

impl Targets {
    /// The targets of a seed.
    #[must_use]
    pub fn of(seed: Seed) -> Self {
        let stream = &mut seed.attempt(0).phase("wish");
        let patterns: Vec<Pattern> = Pattern::ALL.into_iter().collect();
        let pattern = *stream.pick(&patterns).unwrap_or(&Pattern::TwoPaths);
        Self { pattern, switch: stream.chance(SWITCH_TARGET) }
    }
}

/// Minimum number of passages of the longer arc of some loop.
pub(super) const LONG: usize = 6;
/// Target for the share of locks seen before their keys.
const SEEN: f64 = 0.7;
/// The score of a loop with the target pattern.
const TARGET_PATTERN: f64 = 8.0;
/// The score of a switch if it is a target.
const SWITCH: f64 = 6.0;
/// The score of each kind of gate, up to [`KINDS`].
const KIND: f64 = 2.0;
const KINDS: usize = 5;
/// Minimum distance of the goal with foreshadowing.
const LEAST_FORESEEN: f64 = 0.24;
/// Minimum distance of the goal, minimum share of rooms off the way, maximum share of re-entered rooms.
const LEAST: f64 = 0.36;
const OFF: f64 = 0.4;
const AGAIN: f64 = 0.2;
/// Minimum numbers of secret walls, puzzles and locks per room, and minimum share of gated passages.
const WALLS: f64 = 0.19;
const PUZZLES: f64 = 0.22;
const LOCKS: f64 = 0.2;
const GATED: f64 = 0.58;
/// Target for the share of the way that secret walls save.
const SAVED: f64 = 0.18;
/// Minimum number of rooms for water.
pub(super) const ROOMS_OF_WATER: usize = 12;
/// The target for the rank correlation of load and distance.
const RISE: f64 = 0.7;
/// The item should be found between these shares of the way, in passages; the score falls to zero [`ASTRAY`] outside the
/// range. Rooms behind the item take more moves than those before it, so the shares lie above those of moves.
const MIDDLE: [f64; 2] = [0.43, 0.67];
const ASTRAY: f64 = 0.2;

/// Weights of features wanted in every dungeon, except for small and peaceful ones. They exceed those of optional
/// features.
pub(super) const LONG_ARC: f64 = 40.0;
pub(super) const ITEM_IN_MIDDLE: f64 = 36.0;
pub(super) const WATER_SEEN: f64 = 36.0;
pub(super) const REST: f64 = 24.0;
pub(super) const ITEM: f64 = 30.0;
pub(super) const WATER: f64 = 16.0;
pub(super) const MINI_BOSS: f64 = 10.0;
/// Weights of features wanted in most dungeons.
pub(super) const BLOCKS: f64 = 14.0;
pub(super) const SAVES: f64 = 36.0;
pub(super) const LOCKS_SEEN: f64 = 20.0;

/// The terms of the score of a plan and its playthrough; a term is highest where the target is met.
pub(super) fn score_terms(
    plan: &Plan,
    playthrough: Option<&Playthrough>,
    targets: Targets,
) -> [f64; 10] {
    let steps = Steps::of(plan).from(plan.start());
    let is_even = secrets(plan).is_some_and(|[loops, treasures]| loops.abs_diff(treasures) <= 2);
    let flag = |so: bool| f64::from(u8::from(so));
    // Foreshadowing brings the goal nearer.
    let least = if has(plan, Pattern::Foreshadowing) { LEAST_FORESEEN } else { LEAST };
    [
        LONG_ARC * flag(has_long_arc(plan)),
        14.0 * (rise(plan, &steps) / RISE).clamp(-1.0, 1.0),
        2.0 * flag(is_even),
        target_score(plan, targets),
        KIND * kinds(plan).min(KINDS) as f64,
        BLOCKS * flag(plan.block_rooms() > 0),
        -90.0 * (least - far(plan, &steps)).max(0.0),
        -300.0 * bare(plan),
        -5.0 * idle_drops(plan) as f64,
        playthrough.map_or(-2.0, |playthrough| along(plan, playthrough)),
    ]
}

/// The score of the targets that are met.
pub(super) fn target_score(plan: &Plan, targets: Targets) -> f64 {
    let flag = |so: bool| f64::from(u8::from(so));
    TARGET_PATTERN * flag(has(plan, targets.pattern))
        + SWITCH * flag(targets.switch && plan.switches > 0)
}

/// Number of kinds of gates.
fn kinds(plan: &Plan) -> usize {
    let gates = plan.passages.iter().filter(|passage| passage.gate != Gate::Open);
    // Boss locks and small locks count as separate kinds.
    let boss =
        |gate: &Gate| matches!(gate, Gate::Keys(keys) if keys.first().copied() == plan.boss_key);
    let kind = |gate: &Gate| (std::mem::discriminant(gate), boss(gate));
    gates.map(|passage| kind(&passage.gate)).collect::<HashSet<_>>().len()
}

/// True if a loop has a pattern.
pub(super) fn has(plan: &Plan, pattern: Pattern) -> bool {
    plan.cycles.iter().any(|cycle| cycle.pattern == pattern)
}

/// True if a loop has a long arc.
pub(super) fn has_long_arc(plan: &Plan) -> bool {
    let mut arcs = plan.cycles.iter().flat_map(|cycle| [&cycle.arc_a, &cycle.arc_b]);
    arcs.any(|arc| arc.len() > LONG)
}

/// The distance of the goal per room; less if other rooms are farther away.
fn far(plan: &Plan, steps: &[usize]) -> f64 {
    let goal = steps[plan.goal()] as f64;
    let farthest = steps.iter().copied().max().unwrap_or(0).max(1) as f64;
    goal / steps.len() as f64 * (goal / farthest)
}

/// The total deficit of secret walls, puzzles and locks per room, and of gated passages per passage.
fn bare(plan: &Plan) -> f64 {
    let rooms = plan.things.len() as f64;
    let gates = |wanted: fn(&Gate) -> bool| {
        plan.passages.iter().filter(|passage| wanted(&passage.gate)).count() as f64
    };
    let walls = gates(|gate| *gate == Gate::Bombable) / rooms;
    let puzzles = (plan.puzzles + plan.plates + plan.switches) as f64 / rooms;
    let gated = gates(|gate| *gate != Gate::Open) / plan.passages.len().max(1) as f64;
    let locks = gates(|gate| matches!(gate, Gate::Keys(_) | Gate::SmallLock)) / rooms;
    let few = [(WALLS, walls), (PUZZLES, puzzles), (LOCKS, locks), (GATED, gated)];
    few.into_iter().map(|(least, share)| (least - share).max(0.0)).sum()
}

/// Number of drops that do not shorten the way back.
fn idle_drops(plan: &Plan) -> usize {
    let start = plan.start();
    let home = |steps: &Steps, from: usize| steps.from(from)[start];
    let all = Steps::directed(plan);
    let drops = plan.passages.iter().filter(|passage| passage.gate == Gate::OneWay);
    let idle = drops.filter(|drop| {
        let top = drop.ends[0];
        home(&all, top) >= home(&Steps::without(plan, drop), top)
    });
    idle.count()
}

/// The score term for a playthrough.
fn along(plan: &Plan, playthrough: &Playthrough) -> f64 {
    let flag = |so: bool| f64::from(u8::from(so));
    let short = (OFF - playthrough.off()).max(0.0);
    let over = (playthrough.reentry() - AGAIN).max(0.0);
    let whole = playthrough.passages();
    let item = playthrough.entered.had(plan, Thing::Item);
    let small = plan.things.len() < ROOMS_OF_WATER;
    let middle = item.map_or(f64::from(u8::from(small)), |at| {
        let at = at as f64 / whole.max(1) as f64;
        let off = (MIDDLE[0] - at).max(at - MIDDLE[1]).max(0.0);
        (1.0 - off / ASTRAY).max(0.0)
    });
    let has = |purpose: Purpose| plan.purposes.contains(&purpose);
    let wet = || plan.passages.iter().filter(|passage| passage.gate == Gate::Water);
    let seen = item.map_or(small, |at| playthrough.entered.sees_water(plan, at));
    LOCKS_SEEN * (playthrough.entered.foreshadowed(plan) / SEEN).min(1.0) - 20.0 * (short + over)
        + SAVES * (playthrough.saved() / SAVED).min(1.0)
        + ITEM_IN_MIDDLE * middle
        + WATER_SEEN * flag(seen)
        + ITEM * flag(small || item.is_some())
        + WATER * flag(small || wet().count() >= 3)
        + REST * flag(plan.peaceful || has(Purpose::Rest))
        + MINI_BOSS * flag(small || plan.peaceful || has(Purpose::MiniBoss))
}

/// Spearman's rank correlation of the loads of rooms and their distances from the start, without entrance, goal and
/// rest rooms; 1 without enemies.
fn rise(plan: &Plan, steps: &[usize]) -> f64 {
    let spared = [Purpose::Entrance, Purpose::Goal, Purpose::Rest];
    let rooms = (0..plan.enemies.len()).filter(|&room| !spared.contains(&plan.purposes[room]));
    let (far, loads): (Vec<f64>, Vec<f64>) =
        rooms.map(|room| (steps[room] as f64, f64::from(plan.enemies[room]))).unzip();
    let [far, loads] = [ranks(&far), ranks(&loads)];
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len().max(1) as f64;
    let (at, of) = (mean(&far), mean(&loads));
    let along: f64 = far.iter().zip(&loads).map(|(x, y)| (x - at) * (y - of)).sum();
    let spread = |values: &[f64], mean: f64| -> f64 {
        values.iter().map(|value| (value - mean) * (value - mean)).sum()
    };
    let both = (spread(&far, at) * spread(&loads, of)).sqrt();
    if both > 0.0 { along / both } else { 1.0 }
}

/// The ranks of values; equal values share their mean rank.
fn ranks(values: &[f64]) -> Vec<f64> {
    let rank = |value: &f64| {
        let less = values.iter().filter(|other| *other < value).count();
        let same = values.iter().filter(|other| *other == value).count();
        less as f64 + (same as f64 + 1.0) / 2.0
    };
    values.iter().map(rank).collect()
}

/// Numbers of secret walls that close loops and that hide a room; `None` if there are none.
fn secrets(plan: &Plan) -> Option<[usize; 2]> {
    let walls = plan.passages.iter().filter(|passage| passage.gate == Gate::Bombable);
    let hides = |room: usize| plan.passages_of(room).count() == 1;
    let hidden: Vec<bool> = walls.map(|wall| wall.ends.into_iter().any(hides)).collect();
    let treasures = hidden.iter().filter(|hidden| **hidden).count();
    (!hidden.is_empty()).then_some([hidden.len() - treasures, treasures])
}

/// Minimum share of rooms off the plan, and maximum share of steps that re-enter rooms.
const OFF_PLAN: f64 = 0.39;
const REENTRY: f64 = 0.23;

/// True if, according to the claims, secret walls save much of the way.
fn secrets_save(claims: &Claims) -> bool {
    claims.all.iter().any(|claim| {
        let [before, after] = [claim.before, claim.after].map(Answer::moves);
        let is_much = |(before, after)| 100 * before <= 85 * after;
        claim.kind == ClaimKind::Secrets && before.zip(after).is_some_and(is_much)
    })
}

/// The order in which a plan visits rooms.
pub(super) struct VisitOrder {
    /// When each room is first entered, in moves.
    entered: Entered,
    /// Number of moves.
    moves: usize,
    /// For each room, how many times a room was left before it is first entered.
    passed: Vec<Option<usize>>,
    /// Number of times that a room is left.
    passages: usize,
}

impl VisitOrder {
    /// The visit order of a plan through a level.
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
        Self { entered: Entered(entered), moves, passed, passages }
    }

    /// True if the plan visits a loop in the order of its pattern.
    pub(super) fn confirms(&self, plan: &Plan, cycle: &Cycle) -> bool {
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
                    let had = self.entered.had(plan, Thing::Key(key));
                    self.entered.met(passage).zip(had).is_some_and(|(met, had)| met < had)
                })
            }
            Pattern::FalseGoal => self.entered.at(goal).is_some(),
            Pattern::Foreshadowing => {
                let [entry, goal] = [entry, goal].map(|room| self.passed[room]);
                entry.is_some_and(|at| 3 * at <= self.passages)
                    && goal.is_some_and(|at| 3 * at >= 2 * self.passages)
            }
            _ => true,
        }
    }

    /// True if a rest room is entered before the boss room.
    fn rests(&self, plan: &Plan) -> bool {
        let room = plan.purposes.iter().position(|&purpose| purpose == Purpose::Rest);
        let when = room.and_then(|room| self.entered.at(room));
        when.zip(self.entered.at(plan.boss())).is_some_and(|(one, boss)| one < boss)
    }

    /// The additional score of a proved plan, and whether every wanted feature is present: a confirmed long loop,
    /// secrets that save much, the item in the middle with its water seen before it, a rest before the boss, and blocks
    /// that gate a passage. The targets of the seed count too.
    pub(super) fn score(
        &self,
        plan: &Plan,
        claims: &Claims,
        (metrics, targets): (&Metrics, Targets),
    ) -> (f64, bool) {
        let moves = self.moves.max(1);
        let item = self.entered.had(plan, Thing::Item);
        let small = plan.things.len() < ROOMS_OF_WATER;
        let middle = item.map_or(small, |at| 3 * at >= moves && 3 * at <= 2 * moves);
        let seen = item.map_or(small, |at| self.entered.sees_water(plan, at));
        let looked_for = [
            (LONG_ARC, has_long_arc(plan)),
            (SAVES, secrets_save(claims)),
            (ITEM_IN_MIDDLE, middle),
            (WATER_SEEN, seen),
            (REST, plan.peaceful || self.rests(plan)),
            (BLOCKS, small || claims.all.iter().any(|claim| claim.kind == ClaimKind::PushGate)),
        ];
        let there: f64 = looked_for.iter().filter(|(_, so)| *so).map(|(score, _)| score).sum();
        let value = |measure: Measure| metrics.value(measure).unwrap_or(0.0);
        let short = (OFF_PLAN - value(Measure::OffPlan)).max(0.0);
        let over = (value(Measure::Reentry) - REENTRY).max(0.0);
        let score = LOCKS_SEEN * (self.entered.foreshadowed(plan) / 0.65).min(1.0)
            - 20.0 * (short + over)
            + there
            + target_score(plan, targets);
        (score, looked_for.iter().all(|(_, so)| *so))
    }
}

#[cfg(test)]
mod tests {
    use super::ranks;

    #[test]
    fn equal_values_share_the_mean_of_their_ranks() {
        assert_eq!(ranks(&[3.0, 1.0, 3.0, 2.0]), [3.5, 1.0, 3.5, 2.0]);
        assert_eq!(ranks(&[5.0, 5.0, 5.0]), [2.0, 2.0, 2.0]);
    }
}
