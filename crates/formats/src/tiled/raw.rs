//! The JSON of a Tiled map as it stands in the text, before it is interpreted.
//!
//! Fields that mean nothing here are passed over: every version of Tiled has some more.

use super::{MOST_CELLS, TiledError, wrong};
use serde::Deserialize;
use serde::de::{self, Deserializer, IgnoredAny, SeqAccess, Visitor};
use serde_json::Value;
use std::fmt;

/// A map.
#[derive(Deserialize)]
pub(super) struct RawMap {
    #[serde(default)]
    pub(super) orientation: String,
    pub(super) tilewidth: u32,
    pub(super) tileheight: u32,
    #[serde(default)]
    pub(super) layers: Vec<RawLayer>,
    #[serde(default)]
    pub(super) tilesets: Vec<RawTileSet>,
    #[serde(default)]
    pub(super) properties: Properties,
}

/// A layer of any kind.
#[derive(Deserialize)]
pub(super) struct RawLayer {
    #[serde(default)]
    pub(super) name: String,
    #[serde(rename = "type")]
    pub(super) kind: String,
    #[serde(default)]
    pub(super) class: String,
    #[serde(default)]
    pub(super) visible: Value,
    #[serde(default)]
    pub(super) width: u32,
    #[serde(default)]
    pub(super) height: u32,
    pub(super) data: Option<Data>,
    pub(super) encoding: Option<String>,
    pub(super) compression: Option<String>,
    pub(super) chunks: Option<Vec<RawChunk>>,
    #[serde(default)]
    pub(super) objects: Vec<RawObject>,
    #[serde(default)]
    pub(super) layers: Vec<RawLayer>,
    #[serde(default)]
    pub(super) offsetx: f64,
    #[serde(default)]
    pub(super) offsety: f64,
    #[serde(default)]
    pub(super) properties: Properties,
}

/// A piece of a layer of an infinite map.
#[derive(Deserialize)]
pub(super) struct RawChunk {
    pub(super) data: Data,
    pub(super) x: i32,
    pub(super) y: i32,
    pub(super) width: u32,
    pub(super) height: u32,
}

/// An object of a map or a template. One of a map says its number and place; what else it does not say it has from its
/// template.
#[derive(Deserialize)]
pub(super) struct RawObject {
    pub(super) id: Option<u64>,
    pub(super) name: Option<String>,
    /// The class, as all versions but 1.9 call it.
    #[serde(rename = "type")]
    pub(super) kind: Option<String>,
    /// The class, as version 1.9 calls it.
    pub(super) class: Option<String>,
    pub(super) x: Option<f64>,
    pub(super) y: Option<f64>,
    pub(super) width: Option<f64>,
    pub(super) height: Option<f64>,
    pub(super) rotation: Option<f64>,
    pub(super) gid: Option<u32>,
    pub(super) polygon: Option<IgnoredAny>,
    pub(super) polyline: Option<IgnoredAny>,
    pub(super) text: Option<IgnoredAny>,
    pub(super) template: Option<String>,
    #[serde(default)]
    pub(super) properties: Properties,
}

/// A template: an object, and the tile set of its tile.
#[derive(Deserialize)]
pub(super) struct RawTemplate {
    pub(super) tileset: Option<RawTileSet>,
    pub(super) object: RawObject,
}

/// A tile set, in the map or in a file of its own.
#[derive(Deserialize)]
pub(super) struct RawTileSet {
    #[serde(default)]
    pub(super) firstgid: u32,
    pub(super) source: Option<String>,
    #[serde(default)]
    pub(super) name: String,
    #[serde(default)]
    pub(super) image: Option<String>,
    #[serde(default)]
    pub(super) tiles: Vec<RawTile>,
}

/// A tile of a tile set, with its class and properties.
#[derive(Deserialize)]
pub(super) struct RawTile {
    pub(super) id: u32,
    #[serde(default, rename = "type")]
    pub(super) kind: String,
    #[serde(default)]
    pub(super) class: String,
    #[serde(default)]
    pub(super) properties: Properties,
}

/// Custom properties of a map, a layer, an object or a tile.
#[derive(Default, Deserialize)]
#[serde(transparent)]
pub(super) struct Properties(Vec<RawProperty>);

#[derive(Deserialize)]
struct RawProperty {
    name: String,
    #[serde(default)]
    value: Value,
}

impl Properties {
    /// The value of a property.
    pub(super) fn get(&self, name: &str) -> Option<&Value> {
        self.0.iter().find(|property| property.name == name).map(|property| &property.value)
    }

    /// A property that is text.
    pub(super) fn text(&self, name: &str, place: &str) -> Result<Option<&str>, TiledError> {
        text(self.get(name), name, place)
    }

    /// A property that is a whole number.
    pub(super) fn int(&self, name: &str, place: &str) -> Result<Option<i64>, TiledError> {
        int(self.get(name), name, place)
    }
}

/// The value of a property that is text.
pub(super) fn text<'a>(
    value: Option<&'a Value>,
    name: &str,
    place: &str,
) -> Result<Option<&'a str>, TiledError> {
    match value {
        None => Ok(None),
        Some(Value::String(text)) => Ok(Some(text)),
        Some(other) => Err(of_kind(name, place, other, "a string")),
    }
}

/// The value of a property that is a whole number.
pub(super) fn int(
    value: Option<&Value>,
    name: &str,
    place: &str,
) -> Result<Option<i64>, TiledError> {
    let Some(value) = value else { return Ok(None) };
    let int = value.as_i64().ok_or_else(|| of_kind(name, place, value, "an int"))?;
    Ok(Some(int))
}

/// The error of a property of the wrong kind.
pub(super) fn of_kind(name: &str, place: &str, found: &Value, right: &str) -> TiledError {
    let mut found = found.to_string();
    if found.len() > 60 {
        found = found.chars().take(50).chain(['…']).collect();
    }
    wrong(format!("{place}, property {name:?}"), format!("is {found}; {right} is asked for"))
}

/// The class of something: versions differ in the field.
pub(super) fn class<'a>(kind: &'a str, class: &'a str) -> &'a str {
    if kind.is_empty() { class } else { kind }
}

/// The cells of a layer or chunk: numbers, or text that stands for them.
pub(super) enum Data {
    /// The numbers.
    Gids(Vec<u32>),
    /// Text, as `encoding` says.
    Text(String),
}

impl<'de> Deserialize<'de> for Data {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        struct Cells;
        impl<'de> Visitor<'de> for Cells {
            type Value = Data;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an array of tile numbers, or text that is base64 or CSV")
            }
            fn visit_str<E: de::Error>(self, text: &str) -> Result<Data, E> {
                Ok(Data::Text(text.to_owned()))
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Data, A::Error> {
                let mut gids = Vec::new();
                while let Some(gid) = seq.next_element()? {
                    if gids.len() as u64 >= MOST_CELLS {
                        let most = format!("{MOST_CELLS} cells are the most of a map");
                        return Err(de::Error::custom(most));
                    }
                    gids.push(gid);
                }
                Ok(Data::Gids(gids))
            }
        }
        d.deserialize_any(Cells)
    }
}
