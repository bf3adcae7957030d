//! Converts a plan to tiles: a playable level with a room graph. Rooms are furnished by templates or as block rooms.
//!
//! A room is a rectangle of tiles with walls around it. A passage is a pair of facing doors somewhere along the side
//! through which it leads. Its requirements are on its edge in the graph; bombable walls, water and plates are also
//! tiles. Invariant: decoration and puzzles leave all doors and things of a room connected, except for water before a
//! door.

mod ground;
mod arrangements;
mod block_rooms;
mod bridge_rooms;

pub use ground::{Spot, key_name};
pub(crate) use ground::{plate_name, symbol};

use super::plan::{Gate, Passage, Plan, Thing};
use super::request::{Request, Size};
use crate::bitgrid;
use crate::dungeon::plan::site::{RoomId, is_rectangle};
use crate::dungeon::rooms::{self, Family, InteriorRequest, Rock, Sides, Split, UseCounts};
use crate::purpose::Holder;
use crate::reject::RejectReason;
use ground::{Ground, PlacedRoom, doors, rooms, span};
use level::rules::{BlockReset, Bombs, Push};
use level::{
    Cell, Content, Edge, Graph, Grid, Level, Mark, Node, NodeId, Requirement, Room, Rules,
    SymbolId, Tile, Tiles,
};
use search::{Attempt, Stream};
use smallvec::SmallVec;
use std::cmp::Reverse;

/// A plan as tiles.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Tiled {
    /// The level.
    pub level: Level,
    /// For each room, the name of the template that furnished it.
    pub templates: Vec<String>,
}

/// Converts a plan to tiles.
///
/// # Errors
/// [`RejectReason::NoBlockRoom`] if no blocks were found that open a portcullis or bridge pits, [`RejectReason::NoFurniture`] if not
/// even an empty room has space for its contents.
pub fn tile_plan(plan: &Plan, request: &Request, attempt: Attempt) -> Result<Tiled, RejectReason> {
    let size = request.size;
    let mut rooms = rooms(plan, size);
    doors(plan, size, &mut rooms, &mut attempt.phase("doors"));
    furnish_all(plan, request, &mut rooms, attempt)?;
    let templates = rooms.iter_mut().map(|placed| std::mem::take(&mut placed.template)).collect();
    Ok(Tiled { level: assemble(plan, size, rooms), templates })
}

/// The holders of a plan that its tiles confirm.
pub(super) fn holders(plan: &Plan, tiled: &Tiled) -> Vec<Option<Holder>> {
    let tiles = tiled.level.tiles.as_ref();
    tiles.map_or_else(Vec::new, |tiles| confirmed(plan, tiles))
}

/// The rules of dungeons: bombs are unlimited, blocks can be pushed repeatedly and return to their places when the
/// player leaves the room.
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
fn assemble(plan: &Plan, size: Size, rooms: Vec<PlacedRoom>) -> Level {
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
    for (node, placed) in (0..).zip(rooms) {
        let PlacedRoom { corner, ground, marks, switches, plates, .. } = placed;
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

/// The number of a symbol; adds the symbol if its name is new.
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

/// The contents of a room.
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

/// The edges of a passage in both directions.
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

/// Furnishes the rooms and places their contents.
fn furnish_all(
    plan: &Plan,
    request: &Request,
    rooms: &mut [PlacedRoom],
    attempt: Attempt,
) -> Result<(), RejectReason> {
    let family = request.family;
    let shared = request.numbers.shared(plan.block_rooms());
    let part = attempt.part("contents");
    let mut used = UseCounts::new(rooms.len());
    let maps = maps(family, rooms, part);
    for (id, placed) in rooms.iter_mut().enumerate() {
        let stream = &mut part.phase(&id.to_string());
        let plate = plan.passages.iter().find_map(|passage| match passage.gate {
            Gate::Plate(plate) if passage.ends[0] == id => Some(plate),
            _ => None,
        });
        let bridge = plan.bridged.iter().position(|&room| room == id);
        match plate {
            None if let Some(bridge) = bridge => {
                let blocks = shared(plan.plates + bridge);
                bridge_room(plan, (id, placed), (family, blocks), stream)?;
            }
            Some(plate) => {
                let spots = block_rooms::place(&mut placed.ground, family, shared(plate), stream);
                let spots = spots.ok_or(RejectReason::NoBlockRoom)?;
                placed.plates.push((plate, spots));
                placed.template = "yard".to_owned();
            }
            None => {
                let map = maps.get(placed.corner.floor as usize);
                furnish(plan, id, request, (placed, map), &mut used, stream)?;
            }
        }
    }
    Ok(())
}

/// Fills a room with pits, blocks that bridge them, and a lever beyond.
fn bridge_room(
    plan: &Plan,
    (id, placed): (RoomId, &mut PlacedRoom),
    (family, blocks): (Family, Option<usize>),
    stream: &mut Stream,
) -> Result<(), RejectReason> {
    let lever = match plan.things[id].as_slice() {
        &[lever @ Thing::Solution(_)] => symbol(plan, lever),
        _ => None,
    };
    let lever = lever.ok_or(RejectReason::NoBlockRoom)?;
    let spot = bridge_rooms::place(&mut placed.ground, family, blocks, stream);
    placed.marks.push((spot.ok_or(RejectReason::NoBlockRoom)?, lever));
    placed.template = "bridge".to_owned();
    Ok(())
}

/// Fills a room from a template, and places its things and enemies.
fn furnish(
    plan: &Plan,
    id: RoomId,
    request: &Request,
    (placed, map): (&mut PlacedRoom, Option<&bitgrid::Grid>),
    used: &mut UseCounts,
    stream: &mut Stream,
) -> Result<(), RejectReason> {
    let fixed = fixtures(plan, id);
    let things = &plan.things[id];
    let (rows, cols) = placed.ground.size();
    let mouths: Vec<rooms::Spot> =
        placed.ground.mouths().iter().map(|mouth| inside(mouth.spot)).collect();
    // Each passage beyond water leads to its own part of the floor; everything else is in one part.
    let sides: Vec<Option<u8>> = (1..)
        .zip(placed.ground.mouths())
        .map(|(side, mouth)| Some(if mouth.beyond_water { side } else { 0 }))
        .collect();
    let count = fixed.len() + things.len();
    let near = vec![Some(0); count.max(1)];
    let split = Split::Water(Sides {
        mouths: &sides,
        things: &near[..count],
        stairs: &near[..usize::from(placed.stairs)],
    });
    let (closed, map) = (closed(plan, id, placed), map.map_or(Vec::new(), |map| cut(map, placed)));
    let interior = InteriorRequest {
        family: request.family,
        purpose: plan.purposes[id],
        width: cols as usize - 2,
        height: rows as usize - 2,
        mouths: &mouths,
        things: count,
        stairs: usize::from(placed.stairs),
        split: if placed.ground.mouths().iter().any(|mouth| mouth.beyond_water) {
            split
        } else {
            Split::Open
        },
        liked: liked(plan.holders[id]),
        rock: Rock { closed: &closed, map: &map },
    };
    let library = &*request.library;
    let filled = rooms::fill(library, &interior, used, stream);
    // If no river fits, the door gets a moat.
    let moat = filled.is_none() && interior.split != Split::Open;
    let filled = match filled {
        None if moat => {
            rooms::fill(library, &InteriorRequest { split: Split::Open, ..interior }, used, stream)
        }
        filled => filled,
    };
    let filled = filled.ok_or(RejectReason::NoFurniture)?;
    for (at, &tile) in filled.tiles.iter().enumerate() {
        let (row, col) = (at / filled.width, at % filled.width);
        placed.ground.set((row as u32 + 1, col as u32 + 1), tile);
    }
    let held: Vec<Spot> = filled.things.iter().map(|&spot| outside(spot)).collect();
    let mut spots = held.iter().copied();
    for (tile, spot) in fixed.into_iter().zip(&mut spots) {
        placed.ground.set(aside(&placed.ground, tile, spot, &held), tile);
    }
    for (&thing, spot) in things.iter().zip(&mut spots) {
        placed.ground.set(spot, tile_of(thing));
        placed.marks.extend(symbol(plan, thing).map(|name| (spot, name)));
        if let Thing::Switch(switch) = thing {
            placed.switches.push((spot, switch));
        }
    }
    let key = things.iter().position(|thing| matches!(thing, Thing::Key(_) | Thing::Item));
    let key = key.and_then(|key| held.get(count - things.len() + key)).copied();
    for spot in enemies(plan, id, &filled.enemies, key) {
        placed.ground.set(spot, Tile::Enemy);
    }
    placed.template = filled.template;
    if moat && !placed.ground.moats(&held) {
        return Err(RejectReason::NoFurniture);
    }
    Ok(())
}

/// The cell for a tile. A goal is moved off the routes between doors, since reaching it ends the game.
fn aside(ground: &Ground, tile: Tile, spot: Spot, held: &[Spot]) -> Spot {
    let better = if tile == Tile::Goal { ground.aside(spot, held) } else { None };
    better.unwrap_or(spot)
}

/// The maps from which the caves of each floor are cut, if the family has caves.
fn maps(family: Family, rooms: &[PlacedRoom], part: Attempt) -> Vec<bitgrid::Grid> {
    let floors = rooms.iter().map(|placed| placed.corner.floor + 1).max().unwrap_or(0);
    let floors = if rooms::has_caves(family) { floors } else { 0 };
    let map = |floor: u32| {
        let on = || rooms.iter().filter(|placed| placed.corner.floor == floor);
        let ends = on().map(|PlacedRoom { corner, ground, .. }| {
            let (rows, cols) = ground.size();
            (corner.row + rows, corner.col + cols)
        });
        let size = ends.reduce(|one, other| (one.0.max(other.0), one.1.max(other.1)));
        let (rows, cols) = size.unwrap_or_default();
        let mut open = bitgrid::Grid::solid(cols, rows);
        for placed in on() {
            for (row, col) in interior(placed) {
                let solid = placed.ground.tile((row, col)) == Tile::Wall;
                open.set(placed.corner.col + col, placed.corner.row + row, solid);
            }
        }
        rooms::map(family, &open, &mut part.phase(&format!("map {floor}")))
    };
    (0..floors).map(map).collect()
}

/// The cells inside the walls of a room, row by row.
fn interior(placed: &PlacedRoom) -> impl Iterator<Item = Spot> + use<> {
    let (rows, cols) = placed.ground.size();
    (1..rows - 1).flat_map(move |row| (1..cols - 1).map(move |col| (row, col)))
}

/// The rock of a map within a room.
fn cut(map: &bitgrid::Grid, placed: &PlacedRoom) -> Vec<bool> {
    let corner = placed.corner;
    let solid =
        |(row, col): Spot| map.is_solid(i64::from(corner.col + col), i64::from(corner.row + row));
    interior(placed).map(solid).collect()
}

/// The cells of a room's rectangle outside its cells; empty if the room is a rectangle.
fn closed(plan: &Plan, id: RoomId, placed: &PlacedRoom) -> Vec<bool> {
    let is_wall = |spot| placed.ground.tile(spot) == Tile::Wall;
    if is_rectangle(&plan.site.rooms[id]) {
        return Vec::new();
    }
    interior(placed).map(is_wall).collect()
}

/// The cells of the enemies of a room, chosen from `may`: guards of a key stand close to it, ambushers far from it.
fn enemies(plan: &Plan, id: RoomId, may: &[rooms::Spot], key: Option<Spot>) -> Vec<Spot> {
    let load = if id == plan.boss() { 0 } else { usize::from(plan.enemies[id]) };
    let mut spots: Vec<Spot> = may.iter().map(|&spot| outside(spot)).collect();
    let steps = |&(row, col): &Spot| {
        let key = key.unwrap_or((row, col));
        row.abs_diff(key.0) + col.abs_diff(key.1)
    };
    match plan.holders[id] {
        Some(Holder::GuardedAltar) => spots.sort_by_key(steps),
        Some(Holder::Ambush) => spots.sort_by_key(|spot| Reverse(steps(spot))),
        _ => {}
    }
    spots.truncate(load.div_ceil(2));
    spots
}

/// The tile preferred in a room with this holder.
fn liked(holder: Option<Holder>) -> Option<Tile> {
    match holder? {
        Holder::FloodingVault => Some(Tile::Element),
        Holder::CollapsingBridge => Some(Tile::Void),
        _ => None,
    }
}

/// The holders of a plan that the tiles confirm: a flooding vault needs water, a collapsing bridge a pit.
fn confirmed(plan: &Plan, tiles: &Tiles) -> Vec<Option<Holder>> {
    let is_there = |node: usize, tile: Tile| {
        let of_node = tiles.rooms.iter().filter(|room| room.node as usize == node);
        let like =
            |found: Tile| found == tile || (found, tile) == (Tile::ElementFloor, Tile::Element);
        of_node.flat_map(Room::cells).filter_map(|cell| tiles.tile(cell)).any(like)
    };
    let is_so = |(node, holder): (usize, &Option<Holder>)| {
        holder.filter(|_| liked(*holder).is_none_or(|tile| is_there(node, tile)))
    };
    plan.holders.iter().enumerate().map(is_so).collect()
}

/// Converts a cell of a room to a cell of its interior.
fn inside((row, col): Spot) -> rooms::Spot {
    rooms::Spot { row: row.saturating_sub(1) as usize, col: col.saturating_sub(1) as usize }
}

/// Converts a cell of an interior to a cell of its room.
fn outside(spot: rooms::Spot) -> Spot {
    (spot.row as u32 + 1, spot.col as u32 + 1)
}

/// The tiles of a room besides its things: start, goal and boss.
fn fixtures(plan: &Plan, id: RoomId) -> Vec<Tile> {
    let fixed = [(plan.start(), Tile::Start), (plan.goal(), Tile::Goal), (plan.boss(), Tile::Boss)];
    let is_there = |tile: &Tile| *tile != Tile::Boss || !plan.peaceful;
    fixed
        .into_iter()
        .filter(|&(room, _)| room == id)
        .map(|(_, tile)| tile)
        .filter(is_there)
        .collect()
}

/// The tile on which a thing lies, or which it is. No pushable blocks are placed where things lie.
fn tile_of(thing: Thing) -> Tile {
    match thing {
        Thing::Item => Tile::KeyItem,
        Thing::Bombs => Tile::ItemMinor,
        Thing::SmallKey => Tile::KeySmall,
        Thing::Key(_) | Thing::Treasure(_) | Thing::Solution(_) | Thing::Switch(_) => Tile::Floor,
    }
}
