//! A room that is passed, the distances within it, and the beginnings of its visits.

use super::super::heuristic::Distances;
use crate::rules::bits::Bits;
use crate::rules::blocks::Arrangement;
use crate::rules::door::Door;
use crate::rules::world::passing::Cover;
use crate::rules::world::rooms::Balance;
use crate::rules::world::{Config, World};
use crate::rules::{Location, Rows, Way};
use std::rc::Rc;

/// The distance of what cannot be reached.
pub(super) const FAR: u32 = u32::MAX;

/// The number of distances above which a room is too large to be passed in one move.
const MOST_DISTANCES: usize = 1 << 18;

/// The numbers of states above which a room is left to the search itself.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Most {
    /// Those that one visit may look at.
    pub(in super::super) visit: u64,
    /// Those that all visits of a room may look at for each time that it is passed, besides those of one.
    pub(in super::super) passage: u64,
}

/// Most visits are over after a few hundred states, or never soon.
pub(in super::super) const USUAL: Most = Most { visit: 30_000, passage: 128 };

/// The beginning of a visit, as far as it matters.
#[derive(PartialEq, Eq, Hash)]
pub(super) struct Visit<const W: usize> {
    pub(super) at: Location,
    pub(super) bits: Bits<W>,
    pub(super) blocks: Arrangement,
    pub(super) balance: Balance,
}

/// A room.
pub(super) struct Room<const W: usize> {
    /// Its locations, rising.
    pub(super) locations: Vec<Location>,
    seats: Rc<[Seat]>,
    /// The bits that moves within it ask for or change, and the most keys and bombs that they use up.
    pub(super) relevant: Bits<W>,
    spends: Balance,
    /// Its locations from which one may leave, and those where one may win.
    pub(super) ends: Vec<End>,
    /// The gains and the plates of a room of whose visits nothing but gains is left; `None` of others.
    pub(super) yard: Option<Yard<W>>,
    /// True if visits are worked out.
    pub(super) is_open: bool,
    /// The number of times that it was passed, and what its visits took, in states.
    passed: u64,
    pub(super) worked: u64,
}

/// The room that a location lies in, and its place among the locations of that room.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Seat {
    pub(super) room: u32,
    place: u32,
}

/// By location: its seat.
pub(super) fn seats(rooms: &[Vec<Location>], locations: usize) -> Rc<[Seat]> {
    let mut seats = vec![Seat::default(); locations];
    for (room, of_room) in (0..).zip(rooms) {
        for (place, &location) in (0..).zip(of_room) {
            seats[location as usize] = Seat { room, place };
        }
    }
    seats.into()
}

/// A location from which one may leave a room, or where one may win.
pub(super) struct End {
    pub(super) at: Location,
    /// By location of the room, in their order: the distance to it, were nothing in the way.
    pub(super) way: Vec<u32>,
}

/// A room of which only gains are left.
pub(super) struct Yard<const W: usize> {
    pub(super) gains: Bits<W>,
    /// The bits of the plates that can be down during a visit.
    pub(super) downs: Bits<W>,
    pub(super) plates: Vec<Plate<W>>,
    /// The cells that can hold a block, as the map of pushes numbers them.
    pub(super) cells: Vec<Cell>,
}

/// A plate that gives something.
pub(super) struct Plate<const W: usize> {
    pub(super) gives: Bits<W>,
    /// By cell of the plate and cell that can hold a block, as the map of pushes numbers them: the number of pushes
    /// from there, were nothing in the way.
    pub(super) pushes: Vec<Vec<u32>>,
    /// The locations, by their places in the room, where a player may stand after the last push.
    pub(super) last: Vec<u32>,
}

/// A cell that can hold a block.
pub(super) struct Cell {
    pub(super) cell: u32,
    /// By location of the room, in their order: the distance to it, were nothing in the way.
    pub(super) way: Vec<u32>,
}

impl<const W: usize> Room<W> {
    pub(super) fn of(
        world: &World<W>,
        bound: &Distances,
        locations: Vec<Location>,
        seats: &Rc<[Seat]>,
    ) -> Self {
        let is_inner = |door: &Door| !door.resets;
        let leaves = |at: Location| world.doors(at).iter().any(|door| door.resets);
        let is_end = |at: &Location| {
            !bound.is_far(*at) && (leaves(*at) && world.goes_on(*at) || world.is_goal_location(*at))
        };
        let ends: Vec<Location> = locations.iter().copied().filter(is_end).collect();
        let cells = world.block_cells_of(&locations).count();
        let is_open = locations.len().saturating_mul(ends.len() + cells) <= MOST_DISTANCES;
        let steps = back(world, &locations);
        let end = |&at: &Location| End { at, way: distances(&steps, &locations, at) };
        Self {
            relevant: world.relevant(&locations, is_inner),
            spends: world.spends(&locations, is_inner),
            ends: if is_open { ends.iter().map(end).collect() } else { Vec::new() },
            yard: if is_open { Yard::of(world, &locations, &steps) } else { None },
            is_open,
            passed: 0,
            worked: 0,
            locations,
            seats: Rc::clone(seats),
        }
    }

    /// The beginning of a visit, as far as it matters; `None` if visits are not worked out here.
    pub(super) fn visit(
        &mut self,
        world: &World<W>,
        at: Location,
        config: &Config<W>,
    ) -> Option<Visit<W>> {
        self.passed += 1;
        let bits = config.bits.intersection(&self.relevant);
        let balance = world.balance(&config.bits.difference(&self.relevant), self.spends);
        self.is_open.then_some(Visit { at, bits, blocks: config.blocks, balance })
    }

    /// The number of states that a visit may look at.
    pub(super) fn allowed(&self, most: Most) -> u64 {
        (most.visit + most.passage * self.passed).saturating_sub(self.worked).min(most.visit)
    }

    /// The distance from a place in the room to the nearest of some ends, were nothing in the way.
    pub(super) fn nearest(&self, ends: &[usize], place: usize) -> u32 {
        ends.iter().map(|&end| self.ends[end].way[place]).min().unwrap_or(FAR)
    }

    /// The place of a location among those of the room.
    #[inline]
    pub(super) fn place(&self, location: Location) -> usize {
        self.seats[location as usize].place as usize
    }
}

impl<const W: usize> Yard<W> {
    fn of(world: &World<W>, locations: &[Location], steps: &Rows<(u32, Way)>) -> Option<Self> {
        let gains = world.only_gains(locations)?;
        let covers = world.covers(locations)?;
        let downs = covers.iter().fold(Bits::default(), |all, cover| cover.down.union(&all));
        let covers: Vec<_> = covers.iter().filter(|cover| !cover.gives.is_empty()).collect();
        let cells: Vec<(u32, Location)> = world.block_cells_of(locations).collect();
        let plate = |cover: &&Cover<W>| {
            let last = cover.cells.iter().flat_map(|&cell| world.pushed_from(cell));
            let last = last.filter_map(|from| cells.iter().find(|(cell, _)| *cell == from));
            Plate {
                gives: cover.gives,
                pushes: cover.cells.iter().map(|&cell| world.pushes_to(cell)).collect(),
                last: last.map(|(_, at)| place(locations, *at)).collect(),
            }
        };
        let plates: Vec<Plate<W>> = covers.iter().map(plate).collect();
        let cell =
            |&(cell, at): &(u32, Location)| Cell { cell, way: distances(steps, locations, at) };
        let cells = if plates.is_empty() { Vec::new() } else { cells.iter().map(cell).collect() };
        Some(Self { gains, downs, plates, cells })
    }
}

fn place(locations: &[Location], location: Location) -> u32 {
    locations.partition_point(|&other| other < location) as u32
}

/// By location of a room: the locations from which one steps there, by their places in the room.
fn back<const W: usize>(world: &World<W>, locations: &[Location]) -> Rows<(u32, Way)> {
    let mut steps = Vec::new();
    for (from, &at) in (0..).zip(locations) {
        for door in world.doors(at).iter().filter(|door| !door.resets) {
            steps.push((place(locations, door.to) as usize, (from, door.way)));
        }
    }
    let mut rows = Rows::default();
    rows.fill(locations.len(), steps.iter().copied());
    rows
}

/// By location of a room: the distance to one of them, were nothing in the way.
fn distances(steps: &Rows<(u32, Way)>, locations: &[Location], to: Location) -> Vec<u32> {
    let mut far = vec![FAR; locations.len()];
    // Those at a distance, and those at the next one.
    let (mut here, mut next) = (vec![place(locations, to)], Vec::new());
    let mut cost = 0;
    while !here.is_empty() {
        while let Some(at) = here.pop() {
            if far[at as usize] <= cost {
                continue;
            }
            far[at as usize] = cost;
            for &(from, way) in steps.row(at as usize) {
                match way {
                    Way::Pass => here.push(from),
                    _ => next.push(from),
                }
            }
        }
        std::mem::swap(&mut here, &mut next);
        cost += 1;
    }
    far
}
