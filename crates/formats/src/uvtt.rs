//! Universal VTT 0.3: a file for each floor with its picture, for virtual tables with doors and lights.
//!
//! `line_of_sight` holds the walls and `portals` the ways, all closed. The kind of each passage is in our own field
//! `quandary`, which other readers ignore; so is the level, by which [`read`] gives back what was written. Lengths are
//! in cells. Each room with an open cell has a light in the one nearest its middle. Invariant: no room can be left while
//! its portals are closed.

mod read;

pub use read::{is, read};

use crate::kind::{Field, Kind};
use crate::place::{FloorPicture, Place, Thing};
use crate::ways::{Crossing, Ground};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use level::Cell;
use serde_json::{Value, json};

/// The version of the format.
pub const VERSION: f64 = 0.3;
/// The radius of a light, in cells.
const RANGE: u32 = 8;

/// Prints a floor. Without a picture players see only walls and doors.
#[must_use]
pub fn print(place: &Place, floor: u32, picture: Option<FloorPicture<'_>>) -> String {
    let grid = place.tiles().floors.get(floor as usize).cloned().unwrap_or_default();
    let ground = Ground::of(&grid);
    let walls: Vec<Vec<Value>> = ground
        .walls()
        .iter()
        .map(|line| line.iter().map(|&[x, y]| json!({"x": x, "y": y})).collect())
        .collect();
    let ways = place.ways.iter().filter(|way| way.floor == floor);
    let value = json!({
        "format": VERSION,
        "resolution": {
            "map_origin": {"x": 0, "y": 0}, "map_size": {"x": grid.cols(), "y": grid.rows()},
            "pixels_per_grid": picture.map_or(64, |picture| picture.side),
        },
        "line_of_sight": walls, "objects_line_of_sight": [],
        "portals": ways.map(|way| portal(place, way)).collect::<Vec<_>>(),
        "environment": {"baked_lighting": false, "ambient_light": "ff404048"},
        "lights": lights(place, floor),
        "image": picture.map_or_else(String::new, |picture| STANDARD.encode(picture.png)),
        "quandary": {"title": place.title, "floor": floor, "level": place.level},
    });
    format!("{value}\n")
}

/// A point given in half cells.
fn point([x, y]: [u32; 2]) -> Value {
    json!({"x": f64::from(x) / 2.0, "y": f64::from(y) / 2.0})
}

fn portal(place: &Place, way: &Crossing) -> Value {
    let [from, to] = way.line;
    let middle = [f64::from(from[0] + to[0]) / 4.0, f64::from(from[1] + to[1]) / 4.0];
    let thing = place.things.get(way.thing);
    json!({
        "position": {"x": middle[0], "y": middle[1]},
        "bounds": [point(from), point(to)],
        "rotation": if way.is_upright() { std::f64::consts::FRAC_PI_2 } else { 0.0 },
        "closed": true, "freestanding": false,
        "quandary": {
            "id": thing.map(|thing| &thing.id),
            "kind": thing.map(|thing| thing.kind.name()),
            "needs": thing.map(|thing| thing.texts(Field::Needs)),
            "needs_back": thing.map(|thing| thing.texts(Field::NeedsBack)),
        },
    })
}

/// A light for each room: in the open cell nearest its middle.
fn lights(place: &Place, floor: u32) -> Vec<Value> {
    let rooms =
        place.things.iter().filter(|thing| thing.kind == Kind::Room && thing.floor() == floor);
    let light = |room: &Thing| {
        let area = room.area;
        let middle = [area.corner.row + area.rows / 2, area.corner.col + area.cols / 2];
        let away = |cell: &Cell| cell.row.abs_diff(middle[0]) + cell.col.abs_diff(middle[1]);
        let open = area.cells().filter(|&cell| !place.tile(cell).is_solid());
        let cell = open.min_by_key(away)?;
        Some(json!({
            "position": {"x": f64::from(cell.col) + 0.5, "y": f64::from(cell.row) + 0.5},
            "range": RANGE,
            "intensity": 1, "color": "ffffe8c0", "shadows": true,
        }))
    };
    rooms.filter_map(light).collect()
}
