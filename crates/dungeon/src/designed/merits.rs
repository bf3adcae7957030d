//! Merits of a plan that its tiles do not show: a long loop, loads that rise, an outing on which locks are seen before
//! their keys and secrets save much.
//!
//! Each is a share of what is wanted, times its weight.

use super::plan::outing::Outing;
use super::plan::steps::Steps;
use super::plan::{Gate, Pattern, Plan, Thing};
use super::wish::Wish;
use crate::purpose::Purpose;
use std::collections::HashSet;

/// The least passages of the longer arc of some loop.
pub(super) const LONG: usize = 6;
/// The share of locks that are to be seen before their keys.
const SEEN: f64 = 0.7;
/// The merit of a loop of the pattern that is wished for.
const WISHED: f64 = 8.0;
/// The merit of a switch that is wished for.
const SWITCH: f64 = 6.0;
/// The merit of each kind of gate up to as many as are wanted.
const KIND: f64 = 2.0;
const KINDS: usize = 5;
/// The least distance of the goal where something late is seen early.
const LEAST_FORESEEN: f64 = 0.24;
/// The least distance of the goal and share of rooms off the way, and the most that is gone back over.
const LEAST: f64 = 0.36;
const OFF: f64 = 0.4;
const AGAIN: f64 = 0.2;
/// The least secret walls, puzzles and locks, of as many as there are rooms, and the least share of passages with a gate.
const WALLS: f64 = 0.19;
const PUZZLES: f64 = 0.22;
const LOCKS: f64 = 0.2;
const GATED: f64 = 0.58;
/// The share of the way that secret walls are to save.
const SAVED: f64 = 0.18;
/// Number of rooms from which there is water.
pub(super) const ROOMS_OF_WATER: usize = 12;
/// The rank correlation of load and distance that is wanted.
const RISE: f64 = 0.7;
/// Where on its way the outing is to come to the item, and how far off nothing is left of the merit. An outing counts
/// passages: the rooms behind the item take more moves than those before it, so that these shares lie above those of moves.
const MIDDLE: [f64; 2] = [0.43, 0.67];
const ASTRAY: f64 = 0.2;

/// What is to be in every dungeon, but for small ones and peaceful places. These weigh more than what is to be in many.
pub(super) const LONG_ARC: f64 = 40.0;
pub(super) const ITEM_IN_MIDDLE: f64 = 36.0;
pub(super) const WATER_SEEN: f64 = 36.0;
pub(super) const REST: f64 = 24.0;
pub(super) const ITEM: f64 = 30.0;
pub(super) const WATER: f64 = 16.0;
pub(super) const MINI_BOSS: f64 = 10.0;
/// What is to be in most of them.
pub(super) const BLOCKS: f64 = 14.0;
pub(super) const SAVES: f64 = 36.0;
pub(super) const LOCKS_SEEN: f64 = 20.0;

/// The merits of a plan and its outing; best with what is wished for.
pub(super) fn of(plan: &Plan, outing: Option<&Outing>, wish: Wish) -> [f64; 10] {
    let steps = Steps::of(plan).from(plan.start());
    let is_even = secrets(plan).is_some_and(|[loops, treasures]| loops.abs_diff(treasures) <= 2);
    let flag = |so: bool| f64::from(u8::from(so));
    // A thing that is seen early and comes late brings the goal near.
    let least = if has(plan, Pattern::Foreshadowing) { LEAST_FORESEEN } else { LEAST };
    [
        LONG_ARC * flag(has_long_arc(plan)),
        14.0 * (rise(plan, &steps) / RISE).clamp(-1.0, 1.0),
        2.0 * flag(is_even),
        granted(plan, wish),
        KIND * kinds(plan).min(KINDS) as f64,
        BLOCKS * flag(plan.plates > 0),
        -90.0 * (least - far(plan, &steps)).max(0.0),
        -300.0 * bare(plan),
        -5.0 * idle_drops(plan) as f64,
        outing.map_or(-2.0, |outing| along(plan, outing)),
    ]
}

/// The merit of what is wished for and had.
pub(super) fn granted(plan: &Plan, wish: Wish) -> f64 {
    let flag = |so: bool| f64::from(u8::from(so));
    WISHED * flag(has(plan, wish.pattern)) + SWITCH * flag(wish.switch && plan.switches > 0)
}

/// Number of kinds of gates.
fn kinds(plan: &Plan) -> usize {
    let gates = plan.passages.iter().filter(|passage| passage.gate != Gate::Open);
    // The boss's lock and those of small keys are of other kinds than the locks of keys.
    let boss =
        |gate: &Gate| matches!(gate, Gate::Keys(keys) if keys.first().copied() == plan.boss_key);
    let kind = |gate: &Gate| (std::mem::discriminant(gate), boss(gate));
    gates.map(|passage| kind(&passage.gate)).collect::<HashSet<_>>().len()
}

/// True if a loop has a pattern.
pub(super) fn has(plan: &Plan, pattern: Pattern) -> bool {
    plan.cycles.iter().any(|cycle| cycle.pattern == pattern)
}

/// True if an arc of a loop is long.
pub(super) fn has_long_arc(plan: &Plan) -> bool {
    let mut arcs = plan.cycles.iter().flat_map(|cycle| [&cycle.arc_a, &cycle.arc_b]);
    arcs.any(|arc| arc.len() > LONG)
}

/// The distance of the goal, of as many as there are rooms; less where others are farther away.
fn far(plan: &Plan, steps: &[usize]) -> f64 {
    let goal = steps[plan.goal()] as f64;
    let farthest = steps.iter().copied().max().unwrap_or(0).max(1) as f64;
    goal / steps.len() as f64 * (goal / farthest)
}

/// By how much of the rooms there are too few secret walls, puzzles and locks, and of the passages too few gates.
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

/// Number of drops that do not shorten the way home.
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

/// The merits of a plan's outing.
fn along(plan: &Plan, outing: &Outing) -> f64 {
    let flag = |so: bool| f64::from(u8::from(so));
    let short = (OFF - outing.off()).max(0.0);
    let over = (outing.reentry() - AGAIN).max(0.0);
    let whole = outing.passages();
    let item = outing.had(plan, Thing::Item);
    let small = plan.things.len() < ROOMS_OF_WATER;
    let middle = item.map_or(f64::from(u8::from(small)), |at| {
        let at = at as f64 / whole.max(1) as f64;
        let off = (MIDDLE[0] - at).max(at - MIDDLE[1]).max(0.0);
        (1.0 - off / ASTRAY).max(0.0)
    });
    let has = |purpose: Purpose| plan.purposes.contains(&purpose);
    let wet = || plan.passages.iter().filter(|passage| passage.gate == Gate::Water);
    let seen = item.map_or(small, |at| wet().any(|p| outing.met(p).is_some_and(|met| met < at)));
    LOCKS_SEEN * (outing.foreshadowed(plan) / SEEN).min(1.0) - 20.0 * (short + over)
        + SAVES * (outing.saved() / SAVED).min(1.0)
        + ITEM_IN_MIDDLE * middle
        + WATER_SEEN * flag(seen)
        + ITEM * flag(small || item.is_some())
        + WATER * flag(small || wet().count() >= 3)
        + REST * flag(plan.peaceful || has(Purpose::Rest))
        + MINI_BOSS * flag(small || plan.peaceful || has(Purpose::MiniBoss))
}

/// The rank correlation (Spearman) of the loads of rooms and their distances from the start; entrance, goal and rooms of
/// rest aside. 1 where there are no enemies.
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

/// The ranks of values; equal ones share the mean of theirs.
fn ranks(values: &[f64]) -> Vec<f64> {
    let rank = |value: &f64| {
        let less = values.iter().filter(|other| *other < value).count();
        let same = values.iter().filter(|other| *other == value).count();
        less as f64 + (same as f64 + 1.0) / 2.0
    };
    values.iter().map(rank).collect()
}

/// Numbers of secret walls that close loops, and of those that hide a room; `None` without any.
fn secrets(plan: &Plan) -> Option<[usize; 2]> {
    let walls = plan.passages.iter().filter(|passage| passage.gate == Gate::Bombable);
    let hides = |room: usize| plan.passages_of(room).count() == 1;
    let hidden: Vec<bool> = walls.map(|wall| wall.ends.into_iter().any(hides)).collect();
    let treasures = hidden.iter().filter(|hidden| **hidden).count();
    (!hidden.is_empty()).then_some([hidden.len() - treasures, treasures])
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
