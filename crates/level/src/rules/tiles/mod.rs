//! The world of a level of tiles: every cell that can be entered is a location, every step a door.
//!
//! Read `sketch` in this order: the terrain, what lies on it, the doors of tiles, the steps between
//! neighbouring cells, the warps. What a step asks for is put together in `steps`: the edges between two
//! rooms (`guards`), the locks of the cell entered, its door, its water.

mod terrain;
pub(crate) mod sketch;
mod guards;
mod doorways;
mod pushes;
mod steps;
mod warps;

use super::facts::Fact;
use super::lock::Asks;
use crate::model::graph::Content;
use crate::model::grid::Cell;
use crate::model::level::{Level, Tiles};
use crate::model::ruleset::{BlockReset, Bombs, Rules, Switches};
use crate::model::tile::Tile;
use doorways::Doorway;
use guards::Guards;
use sketch::{Collect, Sketch};
use smallvec::SmallVec;
use terrain::Terrain;

/// Sketches a level of tiles.
pub(crate) fn sketch(level: &Level, tiles: &Tiles, rules: &Rules, collect: Collect) -> Sketch {
    let terrain = Terrain::of(level, tiles, rules);
    let guards = Guards::of(&level.graph, rules);
    let mut sketch = Sketch {
        cells: terrain.cells.clone(),
        locations: terrain.cells.len(),
        start: tiles.start_cell().and_then(|cell| terrain.location(cell)),
        goals: tiles.goal_cells().iter().filter_map(|&cell| terrain.location(cell)).collect(),
        blocks: pushes::block_map(&terrain),
        // The first lock asks for nothing.
        locks: [Asks::new()].into_iter().collect(),
        win: level.win.clone(),
        ..Sketch::default()
    };
    if rules.blocks == BlockReset::Reset && !sketch.blocks.is_empty() {
        sketch.regions.clone_from(&terrain.room);
    }
    items(&mut sketch, &terrain, collect);
    marks(&mut sketch, &terrain);
    switches(&mut sketch, &terrain);
    plates(&mut sketch, &terrain);
    let doorways = doorways::doorways(&terrain, &guards);
    steps::add(&mut sketch, &terrain, &guards, &doorways);
    warps::add(&mut sketch, &terrain, &guards, collect);
    sketch
}

/// A door of tiles, and its cells in reading order.
pub(crate) struct Door {
    pub(crate) tile: Tile,
    pub(crate) cells: Vec<Cell>,
    /// True if the graph opens it from the beginning.
    pub(crate) is_open: bool,
}

/// The doors of tiles that ask for something, under given rules.
pub(crate) fn doorways(level: &Level, tiles: &Tiles, rules: &Rules) -> Vec<Door> {
    let terrain = Terrain::of(level, tiles, rules);
    let doorways = doorways::doorways(&terrain, &Guards::of(&level.graph, rules));
    let cells = |locations: &[u32]| {
        locations.iter().map(|&location| terrain.cells[location as usize]).collect()
    };
    let door = |door: &Doorway| Door {
        tile: door.tile,
        cells: cells(&door.locations),
        is_open: door.is_open,
    };
    doorways.iter().map(door).collect()
}

/// Adds the pick-ups that lie on tiles.
fn items(sketch: &mut Sketch, terrain: &Terrain<'_>, collect: Collect) {
    if terrain.rules.bombs == Bombs::Unlimited {
        sketch.facts.give(Fact::BombsHeld);
    }
    for (location, &tile) in (0..).zip(&terrain.tile) {
        let item = Fact::Item(terrain.cells[location as usize]);
        let Some(content) = tile.gives() else { continue };
        // If bombs are not used up it does not matter from where they came.
        if content == Content::ItemMinor && terrain.rules.bombs == Bombs::Unlimited {
            sketch.give(location, Fact::BombsHeld, content);
            if collect == Collect::Nothing {
                continue;
            }
        }
        sketch.give(location, item, content);
        if collect == Collect::Everything {
            sketch.collect.push(item);
        }
    }
}

/// Symbols and toggles that lie on tiles.
fn marks(sketch: &mut Sketch, terrain: &Terrain<'_>) {
    for mark in &terrain.tiles.marks {
        let Some(location) = terrain.location(mark.cell) else { continue };
        match mark.gives {
            Content::Symbol(id) => sketch.give(location, Fact::Symbol(id), mark.gives),
            Content::Toggle(id) => {
                sketch.facts.give(Fact::Toggle(id));
                if !sketch.flips.contains(&(location, id)) {
                    sketch.flips.push((location, id));
                }
            }
            _ => {}
        }
    }
}

/// Pressure plates.
fn plates(sketch: &mut Sketch, terrain: &Terrain<'_>) {
    for (number, plate) in (0..).zip(&terrain.tiles.plates) {
        sketch.facts.give(Fact::PlateDown(number));
        if let Some(id) = plate.gives {
            sketch.facts.give(Fact::Symbol(id));
        }
        let is_block = |cell: &Cell| terrain.tiles.tile(*cell) == Some(Tile::Block);
        let cell = |&cell: &Cell| sketch.blocks.cell(terrain.location(cell)?);
        let cells: Option<SmallVec<_>> = plate.cells.iter().map(cell).collect();
        let is_down = !plate.cells.is_empty() && plate.cells.iter().all(is_block);
        sketch.plates.push((cells.unwrap_or_default(), is_down, plate.gives));
    }
}

/// Nodes that hold a switch are entered with any cell of their rectangle. Nobody is in a room without having
/// entered it, so that only cells that can be entered from elsewhere need to say so.
fn switches(sketch: &mut Sketch, terrain: &Terrain<'_>) {
    if terrain.rules.switches == Switches::Free {
        return;
    }
    let graph = &terrain.level.graph;
    for (i, room) in (0..).zip(&terrain.tiles.rooms) {
        let node = graph.nodes.get(room.node as usize);
        if !node.is_some_and(|node| node.contents.contains(&Content::Switch)) {
            continue;
        }
        for location in room.cells().filter_map(|cell| terrain.location(cell)) {
            if is_entrance(terrain, location, i) || sketch.start == Some(location) {
                sketch.give(location, Fact::Taken(room.node), Content::Switch);
            }
        }
    }
}

/// True if a location of a room can be entered from elsewhere: from a cell beside it, or by a warp.
fn is_entrance(terrain: &Terrain<'_>, location: u32, room: u32) -> bool {
    let cell = terrain.cells[location as usize];
    let around = (-1..=1).flat_map(|row| (-1..=1).map(move |col| (row, col)));
    let mut beside =
        around.filter_map(|(row, col)| terrain.location(cell.offset(row, col)?)).peekable();
    let warped =
        terrain.rectangle(room).is_some_and(|r| warps::landing(terrain, r) == Some(location));
    warped || beside.any(|beside| terrain.room_at(beside) != Some(room))
}
