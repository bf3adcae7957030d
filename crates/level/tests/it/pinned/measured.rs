//! Measures and ratings.

use crate::pinned::{each, limits, pinned};
use crate::tile_twin::levels::Case;
use quandary_level::Verdict;
use quandary_level::measure::{Contents, figures, measure, off_main_floors};
use quandary_level::rate::{of_trial, rate};
use quandary_level::survey::sets::against;
use quandary_level::survey::sets::{Distance, diversity, duplicates};
use quandary_level::survey::{Read, row};
use quandary_level::trial::trial;
use std::fmt::Write as _;

#[test]
fn measures_and_ratings() {
    pinned(
        "measured",
        each(|case, text| {
            let (level, rules, limits) = (&case.level, &case.rules, limits(3_000));
            let tried = trial(level, rules, &limits).expect("few bits");
            let _ =
                writeln!(text, "{tried:?} {:?} {:?}", tried.softlock_free(), tried.dead_share());
            let _ = writeln!(text, "{:?}", of_trial(level, rules, &tried));
            if let Ok(rating) = rate(level, rules) {
                let _ = writeln!(text, "{rating:?}");
            }
            let solved = quandary_level::solve(level, rules, &Default::default(), &limits)
                .expect("few bits");
            let path: Vec<_> = match &solved.verdict {
                Verdict::Solvable { walk, .. } => walk.positions().collect(),
                _ => Vec::new(),
            };
            for contents in [Contents::OnTiles, Contents::OfNodesToo] {
                let _ = writeln!(text, "{:?}", measure(level, &path, contents));
                let _ = writeln!(text, "{:?}", figures(level, &path, contents));
            }
            let _ = writeln!(text, "{:?}", off_main_floors(level));
            for read in [Read::Plain, Read::Corpus] {
                let _ = writeln!(text, "{:?}", row(level, rules, read, &limits));
            }
        }),
    );
}

#[test]
fn sets_of_levels() {
    pinned("sets", |cases, text| {
        let row = |case: &Case| {
            row(&case.level, &case.rules, Read::Plain, &limits(3_000)).expect("few bits")
        };
        let mut set: Vec<_> = cases.iter().map(|case| (case.level.clone(), row(case))).collect();
        // One level occurs twice.
        set.extend(set.get(2).cloned());
        for of in [Distance::Tiles, Distance::Rows] {
            let _ = writeln!(text, "{:?}", diversity(of, &set));
        }
        let _ = writeln!(text, "{:?}", duplicates(set.iter().map(|(level, _)| level)));
        let rows: Vec<_> = set.iter().map(|(_, row)| row).collect();
        let _ = writeln!(text, "{:?}", against(&rows));
    });
}
