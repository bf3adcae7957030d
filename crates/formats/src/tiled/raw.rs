//! The JSON of a Tiled map before it is interpreted: its fields, the cells of a layer in any encoding of Tiled, and
//! lists of names in properties.
//!
//! Unknown fields are ignored, because each version of Tiled adds some. Invariant: exactly the expected number of cells
//! is returned, and decompression stops as soon as there are more.

use super::{MOST_CELLS, TiledError, wrong};
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use base64::{DecodeError, Engine};
use flate2::read::{GzDecoder, ZlibDecoder};
use level::formats::json::{RawRules, message};
use ruzstd::decoding::StreamingDecoder;
use serde::Deserialize;
use serde::de::{self, DeserializeOwned, Deserializer, IgnoredAny, SeqAccess, Visitor};
use serde_json::Value;
use std::borrow::Cow;
use std::fmt;
use std::io::Read;

/// The place of a fault in a text that the user has.
pub(super) fn in_text(place: &serde_json::Error, path: &str) -> String {
    format!("line {}, column {}{path}", place.line(), place.column())
}

/// Parses a text as JSON. `place` describes the position of an error.
pub(super) fn parsed<T: DeserializeOwned>(
    text: &str,
    place: &dyn Fn(&serde_json::Error, &str) -> String,
) -> Result<T, TiledError> {
    let mut json = serde_json::Deserializer::from_str(text);
    let error = |path: &str, error: &serde_json::Error| {
        let path = if matches!(path, "." | "?") { String::new() } else { format!(", {path}") };
        wrong(place(error, &path), message(error))
    };
    let map = serde_path_to_error::deserialize(&mut json)
        .map_err(|found| error(&found.path().to_string(), found.inner()))?;
    json.end().map_err(|found| error(".", &found))?;
    Ok(map)
}

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

/// An object of a map or a template. An object of a map has its number and position; it may leave the rest to its
/// template.
#[derive(Deserialize)]
pub(super) struct RawObject {
    pub(super) id: Option<u64>,
    pub(super) name: Option<String>,
    /// The class, in all versions except 1.9.
    #[serde(rename = "type")]
    pub(super) kind: Option<String>,
    /// The class, in version 1.9.
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

/// A tile set, in the map or in a separate file.
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
    #[serde(default)]
    wangsets: Vec<RawTerrains>,
}

/// A set of terrains (a Wang set), with the tiles that show them.
#[derive(Deserialize)]
struct RawTerrains {
    #[serde(default)]
    name: String,
    #[serde(default)]
    colors: Vec<RawTerrain>,
    #[serde(default)]
    wangtiles: Vec<RawWangTile>,
}

/// A terrain; the tiles refer to its index plus one.
#[derive(Deserialize)]
struct RawTerrain {
    #[serde(default)]
    name: String,
}

/// The terrains at the corners and edges of a tile; 0 for none.
#[derive(Deserialize)]
struct RawWangTile {
    tileid: u32,
    #[serde(default)]
    wangid: Vec<u32>,
}

impl RawTileSet {
    /// The tiles that show only one terrain, with its name and the name of its set.
    pub(super) fn terrains(&self) -> impl Iterator<Item = (u32, [&str; 2])> {
        self.wangsets.iter().flat_map(|set| {
            set.wangtiles.iter().filter_map(|tile| {
                let mut shown = tile.wangid.iter().copied().filter(|&terrain| terrain != 0);
                let first = shown.next()?;
                let terrain = set.colors.get((first - 1) as usize)?;
                let names = [terrain.name.as_str(), set.name.as_str()];
                shown.all(|other| other == first).then_some((tile.tileid, names))
            })
        })
    }
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
    /// Its collision shapes.
    objectgroup: Option<RawShapes>,
}

/// The collision shapes of a tile.
#[derive(Deserialize)]
struct RawShapes {
    #[serde(default)]
    objects: Vec<IgnoredAny>,
}

impl RawTile {
    /// True if it has a collision shape.
    pub(super) fn collides(&self) -> bool {
        self.objectgroup.as_ref().is_some_and(|shapes| !shapes.objects.is_empty())
    }
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

    /// All properties with their values.
    pub(super) fn list(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.0.iter().map(|property| (property.name.as_str(), &property.value))
    }

    /// A property that is text.
    pub(super) fn text(&self, name: &str, place: &str) -> Result<Option<&str>, TiledError> {
        text(self.get(name), name, place)
    }

    /// A property that is an integer.
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

/// The value of a property that is an integer.
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

/// The class, from the field of either version.
pub(super) fn class<'a>(kind: &'a str, class: &'a str) -> &'a str {
    if kind.is_empty() { class } else { kind }
}

/// The cells of a layer or chunk: numbers, or encoded text.
pub(super) enum Data {
    /// The numbers.
    Gids(Vec<u32>),
    /// Text, encoded as the layer's `encoding` states.
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

/// The bits of Tiled for a flipped or rotated tile.
const TURNED: u32 = 0xf000_0000;

/// The numbers of the tiles of a layer or chunk, with their bits for flips and rotations.
pub(super) fn gids<'a>(
    data: &'a Data,
    encoding: Option<&str>,
    compression: Option<&str>,
    cells: usize,
) -> Result<Cow<'a, [u32]>, String> {
    let gids = match (data, encoding.unwrap_or("csv")) {
        (Data::Gids(gids), _) => Cow::Borrowed(gids.as_slice()),
        (Data::Text(text), "csv") => Cow::Owned(csv(text, cells)?),
        (Data::Text(text), "base64") => {
            let bytes = decompressed(base64(text)?, compression.unwrap_or(""), cells)?;
            let number = |four: &[u8]| {
                four.iter().rev().fold(0u32, |number, &byte| number << 8 | u32::from(byte))
            };
            Cow::Owned(bytes.chunks(4).map(number).collect())
        }
        (Data::Text(_), other) => {
            return Err(diagnostics::unknown("encoding", other, ["csv", "base64"]));
        }
    };
    if gids.len() == cells {
        return Ok(gids);
    }
    Err(format!(
        "has {}, but width times height is {cells}",
        diagnostics::counted(gids.len() as u64, "cell", "cells")
    ))
}

/// The number of a tile without the bits for flips and rotations.
pub(super) fn unturned(gid: u32) -> u32 {
    gid & !TURNED
}

fn csv(text: &str, cells: usize) -> Result<Vec<u32>, String> {
    let number = |word: &str| {
        let word = word.trim();
        word.parse().map_err(|_| format!("{word:?} is not the number of a tile"))
    };
    text.split(',').take(cells + 1).map(number).collect()
}

/// Base64 as in hand-made files: with spaces in it, and without padding.
const LENIENT: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true),
);

fn base64(text: &str) -> Result<Vec<u8>, String> {
    let letters = text.bytes().filter(|byte| !byte.is_ascii_whitespace());
    let mut letters: Vec<u8> = letters.take_while(|&byte| byte != b'=').collect();
    let whole = letters.len() * 6 / 8;
    // A single letter at the end is less than a byte; it is ignored.
    if letters.len() % 4 == 1 {
        letters.push(b'A');
    }
    let mut bytes = LENIENT.decode(letters).map_err(|error| match error {
        DecodeError::InvalidByte(_, other) => format!("{:?} is not of base64", char::from(other)),
        other => other.to_string(),
    })?;
    bytes.truncate(whole);
    Ok(bytes)
}

fn decompressed(bytes: Vec<u8>, compression: &str, cells: usize) -> Result<Vec<u8>, String> {
    let reader: Box<dyn Read + '_> = match compression {
        "" => return Ok(bytes),
        "zlib" => Box::new(ZlibDecoder::new(bytes.as_slice())),
        "gzip" => Box::new(GzDecoder::new(bytes.as_slice())),
        "zstd" => {
            let reader = StreamingDecoder::new(bytes.as_slice());
            Box::new(
                reader
                    .map_err(|_| "the zstd data is damaged: it does not begin as zstd data do")?,
            )
        }
        other => {
            return Err(diagnostics::unknown("compression", other, ["zlib", "gzip", "zstd"]));
        }
    };
    let mut whole = Vec::new();
    let most = cells as u64 * 4 + 1;
    let read = reader.take(most).read_to_end(&mut whole);
    read.map_err(|error| match compression {
        // Its errors are not written for people.
        "zstd" => "the zstd data is damaged".to_owned(),
        _ => format!("the {compression} data is damaged: {error}"),
    })?;
    Ok(whole)
}

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
                format!("is no array of strings: {}", diagnostics::of_json(&error.to_string()))
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

/// Names in one text: separated by commas if that is unambiguous, else a JSON array.
pub(super) fn list(names: &[String]) -> String {
    let is_plain =
        |name: &String| !name.contains(',') && name.trim() == name && !name.starts_with('[');
    if !names.is_empty() && names.iter().all(is_plain) {
        return names.join(", ");
    }
    serde_json::to_string(names).unwrap_or_default()
}

/// The rules of a list of NAME=VALUE. A value may contain commas, as in `warps=stairs,doors`.
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
            let set = diagnostics::short(set);
            format!("has {set:?}, which is not of the form NAME=VALUE, such as push=free")
        };
        let (name, value) = set.split_once('=').ok_or_else(form)?;
        rules.add_text(name.trim_end(), value.trim_start())?;
    }
    Ok(rules)
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::Compression;
    use flate2::read::{GzEncoder, ZlibEncoder};
    use ruzstd::encoding::{CompressionLevel, compress_to_vec};

    fn text(text: &str) -> Data {
        Data::Text(text.to_owned())
    }

    #[test]
    fn every_encoding_says_the_same() {
        let right = [1, 2, 0x8000_0003];
        let plain = "AQAAAAIAAAADAACA";
        assert_eq!(gids(&text(plain), Some("base64"), None, 3).unwrap()[..], right);
        assert_eq!(
            gids(&text("AQAA\n AAIAAAADAACA"), Some("base64"), Some(""), 3).unwrap()[..],
            right
        );
        assert_eq!(gids(&text("1, 2,\n2147483651"), None, None, 3).unwrap()[..], right);
        assert_eq!(gids(&Data::Gids(right.to_vec()), None, None, 3).unwrap()[..], right);
        let bytes = base64(plain).unwrap();
        let mut packed = Vec::new();
        ZlibEncoder::new(bytes.as_slice(), Compression::fast()).read_to_end(&mut packed).unwrap();
        assert_eq!(decompressed(packed, "zlib", 3).unwrap(), bytes);
        let mut packed = Vec::new();
        GzEncoder::new(bytes.as_slice(), Compression::fast()).read_to_end(&mut packed).unwrap();
        assert_eq!(decompressed(packed.clone(), "gzip", 3).unwrap(), bytes);
        assert_eq!(decompressed(packed, "gzip", 1).unwrap().len(), 5, "a bomb is not unpacked");
        let packed = compress_to_vec(bytes.as_slice(), CompressionLevel::Fastest);
        assert_eq!(decompressed(packed, "zstd", 3).unwrap(), bytes);
        assert_eq!(unturned(0xe000_0007), 7);
        // Everything after a padding character is ignored, and so are bits that form no full byte.
        for (written, bytes) in
            [("AQ=*", &[1][..]), ("AQJ", &[1, 2]), ("AQIDB", &[1, 2, 3]), ("", &[])]
        {
            assert_eq!(base64(written).unwrap(), bytes, "{written}");
        }
    }

    #[test]
    fn what_is_wrong_is_said() {
        let check = |data: &Data, encoding, compression, part: &str| {
            let said = gids(data, encoding, compression, 2).unwrap_err();
            assert!(said.contains(part), "{said}");
        };
        check(&Data::Gids(vec![1]), None, None, "has 1 cell, but width times height is 2");
        check(&text("1,x"), None, None, "\"x\" is not the number of a tile");
        check(&text("AQ*A"), Some("base64"), None, "'*' is not of base64");
        check(&text("AQAAAAIA*"), Some("base64"), None, "'*' is not of base64");
        check(&text("AQAA"), Some("base64"), Some("zlib"), "the zlib data is damaged");
        check(&text("AQAA"), Some("base64"), Some("zstd"), "the zstd data is damaged");
        check(&text("AQAA"), Some("base64"), Some("lz4"), "known are zlib, gzip, zstd");
        check(&text("AQAA"), Some("hex"), None, "known are csv, base64");
    }
}
