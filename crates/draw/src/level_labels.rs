//! Labels of symbols and toggles on a level, for things on tiles and for requirements of doorways.
//!
//! A symbol is a round token where it lies. Where it is required it is a padlock of the same colour, with a red cross
//! if the player must not have it. A toggle is a pill with its number: `±` where it stands, `+` or `−` where one
//! position is required. Plates have their own signs. Invariant: a label is no wider than its cell; a longer name is
//! replaced by a number, and the legend explains the number.

use super::icons::{self, LETTERS, key_colour, scaled};
use super::level_names::{self, Names};
use super::level_picture::{Badge, Places, SIDE};
use super::strokes::{self, Pen};
use super::svg::{INK, PAGE, SWITCHES, Svg, number};
use level::{Cell, Content, Requirement, TileLock, Tiles};
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// The colour of the cross on symbols that the player must not have.
const LACKING: &str = "#c81e3a";
/// The side of a sign on a doorway, including the space around it.
const SIGN: f64 = 14.0;

/// All labels of a level.
pub fn draw(svg: &mut Svg, places: &Places, tiles: &Tiles, names: &Names, badges: &[Badge]) {
    for lock in &tiles.locks {
        self::lock(svg, places, names, lock);
    }
    for mark in &tiles.marks {
        gives(svg, places.middle(mark.cell), names, mark.gives);
    }
    for badge in badges {
        doorway(svg, places, names, badge);
    }
}

/// Draws the label of a thing that lies on a tile.
pub fn gives(svg: &mut Svg, at: (f64, f64), names: &Names, content: Content) {
    match content {
        Content::Symbol(id) => match names.shape(id) {
            Some(shape) => level_names::draw(svg, at, shape, key_colour(id), names.symbol(id)),
            None => pill(svg, at, key_colour(id), names.symbol(id), 6.8),
        },
        Content::Toggle(number) if names.are_shaped() => {
            level_names::lever(svg, at, switch_colour(number), &number.to_string());
        }
        Content::Toggle(number) => pill(svg, at, switch_colour(number), &format!("{number}±"), 5.6),
        _ => {}
    }
}

/// Draws a requirement: a sign, or a label.
pub fn asks(svg: &mut Svg, at: (f64, f64), names: &Names, asked: Requirement) {
    match asked {
        Requirement::Symbol(id) => padlock(svg, at, key_colour(id), names.symbol(id)),
        Requirement::Lacks(id) => {
            padlock(svg, at, key_colour(id), names.symbol(id));
            crossed(svg, at, padlock_width(names.symbol(id)));
        }
        Requirement::Plate(id) => {
            level_names::asks(svg, at, level_names::colour(names, id), names.plate(id));
        }
        Requirement::Toggle(number, on) => gate(svg, at, number, on),
        plain => {
            let Some((name, _)) = icons::of_requirement(plain) else { return };
            disc(svg, at);
            scaled(svg, at, 0.72, name);
        }
    }
}

/// Width of the sign or label of a requirement.
fn width(names: &Names, asked: Requirement) -> f64 {
    match asked {
        Requirement::Symbol(id) | Requirement::Lacks(id) => padlock_width(names.symbol(id)) + 1.0,
        Requirement::Plate(id) => level_names::asks_width(names.plate(id)) + 1.0,
        Requirement::Toggle(number, on) => gate_width(&gate_text(number, on)) + 2.0,
        _ => SIGN,
    }
}

/// Draws the requirements of one place, side by side around a point.
fn side_by_side(svg: &mut Svg, (x, y): (f64, f64), names: &Names, asked: &[Requirement]) {
    let all: f64 = asked.iter().map(|&asked| width(names, asked)).sum();
    let mut left = x - all / 2.0;
    for &one in asked {
        let wide = width(names, one);
        asks(svg, (left + wide / 2.0, y), names, one);
        left += wide;
    }
}

/// The labels of a doorway, and an arrow if it is one-way.
fn doorway(svg: &mut Svg, places: &Places, names: &Names, badge: &Badge) {
    let (left, top) = places.floor(badge.floor as usize);
    let (mut x, y) = (left + badge.at.1 * SIDE, top + badge.at.0 * SIDE);
    if let Some((rows, cols)) = badge.one_way {
        let turn = f64::from(rows).atan2(f64::from(cols)).to_degrees();
        let all: f64 = badge.asks.iter().map(|&asked| width(names, asked)).sum();
        let at = x - all / 2.0;
        disc(svg, (at, y));
        let (name, _) = icons::one_way();
        svg.put(&format!(
            "<use href=\"#{name}\" transform=\"translate({} {}) rotate({}) scale(.8)\"/>\n",
            number(at),
            number(y),
            number(turn),
        ));
        x += SIGN / 2.0;
    }
    side_by_side(svg, (x, y), names, &badge.asks);
}

/// The outlined cells of a lock, with its requirements in their middle.
fn lock(svg: &mut Svg, places: &Places, names: &Names, lock: &TileLock) {
    let cells: BTreeSet<Cell> = lock.cells.iter().copied().collect();
    let colour = match lock.needs.first() {
        Some(&(Requirement::Symbol(id) | Requirement::Lacks(id))) => key_colour(id),
        Some(&Requirement::Plate(id)) => level_names::colour(names, id),
        Some(&Requirement::Toggle(number, _)) => switch_colour(number),
        _ => INK,
    };
    let mut path = String::new();
    for &cell in &cells {
        let (x, y) = places.corner(cell);
        let sides = [
            (-1, 0, format!("M{x} {y}h{SIDE}")),
            (1, 0, format!("M{x} {}h{SIDE}", y + SIDE)),
            (0, -1, format!("M{x} {y}v{SIDE}")),
            (0, 1, format!("M{} {y}v{SIDE}", x + SIDE)),
        ];
        for (rows, cols, side) in sides {
            if cell.offset(rows, cols).is_none_or(|next| !cells.contains(&next)) {
                let _ = write!(path, "{side}");
            }
        }
    }
    svg.put(&format!(
        "<path fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\" stroke-linecap=\"round\" d=\"{path}\"/>\n"
    ));
    let middles: Vec<(f64, f64)> = cells.iter().map(|&cell| places.middle(cell)).collect();
    let many = middles.len().max(1) as f64;
    let (x, y) = middles.iter().fold((0.0, 0.0), |sum, at| (sum.0 + at.0, sum.1 + at.1));
    side_by_side(svg, (x / many, y / many), names, &lock.needs);
}

/// The white disc below a sign.
fn disc(svg: &mut Svg, (x, y): (f64, f64)) {
    svg.put(&format!(
        "<circle cx=\"{}\" cy=\"{}\" r=\"6.6\" fill=\"{PAGE}\" stroke=\"{INK}\" stroke-width=\"1\"/>\n",
        number(x),
        number(y),
    ));
}

/// A pill around a text; with one letter it is a circle.
fn pill(svg: &mut Svg, (x, y): (f64, f64), colour: &str, text: &str, half: f64) {
    let wide = (strokes::width(text, LETTERS) + 6.0).max(2.0 * half);
    svg.put(&format!(
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{half}\" fill=\"{colour}\" \
         stroke=\"{PAGE}\" stroke-width=\"1.2\"/>\n",
        number(x - wide / 2.0),
        number(y - half),
        number(wide),
        number(2.0 * half),
    ));
    strokes::write(svg, (x, y + LETTERS / 2.0), Pen::mark(LETTERS, "#ffffff"), text);
}

/// A padlock with a name on it.
fn padlock(svg: &mut Svg, (x, y): (f64, f64), colour: &str, text: &str) {
    let wide = padlock_width(text);
    svg.put(&format!(
        "<g transform=\"translate({} {})\"><path d=\"M-3.4 -2V-4.6A3.4 3.4 0 0 1 3.4 -4.6V-2\" \
         fill=\"none\" stroke=\"{PAGE}\" stroke-width=\"4\"/>\
         <path d=\"M-3.4 -2V-4.6A3.4 3.4 0 0 1 3.4 -4.6V-2\" fill=\"none\" stroke=\"{colour}\" \
         stroke-width=\"1.9\"/><rect x=\"{}\" y=\"-2.6\" width=\"{}\" height=\"9.6\" rx=\"2.2\" \
         fill=\"{colour}\" stroke=\"{PAGE}\" stroke-width=\"1\"/></g>\n",
        number(x),
        number(y),
        number(-wide / 2.0),
        number(wide),
    ));
    strokes::write(svg, (x, y + 2.2 + LETTERS / 2.0), Pen::mark(LETTERS, "#ffffff"), text);
}

/// A red cross at the corner of a padlock: the player must not have the symbol.
fn crossed(svg: &mut Svg, (x, y): (f64, f64), wide: f64) {
    let (x, y) = (number(x + wide / 2.0 - 1.4), number(y - 4.6));
    svg.put(&format!(
        "<g transform=\"translate({x} {y})\"><circle r=\"3.7\" fill=\"{LACKING}\" stroke=\"{PAGE}\" stroke-width=\".9\"/>\
         <path d=\"M-1.5 -1.5L1.5 1.5M1.5 -1.5L-1.5 1.5\" stroke=\"{PAGE}\" stroke-width=\"1.2\" \
         stroke-linecap=\"round\"/></g>\n"
    ));
}

fn padlock_width(text: &str) -> f64 {
    (strokes::width(text, LETTERS) + 5.0).max(12.0)
}

/// A pill that shows the required position: filled for on, hollow for off.
fn gate(svg: &mut Svg, (x, y): (f64, f64), number_of: u32, on: bool) {
    let colour = switch_colour(number_of);
    let (fill, ink) = if on { (colour, "#ffffff") } else { (PAGE, colour) };
    let text = gate_text(number_of, on);
    let wide = gate_width(&text);
    svg.put(&format!(
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"10\" rx=\"5\" fill=\"{fill}\" \
         stroke=\"{colour}\" stroke-width=\"1.4\"/>\n",
        number(x - wide / 2.0),
        number(y - 5.0),
        number(wide),
    ));
    strokes::write(svg, (x, y + LETTERS / 2.0), Pen::mark(LETTERS, ink), &text);
}

fn gate_text(number: u32, on: bool) -> String {
    format!("{number}{}", if on { '+' } else { '−' })
}

fn gate_width(text: &str) -> f64 {
    strokes::width(text, LETTERS) + 6.0
}

fn switch_colour(number: u32) -> &'static str {
    SWITCHES.get(number as usize % SWITCHES.len()).copied().unwrap_or(INK)
}
