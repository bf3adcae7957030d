//! Writes JSON in the layout of Tiled: a line for each field of a map and a layer, for each row of tiles, and for each
//! object.

use serde::Serialize;
use std::fmt::Write as _;

/// A JSON object under construction, with its fields in order of insertion.
#[derive(Default)]
pub(super) struct Fields(Vec<(&'static str, String)>);

impl Fields {
    /// Adds a field.
    pub(super) fn put(self, name: &'static str, value: impl Serialize) -> Self {
        self.raw(name, serde_json::to_string(&value).unwrap_or_else(|_| "null".to_owned()))
    }

    /// Adds a field whose value is already JSON.
    pub(super) fn raw(mut self, name: &'static str, json: String) -> Self {
        self.0.push((name, json));
        self
    }

    /// Adds properties, if there are any.
    pub(super) fn properties(self, properties: &Props) -> Self {
        if properties.0.is_empty() {
            return self;
        }
        // Tiled sorts them by name.
        let mut sorted: Vec<_> = properties.0.iter().collect();
        sorted.sort();
        let sorted: Vec<&str> = sorted.into_iter().map(|(_, json)| json.as_str()).collect();
        self.raw("properties", format!("[{}]", sorted.join(", ")))
    }

    /// The object on one line.
    pub(super) fn line(&self) -> String {
        self.with(", ")
    }

    /// The object with a line for each field.
    pub(super) fn lines(&self) -> String {
        self.with(",\n ")
    }

    fn with(&self, between: &str) -> String {
        let fields: Vec<String> =
            self.0.iter().map(|(name, value)| format!("\"{name}\":{value}")).collect();
        format!("{{{}}}", fields.join(between))
    }
}

/// Properties: the name of each, and the whole property as JSON.
#[derive(Clone, Default)]
pub(super) struct Props(Vec<(String, String)>);

impl Props {
    /// Adds a property that is text.
    pub(super) fn text(self, name: &str, value: &str) -> Self {
        self.put(name, "string", value)
    }

    /// Adds a property that is an integer.
    pub(super) fn int(self, name: &str, value: i64) -> Self {
        self.put(name, "int", value)
    }

    /// Adds a property whose value is one of an enum.
    pub(super) fn named(mut self, name: &str, of: &str, value: &str) -> Self {
        let fields = Fields::default()
            .put("name", name)
            .put("propertytype", of)
            .put("type", "string")
            .put("value", value);
        self.0.push((name.to_owned(), fields.line()));
        self
    }

    /// Adds a property that is a reference to an object, by its number.
    pub(super) fn object(self, name: &str, number: usize) -> Self {
        self.put(name, "object", number)
    }

    /// Adds properties. Existing ones keep their values.
    pub(super) fn add(&mut self, more: Self) {
        let is_new = |name: &String| !self.0.iter().any(|(known, _)| known == name);
        let more: Vec<_> = more.0.into_iter().filter(|(name, _)| is_new(name)).collect();
        self.0.extend(more);
    }

    fn put(mut self, name: &str, kind: &str, value: impl Serialize) -> Self {
        let fields = Fields::default().put("name", name).put("type", kind).put("value", value);
        self.0.push((name.to_owned(), fields.line()));
        self
    }
}

/// An array with a line for each element.
pub(super) fn array(parts: &[String]) -> String {
    if parts.is_empty() { "[]".to_owned() } else { format!("[\n {}\n ]", parts.join(",\n ")) }
}

/// An array of numbers with a line for each row.
pub(super) fn rows(rows: impl Iterator<Item = Vec<u32>>) -> String {
    let mut json = String::from("[");
    for (i, row) in rows.enumerate() {
        json += if i == 0 { "\n  " } else { ",\n  " };
        for (j, number) in row.iter().enumerate() {
            let comma = if j == 0 { "" } else { ", " };
            let _ = write!(json, "{comma}{number}");
        }
    }
    json + "]"
}
