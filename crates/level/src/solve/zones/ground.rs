//! The ground of a world that is explored: which locations belong to it, and between which one walks to and fro.

use crate::rules::Location;
use crate::rules::Rows;
use crate::rules::door::Door;
use crate::rules::world::World;

/// The number of a location that does not belong to the ground.
const NONE: u32 = u32::MAX;

/// Locations, numbered anew, and the steps between them that change nothing where no block stands and nothing lies.
#[derive(Default)]
pub(super) struct Ground {
    /// By location of the world: its number here, or [`NONE`].
    number: Vec<u32>,
    /// By number: the location.
    locations: Vec<Location>,
    /// By number: the numbers of locations to which and from which one walks.
    beside: Rows<u32>,
    /// Numbers that stand for none or for more states than one, each with how many more.
    heavy: Vec<(u32, i64)>,
    /// True if doors that let blocks return lead out.
    is_room: bool,
}

impl Ground {
    /// The ground of a whole world, doors that let blocks return among its moves.
    pub(super) fn of_world<const W: usize>(world: &World<W>) -> Self {
        Self::of(world, (0..world.locations() as Location).collect(), false)
    }

    /// The ground of some locations, which only doors that let blocks return lead out of.
    pub(super) fn of_room<const W: usize>(world: &World<W>, locations: Vec<Location>) -> Self {
        Self::of(world, locations, true)
    }

    fn of<const W: usize>(world: &World<W>, locations: Vec<Location>, is_room: bool) -> Self {
        let mut number = vec![NONE; world.locations()];
        for (n, &location) in (0..).zip(&locations) {
            number[location as usize] = n;
        }
        let stands = |at: Location| world.goes_on(at) && !world.is_passed(at);
        let walks = |from: Location, door: &Door| {
            let back = || world.doors(door.to).iter().any(|back| back.to == from && is_walk(back));
            is_walk(door) && stands(from) && stands(door.to) && back()
        };
        let mut steps = Vec::new();
        for (n, &from) in locations.iter().enumerate() {
            let doors = world.doors(from).iter().filter(|door| walks(from, door));
            steps.extend(doors.map(|door| (n, number[door.to as usize])));
        }
        let mut beside = Rows::default();
        beside.fill(locations.len(), steps.iter().copied().filter(|&(_, to)| to != NONE));
        let more = locations.iter().map(|&location| world.weight(location) as i64 - 1);
        let heavy = (0..).zip(more).filter(|(_, more)| *more != 0).collect();
        Self { number, locations, beside, heavy, is_room }
    }

    /// The number of states that a set of numbers stands for.
    pub(super) fn weight(&self, members: &[u64]) -> u64 {
        let many: u32 = members.iter().map(|word| word.count_ones()).sum();
        let holds = |number: u32| members[number as usize / 64] >> (number % 64) & 1 != 0;
        let heavy = self.heavy.iter().filter(|(number, _)| holds(*number));
        (i64::from(many) + heavy.map(|(_, more)| more).sum::<i64>()) as u64
    }

    /// The number of locations.
    pub(super) fn len(&self) -> usize {
        self.locations.len()
    }

    /// The number of a location, if it belongs to the ground.
    #[inline]
    pub(super) fn number(&self, location: Location) -> Option<u32> {
        self.number.get(location as usize).copied().filter(|&number| number != NONE)
    }

    /// The location of a number.
    #[inline]
    pub(super) fn location(&self, number: u32) -> Location {
        self.locations[number as usize]
    }

    /// The numbers of the locations beside one.
    #[inline]
    pub(super) fn beside(&self, number: u32) -> &[u32] {
        self.beside.row(number as usize)
    }

    /// True if a door leads out of the ground.
    #[inline]
    pub(super) fn is_out(&self, door: Door) -> bool {
        self.is_room && door.resets
    }
}

/// True if a door asks for nothing and moves no block back.
fn is_walk(door: &Door) -> bool {
    door.lock == 0 && !door.resets
}
