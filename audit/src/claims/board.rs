//! A level under its rules, changed as asked: cells, steps, what they ask for and what they give.

use super::change::{Change, Thing, told};
use super::facts::{Ask, Bits, Facts, Pay, Purse};
use super::rules::Rules;
use crate::measures::read::Level;
use crate::measures::site::At;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// No cell, or no room.
pub(super) const NONE: u32 = u32::MAX;
/// Up, down, left, right.
const STEPS: [(isize, isize); 4] = [(-1, 0), (1, 0), (0, -1), (0, 1)];

/// A plate: its cells, and the fact that it gives.
pub(super) struct Plate {
    pub(super) cells: Vec<u32>,
    pub(super) gives: Bits,
}

/// A level that can be walked.
pub(super) struct Board {
    pub(super) rules: Rules,
    /// The places of the cells that are neither void nor wall, and their tiles.
    pub(super) at: Vec<At>,
    pub(super) tiles: Vec<u8>,
    pub(super) near: Vec<[u32; 4]>,
    /// The room of each cell, by the order of nodes; `NONE` outside of all.
    pub(super) room: Vec<u32>,
    /// Ways from room to room other than stairs, any of which will do. Rooms without one are joined freely.
    pub(super) ways: FxHashMap<(u32, u32), Vec<Ask>>,
    /// Of each cell, the conditions of entering it from wherever.
    pub(super) needs: Vec<Ask>,
    pub(super) gives: Vec<Bits>,
    /// The toggles that stand on a cell.
    pub(super) flips: FxHashMap<u32, Vec<Bits>>,
    pub(super) warps: FxHashMap<u32, Vec<(u32, Ask)>>,
    pub(super) goal: Vec<bool>,
    /// Facts with which the player has won wherever he is; none if there are no such.
    pub(super) win: Option<Ask>,
    /// True of the cells where blocks begin.
    pub(super) home: Vec<bool>,
    pub(super) plates: Vec<Plate>,
    pub(super) start: u32,
    pub(super) purse: Purse,
    pub(super) facts: Facts,
    /// The fact that water can be crossed.
    pub(super) item: Bits,
}

/// A level and the changes, while it becomes a board.
pub(super) struct Draft<'a> {
    pub(super) level: &'a Level,
    pub(super) changes: &'a [Change],
    pub(super) rules: Rules,
    pub(super) facts: Facts,
    /// The number of each place that is a cell.
    pub(super) cells: FxHashMap<At, u32>,
    pub(super) rooms: BTreeMap<String, u32>,
}

impl Draft<'_> {
    /// True if a thing is taken out.
    pub(super) fn without(&self, thing: &Thing) -> bool {
        self.changes.iter().any(|change| matches!(change, Change::Without(out) if out == thing))
    }

    /// True if no way leads between two rooms.
    pub(super) fn closed(&self, a: &str, b: &str) -> bool {
        let passage = |a: &str, b: &str| Thing::Passage(a.to_owned(), b.to_owned());
        self.without(&passage(a, b)) || self.without(&passage(b, a))
    }

    pub(super) fn goal(&self) -> Option<&Thing> {
        self.changes.iter().find_map(|change| match change {
            Change::Goal(thing) => Some(thing),
            _ => None,
        })
    }

    /// The cell of a place.
    pub(super) fn cell(&self, at: At) -> Result<u32, String> {
        self.cells.get(&at).copied().ok_or_else(|| format!("{at:?} is no cell one can be on"))
    }

    /// The tile of a place after the changes.
    fn tile(&self, at: At, tile: u8) -> u8 {
        let wall = self.changes.contains(&Change::Wall(at));
        match tile {
            3 if wall => 2,
            3 if self.without(&Thing::Block(at)) => 1,
            21 if self.level.start.is_some() => 1,
            22 if self.level.goals.is_some() => 1,
            _ => tile,
        }
    }
}

impl Board {
    /// The facts that are no gain for everyone: those that shut a way, that are flipped, and doors for which something
    /// was used up.
    pub(super) fn mixed(&self) -> Bits {
        let ways = self.ways.values().flatten().chain(&self.needs).chain(&self.win);
        let warps = self.warps.values().flatten().map(|(_, ask)| ask);
        let shut = ways.chain(warps).map(|ask| ask.none);
        let flipped = self.flips.values().flatten().copied();
        let used = self.purse.key_doors | self.purse.bomb_doors;
        shut.chain(flipped).fold(used, |all, bits| all | bits)
    }

    /// The cells, joined to their neighbours.
    pub(super) fn cells(draft: &mut Draft<'_>) -> Self {
        let (mut at, mut tiles) = (Vec::new(), Vec::new());
        for (floor, here) in draft.level.floors.iter().enumerate() {
            for (row, line) in here.grid.iter().enumerate() {
                for (col, tile) in line.iter().enumerate() {
                    let tile = draft.tile([floor, row, col], *tile);
                    if !matches!(tile, 0 | 2) {
                        draft.cells.insert([floor, row, col], at.len() as u32);
                        at.push([floor, row, col]);
                        tiles.push(tile);
                    }
                }
            }
        }
        let beside = |[floor, row, col]: At, (down, right): (isize, isize)| {
            let to = [floor, row.checked_add_signed(down)?, col.checked_add_signed(right)?];
            draft.cells.get(&to).copied()
        };
        let near = at.iter().map(|at| STEPS.map(|step| beside(*at, step).unwrap_or(NONE)));
        let (near, number) = (near.collect(), at.len());
        Self {
            rules: draft.rules,
            near,
            room: vec![NONE; number],
            ways: FxHashMap::default(),
            needs: vec![Ask::default(); number],
            gives: vec![0; number],
            flips: FxHashMap::default(),
            warps: FxHashMap::default(),
            goal: vec![false; number],
            win: None,
            home: tiles.iter().map(|tile| *tile == 3).collect(),
            plates: Vec::new(),
            start: NONE,
            purse: Purse::default(),
            item: 0,
            facts: Facts::default(),
            at,
            tiles,
        }
    }

    pub(super) fn rectangles(&mut self, draft: &Draft<'_>) -> Result<(), String> {
        for rectangle in &draft.level.rooms {
            let room = draft.rooms.get(&told(&rectangle.node));
            let room = *room.ok_or_else(|| format!("no node is {:?}", rectangle.node))?;
            for row in rectangle.row..rectangle.row + rectangle.rows {
                for col in rectangle.col..rectangle.col + rectangle.cols {
                    if let Some(&cell) = draft.cells.get(&[rectangle.floor, row, col]) {
                        self.room[cell as usize] = room;
                    }
                }
            }
        }
        Ok(())
    }

    /// Puts pick-ups, marks, switches and plates on the board, and finds the facts by which keys and bombs are counted.
    pub(super) fn things(&mut self, draft: &mut Draft<'_>) -> Result<(), String> {
        let level = draft.level;
        for cell in 0..self.tiles.len() {
            let at = self.at[cell];
            if matches!(self.tiles[cell], 30..=33) && !draft.without(&Thing::Item(at)) {
                self.gives[cell] |= self.item_bits(draft, self.tiles[cell], at)?;
            }
        }
        for mark in &level.marks {
            let thing = super::change::thing(&mark.gives);
            if thing.is_some_and(|thing| draft.without(&thing)) {
                continue;
            }
            let (cell, bit) = (draft.cell(mark.at())?, draft.facts.bit(&mark.gives));
            match mark.gives.starts_with("toggle:") {
                true if bit != 0 => self.flips.entry(cell).or_default().push(bit),
                true => {}
                false => self.gives[cell as usize] |= bit,
            }
        }
        let switches = level.graph.nodes.iter().zip(0..);
        for (_, room) in switches.filter(|(node, _)| node.contents.iter().any(|c| c == "switch")) {
            let bit = draft.facts.bit("switch");
            let inside = self.room.iter().zip(&mut self.gives).filter(|(here, _)| **here == room);
            inside.for_each(|(_, gives)| *gives |= bit);
        }
        for plate in &level.plates {
            self.plates.push(plate_of(draft, plate)?);
        }
        let Self { purse, .. } = self;
        purse.key_doors = draft.facts.beginning("opened by a key ");
        purse.bomb_doors = draft.facts.beginning("opened by a bomb ");
        purse.bombs_each = draft.rules.bombs.unwrap_or(0);
        Ok(())
    }

    /// The facts that a pick-up gives; those that are counted have one each.
    fn item_bits(&mut self, draft: &mut Draft<'_>, tile: u8, at: At) -> Result<Bits, String> {
        let spent = |facts: &Facts, pay| facts.beginning(opened(pay)) != 0;
        let mut bits = draft.facts.bit(&taken(at));
        if tile == 30 && spent(&draft.facts, Pay::Key) {
            bits |= draft.facts.note(&taken(at))?;
            self.purse.keys |= bits;
        }
        if matches!(tile, 32 | 33) && spent(&draft.facts, Pay::Bomb) {
            bits |= draft.facts.note(&taken(at))?;
            self.purse.bombs |= bits;
        }
        let names: &[&str] = match tile {
            31 => &["boss_key"],
            32 => &["key_item", "bombs"],
            33 => &["bombs"],
            _ => &[],
        };
        Ok(names.iter().fold(bits, |bits, name| bits | draft.facts.bit(name)))
    }
}

/// The beginning of the names of facts that something was opened.
pub(super) fn opened(pay: Pay) -> &'static str {
    match pay {
        Pay::Key => "opened by a key ",
        Pay::Bomb => "opened by a bomb ",
    }
}

/// The name of the fact that a pick-up was taken.
pub(super) fn taken(at: At) -> String {
    format!("taken {at:?}")
}

/// A plate; one that is out has no cells that could be down.
fn plate_of(draft: &Draft<'_>, plate: &crate::measures::read::Plate) -> Result<Plate, String> {
    if draft.without(&Thing::Plate(plate.name.clone())) {
        return Ok(Plate { cells: Vec::new(), gives: 0 });
    }
    let cells: Vec<u32> =
        plate.cells.iter().filter_map(|at| draft.cells.get(at).copied()).collect();
    // A cell that was made wall never holds a block.
    let cells = if cells.len() == plate.cells.len() { cells } else { Vec::new() };
    let given = plate.gives.as_ref().filter(|gives| {
        let thing = super::change::thing(gives);
        thing.is_none_or(|thing| !draft.without(&thing))
    });
    Ok(Plate { cells, gives: given.map_or(0, |gives| draft.facts.bit(gives)) })
}
