//! What is made, as JSON, and what is read of it.

mod area;
mod cave;
mod judged;
mod layout;
mod mission;

use quandary_dungeon::json::SCHEMAS;

/// The names of the fields of what keeps its schema, in their order.
fn fields(value: &serde_json::Value, format: &str) -> String {
    let (.., schema) = SCHEMAS.iter().find(|(name, ..)| *name == format).unwrap();
    let schema = jsonschema::validator_for(&serde_json::from_str(schema).unwrap()).unwrap();
    assert!(schema.is_valid(value), "{value}");
    let names: Vec<&str> = value.as_object().unwrap().keys().map(String::as_str).collect();
    names.join(" ")
}
