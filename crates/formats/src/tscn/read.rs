//! Reads a scene that was written from a level, perhaps after changes in the editor of Godot.
//!
//! Tiles are those of the layers, and over them the pictures of things. Nodes with the metadata `kind` are things; what
//! no node shows (the room graph, the rules) is in the metadata `quandary` of the root. Both become a project of LDtk,
//! whose reader has the same things with the same fields. Nodes of the user are left out with a note.

use super::text::{Section, Value, parse};
use crate::aliases::Aliases;
use crate::annotations::Annotations;
use crate::kind::{Field, Kind};
use crate::tiled::{COLUMNS, MOST_BYTES, MOST_CELLS};
use crate::{Import, Place, ldtk, quoted};
use level::formats::json::{ReadError, at, wrong};
use level::{Level, TILES, Tile};
use rustc_hash::FxHashMap;
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};

/// The side of a cell that Godot does not write.
const SIDE: f64 = 16.0;
/// The side of a rectangle that Godot does not write.
const RECTANGLE: f64 = 20.0;
/// The metadata of the root with what no node shows.
pub(super) const REST: &str = "quandary";
/// The advice for scenes of others.
const INSTEAD: &str = "draw the level in Tiled or LDtk, or export one of ours by `quandary export LEVEL -o FILE.tscn` and edit that";

/// True if a text is a scene of Godot.
#[must_use]
pub fn is(text: &str) -> bool {
    text.trim_start().starts_with("[gd_scene")
}

/// A floor: its tiles by row and column, which may be negative.
struct Floor<'a> {
    node: &'a Section,
    depth: i64,
    tiles: BTreeMap<(i64, i64), Tile>,
}

/// A thing with its floor.
struct Thing<'a> {
    node: &'a Section,
    kind: Kind,
    floor: usize,
    /// Its middle, in pixels of the layer.
    middle: [f64; 2],
    /// Its width and height in pixels.
    size: [f64; 2],
}

struct Scene<'a> {
    sections: &'a [Section],
    rest: &'a str,
    side: f64,
    floors: Vec<Floor<'a>>,
    things: Vec<Thing<'a>>,
    /// The names of nodes of the user.
    left_out: Vec<&'a str>,
    /// The shapes, each by the path of the node above it.
    shapes: FxHashMap<&'a str, &'a Section>,
    /// The resources, by their ids.
    resources: FxHashMap<&'a str, &'a Section>,
}

/// Reads the level of a scene, with the start and the goals of the user. Nodes say what they are, so that a table of
/// names names nothing.
///
/// # Errors
/// A scene that was not written from a level; the fault of a layer or a node.
pub fn read(text: &str, aliases: &Aliases) -> Result<Import, ReadError> {
    if text.len() > MOST_BYTES {
        return Err(wrong(
            "scene",
            format!("has more than {MOST_BYTES} bytes, the most of a scene"),
        ));
    }
    let sections = parse(text)?;
    let mut scene = Scene::of(&sections)?;
    scene.things()?;
    scene.pictures()?;
    let level = scene.level()?;
    let mut notes = Vec::new();
    if !scene.left_out.is_empty() {
        let names = quoted(&scene.left_out);
        notes.push(format!("nodes without the metadata \"kind\" are left out: {names}"));
    }
    notes.extend(scene.missing(&level));
    notes.extend(aliases.unused([], "nothing of the scene"));
    Ok(Import::one(aliases.placed(level)?, notes))
}

/// The nodes of a scene.
fn nodes(sections: &[Section]) -> impl Iterator<Item = &Section> {
    sections.iter().filter(|section| section.kind == "node")
}

/// The text in the metadata of a node.
fn told<'a>(node: &'a Section, name: &str) -> Option<&'a Value> {
    node.metadata().find(|(known, _)| *known == name).map(|(_, value)| value)
}

/// An error of a node.
fn fault(node: &Section, message: impl AsRef<str>) -> ReadError {
    let name = diagnostics::short(node.said("name"));
    at(node.line, 0, format!("node {name:?} {}", message.as_ref()))
}

/// A vector of a node; 0 if it has none.
fn vector(node: &Section, name: &str) -> Result<[f64; 2], ReadError> {
    let Some(value) = node.field(name) else { return Ok([0.0; 2]) };
    let numbers =
        value.numbers().filter(|numbers: &[f64; 2]| numbers.iter().all(|n| n.abs() < 1e9));
    numbers.ok_or_else(|| fault(node, format!("has no two numbers as its {name}")))
}

impl<'a> Scene<'a> {
    /// The layers of a scene, without its things.
    fn of(sections: &'a [Section]) -> Result<Self, ReadError> {
        let root = nodes(sections).find(|node| node.attribute("parent").is_none());
        let Some(root) = root else { return Err(wrong("scene", "has no root node")) };
        let Some(rest) = told(root, REST).and_then(Value::text) else {
            let has_floors = nodes(sections).any(|node| told(node, "depth").is_some());
            return Err(wrong(
                "scene",
                match has_floors {
                    true => format!(
                        "the root has no metadata {REST:?}, which holds the room graph and the rules; export the level again"
                    ),
                    false => format!(
                        "is a scene of Godot that was not written from a level, and its tiles do not say what they are; {INSTEAD}"
                    ),
                },
            ));
        };
        let set = sections.iter().find(|section| section.said("type") == "TileSet");
        let side = set.and_then(|set| set.field("tile_size")?.numbers());
        let [side, high] = side.unwrap_or([SIDE; 2]);
        if side < 1.0 || side != high || side.fract() != 0.0 || side > 65_536.0 {
            return Err(wrong("TileSet", "has cells that are no squares of whole pixels"));
        }
        let mut scene = Self {
            sections,
            rest,
            side,
            floors: Vec::new(),
            things: Vec::new(),
            left_out: Vec::new(),
            shapes: FxHashMap::default(),
            resources: FxHashMap::default(),
        };
        for section in sections {
            if section.kind == "sub_resource" {
                scene.resources.entry(section.said("id")).or_insert(section);
            } else if section.said("type") == "CollisionShape2D" {
                scene.shapes.entry(section.said("parent")).or_insert(section);
            }
        }
        for node in nodes(sections).filter(|node| node.said("parent") == ".") {
            match told(node, "depth").and_then(Value::number) {
                Some(depth) if node.said("type") == "TileMapLayer" => {
                    let depth = depth as i64;
                    if scene.floors.iter().any(|floor| floor.depth == depth) {
                        return Err(fault(
                            node,
                            format!(
                                "has the depth {depth} of another layer; give each layer its own"
                            ),
                        ));
                    }
                    if scene.floors.len() >= ldtk::MOST_FLOORS {
                        let most = ldtk::MOST_FLOORS;
                        return Err(fault(
                            node,
                            format!("is one layer more than the {most} that are read"),
                        ));
                    }
                    scene.floors.push(Floor { node, depth, tiles: tiles(node)? });
                }
                _ => scene.left_out.push(node.said("name")),
            }
        }
        Ok(scene)
    }

    /// Adds the nodes of things.
    fn things(&mut self) -> Result<(), ReadError> {
        let floors = self.floors.iter().enumerate();
        let floors: FxHashMap<&str, usize> =
            floors.map(|(number, floor)| (floor.node.said("name"), number)).collect();
        let (mut things, mut left_out) = (Vec::new(), Vec::new());
        for node in nodes(self.sections) {
            let floor = floors.get(node.said("parent")).copied();
            let kind = told(node, "kind").and_then(Value::text);
            let (floor, kind) = match (floor, kind) {
                (Some(floor), Some(kind)) => (floor, kind),
                (Some(_), None) => {
                    left_out.push(node.said("name"));
                    continue;
                }
                (None, Some(_)) => {
                    let parent = diagnostics::short(node.said("parent"));
                    return Err(fault(
                        node,
                        format!("lies under {parent:?}; a thing lies under the layer of its floor"),
                    ));
                }
                (None, None) => continue,
            };
            let Some(kind) = Kind::from_name(kind) else {
                let known = Kind::ALL.map(Kind::name);
                return Err(fault(node, diagnostics::unknown("metadata/kind", kind, known)));
            };
            if let Some(changed) =
                ["rotation", "scale", "skew"].into_iter().find(|name| node.field(name).is_some())
            {
                return Err(fault(
                    node,
                    format!("has a {changed}; things are upright and have the size of their shape"),
                ));
            }
            let middle = vector(node, "position")?;
            let size = self.size(node, kind)?;
            things.push(Thing { node, kind, floor, middle, size });
        }
        (self.things, self.left_out) =
            (things, [std::mem::take(&mut self.left_out), left_out].concat());
        Ok(())
    }

    /// The width and height of a thing, from its shape. A one-sided shape is no area.
    fn size(&self, node: &Section, kind: Kind) -> Result<[f64; 2], ReadError> {
        let path = format!("{}/{}", node.said("parent"), node.said("name"));
        let shape = self.shapes.get(path.as_str()).filter(|_| kind != Kind::OneWay);
        let id = shape.and_then(|shape| shape.field("shape")?.reference("SubResource"));
        let Some(id) = id else { return Ok([self.side; 2]) };
        let shape = self.resources.get(id);
        match shape {
            Some(shape) if shape.said("type") == "RectangleShape2D" => match shape.field("size") {
                None => Ok([RECTANGLE; 2]),
                Some(_) => vector(shape, "size"),
            },
            _ => Err(fault(node, "has a shape that is no rectangle")),
        }
    }

    /// Draws the pictures of things over the tiles.
    fn pictures(&mut self) -> Result<(), ReadError> {
        let mut drawn = Vec::new();
        let mut parents: BTreeMap<String, usize> = BTreeMap::new();
        for (at, Thing { node, kind, .. }) in self.things.iter().enumerate() {
            // The picture of a thing without a tile is a sign for people.
            if kind.is_passed() || told(node, Field::Tile.name()).is_some() {
                parents.insert(format!("{}/{}", node.said("parent"), node.said("name")), at);
            }
        }
        for node in nodes(self.sections).filter(|node| node.said("type") == "Sprite2D") {
            let Some(thing) = parents.get(node.said("parent")).and_then(|at| self.things.get(*at))
            else {
                continue;
            };
            let [x, y, ..]: [f64; 4] =
                node.field("region_rect").and_then(Value::numbers).unwrap_or([0.0; 4]);
            let Some(tile) = tile_of((x / self.side).floor(), (y / self.side).floor()) else {
                return Err(fault(node, format!("of {:?} shows no tile", thing.node.said("name"))));
            };
            let away = vector(node, "position")?;
            let cell =
                [0, 1].map(|axis| ((thing.middle[axis] + away[axis]) / self.side).floor() as i64);
            drawn.push((thing.floor, (cell[1], cell[0]), tile));
        }
        for (floor, cell, tile) in drawn {
            if let Some(floor) = self.floors.get_mut(floor) {
                floor.tiles.insert(cell, tile);
            }
        }
        Ok(())
    }

    /// The level.
    fn level(&self) -> Result<Level, ReadError> {
        let mut left = MOST_CELLS;
        let sizes = ldtk::sizes(self.rest);
        let mut levels = Vec::new();
        for (number, floor) in self.floors.iter().enumerate() {
            let size = sizes
                .iter()
                .find(|(depth, ..)| *depth == floor.depth)
                .map_or((0, 0), |(_, rows, cols)| (*rows, *cols));
            levels.push(self.floor(number, floor, size, &mut left)?);
        }
        let values = TILES.iter().filter(|(tile, ..)| *tile != Tile::Void);
        let values: Vec<_> =
            values.map(|(tile, name, _)| json!({"value": tile.id(), "identifier": name})).collect();
        if let Some(first) = levels.first_mut() {
            first["fieldInstances"] = json!([{"__identifier": REST, "__value": self.rest}]);
        }
        ldtk::read_own(json!({
            "defs": {"layers": [{"uid": 4, "intGridValues": values}], "tilesets": [], "levelFields": [{"identifier": REST}]},
            "levels": levels,
        }))
    }

    /// A floor as a level of a project.
    fn floor(
        &self,
        number: usize,
        floor: &Floor<'_>,
        (rows, cols): (i64, i64),
        left: &mut u64,
    ) -> Result<serde_json::Value, ReadError> {
        let (mut low, mut high) = ([0, 0], [rows.clamp(0, 1 << 16), cols.clamp(0, 1 << 16)]);
        for &(row, col) in floor.tiles.keys() {
            low = [low[0].min(row), low[1].min(col)];
            high = [high[0].max(row + 1), high[1].max(col + 1)];
        }
        let [rows, cols] = [0, 1].map(|axis| high[axis] - low[axis]);
        let cells = u64::try_from(rows.saturating_mul(cols)).unwrap_or(u64::MAX);
        *left = left.checked_sub(cells).ok_or_else(|| {
            fault(floor.node, format!("makes more than {MOST_CELLS} cells, the most of a scene"))
        })?;
        let mut values = vec![0_u8; cells as usize];
        for (&(row, col), tile) in &floor.tiles {
            let at = (row - low[0]) * cols + col - low[1];
            if let Some(value) = usize::try_from(at).ok().and_then(|at| values.get_mut(at)) {
                *value = tile.id();
            }
        }
        let things = self.things.iter().filter(|thing| thing.floor == number);
        let things: Vec<_> = things.map(|thing| self.entity(thing, low)).collect();
        Ok(json!({
            "identifier": floor.node.said("name"), "worldDepth": floor.depth, "layerInstances": [{
                "__identifier": "Cells", "__cWid": cols, "__cHei": rows, "__gridSize": self.side as i64, "layerDefUid": 4,
                "intGridCsv": values, "entityInstances": things,
            }],
        }))
    }

    /// A thing as an entity of a project.
    fn entity(&self, thing: &Thing<'_>, low: [i64; 2]) -> serde_json::Value {
        let cell = |axis: usize| {
            let corner = (thing.middle[axis] - thing.size[axis] / 2.0) / self.side;
            corner.round() as i64 - low[1 - axis]
        };
        let side = self.side as i64;
        let [col, row] = [cell(0), cell(1)];
        let told = thing.node.metadata().filter(|(name, _)| !matches!(*name, "kind" | "title"));
        // One-way passages are edges of the graph; the shape does not tell their cells.
        let told =
            told.filter(|(name, _)| thing.kind != Kind::OneWay || *name != Field::Tile.name());
        let fields: Vec<_> = told
            .map(|(name, value)| json!({"__identifier": name, "__value": as_json(value)}))
            .collect();
        json!({
            "__identifier": ldtk::identifier(thing.kind), "__grid": [col, row],
            "px": [col.saturating_mul(side), row.saturating_mul(side)], "iid": thing.node.said("name"),
            "width": thing.size[0] as i64, "height": thing.size[1] as i64, "fieldInstances": fields,
        })
    }

    /// A note on passages of the room graph for which no node stands with their needs.
    fn missing(&self, level: &Level) -> Option<String> {
        let place = Place::of(level, &Annotations::default()).ok()?;
        // Floors grow where tiles were added to the left or above, which moves all cells.
        let low = |floor: &Floor<'_>| {
            let keys = || floor.tiles.keys();
            let row = keys().map(|(row, _)| *row).min().unwrap_or(0).min(0);
            (row, keys().map(|(_, col)| *col).min().unwrap_or(0).min(0))
        };
        let lows: Vec<(i64, i64)> = self.floors.iter().map(low).collect();
        let depths: Vec<i64> = ldtk::sizes(self.rest).iter().map(|(depth, ..)| *depth).collect();
        let mut there = BTreeSet::new();
        for thing in self.things.iter().filter(|thing| thing.kind.is_passed()) {
            let (Some(floor), Some(&(row, col))) =
                (self.floors.get(thing.floor), lows.get(thing.floor))
            else {
                continue;
            };
            let number =
                depths.iter().position(|depth| *depth == floor.depth).unwrap_or(thing.floor);
            let doubled = |axis: usize, low: i64| {
                (thing.middle[axis] * 2.0 / self.side).round() as i64 - 2 * low
            };
            there.insert((
                number,
                doubled(0, col),
                doubled(1, row),
                needs_of(|field| told(thing.node, field.name()).map(as_json)),
            ));
        }
        let mut missing =
            place.things.iter().filter(|thing| thing.kind.is_passed()).filter(|thing| {
                let needs = needs_of(|field| Some(json!(thing.texts(field))));
                let area = thing.area;
                let middle = |from: u32, many: u32| i64::from(2 * from + many);
                let key = (
                    area.corner.floor as usize,
                    middle(area.corner.col, area.cols),
                    middle(area.corner.row, area.rows),
                    needs,
                );
                (!key.3.concat().is_empty() || thing.kind == Kind::OneWay) && !there.contains(&key)
            });
        let first = missing.next()?;
        let cell = first.area.corner;
        let needs = first.texts(Field::Needs).join(", ");
        let needs = if needs.is_empty() { String::new() } else { format!(" that needs {needs}") };
        let more = match missing.count() {
            0 => String::new(),
            more => format!("; so for {more} more"),
        };
        Some(format!(
            "floor {}, row {}, column {}: the room graph has a {}{needs}, and no node stands there with the same needs; the \
             graph decides, and is the metadata {REST:?} of the root{more}",
            cell.floor,
            cell.row,
            cell.col,
            first.kind.name()
        ))
    }
}

/// The needs of a passage, in all directions.
fn needs_of(field: impl Fn(Field) -> Option<serde_json::Value>) -> [Vec<String>; 3] {
    [Field::Needs, Field::NeedsBack, Field::Otherwise].map(|name| {
        let list = field(name).and_then(|value| value.as_array().cloned()).unwrap_or_default();
        list.iter().filter_map(|text| text.as_str().map(str::to_owned)).collect()
    })
}

/// The tile at a column and row of the picture.
fn tile_of(col: f64, row: f64) -> Option<Tile> {
    let is_in = (0.0..f64::from(COLUMNS)).contains(&col) && (0.0..100.0).contains(&row);
    Tile::from_id((row * f64::from(COLUMNS) + col) as u64).filter(|_| is_in)
}

/// The tiles of a layer.
fn tiles(node: &Section) -> Result<BTreeMap<(i64, i64), Tile>, ReadError> {
    let bytes = match node.field("tile_map_data") {
        None => return Ok(BTreeMap::new()),
        Some(Value::Bytes(bytes)) => bytes.get(2..).unwrap_or(&[]),
        Some(_) => return Err(fault(node, "has tile_map_data that is no PackedByteArray")),
    };
    let mut tiles = BTreeMap::new();
    for cell in bytes.chunks_exact(12) {
        let word = |at: usize| match cell.get(2 * at..2 * at + 2) {
            Some(&[low, high]) => u16::from_le_bytes([low, high]),
            _ => 0,
        };
        let [col, row] = [0, 1].map(|at| i64::from(word(at).cast_signed()));
        match word(2) {
            // An erased cell.
            u16::MAX => continue,
            0 => {}
            source => {
                return Err(fault(
                    node,
                    format!(
                        "has a tile of source {source} at ({col}, {row}); the tiles of source 0 say what they are"
                    ),
                ));
            }
        }
        let tile = tile_of(word(3).into(), word(4).into());
        let tile =
            tile.ok_or_else(|| fault(node, format!("has no known tile at ({col}, {row})")))?;
        tiles.insert((row, col), tile);
    }
    Ok(tiles)
}

/// A value of metadata as in a project of LDtk.
fn as_json(value: &Value) -> serde_json::Value {
    match value {
        Value::Text(text) => json!(text),
        Value::Number(number) if number.fract() == 0.0 => json!(*number as i64),
        Value::Number(number) => json!(number),
        Value::List(values) => values.iter().map(as_json).collect(),
        Value::Call(name, values) if name == "PackedStringArray" => {
            values.iter().map(as_json).collect()
        }
        Value::Call(name, _) if name == "NodePath" => match value.reference("NodePath") {
            None | Some("") => serde_json::Value::Null,
            Some(path) => json!({"entityIid": path}),
        },
        _ => serde_json::Value::Null,
    }
}
