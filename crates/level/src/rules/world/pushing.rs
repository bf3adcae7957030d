//! Worlds in which only the positions of the blocks matter (Sokoban).

use super::{Law, World};
use crate::model::Cell;
use crate::rules::blocks::NONE;
use crate::rules::{Bits, BlockMap, Door, Location};

/// A world in which a player walks wherever no block stands, pushes blocks, and wins when some cells hold one block
/// each.
///
/// Locations keep their numbers. Pick-ups are left out, because nothing requires them.
#[derive(Clone, Debug)]
pub(crate) struct Pushing {
    /// The location of the player at the start.
    pub(crate) player: Location,
    /// By location, its cell. All cells are on one floor.
    pub(crate) cells: Vec<Cell>,
    /// By location, the locations one step up, down, left and right, if a player can step there and back.
    pub(crate) steps: Vec<[Option<Location>; 4]>,
    /// By location, the destination of a block that is pushed up, down, left and right.
    pub(crate) pushes: Vec<[Option<Location>; 4]>,
    /// The locations that hold a block at the start.
    pub(crate) blocks: Vec<Location>,
    /// The locations that must hold a block each.
    pub(crate) targets: Vec<Location>,
}

/// The offsets of a step up, down, left and right.
const OFFSETS: [(i32, i32); 4] = [(-1, 0), (1, 0), (0, -1), (0, 1)];

impl<const W: usize> World<W> {
    /// The world in this form; `None` if anything but the positions of blocks matters: a goal, a lock, a warp, a
    /// toggle, a diagonal step, a second floor, a pit, or blocks that return or can be pushed only once.
    pub(crate) fn as_pushing(&self) -> Option<Pushing> {
        let BlockMap { once, cell_of, next, bottom, start, moved } = &self.blocks;
        let stays = !once && moved.is_empty() && bottom.is_empty();
        let is_plain = stays && self.law.collect.is_empty() && self.passed.is_empty();
        let is_real = self.is_relaxed.is_empty() && self.brushed.is_empty();
        let goes_on = !self.goal.contains(&true) && self.cells.len() == self.goal.len();
        if next.is_empty() || !is_plain || !is_real || !goes_on {
            return None;
        }
        let mut location_of = vec![NONE; next.len()];
        for (location, &cell) in (0..).zip(cell_of).filter(|(_, cell)| **cell != NONE) {
            *location_of.get_mut(cell as usize)? = location;
        }
        let at = |&cell: &u32| location_of.get(cell as usize).copied().filter(|&at| at != NONE);
        let all = |cells: &[u32]| cells.iter().map(at).collect::<Option<Vec<_>>>();
        let mut pushing = Pushing {
            player: self.start?,
            cells: self.cells.clone(),
            steps: vec![[None; 4]; self.goal.len()],
            pushes: vec![[None; 4]; self.goal.len()],
            blocks: all(start)?,
            targets: all(&self.law.to_be_covered()?)?,
        };
        for location in 0..self.locations() as Location {
            for &door in self.doors(location) {
                pushing.steps[location as usize][self.step_of(location, door)?] = Some(door.to);
            }
            let is_quiet = self.flips(location).is_empty();
            let is_there = pushing.cells[location as usize].floor == pushing.cells[0].floor;
            if !is_quiet || !is_there {
                return None;
            }
        }
        for (&location, next) in location_of.iter().zip(next) {
            for (direction, to) in next.iter().enumerate().filter(|(_, to)| **to != NONE) {
                let to = at(to).filter(|&to| self.lies(location, to, direction))?;
                pushing.pushes.get_mut(location as usize)?[direction] = Some(to);
            }
        }
        Some(pushing)
    }

    /// The direction of a door, if it is a plain step that can be taken back.
    fn step_of(&self, from: Location, door: Door) -> Option<usize> {
        let direction = door.way.direction().filter(|&way| self.lies(from, door.to, way))?;
        let is_back = |back: &Door| back.to == from;
        let is_free = door.lock == 0 && !door.resets;
        (is_free && self.doors(door.to).iter().any(is_back)).then_some(direction)
    }

    /// True if a location is the neighbour of another in a direction.
    fn lies(&self, from: Location, to: Location, direction: usize) -> bool {
        let (rows, cols) = OFFSETS[direction];
        let cell = |at: Location| self.cells.get(at as usize);
        cell(from).and_then(|from| from.offset(rows, cols)).as_ref() == cell(to)
    }
}

impl<const W: usize> Law<W> {
    /// The cells that must hold a block each to win, by number in the push map; `None` if winning requires anything
    /// else, or is impossible.
    fn to_be_covered(&self) -> Option<Vec<u32>> {
        let win = self.win.as_ref()?;
        let is_else = !win.unset.union(&win.lacked).union(&win.key).union(&win.bomb).is_empty();
        let is_more = !win.any.is_empty() || !win.clear.is_empty();
        if win.never || is_else || is_more || self.banned.meets(&win.set) {
            return None;
        }
        let required = || self.plates.iter().filter(|plate| plate.down.meets(&win.set));
        let known: Bits<W> = required().map(|plate| plate.down).collect();
        let mut cells: Vec<u32> =
            required().flat_map(|plate| plate.cells.iter().copied()).collect();
        cells.sort_unstable();
        cells.dedup();
        (known.contains(&win.set) && !cells.is_empty()).then_some(cells)
    }
}
