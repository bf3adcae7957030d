//! Cheapest ways and dead states of a game.

use super::facts::Bits;
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};
use smallvec::SmallVec;

const NONE: u32 = u32::MAX;

/// A state: the spot, the number of the arrangement of blocks (0 where all are at home), and the facts.
pub(super) type State = (u32, u32, Bits);

/// Something with states and moves that cost something.
pub(super) trait Play {
    fn start(&self) -> State;
    /// True if a state is a goal, which no move leaves.
    fn is_goal(&self, state: State) -> bool;
    /// Puts the states after one move, or a walk over ground, into the list with what it costs.
    fn moves(&mut self, state: State, into: &mut Vec<(State, u32)>);
    /// The facts that are no gain for everyone: whoever has the same of these, and of all others more, can do all that
    /// another can.
    fn mixed(&self) -> Bits;
    /// Says if nothing may be left out that could get stuck.
    fn be_careful(&mut self, careful: bool);
}

/// An answer to a question about a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// It can be won, in so many moves at least.
    Moves(u32),
    Unsolvable,
    /// More states than may be looked at.
    Undecided,
}

/// States by cost.
#[derive(Default)]
pub(super) struct Found {
    states: IndexSet<State, FxBuildHasher>,
    cost: Vec<u32>,
    before: Vec<u32>,
    /// The first goal that was reached.
    goal: Option<u32>,
    /// The states one move before each, where they were asked for.
    back: Vec<SmallVec<[u32; 4]>>,
    goals: Vec<u32>,
    /// True if there are more states than were looked at.
    pub(super) large: bool,
}

/// The end of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Until {
    /// The first goal.
    Goal,
    /// Everything was seen that there is to cost something.
    Costs,
    /// Everything was seen, and where each state came from.
    All,
}

/// Looks at states in the order of their cost.
pub(super) fn search(game: &mut impl Play, until: Until, most: usize) -> Found {
    let start = game.start();
    from(game, &[(start, 0)], until, most)
}

/// Looks at states from some that have a cost already.
pub(super) fn from(
    game: &mut impl Play,
    starts: &[(State, u32)],
    until: Until,
    most: usize,
) -> Found {
    let mut found = Found::default();
    let mut open: Vec<Vec<u32>> = Vec::new();
    for (state, cost) in starts {
        found.reach(*state, *cost, NONE, &mut open);
    }
    // Everything is to be seen where dead states are counted.
    let mut richest = (until == Until::Goal).then(|| Richest::new(game));
    game.be_careful(until == Until::All);
    let (mut cost, mut after) = (0, Vec::new());
    while cost < open.len() {
        let Some(here) = open[cost].pop() else {
            cost += 1;
            continue;
        };
        if found.cost[here as usize] != cost as u32 {
            continue;
        }
        let Some(&state) = found.states.get_index(here as usize) else { continue };
        // Ended, or looked at before at the same cost.
        if game.is_goal(state) {
            found.goal = found.goal.or(Some(here));
            found.goals.push(here);
            if until == Until::Goal {
                return found;
            }
            continue;
        }
        if richest.as_mut().is_some_and(|richest| richest.has(state)) {
            continue;
        }
        game.moves(state, &mut after);
        for (to, steps) in after.drain(..) {
            let there = found.reach(to, cost as u32 + steps, here, &mut open);
            if until == Until::All {
                found.back.resize(found.states.len(), SmallVec::new());
                found.back[there as usize].push(here);
            }
        }
        if found.states.len() > most {
            found.large = true;
            return found;
        }
    }
    found
}

/// The states that were passed with the most in hand: one that is no cheaper than another, at the same spot, and has no
/// more of what can only help, needs no look.
struct Richest {
    mixed: Bits,
    passed: FxHashMap<State, Passed>,
}

/// Sets of facts that were in hand, none of them part of another.
type Passed = SmallVec<[Bits; 2]>;

impl Richest {
    fn new(game: &impl Play) -> Self {
        Self { mixed: game.mixed(), passed: FxHashMap::default() }
    }

    /// True if a state like this was passed with as much; else it is from now on.
    fn has(&mut self, (spot, layout, bits): State) -> bool {
        let passed = self.passed.entry((spot, layout, bits & self.mixed)).or_default();
        if passed.iter().any(|more| more & bits == bits) {
            return true;
        }
        passed.retain(|less| *less & bits != *less);
        passed.push(bits);
        false
    }
}

/// True if a goal is reached, whatever it costs: what has most in hand goes first. None where that would take more
/// states than may be looked at.
pub(super) fn is_won(game: &mut impl Play, most: usize) -> Option<bool> {
    let mut richest = Richest::new(game);
    let (mut open, mut after): (Vec<Vec<State>>, _) = (vec![Vec::new(); 129], Vec::new());
    let start = game.start();
    open[start.2.count_ones() as usize].push(start);
    let mut looked = 0;
    while let Some(state) = open.iter_mut().rev().find_map(Vec::pop) {
        if game.is_goal(state) {
            return Some(true);
        }
        if richest.has(state) {
            continue;
        }
        looked += 1;
        if looked > most {
            return None;
        }
        game.moves(state, &mut after);
        after.drain(..).for_each(|(to, _)| open[to.2.count_ones() as usize].push(to));
    }
    Some(false)
}

impl Found {
    /// The number of a state that is reached at a cost.
    fn reach(&mut self, state: State, cost: u32, before: u32, open: &mut Vec<Vec<u32>>) -> u32 {
        let (number, new) = self.states.insert_full(state);
        if new {
            self.cost.push(NONE);
            self.before.push(NONE);
        }
        if cost < self.cost[number] {
            (self.cost[number], self.before[number]) = (cost, before);
            if open.len() <= cost as usize {
                open.resize(cost as usize + 1, Vec::new());
            }
            open[cost as usize].push(number as u32);
        }
        number as u32
    }

    /// Number of states that were met.
    pub(super) fn len(&self) -> usize {
        self.states.len()
    }

    /// The answer.
    pub(super) fn answer(&self) -> Answer {
        match self.goal {
            Some(goal) => Answer::Moves(self.cost[goal as usize]),
            None if self.large => Answer::Undecided,
            None => Answer::Unsolvable,
        }
    }

    /// Number of states from which no goal is reached, after everything was seen.
    pub(super) fn dead(&self) -> usize {
        self.alive(self.goals.clone()).into_iter().filter(|alive| !alive).count()
    }

    fn alive(&self, mut open: Vec<u32>) -> Vec<bool> {
        let mut alive = vec![false; self.states.len()];
        while let Some(state) = open.pop() {
            if !std::mem::replace(&mut alive[state as usize], true) {
                open.extend(self.back.get(state as usize).into_iter().flatten());
            }
        }
        alive
    }

    /// The states of a cheapest plan with their costs, from the start.
    pub(super) fn plan(&self) -> Vec<(State, u32)> {
        let mut plan = Vec::new();
        let mut here = self.goal.unwrap_or(NONE);
        while let Some(state) = self.states.get_index(here as usize) {
            plan.push((*state, self.cost[here as usize]));
            here = self.before[here as usize];
        }
        plan.reverse();
        plan
    }

    /// The states that were met, each with its least cost.
    pub(super) fn states(&self) -> impl Iterator<Item = (State, u32)> + '_ {
        self.states.iter().copied().zip(self.cost.iter().copied())
    }
}
