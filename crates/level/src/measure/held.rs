//! The things that rooms hold, as far as they are told apart.

use super::ground::Ground;
use crate::model::graph::{Content, Graph};
use crate::model::grid::Cell;
use crate::model::level::{Level, Tiles};
use crate::model::tile::Tile;

/// The contents of nodes count, or they do not. A level without tiles holds nothing but them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contents {
    /// A room holds what lies on its tiles: a level of the generators, whose nodes repeat it.
    OnTiles,
    /// It holds what its node does too: levels that lay part of it on tiles only, such as those of the corpus.
    OfNodesToo,
}

/// A thing that a room holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Thing {
    Start,
    Goal,
    Enemy,
    Boss,
    Key,
    Puzzle,
    /// Anything else: an item, a treasure.
    Other,
}

/// The things that each room holds.
pub(super) fn held(level: &Level, ground: &Ground<'_>, contents: Contents) -> Vec<Vec<Thing>> {
    let mut held: Vec<Vec<Thing>> = vec![Vec::new(); level.graph.nodes.len()];
    if let Some(tiles) = ground.tiles {
        on_tiles(&level.graph, tiles, |cell, thing| {
            let room = ground.room(cell).and_then(|room| held.get_mut(room as usize));
            room.into_iter().for_each(|things| things.push(thing));
        });
    }
    if ground.tiles.is_none() || contents == Contents::OfNodesToo {
        for (node, things) in level.graph.nodes.iter().zip(&mut held) {
            things.extend(node.contents.iter().map(|&content| thing(content, &level.graph)));
        }
    }
    if ground.tiles.is_none() {
        let ends = level.graph.start.map(|start| (start, Thing::Start));
        let goals = level.graph.goals.iter().map(|&goal| (goal, Thing::Goal));
        ends.into_iter().chain(goals).for_each(|(node, thing)| held[node as usize].push(thing));
    }
    held
}

/// Names what lies on tiles, with its cell.
fn on_tiles(graph: &Graph, tiles: &Tiles, mut lies: impl FnMut(Cell, Thing)) {
    for (cell, tile) in tiles.cells() {
        on_tile(tile).into_iter().for_each(|thing| lies(cell, thing));
    }
    tiles.start_cell().into_iter().for_each(|cell| lies(cell, Thing::Start));
    tiles.goal_cells().iter().for_each(|&cell| lies(cell, Thing::Goal));
    tiles.marks.iter().for_each(|mark| lies(mark.cell, thing(mark.gives, graph)));
    tiles.plates.iter().flat_map(|plate| &plate.cells).for_each(|&cell| lies(cell, Thing::Puzzle));
}

/// The thing on a tile; start and goals are told besides.
fn on_tile(tile: Tile) -> Option<Thing> {
    match tile {
        Tile::Enemy => Some(Thing::Enemy),
        Tile::Boss => Some(Thing::Boss),
        Tile::KeySmall | Tile::KeyBoss => Some(Thing::Key),
        Tile::KeyItem | Tile::ItemMinor => Some(Thing::Other),
        _ => None,
    }
}

/// The thing that a node or a mark has.
fn thing(content: Content, graph: &Graph) -> Thing {
    match content {
        Content::Start => Thing::Start,
        Content::Goal => Thing::Goal,
        Content::Enemy => Thing::Enemy,
        Content::Boss => Thing::Boss,
        Content::Puzzle | Content::Toggle(_) => Thing::Puzzle,
        Content::Key | Content::BossKey => Thing::Key,
        Content::Switch | Content::KeyItem | Content::ItemMinor => Thing::Other,
        Content::Symbol(id) => symbol(graph.symbol_name(id)),
    }
}

/// The thing that a symbol is, by its name.
fn symbol(name: &str) -> Thing {
    match name.split_once(':') {
        None => Thing::Key,
        Some(("puzzle" | "plate", _)) => Thing::Puzzle,
        Some(_) => Thing::Other,
    }
}
