//! The layers of a map: its floors, the rectangles of tiles on them, and the floor of each object.

use super::lost::Lost;
use super::object::{Ground, Object, Templates};
use super::raw::{RawChunk, RawLayer, gids};
use super::sets::Sets;
use super::world::Part;
use super::{DEEPEST, TiledError, check_cells, wrong};
use crate::Area;
use crate::aliases::{Corner, Empty, FloorBuilder, in_editor};
use crate::import::{Basis, ForeignName, ForeignNames, floor, named};
use crate::rooms::MapRoom;
use level::model::grid::{Cell, Grid};
use level::model::tile::Tile;
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::collections::hash_map::Entry;
use std::rc::Rc;

/// The class of layers that are ignored.
const DECORATION: &str = "decoration";

/// Words that, followed by a number, name the floor of a layer or group.
const FLOORS: [&str; 3] = ["floor", "level", "z"];

/// The offset, floor number and groups that a layer inherits from the groups around it.
#[derive(Clone, Default)]
struct Around {
    offset: (f64, f64),
    /// The floor number from a property.
    floor: Option<i64>,
    /// The floor number from a name.
    named: Option<i64>,
    /// The numbers of the groups around it, the outermost first.
    groups: Vec<usize>,
}

/// The map of a layer.
#[derive(Clone, Copy)]
pub(super) struct Source<'a> {
    /// The map.
    part: &'a Part,
    /// Its number in the world.
    pub(super) number: usize,
    /// Its tile sets.
    pub(super) sets: &'a Sets,
}

impl Source<'_> {
    /// A place on the map: the map of a world is named.
    pub(super) fn place(&self, place: &str) -> String {
        match self.part.name.as_str() {
            "" => place.to_owned(),
            name => format!("map {name:?}, {place}"),
        }
    }

    /// An error, placed on the map.
    fn placed(&self, error: TiledError) -> TiledError {
        TiledError { place: self.place(&error.place), ..error }
    }
}

/// A layer of tiles with its inherited settings.
struct TileLayer<'a> {
    layer: &'a RawLayer,
    around: Around,
    source: Source<'a>,
}

/// A layer of objects with its inherited settings.
pub(super) struct ObjectLayer<'a> {
    /// Its name.
    pub(super) name: &'a str,
    /// Its objects.
    pub(super) objects: Vec<Object<'a>>,
    /// Its map.
    pub(super) source: Source<'a>,
    around: Around,
}

/// All layers that are read.
#[derive(Default)]
pub(super) struct Layers<'a> {
    drawn: Vec<TileLayer<'a>>,
    /// The layers of objects.
    pub(super) objects: Vec<ObjectLayer<'a>>,
    /// The names of layers and groups that are hidden.
    pub(super) hidden: Vec<&'a str>,
    groups: usize,
    /// True if the maps of a world are joined.
    is_world: bool,
}

/// The floors of a map.
pub(super) struct Floors {
    /// The tiles.
    pub(super) grids: Vec<Grid>,
    /// The number of rows and columns of each floor.
    sizes: Vec<(u32, u32)>,
    /// The first cell of each floor in the editor.
    pub(super) corners: Vec<Corner>,
    /// For each floor its number, its corner on the map, and the groups of its layers.
    places: Vec<Place>,
    side: (f64, f64),
    is_world: bool,
    /// The rectangle of each map of a world, on each floor.
    pub(super) rooms: Vec<MapRoom>,
    /// Things covered by other layers.
    pub(super) lost: Lost,
    /// Cells in which no layer has a tile.
    pub(super) empty: Empty,
    /// Cells with more than a tile, in the order of drawing.
    pub(super) more: Vec<(Cell, Rc<ForeignName>)>,
    /// The names of tiles and layers that are no names of this project.
    pub(super) names: ForeignNames,
}

struct Place {
    number: Option<i64>,
    /// Its corner, in pixels.
    corner: (f64, f64),
    groups: Vec<Vec<usize>>,
}

impl<'a> Layers<'a> {
    /// Adds the layers of a map.
    pub(super) fn add(
        &mut self,
        part: &'a Part,
        sets: &'a Sets,
        number: usize,
        templates: &mut Templates<'_, '_>,
    ) -> Result<(), TiledError> {
        let source = Source { part, number, sets };
        let mut around = Around { offset: part.at, ..Around::default() };
        if part.is_of_world() {
            self.is_world = true;
            around.groups.push(self.groups);
            self.groups += 1;
        }
        let walked = self.walk(&part.map.layers, &around, source, templates);
        walked.map_err(|error| source.placed(error))
    }

    fn walk(
        &mut self,
        layers: &'a [RawLayer],
        around: &Around,
        source: Source<'a>,
        templates: &mut Templates<'_, '_>,
    ) -> Result<(), TiledError> {
        for layer in layers {
            let place = format!("layer {:?}", layer.name);
            let decoration = layer.properties.get(DECORATION).is_some_and(|value| value == true);
            if decoration || layer.class.eq_ignore_ascii_case(DECORATION) {
                continue;
            }
            if layer.visible == false && layer.kind != "imagelayer" {
                self.hidden.push(&layer.name);
                continue;
            }
            let mut around = around.clone();
            around.offset.0 += layer.offsetx;
            around.offset.1 += layer.offsety;
            around.floor = layer.properties.int("floor", &place)?.or(around.floor);
            around.named = floor_of(&layer.name).or(around.named);
            match layer.kind.as_str() {
                "tilelayer" => self.drawn.push(TileLayer { layer, around, source }),
                "objectgroup" => {
                    let name = layer.name.as_str();
                    let objects = layer.objects.iter().map(|own| templates.object(own, name));
                    let objects = objects.collect::<Result<_, _>>()?;
                    self.objects.push(ObjectLayer { name, objects, source, around });
                }
                "group" if around.groups.len() >= DEEPEST => {
                    let message = format!("lies in {DEEPEST} groups, more than are read");
                    return Err(wrong(place, message));
                }
                "group" => {
                    around.groups.push(self.groups);
                    self.groups += 1;
                    self.walk(&layer.layers, &around, source, templates)?;
                }
                "imagelayer" => {}
                other => {
                    let known = ["tilelayer", "objectgroup", "imagelayer", "group"];
                    let message = diagnostics::unknown("type", other, known);
                    return Err(wrong(place, message));
                }
            }
        }
        Ok(())
    }

    /// The floors that the tile layers make.
    pub(super) fn floors(&self, side: (f64, f64)) -> Result<Floors, TiledError> {
        let mut floors = Floors::none(side, self.is_world);
        let (mut cells, mut area) = (0u64, 0u64);
        for layers in self.by_floor()? {
            let mut pieces = Vec::new();
            for drawn in &layers {
                let shift = drawn.shift(floors.origin(&layers), &layers, side);
                let found = shift.and_then(|shift| pieces_of(drawn, shift, &mut cells));
                pieces.extend(found.map_err(|error| drawn.source.placed(error))?);
            }
            floors.add(&layers, &pieces, &mut area)?;
        }
        Ok(floors)
    }

    /// The tile layers of each floor.
    fn by_floor(&self) -> Result<Vec<Vec<&TileLayer<'a>>>, TiledError> {
        let numbered = self.drawn.iter().find(|drawn| drawn.around.number().is_some());
        let plain = self.drawn.iter().find(|drawn| drawn.around.number().is_none());
        if let (Some(numbered), Some(plain)) = (numbered, plain) {
            let how = match numbered.around.floor {
                Some(_) => "has one",
                None => "is a floor by its name",
            };
            return Err(wrong(
                format!("layer {:?}", plain.layer.name),
                format!(
                    "has no property \"floor\", but layer {:?} {how}; give it to all tile layers, or to none, \
                     or make this one of the class {DECORATION:?}",
                    numbered.layer.name
                ),
            ));
        }
        let mut floors = BTreeMap::<_, Vec<_>>::new();
        for drawn in &self.drawn {
            floors.entry(drawn.around.number()).or_default().push(drawn);
        }
        Ok(floors.into_values().collect())
    }
}

impl Around {
    /// The floor number. A property takes precedence over a name.
    fn number(&self) -> Option<i64> {
        self.floor.or(self.named)
    }
}

impl TileLayer<'_> {
    /// Its offset from the origin of its floor, in columns and rows.
    fn shift(
        &self,
        other: (f64, f64),
        floor: &[&Self],
        side: (f64, f64),
    ) -> Result<(i64, i64), TiledError> {
        let Some(first) = floor.first() else { return Ok((0, 0)) };
        let moved = |own: f64, other: f64, side: f64| {
            let cells = (own - other) / side;
            (cells.round() == cells && cells.abs() < f64::from(i32::MAX)).then_some(cells as i64)
        };
        let own = self.around.offset;
        match (moved(own.0, other.0, side.0), moved(own.1, other.1, side.1)) {
            (Some(cols), Some(rows)) => Ok((cols, rows)),
            _ => Err(wrong(
                format!("layer {:?}", self.layer.name),
                format!(
                    "lies on the floor of layer {:?}, and is moved against it by no whole number of cells, which have \
                     {} by {} pixels",
                    first.layer.name, side.0, side.1
                ),
            )),
        }
    }
}

/// The floor number in a name: `floor 2`, `Level 2`, `z_2`.
fn floor_of(name: &str) -> Option<i64> {
    let (word, number) = name.trim().split_once([' ', '_'])?;
    let is_word = FLOORS.iter().any(|known| known.eq_ignore_ascii_case(word));
    number.trim().parse().ok().filter(|_| is_word)
}

impl Floors {
    /// No floor yet. A cell has `side` pixels.
    fn none(side: (f64, f64), is_world: bool) -> Self {
        Self {
            grids: Vec::new(),
            sizes: Vec::new(),
            corners: Vec::new(),
            places: Vec::new(),
            side,
            is_world,
            rooms: Vec::new(),
            lost: Lost::default(),
            empty: Empty::default(),
            more: Vec::new(),
            names: ForeignNames::default(),
        }
    }

    /// The offset from which the cells of a floor are counted: that of its first layer, or of the world.
    fn origin(&self, layers: &[&TileLayer<'_>]) -> (f64, f64) {
        let first = layers.first().filter(|_| !self.is_world);
        first.map_or((0.0, 0.0), |first| first.around.offset)
    }

    /// Merges the layers of one floor.
    fn add(
        &mut self,
        layers: &[&TileLayer<'_>],
        pieces: &[Piece<'_>],
        area: &mut u64,
    ) -> Result<(), TiledError> {
        let Some(first) = layers.first() else { return Ok(()) };
        let place = first.source.place(&format!("layer {:?}", first.layer.name));
        let sets = first.source.sets;
        let x = pieces.iter().map(|piece| piece.x).min().unwrap_or(0);
        let y = pieces.iter().map(|piece| piece.y).min().unwrap_or(0);
        let wide = pieces.iter().map(|piece| piece.x + piece.wide - x).max().unwrap_or(0);
        let high = pieces.iter().map(|piece| piece.y + piece.high - y).max().unwrap_or(0);
        let size = (size(layers, "rows", high)?, size(layers, "cols", wide)?);
        *area = area.saturating_add(u64::from(size.0) * u64::from(size.1));
        check_cells(*area, &place)?;
        let mut drawn = FloorBuilder::filled(size.0, size.1, sets.empty);
        for piece in pieces {
            piece.lay(&mut drawn, (x, y), self)?;
        }
        match self.names.are_guesses() && drawn.is_only_walls() && !sets.says_empty() {
            true => {
                drawn.fill(Tile::Floor);
                let why = "there are walls, and nothing is floor";
                let guess = named("cell", "empty", floor(), Basis::Guessed(why));
                self.names.used(&guess, || place.clone());
            }
            false => self.empty.count(&drawn, &place),
        }
        // A floor without cells has no columns either, whatever its size is written as.
        let grid = if size.0 == 0 || size.1 == 0 { Grid::default() } else { drawn.grid };
        self.sizes.push((grid.rows(), grid.cols()));
        self.corners.push((y, x));
        self.rooms_of(pieces, (x, y), size);
        self.grids.push(grid);
        let (left, top) = self.origin(layers);
        let corner = (left + x as f64 * self.side.0, top + y as f64 * self.side.1);
        let groups = layers.iter().map(|drawn| drawn.around.groups.clone()).collect();
        self.places.push(Place { number: first.around.number(), corner, groups });
        Ok(())
    }

    /// Adds the rectangle of each map of a world on the last floor, which has `rows` and `cols`.
    fn rooms_of(
        &mut self,
        pieces: &[Piece<'_>],
        (left, top): (i64, i64),
        (rows, cols): (u32, u32),
    ) {
        let floor = self.places.len() as u32;
        let maps = pieces.chunk_by(|a, b| a.source.number == b.source.number);
        for pieces in maps.filter(|_| self.is_world) {
            let west = pieces.iter().map(|piece| piece.x).min().unwrap_or(0);
            let east = pieces.iter().map(|piece| piece.x + piece.wide).max().unwrap_or(0);
            let north = pieces.iter().map(|piece| piece.y).min().unwrap_or(0);
            let south = pieces.iter().map(|piece| piece.y + piece.high).max().unwrap_or(0);
            let part = |from: i64, end: i64, many: u32| {
                let (from, end) = (u32::try_from(from).ok()?, end.min(i64::from(many)));
                let many = u32::try_from(end - i64::from(from)).ok().filter(|many| *many > 0)?;
                Some((from, many))
            };
            let across = part(west - left, east - left, cols);
            let down = part(north - top, south - top, rows);
            if let Some(((col, cols), (row, rows))) = across.zip(down)
                && let Some(piece) = pieces.first()
            {
                let area = Area { corner: Cell::new(floor, row, col), rows, cols };
                let name = piece.source.part.stem().to_owned();
                self.rooms.push(MapRoom { name, area });
            }
        }
    }

    /// The place of a cell in the editor.
    pub(super) fn place(&self, cell: Cell) -> String {
        let place = in_editor(cell, &self.corners);
        if self.is_world { format!("{place} of the world") } else { place }
    }

    /// A note on floors that the editor does not count from 0, as reports do.
    pub(super) fn counted(&self) -> Option<String> {
        let is_one = self.corners.len() == 1;
        let moved = (0..).zip(&self.corners).filter(|(_, corner)| **corner != (0, 0));
        let moved: Vec<String> = moved
            .map(|(floor, (top, left)): (u32, _)| {
                let place = if is_one { String::new() } else { format!(" of floor {floor}") };
                let whose = if self.is_world { "the world's" } else { "the editor's" };
                format!("row 0, column 0{place} is {whose} cell ({left}, {top})")
            })
            .collect();
        let how = "reports count rows and columns from the corner of what is drawn";
        (!moved.is_empty()).then(|| format!("{how}: {}", moved.join(", ")))
    }

    /// The floor of an object of a layer.
    pub(super) fn ground(
        &self,
        layer: &ObjectLayer<'_>,
        number: Option<i64>,
    ) -> Result<Ground, String> {
        // The name of a layer of objects gives a floor only if tile layers have floor numbers.
        let is_numbered = self.places.iter().any(|place| place.number.is_some());
        let named = layer.around.named.filter(|_| is_numbered);
        let floor = match number.or(layer.around.floor).or(named) {
            Some(number) => self.numbered(number)?,
            None => self.beside(&layer.around.groups).ok_or_else(|| self.which())?,
        };
        let (Some(place), Some(&(rows, cols))) = (self.places.get(floor), self.sizes.get(floor))
        else {
            return Err(format!("there is no floor {floor}"));
        };
        let (left, top) = layer.around.offset;
        let corner = (place.corner.0 - left, place.corner.1 - top);
        Ok(Ground { floor: floor as u32, rows, cols, corner, side: self.side })
    }

    /// The error of an object that may be on several floors.
    fn which(&self) -> String {
        format!(
            "the map has {} floors: say which one by the int property \"floor\" of the object or of its layer, or put \
             the layer into a group with the floor",
            self.places.len()
        )
    }

    /// The floor with a number. If layers have no numbers, the only floor is 0.
    fn numbered(&self, number: i64) -> Result<usize, String> {
        let said = self.places.iter().position(|place| place.number.unwrap_or(0) == number);
        said.ok_or_else(|| format!("there is no floor {number}"))
    }

    /// The only floor in the innermost group that has any.
    fn beside(&self, groups: &[usize]) -> Option<usize> {
        for depth in (0..=groups.len()).rev() {
            let within = groups.get(..depth)?;
            let holds = |place: &Place| place.groups.iter().any(|path| path.starts_with(within));
            let mut there = (0..).zip(&self.places).filter(|(_, place)| holds(place));
            match (there.next(), there.next()) {
                (Some((floor, _)), None) => return Some(floor),
                (Some(_), Some(_)) => return None,
                (None, _) => {}
            }
        }
        None
    }
}

/// The number of rows or columns of a floor: the property of a layer, or else the size of the drawing.
fn size(layers: &[&TileLayer<'_>], name: &str, drawn: i64) -> Result<u32, TiledError> {
    for drawn_on in layers {
        let place = format!("layer {:?}", drawn_on.layer.name);
        if let Some(said) = drawn_on.layer.properties.int(name, &place)? {
            let fits = u32::try_from(said).ok().filter(|_| said <= drawn);
            return fits.ok_or_else(|| {
                let message = format!("is {said}; a number from 0 to {drawn} is asked for");
                wrong(format!("{place}, property {name:?}"), message)
            });
        }
    }
    u32::try_from(drawn).map_err(|_| wrong("layers", "the chunks lie too far apart"))
}

/// A rectangle of cells of a layer.
pub(super) struct Piece<'a> {
    layer: &'a RawLayer,
    source: Source<'a>,
    /// The offset of its layer.
    shift: (i64, i64),
    pub(super) x: i64,
    pub(super) y: i64,
    pub(super) wide: i64,
    pub(super) high: i64,
    gids: Cow<'a, [u32]>,
}

/// The rectangles of tiles of a layer, with its offset applied: one, or the chunks of an infinite map.
fn pieces_of<'a>(
    drawn: &TileLayer<'a>,
    shift: (i64, i64),
    cells: &mut u64,
) -> Result<Vec<Piece<'a>>, TiledError> {
    let (layer, source) = (drawn.layer, drawn.source);
    let (encoding, compression) = (layer.encoding.as_deref(), layer.compression.as_deref());
    let mut piece = |data, (x, y): (i32, i32), (wide, high): (u32, u32), field: &str| {
        let place = format!("layer {:?}, {field}", layer.name);
        let many = u64::from(wide) * u64::from(high);
        *cells = cells.saturating_add(many);
        check_cells(*cells, &place)?;
        let gids = gids(data, encoding, compression, many as usize)
            .map_err(|message| wrong(place, message))?;
        let (x, y) = (i64::from(x) + shift.0, i64::from(y) + shift.1);
        let (wide, high) = (wide.into(), high.into());
        Ok(Piece { layer, source, shift, x, y, wide, high, gids })
    };
    match (&layer.data, &layer.chunks) {
        (Some(data), _) => Ok(vec![piece(data, (0, 0), (layer.width, layer.height), "data")?]),
        (None, Some(chunks)) => {
            let one = |(i, chunk): (usize, &'a RawChunk)| {
                let size = (chunk.width, chunk.height);
                piece(&chunk.data, (chunk.x, chunk.y), size, &format!("chunks[{i}]"))
            };
            chunks.iter().enumerate().map(one).collect()
        }
        (None, None) => Err(wrong(format!("layer {:?}", layer.name), "has no data")),
    }
}

impl Piece<'_> {
    /// Draws the tiles on a floor. Empty cells change nothing.
    pub(super) fn lay(
        &self,
        drawn: &mut FloorBuilder,
        (left, top): (i64, i64),
        floors: &mut Floors,
    ) -> Result<(), TiledError> {
        let (right, down) = self.shift;
        let wide = usize::try_from(self.wide).unwrap_or(0).max(1);
        let mut known = FxHashMap::default();
        for (row, gids) in (self.y - top..).zip(self.gids.chunks(wide)) {
            for (col, &gid) in (self.x - left..).zip(gids) {
                let (in_row, in_col) = (row + top - down, col + left - right);
                let place = || {
                    let cell = format!("row {in_row}, column {in_col}");
                    self.source.place(&format!("layer {:?}, {cell}", self.layer.name))
                };
                let found = match known.entry(gid) {
                    Entry::Occupied(found) => found.into_mut(),
                    Entry::Vacant(free) => {
                        let found = self.source.sets.meaning(gid, &self.layer.name);
                        free.insert(found.map_err(|message| wrong(place(), message))?)
                    }
                };
                let Some(found) = found else { continue };
                let grid = &drawn.grid;
                let (rows, cols) = (i64::from(grid.rows()), i64::from(grid.cols()));
                if row >= rows || col >= cols {
                    let message = format!(
                        "lies outside of the floor: its layer says by the properties \"rows\" and \"cols\" that \
                         it has {rows} rows and {cols} columns"
                    );
                    return Err(wrong(place(), message));
                }
                let floor = floors.grids.len() as u32;
                let cell = Cell::new(floor, row as u32, col as u32);
                floors.names.used(found, place);
                floors.draw(drawn, cell, found, &place);
            }
        }
        Ok(())
    }
}

impl Floors {
    /// Draws the tile of a meaning on a cell, and keeps what else it has for later.
    fn draw(
        &mut self,
        drawn: &mut FloorBuilder,
        cell: Cell,
        found: &Rc<ForeignName>,
        place: &dyn Fn() -> String,
    ) {
        let is_filled = drawn.is_filled(cell.row, cell.col);
        // An unknown tile over another is taken as decoration.
        if found.meaning.is_nothing() || (is_filled && found.basis == Basis::Unknown) {
            drawn.is_decorated = true;
            return;
        }
        if found.meaning.plain().is_none() {
            self.more.push((cell, Rc::clone(found)));
        }
        let tile = match found.meaning.tile() {
            Some(tile) => tile,
            None if is_filled => return,
            None => Tile::Floor,
        };
        let here = drawn.grid.get(cell.row, cell.col).unwrap_or_default();
        self.lost.count(here, tile, place);
        drawn.set(cell.row, cell.col, tile);
    }
}
