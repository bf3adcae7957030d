//! Projects of LDtk, judged by the schema of its authors and by a crate that nobody here wrote; and read again.

#![expect(clippy::panic, clippy::unwrap_used, reason = "a test says what is wrong by panicking")]

mod common;
#[path = "../../../tests/skipped.rs"]
mod skipped;

use common::{in_order, judged, place, places};
use ldtk2::Ldtk;
use level::formats::aliases::Aliases;
use level::formats::ldtk::read;
use quandary_export::ldtk::{Worlds, print};
use quandary_export::{Field, Kind, Place, Sheet};
use serde_json::{Value, json};
use skipped::skipped;
use std::path::PathBuf;

const SHEET: Sheet<'_> = Sheet { file: "quandary-tiles.png", side: 32 };
const WORLDS: [Worlds; 2] = [Worlds::Floors, Worlds::Rooms];

fn project(name: &str, worlds: Worlds) -> String {
    printed(name, &place(name), worlds)
}

fn printed(name: &str, place: &Place, worlds: Worlds) -> String {
    print(place, SHEET, worlds).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The schema of LDtk 1.5.3.
fn schema() -> Option<jsonschema::Validator> {
    let Some(data) = std::env::var_os("QUANDARY_DATA").map(PathBuf::from) else {
        skipped("QUANDARY_DATA does not name the folder of reference data");
        return None;
    };
    let text = std::fs::read_to_string(data.join("ldtk/JSON_SCHEMA.json")).unwrap();
    let schema: Value = serde_json::from_str(&text).unwrap();
    Some(jsonschema::draft7::new(&schema).unwrap_or_else(|error| panic!("{error}")))
}

#[test]
fn the_schema_of_the_authors_holds_and_is_no_empty_one() {
    let Some(schema) = schema() else { return };
    for (name, place) in places() {
        for worlds in WORLDS {
            let value: Value = serde_json::from_str(&printed(&name, &place, worlds)).unwrap();
            let errors: Vec<String> = schema
                .iter_errors(&value)
                .map(|error| format!("{}: {error}", error.instance_path()))
                .collect();
            assert!(errors.is_empty(), "{name}: {errors:#?}");
        }
    }
    let good: Value = serde_json::from_str(&project("cave", Worlds::Floors)).unwrap();
    let broken = |place: &str, with: Value| {
        let mut value = good.clone();
        *value.pointer_mut(place).unwrap_or_else(|| panic!("{place}")) = with;
        assert!(!schema.is_valid(&value), "{place}");
    };
    broken("/levels/0/iid", json!(7));
    broken("/levels/0/worldDepth", json!("low"));
    broken("/levels/0/layerInstances/0/entityInstances/0/px", json!("0,0"));
    broken("/defs/layers/0/type", json!("Objects"));
    broken("/levels/0/__neighbours/0", json!({}));
    broken("/flags", json!(["Fast"]));
}

#[test]
fn a_crate_of_others_reads_what_was_written() {
    for (name, place) in places() {
        for worlds in WORLDS {
            let text = printed(&name, &place, worlds);
            let read = Ldtk::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(read.json_version, "1.5.3");
            let layers =
                || read.levels.iter().flat_map(|level| level.layer_instances.iter().flatten());
            let entities = || layers().flat_map(|layer| &layer.entity_instances);
            assert_eq!(entities().count(), place.things.len(), "{name}");
            for kind in Kind::ALL {
                let many = place.things.iter().filter(|thing| thing.kind == kind).count();
                let words = kind.name().replace('_', "");
                let found = entities().filter(|one| one.identifier.to_lowercase() == words).count();
                assert_eq!(found, many, "{name}: {kind:?}");
            }
            // As many tiles of each value as the level has, and each of them drawn.
            for (tile, named, _) in level::TILES.into_iter().skip(1) {
                let many = place.tiles().holding(tile).count();
                let id = i64::from(tile.id());
                let cells =
                    layers().flat_map(|layer| &layer.int_grid_csv).filter(|&&v| v == id).count();
                let drawn = layers()
                    .flat_map(|layer| &layer.grid_tiles)
                    .filter(|tile| tile.t == id)
                    .count();
                assert_eq!([cells, drawn], [many; 2], "{name}: {named}");
            }
            // Every lock refers to the things that give what it asks for.
            let keys = |fields: &[ldtk2::FieldInstance]| {
                let keys = fields.iter().find(|field| field.identifier == "keys").unwrap();
                keys.value.as_ref().and_then(Value::as_array).map_or(0, Vec::len)
            };
            let locks = entities().filter(|one| one.identifier == "Lock");
            let mut found: Vec<usize> = locks.map(|one| keys(&one.field_instances)).collect();
            let locks = place.things.iter().filter(|thing| thing.kind == Kind::Lock);
            let mut many: Vec<usize> = locks.map(|lock| lock.refs(Field::Keys).len()).collect();
            found.sort_unstable();
            many.sort_unstable();
            assert_eq!(found, many, "{name}");
        }
    }
}

#[test]
fn a_project_comes_back_as_its_level_and_is_judged_alike() {
    for (name, place) in places() {
        for worlds in WORLDS {
            let levels = read(&printed(&name, &place, worlds), &Aliases::default());
            let levels = levels.unwrap_or_else(|error| panic!("{name}, {worlds:?}: {error}"));
            assert_eq!(levels.len(), 1);
            assert_eq!(in_order(&levels[0]), in_order(&place.level), "{name}, {worlds:?}");
            if name == "plain" {
                assert_eq!(judged(&levels[0]), judged(&place.level), "{name}, {worlds:?}");
            }
        }
    }
}

/// What reading says of a project that was changed.
fn said(change: impl Fn(&mut Value)) -> String {
    let mut value: Value = serde_json::from_str(&project("cave", Worlds::Floors)).unwrap();
    change(&mut value);
    read(&value.to_string(), &Aliases::default())
        .map_or_else(|error| error.to_string(), |_| String::new())
}

fn entity<'a>(project: &'a mut Value, kind: &str) -> &'a mut Value {
    let things = project.pointer_mut("/levels/0/layerInstances/0/entityInstances").unwrap();
    things.as_array_mut().unwrap().iter_mut().find(|one| one["__identifier"] == kind).unwrap()
}

fn set(entity: &mut Value, field: &str, to: Value) {
    let fields = entity["fieldInstances"].as_array_mut().unwrap();
    fields.iter_mut().find(|one| one["__identifier"] == field).unwrap()["__value"] = to;
}

#[test]
fn what_is_changed_in_the_editor_counts_or_is_named() {
    assert_eq!(said(|_| ()), "");
    // A key that was moved lies elsewhere.
    let mut moved: Value = serde_json::from_str(&project("cave", Worlds::Floors)).unwrap();
    let key = entity(&mut moved, "Key");
    let before = [key["__grid"][0].clone(), key["__grid"][1].clone()];
    key["__grid"][0] = json!(before[0].as_u64().unwrap() - 1);
    let level = read(&moved.to_string(), &Aliases::default()).unwrap().remove(0);
    assert_ne!(in_order(&level), in_order(&place("cave").level));
    assert_eq!(level.tiles.unwrap().marks.len(), place("cave").tiles().marks.len());

    let no_field = said(|project| {
        let fields = project.pointer_mut("/levels/0/fieldInstances").unwrap();
        fields.as_array_mut().unwrap().pop();
    });
    assert!(no_field.contains("none has the field \"quandary\""), "{no_field}");
    let strange = said(|project| set(entity(project, "Key"), "gives", json!("sybmol:A")));
    assert!(
        strange.contains("marks[") && strange.contains("unknown content \"sybmol:A\""),
        "{strange}"
    );
    let no_tile = said(|project| {
        let door = entity(project, "Lock");
        door["px"] = json!([0, 0]);
        door["__grid"] = json!([0, 0]);
    });
    assert!(no_tile.contains("tells of DOOR_") && no_tile.contains("is WALL"), "{no_tile}");
    let off = said(|project| *project.pointer_mut("/levels/0/worldX").unwrap() = json!(5));
    assert!(off.contains("a level begins at a multiple of the 32 pixels"), "{off}");
    let short = said(|project| {
        let cells = project.pointer_mut("/levels/0/layerInstances/3/intGridCsv").unwrap();
        cells.as_array_mut().unwrap().pop();
    });
    assert!(short.contains("layer \"Cells\": has"), "{short}");
}

#[test]
fn a_room_that_is_added_to_the_left_is_part_of_its_floor() {
    let mut value: Value = serde_json::from_str(&project("cave", Worlds::Rooms)).unwrap();
    let mut added = value["levels"][0].clone();
    added["worldX"] = json!(-16 * 32);
    added["fieldInstances"] = json!([]);
    for layer in added["layerInstances"].as_array_mut().unwrap() {
        layer["entityInstances"] = json!([]);
    }
    let depth = added["worldDepth"].clone();
    value["levels"].as_array_mut().unwrap().push(added);
    let level = read(&value.to_string(), &Aliases::default()).unwrap().remove(0);
    let before = place("cave");
    let floor = before.floors.iter().position(|floor| json!(floor.depth) == depth).unwrap();
    let grid = &level.tiles.as_ref().unwrap().floors[floor];
    assert_eq!(grid.cols(), before.floors[floor].cols + 16);
    assert_eq!(judged(&level).1, judged(&before.level).1);
}
