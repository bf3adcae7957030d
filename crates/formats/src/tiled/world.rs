//! Worlds of Tiled (`.world`): maps at places in pixels, which are joined as rooms of one level.
//!
//! Maps whose rectangles touch lie cell beside cell. Names of symbols and plates are those of the whole world. Nodes of
//! the graph are the rooms, by the names of the files; there are no edges, so that a step from one map into the next
//! needs nothing.

use super::raw::{RawMap, in_text, parsed};
use super::sets::{Files, MAPS};
use super::{TiledError, check_size, wrong};
use serde::Deserialize;
use serde::de::IgnoredAny;

/// The most maps of a world.
const MOST_MAPS: usize = 512;

/// A map of a world; or a map alone, without a name.
pub(super) struct Part {
    /// The path of its file, beside the world.
    pub(super) name: String,
    /// The map.
    pub(super) map: RawMap,
    /// Its corner in the world, in pixels.
    pub(super) at: (f64, f64),
}

/// A world.
#[derive(Deserialize)]
struct RawWorld {
    #[serde(default)]
    maps: Vec<RawPlace>,
    #[serde(default)]
    patterns: Vec<IgnoredAny>,
}

/// A map of a world, and its place in pixels.
#[derive(Deserialize)]
struct RawPlace {
    #[serde(rename = "fileName")]
    file: String,
    #[serde(default)]
    x: i64,
    #[serde(default)]
    y: i64,
}

/// True if a text is a world of Tiled.
pub(super) fn is_world(text: &str) -> bool {
    let has = |name: &str| text.contains(name);
    let is_likely =
        has("\"maps\"") && has("\"fileName\"") || has("\"patterns\"") && has("\"regexp\"");
    text.trim_start().starts_with('{') && is_likely && !has("\"layers\"") && !has("\"format\"")
}

impl Part {
    /// A map that is alone.
    pub(super) fn of(map: RawMap) -> Self {
        Self { name: String::new(), map, at: (0.0, 0.0) }
    }

    /// True for a map of a world.
    pub(super) fn is_of_world(&self) -> bool {
        !self.name.is_empty()
    }

    /// True if the map was written from a level.
    pub(super) fn is_ours(&self) -> bool {
        self.map.properties.get("quandary").is_some()
    }

    /// The folder of its file, with a slash at its end.
    pub(super) fn folder(&self) -> &str {
        self.name.rfind('/').and_then(|at| self.name.get(..=at)).unwrap_or("")
    }

    /// The name of its file without the ending.
    pub(super) fn stem(&self) -> &str {
        let file = self.name.rsplit('/').next().unwrap_or(&self.name);
        file.rsplit_once('.').map_or(file, |(stem, _)| stem)
    }
}

/// Reads the maps of a world.
///
/// # Errors
/// A map that cannot be read or is no orthogonal one; maps with cells of different sizes or between cells.
pub(super) fn parts(text: &str, files: &mut Files<'_>) -> Result<Vec<Part>, TiledError> {
    check_size(text)?;
    let world: RawWorld = parsed(text, &in_text)?;
    if !world.patterns.is_empty() {
        let message = "names maps by a regular expression, and files are read by their names only; list the maps under \"maps\" \
                       (in Tiled: save the world with its maps added to it)";
        return Err(wrong("patterns", message));
    }
    if world.maps.is_empty() || world.maps.len() > MOST_MAPS {
        let many = world.maps.len();
        return Err(wrong("maps", format!("are {many}; a world has from 1 to {MOST_MAPS} maps")));
    }
    let mut parts: Vec<Part> = Vec::new();
    for (number, RawPlace { file, x, y }) in world.maps.into_iter().enumerate() {
        let place = format!("maps[{number}], {file:?}");
        let name = file.replace('\\', "/");
        let map: RawMap = files.read(&MAPS, &name, &place)?;
        let size = (map.tilewidth, map.tileheight);
        if let Some(first) = parts.first() {
            let other = (first.map.tilewidth, first.map.tileheight);
            if size != other {
                let message = format!(
                    "has cells of {} by {} pixels, and {:?} has cells of {} by {}; maps of one world are joined where \
                     their cells have one size",
                    size.0, size.1, first.name, other.0, other.1
                );
                return Err(wrong(place, message));
            }
        }
        if !matches!(map.orientation.as_str(), "" | "orthogonal") {
            let orientation = diagnostics::short(&map.orientation);
            let message = format!("is {orientation}; only orthogonal maps are joined to a world");
            return Err(wrong(place, message));
        }
        let is_between = |at: i64, side: u32| side == 0 || at % i64::from(side) != 0;
        if is_between(x, size.0) || is_between(y, size.1) {
            let message = format!(
                "lies at {x}, {y}, which is no whole number of cells of {} by {} pixels",
                size.0, size.1
            );
            return Err(wrong(place, message));
        }
        parts.push(Part { name, map, at: (x as f64, y as f64) });
    }
    Ok(parts)
}
