//! Builds the ground of a level: what lies on each cell, what it asks for, where stairs lead.

use super::ground::{BLOCK, FLOOR, GOAL, Ground, NONE, SMALL_KEY, STAIR, START, WATER};
use crate::graph::flood;
use crate::lock::{Lock, is_symbol, is_toggle};
use crate::read::level::{Arrow, Level, Rectangle};
use std::collections::{BTreeSet, HashMap, HashSet};

/// Tiles that can always be walked on and on which a stair can end.
const LANDING: [u8; 15] = [1, 10, 13, 15, 20, 21, 22, 23, 30, 31, 32, 33, 41, STAIR, 43];

impl Ground {
    /// Reads a level.
    pub(crate) fn new(level: &Level) -> Result<Self, String> {
        let mut new = Self::cells(level)?;
        new.rectangles(level)?;
        new.ends(level)?;
        new.things(level)?;
        new.locks(level)?;
        new.guards(level)?;
        new.stairs(level)?;
        new.blocks = new.all(BLOCK);
        Ok(new)
    }

    /// All cells with their tiles and neighbours.
    fn cells(level: &Level) -> Result<Self, String> {
        let mut new = Self::default();
        for (floor, here) in level.floors.iter().enumerate() {
            let cols = here.grid.first().map_or(0, Vec::len);
            if let Some(row) = here.grid.iter().position(|line| line.len() != cols) {
                return Err(format!("row {row} of floor {floor} is ragged"));
            }
            new.floors.push((new.tiles.len(), here.grid.len(), cols));
            new.tiles.extend(here.grid.iter().flatten());
        }
        let known = |tile: &u8| matches!(tile, 0..=3 | 10..=15 | 20..=23 | 30..=33 | 40..=43);
        if let Some(tile) = new.tiles.iter().find(|tile| !known(tile)) {
            return Err(format!("{tile} is no tile"));
        }
        new.at = level.cells().map(|(at, _)| at).collect();
        let near = |&[floor, row, col]: &[usize; 3]| {
            let (up, left) = (row.wrapping_sub(1), col.wrapping_sub(1));
            [[floor, up, col], [floor, row + 1, col], [floor, row, left], [floor, row, col + 1]]
                .map(|at| new.cell(at).unwrap_or(NONE))
        };
        new.near = new.at.iter().map(near).collect();
        let cells = new.tiles.len();
        new.room = vec![NONE; cells];
        new.take = vec![0; cells];
        new.toggles = vec![Vec::new(); cells];
        new.lock = vec![Lock::default(); cells];
        new.goal = vec![false; cells];
        Ok(new)
    }

    /// Numbers the rooms.
    fn rectangles(&mut self, level: &Level) -> Result<(), String> {
        for rectangle in &level.rooms {
            let room = self.nodes.len() as u32;
            if self.nodes.contains(&rectangle.node) {
                return Err(format!("two rectangles of {}", rectangle.node));
            }
            for cell in self.cells_of(rectangle)? {
                if std::mem::replace(&mut self.room[cell as usize], room) != NONE {
                    return Err(format!("the rectangle of {} overlaps another", rectangle.node));
                }
            }
            self.nodes.push(rectangle.node.clone());
        }
        let nodes: HashSet<&str> = level.graph.nodes.iter().map(|node| node.id.as_str()).collect();
        let known = self.nodes.iter().all(|node| nodes.contains(node.as_str()));
        if !known || nodes.len() != self.nodes.len() || nodes.len() != level.graph.nodes.len() {
            return Err("not one rectangle for each node of the graph".to_owned());
        }
        Ok(())
    }

    /// The start and the goals; tiles for them are floor where the level names the cells.
    fn ends(&mut self, level: &Level) -> Result<(), String> {
        let (starts, mut goals) = (self.all(START), self.all(GOAL));
        self.start = match (&level.start, &starts[..]) {
            (Some(at), _) => {
                starts.iter().for_each(|&cell| self.tiles[cell as usize] = FLOOR);
                self.cell(at.at())?
            }
            (None, [start]) => *start,
            (None, starts) => return Err(format!("{} starts", starts.len())),
        };
        if !LANDING.contains(&self.tiles[self.start as usize]) {
            return Err("the start is no place to stand".to_owned());
        }
        if let Some(cells) = &level.goals {
            goals.iter().for_each(|&cell| self.tiles[cell as usize] = FLOOR);
            goals = cells.iter().map(|at| self.cell(at.at())).collect::<Result<_, _>>()?;
        }
        goals.into_iter().for_each(|cell| self.goal[cell as usize] = true);
        Ok(())
    }

    /// Lays things on the cells.
    fn things(&mut self, level: &Level) -> Result<(), String> {
        for (cell, &tile) in self.tiles.iter().enumerate() {
            self.take[cell] |= self.bits.pick_up(tile, &format!("{:?}", self.at[cell]))?;
            if tile == SMALL_KEY {
                self.signs.push((cell as u32, "key".to_owned()));
            }
        }
        for mark in &level.marks {
            let cell = self.cell(mark.at())?;
            if !self.is_ground(cell) {
                return Err(format!("{} lies where nobody can stand", mark.gives));
            }
            match mark.gives.as_str() {
                name if is_symbol(name) => self.take[cell as usize] |= self.bits.bit(name)?,
                name if is_toggle(name) => self.toggles[cell as usize].push(self.bits.bit(name)?),
                name => return Err(format!("{name:?} is no mark")),
            }
            self.signs.push((cell, mark.gives.clone()));
        }
        for node in &level.graph.nodes {
            if node.contents.iter().any(|name| name == "switch") {
                let (room, bit) = (self.room_of(&node.id)? as u32, self.bits.switch(&node.id)?);
                let cells = self.take.iter_mut().zip(&self.room).filter(|(_, of)| **of == room);
                cells.for_each(|(take, _)| *take |= bit);
            }
        }
        Ok(())
    }

    /// Locks the cells of tiles: doors with edges behind them not at all, others as one with those they touch.
    fn locks(&mut self, level: &Level) -> Result<(), String> {
        let mut pairs = HashSet::new();
        for edge in level.graph.edges.iter().filter(|edge| !is_stair(edge)) {
            let (a, b) = (self.room_of(&edge.from)? as u32, self.room_of(&edge.to)? as u32);
            pairs.extend([(a, b), (b, a)]);
        }
        let mut seen = BTreeSet::new();
        for first in 0..self.tiles.len() as u32 {
            let tile = self.tiles[first as usize];
            if !matches!(tile, 11 | 12 | 14 | WATER) || seen.contains(&first) {
                continue;
            }
            let near = |cell: u32| self.near[cell as usize].into_iter().filter(|&to| to != NONE);
            let alike = |cell: u32| near(cell).filter(|&to| self.tiles[to as usize] == tile);
            let group = flood([first], alike);
            let room = |cell: u32| self.room[cell as usize];
            let edge = |&cell: &u32| near(cell).any(|to| pairs.contains(&(room(cell), room(to))));
            if tile == WATER || !group.iter().any(edge) {
                let lock = self.bits.tile_lock(tile, &format!("{:?}", self.at[first as usize]))?;
                group.iter().for_each(|&cell| self.lock[cell as usize] = lock);
            }
            seen.extend(group);
        }
        for entry in &level.locks {
            let lock = self.bits.lock(&entry.needs, "")?;
            for &at in &entry.cells {
                let cell = self.cell(at)? as usize;
                self.lock[cell] = self.lock[cell].and(lock);
            }
        }
        Ok(())
    }

    /// The rooms of an edge, and what it asks for.
    fn way(&mut self, edge: &Arrow) -> Result<(usize, usize, Lock), String> {
        let (from, to) = (self.room_of(&edge.from)?, self.room_of(&edge.to)?);
        let place = format!("between {} and {}", from.min(to), from.max(to));
        Ok((from, to, self.bits.lock(&edge.requires.names(), &place)?))
    }

    /// Guards the steps between rooms.
    fn guards(&mut self, level: &Level) -> Result<(), String> {
        let mut back = HashMap::new();
        for edge in level.graph.edges.iter().filter(|edge| !is_stair(edge)) {
            let (from, to, mut lock) = self.way(edge)?;
            self.guards.entry((from as u32, to as u32)).or_default().push(lock);
            lock.never = edge.requires.names().contains(&"soft_locked");
            back.entry((to as u32, from as u32)).or_insert_with(Vec::new).push(lock);
        }
        for (rooms, locks) in back {
            self.guards.entry(rooms).or_insert(locks);
        }
        Ok(())
    }

    /// Leads stairs to where they land.
    fn stairs(&mut self, level: &Level) -> Result<(), String> {
        self.warps = vec![Vec::new(); self.nodes.len()];
        for edge in level.graph.edges.iter().filter(|edge| is_stair(edge) && edge.from != edge.to) {
            let (from, to, lock) = self.way(edge)?;
            let landing = self.landing(&level.rooms[to])?;
            self.warps[from].push((landing, lock));
        }
        Ok(())
    }

    /// The first stair of a room, else the open cell nearest its centre.
    fn landing(&self, room: &Rectangle) -> Result<u32, String> {
        let cells = self.cells_of(room)?;
        let tile = |cell: &&u32| self.tiles[**cell as usize];
        if let Some(stair) = cells.iter().find(|cell| tile(cell) == STAIR) {
            return Ok(*stair);
        }
        let (row, col) = (room.row + room.rows / 2, room.col + room.cols / 2);
        let off = |cell: &&u32| {
            let [_, r, c] = self.at[**cell as usize];
            r.abs_diff(row) + c.abs_diff(col)
        };
        let open = cells.iter().filter(|cell| LANDING.contains(&tile(cell)));
        open.min_by_key(off).copied().ok_or(format!("no place to land in {}", room.node))
    }
}

fn is_stair(edge: &Arrow) -> bool {
    edge.requires.names().contains(&"stair")
}
