//! Scenes of Godot 4.3 and later: a layer of tiles for each floor, and a node for each thing.
//!
//! The root has a `TileMapLayer` for each floor, side by side, with the things of the floor as children. A thing that
//! blocks (a lock, a secret, a one-way passage, a block) is a body, a thing that is visited is an area, and a creature
//! is a marker. Each is in the group of its kind and in `quandary`. Its fields are metadata; references are node paths.
//! A thing has its own picture, and the layer has the tile that remains when the thing is gone. Walls block on physics
//! layer 1, water on layer 2. There is no script. The data that no node shows (the room graph, rules, provenance) is the
//! metadata `quandary` of the root.
//!
//! The picture of the tiles is a file beside the scene. Invariant: the layer and the pictures of the things together
//! show all tiles of the level except VOID, and VOID where a player could step onto it.

mod read;
#[cfg(test)]
mod tests;
mod text;

pub use read::{is, read};

use crate::kind::{Field, Kind};
use crate::place::{ExportError, FieldValue, Place, Sheet, Thing, wrong};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use level::{Cell, TILES, Tile};
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// The version word at the beginning of a layer's data.
const WORD: u16 = 0;
/// The distance between two floors, in cells.
const BETWEEN: u32 = 2;

/// A scene under construction.
struct Scene<'a> {
    place: &'a Place,
    sheet: Sheet<'a>,
    /// The sizes of collision shapes, in pixels.
    shapes: BTreeSet<[u32; 2]>,
    /// The nodes under the root.
    nodes: String,
}

/// Prints a place as a scene.
///
/// # Errors
/// When a floor exceeds the size of a tile layer.
pub fn print(place: &Place, sheet: Sheet<'_>) -> Result<String, ExportError> {
    let mut scene = Scene { place, sheet, shapes: BTreeSet::new(), nodes: String::new() };
    let mut left = 0;
    for (number, floor) in (0..).zip(&place.floors) {
        if i16::try_from(floor.rows).is_err() || i16::try_from(floor.cols).is_err() {
            let message = format!(
                "has {} rows and {} columns; a layer of Godot has at most {} of both",
                floor.rows,
                floor.cols,
                i16::MAX
            );
            return Err(wrong(format!("floors[{number}]"), message));
        }
        scene.floor(number, left);
        left += floor.cols + BETWEEN;
    }
    Ok(scene.finish())
}

impl Scene<'_> {
    /// The layer of a floor, and its things.
    fn floor(&mut self, number: u32, left: u32) {
        let depth = self.place.floors.get(number as usize).map_or(0, |floor| floor.depth);
        let bytes = STANDARD.encode(laid(self.place, number));
        let position = match left {
            0 => String::new(),
            _ => format!("position = Vector2({}, 0)\n", left * self.sheet.side),
        };
        let _ = write!(
            self.nodes,
            "\n[node name=\"{}\" type=\"TileMapLayer\" parent=\".\" groups=[\"floor\", \"quandary\"]]\n{position}\
             tile_map_data = PackedByteArray(\"{bytes}\")\ntile_set = SubResource(\"TileSet_tiles\")\n\
             metadata/floor = {number}\nmetadata/depth = {depth}\n",
            layer(number),
        );
        for (_, thing) in self.place.on_floor(number) {
            self.thing(thing);
        }
    }

    fn finish(self) -> String {
        let Self { place, sheet, shapes, nodes } = self;
        let mut scene = format!(
            "[gd_scene load_steps={} format=4]\n\n[ext_resource type=\"Texture2D\" path={} id=\"1_tiles\"]\n\n",
            shapes.len() + 4,
            quoted(sheet.file),
        );
        scene += &tile_set(sheet);
        for [wide, high] in shapes {
            let _ = write!(
                scene,
                "\n[sub_resource type=\"RectangleShape2D\" id=\"Shape_{wide}x{high}\"]\nsize = Vector2({wide}, {high})\n"
            );
        }
        let _ = write!(
            scene,
            "\n[node name={} type=\"Node2D\" groups=[\"quandary\"]]\nmetadata/title = {}\n",
            quoted(&node_name(&place.title)),
            quoted(&place.title)
        );
        let _ = writeln!(scene, "metadata/{} = {}", read::REST, quoted(&place.rest().to_string()));
        if let Some(category) = &place.category {
            let _ = writeln!(scene, "metadata/category = {}", quoted(category));
        }
        let win = place.level.win.iter().map(|&need| place.level.graph.requirement_name(need));
        let win: Vec<String> = win.collect();
        if !win.is_empty() {
            let _ = writeln!(scene, "metadata/win = {}", strings(&win));
        }
        scene + &nodes
    }
}

/// The name of the layer of a floor.
fn layer(floor: u32) -> String {
    format!("Floor{floor}")
}

/// The data of a layer: a version word, and twelve bytes for each tile.
fn laid(place: &Place, floor: u32) -> Vec<u8> {
    let mut bytes = WORD.to_le_bytes().to_vec();
    let things = place.on_floor(floor).flat_map(|(_, thing)| shown(place, thing));
    let shown: BTreeSet<Cell> = things.map(|(cell, _)| cell).collect();
    let cells = place.tiles().cells().filter(|(cell, _)| cell.floor == floor);
    for (cell, tile) in cells.filter(|&(cell, tile)| tile != Tile::Void || is_brink(place, cell)) {
        let [col, row] = Sheet::place(if shown.contains(&cell) { left(tile) } else { tile });
        let words = [cell.col, cell.row, 0, col, row, 0];
        bytes.extend(words.iter().flat_map(|&word| (word as u16).to_le_bytes()));
    }
    bytes
}

/// The cells whose tile shows a thing, with the tile.
fn shown(place: &Place, thing: &Thing) -> Vec<(Cell, Tile)> {
    let is_passage = matches!(thing.kind, Kind::Lock | Kind::Secret | Kind::OneWay | Kind::Door);
    let tile = Tile::from_name(thing.text(Field::Tile));
    let shows = |shown: Tile| match is_passage {
        true => shown.is_door() && shown != Tile::DoorOpen,
        false => Some(shown) == tile && shown != Tile::Stair,
    };
    let cells = thing.area.cells().map(|cell| (cell, place.tile(cell)));
    cells.filter(|&(_, shown)| shows(shown)).collect()
}

/// The tile that remains when a thing is gone.
fn left(tile: Tile) -> Tile {
    if tile.is_door() { Tile::DoorOpen } else { Tile::Floor }
}

/// True if a player could step onto a cell from a neighbour.
fn is_brink(place: &Place, cell: Cell) -> bool {
    cell.neighbours().any(|beside| !place.tile(beside).is_solid())
}

/// The tile set: every tile with its name, and a collision shape if it blocks.
fn tile_set(sheet: Sheet<'_>) -> String {
    let side = sheet.side;
    let mut set = format!(
        "[sub_resource type=\"TileSetAtlasSource\" id=\"TileSetAtlasSource_tiles\"]\ntexture = ExtResource(\"1_tiles\")\n\
         texture_region_size = Vector2i({side}, {side})\n"
    );
    let half = f64::from(side) / 2.0;
    for (tile, name, _) in TILES {
        let [col, row] = Sheet::place(tile);
        let _ = writeln!(set, "{col}:{row}/0 = 0");
        if let Some(layer) = stops(tile) {
            let _ = writeln!(
                set,
                "{col}:{row}/0/physics_layer_{layer}/polygon_0/points = \
                 PackedVector2Array(-{half}, -{half}, {half}, -{half}, {half}, {half}, -{half}, {half})"
            );
        }
        let _ = writeln!(set, "{col}:{row}/0/custom_data_0 = \"{name}\"");
    }
    let _ = write!(
        set,
        "\n[sub_resource type=\"TileSet\" id=\"TileSet_tiles\"]\ntile_size = Vector2i({side}, {side})\n\
         physics_layer_0/collision_layer = 1\nphysics_layer_1/collision_layer = 2\ncustom_data_layer_0/name = \"tile\"\n\
         custom_data_layer_0/type = 4\nsources/0 = SubResource(\"TileSetAtlasSource_tiles\")\n"
    );
    set
}

/// The physics layer of the set on which a tile blocks, if it does. Tiles that open are separate bodies.
fn stops(tile: Tile) -> Option<u8> {
    match tile {
        Tile::Void | Tile::Wall | Tile::Pit => Some(0),
        Tile::Element => Some(1),
        _ => None,
    }
}

/// Text in quotes.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// A list of texts.
fn strings(texts: &[String]) -> String {
    let texts: Vec<String> = texts.iter().map(|text| quoted(text)).collect();
    format!("PackedStringArray({})", texts.join(", "))
}

/// A valid node name from a title; some characters have a meaning in paths.
fn node_name(title: &str) -> String {
    let plain = |letter: &char| {
        !matches!(letter, '.' | ':' | '@' | '/' | '"' | '%' | '\\') && !letter.is_control()
    };
    let name: String = title.chars().filter(plain).collect();
    let name = name.trim();
    if name.is_empty() { "Level".to_owned() } else { name.to_owned() }
}

/// The thickness of a one-sided shape, in pixels.
const THIN: u32 = 8;

/// The kind of node for a thing.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Node {
    /// It marks a place.
    Marker,
    /// The player comes to it.
    Area,
    /// It blocks.
    Body,
    /// It blocks from one side.
    OneSided,
}

fn node_of(thing: &Thing) -> Node {
    let asks = !thing.texts(Field::Needs).is_empty();
    match thing.kind {
        Kind::Start | Kind::Enemy | Kind::Boss => Node::Marker,
        Kind::OneWay if asks => Node::Body,
        Kind::OneWay => Node::OneSided,
        Kind::Lock | Kind::Secret | Kind::Block => Node::Body,
        Kind::Goal
        | Kind::Room
        | Kind::Key
        | Kind::Item
        | Kind::Puzzle
        | Kind::Switch
        | Kind::Plate
        | Kind::Door
        | Kind::Stair => Node::Area,
    }
}

/// The picture of an item that no tile shows.
fn icon(kind: Kind) -> Option<Tile> {
    match kind {
        Kind::Key => Some(Tile::KeySmall),
        Kind::Item => Some(Tile::ItemMinor),
        Kind::Puzzle => Some(Tile::Puzzle),
        _ => None,
    }
}

impl Scene<'_> {
    /// The node of a thing, with its shape and its picture.
    fn thing(&mut self, thing: &Thing) {
        let side = self.sheet.side;
        let floor = layer(thing.floor());
        let node = node_of(thing);
        let kind = match node {
            Node::Marker => "Marker2D",
            Node::Area => "Area2D",
            Node::Body | Node::OneSided => "StaticBody2D",
        };
        let area = thing.area;
        let half = |from: u32, many: u32| f64::from((2 * from + many) * side) / 2.0;
        let (x, y) = (half(area.corner.col, area.cols), half(area.corner.row, area.rows));
        let _ = write!(
            self.nodes,
            "\n[node name=\"{}\" type=\"{kind}\" parent=\"{floor}\" groups=[\"{}\", \"quandary\"]]\n\
             position = Vector2({x}, {y})\n",
            thing.id,
            thing.kind.name(),
        );
        let metadata = self.metadata(thing);
        self.nodes += &metadata;
        let parent = format!("{floor}/{}", thing.id);
        match node {
            Node::Marker => {}
            Node::Area | Node::Body => {
                self.shape(&parent, [area.cols * side, area.rows * side], "");
            }
            Node::OneSided => self.one_sided(thing, &parent),
        }
        self.sprites(thing, &parent);
    }

    fn shape(&mut self, parent: &str, size @ [wide, high]: [u32; 2], more: &str) {
        self.shapes.insert(size);
        let _ = write!(
            self.nodes,
            "\n[node name=\"Shape\" type=\"CollisionShape2D\" parent=\"{parent}\"]\n\
             shape = SubResource(\"Shape_{wide}x{high}\")\n{more}"
        );
    }

    /// Adds a thin shape across a passage, rotated until the passable direction is upwards in its own frame.
    fn one_sided(&mut self, thing: &Thing, parent: &str) {
        let way =
            self.place.ways.iter().find(|way| self.place.things.get(way.thing) == Some(thing));
        let Some(way) = way else { return };
        let (side, area) = (self.sheet.side, thing.area);
        let leads_on = way.rooms[1].as_ref() == thing.refs(Field::Into).first();
        let quarters = match (way.is_upright(), leads_on) {
            (true, true) => 1,
            (false, true) => 2,
            (true, false) => 3,
            (false, false) => 0,
        };
        // The distance of the line from the middle of the thing.
        let away = |axis: usize, from: u32, many: u32| {
            let line = f64::from(way.line[0][axis] + way.line[1][axis]) / 4.0;
            (line - f64::from(2 * from + many) / 2.0) * f64::from(side)
        };
        let at = [away(0, area.corner.col, area.cols), away(1, area.corner.row, area.rows)];
        let long = if way.is_upright() { area.rows } else { area.cols };
        let turned = f64::from(quarters) * std::f64::consts::FRAC_PI_2;
        let more = format!(
            "position = Vector2({}, {})\nrotation = {turned}\none_way_collision = true\n",
            at[0], at[1]
        );
        self.shape(parent, [long * side, THIN], &more);
    }

    /// The picture of a thing: a sprite for each cell that shows it.
    fn sprites(&mut self, thing: &Thing, parent: &str) {
        let mut shown = shown(self.place, thing);
        if shown.is_empty()
            && let Some(tile) = icon(thing.kind)
        {
            shown.push((thing.area.corner, tile));
        }
        let (side, area) = (self.sheet.side, thing.area);
        for (number, (cell, tile)) in (1..).zip(shown) {
            let [col, row] = Sheet::place(tile);
            let name = if number == 1 { String::new() } else { number.to_string() };
            let away = |at: u32, from: u32, many: u32| {
                (f64::from(2 * (at - from) + 1) - f64::from(many)) * f64::from(side) / 2.0
            };
            let (x, y) = (
                away(cell.col, area.corner.col, area.cols),
                away(cell.row, area.corner.row, area.rows),
            );
            let position = match (x, y) {
                (0.0, 0.0) => String::new(),
                _ => format!("position = Vector2({x}, {y})\n"),
            };
            let _ = write!(
                self.nodes,
                "\n[node name=\"Sprite{name}\" type=\"Sprite2D\" parent=\"{parent}\"]\n{position}\
                 texture = ExtResource(\"1_tiles\")\nregion_enabled = true\n\
                 region_rect = Rect2({}, {}, {side}, {side})\n",
                col * side,
                row * side,
            );
        }
    }

    /// The fields of a thing.
    fn metadata(&self, thing: &Thing) -> String {
        let mut metadata = format!(
            "metadata/kind = \"{}\"\nmetadata/title = {}\n",
            thing.kind.name(),
            quoted(&thing.name)
        );
        for (field, value) in &thing.fields {
            let value = match value {
                FieldValue::Text(text) => quoted(text),
                FieldValue::Int(number) => number.to_string(),
                FieldValue::Texts(texts) => strings(texts),
                FieldValue::Ref(other) => self.path(thing, *other),
                FieldValue::Refs(others) => {
                    let paths: Vec<String> =
                        others.iter().map(|&other| self.path(thing, other)).collect();
                    format!("[{}]", paths.join(", "))
                }
            };
            let _ = writeln!(metadata, "metadata/{} = {value}", field.name());
        }
        metadata
    }

    /// The path from a thing to another.
    fn path(&self, from: &Thing, to: usize) -> String {
        let Some(to) = self.place.things.get(to) else { return "NodePath(\"\")".to_owned() };
        let path = match from.floor() == to.floor() {
            true => format!("../{}", to.id),
            false => format!("../../{}/{}", layer(to.floor()), to.id),
        };
        format!("NodePath({})", quoted(&path))
    }
}
