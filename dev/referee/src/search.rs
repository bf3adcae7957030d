//! Exhaustive search of a world, cheapest first: least cost, dead states, reachable things.

use crate::world::{Cost, Facts, Move, State, World};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// A game with states and moves.
pub(crate) trait Game {
    fn start(&self) -> State;
    /// True if a state is won; it has no moves.
    fn is_goal(&self, state: State) -> bool;
    /// Appends the states after one move, each with its cost.
    fn moves(&self, from: State, into: &mut Vec<(State, Cost)>);
    /// The facts that may be a disadvantage.
    fn mixed(&self) -> Facts;
}

impl Game for World {
    fn start(&self) -> State {
        World::start(self)
    }

    fn is_goal(&self, state: State) -> bool {
        World::is_goal(self, state)
    }

    fn moves(&self, from: State, into: &mut Vec<(State, Cost)>) {
        let mut moves: Vec<Move> = Vec::new();
        World::moves(self, from, &mut moves);
        into.extend(moves.into_iter().map(|step| (step.to, step.cost)));
    }

    fn mixed(&self) -> Facts {
        World::mixed(self)
    }
}

/// The answer whether a level can be won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Yes, with this least cost.
    Solvable(Cost),
    /// No.
    Unsolvable,
    /// Undecided: more states than the limit.
    Unknown,
}

/// Open states by cost.
#[derive(Default)]
struct Queue(BTreeMap<Cost, Vec<usize>>);

impl Queue {
    fn push(&mut self, cost: Cost, state: usize) {
        self.0.entry(cost).or_default().push(state);
    }

    fn pop(&mut self) -> Option<(Cost, usize)> {
        let mut first = self.0.first_entry()?;
        let (cost, state) = (*first.key(), first.get_mut().pop());
        if first.get().is_empty() {
            first.remove();
        }
        state.map(|state| (cost, state))
    }
}

/// All reachable states, in the order of discovery.
#[derive(Default)]
pub struct Space {
    /// The states.
    pub states: Vec<State>,
    /// The least cost of each.
    pub costs: Vec<Cost>,
    /// The predecessor of each on a cheapest way.
    before: Vec<usize>,
    numbers: HashMap<State, usize>,
    /// All moves: the state after and the state before.
    moves: Vec<(usize, usize)>,
    goals: Vec<usize>,
    /// True if all states were explored.
    pub complete: bool,
}

impl Space {
    /// Explores the states of a world, up to a limit.
    pub fn of(world: &World, most: usize) -> Self {
        let (mut space, mut open) = (Self::default(), Queue::default());
        space.reach(world.start(), Cost::default(), 0, &mut open);
        let (mut done, mut after) = (vec![false], Vec::new());
        while let Some((cost, here)) = open.pop() {
            if space.costs[here] != cost || std::mem::replace(&mut done[here], true) {
                continue;
            }
            if world.is_goal(space.states[here]) {
                space.goals.push(here);
            }
            world.moves(space.states[here], &mut after);
            for step in after.drain(..) {
                let to = space.reach(step.to, cost.plus(step.cost), here, &mut open);
                space.moves.push((to, here));
            }
            done.resize(space.states.len(), false);
            if space.states.len() > most {
                return space;
            }
        }
        space.moves.sort_unstable();
        space.complete = true;
        space
    }

    fn reach(&mut self, state: State, cost: Cost, from: usize, open: &mut Queue) -> usize {
        let number = *self.numbers.entry(state).or_insert(self.states.len());
        if number == self.states.len() {
            self.states.push(state);
            self.costs.push(cost);
            self.before.push(from);
            open.push(cost, number);
        } else if cost < self.costs[number] {
            (self.costs[number], self.before[number]) = (cost, from);
            open.push(cost, number);
        }
        number
    }

    /// True if a state is reachable.
    pub fn has(&self, state: State) -> bool {
        self.numbers.contains_key(&state)
    }

    /// The least cost of a goal.
    pub fn least(&self) -> Option<Cost> {
        self.goals.iter().map(|goal| self.costs[*goal]).min()
    }

    /// The answer whether the level can be won.
    pub fn answer(&self) -> Answer {
        match self.least() {
            Some(cost) => Answer::Solvable(cost),
            None if self.complete => Answer::Unsolvable,
            None => Answer::Unknown,
        }
    }

    /// The dead states.
    pub fn dead(&self) -> Vec<usize> {
        let mut alive = vec![false; self.states.len()];
        let mut open = self.goals.clone();
        while let Some(state) = open.pop() {
            if !std::mem::replace(&mut alive[state], true) {
                let first = self.moves.partition_point(|step| step.0 < state);
                let back = self.moves[first..].iter().take_while(|step| step.0 == state);
                open.extend(back.map(|step| step.1));
            }
        }
        (0..alive.len()).filter(|state| !alive[*state]).collect()
    }

    /// The states of a cheapest way from the start to a state.
    pub fn way(&self, to: usize) -> Vec<State> {
        let mut way = vec![to];
        while let Some(&last) = way.last().filter(|last| **last != 0) {
            way.push(self.before[last]);
        }
        way.iter().rev().map(|state| self.states[*state]).collect()
    }

    /// The reachable places.
    pub fn places(&self) -> BTreeSet<u32> {
        self.states.iter().map(|state| state.at).collect()
    }
}

/// The maximal fact sets seen per place and disadvantageous facts. A state with a subset of them at no lower cost is
/// dominated and skipped.
#[derive(Default)]
struct Richest(HashMap<State, Vec<Facts>>);

impl Richest {
    /// True if a state is dominated; else records it.
    fn has(&mut self, state: State, mixed: Facts) -> bool {
        let facts = state.facts;
        let passed = self.0.entry(State { facts: facts & mixed, ..state }).or_default();
        if passed.iter().any(|more| more.has_all(facts)) {
            return true;
        }
        passed.retain(|less| !facts.has_all(*less));
        passed.push(facts);
        false
    }
}

/// Determines whether a game can be won, and the least cost, with a limit on states.
pub(crate) fn least(game: &impl Game, most: usize) -> Answer {
    let (mixed, mut richest, mut open) = (game.mixed(), Richest::default(), Queue::default());
    let (mut states, mut after) = (vec![game.start()], Vec::new());
    open.push(Cost::default(), 0);
    while let Some((cost, number)) = open.pop() {
        let state = states[number];
        if game.is_goal(state) {
            return Answer::Solvable(cost);
        }
        if richest.has(state, mixed) {
            continue;
        }
        game.moves(state, &mut after);
        for (to, step) in after.drain(..) {
            open.push(cost.plus(step), states.len());
            states.push(to);
        }
        if states.len() > most {
            return Answer::Unknown;
        }
    }
    Answer::Unsolvable
}

/// The obtainable things in a level of rooms where every way leads back. The position of the player does not matter
/// there, so a state is the set of collected and paid facts. Free things are collected at once; payments are tried in
/// every order.
pub struct Closures {
    /// For each order, the reachable rooms at its end, and the facts.
    pub ends: Vec<(BTreeSet<u32>, Facts)>,
    /// The rooms reachable in some order.
    pub rooms: BTreeSet<u32>,
    /// False if the limit on orders was reached.
    pub complete: bool,
}

impl Closures {
    /// Tries every order of payments, up to a limit on states.
    pub fn of(world: &World, most: usize) -> Self {
        let mut all = Self { ends: Vec::new(), rooms: BTreeSet::new(), complete: true };
        let mut seen = BTreeSet::new();
        let mut open = vec![world.start().facts];
        while let Some(facts) = open.pop() {
            let (rooms, facts) = gathered(world, facts);
            if !seen.insert(facts) {
                continue;
            }
            let paid = paid(world, &rooms, facts);
            all.rooms.extend(&rooms);
            if paid.is_empty() {
                all.ends.push((rooms, facts));
            }
            open.extend(paid);
            if seen.len() > most {
                all.complete = false;
                return all;
            }
        }
        all
    }
}

/// The rooms reachable with some facts without payments, and the facts after collecting everything there.
fn gathered(world: &World, mut facts: Facts) -> (BTreeSet<u32>, Facts) {
    let mixed = world.mixed();
    loop {
        let (mut rooms, mut open, mut after) =
            (BTreeSet::new(), vec![world.start().at], Vec::new());
        let before = facts;
        while let Some(at) = open.pop() {
            if !rooms.insert(at) {
                continue;
            }
            world.moves(State { at, blocks: 0, facts }, &mut after);
            for step in after.drain(..) {
                if !(step.to.facts ^ facts).meets(mixed) {
                    open.push(step.to.at);
                    facts |= step.to.facts;
                }
            }
        }
        if facts == before {
            return (rooms, facts);
        }
    }
}

/// The facts after each possible payment in some rooms.
fn paid(world: &World, rooms: &BTreeSet<u32>, facts: Facts) -> Vec<Facts> {
    let mut after = Vec::new();
    rooms.iter().for_each(|at| world.moves(State { at: *at, blocks: 0, facts }, &mut after));
    let mixed = world.mixed();
    let paid = after.iter().map(|step| step.to.facts).filter(|to| (*to ^ facts).meets(mixed));
    paid.collect::<BTreeSet<_>>().into_iter().collect()
}
