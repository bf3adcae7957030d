//! Tile sets, which map the tile numbers of a map to tiles of a level; and the separate files of tile sets and
//! templates.

use super::raw::{RawTile, RawTileSet, class, of_kind, unturned};
use super::{IMAGE, MOST_BYTES, TILE_SET, TiledError, check_size, wrong, xml};
use crate::aliases::Aliases;
use level::model::tile::{self, Tile};
use rustc_hash::FxHashMap;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::collections::BTreeSet;
use std::rc::Rc;

/// The tile sets of a map.
pub(super) struct Sets {
    /// By first number, ascending.
    sets: Vec<Set>,
    /// The tile of an empty cell.
    pub(super) empty: Tile,
    /// The foreign names that have a meaning, for error messages.
    foreign: Vec<String>,
}

struct Set {
    first: u32,
    tiles: Rc<Tiles>,
}

/// The meanings of the tiles of a set.
struct Tiles {
    name: String,
    is_ours: bool,
    /// The meaning of each tile; `None` for a tile that means nothing.
    known: FxHashMap<u32, Option<Tile>>,
    /// The classes without a known meaning.
    strange: FxHashMap<u32, String>,
}

/// The separate tile sets, each read once, and the names that have a meaning.
pub(super) struct KnownSets<'a> {
    aliases: &'a Aliases,
    files: FxHashMap<String, Rc<Tiles>>,
    /// The names of the table that no tile has had yet.
    pub(super) unused: BTreeSet<&'a str>,
}

impl<'a> KnownSets<'a> {
    /// No tile set is read yet.
    pub(super) fn new(aliases: &'a Aliases) -> Self {
        Self { aliases, files: FxHashMap::default(), unused: aliases.names().collect() }
    }

    fn tiles(&mut self, raw: &RawTileSet) -> Result<Tiles, TiledError> {
        for tile in &raw.tiles {
            let said = tile.properties.get("tile").and_then(Value::as_str);
            self.unused.remove(said.unwrap_or_else(|| class(&tile.kind, &tile.class)));
        }
        Tiles::of(raw, self.aliases)
    }
}

impl Sets {
    /// The tile sets of a map or a template. `place` names each in messages. Paths of separate files are relative to
    /// `folder`, which is relative to the map.
    pub(super) fn of(
        raw: &[RawTileSet],
        folder: &str,
        place: &dyn Fn(usize) -> String,
        files: &mut Files<'_>,
        known: &mut KnownSets<'_>,
    ) -> Result<Self, TiledError> {
        let mut sets = Vec::with_capacity(raw.len());
        for (i, raw) in raw.iter().enumerate() {
            let tiles = match &raw.source {
                None => Rc::new(known.tiles(raw)?),
                Some(source) => {
                    let path = match source.starts_with('/') {
                        true => source.clone(),
                        false => format!("{folder}{source}"),
                    };
                    match known.files.get(&path) {
                        Some(tiles) => Rc::clone(tiles),
                        None => {
                            let set =
                                files.tile_set(&path, &format!("{}, {source:?}", place(i)))?;
                            let tiles = Rc::new(known.tiles(&set)?);
                            known.files.insert(path, Rc::clone(&tiles));
                            tiles
                        }
                    }
                }
            };
            sets.push(Set { first: raw.firstgid, tiles });
        }
        sets.sort_by_key(|set| set.first);
        let empty = known.aliases.empty().unwrap_or_default();
        Ok(Self { sets, empty, foreign: known.aliases.names().map(str::to_owned).collect() })
    }

    /// The tile for a number of the map; `None` for an empty cell.
    pub(super) fn tile(&self, gid: u32) -> Result<Option<Tile>, String> {
        let gid = unturned(gid);
        if gid == 0 {
            return Ok(None);
        }
        let after = self.sets.partition_point(|set| set.first <= gid);
        let Some(Set { first, tiles }) = after.checked_sub(1).and_then(|at| self.sets.get(at))
        else {
            return Err(format!("tile {gid} is of no tile set of the map"));
        };
        let local = gid - first;
        if let Some(&tile) = tiles.known.get(&local) {
            return Ok(tile);
        }
        if tiles.is_ours
            && let Some(tile) = Tile::from_id(local.into())
        {
            return Ok(Some(tile));
        }
        if let Some(class) = tiles.strange.get(&local) {
            let known = self.foreign.iter().map(String::as_str).chain(tile::names());
            let unknown = diagnostics::unknown("class", class, known);
            let name = diagnostics::short(&tiles.name);
            return Err(format!(
                "tile {local} of the tile set {name:?}: {unknown}; `quandary import tmx --aliases FILE` tells more"
            ));
        }
        Err(format!(
            "tile {local} of the tile set {:?} does not say what it is; give it the property \"tile\", a string \
             that is one of {}",
            tiles.name,
            tile::names().join(", "),
        ))
    }
}

impl Tiles {
    fn of(raw: &RawTileSet, aliases: &Aliases) -> Result<Self, TiledError> {
        let image = raw.image.as_deref().unwrap_or("");
        let image = image.rsplit(['/', '\\']).next().unwrap_or(image);
        let is_ours = raw.name == TILE_SET || image == IMAGE;
        let (mut known, mut strange) = (FxHashMap::default(), FxHashMap::default());
        for tile in &raw.tiles {
            let class = class(&tile.kind, &tile.class);
            match meaning(tile, &raw.name, aliases)? {
                Some(meaning) => drop(known.insert(tile.id, meaning)),
                None if !class.is_empty() => drop(strange.insert(tile.id, class.to_owned())),
                None => {}
            }
        }
        Ok(Self { name: raw.name.clone(), is_ours, known, strange })
    }
}

/// The tile for a tile of a set, from its property or class, if it has one; `None` inside if it means nothing.
fn meaning(
    raw: &RawTile,
    set: &str,
    aliases: &Aliases,
) -> Result<Option<Option<Tile>>, TiledError> {
    let place = || format!("tile set {set:?}, tile {}", raw.id);
    match raw.properties.get("tile") {
        None => {
            let name = class(&raw.kind, &raw.class);
            Ok(aliases.said(name).or_else(|| Tile::from_name(name).map(Some)))
        }
        Some(value @ (Value::String(_) | Value::Number(_))) => {
            if let Some(said) = value.as_str().and_then(|name| aliases.said(name)) {
                return Ok(Some(said));
            }
            let tile = match value {
                Value::String(text) => {
                    Tile::from_name(text).or_else(|| text.parse().ok().and_then(Tile::from_id))
                }
                number => number.as_u64().and_then(Tile::from_id),
            };
            tile.map(|tile| Some(Some(tile))).ok_or_else(|| {
                let tip =
                    value.as_str().map(|name| diagnostics::did_you_mean(name, &tile::names()));
                let tip = tip.unwrap_or_default();
                let foreign: String = aliases.names().map(|name| format!(", {name}")).collect();
                let known = tile::known() + &foreign;
                let message = format!("unknown tile {value}{tip}; known are {known}");
                wrong(format!("{}, property \"tile\"", place()), message)
            })
        }
        Some(other) => Err(of_kind("tile", &place(), other, "the name or the number of a tile")),
    }
}

/// A kind of file.
pub(super) struct Kind {
    /// Its name in messages.
    what: &'static str,
    /// The file extensions of XML and of JSON.
    endings: (&'static str, &'static [&'static str]),
    /// Translates the XML form to JSON.
    xml: fn(&str) -> Result<Value, TiledError>,
    /// The advice in the message if a file cannot be read.
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

/// Reads files, up to the size limit of a map in total.
pub(super) struct Files<'a> {
    fetch: &'a dyn Fn(&str) -> Result<String, String>,
    bytes: usize,
}

impl<'a> Files<'a> {
    /// No file is read yet. `fetch` returns the text of a file, given its path in the map.
    pub(super) fn new(fetch: &'a dyn Fn(&str) -> Result<String, String>) -> Self {
        Self { fetch, bytes: 0 }
    }

    /// Reads a file. `place` names the reference to it in messages.
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
            let said = diagnostics::of_json_at(error.line(), error.column(), &error.to_string());
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
