//! The expressive range of a set of levels as a heat map: a cell is darker the more levels are in it. Other levels are
//! drawn over it as rings.
//!
//! Letters are strokes, because a stroke needs no font. Invariant: the same range gives the same bytes.

use super::strokes::{self, Anchor, Pen};
use super::svg::{INK, PAGE, SOFT, Svg, number};
use level::survey::sets::{Axis, Range};

/// The side of the map, and the space around it.
const MAP: f64 = 300.0;
const LEFT: f64 = 58.0;
const HEAD: f64 = 50.0;
const RIGHT: f64 = 24.0;
const FOOT: f64 = 46.0;
/// The colour of the cell with the most levels. The fewer levels, the nearer the colour is to the page's.
const DARK: [f64; 3] = [30.0, 64.0, 120.0];
const LIGHT: [f64; 3] = [214.0, 226.0, 240.0];
/// The colour of rings.
const OVER: &str = "#c2410c";
/// Heights of letters.
const TITLE: f64 = 11.0;
const SMALL: f64 = 7.5;

/// Draws a range under a title, with rings at some points.
#[must_use]
pub fn render(range: &Range, over: &[[f64; 2]], title: &str) -> String {
    let mut svg = Svg::sheet(LEFT + MAP + RIGHT, HEAD + MAP + FOOT, title);
    let title = strokes::cut(title, TITLE, LEFT + MAP + RIGHT - 24.0);
    strokes::write(&mut svg, (12.0, 24.0), Pen { weight: 0.16, ..Pen::plain(TITLE, INK) }, &title);
    let most = range.counts.iter().flatten().copied().max().unwrap_or(0);
    let (wide, high) = (MAP / range.x.cells as f64, MAP / range.y.cells as f64);
    for (row, counts) in range.counts.iter().enumerate() {
        for (col, &count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
            let (x, y) = (LEFT + col as f64 * wide, HEAD + MAP - (row + 1) as f64 * high);
            let [x, y, wide, high] = [x, y, wide, high].map(number);
            let fill = shade((count as f64 / most as f64).sqrt());
            svg.put(&format!(
                "<rect x=\"{x}\" y=\"{y}\" width=\"{wide}\" height=\"{high}\" fill=\"{fill}\"/>\n"
            ));
        }
    }
    frame(&mut svg, range);
    for &[x, y] in over {
        let (x, y) = (LEFT + range.x.along(x) * MAP, HEAD + MAP * (1.0 - range.y.along(y)));
        for (colour, wide) in [(PAGE, 4.0), (OVER, 2.0)] {
            svg.put(&format!(
                "<circle cx=\"{}\" cy=\"{}\" r=\"5\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{wide}\"/>\n",
                number(x),
                number(y)
            ));
        }
    }
    svg.finish()
}

/// The colour of a cell, from its share of the most levels.
fn shade(share: f64) -> String {
    let between = |(light, dark): (f64, f64)| (light + (dark - light) * share).round() as u8;
    let [r, g, b] = [0, 1, 2].map(|n| between((LIGHT[n], DARK[n])));
    format!("#{r:02x}{g:02x}{b:02x}")
}

/// The frame, and the names and ends of both axes.
fn frame(svg: &mut Svg, range: &Range) {
    let (left, top, right, bottom) = (LEFT, HEAD, LEFT + MAP, HEAD + MAP);
    let corners = [(left, top), (right, top), (right, bottom), (left, bottom), (left, top)];
    for side in corners.windows(2) {
        svg.line(side[0], side[1], SOFT, 1.0);
    }
    let small = Pen::plain(SMALL, SOFT);
    let end = |axis: &Axis, n: usize| number(axis.ends[n]);
    let middle = Pen { anchor: Anchor::Middle, ..small };
    strokes::write(svg, (left, bottom + 16.0), small, &end(&range.x, 0));
    let last = end(&range.x, 1);
    let start = right - strokes::width(&last, SMALL);
    strokes::write(svg, (start, bottom + 16.0), small, &last);
    let name = Pen { colour: INK, ..middle };
    strokes::write(svg, (left + MAP / 2.0, bottom + 32.0), name, &range.x.name);
    for (n, y) in [(0, bottom), (1, top + SMALL)] {
        let text = end(&range.y, n);
        let x = left - 8.0 - strokes::width(&text, SMALL);
        strokes::write(svg, (x, y), small, &text);
    }
    svg.put(&format!("<g transform=\"translate(22 {}) rotate(-90)\">\n", number(top + MAP / 2.0)));
    strokes::write(svg, (0.0, 0.0), name, &range.y.name);
    svg.put("</g>\n");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_that_hold_levels_are_filled_and_points_are_rings() {
        let axis = |name: &str| Axis { name: name.to_owned(), ends: [0.0, 1.0], cells: 4 };
        let range =
            Range::of(axis("leniency"), axis("linearity"), &[[0.1, 0.1], [0.1, 0.1], [0.9, 1.0]]);
        let svg = render(&range, &[[0.5, 0.5]], "Three");
        assert_eq!(svg.matches("<rect").count(), 1 + 2, "the page and two cells");
        assert_eq!(svg.matches("<circle").count(), 2, "a ring and its rim");
        assert!(
            svg.contains(&format!("fill=\"{}\"", shade(1.0))),
            "the fullest cell is the darkest"
        );
        assert!(svg.contains("cx=\"208\" cy=\"200\""), "the middle of the map");
        assert!(roxmltree::Document::parse(&svg).is_ok());
    }
}
