//! A mission as a picture: rooms filled by intensity, keys and switches in them, locks on the passages.
//!
//! A grid mission is drawn as boxes joined by lines, north up; a free-form one as a floor plan, by
//! [`super::mission_floor`]. Start, boss and goal have a second frame.

use super::label;
use super::mission_floor;
use super::ramp;
use super::summary::Summary;
use super::svg::{INK, PAGE, SOFT, Svg, number};
use dungeon::mission::{Coords, Edge, Mission, Room};

/// From the middle of a room to the middle of its neighbour.
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
        None => mission_floor::render(mission, &title, small_print),
    }
}

/// The title of the page.
fn title(summary: &Summary) -> String {
    format!("Mission {}", summary.seed)
}

/// The proved claims, for the second line under the title.
fn verdict(summary: &Summary) -> &'static str {
    match (summary.winnable, summary.softlock_free) {
        (true, true) => "proved winnable and unlosable",
        (true, false) => "proved winnable",
        (false, _) => "not winnable",
    }
}

/// The middle of each room of a grid, and the width and height of the map.
type Places = (Vec<(f64, f64)>, f64, f64);

/// Places of the rooms of a grid; `None` for free-form rooms.
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

/// The least and the greatest of some numbers.
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
    frame(svg, at, SIDE, &ramp::paper(room.intensity), if role { 2.2 } else { 1.6 });
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::missions as samples;

    #[test]
    fn a_grid_is_boxes_and_locks() {
        let text = render(&samples::grid(), &Summary { seed: 7, ..Summary::default() });
        assert!(text.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""));
        assert!(text.contains("<title>Mission 7<"));
        assert_eq!(text.matches("rx=\"9\"").count(), 7 + 3);
        assert_eq!(text.matches("rx=\"8.5\"").count(), 2, "two switch locks");
        assert_eq!(text.matches("rx=\"3\"").count(), 2, "two padlocks");
        balanced(&text);
    }

    #[test]
    fn a_floor_plan_has_all_its_marks() {
        let text = render(&samples::freeform(), &Summary::default());
        for word in [">start<", ">boss<", ">goal<"] {
            assert!(text.contains(word), "{text}");
        }
        assert_eq!(text.matches("rx=\"3\"").count(), 1, "one padlock");
        balanced(&text);
    }

    /// Every group that is opened is closed, and no number is broken.
    fn balanced(text: &str) {
        assert_eq!(text.matches("<g ").count(), text.matches("</g>").count());
        assert!(text.ends_with("</svg>\n"));
        assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
    }
}
