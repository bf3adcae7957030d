//! Levels of David W. Skinner's *Microban* from the package `soukoban`: read by this crate, solved with the fewest
//! moves and the fewest pushes, and replayed by the rules.

use formats::xsb;
use quandary_level::limits::Limit;
use quandary_level::plan::replay;
use quandary_level::solve::{Collect, CostModel, Options, Verdict, solve};
use quandary_level::{Level, Limits};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;
use testing::skipped;

/// Number of levels, and limit on states for each.
const TRIED: usize = 30;
const STATES: u64 = 100_000;

/// The known least numbers of moves of the first levels.
const KNOWN: [u64; 5] = [33, 16, 41, 23, 25];

/// The output of Cargo; `None` if it fails.
fn cargo(arguments: &[&str]) -> Option<String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo).args(arguments).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The folder of a dependency of this crate.
fn folder_of(package: &str) -> Option<PathBuf> {
    let version = cargo(&["-vV"])?;
    let host = version.lines().find_map(|line| line.strip_prefix("host: "))?;
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    let asked = ["metadata", "--format-version=1", "--offline", "--locked", "--manifest-path"];
    let told = cargo(&[&asked[..], &[manifest, "--filter-platform", host]].concat())?;
    let told: Value = serde_json::from_str(&told).ok()?;
    let mut packages = told.get("packages")?.as_array()?.iter();
    let found = packages.find(|one| one.get("name").is_some_and(|name| name == package))?;
    Path::new(found.get("manifest_path")?.as_str()?).parent().map(Path::to_path_buf)
}

fn levels() -> Option<Vec<Level>> {
    let Some(folder) = folder_of("soukoban") else {
        skipped("Cargo does not say where it keeps the package soukoban");
        return None;
    };
    let path = folder.join("assets/Microban_155.xsb");
    let written = std::fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    Some(xsb::read(&written).unwrap_or_else(|error| panic!("{}: {error}", path.display())))
}

/// Moves and pushes of a cheapest plan, which is replayed; `None` if the limit on states came first.
fn cheapest(level: &Level, cost: CostModel) -> Option<(u64, u64)> {
    let rules = level.rules_under(None);
    let limits = Limits { states: Some(STATES), ..Limits::default() };
    let options = Options { cost, ..Options::default() };
    let solution =
        solve(level, &rules, &options, &limits).unwrap_or_else(|error| panic!("{error}"));
    match solution.verdict {
        Verdict::Solvable { plan, walk, optimal: true } => {
            let again = replay(level, &rules, Collect::Nothing, &plan);
            assert_eq!(again, Ok(walk.clone()), "{:?}", level.name);
            assert!(walk.wins, "{:?}", level.name);
            Some((walk.records.len() as u64, CostModel::Pushes.of(&walk).straight))
        }
        Verdict::Unknown(Limit::States) => None,
        other => panic!("{:?}: {other:?}", level.name),
    }
}

#[test]
fn levels_of_microban_are_solved_or_honestly_unknown() {
    let Some(levels) = levels() else { return };
    assert_eq!(levels.len(), 155);
    let mut decided = 0;
    for (n, level) in levels.iter().take(TRIED).enumerate() {
        let fewest_moves = cheapest(level, CostModel::Moves);
        let fewest_pushes = cheapest(level, CostModel::Pushes);
        if let (Some((moves, more)), Some((longer, pushes))) = (fewest_moves, fewest_pushes) {
            assert!(moves <= longer && pushes <= more, "level {}", n + 1);
        }
        if let Some(known) = KNOWN.get(n) {
            assert_eq!(fewest_moves.map(|(moves, _)| moves), Some(*known), "level {}", n + 1);
        }
        decided += usize::from(fewest_moves.is_some()) + usize::from(fewest_pushes.is_some());
    }
    assert!(decided >= 2 * TRIED - 4, "{decided} of {} searches came to an end", 2 * TRIED);
}
