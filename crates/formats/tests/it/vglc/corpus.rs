//! Tests of the nine dungeons of the corpus against exact results of an independent checker: verdict, cost, number of
//! states, number of dead states, length of the shortest witness.

use level::Limits;
use level::check::change::Change;
use level::check::why_not::{Tried, why_not};
use level::check::{Safety, check};
use level::rules::{Bombs, Collect, Preset, Rules};
use level::solve::{Options, Verdict, solve};
use quandary_formats::vglc::graph::{EdgeS, import};
use quandary_formats::vglc::import as stitch;
use std::path::PathBuf;
use testing::skipped;

/// The folder of reference data, or `None` with a message.
fn data() -> Option<PathBuf> {
    let folder = std::env::var_os("QUANDARY_DATA").map(PathBuf::from);
    if folder.is_none() {
        skipped("QUANDARY_DATA does not name the folder of reference data");
    }
    folder
}

/// The rules and the import options for the name of a row.
fn options(name: &str) -> (Rules, EdgeS) {
    let mut rules = Rules::default();
    rules.start.bombs = 1;
    if name != "G1" {
        rules.bombs = Bombs::Unlimited;
    }
    (rules, if name == "G4" { EdgeS::Impassable } else { EdgeS::Stair })
}

#[test]
fn every_row_of_the_reference_is_reproduced() {
    let Some(data) = data() else { return };
    let table = std::fs::read_to_string(data.join("zelda/room_graph.csv")).unwrap();
    let mut rows = 0;
    for row in table.lines().skip(1) {
        let columns: Vec<&str> = row.split(',').collect();
        let [dungeon, name, verdict, cost, states, dead, witness] = columns[..] else {
            panic!("{row:?} has not seven columns")
        };
        let (rules, edge_s) = options(name);
        let dot = std::fs::read_to_string(data.join(format!("vglc/{dungeon}.dot"))).unwrap();
        let level = import(&dot, edge_s).unwrap().level;
        let found = match solve(&level, &rules, &Options::default(), &Default::default())
            .unwrap()
            .verdict
        {
            Verdict::Solvable { walk, .. } => ("solvable", walk.cost.to_string()),
            Verdict::Unsolvable => ("unsolvable", String::new()),
            Verdict::Unknown(limit) => panic!("{row}: {limit:?}"),
        };
        assert_eq!(found, (verdict, cost.to_owned()), "{row}");
        let check = check(&level, &rules, &Default::default()).unwrap();
        assert_eq!(check.states.to_string(), states, "{row}");
        assert_eq!(check.dead_states.unwrap().to_string(), dead, "{row}");
        let length = match check.safety {
            Safety::Softlock(Some((plan, walk))) => {
                assert_eq!(plan.moves.len(), walk.records.len());
                walk.cost.to_string()
            }
            _ => String::new(),
        };
        assert_eq!(length, witness, "{row}");
        rows += 1;
    }
    assert!(rows > 0, "the table has no rows");
}

/// Under the classic rules every cell of a door takes a key of its own, and the first dungeon cannot be won.
#[test]
fn the_rule_that_decides_is_named() {
    let Some(data) = data() else { return };
    let [tiles, dot] = ["tloz1_1.txt", "LoZ_1.dot"]
        .map(|name| std::fs::read_to_string(data.join("vglc").join(name)).unwrap());
    let level = stitch(Some(&tiles), Some(&dot), EdgeS::Stair).unwrap().level;
    let rules = Rules::preset(Preset::Classic);
    let limits = Limits { states: Some(100_000), ..Limits::default() };
    let found = why_not(&level, &rules, Collect::Nothing, &limits).unwrap();
    let also: Vec<String> = found
        .also
        .iter()
        .filter_map(|change| match change {
            Change::Rule(rule) => Some(rule.to_string()),
            _ => None,
        })
        .collect();
    assert_eq!(also, ["locks=doorway"]);
    assert!(found.tried == Tried::CutShort && found.core.is_empty());
}
