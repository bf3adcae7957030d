//! Contents that a node holds several times: each key and each minor item counts, everything else counts once.

use super::{MOST_STATES, judged};
use crate::naive_twin::levels::{Case, Kind, Random, small};
use crate::naive_twin::twin::{Game, Reach};
use crate::naive_twin::{delete_relaxation, explanations, space, spheres};
use std::collections::BTreeSet;

/// The level of a seed, with some contents repeated.
fn repeating(seed: u64) -> Case {
    let mut case = small(seed, Kind::Any);
    let mut random = Random::new(seed + 1);
    for node in &mut case.graph.nodes {
        for content in node.contents.clone() {
            let more = if random.chance(40) { 1 + random.below(2) } else { 0 };
            for _ in 0..more {
                let at = random.below(node.contents.len() as u32 + 1) as usize;
                node.contents.insert(at, content);
            }
        }
    }
    case
}

/// The level of a seed with each content once.
fn once(seed: u64) -> Option<Reach> {
    let case = small(seed, Kind::Any);
    Reach::of(&Game::new(&case.graph, &case.rules), MOST_STATES)
}

#[test]
fn repeated_contents_agree() {
    let (mut asked, mut repaired, mut differ) = ([0, 0], [0; 4], 0);
    for seed in 700_000..704_000 {
        let case = repeating(seed);
        let game = Game::new(&case.graph, &case.rules);
        let Some(reach) = Reach::of(&game, MOST_STATES) else { continue };
        space::agree_on(&case, &reach, &judged(&case));
        explanations::needed_agree(&case, reach.cost().is_some(), &mut asked);
        explanations::reasons_agree(&case, reach.cost().is_some(), &mut repaired);
        let sets = spheres::spheres_of(&case).into_iter().map(BTreeSet::from_iter);
        let sets: Vec<BTreeSet<_>> = sets.collect();
        assert_eq!(sets, delete_relaxation::spheres(&case.graph, &case.rules), "{case}");
        let said = |reach: &Reach| (reach.cost(), reach.states.len(), reach.dead_states());
        differ += u32::from(once(seed).is_some_and(|once| said(&once) != said(&reach)));
    }
    assert!(differ > 50, "{differ}");
    assert!(asked.iter().all(|&count| count > 1000), "{asked:?}");
    assert!(repaired[1..].iter().all(|&count| count > 10), "{repaired:?}");
}
