//! The route of a plan through a designed dungeon: its rooms in order.

use level::plan::Walk;
use level::rules::Position;
use level::{Content, Level, Tile};
use std::collections::BTreeSet;

/// The rooms of the plan in order, and what is taken in each.
#[must_use]
pub fn route(level: &Level, walk: &Walk) -> Vec<String> {
    let Some(tiles) = &level.tiles else { return Vec::new() };
    let mut lines = Vec::new();
    let mut here = None;
    let mut taken = BTreeSet::new();
    for position in walk.positions() {
        let Position::Cell(cell) = position else { continue };
        let Some(room) = tiles.rooms.iter().find(|room| room.contains(cell)) else { continue };
        let id = room.node as usize;
        if here != Some(id) {
            lines.push(match here {
                None => format!("start in room {id}"),
                Some(_) => format!("go to room {id}"),
            });
            here = Some(id);
        }
        let mark = tiles.marks.iter().find(|mark| mark.cell == cell).map(|mark| mark.gives);
        let gives = mark.or(match tiles.tile(cell) {
            Some(Tile::KeyItem) => Some(Content::KeyItem),
            Some(Tile::ItemMinor) => Some(Content::ItemMinor),
            _ => None,
        });
        if let Some(gives) = gives.filter(|_| taken.insert(cell)) {
            lines.push(format!("take {}", level.graph.content_name(gives)));
        }
    }
    lines
}
