//! `quandary measure` from outside: the nine dungeons of the corpus, rows as CSV and JSON, ranges, duplicates.

use crate::program::quandary;
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Output;
use testing::skipped;

/// The figures of the corpus, rounded as in their first publication.
const CORPUS: [(&str, f64, i32); 19] = [
    ("empty", 0.12, 2),
    ("dead_ends", 0.78, 2),
    ("distance", 0.43, 2),
    ("eccentric", 1.0, 2),
    ("reentry", 0.0, 2),
    ("cycles", 0.13, 2),
    ("on_cycle", 0.43, 2),
    ("gated", 0.67, 2),
    ("locks", 23.0, 0),
    ("keys", 17.0, 0),
    ("bombable", 24.0, 0),
    ("one_sided", 29.0, 0),
    ("puzzles", 32.0, 0),
    ("enemies", 0.76, 2),
    ("plain", 0.21, 2),
    ("symmetric", 0.86, 2),
    ("features", 0.18, 2),
    ("split", 0.16, 2),
    ("off_plan", 0.47, 2),
];

/// The smallest and the largest of the nine, where published.
const RANGES: [(&str, f64, f64); 12] = [
    ("empty", 0.06, 0.20),
    ("distance", 0.22, 0.56),
    ("eccentric", 0.57, 1.0),
    ("reentry", 0.0, 0.11),
    ("cycles", 0.08, 0.33),
    ("on_cycle", 0.32, 0.83),
    ("gated", 0.60, 0.78),
    ("enemies", 0.58, 0.79),
    ("plain", 0.12, 0.28),
    ("symmetric", 0.74, 0.92),
    ("features", 0.13, 0.21),
    ("off_plan", 0.36, 0.72),
];

/// The output of the program, which must succeed.
fn told(args: &str) -> String {
    let Output { status, stdout, stderr } = quandary(args, "");
    assert!(status.success(), "{args}: {}", String::from_utf8_lossy(&stderr));
    String::from_utf8(stdout).unwrap()
}

fn json(args: &str) -> Value {
    serde_json::from_str(&told(args)).unwrap()
}

fn rounded(figure: f64, decimals: i32) -> f64 {
    let scale = 10f64.powi(decimals);
    (figure * scale).round() / scale
}

/// The dungeons of the corpus, imported into a folder.
fn imported(folder: &Path) -> Option<String> {
    let data = std::env::var_os("QUANDARY_DATA")?;
    let corpus = Path::new(&data).join("vglc");
    let files = (1..=9).map(|n| {
        let [tiles, graph] = [format!("tloz{n}_1.txt"), format!("LoZ_{n}.dot")];
        let file = folder.join(format!("{n}.json")).display().to_string();
        let [tiles, graph] = [tiles, graph].map(|name| corpus.join(name).display().to_string());
        told(&format!("import vglc --tiles {tiles} --graph {graph} -o {file}"));
        file
    });
    Some(files.collect::<Vec<_>>().join(" "))
}

#[test]
fn the_nine_dungeons_of_the_corpus_have_the_figures_that_are_told_of_them() {
    let folder = tempfile::tempdir().unwrap();
    let Some(files) = imported(folder.path()) else {
        skipped("QUANDARY_DATA does not name the folder of reference data");
        return;
    };
    let told = json(&format!("measure {files} --corpus --against vglc --format json"));
    let lines = told["against"].as_array().unwrap();
    assert_eq!(lines.len(), CORPUS.len());
    for (line, (name, expect, decimals)) in lines.iter().zip(CORPUS) {
        assert_eq!(line["measure"], name);
        let figure = rounded(line["figure"].as_f64().unwrap(), decimals);
        assert_eq!((figure, line["corpus"].as_f64()), (expect, Some(expect)), "{name}");
    }
    let levels = told["levels"].as_array().unwrap();
    assert_eq!((levels.len(), &told["set"]["winnable"]["yes"]), (9, &Value::from(9)));
    for (name, least, most) in RANGES {
        let values = levels.iter().filter_map(|level| level["values"][name].as_f64());
        let values: Vec<f64> = values.map(|value| rounded(value, 2)).collect();
        let ends = (
            values.iter().copied().fold(f64::MAX, f64::min),
            values.iter().copied().fold(f64::MIN, f64::max),
        );
        assert_eq!((values.len(), ends), (9, (least, most)), "{name}");
    }
}

const KEYS: &str = "#######\n#@k#.*#\n#..+..#\n#######\n";
const PLAIN: &str = "#####\n#@.*#\n#####\n";

/// Three levels, two of them the same, in a folder: their paths.
fn levels(folder: &Path) -> String {
    let files = [("one.txt", KEYS), ("two.txt", PLAIN), ("three.txt", KEYS)].map(|(name, text)| {
        let path = folder.join(name);
        fs::write(&path, text).unwrap();
        path.display().to_string()
    });
    files.join(" ")
}

#[test]
fn a_row_is_the_same_as_csv_and_as_json_and_a_repeated_level_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let files = levels(folder.path());
    let csv = told(&format!("measure {files} --format csv"));
    let lines: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
    let told = json(&format!("measure {files} --format json"));
    assert_eq!((lines.len(), &told["format"]), (4, &Value::from("quandary/measures/1")));
    for (line, level) in lines[1..].iter().zip(told["levels"].as_array().unwrap()) {
        assert_eq!(line.len(), lines[0].len());
        assert_eq!((line[1], &level["winnable"]), ("yes", &Value::from(true)));
        for (name, cell) in lines[0].iter().zip(line).skip(3) {
            let value = level["values"][*name].as_f64();
            assert_eq!(value, cell.parse().ok(), "{name}: {cell}");
        }
    }
    let repeats: Vec<bool> =
        told["levels"].as_array().unwrap().iter().map(|one| !one["repeats"].is_null()).collect();
    assert_eq!((repeats, &told["set"]["duplicates"]), (vec![false, false, true], &Value::from(1)));
    // Of three pairs one is of equal levels.
    let tiles = &told["set"]["diversity"]["tiles"];
    assert_eq!((&tiles["pairs"], tiles["least"].as_f64()), (&Value::from(3), Some(0.0)));
    assert!(tiles["most"].as_f64() > Some(0.0), "{tiles}");
    let text = self::told(&format!("measure {files} --format text"));
    assert!(text.contains("3 levels: 100 % winnable, 100 % unlosable\n1 duplicate\n"), "{text}");
}

#[test]
fn a_range_is_counted_and_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let files = levels(folder.path());
    let range = "--range spheres,exploration --bins 4";
    let told = json(&format!("measure {files} {range} --format json"));
    let counts = told["range"]["counts"].as_array().unwrap();
    let row = |row: &Value| -> u64 {
        row.as_array().map_or_else(
            || row.as_u64().unwrap_or_default(),
            |cells| cells.iter().filter_map(Value::as_u64).sum(),
        )
    };
    assert_eq!(counts.iter().map(row).sum::<u64>(), 3, "{counts:?}");
    // Two different levels lie in two of sixteen cells.
    assert_eq!(told["range"]["covered"].as_f64(), Some(0.125));
    let picture = folder.path().join("range.svg").display().to_string();
    self::told(&format!("measure {files} {range} -o {picture}"));
    assert!(fs::read_to_string(&picture).unwrap().starts_with("<svg"));
    let refused = quandary(&format!("measure {files} --format svg"), "");
    assert_eq!(refused.status.code(), Some(2));
}

/// A mission is rated and measured as its printed level; so are areas and dungeons.
#[test]
fn missions_areas_and_dungeons_are_rated_and_measured() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, args: &str| {
        let path = folder.path().join(name);
        fs::write(&path, told(args)).unwrap();
        path.display().to_string()
    };
    let asked = "mission --seed 3 --rooms 9 --switches 1 --format";
    let mission = write("mission.json", &format!("{asked} json"));
    let level = write("level.json", &format!("{asked} level"));
    let area = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/samples/area.json");
    let dungeon = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/samples/dungeon.json");
    let [ours, its] =
        [&mission, &level].map(|file| json(&format!("rate {file} --format json"))["parts"].clone());
    assert!(ours == its && ours.is_object(), "{ours}\n{its}");
    for file in [&mission[..], area, dungeon] {
        let rated = json(&format!("rate {file} --format json"));
        let figure = rated["figure"].as_f64().unwrap();
        assert!(figure > 1.0 && figure < 100.0 && rated["winnable"] == true, "{file}: {rated}");
    }
    let measured = json(&format!("measure {mission} {level} {area} {dungeon} --format json"));
    let levels = measured["levels"].as_array().unwrap();
    assert_eq!((levels.len(), &levels[0]["values"]), (4, &levels[1]["values"]));
    assert_eq!(measured["set"]["winnable"]["yes"], 4);
}
