//! The whole state space of a level.
//!
//! A world without blocks is explored state by state after contraction; a world with blocks zone by zone; a world with
//! returning blocks room by room. All three give the number of states, the number of dead states, and whether a given
//! state is dead.

mod rooms;

use crate::limits::{Limit, Limits};
use crate::plan::Plan;
use crate::rules::{Blocks, Config, Location, Rows, World};
use crate::solve::explore::{Scope, Space, StateIndex};
use crate::solve::zones::{ZoneIndex, Zones};
use clock::Instant;
use rustc_hash::FxHashSet;

/// Explores a world, which is contracted if it consists of tiles.
pub(super) fn explore<'a, const W: usize>(
    world: &'a World<W>,
    limits: &Limits<'_>,
) -> Box<dyn Explored<W> + 'a> {
    match world.has_blocks() {
        false => Box::new(Flat::explore(world, limits)),
        true if world.resets() => Box::new(rooms::Rooms::explore(world, limits)),
        true => Box::new(Zoned::explore(world, limits)),
    }
}

// -------------------------------------------------------------------------------------------------
// The common interface of explored spaces.

/// Number of reachable states, and of dead states among them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counted {
    /// Number of reachable states, or of those found before a limit came.
    pub states: u64,
    /// Number of states from which no goal can be reached; `None` if a limit came first.
    pub dead_states: Option<u64>,
}

/// The target of a plan through a space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    Goal,
    /// A dead state.
    Dead,
}

/// An explored state space.
pub(crate) trait Explored<const W: usize> {
    /// The limit that ended the exploration early, if any. Then few dead states are known, or none.
    fn limit(&self) -> Option<Limit>;

    /// Number of states found and of dead states, and number of states kept to find them.
    fn counted(&self) -> (Counted, u64);

    /// True if some rooms have too many states to be counted. Then further states may be dead, and the number of dead
    /// states is unknown.
    fn is_vast(&self) -> bool {
        false
    }

    /// True if a goal was found.
    fn has_goal(&self) -> bool;

    /// True if some reachable state is known to be dead.
    fn has_dead(&self) -> bool;

    /// True if a found state is known to be dead.
    fn is_dead(&self, location: Location, config: &Config<W>) -> bool;

    /// False for states that a plan into a dead state can ignore.
    fn may_lead_to_a_dead_state(&self, _: Location, _: &Config<W>) -> bool {
        true
    }

    /// True if a state lies on the path to the first goal found.
    fn is_on_the_way(&self, location: Location, config: &Config<W>) -> bool;

    /// A cheapest plan to a goal or into a dead state, if the space was explored in order of cost.
    fn cheapest(&self, _: End) -> Option<Plan> {
        None
    }

    /// At most `_most` traps; empty if none are known. A trap is the locations of a path into a dead state and of all
    /// states reachable from there. A change that affects none of these locations leaves the level with this softlock.
    fn traps(&self, _most: usize) -> Vec<Vec<Location>> {
        Vec::new()
    }

    /// The arrangements of blocks found.
    fn blocks(&self) -> &Blocks;
}

// -------------------------------------------------------------------------------------------------
// Spaces without rooms: state by state without blocks, zone by zone with blocks; and the sinks among their dead states.

// -------------------------------------------------------------------------------------------------
// A world without blocks, explored state by state.

/// A space explored state by state.
struct Flat<'a, const W: usize> {
    world: &'a World<W>,
    space: Space<W>,
    limit: Option<Limit>,
    /// By state, true if it is dead; empty if a limit came first.
    dead: Vec<bool>,
    /// The states on the path to the first goal.
    way: FxHashSet<(Location, u32)>,
}

impl<'a, const W: usize> Flat<'a, W> {
    fn explore(world: &'a World<W>, limits: &Limits<'_>) -> Self {
        let mut space = Space::default();
        let limit = space.explore(world, Scope::Transitions, limits).err();
        let dead = if limit.is_none() { dead(world, &space) } else { Vec::new() };
        let way =
            space.goal().map(|goal| space.way(goal)).unwrap_or_default().into_iter().collect();
        Self { world, space, limit, dead, way }
    }
}

impl<const W: usize> Explored<W> for Flat<'_, W> {
    fn limit(&self) -> Option<Limit> {
        self.limit
    }

    fn counted(&self) -> (Counted, u64) {
        let dead = self.limit.is_none().then_some(&self.dead[..]);
        (counted(self.world, &self.space, dead), self.space.len() as u64)
    }

    fn has_goal(&self) -> bool {
        self.space.goal().is_some()
    }

    fn has_dead(&self) -> bool {
        // A location that a warp only passes has no weight: no player state is there.
        let mut states = self.space.states().zip(&self.dead);
        states.any(|((_, location), dead)| *dead && self.world.weight(location) > 0)
    }

    fn is_dead(&self, location: Location, config: &Config<W>) -> bool {
        let state = self.space.state(config, location);
        state.is_some_and(|state| self.dead.get(state as usize) == Some(&true))
    }

    fn is_on_the_way(&self, location: Location, config: &Config<W>) -> bool {
        let configuration = self.space.configuration(config);
        configuration.is_some_and(|configuration| self.way.contains(&(location, configuration)))
    }

    fn cheapest(&self, end: End) -> Option<Plan> {
        // The explored world of tiles is contracted, so its plans have no cells.
        let end = match end {
            _ if self.world.is_of_tiles() => None,
            End::Goal => self.space.goal(),
            End::Dead => self.dead.iter().position(|&dead| dead).map(|first| first as StateIndex),
        };
        end.map(|end| self.space.plan(end))
    }

    fn traps(&self, most: usize) -> Vec<Vec<Location>> {
        if self.limit.is_some() {
            return Vec::new();
        }
        let (first, next) = self.space.transitions();
        let row = |state: StateIndex| {
            &next[first[state as usize] as usize..first[state as usize + 1] as usize]
        };
        let at: Vec<Location> = self.space.states().map(|(_, location)| location).collect();
        let is_dead = |state: StateIndex| self.dead[state as usize];
        let sinks = sinks(self.dead.len(), is_dead, row, most).into_iter();
        let is_stood_in =
            |sink: &Vec<StateIndex>| sink.iter().any(|&s| self.world.weight(at[s as usize]) > 0);
        let trap = |sink: Vec<StateIndex>| {
            let way = sink.first().map(|&state| self.space.way(state)).unwrap_or_default();
            let way = way.into_iter().map(|(location, _)| location);
            way.chain(sink.iter().map(|&state| at[state as usize])).collect()
        };
        sinks.filter(is_stood_in).map(trap).collect()
    }

    fn blocks(&self) -> &Blocks {
        self.space.blocks()
    }
}

/// Counts the explored states. Each location of a contracted world counts as many states as it has cells.
fn counted<const W: usize>(world: &World<W>, space: &Space<W>, dead: Option<&[bool]>) -> Counted {
    let weight = |(_, location): (_, u32)| world.weight(location);
    let of_dead = |dead: &[bool]| {
        let states = space.states().zip(dead).filter(|(_, dead)| **dead);
        states.map(|(state, _)| weight(state)).sum()
    };
    Counted { states: space.states().map(weight).sum(), dead_states: dead.map(of_dead) }
}

// -------------------------------------------------------------------------------------------------
// A world with blocks, explored zone by zone.

/// A space explored zone by zone.
struct Zoned<const W: usize> {
    zones: Zones<W>,
    blocks: Blocks,
    limit: Option<Limit>,
    /// By zone, true if a goal can be reached from it; empty if a limit came first.
    alive: Vec<bool>,
    goal: Option<ZoneIndex>,
    /// The zones on the path to the first goal.
    way: FxHashSet<ZoneIndex>,
    /// A zone known to be dead although a limit came first, with the zones on the path to it.
    dead: Option<(ZoneIndex, FxHashSet<ZoneIndex>)>,
}

/// Number of zones that are tested for hopelessness if a limit came first, starting with the first zone.
const LOOK: ZoneIndex = 100_000;

/// Number of zones between two checks of the time limit.
const LOOKS: ZoneIndex = 64;

impl<const W: usize> Zoned<W> {
    fn explore(world: &World<W>, limits: &Limits<'_>) -> Self {
        let begin = Instant::now();
        let (mut zones, mut blocks) = (Zones::of_world(world), Blocks::default());
        let limit = zones.explore(world, &mut blocks, limits).err();
        let alive = match limit {
            None => zones.reaches(|zone| zones.wins(zone)),
            Some(_) => Vec::new(),
        };
        let goal = (0..zones.len() as ZoneIndex).find(|&zone| zones.wins(zone));
        let way = goal.into_iter().flat_map(|goal| zones.way(goal)).collect();
        let is_dead = |zone: &ZoneIndex| {
            zones.weight(*zone) > 0 && !zones.may_win_or_leave(world, &blocks, *zone)
        };
        let looked_at = limit.map_or(0, |_| LOOK.min(zones.len() as ZoneIndex));
        // The first zones are tested in any case.
        let is_over = |zone: ZoneIndex| {
            zone > 0
                && zone.is_multiple_of(LOOKS)
                && (limit == Some(Limit::Cancelled) || limits.reached_since(begin).is_some())
        };
        let mut looked_at = (0..looked_at).take_while(|&zone| !is_over(zone));
        let dead = looked_at.find(is_dead).map(|zone| (zone, zones.way(zone).collect()));
        Self { zones, blocks, limit, alive, goal, way, dead }
    }

    /// The sum of the weights of the selected zones.
    fn sum(&self, is_counted: impl Fn(ZoneIndex) -> bool) -> u64 {
        let zones = (0..self.zones.len() as ZoneIndex).filter(|&zone| is_counted(zone));
        zones.map(|zone| self.zones.weight(zone)).sum()
    }

    fn is_alive(&self, zone: ZoneIndex) -> bool {
        match &self.dead {
            Some((dead, _)) => zone != *dead,
            None => self.alive.get(zone as usize) != Some(&false),
        }
    }
}

impl<const W: usize> Explored<W> for Zoned<W> {
    fn limit(&self) -> Option<Limit> {
        self.limit
    }

    fn counted(&self) -> (Counted, u64) {
        let dead = || self.sum(|zone| !self.is_alive(zone));
        let dead_states = self.limit.is_none().then(dead);
        (Counted { states: self.zones.states(), dead_states }, self.zones.len() as u64)
    }

    fn has_goal(&self) -> bool {
        self.goal.is_some()
    }

    fn has_dead(&self) -> bool {
        self.sum(|zone| !self.is_alive(zone)) > 0
    }

    fn is_dead(&self, location: Location, config: &Config<W>) -> bool {
        self.zones.zone(location, config).is_some_and(|zone| !self.is_alive(zone))
    }

    fn may_lead_to_a_dead_state(&self, location: Location, config: &Config<W>) -> bool {
        self.dead.as_ref().is_none_or(|(_, way)| {
            self.zones.zone(location, config).is_some_and(|zone| way.contains(&zone))
        })
    }

    fn is_on_the_way(&self, location: Location, config: &Config<W>) -> bool {
        self.zones.zone(location, config).is_some_and(|zone| self.way.contains(&zone))
    }

    fn traps(&self, most: usize) -> Vec<Vec<Location>> {
        if self.limit.is_some() {
            return Vec::new();
        }
        let is_dead = |zone: ZoneIndex| !self.is_alive(zone);
        let sinks = sinks(self.zones.len(), is_dead, |zone| self.zones.next(zone), most);
        let is_stood_in =
            |sink: &Vec<ZoneIndex>| sink.iter().any(|&zone| self.zones.weight(zone) > 0);
        let trap = |sink: Vec<ZoneIndex>| {
            let way = sink.first().into_iter().flat_map(|&zone| self.zones.way(zone));
            let zones = way.chain(sink.iter().copied());
            zones.flat_map(|zone| self.zones.locations(zone)).collect()
        };
        sinks.into_iter().filter(is_stood_in).map(trap).collect()
    }

    fn blocks(&self) -> &Blocks {
        &self.blocks
    }
}

// -------------------------------------------------------------------------------------------------
// Sinks among dead states: sets of states that all reach each other and no other state.
//
// They are strongly connected components (Tarjan, "Depth-first search and linear graph algorithms", 1972), found
// without recursion.

/// Index of a state.
type Number = u32;
const UNSEEN: u32 = u32::MAX;

/// At most `most` sinks among some of the states, each in ascending order. Every successor of these states is one of
/// them, or is no index of a state.
fn sinks<'a>(
    states: usize,
    is_among: impl Fn(Number) -> bool,
    next: impl Fn(Number) -> &'a [Number],
    most: usize,
) -> Vec<Vec<Number>> {
    let mut search = Search {
        order: vec![UNSEEN; states],
        low: vec![UNSEEN; states],
        stack: Vec::new(),
        sinks: Vec::new(),
        met: 0,
    };
    for first in (0..states as Number).filter(|&state| is_among(state)) {
        if search.sinks.len() >= most {
            break;
        }
        if search.order[first as usize] == UNSEEN {
            search.from(first, &next);
        }
    }
    search.sinks.truncate(most);
    search.sinks
}

struct Search {
    /// By state: its index in the order of discovery.
    order: Vec<u32>,
    /// By state: the least order known to be reachable from it; [`UNSEEN`] if its component is finished.
    low: Vec<u32>,
    /// The states of unfinished components.
    stack: Vec<Number>,
    sinks: Vec<Vec<Number>>,
    met: u32,
}

impl Search {
    fn meet(&mut self, state: Number) {
        self.order[state as usize] = self.met;
        self.low[state as usize] = self.met;
        self.met += 1;
        self.stack.push(state);
    }

    fn from<'a>(&mut self, first: Number, next: &impl Fn(Number) -> &'a [Number]) {
        self.meet(first);
        // Each entry: a state, the number of its moves followed so far, and true if a move leaves its component.
        let mut way = vec![(first, 0, false)];
        while let Some((state, followed, leaves)) = way.last_mut() {
            let at = *state as usize;
            let Some(&to) = next(*state).get(*followed) else {
                let (state, leaves) = (*state, *leaves);
                way.pop();
                let is_done = self.low[at] == self.order[at];
                let low = self.low[at];
                if is_done {
                    self.finish(state, leaves);
                }
                if let Some((before, _, out)) = way.last_mut() {
                    *out |= is_done || leaves;
                    let before = &mut self.low[*before as usize];
                    *before = if is_done { *before } else { low.min(*before) };
                }
                continue;
            };
            *followed += 1;
            match self.order.get(to as usize) {
                None => {}
                Some(&UNSEEN) => {
                    self.meet(to);
                    way.push((to, 0, false));
                }
                Some(_) if self.low[to as usize] == UNSEEN => *leaves = true,
                Some(&order) => self.low[at] = self.low[at].min(order),
            }
        }
    }

    /// Removes a component from the stack, down to its first state. It is a sink if no move leaves it.
    fn finish(&mut self, first: Number, leaves: bool) {
        let begin = self.stack.iter().rposition(|&state| state == first).unwrap_or_default();
        let mut component = self.stack.split_off(begin);
        component.iter().for_each(|&state| self.low[state as usize] = UNSEEN);
        if !leaves {
            component.sort_unstable();
            self.sinks.push(component);
        }
    }
}

// -------------------------------------------------------------------------------------------------
// Dead states: states from which no goal can be reached.
//
// They are found backwards from the goals over all reachable states. The first dead state in order of cost is the end
// of the witness, the cheapest plan into a dead state.
//
// States are sorted by cost, and most paths to a goal go back to a cheaper state and then forward. So a few sweeps over
// the states, alternating from last to first and from first to last, decide nearly every level. The rest is flooded
// over the reversed moves.

/// Number of pairs of sweeps before the flood over reversed moves.
const SWEEPS: usize = 4;

/// By state of a space explored with its transitions: true if it is dead.
pub(crate) fn dead<const W: usize>(world: &World<W>, space: &Space<W>) -> Vec<bool> {
    let (first, next) = space.transitions();
    let mut dead: Vec<bool> =
        space.states().map(|(config, location)| !world.is_goal(location, config)).collect();
    let mut left = dead.iter().filter(|&&dead| dead).count();
    for _ in 0..SWEEPS {
        let before = left;
        left -= sweep((0..dead.len()).rev(), &mut dead, first, next);
        if left > 0 {
            left -= sweep(0..dead.len(), &mut dead, first, next);
        }
        if left == 0 || left == before {
            return dead;
        }
    }
    flood(&mut dead, first, next);
    dead
}

/// Marks as alive, in one sweep, the states with a move to a living state. Returns the number of newly marked states.
fn sweep(
    order: impl Iterator<Item = usize>,
    dead: &mut [bool],
    first: &[u32],
    next: &[StateIndex],
) -> usize {
    let mut raised = 0;
    for state in order {
        let row = first[state] as usize..first[state + 1] as usize;
        if dead[state] && next[row].iter().any(|&to| !dead[to as usize]) {
            dead[state] = false;
            raised += 1;
        }
    }
    raised
}

/// Marks as alive every state from which a living state can be reached.
fn flood(dead: &mut [bool], first: &[u32], next: &[StateIndex]) {
    // The transitions, sorted by the state they lead to.
    let mut before = Rows::default();
    let back = (0..).zip(first.windows(2)).flat_map(|(from, row): (StateIndex, _)| {
        next[row[0] as usize..row[1] as usize].iter().map(move |&to| (to as usize, from))
    });
    before.fill(dead.len(), back);
    let mut alive: Vec<StateIndex> =
        (0..).zip(&*dead).filter(|(_, d)| !**d).map(|(s, _)| s).collect();
    let mut done = 0;
    while let Some(&state) = alive.get(done) {
        done += 1;
        for &from in before.row(state as usize) {
            if std::mem::replace(&mut dead[from as usize], false) {
                alive.push(from);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(moves: &[&[Number]]) -> Vec<Vec<Number>> {
        sinks(moves.len(), |_| true, |state| moves[state as usize], usize::MAX)
    }

    #[test]
    fn sinks_lead_nowhere_else() {
        assert_eq!(found(&[&[1, 2], &[0], &[3], &[2]]), [[2, 3]]);
        assert_eq!(found(&[&[1, 3], &[2], &[1], &[3]]), [vec![1, 2], vec![3]]);
        assert_eq!(found(&[&[], &[0], &[0, 2]]), [[0]]);
        // The move back is found after the move out.
        assert_eq!(found(&[&[1], &[2, 0], &[]]), [[2]]);
        assert_eq!(found(&[&[1], &[2], &[0, 1]]), [[0, 1, 2]]);
        assert_eq!(sinks(3, |state| state > 0, |_| &[], 1), [[1]]);
    }
}
