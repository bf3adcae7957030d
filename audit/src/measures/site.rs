//! The rooms of a level as numbers, with their cells, and what each of them holds.

use super::read::{Id, Level, Place};
use crate::read::level::{Cell, Mark};
use std::collections::{BTreeMap, HashMap};

/// A cell: floor, row, column.
pub(crate) type At = [usize; 3];

/// A level with its rooms numbered as its nodes stand.
pub(crate) struct Site<'a> {
    pub(crate) level: &'a Level,
    numbers: HashMap<&'a Id, usize>,
    /// The cells of each rectangle with their tiles, by room.
    pub(crate) rectangles: BTreeMap<usize, BTreeMap<At, u8>>,
    /// The room of each cell.
    room_of: HashMap<At, usize>,
    /// The names of the things that each room holds.
    pub(crate) held: Vec<Vec<String>>,
}

/// The tiles that a room holds, by the names that contents have.
fn lying(tile: u8) -> Option<&'static str> {
    Some(match tile {
        20 => "enemy",
        21 => "start",
        22 => "goal",
        23 => "boss",
        30 => "key",
        31 => "boss_key",
        32 => "key_item",
        33 => "item_minor",
        _ => return None,
    })
}

impl<'a> Site<'a> {
    /// Reads a level; with `contents` the rooms hold what their nodes hold too.
    ///
    /// # Errors
    /// An id that no node has, or a rectangle that does not lie on the floors.
    pub(crate) fn read(level: &'a Level, contents: bool) -> Result<Self, String> {
        let nodes = &level.graph.nodes;
        let numbers = nodes.iter().enumerate().map(|(number, node)| (&node.id, number)).collect();
        let held = nodes.iter().map(|node| match contents {
            true => node.contents.clone(),
            false => Vec::new(),
        });
        let held = held.collect();
        let mut site =
            Self { level, numbers, rectangles: BTreeMap::new(), room_of: HashMap::new(), held };
        for rectangle in &level.rooms {
            let room = site.number(&rectangle.node)?;
            for row in rectangle.row..rectangle.row + rectangle.rows {
                for col in rectangle.col..rectangle.col + rectangle.cols {
                    let at = [rectangle.floor, row, col];
                    let tile =
                        tile(level, at).ok_or_else(|| format!("{at:?} is off the floors"))?;
                    site.rectangles.entry(room).or_default().insert(at, tile);
                    site.room_of.insert(at, room);
                }
            }
        }
        site.fill();
        Ok(site)
    }

    /// Puts what lies on tiles into the rooms.
    fn fill(&mut self) {
        let level = self.level;
        let floors = self.rectangles.values().flatten();
        let tiles = floors.filter_map(|(at, tile)| Some((*at, lying(*tile)?)));
        // If the level names its start and its goals the tiles of that look are floor.
        let bare = |name: &str| {
            name == "start" && level.start.is_some() || name == "goal" && level.goals.is_some()
        };
        let tiles = tiles.filter(|(_, name)| !bare(name)).map(|(at, name)| (at, name.to_owned()));
        let named = |cell: &Cell, name: &str| (cell.at(), name.to_owned());
        let start = level.start.iter().map(|cell| named(cell, "start"));
        let goals = level.goals.iter().flatten().map(|cell| named(cell, "goal"));
        let marks = level.marks.iter().map(|mark: &Mark| (mark.at(), mark.gives.clone()));
        let plates = level.plates.iter().flat_map(|plate| {
            plate.cells.iter().map(|cell| (*cell, format!("plate:{}", plate.name)))
        });
        let all: Vec<(At, String)> =
            tiles.chain(start).chain(goals).chain(marks).chain(plates).collect();
        for (at, name) in all {
            if let Some(room) = self.room_of.get(&at) {
                self.held[*room].push(name);
            }
        }
    }

    /// The number of a node.
    pub(crate) fn number(&self, id: &Id) -> Result<usize, String> {
        self.numbers.get(id).copied().ok_or_else(|| format!("no node has the id {id:?}"))
    }

    /// The rooms that a plan passes, repeats in a row merged.
    pub(crate) fn way(&self, path: &[Place]) -> Vec<usize> {
        let rooms = path.iter().filter_map(|place| match place {
            Place::Flat([row, col]) => self.room_of.get(&[0, *row, *col]).copied(),
            Place::Floored(at) => self.room_of.get(at).copied(),
            Place::Node(id) => self.number(id).ok(),
        });
        let mut way: Vec<usize> = rooms.collect();
        way.dedup();
        way
    }

    /// The room of a cell, and its tile.
    pub(crate) fn find(&self, at: At) -> Option<(usize, u8)> {
        let room = *self.room_of.get(&at)?;
        Some((room, *self.rectangles.get(&room)?.get(&at)?))
    }
}

/// The tile of a cell.
fn tile(level: &Level, [floor, row, col]: At) -> Option<u8> {
    level.floors.get(floor)?.grid.get(row)?.get(col).copied()
}

/// The cells above, below, left and right of a cell.
pub(crate) fn around([floor, row, col]: At) -> impl Iterator<Item = At> {
    let before = [
        row.checked_sub(1).map(|row| [floor, row, col]),
        col.checked_sub(1).map(|col| [floor, row, col]),
    ];
    before.into_iter().flatten().chain([[floor, row + 1, col], [floor, row, col + 1]])
}

/// The 4-connected pieces of some cells.
pub(crate) fn pieces(cells: impl IntoIterator<Item = At>) -> Vec<Vec<At>> {
    let mut left: std::collections::BTreeSet<At> = cells.into_iter().collect();
    let mut pieces = Vec::new();
    while let Some(first) = left.pop_first() {
        let mut piece = vec![first];
        let mut next = 0;
        while let Some(at) = piece.get(next).copied() {
            next += 1;
            piece.extend(around(at).filter(|beside| left.remove(beside)));
        }
        pieces.push(piece);
    }
    pieces
}
