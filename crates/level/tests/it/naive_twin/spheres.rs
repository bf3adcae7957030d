//! Spheres: they equal the waves of the delete relaxation, and contain everything reachable.

use super::{judged, level, small_levels};
use crate::naive_twin::delete_relaxation;
use crate::naive_twin::levels::{Case, Kind, small};
use quandary_level::check::SphereItem;
use quandary_level::rules::Position;
use quandary_level::{Content, NodeIndex};
use std::collections::BTreeSet;

/// The spheres of a level, by node.
pub(crate) fn spheres_of(case: &Case) -> Vec<Vec<(NodeIndex, Content)>> {
    let spheres = quandary_level::check::spheres(&level(case), &case.rules);
    spheres.iter().map(|sphere| by_node(sphere)).collect()
}

fn by_node(sphere: &[SphereItem]) -> Vec<(NodeIndex, Content)> {
    let node = |position| match position {
        Position::Node(node) => node,
        Position::Cell(cell) => panic!("{cell:?} in a graph"),
    };
    let thing = |found: &SphereItem| match *found {
        SphereItem::Thing(position, content) => (node(position), content),
        SphereItem::Plate(plate) => panic!("plate {plate} in a graph"),
    };
    sphere.iter().map(thing).collect()
}

#[test]
fn spheres_are_the_waves_of_the_delete_relaxation() {
    for kind in [Kind::Symbols, Kind::Plain, Kind::Any] {
        for seed in 100_000..102_000 {
            let case = small(seed, kind);
            let spheres = spheres_of(&case);
            let sets: Vec<BTreeSet<_>> =
                spheres.iter().map(|sphere| sphere.iter().copied().collect()).collect();
            let lengths = spheres.iter().map(Vec::len);
            assert!(lengths.eq(sets.iter().map(BTreeSet::len)), "{case}\n{spheres:?}");
            assert_eq!(sets, delete_relaxation::spheres(&case.graph, &case.rules), "{case}");
        }
    }
}

#[test]
fn what_can_be_reached_is_in_a_sphere() {
    for (case, reach) in small_levels(120_000..121_000, Kind::Any) {
        let check = judged(&case);
        let spheres: Vec<_> = check.spheres.iter().map(|sphere| by_node(sphere)).collect();
        assert_eq!(spheres, spheres_of(&case), "{case}");
        let all: BTreeSet<_> = spheres.into_iter().flatten().collect();
        for node in reach.nodes() {
            assert!(
                delete_relaxation::things(&case.graph, node).iter().all(|t| all.contains(t)),
                "{case}"
            );
        }
    }
}
