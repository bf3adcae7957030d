//! Reads levels of the editor LDtk (<https://ldtk.io>).
//!
//! Everything in a cell has a name: the identifier of a value of an `IntGrid` layer, the value of an enum with which a
//! tile of a `Tiles` layer is tagged, or the identifier of an entity. A table of [aliases](Aliases) gives the tile of
//! each name, or no meaning. Names of tiles need no alias, in upper or lower case. A value without an identifier is
//! called `LAYER.VALUE`. Layers cover each other in the order of the file, the first on top. An empty cell is VOID,
//! with a note, or the tile that the table gives for `empty`. An entity fills all cells that it covers by more than
//! half. A single-cell tile, such as a key, is placed in the cell that the editor states. Tiles that the editor's rules
//! draw are ignored, because they follow from values.
//!
//! A project that was written from a level is read as that level, whatever names it has besides: floors at different
//! depths, things as entities, and in the field `quandary` of its first level the data that no entity shows. An entity
//! with a value in the field `tile` describes a tile that is drawn and must agree with it. Entities with other names
//! are ignored.
//!
//! Invariant: no text causes a panic, and at most [`MOST_CELLS`] cells are read.

mod links;
mod own;
pub(crate) use own::{MOST_FLOORS, read_own, sizes};
mod raw;

use crate::Area;
use crate::aliases::{Aliases, Empty, FloorBuilder, Notes, ours};
use crate::check_cells;
use crate::guess;
use crate::import::{Basis, ForeignName, ForeignNames, Import, floor, named};
use crate::meaning::Meaning;
use crate::rooms::{self, MapRoom};
use crate::ways::{covered, is_one, within};
use level::formats::json::{LevelBuilder, ReadError, parse, wrong};
use level::model::grid::Cell;
use level::model::level::{Level, Plate, Tiles};
use level::model::tile::Tile;
use links::Links;
use raw::{Entity, Layer, Project, RawLevel, size};
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// The most bytes of a project.
pub const MOST_BYTES: usize = 64 << 20;

/// True if a text is a project that was written from a level.
#[must_use]
pub fn is_own(text: &str) -> bool {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    text.starts_with('{')
        && text.contains("\"__header__\"")
        && text.contains("\"quandary\"")
        && parse::<Project>(text).is_ok_and(|project| own::is_own(&project))
}

/// Reads a file beside the project, by its path there.
pub type Fetch<'a> = &'a dyn Fn(&str) -> Result<String, String>;

/// Reads the levels of a project. The levels of a world are one map, if only one of them has a start, and if the table
/// does not ask for single levels. `fetch` returns the text of a level in a separate file.
///
/// # Errors
/// The fault of the project, with the level and the layer. If a name is no tile, the message lists the known ones.
pub fn read(text: &str, aliases: &Aliases, fetch: Fetch<'_>) -> Result<Import, ReadError> {
    if text.len() > MOST_BYTES {
        let most = diagnostics::grouped(MOST_BYTES as u64);
        return Err(wrong("project", format!("has more than {most} bytes, the most of a project")));
    }
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut project: Project = parse(text)?;
    project.load(fetch)?;
    let moved = moved(&project);
    if own::is_own(&project) {
        return Ok(Import::one(own::read(&project)?, moved.into_iter().collect()));
    }
    let mut names = Names::of(&project, aliases);
    let mut levels = Vec::new();
    for (layout, world) in project.worlds() {
        levels.extend(names.world(layout, world));
    }
    if levels.is_empty() {
        return Err(wrong("levels", "there is none"));
    }
    Ok(names.finish(levels, moved))
}

/// A note about entities that were moved by another program than the editor.
fn moved(project: &Project) -> Option<String> {
    let mut first = None;
    let mut more = 0;
    for level in project.all() {
        for layer in level.layer_instances.iter().flatten() {
            for entity in layer.entity_instances.iter().filter(|entity| entity.is_moved(layer)) {
                more += u64::from(first.is_some());
                first.get_or_insert((level, layer, entity));
            }
        }
    }
    let (level, layer, entity) = first?;
    let [level, name] =
        [&level.identifier, &entity.identifier].map(|name| diagnostics::short(name));
    let ([col, row], [x, y]) = (entity.cell(layer), entity.grid);
    let note = format!(
        "level {level:?}, entity {name:?} lies in cell ({col}, {row}) by its pixels and in ({x}, {y}) by its \"__grid\"; the \
         pixels were taken"
    );
    Some(match more {
        0 => note,
        more => format!("{note}; so for {} more", diagnostics::counted(more, "entity", "entities")),
    })
}

/// The names of values and of tagged tiles, by their numbers.
struct Names<'a> {
    aliases: &'a Aliases,
    /// By layer and value.
    values: FxHashMap<(i64, i64), &'a str>,
    /// By tile set and tile.
    tags: FxHashMap<(i64, i64), Vec<&'a str>>,
    /// The names of definitions and of values.
    known: BTreeSet<String>,
    /// The number of cells of all levels and large entities.
    cells: u64,
    /// The tile of an empty cell, and whether that is a guess.
    blank: (Tile, bool),
    empty: Empty,
    used: ForeignNames,
    notes: Notes,
}

impl<'a> Names<'a> {
    fn of(project: &'a Project, aliases: &'a Aliases) -> Self {
        let mut names = Self {
            aliases,
            values: FxHashMap::default(),
            tags: FxHashMap::default(),
            known: BTreeSet::new(),
            cells: 0,
            blank: (aliases.empty().unwrap_or_default(), false),
            empty: Empty::default(),
            used: ForeignNames::default(),
            notes: Notes::default(),
        };
        for entity in &project.defs.entities {
            names.known.insert(entity.identifier.clone());
        }
        for layer in &project.defs.layers {
            for value in &layer.int_grid_values {
                if let Some(name) = value.identifier.as_deref().filter(|name| !name.is_empty()) {
                    names.known.insert(name.to_owned());
                    names.values.insert((layer.uid, value.value), name);
                }
            }
        }
        for set in &project.defs.tilesets {
            for tag in &set.enum_tags {
                names.known.insert(tag.enum_value_id.clone());
                for &tile in &tag.tile_ids {
                    names.tags.entry((set.uid, tile)).or_default().push(&tag.enum_value_id);
                }
            }
        }
        names.guess_blank(project);
        names
    }

    /// Guesses that empty cells are floor, if values on the maps mean walls, and none means floor.
    fn guess_blank(&mut self, project: &Project) {
        let layers = project.all().flat_map(|level| level.layer_instances.iter().flatten());
        let used: BTreeSet<(i64, i64)> = layers
            .flat_map(|layer| layer.int_grid_csv.iter().map(|&value| (layer.def, value)))
            .collect();
        let is_used = |tile: Tile| {
            let means = |key| {
                Some(value(self.values.get(key)?, self.aliases).ok()?.meaning.tile() == Some(tile))
            };
            used.iter().any(|key| means(key) == Some(true))
        };
        let is_open = is_used(Tile::Wall) && !is_used(Tile::Floor);
        if self.aliases.empty().is_none() && is_open {
            self.blank = (Tile::Floor, true);
        }
    }

    /// The levels of a world: one map, or each by itself.
    fn world(&mut self, layout: &str, world: &[RawLevel]) -> Vec<Result<Level, ReadError>> {
        let drawn: Vec<_> = world.iter().map(|raw| Ok((raw, self.drawn(raw)?))).collect();
        let is_map = matches!(layout, "Free" | "GridVania") && self.aliases.level.is_none();
        let is_start = |drawn: &Result<(_, Drawn), ReadError>| {
            drawn.as_ref().is_ok_and(|(_, drawn)| drawn.has_start())
        };
        let starts = drawn.iter().filter(|drawn| is_start(drawn)).count();
        if is_map && drawn.len() > 1 && (starts == 1 || self.aliases.start.is_some()) {
            let joined = drawn.into_iter().collect::<Result<Vec<_>, _>>();
            return vec![joined.and_then(|drawn| self.joined(drawn))];
        }
        let each = drawn.into_iter().map(|drawn| {
            let (raw, drawn) = drawn?;
            self.level(raw.identifier.clone(), &raw.place(), vec![drawn], &[])
        });
        each.collect()
    }

    /// The levels of a world as floors of one level, each a room at its place.
    fn joined(&mut self, world: Vec<(&RawLevel, Drawn)>) -> Result<Level, ReadError> {
        let mut floors = BTreeMap::<i64, Vec<(i64, i64, &str, Drawn)>>::new();
        for (raw, drawn) in world {
            let [row, col] = [raw.world_y, raw.world_x].map(|at| at.div_euclid(drawn.side));
            let rooms = floors.entry(raw.world_depth).or_default();
            rooms.push((row, col, &raw.identifier, drawn));
        }
        let (mut joined, mut found) = (Vec::new(), Vec::new());
        for (floor, rooms) in (0..).zip(floors.into_values()) {
            let top = rooms.iter().map(|(row, ..)| *row).min().unwrap_or(0);
            let left = rooms.iter().map(|(_, col, ..)| *col).min().unwrap_or(0);
            let ends = rooms.iter().map(|(row, col, _, drawn)| {
                let grid = &drawn.floor.grid;
                let end = |at: i64, first: i64, many: u32| {
                    at.saturating_sub(first).saturating_add(i64::from(many))
                };
                (end(*row, top, grid.rows()), end(*col, left, grid.cols()))
            });
            let (rows, cols) = ends.fold((0, 0), |a, b| (a.0.max(b.0), a.1.max(b.1)));
            let size = |many: i64| u32::try_from(many).map_err(|_| "its levels lie too far apart");
            let sizes = size(rows).and_then(|rows| Ok((rows, size(cols)?)));
            let (rows, cols) = sizes.map_err(|message| wrong("world", message))?;
            self.count(rows, cols).map_err(|message| wrong("world", message))?;
            let mut whole = Drawn::blank(rows, cols, Tile::Void);
            for (row, col, name, drawn) in rooms {
                let (row, col) = ((row - top) as u32, (col - left) as u32);
                let (grid, corner) = (&drawn.floor.grid, Cell::new(floor, row, col));
                let area = Area { corner, rows: grid.rows(), cols: grid.cols() };
                found.push(MapRoom { name: name.to_owned(), area });
                whole.add(drawn, (row, col));
            }
            joined.push(whole);
        }
        self.level("world".to_owned(), "world", joined, &found)
    }

    /// The level of floors, with rooms if they do not overlap.
    fn level(
        &mut self,
        name: String,
        place: &str,
        floors: Vec<Drawn>,
        rooms: &[MapRoom],
    ) -> Result<Level, ReadError> {
        let in_place = |error: ReadError| {
            let (ReadError::Json { field, message, .. } | ReadError::Field { field, message }) =
                error;
            wrong(format!("{place}, {field}"), message)
        };
        let mut builder = LevelBuilder::default();
        let mut tiles = Tiles::default();
        for name in self.aliases.plates() {
            builder.names().add_plate(name);
            tiles.plates.push(Plate { cells: Vec::new(), gives: None });
        }
        let (mut more, mut sights) = (Vec::new(), Vec::new());
        for (floor, drawn) in (0..).zip(floors) {
            self.empty.count(&drawn.floor, place);
            tiles.floors.push(drawn.floor.grid);
            let on_floor = |(row, col, meaning)| (Cell::new(floor, row, col), meaning);
            more.extend(drawn.more.into_iter().map(on_floor));
            let on_floor = |(name, row, col)| (name, Cell::new(floor, row, col));
            sights.extend(drawn.sights.into_iter().map(on_floor));
        }
        match rooms::overlap(rooms, &tiles) {
            Some((one, other)) => {
                let [one, other] = [one, other].map(diagnostics::short);
                self.notes.add(format!(
                    "levels {one:?} and {other:?} overlap in the world, which therefore has no rooms; the later one was \
                     taken where they overlap"
                ));
            }
            None if rooms.is_empty() => {}
            None => rooms::put(rooms, &mut tiles, &mut builder).map_err(in_place)?,
        }
        for (cell, meaning) in more {
            let put = meaning.put(&[cell], &mut tiles, &mut builder);
            put.map_err(|message| wrong(place, message))?;
        }
        self.aliases.place(&mut tiles, &[])?;
        guess::start(&mut tiles, &[], &mut self.used);
        guess::sights(&sights, &mut tiles, &mut builder);
        builder.set_tiles(tiles);
        builder.level(Some(name), None).map_err(in_place)
    }

    /// The floor of a level, with its layers drawn over each other.
    fn drawn(&mut self, raw: &RawLevel) -> Result<Drawn, ReadError> {
        let place = raw.place();
        let layers = raw.layers()?;
        // Layers with other cells than those of values show nothing of them.
        let cells = layers.iter().find(|layer| !layer.int_grid_csv.is_empty()).or(layers.first());
        let side = cells.map_or(1, Layer::side);
        let links = Links::of(layers, self.aliases);
        let mut floor: Option<Drawn> = None;
        for layer in layers.iter().rev() {
            let place = format!("{place}, layer {:?}", diagnostics::short(&layer.identifier));
            if layer.side() == side || !layer.entity_instances.is_empty() {
                self.layer(layer, side, &links, &mut floor)
                    .map_err(|message| wrong(place, message))?;
            } else if !layer.int_grid_csv.is_empty() {
                self.notes.add(format!("{place}: is left out: its cells have another size"));
            }
        }
        floor.ok_or_else(|| wrong(place, "no layer says what its cells are"))
    }

    /// Draws a layer over the floor.
    fn layer(
        &mut self,
        layer: &Layer,
        side: i64,
        links: &Links,
        floor: &mut Option<Drawn>,
    ) -> Result<(), String> {
        let rects = self.rects(layer, links)?;
        if rects.is_empty() && layer.int_grid_csv.is_empty() {
            return Ok(());
        }
        let cells = |many: u32| (i64::from(many) * layer.side() / side) as u32;
        let (rows, cols) = (cells(layer.rows), cells(layer.cols));
        if floor.is_none() {
            self.count(rows, cols)?;
        }
        let blank = self.blank.0;
        let floor = floor.get_or_insert_with(|| Drawn { side, ..Drawn::blank(rows, cols, blank) });
        let grid = &floor.floor.grid;
        if (grid.rows(), grid.cols()) != (rows, cols) {
            let (is, are) = (size(cols, rows), size(grid.cols(), grid.rows()));
            return Err(format!("has {is} cells, and the layers below it have {are}"));
        }
        for rect in rects {
            floor.draw(&rect, (layer.side(), side));
        }
        for (number, entity) in (1..).zip(&layer.entity_instances) {
            let [col, row] = entity.cell(layer).map(|at| u32::try_from(at).ok());
            if let (Some(row), Some(col)) = (row, col)
                && links.entity(entity, self.aliases).meaning.is_nothing()
                && floor.floor.grid.get(row, col).is_some()
            {
                floor.sights.push((format!("{} {number}", entity.identifier), row, col));
            }
        }
        Ok(())
    }

    /// Counts cells, up to the limit of a file.
    fn count(&mut self, rows: u32, cols: u32) -> Result<(), String> {
        self.cells = self.cells.saturating_add(u64::from(rows) * u64::from(cols));
        check_cells(self.cells)
    }

    /// The tiles of a layer, with their cells.
    fn rects(&mut self, layer: &Layer, links: &Links) -> Result<Vec<TileRect>, String> {
        let mut rects = Vec::new();
        let one = |col: i64, row: i64, found: Rc<ForeignName>, what: &dyn Fn() -> String| {
            if found.meaning.is_nothing() {
                return Ok(None);
            }
            match (u32::try_from(row), u32::try_from(col)) {
                (Ok(row), Ok(col)) if row < layer.rows && col < layer.cols => {
                    Ok(Some(TileRect { row, col, rows: 1, cols: 1, found }))
                }
                _ => {
                    let size = size(layer.cols, layer.rows);
                    Err(format!("{} stands in cell ({col}, {row}), and there are {size}", what()))
                }
            }
        };
        let cols = i64::from(layer.cols.max(1));
        for (at, found) in self.valued(layer)? {
            rects.extend(one(at % cols, at / cols, found, &|| format!("value {at}"))?);
        }
        let set = layer.other_set.or(layer.set).unwrap_or(-1);
        let side = layer.side();
        for tile in &layer.grid_tiles {
            let [x, y] = tile.px.map(|at| at.div_euclid(side));
            if let Some(found) = self.tagged(set, tile.t)? {
                rects.extend(one(x, y, found, &|| format!("tile {}", tile.t))?);
            }
        }
        for entity in &layer.entity_instances {
            let ([x, y], name) = (entity.cell(layer), &entity.identifier);
            let found = Rc::new(links.entity(entity, self.aliases));
            self.used.used(&found, || format!("layer {:?}, cell ({x}, {y})", layer.identifier));
            if found.basis == Basis::Unknown {
                let name = diagnostics::short(name);
                let why = format!("nothing says what entity {name:?} is; --map FILE does");
                self.notes.passed(|| format!("entity {name:?} in cell ({x}, {y})"), why);
            }
            match area(entity, layer, &found) {
                Some(large) => {
                    self.count(large.rows, large.cols)?;
                    rects.push(large);
                }
                None => {
                    let what = || format!("entity {:?}", diagnostics::short(name));
                    match one(x, y, Rc::clone(&found), &what) {
                        Ok(rect) => rects.extend(rect),
                        Err(message) if found.basis.is_sure() => return Err(message),
                        Err(message) => {
                            let name = diagnostics::short(name);
                            self.notes.passed(|| format!("entity {name:?}"), message);
                        }
                    }
                }
            }
        }
        Ok(rects)
    }

    /// The meanings of the values of a layer, each with its index in reading order.
    fn valued(&mut self, layer: &Layer) -> Result<Vec<(i64, Rc<ForeignName>)>, String> {
        if !layer.int_grid_csv.is_empty() {
            layer.check_values()?;
        }
        let mut known = FxHashMap::default();
        let mut tiles = Vec::new();
        for (at, &number) in (0..).zip(&layer.int_grid_csv).filter(|(_, value)| **value != 0) {
            let found = match known.entry(number) {
                Entry::Occupied(found) => found.into_mut(),
                Entry::Vacant(free) => {
                    let own = format!("{}.{number}", layer.identifier);
                    let named = self.values.get(&(layer.def, number)).copied();
                    let of_number = self.aliases.meaning(&own).map(|_| own.as_str());
                    let name = of_number.or(named).unwrap_or(&own);
                    free.insert(Rc::new(value(name, self.aliases)?))
                }
            };
            self.used.used(found, || format!("layer {:?}, cell {at}", layer.identifier));
            tiles.push((at, Rc::clone(found)));
        }
        Ok(tiles)
    }

    /// The meaning of the tags of a tile of a tile set.
    fn tagged(&mut self, set: i64, id: i64) -> Result<Option<Rc<ForeignName>>, String> {
        let mut meant: Option<ForeignName> = None;
        for &name in self.tags.get(&(set, id)).into_iter().flatten() {
            let found = value(name, self.aliases)?;
            // A tag that nobody knows may be about something else than the rules.
            if found.basis == Basis::Unknown || found.meaning.is_nothing() {
                continue;
            }
            if let Some(before) = &meant
                && before.meaning != found.meaning
            {
                let [name, other] = [name, before.name.as_str()].map(diagnostics::short);
                return Err(format!(
                    "tile {id} of its tile set is both {} ({other}) and {} ({name}); make one of them \"nothing\" by \
                     --map FILE",
                    before.meaning, found.meaning
                ));
            }
            meant = Some(found);
        }
        Ok(meant.map(Rc::new))
    }

    /// The levels with notes.
    fn finish(self, levels: Vec<Result<Level, ReadError>>, moved: Option<String>) -> Import {
        let Self { aliases, known, empty, used, mut notes, blank, .. } = self;
        let mut names = used.list();
        if blank.1 {
            let why = "values are walls, and none is floor";
            names.push(named("cell", "empty", floor(), Basis::Guessed(why)));
        } else if aliases.empty().is_none() {
            empty.note("levels").into_iter().for_each(|note| notes.add(note));
        }
        let used = names.iter().map(|found| found.name.as_str());
        let used = used.chain(known.iter().map(String::as_str));
        let unused = aliases.unused(used, "nothing of the project");
        unused.into_iter().for_each(|note| notes.add(note));
        let notes = moved.into_iter().chain(notes.list()).collect();
        Import { names, ..Import::of(levels, notes) }
    }
}

/// The meaning of the name of a value or of a tag.
///
/// # Errors
/// A name that seems to be misspelt.
fn value(name: &str, aliases: &Aliases) -> Result<ForeignName, String> {
    let given = aliases.meaning(name).cloned();
    if let Some(tile) = ours(name).filter(|_| given.is_none()) {
        return Ok(named("value", name, tile.into(), Basis::Own));
    }
    if let Some(meaning) = given.or_else(|| aliases.otherwise().cloned()) {
        return Ok(named("value", name, meaning, Basis::Given));
    }
    if let Some(meaning) = guess::of_tiles(name) {
        return Ok(named("value", name, meaning, Basis::Guessed("its name")));
    }
    aliases.misspelt(name)?;
    Ok(named("value", name, floor(), Basis::Unknown))
}

/// A rectangle of one meaning.
struct TileRect {
    row: u32,
    col: u32,
    rows: u32,
    cols: u32,
    found: Rc<ForeignName>,
}

/// A level or floor that is drawn.
struct Drawn {
    floor: FloorBuilder,
    /// The side of a cell, in pixels.
    side: i64,
    /// Cells with more than a tile.
    more: Vec<(u32, u32, Meaning)>,
    /// The entities without a meaning.
    sights: Vec<(String, u32, u32)>,
}

impl Drawn {
    fn blank(rows: u32, cols: u32, tile: Tile) -> Self {
        Self {
            floor: FloorBuilder::filled(rows, cols, tile),
            side: 1,
            more: Vec::new(),
            sights: Vec::new(),
        }
    }

    /// True if a cell is a start.
    fn has_start(&self) -> bool {
        let is_start = |meaning: &Meaning| meaning.tiles().any(|tile| tile == Tile::Start);
        self.floor.grid.tiles().contains(&Tile::Start)
            || self.more.iter().any(|(.., meaning)| is_start(meaning))
    }

    /// Draws a rectangle, whose cells have `from` pixels. It must lie on the floor.
    fn draw(&mut self, rect: &TileRect, (from, to): (i64, i64)) {
        let cell = |at: u32| (i64::from(at) * from / to) as u32;
        let end = |at: u32, many: u32| ((i64::from(at + many) * from + to - 1) / to) as u32;
        let grid = &self.floor.grid;
        let rows = cell(rect.row)..end(rect.row, rect.rows).min(grid.rows());
        let cols = cell(rect.col)..end(rect.col, rect.cols).min(grid.cols());
        let ForeignName { meaning, basis, .. } = &*rect.found;
        for row in rows {
            for col in cols.clone() {
                let is_filled = self.floor.is_filled(row, col);
                if is_filled && *basis == Basis::Unknown {
                    continue;
                }
                if meaning.plain().is_none() {
                    self.more.push((row, col, meaning.clone()));
                }
                match meaning.tile() {
                    Some(tile) => self.floor.set(row, col, tile),
                    None if !is_filled => self.floor.set(row, col, Tile::Floor),
                    None => {}
                }
            }
        }
    }

    /// Draws another level at a place.
    fn add(&mut self, other: Self, (top, left): (u32, u32)) {
        for (row, tiles) in (0..).zip(other.floor.grid.iter_rows()) {
            for (col, &tile) in (0..).zip(tiles) {
                self.floor.set(top + row, left + col, tile);
            }
        }
        let moved = other.more.into_iter();
        self.more.extend(moved.map(|(row, col, meaning)| (top + row, left + col, meaning)));
        let moved = other.sights.into_iter();
        self.sights.extend(moved.map(|(name, row, col)| (name, top + row, left + col)));
    }
}

/// The cells of its layer that an entity covers by more than half. `None` if it is no larger than a cell, or if
/// its tile is a single-cell tile.
fn area(entity: &Entity, layer: &Layer, found: &Rc<ForeignName>) -> Option<TileRect> {
    let meaning = &found.meaning;
    let is_large = meaning.tile().map_or(meaning.is_large(), |tile| !is_one(tile));
    let px = entity.px.filter(|_| is_large)?;
    let side = layer.side() as f64;
    let span = |at: i64, pivot: f64, long: i64, many: u32| {
        let from = at as f64 - pivot * long as f64;
        let (first, end) = covered(from / side, (from + long as f64) / side);
        within((first, end), many).map(|(low, long)| (low, long, end - first))
    };
    let (col, cols, wide) = span(px[0], entity.pivot[0], entity.width, layer.cols)?;
    let (row, rows, high) = span(px[1], entity.pivot[1], entity.height, layer.rows)?;
    let found = Rc::clone(found);
    // An entity no larger than a cell is in the cell that the editor states.
    (wide > 1.0 || high > 1.0).then_some(TileRect { row, col, rows, cols, found })
}
