//! Measures of a level: the contents of its rooms, the shape of its graph, its gated passages, and the interiors of
//! its rooms.
//!
//! [`measure`] needs only a level and the path of a plan through it. [`Metrics`] stores the part and the whole of
//! each [`Measure`], so a set of levels can be described by the median or by pooled sums. Rooms are the nodes of the
//! graph; things on tiles belong to the room whose rectangle contains them. `names` lists the measures, `links`
//! computes those of the graph and its gated passages, `interior` those of rectangles, and `figures` those of the
//! plan.

mod names;
pub(crate) mod figures;
pub(crate) mod links;
pub(crate) mod interior;

use crate::model::{Cell, Content, Graph, Level, NodeIndex, Tile, Tiles};
use crate::rules::Position;
pub use figures::{Figures, figures};
use interior::Ground;
use links::Links;
pub use links::off_main_floors;
pub use names::{Measure, Metrics, Share};

/// Measures a level that [`Level::checked`] accepts. `path` contains the positions of a plan through it, including
/// the start, as [`Walk::positions`](crate::plan::Walk::positions) gives them. If it is empty, the measures of the
/// plan count nothing.
///
/// ```
/// use quandary_level::measure::{Contents, Measure, measure};
/// let text = r#"{"format": "quandary/level/1", "graph": {"nodes": [{"id": 0, "contents": ["start"]}, {"id": 1},
///     {"id": 2, "contents": ["goal"]}], "edges": [{"from": 0, "to": 1}, {"from": 1, "to": 2}]}}"#;
/// let metrics = measure(&quandary_level::formats::json::read(text)?, &[], Contents::OnTiles);
/// assert_eq!(metrics.value(Measure::Gated), Some(1.0)); // no way back anywhere
/// assert_eq!(metrics.value(Measure::Reentry), None);
/// # Ok::<(), quandary_level::formats::json::ReadError>(())
/// ```
#[must_use]
pub fn measure(level: &Level, path: &[Position], contents: Contents) -> Metrics {
    let (links, ground) = (Links::of(&level.graph), Ground::of(level));
    let held = held(level, &ground, contents);
    let mut metrics = Metrics::default();
    holdings(&held, &links, &mut metrics);
    shape(&held, &links, &mut metrics);
    links::count(level, &links, &ground, &mut metrics);
    interior::count(level, &mut metrics);
    figures::count(path, &ground, links.rooms(), &mut metrics);
    metrics
}

/// Counts rooms by their contents.
fn holdings(held: &[Vec<Thing>], links: &Links<'_>, metrics: &mut Metrics) {
    let rooms = held.len();
    let rooms_with =
        |what: fn(&Thing) -> bool| held.iter().filter(|things| things.iter().any(what)).count();
    metrics.set(Measure::Empty, held.iter().filter(|things| things.is_empty()).count(), rooms);
    metrics.set(Measure::Keys, rooms_with(|thing| *thing == Thing::Key), rooms);
    metrics.set(Measure::Puzzles, rooms_with(|thing| *thing == Thing::Puzzle), rooms);
    let fought = |thing: &Thing| matches!(thing, Thing::Enemy | Thing::Boss);
    metrics.set(Measure::Enemies, rooms_with(fought), rooms);
    let ends = || {
        (0..rooms).filter(|&room| links.is_dead_end(room) && !held[room].contains(&Thing::Start))
    };
    let rewards = ends().filter(|&room| held[room].iter().any(|thing| *thing != Thing::Enemy));
    metrics.set(Measure::DeadEnds, rewards.count(), ends().count());
}

/// Measures the shape of the graph.
fn shape(held: &[Vec<Thing>], links: &Links<'_>, metrics: &mut Metrics) {
    let rooms = held.len();
    metrics.set(Measure::Cycles, links.cycles(), rooms);
    metrics.set(Measure::OnCycle, links.on_cycle(), rooms);
    let Some(start) = held.iter().position(|things| things.contains(&Thing::Start)) else { return };
    let steps = links.steps(start as NodeIndex);
    let goals = steps.iter().zip(held).filter(|(_, things)| things.contains(&Thing::Goal));
    let Some(goal) = goals.filter_map(|(steps, _)| *steps).min() else { return };
    metrics.set(Measure::Distance, goal, rooms);
    let farthest = steps.iter().flatten().max().copied();
    metrics.set(Measure::Eccentric, goal, farthest.unwrap_or_default());
}

// -------------------------------------------------------------------------------------------------
// The things in rooms, by kind.

/// The contents of rooms that count. In a level without tiles, contents of nodes always count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contents {
    /// Only things on tiles: for levels of the generators, whose nodes repeat them.
    OnTiles,
    /// Also the contents of nodes: for levels that place only some of them on tiles, such as those of the corpus.
    OfNodesToo,
}

/// A thing in a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Thing {
    Start,
    Goal,
    Enemy,
    Boss,
    Key,
    Puzzle,
    /// Anything else: an item, a treasure.
    Other,
}

/// The things in each room.
fn held(level: &Level, ground: &Ground<'_>, contents: Contents) -> Vec<Vec<Thing>> {
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

/// Calls `lies` for everything on tiles, with its cell.
fn on_tiles(graph: &Graph, tiles: &Tiles, mut lies: impl FnMut(Cell, Thing)) {
    for (cell, tile) in tiles.cells() {
        on_tile(tile).into_iter().for_each(|thing| lies(cell, thing));
    }
    tiles.start_cell().into_iter().for_each(|cell| lies(cell, Thing::Start));
    tiles.goal_cells().iter().for_each(|&cell| lies(cell, Thing::Goal));
    tiles.marks.iter().for_each(|mark| lies(mark.cell, thing(mark.gives, graph)));
    tiles.plates.iter().flat_map(|plate| &plate.cells).for_each(|&cell| lies(cell, Thing::Puzzle));
}

/// The thing on a tile, except start and goals, which are handled separately.
fn on_tile(tile: Tile) -> Option<Thing> {
    match tile {
        Tile::Enemy => Some(Thing::Enemy),
        Tile::Boss => Some(Thing::Boss),
        Tile::KeySmall | Tile::KeyBoss => Some(Thing::Key),
        Tile::KeyItem | Tile::ItemMinor => Some(Thing::Other),
        _ => None,
    }
}

/// The thing of a node's content or a mark.
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

fn symbol(name: &str) -> Thing {
    match name.split_once(':') {
        None => Thing::Key,
        Some(("puzzle" | "plate", _)) => Thing::Puzzle,
        Some(_) => Thing::Other,
    }
}
