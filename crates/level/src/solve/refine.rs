//! One search of a level with one heuristic, in which blocks become obstacles step by step.
//!
//! Blocks multiply the number of states, but most of them are not in the way. So the level is first searched in a
//! relaxation in which no block is an obstacle. Every real plan is also a plan there: if there is no plan there,
//! there is none at all, and a plan within a factor of the least cost there is within the same factor of the least
//! real cost. If the rules allow the steps of a plan in the real level, pushing the blocks it walks into, it is a
//! real plan. If not, the blocks that stopped it become real, and the level is searched again. Few blocks ever become
//! real, so these searches stay small. This is counterexample-guided abstraction refinement (Clarke, Grumberg, Jha,
//! Lu and Veith, 2000). Among plans of one cost, one that meets the fewest blocks is tried.
//!
//! A search that may accept more than the least cost first looks for a plan that moves no block. There usually is
//! one, and it is found soon.
//!
//! Invariant: all this holds for any heuristic, because nothing depends on the order in which states are expanded. A
//! search can be stopped at any point and continued, so two searches can take turns ([`super::race`]).

use super::astar::Search;
use super::explore::{Scope, Space};
use super::heuristic::Heuristic;
use super::queue::Order;
use super::verdict::{Improvement, Options, Solution, Verdict};
use super::{Task, rooms};
use crate::limits::{Clock, Limit};
use crate::plan::{Cost, Move, Plan};
use crate::rules::{Blocks, World};
use std::collections::BTreeMap;

/// The number of states after which the search tests if any goal is reachable.
const SOON: u64 = 20_000;

/// The limit on states of the first search, for a plan that moves no block.
const FIRST: u64 = 8_192;

/// A search in progress.
pub(super) struct Refinement<'a, const W: usize> {
    task: &'a Task<'a, W>,
    options: &'a Options,
    /// By number of a starting block, true if it is real.
    real: Vec<bool>,
    /// The level with only those blocks; `None` if that is the level itself.
    easier: Option<World<W>>,
    /// True while the search looks first for plans that move no block.
    is_first: bool,
    search: Search<W>,
    /// A lower bound on the cost of any plan.
    bound: f64,
    /// True if the exact search must still test if a goal is reachable in a world without blocks.
    to_ask: bool,
    /// The largest number of states that it may meet.
    most: u64,
    /// The best real plan so far, if better ones are wanted.
    best: Option<(Plan, Cost)>,
    /// The number of states that earlier, discarded searches met.
    before: u64,
    solution: Solution,
}

/// The end of a search.
pub(super) enum Ended {
    /// With a plan that the rules allow.
    Plan {
        plan: Plan,
        cost: Cost,
        /// True if it is proved that no plan costs less.
        optimal: bool,
    },
    /// All states were searched, and there is no plan.
    NoPlan,
}

impl<'a, const W: usize> Refinement<'a, W> {
    /// A search of a level that can be won in the relaxation. If there are blocks, a part of the limit on states is
    /// reserved for a plan that moves none of them.
    pub(super) fn new(task: &'a Task<'a, W>, options: &'a Options) -> Self {
        // Blocks that can press plates or fill pits are real from the beginning, so that these are correct.
        let real = task.world.deciding();
        let easier = task.world.has_blocks().then(|| task.world.with_real_blocks(&real));
        let part = if easier.is_some() { task.most() / 4 } else { 0 };
        let may_be_dear = options.anytime || !options.finds_cheapest();
        match easier.is_some() && may_be_dear {
            false => Self::of(task, options, (real, easier), task.most() - part),
            true => {
                let fixed = Some(task.world.with_fixed_blocks());
                let first = Self::of(task, options, (real, fixed), task.most() - part);
                Self { is_first: true, ..first }
            }
        }
    }

    /// A search for plans that move no block.
    pub(super) fn past_all_blocks(task: &'a Task<'a, W>, options: &'a Options) -> Self {
        let real = vec![true; task.world.start_blocks()];
        Self::of(task, options, (real, Some(task.world.with_fixed_blocks())), task.most() / 4)
    }

    fn of(
        task: &'a Task<'a, W>,
        options: &'a Options,
        (real, easier): (Vec<bool>, Option<World<W>>),
        most: u64,
    ) -> Self {
        let world = easier.as_ref().unwrap_or(task.world);
        let search = Search::new(world, Order::of(task, options), true, Blocks::default());
        let search = search.passing_rooms(world, rooms::USUAL);
        let bound = task.world.start_location().map_or(0.0, |start| task.bound.cost(start).value());
        let solution = Solution::of(Verdict::Unsolvable);
        let to_ask = *options == Options { collect: options.collect, ..Options::default() };
        let (best, before) = (None, 0);
        Self {
            task,
            options,
            real,
            easier,
            is_first: false,
            search,
            bound,
            to_ask,
            most,
            best,
            before,
            solution,
        }
    }

    /// The number of states met so far, in all searches.
    pub(super) fn met(&self) -> u64 {
        self.before + self.search.met()
    }

    /// The memory that its states use now, in bytes.
    pub(super) fn bytes(&self) -> u64 {
        self.search.bytes()
    }

    /// Ends the search: returns its best plan, if better ones were wanted, and its counts.
    pub(super) fn over(mut self) -> (Option<Plan>, Solution) {
        self.count();
        (self.best.map(|(plan, _)| plan), self.solution)
    }

    /// Continues until the search ends, or until `upto` states were met, which returns `None`.
    pub(super) fn advance(&mut self, clock: &Clock<'_>, upto: u64) -> Result<Option<Ended>, Limit> {
        loop {
            let world = self.easier.as_ref().unwrap_or(self.task.world);
            let soon = self.to_ask && !world.has_blocks();
            let turn = match (soon, self.is_first) {
                (_, true) => FIRST,
                (true, false) => SOON,
                (false, false) => u64::MAX,
            };
            let until = upto.min(self.most).min(turn);
            let part = clock.at_most(until.saturating_sub(self.before) as usize);
            let goal = |location, config: &_| world.is_goal(location, config);
            match self.search.run(world, &part, goal, |_, _| true) {
                Err(Limit::States) if until == turn && self.is_first => self.begin(),
                Err(Limit::States) if until == turn => {
                    self.to_ask = false;
                    if self.is_out_of_reach() {
                        return Ok(Some(self.none()));
                    }
                }
                Err(Limit::States) if upto < self.most => return Ok(None),
                Err(limit) => return Err(limit),
                Ok(None) if self.is_first => self.begin(),
                Ok(None) => return Ok(Some(self.none())),
                Ok(Some(state)) => {
                    let (plan, cost) = (self.search.plan(world, state), self.search.cost(state));
                    let ended = match self.retraced(&plan) {
                        Retraced::StoppedBy(blocks) => {
                            self.make_real(blocks);
                            None
                        }
                        Retraced::Plan(plan) => self.found(plan, cost),
                    };
                    if ended.is_some() {
                        return Ok(ended);
                    }
                    if self.is_first {
                        self.begin();
                    }
                }
            }
        }
    }

    /// Handles a real plan: it ends the search, or it is kept while better ones are wanted.
    fn found(&mut self, plan: Plan, cost: Cost) -> Option<Ended> {
        let Options { heuristic, weight, anytime, key_boost, .. } = *self.options;
        let mut bound = self.bound;
        // While its blocks are fixed, the rest of the search says nothing about the real level.
        if !self.is_first && self.options.finds_cheapest() {
            bound = cost.value();
        } else if !self.is_first && anytime && heuristic == Heuristic::Optimal && !key_boost {
            // With a weight, a priority is at most that many times the cost of a plan through the state.
            let least = self.search.least().unwrap_or(f64::INFINITY);
            bound = bound.max((least / weight).min(cost.value()));
        }
        let optimal = bound + 1e-9 >= cost.value();
        let promised = !heuristic.is_admissible() || cost.value() <= weight * bound + 1e-9;
        if anytime {
            self.solution.improvements.push(Improvement { cost, bound });
        }
        if optimal || !anytime && (promised || !self.is_first) {
            return Some(Ended::Plan { plan, cost, optimal });
        }
        self.search.undercut(cost);
        self.best = Some((plan, cost));
        None
    }

    /// The end of a search with no states left: there is no plan, or none better than the best.
    fn none(&mut self) -> Ended {
        match self.best.take() {
            None => Ended::NoPlan,
            Some((plan, cost)) => {
                if self.options.anytime {
                    self.solution.improvements.push(Improvement { cost, bound: cost.value() });
                }
                Ended::Plan { plan, cost, optimal: true }
            }
        }
    }

    /// True if an exploration of the contracted world within the limits finds no goal.
    fn is_out_of_reach(&mut self) -> bool {
        let world = self.easier.as_ref().unwrap_or(self.task.world);
        let contracted = world.contracted();
        let mut space = Space::default();
        let ended = space.explore(&contracted.world, Scope::FirstGoal, &self.task.left(self.met()));
        self.solution.explored += space.expanded() as u64;
        self.solution.met += space.expanded() as u64;
        ended.is_ok() && space.goal().is_none()
    }

    /// Replays a plan in the real level.
    fn retraced(&self, plan: &Plan) -> Retraced {
        match &self.easier {
            None => Retraced::Plan(plan.clone()),
            Some(easier) => retrace(easier, self.task.world, plan),
        }
    }

    /// Makes blocks real, and starts again.
    fn make_real(&mut self, blocks: Vec<u32>) {
        let before = self.real.clone();
        blocks.into_iter().for_each(|block| self.real[block as usize] = true);
        // If nothing else explains the stop, every block becomes real, and nothing is relaxed any more.
        if self.real == before {
            self.real.fill(true);
        }
        self.begin();
    }

    /// Starts again, with the blocks that are real now.
    fn begin(&mut self) {
        let world = self.task.world.with_real_blocks(&self.real);
        self.count();
        self.before += self.search.met();
        self.is_first = false;
        let order = Order::of(self.task, self.options);
        let search = Search::new(&world, order, true, Blocks::default());
        self.search = search.passing_rooms(&world, rooms::USUAL);
        if let Some((_, cost)) = self.best {
            self.search.undercut(cost);
        }
        self.easier = Some(world);
    }

    /// Adds the counts of the search to the solution.
    fn count(&mut self) {
        let Self { search, solution, .. } = self;
        solution.explored += search.explored();
        solution.pruned += search.pruned;
        solution.most_waiting = solution.most_waiting.max(search.most_waiting());
        solution.met += search.met();
        solution.bytes = solution.bytes.max(search.bytes());
    }
}

// -------------------------------------------------------------------------------------------------
// Replays a plan of a relaxed world in the real one.

/// The result of a plan of a relaxed world in the real world.
pub(super) enum Retraced {
    /// The plan is valid in the real world and wins; its door numbers may differ.
    Plan(Plan),
    /// Blocks are in the way, by their numbers at the start.
    StoppedBy(Vec<u32>),
}

/// Replays a plan of a relaxed world in the real one.
pub(super) fn retrace<const W: usize>(easy: &World<W>, real: &World<W>, plan: &Plan) -> Retraced {
    let mut blocks = Blocks::default();
    let Some((mut location, mut config)) = real.start(&mut blocks) else {
        return Retraced::StoppedBy(Vec::new());
    };
    // By cell, the starting number of the block that stands there now.
    let at_start: BTreeMap<u32, u32> = (0..real.start_blocks() as u32).map(|n| (n, n)).collect();
    let mut stands = at_start.clone();
    real.moved_blocks().iter().for_each(|(block, _)| _ = stands.remove(block));
    stands.extend(real.moved_blocks().iter().map(|&(block, cell)| (cell, block)));
    let mut moves = Vec::with_capacity(plan.moves.len());
    for &step in &plan.moves {
        let (to, door) = match step {
            Move::Flip { flip } => {
                let flipped =
                    real.flips(location).get(flip as usize).and_then(|t| real.flip(&config, t));
                let Some(after) = flipped else { return Retraced::StoppedBy(Vec::new()) };
                config = after;
                moves.push(step);
                continue;
            }
            Move::Goto { to, door } => (to, easy.doors(location).get(door as usize)),
        };
        let number =
            door.and_then(|w| real.doors(location).iter().position(|d| real.is_same(easy, *d, *w)));
        let Some((number, door)) = number.and_then(|n| Some((n, *real.doors(location).get(n)?)))
        else {
            return Retraced::StoppedBy(Vec::new());
        };
        let touched = real.touches(door);
        let pushed = real.pushed(&config, door, &blocks);
        if door.resets {
            stands.clone_from(&at_start);
        }
        let Some(after) = real.step(&config, door, &mut blocks) else {
            let stopped = touched.iter().filter_map(|cell| stands.get(cell).copied());
            return Retraced::StoppedBy(stopped.collect());
        };
        if let Some((from, to)) = pushed
            && let Some(block) = stands.remove(&from)
        {
            stands.insert(to, block);
        }
        (location, config) = (to, after);
        moves.push(Move::Goto { to, door: number as u32 });
    }
    if real.is_goal(location, &config) {
        Retraced::Plan(Plan { moves })
    } else {
        Retraced::StoppedBy(Vec::new())
    }
}
