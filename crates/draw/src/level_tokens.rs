//! Things of designed dungeons that have a name: keys, treasures, what solves a puzzle, levers.
//!
//! Each kind has a shape of its own, and the label that the legend tells: the shape says what it is, the label which.

use super::level_figures as figures;
use super::level_icons::scaled;
use super::strokes::{self, Pen};
use super::svg::{PAGE, Svg, number};

/// The shape of a thing with a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A key.
    Key,
    /// A treasure.
    Treasure,
    /// The thing that solves a puzzle.
    Solution,
}

impl Shape {
    /// The shape of what a designed dungeon calls so.
    pub fn of_symbol(name: &str) -> Self {
        match name.split_once(':') {
            Some(("treasure", _)) => Self::Treasure,
            Some(_) => Self::Solution,
            None => Self::Key,
        }
    }
}

/// A symbol of a designed dungeon in the words of a legend.
pub(super) fn words(name: &str) -> String {
    match name.split_once(':') {
        Some(("treasure", of)) => format!("treasure: {}", of.replace('-', " ")),
        Some(("puzzle", of)) => format!("puzzle {of}"),
        Some(("plate", of)) => format!("opens to the plates of {of}"),
        _ => name.to_owned(),
    }
}

/// Draws a thing around a point.
pub(super) fn draw(svg: &mut Svg, at: (f64, f64), shape: Shape, colour: &str, label: &str) {
    match shape {
        Shape::Key => key(svg, at, colour, label),
        Shape::Treasure => treasure(svg, at, colour, label),
        Shape::Solution => solution(svg, at, colour, label),
    }
}

/// A key whose bow bears its letter.
fn key(svg: &mut Svg, (x, y): (f64, f64), colour: &str, label: &str) {
    let bow = (strokes::width(label, 6.0) / 2.0 + 2.4).max(5.2);
    let shaft = format!("M{} -1.4H8.4V3.2M5.6 -1.4V2.2", number(bow - 3.4));
    svg.put(&format!(
        "<g transform=\"translate({} {})\" stroke-linecap=\"round\" stroke-linejoin=\"round\">\
         <path d=\"{shaft}\" fill=\"none\" stroke=\"{PAGE}\" stroke-width=\"4.6\"/>\
         <ellipse cx=\"-2.8\" cy=\"-1.4\" rx=\"{}\" ry=\"5.2\" fill=\"{colour}\" stroke=\"{PAGE}\" stroke-width=\"1.4\"/>\
         <path d=\"{shaft}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2.4\"/></g>\n",
        number(x),
        number(y + 0.8),
        number(bow),
    ));
    strokes::write(svg, (x - 2.8, y + 2.2), Pen::mark(5.6, "#ffffff"), label);
}

/// A chest with its number on a seal.
fn treasure(svg: &mut Svg, (x, y): (f64, f64), colour: &str, label: &str) {
    let (name, _) = figures::chest();
    scaled(svg, (x, y - 0.8), 1.0, name);
    let wide = (strokes::width(label, 4.4) + 4.0).max(8.0);
    svg.put(&format!(
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"8\" rx=\"4\" fill=\"{colour}\" stroke=\"{PAGE}\" \
         stroke-width=\"1\"/>\n",
        number(x + 4.0 - wide / 2.0),
        number(y - 0.2),
        number(wide),
    ));
    strokes::write(svg, (x + 4.0, y + 6.0), Pen::mark(4.4, "#ffffff"), label);
}

/// A standing stone, cut to a point, with its number.
fn solution(svg: &mut Svg, (x, y): (f64, f64), colour: &str, label: &str) {
    let half = (strokes::width(label, 5.6) / 2.0 + 2.8).max(5.6);
    let (left, right) = (number(-half), number(half));
    svg.put(&format!(
        "<path transform=\"translate({} {})\" d=\"M0 -8L{right} -3.4V4.6L0 7.6L{left} 4.6V-3.4Z\" fill=\"{colour}\" \
         stroke=\"{PAGE}\" stroke-width=\"1.3\" stroke-linejoin=\"round\"/>\n",
        number(x),
        number(y),
    ));
    strokes::write(svg, (x, y + 2.9), Pen::mark(5.6, "#ffffff"), label);
}

/// A lever with the number of its switch at its foot.
pub(super) fn lever(svg: &mut Svg, (x, y): (f64, f64), colour: &str, label: &str) {
    let wide = (strokes::width(label, 5.2) + 6.0).max(11.0);
    svg.put(&format!(
        "<g transform=\"translate({} {})\" stroke-linecap=\"round\"><path d=\"M0 1L-3.4 -5\" stroke=\"{PAGE}\" \
         stroke-width=\"4\"/><path d=\"M0 1L-3.4 -5\" stroke=\"#2b3240\" stroke-width=\"2.2\"/>\
         <circle cx=\"-3.6\" cy=\"-5.2\" r=\"2.5\" fill=\"{colour}\" stroke=\"{PAGE}\" stroke-width=\".9\"/>\
         <rect x=\"{}\" y=\"-.6\" width=\"{}\" height=\"8\" rx=\"2.4\" fill=\"{colour}\" stroke=\"{PAGE}\" stroke-width=\"1\"/></g>\n",
        number(x),
        number(y),
        number(-wide / 2.0),
        number(wide),
    ));
    strokes::write(svg, (x, y + 6.0), Pen::mark(5.2, "#ffffff"), label);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_symbol_says_by_its_name_what_it_is() {
        let shape = Shape::of_symbol;
        assert_eq!([shape("A"), shape("key 27")], [Shape::Key; 2]);
        assert_eq!(shape("treasure:gold-scarab"), Shape::Treasure);
        assert_eq!([shape("puzzle:3"), shape("plate:stones 1")], [Shape::Solution; 2]);
        assert_eq!(words("treasure:gold-scarab"), "treasure: gold scarab");
        assert_eq!([words("puzzle:3"), words("A")], ["puzzle 3", "A"]);
    }

    #[test]
    fn every_shape_is_well_formed_and_keeps_its_label() {
        for label in ["A", "12", "key 27"] {
            let mut svg = Svg::sheet(32.0, 32.0, "t");
            for shape in [Shape::Key, Shape::Treasure, Shape::Solution] {
                draw(&mut svg, (16.0, 16.0), shape, "#2563eb", label);
            }
            lever(&mut svg, (16.0, 16.0), "#0f766e", label);
            let text = svg.finish();
            roxmltree::Document::parse(&text).unwrap();
            assert_eq!(text.matches("fill=\"none\" stroke=\"#ffffff\"").count(), 4, "{label}");
        }
    }
}
