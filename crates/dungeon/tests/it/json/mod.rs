//! Results as JSON, and the readers of that JSON.

mod area;
mod cave;
mod judged;
mod layout;
mod mission;

use quandary_dungeon::json::SCHEMAS;

/// The field names of a value that has a schema, in order.
fn fields(value: &serde_json::Value, format: &str) -> String {
    let (.., schema) = SCHEMAS.iter().find(|(name, ..)| *name == format).unwrap();
    let schema = jsonschema::validator_for(&serde_json::from_str(schema).unwrap()).unwrap();
    assert!(schema.is_valid(value), "{value}");
    let names: Vec<&str> = value.as_object().unwrap().keys().map(String::as_str).collect();
    names.join(" ")
}
