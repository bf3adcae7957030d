//! Things as nodes.

use super::text::{quoted, strings};
use super::{Scene, layer, shown};
use crate::kind::{Field, Kind};
use crate::place::{Thing, Value};
use crate::sheet::Sheet;
use level::Tile;
use std::fmt::Write as _;

/// The thickness of what stops on one side, in pixels.
const THIN: u32 = 8;

/// The node that a thing is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Node {
    /// A place.
    Marker,
    /// Somebody comes to it.
    Area,
    /// It stops.
    Body,
    /// It stops whoever comes from one side.
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

/// The picture of what is taken where no tile shows it.
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
    pub(super) fn thing(&mut self, thing: &Thing) {
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
        let told = self.metadata(thing);
        self.nodes += &told;
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

    /// A thin shape across a passage, turned so that one passes it upwards as it sees it.
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
        // The line of the way, seen from the middle of the thing.
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

    /// The picture of a thing: a sprite for each of its cells that shows it.
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
        let mut told = format!(
            "metadata/kind = \"{}\"\nmetadata/title = {}\n",
            thing.kind.name(),
            quoted(&thing.name)
        );
        for (field, value) in &thing.fields {
            let value = match value {
                Value::Text(text) => quoted(text),
                Value::Int(number) => number.to_string(),
                Value::Texts(texts) => strings(texts),
                Value::Ref(other) => self.path(thing, *other),
                Value::Refs(others) => {
                    let paths: Vec<String> =
                        others.iter().map(|&other| self.path(thing, other)).collect();
                    format!("[{}]", paths.join(", "))
                }
            };
            let _ = writeln!(told, "metadata/{} = {value}", field.name());
        }
        told
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
