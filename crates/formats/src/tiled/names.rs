//! Lists of names in the properties of Tiled.

use level::formats::json::RawRules;
use serde_json::Value;

/// The names of a list: separated by commas, a JSON array in a text, or a list of Tiled.
pub(super) fn names_of(value: &Value) -> Result<Vec<String>, String> {
    let no_string = || Err("has a part that is no string".to_owned());
    let name = |value: &Value| match value {
        Value::String(name) => Ok(name.clone()),
        Value::Object(fields) => match fields.get("value") {
            Some(Value::String(name)) => Ok(name.clone()),
            _ => no_string(),
        },
        _ => no_string(),
    };
    match value {
        Value::Array(names) => names.iter().map(name).collect(),
        Value::String(text) if text.starts_with('[') => {
            serde_json::from_str(text).map_err(|error: serde_json::Error| {
                format!("is no array of strings: {}", voice::of_json(&error.to_string()))
            })
        }
        Value::String(text) => {
            let names: Vec<String> = text.split(',').map(|name| name.trim().to_owned()).collect();
            if names.iter().any(String::is_empty) {
                return Err("has an empty name between its commas".to_owned());
            }
            Ok(names)
        }
        other => Err(format!("is {other}; a string or a list of strings is asked for")),
    }
}

/// Names in one text: separated by commas where that is clear, else a JSON array.
pub(super) fn list(names: &[String]) -> String {
    let is_plain =
        |name: &String| !name.contains(',') && name.trim() == name && !name.starts_with('[');
    if !names.is_empty() && names.iter().all(is_plain) {
        return names.join(", ");
    }
    serde_json::to_string(names).unwrap_or_default()
}

/// The rules of a list of NAME=VALUE; a value may have commas itself, as `warps=stairs,doors` has.
pub(super) fn rules_of(value: &Value) -> Result<RawRules, String> {
    let mut sets: Vec<String> = Vec::new();
    for part in names_of(value)? {
        match sets.last_mut() {
            Some(last) if !part.contains('=') => {
                last.push(',');
                last.push_str(&part);
            }
            _ => sets.push(part),
        }
    }
    let mut rules = RawRules::default();
    for set in &sets {
        let form = || {
            let set = voice::short(set);
            format!("has {set:?}, which is not of the form NAME=VALUE, such as push=free")
        };
        let (name, value) = set.split_once('=').ok_or_else(form)?;
        rules.add_text(name.trim_end(), value.trim_start())?;
    }
    Ok(rules)
}
