//! Tests of the nodes and tiles of scenes.

use super::*;
use crate::annotations::Annotations;

const SHEET: Sheet<'_> = Sheet { file: "quandary-tiles.png", side: 32 };

fn scene(text: &str) -> String {
    let level = level::formats::json::read(text).unwrap();
    print(&Place::of(&level, &Annotations::default()).unwrap(), SHEET).unwrap()
}

/// The lines of a node.
fn node<'a>(scene: &'a str, name: &str) -> &'a str {
    let begin = scene.find(&format!("[node name=\"{name}\"")).unwrap_or_else(|| panic!("{name}"));
    scene[begin..].split("\n\n").next().unwrap()
}

#[test]
fn a_floor_is_a_layer_of_twelve_bytes_a_tile() {
    let scene = scene(crate::TWO);
    assert!(scene.starts_with("[gd_scene load_steps="));
    assert!(!scene.contains("type=\"TileMap\"") && !scene.contains("GDScript"));
    let second = node(&scene, "Floor1");
    assert!(
        second.contains("position = Vector2(320, 0)\n") && second.contains("metadata/depth = -1")
    );
    let data = second.split("PackedByteArray(\"").nth(1).unwrap().split('"').next().unwrap();
    let bytes = STANDARD.decode(data).unwrap();
    assert_eq!(bytes.len(), 2 + 12 * 16);
    // The third tile of the second row: floor (row 0, column 1 of the picture) below the goal, which is tile 22.
    let tile = &bytes[2 + 12 * 6..][..12];
    assert_eq!(tile, [2, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0]);
    let goal = scene
        .split("name=\"Sprite\" type=\"Sprite2D\" parent=\"Floor1/goal_1\"]\n")
        .nth(1)
        .unwrap();
    assert!(goal.contains("region_rect = Rect2(64, 64, 32, 32)\n"), "{goal}");
}

#[test]
fn a_door_that_is_gone_leaves_an_open_one_and_what_is_taken_a_floor() {
    let level = level::formats::text::read("#######\n@k++.b*\n#######\n").unwrap();
    let place = Place::of(&level, &Annotations::default()).unwrap();
    let row: Vec<[u8; 2]> =
        laid(&place, 0)[2..].chunks(12).map(|tile| [tile[6], tile[8]]).skip(7).take(7).collect();
    let [floor, door] = [[1, 0], [0, 1]];
    assert_eq!(row, [floor, floor, door, door, floor, floor, floor]);
    let scene = print(&place, SHEET).unwrap();
    let pictures =
        |thing: &str| scene.matches(&format!("Sprite2D\" parent=\"Floor0/{thing}\"]")).count();
    let all: Vec<usize> = ["start_1", "key_1", "lock_1", "boss_1", "goal_1"].map(pictures).into();
    assert_eq!(all, [1, 1, 2, 1, 1], "{scene}");
}

#[test]
fn void_is_laid_where_one_would_step_onto_it() {
    let level = level::formats::text::read("@*--\n----\n").unwrap();
    let place = Place::of(&level, &Annotations::default()).unwrap();
    assert_eq!(laid(&place, 0).len(), 2 + 12 * 5);
}

#[test]
fn a_lock_is_a_body_that_knows_its_needs_and_its_keys() {
    let scene = scene(crate::TWO);
    let lock = node(&scene, "lock_2");
    assert!(
        lock.contains("type=\"StaticBody2D\" parent=\"Floor0\" groups=[\"lock\", \"quandary\"]"),
        "{lock}"
    );
    assert!(lock.contains("metadata/needs = PackedStringArray(\"symbol:A\")"), "{lock}");
    assert!(lock.contains("metadata/keys = [NodePath(\"../key_1\")]"), "{lock}");
    assert!(
        node(&scene, "stair_1").contains("metadata/leads_to = NodePath(\"../../Floor1/stair_2\")")
    );
    assert!(node(&scene, "key_1").contains("metadata/opens = [NodePath(\"../lock_2\")"));
    let shapes = scene.matches("[sub_resource type=\"RectangleShape2D\"").count();
    assert!(scene.contains(&format!("load_steps={}", shapes + 4)));
}

#[test]
fn names_of_nodes_have_no_signs_of_paths() {
    assert_eq!(node_name("a/b: \"c\" %d.@\n"), "ab c d");
    assert_eq!(node_name("/"), "Level");
    assert_eq!(quoted("a \"b\" \\"), "\"a \\\"b\\\" \\\\\"");
}

#[test]
fn a_floor_that_is_too_long_is_refused() {
    let row = format!("@*{}\n", ".".repeat(40_000));
    let level = level::formats::text::read(&row).unwrap();
    let said =
        print(&Place::of(&level, &Annotations::default()).unwrap(), SHEET).unwrap_err().to_string();
    assert!(
        said.contains(
            "floors[0]: has 1 rows and 40002 columns; a layer of Godot has at most 32767"
        ),
        "{said}"
    );
}
