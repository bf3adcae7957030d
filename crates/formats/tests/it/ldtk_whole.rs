//! Tests of LDtk projects beyond the schema: unique names, valid references, neighbours.

use crate::common::{place, places};
use quandary_formats::Sheet;
use quandary_formats::ldtk::{Worlds, print};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

const SHEET: Sheet<'_> = Sheet { file: "quandary-tiles.png", side: 32 };

fn list<'a>(value: &'a Value, field: &str) -> &'a [Value] {
    value[field].as_array().map_or(&[], Vec::as_slice)
}

/// The faults of a project.
fn faults(project: &Value) -> Vec<String> {
    let mut faults = Vec::new();
    // Every name and every number is unique. The level and layer of each entity are recorded to check references.
    let mut iids = BTreeSet::new();
    let mut lies: BTreeMap<&str, [&str; 2]> = BTreeMap::new();
    let mut named = |iid: &'_ Value| {
        if !iids.insert(iid.to_string()) {
            faults.push(format!("the iid {iid} is there twice"));
        }
    };
    named(&project["iid"]);
    for level in list(project, "levels") {
        named(&level["iid"]);
        for layer in list(level, "layerInstances") {
            named(&layer["iid"]);
            for entity in list(layer, "entityInstances") {
                named(&entity["iid"]);
                lies.insert(
                    entity["iid"].as_str().unwrap_or_default(),
                    [
                        layer["iid"].as_str().unwrap_or_default(),
                        level["iid"].as_str().unwrap_or_default(),
                    ],
                );
            }
        }
    }
    let mut uids = BTreeSet::new();
    let defs = &project["defs"];
    let fields = list(defs, "entities").iter().flat_map(|entity| list(entity, "fieldDefs"));
    let all = ["layers", "entities", "tilesets", "enums", "levelFields"];
    let all =
        all.iter().flat_map(|name| list(defs, name)).chain(fields).chain(list(project, "levels"));
    for one in all {
        if !uids.insert(one["uid"].as_u64()) || one["uid"].as_u64() >= project["nextUid"].as_u64() {
            faults.push(format!("the uid {} of {} is not its own", one["uid"], one["identifier"]));
        }
    }
    for level in list(project, "levels") {
        for layer in list(level, "layerInstances") {
            let entities = list(layer, "entityInstances").iter();
            for field in entities.flat_map(|entity| list(entity, "fieldInstances")) {
                references(field, &lies, &mut faults);
            }
        }
        neighbours(project, level, &mut faults);
    }
    faults
}

/// Checks that the references of a field lead to entities in the stated level and layer.
fn references(field: &Value, lies: &BTreeMap<&str, [&str; 2]>, faults: &mut Vec<String>) {
    if !field["__type"].as_str().unwrap_or_default().contains("EntityRef") {
        return;
    }
    let all =
        field["__value"].as_array().cloned().unwrap_or_else(|| vec![field["__value"].clone()]);
    for reference in all.iter().filter(|one| !one.is_null()) {
        let text = |name: &str| reference[name].as_str().unwrap_or_default();
        if lies.get(text("entityIid")) != Some(&[text("layerIid"), text("levelIid")]) {
            faults.push(format!("{} leads to {reference}", field["__identifier"]));
        }
    }
}

/// Checks that the neighbours of a level are exactly the levels that touch it, or are directly above or below.
fn neighbours(project: &Value, level: &Value, faults: &mut Vec<String>) {
    let number = |level: &Value, name: &str| level[name].as_i64().unwrap_or_default();
    let span = |level: &Value, at: &str, many: &str| {
        (number(level, at), number(level, at) + number(level, many))
    };
    let mut expected = BTreeSet::new();
    for other in list(project, "levels").iter().filter(|other| other["iid"] != level["iid"]) {
        let side = |at: &str, many: &str| {
            let (a, b) = (span(level, at, many), span(other, at, many));
            match () {
                () if b.1 < a.0 || b.0 > a.1 => None,
                () if b.1 == a.0 => Some(0),
                () if b.0 == a.1 => Some(2),
                () => Some(1),
            }
        };
        let (Some(x), Some(y)) = (side("worldX", "pxWid"), side("worldY", "pxHei")) else {
            continue;
        };
        let dir = match number(other, "worldDepth") - number(level, "worldDepth") {
            0 => [["nw", "n", "ne"], ["w", "o", "e"], ["sw", "s", "se"]][y][x],
            1 if (x, y) == (1, 1) => ">",
            -1 if (x, y) == (1, 1) => "<",
            _ => continue,
        };
        expected.insert((dir.to_owned(), other["iid"].to_string()));
    }
    let told = list(level, "__neighbours").iter();
    let told: BTreeSet<_> = told
        .map(|one| {
            (one["dir"].as_str().unwrap_or_default().to_owned(), one["levelIid"].to_string())
        })
        .collect();
    if told != expected {
        faults.push(format!(
            "{} has the neighbours {told:?} and not {expected:?}",
            level["identifier"]
        ));
    }
}

#[test]
fn names_are_there_once_references_lead_somewhere_and_neighbours_are_all_there() {
    for (name, place) in places() {
        for worlds in [Worlds::Floors, Worlds::Rooms] {
            let project = serde_json::from_str(&print(&place, SHEET, worlds).unwrap()).unwrap();
            let found = faults(&project);
            assert!(found.is_empty(), "{name}, {worlds:?}: {found:#?}");
        }
    }
}

#[test]
fn what_is_broken_on_purpose_is_found() {
    let good: Value =
        serde_json::from_str(&print(&place("temple"), SHEET, Worlds::Rooms).unwrap()).unwrap();
    let found = |change: &dyn Fn(&mut Value), part: &str| {
        let mut broken = good.clone();
        change(&mut broken);
        let found = faults(&broken);
        assert!(found.iter().any(|fault| fault.contains(part)), "{part}: {found:#?}");
    };
    found(
        &|project| project["levels"][1]["iid"] = project["levels"][0]["iid"].clone(),
        "is there twice",
    );
    found(
        &|project| project["levels"][1]["uid"] = project["levels"][0]["uid"].clone(),
        "is not its own",
    );
    found(&|project| project["nextUid"] = json!(5), "is not its own");
    found(
        &|project| {
            let things = &mut project["levels"][0]["layerInstances"][0]["entityInstances"];
            things[1]["iid"] = things[0]["iid"].clone();
        },
        "is there twice",
    );
    found(
        &|project| drop(project["levels"][0]["__neighbours"].as_array_mut().unwrap().pop()),
        "has the neighbours",
    );
    found(&|project| project["levels"][0]["worldX"] = json!(-3200), "has the neighbours");
    // A lock without its key.
    let without_keys = |project: &mut Value| {
        for level in project["levels"].as_array_mut().unwrap() {
            let things = level["layerInstances"][0]["entityInstances"].as_array_mut().unwrap();
            things.retain(|thing| thing["__identifier"] != "Key");
        }
    };
    found(&without_keys, "\"keys\" leads to");
}
