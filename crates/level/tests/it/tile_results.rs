//! The tile levels of the corpus, compared with exact verdicts and costs confirmed by an independent planner.

use quandary_level::limits::Limits;
use quandary_level::rules::{Preset, PushOnto, Rules, StairEdges};
use quandary_level::solve::{Options, Verdict, solve};
use std::path::PathBuf;
use testing::skipped;

/// The folder of reference data; `None` with a printed note if it is missing.
fn data() -> Option<PathBuf> {
    let folder = std::env::var_os("QUANDARY_DATA").map(PathBuf::from);
    if folder.is_none() {
        skipped("QUANDARY_DATA does not name the folder of reference data");
    }
    folder
}

/// The rules of a row. The results assume that blocks are pushed onto plain floor and stairs lead along `stair` edges,
/// under either preset.
fn rules(options: &str, start: &str) -> Rules {
    let words: Vec<&str> = options.split_whitespace().collect();
    let mut preset = Preset::default();
    let mut set = Vec::new();
    for pair in words.chunks(2) {
        match pair {
            ["--preset", name] => preset = name.parse().expect(options),
            ["--rule", assignment] => set.push(*assignment),
            _ => unreachable!("{options:?}: {pair:?} is no option of the rules"),
        }
    }
    let (push_onto, stair_edges) = (PushOnto::Floor, StairEdges::Stair);
    let mut rules = Rules { push_onto, stair_edges, ..Rules::preset(preset) };
    set.into_iter().for_each(|assignment| rules.set(assignment).expect(options));
    rules.start = start.parse().expect(start);
    rules
}

#[test]
fn every_row_of_the_reference_is_reproduced() {
    let Some(data) = data() else { return };
    let folder = data.join("zelda/tile");
    let table = std::fs::read_to_string(folder.join("results.csv")).expect("the table");
    let mut rows = 0;
    for row in table.lines().skip(1) {
        let [name, options, rest @ ..] = &row.split(',').collect::<Vec<_>>()[..] else {
            unreachable!("{row:?} has too few columns")
        };
        // An inventory may contain commas.
        let [start @ .., verdict, cost] = rest else { unreachable!("{row:?} has too few columns") };
        let file = std::fs::read_to_string(folder.join(format!("{name}.json"))).expect(row);
        let level = quandary_level::formats::json::read(&file).expect(row);
        let rules = rules(options, &start.join(","));
        let solution = solve(&level, &rules, &Options::default(), &Limits::default()).expect(row);
        let found = match solution.verdict {
            Verdict::Solvable { walk, .. } => {
                assert_eq!(walk.cost.diagonal, 0, "{row}");
                ("solvable", walk.cost.straight.to_string())
            }
            Verdict::Unsolvable => ("unsolvable", String::new()),
            Verdict::Unknown(limit) => unreachable!("{row}: {limit:?} came first"),
        };
        assert_eq!(found, (*verdict, (*cost).to_owned()), "{row}");
        rows += 1;
    }
    assert!(rows > 0, "the table has no rows");
}
