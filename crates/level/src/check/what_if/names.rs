//! The things of a level by the names under which a question can be asked about them.

use super::effect::{Asked, Effect};
use crate::model::graph::{Content, NodeId, NodeIndex};
use crate::model::grid::Cell;
use crate::model::level::{Level, Tiles};
use crate::model::ruleset::{Locks, Rules};
use crate::model::tile::Tile;
use std::collections::BTreeSet;

/// Things of one kind, each with its name.
type Things = Vec<(String, Effect)>;

/// The things that a question can be about, in the order of the file.
pub(super) fn things(level: &Level, asked: Asked) -> Things {
    let mut all = Things::new();
    match asked {
        Asked::Without => {
            items(level, &mut all);
            symbols(level, &mut all);
            toggles(level, &mut all);
            on_tiles(level, Tile::Block, "block", &mut all);
            plates(level, &mut all);
            doors(level, Tile::is_door, &mut all);
            passages(level, &mut all);
        }
        Asked::Free => {
            passages(level, &mut all);
            let locks = 0..level.tiles.as_ref().map_or(0, |tiles| tiles.locks.len());
            all.extend(locks.map(|lock| (format!("lock:{lock}"), Effect::Lock(lock))));
            doors(level, |tile| tile.asks().is_some(), &mut all);
        }
        Asked::Goal => {
            items(level, &mut all);
            symbols(level, &mut all);
            let rooms =
                (0..).zip(&level.graph.nodes).filter(|(node, _)| can_be_stood_in(level, *node));
            all.extend(
                rooms.map(|(node, n)| (format!("room:{}", n.id.bare()), Effect::Room(node))),
            );
        }
        Asked::Wall => on_tiles(level, Tile::Block, "block", &mut all),
    }
    all
}

/// The name of a cell: row and column, with the floor before them where there are several.
fn place(tiles: &Tiles, cell: Cell) -> String {
    match tiles.floors.len() {
        0 | 1 => format!("{},{}", cell.row, cell.col),
        _ => format!("{},{},{}", cell.floor, cell.row, cell.col),
    }
}

/// True if a player can stand in a node: at tile level it has a rectangle.
fn can_be_stood_in(level: &Level, node: NodeIndex) -> bool {
    level.tiles.as_ref().is_none_or(|tiles| tiles.rooms.iter().any(|room| room.node == node))
}

/// Pick-ups on tiles, and things in nodes.
fn items(level: &Level, all: &mut Things) {
    for (tiles, (cell, tile)) in level.tiles.iter().flat_map(|t| t.cells().map(move |c| (t, c))) {
        if tile.gives().is_some() {
            all.push((format!("item:{}", place(tiles, cell)), Effect::Item(cell)));
        }
    }
    for (node, contents) in (0..).zip(&level.graph.nodes) {
        for &content in &contents.contents {
            let is_item = matches!(
                content,
                Content::Key
                    | Content::BossKey
                    | Content::KeyItem
                    | Content::ItemMinor
                    | Content::Switch
            );
            if is_item {
                let kind = level.graph.content_name(content);
                let name = format!("item:{kind}@{}", contents.id.bare());
                all.push((name, Effect::Content(node, content)));
            }
        }
    }
}

fn symbols(level: &Level, all: &mut Things) {
    let names = (0..).zip(&level.graph.symbols);
    all.extend(names.map(|(symbol, name)| (format!("symbol:{name}"), Effect::Symbol(symbol))));
}

/// The toggles that stand somewhere.
fn toggles(level: &Level, all: &mut Things) {
    let in_nodes = level.graph.nodes.iter().flat_map(|node| node.contents.iter().copied());
    let marks = level.tiles.iter().flat_map(|tiles| &tiles.marks).map(|mark| mark.gives);
    let toggle = |content| if let Content::Toggle(n) = content { Some(n) } else { None };
    let numbers: BTreeSet<u32> = in_nodes.chain(marks).filter_map(toggle).collect();
    all.extend(numbers.into_iter().map(|n| (format!("toggle:{n}"), Effect::Toggle(n))));
}

/// The cells of a tile.
fn on_tiles(level: &Level, tile: Tile, kind: &str, all: &mut Things) {
    if let Some(tiles) = &level.tiles {
        let cells = tiles.holding(tile);
        all.extend(
            cells.map(|cell| (format!("{kind}:{}", place(tiles, cell)), Effect::Block(cell))),
        );
    }
}

fn plates(level: &Level, all: &mut Things) {
    let names = (0..).zip(&level.graph.plates);
    all.extend(names.map(|(plate, name)| (format!("plate:{name}"), Effect::Plate(plate))));
}

/// The doors of tiles, each by every cell of it.
fn doors(level: &Level, is_door: impl Fn(Tile) -> bool, all: &mut Things) {
    if let Some(tiles) = &level.tiles {
        let doors = tiles.cells().filter(|&(_, tile)| is_door(tile));
        let name = |cell| format!("door:{}", place(tiles, cell));
        all.extend(doors.map(|(cell, _)| (name(cell), Effect::Door(vec![cell]))));
    }
}

/// An effect on a cell of a door as one on all cells of it.
pub(super) fn whole(level: &Level, rules: &Rules, effect: &Effect) -> Effect {
    match (effect, &level.tiles, rules.locks) {
        (Effect::Door(cells), Some(tiles), Locks::Doorway) => {
            Effect::Door(cells.iter().flat_map(|&cell| tiles.piece(cell)).collect())
        }
        _ => effect.clone(),
    }
}

/// The pairs of nodes that an edge joins, by either end first.
fn passages(level: &Level, all: &mut Things) {
    let graph = &level.graph;
    let edges = graph.edges.iter().filter(|edge| edge.from != edge.to);
    let pairs: BTreeSet<_> =
        edges.map(|edge| (edge.from.min(edge.to), edge.from.max(edge.to))).collect();
    for (a, b) in pairs {
        let name = |node| graph.id(node).map(NodeId::bare).unwrap_or_default();
        for (first, second) in [(a, b), (b, a)] {
            let name = format!("passage:{}-{}", name(first), name(second));
            all.push((name, Effect::Passage(a, b)));
        }
    }
}
