//! Translates a printed map of Tiled from JSON to XML (`.tmx`), which the readers of Bevy and Unity take.
//!
//! Invariant: the map that is read from the XML is the map that is read from the JSON.

use super::{TiledError, wrong};
use serde_json::{Map, Value};
use std::fmt::Write as _;

/// The XML of a map that [`print`](super::print) has printed.
///
/// # Errors
/// A text that is no such map; a character that no XML can hold.
pub fn to_xml(map: &str) -> Result<String, TiledError> {
    let no_map = |error: serde_json::Error| wrong("map", error.to_string());
    let map: Map<String, Value> = serde_json::from_str(map).map_err(no_map)?;
    let mut xml = Writer { text: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".to_owned() };
    xml.open("map", &map, &["type", "compressionlevel"]);
    xml.properties(&map);
    list(&map, "tilesets").for_each(|set| xml.tile_set(set));
    list(&map, "layers").for_each(|layer| xml.layer(layer));
    xml.text.push_str("</map>\n");
    match xml.text.chars().find(|letter| letter.is_control() && !"\n\t".contains(*letter)) {
        None => Ok(xml.text),
        Some(letter) => {
            Err(wrong("map", format!("has the character {letter:?}, which XML cannot hold")))
        }
    }
}

/// The objects of a list in a field.
fn list<'a>(
    object: &'a Map<String, Value>,
    field: &str,
) -> impl Iterator<Item = &'a Map<String, Value>> {
    object.get(field).and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_object)
}

struct Writer {
    text: String,
}

impl Writer {
    /// An opening tag with all plain fields as attributes.
    fn open(&mut self, name: &str, fields: &Map<String, Value>, without: &[&str]) {
        self.begin(name, fields, without);
        self.text.push_str(">\n");
    }

    /// An opening tag without its end.
    fn begin(&mut self, name: &str, fields: &Map<String, Value>, without: &[&str]) {
        let _ = write!(self.text, "<{name}");
        for (field, value) in fields.iter().filter(|(field, _)| !without.contains(&field.as_str()))
        {
            match value {
                Value::String(text) => self.attribute(field, text),
                Value::Number(number) => self.attribute(field, &number.to_string()),
                Value::Bool(value) => self.attribute(field, if *value { "1" } else { "0" }),
                _ => {}
            }
        }
    }

    fn attribute(&mut self, name: &str, value: &str) {
        let _ = write!(self.text, " {name}=\"");
        for letter in value.chars() {
            match letter {
                '&' => self.text.push_str("&amp;"),
                '<' => self.text.push_str("&lt;"),
                '>' => self.text.push_str("&gt;"),
                '"' => self.text.push_str("&quot;"),
                '\n' => self.text.push_str("&#10;"),
                '\t' => self.text.push_str("&#9;"),
                letter => self.text.push(letter),
            }
        }
        self.text.push('"');
    }

    fn properties(&mut self, of: &Map<String, Value>) {
        let mut properties = list(of, "properties").peekable();
        if properties.peek().is_none() {
            return;
        }
        self.text.push_str("<properties>\n");
        for property in properties {
            self.begin("property", property, &["value"]);
            match property.get("value") {
                Some(Value::Bool(value)) => self.attribute("value", &value.to_string()),
                Some(Value::String(text)) => self.attribute("value", text),
                Some(other) => self.attribute("value", &other.to_string()),
                None => {}
            }
            self.text.push_str("/>\n");
        }
        self.text.push_str("</properties>\n");
    }

    fn tile_set(&mut self, set: &Map<String, Value>) {
        self.open("tileset", set, &["image", "imagewidth", "imageheight"]);
        if let Some(image) = set.get("image").and_then(Value::as_str) {
            self.text.push_str("<image");
            self.attribute("source", image);
            for (name, field) in [("width", "imagewidth"), ("height", "imageheight")] {
                if let Some(value) = set.get(field) {
                    self.attribute(name, &value.to_string());
                }
            }
            self.text.push_str("/>\n");
        }
        for tile in list(set, "tiles") {
            self.open("tile", tile, &[]);
            self.properties(tile);
            self.text.push_str("</tile>\n");
        }
        self.text.push_str("</tileset>\n");
    }

    fn layer(&mut self, layer: &Map<String, Value>) {
        let name = match layer.get("type").and_then(Value::as_str) {
            Some("tilelayer") => "layer",
            Some("objectgroup") => "objectgroup",
            _ => "group",
        };
        self.open(name, layer, &["type", "x", "y"]);
        self.properties(layer);
        if let Some(Value::Array(cells)) = layer.get("data") {
            let numbers: Vec<String> = cells.iter().map(Value::to_string).collect();
            let _ = writeln!(self.text, "<data encoding=\"csv\">{}</data>", numbers.join(","));
        }
        list(layer, "objects").for_each(|object| self.object(object));
        list(layer, "layers").for_each(|inner| self.layer(inner));
        let _ = writeln!(self.text, "</{name}>");
    }

    fn object(&mut self, object: &Map<String, Value>) {
        self.open("object", object, &["point"]);
        self.properties(object);
        if object.get("point") == Some(&Value::Bool(true)) {
            self.text.push_str("<point/>\n");
        }
        for shape in ["polyline", "polygon"] {
            if object.contains_key(shape) {
                let at = |point: &Map<String, Value>, axis: &str| {
                    point.get(axis).map_or_else(|| "0".to_owned(), Value::to_string)
                };
                let points = list(object, shape)
                    .map(|point| format!("{},{}", at(point, "x"), at(point, "y")))
                    .collect::<Vec<_>>();
                let _ = writeln!(self.text, "<{shape} points=\"{}\"/>", points.join(" "));
            }
        }
        self.text.push_str("</object>\n");
    }
}
