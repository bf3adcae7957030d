//! Pits of designed dungeons: what has no floor inside a room, with the face of the rock along its far side.

use super::level_places::{Places, SIDE};
use super::look::{Look, mixed};
use super::svg::Svg;
use level::{Cell, Tile, Tiles};
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// The height of the face of a pit.
const FACE: f64 = 6.0;

/// The blank cells of rooms that no blank joins to the outside.
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

/// True if there are any.
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
