//! Search of large levels from room to room. A visit is everything that can happen between entering a room and leaving
//! it.
//!
//! The possibilities inside a room depend on a few facts (its *local* facts), and pushes there are undone when it is
//! left. So each visit is explored once per entry place and set of local facts, with the moves of the world. It then is
//! one move of a game whose states are those just after entering a room. Costs, verdicts and dead states equal those of
//! the plain search, with fewer states. This requires that blocks return when their room is left (or there are none),
//! and that nothing requires a plate that is down now.

use crate::rules::Push;
use crate::search::{Answer, Game, least};
use crate::world::{Condition, Cost, Facts, Lock, Move, NONE, Place, Stand, State, World};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::rc::Rc;

/// Maximum number of states per visit.
const MOST_OF_VISIT: usize = 3_000_000;

/// An end of a visit: a place beside other rooms, or a goal, with the local facts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct End {
    at: u32,
    facts: Facts,
}

/// The result of exploring a room.
#[derive(Debug, Default)]
struct Visit {
    /// The ends, each with its least cost.
    ends: Vec<(End, Cost)>,
    /// For the states of the visit, the sets of ends that remain reachable, by number; only the minimal sets. `None` if
    /// there are more than 128 ends.
    left: Option<Vec<u128>>,
    /// The places that are reached.
    places: BTreeSet<u32>,
}

/// The properties of a place that a visit depends on.
type PlaceKey = (u32, u8, Lock, Facts, Vec<Facts>, bool, [u32; 8]);

/// The properties of a room that a visit depends on: the cache key. Equal rooms of changed levels have equal visits.
#[derive(PartialEq, Eq, Hash)]
struct Room {
    /// For each place: number, tile, lock, facts that it gives itself or by plates, toggles, true for a goal, and
    /// neighbours.
    places: Vec<PlaceKey>,
    local: Facts,
    push: Push,
    /// The facts that win, if that can happen in the room.
    win: Option<Lock>,
}

/// The cache of visits, for all queries about one level.
#[derive(Default)]
pub(crate) struct Memory {
    rooms: HashMap<Room, usize>,
    visits: HashMap<(usize, u32, Layout, Facts), Option<Rc<Visit>>>,
}

/// The blocks and filled pits of an entered room, which the step into it may have changed.
type Layout = Stand;

/// A world, searched from room to room.
pub(crate) struct Visits<'a> {
    world: &'a World,
    memory: &'a RefCell<Memory>,
    /// For each room: its number in the cache, its local facts, and true if the game can be won there by facts.
    rooms: BTreeMap<u32, (usize, Facts, bool)>,
    /// True if some visit had too many states.
    failed: RefCell<bool>,
}

impl<'a> Visits<'a> {
    /// The visits of a world; `None` if this search does not apply.
    pub(crate) fn new(world: &'a World, memory: &'a RefCell<Memory>) -> Option<Self> {
        let has_blocks = world.home().next().is_some();
        let down = world.locks().any(|lock| asks_down(lock));
        let outside = |place: &Place| place.region == NONE && !matches!(place.tile, 0 | 2);
        let outside = world.places.iter().any(outside);
        if !world.tiled
            || has_blocks && !world.rules.reset
            || down
            || outside
            || world.rules.diagonals
        {
            return None;
        }
        let mut visits = Self { world, memory, rooms: BTreeMap::new(), failed: false.into() };
        let regions: BTreeSet<u32> = world.places.iter().map(|place| place.region).collect();
        for region in regions.into_iter().filter(|region| *region != NONE) {
            let room = visits.room(region);
            let (local, wins) = (room.local, room.win.is_some());
            let mut memory = memory.borrow_mut();
            let next = memory.rooms.len();
            let number = *memory.rooms.entry(room).or_insert(next);
            visits.rooms.insert(region, (number, local, wins));
        }
        Some(visits)
    }

    /// The cache key of a room.
    fn room(&self, region: u32) -> Room {
        let world = self.world;
        let inside = (0..world.len() as u32).filter(|at| world.place(*at).region == region);
        let (mut places, mut asks, mut gains) = (Vec::new(), Facts::NONE, Facts::NONE);
        for at in inside {
            let Place { tile, lock, gives, flips, goal, near, .. } = world.place(at).clone();
            let gives = gives | world.plate_gives(at);
            gains |= gives | flips.iter().collect();
            asks |= world.named_in(&lock);
            places.push((at, tile, lock, gives, flips, goal, near));
        }
        let won = world.win.as_ref().map_or(Facts::NONE, |win| world.named_in(win));
        let win = world.win.clone().filter(|_| won.meets(gains));
        let local = asks | gains | if win.is_some() { won } else { Facts::NONE };
        Room { places, local, push: world.rules.push, win }
    }

    /// The visit that starts in a state; `None` if it has too many states.
    fn visit(&self, entry: State) -> Option<Rc<Visit>> {
        let region = self.world.place(entry.at).region;
        let (number, local, wins) = self.rooms[&region];
        let layout = self.world.blocks_in(entry.blocks, region);
        let key = (number, entry.at, layout, entry.facts & local);
        if let Some(known) = self.memory.borrow().visits.get(&key) {
            return known.clone();
        }
        let inside = State { facts: entry.facts & local, ..entry };
        let visit = self.look(inside, local, wins).map(Rc::new);
        self.memory.borrow_mut().visits.insert(key, visit.clone());
        visit
    }

    /// Explores all states from a state until the room is left.
    fn look(&self, entry: State, local: Facts, wins: bool) -> Option<Visit> {
        let world = self.world;
        let region = world.place(entry.at).region;
        let mut visit = Visit::default();
        let (mut states, mut costs) = (vec![entry], vec![Cost::default()]);
        let mut numbers = HashMap::from([(entry, 0)]);
        let mut ends: HashMap<End, usize> = HashMap::new();
        let (mut back, mut reach, mut after) = (Vec::new(), Vec::new(), Vec::new());
        let mut here = 0;
        while here < states.len() {
            let state = states[here];
            visit.places.insert(state.at);
            let mut own = 0u128;
            let goal = world.place(state.at).goal || wins && world.is_goal(state);
            if goal || self.is_exit(state.at) {
                let end = End { at: state.at, facts: state.facts };
                let next = ends.len();
                let number = *ends.entry(end).or_insert(next);
                if number == next {
                    visit.ends.push((end, costs[here]));
                }
                visit.ends[number].1 = visit.ends[number].1.min(costs[here]);
                own = 1u128.checked_shl(number as u32).unwrap_or(0);
            }
            reach.push(own);
            if !goal {
                world.moves(state, &mut after);
            }
            for step in after.drain(..).filter(|step| world.place(step.to.at).region == region) {
                let to = State { facts: step.to.facts & local, ..step.to };
                let number = *numbers.entry(to).or_insert(states.len());
                // Steps cost 1, so states come in the order of length; a later way of equal length may have fewer
                // pushes.
                let cost = costs[here].plus(step.cost);
                if number == states.len() {
                    states.push(to);
                    costs.push(cost);
                }
                costs[number] = costs[number].min(cost);
                back.push((number as u32, here as u32));
            }
            here += 1;
            if states.len() > MOST_OF_VISIT {
                return None;
            }
        }
        visit.left = (ends.len() <= 128).then(|| least_sets(spread(reach, back)));
        Some(visit)
    }

    /// True for a place beside another room, or with a warp to another room.
    fn is_exit(&self, at: u32) -> bool {
        let world = self.world;
        let place = world.place(at);
        let other = |to: &u32| *to != NONE && world.place(*to).region != place.region;
        place.near.iter().any(other)
            || place.tile == 42
            || world.rules.door_warps && (10..=15).contains(&place.tile)
    }

    /// The state at an end of a visit; the blocks of the room are as in the file, since the player leaves it.
    fn at_end(&self, entry: State, end: End) -> State {
        let (_, local, _) = self.rooms[&self.world.place(end.at).region];
        State { at: end.at, blocks: 0, facts: entry.facts.without(local) | end.facts }
    }

    /// The states just after leaving the room from an end.
    fn leave(&self, state: State, into: &mut Vec<(State, Cost)>) {
        let mut after: Vec<Move> = Vec::new();
        self.world.moves(state, &mut after);
        let region = self.world.place(state.at).region;
        let out = after.into_iter().filter(|step| self.world.place(step.to.at).region != region);
        into.extend(out.map(|step| (step.to, step.cost)));
    }

    /// Explores every visit to determine whether a player can get stuck. `None` if there are too many.
    pub(crate) fn soundness(&self, most: usize) -> Option<Soundness> {
        let (mut entries, mut numbers) = (vec![self.world.start()], HashMap::new());
        numbers.insert(entries[0], 0usize);
        let (mut visits, mut exits) = (Vec::new(), Vec::new());
        let mut here = 0;
        while here < entries.len() {
            let visit = self.visit(entries[here]).filter(|visit| visit.left.is_some())?;
            let mut of_ends: Vec<Option<Vec<usize>>> = Vec::new();
            for (end, _) in &visit.ends {
                let state = self.at_end(entries[here], *end);
                let mut after = Vec::new();
                self.leave(state, &mut after);
                let next = after.into_iter().map(|(to, _)| {
                    *numbers.entry(to).or_insert_with(|| {
                        entries.push(to);
                        entries.len() - 1
                    })
                });
                let next = next.collect();
                of_ends.push((!self.world.is_goal(state)).then_some(next));
            }
            visits.push(visit);
            exits.push(of_ends);
            here += 1;
            if entries.len() > most {
                return None;
            }
        }
        let alive = alive(&exits);
        let stuck = (0..entries.len()).find(|entry| {
            let lives = |end: &Option<Vec<usize>>| {
                end.as_ref().is_none_or(|next| next.iter().any(|to| alive[*to]))
            };
            let living: Vec<bool> = exits[*entry].iter().map(lives).collect();
            let dead =
                |set: &u128| !(0..living.len()).any(|end| living[end] && set >> end & 1 == 1);
            visits[*entry].left.iter().flatten().any(dead)
        });
        let places = visits.iter().flat_map(|visit| visit.places.iter().copied()).collect();
        Some(Soundness { stuck: stuck.map(|entry| entries[entry]), places })
    }

    /// Determines whether the level can be won, and the least cost.
    pub(crate) fn least(&self, most: usize) -> Answer {
        let answer = least(self, most);
        if *self.failed.borrow() && answer == Answer::Unsolvable { Answer::Unknown } else { answer }
    }

    /// The least cost of a way through a list of rooms, where some facts must hold before each room is left, or the
    /// game is won. The error is the number of the room that cannot be passed.
    pub(crate) fn along(&self, route: &[(usize, Vec<Facts>)]) -> Result<Option<Cost>, usize> {
        let mut here = BTreeMap::from([(self.world.start(), Cost::default())]);
        for (number, (room, wanted)) in route.iter().enumerate() {
            let inside = |state: &State| self.world.region(state.at) == Some(*room);
            here.retain(|state, _| inside(state));
            let (mut next, mut won) = (BTreeMap::new(), None);
            for (entry, cost) in &here {
                let Some(visit) = self.visit(*entry) else { return Ok(None) };
                for (end, more) in &visit.ends {
                    let state = self.at_end(*entry, *end);
                    if wanted.iter().any(|wanted| !state.facts.meets(*wanted)) {
                        continue;
                    }
                    let cost = cost.plus(*more);
                    if self.world.is_goal(state) {
                        won = won.into_iter().chain([cost]).min();
                    }
                    let mut after = Vec::new();
                    self.leave(state, &mut after);
                    for (to, step) in after {
                        let known = next.entry(to).or_insert(cost.plus(step));
                        *known = (*known).min(cost.plus(step));
                    }
                }
            }
            if number + 1 == route.len() {
                return won.map(Some).ok_or(number);
            }
            here = next;
            if here.is_empty() {
                return Err(number);
            }
        }
        Err(0)
    }
}

impl Game for Visits<'_> {
    fn start(&self) -> State {
        self.world.start()
    }

    fn is_goal(&self, state: State) -> bool {
        self.world.is_goal(state)
    }

    fn moves(&self, from: State, into: &mut Vec<(State, Cost)>) {
        let Some(visit) = self.visit(from) else { return *self.failed.borrow_mut() = true };
        let mut after = Vec::new();
        for (end, cost) in &visit.ends {
            let state = self.at_end(from, *end);
            if self.world.is_goal(state) {
                into.push((state, *cost));
                continue;
            }
            self.leave(state, &mut after);
            into.extend(after.drain(..).map(|(to, step)| (to, cost.plus(step))));
        }
    }

    fn mixed(&self) -> Facts {
        self.world.mixed()
    }
}

/// The result of exploring every visit.
pub(crate) struct Soundness {
    /// A state just after entering a room in which the player can get stuck.
    pub(crate) stuck: Option<State>,
    /// The places that are reached.
    pub(crate) places: BTreeSet<u32>,
}

/// The entries from which a goal can be reached; an end without further entries is a goal.
fn alive(exits: &[Vec<Option<Vec<usize>>>]) -> Vec<bool> {
    let mut before = vec![Vec::new(); exits.len()];
    let mut open = Vec::new();
    for (entry, ends) in exits.iter().enumerate() {
        if ends.iter().any(Option::is_none) {
            open.push(entry);
        }
        ends.iter().flatten().flatten().for_each(|to| before[*to].push(entry));
    }
    let mut alive = vec![false; exits.len()];
    while let Some(entry) = open.pop() {
        if !std::mem::replace(&mut alive[entry], true) {
            open.extend(&before[entry]);
        }
    }
    alive
}

/// For each state, the reachable ends, from its own end and the reversed moves.
fn spread(mut reach: Vec<u128>, mut back: Vec<(u32, u32)>) -> Vec<u128> {
    back.sort_unstable();
    let mut open: VecDeque<u32> =
        (0..reach.len() as u32).filter(|at| reach[*at as usize] != 0).collect();
    while let Some(to) = open.pop_front() {
        let first = back.partition_point(|step| step.0 < to);
        for (_, from) in back[first..].iter().take_while(|step| step.0 == to) {
            let more = reach[*from as usize] | reach[to as usize];
            if more != reach[*from as usize] {
                reach[*from as usize] = more;
                open.push_back(*from);
            }
        }
    }
    reach
}

/// The minimal sets.
fn least_sets(sets: Vec<u128>) -> Vec<u128> {
    let all: BTreeSet<u128> = sets.into_iter().collect();
    let least = |set: &&u128| !all.iter().any(|other| other != *set && other & **set == *other);
    all.iter().filter(least).copied().collect()
}

/// True if a lock requires a plate that is down.
fn asks_down(lock: &[Condition]) -> bool {
    lock.iter().any(|ask| match ask {
        Condition::Down(_) => true,
        Condition::Any(lists) => lists.iter().any(|list| asks_down(list)),
        _ => false,
    })
}
