//! Files of editors, from outside: infinite maps, worlds, exports of Tiled, and scenes of Godot.

use crate::program::{put, ran};
use std::fs;

/// A map with the tiles FLOOR, WALL, START, TRIFORCE, BLOCK, PIT.
fn map(data: &str) -> String {
    let names = ["FLOOR", "WALL", "START", "TRIFORCE", "BLOCK", "PIT"];
    let tile = |(id, name)| format!("<tile id=\"{id}\" type=\"{name}\"/>");
    let tiles: String = names.iter().enumerate().map(tile).collect();
    format!(
        "<map orientation=\"orthogonal\" width=\"4\" height=\"3\" tilewidth=\"8\" tileheight=\"8\">\
         <tileset firstgid=\"1\" name=\"mine\">{tiles}</tileset>\
         <layer name=\"All\" width=\"4\" height=\"3\"><data encoding=\"csv\">{data}</data></layer></map>"
    )
}

#[test]
fn places_of_an_infinite_map_are_those_of_the_editor() {
    let folder = tempfile::tempdir().expect("a folder");
    let chunk = "<chunk x=\"-4\" y=\"-2\" width=\"4\" height=\"3\">2,2,2,2,2,1,1,2,2,2,2,2</chunk>";
    let file = put(folder.path(), "map.tmx", &map(chunk));
    let (out, told) = ran(&format!("check {file} --start -3,-1 --goal -2,-1"), 0);
    assert!(out.starts_with("solvable in 1 move"), "{out}");
    let note = "note: reports count rows and columns from the corner of what is drawn: row 0, column 0 is the editor's cell \
                (-4, -2)";
    assert!(told.contains(note), "{told}");
    let (_, told) = ran(&format!("check {file} --start=-3,-1 --goal=1,1"), 3);
    let right = "column 1, row 1: is not on floor 0, which has columns -4 to -1 and rows -2 to 0";
    assert!(told.contains(right), "{told}");
    ran(&format!("check {file} --start -x"), 2);
}

#[test]
fn the_maps_of_a_world_are_rooms() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir(folder.path().join("east")).expect("a folder");
    put(folder.path(), "west.tmx", &map("2,2,2,2,2,3,5,1,2,2,2,2"));
    put(folder.path(), "east/hall.tmx", &map("2,2,2,2,6,1,4,2,2,2,2,2"));
    let world = r#"{"maps": [{"fileName": "west.tmx", "x": 0, "y": 0}, {"fileName": "east/hall.tmx", "x": 32, "y": 0}], "type": "world"}"#;
    let file = put(folder.path(), "all.world", world);
    let (out, told) = ran(&format!("check {file} --rule push=free"), 0);
    assert!(out.starts_with("solvable in 5 moves"), "{out}");
    assert_eq!(told, "");
    let (out, _) = ran(&format!("check {file} --rule push=free --rule blocks=reset"), 10);
    assert!(out.starts_with("unsolvable"), "{out}");
    let beside = world.replace("\"x\": 32", "\"x\": 24");
    let file = put(folder.path(), "all.world", &beside);
    let (_, told) = ran(&format!("check {file}"), 3);
    assert!(told.contains("map \"hall\": overlaps map \"west\""), "{told}");
}

#[test]
fn exports_of_a_map_are_the_map() {
    let folder = tempfile::tempdir().expect("a folder");
    let rows = put(folder.path(), "map_All.csv", "1,1,1,1\n1,7,8,1\n1,1,-1,1\n");
    let table = put(folder.path(), "map.toml", "1 = \"WALL\"\n7 = \"START\"\n8 = \"TRIFORCE\"\n");
    let (out, told) = ran(&format!("check {rows} --map {table}"), 0);
    assert!(out.starts_with("solvable in 1 move"), "{out}");
    assert!(told.contains("1 of 12 cells is empty and is taken as VOID"), "{told}");
    let (out, _) = ran(&format!("map {rows}"), 0);
    assert!(out.contains("8 = \"FLOOR\"") || out.contains("\"8\" = \"FLOOR\""), "{out}");
    let tiles = "{ id = 0, type = \"WALL\" }, { id = 1, type = \"START\" }, { id = 2, type = \"TRIFORCE\" }";
    let lua = format!(
        "return {{\n  version = \"1.10\", orientation = \"orthogonal\", tilewidth = 8, tileheight = 8, properties = {{}},\n  \
         tilesets = {{ {{ name = \"mine\", firstgid = 1, tiles = {{ {tiles} }} }} }},\n  layers = {{ {{ type = \"tilelayer\", \
         name = \"All\", width = 4, height = 1, visible = true, encoding = \"lua\", data = {{ 1, 2, 3, 1 }} }} }}\n}}\n"
    );
    let file = put(folder.path(), "map.lua", &lua);
    let (out, _) = ran(&format!("check {file}"), 0);
    assert!(out.starts_with("solvable in 1 move"), "{out}");
}

#[test]
fn twenty_dungeons_come_back_from_scenes() {
    let folder = tempfile::tempdir().expect("a folder");
    let [json, scene] =
        ["a.json", "a.tscn"].map(|name| folder.path().join(name).display().to_string());
    for seed in 0..20 {
        let more = if seed % 4 == 0 { " --floors 2" } else { "" };
        ran(
            &format!(
                "dungeon --rooms 10{more} --seed {seed} --attempts 20 --format json -o {json}"
            ),
            0,
        );
        ran(&format!("export {json} -o {scene}"), 0);
        let verdict = |file: &str| {
            let report = ran(&format!("check {file} --format json"), 0).0;
            report.split("\"dead_states\"").next().unwrap_or_default().to_owned()
        };
        let expected = verdict(&json);
        assert!(expected.contains("\"states\""), "{expected}");
        assert_eq!(verdict(&scene), expected, "{seed}");
    }
    let (_, told) = ran(&format!("check {scene}"), 0);
    assert_eq!(told, "");
    let other = put(
        folder.path(),
        "b.tscn",
        "[gd_scene format=3]\n\n[node name=\"World\" type=\"Node2D\"]\n",
    );
    let (_, told) = ran(&format!("check {other}"), 3);
    assert!(told.contains("is a scene of Godot that was not written from a level"), "{told}");
}
