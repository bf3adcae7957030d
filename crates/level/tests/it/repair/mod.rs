//! Softlock repair: each kind of change by hand, and random levels compared with a brute force.

mod cases;
mod brute;
pub(crate) mod levels;

use brute::{Brute, first};
use levels::losable;
use quandary_level::check::repair::{Outcome, RepairChange, repair};
use quandary_level::formats::json;
use quandary_level::{Limits, check};
use std::time::{Duration, Instant};
use testing::times;

/// Number of levels, times `QUANDARY_TIMES`.
const LEVELS: u64 = 30;

/// Limit on sets of one size for the brute force, times `QUANDARY_TIMES`, up to twenty times as many.
const SETS: u64 = 2_000;

#[test]
fn a_repair_is_the_first_of_the_list_by_brute_force() {
    let (mut seed, mut slowest) = (0, Duration::ZERO);
    let mut tally = [0_u64; 6];
    let mut total = Duration::ZERO;
    for _ in 0..LEVELS * times() {
        let case = losable(&mut seed);
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
        total += taken;
        slowest = slowest.max(taken);
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
    println!(
        "no repair {}, of 1 change {}, 2 {}, 3 {}, too many for brute force {}, not found {}; \
         {total:?} in all, slowest {slowest:?}",
        tally[0], tally[1], tally[2], tally[3], tally[4], tally[5]
    );
}
