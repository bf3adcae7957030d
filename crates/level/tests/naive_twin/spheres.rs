//! Spheres: the waves of the optimist, and never less than what can be reached.

use super::{judged, small_levels};
use crate::levels::{Kind, small};
use crate::optimist;
use std::collections::BTreeSet;

#[test]
fn spheres_are_the_waves_of_the_optimist() {
    for kind in [Kind::Symbols, Kind::Plain, Kind::Any] {
        for seed in 100_000..102_000 {
            let case = small(seed, kind);
            let spheres = level::check::spheres(&case.graph, &case.rules);
            let sets: Vec<BTreeSet<_>> =
                spheres.iter().map(|sphere| sphere.iter().copied().collect()).collect();
            let lengths = spheres.iter().map(Vec::len);
            assert!(lengths.eq(sets.iter().map(BTreeSet::len)), "{case}\n{spheres:?}");
            assert_eq!(sets, optimist::spheres(&case.graph, &case.rules), "{case}");
        }
    }
}

#[test]
fn what_can_be_reached_is_in_a_sphere() {
    for (case, reach) in small_levels(120_000..121_000, Kind::Any) {
        let check = judged(&case);
        assert_eq!(check.spheres, level::check::spheres(&case.graph, &case.rules), "{case}");
        let all: BTreeSet<_> = check.spheres.iter().flatten().copied().collect();
        for node in reach.nodes() {
            assert!(optimist::things(&case.graph, node).iter().all(|t| all.contains(t)), "{case}");
        }
    }
}
