//! A way through a level, drawn over it as a line. Its colour changes from the first step to the last.
//!
//! Each step is drawn to the right of the middle, and a repetition farther to the right, which separates going, coming
//! back and going again. Warps are dashed arcs, and events have numbers. Invariant: the line of a step stays inside the
//! cells that it joins.

use super::label;
use super::level_picture::{End, Overlay, Places};
use super::strokes::{self, Pen};
use super::svg::{INK, PAGE, Svg, number};
use level::Cell;
use std::collections::HashMap;
use std::fmt::Write as _;

/// Distance of a first passage from the middle of a cell, and the increase for each repetition.
const ASIDE: f64 = 1.5;
const REPEATED: f64 = 2.2;
/// The greatest distance from the middle.
const FARTHEST: f64 = 6.4;
/// Largest number of colours of the line.
const COLOURS: usize = 96;
/// The most numbered events.
const MOST_EVENTS: usize = 500;

/// A point, or a direction of length 1.
type Point = (f64, f64);

/// A step: its ends, its direction, and its distance to the right of the middle.
#[derive(Clone, Copy)]
struct Leg {
    at: usize,
    from: Point,
    to: Point,
    way: Point,
    aside: f64,
    warp: bool,
}

/// Draws a way.
pub fn draw(svg: &mut Svg, places: &Places, overlay: &Overlay) {
    let legs = legs(places, overlay);
    let last = overlay.cells.len().max(2) as f64 - 1.0;
    let colour = |at: usize| shade(overlay.end, at as f64 / last);
    for run in
        legs.chunk_by(|a, b| !a.warp && !b.warp).filter(|run| run.iter().all(|leg| !leg.warp))
    {
        line(svg, run, legs.len(), &colour);
    }
    for leg in legs.iter().filter(|leg| leg.warp) {
        arc(svg, leg, &colour(leg.at));
    }
}

/// The colour at a share of the way, from 0 to 1.
pub fn shade(end: End, along: f64) -> String {
    match end {
        End::Goal => label::course(along),
        End::DeadState => label::fall(along),
    }
}

fn legs(places: &Places, overlay: &Overlay) -> Vec<Leg> {
    let mut passed: HashMap<(Cell, Cell), u32> = HashMap::new();
    let mut legs = Vec::new();
    for (at, (&a, &b)) in (1..).zip(overlay.cells.iter().zip(overlay.cells.iter().skip(1))) {
        if a == b {
            continue;
        }
        let (from, to) = (places.middle(a), places.middle(b));
        let (x, y) = (to.0 - from.0, to.1 - from.1);
        let long = x.hypot(y).max(1.0);
        let before = passed.entry((a, b)).or_default();
        let aside = (ASIDE + REPEATED * f64::from(*before)).min(FARTHEST);
        *before += 1;
        let warp = overlay.warps.contains(&at);
        legs.push(Leg { at, from, to, way: (x / long, y / long), aside, warp });
    }
    legs
}

/// A run of steps without a warp: a pale line below, and the coloured one in pieces over it.
fn line(svg: &mut Svg, run: &[Leg], all: usize, colour: &impl Fn(usize) -> String) {
    let points = points(run);
    let piece = all.div_ceil(COLOURS).max(1);
    let path = |points: &[(usize, Point)]| {
        let mut path = String::new();
        for (i, (_, (x, y))) in points.iter().enumerate() {
            let _ = write!(path, "{}{} {}", if i == 0 { 'M' } else { 'L' }, number(*x), number(*y));
        }
        path
    };
    let round = "fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\"";
    svg.put(&format!(
        "<path {round} stroke=\"{PAGE}\" stroke-opacity=\".8\" stroke-width=\"3.6\" d=\"{}\"/>\n",
        path(&points)
    ));
    let mut begin = 0;
    while begin + 1 < points.len() {
        let first = points.get(begin + 1).map_or(0, |point| point.0);
        let same = |point: &(usize, Point)| point.0 / piece == first / piece;
        let many = points.iter().skip(begin + 1).take_while(|point| same(point)).count();
        let part = points.get(begin..=begin + many).unwrap_or(&[]);
        svg.put(&format!(
            "<path {round} stroke=\"{}\" stroke-width=\"2\" d=\"{}\"/>\n",
            colour(first),
            path(part)
        ));
        begin += many;
    }
    for leg in run.iter().skip(1).step_by(run.len().div_ceil(300).max(8)) {
        arrow(svg, leg, &colour(leg.at));
    }
}

/// The points of a line, each with the step it belongs to.
fn points(run: &[Leg]) -> Vec<(usize, Point)> {
    let mut points = Vec::with_capacity(run.len() + 2);
    if let Some(first) = run.first() {
        points.push((first.at, beside(first.from, first, 0.0)));
    }
    for (leg, next) in run.iter().zip(run.iter().skip(1)) {
        turn(&mut points, leg, next);
    }
    if let Some(last) = run.last() {
        points.push((last.at, beside(last.to, last, 0.0)));
    }
    points
}

/// A point to the right of a step, moved ahead by a distance.
fn beside((x, y): Point, leg: &Leg, ahead: f64) -> Point {
    let (dx, dy) = leg.way;
    (x - dy * leg.aside + dx * ahead, y + dx * leg.aside + dy * ahead)
}

/// The points at the transition from one step to the next.
fn turn(points: &mut Vec<(usize, Point)>, leg: &Leg, next: &Leg) {
    let middle = leg.to;
    let across = leg.way.0 * next.way.1 - leg.way.1 * next.way.0;
    let along = leg.way.0 * next.way.0 + leg.way.1 * next.way.1;
    if across.abs() > 0.1 {
        // The point where the two lines meet.
        let ahead = ((next.aside - leg.aside * along) / -across).clamp(-7.0, 7.0);
        points.push((leg.at, beside(middle, leg, ahead)));
    } else if along > 0.0 {
        if (leg.aside - next.aside).abs() > 0.1 {
            points.push((leg.at, beside(middle, leg, -4.0)));
            points.push((next.at, beside(middle, next, 4.0)));
        }
    } else {
        points.push((leg.at, beside(middle, leg, 3.0)));
        points.push((next.at, beside(middle, next, -3.0)));
    }
}

/// An arrow head on the middle of a step.
fn arrow(svg: &mut Svg, leg: &Leg, colour: &str) {
    let half = ((leg.from.0 + leg.to.0) / 2.0, (leg.from.1 + leg.to.1) / 2.0);
    let (x, y) = beside(half, leg, 0.0);
    svg.put(&format!(
        "<path transform=\"translate({} {}) rotate({})\" fill=\"{colour}\" stroke=\"{PAGE}\" \
         stroke-width=\".7\" d=\"M-2.6 -3.2L3.6 0L-2.6 3.2Z\"/>\n",
        number(x),
        number(y),
        number(leg.way.1.atan2(leg.way.0).to_degrees()),
    ));
}

/// A warp: a dashed arc.
fn arc(svg: &mut Svg, leg: &Leg, colour: &str) {
    let ((x, y), (to_x, to_y)) = (leg.from, leg.to);
    let bow = ((to_x - x).hypot(to_y - y) * 0.18).max(10.0);
    let (mid_x, mid_y) = ((x + to_x) / 2.0 + leg.way.1 * bow, (y + to_y) / 2.0 - leg.way.0 * bow);
    let path = format!(
        "M{} {}Q{} {} {} {}",
        number(x),
        number(y),
        number(mid_x),
        number(mid_y),
        number(to_x),
        number(to_y)
    );
    svg.put(&format!(
        "<path fill=\"none\" stroke=\"{PAGE}\" stroke-opacity=\".8\" stroke-width=\"3.4\" d=\"{path}\"/>\n\
         <path fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\" stroke-dasharray=\"5 3.4\" d=\"{path}\"/>\n\
         <circle cx=\"{0}\" cy=\"{1}\" r=\"2.6\" fill=\"{colour}\" stroke=\"{PAGE}\"/>\n",
        number(to_x),
        number(to_y),
    ));
}

/// Draws the mark of a dead state.
pub fn cross(svg: &mut Svg, (x, y): Point) {
    svg.put(&format!(
        "<g transform=\"translate({} {})\" fill=\"none\" stroke-linecap=\"round\">\
         <path stroke=\"{PAGE}\" stroke-width=\"6\" d=\"M-5 -5L5 5M5 -5L-5 5\"/>\
         <path stroke=\"#990a14\" stroke-width=\"3.2\" d=\"M-5 -5L5 5M5 -5L-5 5\"/></g>\n",
        number(x),
        number(y),
    ));
}

/// Draws the signs on top: numbers of events beside their cells, and the mark of a dead state.
pub fn signs(svg: &mut Svg, places: &Places, overlay: &Overlay) {
    if let Some(&cell) = overlay.cells.last()
        && overlay.end == End::DeadState
    {
        cross(svg, places.middle(cell));
    }
    let mut there: HashMap<Cell, u32> = HashMap::new();
    for (i, (at, _)) in overlay.events.iter().enumerate().take(MOST_EVENTS) {
        let Some(&cell) = overlay.cells.get(*at) else { continue };
        let many = there.entry(cell).or_default();
        let (x, y) = places.middle(cell);
        let at = (x + 6.5 + f64::from((*many).min(4)) * 10.0, y - 6.5);
        *many += 1;
        badge(svg, at, i + 1);
    }
}

/// A number in a dark disc.
pub fn badge(svg: &mut Svg, (x, y): Point, n: usize) {
    let text = n.to_string();
    let wide = (strokes::width(&text, 5.0) + 4.6).max(9.6);
    svg.put(&format!(
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"9.6\" rx=\"4.8\" fill=\"{INK}\" \
         stroke=\"{PAGE}\" stroke-width=\".9\"/>\n",
        number(x - wide / 2.0),
        number(y - 4.8),
        number(wide),
    ));
    strokes::write(svg, (x, y + 2.5), Pen::mark(5.0, "#ffffff"), &text);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn way(cells: &[(u32, u32)]) -> Vec<(usize, Point)> {
        let cells = cells.iter().map(|&(row, col)| Cell::new(0, row, col)).collect();
        let floor = level::Grid::filled(9, 9, level::Tile::Floor);
        points(&legs(&Places::of(&[floor]), &Overlay { cells, ..Overlay::default() }))
    }

    #[test]
    fn a_straight_way_is_one_line_to_the_right() {
        let points = way(&[(0, 0), (0, 1), (0, 2)]);
        assert_eq!(points, [(1, (8.0, 9.5)), (2, (40.0, 9.5))]);
    }

    #[test]
    fn corners_meet_and_returns_are_seen() {
        let down_then_right = way(&[(0, 0), (1, 0), (1, 1)]);
        assert_eq!(down_then_right, [(1, (6.5, 8.0)), (1, (6.5, 25.5)), (2, (24.0, 25.5))]);
        let back = way(&[(0, 0), (0, 1), (0, 0)]);
        assert_eq!(back, [(1, (8.0, 9.5)), (1, (27.0, 9.5)), (2, (27.0, 6.5)), (2, (8.0, 6.5))]);
    }

    #[test]
    fn a_line_stays_in_its_cells() {
        let rounds: Vec<(u32, u32)> =
            [(3, 3), (3, 4), (4, 4), (4, 3)].into_iter().cycle().take(99).collect();
        for (_, (x, y)) in way(&rounds) {
            assert!((48.0..=80.0).contains(&x) && (48.0..=80.0).contains(&y), "{x} {y}");
        }
    }
}
