//! Warps: moves from a stair or a door along edges of the graph to a room elsewhere.
//!
//! A warp continues across nodes that have no rectangle and ends at the first node that has one. Each node it crosses
//! is a location of the world in which no player stands. The node has one location for each kind of warp that can
//! cross it: along stairs only, or along any edges from a given room to a room that is not adjacent to it. Doors warp
//! along any edges. Stairs warp along stairs, and with `stair_edges=all` along any edges too.

use super::steps::Guards;
use super::terrain::{NONE, Terrain, entry};
use super::{Collect, TileBuilder};
use crate::model::{Cell, Edge, NodeIndex, Requirement, Room, Tile};
use crate::rules::lock::needs;
use crate::rules::{Location, StairEdges, Way};
use rustc_hash::FxHashMap;

/// The edges along which a warp leads.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum By {
    /// Along stairs, to any room.
    Stairs,
    /// Along edges of any type, out of a room to a room that is not adjacent to it.
    Any(u32),
}

/// The kind of a warp, and the region that it left if blocks return, otherwise [`NONE`].
type From = (By, u32);

/// The state while the warps of a level are added.
struct Warps<'a> {
    terrain: &'a Terrain<'a>,
    collect: Collect,
    /// By node, the edges out of it and the edges that may be crossed back out of it, each with its destination.
    ways: Vec<Vec<(NodeIndex, &'a Edge)>>,
    /// By room that a warp leads to, the cell where it lands.
    landings: FxHashMap<u32, Option<Location>>,
    /// The locations of the nodes that warps cross.
    passed: FxHashMap<(From, NodeIndex), Location>,
    /// The locations of this kind whose doors are not added yet.
    waiting: Vec<(From, NodeIndex, Location)>,
}

/// Adds the warps of a level.
pub(super) fn add(
    builder: &mut TileBuilder,
    terrain: &Terrain<'_>,
    guards: &Guards<'_>,
    collect: Collect,
) {
    let allowed = terrain.rules.warps;
    let graph = &terrain.level.graph;
    if !(allowed.stairs || allowed.doors) || graph.edges.is_empty() {
        return;
    }
    let mut ways = vec![Vec::new(); graph.nodes.len()];
    for edge in graph.edges.iter().filter(|edge| edge.from != edge.to) {
        ways[edge.from as usize].push((edge.to, edge));
        if guards.opens_back(edge) {
            ways[edge.to as usize].push((edge.from, edge));
        }
    }
    let (landings, passed) = (FxHashMap::default(), FxHashMap::default());
    let mut warps = Warps { terrain, collect, ways, landings, passed, waiting: Vec::new() };
    let has_stairs = terrain.tile.contains(&Tile::Stair);
    for room in 0..terrain.tiles.rooms.len() as u32 {
        if allowed.stairs && has_stairs {
            let along: &[By] = match terrain.rules.stair_edges {
                StairEdges::Stair => &[By::Stairs],
                StairEdges::All => &[By::Stairs, By::Any(room)],
            };
            warps.add_exits(builder, along, room, |tile| tile == Tile::Stair);
        }
        if allowed.doors {
            warps.add_exits(builder, &[By::Any(room)], room, Tile::is_door);
        }
    }
    while let Some((from, node, location)) = warps.waiting.pop() {
        for (to, lock) in warps.exits(builder, from, node) {
            builder.doors.push((location, to, Way::Pass, lock));
        }
    }
}

impl Warps<'_> {
    /// Adds the doors out of every cell of a room from which a warp can start.
    fn add_exits(
        &mut self,
        builder: &mut TileBuilder,
        along: &[By],
        room: u32,
        from: impl Fn(Tile) -> bool,
    ) {
        let terrain = self.terrain;
        let Some(rectangle) = terrain.rectangle(room) else { return };
        let region = if builder.regions.is_empty() { NONE } else { room };
        let locations = rectangle.cells().filter_map(|cell| terrain.location(cell));
        let mut locations =
            locations.filter(|&location| from(terrain.tile[location as usize])).peekable();
        if locations.peek().is_none() {
            return;
        }
        let mut exits = Vec::new();
        for &by in along {
            for exit in self.exits(builder, (by, region), rectangle.node) {
                // A stair to a distant room is also one of the edges of any type.
                if !exits.contains(&exit) {
                    exits.push(exit);
                }
            }
        }
        for location in locations {
            for &(to, lock) in &exits {
                builder.doors.push((location, to, Way::Warp, lock));
            }
        }
    }

    /// The locations to which a warp out of a node can lead, each with the number of the lock in the way.
    fn exits(
        &mut self,
        builder: &mut TileBuilder,
        from @ (by, _): From,
        node: NodeIndex,
    ) -> Vec<(Location, u32)> {
        let mut exits = Vec::new();
        for (to, edge) in self.ways[node as usize].clone() {
            if by == By::Stairs && !edge.requires(Requirement::Stair) {
                continue;
            }
            let mut needs = needs(edge);
            let location = match self.terrain.room_of(to) {
                None => self.pass(builder, from, to),
                Some(room) if self.is_too_near(by, room) => continue,
                Some(room) => match self.landing(room) {
                    Some(location) => {
                        needs.extend(entry(self.terrain, location));
                        location
                    }
                    None => continue,
                },
            };
            exits.push((location, builder.lock(needs)));
        }
        exits
    }

    /// The location where a warp into a room lands.
    fn landing(&mut self, room: u32) -> Option<Location> {
        let terrain = self.terrain;
        let found = || terrain.rectangle(room).and_then(|room| landing(terrain, room));
        *self.landings.entry(room).or_insert_with(found)
    }

    fn is_too_near(&self, by: By, room: u32) -> bool {
        let By::Any(from) = by else { return false };
        match (self.terrain.rectangle(from), self.terrain.rectangle(room)) {
            (Some(a), Some(b)) => a.is_adjacent(b),
            _ => false,
        }
    }

    /// The location of a node that a warp crosses.
    fn pass(&mut self, builder: &mut TileBuilder, from: From, node: NodeIndex) -> Location {
        if let Some(&location) = self.passed.get(&(from, node)) {
            return location;
        }
        let Terrain { level, rules, .. } = self.terrain;
        let location = builder.pass(&level.graph, rules, self.collect, (node, from.1));
        self.passed.insert((from, node), location);
        self.waiting.push((from, node, location));
        location
    }
}

/// The location where a warp into a room lands: its first stair, otherwise the cell nearest its centre on which a
/// player can always stand. It depends on the level alone, not on pushed blocks.
pub(super) fn landing(terrain: &Terrain<'_>, room: &Room) -> Option<Location> {
    let centre = (room.corner.row + room.rows / 2, room.corner.col + room.cols / 2);
    let distance = |cell: &Cell| cell.row.abs_diff(centre.0) + cell.col.abs_diff(centre.1);
    let stair = room.cells().find(|&cell| terrain.seen(cell) == Tile::Stair);
    let nearest = || {
        let stands = |cell: &Cell| terrain.seen(*cell).is_always_walkable();
        room.cells().filter(stands).min_by_key(distance)
    };
    terrain.location(stair.or_else(nearest)?)
}
