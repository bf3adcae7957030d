//! The reader of template files, the rules that a pack must keep, and the messages about a file that breaks one.
//!
//! Invariant: for any text the result is either sound packs or an error that names the place.
//!
//! Invariant: a pack from here has templates; their names and keys are distinct, ignoring case; every riddle has an
//! answer, and every order is one of its objects.

use super::{
    ChestTemplate, FORMAT, FieldPath, MOST_NAME, Pack, RawChest, RawPack, RawTemplate, Template,
    TemplateError, clipped,
};
use crate::layout::category;
use crate::puzzle::Kind;
use level::formats::json::Object;
use serde::Deserialize;
use serde_json::Value;
use serde_path_to_error::{Path, Segment};
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// Reads a template file: one pack, or an array of packs for different categories.
///
/// # Errors
/// The fault, with line and column, or with the entry, its name and the field.
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
        return Ok(vec![pack(raw.0, &FieldPath::default())?]);
    }
    let raw: Vec<Object<RawPack>> = parse(text)?;
    packs(raw.into_iter().map(|pack| pack.0))
}

fn parse<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, TemplateError> {
    let mut json = serde_json::Deserializer::from_str(text);
    let raw = serde_path_to_error::deserialize(&mut json).map_err(|error| {
        let at = place(text, error.path());
        json_error(at, error.inner())
    })?;
    json.end().map_err(|error| json_error(FieldPath::default(), &error))?;
    Ok(raw)
}

fn json_error(at: FieldPath, error: &serde_json::Error) -> TemplateError {
    let (line, column) = (error.line(), error.column());
    let message = diagnostics::of_json(&error.to_string());
    TemplateError::Json { line, column, at, message }
}

/// The place at a path, with the name of the template there if the rest of the text can be read.
fn place(text: &str, path: &Path) -> FieldPath {
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
    FieldPath { path: known, name: clipped(name) }
}

/// The largest number of characters in an answer.
const MOST_ANSWER: usize = 60;
/// The largest number of characters in any other text.
const MOST_PROSE: usize = 600;
/// Number of templates of a pack.
const TEMPLATES: RangeInclusive<usize> = 1..=1000;
/// Number of chests of a pack.
const CHESTS: RangeInclusive<usize> = 0..=1000;
/// Number of answers of a riddle.
const ANSWERS: RangeInclusive<usize> = 1..=50;
/// Number of objects of a sequence.
const OBJECTS: RangeInclusive<usize> = 2..=9;
/// The thresholds that a hint can have at the entry.
const THRESHOLDS: RangeInclusive<u64> = 10..=16;

type Checked<T> = Result<T, TemplateError>;
/// A function that reads the fields of one kind.
type Make = fn(RawTemplate, &FieldPath) -> Checked<Kind>;

/// The fields that every template has.
const COMMON: [&str; 4] = ["name", "description", "threshold", "hint"];
/// For each of [`Kind::NAMES`], its own fields, and the function that reads them.
const SORTS: [(&[&str], Make); 5] = [
    (&["key"], locked_door),
    (&[], |_, _| Ok(Kind::Lever)),
    (&[], |_, _| Ok(Kind::PressurePlate)),
    (&["riddle", "answers"], riddle),
    (&["objects", "order", "clue"], sequence),
];

/// The packs of an array, each of a different category.
fn packs(raw: impl Iterator<Item = RawPack>) -> Checked<Vec<Pack>> {
    let mut sound: Vec<Pack> = Vec::new();
    for (index, raw) in raw.enumerate() {
        let at = FieldPath { path: format!("[{index}]"), name: String::new() };
        let pack = pack(raw, &at)?;
        if let Some(first) = sound.iter().position(|other| other.category == pack.category) {
            let message = format!("{:?} is that of [{first}] too; must be another", pack.category);
            return Err(at.wrong("category", message));
        }
        sound.push(pack);
    }
    if sound.is_empty() {
        let message = "has no pack; must have one, or an array of them".to_owned();
        return Err(TemplateError::Field { at: FieldPath::default(), message });
    }
    Ok(sound)
}

/// One pack.
fn pack(raw: RawPack, at: &FieldPath) -> Checked<Pack> {
    let missing = |field| at.wrong(field, "is missing; a pack has format, category and templates");
    let format = raw.format.ok_or_else(|| missing("format"))?;
    if format != FORMAT {
        return Err(at.wrong("format", format!("is {format:?}; must be {FORMAT:?}")));
    }
    let name = raw.category.ok_or_else(|| missing("category"))?;
    category(&name).map_err(|error| at.wrong("category", error.to_string()))?;
    let templates = raw.templates.ok_or_else(|| missing("templates"))?;
    count(at, "templates", templates.len(), &TEMPLATES)?;
    let templates = templates.into_iter().enumerate().map(|(index, Object(raw))| {
        let at = entry(at, "templates", index, raw.name.as_deref().unwrap_or_default());
        template(raw, &at)
    });
    let templates = templates.collect::<Checked<Vec<_>>>()?;
    let chests = raw.chests.unwrap_or_default();
    count(at, "chests", chests.len(), &CHESTS)?;
    let chests = chests.into_iter().enumerate().map(|(index, Object(raw))| {
        let at = entry(at, "chests", index, raw.name.as_deref().unwrap_or_default());
        chest(raw, &at)
    });
    let chests = chests.collect::<Checked<Vec<_>>>()?;
    check_distinct(&templates, &chests, at)?;
    Ok(Pack { category: name, templates, chests })
}

fn entry(pack: &FieldPath, list: &str, index: usize, name: &str) -> FieldPath {
    FieldPath { name: clipped(name), ..pack.field(&format!("{list}[{index}]")) }
}

/// Checks that names and keys are distinct, since the player types them.
fn check_distinct(
    templates: &[Template],
    chests: &[ChestTemplate],
    pack: &FieldPath,
) -> Checked<()> {
    let puzzles = templates
        .iter()
        .enumerate()
        .map(|(index, template)| ("templates", index, &*template.name, template.kind.key()));
    let chests = chests.iter().enumerate();
    let chests = chests.map(|(index, chest)| ("chests", index, &*chest.name, Some(&*chest.key)));
    let mut taken: BTreeMap<String, String> = BTreeMap::new();
    for (list, index, name, key) in puzzles.chain(chests) {
        let at = entry(pack, list, index, name);
        for (field, name) in
            [Some(("name", name)), key.map(|key| ("key", key))].into_iter().flatten()
        {
            let place = format!("{list}[{index}].{field}");
            if let Some(first) = taken.insert(name.to_lowercase(), place) {
                let message = format!("{name:?} is {first} too, but for case; must be another");
                return Err(at.wrong(field, message));
            }
        }
    }
    Ok(())
}

/// A chest. All fields are required.
fn chest(raw: RawChest, at: &FieldPath) -> Checked<ChestTemplate> {
    let given = raw.given();
    let RawChest { name: title, description, threshold: least, hint, key, key_description } = raw;
    if let Some((field, _)) = given.into_iter().find(|(_, given)| !given) {
        let all = given.map(|(field, _)| field).join(", ");
        return Err(at.wrong(field, format!("is missing; a chest has {all}")));
    }
    Ok(ChestTemplate {
        name: name(at, "name", title)?,
        description: prose(at, "description", description)?,
        threshold: threshold(at, &least.unwrap_or_default())?,
        hint: prose(at, "hint", hint)?,
        key: name(at, "key", key)?,
        key_description: prose(at, "key_description", key_description)?,
    })
}

fn template(mut raw: RawTemplate, at: &FieldPath) -> Checked<Template> {
    let make = sort(&raw, at)?;
    let key_description = raw.key_description.take();
    Ok(Template {
        name: name(at, "name", raw.name.take())?,
        description: prose(at, "description", raw.description.take())?,
        threshold: threshold(at, &raw.threshold.take().unwrap_or_default())?,
        hint: prose(at, "hint", raw.hint.take())?,
        kind: make(raw, at)?,
        key_description: key_description
            .map(|text| prose(at, "key_description", Some(text)))
            .transpose()?,
    })
}

/// The reader of a template's kind. Fails unless exactly the fields of the kind are present.
fn sort(raw: &RawTemplate, at: &FieldPath) -> Checked<Make> {
    let known = Kind::NAMES.join(", ");
    let Some(kind) = raw.kind.as_deref() else {
        return Err(at.wrong("kind", format!("is missing; must be one of {known}")));
    };
    let Some((_, (own, make))) = Kind::NAMES.iter().zip(SORTS).find(|(name, _)| **name == kind)
    else {
        let message = diagnostics::unknown("kind", kind, Kind::NAMES);
        return Err(at.wrong("kind", message));
    };
    let has = |field: &str| COMMON.contains(&field) || own.contains(&field);
    if let Some((field, given)) = raw.given().into_iter().find(|&(f, given)| given != has(f)) {
        let what = if given { "does not belong here" } else { "is missing" };
        let all = [&COMMON, own].concat().join(", ");
        return Err(at.wrong(field, format!("{what}; a {kind} has kind, {all}")));
    }
    if raw.key_description.is_some() && !own.contains(&"key") {
        let message = format!("does not belong here; a {kind} has no key to be described");
        return Err(at.wrong("key_description", message));
    }
    Ok(make)
}

fn locked_door(raw: RawTemplate, at: &FieldPath) -> Checked<Kind> {
    Ok(Kind::LockedDoor { key: name(at, "key", raw.key)? })
}

fn riddle(raw: RawTemplate, at: &FieldPath) -> Checked<Kind> {
    let text = prose(at, "riddle", raw.riddle)?;
    let answers = raw.answers.unwrap_or_default();
    count(at, "answers", answers.len(), &ANSWERS)?;
    for (index, answer) in answers.iter().enumerate() {
        readable(at, &format!("answers[{index}]"), answer, MOST_ANSWER)?;
    }
    Ok(Kind::Riddle { text, answers })
}

fn sequence(raw: RawTemplate, at: &FieldPath) -> Checked<Kind> {
    let clue = prose(at, "clue", raw.clue)?;
    let written = raw.objects.unwrap_or_default();
    count(at, "objects", written.len(), &OBJECTS)?;
    let mut objects: Vec<String> = Vec::with_capacity(written.len());
    for (index, object) in written.into_iter().enumerate() {
        let field = format!("objects[{index}]");
        let object = name(at, &field, Some(object))?;
        if let Some(first) = place_of(&object, &objects) {
            let message =
                format!("{object:?} is objects[{first}] too, but for case; must be another");
            return Err(at.wrong(&field, message));
        }
        objects.push(object);
    }
    let order = order(at, &objects, &raw.order.unwrap_or_default())?;
    Ok(Kind::Sequence { objects, order, clue })
}

/// The indices of the names among the objects; each object exactly once.
fn order(at: &FieldPath, objects: &[String], names: &[String]) -> Checked<Vec<u8>> {
    let all = objects.join(", ");
    let mut order: Vec<u8> = Vec::with_capacity(objects.len());
    for (index, name) in names.iter().enumerate() {
        let wrong = |what| {
            let message = format!("{:?} {what}; must have each once: {all}", clipped(name));
            at.wrong(&format!("order[{index}]"), message)
        };
        let place = place_of(name, objects).ok_or_else(|| wrong("is not an object"))? as u8;
        if order.contains(&place) {
            return Err(wrong("comes twice"));
        }
        order.push(place);
    }
    if order.len() != objects.len() {
        let left: Vec<&str> = (0u8..)
            .zip(objects)
            .filter_map(|(place, name)| (!order.contains(&place)).then_some(name.as_str()))
            .collect();
        let message = format!("is without {}; must have each once: {all}", left.join(", "));
        return Err(at.wrong("order", message));
    }
    Ok(order)
}

fn place_of(name: &str, objects: &[String]) -> Option<usize> {
    objects.iter().position(|object| object.to_lowercase() == name.to_lowercase())
}

fn threshold(at: &FieldPath, value: &serde_json::Value) -> Checked<u8> {
    match value.as_u64() {
        Some(number) if THRESHOLDS.contains(&number) => Ok(number as u8),
        _ => {
            let (low, high) = (THRESHOLDS.start(), THRESHOLDS.end());
            let said = clipped(&value.to_string());
            let message = format!("is {said}; must be a whole number from {low} to {high}");
            Err(at.wrong("threshold", message))
        }
    }
}

/// A text that the player types; its words must be separated by single blanks.
fn name(at: &FieldPath, field: &str, text: Option<String>) -> Checked<String> {
    let text = text.unwrap_or_default();
    readable(at, field, &text, MOST_NAME)?;
    if text.split_whitespace().collect::<Vec<_>>().join(" ") != text {
        let message = format!("is {text:?}; must have single blanks, between its words only");
        return Err(at.wrong(field, message));
    }
    Ok(text)
}

fn prose(at: &FieldPath, field: &str, text: Option<String>) -> Checked<String> {
    let text = text.unwrap_or_default();
    readable(at, field, &text, MOST_PROSE)?;
    Ok(text)
}

fn readable(at: &FieldPath, field: &str, text: &str, most: usize) -> Checked<()> {
    let length = text.chars().count();
    if length > most {
        let message = format!("has {length} characters; must have at most {most}");
        return Err(at.wrong(field, message));
    }
    if let Some(control) = text.chars().find(|c| c.is_control()) {
        let message = format!("has {control:?}; must have no control character");
        return Err(at.wrong(field, message));
    }
    if !text.chars().any(char::is_alphanumeric) {
        let message = format!("is {text:?}; must have a letter or a digit");
        return Err(at.wrong(field, message));
    }
    Ok(())
}

fn count(at: &FieldPath, field: &str, found: usize, range: &RangeInclusive<usize>) -> Checked<()> {
    if range.contains(&found) {
        return Ok(());
    }
    let (low, high) = (range.start(), range.end());
    Err(at.wrong(field, format!("has {found}; must have {low} to {high}")))
}

#[cfg(test)]
#[path = "check_tests.rs"]
mod tests;
