//! Reads a level from a Tiled map, or from the maps of a world.

use super::layers::Layers;
use super::object::Templates;
use super::objects::Over;
use super::objects::things::plate_names;
use super::raw::{RawMap, in_text, parsed};
use super::sets::{Files, KnownSets, Sets};
use super::world::{self, Part, is_world};
use super::{Read, TiledError, check_size, csv, lua, wrong, xml};
use crate::aliases::Aliases;
use crate::aliases::Notes;
use crate::import::ForeignName;
use crate::quoted;
use level::formats::json::{LevelBuilder, Object, RawGraph, ReadError, message};
use level::model::level::Level;
use serde::Deserialize;
use serde::de::{self, DeserializeSeed, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::{Map, Value};
use std::cell::Cell;
use std::fmt;

/// The value of the map's property `quandary`: the parts of a level that tiles and objects do not show.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Rest {
    name: Option<String>,
    graph: Option<Object<RawGraph>>,
    /// Present and empty if the level states that it has no goals.
    goals: Option<[(); 0]>,
    provenance: Option<Map<String, Value>>,
}

/// Reads a map as a level. `fetch` returns the text of a separate tile set or template, given its path in the map.
///
/// # Errors
/// The fault of the map, with its layer, object and field.
pub fn read(
    text: &str,
    fetch: &dyn Fn(&str) -> Result<String, String>,
) -> Result<Read, TiledError> {
    read_with(text, fetch, &Aliases::default())
}

/// Reads a map as a level, with a table of foreign names of tiles.
///
/// # Errors
/// As [`read`].
pub fn read_with(
    text: &str,
    fetch: &dyn Fn(&str) -> Result<String, String>,
    aliases: &Aliases,
) -> Result<Read, TiledError> {
    if csv::is_rows(text) {
        check_size(text)?;
        return csv::read(text, aliases);
    }
    let mut notes = Notes::default();
    match level(text, fetch, aliases, &mut notes) {
        Ok((level, names)) => Ok(Read { level, notes: notes.list(), names }),
        Err(error) => Err(TiledError { notes: notes.list(), ..error }),
    }
}

fn level(
    text: &str,
    fetch: &dyn Fn(&str) -> Result<String, String>,
    aliases: &Aliases,
    notes: &mut Notes,
) -> Result<(Level, Vec<ForeignName>), TiledError> {
    let (mut files, mut known) = (Files::new(fetch), KnownSets::new(aliases));
    let parts = match is_world(text) {
        true => world::parts(text, &mut files)?,
        false => vec![Part::of(map(text)?)],
    };
    let mut sets = Vec::with_capacity(parts.len());
    for part in &parts {
        check(&part.map)?;
        known.is_ours = part.is_ours();
        let place = |i| match part.is_of_world() {
            true => format!("map {:?}, tilesets[{i}]", part.name),
            false => format!("tilesets[{i}]"),
        };
        sets.push(Sets::of(&part.map.tilesets, part.folder(), &place, &mut files, &mut known)?);
    }
    let is_ours = parts.iter().all(Part::is_ours);
    let mut layers = Layers::default();
    for (number, (part, sets)) in parts.iter().zip(&sets).enumerate() {
        known.is_ours = part.is_ours();
        let mut templates = Templates::new(&mut files, &mut known, part.folder());
        layers.add(part, sets, number, &mut templates)?;
    }
    match &layers.hidden[..] {
        [] => {}
        [one] => notes.add(format!("layer {one:?} is hidden and left out")),
        more => notes.add(format!("layers {} are hidden and left out", quoted(more))),
    }
    let floors = layers.floors(side(&parts))?;
    floors.lost.note().into_iter().chain(floors.counted()).for_each(|note| notes.add(note));
    if floors.grids.is_empty() {
        return Err(wrong("layers", "there is no tile layer, and so no floor"));
    }
    let rest = rest_of(&parts)?;
    // No note is needed if the map was written from a level, or if the table defines empty cells.
    if !is_ours && aliases.empty().is_none() {
        floors.empty.note("floors").into_iter().for_each(|note| notes.add(note));
    }
    let mut builder = LevelBuilder::default();
    let mut plates = plate_names(&layers.objects);
    plates.extend(aliases.plates().into_iter().map(str::to_owned));
    plates.iter().for_each(|name| builder.names().add_plate(name));
    if let Some(graph) = &rest.graph {
        builder.graph(graph).map_err(in_rest)?;
    }
    let given = (aliases, is_ours);
    let mut over = Over::new(builder, plates.len(), floors, notes, given);
    over.rooms_of_maps()?;
    if rest.goals.is_some() {
        over.no_goals();
    }
    over.tiles_with_more()?;
    over.objects(&layers.objects)?;
    over.said(&parts)?;
    over.finish(rest.name, rest.provenance)
}

/// A map in XML, JSON or Lua.
fn map(text: &str) -> Result<RawMap, TiledError> {
    check_size(text)?;
    match text {
        text if xml::is_map(text) => translated(&xml::map(text)?),
        text if lua::is(text) => translated(&lua::map(text)?),
        text => parsed(text, &in_text),
    }
}

/// The width and height of the cells of all maps, in pixels.
fn side(parts: &[Part]) -> (f64, f64) {
    let Some(Part { map, .. }) = parts.first() else { return (1.0, 1.0) };
    // Objects of isometric maps have both coordinates in units of the height.
    let wide = if map.orientation == "isometric" { map.tileheight } else { map.tilewidth };
    (f64::from(wide), f64::from(map.tileheight))
}

/// The property `quandary` of a map that is alone.
///
/// # Errors
/// A map of a world that was written from a level with a room graph.
fn rest_of(parts: &[Part]) -> Result<Rest, TiledError> {
    if let [part] = parts
        && !part.is_of_world()
    {
        return Ok(rest(&part.map)?.unwrap_or_default());
    }
    for part in parts {
        let Some(Rest { graph, goals, .. }) = rest(&part.map)? else { continue };
        if graph.is_some() || goals.is_some() {
            let message = "was written from a level with a room graph or without goals, which a world cannot hold; check it \
                           alone";
            return Err(wrong(format!("map {:?}", part.name), message));
        }
    }
    Ok(Rest::default())
}

/// Checks that the cells of a map are squares of a grid, with some size.
fn check(map: &RawMap) -> Result<(), TiledError> {
    check_orientation(&map.orientation)?;
    if map.tilewidth == 0 || map.tileheight == 0 {
        return Err(wrong("tilewidth, tileheight", "a tile has at least one pixel each way"));
    }
    Ok(())
}

/// Checks that the cells of a map are a grid in which each has four neighbours.
fn check_orientation(orientation: &str) -> Result<(), TiledError> {
    let reason = match orientation {
        "" | "orthogonal" | "isometric" | "oblique" => return Ok(()),
        "hexagonal" => "whose cells have six neighbours; levels here have four".to_owned(),
        "staggered" => {
            "whose rows are shifted against each other; in Tiled's map properties choose isometric or orthogonal"
                .to_owned()
        }
        other => {
            let known = ["orthogonal", "isometric", "oblique"];
            return Err(wrong("orientation", diagnostics::unknown("orientation", other, known)));
        }
    };
    Err(wrong("orientation", format!("is {orientation}, {reason}")))
}

/// Parses a map that was translated from XML. It is printed as JSON and parsed again, so only one parser is compiled.
/// Line numbers are omitted from errors because the user never sees that text.
fn translated(map: &Value) -> Result<RawMap, TiledError> {
    parsed(&map.to_string(), &|_, path| format!("map{path}"))
}

/// Parses the map's property `quandary`, if it has one.
fn rest(map: &RawMap) -> Result<Option<Rest>, TiledError> {
    let Some(text) = map.properties.text("quandary", "map")? else { return Ok(None) };
    let mut json = serde_json::Deserializer::from_str(text);
    let place = "map, property \"quandary\"";
    let rest: Object<Rest> = serde_path_to_error::deserialize(&mut json)
        .map_err(|found| wrong(format!("{place}, {}", found.path()), message(found.inner())))?;
    json.end().map_err(|found| wrong(place, message(&found)))?;
    Ok(Some(rest.0))
}

/// An error of the graph in the property `quandary`.
fn in_rest(error: ReadError) -> TiledError {
    match error {
        ReadError::Json { field, message, .. } | ReadError::Field { field, message } => {
            wrong(format!("map, property \"quandary\", {field}"), message)
        }
    }
}

/// True if a text is a map of Tiled (an XML map, a table of Lua, or JSON of the type `map` or with layers that has no
/// field `format`), a layer as numbers, or a world.
#[must_use]
pub fn is_map(text: &str) -> bool {
    if xml::is_map(text) || lua::is(text) || csv::is(text) || is_world(text) {
        return true;
    }
    let says = Cell::new(false);
    let mut json = serde_json::Deserializer::from_str(text);
    // Parsing stops at the first field that decides.
    let _ = json.deserialize_map(Keys(&says));
    says.get()
}

/// Visits the fields of an object until one shows whether it is a map.
struct Keys<'a>(&'a Cell<bool>);

impl<'de> Visitor<'de> for Keys<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let enough = || de::Error::custom("enough is known");
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "format" => return Err(enough()),
                "type" => {
                    map.next_value_seed(IsMap(self.0))?;
                    if self.0.get() {
                        return Err(enough());
                    }
                }
                "layers" | "tiledversion" | "tilesets" => {
                    self.0.set(true);
                    return Err(enough());
                }
                _ => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(())
    }
}

/// A value that may be `"map"`.
struct IsMap<'a>(&'a Cell<bool>);

impl<'de> DeserializeSeed<'de> for IsMap<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, d: D) -> Result<(), D::Error> {
        let kind = String::deserialize(d)?;
        self.0.set(kind == "map");
        Ok(())
    }
}
