//! The textures of the floors and walls of a family, rounded corners, and the faces of pits.

use super::level_picture::{Places, SIDE};
use super::look::{Colours, Look, darker, lighter, mixed};
use super::svg::Svg;
use dungeon::dungeon::rooms::Family;
use dungeon::dungeon::texts::Colour;
use level::{Cell, Tile, Tiles};
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// The strokes of a surface, from the corner of a cell. One of every `one_of` cells has them.
struct Surface {
    one_of: u32,
    strokes: &'static [&'static str],
}

/// The strokes on the floor of a family.
fn floor_of(family: Family) -> Surface {
    let (one_of, strokes): (u32, &'static [&'static str]) = match family {
        Family::Cave => (5, &["m3 6q2-2 4 0m3 5q2-2 4 0", "m9 4q1.5-1.5 3 0", "m4 11l2 1 2-1.5"]),
        Family::Mine => {
            (5, &["m3 12l2-2 2 1.5", "m8 4l1.5 2 2-.5m-7 6l1 1", "m4 5h.6m5 6h.6m-2-8h.6"])
        }
        Family::Fortress => (7, &["m3 3l3 3-1 3 2 2", "m12 3l-2 4 1 3", "m4 12h3m2-8h3"]),
        Family::Temple => (3, &["m8 5l3 3-3 3-3-3z"]),
        Family::Tomb => (6, &["m3 4l4 2 1 4 4 2", "m12 3l-3 5-4 1", "m5 10h.6m4-5h.6m1 7h.6"]),
        Family::Tower => (6, &["m8 5v6m-3-3h6m-5-2l4 4m0-4l-4 4", "m8 6v4m-2-2h4"]),
        Family::Settlement => {
            (3, &["m3 7q2.5-4 5 0m0 5q2.5-4 5 0", "m8 5q2.5-4 5 0m-10 7q2.5-4 5 0"])
        }
        Family::House => (1, &["m0 5h16m-16 6h16m-11-6v6", "m0 5h16m-16 6h16m-3-11v5m-7 6v5"]),
        Family::Wild => {
            (3, &["m4 11l-1-4m2 4v-5m1 5l2-4", "m9 6l-1-3m2 3v-4m1 4l1.5-3", "m6 9h.8m4 3h.8"])
        }
        Family::Shrine => (4, &["m3 10q5-5 10 0", "m4 6a3 3 0 0 0 6 0", "m5 8h.6m5-3h.6m-2 7h.6"]),
    };
    Surface { one_of, strokes }
}

/// The strokes on the walls of a family.
fn wall_of(family: Family) -> Surface {
    let (one_of, strokes): (u32, &'static [&'static str]) = match family {
        Family::Cave => (2, &["m2 4l5-1 3 4 4-1", "m3 11l4-4 5 2", "m5 3l-2 5 4 3"]),
        Family::Mine => (2, &["m3 3l4 4-2 5", "m12 3l-4 3 3 5", "m4 8l4-3 4 4"]),
        Family::Fortress => {
            (1, &["m0 5h16m-16 6h16m-11-11v5m5 0v6", "m0 5h16m-16 6h16m-5-11v5m-5 0v6m0 0v5"])
        }
        Family::Temple => (1, &["m0 8h16m-4-8v8m-8 0v8", "m0 8h16m-4-8v8"]),
        Family::Tomb => {
            (1, &["m0 6h16m-16 6h16m-6-12v6", "m0 6h16m-16 6h16m-11-6v6", "m0 6h6l2 3m8-3h-3"])
        }
        Family::Tower => {
            (1, &["m0 4h16m-16 6h16m-12-10v4m7 0v6", "m0 4h16m-16 6h16m-8-10v4m-5 6v6"])
        }
        Family::Settlement => (
            1,
            &[
                "m0 4h16m-16 4h16m-16 4h16m-12-12v4m6 0v4m-6 0v4",
                "m0 4h16m-16 4h16m-16 4h16m-5-12v4m-6 0v4m6 0v4",
            ],
        ),
        Family::House => (1, &["m0 4h16m-16 5h16m-6-5v5", "m0 4h16m-16 5h16m-11 0v4"]),
        Family::Wild => {
            (1, &["m2 9q0-5 5-5t5 5", "m5 11q0-4 4-4t5 4m-11-6q2-3 5-2", "m3 6q4-4 8 0"])
        }
        Family::Shrine => (2, &["m1 8q3.5-4 7 0t7 0", "m3 5q2.5-3 5 0t5 0"]),
    };
    Surface { one_of, strokes }
}

/// The sparks or flowers on some floor cells of a family, and their colour.
fn sparks_of(family: Family, accent: Colour) -> Option<(Surface, Colour)> {
    let (one_of, strokes, colour): (u32, &'static [&'static str], _) = match family {
        Family::Wild => (11, &["m5 6h0m3 3h0", "m10 5h0m-2 4h0m4 1h0"], Colour([0xf3, 0xf6, 0xff])),
        Family::Mine => {
            (9, &["m5 7h0m5 3h0", "m9 5h0m-4 6h0"], mixed(accent, Colour([0xff, 0xd8, 0x40]), 0.7))
        }
        Family::Shrine => (9, &["m5 6h0m6 5h0", "m10 5h0m-5 6h0"], Colour([0xe8, 0x96, 0xae])),
        _ => return None,
    };
    Some((Surface { one_of, strokes }, colour))
}

/// A pseudo-random number from the position of a cell.
pub(super) fn grain(Cell { floor, row, col }: Cell) -> u32 {
    let mut grain = row.wrapping_mul(0x9e37_79b1) ^ col.wrapping_mul(0x85eb_ca77) ^ floor;
    grain ^= grain >> 15;
    grain = grain.wrapping_mul(0x2c1b_3c6d);
    grain ^ grain >> 13
}

/// The path of a surface's strokes over the cells.
fn path(surface: &Surface, places: &Places, cells: impl Iterator<Item = Cell>) -> String {
    let mut path = String::new();
    let count = surface.strokes.len().max(1) as u32;
    for cell in cells {
        let grain = grain(cell);
        if grain.is_multiple_of(surface.one_of.max(1))
            && let Some(strokes) = surface.strokes.get((grain / 64 % count) as usize)
        {
            let (x, y) = places.corner(cell);
            let _ = write!(path, "M{x} {y}{strokes}");
        }
    }
    path
}

/// Draws the texture of floors.
pub(super) fn floors(svg: &mut Svg, places: &Places, tiles: &Tiles, look: &Look) {
    let Some(family) = look.family else { return };
    let bare = || tiles.cells().filter(|&(_, tile)| tile == Tile::Floor);
    let path = path(&floor_of(family), places, bare().map(|(cell, _)| cell));
    let Colours { floor, wall, .. } = look.colours;
    let colour = mixed(floor, wall, if family == Family::House { 0.2 } else { 0.3 });
    stroke(svg, &colour.to_string(), 0.9, &path);
    if let Some((sparks, colour)) = sparks_of(family, look.colours.accent) {
        let cells = bare().map(|(cell, _)| Cell { row: cell.row + 1000, ..cell });
        let hit = cells.filter(|&cell| grain(cell).is_multiple_of(sparks.one_of));
        let back = hit.map(|cell| Cell { row: cell.row - 1000, ..cell });
        let path = self::path(&Surface { one_of: 1, ..sparks }, places, back);
        stroke(svg, &colour.to_string(), 1.9, &path);
    }
}

/// Draws the texture of walls.
pub(super) fn walls(svg: &mut Svg, places: &Places, tiles: &Tiles, look: &Look) {
    let Some(family) = look.family else { return };
    let walls = tiles.cells().filter(|&(_, tile)| tile == Tile::Wall);
    // The front of a wall has no texture.
    let top = walls.filter(|(cell, _)| {
        let below = cell.offset(1, 0).and_then(|below| tiles.tile(below));
        matches!(below, None | Some(Tile::Wall | Tile::Void))
    });
    let path = path(&wall_of(family), places, top.map(|(cell, _)| cell));
    let colour = match family {
        Family::Wild => lighter(look.colours.wall, 0.24),
        _ => darker(look.colours.wall, 0.2),
    };
    stroke(svg, &colour.to_string(), 1.1, &path);
}

/// The tiles to round: those inside, those around them, and the radius of the corners.
struct Round<'a> {
    inside: &'a dyn Fn(Tile) -> bool,
    outside: &'a dyn Fn(Tile) -> bool,
    radius: f64,
}

/// Rounds the corners of natural floors, and of water on them.
pub(super) fn corners(svg: &mut Svg, places: &Places, tiles: &Tiles, look: &Look) {
    let radius = match look.family {
        Some(Family::Cave | Family::Wild) => 11.0,
        Some(Family::Mine) => 6.0,
        Some(Family::Shrine) => 0.0,
        _ => return,
    };
    let Colours { floor, wall, front, edge, water, shallow, wave, .. } = look.colours;
    let rim = mixed(floor, wave, 0.5);
    let is_dry = |tile: Tile| matches!(tile, Tile::Floor | Tile::Enemy | Tile::Puzzle);
    let is_wet = |tile: Tile| tile == Tile::Element;
    let is_damp = |tile: Tile| tile == Tile::ElementFloor;
    for (inside, outside, colour) in [
        (&is_wet as &dyn Fn(Tile) -> bool, &is_dry as &dyn Fn(Tile) -> bool, floor),
        (&is_damp, &is_dry, floor),
        (&is_dry, &is_wet, water),
        (&is_dry, &is_damp, shallow),
    ] {
        let [low, high, bend] = fillets(places, tiles, &Round { inside, outside, radius: 7.0 });
        svg.put(&format!("<path fill=\"{colour}\" d=\"{low}{high}\"/>\n"));
        if colour == floor {
            stroke(svg, &rim.to_string(), 0.8, &bend);
        }
    }
    if radius > 0.0 {
        let open = |tile: Tile| !tile.is_door() && !matches!(tile, Tile::Wall | Tile::Void);
        let is_wall = |tile: Tile| tile == Tile::Wall;
        let round = Round { inside: &open, outside: &is_wall, radius };
        let [low, high, bend] = fillets(places, tiles, &round);
        svg.put(&format!(
            "<path fill=\"{wall}\" d=\"{low}\"/>\n<path fill=\"{front}\" d=\"{high}\"/>\n"
        ));
        stroke(svg, &edge.to_string(), 1.0, &bend);
    }
}

/// The pieces between cell corners and their arcs, the lower and the upper ones, and then the arcs.
fn fillets(places: &Places, tiles: &Tiles, round: &Round<'_>) -> [String; 3] {
    let [mut low, mut high, mut bend] = [const { String::new() }; 3];
    let is_outside = |cell: Cell, rows, cols| {
        let next = cell.offset(rows, cols).and_then(|next| tiles.tile(next));
        next.is_some_and(round.outside)
    };
    for (cell, _) in tiles.cells().filter(|&(_, tile)| (round.inside)(tile)) {
        let (left, top) = places.corner(cell);
        for (rows, cols) in [(-1, -1), (-1, 1), (1, -1), (1, 1)] {
            if !is_outside(cell, rows, 0) || !is_outside(cell, 0, cols) {
                continue;
            }
            let x = if cols < 0 { left } else { left + SIDE };
            let y = if rows < 0 { top } else { top + SIDE };
            let to_x = x - f64::from(cols) * round.radius;
            let to_y = y - f64::from(rows) * round.radius;
            let side = if rows < 0 { &mut high } else { &mut low };
            let _ = write!(side, "M{x} {y}H{to_x}Q{x} {y} {x} {to_y}z");
            let _ = write!(bend, "M{to_x} {y}Q{x} {y} {x} {to_y}");
        }
    }
    [low, high, bend]
}

fn stroke(svg: &mut Svg, colour: &str, width: f64, path: &str) {
    if !path.is_empty() {
        svg.put(&format!(
            "<path fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" stroke-linecap=\"round\" \
             stroke-linejoin=\"round\" d=\"{path}\"/>\n"
        ));
    }
}

/// The height of the face of a pit.
const FACE: f64 = 6.0;

/// The blank cells of rooms that are not connected to the outside by blank cells.
fn pits(tiles: &Tiles) -> BTreeSet<Cell> {
    let mut inside = BTreeSet::new();
    for room in &tiles.rooms {
        let (last_row, last_col) =
            (room.corner.row + room.rows - 1, room.corner.col + room.cols - 1);
        let is_edge = |cell: &Cell| {
            cell.row == room.corner.row
                || cell.col == room.corner.col
                || cell.row == last_row
                || cell.col == last_col
        };
        let mut seen: BTreeSet<Cell> = BTreeSet::new();
        for cell in room.cells().filter(|cell| tiles.tile(*cell) == Some(Tile::Void)) {
            if !seen.contains(&cell) {
                let piece = tiles.piece(cell);
                seen.extend(&piece);
                if piece.iter().all(|cell| room.contains(*cell) && !is_edge(cell)) {
                    inside.extend(piece);
                }
            }
        }
    }
    inside
}

/// True if there are pits.
pub(super) fn are_there(tiles: &Tiles) -> bool {
    !pits(tiles).is_empty()
}

/// Draws the pits.
pub(super) fn draw(svg: &mut Svg, places: &Places, tiles: &Tiles, look: &Look) {
    let Some(pit) = look.colours.pit else { return };
    let pits = pits(tiles);
    let (mut fill, mut face) = (String::new(), String::new());
    for &cell in &pits {
        let (x, y) = places.corner(cell);
        let _ = write!(fill, "M{x} {y}h{SIDE}v{SIDE}h-{SIDE}z");
        if cell.offset(-1, 0).is_none_or(|above| !pits.contains(&above)) {
            let _ = write!(face, "M{x} {y}h{SIDE}v{FACE}h-{SIDE}z");
        }
    }
    let rock = mixed(look.colours.wall, pit, 0.45);
    svg.put(&format!(
        "<path fill=\"{pit}\" shape-rendering=\"crispEdges\" d=\"{fill}\"/>\n<path fill=\"{rock}\" d=\"{face}\"/>\n"
    ));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_family_has_strokes_of_its_own_on_floors_and_walls() {
        let mut seen = std::collections::BTreeSet::new();
        for family in Family::ALL {
            for surface in [floor_of(family), wall_of(family)] {
                assert!(surface.one_of > 0 && !surface.strokes.is_empty());
                assert!(seen.insert(surface.strokes[0]), "{}", family.name());
            }
        }
    }

    #[test]
    fn the_grain_of_cells_spreads_evenly() {
        let cells = (0..60).flat_map(|row| (0..60).map(move |col| Cell::new(0, row, col)));
        let hit = cells.filter(|&cell| grain(cell).is_multiple_of(5)).count();
        assert!((560..880).contains(&hit), "{hit}");
    }

    #[test]
    fn a_blank_inside_a_room_is_a_pit_and_one_at_its_edge_is_not() {
        let rooms = "rooms: [{\"node\":0,\"floor\":0,\"row\":0,\"col\":0,\"rows\":5,\"cols\":7}]";
        let drawn = "####---\n#@.#---\n#..####\n#.-..*#\n#######\n";
        let level = level::formats::text::read(&format!(
            "quandary/level/1\n{rooms}\ngraph: {{\"nodes\":[{{\"id\":0}}],\"edges\":[]}}\n\n{drawn}"
        ));
        let found = pits(&level.unwrap().tiles.unwrap());
        assert_eq!(found, BTreeSet::from([Cell::new(0, 3, 2)]));
    }
}
