//! From a level to the text of a Tiled map.
//!
//! Floors stand side by side, each with a layer of tiles and a layer of objects. The numbers of objects give the
//! order of rooms, marks and locks. Objects that only tell of what is drawn, such as those of doors and keys, are
//! left out past [`MOST_SHOWN`]; the others are all there.

use super::doors::{Door, doors};
use super::fields::{Fields, Props, array, rows};
use super::shape::Area;
use super::{
    COLUMNS, IMAGE, ROWS, SIDE, TILE_SET, TiledError, Way, check_cells, check_size, wrong,
};
use crate::model::graph::{Content, Graph, NodeId};
use crate::model::grid::{Cell, Grid};
use crate::model::level::{Level, TileLock, Tiles};
use crate::model::tile::{TILES, Tile};
use serde_json::{Map, Value, json};

/// The most objects that only tell of what is drawn.
const MOST_SHOWN: usize = 20_000;
/// Between two floors, in cells.
const BETWEEN: u64 = 2;

/// Prints a level as a map of Tiled, with a way drawn over it if one is given.
///
/// # Errors
/// When the level has no tiles, or is larger than a map that can be read again.
///
/// ```
/// let level = level::formats::text::read("#####\n#@.*#\n#####\n")?;
/// let map = level::formats::tiled::print(&level, None)?;
/// assert_eq!(level::formats::tiled::read(&map, &level::formats::tiled::Read::no_files)?.level, level);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn print(level: &Level, way: Option<&Way>) -> Result<String, TiledError> {
    let Some(tiles) = &level.tiles else {
        return Err(wrong("floors", "is missing; only levels with tiles are Tiled maps"));
    };
    let cols = tiles.floors.iter().map(Grid::cols).max().unwrap_or(0);
    let rows = tiles.floors.iter().map(Grid::rows).max().unwrap_or(0);
    let floors = tiles.floors.len() as u64;
    check_cells((u64::from(cols) * u64::from(rows)).saturating_mul(floors), "floors")?;
    let mut objects = Objects { next: 1, floors: vec![Vec::new(); tiles.floors.len()] };
    objects.level(tiles, &level.graph);
    if let Some(way) = way {
        objects.way(way);
    }
    let mut layers = Vec::new();
    for (floor, (grid, objects)) in (0u32..).zip(tiles.floors.iter().zip(&objects.floors)) {
        layers.push(tile_layer(floor, grid, (rows, cols)));
        layers.push(object_layer(floor, objects, cols));
    }
    let rest = Props::default().text("quandary", &rest(level, tiles).to_string());
    let map = Fields::default()
        .put("compressionlevel", -1)
        .put("height", rows)
        .put("infinite", false)
        .raw("layers", array(&layers))
        .put("nextlayerid", layers.len() + 1)
        .put("nextobjectid", objects.next)
        .put("orientation", "orthogonal")
        .properties(&rest)
        .put("renderorder", "right-down")
        .put("tiledversion", "1.10.2")
        .put("tileheight", SIDE)
        .raw("tilesets", array(&[tile_set()]))
        .put("tilewidth", SIDE)
        .put("type", "map")
        .put("version", "1.10")
        .put("width", cols);
    let text = map.lines() + "\n";
    check_size(&text)?;
    Ok(text)
}

/// What neither tiles nor objects show.
fn rest(level: &Level, tiles: &Tiles) -> Value {
    let mut rest = Map::new();
    if let Some(name) = &level.name {
        rest.insert("name".to_owned(), json!(name));
    }
    if !level.graph.nodes.is_empty() {
        rest.insert("graph".to_owned(), json!(level.graph));
    }
    if tiles.goals.as_ref().is_some_and(Vec::is_empty) {
        rest.insert("goals".to_owned(), json!([]));
    }
    if let Some(provenance) = &level.provenance {
        rest.insert("provenance".to_owned(), json!(provenance));
    }
    Value::Object(rest)
}

fn tile_layer(floor: u32, grid: &Grid, (high, wide): (u32, u32)) -> String {
    let gid = |tile: Tile| if tile == Tile::Void { 0 } else { u32::from(tile.id()) + 1 };
    let cell = |row, col| grid.get(row, col).map_or(0, gid);
    let row = |row| (0..wide).map(|col| cell(row, col)).collect();
    let mut properties = Props::default();
    if grid.cols() != wide {
        properties = properties.int("cols", grid.cols().into());
    }
    properties = properties.int("floor", floor.into());
    if grid.rows() != high {
        properties = properties.int("rows", grid.rows().into());
    }
    let layer = Fields::default()
        .raw("data", rows((0..high).map(row)))
        .put("height", high)
        .put("id", 2 * floor + 1)
        .put("name", format!("floor {floor}"));
    place(layer, floor, wide)
        .properties(&properties)
        .put("type", "tilelayer")
        .put("visible", true)
        .put("width", wide)
        .put("x", 0)
        .put("y", 0)
        .lines()
}

fn object_layer(floor: u32, objects: &[String], wide: u32) -> String {
    let layer = Fields::default()
        .put("draworder", "topdown")
        .put("id", 2 * floor + 2)
        .put("name", format!("objects {floor}"))
        .raw("objects", array(objects));
    place(layer, floor, wide)
        .properties(&Props::default().int("floor", floor.into()))
        .put("type", "objectgroup")
        .put("visible", true)
        .put("x", 0)
        .put("y", 0)
        .lines()
}

/// Where a floor stands beside the others.
fn place(layer: Fields, floor: u32, wide: u32) -> Fields {
    let offset = u64::from(floor) * (u64::from(wide) + BETWEEN) * u64::from(SIDE);
    let layer = if floor == 0 { layer } else { layer.put("offsetx", offset).put("offsety", 0) };
    layer.put("opacity", 1)
}

/// The tile set that is shipped: tile `n` is the tile of number `n`.
fn tile_set() -> String {
    let tile = |(tile, name, _): &(Tile, &str, char)| {
        let properties = Props::default().text("tile", name);
        Fields::default().put("id", tile.id()).properties(&properties).line()
    };
    let tiles: Vec<String> = TILES.iter().map(tile).collect();
    Fields::default()
        .put("columns", COLUMNS)
        .put("firstgid", 1)
        .put("image", IMAGE)
        .put("imageheight", ROWS * SIDE)
        .put("imagewidth", COLUMNS * SIDE)
        .put("margin", 0)
        .put("name", TILE_SET)
        .put("spacing", 0)
        .put("tilecount", COLUMNS * ROWS)
        .put("tileheight", SIDE)
        .raw("tiles", array(&tiles))
        .put("tilewidth", SIDE)
        .lines()
}

/// The objects of each floor, numbered as they come.
struct Objects {
    next: u64,
    floors: Vec<Vec<String>>,
}

/// How an object is drawn.
enum Form {
    /// A point in the middle of a cell.
    Point(Cell),
    /// A rectangle of whole cells.
    Rectangle(Area),
    /// A line through the middles of cells.
    Line(Vec<Cell>),
}

impl Objects {
    /// Everything that lies over the tiles.
    fn level(&mut self, tiles: &Tiles, graph: &Graph) {
        self.ends(tiles);
        for room in &tiles.rooms {
            let Some(id) = graph.id(room.node) else { continue };
            let area = Area { corner: room.corner, rows: room.rows, cols: room.cols };
            let (name, properties) = node(id, graph);
            self.put("room", &name, &Form::Rectangle(area), &properties);
        }
        for mark in &tiles.marks {
            let gives = graph.content_name(mark.gives);
            let class = if matches!(mark.gives, Content::Toggle(_)) { "toggle" } else { "symbol" };
            let properties = Props::default().text("gives", &gives);
            self.put(class, &gives, &Form::Point(mark.cell), &properties);
        }
        for (i, lock) in (0..).zip(&tiles.locks) {
            self.lock(i, lock, graph);
        }
        let items = tiles.cells().filter(|(_, tile)| tile.is_item()).take(MOST_SHOWN);
        for (cell, tile) in items {
            let class = if tile == Tile::ItemMinor { "item" } else { "key" };
            let properties = drawn(tile).text("gives", tile.name());
            self.put_shown(class, tile, &Form::Point(cell), &properties);
        }
        for Door { tile, area, requires } in doors(tiles, graph, MOST_SHOWN) {
            let class = if requires.is_empty() { "door" } else { "lock" };
            let mut properties = drawn(tile);
            if !requires.is_empty() {
                properties = properties.text("requires", &list(&requires));
            }
            self.put_shown(class, tile, &Form::Rectangle(area), &properties);
        }
    }

    /// Start and goals.
    fn ends(&mut self, tiles: &Tiles) {
        match tiles.start {
            Some(start) => self.put("start", "start", &Form::Point(start), &Props::default()),
            None => self.shown("start", tiles, Tile::Start),
        }
        match &tiles.goals {
            None => self.shown("goal", tiles, Tile::Triforce),
            Some(goals) => {
                for &goal in goals {
                    self.put("goal", "goal", &Form::Point(goal), &Props::default());
                }
            }
        }
    }

    /// Objects for tiles of a kind.
    fn shown(&mut self, class: &str, tiles: &Tiles, tile: Tile) {
        for cell in tiles.holding(tile).take(MOST_SHOWN) {
            self.put(class, class, &Form::Point(cell), &drawn(tile));
        }
    }

    /// A lock of cells: a rectangle, or several of one number.
    fn lock(&mut self, number: i64, lock: &TileLock, graph: &Graph) {
        let needs: Vec<String> =
            lock.needs.iter().map(|&need| graph.requirement_name(need)).collect();
        let needs = list(&needs);
        let mut areas = areas(&lock.cells);
        let mut properties = Props::default();
        if areas.is_empty() {
            properties = properties.text("cells", "none");
            areas.push(Area { corner: Cell::default(), rows: 1, cols: 1 });
        } else if areas.len() > 1 {
            properties = properties.int("lock", number);
        }
        let properties = properties.text("needs", &needs);
        for area in areas {
            self.put("lock", &needs, &Form::Rectangle(area), &properties);
        }
    }

    /// A way: a line for each stretch without a leap.
    fn way(&mut self, way: &Way) {
        let class = if way.dead_end { "witness" } else { "solution" };
        let is_step = |a: &Cell, b: &Cell| {
            a.floor == b.floor && a.row.abs_diff(b.row) <= 1 && a.col.abs_diff(b.col) <= 1
        };
        let stretches = way.cells.chunk_by(is_step);
        for (i, stretch) in (1i64..).zip(stretches) {
            let mut properties = Props::default();
            if i == 1 {
                properties = properties.text("plan", &way.words);
            }
            let properties = properties.int("stretch", i);
            self.put(class, &way.title, &Form::Line(stretch.to_vec()), &properties);
        }
    }

    fn put_shown(&mut self, class: &str, tile: Tile, form: &Form, properties: &Props) {
        self.put(class, tile.name(), form, properties);
    }

    fn put(&mut self, class: &str, name: &str, form: &Form, properties: &Props) {
        let side = u64::from(SIDE);
        let middle = |cell: Cell| {
            let at = |line: u32| u64::from(line) * side + side / 2;
            (at(cell.col), at(cell.row))
        };
        let (mut size, mut line) = ((0, 0), None);
        let (floor, (x, y), is_point) = match form {
            Form::Point(cell) => (cell.floor, middle(*cell), true),
            Form::Rectangle(Area { corner, rows, cols }) => {
                size = (u64::from(*cols) * side, u64::from(*rows) * side);
                let at = (u64::from(corner.col) * side, u64::from(corner.row) * side);
                (corner.floor, at, false)
            }
            Form::Line(cells) => {
                let Some(&first) = cells.first() else { return };
                line = (cells.len() > 1)
                    .then(|| polyline(&cells.iter().map(|&c| middle(c)).collect::<Vec<_>>()));
                (first.floor, middle(first), cells.len() == 1)
            }
        };
        let mut object =
            Fields::default().put("height", size.1).put("id", self.next).put("name", name);
        if is_point {
            object = object.put("point", true);
        }
        if let Some(line) = line {
            object = object.raw("polyline", line);
        }
        let object = object
            .properties(properties)
            .put("rotation", 0)
            .put("type", class)
            .put("visible", true)
            .put("width", size.0)
            .put("x", x)
            .put("y", y);
        if let Some(objects) = self.floors.get_mut(floor as usize) {
            objects.push(object.line());
            self.next += 1;
        }
    }
}

/// The property of an object that tells of a tile.
fn drawn(tile: Tile) -> Props {
    Props::default().text("tile", tile.name())
}

/// The points of a line, seen from the first; those on a straight way are left out.
fn polyline(points: &[(u64, u64)]) -> String {
    let away = |a: u64, b: u64| a as i64 - b as i64;
    let turns = |i: usize| match (i.checked_sub(1).and_then(|i| points.get(i)), points.get(i + 1)) {
        (Some(before), Some(after)) => points.get(i).is_none_or(|at| {
            (away(at.0, before.0), away(at.1, before.1))
                != (away(after.0, at.0), away(after.1, at.1))
        }),
        _ => true,
    };
    let origin = points.first().copied().unwrap_or_default();
    let kept = points.iter().enumerate().filter(|(i, _)| turns(*i));
    let points = kept.map(|(_, point)| {
        let (x, y) = (away(point.0, origin.0), away(point.1, origin.1));
        Fields::default().put("x", x).put("y", y).line()
    });
    format!("[{}]", points.collect::<Vec<_>>().join(", "))
}

/// The name of a node's object, and the property that says which node it is. Tiled's whole numbers have 32 bits.
fn node(id: &NodeId, graph: &Graph) -> (String, Props) {
    let properties = Props::default();
    match id {
        NodeId::Name(name) => (name.clone(), properties.text("node", name)),
        NodeId::Number(number) => {
            let text = number.to_string();
            let is_name = |node: &crate::model::graph::Node| node.id == NodeId::Name(text.clone());
            let fits = i32::try_from(*number).is_ok() || graph.nodes.iter().any(is_name);
            let properties =
                if fits { properties.int("node", *number) } else { properties.text("node", &text) };
            (text, properties)
        }
    }
}

/// Names in one text: separated by commas where that is clear, else a JSON array.
fn list(names: &[String]) -> String {
    let is_plain =
        |name: &String| !name.contains(',') && name.trim() == name && !name.starts_with('[');
    if !names.is_empty() && names.iter().all(is_plain) {
        return names.join(", ");
    }
    serde_json::to_string(names).unwrap_or_default()
}

/// Cells as rectangles that give the same cells in the same order.
fn areas(cells: &[Cell]) -> Vec<Area> {
    let mut areas: Vec<Area> = Vec::new();
    let is_next = |a: &Cell, b: &Cell| {
        (a.floor, a.row, a.col.checked_add(1)) == (b.floor, b.row, Some(b.col))
    };
    for run in cells.chunk_by(is_next) {
        let Some(&corner) = run.first() else { continue };
        let cols = run.len() as u32;
        match areas.last_mut() {
            Some(above)
                if above.cols == cols
                    && (above.corner.floor, above.corner.col) == (corner.floor, corner.col)
                    && above.corner.row + above.rows == corner.row =>
            {
                above.rows += 1;
            }
            _ => areas.push(Area { corner, rows: 1, cols }),
        }
    }
    areas
}
