//! Many questions about one level, of which rooms and distances are known: exact answers, and the world is made once.
//!
//! A player passes a room in one move: from the location at which it is entered to the other side of a door out of it,
//! with what was gained meanwhile, at the least cost. Such *visits* ([`super::rooms`]) are worked out once and serve all
//! questions that change nothing in their room. Between rooms a state is a location at which a room is entered, and a
//! configuration; it is *outdone* by another at no more cost and with no less in hand, whatever else is alike. States are
//! taken in the order of their cost and of what the rest costs at least (`search`), so that the first plan is a cheapest one.
//!
//! Invariant: an answer is that of [`super::solve()`] to the changed level.

mod places;
mod search;

use super::heuristic::Distances;
use super::rooms::{Rooms, USUAL};
use crate::plan::{Move, Plan};
use crate::rules::{Bits, Blocks, Config, Location, World};
use places::{Flood, Pieces, Ports};
use rustc_hash::FxHashMap;
use search::{Guide, SearchEnd, States};

/// A question: changes of the world.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Question<const W: usize> {
    /// The only goals, where they are others.
    pub(crate) goals: Option<Vec<Location>>,
    /// Bits that cannot be set.
    pub(crate) banned: Bits<W>,
    /// Locations of which some gifts are gone, with those that are left.
    pub(crate) emptied: Vec<(Location, Bits<W>)>,
    /// Pairs of regions between which no door leads, the lower first.
    pub(crate) closed: Vec<(u32, u32)>,
    /// Locations of blocks that are not there, and of those that are walls.
    pub(crate) taken: Vec<Location>,
    pub(crate) walled: Vec<Location>,
    /// True if nothing can be pushed.
    pub(crate) is_fixed: bool,
}

/// The answer to a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// It can be won in so many moves at least.
    Moves(u64),
    /// It cannot be won.
    Never,
    /// More states than allowed would have to be met.
    TooMany,
    /// A room takes too long.
    TooLong,
}

/// A world with all that is known of it for any question.
pub(crate) struct RoomCache<const W: usize> {
    world: World<W>,
    /// By location: its region.
    regions: Vec<u32>,
    ports: Ports,
    pieces: Pieces<W>,
    rooms: Rooms<W>,
    blocks: Blocks,
    /// No location is far from a goal, for there may be others.
    bound: Distances,
    /// The rooms in which blocks can stand, the locations of plates with what they set, and the goals.
    block_rooms: Vec<u32>,
    pressed: Vec<(Location, Bits<W>)>,
    goals: Vec<Location>,
    /// The bits that can ever be set.
    settable: Bits<W>,
    /// The questions that were answered.
    known: FxHashMap<Question<W>, Answer>,
    /// The number of states that all searches met.
    pub(crate) met: u64,
}

/// The rooms that a question changes, and how their blocks stand.
struct ChangedRooms<const W: usize> {
    rooms: Rooms<W>,
    /// By room.
    is_changed: Vec<bool>,
    blocks: Blocks,
}

impl<const W: usize> RoomCache<W> {
    /// The room cache of a world whose locations lie in regions; `None` where a region leaves a trace in another but bits.
    pub(crate) fn of(whole: &World<W>, regions: Vec<u32>) -> Option<Self> {
        if whole.has_passed() || whole.has_diagonals() || whole.wins_by_more() {
            return None;
        }
        let mut world = whole.without_irrelevant_gains();
        if world.has_blocks() && !world.resets() {
            return None;
        }
        if !world.has_blocks() {
            world.reset_between(&regions);
        }
        let of_rooms = world.rooms();
        let rooms = Rooms::in_parts(&world, of_rooms.clone(), USUAL);
        let mut blocks = Blocks::default();
        world.start(&mut blocks);
        let locations = 0..world.locations() as Location;
        let mut block_rooms: Vec<u32> = locations
            .filter(|&at| world.block_cells_of(&[at]).next().is_some())
            .map(|at| rooms.number(at))
            .collect();
        block_rooms.dedup();
        block_rooms.sort_unstable();
        block_rooms.dedup();
        Some(Self {
            ports: Ports::of(&world, &of_rooms),
            pieces: Pieces::of(&world, &of_rooms),
            bound: Distances::zero(world.locations()),
            settable: settable(&world),
            known: FxHashMap::default(),
            met: 0,
            pressed: world.pressed(),
            goals: world.goals().collect(),
            world,
            regions,
            rooms,
            blocks,
            block_rooms,
        })
    }

    /// The answer to a question within so many states.
    pub(crate) fn answer(&mut self, mut question: Question<W>, most: usize) -> Answer {
        question.banned = question.banned.intersection(&self.settable);
        if let Some(known) = self.known.get(&question) {
            return *known;
        }
        let before = self.world.snapshot();
        self.change(&question);
        let answer = match self.search(&question, most) {
            None => Answer::Never,
            Some((states, _)) => match states.end {
                SearchEnd::Goal(state) => Answer::Moves(states.cost(state).into()),
                SearchEnd::Exhausted => Answer::Never,
                SearchEnd::TooMany => Answer::TooMany,
                SearchEnd::TooLong => Answer::TooLong,
            },
        };
        self.world.restore(before);
        if matches!(answer, Answer::Moves(_) | Answer::Never) {
            self.known.insert(question, answer);
        }
        answer
    }

    /// A cheapest plan of the world as it is, by the doors of `whole`; `None` where there is none, or it takes more
    /// than so many states.
    pub(crate) fn plan(&mut self, whole: &World<W>, most: usize) -> Option<Plan> {
        let (states, mut changed) = self.search(&Question::default(), most)?;
        let SearchEnd::Goal(state) = states.end else { return None };
        plan(self, &mut changed, whole, &states.way(state))
    }

    /// Changes the world.
    fn change(&mut self, question: &Question<W>) {
        let world = &mut self.world;
        if let Some(goals) = &question.goals {
            world.set_goals(goals);
        }
        for (location, bits) in &question.emptied {
            world.keep_only(*location, bits);
        }
        question.taken.iter().for_each(|&block| world.remove_block(block));
        question.walled.iter().for_each(|&block| world.wall_in_block(block));
        if question.is_fixed {
            world.fix_blocks();
        }
        world.ban(question.banned);
    }

    /// The search, with the rooms that it looked at anew; `None` where no goal can be reached at best.
    fn search(
        &mut self,
        question: &Question<W>,
        most: usize,
    ) -> Option<(States<W>, ChangedRooms<W>)> {
        let regions = &self.regions;
        let is_closed = |from: Location, to: Location| {
            let [a, b] = [from, to].map(|at| regions[at as usize]);
            question.closed.contains(&(a.min(b), a.max(b)))
        };
        let mut flood = self.pieces.flood(&self.world, is_closed, Bits::default());
        let mut changed = self.changed_rooms(question);
        let mut without = Bits::default();
        if flood.wins {
            without = self.unpressed(question, &mut changed, &flood);
            if !without.is_empty() {
                flood = self.pieces.flood(&self.world, is_closed, without);
            }
        }
        if !flood.wins {
            return None;
        }
        let known = (&self.ports, &self.pieces);
        let guide = Guide::of(&self.world, known, is_closed, (&flood, without));
        let states = States::search(self, &mut changed, guide, question, most);
        self.met += states.met();
        Some((states, changed))
    }

    /// The bits of plates that nobody can press any more, since their rooms' blocks are others: not even whoever enters
    /// with all in hand that could ever be had. What lies elsewhere, or is given by plates of other rooms, can be had.
    fn unpressed(
        &self,
        question: &Question<W>,
        changed: &mut ChangedRooms<W>,
        flood: &Flood<W>,
    ) -> Bits<W> {
        let (world, mut without) = (&self.world, Bits::default());
        if question.taken.is_empty() && question.walled.is_empty() && !question.is_fixed {
            return without;
        }
        let monotone = world.monotone_pickups().union(&world.monotone_plate_symbols());
        for &(plate, bits) in &self.pressed {
            let room = self.rooms.number(plate);
            if !changed.is_changed[room as usize] {
                continue;
            }
            let inside = changed.rooms.locations(room);
            let relevant = world.relevant(inside, |door| !door.resets);
            let is_plain = monotone.union(&bits).contains(&relevant);
            let held = flood.held.difference(&bits);
            let gets = |at: Location| {
                let config = Config { bits: held, ..Config::default() };
                let endings =
                    changed.rooms.endings(world, &mut changed.blocks, &self.bound, (at, &config));
                endings.is_none_or(|endings| {
                    endings
                        .iter()
                        .any(|ending| changed.rooms.after(&config, ending).bits.meets(&bits))
                })
            };
            let mut ports = self.ports.all.iter().copied();
            let entered = ports.by_ref().filter(|&at| self.rooms.number(at) == room);
            let entered: Vec<Location> = entered.collect();
            if is_plain && !entered.into_iter().any(gets) {
                let others = self.pressed.iter();
                let others = others.filter(|&&(other, _)| self.rooms.number(other) != room);
                let had = others.fold(world.pickups(), |had, (_, bits)| had.union(bits));
                without.add(&bits.difference(&had));
            }
        }
        without
    }

    /// The rooms that a question changes.
    fn changed_rooms(&self, question: &Question<W>) -> ChangedRooms<W> {
        let world = &self.world;
        let mut is_changed = vec![false; self.rooms.len()];
        let mut change = |at: Location| is_changed[self.rooms.number(at) as usize] = true;
        question.emptied.iter().for_each(|&(at, _)| change(at));
        question.taken.iter().chain(&question.walled).for_each(|&at| change(at));
        if let Some(goals) = &question.goals {
            goals.iter().for_each(|&at| change(at));
            self.goals.iter().for_each(|&at| change(at));
        }
        if !question.banned.is_empty() {
            let gone = |at: &Location| {
                let flips = world.flips(*at).iter().any(|toggle| toggle.meets(&question.banned));
                flips || world.gives(*at).meets(&question.banned)
            };
            (0..world.locations() as Location).filter(gone).for_each(&mut change);
            let pressed = self.pressed.iter().filter(|(_, bits)| bits.meets(&question.banned));
            pressed.for_each(|&(at, _)| change(at));
        }
        if question.is_fixed {
            self.block_rooms.iter().for_each(|&room| is_changed[room as usize] = true);
        }
        let numbers: Vec<u32> =
            (0..).zip(&is_changed).filter(|(_, changed)| **changed).map(|(room, _)| room).collect();
        let mut blocks = Blocks::default();
        world.start(&mut blocks);
        ChangedRooms { rooms: self.rooms.renewed(&numbers), is_changed, blocks }
    }
}

/// The bits that anything in a world sets.
fn settable<const W: usize>(world: &World<W>) -> Bits<W> {
    let locations = 0..world.locations() as Location;
    let flips = locations.flat_map(|at| world.flips(at)).copied();
    let pressed = world.pressed().into_iter().map(|(_, bits)| bits);
    flips.chain(pressed).chain([world.pickups()]).collect()
}

// -------------------------------------------------------------------------------------------------
// The plan of a way between rooms: the moves within them, by the rules.

/// A state in full.
type Full<const W: usize> = (Location, Config<W>);

/// The plan of a way, by the doors of the whole world; `None` where a move is not found again, which the rules forbid.
fn plan<const W: usize>(
    room_cache: &mut RoomCache<W>,
    changed: &mut ChangedRooms<W>,
    whole: &World<W>,
    way: &[Full<W>],
) -> Option<Plan> {
    let RoomCache { world, rooms, blocks, bound, .. } = room_cache;
    let mut plan = Plan::default();
    // A thing that nobody asks for is held in the whole world besides, and changes nothing.
    for pair in way.windows(2) {
        let [(at, config), (to, after)] = [pair[0], pair[1]];
        let (rooms, blocks, [config, after]) = match changed.is_changed[rooms.number(at) as usize] {
            true => (&changed.rooms, &mut changed.blocks, [config, after]),
            // What is known of a room is told in the arrangements of the room cache.
            false => {
                let mut convert = |config: Config<W>| Config {
                    blocks: blocks.like(&changed.blocks, config.blocks),
                    ..config
                };
                let converted = [convert(config), convert(after)];
                (&*rooms, &mut *blocks, converted)
            }
        };
        let states = rooms.way(world, blocks, bound, (at, &config), (to, &after));
        for pair in states.windows(2) {
            plan.moves.push(single(world, whole, blocks, [&pair[0], &pair[1]])?);
        }
    }
    Some(plan)
}

/// The move that leads from one state to another.
fn single<const W: usize>(
    world: &World<W>,
    whole: &World<W>,
    blocks: &mut Blocks,
    [(at, config), (to, after)]: [&Full<W>; 2],
) -> Option<Move> {
    let mut flips = (0..).zip(world.flips(*at));
    if at == to
        && let Some((flip, _)) =
            flips.find(|(_, toggle)| world.flip(config, toggle) == Some(*after))
    {
        return Some(Move::Flip { flip });
    }
    let mut doors = world.doors(*at).iter().filter(|door| door.to == *to);
    let door = doors.find(|door| world.step(config, **door, blocks) == Some(*after))?;
    let same = |other: &crate::rules::door::Door| {
        (other.to, other.way, other.lock) == (door.to, door.way, door.lock)
    };
    let number = whole.doors(*at).iter().position(same)?;
    Some(Move::Goto { to: *to, door: number as u32 })
}
