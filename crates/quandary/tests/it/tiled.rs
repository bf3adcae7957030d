//! Maps of the editor Tiled: drawn by hand and checked, written with their picture, and read back.

use crate::program::quandary;
use std::fs;
use std::path::{Path, PathBuf};

const DRAWN: &str = "######\n#@k+*#\n######\n\n####\n#.i#\n####\n";

/// A map that was drawn by hand.
fn map(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tiled_maps");
    folder.join(name).display().to_string()
}

/// Runs the program, which must end with this code. Returns its output and its messages.
fn run(args: &str, input: &str, code: i32) -> (String, String) {
    let output = quandary(args, input);
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (said, complaint) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(code), "{args}\n{said}\n{complaint}");
    (said, complaint)
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().unwrap_or_else(|error| panic!("{error}"))
}

fn names(folder: &Path) -> Vec<String> {
    let files = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names: Vec<_> =
        files.map(|file| file.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn a_key_behind_its_own_door_is_refused() {
    let map = map("behind_its_door.tmj");
    let (said, complaint) = run(&format!("check {map}"), "", 10);
    assert!(said.starts_with("unsolvable: everything in reach holds no goal (proved)"), "{said}");
    assert!(said.contains("why not: symbol:iron key at [2,4]"), "{said}");
    assert_eq!(complaint, "");
    run(&format!("solve {map}"), "", 10);
    let folder = folder();
    let picture = folder.path().join("map.svg");
    run(&format!("convert {map} -o {}", picture.display()), "", 0);
    let svg = fs::read_to_string(&picture).unwrap_or_default();
    roxmltree::Document::parse(&svg).unwrap_or_else(|error| panic!("{error}"));
    let way = folder.path().join("way.tmj");
    run(&format!("check {map} --draw {}", way.display()), "", 10);
    assert_eq!(
        names(folder.path()),
        ["LICENSE-pictures.txt", "map.svg", "quandary-tiles.png", "way.tmj"]
    );
    let drawn = fs::read_to_string(&way).unwrap_or_default();
    let witness =
        drawn.lines().find(|line| line.contains("\"type\":\"witness\"")).unwrap_or_default();
    assert!(witness.contains("stuck from the start: symbol:iron key"), "{witness}");
    let picture = folder.path().join("stuck.svg");
    run(&format!("check {map} --draw {}", picture.display()), "", 10);
    assert!(fs::read_to_string(picture).unwrap_or_default().contains("#990a14"));
}

#[test]
fn one_key_for_two_locks_is_shown_on_the_map() {
    let (map, folder) = (map("two_locks.tmj"), folder());
    let stuck = folder.path().join("stuck.tmj");
    let (said, complaint) = run(&format!("check {map} --draw {}", stuck.display()), "", 1);
    assert!(said.contains("losable: 18 of 63 states are dead"), "{said}");
    let note = "note: layer \"things\", object 8 \"lamp\": is passed over: unknown class \"light\"";
    assert!(complaint.contains(note), "{complaint}");
    assert_eq!(names(folder.path()), ["LICENSE-pictures.txt", "quandary-tiles.png", "stuck.tmj"]);
    let drawn = fs::read_to_string(&stuck).unwrap_or_default();
    let witness =
        drawn.lines().find(|line| line.contains("\"type\":\"witness\"")).unwrap_or_default();
    assert!(witness.contains("\"polyline\":[{\"x\":0, \"y\":0}, {\"x\":96, \"y\":0}"), "{witness}");
    assert!(witness.contains("move 3, floor 0, row 1, column 4: takes key"), "{witness}");
    let (again, _) = run(&format!("check {}", stuck.display()), "", 1);
    assert_eq!(again, said, "the map with the witness is the same level");
    let picture = folder.path().join("stuck.svg");
    run(&format!("check {map} --draw {}", picture.display()), "", 1);
    assert!(
        fs::read_to_string(picture).unwrap_or_default().contains("#990a14"),
        "a dead end is marked"
    );
}

#[test]
fn a_map_and_its_picture_are_written() {
    let folder = folder();
    let place = |name: &str| -> PathBuf { folder.path().join(name) };
    let convert = |name: &str| run(&format!("convert - -o {}", place(name).display()), DRAWN, 0).1;
    assert_eq!(convert("a.tmj"), "");
    assert_eq!(names(folder.path()), ["LICENSE-pictures.txt", "a.tmj", "quandary-tiles.png"]);
    let (map, _) = run("convert - --format tmj", DRAWN, 0);
    assert_eq!(fs::read_to_string(place("a.tmj")).unwrap_or_default(), map, "the same bytes");
    let picture = fs::read(place("quandary-tiles.png")).unwrap_or_default();
    let size = draw::pixels::read(&picture, 9999).map(|picture| (picture.width, picture.height));
    assert_eq!(size.ok(), Some((320, 160)));
    assert_eq!(convert("b.tmj"), "", "the picture is there already");
    fs::write(place("quandary-tiles.png"), "mine").unwrap_or_else(|error| panic!("{error}"));
    assert!(convert("c.tmj").contains("quandary-tiles.png: left as it is"));
    assert_eq!(fs::read(place("quandary-tiles.png")).ok(), Some(b"mine".to_vec()));
    let graph = run("mission --seed 3 --rooms 9 --format level", "", 0).0;
    let (_, complaint) = run(&format!("convert - -o {}", place("no.tmj").display()), &graph, 3);
    assert!(complaint.contains("has no floors; only levels with tiles"), "{complaint}");
    assert!(!place("no.tmj").exists());
    let (json, _) = run(&format!("convert {}", place("a.tmj").display()), "", 0);
    assert_eq!(json, run("convert -", DRAWN, 0).0);
    for command in ["check -", "solve -"] {
        assert_eq!(run(command, &map, 0), run(command, DRAWN, 0), "{command}");
    }
}

#[test]
fn what_is_wrong_with_a_map_is_placed() {
    let (map, _) = run("convert - --format tmj", DRAWN, 0);
    let check = |from: &str, to: &str, part: &str| {
        let wrong = map.replacen(from, to, 1);
        assert_ne!(wrong, map, "{from}");
        for command in ["check -", "solve -", "convert -"] {
            let (_, complaint) = run(command, &wrong, 3);
            assert!(complaint.contains(part), "{part:?} is not in {complaint:?}");
        }
    };
    let tells = "standard input: layer \"objects 0\", object 3 \"KEY_SMALL\": tells of KEY_SMALL, but the tile";
    check("3, 22, 31, 12", "3, 22, 2, 12", tells);
    check(
        "[\n  3, 3",
        "[\n  3, 3, 3",
        "layer \"floor 0\", data: has 19 cells, but width times height is 18",
    );
    check(
        "\"value\":\"WALL\"",
        "\"value\":\"WALLS\"",
        "unknown tile \"WALLS\" (did you mean WALL?); known are 0 VOID, 1 FLOOR",
    );
    check(
        "\"orientation\":\"orthogonal\"",
        "\"orientation\":\"hexagonal\"",
        "whose cells have six neighbours",
    );
    check("\"image\":", "\"source\":\"tiles.tsx\", \"image\":", "embed the tile set in the map");
    let cut = map.split_at(map.len() / 2).0;
    let (_, complaint) = run("check -", cut, 3);
    assert!(
        complaint.contains("standard input: line ")
            && complaint.contains("the text ends too early"),
        "{complaint}"
    );
}

#[test]
fn a_tile_set_lies_beside_its_map() {
    let folder = folder();
    let (map, _) = run("convert - --format tmj", DRAWN, 0);
    let begin = map.find("\"tilesets\":[").unwrap_or_else(|| panic!("{map}")) + 12;
    let end =
        begin + map[begin..].rfind("\n ],\n \"tilewidth\"").unwrap_or_else(|| panic!("{map}"));
    let set = map[begin..end].trim();
    fs::write(folder.path().join("set.tsj"), set).unwrap_or_else(|error| panic!("{error}"));
    let outside =
        format!("{}{{\"firstgid\":1, \"source\":\"set.tsj\"}}{}", &map[..begin], &map[end..]);
    let path = folder.path().join("map.tmj");
    fs::write(&path, outside).unwrap_or_else(|error| panic!("{error}"));
    let (said, _) = run(&format!("check {}", path.display()), "", 0);
    assert_eq!(said, run("check -", DRAWN, 0).0);
    fs::remove_file(folder.path().join("set.tsj")).unwrap_or_else(|error| panic!("{error}"));
    let (_, complaint) = run(&format!("check {}", path.display()), "", 3);
    assert!(
        complaint.contains("tilesets[0], \"set.tsj\"") && complaint.contains("embed"),
        "{complaint}"
    );
}
