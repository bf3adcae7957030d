//! Words of families for what their pictures show.

use dungeon::designed::rooms::Family;
use level::Tile;

/// The word of a family for a tile; none where it has the plain one.
pub(super) fn tile(family: Option<Family>, tile: Tile) -> Option<&'static str> {
    let family = family?;
    match tile {
        Tile::Puzzle => Some(match family {
            Family::House => "rug",
            Family::Wild => "moss",
            _ => "paving",
        }),
        Tile::KeyItem => Some("item that crosses water"),
        Tile::DoorBomb => Some("cracked wall"),
        Tile::DoorPuzzle => Some("closed door"),
        Tile::DoorSoft => Some("drop, one way only"),
        Tile::Block => Some("block that can be pushed"),
        _ => None,
    }
}

/// The word of a family for walls that stand free.
pub(super) fn pillar(family: Option<Family>) -> Option<&'static str> {
    Some(match family? {
        Family::Cave => "boulder",
        Family::Mine => "prop",
        Family::Fortress | Family::Tower => "pillar",
        Family::Temple => "column",
        Family::Tomb => "grave",
        Family::Settlement => "crate",
        Family::House => "barrel",
        Family::Wild => "tree",
        Family::Shrine => "lantern",
    })
}
