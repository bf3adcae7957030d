//! Reads objects: the parts of a level besides the tiles, by class.
//!
//! Objects are read in the order of their numbers, which is the order of their creation; locks come after the others,
//! and plates last. Invariant: an object of a known class is used, or causes an error that names it.

mod foreign;
pub(super) mod things;

use super::layers::{Floors, ObjectLayer};
use super::object::Ground;
use super::object::Object;
use super::raw::{names_of, rules_of};
use super::world::Part;
use super::{MOST_CELLS, TiledError, wrong};
use crate::Area;
use crate::aliases::{Aliases, Notes};
use crate::guess;
use crate::import::{Basis, ForeignName, ForeignNames, named};
use crate::meaning::Meaning;
use crate::rooms;
use level::formats::json::{LevelBuilder, ReadError};
use level::model::graph::PlateId;
use level::model::grid::Cell;
use level::model::level::{Level, Plate, Tiles};
use level::model::tile::{self, Tile};
use rustc_hash::{FxHashMap, FxHashSet};
use serde_json::{Map, Value};
use std::collections::BTreeSet;
use std::rc::Rc;

/// The known classes.
const CLASSES: [&str; 18] = [
    "start",
    "goal",
    "key",
    "item",
    "symbol",
    "toggle",
    "lock",
    "plate",
    "door",
    "room",
    "passage",
    "block",
    "stair",
    "enemy",
    "boss",
    "solution",
    "witness",
    "decoration",
];

/// A level to which objects are being added.
pub(super) struct Over<'a> {
    builder: LevelBuilder,
    floors: Floors,
    tiles: Tiles,
    /// Cells on which an object has placed a thing.
    laid: FxHashMap<Cell, Rc<str>>,
    /// The locks of several objects: the index of each number of a map in the list of locks.
    locks: FxHashMap<(usize, i64), usize>,
    /// The number of cells of all locks, plates, doors and tiles.
    locked: u64,
    /// The cells of plates.
    pressed: FxHashSet<(PlateId, Cell)>,
    /// The object of each room, mark, lock, goal or plate, by kind and number.
    from: FxHashMap<(&'static str, usize), String>,
    notes: &'a mut Notes,
    aliases: &'a Aliases,
    /// True if the map was written from a level, so that no object is foreign.
    is_ours: bool,
    /// The foreign names of tiles, layers and objects.
    names: ForeignNames,
    /// The objects without a meaning.
    sights: Vec<(String, Cell)>,
}

/// An object with its layer.
struct Placed<'a> {
    object: &'a Object<'a>,
    layer: &'a ObjectLayer<'a>,
    place: String,
}

impl<'a> Over<'a> {
    /// No object is placed yet. `plates` is the number of plates, whose names are already known.
    pub(super) fn new(
        builder: LevelBuilder,
        plates: usize,
        mut floors: Floors,
        notes: &'a mut Notes,
        (aliases, is_ours): (&'a Aliases, bool),
    ) -> Self {
        let tiles = Tiles {
            floors: std::mem::take(&mut floors.grids),
            plates: vec![Plate { cells: Vec::new(), gives: None }; plates],
            ..Tiles::default()
        };
        let names = std::mem::take(&mut floors.names);
        Self {
            builder,
            floors,
            tiles,
            laid: FxHashMap::default(),
            locks: FxHashMap::default(),
            locked: 0,
            pressed: FxHashSet::default(),
            from: FxHashMap::default(),
            notes,
            aliases,
            is_ours,
            names,
            sights: Vec::new(),
        }
    }

    /// Places the objects of all layers.
    pub(super) fn objects(&mut self, layers: &[ObjectLayer<'_>]) -> Result<(), TiledError> {
        let mut objects: Vec<(&Object<'_>, &ObjectLayer<'_>)> =
            layers.iter().flat_map(|layer| layer.objects.iter().map(move |o| (o, layer))).collect();
        // Locks come after marks, and plates after locks, as in a level file, because symbols are numbered by first
        // use.
        let is_lock = |o: &Object<'_>| o.class().eq_ignore_ascii_case("lock");
        objects.sort_by_key(|(object, _)| (object.is_plate(), is_lock(object), object.id));
        let keys = foreign::keys(objects.iter().map(|(object, _)| *object));
        // Objects that describe tiles are compared after all tiles are placed.
        let mut telling = Vec::new();
        for (object, layer) in objects {
            let class = object.class().to_ascii_lowercase();
            let name = if object.name().is_empty() { &class } else { object.name() };
            let place = format!("layer {:?}, object {} {name:?}", layer.name, object.id);
            let place = layer.source.place(&place);
            let placed = Placed { object, layer, place };
            match placed.text("tile")?.map(str::to_owned) {
                Some(tile) if is_known(&class) && class != "plate" => {
                    telling.push((placed, tile, class));
                }
                _ => self.object(&placed, &class, &keys)?,
            }
        }
        for (placed, tile, class) in &telling {
            self.agrees(placed, tile, class)?;
        }
        Ok(())
    }

    fn object(
        &mut self,
        placed: &Placed<'_>,
        class: &str,
        keys: &BTreeSet<String>,
    ) -> Result<(), TiledError> {
        if let Some(found) = foreign::given(placed.object, placed.layer.name, self.aliases) {
            return self.foreign(placed, &found);
        }
        let can_guess = !self.is_ours && !is_complete(placed.object, class);
        if can_guess && let Some(found) = foreign::guessed(placed.object, keys) {
            return self.foreign(placed, &found);
        }
        match class {
            "start" => self.start(placed),
            "goal" => self.goal(placed),
            "key" | "item" | "symbol" | "toggle" => self.gives(placed),
            "lock" => self.lock(placed),
            "plate" => self.plate(placed),
            "room" => self.room(placed),
            "door" | "passage" | "block" | "stair" | "enemy" | "boss" | "solution" | "witness"
            | "decoration" => Ok(()),
            "" if placed.object.is_tile() => self.stamp(placed),
            other => {
                let tip = match other {
                    // The known class with the nearest spelling would be a wrong suggestion.
                    "player" => " (did you mean start?)".to_owned(),
                    other => diagnostics::did_you_mean(other, &CLASSES),
                };
                let why = match other {
                    "" => "it has no class".to_owned(),
                    other => format!("unknown class {:?}{tip}", diagnostics::short(other)),
                };
                self.notes.passed(|| placed.place.clone(), why);
                self.notes.help(|| {
                    let known = CLASSES.join(", ");
                    format!("known classes are {known}; --map FILE says what others mean")
                });
                let name =
                    if other.is_empty() { placed.object.name() } else { placed.object.class() };
                if !name.is_empty() {
                    let unknown = named("object", name, Meaning::default(), Basis::Unknown);
                    self.names.used(&unknown, || placed.place.clone());
                }
                self.sight(placed);
                Ok(())
            }
        }
    }

    /// The tile that an object is, if that tile has a meaning.
    fn tile_of(&self, placed: &Placed<'_>) -> Result<Option<Rc<ForeignName>>, TiledError> {
        let tile = placed.object.tile(placed.layer.source.sets, placed.layer.name).transpose();
        Ok(tile.map_err(|message| placed.wrong(&*message))?.flatten())
    }

    /// Checks that an object and the tiles under it agree.
    fn agrees(&mut self, placed: &Placed<'_>, tile: &str, class: &str) -> Result<(), TiledError> {
        let told = Tile::from_name(tile).ok_or_else(|| {
            let message = diagnostics::unknown("tile", tile, tile::names());
            wrong(format!("{}, property \"tile\"", placed.place), message)
        })?;
        let area = match class {
            "lock" | "door" => self.area(placed)?,
            _ => Area { corner: self.cell(placed)?, rows: 1, cols: 1 },
        };
        self.count(placed, &area)?;
        for cell in area.cells() {
            let here = self.tiles.tile(cell).unwrap_or_default();
            if here != told {
                return Err(placed.wrong(format!(
                    "tells of {told}, but the tile at {} is {here}: draw the tile too where the object is now, or \
                     delete the object; without its property \"tile\" it adds what it is",
                    self.floors.place(cell)
                )));
            }
        }
        Ok(())
    }

    /// Counts the cells of locks, plates, doors and tiles. Together they must not exceed the limit of a map.
    fn count(&mut self, placed: &Placed<'_>, area: &Area) -> Result<(), TiledError> {
        self.locked += u64::from(area.rows) * u64::from(area.cols);
        if self.locked <= MOST_CELLS {
            return Ok(());
        }
        Err(placed.wrong(format!(
            "locks, plates, doors and tiles have more than {MOST_CELLS} cells in all"
        )))
    }

    fn ground(&self, placed: &Placed<'_>) -> Result<Ground, TiledError> {
        let number = placed.object.int("floor", &placed.place)?;
        self.floors.ground(placed.layer, number).map_err(|message| placed.wrong(message))
    }

    fn cell(&self, placed: &Placed<'_>) -> Result<Cell, TiledError> {
        self.ground(placed)?.cell(placed.object).map_err(|message| placed.wrong(message))
    }

    fn area(&self, placed: &Placed<'_>) -> Result<Area, TiledError> {
        self.ground(placed)?.area(placed.object).map_err(|message| placed.wrong(message))
    }

    /// Adds a room for each map of a world.
    pub(super) fn rooms_of_maps(&mut self) -> Result<(), TiledError> {
        let found = std::mem::take(&mut self.floors.rooms);
        if found.is_empty() {
            return Ok(());
        }
        if let Some((one, other)) = rooms::overlap(&found, &self.tiles) {
            let message =
                format!("overlaps map {one:?}; the maps of a world lie beside each other");
            return Err(wrong(format!("map {other:?}"), message));
        }
        let put = rooms::put(&found, &mut self.tiles, &mut self.builder);
        put.map_err(|error| blame(&self.from, error))
    }

    /// Sets that the level has no goals.
    pub(super) fn no_goals(&mut self) {
        self.tiles.goals.get_or_insert_default();
    }

    /// The level.
    pub(super) fn finish(
        mut self,
        name: Option<String>,
        provenance: Option<Map<String, Value>>,
    ) -> Result<(Level, Vec<ForeignName>), TiledError> {
        let placed = self.aliases.place(&mut self.tiles, &self.floors.corners);
        placed.map_err(|error| blame(&self.from, error))?;
        if !self.is_ours {
            guess::start(&mut self.tiles, &self.floors.corners, &mut self.names);
            guess::sights(&self.sights, &mut self.tiles, &mut self.builder);
            let is_open = |(_, tile): (Cell, Tile)| !tile.is_solid();
            if !self.tiles.cells().any(is_open) {
                return Err(wrong("layers", "no cell is floor: all are empty or walls"));
            }
        }
        self.replaced();
        let names = std::mem::take(&mut self.names).list();
        self.unused(&names);
        let Self { mut builder, tiles, from, .. } = self;
        builder.set_tiles(tiles);
        let level = builder.level(name, provenance).map_err(|error| blame(&from, error));
        Ok((level?, names))
    }

    /// Adds a note about tiles that do not count because objects state the start or the goals.
    fn replaced(&mut self) {
        let explicit = [
            (Tile::Start, self.tiles.start.map(|start| vec![start])),
            (Tile::Goal, self.tiles.goals.clone().filter(|goals| !goals.is_empty())),
        ];
        for (tile, cells) in explicit {
            let Some(cells) = cells else { continue };
            let cells: FxHashSet<Cell> = cells.into_iter().collect();
            let lost = self.tiles.holding(tile).filter(|cell| !cells.contains(cell)).count();
            if lost > 0 {
                self.notes.add(format!(
                    "{} as floor, since objects say where the {} is",
                    match lost {
                        1 => format!("1 {tile} tile counts"),
                        _ => format!("{lost} {tile} tiles count"),
                    },
                    if tile == Tile::Start { "start" } else { "goal" },
                ));
            }
        }
    }
}

impl Placed<'_> {
    fn wrong(&self, message: impl Into<String>) -> TiledError {
        wrong(self.place.clone(), message)
    }

    fn text(&self, name: &str) -> Result<Option<&str>, TiledError> {
        self.object.text(name, &self.place)
    }
}

/// True if an object says by a class of this project what it is.
fn is_complete(object: &Object<'_>, class: &str) -> bool {
    match class {
        "start" | "goal" | "item" | "symbol" | "toggle" | "lock" | "plate" | "room" | "passage"
        | "block" | "stair" | "solution" | "witness" | "decoration" => true,
        "key" => {
            let is_content = |name: &str| {
                Tile::from_name(name).is_some()
                    || ["key", "boss_key", "key_item", "item_minor"].contains(&name)
                    || name.starts_with("symbol:")
                    || name.starts_with("toggle:")
            };
            object.property("gives").is_some() || is_content(object.name()) || object.is_tile()
        }
        _ => false,
    }
}

/// True if objects of a class affect the level.
fn is_known(class: &str) -> bool {
    matches!(
        class,
        "start"
            | "goal"
            | "key"
            | "item"
            | "symbol"
            | "toggle"
            | "lock"
            | "plate"
            | "door"
            | "room"
    )
}

/// An error of a level, with the object that caused it.
pub(super) fn blame(
    from: &FxHashMap<(&'static str, usize), String>,
    error: ReadError,
) -> TiledError {
    let (ReadError::Field { field, message } | ReadError::Json { field, message, .. }) = error;
    let (list, rest) = field.split_once('[').unwrap_or((&field, "0]"));
    let number = rest.split(']').next().and_then(|number| number.parse::<usize>().ok());
    let found = ["start", "goals", "rooms", "marks", "locks"]
        .into_iter()
        .find(|known| *known == list)
        .and_then(|list| from.get(&(list, number?)));
    // The message names another room by its index in the list, too.
    let mut message = message;
    if let Some(other) =
        message.strip_prefix("overlaps rooms[").and_then(|rest| rest.strip_suffix(']'))
        && let Some(other) = other.parse().ok().and_then(|at: usize| from.get(&("rooms", at)))
    {
        message = format!("overlaps {other}");
    }
    match found {
        Some(place) => wrong(format!("{place} ({field})"), message),
        None if field == "start" => {
            let how = "give one object the class \"start\", draw one START tile, or say where it is by --start X,Y";
            wrong(field, format!("{message}; {how}"))
        }
        None if list == "win" => wrong(format!("map, property \"win\", {field}"), message),
        None => wrong(field, message),
    }
}

impl Over<'_> {
    /// Reads the properties `win` and `rules`. Objects come first, because symbols are numbered by first use.
    ///
    /// # Errors
    /// A property that is wrong; one that the maps of a world have with different values.
    pub(super) fn said(&mut self, maps: &[Part]) -> Result<(), TiledError> {
        if let Some(value) = of_all(maps, "win")? {
            let names = names_of(value).map_err(|message| wrong(place("win"), message))?;
            self.builder.win(&names).map_err(|error| within("win", error))?;
        }
        if let Some(value) = of_all(maps, "rules")? {
            let rules = rules_of(value).map_err(|message| wrong(place("rules"), message))?;
            self.builder.rules(&rules).map_err(|error| within("rules", error))?;
        }
        Ok(())
    }
}

/// The value of a property of all maps that have it.
fn of_all<'a>(maps: &'a [Part], name: &str) -> Result<Option<&'a Value>, TiledError> {
    let mut having = maps.iter().filter_map(|map| Some((map, map.map.properties.get(name)?)));
    let Some((first, value)) = having.next() else { return Ok(None) };
    match having.find(|(_, other)| *other != value) {
        None => Ok(Some(value)),
        Some((other, _)) => Err(wrong(
            format!("map {:?}, property {name:?}", other.name),
            format!("says something else than that of map {:?}; a world has one", first.name),
        )),
    }
}

fn place(property: &str) -> String {
    format!("map, property {property:?}")
}

/// An error of a property, with the part of the property.
fn within(property: &str, error: ReadError) -> TiledError {
    let (ReadError::Json { field, message, .. } | ReadError::Field { field, message }) = error;
    match field.strip_prefix(property).filter(|part| !part.is_empty()) {
        Some(_) => wrong(format!("{}, {field}", place(property)), message),
        None => wrong(place(property), message),
    }
}
