//! Reading of template files, and what is said of a file that will not do.
//!
//! Invariant: whatever text comes in, the answer is packs that are sound or an error that names the place.

use super::check;
use super::pack::{Pack, Place, RawPack, TemplateError, clipped};
use level::formats::json::Object;
use serde::Deserialize;
use serde_json::Value;
use serde_path_to_error::{Path, Segment};

/// Reads a template file: one pack, or an array of packs for different categories.
///
/// # Errors
/// The fault of the file, with the line and the column or the entry, its name and the field.
///
/// ```
/// let text = r#"{"format": "quandary/templates/1", "category": "cave", "templates": [
///     {"kind": "lever", "name": "old lever", "description": "It is old.", "threshold": 12,
///      "hint": "Pull it."}]}"#;
/// let packs = quandary_dungeon::puzzle::templates::read(text)?;
/// assert_eq!((packs[0].category.as_str(), packs[0].templates.len()), ("cave", 1));
///
/// let said = quandary_dungeon::puzzle::templates::read(&text.replace("12", "9")).unwrap_err().to_string();
/// assert!(said.starts_with(r#"templates[0].threshold (of "old lever"): is 9"#));
/// # Ok::<(), quandary_dungeon::puzzle::templates::TemplateError>(())
/// ```
pub fn read(text: &str) -> Result<Vec<Pack>, TemplateError> {
    if !text.trim_start().starts_with('[') {
        let raw: Object<RawPack> = parse(text)?;
        return Ok(vec![check::pack(raw.0, &Place::default())?]);
    }
    let raw: Vec<Object<RawPack>> = parse(text)?;
    check::packs(raw.into_iter().map(|pack| pack.0))
}

fn parse<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, TemplateError> {
    let mut json = serde_json::Deserializer::from_str(text);
    let raw = serde_path_to_error::deserialize(&mut json).map_err(|error| {
        let at = place(text, error.path());
        json_error(at, error.inner())
    })?;
    json.end().map_err(|error| json_error(Place::default(), &error))?;
    Ok(raw)
}

fn json_error(at: Place, error: &serde_json::Error) -> TemplateError {
    let (line, column) = (error.line(), error.column());
    let message = voice::of_json(&error.to_string());
    TemplateError::Json { line, column, at, message }
}

/// The place at a path, with the name of the template that it leads into, if the rest of the text can be read.
fn place(text: &str, path: &Path) -> Place {
    let written = path.to_string();
    let known = written.trim_end_matches(['.', '?']).to_owned();
    let whole: Value = serde_json::from_str(text).unwrap_or_default();
    let (mut at, mut name) = (&whole, "");
    for segment in path {
        let next = match segment {
            Segment::Seq { index } => at.get(index),
            Segment::Map { key } => at.get(key),
            Segment::Enum { .. } | Segment::Unknown => None,
        };
        let Some(next) = next else { break };
        at = next;
        name = at.get("name").and_then(Value::as_str).unwrap_or(name);
    }
    Place { path: known, name: clipped(name) }
}
