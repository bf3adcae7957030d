//! Titles' companions: author, copyright and collection of a level, in its provenance.

use level::Level;
use serde_json::Value;

/// The keys, as they are written, with their fields of the provenance. Of several with one field the first is written.
const KEYS: [(&str, &str); 4] = [
    ("Author", "author"),
    ("Copyright", "copyright"),
    (COLLECTION, "collection"),
    ("Set", "collection"),
];
/// The key of the collection.
pub(super) const COLLECTION: &str = "Collection";
/// The key of the copyright.
pub(super) const COPYRIGHT: &str = "Copyright";

/// The field of a key, in any case.
pub(super) fn field(key: &str) -> Option<&'static str> {
    KEYS.iter().find(|(known, _)| known.eq_ignore_ascii_case(key)).map(|(_, field)| *field)
}

/// Values of fields of the provenance.
#[derive(Clone, Debug, Default)]
pub(super) struct Credits(Vec<(&'static str, String)>);

impl Credits {
    /// Adds a value; a later one for the same field replaces it.
    pub(super) fn set(&mut self, field: &'static str, value: &str) {
        self.0.retain(|(known, _)| *known != field);
        self.0.push((field, value.to_owned()));
    }

    /// Gives the values to a level where it has none.
    pub(super) fn give(&self, level: &mut Level) {
        for (field, value) in &self.0 {
            give(level, field, value);
        }
    }
}

/// Gives a value to a level. Returns false if it has another already.
pub(super) fn give(level: &mut Level, field: &str, value: &str) -> bool {
    let provenance = level.provenance.get_or_insert_default();
    let is_new = !provenance.contains_key(field);
    if is_new {
        provenance.insert(field.to_owned(), Value::from(value));
    }
    is_new
}

/// The keys of a level and their values, in one line each.
pub(super) fn of(level: &Level) -> Vec<(&'static str, String)> {
    let value = |field| {
        let value = level.provenance.as_ref()?.get(field)?.as_str()?;
        Some(in_a_line(value)).filter(|value| !value.is_empty())
    };
    let first = KEYS.iter().filter(|(key, _)| *key != "Set");
    first.filter_map(|(key, field)| Some((*key, value(*field)?))).collect()
}

/// A text without line ends and other control characters, and without blanks around it.
pub(super) fn in_a_line(text: &str) -> String {
    let plain: String =
        text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
    plain.trim().to_owned()
}
