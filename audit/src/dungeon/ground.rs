//! The tiles of a level made ready to be walked: what each cell asks for and gives.

use crate::lock::{Bits, Lock};
use crate::read::level::{Level, Rectangle};
use rustc_hash::FxBuildHasher;
use std::collections::{BTreeMap, HashMap};

/// No cell, and no room.
pub(crate) const NONE: u32 = u32::MAX;
/// The numbers of tiles on which nobody can stand, and of those onto which a block can be pushed
/// (`push_onto=floor`).
const SOLID: [u8; 2] = [0, 2];
const SMOOTH: [u8; 2] = [1, 41];
pub(crate) const FLOOR: u8 = 1;
pub(crate) const BLOCK: u8 = 3;
pub(crate) const START: u8 = 21;
pub(crate) const GOAL: u8 = 22;
pub(crate) const SMALL_KEY: u8 = 30;
pub(crate) const WATER: u8 = 40;
pub(crate) const STAIR: u8 = 42;

/// A level under the strict rules, `push_onto=floor` and `stair_edges=stair` among them.
#[derive(Default)]
pub(crate) struct Ground {
    pub(crate) bits: Bits,
    pub(crate) tiles: Vec<u8>,
    /// Of each cell its floor, row and column.
    pub(crate) at: Vec<[usize; 3]>,
    /// The cells up, down, left and right of each.
    pub(crate) near: Vec<[u32; 4]>,
    /// The number of the rectangle of each cell.
    pub(crate) room: Vec<u32>,
    pub(crate) nodes: Vec<String>,
    /// The bits gained on entering, and the toggles that stand there with their names.
    pub(crate) take: Vec<u64>,
    pub(crate) toggles: Vec<Vec<u64>>,
    /// The lock of a cell because of its tile, and because of `locks`.
    pub(crate) lock: Vec<Lock>,
    /// By two rooms, what a step from one to the other asks for: any one of these. None is free.
    pub(crate) guards: HashMap<(u32, u32), Vec<Lock>, FxBuildHasher>,
    /// Of each room where its stairs lead, along `stair` edges only, and what they ask for.
    pub(crate) warps: Vec<Vec<(u32, Lock)>>,
    pub(crate) start: u32,
    pub(crate) goal: Vec<bool>,
    /// The cells where blocks stand at first.
    pub(crate) blocks: Vec<u32>,
    /// Of each floor the number of its first cell, its rows and its columns.
    pub(crate) floors: Vec<(usize, usize, usize)>,
    /// The things that lie on cells, by name.
    pub(crate) signs: Vec<(u32, String)>,
}

impl Ground {
    /// The number of a cell.
    pub(crate) fn cell(&self, [floor, row, col]: [usize; 3]) -> Result<u32, String> {
        let found = self.floors.get(floor).filter(|(_, rows, cols)| row < *rows && col < *cols);
        let (first, _, cols) = found.ok_or(format!("no cell {:?}", [floor, row, col]))?;
        Ok((first + row * cols + col) as u32)
    }

    /// The cells of a rectangle in reading order.
    pub(crate) fn cells_of(&self, of: &Rectangle) -> Result<Vec<u32>, String> {
        let rows = of.row..of.row + of.rows;
        rows.flat_map(|row| (of.col..of.col + of.cols).map(move |col| [of.floor, row, col]))
            .map(|at| self.cell(at))
            .collect()
    }

    /// All cells with a tile.
    pub(crate) fn all(&self, tile: u8) -> Vec<u32> {
        (0..self.tiles.len() as u32).filter(|&cell| self.tiles[cell as usize] == tile).collect()
    }

    /// True if somebody can ever stand there.
    pub(crate) fn is_ground(&self, cell: u32) -> bool {
        cell != NONE && !SOLID.contains(&self.tiles[cell as usize])
    }

    /// True if a block can be pushed onto what was there first.
    pub(crate) fn is_smooth(&self, cell: u32) -> bool {
        SMOOTH.contains(&self.tiles[cell as usize])
    }

    /// The number of the room of a node.
    pub(crate) fn room_of(&self, node: &str) -> Result<usize, String> {
        self.nodes.iter().position(|name| name == node).ok_or(format!("no room of node {node}"))
    }

    /// The locks of a step from a cell to one of another room, of which any one is enough.
    pub(crate) fn guard(&self, from: u32, to: u32) -> Option<&[Lock]> {
        let (from, to) = (self.room[from as usize], self.room[to as usize]);
        if from == to { None } else { self.guards.get(&(from, to)).map(Vec::as_slice) }
    }

    /// The cells of other rooms that can be stepped on from a cell, with the nodes of both rooms.
    fn crossings(&self, cell: u32) -> impl Iterator<Item = (u32, [String; 2])> + '_ {
        let near = self.near[cell as usize].into_iter().filter(|&to| self.is_ground(to));
        near.filter_map(move |to| {
            let [a, b] = [cell, to].map(|cell| self.room[cell as usize]);
            let between = a != b && a != NONE && b != NONE;
            between.then(|| (to, [a, b].map(|room| self.nodes[room as usize].clone())))
        })
    }

    /// By the nodes of two rooms, what `locks` ask for of cells where a step between them ends, the
    /// cell of either side.
    pub(crate) fn asked_by_cells(&self, level: &Level) -> HashMap<(String, String), Vec<String>> {
        let mut asked: HashMap<(String, String), Vec<String>> = HashMap::new();
        let cells =
            level.locks.iter().flat_map(|entry| entry.cells.iter().map(move |at| (at, entry)));
        for (cell, entry) in cells.filter_map(|(&at, entry)| Some((self.cell(at).ok()?, entry))) {
            for (_, [a, b]) in self.crossings(cell) {
                for ends in [(a.clone(), b.clone()), (b, a)] {
                    asked.entry(ends).or_default().extend(entry.needs.iter().cloned());
                }
            }
        }
        asked
    }

    /// The node of a cell's room.
    pub(crate) fn node(&self, cell: u32) -> Option<&str> {
        self.nodes.get(self.room[cell as usize] as usize).map(String::as_str)
    }

    /// The things that lie in rooms, by node, small keys as `key`.
    pub(crate) fn signs(&self) -> Vec<(String, String)> {
        let node = |cell: u32| self.node(cell).unwrap_or_default().to_owned();
        self.signs.iter().map(|(cell, sign)| (node(*cell), sign.clone())).collect()
    }

    /// By pairs of rooms that touch, the pairs of cells over which one can step.
    pub(crate) fn joins(&self) -> BTreeMap<(String, String), Vec<(u32, u32)>> {
        let mut joins: BTreeMap<(String, String), Vec<(u32, u32)>> = BTreeMap::new();
        for cell in (0..self.tiles.len() as u32).filter(|&cell| self.is_ground(cell)) {
            for (to, [a, b]) in self.crossings(cell) {
                joins.entry((a, b)).or_default().push((cell, to));
            }
        }
        joins
    }
}
