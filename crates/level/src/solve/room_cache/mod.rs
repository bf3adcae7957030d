//! Many questions about one level, with cached rooms and distances: the answers are exact, and the world is
//! constructed once.
//!
//! A player crosses a room in one move: from the location where it is entered to the other side of a door out of it,
//! with everything gained on the way, at the least cost. Such *visits* ([`super::rooms`]) are computed once and serve
//! all questions that change nothing in their room. Between rooms, a state is a location at which a room is entered,
//! and a configuration. A state is *dominated* by another with no more cost, at least as many items, and otherwise
//! equal values. States are expanded in the order of their cost plus a lower bound on the rest (`search`), so the
//! first plan is a cheapest one.
//!
//! Invariant: an answer equals the answer of [`super::solve()`] for the changed level.

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
    /// The only goals, if they differ.
    pub(crate) goals: Option<Vec<Location>>,
    /// Bits that cannot be set.
    pub(crate) banned: Bits<W>,
    /// Locations that lose some of what they give, each with the bits that remain.
    pub(crate) emptied: Vec<(Location, Bits<W>)>,
    /// Pairs of regions that no door connects, the lower number first.
    pub(crate) closed: Vec<(u32, u32)>,
    /// Locations of blocks that are removed, and of blocks that become walls.
    pub(crate) taken: Vec<Location>,
    pub(crate) walled: Vec<Location>,
    /// True if nothing can be pushed.
    pub(crate) is_fixed: bool,
}

/// The answer to a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// It can be won, in this many moves at least.
    Moves(u64),
    /// It cannot be won.
    Never,
    /// It would need more states than allowed.
    TooMany,
    /// A room takes too long.
    TooLong,
}

/// A world, with everything that is known about it for all questions.
pub(crate) struct RoomCache<const W: usize> {
    world: World<W>,
    /// By location, its region.
    regions: Vec<u32>,
    ports: Ports,
    pieces: Pieces<W>,
    rooms: Rooms<W>,
    blocks: Blocks,
    /// No location counts as far from a goal, because a question may set other goals.
    bound: Distances,
    /// The rooms in which blocks can stand, the locations of plates with the bits they set, and the goals.
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

/// The rooms that a question changes, with their arrangements of blocks.
struct ChangedRooms<const W: usize> {
    rooms: Rooms<W>,
    /// By room.
    is_changed: Vec<bool>,
    blocks: Blocks,
}

impl<const W: usize> RoomCache<W> {
    /// The room cache of a world whose locations belong to regions; `None` if a region affects another by more than
    /// bits.
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

    /// The answer to a question, within a number of states.
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

    /// A cheapest plan of the unchanged world, with the door numbers of `whole`; `None` if there is none, or if it
    /// needs more than `most` states.
    pub(crate) fn plan(&mut self, whole: &World<W>, most: usize) -> Option<Plan> {
        let (states, mut changed) = self.search(&Question::default(), most)?;
        let SearchEnd::Goal(state) = states.end else { return None };
        plan(self, &mut changed, whole, &states.way(state))
    }

    /// Applies the changes of a question to the world.
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

    /// The search, with the rooms that were computed again; `None` if no goal is reachable in the relaxation.
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

    /// The bits of plates that can no longer be pressed, because the blocks of their rooms changed: not even by a
    /// player who enters with all items that can ever be held. Bits that can also be gained elsewhere, or from plates
    /// of other rooms, are not included.
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

/// The bits that anything in a world can set.
fn settable<const W: usize>(world: &World<W>) -> Bits<W> {
    let locations = 0..world.locations() as Location;
    let flips = locations.flat_map(|at| world.flips(at)).copied();
    let pressed = world.pressed().into_iter().map(|(_, bits)| bits);
    flips.chain(pressed).chain([world.pickups()]).collect()
}

// -------------------------------------------------------------------------------------------------
// The plan of a path between rooms: the moves within the rooms, by the rules.

/// A state with its full configuration.
type Full<const W: usize> = (Location, Config<W>);

/// The plan of a path, with the door numbers of the whole world; `None` if a move cannot be reproduced, which the
/// rules exclude.
fn plan<const W: usize>(
    room_cache: &mut RoomCache<W>,
    changed: &mut ChangedRooms<W>,
    whole: &World<W>,
    way: &[Full<W>],
) -> Option<Plan> {
    let RoomCache { world, rooms, blocks, bound, .. } = room_cache;
    let mut plan = Plan::default();
    // In the whole world the player also holds items that nothing requires, which has no effect.
    for pair in way.windows(2) {
        let [(at, config), (to, after)] = [pair[0], pair[1]];
        let (rooms, blocks, [config, after]) = match changed.is_changed[rooms.number(at) as usize] {
            true => (&changed.rooms, &mut changed.blocks, [config, after]),
            // The cached visits of a room use the arrangement numbers of the room cache.
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
