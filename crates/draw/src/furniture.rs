//! The furniture of a family: free-standing walls, drawn as slabs with a top and a front, or as pillars.

use super::icons::icon;
use super::level_picture::{Places, SIDE};
use super::look::{Colours, Look, darker, lighter, mixed};
use super::svg::{Svg, number};
use super::textures::grain;
use dungeon::dungeon::rooms::Family;
use dungeon::dungeon::texts::Colour;
use level::{Cell, Tile, Tiles};
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// The name of the icon of a pillar.
pub(super) const PILLAR: &str = "pillar";
/// The name of the icon of a second kind of pillar, in families that have two.
pub(super) const OTHER: &str = "pillar-2";

/// Wood, for props, tables and barrels.
pub(super) const WOOD: Colour = Colour([0xb4, 0x86, 0x54]);

/// The pieces of wall that touch no wall of a room, each with its cells.
fn pieces(tiles: &Tiles) -> Vec<Vec<Cell>> {
    let mut seen: BTreeSet<Cell> = BTreeSet::new();
    let mut pieces = Vec::new();
    for room in &tiles.rooms {
        let (top, left) = (room.corner.row, room.corner.col);
        let inside = |cell: &Cell| {
            cell.row > top
                && cell.col > left
                && cell.row + 1 < top + room.rows
                && cell.col + 1 < left + room.cols
        };
        for cell in room.cells().filter(|cell| tiles.tile(*cell) == Some(Tile::Wall)) {
            if inside(&cell) && !seen.contains(&cell) {
                let piece = tiles.piece(cell);
                seen.extend(&piece);
                if piece.iter().all(inside) {
                    pieces.push(piece);
                }
            }
        }
    }
    pieces
}

/// The free-standing walls that are furniture of a family. In most families only single cells and rectangles at most
/// [`MOST_SIDE`] cells wide are.
pub(super) fn of(tiles: &Tiles, family: Family) -> Vec<Vec<Cell>> {
    let mut pieces = pieces(tiles);
    pieces.retain(|piece| match family {
        Family::Wild | Family::Cave | Family::Settlement | Family::House => true,
        _ if piece.len() == 1 => true,
        _ => side(piece).is_some_and(|side| side <= MOST_SIDE),
    });
    pieces
}

/// The shorter side of the cells, if they fill a rectangle.
fn side(cells: &[Cell]) -> Option<u32> {
    let rows: BTreeSet<u32> = cells.iter().map(|cell| cell.row).collect();
    let cols: BTreeSet<u32> = cells.iter().map(|cell| cell.col).collect();
    let (high, wide) = (rows.len() as u32, cols.len() as u32);
    (high as usize * wide as usize == cells.len()).then_some(high.min(wide))
}

/// The shorter side of the largest slab.
const MOST_SIDE: u32 = 2;

/// The colour of the top of furniture.
fn material(look: &Look) -> Colour {
    let Colours { floor, wall, accent, .. } = look.colours;
    match look.family {
        Some(Family::House) => darker(WOOD, 0.18),
        Some(Family::Settlement) => mixed(accent, wall, 0.35),
        Some(Family::Tower) => mixed(wall, Colour([0x7a, 0x4a, 0x2a]), 0.6),
        Some(Family::Temple) => mixed(floor, wall, 0.38),
        Some(Family::Tomb) => mixed(floor, wall, 0.55),
        Some(Family::Fortress) => mixed(WOOD, wall, 0.2),
        Some(Family::Shrine) => mixed(floor, wall, 0.6),
        _ => mixed(floor, wall, 0.8),
    }
}

/// Draws furniture.
pub(super) fn draw(svg: &mut Svg, places: &Places, pieces: &[Vec<Cell>], look: &Look) {
    let Some(family) = look.family else { return };
    let natural = matches!(family, Family::Wild | Family::Cave);
    for piece in pieces {
        match piece.as_slice() {
            [cell] => icon(svg, places.middle(*cell), one_of(*cell, family)),
            // From back to front, because near crowns hide far trunks.
            cells if natural => {
                let ordered: BTreeSet<&Cell> = cells.iter().collect();
                for &cell in ordered {
                    icon(svg, places.middle(cell), one_of(cell, family));
                }
            }
            cells => {
                let top = tinted(material(look), cells, family);
                raised(svg, places, cells, top);
                if let Some(slab) = Slab::of(places, cells) {
                    draw_slab(svg, &slab, family, top, look.colours);
                }
            }
        }
    }
}

/// The colour of one piece. Roofs are tiles, thatch or slate.
fn tinted(colour: Colour, cells: &[Cell], family: Family) -> Colour {
    let other = match (family, cells.iter().min().map(|&cell| grain(cell) % 4)) {
        (Family::Settlement, Some(0)) => Colour([0x62, 0x70, 0x84]),
        (Family::Settlement, Some(1)) => Colour([0xb0, 0x8a, 0x3e]),
        _ => return colour,
    };
    mixed(colour, other, 0.85)
}

/// The icon of the pillar in a cell: every third is of the second kind, in families that have two.
fn one_of(cell: Cell, family: Family) -> &'static str {
    match family {
        Family::Wild | Family::Cave if grain(cell).is_multiple_of(3) => OTHER,
        _ => PILLAR,
    }
}

/// Draws cells that stand above the floor: their top, their front, and an outline.
fn raised(svg: &mut Svg, places: &Places, cells: &[Cell], top: Colour) {
    let all: BTreeSet<Cell> = cells.iter().copied().collect();
    let has = |cell: Cell, rows, cols| cell.offset(rows, cols).is_some_and(|c| all.contains(&c));
    let [mut fill, mut front, mut edge, mut shadow, mut lit] = [const { String::new() }; 5];
    for &cell in &all {
        let (x, y) = places.corner(cell);
        let _ = write!(fill, "M{x} {y}h{SIDE}v{SIDE}h-{SIDE}z");
        if !has(cell, 1, 0) {
            let low = y + SIDE;
            let _ = write!(front, "M{x} {low}v-5h{SIDE}v5z");
            let _ = write!(shadow, "M{x} {low}v3h{SIDE}v-3z");
            let _ = write!(edge, "M{x} {low}h{SIDE}");
        }
        if !has(cell, -1, 0) {
            let _ = write!(edge, "M{x} {y}h{SIDE}");
            let _ = write!(lit, "M{x} {}h{SIDE}", y + 1.5);
        }
        if !has(cell, 0, -1) {
            let _ = write!(edge, "M{x} {y}v{SIDE}");
        }
        if !has(cell, 0, 1) {
            let _ = write!(edge, "M{} {y}v{SIDE}", x + SIDE);
        }
    }
    let (dark, line, light) = (darker(top, 0.36), darker(top, 0.62), lighter(top, 0.35));
    svg.put(&format!(
        "<path fill=\"#000000\" fill-opacity=\".14\" d=\"{shadow}\"/>\n\
         <path fill=\"{top}\" shape-rendering=\"crispEdges\" d=\"{fill}\"/>\n<path fill=\"{dark}\" d=\"{front}\"/>\n\
         <path fill=\"none\" stroke=\"{light}\" stroke-width=\"1.6\" d=\"{lit}\"/>\n\
         <path fill=\"none\" stroke=\"{line}\" stroke-width=\"1.1\" stroke-linecap=\"square\" d=\"{edge}\"/>\n"
    ));
}

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
    /// The slab of some cells; none if they fill no rectangle.
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

    /// True if it is wider than high.
    fn lies(&self) -> bool {
        self.wide >= self.high
    }

    /// The rectangle, smaller by a distance on each side.
    fn inset(&self, by: f64) -> String {
        let (wide, high) = (number(self.wide - 2.0 * by), number(self.high - 2.0 * by));
        format!("M{} {}h{wide}v{high}h-{wide}z", number(self.x + by), number(self.y + by))
    }

    /// Lines across the slab, `step` apart.
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
pub(super) fn draw_slab(svg: &mut Svg, slab: &Slab, family: Family, top: Colour, colours: Colours) {
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

/// The lid of a coffin, with cut corners and a cross.
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

/// Two points in each cell, on alternating sides.
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

/// The icon of a pillar of a family.
pub(super) fn pillar(look: &Look) -> Option<String> {
    let family = look.family?;
    let Colours { floor, wall, accent, .. } = look.colours;
    let stone = mixed(floor, wall, 0.6);
    let (light, dark, line) = (lighter(stone, 0.4), darker(stone, 0.34), darker(wall, 0.55));
    let shadow = "<ellipse cx=\"1\" cy=\"6.4\" rx=\"7.4\" ry=\"2.4\" fill=\"#000000\" fill-opacity=\".18\"/>";
    let shapes = match family {
        Family::Wild => {
            let (leaf, sun, deep) = (lighter(wall, 0.12), lighter(wall, 0.36), darker(wall, 0.3));
            format!(
                "<ellipse cx=\"1.5\" cy=\"6.6\" rx=\"8\" ry=\"3\" fill=\"#000000\" fill-opacity=\".16\"/>\
                 <path d=\"M-8.6 1.2A4.4 4.4 0 0 1 -6.4 -5A5 5 0 0 1 1.4 -8A5 5 0 0 1 8 -3.4A4.6 4.6 0 0 1 7 4.4A5 5 0 0 1 -1 7A5.2 5.2 0 0 1 -8.6 1.2Z\" \
                 fill=\"{leaf}\" stroke=\"{line}\" stroke-width=\"1.1\"/>\
                 <path d=\"M-8.2 1.6A5.2 5.2 0 0 0 -1 6.6A5 5 0 0 0 7 4A8 8 0 0 1 -8.2 1.6Z\" fill=\"{deep}\"/>\
                 <circle cx=\"-2.8\" cy=\"-3\" r=\"2.7\" fill=\"{sun}\"/><circle cx=\"2.6\" cy=\"-4.6\" r=\"1.6\" fill=\"{sun}\"/>\
                 <circle cx=\"3.6\" cy=\".2\" r=\"1.2\" fill=\"{sun}\"/>"
            )
        }
        Family::Cave => format!(
            "<path d=\"M-7.4 5L-6 -2.6L-2.4 -7L3 -6.4L6.6 -2.4L7.6 5L4 7.2H-5Z\" fill=\"{stone}\" stroke=\"{line}\" \
             stroke-width=\"1.1\" stroke-linejoin=\"round\"/><path d=\"M-6 -2.6L-2.4 -7L3 -6.4L1 -2L-3 -.4Z\" fill=\"{light}\"/>\
             <path d=\"M1 -2L2.6 3L7.6 5L4 7.2L-5 7.2L2.6 3Z\" fill=\"{dark}\"/>"
        ),
        Family::Mine => {
            let (wood, ring, end) = (WOOD, darker(WOOD, 0.5), lighter(WOOD, 0.35));
            format!(
                "<path d=\"M-6.6 -6.6H6.6V7H-6.6Z\" fill=\"{ring}\" stroke=\"{line}\" stroke-width=\"1.1\"/>\
                 <path d=\"M-6.4 -6.4H6.4V3.6H-6.4Z\" fill=\"{wood}\"/><circle cy=\"-1.4\" r=\"3.8\" fill=\"{end}\" stroke=\"{ring}\" stroke-width=\".9\"/>\
                 <circle cy=\"-1.4\" r=\"1.5\" fill=\"none\" stroke=\"{ring}\" stroke-width=\".8\"/>"
            )
        }
        Family::Temple => {
            let (ivory, gold) = (lighter(floor, 0.3), accent);
            format!(
                "<path d=\"M-7.2 -7.2H7.2V7.2H-7.2Z\" fill=\"{stone}\" stroke=\"{line}\" stroke-width=\"1.1\"/>\
                 <path d=\"M-7.2 3.4H7.2V7.2H-7.2Z\" fill=\"{dark}\"/><circle cy=\"-1.6\" r=\"5.6\" fill=\"{ivory}\" stroke=\"{gold}\" stroke-width=\"1.8\"/>\
                 <path d=\"M-2.6 -4.2V1M0 -5V1.8M2.6 -4.2V1\" stroke=\"{stone}\" stroke-width=\".9\"/>"
            )
        }
        Family::Tomb => format!(
            "{shadow}<path d=\"M-5.6 7V-2.4A5.6 5 0 0 1 5.6 -2.4V7Z\" fill=\"{dark}\" stroke=\"{line}\" stroke-width=\"1.1\"/>\
             <path d=\"M-5.4 4V-2.4A5.4 4.8 0 0 1 5.4 -2.4V4Z\" fill=\"{light}\"/>\
             <path d=\"M0 -4.8V2.4M-2.6 -2.2H2.6\" stroke=\"{dark}\" stroke-width=\"1.5\"/>"
        ),
        Family::Tower => format!(
            "<circle cy=\".6\" r=\"7.2\" fill=\"{dark}\" stroke=\"{line}\" stroke-width=\"1.1\"/>\
             <circle cy=\"-1.2\" r=\"6.6\" fill=\"{stone}\"/><circle cy=\"-1.2\" r=\"4\" fill=\"{light}\" stroke=\"{dark}\" stroke-width=\".8\"/>\
             <path d=\"M0 -3.4L.7 -1.9L2.3 -1.7L1.1 -.6L1.4 1L0 .2L-1.4 1L-1.1 -.6L-2.3 -1.7L-.7 -1.9Z\" fill=\"{accent}\"/>"
        ),
        Family::Settlement => {
            let (wood, plank, rim) = (lighter(WOOD, 0.15), darker(WOOD, 0.4), darker(WOOD, 0.62));
            format!(
                "<path d=\"M-6.6 -6.6H6.6V7H-6.6Z\" fill=\"{plank}\" stroke=\"{rim}\" stroke-width=\"1.1\"/>\
                 <path d=\"M-6.4 -6.4H6.4V3.6H-6.4Z\" fill=\"{wood}\"/><path d=\"M-6 -6L6 3.4M6 -6L-6 3.4\" stroke=\"{plank}\" stroke-width=\"1.7\"/>\
                 <path d=\"M-6.4 -6.4H6.4V3.6H-6.4Z\" fill=\"none\" stroke=\"{plank}\" stroke-width=\"1.3\"/>"
            )
        }
        Family::House => {
            let (wood, plank, rim) = (WOOD, darker(WOOD, 0.4), darker(WOOD, 0.62));
            format!(
                "{shadow}<ellipse cy=\".8\" rx=\"6.8\" ry=\"6.6\" fill=\"{plank}\" stroke=\"{rim}\" stroke-width=\"1.1\"/>\
                 <ellipse cy=\"-1.2\" rx=\"6\" ry=\"5.2\" fill=\"{wood}\" stroke=\"{rim}\" stroke-width=\"1\"/>\
                 <path d=\"M-3 -5.4V3M0 -6.2V3.8M3 -5.4V3\" stroke=\"{plank}\" stroke-width=\".9\"/>"
            )
        }
        Family::Shrine => format!(
            "{shadow}<path d=\"M-3 7V1.4H3V7Z\" fill=\"{dark}\" stroke=\"{line}\" stroke-width=\"1\"/>\
             <path d=\"M-4.4 -3.4H4.4V2H-4.4Z\" fill=\"{light}\" stroke=\"{line}\" stroke-width=\"1\"/>\
             <path d=\"M-2 -2.6H2V1.2H-2Z\" fill=\"#ffd98a\" stroke=\"{accent}\" stroke-width=\"1\"/>\
             <path d=\"M-7 -3L-4 -6.8H4L7 -3Z\" fill=\"{stone}\" stroke=\"{line}\" stroke-width=\"1.1\" stroke-linejoin=\"round\"/>"
        ),
        Family::Fortress => format!(
            "<path d=\"M-7.2 -7.2H7.2V7.2H-7.2Z\" fill=\"{dark}\" stroke=\"{line}\" stroke-width=\"1.1\"/>\
             <path d=\"M-7 -7H7V3.4H-7Z\" fill=\"{stone}\"/><path d=\"M-4.4 -5H4.4V1.4H-4.4Z\" fill=\"{light}\" stroke=\"{dark}\" stroke-width=\".9\"/>\
             <path d=\"M-7 5.4H7\" stroke=\"{line}\" stroke-width=\".8\"/>"
        ),
    };
    Some(shapes)
}

/// The icon of the second kind of pillar, in families that have one: a fir, or a dripstone.
pub(super) fn other(look: &Look) -> Option<String> {
    let Colours { floor, wall, .. } = look.colours;
    let line = darker(wall, 0.55);
    match look.family? {
        Family::Wild => {
            let (leaf, sun) = (darker(wall, 0.14), lighter(wall, 0.2));
            Some(format!(
                "<ellipse cx=\"1\" cy=\"6.8\" rx=\"6.6\" ry=\"2.4\" fill=\"#000000\" fill-opacity=\".16\"/>\
                 <path d=\"M0 -9.4L4.6 -3.6H3L6.2 1.4H4.2L7.4 6.8H-7.4L-4.2 1.4H-6.2L-3 -3.6H-4.6Z\" fill=\"{leaf}\" stroke=\"{line}\" \
                 stroke-width=\"1.1\" stroke-linejoin=\"round\"/><path d=\"M-.6 -7.4L-3 -4.2M-2 -2.4L-4.4 .8M-3 2.6L-5.4 6\" \
                 stroke=\"{sun}\" stroke-width=\"1.3\" stroke-linecap=\"round\"/>"
            ))
        }
        Family::Cave => {
            let stone = mixed(floor, wall, 0.5);
            let (light, dark) = (lighter(stone, 0.4), darker(stone, 0.3));
            Some(format!(
                "<ellipse cy=\"6\" rx=\"7\" ry=\"2.4\" fill=\"{dark}\" stroke=\"{line}\" stroke-width=\"1\"/>\
                 <path d=\"M-5.6 6.4L-3.4 -1L-1.4 -8L1.2 -2.6L3 -5L5.8 6.4Z\" fill=\"{stone}\" stroke=\"{line}\" stroke-width=\"1.1\" \
                 stroke-linejoin=\"round\"/><path d=\"M-3.4 4.6L-1.6 -5L-.6 4.6Z\" fill=\"{light}\"/>"
            ))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn walls_that_no_wall_joins_to_the_outer_wall_stand_free() {
        let rooms = "rooms: [{\"node\":0,\"floor\":0,\"row\":0,\"col\":0,\"rows\":7,\"cols\":8}]";
        let drawn = "########\n#@.#...#\n#......#\n#.##.#.#\n#......#\n#.....*#\n########\n";
        let level = level::formats::text::read(&format!(
            "quandary/level/1\n{rooms}\ngraph: {{\"nodes\":[{{\"id\":0}}],\"edges\":[]}}\n\n{drawn}"
        ));
        let tiles = level.unwrap().tiles.unwrap();
        let mut sizes: Vec<usize> = pieces(&tiles).iter().map(Vec::len).collect();
        sizes.sort_unstable();
        assert_eq!(sizes, [1, 2]);
    }
}
