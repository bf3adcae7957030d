//! Loops that are what they are said to be when the whole plan is drawn: what was added later may have changed them.

use super::outing::Outing;
use super::steps::Steps;
use super::{Cycle, Gate, Pattern, Plan, Thing};

/// Forgets the loops that are not what they are said to be.
pub(super) fn keep_true(plan: &mut Plan, outing: Option<&Outing>) {
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
