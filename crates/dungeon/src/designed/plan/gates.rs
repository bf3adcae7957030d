//! Gates of a shape: patterns on its arcs, locks on its path, secrets and water on its branches, keys before their
//! locks; and loops that are what they are said to be.
//!
//! Only a passage of the path that no arc goes around can be asked of everybody: *bridges* take the locks that are
//! needed. Invariant: the key of a lock hangs on the path before it.

use super::gating::Gating;
use super::outing::Outing;
use super::shape::Shape;
use super::site::Site;
use super::steps::Steps;
use super::{Cycle, Gate, Pattern, Plan, Thing, fill, keepers};
use crate::designed::request::Request;
use crate::designed::rooms::Family;
use crate::purpose::Purpose;
use search::Stream;
use std::sync::Arc;

/// Gates a shape; with the outing of the plan, which it does not change by itself.
#[must_use]
pub(in crate::designed) fn gate(
    site: Arc<Site>,
    shape: &Shape,
    request: &Request,
    stream: &mut Stream,
) -> (Plan, Option<Outing>) {
    let rooms = site.rooms.len();
    let last = shape.path.len() - 1;
    let bridge = |at: usize| !shape.arcs.iter().any(|arc| arc.from <= at && at < arc.to);
    let mut gating = Gating {
        bridges: (0..last).map(bridge).collect(),
        full: vec![false; rooms],
        lock_at: Vec::new(),
        numbers: request.numbers,
        peaceful: request.family == Family::House,
        rest: None,
        plan: Plan {
            path: shape.path.clone(),
            at: shape.at.clone(),
            passages: Vec::new(),
            cycles: Vec::new(),
            things: vec![Vec::new(); rooms],
            keys: 0,
            boss_key: None,
            treasures: 0,
            treasure_names: Vec::new(),
            puzzles: 0,
            plates: 0,
            switches: 0,
            holders: vec![None; rooms],
            enemies: vec![0; rooms],
            purposes: vec![Purpose::Passage; rooms],
            peaceful: request.family == Family::House,
            site,
        },
        shape,
    };
    for room in [gating.plan.start(), gating.plan.goal(), gating.plan.boss()] {
        gating.full[room] = true;
    }
    gating.join(stream);
    gating.patterns(stream);
    let outing = fill::fill(&mut gating, request.family, stream);
    keepers::tell(&mut gating.plan, outing.as_ref(), stream);
    keep_true(&mut gating.plan, outing.as_ref());
    (gating.plan, outing)
}

/// Forgets the loops that are not what they are said to be.
fn keep_true(plan: &mut Plan, outing: Option<&Outing>) {
    let cycles = std::mem::take(&mut plan.cycles);
    let ways = Steps::directed(plan);
    let holds = |cycle: &Cycle| holds(plan, &ways, cycle) && is_met(outing, cycle);
    plan.cycles = cycles.into_iter().filter(holds).collect();
}

/// True if a loop is what it is said to be.
fn holds(plan: &Plan, ways: &Steps, cycle: &Cycle) -> bool {
    let (Some(&entry), Some(&goal)) = (cycle.arc_a.first(), cycle.arc_a.last()) else {
        return false;
    };
    let [a, b] = [cycle.arc_a.len() - 1, cycle.arc_b.len() - 1];
    match cycle.pattern {
        Pattern::TwoPaths | Pattern::TwoKeys | Pattern::Gambit | Pattern::Foreshadowing => true,
        Pattern::FalseGoal => Steps::of(plan).between(goal, plan.goal()) >= 5,
        Pattern::HiddenShortcut => a.abs_diff(b) >= 4,
        Pattern::DangerousRoute => {
            let (long, short) =
                if a >= b { (&cycle.arc_a, &cycle.arc_b) } else { (&cycle.arc_b, &cycle.arc_a) };
            let fought = |room: &usize| plan.enemies[*room] > 0;
            let inside = |arc: &[usize]| arc[1..arc.len() - 1].to_vec();
            inside(short).iter().any(fought) && !inside(long).iter().any(fought)
        }
        Pattern::LockAndKey => {
            let locks = plan.passages_of(entry).filter(|passage| passage.ends.contains(&goal));
            let keys = locks.filter_map(|passage| match &passage.gate {
                Gate::Keys(keys) => keys.first().copied(),
                _ => None,
            });
            keys.into_iter().any(|key| {
                let holder = plan.things.iter().position(|held| held.contains(&Thing::Key(key)));
                holder.is_some_and(|holder| {
                    let from = ways.from(holder);
                    from[entry].min(from[goal]) <= 3
                })
            })
        }
        Pattern::BlockedRetreat => [&cycle.arc_a, &cycle.arc_b].iter().any(|arc| {
            let pairs = arc.windows(2);
            let dropped = pairs.filter(|pair| {
                let one_way = |p: &&super::Passage| p.gate == Gate::OneWay;
                plan.passages_of(pair[0]).filter(one_way).any(|p| p.ends == [pair[0], pair[1]])
            });
            dropped.into_iter().any(|pair| ways.between(pair[1], pair[0]) >= 4)
        }),
        Pattern::AlteredReturn => {
            ways.between(entry, goal).abs_diff(ways.between(goal, entry)) >= 3
        }
    }
}

/// True if a loop is likely met in the order that its pattern tells of.
fn is_met(outing: Option<&Outing>, cycle: &Cycle) -> bool {
    let ends = (outing, cycle.arc_a.first(), cycle.arc_a.last());
    let (Some(outing), Some(&entry), Some(&goal)) = ends else {
        return true;
    };
    let whole = outing.passages();
    match cycle.pattern {
        Pattern::FalseGoal => outing.entered(goal).is_some_and(|at| at < whole),
        Pattern::Foreshadowing => {
            let [early, late] = [entry, goal].map(|room| outing.entered(room));
            early.is_some_and(|at| 3 * at <= whole) && late.is_some_and(|at| 3 * at >= 2 * whole)
        }
        _ => true,
    }
}
