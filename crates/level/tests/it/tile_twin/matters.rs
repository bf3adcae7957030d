//! The rules of the random levels have an effect, tested by asking the twin twice.
//!
//! Invariant: the test fails if all levels of a family are the same under both values of a rule.

use crate::tile_twin::compare::MOST_STATES;
use crate::tile_twin::levels::{Family, random};
use crate::tile_twin::twin::explore;
use quandary_level::rules::{PushOnto, Rules, StairEdges};

const LEVELS: u64 = 400;

/// Number of levels in which two values of a rule give different verdicts, different costs if both are winnable,
/// different numbers of states, and different softlock results.
fn differences(family: Family, set: [fn(&mut Rules); 2]) -> [u64; 4] {
    let [mut verdicts, mut costs, mut states, mut losses, mut compared] = [0; 5];
    for seed in 0..LEVELS {
        let case = random(family, seed);
        let under = |set: fn(&mut Rules)| {
            let mut rules = case.rules.clone();
            set(&mut rules);
            explore(&case.level, &rules, MOST_STATES)
        };
        let [Some(a), Some(b)] = set.map(under) else { continue };
        compared += 1;
        verdicts += u64::from(a.cost.is_some() != b.cost.is_some());
        costs += u64::from(a.cost.is_some() && b.cost.is_some() && a.cost != b.cost);
        states += u64::from(a.states != b.states);
        losses += u64::from(a.witness != b.witness);
    }
    assert!(compared > LEVELS / 2, "{family:?}: only {compared} levels are small");
    [verdicts, costs, states, losses]
}

fn holds(family: Family, set: [fn(&mut Rules); 2], least: [u64; 4]) {
    let seen = differences(family, set);
    let enough = seen.iter().zip(least).all(|(seen, least)| *seen >= least);
    assert!(
        enough,
        "{family:?}: other verdicts, costs, states, losses in {seen:?} levels of {LEVELS}"
    );
}

const ONTO: [fn(&mut Rules); 2] =
    [|rules| rules.push_onto = PushOnto::Floor, |rules| rules.push_onto = PushOnto::Walkable];
const EDGES: [fn(&mut Rules); 2] =
    [|rules| rules.stair_edges = StairEdges::Stair, |rules| rules.stair_edges = StairEdges::All];

#[test]
fn what_blocks_are_pushed_onto_matters() {
    holds(Family::Preset, ONTO, [0, 0, 15, 4]);
    holds(Family::Mixed, ONTO, [0, 0, 10, 1]);
    holds(Family::Blocks, ONTO, [18, 1, 100, 8]);
    holds(Family::BlocksAndStairs, ONTO, [14, 2, 90, 8]);
}

#[test]
fn what_edges_stairs_lead_along_matters() {
    holds(Family::Preset, EDGES, [6, 2, 25, 5]);
    holds(Family::Mixed, EDGES, [1, 2, 18, 3]);
    holds(Family::Stairs, EDGES, [14, 15, 60, 12]);
    holds(Family::BlocksAndStairs, EDGES, [15, 8, 50, 12]);
}
