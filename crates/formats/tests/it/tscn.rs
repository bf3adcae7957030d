//! Scenes of Godot, read back as they were written and as the editor saves them.

use crate::common::{TWO, in_order, judged, places};
use level::Level;
use quandary_formats::aliases::Aliases;
use quandary_formats::annotations::Annotations;
use quandary_formats::tscn::{is, print, read};
use quandary_formats::{Place, Sheet};

const SHEET: Sheet<'_> = Sheet { file: "quandary-tiles.png", side: 32 };

fn two() -> String {
    let level = level::formats::json::read(TWO).unwrap();
    print(&Place::of(&level, &Annotations::default()).unwrap(), SHEET).unwrap()
}

/// The level of a scene, and its notes.
fn found(scene: &str) -> (Level, Vec<String>) {
    let mut import = read(scene, &Aliases::default()).unwrap_or_else(|error| panic!("{error}"));
    (import.levels.remove(0).unwrap(), import.notes)
}

fn said(scene: &str) -> String {
    read(scene, &Aliases::default()).unwrap_err().to_string()
}

#[test]
fn a_scene_comes_back_as_its_level() {
    for side in [16, 32] {
        for (name, place) in places() {
            let scene = print(&place, Sheet { side, ..SHEET }).unwrap();
            assert!(is(&scene));
            let (level, notes) = found(&scene);
            assert_eq!(notes, Vec::<String>::new(), "{name}");
            assert_eq!(in_order(&level), in_order(&place.level), "{name}");
        }
    }
}

/// A scene as the editor saves it: sections with ids, without values that are defaults, with bytes as numbers.
fn saved(scene: &str) -> String {
    let mut saved = String::new();
    let mut unique = 0;
    for line in scene.lines() {
        let line = match line {
            _ if line.starts_with("[gd_scene") => {
                "[gd_scene load_steps=99 format=3 uid=\"uid://c7ylxk4m1n3p\"]".to_owned()
            }
            _ if line.starts_with("[ext_resource") => {
                line.replacen(" path", " uid=\"uid://d4\" path", 1)
            }
            _ if line.starts_with("[node") => {
                unique += 1;
                line.replacen(" groups", &format!(" unique_id={unique} groups"), 1)
            }
            _ if line.starts_with("tile_map_data") => {
                let text = line.split('"').nth(1).unwrap();
                let bytes: Vec<String> = bytes(text).iter().map(u8::to_string).collect();
                format!("tile_map_data = PackedByteArray({})", bytes.join(", "))
            }
            "tile_size = Vector2i(16, 16)" | "texture_region_size = Vector2i(16, 16)" => continue,
            _ if line.starts_with("metadata/keys") || line.starts_with("metadata/opens") => {
                line.replacen(" = [", " = Array[NodePath]([", 1) + ")"
            }
            _ => line.to_owned(),
        };
        saved += &(line + "\n");
    }
    saved
}

/// The bytes of base64.
fn bytes(text: &str) -> Vec<u8> {
    let letters = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let (mut bytes, mut sum, mut bits) = (Vec::new(), 0_u32, 0);
    for letter in text.bytes().filter(|letter| *letter != b'=') {
        sum = sum << 6 | letters.iter().position(|known| *known == letter).unwrap() as u32;
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            bytes.push((sum >> bits & 255) as u8);
        }
    }
    bytes
}

#[test]
fn a_scene_that_the_editor_saved_is_the_same() {
    for (name, place) in places() {
        let scene = saved(&print(&place, Sheet { side: 16, ..SHEET }).unwrap());
        assert!(!scene.contains("tile_size") && scene.contains("unique_id=3"));
        assert_eq!(in_order(&found(&scene).0), in_order(&place.level), "{name}");
    }
}

/// The scene without the section of a node and those under it.
fn without(scene: &str, node: &str) -> String {
    let is_other = |section: &&str| {
        !section.starts_with(&format!("[node name=\"{node}\""))
            && !section.contains(&format!("/{node}\"]"))
    };
    scene.split("\n\n").filter(is_other).collect::<Vec<_>>().join("\n\n")
}

#[test]
fn edits_are_judged() {
    let locked = level::formats::text::read("#######\n#@k#.*#\n#..+..#\n#######\n").unwrap();
    let scene = print(&Place::of(&locked, &Annotations::default()).unwrap(), SHEET).unwrap();
    assert!(judged(&found(&scene).0).0);
    // A key that is deleted.
    let (level, notes) = found(&without(&scene, "key_1"));
    assert!(!judged(&level).0);
    assert_eq!(notes, Vec::<String>::new());
    // A start that is moved: its picture moves with it.
    let level = level::formats::text::read("#####\n#@.*#\n#####\n").unwrap();
    let plain = print(&Place::of(&level, &Annotations::default()).unwrap(), SHEET).unwrap();
    let moved = plain.replacen("position = Vector2(48, 48)", "position = Vector2(80, 48)", 1);
    assert_ne!(moved, plain);
    let drawn = level::formats::text::print(&found(&moved).0);
    assert!(drawn.ends_with("\n\n#####\n#.@*#\n#####\n"), "{drawn}");
    // A node of the user.
    let (_, notes) =
        found(&(plain.clone() + "\n[node name=\"Hero\" type=\"Node2D\" parent=\"Floor0\"]\n"));
    assert_eq!(notes, ["nodes without the metadata \"kind\" are left out: \"Hero\""]);
}

#[test]
fn a_passage_of_the_graph_without_its_node_is_told() {
    let scene = two();
    let changed = scene.replacen(
        "metadata/needs = PackedStringArray(\"symbol:A\")",
        "metadata/needs = PackedStringArray(\"symbol:B\")",
        1,
    );
    assert_ne!(changed, scene);
    let (_, notes) = found(&changed);
    assert!(
        notes[0]
            .contains("the room graph has a lock that needs symbol:A, and no node stands there"),
        "{notes:?}"
    );
}

#[test]
fn what_cannot_be_read_is_named() {
    let scene = two();
    let other = "[gd_scene format=3]\n\n[node name=\"World\" type=\"Node2D\"]\n\n[node name=\"Ground\" type=\"TileMapLayer\" parent=\".\"]\n";
    assert_eq!(
        said(other),
        "scene: is a scene of Godot that was not written from a level, and its tiles do not say what they are; draw the \
         level in Tiled or LDtk, or export one of ours by `quandary export LEVEL -o FILE.tscn` and edit that"
    );
    let old: String = scene
        .lines()
        .filter(|line| !line.starts_with("metadata/quandary"))
        .map(|line| line.to_owned() + "\n")
        .collect();
    assert!(said(&old).contains("the root has no metadata \"quandary\""));
    let turned =
        scene.replacen("metadata/kind = \"key\"", "rotation = 1.5\nmetadata/kind = \"key\"", 1);
    assert!(said(&turned).contains("node \"key_1\" has a rotation"), "{}", said(&turned));
    let kind = scene.replacen("metadata/kind = \"key\"", "metadata/kind = \"kee\"", 1);
    assert!(said(&kind).contains("did you mean key?"));
    let under = scene.replacen(
        "name=\"key_1\" type=\"Area2D\" parent=\"Floor0\"",
        "name=\"key_1\" type=\"Area2D\" parent=\"Floor0/room_1\"",
        1,
    );
    assert!(said(&under).contains("lies under \"Floor0/room_1\""));
    let twice = scene.replacen("metadata/depth = -1", "metadata/depth = 0", 1);
    assert!(said(&twice).contains("has the depth 0 of another layer"));
    assert!(said("[gd_scene format=4]\n").contains("has no root node"));
}
