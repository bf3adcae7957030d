//! Tops of furniture that fills a rectangle: roofs, tables, coffins, shelves.
//!
//! Invariant: a top stays on its slab, above the slab's front.

use super::level_places::{Places, SIDE};
use super::look::{Colours, darker, lighter, mixed};
use super::svg::{Svg, number};
use dungeon::designed::rooms::Family;
use dungeon::designed::texts::Colour;
use level::Cell;
use std::fmt::Write as _;

/// The height of the front of furniture.
const FRONT: f64 = 5.0;

/// The top of a slab on the page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Slab {
    x: f64,
    y: f64,
    wide: f64,
    high: f64,
}

impl Slab {
    /// The slab of cells that fill a rectangle; none of others.
    pub(super) fn of(places: &Places, cells: &[Cell]) -> Option<Self> {
        let low = |at: fn(&Cell) -> u32| cells.iter().map(at).min();
        let high = |at: fn(&Cell) -> u32| cells.iter().map(at).max();
        let (top, bottom) = (low(|c| c.row)?, high(|c| c.row)?);
        let (left, right) = (low(|c| c.col)?, high(|c| c.col)?);
        let (rows, cols) = (bottom - top + 1, right - left + 1);
        let floor = cells.first()?.floor;
        let (x, y) = places.corner(Cell::new(floor, top, left));
        let (wide, high) = (f64::from(cols) * SIDE, f64::from(rows) * SIDE - FRONT);
        (rows as usize * cols as usize == cells.len()).then_some(Self { x, y, wide, high })
    }

    /// True if it is longer than high.
    fn lies(&self) -> bool {
        self.wide >= self.high
    }

    /// The rectangle so far inside its edges.
    fn inset(&self, by: f64) -> String {
        let (wide, high) = (number(self.wide - 2.0 * by), number(self.high - 2.0 * by));
        format!("M{} {}h{wide}v{high}h-{wide}z", number(self.x + by), number(self.y + by))
    }

    /// Lines across it, so far from each other.
    fn across(&self, step: f64, inset: f64) -> String {
        let mut path = String::new();
        let length = if self.lies() { self.wide } else { self.high };
        let mut at = step;
        while at < length - step / 2.0 {
            let _ = if self.lies() {
                let (x, y) = (number(self.x + at), number(self.y + inset));
                write!(path, "M{x} {y}v{}", number(self.high - 2.0 * inset))
            } else {
                let (x, y) = (number(self.x + inset), number(self.y + at));
                write!(path, "M{x} {y}h{}", number(self.wide - 2.0 * inset))
            };
            at += step;
        }
        path
    }
}

/// Draws the top of a slab of a family.
pub(super) fn draw(svg: &mut Svg, slab: &Slab, family: Family, top: Colour, colours: Colours) {
    let (light, dark) = (lighter(top, 0.32), darker(top, 0.28));
    let fill = |colour: Colour, path: &str| format!("<path fill=\"{colour}\" d=\"{path}\"/>\n");
    let line = |colour: Colour, width: f64, path: &str| {
        format!("<path fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" d=\"{path}\"/>\n")
    };
    let round = |colour: Colour, width: f64, path: &str| {
        format!(
            "<path fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" stroke-linecap=\"round\" d=\"{path}\"/>\n"
        )
    };
    let drawn = match family {
        Family::Settlement => roof(slab, light, dark),
        Family::House => {
            let plates = lighter(colours.floor, 0.55);
            fill(light, &slab.inset(2.0))
                + &line(dark, 0.8, &slab.across(8.0, 2.0))
                + &line(plates, 2.6, &dots(slab))
        }
        Family::Tomb => coffin(slab, light, dark),
        Family::Tower => shelf(slab, dark, colours),
        Family::Temple => {
            let gold = colours.accent;
            fill(light, &slab.inset(2.4)) + &line(gold, 1.4, &slab.inset(3.4))
        }
        Family::Shrine => {
            let moss = mixed(top, Colour([0x6c, 0xa0, 0x4c]), 0.45);
            fill(light, &slab.inset(2.6)) + &line(moss, 1.6, &slab.across(SIDE, 3.6))
        }
        Family::Mine => {
            let gold = mixed(colours.accent, Colour([0xff, 0xd8, 0x40]), 0.6);
            fill(light, &slab.inset(2.2))
                + &round(dark, 4.4, &nuggets(slab))
                + &round(gold, 2.8, &nuggets(slab))
        }
        _ => fill(light, &slab.inset(2.2)) + &line(dark, 0.9, &slab.across(SIDE / 2.0, 2.2)),
    };
    svg.put(&drawn);
}

/// A roof with four slopes and a ridge along it.
fn roof(slab: &Slab, light: Colour, dark: Colour) -> String {
    let Slab { x, y, wide, high } = *slab;
    let slope = wide.min(high) / 2.0;
    let (right, bottom) = (x + wide, y + high);
    // The ends of the ridge.
    let (from, to) = ((x + slope, y + slope), (right - slope, bottom - slope));
    let point = |(x, y): (f64, f64)| format!("{} {}", number(x), number(y));
    let (corner, ridge) = (point((x, y)), (point(from), point(to)));
    let (lit, far) = if slab.lies() {
        (point((right, y)), point((x, bottom)))
    } else {
        (point((x, bottom)), point((right, y)))
    };
    let end = point((right, bottom));
    format!(
        "<path fill=\"{light}\" d=\"M{corner}L{lit}L{}L{}z\"/>\n<path fill=\"{dark}\" fill-opacity=\".6\" \
         d=\"M{far}L{end}L{}L{}z\"/>\n<path fill=\"none\" stroke=\"{dark}\" stroke-width=\"1.1\" \
         d=\"M{corner}L{}L{far}M{lit}L{}L{end}M{}L{}\"/>\n",
        ridge.1, ridge.0, ridge.1, ridge.0, ridge.0, ridge.1, ridge.0, ridge.1,
    )
}

/// The lid of a coffin, cut at the corners, with a cross.
fn coffin(slab: &Slab, light: Colour, dark: Colour) -> String {
    let Slab { x, y, wide, high } = *slab;
    let (x, y, wide, high, cut) = (x + 2.0, y + 2.0, wide - 4.0, high - 4.0, 3.0);
    let (across, down) = (number(wide - 2.0 * cut), number(high - 2.0 * cut));
    let (middle_x, middle_y) = (number(x + wide / 2.0), number(y + high / 2.0));
    let (long, short) = (number(wide.max(high) - 8.0), number(wide.min(high) - 6.0));
    let cross = if slab.lies() {
        format!(
            "M{} {middle_y}h{long}M{} {}v{short}",
            number(x + 4.0),
            number(x + 8.0),
            number(y + 3.0)
        )
    } else {
        format!(
            "M{middle_x} {}v{long}M{} {}h{short}",
            number(y + 4.0),
            number(x + 3.0),
            number(y + 8.0)
        )
    };
    format!(
        "<path fill=\"{light}\" stroke=\"{dark}\" stroke-width=\".9\" d=\"M{} {}h{across}l{cut} {cut}v{down}l-{cut} {cut}h-{across}l-{cut} -{cut}v-{down}z\"/>\n\
         <path fill=\"none\" stroke=\"{dark}\" stroke-width=\"1.3\" d=\"{cross}\"/>\n",
        number(x + cut),
        number(y),
    )
}

/// A shelf of books: backs of three colours.
fn shelf(slab: &Slab, dark: Colour, colours: Colours) -> String {
    let all = slab.across(2.6, 2.0);
    let backs: Vec<&str> = all.split('M').filter(|back| !back.is_empty()).collect();
    let colours = [colours.accent, Colour([0xd9, 0xb3, 0x5c]), Colour([0x6f, 0xb0, 0xa0])];
    let mut drawn = format!("<path fill=\"{dark}\" d=\"{}\"/>\n", slab.inset(1.6));
    for (number, colour) in colours.into_iter().enumerate() {
        let these = backs.iter().enumerate().filter(|(at, _)| (at * 5 / 3) % 3 == number);
        let path: String = these.map(|(_, back)| format!("M{back}")).collect();
        let _ = writeln!(
            drawn,
            "<path fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.7\" d=\"{path}\"/>"
        );
    }
    drawn
}

/// Dots along the middle, drawn by a round pen.
fn dots(slab: &Slab) -> String {
    let mut path = String::new();
    let length = if slab.lies() { slab.wide } else { slab.high };
    let mut at = SIDE / 2.0;
    while at < length {
        let (x, y) = match slab.lies() {
            true => (slab.x + at, slab.y + slab.high / 2.0),
            false => (slab.x + slab.wide / 2.0, slab.y + at),
        };
        let _ = write!(path, "M{} {}h2.6", number(x - 1.3), number(y));
        at += SIDE;
    }
    path
}

/// Two points a cell, on alternating sides.
fn nuggets(slab: &Slab) -> String {
    let mut path = String::new();
    let (rows, cols) =
        (((slab.high + FRONT) / SIDE).round() as u32, (slab.wide / SIDE).round() as u32);
    for (row, col) in (0..rows).flat_map(|row| (0..cols).map(move |col| (row, col))) {
        let (x, y) = (
            slab.x + f64::from(col) * SIDE,
            slab.y + f64::from(row) * (SIDE - FRONT / f64::from(rows)),
        );
        let flip = if (row + col).is_multiple_of(2) { 5.0 } else { 10.5 };
        let _ = write!(
            path,
            "M{} {}h0M{} {}h0",
            number(x + flip),
            number(y + 3.8),
            number(x + 15.0 - flip),
            number(y + 7.6)
        );
    }
    path
}
