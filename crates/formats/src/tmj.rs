//! Maps of Tiled, and a Tiled project with the classes and enums of their objects.
//!
//! The map is printed by [`crate::tiled`], which can read it back. Here its objects also get the fields of the place's
//! things: purposes of rooms, the keys of each lock, enemies.

use crate::kind::{Field, Kind, PURPOSES, Type};
use crate::place::{ExportError, Place, wrong};
use crate::tiled::{self, Way};
use serde_json::{Value, json};

/// The name of the project's file.
pub const PROJECT: &str = "quandary.tiled-project";
/// The classes of objects.
const CLASSES: [(&str, &[Kind]); 15] = [
    ("start", &[Kind::Start]),
    ("goal", &[Kind::Goal]),
    ("room", &[Kind::Room]),
    ("key", &[Kind::Key, Kind::Item]),
    ("item", &[Kind::Item, Kind::Key]),
    ("symbol", &[Kind::Key, Kind::Item, Kind::Puzzle]),
    ("toggle", &[Kind::Switch]),
    ("plate", &[Kind::Plate]),
    ("block", &[Kind::Block]),
    ("door", &[Kind::Door]),
    ("lock", &[Kind::Lock, Kind::Secret, Kind::OneWay]),
    ("passage", &[Kind::Door, Kind::Lock, Kind::Secret, Kind::OneWay]),
    ("stair", &[Kind::Stair]),
    ("enemy", &[Kind::Enemy]),
    ("boss", &[Kind::Boss]),
];

/// Prints a place as a map with a picture of the tiles.
///
/// # Errors
/// When the level is larger than a map that can be read back.
pub fn print(place: &Place, image: &str, way: Option<&Way>) -> Result<String, ExportError> {
    let map = tiled::print_with(&place.level, way, image, &place.things);
    map.map_err(|error| wrong(error.place, error.message))
}

/// The Tiled project: classes of objects with their properties, and the enums of kinds, purposes and tiles.
#[must_use]
pub fn project() -> String {
    let mut types = vec![
        values(1, "Kind", &Kind::ALL.map(Kind::name)),
        values(2, "Purpose", &PURPOSES),
        values(3, "Tile", &level::TILES.map(|(_, name, _)| name)),
    ];
    for (id, (class, kinds)) in (4..).zip(CLASSES) {
        types.push(class_of(id, class, kinds));
    }
    let project = json!({
        "automappingRulesFile": "", "commands": [], "compatibilityVersion": 1100, "extensionsPath": "extensions",
        "folders": ["."], "properties": [], "propertyTypes": types,
    });
    format!("{project:#}\n")
}

fn values(id: usize, name: &str, values: &[&str]) -> Value {
    json!({
        "id": id, "name": name, "storageType": "string", "type": "enum", "values": values, "valuesAsFlags": false,
    })
}

/// A class, with all properties that its objects may have and their default values.
fn class_of(id: usize, class: &str, kinds: &[Kind]) -> Value {
    let mut fields: Vec<Field> = Vec::new();
    for field in kinds.iter().flat_map(|kind| kind.fields()) {
        if !fields.contains(field) {
            fields.push(*field);
        }
    }
    let mut members: Vec<Value> = fields.into_iter().map(member).collect();
    let kind = kinds.first().map_or("", |kind| kind.name());
    members.push(json!({"name": "kind", "propertyType": "Kind", "type": "string", "value": kind}));
    let colour = kinds.first().map_or("#808080", |kind| kind.colour());
    json!({
        "color": colour.replace('#', "#ff"),
        "drawFill": true, "id": id, "members": members, "name": class, "type": "class", "useAs": ["object"],
    })
}

fn member(field: Field) -> Value {
    let name = field.name();
    match field.kind() {
        Type::Text | Type::Texts | Type::Tile => {
            json!({"name": name, "type": "string", "value": ""})
        }
        Type::Int => json!({"name": name, "type": "int", "value": 0}),
        Type::Purpose => {
            json!({"name": name, "propertyType": "Purpose", "type": "string", "value": "passage"})
        }
        Type::Ref | Type::Refs => json!({"name": name, "type": "object", "value": 0}),
    }
}
