//! Levels of other programs, from outside: mappings, guesses, several levels of a file, and levels without a goal.

use crate::program::{put, ran};
use std::fs;
use std::path::Path;

/// A map whose tiles say nothing: a layer of ground and one of walls, and objects.
fn map(walls: &str, objects: &str) -> String {
    let ground = vec!["1"; 21].join(",");
    format!(
        "<map version=\"1.10\" orientation=\"orthogonal\" width=\"7\" height=\"3\" tilewidth=\"8\" tileheight=\"8\">\n\
         <tileset firstgid=\"1\" name=\"set\" tilecount=\"4\" columns=\"2\"><image source=\"set.png\"/></tileset>\n\
         <layer name=\"{walls} below\" width=\"7\" height=\"3\"><data encoding=\"csv\">{ground}</data></layer>\n\
         <layer name=\"{walls}\" width=\"7\" height=\"3\"><data encoding=\"csv\">\
         2,2,2,2,2,2,2,2,0,0,0,0,0,2,2,2,2,2,2,2,2</data></layer>\n\
         <objectgroup name=\"things\">{objects}</objectgroup>\n</map>\n"
    )
}

const HERO: &str = "<object id=\"1\" name=\"hero\" x=\"9\" y=\"9\"><point/></object>";
const EXIT: &str = "<object id=\"2\" type=\"Exit\" x=\"40\" y=\"8\" width=\"8\" height=\"8\"/>";

#[test]
fn guesses_are_told_and_a_mapping_replaces_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = map("Walls", &format!("{HERO}{EXIT}")).replace("Walls below", "Ground");
    let file = put(folder.path(), "map.tmx", &text);
    let (out, told) = ran(&format!("check {file}"), 0);
    assert!(out.starts_with("by 4 guesses: solvable in 4 moves (optimal)\n"), "{out}");
    assert!(told.contains("layer \"Walls\": WALL, object \"hero\": START"), "{told}");
    let (json, _) = ran(&format!("check {file} --format json"), 0);
    assert!(json.starts_with("{\"guessed\":[\"layer \\\"Ground\\\": FLOOR\""), "{json}");

    let table = folder.path().join("map.toml").display().to_string();
    let (_, _) = ran(&format!("map {file} -o {table}"), 0);
    let (mapped, told) = ran(&format!("check {file} --map {table}"), 0);
    assert_eq!(format!("by 4 guesses: {mapped}"), out, "the table is what was guessed");
    assert_eq!(told, "");
    let wall = fs::read_to_string(&table).expect("a table").replace("\"FLOOR\"", "\"WALL\"");
    let table = put(folder.path(), "walls.toml", &(wall + "\"set:7\" = \"PIT\"\n"));
    let (_, told) = ran(&format!("check {file} --aliases {table}"), 10);
    assert!(told.contains("--map: \"set:7\" names nothing of the map"), "{told}");
}

#[test]
fn what_nothing_explains_is_floor_and_can_be_said() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = put(folder.path(), "map.tmx", &map("Layer", &format!("{HERO}{EXIT}")));
    let (out, _) = ran(&format!("check {file}"), 0);
    assert!(out.starts_with("by 3 guesses: solvable in 4 moves"), "{out}");
    let (table, _) = ran(&format!("map {file}"), 0);
    assert!(table.contains("nothing says what it is\n# \"set:0\" = \"FLOOR\"\n"), "{table}");
    let table = put(
        folder.path(),
        "all.toml",
        "\"set:0\" = \"FLOOR\"\nLayer = \"WALL\"\nhero = \"START\"\nExit = \"lock needs=symbol:iron on TRIFORCE\"\n",
    );
    let (out, _) = ran(&format!("check {file} --map {table}"), 10);
    assert!(out.contains("no symbol:iron"), "{out}");
    let table = put(folder.path(), "wrong.toml", "hero = \"STRT\"\n");
    let (_, told) = ran(&format!("check {file} --map {table}"), 3);
    assert!(told.contains("unknown tile \"STRT\" (did you mean START?)"), "{told}");
}

#[test]
fn a_level_without_a_goal_is_not_unsolvable() {
    let folder = tempfile::tempdir().expect("a folder");
    let chest = "<object id=\"3\" name=\"chest\" x=\"33\" y=\"9\"><point/></object>";
    let apart = "<object id=\"4\" name=\"chest\" x=\"1\" y=\"1\"><point/></object>";
    let text = map("Walls", &format!("{HERO}{chest}{apart}")).replace("Walls below", "Ground");
    let file = put(folder.path(), "map.tmx", &text);
    let (out, _) = ran(&format!("check {file}"), 11);
    let right =
        "by 3 guesses: no goal; 1 of 2 things come into reach; not: symbol:chest 4 at [0,0]";
    assert_eq!(out.lines().next(), Some(right), "{out}");
    let (json, _) = ran(&format!("check {file} --format json"), 11);
    assert!(
        json.contains("\"verdict\":\"no goal\",\"winnable\":null,\"unlosable\":null"),
        "{json}"
    );
    let unreached = r#""never":[{"things":[{"kind":"pickup","cell":[0,0],"content":"symbol:chest 4"}],"behind":[]}]"#;
    assert!(json.contains(unreached), "{json}");
    let (out, _) = ran(&format!("check {file} --goal 5,1"), 0);
    assert!(out.starts_with("by 3 guesses: solvable in 4 moves"), "{out}");
    let (out, _) = ran(&format!("solve {file} --goal 5,1 --start 4,1"), 0);
    assert!(out.starts_with("by 3 guesses: solvable in 1 move"), "{out}");
    let (_, told) = ran(&format!("check {file} --goal 50,1"), 3);
    assert!(told.contains("goals[0]"), "{told}");
}

#[test]
fn a_bad_level_of_a_collection_is_left_out() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = put(
        folder.path(),
        "three.txt",
        "; 0\n#####\n#@$.#\n#####\n\n; 1\n#####\n#.$ #\n#####\n\n; 2\n#####\n#.$@#\n#####\n",
    );
    let (out, _) = ran(&format!("check {file}"), 1);
    assert!(out.contains("three.txt 2: line "), "{out}");
    assert!(out.ends_with("3 levels: 2 winnable and unlosable, 1 left out\n"), "{out}");
    let (out, _) = ran(&format!("check {file} --level 3"), 0);
    assert!(out.starts_with("solvable in 1 move"), "{out}");
    let (out, _) = ran(&format!("rate {file}"), 1);
    assert_eq!(out.lines().count(), 2, "{out}");
    let (_, told) = ran(&format!("solve {file}"), 3);
    assert!(told.contains("holds 3 levels; --level N takes one of them"), "{told}");
    let (_, told) = ran(&format!("solve {file} --level 4"), 2);
    assert!(told.contains("--level 4: the file holds 3 levels"), "{told}");
}

#[test]
fn letters_numbers_and_nodes_are_named_on_the_command_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let drawing = put(folder.path(), "own.txt", "wwwwww\nwA$$gw\nwwwwww\n");
    let (_, told) = ran(&format!("check {drawing}"), 3);
    assert!(told.contains("'$' (2) stand"), "{told}");
    let table = put(
        folder.path(),
        "own.toml",
        "w = \"WALL\"\nA = \"START\"\n\"$\" = \"FLOOR\"\ng = \"TRIFORCE\"\n",
    );
    let (out, _) = ran(&format!("check {drawing} --map {table}"), 0);
    assert!(out.starts_with("solvable in 3 moves"), "{out}");
    let gate = put(
        folder.path(),
        "gate.toml",
        "w = \"WALL\"\nA = \"START\"\n\"$\" = \"FLOOR\"\ng = \"lock needs=symbol:iron on TRIFORCE\"\n",
    );
    let (out, _) = ran(&format!("check {drawing} --map {gate}"), 10);
    assert!(out.contains("no symbol:iron"), "{out}");
    let array = put(folder.path(), "array.json", "[[0,0,0,0,0],[0,2,3,4,0],[0,0,0,0,0]]");
    let (_, told) = ran(&format!("check {array}"), 3);
    assert!(told.contains("say --game zelda|sokoban"), "{told}");
    let (_, told) = ran(&format!("check {array} --game zelda --map {gate}"), 3);
    assert!(told.contains("files of this kind take tiles only"), "{told}");
    let (out, _) = ran(&format!("check {array} --game zelda"), 0);
    assert!(out.starts_with("solvable in 2 moves"), "{out}");
    let graph =
        put(folder.path(), "rooms.mmd", "flowchart LR\nA[Start] --> B[Cellar] --> C[Throne]\n");
    let (out, _) = ran(&format!("check {graph}"), 11);
    assert!(out.contains("no goal"), "{out}");
    let (out, _) = ran(&format!("check {graph} --goal Throne"), 0);
    assert!(out.contains("solvable in 2 moves"), "{out}");
    let (_, told) = ran(&format!("check {drawing} --map {table} --goal Throne"), 2);
    assert!(told.contains("for drawn graphs"), "{told}");
}

#[test]
fn commands_that_change_files_take_places_too() {
    let folder = tempfile::tempdir().expect("a folder");
    let map = folder.path().join("hall.dd2vtt");
    let hall = "../../fuzz/seeds/imports/map.dd2vtt";
    fs::copy(Path::new(env!("CARGO_MANIFEST_DIR")).join(hall), &map).expect("a copy");
    let (from, to) = (map.display(), folder.path().join("hall.json"));
    let (_, told) = ran(&format!("convert {from}"), 3);
    assert!(told.contains("has no start; --start X,Y gives one"), "{told}");
    ran(&format!("convert {from} --start 1,1 --goal 3,1 -o {}", to.display()), 0);
    let (out, _) = ran(&format!("check {}", to.display()), 0);
    assert!(out.starts_with("solvable in 2 moves"), "{out}");
    let graph = put(folder.path(), "a.dot", "graph { a -- b }");
    ran(&format!("convert {graph} --start a --goal b -o {}", to.display()), 0);
    let (out, _) = ran(&format!("check {}", to.display()), 0);
    assert!(out.starts_with("solvable in 1 move"), "{out}");
}

#[test]
fn other_encodings_are_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = "; caf\u{e9}\n#####\n#@$.#\n#####\n";
    let bytes: Vec<u8> = text.chars().map(|letter| letter as u8).collect();
    let latin = folder.path().join("latin.xsb");
    fs::write(&latin, &bytes).expect("a file");
    let file = latin.display().to_string();
    let (_, told) = ran(&format!("check {file}"), 3);
    assert!(told.contains("line 1: is not UTF-8 text; --encoding NAME"), "{told}");
    ran(&format!("check {file} --encoding latin1"), 0);
    let (_, told) = ran(&format!("check {file} --encoding klingon"), 2);
    assert!(told.contains("is unknown; known are latin1"), "{told}");
    let wide: Vec<u8> =
        std::iter::once(0xfeff_u16).chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect();
    let file = folder.path().join("wide.xsb");
    fs::write(&file, wide).expect("a file");
    ran(&format!("check {}", file.display()), 0);
}
