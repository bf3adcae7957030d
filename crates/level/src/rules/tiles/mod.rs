//! The world of a level of tiles: every cell that can be entered is a location, and every step is a door.
//!
//! Read `builder` in this order: the terrain, the things on it, the doors of tiles, the steps between neighbouring
//! cells, the warps. `steps` collects the requirements of a step: the edges between two rooms ([`Guards`]), and the
//! locks, the door and the water of the cell entered.

mod terrain;
mod steps;
mod warps;

use super::lock::{Need, Needs};
use super::world::builder::WorldBuilder;
use super::{
    BlockMap, BlockReset, Bombs, Door, Fact, Facts, Location, Rules, Switches, Way, World, taken,
};
use crate::model::{Cell, Content, Graph, Level, NodeIndex, Requirement, SymbolId, Tile, Tiles};
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;
use steps::{Guards, doorways};
use terrain::Terrain;

pub(crate) fn builder(
    level: &Level,
    tiles: &Tiles,
    rules: &Rules,
    collect: Collect,
) -> TileBuilder {
    let terrain = Terrain::of(level, tiles, rules);
    let guards = Guards::of(&level.graph, rules);
    let mut builder = TileBuilder {
        cells: terrain.cells.clone(),
        locations: terrain.cells.len(),
        start: tiles.start_cell().and_then(|cell| terrain.location(cell)),
        goals: tiles.goal_cells().iter().filter_map(|&cell| terrain.location(cell)).collect(),
        blocks: terrain::block_map(&terrain),
        // The first lock has no requirements.
        locks: [Needs::new()].into_iter().collect(),
        win: level.win.clone(),
        ..TileBuilder::default()
    };
    if rules.blocks == BlockReset::Reset && !builder.blocks.is_empty() {
        builder.regions.clone_from(&terrain.room);
    }
    items(&mut builder, &terrain, collect);
    marks(&mut builder, &terrain);
    switches(&mut builder, &terrain);
    plates(&mut builder, &terrain);
    steps::add(&mut builder, &terrain, &guards);
    warps::add(&mut builder, &terrain, &guards, collect);
    builder
}

/// The doors of tiles that require something under the given rules and that the graph does not open: the tile of
/// each, and its cells in reading order.
pub(crate) fn shut_doors(level: &Level, tiles: &Tiles, rules: &Rules) -> Vec<(Tile, Vec<Cell>)> {
    let terrain = Terrain::of(level, tiles, rules);
    let doorways = doorways(&terrain, &Guards::of(&level.graph, rules));
    let cell = |&at: &Location| terrain.cells[at as usize];
    let shut = doorways.iter().filter(|door| !door.is_open);
    shut.map(|door| (door.tile, door.locations.iter().map(cell).collect())).collect()
}

/// By room, the cell where a warp into it lands.
pub(crate) fn landings(level: &Level, rules: &Rules) -> Vec<Option<Cell>> {
    let Some(tiles) = &level.tiles else { return Vec::new() };
    let terrain = Terrain::of(level, tiles, rules);
    let landing = |room| terrain.cells.get(warps::landing(&terrain, room)? as usize).copied();
    tiles.rooms.iter().map(landing).collect()
}

/// Adds the pick-ups that lie on tiles.
fn items(builder: &mut TileBuilder, terrain: &Terrain<'_>, collect: Collect) {
    if terrain.rules.bombs == Bombs::Unlimited {
        builder.facts.give(Fact::BombsHeld);
    }
    for (location, &tile) in (0..).zip(&terrain.tile) {
        let item = Fact::Item(terrain.cells[location as usize]);
        let Some(content) = tile.gives() else { continue };
        // If bombs are not used up, it does not matter which pick-up they came from.
        if content == Content::ItemMinor && terrain.rules.bombs == Bombs::Unlimited {
            builder.give(location, Fact::BombsHeld, content);
            if collect == Collect::Nothing {
                continue;
            }
        }
        builder.give(location, item, content);
        if collect == Collect::Everything {
            builder.collect.push(item);
        }
    }
}

/// Adds symbols and toggles that lie on tiles.
fn marks(builder: &mut TileBuilder, terrain: &Terrain<'_>) {
    for mark in &terrain.tiles.marks {
        let Some(location) = terrain.location(mark.cell) else { continue };
        match mark.gives {
            Content::Symbol(id) => builder.give(location, Fact::Symbol(id), mark.gives),
            Content::Toggle(id) => {
                builder.facts.give(Fact::Toggle(id));
                if !builder.flips.contains(&(location, id)) {
                    builder.flips.push((location, id));
                }
            }
            _ => {}
        }
    }
}

/// Adds the pressure plates.
fn plates(builder: &mut TileBuilder, terrain: &Terrain<'_>) {
    for (number, plate) in (0..).zip(&terrain.tiles.plates) {
        builder.facts.give(Fact::PlateDown(number));
        if let Some(id) = plate.gives {
            builder.facts.give(Fact::Symbol(id));
        }
        let is_block = |cell: &Cell| terrain.tiles.tile(*cell) == Some(Tile::Block);
        let cell = |&cell: &Cell| builder.blocks.cell(terrain.location(cell)?);
        let cells: Option<SmallVec<_>> = plate.cells.iter().map(cell).collect();
        let is_down = !plate.cells.is_empty() && plate.cells.iter().all(is_block);
        builder.plates.push((cells.unwrap_or_default(), is_down, plate.gives));
    }
}

/// Adds the nodes that hold a switch, which are entered with any cell of their rectangle. A player inside a room has
/// entered it, so only the cells that can be entered from elsewhere set the bit.
fn switches(builder: &mut TileBuilder, terrain: &Terrain<'_>) {
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
            if is_entrance(terrain, location, i) || builder.start == Some(location) {
                builder.give(location, Fact::Taken(room.node), Content::Switch);
            }
        }
    }
}

/// True if a location of a room can be entered from elsewhere: from a neighbouring cell, or by a warp.
fn is_entrance(terrain: &Terrain<'_>, location: u32, room: u32) -> bool {
    let cell = terrain.cells[location as usize];
    let around = (-1..=1).flat_map(|row| (-1..=1).map(move |col| (row, col)));
    let mut beside =
        around.filter_map(|(row, col)| terrain.location(cell.offset(row, col)?)).peekable();
    let warped =
        terrain.rectangle(room).is_some_and(|r| warps::landing(terrain, r) == Some(location));
    warped || beside.any(|beside| terrain.room_at(beside) != Some(room))
}

// -------------------------------------------------------------------------------------------------
// The world of a level of tiles, before bits are assigned to its facts.
//
// The number of words of a state is known only after all facts have been collected. So this builder describes the
// level first, and then makes a world of the right width.

/// The condition for a goal to count, besides being reached.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Collect {
    /// No further condition.
    #[default]
    Nothing,
    /// All pick-ups must have been taken.
    Everything,
}

/// Something that a location gives to a player who does not have it yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Pickup {
    location: Location,
    fact: Fact,
    /// Its kind, for locks and counters. A symbol is given with its id.
    content: Content,
}

/// A level of tiles under given rules, as locations and doors. The locations after those of the cells are nodes that
/// warps pass.
#[derive(Default)]
pub(crate) struct TileBuilder {
    pub(crate) facts: Facts,
    start: Option<Location>,
    goals: Vec<Location>,
    cells: Vec<Cell>,
    locations: usize,
    /// By location after those of the cells, the node that a warp passes.
    passed: Vec<NodeIndex>,
    pickups: Vec<Pickup>,
    flips: Vec<(Location, u32)>,
    doors: Vec<(Location, Location, Way, u32)>,
    /// By location, its region: blocks return when a player leaves it. Empty if blocks stay. For a node that a warp
    /// passes, the region in which the warp began.
    regions: Vec<u32>,
    /// The pressure plates: their cells by number in the push map (none if blocks can never press the plate), true if
    /// the plate is down at the start, and its symbol.
    plates: Vec<(SmallVec<[u32; 4]>, bool, Option<SymbolId>)>,
    /// The conditions that win wherever a player stands.
    win: Vec<Requirement>,
    /// The distinct locks, by number; number 0 requires nothing.
    locks: IndexSet<Needs, FxBuildHasher>,
    blocks: BlockMap,
    /// The facts that a goal requires besides being reached.
    collect: Vec<Fact>,
}

impl TileBuilder {
    /// The number of the lock with some requirements; 0 requires nothing.
    fn lock(&mut self, mut needs: Needs) -> u32 {
        if needs.is_empty() {
            return 0;
        }
        needs.sort_unstable();
        needs.dedup();
        if let Some(known) = self.locks.get_index_of(&needs) {
            return known as u32;
        }
        for need in &needs {
            if let Need::Spend(_, lock) = need {
                self.facts.give(*lock);
            }
        }
        self.locks.insert_full(needs).0 as u32
    }

    /// Adds a pick-up to a location, and assigns a bit to its fact.
    fn give(&mut self, location: Location, fact: Fact, content: Content) {
        self.facts.give(fact);
        self.pickups.push(Pickup { location, fact, content });
    }

    /// Adds a location for a node that a warp from a region passes. The contents of the node are taken, except
    /// toggles.
    fn pass(
        &mut self,
        graph: &Graph,
        rules: &Rules,
        collect: Collect,
        (node, region): (NodeIndex, u32),
    ) -> Location {
        let location = self.locations as Location;
        self.locations += 1;
        if !self.regions.is_empty() {
            self.regions.push(region);
        }
        self.passed.push(node);
        let contents =
            graph.nodes.get(node as usize).into_iter().flat_map(|held| taken(node, held));
        for (content, fact) in contents {
            let fact = match (content, fact) {
                (Content::Switch, _) if rules.switches == Switches::Free => continue,
                (Content::ItemMinor, _) if rules.bombs == Bombs::Unlimited => Fact::BombsHeld,
                (_, Some(fact)) => fact,
                (_, None) => continue,
            };
            self.give(location, fact, content);
            let is_item = !matches!(content, Content::Switch | Content::Symbol(_));
            if collect == Collect::Everything && is_item {
                self.give(location, Fact::Taken(node), content);
                self.collect.push(Fact::Taken(node));
            }
        }
        location
    }

    /// The world, in the width of its bits. `facts` are the facts of this builder.
    pub(crate) fn world<const W: usize>(&self, facts: &Facts, rules: &Rules) -> World<W> {
        let mut builder = WorldBuilder::default();
        builder.begin(self.locations, facts, rules);
        builder.tiles(&self.cells, &self.passed, &self.blocks);
        builder.start(self.start);
        self.goals.iter().for_each(|&goal| builder.goal(goal));
        self.collect.iter().for_each(|&fact| builder.collect(&facts.one(fact)));
        for pickup in &self.pickups {
            builder.give(pickup.location, &facts.one(pickup.fact), pickup.content);
        }
        for (number, (cells, is_down, gives)) in (0..).zip(&self.plates) {
            builder.plate(number, (cells.clone(), *is_down), *gives, facts);
        }
        builder.win(&self.win, facts);
        // The locks keep the numbers that this builder gave them.
        for needs in &self.locks {
            builder.lock(needs.clone(), facts);
        }
        builder.expect_doors(self.doors.len());
        for &(from, to, way, lock) in &self.doors {
            let region = |at: Location| self.regions.get(at as usize);
            let resets = region(from) != region(to) && to < self.cells.len() as Location;
            builder.put(from, Door { to, lock, way, plain: false, resets });
        }
        let mut flips = self.flips.clone();
        flips.sort_unstable();
        for (location, toggle) in flips {
            builder.flip(location, facts.one(Fact::Toggle(toggle)));
        }
        let mut world = builder.into_world();
        world.close_pits();
        world
    }
}
