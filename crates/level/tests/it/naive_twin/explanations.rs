//! Needed things and reasons: each answer of the verifier, checked by the twin.

use super::{judged, small_levels};
use crate::naive_twin::changes::{self, Ours, beyond, candidates, changed, ours, without};
use crate::naive_twin::levels::{Case, Kind};
use crate::naive_twin::twin::can_win;
use quandary_level::check::change::Change;
use quandary_level::check::why_not::{Tried, WhyNot};

#[test]
fn needed_things_and_locks_agree() {
    let mut asked = [0, 0];
    for (case, reach) in small_levels(20_000..23_000, Kind::Any) {
        needed_agree(&case, reach.cost().is_some(), &mut asked);
    }
    assert!(asked.iter().all(|&count| count > 1000), "{asked:?}");
}

/// Compares the needed things and locks of a level; counts those that are not needed and those that are.
pub(super) fn needed_agree(case: &Case, can_be_won: bool, asked: &mut [u32; 2]) {
    let check = judged(case);
    if !can_be_won {
        assert!(check.needed.is_empty(), "{case}");
        return;
    }
    let mut expected = changes::removals(&case.graph);
    expected.extend(changes::locks(&case.graph).into_keys().map(Ours::Seal));
    let listed: Vec<Ours> = check.needed.iter().map(|n| ours(&case.graph, &n.without)).collect();
    assert_eq!(sorted(&listed), sorted(&expected), "{case}");
    for (need, without) in check.needed.iter().zip(&listed) {
        let needed = !can_win(&changed(&case.graph, &case.rules, std::slice::from_ref(without)));
        assert_eq!(need.needed, Some(needed), "{without:?}\n{case}");
        asked[usize::from(needed)] += 1;
    }
}

fn sorted(changes: &[Ours]) -> Vec<Ours> {
    let mut sorted = changes.to_vec();
    sorted.sort();
    sorted
}

#[test]
fn repairs_are_smallest_and_cores_minimal() {
    let mut repaired = [0; 4];
    for (case, reach) in small_levels(40_000..42_000, Kind::Any) {
        reasons_agree(&case, reach.cost().is_some(), &mut repaired);
    }
    assert!(repaired[0] == 0 && repaired[1..].iter().all(|&count| count > 10), "{repaired:?}");
}

/// Compares the reasons of a level; counts repairs by size.
pub(super) fn reasons_agree(case: &Case, can_be_won: bool, repaired: &mut [u32; 4]) {
    let check = judged(case);
    let has_goal = !case.graph.goals.is_empty();
    assert_eq!(check.why_not.is_some(), has_goal && !can_be_won, "{case}");
    assert_eq!(check.reach.is_some(), !has_goal, "{case}");
    let Some(why_not) = &check.why_not else { return };
    what_is_said_of_the_rest_is_so(case, why_not);
    match &why_not.repair {
        None => beyond_repair(case, why_not),
        Some(repair) => {
            repaired[repair.len().min(3)] += 1;
            a_core_blocks(case, why_not);
            a_repair_is_smallest(case, why_not);
        }
    }
}

/// True if the twin wins after some changes.
fn wins(case: &Case, changes: &[Ours]) -> bool {
    can_win(&changed(&case.graph, &case.rules, changes))
}

/// The listed ways back and rule values are exactly those that help alone.
fn what_is_said_of_the_rest_is_so(case: &Case, why_not: &WhyNot) {
    let of = |changes: &[Change]| changes.iter().map(|c| ours(&case.graph, c)).collect::<Vec<_>>();
    let (core, also) = (of(&why_not.core), of(&why_not.also));
    let singles = beyond(&case.graph, &case.rules).into_iter().filter(|one| !core.contains(one));
    let helping: Vec<Ours> = singles.filter(|one| wins(case, std::slice::from_ref(one))).collect();
    assert_eq!(also, helping, "{case}\n{why_not:?}");
    assert_ne!(why_not.tried, Tried::Some, "{case}");
}

fn beyond_repair(case: &Case, why_not: &WhyNot) {
    assert!(why_not.core.is_empty(), "{case}");
    assert!(!wins(case, &whole(case)), "{case}");
}

/// All changes that never hurt.
fn whole(case: &Case) -> Vec<Ours> {
    let loosest = ["bombs=unlimited", "switches=free"];
    let beyond = beyond(&case.graph, &case.rules).into_iter().filter(|one| match one {
        Ours::Rule(rule) => loosest.contains(&rule.as_str()),
        _ => true,
    });
    candidates(&case.graph, &case.rules).into_iter().chain(beyond).collect()
}

/// The candidates of core and repair: locks and things if these help, else all changes that never hurt.
fn asked(case: &Case) -> Vec<Ours> {
    let candidates = candidates(&case.graph, &case.rules);
    if wins(case, &candidates) { candidates } else { whole(case) }
}

/// Changing everything outside of the core does not help; one change of the core in addition does.
fn a_core_blocks(case: &Case, why_not: &WhyNot) {
    let core: Vec<Ours> = why_not.core.iter().map(|c| ours(&case.graph, c)).collect();
    let outside = without(&asked(case), &core);
    assert!(!core.is_empty() && !wins(case, &outside), "{case}\n{core:?}");
    for one in &core {
        let mut more = outside.clone();
        more.push(one.clone());
        assert!(wins(case, &more), "{case}\n{core:?}\n{one:?}");
    }
}

/// The repair makes the level winnable, and no smaller set of candidates does.
fn a_repair_is_smallest(case: &Case, why_not: &WhyNot) {
    let repair: Vec<Ours> = why_not.repair.iter().flatten().map(|c| ours(&case.graph, c)).collect();
    let candidates = asked(case);
    without(&candidates, &repair);
    assert!(wins(case, &repair), "{case}\n{repair:?}");
    if candidates.len() > 10 {
        return;
    }
    for mask in 0..1u32 << candidates.len() {
        if (mask.count_ones() as usize) < repair.len() {
            let picked = candidates.iter().enumerate().filter(|(i, _)| mask >> i & 1 == 1);
            let set: Vec<Ours> = picked.map(|(_, c)| c.clone()).collect();
            assert!(!wins(case, &set), "{case}\n{set:?} is smaller than {repair:?}");
        }
    }
}
