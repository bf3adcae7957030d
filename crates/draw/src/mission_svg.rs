//! A mission as a picture: rooms filled by intensity, with keys and switches in them and locks on the passages.
//!
//! A grid mission is drawn as boxes joined by lines, north up. A free-form mission is a floor plan with coloured rooms,
//! walls, doors and locks. Start, boss and goal have a second frame. A plan is filled by one strip for each run of
//! cells in a row, and each straight run of walls is one stroke, which keeps the file of a plan of a million cells
//! small enough to open. A larger plan is drawn coarser.

use super::floor::{self, Block, Floor, Wall};
use super::label;
use super::summary::Summary;
use super::svg::{INK, PAGE, SOFT, Svg, number};
use dungeon::mission::{Coords, Edge, Mission, Room};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The distance between the middles of two neighbouring rooms.
const PITCH: f64 = 94.0;
/// The side of a room.
const SIDE: f64 = 56.0;

/// The mission as an SVG file.
pub fn render(mission: &Mission, summary: &Summary) -> String {
    let (title, size) = (title(summary), summary.size());
    let shape =
        format!("{size} · solution {} · nonlinearity {}", summary.solution, summary.nonlinearity);
    let small_print = [shape.as_str(), verdict(summary)];
    match places(mission) {
        Some((places, width, height)) => {
            let mut svg = Svg::page(width, height, &title, small_print);
            for edge in &mission.edges {
                passage(&mut svg, &places, edge);
            }
            for (id, (room, &at)) in mission.rooms.iter().zip(&places).enumerate() {
                draw_room(&mut svg, id, room, at);
            }
            for edge in &mission.edges {
                lock(&mut svg, &places, edge);
            }
            svg.finish()
        }
        None => floor_plan(mission, &title, small_print),
    }
}

/// The title of the page.
fn title(summary: &Summary) -> String {
    format!("Mission {}", summary.seed)
}

/// The proved claims, as the second line under the title.
fn verdict(summary: &Summary) -> &'static str {
    match (summary.winnable, summary.softlock_free) {
        (true, true) => "proved winnable and unlosable",
        (true, false) => "proved winnable",
        (false, _) => "not winnable",
    }
}

/// The middle of each room of a grid, and the width and height of the map.
type Places = (Vec<(f64, f64)>, f64, f64);

/// The positions of the rooms of a grid; `None` for free-form rooms.
fn places(mission: &Mission) -> Option<Places> {
    let cell = |room: &Room| match room.coords {
        Coords::Cell(x, y) => Some((f64::from(x), f64::from(y))),
        Coords::Cells(_) | Coords::Place(_) => None,
    };
    let cells: Vec<(f64, f64)> = mission.rooms.iter().map(cell).collect::<Option<_>>()?;
    let (west, east) = ends(cells.iter().map(|c| c.0))?;
    let (south, north) = ends(cells.iter().map(|c| c.1))?;
    let place = |(x, y)| ((x - west + 0.5) * PITCH, (north - y + 0.5) * PITCH);
    let (width, height) = ((east - west + 1.0) * PITCH, (north - south + 1.0) * PITCH);
    Some((cells.into_iter().map(place).collect(), width, height))
}

/// The least and the greatest of the numbers.
fn ends(numbers: impl Iterator<Item = f64> + Clone) -> Option<(f64, f64)> {
    Some((numbers.clone().reduce(f64::min)?, numbers.reduce(f64::max)?))
}

/// The ends of a passage.
fn between(places: &[(f64, f64)], edge: &Edge) -> Option<((f64, f64), (f64, f64))> {
    Some((*places.get(edge.a as usize)?, *places.get(edge.b as usize)?))
}

fn passage(svg: &mut Svg, places: &[(f64, f64)], edge: &Edge) {
    if let Some((from, to)) = between(places, edge) {
        svg.line(from, to, SOFT, 11.0);
        svg.line(from, to, PAGE, 7.0);
    }
}

fn lock(svg: &mut Svg, places: &[(f64, f64)], edge: &Edge) {
    if let (Some(symbol), Some((from, to))) = (edge.symbol, between(places, edge)) {
        svg.lock(((from.0 + to.0) / 2.0, (from.1 + to.1) / 2.0), 1.0, symbol);
    }
}

fn draw_room(svg: &mut Svg, id: usize, room: &Room, at: (f64, f64)) {
    let role = label::is_role(room);
    if role {
        frame(svg, at, SIDE + 8.0, PAGE, 1.3);
    }
    frame(svg, at, SIDE, &label::paper(room.intensity), if role { 2.2 } else { 1.6 });
    match room.item {
        Some(item) => svg.item(at, 1.0, item),
        None => svg.text(at.0, at.1, 12.0, SOFT, &id.to_string()),
    }
    if room.item.is_some() && !role {
        svg.text(at.0, at.1 + SIDE / 2.0 - 8.0, 9.0, SOFT, &id.to_string());
    }
}

/// A square with round corners around a point.
fn frame(svg: &mut Svg, (x, y): (f64, f64), side: f64, fill: &str, line: f64) {
    let (left, top, side) = (number(x - side / 2.0), number(y - side / 2.0), number(side));
    svg.put(&format!(
        "<rect x=\"{left}\" y=\"{top}\" width=\"{side}\" height=\"{side}\" rx=\"9\" \
         fill=\"{fill}\" stroke=\"{INK}\" stroke-width=\"{line}\"/>\n"
    ));
}

/// The longest side of the map; cells of a readable size may exceed it.
const LONGEST: f64 = 1100.0;
/// The most blocks on a side; finer detail is invisible.
const MOST_BLOCKS: i64 = 1024;
/// The largest side of a block.
const LARGEST: f64 = 56.0;

/// A straight wall of at least this length gets a wide door.
const WIDE_DOOR: f64 = 30.0;

/// The block of each room's mark, and its depth in the room.
type Marks = BTreeMap<usize, (Block, u32)>;

/// The floor plan of a free-form mission as an SVG file.
fn floor_plan(mission: &Mission, title: &str, small_print: [&str; 2]) -> String {
    let Some(floor) = Floor::of(mission, MOST_BLOCKS) else {
        return Svg::page(0.0, 0.0, title, small_print).finish();
    };
    let (columns, rows) = (floor.columns as f64, floor.rows as f64);
    let side = (LONGEST / columns.max(rows)).min(LARGEST);
    let mut svg = Svg::page(columns * side, rows * side, title, small_print);
    fills(&mut svg, &floor, mission, side);
    walls(&mut svg, &floor, side);
    let marks = floor.marks();
    doors(&mut svg, &floor, mission, &marks, side);
    for (&id, &(block, depth)) in &marks {
        mark(&mut svg, mission, id, middle(block, side), icon_scale(side, depth));
    }
    svg.finish()
}

/// Scale of the icon of a room. The icon is `depth` cells from the room's border.
fn icon_scale(side: f64, depth: u32) -> f64 {
    (side * (2.0 * f64::from(depth) + 1.0) / 48.0).clamp(0.45, 1.0)
}

fn middle((x, y): Block, side: f64) -> (f64, f64) {
    ((x as f64 + 0.5) * side, (y as f64 + 0.5) * side)
}

/// Fills each room, strip by strip.
fn fills(svg: &mut Svg, floor: &Floor, mission: &Mission, side: f64) {
    let mut strips = BTreeMap::<usize, Vec<Block>>::new();
    for ((x, y), id) in floor.blocks() {
        strips.entry(id).or_default().push((y, x));
    }
    for (id, cells) in strips {
        let mut path = String::new();
        for strip in cells.chunk_by(|a, b| a.0 == b.0 && a.1 + 1 == b.1) {
            let Some(&(y, x)) = strip.first() else { continue };
            let (left, top) = (number(x as f64 * side), number(y as f64 * side));
            let (width, height) = (number(strip.len() as f64 * side), number(side));
            let _ = write!(path, "M{left} {top}h{width}v{height}h-{width}z");
        }
        let fill = label::paper(mission.rooms.get(id).map_or(0.0, |room| room.intensity));
        svg.put(&format!(
            "<path fill=\"{fill}\" stroke=\"{fill}\" stroke-width=\"0.5\" d=\"{path}\"/>\n"
        ));
    }
}

/// Draws every wall, each straight run in one stroke.
fn walls(svg: &mut Svg, floor: &Floor, side: f64) {
    let mut path = String::new();
    for x in 0..=floor.columns {
        let standing = (0..floor.rows).filter(|&y| floor.parts((x - 1, y), (x, y)));
        for (from, length) in runs(standing) {
            let (x, y) = (number(x as f64 * side), number(from as f64 * side));
            let _ = write!(path, "M{x} {y}v{}", number(length as f64 * side));
        }
    }
    for y in 0..=floor.rows {
        let standing = (0..floor.columns).filter(|&x| floor.parts((x, y - 1), (x, y)));
        for (from, length) in runs(standing) {
            let (x, y) = (number(from as f64 * side), number(y as f64 * side));
            let _ = write!(path, "M{x} {y}h{}", number(length as f64 * side));
        }
    }
    let width = number((side / 12.0).clamp(0.8, 3.0));
    svg.put(&format!("<path fill=\"none\" stroke=\"{INK}\" stroke-width=\"{width}\" stroke-linecap=\"square\" d=\"{path}\"/>\n"));
}

/// The runs of consecutive numbers in an ascending sequence: first number and length.
fn runs(numbers: impl Iterator<Item = i64>) -> Vec<(i64, i64)> {
    let mut runs: Vec<(i64, i64)> = Vec::new();
    for n in numbers {
        match runs.last_mut() {
            Some((from, length)) if *from + *length == n => *length += 1,
            _ => runs.push((n, 1)),
        }
    }
    runs
}

fn doors(svg: &mut Svg, floor: &Floor, mission: &Mission, marks: &Marks, side: f64) {
    let walls = floor.shared_walls();
    for edge in &mission.edges {
        let pair = (edge.a.min(edge.b) as usize, edge.a.max(edge.b) as usize);
        let shared = walls.get(&pair).map_or(&[][..], Vec::as_slice);
        match (floor::door(shared), floor::middle(shared)) {
            (Some((wall, length)), _) if side * length as f64 >= WIDE_DOOR => {
                opening(svg, edge, wall, length, side);
            }
            (_, Some(wall)) => hatch(svg, edge, wall, side),
            _ => tunnel(svg, edge, marks, side),
        }
    }
}

/// A gap in a straight wall, with the lock in it.
fn opening(svg: &mut Svg, edge: &Edge, wall: Wall, length: usize, side: f64) {
    let at = spot(wall, length, side);
    let half = (side * length as f64 * 0.35).min(13.0);
    let along = if wall.upright { (0.0, half) } else { (half, 0.0) };
    let (from, to) = ((at.0 - along.0, at.1 - along.1), (at.0 + along.0, at.1 + along.1));
    svg.line(from, to, INK, 7.0);
    svg.line(from, to, PAGE, 4.6);
    if let Some(symbol) = edge.symbol {
        svg.lock(at, (half / 10.0).clamp(0.6, 1.0), symbol);
    }
}

/// A door in a wall with no long straight part: a small mark.
fn hatch(svg: &mut Svg, edge: &Edge, wall: Wall, side: f64) {
    let at = spot(wall, 1, side);
    match edge.symbol {
        Some(symbol) => svg.lock(at, 0.8, symbol),
        None => svg.put(&format!(
            "<circle cx=\"{}\" cy=\"{}\" r=\"4\" fill=\"{PAGE}\" stroke=\"{INK}\" stroke-width=\"1.2\"/>\n",
            number(at.0),
            number(at.1),
        )),
    }
}

/// The middle of a run of walls, from its middle wall and its length.
fn spot(wall: Wall, length: usize, side: f64) -> (f64, f64) {
    let (x, y) = (wall.block.0 as f64 * side, wall.block.1 as f64 * side);
    let half = if length % 2 == 1 { side / 2.0 } else { 0.0 };
    if wall.upright { (x, y + half) } else { (x + half, y) }
}

/// A passage between rooms that do not touch.
fn tunnel(svg: &mut Svg, edge: &Edge, marks: &Marks, side: f64) {
    let ends = (marks.get(&(edge.a as usize)), marks.get(&(edge.b as usize)));
    let (Some(&(a, _)), Some(&(b, _))) = ends else { return };
    let (from, to) = (middle(a, side), middle(b, side));
    svg.line(from, to, SOFT, 2.0);
    if let Some(symbol) = edge.symbol {
        svg.lock(((from.0 + to.0) / 2.0, (from.1 + to.1) / 2.0), 0.8, symbol);
    }
}

fn mark(svg: &mut Svg, mission: &Mission, id: usize, at: (f64, f64), scale: f64) {
    let Some(room) = mission.rooms.get(id) else { return };
    match room.item {
        Some(item) => {
            if label::is_role(room) {
                svg.put(&format!(
                    "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{PAGE}\" stroke=\"{INK}\" stroke-width=\"1.2\"/>\n",
                    number(at.0),
                    number(at.1),
                    number(23.0 * scale),
                ));
            }
            svg.item(at, scale, item);
            if !label::is_role(room) && scale > 0.7 {
                svg.text(at.0, at.1 + 20.0 * scale, 9.0, SOFT, &id.to_string());
            }
        }
        None => svg.text(at.0, at.1, (12.0 * scale).max(4.0), SOFT, &id.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::missions;

    #[test]
    fn a_grid_is_boxes_and_locks() {
        let text = render(&missions::grid(), &Summary { seed: 7, ..Summary::default() });
        assert!(text.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""));
        assert!(text.contains("<title>Mission 7<"));
        assert_eq!(text.matches("rx=\"9\"").count(), 7 + 3);
        assert_eq!(text.matches("rx=\"8.5\"").count(), 2, "two switch locks");
        assert_eq!(text.matches("rx=\"3\"").count(), 2, "two padlocks");
        balanced(&text);
    }

    #[test]
    fn a_floor_plan_has_all_its_marks() {
        let text = render(&missions::freeform(), &Summary::default());
        for word in [">start<", ">boss<", ">goal<"] {
            assert!(text.contains(word), "{text}");
        }
        assert_eq!(text.matches("rx=\"3\"").count(), 1, "one padlock");
        balanced(&text);
    }

    /// Checks that every group is closed and all numbers are finite.
    fn balanced(text: &str) {
        assert_eq!(text.matches("<g ").count(), text.matches("</g>").count());
        assert!(text.ends_with("</svg>\n"));
        assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
    }
}
