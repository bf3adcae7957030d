//! How a level becomes ground to walk on: what lies on each cell, what it asks for, where stairs lead.

use super::ground::{BLOCK, Ground, NONE, STAIR};
use crate::lock::{Bits, Lock, is_symbol, is_toggle};
use crate::read::level::{Arrow, Level, Rectangle};
use std::collections::{HashSet, VecDeque};

/// Tiles that can always be walked on and on which a stair can end.
const LANDING: [u8; 15] = [1, 10, 13, 15, 20, 21, 22, 23, 30, 31, 32, 33, 41, STAIR, 43];

impl Ground {
    /// Reads a level.
    pub(crate) fn new(level: &Level) -> Result<Self, String> {
        let mut new = Self::cells(level)?;
        new.rectangles(level)?;
        new.ends(level)?;
        let mut bits = Bits::default();
        new.things(level, &mut bits)?;
        new.locks(level, &mut bits)?;
        new.guards(level, &mut bits)?;
        new.stairs(level, &mut bits)?;
        new.bits = bits;
        new.blocks = new.all(BLOCK);
        Ok(new)
    }

    /// All cells with their tiles and neighbours.
    fn cells(level: &Level) -> Result<Self, String> {
        let (mut tiles, mut at, mut near, mut floors) = (vec![], vec![], vec![], vec![]);
        for (floor, here) in level.floors.iter().enumerate() {
            let (first, rows) = (tiles.len(), here.grid.len());
            let cols = here.grid.first().map_or(0, Vec::len);
            floors.push((first, rows, cols));
            for (row, line) in here.grid.iter().enumerate() {
                if line.len() != cols {
                    return Err(format!("row {row} of floor {floor} is ragged"));
                }
                for (col, &tile) in line.iter().enumerate() {
                    if !matches!(tile, 0..=3 | 10..=15 | 20..=23 | 30..=33 | 40..=43) {
                        return Err(format!("{tile} is no tile"));
                    }
                    let cell = tiles.len() as u32;
                    let to = |there: bool, cell: u32| if there { cell } else { NONE };
                    near.push([
                        to(row > 0, cell.wrapping_sub(cols as u32)),
                        to(row + 1 < rows, cell + cols as u32),
                        to(col > 0, cell.wrapping_sub(1)),
                        to(col + 1 < cols, cell + 1),
                    ]);
                    tiles.push(tile);
                    at.push([floor, row, col]);
                }
            }
        }
        let cells = tiles.len();
        Ok(Self {
            bits: Bits::default(),
            tiles,
            at,
            near,
            room: vec![NONE; cells],
            nodes: Vec::new(),
            take: vec![0; cells],
            toggles: vec![Vec::new(); cells],
            lock: vec![Lock::default(); cells],
            guards: Vec::new(),
            warps: Vec::new(),
            start: NONE,
            goal: vec![false; cells],
            blocks: Vec::new(),
            floors,
            signs: Vec::new(),
        })
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
        let starts = self.all(21);
        self.start = match (&level.start, &starts[..]) {
            (Some(at), _) => {
                starts.iter().for_each(|&cell| self.tiles[cell as usize] = 1);
                self.cell([at.floor, at.row, at.col])?
            }
            (None, [start]) => *start,
            (None, starts) => return Err(format!("{} starts", starts.len())),
        };
        if !LANDING.contains(&self.tiles[self.start as usize]) {
            return Err("the start is no place to stand".to_owned());
        }
        let tiles = self.all(22);
        let goals = match &level.goals {
            Some(cells) => {
                tiles.iter().for_each(|&cell| self.tiles[cell as usize] = 1);
                let cells = cells.iter().map(|at| self.cell([at.floor, at.row, at.col]));
                cells.collect::<Result<_, _>>()?
            }
            None => tiles,
        };
        goals.into_iter().for_each(|cell| self.goal[cell as usize] = true);
        Ok(())
    }

    /// What lies on the cells.
    fn things(&mut self, level: &Level, bits: &mut Bits) -> Result<(), String> {
        for cell in 0..self.tiles.len() {
            let place = format!("{:?}", self.at[cell]);
            self.take[cell] |= bits.pick_up(self.tiles[cell], &place)?;
            self.lock[cell] = Lock::default();
            if self.tiles[cell] == 30 {
                self.signs.push((cell as u32, "key".to_owned()));
            }
        }
        for mark in &level.marks {
            let cell = self.cell([mark.floor, mark.row, mark.col])?;
            if !self.is_ground(cell) {
                return Err(format!("{} lies where nobody can stand", mark.gives));
            }
            match mark.gives.as_str() {
                name if is_symbol(name) => self.take[cell as usize] |= bits.bit(name)?,
                name if is_toggle(name) => self.toggles[cell as usize].push(bits.bit(name)?),
                name => return Err(format!("{name:?} is no mark")),
            }
            self.signs.push((cell, mark.gives.clone()));
        }
        for node in &level.graph.nodes {
            if node.contents.iter().any(|name| name == "switch") {
                let (room, bit) = (self.room_of(&node.id)? as u32, bits.switch(&node.id)?);
                for cell in 0..self.tiles.len() {
                    self.take[cell] |= if self.room[cell] == room { bit } else { 0 };
                }
            }
        }
        Ok(())
    }

    /// What tiles ask for: doors with edges behind them nothing, others as one with those they touch.
    fn locks(&mut self, level: &Level, bits: &mut Bits) -> Result<(), String> {
        let mut pairs = HashSet::new();
        for edge in level.graph.edges.iter().filter(|edge| !is_stair(edge)) {
            let (a, b) = (self.room_of(&edge.from)? as u32, self.room_of(&edge.to)? as u32);
            pairs.extend([(a, b), (b, a)]);
        }
        let mut seen = vec![false; self.tiles.len()];
        for first in 0..self.tiles.len() {
            let tile = self.tiles[first];
            if std::mem::replace(&mut seen[first], true) || !matches!(tile, 11 | 12 | 14 | 40) {
                continue;
            }
            let (mut group, mut queue) = (vec![first], VecDeque::from([first]));
            while let Some(here) = queue.pop_front() {
                let near = self.near[here].into_iter().filter(|&to| to != NONE);
                for to in near.map(|to| to as usize) {
                    if self.tiles[to] == tile && !std::mem::replace(&mut seen[to], true) {
                        group.push(to);
                        queue.push_back(to);
                    }
                }
            }
            let beside = |&cell: &usize| {
                let near = self.near[cell].into_iter().filter(|&to| to != NONE);
                let mut rooms = near.map(|to| (self.room[cell], self.room[to as usize]));
                rooms.any(|pair| pairs.contains(&pair))
            };
            if tile == 40 || !group.iter().any(beside) {
                let lock = bits.tile_lock(tile, &format!("{:?}", self.at[first]))?;
                group.into_iter().for_each(|cell| self.lock[cell] = lock);
            }
        }
        for entry in &level.locks {
            let lock = bits.lock(&entry.needs, "")?;
            for &at in &entry.cells {
                let cell = self.cell(at)? as usize;
                self.lock[cell] = self.lock[cell].and(lock);
            }
        }
        Ok(())
    }

    /// What steps between rooms ask for.
    fn guards(&mut self, level: &Level, bits: &mut Bits) -> Result<(), String> {
        let rooms = self.nodes.len();
        let (mut there, mut back) = (vec![None; rooms * rooms], vec![None; rooms * rooms]);
        for edge in level.graph.edges.iter().filter(|edge| !is_stair(edge)) {
            let (from, to) = (self.room_of(&edge.from)?, self.room_of(&edge.to)?);
            let mut lock = bits.lock(&edge.requires.names(), &pair(from, to))?;
            there[from * rooms + to].get_or_insert_with(Vec::new).push(lock);
            lock.never = edge.requires.names().contains(&"soft_locked");
            back[to * rooms + from].get_or_insert_with(Vec::new).push(lock);
        }
        self.guards = there.into_iter().zip(back).map(|(there, back)| there.or(back)).collect();
        Ok(())
    }

    /// Where stairs lead.
    fn stairs(&mut self, level: &Level, bits: &mut Bits) -> Result<(), String> {
        self.warps = vec![Vec::new(); self.nodes.len()];
        for edge in level.graph.edges.iter().filter(|edge| is_stair(edge) && edge.from != edge.to) {
            let (from, to) = (self.room_of(&edge.from)?, self.room_of(&edge.to)?);
            let lock = bits.lock(&edge.requires.names(), &pair(from, to))?;
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

/// The name of two rooms, whichever comes first.
fn pair(a: usize, b: usize) -> String {
    format!("between {} and {}", a.min(b), a.max(b))
}
