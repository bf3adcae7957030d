//! Imports of levels in other formats, by the program.

use crate::program::quandary;
use std::fs;
use std::path::Path;
use testing::skipped;

/// The output and the messages of the program, which must end with this code.
fn told(args: &str, input: &str, code: i32) -> (String, String) {
    let output = quandary(args, input);
    let [out, err] =
        [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    assert_eq!(output.status.code(), Some(code), "{args}\n{out}{err}");
    (out, err)
}

fn said(args: &str, input: &str) -> String {
    told(args, input, 0).0
}

fn refused(args: &str, input: &str, code: i32, part: &str) {
    let (_, err) = told(args, input, code);
    assert!(err.contains(part), "{part:?} is not in what {args:?} says:\n{err}");
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().unwrap_or_else(|error| panic!("{error}"))
}

fn put(path: &Path, text: &str) -> String {
    fs::write(path, text).unwrap_or_else(|error| panic!("{error}"));
    path.display().to_string()
}

const SOKOBAN: &str =
    "; one push\n#####\n#@$.#\n#####\n\n; two\n######\n#.$ @#\n######\nTitle: back\n";

#[test]
fn levels_of_sokoban_are_imported() {
    let folder = folder();
    let file = put(&folder.path().join("two.xsb"), SOKOBAN);
    let lines = said(&format!("import xsb {file}"), "");
    let names: Vec<&str> = lines.lines().filter_map(|line| line.split('"').nth(7)).collect();
    assert_eq!(names, ["one push", "back"], "{lines}");
    let second = said("import xsb - --level 2", SOKOBAN);
    assert_eq!(Some(second.trim_end()), lines.lines().nth(1));
    assert!(
        said("solve - --rule push=free", &second).starts_with("solvable in 2 moves (optimal)\n")
    );

    let out = folder.path().join("level.txt");
    let (_, noted) = told(&format!("import xsb {file} -o {}", out.display()), "", 0);
    assert!(noted.starts_with("2 levels written, as ") && noted.contains("level-1.txt"), "{noted}");
    let drawing = fs::read_to_string(folder.path().join("level-2.txt")).unwrap_or_default();
    assert!(
        drawing.contains("win: [\"plate:targets\"]\nrules: {\"push\":\"free\"}\n"),
        "{drawing}"
    );

    let xsb = said("convert - --format xsb", &second);
    assert_eq!(xsb, "; back\n######\n#.$ @#\n######\n");
    let one = put(&folder.path().join("one.XSB"), &xsb);
    assert_eq!(said(&format!("convert {one} --format xsb"), ""), xsb);
    let (checked, _) = told(&format!("check {one} --rule push=free"), "", 0);
    assert!(
        checked.starts_with("solvable in 2 moves (optimal)\nunlosable (softlock-free): "),
        "{checked}"
    );
}

#[test]
fn what_is_no_level_of_sokoban_is_refused() {
    let folder = folder();
    let file = put(&folder.path().join("two.xsb"), SOKOBAN);
    refused(&format!("solve {file}"), "", 3, "holds 2 levels; --level N takes one of them");
    refused(&format!("import xsb {file} --level 3"), "", 2, "--level 3: the file holds 2 levels");
    refused(
        "import xsb -",
        "###\n#x#\n",
        3,
        "standard input: line 2, column 2: 'x' stands for no square",
    );
    let drawing = "#####\n#@.*#\n#####\n";
    refused(
        "convert - --format xsb",
        drawing,
        3,
        "goals: the level has some, and so it is no level of Sokoban",
    );
    let bad = put(&folder.path().join("bad.xsb"), "\n##\n@\n");
    refused(
        &format!("solve {bad}"),
        "",
        3,
        "bad.xsb: line 2, column 1: the level that begins here has no target",
    );
}

const CELLAR: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<map version="1.10" orientation="orthogonal" width="4" height="1" tilewidth="16" tileheight="16">
 <tileset firstgid="1" source="mine.tsx"/>
 <layer id="1" name="ground" width="4" height="1"><data encoding="csv">2,3,1,4</data></layer>
</map>
"#;

const MINE: &str = r#"<?xml version="1.0"?>
<tileset name="mine"><tile id="0" type="FLOOR"/><tile id="1" type="START"/><tile id="2" type="KEY_SMALL"/><tile id="3" type="TRIFORCE"/></tileset>
"#;

#[test]
fn maps_in_xml_are_imported() {
    let folder = folder();
    let map = put(&folder.path().join("cellar.tmx"), CELLAR);
    refused(
        &format!("import tmx {map}"),
        "",
        3,
        "tilesets[0], \"mine.tsx\": there is no such file",
    );
    put(&folder.path().join("mine.tsx"), MINE);
    let level = said(&format!("import tmx {map}"), "");
    assert!(said("convert -", &level).ends_with("\n\n@k.*\n"), "{level}");
    assert_eq!(said(&format!("convert {map}"), ""), level);
    assert!(said(&format!("check {map}"), "").starts_with("solvable in 3 moves (optimal)\n"));
    refused("import tmx -", "@*\n", 3, "standard input: is no map of Tiled");
}

#[test]
fn foreign_names_have_aliases() {
    let folder = folder();
    let map = put(&folder.path().join("cellar.tmx"), CELLAR);
    put(&folder.path().join("mine.tsx"), &MINE.replace("FLOOR", "grass"));
    let (_, guessed) = told(&format!("import tmx {map}"), "", 0);
    assert!(guessed.contains("guessed: class \"grass\": FLOOR"), "{guessed}");
    let names =
        put(&folder.path().join("names.toml"), "grass = \"FLOOR\"\n\"a b\" = \"nothing\"\n");
    let level = said(&format!("import tmx {map} --aliases {names}"), "");
    assert!(said("convert -", &level).ends_with("\n\n@k.*\n"), "{level}");
    let project = r#"{"defs": {"layers": [{"uid": 1, "intGridValues": [{"value": 1, "identifier": "grass"},
        {"value": 2, "identifier": "Start"}, {"value": 3, "identifier": "Triforce"}]}], "tilesets": []},
        "levels": [{"identifier": "one", "layerInstances": [{"__identifier": "L", "__cWid": 3, "__cHei": 1,
        "__gridSize": 8, "layerDefUid": 1, "intGridCsv": [2, 1, 3]}]}]}"#;
    let (_, guessed) = told("import ldtk -", project, 0);
    assert!(guessed.contains("guessed: value \"grass\": FLOOR"), "{guessed}");
    let level = said(&format!("import ldtk - --aliases {names}"), project);
    assert!(said("convert -", &level).ends_with("\n\n@.*\n"), "{level}");
    let bad = put(&folder.path().join("bad.toml"), "grass = \"FLOR\"\n");
    refused(
        &format!("import ldtk - --aliases {bad}"),
        project,
        3,
        "bad.toml: grass: unknown tile \"FLOR\" (did you mean FLOOR?)",
    );
}

/// A project of LDtk as the editor writes it.
const HOUSE: &str = include_str!("../../../formats/tests/ldtk/house.ldtk");

const NAMES: &str = "bricks = \"WALL\"\nGround.3 = \"TRIFORCE\"\nKey = \"KEY_SMALL\"\n\
    Gate = \"DOOR_LOCKED\"\nHero = \"START\"\nTorch = \"nothing\"\n";

#[test]
fn levels_of_ldtk_are_imported() {
    let folder = folder();
    let names = put(&folder.path().join("names.toml"), NAMES);
    let house = put(&folder.path().join("house.ldtk"), HOUSE);
    let first = said(&format!("import ldtk {house} --aliases {names} --level 1"), "");
    assert!(said("convert -", &first).ends_with("\n\n######\n#@k+*#\n######\n"), "{first}");
    assert!(
        said("check -", &first)
            .starts_with("solvable in 3 moves (optimal)\nunlosable (softlock-free): ")
    );
    let out = folder.path().join("house.txt");
    let args = format!("import ldtk {house} --aliases {names} -o {}", out.display());
    let (_, noted) = told(&args, "", 0);
    let [empty, written] = noted.lines().collect::<Vec<_>>()[..] else { panic!("{noted}") };
    assert!(
        empty.contains("note: level \"Attic\": 3 of 6 cells are empty and are taken as VOID; ")
    );
    assert!(written.starts_with("2 levels written, as ") && written.contains("house-1.txt"));
    let attic = fs::read_to_string(folder.path().join("house-2.txt")).unwrap_or_default();
    assert!(attic.contains("name: \"Attic\"\n") && attic.ends_with("\n\n@.*\n---\n"), "{attic}");
    let (checked, told) = told(&format!("check {house} --level 1"), "", 11);
    assert!(checked.starts_with("by 3 guesses: no goal"), "{checked}");
    assert!(told.contains("1 name of tiles that nothing explains: FLOOR"), "{told}");
}

/// The editor publishes a schema of its files; the test files must match it.
#[test]
fn the_project_under_test_holds_the_schema_of_the_editor() {
    let Some(data) = std::env::var_os("QUANDARY_DATA") else {
        skipped("QUANDARY_DATA is not set, and ldtk/JSON_SCHEMA.json is needed");
        return;
    };
    let parsed = |text: &str| -> serde_json::Value {
        serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}"))
    };
    let path = Path::new(&data).join("ldtk/JSON_SCHEMA.json");
    let schema = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{error}"));
    let schema =
        jsonschema::draft7::new(&parsed(&schema)).unwrap_or_else(|error| panic!("{error}"));
    let mut house = parsed(HOUSE);
    if let Some(error) = schema.iter_errors(&house).next() {
        panic!("{}: {error}", error.instance_path());
    }
    house["levels"][0]["layerInstances"][0]["__cWid"] = "six".into();
    assert!(!schema.is_valid(&house), "the schema says something");
}

#[test]
fn letters_have_aliases_too() {
    let folder = folder();
    let letters = put(&folder.path().join("letters.toml"), "w = \"WALL\"\nM = \"ENEMY\"\n");
    let level = said(&format!("import xsb - --aliases {letters}"), "wwwww\nw@$.w\nwwwww\n");
    assert_eq!(said("convert - --format xsb", &level), "#####\n#@$.#\n#####\n");
    refused("import xsb -", "wwwww\nw@$.w\nwwwww\n", 3, "'w' stands for no square");
    let wall = ["WWWWWWWWWWW"; 2];
    let floor = ["WWFFFFFFFww"; 5];
    let room = [&wall[..], &["WWFFMFFFFWW"; 5], &["WWFFFFFFFDW"; 2], &floor, &wall].concat();
    let room = room.join("\n");
    let level = said(&format!("import vglc --tiles - --aliases {letters}"), &room);
    assert!(said("convert -", &level).contains("\n##..e....##\n"), "{level}");
    let part = "line 10, column 10: unknown letter 'w'; known are F B M";
    refused("import vglc --tiles -", &room, 3, part);
    let part = "--map gives meanings to letters of the tiles; give the tiles with --tiles FILE";
    refused(&format!("import vglc --graph - --aliases {letters}"), "digraph {}", 2, part);
}

#[test]
fn what_is_no_table_is_placed() {
    let folder = folder();
    for (table, part) in [
        ("a = WALL\n", "names.toml: line 1, column 5: is not TOML: string values must be quoted"),
        (
            "a = \"WALL\"\na = \"FLOOR\"\n",
            "names.toml: line 2, column 1: is not TOML: duplicate key",
        ),
        ("a = 2\n", "names.toml: a: is of the type integer; expected the name of a tile in quotes"),
        ("[a]\nb = [\"WALL\"]\n", "names.toml: a.b: is of the type array"),
    ] {
        let names = put(&folder.path().join("names.toml"), table);
        refused(&format!("import ldtk - --aliases {names}"), HOUSE, 3, part);
    }
    let part = "nowhere.toml: there is no such file";
    refused("import ldtk - --aliases nowhere.toml", HOUSE, 3, part);
}
