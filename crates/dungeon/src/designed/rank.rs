//! The rank of a draft: how near its measures are to those of dungeons that are worth playing.

use super::merits;
use super::plan::outing::Outing;
use super::plan::{Pattern, Plan};
use super::wish::Wish;
use level::measure::{Measure, Metrics};
use std::collections::BTreeSet;

/// The bounds that each measure is drawn to, and how much a value counts that is off by their width, or by the least of
/// a one-sided bound.
const WANTED: [(Measure, f64, f64, f64); 16] = [
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

/// Weight of furnished interiors that mirror, where the family's rooms do.
const MIRRORED: f64 = 2.0;
/// Weight of every pattern that occurs.
const PATTERN: f64 = 0.25;

/// The rank of a draft; more is better, most with what is wished for.
#[must_use]
pub fn rank(plan: &Plan, metrics: &Metrics, wish: Wish) -> f64 {
    // A thing that is seen early and comes late brings the goal near.
    let foreseen = plan.cycles.iter().any(|cycle| cycle.pattern == Pattern::Foreshadowing);
    let near = [Measure::Distance, Measure::Eccentric];
    let off = |&(measure, low, high, weight): &(Measure, f64, f64, f64)| {
        let value = metrics.value(measure).filter(|_| !(foreseen && near.contains(&measure)))?;
        let away = (low - value).max(value - high).max(0.0);
        Some(weight * away / (high - low).max(low * 0.1))
    };
    let off: f64 = WANTED.iter().filter_map(off).sum();
    let mirrored = metrics.value(Measure::Symmetric).unwrap_or(0.0);
    let patterns: BTreeSet<&str> = plan.cycles.iter().map(|cycle| cycle.pattern.name()).collect();
    let told: f64 = merits::of(plan, Outing::of(plan).as_ref(), wish).iter().sum();
    PATTERN * patterns.len() as f64 + MIRRORED * mirrored.min(0.85) + told - off
}
