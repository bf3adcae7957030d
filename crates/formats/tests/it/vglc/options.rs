//! Tests of search options on the imported dungeons: every option decides all that the default decides within the same
//! limit on states, and the cost of its plans keeps its promise.
//!
//! The dungeons are in the reference data (`QUANDARY_DATA`). Without it the test prints that it is skipped.
//! `benches/options` prints the whole table.

use level::Level;
use level::limits::Limits;
use level::rules::{Preset, Rules};
use level::solve::{Heuristic, Options, Solution, Verdict, solve};
use quandary_formats::vglc::graph::EdgeS;
use std::fs;
use std::path::{Path, PathBuf};
use testing::skipped;

fn dungeon(data: &Path, number: u32) -> Level {
    let read = |name: String| fs::read_to_string(data.join("vglc").join(name)).expect("the corpus");
    let tiles = read(format!("tloz{number}_1.txt"));
    let graph = read(format!("LoZ_{number}.dot"));
    quandary_formats::vglc::import(Some(&tiles), Some(&graph), EdgeS::Stair)
        .expect("a dungeon")
        .level
}

/// A cost, if there is a plan; `None` for a proof that there is none.
fn decided(solution: &Solution) -> Result<Option<f64>, ()> {
    match &solution.verdict {
        Verdict::Solvable { walk, .. } => Ok(Some(walk.cost.value())),
        Verdict::Unsolvable => Ok(None),
        Verdict::Unknown(_) => Err(()),
    }
}

#[test]
fn every_option_decides_what_the_default_decides() {
    let Some(data) = std::env::var_os("QUANDARY_DATA").map(PathBuf::from) else {
        skipped("QUANDARY_DATA does not name the folder of reference data");
        return;
    };
    let guess = |heuristic| Options { heuristic, ..Options::default() };
    let weighted = |weight, anytime| Options { weight, anytime, ..Options::default() };
    let options = [
        guess(Heuristic::Balanced),
        guess(Heuristic::Speedrunner),
        guess(Heuristic::Completionist),
        weighted(2.0, false),
        weighted(3.0, true),
        Options { tie_break: true, key_boost: true, ..Options::default() },
    ];
    let mut asked = 0;
    for number in 1..=9 {
        let level = dungeon(&data, number);
        for preset in [Preset::Strict, Preset::Classic] {
            for start in ["", "key_item=true,bombs=1"] {
                let start = start.parse().expect("an inventory");
                let rules = Rules { start, ..Rules::preset(preset) };
                let limits = Limits { states: Some(40_000), ..Limits::default() };
                let ask = |options: &Options| {
                    solve(&level, &rules, options, &limits).expect("few things")
                };
                let exact = ask(&Options::default());
                let Ok(least) = decided(&exact) else { continue };
                for options in &options {
                    let told = decided(&ask(options));
                    let says = format!("LoZ_{number} {preset:?} {options:?}: {told:?}, {least:?}");
                    assert_eq!(told.map(|cost| cost.is_some()), Ok(least.is_some()), "{says}");
                    let proved = matches!(exact.verdict, Verdict::Solvable { optimal: true, .. });
                    if let (Ok(Some(cost)), Some(least), true) = (told, least, proved) {
                        assert!(cost >= least, "{says}");
                        let admissible = options.heuristic.is_admissible() && !options.key_boost;
                        assert!(!admissible || cost <= least * options.weight, "{says}");
                    }
                    asked += 1;
                }
            }
        }
    }
    assert!(asked > 100, "most dungeons are decided: {asked}");
}
