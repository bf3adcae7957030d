//! Merits of a plan that its tiles do not show: a long loop, locks that are seen before their keys, loads that rise.
//!
//! Each is a share of what is wanted, times its weight.

use super::plan::steps::Steps;
use super::plan::{Gate, Pattern, Plan, Thing};
use super::purpose::Purpose;

/// The least passages of the longer arc of some loop.
const LONG: usize = 6;
/// The share of locks that are to be seen before their keys.
const SEEN: f64 = 0.7;
/// The rank correlation of load and distance that is wanted.
const RISE: f64 = 0.7;

/// Patterns that few sites are fit for.
const RARE: [Pattern; 5] = [
    Pattern::DangerousRoute,
    Pattern::Foreshadowing,
    Pattern::AlteredReturn,
    Pattern::BlockedRetreat,
    Pattern::Gambit,
];

/// The merits of a plan.
pub(super) fn of(plan: &Plan) -> [f64; 6] {
    let steps = Steps::of(plan).from(plan.start());
    let mut arcs = plan.cycles.iter().flat_map(|cycle| [&cycle.arc_a, &cycle.arc_b]);
    let long = arcs.any(|arc| arc.len() > LONG);
    let has = |purpose: Purpose| plan.purposes.contains(&purpose);
    let is_even = secrets(plan).is_some_and(|[loops, treasures]| loops.abs_diff(treasures) <= 1);
    [
        if long { 2.5 } else { 0.0 },
        (seen(plan, &steps) / SEEN).min(1.0),
        (rise(plan, &steps) / RISE).clamp(-1.0, 1.0),
        if is_even { 0.8 } else { 0.0 },
        if plan.cycles.iter().any(|cycle| RARE.contains(&cycle.pattern)) { 0.7 } else { 0.0 },
        0.3 * (f64::from(u8::from(has(Purpose::Rest)))
            + f64::from(u8::from(has(Purpose::MiniBoss)))),
    ]
}

/// The share of the locks that are met before their keys, as far as distances tell.
fn seen(plan: &Plan, steps: &[usize]) -> f64 {
    let (mut locks, mut seen) = (0, 0);
    for key in 0..plan.keys {
        let holder = plan.things.iter().position(|held| held.contains(&Thing::Key(key)));
        let asks = |gate: &Gate| matches!(gate, Gate::Keys(keys) if keys.contains(&key));
        let ends = plan.passages.iter().filter(|p| asks(&p.gate)).flat_map(|p| p.ends);
        let Some(holder) = holder else { continue };
        let beside: Vec<usize> = plan.passages_of(holder).flat_map(|p| p.ends).collect();
        locks += 1;
        let met =
            |room: usize| room != holder && steps[room] < steps[holder] && beside.contains(&room);
        seen += usize::from(ends.into_iter().any(met));
    }
    if locks == 0 { 1.0 } else { f64::from(seen as u32) / f64::from(locks) }
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
