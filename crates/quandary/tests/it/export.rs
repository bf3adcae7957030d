//! Files for engines: one by its extension, all of them into a folder, and their import.

use crate::program::quandary;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

/// Runs the program, which must end with this code. Returns its output and its messages.
fn run(args: &str, input: &str, code: i32) -> (String, String) {
    let output = quandary(args, input);
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (said, complaint) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(code), "{args}\n{said}\n{complaint}");
    (said, complaint)
}

fn names(folder: &Path) -> Vec<String> {
    let files = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names: Vec<_> =
        files.map(|file| file.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

const DRAWN: &str = "#######\n#@k#.*#\n#..+..#\n#######\n";

#[test]
fn all_formats_go_into_a_folder() {
    let folder = tempfile::tempdir().unwrap_or_else(|error| panic!("{error}"));
    let to = folder.path().join("new").join("keep");
    let dungeon = folder.path().join("keep.json");
    let make = "dungeon --category crypt --floors 2 --seed 3 --attempts 8 --format json -o";
    run(&format!("{make} {}", dungeon.display()), "", 0);
    let (_, said) = run(&format!("export {} --to {}", dungeon.display(), to.display()), "", 0);
    let names = names(&to);
    assert!(said.starts_with(&format!("{} files written into ", names.len())), "{said}");
    let ends = |ending: &str| names.iter().filter(|name| name.ends_with(ending)).count();
    let endings =
        [".tscn", ".ldtk", ".tmj", ".dd2vtt", ".foundry.json", ".tiled-project", ".md", ".txt"];
    assert_eq!(endings.map(ends), [1, 2, 1, 2, 2, 1, 1, 1], "{names:?}");
    assert!(names.contains(&"quandary-tiles-tomb.png".to_owned()), "{names:?}");
    let page = fs::read_to_string(to.join("README.md")).unwrap_or_default();
    assert!(names.iter().all(|name| name == "README.md" || page.contains(name)), "{page}");
    let judged = |file: &Path| run(&format!("check {} --format json", file.display()), "", 0).0;
    let cut = |said: String| said.split("\"dead_states\"").next().unwrap_or_default().to_owned();
    let expected = cut(judged(&dungeon));
    assert!(expected.contains("\"states\""), "{expected}");
    for name in names
        .iter()
        .filter(|name| [".ldtk", ".tmj", ".tscn"].iter().any(|ending| name.ends_with(ending)))
    {
        assert_eq!(cut(judged(&to.join(name))), expected, "{name}");
    }
}

fn value(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// The first categories of all families.
const ALL: [&str; 10] =
    ["dungeon", "cave", "mine", "temple", "tomb", "tower", "town", "tavern", "grove", "shrine"];

#[test]
fn the_json_of_an_export_is_that_of_the_dungeon_and_fits_its_schema() {
    let folder = tempfile::tempdir().unwrap_or_else(|error| panic!("{error}"));
    let file = folder.path().join("keep.json");
    let schema = |name: &str| {
        let schema = value(&run(&format!("schema {name}"), "", 0).0);
        jsonschema::validator_for(&schema).unwrap_or_else(|error| panic!("{error}"))
    };
    let (of_dungeons, of_levels) = (schema("dungeon"), schema("level"));
    let fits = |whole: &Value| of_dungeons.is_valid(whole) && of_levels.is_valid(&whole["level"]);
    for (seed, category) in ALL.iter().enumerate() {
        let words = format!("--category {category} --rooms 8 --attempts 8 --seed {seed}");
        run(&format!("dungeon {words} --format json -o {}", file.display()), "", 0);
        let to = folder.path().join(seed.to_string());
        run(&format!("export {} --to {}", file.display(), to.display()), "", 0);
        let is_whole = |name: &String| name.ends_with(".json") && !name.ends_with(".foundry.json");
        let name = names(&to).into_iter().find(is_whole).unwrap_or_default();
        let [whole, written] = [&file, &to.join(name)]
            .map(|file| value(&fs::read_to_string(file).unwrap_or_else(|e| panic!("{e}"))));
        assert_eq!(whole, written, "{words}");
        assert!(fits(&whole), "{words}");
        for (place, fault) in [
            ("/format", json!("quandary/dungeon/7")),
            ("/level/format", json!("quandary/level/7")),
            ("/level/floors/0/grid/0/0", json!("wall")),
            ("/level/rooms/0", json!({"floor": 0})),
        ] {
            let mut broken = whole.clone();
            *broken.pointer_mut(place).unwrap_or_else(|| panic!("{place}")) = fault;
            assert!(!fits(&broken), "{words}: {place}");
        }
    }
}

#[test]
fn a_file_is_of_the_format_of_its_ending_and_has_its_picture_beside_it() {
    let folder = tempfile::tempdir().unwrap_or_else(|error| panic!("{error}"));
    let place = |name: &str| folder.path().join(name);
    let read = |name: &str| fs::read_to_string(place(name)).unwrap_or_default();
    for (name, begins) in [
        ("a.tscn", "[gd_scene load_steps="),
        ("a.ldtk", "{\n  \"__header__\""),
        ("a.tmj", "{\"compressionlevel\""),
        ("a.dd2vtt", "{\"format\":0.3"),
        ("a.json", "{\"format\":\"quandary/level/1\""),
    ] {
        run(&format!("export - -o {}", place(name).display()), DRAWN, 0);
        assert!(read(name).starts_with(begins), "{name}: {}", &read(name)[..40]);
        let (said, _) = run(&format!("export - --format {}", format_of(name)), DRAWN, 0);
        assert_eq!(said, read(name), "{name}: the same on standard output");
    }
    let beside = ["LICENSE-pictures.txt", "quandary-tiles.png"];
    let expected = [beside[0], "a.dd2vtt", "a.json", "a.ldtk", "a.tmj", "a.tscn", beside[1]];
    assert_eq!(names(folder.path()), expected);
    assert!(read(beside[0]).contains("CC0-1.0"));
    // --format takes precedence over the extension.
    for name in ["scene.json", "scene.txt"] {
        run(&format!("export - --format foundry -o {}", place(name).display()), DRAWN, 0);
        assert!(read(name).starts_with("{\n  \"_id\""), "{name}: {}", read(name));
    }
    assert!(place("level-0.png").is_file());
    run(&format!("export - -o {} --tiles 16", place("b.tscn").display()), DRAWN, 0);
    assert!(
        read("b.tscn").contains("quandary-tiles-16.png")
            && place("quandary-tiles-16.png").is_file()
    );
    let plain = run("check -", DRAWN, 0).0;
    for name in ["a.ldtk", "a.tmj"] {
        assert_eq!(run(&format!("check {}", place(name).display()), "", 0).0, plain, "{name}");
    }
}

#[test]
fn a_dungeon_is_written_at_once_as_it_is_from_its_json() {
    let make = "dungeon --category temple --rooms 8 --seed 9 --attempts 1 --format";
    let (json, _) = run(&format!("{make} json"), "", 0);
    for format in ["tscn", "ldtk", "uvtt", "foundry"] {
        let (at_once, _) = run(&format!("{make} {format}"), "", 0);
        let (exported, _) = run(&format!("export - --format {format}"), &json, 0);
        assert_eq!(at_once, exported, "{format}");
    }
}

fn format_of(name: &str) -> &str {
    match name.split_once('.').map_or("", |(_, ending)| ending) {
        "dd2vtt" => "uvtt",
        other => other,
    }
}

#[test]
fn a_layout_becomes_rooms_with_open_doors() {
    let folder = tempfile::tempdir().unwrap_or_else(|error| panic!("{error}"));
    let (layout, to) = (folder.path().join("temple.json"), folder.path().join("temple"));
    run(&format!("layout --category temple --seed 7 --format json -o {}", layout.display()), "", 0);
    run(&format!("export {} --to {}", layout.display(), to.display()), "", 0);
    let names = names(&to);
    assert!(names.contains(&"temple-7.tscn".to_owned()), "{names:?}");
    let whole = |file: &Path| fs::read_to_string(file).unwrap_or_default();
    assert_eq!(whole(&to.join("temple-7.json")), whole(&layout));
    let (said, _) = run(&format!("check {}", to.join("temple-7.ldtk").display()), "", 0);
    assert!(said.starts_with("solvable in "), "{said}");
    let broken = "{\"format\":\"quandary/layout/1\",\"rooms\":[]}";
    let (_, complaint) = run("export - --format tscn", broken, 3);
    assert!(complaint.contains("rooms: is empty; expected one room at least"), "{complaint}");
}

#[test]
fn nothing_is_written_where_something_is_wrong() {
    let folder = tempfile::tempdir().unwrap_or_else(|error| panic!("{error}"));
    let file = folder.path().join("a.ldtk");
    let (_, said) = run(&format!("export - -o {} --worlds rooms", file.display()), DRAWN, 3);
    assert!(said.contains("lies in no room"), "{said}");
    run(
        &format!("export - --to {}", folder.path().join("new").display()),
        "{\"format\":\"quandary/level/1\"}",
        3,
    );
    assert_eq!(names(folder.path()), [""; 0]);
}
