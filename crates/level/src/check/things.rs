//! The things that lie about in a level: pick-ups, switches, symbols and toggles, each with its place.
//!
//! At room level these are the contents of the nodes. At tile level it is what lies on tiles; of a node that
//! has a rectangle only a switch counts, of one that has none what a warp over it takes.

use crate::model::graph::{Content, PlateId};
use crate::model::level::{Level, Tiles};
use crate::rules::Position;

/// True if a rule asks for a content.
fn matters(content: Content) -> bool {
    !matches!(
        content,
        Content::Start | Content::Goal | Content::Enemy | Content::Boss | Content::Puzzle
    )
}

/// The things of a level, in the order of the file.
pub(crate) fn things(level: &Level) -> Vec<(Position, Content)> {
    let in_nodes = (0..).zip(&level.graph.nodes).flat_map(|(n, node)| {
        let contents = node.contents.iter().copied().filter(|content| matters(*content));
        contents.map(move |content| (Position::Node(n), content))
    });
    match &level.tiles {
        None => in_nodes.collect(),
        Some(tiles) => {
            let counts = |(position, content): &(Position, Content)| match position {
                Position::Node(node) => {
                    *content == Content::Switch || !tiles.rooms.iter().any(|r| r.node == *node)
                }
                Position::Cell(_) => true,
            };
            on_cells(tiles).chain(in_nodes.filter(counts)).collect()
        }
    }
}

/// The pressure plates of a level that have cells, in the order of the file, with the tiles they lie in.
pub(super) fn plates(level: &Level) -> impl Iterator<Item = (PlateId, &Tiles)> {
    level.tiles.iter().flat_map(|tiles| {
        let numbered = (0..).zip(&tiles.plates);
        numbered.filter(|(_, plate)| !plate.cells.is_empty()).map(move |(id, _)| (id, tiles))
    })
}

fn on_cells(tiles: &Tiles) -> impl Iterator<Item = (Position, Content)> + '_ {
    let items = tiles.cells().filter_map(|(cell, tile)| Some((cell, tile.gives()?)));
    let marks = tiles.marks.iter().map(|mark| (mark.cell, mark.gives));
    items.chain(marks).map(|(cell, content)| (Position::Cell(cell), content))
}
