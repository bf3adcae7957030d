//! Tests of Tiled maps: the properties of their objects, and reading back.

use crate::common::{judged, places};
use quandary_formats::tiled::{Read, read};
use quandary_formats::{Field, Kind, Place, tmj};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

fn map(place: &Place) -> String {
    tmj::print(place, "quandary-tiles-temple.png", None).unwrap_or_else(|error| panic!("{error}"))
}

/// The objects of a map, by number.
fn objects(map: &str) -> BTreeMap<u64, Value> {
    let map: Value = serde_json::from_str(map).unwrap();
    let layers = map["layers"].as_array().unwrap().clone();
    let objects = layers
        .into_iter()
        .flat_map(|layer| layer["objects"].as_array().cloned().unwrap_or_default());
    objects.map(|object| (object["id"].as_u64().unwrap(), object)).collect()
}

/// A property of an object.
fn property<'a>(object: &'a Value, name: &str) -> &'a Value {
    let properties = object["properties"].as_array().unwrap();
    properties
        .iter()
        .find(|property| property["name"] == name)
        .map_or(&Value::Null, |found| &found["value"])
}

#[test]
fn a_map_comes_back_as_its_level() {
    for (name, place) in places() {
        let found =
            read(&map(&place), &Read::no_files).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(found.notes, [""; 0], "{name}");
        assert_eq!(found.level, place.level, "{name}");
        if name == "tower" {
            assert_eq!(judged(&found.level), judged(&place.level));
        }
    }
}

#[test]
fn every_thing_is_one_object_with_its_fields() {
    let mut opened = 0;
    for (name, place) in places() {
        let objects = objects(&map(&place));
        assert_eq!(objects.len(), place.things.len(), "{name}");
        for kind in Kind::ALL {
            let many = place.things.iter().filter(|thing| thing.kind == kind).count();
            let found = objects.values().filter(|object| property(object, "kind") == kind.name());
            assert_eq!(found.count(), many, "{name}: {kind:?}");
        }
        for lock in objects.values().filter(|object| property(object, "kind") == "lock") {
            let key = property(lock, "keys").as_u64();
            let key = key.unwrap_or_else(|| panic!("{name}: {lock} has no key"));
            let key = &objects[&key];
            assert!(
                ["key", "puzzle", "switch", "plate"]
                    .contains(&property(key, "kind").as_str().unwrap()),
                "{key}"
            );
            opened += 1;
        }
        let purposes = objects.values().filter(|object| property(object, "purpose").is_string());
        assert_eq!(
            purposes.count(),
            place.things.iter().filter(|thing| thing.kind == Kind::Room).count()
        );
    }
    assert!(opened > 10);
}

#[test]
fn the_project_knows_the_classes_and_their_properties() {
    let project: Value = serde_json::from_str(&tmj::project()).unwrap();
    let types = project["propertyTypes"].as_array().unwrap();
    let ids: BTreeSet<_> = types.iter().map(|one| one["id"].as_u64()).collect();
    assert_eq!(ids.len(), types.len());
    for (_, place) in places() {
        for object in objects(&map(&place)).values() {
            let class =
                types.iter().find(|one| one["name"] == object["type"] && one["type"] == "class");
            let class = class.unwrap_or_else(|| panic!("no class {}", object["type"]));
            let members: BTreeSet<_> = class["members"]
                .as_array()
                .unwrap()
                .iter()
                .filter_map(|one| one["name"].as_str())
                .collect();
            for property in object["properties"].as_array().unwrap() {
                let name = property["name"].as_str().unwrap();
                let base = name
                    .trim_end_matches(|letter: char| letter.is_ascii_digit())
                    .trim_end_matches('_');
                let of_map = ["requires", "lock"].contains(&name);
                assert!(members.contains(base) || of_map, "{class}: {property}");
            }
        }
    }
    assert!(types.iter().any(|one| one["name"] == "Purpose" && one["values"][0] == "entrance"));
    assert_eq!(Field::Needs.name(), "needs");
}
