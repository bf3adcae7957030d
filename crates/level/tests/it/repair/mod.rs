//! Softlock repair: each kind of change by hand, and random levels compared with a brute force.

mod cases;
mod brute;
pub(crate) mod levels;

use crate::tile_twin::levels as workshop;
use crate::tile_twin::workshop::{Size, Theme, pitted};
use brute::{Brute, first};
use levels::{Case, losable};
use quandary_level::check::count;
use quandary_level::check::repair::{Outcome, RepairChange, repair};
use quandary_level::formats::json;
use quandary_level::{Limits, check};
use std::time::Instant;
use testing::times;

/// Number of levels, times `QUANDARY_TIMES`.
const LEVELS: u64 = 30;

/// Limit on sets of one size for the brute force, times `QUANDARY_TIMES`, up to twenty times as many.
const SETS: u64 = 2_000;

#[test]
fn a_repair_is_the_first_of_the_list_by_brute_force() {
    let mut seed = 0;
    let cases = (0..LEVELS * times()).map(|_| losable(&mut seed));
    let tally = compared(cases);
    println!(
        "no repair {}, of 1 change {}, 2 {}, 3 {}, too many for brute force {}, not found {}",
        tally[0], tally[1], tally[2], tally[3], tally[4], tally[5]
    );
}

#[test]
fn a_repair_of_a_level_with_pits_is_the_first_of_the_list() {
    let pitted = |seed: u64| {
        let theme = [Theme::Reset, Theme::Plates][(seed % 2) as usize];
        let workshop::Case { level, rules, .. } = pitted(theme, Size::Small, seed);
        Case { seed, level, rules }
    };
    let can_be_lost = |case: &Case| {
        let limits = Limits { states: Some(300), ..Limits::default() };
        let counted = count(&case.level, &case.rules, &limits).unwrap();
        counted.dead_states.is_some_and(|dead| dead > 0 && dead < counted.states)
    };
    let cases = (0..).map(pitted).filter(can_be_lost).take((LEVELS / 2 * times()) as usize);
    let tally = compared(cases);
    assert!(tally[1] + tally[2] + tally[3] > 3, "{tally:?}");
}

/// Compares repairs with the brute force. Returns the numbers of levels by outcome: no repair, one of 1, 2 or 3
/// changes, too many for the brute force, and not found.
fn compared(cases: impl Iterator<Item = Case>) -> [u64; 6] {
    let mut tally = [0_u64; 6];
    for case in cases {
        let (level, rules) = (&case.level, &case.rules);
        let begin = Instant::now();
        let truth = first(level, rules, SETS * times().min(20));
        let by_force = begin.elapsed();
        // If the brute force is not exhaustive, the search is limited too.
        let states = matches!(truth, Brute::TooMany(_)).then_some(50_000);
        let limits = Limits { states, ..Limits::default() };
        let checked = check(level, rules, &limits).unwrap();
        let begin = Instant::now();
        let found = repair(level, rules, &checked, &limits);
        let taken = begin.elapsed();
        if std::env::var("QUANDARY_TIMES").is_ok() {
            println!("seed {}: {taken:?}, brute force {by_force:?}", case.seed);
        }
        match (&found, truth) {
            (Outcome::Mended(repair), Brute::Mended { kinds, level: mended, rules }) => {
                assert!(repair.smallest, "{case}");
                let found: Vec<u32> = repair.changes.iter().map(RepairChange::kind).collect();
                assert_eq!(found, kinds, "{case}\n{:?}", repair.changes);
                let (ours, theirs) = (json::print(&repair.level), json::print(&mended));
                assert_eq!(ours, theirs, "{case}\n{:?}", repair.changes);
                let read = json::read(&ours).unwrap();
                assert!(check(&read, &rules, &limits).unwrap().is_softlock_free(), "{case}");
                tally[found.len()] += 1;
            }
            (Outcome::Impossible, Brute::None) => tally[0] += 1,
            (Outcome::Mended(repair), Brute::TooMany(many)) => {
                assert!(repair.changes.len() > many, "{case}");
                tally[4] += 1;
            }
            (Outcome::Impossible, Brute::TooMany(_)) => tally[4] += 1,
            (Outcome::Unknown(_), Brute::TooMany(_)) => tally[5] += 1,
            (found, truth) => panic!("{case}\n{found:?}\n{truth:?}"),
        }
    }
    tally
}
