//! From a plan to tiles: a level that can be walked, with its room graph.
//!
//! A room is a rectangle of tiles with walls around it, a passage a pair of doors that face each other, somewhere along
//! the side that it leads through. What a passage asks for stands on its edge; walls that a bomb opens, water and
//! plates are tiles besides. Invariant: whatever is laid for looks or for a puzzle leaves all doors and things of a
//! room in one piece, water before a door aside.

mod ground;
mod yards;
mod furnish;

pub use ground::{Spot, key_name};
pub(crate) use ground::{plate_name, symbol};

use super::holder::Holder;
use super::plan::{Gate, Passage, Plan, Thing};
use super::request::{Request, Size};
use crate::reject::Reject;
use ground::{Laid, doors, rooms, span};
use level::rules::{BlockReset, Bombs, Push};
use level::{
    Cell, Content, Edge, Graph, Grid, Level, Mark, Node, NodeId, Requirement, Rules, SymbolId,
    Tile, Tiles,
};
use search::Attempt;
use smallvec::SmallVec;

/// A plan in tiles.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Tiled {
    /// The level.
    pub level: Level,
    /// Of each room the name of the template that furnished it.
    pub templates: Vec<String>,
}

/// Lays a plan out in tiles.
///
/// # Errors
/// [`Reject::NoYard`] where no blocks were found that open a portcullis, [`Reject::NoFurniture`] where not even a bare
/// room holds what is to lie in it.
pub fn lay(plan: &Plan, request: &Request, attempt: Attempt) -> Result<Tiled, Reject> {
    let size = request.size;
    let mut rooms = rooms(plan, size);
    doors(plan, size, &mut rooms, &mut attempt.phase("doors"));
    furnish::contents(plan, request, &mut rooms, attempt)?;
    let templates = rooms.iter_mut().map(|laid| std::mem::take(&mut laid.template)).collect();
    Ok(Tiled { level: assemble(plan, size, rooms), templates })
}

/// What keeps the keys of a plan, as far as its tiles bear it out.
pub(super) fn holders(plan: &Plan, tiled: &Tiled) -> Vec<Option<Holder>> {
    let tiles = tiled.level.tiles.as_ref();
    tiles.map_or_else(Vec::new, |tiles| furnish::borne_out(plan, tiles))
}

/// The rules of designed dungeons: bombs never run out, blocks can be pushed again and go back when their room is left.
#[must_use]
pub fn rules() -> Rules {
    Rules {
        bombs: Bombs::Unlimited,
        push: Push::Free,
        blocks: BlockReset::Reset,
        ..Rules::default()
    }
}

/// The level of all rooms.
fn assemble(plan: &Plan, size: Size, rooms: Vec<Laid>) -> Level {
    let mut graph = graph(plan);
    let (lowest, top) = span(plan, None, 2);
    let floor = |z: i32| {
        let cells = |axis| {
            let (low, high) = span(plan, Some(z), axis);
            (high - low + 1) as u32
        };
        Grid::filled(cells(1) * size.height, cells(0) * size.width, Tile::Void)
    };
    let mut tiles = Tiles { floors: (lowest..=top).rev().map(floor).collect(), ..Tiles::default() };
    for (node, laid) in (0..).zip(rooms) {
        let Laid { corner, ground, marks, switches, plates, .. } = laid;
        let cell =
            |(row, col): Spot| Cell { row: corner.row + row, col: corner.col + col, ..corner };
        for (spot, tile) in ground.tiles() {
            let Cell { floor, row, col } = cell(spot);
            if let Some(grid) = tiles.floors.get_mut(floor as usize) {
                grid.set(row, col, tile);
            }
        }
        let (rows, cols) = ground.size();
        tiles.rooms.push(level::Room { node, corner, rows, cols });
        for (spot, name) in marks {
            let gives = Content::Symbol(symbol_id(&mut graph, &name));
            tiles.marks.push(Mark { cell: cell(spot), gives });
        }
        for (spot, switch) in switches {
            let gives = Content::Toggle(switch as u32);
            tiles.marks.push(Mark { cell: cell(spot), gives });
        }
        for (number, spots) in plates {
            let name = plate_name(number);
            let gives = Some(symbol_id(&mut graph, &format!("plate:{name}")));
            graph.plates.push(name);
            tiles.plates.push(level::Plate { cells: spots.into_iter().map(cell).collect(), gives });
        }
    }
    Level { graph, rules: Some(rules()), ..Level::of_tiles(tiles) }
}

/// The number of a symbol, which is new if no other has its name.
fn symbol_id(graph: &mut Graph, name: &str) -> SymbolId {
    let known = graph.symbols.iter().position(|symbol| symbol == name);
    known.unwrap_or_else(|| {
        graph.symbols.push(name.to_owned());
        graph.symbols.len() - 1
    }) as SymbolId
}

/// The room graph.
fn graph(plan: &Plan) -> Graph {
    let mut graph = Graph::default();
    for key in 0..plan.keys {
        symbol_id(&mut graph, &key_name(key));
    }
    for id in 0..plan.site.rooms.len() {
        let contents = contents(plan, id, &mut graph);
        graph.nodes.push(Node { id: NodeId::Number(id as i64), contents });
    }
    for passage in &plan.passages {
        edges(plan, passage, &mut graph);
    }
    graph.start = Some(plan.start() as u32);
    graph.goals.push(plan.goal() as u32);
    graph
}

/// Contents of a room.
fn contents(plan: &Plan, id: usize, graph: &mut Graph) -> SmallVec<[Content; 2]> {
    let mut contents = SmallVec::new();
    contents.extend((id == plan.start()).then_some(Content::Start));
    contents.extend((id == plan.goal()).then_some(Content::Goal));
    contents.extend((id == plan.boss() && !plan.peaceful).then_some(Content::Boss));
    for &thing in &plan.things[id] {
        contents.push(match thing {
            Thing::Item => Content::KeyItem,
            Thing::Bombs => Content::ItemMinor,
            Thing::SmallKey => Content::Key,
            Thing::Switch(switch) => Content::Toggle(switch as u32),
            Thing::Key(_) | Thing::Treasure(_) | Thing::Solution(_) => {
                Content::Symbol(symbol_id(graph, &symbol(plan, thing).unwrap_or_default()))
            }
        });
    }
    for passage in plan.passages_of(id).filter(|passage| passage.ends[0] == id) {
        if let Gate::Plate(plate) = passage.gate {
            let name = format!("plate:{}", plate_name(plate));
            contents.push(Content::Symbol(symbol_id(graph, &name)));
        }
    }
    contents
}

/// The edges of a passage, there and back.
fn edges(plan: &Plan, passage: &Passage, graph: &mut Graph) {
    let [from, to] = passage.ends.map(|end| end as u32);
    let there: Vec<Requirement> = match &passage.gate {
        Gate::Open => Vec::new(),
        Gate::Bombable => vec![Requirement::Bombable],
        Gate::Keys(keys) => {
            let asked = |key: &usize| Requirement::Symbol(symbol_id(graph, &key_name(*key)));
            keys.iter().map(asked).collect()
        }
        Gate::Puzzle(puzzle) => {
            let name = symbol(plan, Thing::Solution(*puzzle)).unwrap_or_default();
            vec![Requirement::Symbol(symbol_id(graph, &name))]
        }
        Gate::Plate(plate) => {
            let name = format!("plate:{}", plate_name(*plate));
            vec![Requirement::Symbol(symbol_id(graph, &name))]
        }
        Gate::Water => vec![Requirement::ItemLocked],
        Gate::OneWay => vec![Requirement::SoftLocked],
        Gate::SmallLock => vec![Requirement::KeyLocked],
        Gate::Shutter(key) => vec![Requirement::Lacks(symbol_id(graph, &key_name(*key)))],
        Gate::Switch(switch, on) => vec![Requirement::Toggle(*switch as u32, *on)],
    };
    let back = match passage.gate {
        Gate::Puzzle(_) | Gate::Plate(_) => Some(Vec::new()),
        Gate::OneWay => None,
        _ => Some(there.clone()),
    };
    let stair = passage.is_stair().then_some(Requirement::Stair);
    let mut edge = |from, to, requires: Vec<Requirement>| {
        graph.edges.push(Edge { from, to, requires: requires.into_iter().chain(stair).collect() });
    };
    edge(from, to, there);
    if let Some(back) = back {
        edge(to, from, back);
    }
}
