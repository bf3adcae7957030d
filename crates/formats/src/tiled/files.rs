//! Files beside a map: tile sets and templates of objects.

use super::raw::RawTileSet;
use super::{MOST_BYTES, TiledError, check_size, wrong, xml};
use serde::de::DeserializeOwned;
use serde_json::Value;

/// A kind of files.
pub(super) struct Kind {
    /// What one is called.
    what: &'static str,
    /// The endings of those in XML and in JSON.
    endings: (&'static str, &'static [&'static str]),
    /// One in XML, as in JSON.
    xml: fn(&str) -> Result<Value, TiledError>,
    /// What to do where it cannot be read.
    pub(super) instead: &'static str,
}

/// Tile sets.
pub(super) const TILE_SETS: Kind = Kind {
    what: "tile set",
    endings: ("tsx", &["tsj", "json"]),
    xml: xml::external,
    instead: "embed the tile set in the map (in Tiled: Map, Embed Tileset)",
};

/// Templates.
pub(super) const TEMPLATES: Kind = Kind {
    what: "template",
    endings: ("tx", &["tj", "json"]),
    xml: xml::template,
    instead: "make the object one of its own (in Tiled: Detach, in the menu of the object)",
};

/// Reads files, no more of them than a map may have bytes.
pub(super) struct Files<'a> {
    fetch: &'a dyn Fn(&str) -> Result<String, String>,
    bytes: usize,
}

impl<'a> Files<'a> {
    /// None is read yet; `fetch` gives the text of a file by its path in the map.
    pub(super) fn new(fetch: &'a dyn Fn(&str) -> Result<String, String>) -> Self {
        Self { fetch, bytes: 0 }
    }

    /// Reads a file. `place` names what refers to it.
    pub(super) fn read<T: DeserializeOwned>(
        &mut self,
        kind: &Kind,
        source: &str,
        place: &str,
    ) -> Result<T, TiledError> {
        let Kind { what, endings: (in_xml, in_json), instead, .. } = kind;
        let ending = source.rsplit('.').next().unwrap_or("").to_ascii_lowercase();
        let is_xml = ending == *in_xml;
        if !is_xml && !in_json.contains(&ending.as_str()) {
            let json = in_json.first().copied().unwrap_or_default();
            let message =
                format!("only {what}s in .{json} and .{in_xml} are read from files; {instead}");
            return Err(wrong(place, message));
        }
        let text =
            (self.fetch)(source).map_err(|error| wrong(place, format!("{error}; {instead}")))?;
        check_size(&text).map_err(|error| wrong(place, error.message))?;
        self.bytes += text.len();
        if self.bytes > MOST_BYTES {
            let message = format!(
                "with it the files beside the map have more than {MOST_BYTES} bytes, the most that are read"
            );
            return Err(wrong(place, message));
        }
        let read = match is_xml {
            true => {
                let inside =
                    |error: TiledError| wrong(format!("{place}, {}", error.place), error.message);
                serde_json::from_value((kind.xml)(&text).map_err(inside)?)
            }
            false => serde_json::from_str(&text),
        };
        read.map_err(|error| {
            let said = voice::of_json_at(error.line(), error.column(), &error.to_string());
            let form = if is_xml { "XML" } else { "JSON" };
            wrong(place, format!("is no {what} in {form}: {said}"))
        })
    }

    /// Reads a tile set.
    pub(super) fn tile_set(&mut self, source: &str, place: &str) -> Result<RawTileSet, TiledError> {
        let set: RawTileSet = self.read(&TILE_SETS, source, place)?;
        match set.source {
            None => Ok(set),
            Some(_) => Err(wrong(place, format!("leads to another file; {}", TILE_SETS.instead))),
        }
    }
}
