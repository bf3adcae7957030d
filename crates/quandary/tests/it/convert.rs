//! Conversions between all level formats, pictures, and the schemas of all formats, by the program.
//!
//! Over 500 lines because every format is converted to every other format here.

use crate::program::quandary;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use testing::skipped;

/// The output of a successful run.
fn said(args: &str, input: &str) -> String {
    let output = quandary(args, input);
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{args}\n{complaint}");
    String::from_utf8(output.stdout).unwrap_or_else(|error| panic!("{args}: {error}"))
}

/// Runs the program and compares its exit code, and part of its messages, with the expected ones.
fn refused(args: &str, input: &str, code: i32, part: &str) {
    let output = quandary(args, input);
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{args}\n{complaint}");
    assert!(complaint.contains(part), "{part:?} is not in what {args:?} says:\n{complaint}");
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().unwrap_or_else(|error| panic!("{error}"))
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

const DRAWN: &str = r#"quandary/level/1
name: "two floors"
start: {"floor":0,"row":1,"col":1}
rooms: [{"node":0,"floor":0,"row":0,"col":0,"rows":3,"cols":4},{"node":"b","floor":0,"row":0,"col":4,"rows":3,"cols":4}]
marks: [{"floor":0,"row":1,"col":2,"gives":"symbol:A"},{"floor":1,"row":1,"col":2,"gives":"toggle:7"}]
locks: [{"cells":[[0,1,3],[0,1,4]],"needs":["symbol:A","toggle:7=off"]}]
graph: {"nodes":[{"id":0,"contents":["start","key"]},{"id":"b","contents":["goal"]}],"edges":[{"from":0,"to":"b","requires":["key_locked"]}]}
provenance: {"seed":7,"notes":["x",{"y":null}]}

########
#.k++.*#
########

######
#.~,o#
######
"#;

#[test]
fn both_forms_are_one_level() {
    let json_form = said("convert -", DRAWN);
    let text_form = said("convert -", &json_form);
    assert_eq!(json(&said("convert - --format json", &json_form)), json(&json_form));
    assert_eq!(said("convert - --format text", &text_form), text_form);
    assert_eq!(said("convert -", &text_form), json_form, "text loses nothing");
    assert_eq!(json(&json_form)["floors"][1]["grid"][1], json("[2,1,40,41,3,2]"));
    assert_eq!(json(&json_form)["provenance"], json(r#"{"seed":7,"notes":["x",{"y":null}]}"#));
    assert!(json_form.contains("\n        [2, 1, 30, 11, 11, 1, 22, 2],\n"), "{json_form}");
    let bom = format!("\u{feff}  \n{json_form}");
    assert_eq!(said("convert -", &bom), text_form);
}

#[test]
fn a_graph_alone_is_converted_too() {
    let level = said("mission --seed 3 --rooms 9 --format level", "");
    let text = said("convert -", &level);
    assert!(text.starts_with("quandary/level/1\nname: \"mission 3\"\ngraph: {"), "{text}");
    assert_eq!(json(&said("convert -", &text)), json(&level));
    assert_eq!(said("solve -", &text), said("solve -", &level), "every command reads both forms");
    for format in ["svg", "png"] {
        let part = "standard input: has no floors; only levels with tiles can be drawn";
        refused(&format!("convert - --format {format}"), &level, 3, part);
    }
    refused("solve - --draw x.svg", &level, 3, "can be drawn");
}

#[test]
fn pictures_are_well_formed() {
    let svg = said("convert - --format svg", DRAWN);
    let page = roxmltree::Document::parse(&svg).unwrap_or_else(|error| panic!("{error}\n{svg}"));
    let names = page.descendants().filter_map(|node| node.attribute("href"));
    assert!(
        names.clone().any(|name| name == "#key") && names.clone().any(|name| name == "#locked")
    );
    assert!(!svg.contains("<text"), "no font is needed");
    assert_eq!(svg, said("convert - --format svg", DRAWN), "the same bytes");
    let png = quandary("convert - --format png", DRAWN).stdout;
    let picture = draw::pixels::read(&png, 9999).unwrap_or_else(|error| panic!("{error}"));
    assert!(picture.width > 400 && picture.height > 200);
    let colours: std::collections::BTreeSet<_> = picture.colours.into_iter().collect();
    assert!(colours.len() > 50, "{}", colours.len());
}

#[test]
fn large_levels_are_drawn_within_bounds() {
    let row = |y: usize| -> String {
        let tile = |x: usize| match (x * 7 + y * 13) % 11 {
            _ if (x, y) == (0, 0) => '@',
            0 => '#',
            1 => 'o',
            2 => '~',
            3 => 'k',
            _ => '.',
        };
        (0..600).map(tile).chain(['\n']).collect()
    };
    let level: String = (0..500).map(row).collect();
    let svg = said("convert - --format svg", &level);
    assert!(svg.len() < 12 << 20, "{} bytes", svg.len());
    let wide = format!("@{}*\n", ".".repeat(9000));
    refused("convert - --format png", &wide, 3, "too large");
    said("convert - --format svg", &wide);
}

#[test]
fn the_output_says_the_format_and_is_whole_or_not_there() {
    let folder = folder();
    let place = |name: &str| folder.path().join(name);
    for name in ["level.json", "level.txt", "level.svg", "level.png"] {
        said(&format!("convert - -o {}", place(name).display()), DRAWN);
    }
    let starts =
        |name: &str, with: &[u8]| fs::read(place(name)).is_ok_and(|bytes| bytes.starts_with(with));
    assert!(starts("level.json", b"{\n") && starts("level.txt", b"quandary/level/1\n"));
    assert!(starts("level.svg", b"<svg ") && starts("level.png", b"\x89PNG"));
    let before = fs::read(place("level.svg")).unwrap_or_default();
    let graph = said("mission --seed 3 --rooms 9 --format level", "");
    refused(&format!("convert - -o {}", place("level.svg").display()), &graph, 3, "no floors");
    assert_eq!(fs::read(place("level.svg")).unwrap_or_default(), before);
    refused(&format!("convert - -o {}", place("no/x.svg").display()), DRAWN, 3, "no such folder");
    assert_eq!(fs::read_dir(folder.path()).map(Iterator::count).ok(), Some(4));
}

#[test]
fn wrong_files_are_named_with_the_place() {
    let folder = folder();
    let file = |name: &str, text: &str| -> PathBuf {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap_or_else(|error| panic!("{error}"));
        path
    };
    let check = |path: &Path, part: &str| {
        for command in ["convert", "solve", "check"] {
            refused(&format!("{command} {}", path.display()), "", 3, part);
        }
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        refused(&format!("convert {}", path.display()), "", 3, &name);
    };
    check(&file("a.txt", &DRAWN.replace("#.~,o#", "#.~Zo#")), "line 15, column 4: 'Z'");
    check(&file("b.txt", "@..\n..\n"), "line 2, column 3: a row of 2 tiles among rows of 3");
    check(&file("c.json", "{\n \"format\": 3}"), "line 2, column 12");
    check(&file("d.json", "[]"), "is a JSON array, and no level");
    check(&folder.path().join("nothing.json"), "nothing.json");
    refused(
        "convert - --format gif",
        DRAWN,
        2,
        "known are json, text, tmj, tmx, xsb, sok, svg, png",
    );
}

#[test]
fn watching_needs_a_terminal() {
    refused("solve - --watch", DRAWN, 2, "--watch needs a terminal");
    refused("solve - --fps 3", DRAWN, 2, "--watch");
    refused(
        "check - --draw level.gif",
        DRAWN,
        2,
        "expected a file that ends in .svg, .png or .tmj",
    );
    refused(
        "solve - --draw level.gif",
        DRAWN,
        2,
        "expected a file that ends in .svg, .png or .tmj",
    );
}

#[test]
fn the_way_that_was_found_is_drawn() {
    let folder = folder();
    let path = folder.path().join("way.svg");
    let draw = |command: &str, level: &str, code: i32| {
        let output = quandary(&format!("{command} - --draw {}", path.display()), level);
        assert_eq!(output.status.code(), Some(code), "{command}");
        let svg = fs::read_to_string(&path).unwrap_or_default();
        let _ = fs::remove_file(&path);
        svg
    };
    let solved = draw("solve", TILES, 0);
    roxmltree::Document::parse(&solved).unwrap_or_else(|error| panic!("{error}"));
    assert!(solved.contains("stroke-opacity=\".8\""), "a way is drawn");
    let stuck = draw("check", "######\n#@k.+#\n#..#*#\n######\n", 0);
    assert!(stuck.contains("stroke-opacity=\".8\""), "the way to the goal");
    let lost = draw("check", "########\n#@k+.+*#\n########\n", 10);
    assert!(lost.contains("#990a14"), "stuck from the start");
    let losable = draw("check", "#######\n#@k.+*#\n#..####\n##+####\n##.####\n#######\n", 1);
    assert!(losable.contains("#990a14"), "a dead end is marked");
}

/// A schema that the program prints, compiled.
fn schema(name: &str) -> jsonschema::Validator {
    let text = said(&format!("schema {name}"), "");
    jsonschema::validator_for(&json(&text)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn holds(schema: &jsonschema::Validator, value: &Value) {
    if let Some(error) = schema.iter_errors(value).next() {
        panic!("{}: {error}\n{value}", error.instance_path());
    }
}

#[test]
fn the_schemas_are_listed_and_no_other_is_known() {
    let names: Vec<String> = said("schema", "")
        .lines()
        .filter_map(|line| line.split(' ').next().map(str::to_owned))
        .collect();
    assert_eq!(
        names,
        [
            "level",
            "mission",
            "layout",
            "area",
            "dungeon",
            "cave",
            "game",
            "riddle",
            "solution",
            "check",
            "hint",
            "rating",
            "measures",
            "import-report"
        ]
    );
    refused(
        "schema levels",
        "",
        2,
        "known are level, mission, layout, area, dungeon, cave, game, riddle, solution, check, hint, rating, measures, import-report",
    );
}

#[test]
fn levels_hold_their_schema() {
    let schema = schema("level");
    let good = json(&said("convert -", DRAWN));
    holds(&schema, &good);
    holds(&schema, &json(&said("mission --seed 3 --format level --switches 1", "")));
    for (pointer, wrong) in [
        ("/format", "\"quandary/level/2\""),
        ("/floors/0/grid/0/0", "4"),
        ("/floors/0/grid/0", "3"),
        ("/start", "3"),
        ("/start/row", "-1"),
        ("/rooms/0/rows", "0"),
        ("/marks/0/gives", "\"key\""),
        ("/marks/0/gives", "\"symbol:\""),
        ("/marks/1/gives", "\"toggle:x\""),
        ("/locks/0/needs/1", "\"toggle:7\""),
        ("/locks/0/cells/0", "[1,3]"),
        ("/graph/nodes/0/contents/1", "\"strt\""),
        ("/graph/nodes/0/id", "1.5"),
        ("/graph/edges/0/requires/0", "\"keylocked\""),
        ("/graph/edges/0/to", "null"),
    ] {
        let mut bad = good.clone();
        let Some(place) = bad.pointer_mut(pointer) else { panic!("{pointer} is not there") };
        *place = json(wrong);
        assert!(!schema.is_valid(&bad), "{pointer} {wrong}");
        let code = quandary("convert -", &bad.to_string()).status.code();
        assert_eq!(code, Some(3), "{pointer} {wrong}");
    }
    for name in ["hp", "graph"] {
        let mut bad = good.clone();
        let Some(fields) = bad.as_object_mut() else { panic!("no object") };
        if fields.remove(name).is_none() {
            fields.insert(name.to_owned(), Value::Null);
        }
        assert!(!schema.is_valid(&bad), "{name}");
    }
}

/// Plates, conditions that win, and rules; the lock opens when the block is on its plate.
const PLATED: &str = r#"quandary/level/1
locks: [{"cells":[[0,1,6]],"needs":["plate:north","lacks:symbol:alarm"]}]
plates: [{"name":"north","cells":[[0,1,4]],"gives":"symbol:bell"},{"name":"south","cells":[[0,2,3],[0,2,4]]}]
win: ["symbol:bell","toggle:0=off"]
rules: {"preset":"classic","push":"once","bomb_pickup":2}

#########
#@.o....#
#.......#
#########
"#;

#[test]
fn plates_conditions_and_rules_hold_their_schema() {
    let schema = schema("level");
    let good = json(&said("convert -", PLATED));
    holds(&schema, &good);
    for (pointer, wrong) in [
        ("/plates/0/name", "\"\""),
        ("/plates/0/name", "7"),
        ("/plates/0/cells", "[]"),
        ("/plates/0/cells/0", "[1,4]"),
        ("/plates/1/cells/1", "[0,2,3]"),
        ("/plates/0/gives", "\"toggle:0\""),
        ("/plates/0", "{\"name\":\"north\"}"),
        ("/locks/0/needs/0", "\"plate:\""),
        ("/locks/0/needs/1", "\"lacks:alarm\""),
        ("/win", "[]"),
        ("/win", "\"symbol:bell\""),
        ("/win/0", "\"key_locked\""),
        ("/win/1", "\"toggle:0\""),
        ("/rules/preset", "\"usual\""),
        ("/rules/push", "\"twice\""),
        ("/rules/push", "true"),
        ("/rules/bomb_pickup", "-1"),
        ("/rules", "[]"),
        ("/rules", "{\"start\":\"keys=1\"}"),
    ] {
        let mut bad = good.clone();
        let Some(place) = bad.pointer_mut(pointer) else { panic!("{pointer} is not there") };
        *place = json(wrong);
        assert!(!schema.is_valid(&bad), "{pointer} {wrong}");
        let code = quandary("convert -", &bad.to_string()).status.code();
        assert_eq!(code, Some(3), "{pointer} {wrong}");
    }
    for (pointer, right) in [
        ("/rules/bomb_pickup", "\"7\""),
        ("/rules", "{\"diagonals\":true,\"warps\":\"stairs,doors\",\"blocks\":\"reset\"}"),
        ("/rules", "{\"diagonals\":\"false\"}"),
        ("/rules", "{}"),
    ] {
        let mut other = good.clone();
        let Some(place) = other.pointer_mut(pointer) else { panic!("{pointer} is not there") };
        *place = json(right);
        holds(&schema, &other);
        let code = quandary("convert -", &other.to_string()).status.code();
        assert_eq!(code, Some(0), "{pointer} {right}");
    }
}

#[test]
fn the_records_of_a_level_with_plates_tell_which_are_down() {
    let print = |command: &str| json(&said(&format!("{command} - --format json"), PLATED));
    let solved = print("solve");
    holds(&schema("solution"), &solved);
    assert_eq!(solved["plan"][0]["plates"], json("[]"));
    assert_eq!(solved["inventory"]["plates"], json("[\"north\"]"));
    assert_eq!(solved["inventory"]["symbols"], json("[\"bell\"]"));
    assert_eq!(solved["rules"]["push"], json("\"once\""));
    assert_eq!(solved["rules"]["warps"], json("\"stairs,doors\""), "classic has both");
    let checked = quandary("check - --format json", PLATED).stdout;
    holds(&schema("check"), &json(&String::from_utf8_lossy(&checked)));
    let plain = json(&said("solve - --format json", TILES));
    assert_eq!(plain["inventory"].get("plates"), None, "no word of plates where there are none");
}

#[test]
fn missions_hold_their_schema() {
    let schema = schema("mission");
    for args in ["--switches 2", "--key-style small --rooms 12", "--no-goal --linearity 5"] {
        let mission = json(&said(&format!("mission --seed 5 {args} --format json"), ""));
        holds(&schema, &mission);
        let mut bad = mission.clone();
        bad["proof"]["winnable"] = Value::Null;
        assert!(!schema.is_valid(&bad));
        bad = mission;
        bad["extra"] = Value::Null;
        assert!(!schema.is_valid(&bad));
    }
}

const CUPBOARD: &str = r#"{"format":"quandary/level/1","graph":{
    "nodes":[{"id":0,"contents":["start","key","toggle:0"]},{"id":1},{"id":"c","contents":["goal"]}],
    "edges":[{"from":0,"to":1,"requires":"key_locked"},{"from":1,"to":0},
             {"from":0,"to":"c","requires":["key_locked","toggle:0=on"]}]}}"#;

const TILES: &str = "########\n#@k..++#\n#.o.%##*\n#.i.%.+.\n########\n\n###\n#.#\n###\n";

#[test]
fn judgements_hold_their_schemas() {
    let (solution, check) = (schema("solution"), schema("check"));
    let no_key = CUPBOARD.replace(r#""key","#, "");
    let mission = said("mission --seed 3 --format level", "");
    for (level, args) in [
        (CUPBOARD, ""),
        (&no_key, ""),
        (&mission, ""),
        (&mission, "--max-states 3"),
        (CUPBOARD, "--start keys=1,key_item=true --preset classic --rule blocks=reset"),
    ] {
        let print = |command: &str| {
            let output = quandary(&format!("{command} - --format json {args}"), level);
            json(&String::from_utf8_lossy(&output.stdout))
        };
        holds(&solution, &print("solve"));
        holds(&solution, &print("solve --anytime"));
        holds(&check, &print("check"));
    }
    if let Some(data) = std::env::var_os("QUANDARY_DATA") {
        let path = Path::new(&data).join("zelda/tile/LoZ_1.json");
        let args = format!("{} --rule push=off --format json", path.display());
        holds(&solution, &json(&said(&format!("solve {args}"), "")));
        let checked = quandary(&format!("check {args}"), "").stdout;
        holds(&check, &json(&String::from_utf8_lossy(&checked)));
    } else {
        skipped("QUANDARY_DATA is not set, and zelda/tile/LoZ_1.json is needed");
    }
    let good = json(&said("solve - --format json", CUPBOARD));
    for (pointer, wrong) in [
        ("/verdict", "\"solved\""),
        ("/plan/0/action", "\"walk\""),
        ("/plan/0/position", "null"),
        ("/path", "null"),
        ("/cost", "null"),
    ] {
        let mut bad = good.clone();
        let Some(place) = bad.pointer_mut(pointer) else { panic!("{pointer} is not there") };
        *place = json(wrong);
        assert!(!solution.is_valid(&bad), "{pointer} {wrong}");
    }
    for (position, fits) in [("[1,2]", true), ("[0,1,2]", true), ("7", true), ("[1]", false)] {
        let mut moved = good.clone();
        moved["path"][0] = json(position);
        moved["plan"][0]["action"] = json("\"up_left\"");
        moved["plan"][0]["pushed"] = json("[[1,2],[1,3]]");
        assert_eq!(solution.is_valid(&moved), fits, "{position}");
    }
}

#[test]
fn import_reports_hold_their_schema() {
    let folder = folder();
    let report = folder.path().join("report.json");
    let dot = "digraph {\n0 [label=\"s\"]\n1 [label=\"t\"]\n0 -> 1 [label=\"l\"]\n}\n";
    said(&format!("import vglc --graph - --report {}", report.display()), dot);
    holds(&schema("import-report"), &json(&fs::read_to_string(report).unwrap_or_default()));
}

#[test]
fn what_is_made_holds_its_schema() {
    for (name, args) in [
        ("area", "area --category temple --puzzles 3 --seed 1 --format json"),
        ("area", "area --category cave --puzzles per-room --seed 2 --format json"),
        (
            "dungeon",
            "dungeon --category cave --rooms 12 --seed 2 --attempts 8 --floors 2 --format json",
        ),
        ("dungeon", "dungeon --seed 3 --format json"),
        ("cave", "cave --size 20x9 --distance --seed 4 --format json"),
        ("layout", "layout --category town --seed 5 --format json"),
        ("game", "game --locale en_US --robots greedy casual --seed 6 --format json"),
        ("riddle", "riddle --locale en_US --attempts 100 --seed 7 --format json"),
    ] {
        let made = json(&String::from_utf8_lossy(&quandary(args, "").stdout));
        holds(&schema(name), &made);
        for (part, of) in [("area", "area"), ("level", "level")] {
            if !made[part].is_null() {
                holds(&schema(of), &made[part]);
            }
        }
    }
}

#[test]
fn areas_hold_their_schema() {
    let schema = schema("area");
    let good = json(include_str!("../../../../tests/samples/area.json"));
    holds(&schema, &good);
    let code = |area: &Value| {
        let folder = folder();
        let path = folder.path().join("area.json");
        let written = fs::write(&path, area.to_string());
        assert!(written.is_ok());
        quandary(&format!("play {}", path.display()), "quit\n").status.code()
    };
    assert_eq!(code(&good), Some(0));
    for (pointer, wrong) in [
        ("/format", "\"quandary/layout/1\""),
        ("/bounds", "[0,1,0,1]"),
        ("/rooms/0/coords", "[0,0]"),
        ("/rooms/0/kind", "\"hall\""),
        ("/rooms/0/connections", "[\"east\",\"east\"]"),
        ("/rooms/0/entry", "1"),
        ("/puzzles/0/kind", "\"button\""),
        ("/puzzles/0/kind", "\"riddle\""),
        ("/puzzles/2/kind", "\"lever\""),
        ("/puzzles/2/required_key", "\"\""),
        ("/puzzles/3/riddle_answers", "[]"),
        ("/puzzles/4/direction", "\"eastward\""),
        ("/puzzles/5/sequence_ids", "[\"great\",\"great\",\"small\"]"),
        ("/puzzles/5/hint_threshold", "21"),
        ("/items/0/room", "null"),
    ] {
        let mut bad = good.clone();
        let Some(place) = bad.pointer_mut(pointer) else { panic!("{pointer} is not there") };
        *place = json(wrong);
        assert!(!schema.is_valid(&bad), "{pointer} {wrong}");
        assert_eq!(code(&bad), Some(3), "{pointer} {wrong}");
    }
}
