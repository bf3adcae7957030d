//! Tests of LDtk projects: they pass the official schema, an independent crate reads them, and they are read back.

use crate::common::{in_order, judged, place, places};
use ldtk2::Ldtk;
use level::Level;
use level::formats::json::ReadError;
use quandary_formats::Import;
use quandary_formats::aliases::Aliases;
use quandary_formats::ldtk::{Worlds, print};
use quandary_formats::tiled::Read;
use quandary_formats::{Field, Kind, Place, Sheet, ldtk};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::PathBuf;
use testing::skipped;

const SHEET: Sheet<'_> = Sheet { file: "quandary-tiles.png", side: 32 };
const WORLDS: [Worlds; 2] = [Worlds::Floors, Worlds::Rooms];

fn read(text: &str, aliases: &Aliases) -> Result<Vec<Level>, ReadError> {
    ldtk::read(text, aliases, &Read::no_files).and_then(Import::whole)
}

fn project(name: &str, worlds: Worlds) -> String {
    printed(name, &place(name), worlds)
}

fn printed(name: &str, place: &Place, worlds: Worlds) -> String {
    print(place, SHEET, worlds).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The schema of LDtk 1.5.3; none where reference data is missing.
fn schema() -> Option<jsonschema::Validator> {
    let Some(data) = std::env::var_os("QUANDARY_DATA").map(PathBuf::from) else {
        skipped("the schema of LDtk is not there: QUANDARY_DATA names no folder of reference data");
        return None;
    };
    let file = data.join("ldtk/JSON_SCHEMA.json");
    let Ok(text) = std::fs::read_to_string(&file) else {
        skipped(format_args!("the schema of LDtk is not there: {}", file.display()));
        return None;
    };
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

/// The differences between a place and its project, as an independent crate reads it.
fn faults(place: &Place, project: &str) -> Vec<String> {
    let read = match Ldtk::from_str(project) {
        Ok(read) => read,
        Err(error) => return vec![error.to_string()],
    };
    let mut faults = Vec::new();
    let mut same = |what: &str, is: String, expected: String| {
        if is != expected {
            faults.push(format!("{what}: {is} and not {expected}"));
        }
    };
    same("version", read.json_version.clone(), "1.5.3".to_owned());
    let layers = || read.levels.iter().flat_map(|level| level.layer_instances.iter().flatten());
    let entities = || layers().flat_map(|layer| &layer.entity_instances);
    let iids: BTreeSet<&str> = entities().map(|one| one.iid.as_str()).collect();
    same("iids", iids.len().to_string(), place.things.len().to_string());
    for kind in Kind::ALL {
        let many = place.things.iter().filter(|thing| thing.kind == kind).count();
        let words = kind.name().replace('_', "");
        let found = entities().filter(|one| one.identifier.to_lowercase() == words).count();
        same(kind.name(), found.to_string(), many.to_string());
    }
    // Each tile's value occurs as often as the tile in the level, and each occurrence is drawn.
    for (tile, named, _) in level::TILES.into_iter().skip(1) {
        let many = place.tiles().holding(tile).count();
        let id = i64::from(tile.id());
        let cells = layers().flat_map(|layer| &layer.int_grid_csv).filter(|&&v| v == id).count();
        let drawn = layers().flat_map(|layer| &layer.grid_tiles).filter(|tile| tile.t == id);
        same(named, format!("{:?}", [cells, drawn.count()]), format!("{:?}", [many; 2]));
    }
    // Every lock refers to existing things that meet its requirements.
    let keys = |fields: &[ldtk2::FieldInstance]| {
        let keys = fields.iter().find(|field| field.identifier == "keys");
        let keys = keys.and_then(|field| field.value.as_ref()?.as_array());
        let is_there =
            |key: &&Value| key["entityIid"].as_str().is_some_and(|iid| iids.contains(iid));
        keys.map_or(0, |keys| keys.iter().filter(is_there).count())
    };
    let locks = entities().filter(|one| one.identifier == "Lock");
    let mut found: Vec<usize> = locks.map(|one| keys(&one.field_instances)).collect();
    let locks = place.things.iter().filter(|thing| thing.kind == Kind::Lock);
    let mut many: Vec<usize> = locks.map(|lock| lock.refs(Field::Keys).len()).collect();
    found.sort_unstable();
    many.sort_unstable();
    same("keys of locks", format!("{found:?}"), format!("{many:?}"));
    faults
}

#[test]
fn a_crate_of_others_reads_what_was_written() {
    for (name, place) in places() {
        for worlds in WORLDS {
            let found = faults(&place, &printed(&name, &place, worlds));
            assert!(found.is_empty(), "{name}, {worlds:?}: {found:#?}");
        }
    }
}

#[test]
fn what_is_broken_on_purpose_is_read_otherwise() {
    let place = place("cave");
    let found = |what: &str, change: &dyn Fn(&mut Value)| {
        let mut value: Value = serde_json::from_str(&project("cave", Worlds::Floors)).unwrap();
        change(&mut value);
        assert!(!faults(&place, &value.to_string()).is_empty(), "{what}");
        let back = read(&value.to_string(), &Aliases::default());
        back.is_ok_and(|levels| in_order(&levels[0]) == in_order(&place.level))
    };
    let things = "/levels/0/layerInstances/0/entityInstances";
    found("another version", &|project| project["jsonVersion"] = json!("1.4.0"));
    // Our own reader notices a missing wall too.
    let comes_back = found("a missing wall", &|project| {
        let cells = project.pointer_mut("/levels/0/layerInstances/3/intGridCsv").unwrap();
        let wall = cells.as_array_mut().unwrap().iter_mut().find(|cell| **cell == 2).unwrap();
        *wall = json!(0);
    });
    assert!(!comes_back);
    found("a tile that is not drawn", &|project| {
        let drawn = project.pointer_mut("/levels/0/layerInstances/2/gridTiles").unwrap();
        drawn.as_array_mut().unwrap().pop();
    });
    found("an iid that is there twice", &|project| {
        let all = project.pointer_mut(things).unwrap();
        all[1]["iid"] = all[0]["iid"].clone();
    });
    let comes_back = found("a lock without its key", &|project| {
        let all = project.pointer_mut(things).unwrap().as_array_mut().unwrap();
        let key = all.iter().position(|one| one["__identifier"] == "Key").unwrap();
        all.remove(key);
    });
    assert!(!comes_back);
}

/// A lock drawn by a user has no number and shows no tile, and is a lock of the level. One that joins two rooms comes
/// from the graph.
#[test]
fn a_lock_without_a_number_is_one_unless_it_leads_between_rooms() {
    let locks = |fields: &[&str]| {
        let mut value: Value = serde_json::from_str(&project("tower", Worlds::Floors)).unwrap();
        let levels = value["levels"].as_array_mut().unwrap().iter_mut();
        let layers = levels.flat_map(|level| level["layerInstances"].as_array_mut().unwrap());
        let mut things = layers.flat_map(|layer| layer["entityInstances"].as_array_mut().unwrap());
        let lock = things.find(|one| one["__identifier"] == "Lock").unwrap();
        for field in lock["fieldInstances"].as_array_mut().unwrap() {
            if field["__identifier"].as_str().is_some_and(|name| fields.contains(&name)) {
                field["__value"] = Value::Null;
            }
        }
        let levels = read(&value.to_string(), &Aliases::default()).unwrap();
        serde_json::to_value(&levels[0]).unwrap()["locks"].as_array().map_or(0, Vec::len)
    };
    assert_eq!(locks(&[]), 0, "its tile tells of it");
    assert_eq!(locks(&["tile"]), 0);
    assert_eq!(locks(&["tile", "from"]), 0);
    assert_eq!(locks(&["tile", "into"]), 0);
    assert_eq!(locks(&["tile", "from", "into"]), 1);
}

#[test]
fn a_project_comes_back_as_its_level_and_is_judged_alike() {
    for (name, place) in places() {
        for worlds in WORLDS {
            let levels = read(&printed(&name, &place, worlds), &Aliases::default());
            let levels = levels.unwrap_or_else(|error| panic!("{name}, {worlds:?}: {error}"));
            assert_eq!(levels.len(), 1);
            assert_eq!(in_order(&levels[0]), in_order(&place.level), "{name}, {worlds:?}");
            if name == "tower" {
                assert_eq!(judged(&levels[0]), judged(&place.level), "{name}, {worlds:?}");
            }
        }
    }
}

/// The message of reading a changed project.
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
    // The key has moved.
    let mut moved: Value = serde_json::from_str(&project("cave", Worlds::Floors)).unwrap();
    let key = entity(&mut moved, "Key");
    let (cell, pixels) = (key["__grid"][0].as_u64().unwrap(), key["px"][0].as_u64().unwrap());
    (key["__grid"][0], key["px"][0]) = (json!(cell - 1), json!(pixels - 32));
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
