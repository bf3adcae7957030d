//! Tile sets, which map the tile numbers of a map to tiles of a level; and the separate files of tile sets and
//! templates.

use super::raw::{RawTile, RawTileSet, class, of_kind, unturned};
use super::{IMAGE, MOST_BYTES, TILE_SET, TiledError, check_size, wrong, xml};
use crate::aliases::Aliases;
use crate::guess;
use crate::import::{Basis, ForeignName, floor, named};
use crate::meaning::Meaning;
use level::model::tile::{self, Tile};
use rustc_hash::FxHashMap;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::rc::Rc;

/// The tile sets of a map.
pub(super) struct Sets {
    /// By first number, ascending.
    sets: Vec<Set>,
    /// The tile of an empty cell.
    pub(super) empty: Tile,
    aliases: Rc<Aliases>,
    /// True if the map was written from a level, so that nothing is guessed.
    is_ours: bool,
}

struct Set {
    first: u32,
    tiles: Rc<Tiles>,
}

/// The tiles of a set.
struct Tiles {
    name: String,
    is_ours: bool,
    known: FxHashMap<u32, Facts>,
}

/// What a tile set says of a tile.
#[derive(Default)]
struct Facts {
    /// Its meaning by the names of this project, from its property `tile` or its class.
    own: Option<Tile>,
    class: String,
    /// Its properties, as `name=value`, with the meaning of each that is guessed.
    properties: Vec<(String, Option<Meaning>)>,
    /// True if it has a collision shape.
    collides: bool,
    /// The names of the only terrain that it shows, and of the set of this terrain.
    terrains: Vec<String>,
}

/// The separate tile sets, each read once, and the names that have a meaning.
pub(super) struct KnownSets<'a> {
    aliases: &'a Aliases,
    /// True if the map that is read was written from a level.
    pub(super) is_ours: bool,
    files: FxHashMap<String, Rc<Tiles>>,
}

impl<'a> KnownSets<'a> {
    /// No tile set is read yet.
    pub(super) fn new(aliases: &'a Aliases) -> Self {
        Self { aliases, is_ours: false, files: FxHashMap::default() }
    }
}

/// The path of a file that another in a folder names.
pub(super) fn beside(folder: &str, source: &str) -> String {
    if source.starts_with('/') { source.to_owned() } else { format!("{folder}{source}") }
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
                None => Rc::new(Tiles::of(raw, known.aliases)?),
                Some(source) => {
                    let path = beside(folder, source);
                    match known.files.get(&path) {
                        Some(tiles) => Rc::clone(tiles),
                        None => {
                            let set =
                                files.tile_set(&path, &format!("{}, {source:?}", place(i)))?;
                            let tiles = Rc::new(Tiles::of(&set, known.aliases)?);
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
        let aliases = Rc::new(known.aliases.clone());
        Ok(Self { sets, empty, aliases, is_ours: known.is_ours })
    }

    /// True if the table names the tile of an empty cell.
    pub(super) fn says_empty(&self) -> bool {
        self.aliases.empty().is_some()
    }

    /// The meaning of a tile by its number, on a layer; `None` for an empty cell.
    ///
    /// # Errors
    /// A number of no tile set; a class that seems to be a misspelt tile of this project.
    pub(super) fn meaning(&self, gid: u32, layer: &str) -> Result<Option<Rc<ForeignName>>, String> {
        let gid = unturned(gid);
        if gid == 0 {
            return Ok(None);
        }
        let after = self.sets.partition_point(|set| set.first <= gid);
        let Some(Set { first, tiles }) = after.checked_sub(1).and_then(|at| self.sets.get(at))
        else {
            return Err(format!("tile {gid} is of no tile set of the map"));
        };
        let nothing = Facts::default();
        let local = gid - first;
        let tile = TileOf {
            set: tiles,
            facts: tiles.known.get(&local).unwrap_or(&nothing),
            gid,
            local,
            layer,
        };
        let found = tile.given(&self.aliases);
        let found = found.or_else(|| tile.own()).or_else(|| tile.otherwise(&self.aliases));
        let found = match found {
            Some(found) => found,
            None if self.is_ours => return Err(tile.unknown(&self.aliases)),
            None => tile.guessed(&self.aliases)?,
        };
        Ok(Some(Rc::new(found)))
    }
}

/// A tile on a layer.
struct TileOf<'a> {
    set: &'a Tiles,
    facts: &'a Facts,
    gid: u32,
    local: u32,
    layer: &'a str,
}

impl TileOf<'_> {
    /// Its name in a table: the tile set and the number.
    fn name(&self) -> String {
        format!("{}:{}", self.set.name, self.local)
    }

    /// The meaning in the user's table: by number, class, property, terrain or layer. A layer of floor comes after the
    /// terrain, any other layer before it, as in guesses.
    fn given(&self, aliases: &Aliases) -> Option<ForeignName> {
        let found = |kind, name: &str| {
            let meaning = aliases.meaning(name)?.clone();
            Some(named(kind, name, meaning, Basis::Given))
        };
        let properties = || {
            self.facts.properties.iter().find_map(|(property, _)| {
                let value = property.strip_prefix("tile=");
                found("property", property).or_else(|| found("property", value?))
            })
        };
        found("tile", &self.name())
            .or_else(|| found("tile", &self.gid.to_string()))
            .or_else(|| found("class", &self.facts.class))
            .or_else(properties)
            .or_else(|| found("layer", self.layer).filter(|layer| layer.meaning != floor()))
            .or_else(|| self.facts.terrains.iter().find_map(|name| found("terrain", name)))
            .or_else(|| found("layer", self.layer))
    }

    /// The meaning by the names of this project.
    fn own(&self) -> Option<ForeignName> {
        let of_number = || Tile::from_id(self.local.into()).filter(|_| self.set.is_ours);
        let tile = self.facts.own.or_else(of_number)?;
        Some(named("tile", self.name(), tile.into(), Basis::Own))
    }

    fn otherwise(&self, aliases: &Aliases) -> Option<ForeignName> {
        let meaning = aliases.otherwise()?.clone();
        Some(named("tile", self.name(), meaning, Basis::Given))
    }

    /// Checks that the class is no misspelt name.
    fn misspelt(&self, aliases: &Aliases) -> Result<(), String> {
        if self.facts.class.is_empty() {
            return Ok(());
        }
        let name = diagnostics::short(&self.set.name);
        let place = |said| format!("tile {} of the tile set {name:?}: {said}", self.local);
        aliases.misspelt(&self.facts.class).map_err(place)
    }

    /// The error of a tile of a map that was written from a level.
    fn unknown(&self, aliases: &Aliases) -> String {
        if let Err(said) = self.misspelt(aliases) {
            return said;
        }
        format!(
            "tile {} of the tile set {:?} does not say what it is; give it the property \"tile\", a string that is one of \
             {}",
            self.local,
            diagnostics::short(&self.set.name),
            tile::names().join(", ")
        )
    }

    /// A guess by a property, the class, the collision shape, the terrain, the layer or the tile set.
    fn guessed(&self, aliases: &Aliases) -> Result<ForeignName, String> {
        let Facts { class, properties, collides, terrains, .. } = self.facts;
        let guess = |kind, name: &str, why| {
            Some(named(kind, name, guess::of_tiles(name)?, Basis::Guessed(why)))
        };
        let property = properties.iter().find_map(|(name, meaning)| {
            let meaning = meaning.clone()?;
            Some(named("property", name.as_str(), meaning, Basis::Guessed("the property")))
        });
        if let Some(found) = property.or_else(|| guess("class", class, "the class")) {
            return Ok(found);
        }
        self.misspelt(aliases)?;
        let shape = || {
            let why = "it has a collision shape";
            let wall = || named("tile", self.name(), Tile::Wall.into(), Basis::Guessed(why));
            collides.then(wall)
        };
        // Decoration is no terrain: "Light" of the set "Wall" is a wall.
        let of_terrain = || {
            let mut found =
                terrains.iter().filter_map(|name| guess("terrain", name, "its terrain"));
            found.find(|found| !found.meaning.is_nothing())
        };
        let layer = guess("layer", self.layer, "the name of the layer");
        // There may be water in a layer "Ground", and no floor in a layer "Walls".
        let (first, last) = match layer {
            Some(layer) if layer.meaning == floor() => (None, Some(layer)),
            layer => (layer, None),
        };
        let found = shape().or(first).or_else(of_terrain).or(last).or_else(|| {
            let meaning = guess::of_set(&self.set.name)?;
            Some(named("tile", self.name(), meaning, Basis::Guessed("the name of the tile set")))
        });
        Ok(found.unwrap_or_else(|| match terrains.first() {
            Some(name) => named("terrain", name, floor(), Basis::Unknown),
            None => named("tile", self.name(), floor(), Basis::Unknown),
        }))
    }
}

impl Tiles {
    fn of(raw: &RawTileSet, aliases: &Aliases) -> Result<Self, TiledError> {
        let image = raw.image.as_deref().unwrap_or("");
        let image = image.rsplit(['/', '\\']).next().unwrap_or(image);
        let is_ours = raw.name == TILE_SET || image == IMAGE;
        let mut known = FxHashMap::default();
        for tile in &raw.tiles {
            let properties = tile.properties.list().map(|(name, value)| {
                let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
                (format!("{name}={text}"), guess::of_property(name, value))
            });
            let facts = Facts {
                own: meaning(tile, &raw.name, aliases)?,
                class: class(&tile.kind, &tile.class).to_owned(),
                properties: properties.collect(),
                collides: tile.collides(),
                terrains: Vec::new(),
            };
            known.insert(tile.id, facts);
        }
        for (tile, names) in raw.terrains() {
            let named = names.into_iter().filter(|name| !name.is_empty()).map(str::to_owned);
            known.entry(tile).or_insert_with(Facts::default).terrains.extend(named);
        }
        Ok(Self { name: raw.name.clone(), is_ours, known })
    }
}

/// The tile of this project for a tile of a set, from its property or class, if it has one.
fn meaning(raw: &RawTile, set: &str, aliases: &Aliases) -> Result<Option<Tile>, TiledError> {
    let place = || format!("tile set {set:?}, tile {}", raw.id);
    match raw.properties.get("tile") {
        None => Ok(Tile::from_name(class(&raw.kind, &raw.class))),
        Some(value @ (Value::String(_) | Value::Number(_))) => {
            if value.as_str().is_some_and(|name| aliases.meaning(name).is_some()) {
                return Ok(None);
            }
            let tile = match value {
                Value::String(text) => {
                    Tile::from_name(text).or_else(|| text.parse().ok().and_then(Tile::from_id))
                }
                number => number.as_u64().and_then(Tile::from_id),
            };
            tile.map(Some).ok_or_else(|| {
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

/// Maps of a world.
pub(super) const MAPS: Kind = Kind {
    what: "map",
    endings: ("tmx", &["tmj", "json"]),
    xml: xml::map,
    instead: "the maps of a world are files beside it",
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
