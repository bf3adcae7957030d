//! Furniture of families: walls that stand free in a room are trees, graves, tables or houses.
//!
//! A wall stands free if no wall joins it to the outer wall of its room. One cell alone is a pillar, a full rectangle a
//! slab, all else a mass in the colours of both. Invariant: furniture covers the cells of its walls and no others, but
//! for the crowns of trees, which are a little wider.

use super::level_icons::icon;
use super::level_places::{Places, SIDE};
use super::look::{Colours, Look, darker, lighter, mixed};
use super::look_slabs::{self as slabs, Slab};
use super::look_textures::grain;
use super::svg::Svg;
use dungeon::designed::rooms::Family;
use dungeon::designed::texts::Colour;
use level::{Cell, Tile, Tiles};
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// The name of the icon of a pillar.
pub(super) const PILLAR: &str = "pillar";
/// The name of the icon of another, where a family has two.
pub(super) const OTHER: &str = "pillar-2";

/// Wood, for props, tables and barrels.
pub(super) const WOOD: Colour = Colour([0xb4, 0x86, 0x54]);

/// Walls that stand free, each with its cells.
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

/// The walls of a level that a family has as furniture; what fills no rectangle is a wall in most.
pub(super) fn of(tiles: &Tiles, family: Family) -> Vec<Vec<Cell>> {
    let mut pieces = pieces(tiles);
    pieces.retain(|piece| match family {
        Family::Wild | Family::Cave | Family::Settlement | Family::House => true,
        _ if piece.len() == 1 => true,
        _ => side(piece).is_some_and(|side| side <= MOST_SIDE),
    });
    pieces
}

/// The shorter side of cells that fill a rectangle.
fn side(cells: &[Cell]) -> Option<u32> {
    let rows: BTreeSet<u32> = cells.iter().map(|cell| cell.row).collect();
    let cols: BTreeSet<u32> = cells.iter().map(|cell| cell.col).collect();
    let (high, wide) = (rows.len() as u32, cols.len() as u32);
    (high as usize * wide as usize == cells.len()).then_some(high.min(wide))
}

/// The shorter side of the largest slab.
const MOST_SIDE: u32 = 2;

/// The colours of furniture: its top, and the dark of its front.
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
            // From the back to the front, so that near crowns hide far trunks.
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
                    slabs::draw(svg, &slab, family, top, look.colours);
                }
            }
        }
    }
}

/// The colour of one piece: roofs are of tiles, of thatch or of slate.
fn tinted(colour: Colour, cells: &[Cell], family: Family) -> Colour {
    let other = match (family, cells.iter().min().map(|&cell| grain(cell) % 4)) {
        (Family::Settlement, Some(0)) => Colour([0x62, 0x70, 0x84]),
        (Family::Settlement, Some(1)) => Colour([0xb0, 0x8a, 0x3e]),
        _ => return colour,
    };
    mixed(colour, other, 0.85)
}

/// The pillar of a cell: every third is another, where a family has two.
fn one_of(cell: Cell, family: Family) -> &'static str {
    match family {
        Family::Wild | Family::Cave if grain(cell).is_multiple_of(3) => OTHER,
        _ => PILLAR,
    }
}

/// Cells that stand above the floor: their top, their front, and an outline.
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
