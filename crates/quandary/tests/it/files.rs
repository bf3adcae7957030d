//! One file of every kind that is read, with the cost of each of its levels: `fuzz/seeds/verdicts.json`. The tests of
//! the Python package and of the browser's module hold the same table.

use quandary::formats::aliases::{Aliases, Spot};
use quandary::{read_levels_file, solve};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

/// The cost of the cheapest plan of a level, or the verdict.
fn cost(level: &quandary::Level) -> Value {
    let found = solve(level).unwrap_or_else(|error| panic!("{error}"));
    let json = json!(found.solved.wire(level, false));
    let cost = json.get("cost").filter(|cost| !cost.is_null());
    cost.unwrap_or(&json["verdict"]).clone()
}

#[test]
fn every_kind_of_file_has_its_verdicts() {
    let seeds = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds");
    let table = fs::read_to_string(seeds.join("verdicts.json")).unwrap_or_default();
    let table: Vec<Value> = serde_json::from_str(&table).unwrap_or_default();
    assert!(table.len() > 20, "the table is read");
    for row in table {
        let file = row["file"].as_str().unwrap_or_default();
        let cell = |name: &str| {
            let [x, y] = [0, 1].map(|at| row[name][at].as_i64());
            Some(Spot::at((x?, y?)))
        };
        let mut aliases = Aliases::default();
        aliases.start = cell("start");
        aliases.goals = cell("goal").into_iter().collect();
        let found = read_levels_file(seeds.join(file), &aliases, row["game"].as_str());
        let found = found.unwrap_or_else(|error| panic!("{file}: {error}"));
        let costs: Vec<Value> = found
            .levels
            .iter()
            .map(|level| level.as_ref().map_or_else(|_| json!("left out"), cost))
            .collect();
        assert_eq!(json!(costs), row["costs"], "{file}");
    }
}
