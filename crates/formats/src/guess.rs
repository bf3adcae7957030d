//! Guesses: the meanings of names that people use everywhere, such as a layer called `Walls` or an object `player`.
//!
//! A guess looks at the words of a name, in any case and with numbers ignored: `player_start2`, `PlayerStart` and
//! `Player Start` are the same words.

use crate::aliases::{Corner, in_editor};
use crate::import::{Basis, ForeignNames, named};
use crate::meaning::Meaning;
use level::formats::json::{LevelBuilder, content};
use level::model::grid::Cell;
use level::model::level::{Mark, Tiles};
use level::model::tile::Tile;
use rustc_hash::FxHashSet;
use serde_json::Value;

/// The words for layers, values, tile classes and tile sets, each with its tile; `None` for things that only look
/// good. The first row with a word of the name decides.
const TILES: [(&[&str], Option<Tile>); 5] = [
    (
        &[
            "over",
            "overlay",
            "overhead",
            "fringe",
            "foreground",
            "above",
            "roof",
            "decor",
            "decoration",
            "decorations",
            "deco",
            "detail",
            "details",
            "shadow",
            "shadows",
            "light",
            "lights",
            "sky",
        ],
        None,
    ),
    (
        &[
            "wall",
            "walls",
            "collision",
            "collisions",
            "collide",
            "collider",
            "solid",
            "solids",
            "block",
            "blocks",
            "blocking",
            "blocked",
            "obstacle",
            "obstacles",
            "unwalkable",
        ],
        Some(Tile::Wall),
    ),
    (&["water", "river", "lake", "sea", "ocean"], Some(Tile::Element)),
    (
        &["pit", "pits", "hole", "holes", "hazard", "hazards", "spike", "spikes", "lava", "abyss"],
        Some(PIT),
    ),
    (
        &[
            "ground",
            "floor",
            "floors",
            "background",
            "bg",
            "path",
            "paths",
            "road",
            "grass",
            "dirt",
            "sand",
            "walkable",
            "base",
        ],
        Some(Tile::Floor),
    ),
];

/// The tile of pits and hazards: nobody enters it, and blocks fill it.
const PIT: Tile = Tile::Pit;

/// The words for objects, each with its tile. The first row with a word of the name decides.
const OBJECTS: [(&[&str], Tile); 8] = [
    (&["enemy", "enemies", "monster", "mob", "npc"], Tile::Enemy),
    (&["boss"], Tile::Boss),
    (&["player", "start", "spawn", "spawnpoint", "hero", "playerstart", "startpoint"], Tile::Start),
    (&["exit", "goal", "stairs", "finish", "end", "triforce"], Tile::Goal),
    (&["key", "keys"], Tile::KeySmall),
    (&["door", "doors", "gate"], Tile::DoorOpen),
    (&["crate", "crates", "box", "boulder", "pushable"], Tile::Block),
    (&["wall", "collision", "collider", "solid", "obstacle"], Tile::Wall),
];

/// Words for objects that have a place, and no effect that a file could tell.
const PLACES: [&str; 9] =
    ["chest", "treasure", "coin", "lever", "switch", "plate", "portal", "warp", "teleport"];

/// The words of a name, in lower case and without numbers.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut was_lower = false;
    for letter in name.chars() {
        let is_start = letter.is_uppercase() && was_lower;
        if !letter.is_alphabetic() || is_start {
            words.push(String::new());
        }
        was_lower = letter.is_lowercase();
        if letter.is_alphabetic()
            && let Some(word) = words.last_mut()
        {
            word.extend(letter.to_lowercase());
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

fn has(words: &[String], known: &[&str]) -> bool {
    words.iter().any(|word| known.contains(&word.as_str()))
}

/// The meaning of the name of a layer, a value, a class or a tile set.
pub(crate) fn of_tiles(name: &str) -> Option<Meaning> {
    let words = words(name);
    let row = TILES.iter().find(|(known, _)| has(&words, known))?;
    Some(row.1.map_or_else(Meaning::default, Meaning::from))
}

/// The meaning of the name of a tile set, if it has only one.
pub(crate) fn of_set(name: &str) -> Option<Meaning> {
    let words = words(name);
    let mut rows = TILES.iter().filter(|(known, _)| has(&words, known));
    match (rows.next(), rows.next()) {
        (Some((_, tile)), None) => Some(tile.map_or_else(Meaning::default, Meaning::from)),
        _ => None,
    }
}

/// The meaning of the class or name of an object.
pub(crate) fn of_object(name: &str) -> Option<Meaning> {
    let words = words(name);
    let row = OBJECTS.iter().find(|(known, _)| has(&words, known));
    row.map(|&(_, tile)| tile.into()).or_else(|| has(&words, &PLACES).then(Meaning::default))
}

/// The meaning of a property of a tile, such as `collides=true`.
pub(crate) fn of_property(name: &str, value: &Value) -> Option<Meaning> {
    let is_true = match value {
        Value::Bool(value) => *value,
        Value::String(text) => match text.to_ascii_lowercase().as_str() {
            "true" | "yes" | "1" => true,
            "false" | "no" | "0" => false,
            _ => return None,
        },
        Value::Number(number) => number.as_f64()? != 0.0,
        _ => return None,
    };
    let words = words(name);
    let is_solid = has(
        &words,
        &["collides", "collide", "collision", "solid", "blocked", "blocking", "wall", "impassable"],
    );
    let is_open = has(&words, &["walkable", "passable"]);
    match (is_solid, is_open, is_true) {
        (true, _, true) | (_, true, false) => Some(Tile::Wall.into()),
        (_, true, true) | (true, _, false) => Some(Tile::Floor.into()),
        _ => None,
    }
}

/// The most objects of a map without a goal that are told.
const MOST_OBJECTS: usize = 100;

/// Puts a symbol where each object of a map without a goal lies, so that a check tells which of them can be reached.
pub(crate) fn sights(sights: &[(String, Cell)], tiles: &mut Tiles, builder: &mut LevelBuilder) {
    let has_goal = tiles.holding(Tile::Goal).next().is_some() || tiles.goals.is_some();
    if has_goal {
        return;
    }
    for (name, cell) in sights.iter().take(MOST_OBJECTS) {
        if let Ok(gives) = content(&format!("symbol:{name}"), builder.names()) {
            tiles.marks.push(Mark { cell: *cell, gives });
        }
    }
}

/// Guesses the start of a map that has neither a start nor a goal: the first cell of its largest open area. Where empty
/// cells are floor only by a guess, an area within walls comes before the area around the walls. `corners` are those of
/// the floors, if they are not 0.
pub(crate) fn start(tiles: &mut Tiles, corners: &[Corner], names: &mut ForeignNames) {
    let has = |tile| tiles.holding(tile).next().is_some();
    let is_open = |cell: Cell| tiles.tile(cell).is_some_and(Tile::is_always_walkable);
    let has_goal = has(Tile::Goal) || tiles.goals.is_some();
    if tiles.start.is_some() || has(Tile::Start) || has_goal {
        return;
    }
    let are_empty_open = names.has_empty();
    let is_within =
        |cell: &Cell| cell.neighbours().filter(|&beside| tiles.tile(beside).is_some()).count() == 4;
    let mut met = FxHashSet::default();
    let mut largest = ((false, 0), None);
    for (cell, _) in tiles.cells() {
        if is_open(cell) && !met.contains(&cell) {
            let area = cell.spread(is_open);
            let is_enclosed = are_empty_open && area.iter().all(is_within);
            if (is_enclosed, area.len()) > largest.0 {
                largest = ((is_enclosed, area.len()), Some(cell));
            }
            met.extend(area);
        }
    }
    tiles.start = largest.1;
    if let Some(cell) = largest.1 {
        let why = match largest.0 {
            (true, _) => "the map has none: the largest open area within walls",
            (false, _) => "the map has none: the largest open area",
        };
        let found = named("place", "start", Tile::Start.into(), Basis::Guessed(why));
        names.used(&found, || in_editor(cell, corners));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_people_use_are_understood() {
        let tile = |name: &str| of_tiles(name).map(|meaning| meaning.to_string());
        for (name, right) in [
            ("Walls", "WALL"),
            ("walls_2", "WALL"),
            ("WallLayer", "WALL"),
            ("Collision", "WALL"),
            ("ground", "FLOOR"),
            ("Overlay", "nothing"),
            ("Deep Water", "ELEMENT"),
        ] {
            assert_eq!(tile(name).as_deref(), Some(right), "{name}");
        }
        assert_eq!(tile("Tile Layer 1"), None);
        let object = |name: &str| of_object(name).map(|meaning| meaning.to_string());
        for (name, right) in [
            ("PlayerStart", "START"),
            ("player_start2", "START"),
            ("Enemy spawn", "ENEMY"),
            ("exit", "TRIFORCE"),
            ("key1", "KEY_SMALL"),
            ("chest 12", "nothing"),
        ] {
            assert_eq!(object(name).as_deref(), Some(right), "{name}");
        }
        assert_eq!(object("monkey"), None);
        let property = |name: &str, value: Value| of_property(name, &value).map(|m| m.to_string());
        assert_eq!(property("collides", true.into()).as_deref(), Some("WALL"));
        assert_eq!(property("walkable", false.into()).as_deref(), Some("WALL"));
        assert_eq!(property("isPassable", "true".into()).as_deref(), Some("FLOOR"));
        assert_eq!(property("cost", 3.into()), None);
    }
}
