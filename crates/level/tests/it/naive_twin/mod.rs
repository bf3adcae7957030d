//! The verifier compared with its naive twin over thousands of random levels: verdict, cost, states, dead states,
//! witness, needed things, reasons, certificates, spheres and limits.
//!
//! A failure prints the seed, the level as JSON and the rules.

pub(crate) mod levels;
mod twin;
mod replay;
mod changes;
mod delete_relaxation;
mod space;
mod explanations;
mod brute;
mod certificates;
mod spheres;
mod limits;
mod designers;
mod repeats;

use levels::{Case, Kind, small};
use quandary_level::Level;
use quandary_level::check::{Check, check};
use quandary_level::limits::Limits;
use quandary_level::solve::Verdict;
use twin::{Game, Reach};

/// Levels with more states are skipped, because the twin is slow.
const MOST_STATES: usize = 500;

/// The small levels of some seeds, with the twin's results.
fn small_levels(seeds: std::ops::Range<u64>, kind: Kind) -> impl Iterator<Item = (Case, Reach)> {
    seeds.filter_map(move |seed| {
        let case = small(seed, kind);
        let reach = Reach::of(&Game::new(&case.graph, &case.rules), MOST_STATES)?;
        Some((case, reach))
    })
}

fn level(case: &Case) -> Level {
    Level::of_graph(case.graph.clone())
}

fn judged(case: &Case) -> Check {
    check(&level(case), &case.rules, &Limits::default()).expect("few things to keep track of")
}

/// The cost of a level checked without limits; `None` if it cannot be won.
fn cost(verdict: &Verdict) -> Option<u64> {
    match verdict {
        Verdict::Solvable { walk, .. } => Some(walk.cost.straight),
        Verdict::Unsolvable => None,
        Verdict::Unknown(limit) => panic!("there was no limit, but {limit:?} came first"),
    }
}
