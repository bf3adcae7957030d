//! `quandary area`, `expand` and `dungeon`: their output is verified, changed, verified again, and played.
//!
//! Over 500 lines because the commands use the output of each other.

use crate::program::quandary;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Runs the program, which must succeed, and returns its output.
fn ok(args: &str, input: &str) -> String {
    let output = quandary(args, input);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(0), "{args}: {said}");
    String::from_utf8(output.stdout).unwrap_or_else(|error| panic!("{error}"))
}

fn value(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// The JSON of `check` for a level, whatever its exit code.
fn checked(level: &Value) -> Value {
    let output = quandary("check - --format json", &level.to_string());
    value(&String::from_utf8_lossy(&output.stdout))
}

fn area(args: &str) -> Value {
    value(&ok(&format!("area {args} --format json"), ""))
}

#[test]
fn areas_are_judged_and_every_puzzle_counts() {
    for seed in 0..12 {
        let area = area(&format!("--category temple --puzzles 3 --seed {seed}"));
        let whole = checked(&area);
        assert_eq!(whole["unlosable"], json!(true), "seed {seed}: {whole}");
        let puzzles = area["puzzles"].as_array().map_or(0, Vec::len);
        assert_eq!((puzzles, &area["report"]["placed"]), (3, &json!(3)));
        for number in 0..puzzles {
            let mut without = area.clone();
            let gone = without["puzzles"].as_array_mut().map(|puzzles| puzzles.remove(number));
            let gone = gone.unwrap_or_default();
            unblock(&mut without, &gone);
            let other = checked(&without);
            assert_ne!(other, whole, "seed {seed}: without {}", gone["name"]);
        }
    }
}

/// Removes the passage of a puzzle from the blocked directions, on both sides.
fn unblock(area: &mut Value, puzzle: &Value) {
    let ways = json!({"north": [0, 1, 0, "south"], "south": [0, -1, 0, "north"], "east": [1, 0, 0, "west"],
        "west": [-1, 0, 0, "east"], "up": [0, 0, 1, "down"], "down": [0, 0, -1, "up"]});
    let direction = puzzle["direction"].as_str().unwrap_or_default();
    let step = &ways[direction];
    let far: Vec<i64> = (0..3)
        .map(|axis| puzzle["room"][axis].as_i64().unwrap_or(0) + step[axis].as_i64().unwrap_or(0))
        .collect();
    for (place, way) in [(puzzle["room"].clone(), json!(direction)), (json!(far), step[3].clone())]
    {
        for room in area["rooms"].as_array_mut().into_iter().flatten() {
            if room["coords"] == place {
                let blocked = room["blocked_directions"].as_array_mut();
                if let Some(blocked) = blocked {
                    blocked.retain(|blocked| *blocked != way);
                }
            }
        }
    }
}

#[test]
fn a_key_behind_its_own_door_is_named() {
    let mut tried = 0;
    for seed in 0..30 {
        let mut area = area(&format!("--category cave --puzzles 2 --seed {seed}"));
        let doors: Vec<Value> = area["puzzles"]
            .as_array()
            .into_iter()
            .flatten()
            .filter(|puzzle| puzzle["kind"] == "locked_door")
            .cloned()
            .collect();
        let Some(door) = doors.first() else { continue };
        let level = value(&ok("area --format level --category cave --puzzles 2", ""));
        assert_eq!(level["format"], "quandary/level/1");
        // The far side is the room other than the near one whose way back is blocked.
        let far = area["rooms"].as_array().into_iter().flatten().find(|room| {
            let way = door["direction"].as_str().unwrap_or_default();
            let opposite = match way {
                "north" => "south",
                "south" => "north",
                "east" => "west",
                "west" => "east",
                "up" => "down",
                _ => "up",
            };
            let apart: i64 = (0..3)
                .map(|axis| {
                    let [a, b] =
                        [&room["coords"], &door["room"]].map(|p| p[axis].as_i64().unwrap_or(0));
                    (a - b).abs()
                })
                .sum();
            let blocked = room["blocked_directions"].as_array().into_iter().flatten();
            apart == 1 && blocked.into_iter().any(|blocked| *blocked == opposite)
        });
        let far = far.map(|room| room["coords"].clone()).unwrap_or_default();
        for item in area["items"].as_array_mut().into_iter().flatten() {
            if item["name"] == door["required_key"] {
                item["room"] = far.clone();
                // The key is in the open now, wherever it was before.
                item["holder"] = Value::Null;
            }
        }
        let output = quandary("check -", &area.to_string());
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(output.status.code(), Some(10), "seed {seed}: {said}");
        let key = door["required_key"].as_str().unwrap_or("?");
        assert!(said.contains(&format!("symbol:{key} between")), "seed {seed}: {said}");
        tried += 1;
    }
    assert!(tried >= 8, "{tried} doors were tried");
}

#[test]
fn an_area_can_be_expanded_and_played() {
    let folder = tempfile::tempdir().unwrap_or_else(|error| panic!("{error}"));
    let file = |name: &str| folder.path().join(name).display().to_string();
    let (small, large) = (file("small.json"), file("large.json"));
    ok(&format!("area --category ruins --seed 3 --format json -o {small}"), "");
    ok(&format!("expand {small} --rooms 12 --seed 4 -o {large}"), "");
    let read = |path: &str| value(&fs::read_to_string(path).unwrap_or_else(|e| panic!("{e}")));
    let count = |area: &Value, what: &str| area[what].as_array().map_or(0, Vec::len);
    let (before, after) = (read(&small), read(&large));
    assert_eq!(count(&after, "rooms"), count(&before, "rooms") + 12);
    assert!(count(&after, "puzzles") > count(&before, "puzzles"));
    assert_eq!(checked(&after)["unlosable"], json!(true));
    told_alike(&before, &after);
    // The provenance holds everything that is needed to generate the area again.
    let (request, text) = (&after["provenance"]["request"], fs::read(&small).unwrap_or_default());
    assert_eq!((&after["seed"], &after["provenance"]["seed"]), (&json!(3), &json!(4)));
    assert_eq!(request["area"]["provenance"], before["provenance"]);
    assert_eq!(request["area"]["sha256"], json!(hex::encode(Sha256::digest(text))));
    let text = ok(&format!("expand {small} --rooms 12 --seed 4 --format text"), "");
    assert!(text.starts_with("Area 3, expanded by seed 4 (attempt 0): ruins, "), "{text}");
    let said = quandary(&format!("play {large}"), "look\nquit\n");
    assert_eq!(said.status.code(), Some(0));
    let refused = quandary(&format!("expand {small} --rooms 0"), "");
    assert_eq!(refused.status.code(), Some(2));
}

/// Every room has a purpose, a name of its own and a text; old rooms have the names and texts that they had.
fn told_alike(before: &Value, after: &Value) {
    let rooms = |area: &Value| area["rooms"].as_array().cloned().unwrap_or_default();
    let mut names = BTreeSet::new();
    for room in rooms(after) {
        let told =
            ["purpose", "name", "text"].map(|field| room[field].as_str().unwrap_or_default());
        assert!(told.iter().all(|said| !said.is_empty()), "{room}");
        assert!(names.insert(told[1].to_lowercase()), "{} is there twice", told[1]);
        let old = rooms(before).into_iter().find(|old| old["coords"] == room["coords"]);
        if let Some(old) = old {
            assert_eq!((&old["name"], &old["text"]), (&room["name"], &room["text"]));
        }
    }
}

#[test]
fn a_category_without_puzzles_gets_none_when_it_is_expanded() {
    let placed = |area: &Value| area["puzzles"].as_array().map_or(0, Vec::len);
    for (category, seed) in [("mine", 1), ("town", 2), ("inn", 3)] {
        let plain = area(&format!("--category {category} --seed {seed}"));
        assert_eq!(placed(&plain), 0);
        let expand = |args: &str| {
            value(&ok(&format!("expand - --rooms 8 --seed 4 {args}"), &plain.to_string()))
        };
        assert_eq!(placed(&expand("")), 0, "{category}");
        assert_eq!(placed(&expand("--puzzles 2")), 2, "{category}");
    }
    let cave = area("--category cave --seed 1 --puzzles 1");
    let more = value(&ok("expand - --rooms 8 --seed 4", &cave.to_string()));
    assert!((2..=3).contains(&placed(&more)), "{}", placed(&more));
    let none = value(&ok("expand - --rooms 8 --seed 4 --puzzles 0", &cave.to_string()));
    assert_eq!((placed(&none), &none["provenance"]["algorithm"]), (1, &json!("expand/3")));
}

/// An area with a chest, and its seed.
fn with_chest() -> (Value, u64) {
    let all =
        (0..200).map(|seed| (area(&format!("--category ruins --puzzles 2 --seed {seed}")), seed));
    let mut chested = all.filter(|(area, _)| area.get("chests").is_some());
    chested.next().unwrap_or_else(|| panic!("no area of 200 has a chest"))
}

#[test]
fn a_chest_is_told_judged_played_and_expanded() {
    let (area, seed) = with_chest();
    let chest = area["chests"][0].clone();
    let (id, name) = (chest["id"].clone(), chest["name"].as_str().unwrap_or_default());
    let text = ok(&format!("area --category ruins --puzzles 2 --seed {seed}"), "");
    assert!(text.contains(&format!("c1. chest {name:?} in (")), "{text}");
    assert!(text.contains("in chest c1, ("), "{text}");
    assert_eq!(checked(&area)["unlosable"], json!(true));

    // With its own key inside, the chest can never be opened.
    let mut broken = area.clone();
    for item in broken["items"].as_array_mut().into_iter().flatten() {
        if item["name"] == chest["required_key"] {
            item["room"] = chest["room"].clone();
            item["holder"] = id.clone();
        }
    }
    let output = quandary("check -", &broken.to_string());
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(10), "{said}");
    let key = chest["required_key"].as_str().unwrap_or_default();
    assert!(said.contains(&format!("symbol:{key} between")), "{said}");

    let more = value(&ok("expand - --rooms 6 --seed 4 --puzzles 0", &area.to_string()));
    assert_eq!((&more["chests"], &more["items"]), (&area["chests"], &area["items"]));
    let listed = |items: &Value| {
        items.as_array().into_iter().flatten().all(|item| {
            item["description"].as_str().is_some_and(|text| text.len() > 40)
                && item.get("holder").is_some()
        })
    };
    assert!(listed(&area["items"]), "{}", area["items"]);
}

#[test]
fn what_was_asked_placed_and_closed_is_told() {
    let mut closed = 0;
    for seed in 0..6 {
        let args = format!("--category cave --puzzles per-room --seed {seed}");
        let (area, text) = (area(&args), ok(&format!("area {args}"), ""));
        let layout = value(&ok(&format!("layout --category cave --seed {seed} --format json"), ""));
        let passages = |rooms: &Value| -> u64 {
            let rooms = rooms.as_array().into_iter().flatten();
            rooms.map(|room| room["connections"].as_array().map_or(0, Vec::len) as u64).sum::<u64>()
                / 2
        };
        let report = &area["report"];
        let number = |field: &str| report[field].as_u64().unwrap_or_default();
        assert_eq!(number("closed"), passages(&layout["rooms"]) - passages(&area["rooms"]));
        let reasons = report["reasons"].as_array().cloned().unwrap_or_default();
        let lacking: u64 = reasons.iter().filter_map(|lack| lack["puzzles"].as_u64()).sum();
        assert_eq!(number("asked"), number("placed") + lacking, "{report}");
        assert!(reasons.iter().any(|lack| lack["reason"] == "dead_end"), "{report}");
        let told = format!(
            "Puzzles: {} asked for, {} placed, {} ",
            number("asked"),
            number("placed"),
            number("closed")
        );
        assert!(text.contains(&told) && text.contains("in dead ends"), "{told}: {text}");
        closed += number("closed");
    }
    assert!(closed > 0);
    let few = area("--category inn --puzzles 40 --seed 1");
    assert_eq!(few["report"]["reasons"][0]["reason"], json!("no_gate"), "{}", few["report"]);
}

#[test]
fn the_walkthrough_of_a_dungeon_wins_it() {
    let folder = tempfile::tempdir().unwrap_or_else(|error| panic!("{error}"));
    let path = folder.path().join("dungeon.json");
    let file = path.display().to_string();
    for args in [
        "--seed 1",
        "--seed 2 --category cave --floors 2 --rooms 12",
        "--seed 3 --category tower --rooms 9 --floors 3",
        "--seed 4 --category inn --rooms 8 --puzzles 0",
        "--seed 5 --rooms 24 --category temple",
    ] {
        ok(&format!("dungeon --attempts 8 {args} --format json -o {file}"), "");
        let dungeon = value(&fs::read_to_string(&path).unwrap_or_else(|error| panic!("{error}")));
        let commands = dungeon["walkthrough"].as_array().into_iter().flatten();
        let script: Vec<&str> = commands.filter_map(Value::as_str).collect();
        let played = quandary(&format!("play {file}"), &script.join("\n"));
        let said = String::from_utf8_lossy(&played.stdout).into_owned();
        assert_eq!(played.status.code(), Some(0), "{args}\n{said}");
        let ending = dungeon["ending"].as_str().unwrap_or_default();
        assert!(
            said.replace('\n', " ").contains(ending.split('.').next().unwrap_or_default()),
            "{args}\n{said}"
        );
        let judged = value(&ok(&format!("check {file} --format json"), ""));
        assert_eq!(judged["room_level"]["agrees"], json!(true), "{args}");
        ok(&format!("solve {file}"), "");
    }
}

#[test]
fn every_format_of_a_dungeon_is_written() {
    let folder = tempfile::tempdir().unwrap_or_else(|error| panic!("{error}"));
    for (format, begins) in [
        ("map", "Dungeon 9"),
        ("json", "{"),
        ("svg", "<svg"),
        ("png", "\u{fffd}PNG"),
        ("level", "{"),
        ("tmj", "{"),
    ] {
        let path = folder.path().join(format!("out.{format}"));
        ok(
            &format!(
                "dungeon --rooms 8 --attempts 4 --seed 9 --format {format} -o {}",
                path.display()
            ),
            "",
        );
        let bytes = fs::read(&path).unwrap_or_else(|error| panic!("{error}"));
        let text = String::from_utf8_lossy(&bytes);
        assert!(text.starts_with(begins), "{format}: {}", &text[..40.min(text.len())]);
    }
    let map = ok("dungeon --rooms 8 --attempts 4 --seed 9 --spoiler", "");
    assert!(map.contains("Proved: winnable ·") && map.contains("Walkthrough"), "{map}");
    let tmj = folder.path().join("out.tmj").display().to_string();
    ok(&format!("check {tmj}"), "");
}

#[test]
fn the_best_of_many_can_be_made_again() {
    let best =
        value(&ok("dungeon --rooms 8 --seed 11 --attempts 12 --format json --threads 2", ""));
    assert_eq!(
        best,
        value(&ok("dungeon --rooms 8 --seed 11 --attempts 12 --format json --threads 1", ""))
    );
    let attempt = &best["attempt"];
    let again =
        value(&ok(&format!("dungeon --rooms 8 --seed 11 --attempt {attempt} --format json"), ""));
    assert_eq!(best["level"], again["level"]);
    // A longer time for a busy machine.
    let timed = ["300ms", "5s", "60s"].into_iter().find_map(|time| {
        let output =
            quandary(&format!("dungeon --rooms 8 --seed 11 --time {time} --format json"), "");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        (output.status.code() == Some(0)).then(|| value(&text))
    });
    let timed = timed.unwrap_or_else(|| panic!("nothing is found in a minute"));
    let again = format!("dungeon --rooms 8 --seed 11 --attempt {} --format json", timed["attempt"]);
    assert_eq!(timed["level"], value(&ok(&again, ""))["level"]);
}

#[test]
fn templates_of_ones_own() {
    let folder = tempfile::tempdir().unwrap_or_else(|error| panic!("{error}"));
    let path = folder.path().join("pack.json");
    let file = path.display().to_string();
    let write = |text: &str| fs::write(Path::new(&file), text).unwrap_or_else(|e| panic!("{e}"));
    write(
        r#"{"format":"quandary/templates/1","category":"inn","templates":[{"kind":"lever","name":"beer tap",
        "description":"A tap that drips.","threshold":11,"hint":"Pull it."}]}"#,
    );
    let inn = area(&format!(
        "--category inn --bounds -2,2,-2,2,0,0 --puzzles 1 --seed 1 --templates {file}"
    ));
    let names: Vec<&str> = inn["puzzles"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|p| p["name"].as_str())
        .collect();
    assert!(names.iter().all(|name| *name == "beer tap"), "{names:?}");
    write(r#"{"format":"quandary/templates/1","category":"inn","templates":[{"kind":"leever"}]}"#);
    let refused = quandary(&format!("area --category inn --puzzles 1 --templates {file}"), "");
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert_eq!(refused.status.code(), Some(3), "{said}");
    assert!(said.contains("pack.json") && said.contains("leever"), "{said}");
}

#[test]
fn threads_change_nothing() {
    for args in [
        "area --category cave --seed 5 --count 60",
        "dungeon --rooms 8 --attempts 6 --seed 5 --count 12",
    ] {
        let one = ok(&format!("{args} --threads 1"), "");
        assert!(one.lines().count() >= 12);
        for threads in ["2", "3"] {
            assert!(one == ok(&format!("{args} --threads {threads}"), ""), "{args}");
        }
    }
}

/// The extension selects the format or is rejected: the content of a file always matches its name.
#[test]
fn files_hold_what_their_endings_promise() {
    let folder = tempfile::tempdir().unwrap_or_else(|error| panic!("{error}"));
    let at = |name: &str| folder.path().join(name).display().to_string();
    let begins = |command: &str, name: &str, expect: &[u8]| {
        ok(&format!("{command} -o {}", at(name)), "");
        let bytes = fs::read(at(name)).unwrap_or_else(|error| panic!("{error}"));
        assert!(bytes.starts_with(expect), "{command} -o {name}");
    };
    let dungeons: [(&str, &[u8]); 5] = [
        ("x.png", b"\x89PNG"),
        ("x.svg", b"<svg"),
        ("x.json", b"{"),
        ("x.tmj", b"{"),
        ("x.txt", b"Dungeon 9"),
    ];
    for (name, expect) in dungeons {
        begins("dungeon --rooms 8 --attempts 4 --seed 9", name, expect);
    }
    begins("dungeon --rooms 8 --attempts 4 --seed 9 --format level", "y.json", b"{");
    begins("mission --seed 9", "m.svg", b"<svg");
    begins("mission --seed 9", "m.dot", b"graph");
    for (command, name) in [("layout", "l.png"), ("area", "a.png")] {
        begins(&format!("{command} --category crypt --seed 9"), name, b"\x89PNG");
    }
    begins("cave --size 20x20 --seed 9", "c.png", b"\x89PNG");
    begins(&format!("solve {}", at("x.tmj")), "s.png", b"\x89PNG");
    begins(&format!("check {}", at("x.tmj")), "k.json", b"{");
    let refused = |command: &str, name: &str, part: &str| {
        let output = quandary(&format!("{command} -o {}", at(name)), "");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{command}: {said}");
        assert!(said.contains(part) && !Path::new(&at(name)).exists(), "{command}: {said}");
    };
    refused(
        "dungeon --seed 9",
        "x.bmp",
        "unknown ending .bmp; known are .txt, .json, .svg, .png, .tmj, .tscn",
    );
    refused("mission --seed 9", "m.png", "unknown ending .png; known are .txt, .json, .svg, .dot");
    refused(
        "dungeon --seed 9 --format map",
        "m.png",
        "ends in .png, which --format map does not make",
    );
    refused(
        &format!("convert {}", at("y.json")),
        "keys.tmz",
        "unknown ending .tmz; known are .json",
    );
}

/// Pictures of many seeds are files with the seed in their names, each equal to that of a single run.
#[test]
fn many_seeds_have_a_file_each() {
    let folder = tempfile::tempdir().unwrap_or_else(|error| panic!("{error}"));
    let at = |name: &str| folder.path().join(name).display().to_string();
    for (command, name) in [
        ("dungeon --rooms 8 --attempts 4 --seed 5", "d.svg"),
        ("mission --seed 5", "m.svg"),
        ("layout --category crypt --seed 5", "l.png"),
        ("area --category cave --seed 5", "a.txt"),
    ] {
        ok(&format!("{command} --count 3 -o {}", at(name)), "");
        assert!(!Path::new(&at(name)).exists());
        let (stem, ending) = name.split_once('.').unwrap_or_default();
        let alone = at(&format!("alone.{ending}"));
        ok(&format!("{} -o {alone}", command.replace("--seed 5", "--seed 6")), "");
        let read = |path: &str| fs::read(path).unwrap_or_else(|error| panic!("{path}: {error}"));
        assert_eq!(read(&alone), read(&at(&format!("{stem}-6.{ending}"))), "{command}");
        for seed in [5, 7] {
            assert!(Path::new(&at(&format!("{stem}-{seed}.{ending}"))).exists());
        }
    }
    let output = quandary("dungeon --seed 5 --count 3 --format svg", "");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.code() == Some(2) && said.contains("-o NAME.ENDING"), "{said}");
}

/// The printed rating is in the requested range; for a range that no attempt meets the error has the tally.
#[test]
fn difficulty_is_met_or_nothing_is_printed() {
    for (band, rooms, category) in
        [((20.0, 40.0), 6, "tavern"), ((20.0, 40.0), 6, "dungeon"), ((60.0, 80.0), 12, "temple")]
    {
        let (low, high) = band;
        let asked = format!(
            "dungeon --category {category} --rooms {rooms} --difficulty {low}..{high} --seed 1 --count 4 --attempts 8 --format json"
        );
        let output = quandary(&asked, "");
        let made = String::from_utf8_lossy(&output.stdout).into_owned();
        let dungeons: Vec<&str> = made.lines().collect();
        assert!(dungeons.len() >= 3, "{asked}: {}", String::from_utf8_lossy(&output.stderr));
        for dungeon in dungeons {
            let rated = value(&ok("rate - --format json", dungeon));
            let figure = rated["figure"].as_f64().unwrap_or_default();
            assert!((low..=high).contains(&figure), "{asked}: {figure}");
        }
    }
    let asked = "dungeon --rooms 6 --difficulty 95..100 --seed 3 --attempts 4";
    let output = quandary(asked, "");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!((output.status.code(), output.stdout.len()), (Some(11), 0), "{said}");
    for part in [
        "nothing found in 4 attempts: ",
        "× not as hard as was asked for",
        "more of them a harder one",
    ] {
        assert!(said.contains(part), "{part:?} is not in {said:?}");
    }
}

/// Everything that a dungeon claims to be needed is explained in at most five sentences.
#[test]
fn what_is_claimed_to_be_needed_is_explained() {
    let mut asked = 0;
    for (category, seed) in [("temple", 8), ("crypt", 4), ("mine", 3)] {
        let made = format!(
            "dungeon --category {category} --rooms 8 --seed {seed} --attempts 4 --format json"
        );
        let text = ok(&made, "");
        let dungeon = value(&text);
        let claims = dungeon["claims"].as_array().cloned().unwrap_or_default();
        let needed = claims.iter().filter(|claim| claim["claim"] == "needed");
        for thing in needed.flat_map(|claim| claim["about"].as_array().cloned().unwrap_or_default())
        {
            let thing = thing.as_str().unwrap_or_default().to_owned();
            let bare =
                thing.strip_prefix("symbol:").filter(|name| name.len() == 1).unwrap_or(&thing);
            let told = value(&ok(&format!("check - --explain {bare} --format json"), &text));
            let sentences = told["sentences"].as_array().map_or(0, Vec::len);
            assert_eq!((&told["needed"], &told["thing"]), (&json!(true), &json!(thing)), "{told}");
            assert!((2..=5).contains(&sentences), "{category}: {told}");
            asked += 1;
        }
    }
    assert!(asked >= 3, "{asked} things");
}
