//! Maps of Tiled, and a project of Tiled with the classes and enums of their objects.
//!
//! The map is that of [`crate::tiled`], which reads it again. Its objects say here what a place knows besides:
//! what rooms are for, which lock is opened by which key, who waits where. Lists of objects are properties `keys`,
//! `keys_2`, `keys_3`, for a property of Tiled is one object.

use crate::kind::{Field, Kind, PURPOSES, Type};
use crate::place::{ExportError, Place, Thing, Value, wrong};
use crate::tiled::{self, Detail, More, Way};
use serde_json::{Value as Json, json};

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

/// Prints a place as a map whose tiles are drawn by a picture.
///
/// # Errors
/// When the level is larger than a map that can be read again.
pub fn print(place: &Place, image: &str, way: Option<&Way>) -> Result<String, ExportError> {
    let details: Vec<Detail> = place.things.iter().map(detail).collect();
    let map = tiled::print_with(&place.level, way, image, &details);
    map.map_err(|error| wrong(error.place, error.message))
}

/// What is told of the object of a thing.
fn detail(thing: &Thing) -> Detail {
    let mut properties = vec![("kind".to_owned(), named("Kind", thing.kind.name()))];
    for (field, value) in &thing.fields {
        properties.extend(property(*field, value));
    }
    let is_point =
        !(thing.kind == Kind::Room || thing.kind.is_passed() || thing.kind == Kind::Plate);
    Detail {
        class: class(thing).to_owned(),
        name: thing.name.clone(),
        corner: thing.area.corner,
        size: (!is_point).then_some([thing.area.rows, thing.area.cols]),
        properties,
    }
}

fn named(of: &str, value: &str) -> More {
    More::Named(of.to_owned(), value.to_owned())
}

/// The class of the object of a thing, as maps have it.
fn class(thing: &Thing) -> &'static str {
    let is_drawn = !thing.text(Field::Tile).is_empty();
    match thing.kind {
        Kind::Start => "start",
        Kind::Goal => "goal",
        Kind::Room => "room",
        Kind::Key | Kind::Item | Kind::Puzzle if !is_drawn => "symbol",
        Kind::Key | Kind::Item | Kind::Puzzle if thing.text(Field::Tile) == "ITEM_MINOR" => "item",
        Kind::Key | Kind::Item | Kind::Puzzle => "key",
        Kind::Switch => "toggle",
        Kind::Plate => "plate",
        Kind::Block => "block",
        Kind::Lock if thing.get(Field::Number).is_some() => "lock",
        Kind::Door if is_drawn => "door",
        Kind::Lock | Kind::Secret | Kind::OneWay if is_drawn => "lock",
        Kind::Door | Kind::Lock | Kind::Secret | Kind::OneWay => "passage",
        Kind::Stair => "stair",
        Kind::Enemy => "enemy",
        Kind::Boss => "boss",
    }
}

/// The properties of a field.
fn property(field: Field, value: &Value) -> Vec<(String, More)> {
    let name = |at: usize| match at {
        0 => field.name().to_owned(),
        more => format!("{}_{}", field.name(), more + 1),
    };
    match (value, field.kind()) {
        (Value::Text(text), Type::Purpose) => vec![(name(0), named("Purpose", text))],
        (Value::Text(text), _) => vec![(name(0), More::Text(text.clone()))],
        (Value::Int(number), _) => vec![(name(0), More::Int(*number))],
        (Value::Texts(texts), _) => vec![(name(0), More::Text(texts.join(", ")))],
        (Value::Ref(thing), _) => vec![(name(0), More::Object(*thing))],
        (Value::Refs(things), _) => {
            let object = |(at, thing): (usize, &usize)| (name(at), More::Object(*thing));
            things.iter().enumerate().map(object).collect()
        }
    }
}

/// The project of Tiled: classes of objects with their properties, and the enums of kinds, purposes and tiles.
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
        "automappingRulesFile": "",
        "commands": [],
        "compatibilityVersion": 1100,
        "extensionsPath": "extensions",
        "folders": ["."],
        "properties": [],
        "propertyTypes": types,
    });
    format!("{project:#}\n")
}

fn values(id: usize, name: &str, values: &[&str]) -> Json {
    json!({
        "id": id,
        "name": name,
        "storageType": "string",
        "type": "enum",
        "values": values,
        "valuesAsFlags": false,
    })
}

/// A class: all properties that objects of it may have, each with the value it has where nobody says.
fn class_of(id: usize, class: &str, kinds: &[Kind]) -> Json {
    let mut fields: Vec<Field> = Vec::new();
    for field in kinds.iter().flat_map(|kind| kind.fields()) {
        if !fields.contains(field) {
            fields.push(*field);
        }
    }
    let mut members: Vec<Json> = fields.into_iter().map(member).collect();
    let kind = kinds.first().map_or("", |kind| kind.name());
    members.push(json!({"name": "kind", "propertyType": "Kind", "type": "string", "value": kind}));
    let colour = kinds.first().map_or("#808080", |kind| kind.colour());
    json!({
        "color": colour.replace('#', "#ff"),
        "drawFill": true,
        "id": id,
        "members": members,
        "name": class,
        "type": "class",
        "useAs": ["object"],
    })
}

fn member(field: Field) -> Json {
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
