//! The things of a level by the names under which a question can be asked about them.

use super::effect::{Asked, Effect};
use crate::model::graph::{Content, NodeId, NodeIndex};
use crate::model::grid::Cell;
use crate::model::level::{Level, Tiles};
use crate::model::ruleset::{Locks, Rules};
use crate::model::tile::Tile;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// Things, each with its name: a level has up to one a cell, so that they are made one after another.
type Things<'a> = Box<dyn Iterator<Item = (String, Effect)> + 'a>;

/// The things that a question can be about, in the order of the file.
pub(super) fn things(level: &Level, asked: Asked) -> Things<'_> {
    match asked {
        Asked::Without => Box::new(
            items(level)
                .chain(symbols(level))
                .chain(toggles(level))
                .chain(blocks(level))
                .chain(plates(level))
                .chain(doors(level, Tile::is_door))
                .chain(passages(level)),
        ),
        Asked::Free => {
            let locks = 0..level.tiles.as_ref().map_or(0, |tiles| tiles.locks.len());
            let locks = locks.map(|lock| (format!("lock:{lock}"), Effect::Lock(lock)));
            let doors = doors(level, |tile| tile.asks().is_some());
            Box::new(passages(level).chain(locks).chain(doors))
        }
        Asked::Goal => {
            let rooms =
                (0..).zip(&level.graph.nodes).filter(|(node, _)| can_be_stood_in(level, *node));
            let rooms =
                rooms.map(|(node, n)| (format!("room:{}", n.id.bare()), Effect::Room(node)));
            Box::new(items(level).chain(symbols(level)).chain(rooms))
        }
        Asked::Wall => Box::new(blocks(level)),
    }
}

/// The effects of some names, each once and on all of its thing, in the order of the names; else the first name that no
/// thing has.
pub(super) fn effects<'a>(
    level: &Level,
    rules: &Rules,
    asked: Asked,
    names: &'a [String],
) -> Result<Vec<Effect>, &'a str> {
    let wanted: FxHashSet<&str> = names.iter().map(String::as_str).collect();
    let mut known: FxHashMap<String, Effect> = FxHashMap::default();
    for (name, effect) in things(level, asked) {
        if wanted.contains(name.as_str()) {
            known.entry(name).or_insert(effect);
        }
    }
    let mut whole = Whole::of(level, rules);
    let mut effects = Vec::new();
    for name in names {
        let effect = known.get(name).ok_or(name.as_str())?;
        effects.extend(whole.first(effect));
    }
    Ok(effects)
}

/// The name of a cell: row and column, with the floor before them where there are several.
pub(crate) fn place(tiles: &Tiles, cell: Cell) -> String {
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
fn items(level: &Level) -> impl Iterator<Item = (String, Effect)> + '_ {
    let cells = level.tiles.iter().flat_map(|tiles| tiles.cells().map(move |cell| (tiles, cell)));
    let on_cells = cells.filter(|(_, (_, tile))| tile.gives().is_some());
    let on_cells = on_cells
        .map(|(tiles, (cell, _))| (format!("item:{}", place(tiles, cell)), Effect::Item(cell)));
    let in_nodes = (0..).zip(&level.graph.nodes).flat_map(move |(node, holder)| {
        let items = holder.contents.iter().filter(|content| is_item(content));
        items.map(move |&content| {
            let kind = level.graph.content_name(content);
            let name = format!("item:{kind}@{}", holder.id.bare());
            (name, Effect::Content(node, content))
        })
    });
    on_cells.chain(in_nodes)
}

fn is_item(content: &Content) -> bool {
    matches!(
        content,
        Content::Key | Content::BossKey | Content::KeyItem | Content::ItemMinor | Content::Switch
    )
}

fn symbols(level: &Level) -> impl Iterator<Item = (String, Effect)> + '_ {
    let names = (0..).zip(&level.graph.symbols);
    names.map(|(symbol, name)| (format!("symbol:{name}"), Effect::Symbol(symbol)))
}

/// The toggles that stand somewhere.
fn toggles(level: &Level) -> impl Iterator<Item = (String, Effect)> + use<> {
    let in_nodes = level.graph.nodes.iter().flat_map(|node| node.contents.iter().copied());
    let marks = level.tiles.iter().flat_map(|tiles| &tiles.marks).map(|mark| mark.gives);
    let toggle = |content| if let Content::Toggle(n) = content { Some(n) } else { None };
    let numbers: BTreeSet<u32> = in_nodes.chain(marks).filter_map(toggle).collect();
    numbers.into_iter().map(|n| (format!("toggle:{n}"), Effect::Toggle(n)))
}

fn blocks(level: &Level) -> impl Iterator<Item = (String, Effect)> + '_ {
    level.tiles.iter().flat_map(|tiles| {
        let name = |cell| format!("block:{}", place(tiles, cell));
        tiles.holding(Tile::Block).map(move |cell| (name(cell), Effect::Block(cell)))
    })
}

fn plates(level: &Level) -> impl Iterator<Item = (String, Effect)> + '_ {
    let names = (0..).zip(&level.graph.plates);
    names.map(|(plate, name)| (format!("plate:{name}"), Effect::Plate(plate)))
}

/// The doors of tiles, each by every cell of it.
fn doors(
    level: &Level,
    is_door: impl Fn(Tile) -> bool + Copy,
) -> impl Iterator<Item = (String, Effect)> {
    level.tiles.iter().flat_map(move |tiles| {
        let doors = tiles.cells().filter(move |&(_, tile)| is_door(tile));
        let name = |cell| format!("door:{}", place(tiles, cell));
        doors.map(move |(cell, _)| (name(cell), Effect::Door(vec![cell])))
    })
}

/// Effects on whole things, each thing once: a door of several cells is named by each of them, a passage from either
/// end. A door is gone over once, however many of its cells are named.
pub(super) struct Whole<'a> {
    level: &'a Level,
    are_doorways: bool,
    met: FxHashSet<Effect>,
    /// By floor and place in it, the cells of the doors that were met; empty until one was.
    cells: Vec<Vec<bool>>,
}

impl<'a> Whole<'a> {
    /// Nothing was met yet.
    pub(super) fn of(level: &'a Level, rules: &Rules) -> Self {
        let are_doorways = rules.locks == Locks::Doorway;
        Self { level, are_doorways, met: FxHashSet::default(), cells: Vec::new() }
    }

    /// The effect on the whole thing; `None` if that was met before.
    pub(super) fn first(&mut self, effect: &Effect) -> Option<Effect> {
        match effect {
            Effect::Door(cells) => {
                let (cell, tiles) = (*cells.first()?, self.level.tiles.as_ref()?);
                if *self.is_met(tiles, cell)? {
                    return None;
                }
                let cells = if self.are_doorways { tiles.piece(cell) } else { vec![cell] };
                for &cell in &cells {
                    *self.is_met(tiles, cell)? = true;
                }
                Some(Effect::Door(cells))
            }
            other => self.met.insert(other.clone()).then(|| other.clone()),
        }
    }

    fn is_met(&mut self, tiles: &Tiles, cell: Cell) -> Option<&mut bool> {
        if self.cells.is_empty() {
            let floors = tiles.floors.iter();
            self.cells = floors.map(|grid| vec![false; grid.tiles().len()]).collect();
        }
        let cols = tiles.floors.get(cell.floor as usize)?.cols();
        self.cells.get_mut(cell.floor as usize)?.get_mut((cell.row * cols + cell.col) as usize)
    }
}

/// The pairs of nodes that an edge joins, by either end first.
fn passages(level: &Level) -> impl Iterator<Item = (String, Effect)> + '_ {
    let graph = &level.graph;
    let edges = graph.edges.iter().filter(|edge| edge.from != edge.to);
    let pairs: BTreeSet<_> =
        edges.map(|edge| (edge.from.min(edge.to), edge.from.max(edge.to))).collect();
    let name = |node| graph.id(node).map(NodeId::bare).unwrap_or_default();
    pairs.into_iter().flat_map(move |(a, b)| {
        [(a, b), (b, a)].map(|(first, second)| {
            (format!("passage:{}-{}", name(first), name(second)), Effect::Passage(a, b))
        })
    })
}
