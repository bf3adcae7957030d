//! Runs the program: the same bytes for ever, exit codes, errors with their place.

mod judgements;
mod messages;

use crate::program::quandary;
use sha2::{Digest, Sha256};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Runs the program and compares its exit code, and part of its output, with the expected ones.
fn check(args: &str, input: &str, code: i32, part: &str) -> String {
    let output = quandary(args, input);
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said).into_owned();
    assert_eq!(output.status.code(), Some(code), "{args}\n{said}");
    assert!(said.contains(part), "{part:?} is not in what {args:?} says:\n{said}");
    said
}

fn file(folder: &tempfile::TempDir, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
    let path = folder.path().join(name);
    fs::write(&path, content).unwrap_or_else(|error| panic!("{error}"));
    path
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().unwrap_or_else(|error| panic!("{error}"))
}

/// Release builds write the goldens; this test compares any build with them.
#[test]
fn every_build_gives_the_golden_bytes() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/golden");
    for (command, file, lines) in [
        ("mission", "missions.txt", 26),
        ("layout", "layouts.txt", 25),
        ("area", "areas.txt", 12),
        ("dungeon", "dungeons.txt", 4),
        ("cave", "caves.txt", 12),
    ] {
        let goldens = fs::read_to_string(folder.join(file));
        // Dungeons need many attempts, so only the release build compares all of them.
        let few = if file == "dungeons.txt" { lines } else { usize::MAX };
        let goldens = goldens.unwrap_or_else(|error| panic!("{file}: {error}"));
        let mut pinned = 0;
        for line in goldens.lines().filter(|line| !line.starts_with('#')).take(few) {
            let Some((args, hash)) = line.split_once('\t') else { panic!("no tab in {line:?}") };
            let output = quandary(&format!("{command} {args} --format json"), "");
            let digest = Sha256::digest(&output.stdout);
            let found: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
            assert_eq!(found, hash, "{command} {args}");
            pinned += 1;
        }
        assert_eq!(pinned, lines, "{file}");
    }
}

#[test]
fn threads_change_nothing() {
    for args in [
        "mission --seed 5 --count 300 --switches 1",
        "mission --seed 6 --count 30 --rooms 60 --linearity 20",
        "mission --seed 7 --linearity 40 --format json",
        "mission --seed 8 --rooms 12 --order partial --count 100",
        "layout --category cave --seed 5 --count 700",
        "layout --category town --seed 6 --count 300",
        "dungeon --category temple --rooms 12 --attempts 4 --seed 7 --format json",
        "dungeon --category tavern --rooms 12 --attempts 4 --seed 3 --format json",
        "dungeon --category cave --rooms 12 --attempts 4 --seed 1 --count 2 --format json",
    ] {
        let one = quandary(&format!("{args} --threads 1"), "").stdout;
        assert!(!one.is_empty());
        for threads in ["3", "8"] {
            assert!(one == quandary(&format!("{args} --threads {threads}"), "").stdout, "{args}");
        }
    }
}

#[test]
fn a_mission_goes_through_the_judge_by_way_of_its_level() {
    for args in ["--switches 2 --rooms 40", "--key-style small", "--order partial", "--no-goal"] {
        let level = check(&format!("mission --seed 3 {args} --format level"), "", 0, "level/1");
        check("solve -", &level, 0, "solvable in");
        let checked = check("check - --format json", &level, 0, r#""unlosable":true"#);
        assert!(checked.contains(r#""dead_states":0"#), "{checked}");
    }
}

#[test]
fn impossible_numbers_are_usage_errors() {
    check("mission --rooms 6", "", 2, "7 is the least");
    check("mission --keys 25 --rooms 25", "", 2, "28 is the least");
    check("mission --rooms 5 --space mask.txt", "", 2, "cannot be used with");
    check("mission --count 2 --format svg", "", 2, "-o NAME.ENDING gives NAME-SEED.ENDING");
    check("mission --key-style small --order partial", "", 2, "order partial");
    check("mission --seed 9007199254740992", "", 2, "below 2^53");
    check("solve - --rule bombs=many", "", 2, "unlimited, consumed");
    check("solve - --preset easy", "", 2, "classic, strict");
    check("solve - --start keys=-1", "", 2, "whole number");
}

#[test]
fn a_layout_needs_no_options() {
    for command in ["layout", "area"] {
        let usual = check(&format!("{command} --seed 3"), "", 0, "dungeon");
        assert_eq!(usual, check(&format!("{command} --seed 3 --category dungeon"), "", 0, ""));
    }
}

#[test]
fn entrances_and_links_of_ones_own() {
    let made = check("mission --start -4,2 --seed 5 --format json", "", 0, "\"start\": [-4, 2]");
    assert!(made.contains("\"id\": 0, \"coords\": [-4, 2]"), "{made}");
    check("mission --link-chance 0 --seed 5", "", 0, "4 keys, 0 switches, 0 cycles");
    check("mission --start 1,-1", "", 2, "y between 0 and 1000000");
    check("mission --start 1;1", "", 2, "two whole numbers with a comma between");
    check("mission --link-chance 2", "", 2, "expected a number from 0 to 1");
    let folder = folder();
    let mask = file(&folder, "mask.txt", "####\n####\n.###\n");
    let at = |start: &str| {
        format!("mission --keys 2 --space {} --start {start} --seed 1", mask.display())
    };
    check(&format!("{} --format json", at("3,2")), "", 0, "\"id\": 0, \"coords\": [3, 2]");
    check(&at("0,0"), "", 2, "(0, 0), where no room is; the nearest one has the cell (1, 0)");
}

#[test]
fn flips_are_told() {
    let told = "switch 0 2 times, asked for on and off";
    check("mission --switches 1 --seed 3", "", 0, told);
    let once = "mission --rooms 8 --switches 1 --seed 3";
    check(once, "", 0, "switch 0 1 time, asked for on alone");
    check("mission --switches 1 --seed 3 --format json", "", 0, "\"flips\": 2");
}

#[test]
fn bad_masks_are_named_with_what_is_wrong() {
    let folder = folder();
    let refused = |name: &str, content: &[u8], part: &str| {
        let path = file(&folder, name, content);
        let option = if name == "colours.png" { "--colors" } else { "--space" };
        let said = check(&format!("mission {option} {}", path.display()), "", 3, part);
        assert!(said.contains(name), "{said}");
    };
    refused("pieces.txt", b"###.###\n###.###\n", "in pieces");
    refused("one.txt", b"#\n", "7 is the least");
    refused("letters.txt", b"###\n#q#\n", "line 2, column 2");
    refused("empty.txt", b"", "empty.txt");
    refused("cut.png", b"\x89PNG\r\n\x1a\n\0\0", "cut.png");
    refused("colours.png", b"not a picture", "colours.png");
    check("mission --space no/such/file", "", 3, "no/such/file");
}

const CUPBOARD: &str = r#"{"format":"quandary/level/1","graph":{
    "nodes":[{"id":0,"contents":["start","key"]},{"id":1},{"id":2,"contents":["goal"]}],
    "edges":[{"from":0,"to":1,"requires":"key_locked"},{"from":1,"to":0},
             {"from":0,"to":2,"requires":"key_locked"}]}}"#;

#[test]
fn verdicts_have_their_exit_codes() {
    check("solve -", CUPBOARD, 0, "solvable in 1 move (optimal)");
    check("check -", CUPBOARD, 1, "the shortest way into one, 1 move:");
    check("check - --start keys=1", CUPBOARD, 0, "unlosable");
    let no_key = CUPBOARD.replace(r#","key""#, "");
    check("solve -", &no_key, 10, "why not: key_locked between 0 and 2, no key");
    check("check -", &no_key, 10, "smallest repair: ");
    let level = check("mission --seed 3 --format level", "", 0, "level/1");
    check("solve - --max-states 5", &level, 11, "unknown: the limit on states");
    check("check - --max-states 1", CUPBOARD, 11, "unknown");
}

#[test]
fn bad_levels_are_named_with_what_is_wrong() {
    let folder = folder();
    let refused = |from: &str, to: &str, part: &str| {
        let path = file(&folder, "bad.json", CUPBOARD.replacen(from, to, 1));
        let said = check(&format!("check {}", path.display()), "", 3, part);
        assert!(said.contains("bad.json"), "{said}");
    };
    refused(
        r#"{"from":0,"to":2"#,
        r#"{"from":0,"to":9"#,
        "graph.edges[2].to: there is no node with the id 9",
    );
    refused("{\"id\":1}", "{\"id\":1,\"hp\":3}", "unknown field `hp`");
    refused("]}}", "", "line 4, column");
    let path = file(&folder, "latin.json", [CUPBOARD.as_bytes(), b"\n\xe9"].concat());
    check(&format!("solve {}", path.display()), "", 3, "line 5: is not UTF-8");
    check("check -", "", 3, "standard input: line 1, column 1: nothing is drawn");
}

#[test]
fn room_graphs_of_the_corpus_are_imported_or_refused() {
    let dot = "digraph {\n0 [label=\"s\"]\n1 [label=\"t\"]\n0 -> 1 [label=\"l\"]\n}\n";
    let level = quandary("import vglc --graph -", dot).stdout;
    check("solve -", &String::from_utf8_lossy(&level), 0, "solvable in 1 move");
    check("import vglc --graph -", &dot[..30], 3, "line 3, column");
    check("import vglc --graph -", &dot.replace("-> 1", "-> 8"), 3, "line 4, column 6");
}

#[test]
fn maps_of_the_corpus_are_stitched_to_their_graphs() {
    let folder = folder();
    let mut room = vec!["WWWWWWWWWWW"; 2];
    room.extend(["WWFFFFFFFWW"; 5]);
    room.extend(["WWFFFFFFFDW"; 2]);
    room.extend(["WWFFFFFFFWW"; 5]);
    room.extend(["WWWWWWWWWWW"; 2]);
    let tiles = file(&folder, "tiles.txt", room.join("\n"));
    let report = file(&folder, "report.json", "");
    let dot = "digraph {\n0 [label=\"s\"]\n1 [label=\"t\"]\n0 -> 1 [label=\"l\"]\n}\n";
    let (tiles, report) = (tiles.display(), report.display());
    let args = format!("import vglc --tiles {tiles} --graph - --report {report}");
    let level = check(&args, dot, 0, "").replace([' ', '\n'], "");
    for part in [r#""rooms":[{"node":1,"floor":0,"row":0,"#, r#""name":"tiles""#] {
        assert!(level.contains(part), "{level}");
    }
    let report = fs::read_to_string(folder.path().join("report.json")).unwrap_or_default();
    assert!(
        report.starts_with(r#"{"door_pairs":0,"explained":0,"rooms":1,"nodes":2,"#),
        "{report}"
    );
    check(&format!("import vglc --tiles {tiles}"), "", 0, r#""floors":"#);
    check("import vglc --tiles -", "WWX", 3, "standard input: line 1, column 3: unknown letter");
    check("import vglc --tiles - --graph -", dot, 2, "cannot be both");
    check("import vglc", dot, 2, "--tiles");
}

#[test]
fn a_file_is_written_whole_or_not_at_all() {
    let folder = folder();
    let path = file(&folder, "out.json", "what was there before");
    let out = path.display();
    check(&format!("mission --rooms 6 -o {out}"), "", 2, "least");
    assert_eq!(fs::read_to_string(&path).ok().as_deref(), Some("what was there before"));
    check(&format!("mission --seed 1 --format json -o {out}"), "", 0, "");
    let written = fs::read_to_string(&path).unwrap_or_default();
    assert!(written.starts_with('{') && written.ends_with("}\n"), "{written}");
    assert_eq!(fs::read_dir(folder.path()).map(Iterator::count).ok(), Some(1));
}

#[test]
fn a_closed_pipe_ends_it_quietly() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_quandary"))
        .args(["mission", "--count", "3000"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap_or_else(|error| panic!("{error}"));
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap_or_else(|error| panic!("{error}"));
    assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0));
}

#[test]
fn a_full_plan_tells_the_whole_state_after_each_move() {
    let drawing = "########\n#@k+I.*#\n########\n";
    let full = check("solve - --format json --full", drawing, 0, "\"opened_so_far\"");
    let last = full.rfind("\"opened_so_far\"").map_or("", |at| &full[at..]);
    for part in ["DOOR_LOCKED [1,3]", "\"key [1,2]\"", "\"key_item [1,4]\"", "\"blocks\":[]"] {
        assert!(last.contains(part), "{part:?} is not in {last}");
    }
    assert!(!check("solve - --format json", drawing, 0, "").contains("_so_far"));
    check("solve - --full", drawing, 2, "--full goes with --format json");
    check("solve -", drawing, 0, "taking key_item with bombs");
}
