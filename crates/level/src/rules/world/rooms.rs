//! A world whose blocks return, split into rooms: only bits carry over from one room to another.
//!
//! A room here is a set of locations. Every door out of it resets its blocks. Invariant: the moves within a room
//! depend on and change only its relevant bits and the numbers of keys and bombs left. Two configurations with the
//! same values of these are equivalent in the room.

use super::World;
use crate::rules::blocks::NONE;
use crate::rules::lock::Counter;
use crate::rules::{Arrangement, Bits, Blocks, Door, Location};
use smallvec::SmallVec;

/// The numbers of small keys and bombs left, counting only some of the bits; negative if more were used than found.
pub(crate) type Balance = [i64; 2];

impl<const W: usize> World<W> {
    /// True if blocks return to their starting cells when a player leaves their room.
    pub(crate) fn resets(&self) -> bool {
        self.all_doors().any(|(_, door)| door.resets)
    }

    fn all_doors(&self) -> impl Iterator<Item = (Location, &Door)> {
        let locations = 0..self.locations() as Location;
        locations.flat_map(|from| self.doors(from).iter().map(move |door| (from, door)))
    }

    /// The locations of each room, ascending; rooms in the order of their first locations.
    pub(crate) fn rooms(&self) -> Vec<Vec<Location>> {
        // By location, another location of its room, or the first one itself (union-find with path halving).
        let mut first: Vec<Location> = (0..self.locations() as Location).collect();
        for (from, door) in self.all_doors().filter(|(_, door)| !door.resets) {
            let [a, b] = [from, door.to].map(|at| root(&mut first, at));
            first[a.max(b) as usize] = a.min(b);
        }
        let mut number = vec![0; first.len()];
        let mut rooms: Vec<Vec<Location>> = Vec::new();
        for at in 0..self.locations() as Location {
            let first = root(&mut first, at) as usize;
            if first == at as usize {
                number[first] = rooms.len();
                rooms.push(Vec::new());
            }
            rooms[number[first]].push(at);
        }
        rooms
    }

    /// The bits that moves from some locations depend on or change, through doors for which `is_relevant` is true,
    /// including the bits of goals.
    pub(crate) fn relevant(
        &self,
        locations: &[Location],
        is_relevant: impl Fn(&Door) -> bool,
    ) -> Bits<W> {
        let mut bits = Bits::default();
        let mut add = |more: &Bits<W>| bits = bits.union(more);
        if self.law.win.is_some() || locations.iter().any(|&at| self.is_goal_location(at)) {
            add(&self.law.collect);
        }
        for &location in locations {
            add(&self.gives(location));
            self.flips(location).iter().for_each(&mut add);
        }
        let doors = locations.iter().flat_map(|&location| self.doors(location));
        let locks = doors
            .filter(|door| is_relevant(door))
            .filter_map(|door| self.law.locks.get(door.lock as usize));
        for lock in locks.chain(&self.law.win) {
            for part in [lock.set, lock.unset, lock.lacked, lock.key, lock.bomb] {
                add(&part);
            }
            lock.any.iter().for_each(&mut add);
        }
        let cells = locations.iter().filter_map(|&location| self.blocks.cell(location));
        let cells: Vec<u32> = cells.collect();
        for plate in &self.law.plates {
            if plate.cells.iter().any(|cell| *cell != NONE && cells.contains(cell)) {
                add(&plate.down.union(&plate.gives));
            }
        }
        bits
    }

    /// The largest numbers of small keys and bombs that moves from some locations can use up, through doors for which
    /// `is_relevant` is true.
    pub(crate) fn spends(
        &self,
        locations: &[Location],
        is_relevant: impl Fn(&Door) -> bool,
    ) -> Balance {
        let doors =
            locations.iter().flat_map(|&at| self.doors(at)).filter(|door| is_relevant(door));
        let locks = doors.filter_map(|door| self.law.locks.get(door.lock as usize));
        let [keys, bombs] = locks
            .fold([Bits::default(); 2], |[keys, bombs]: [Bits<W>; 2], lock| {
                [keys.union(&lock.key), bombs.union(&lock.bomb)]
            });
        [keys.count().into(), bombs.count().into()]
    }

    /// The numbers of keys and bombs left according to some bits, capped by the numbers that can be used up.
    pub(crate) fn balance(&self, bits: &Bits<W>, most: Balance) -> Balance {
        let left = |counter: &Counter<W>, most: i64| {
            let got = i64::from(counter.each) * i64::from(bits.intersection(&counter.from).count());
            let left = i64::from(counter.start) + got
                - i64::from(bits.intersection(&counter.used).count());
            if most == 0 { 0 } else { left.min(most) }
        };
        [left(&self.law.keys, most[0]), left(&self.law.bombs, most[1])]
    }

    /// An upper bound on the number of block arrangements in a room: the product, over its cells, of 1 plus the
    /// directions in which the starting block can be pushed, and of 4 for any other cell from which a block can be pushed.
    pub(crate) fn arrangements(&self, locations: &[Location]) -> f64 {
        let start = &self.blocks.start;
        let cells = locations.iter().filter_map(|&location| self.blocks.cell(location));
        let ways =
            |cell: u32| self.blocks.next[cell as usize].iter().filter(|&&to| to != NONE).count();
        let of = |cell: u32| match start.binary_search(&cell) {
            Ok(_) => 1.0 + ways(cell) as f64,
            Err(_) if ways(cell) > 0 => 4.0,
            Err(_) => 1.0,
        };
        cells.map(of).product()
    }
}

/// The first location of a location's room, among the rooms joined so far.
fn root(first: &mut [Location], mut at: Location) -> Location {
    while first[at as usize] != at {
        first[at as usize] = first[first[at as usize] as usize];
        at = first[at as usize];
    }
    at
}

// -------------------------------------------------------------------------------------------------
// Rooms whose blocks return, as seen from outside: the bits that can be gained in them, and the distance of blocks
// from plates.

/// A plate that blocks can press.
pub(crate) struct Cover<const W: usize> {
    /// The bit of the symbol it gives, if any.
    pub(crate) gives: Bits<W>,
    pub(crate) down: Bits<W>,
    /// Its cells, by number in the push map.
    pub(crate) cells: SmallVec<[u32; 4]>,
}

impl<const W: usize> World<W> {
    /// True if rooms whose blocks return can be crossed in one move: only locations win, and there are no diagonal
    /// steps.
    pub(crate) fn can_be_passed(&self) -> bool {
        self.law.win.is_none() && !self.has_diagonals() && self.resets()
    }

    /// The bits that can be gained among some locations, if they are never a disadvantage; `None` if anything else
    /// changes there and carries over, or if a lock requires the absence of one of them.
    pub(crate) fn only_gains(&self, locations: &[Location]) -> Option<Bits<W>> {
        let covers = self.covers(locations)?;
        let pressed: Bits<W> = covers.iter().map(|cover| cover.gives).collect();
        let taken = locations.iter().map(|&at| self.gives(at)).collect();
        let gains = pressed.union(&taken).difference(&self.law.banned);
        let down = covers.iter().map(|cover| cover.down).collect();
        let traces = |door: &Door| match self.law.locks.get(door.lock as usize) {
            // Leaving the room reveals if a plate is down.
            Some(lock) if door.resets => lock.set.meets(&down) || !lock.clear.is_empty(),
            Some(lock) => lock.uses_up(),
            None => false,
        };
        let changes =
            |&at: &Location| !self.flips(at).is_empty() || self.doors(at).iter().any(traces);
        let is_else = taken.meets(&pressed)
            || self.law.locks.iter().any(|lock| lock.lacked.meets(&gains))
            || locations.iter().any(changes);
        (!is_else).then_some(gains)
    }

    /// The plates that blocks can press among some locations; `None` if a plate also has cells elsewhere.
    pub(crate) fn covers(&self, locations: &[Location]) -> Option<Vec<Cover<W>>> {
        let cells: Vec<u32> = self.block_cells_of(locations).map(|(cell, _)| cell).collect();
        let mut covers = Vec::new();
        for plate in &self.law.plates {
            match plate.cells.iter().filter(|cell| cells.contains(cell)).count() {
                0 => continue,
                many if many < plate.cells.len() => return None,
                _ => {}
            }
            let gives = plate.gives.difference(&self.law.banned);
            covers.push(Cover { gives, down: plate.down, cells: plate.cells.clone() });
        }
        Some(covers)
    }

    /// The cells of some locations that can hold a block, by number in the push map, with their locations.
    pub(crate) fn block_cells_of<'a>(
        &'a self,
        locations: &'a [Location],
    ) -> impl Iterator<Item = (u32, Location)> + 'a {
        locations.iter().filter_map(|&at| self.blocks.cell(at).map(|cell| (cell, at)))
    }

    /// True if a block stands on a cell.
    pub(crate) fn holds_block(&self, arrangement: Arrangement, cell: u32, blocks: &Blocks) -> bool {
        blocks.holds(arrangement, cell)
    }

    /// The cells from which a push brings a block to a cell.
    pub(crate) fn pushed_from(&self, cell: u32) -> impl Iterator<Item = u32> + '_ {
        let next = (0..).zip(&self.blocks.next);
        next.filter(move |(_, next)| next.contains(&cell)).map(|(from, _)| from)
    }

    /// By cell of the push map, the least number of pushes that bring a block from there to a cell, ignoring
    /// obstacles; [`NONE`] if no pushes do.
    pub(crate) fn pushes_to(&self, cell: u32) -> Vec<u32> {
        let next = &self.blocks.next;
        let mut before = vec![Vec::new(); next.len()];
        for (from, next) in (0..).zip(next) {
            for &to in next.iter().filter(|&&to| to != NONE) {
                before[to as usize].push(from);
            }
        }
        let mut pushes = vec![NONE; next.len()];
        pushes[cell as usize] = 0;
        let mut waiting = vec![cell];
        let mut done = 0;
        while let Some(&at) = waiting.get(done) {
            done += 1;
            for &from in &before[at as usize] {
                if pushes[from as usize] == NONE {
                    pushes[from as usize] = pushes[at as usize] + 1;
                    waiting.push(from);
                }
            }
        }
        pushes
    }
}
