//! The search of worlds in which nothing matters but where the blocks stand: Sokoban, and what is like it.
//!
//! A* over the states right after a push: a walk to the next push and the push are one move of it, so that a state is
//! where the blocks stand and which of them the player stands behind. The bound is the cheapest matching of blocks and
//! targets, a pair of them costing as many pushes as a lone block needs (Junghanns and Schaeffer, 2001); where moves
//! count, it is a bound on these too. It never drops by more than a push costs. States in which a block is stuck off
//! the targets, or can get to none, are passed over where every block must get to one.
//!
//! Any other world is left to the searches that know all rules.

mod board;
mod field;
mod matching;
mod pulls;
mod store;
mod walk;
mod yard;

use super::task::{Task, proved};
use super::verdict::{CostModel, Improvement, Options, Solution, Verdict};
use crate::limits::{Clock, Limit};
use board::Board;
use field::Field;
use std::collections::BTreeMap;
use store::{NONE, State, Store, Worth};
use yard::{Shove, Yard};

/// Place in the queue: cost at least in all, and what is left of it.
type Promise = (Worth, u32);

/// The number of states that the searches of a world with blocks to spare meet in their first turns.
const TURN: u64 = 1 << 18;

/// Solves a level that could be won at best. `otherwise` solves a world in which something else matters, too.
///
/// Whatever is to guide the search is right here: a plan that costs the least costs what any guide promises.
pub(super) fn solve<const W: usize>(
    task: &Task<'_, W>,
    options: &Options,
    otherwise: impl Fn(&Task<'_, W>) -> Solution,
) -> Solution {
    let Some(board) = task.world.as_pushing().and_then(|world| Board::of(&world)) else {
        return otherwise(task);
    };
    if board.is_tight() || options.cost == CostModel::Pushes {
        return pushed(task, &board, options);
    }
    // Blocks to spare may stand in nobody's way, and then it is better to leave them out: the searches take turns.
    let mut most = TURN;
    loop {
        let part = task.within(most);
        let first = otherwise(&part);
        if first.limit != Some(Limit::States) {
            return first;
        }
        let second = pushed(&part, &board, options);
        match second.limit {
            None => return second,
            Some(Limit::States) if most < task.most() => most = most.saturating_mul(4),
            limit if matches!(first.verdict, Verdict::Solvable { .. }) => {
                return Solution { limit, ..first };
            }
            Some(_) => return second,
        }
    }
}

/// Solves a board.
fn pushed<const W: usize>(task: &Task<'_, W>, board: &Board, options: &Options) -> Solution {
    if board.blocks.len() < board.targets.len() {
        return Solution { cost: options.cost, ..Solution::of(Verdict::Unsolvable) };
    }
    match board.squares.div_ceil(64) {
        0 | 1 => run::<W, 1>(task, board.clone(), options),
        2 => run::<W, 2>(task, board.clone(), options),
        3 | 4 => run::<W, 4>(task, board.clone(), options),
        _ => run::<W, 8>(task, board.clone(), options),
    }
}

fn run<const W: usize, const N: usize>(
    task: &Task<'_, W>,
    board: Board,
    options: &Options,
) -> Solution {
    let cost = options.cost;
    let mut search: Search<N> = Search::new(Yard::new(board), cost);
    let verdict = match search.run(&Clock::start(&task.left(0))) {
        Ok(Some(state)) => proved(task.world, search.plan(task.world, state), true),
        Ok(None) => Verdict::Unsolvable,
        Err(limit) => Verdict::Unknown(limit),
    };
    let improvement = match &verdict {
        Verdict::Solvable { walk, .. } if options.anytime && cost == CostModel::Moves => {
            Some(Improvement { cost: walk.cost, bound: walk.cost.value() })
        }
        _ => None,
    };
    Solution {
        cost,
        improvements: improvement.into_iter().collect(),
        explored: search.expanded,
        most_waiting: search.most_waiting,
        met: search.store.len() as u64,
        bytes: search.bytes(),
        ..Solution::of(verdict)
    }
}

/// The states met so far.
struct Search<const N: usize> {
    yard: Yard<N>,
    store: Store,
    cost: CostModel,
    /// The states that wait, best first; of equals, the last that came.
    waiting: BTreeMap<Promise, Vec<u32>>,
    waits: u64,
    expanded: u64,
    most_waiting: u64,
    /// Working memory.
    shoves: Vec<Shove>,
}

impl<const N: usize> Search<N> {
    fn new(yard: Yard<N>, cost: CostModel) -> Self {
        let store = Store::new(yard.squares(), yard.board.squares, cost == CostModel::Pushes);
        let (player, blocks) = (yard.board.player, yard.board.blocks.iter().copied().collect());
        let mut search = Self {
            yard,
            store,
            cost,
            waiting: BTreeMap::new(),
            waits: 0,
            expanded: 0,
            most_waiting: 0,
            shoves: Vec::new(),
        };
        let bound = search.yard.bound(&blocks, player);
        if let Some(bound) = bound.filter(|_| !search.yard.is_stuck(&blocks)) {
            let start = State { key: search.store.key_of(blocks), player };
            let state = search.store.add(&start, NONE, (0, 0), bound);
            search.enqueue(state);
        }
        search
    }

    /// The best state that wins, once all better ones are expanded.
    ///
    /// # Errors
    /// The limit that came first.
    fn run(&mut self, clock: &Clock<'_>) -> Result<Option<u32>, Limit> {
        while let Some((promise, number)) = self.pop() {
            if promise != self.promise(number) || !self.store.close(number) {
                continue;
            }
            let state = self.store.read::<N>(number);
            let blocks = self.store.blocks(&state);
            if self.yard.targets.minus(&blocks).is_empty() {
                return Ok(Some(number));
            }
            // An expansion walks over most squares.
            clock.spend(64 * N as u64, self.store.len() as u64, || self.bytes())?;
            self.expanded += 1;
            self.expand(number, &state, &blocks);
            self.most_waiting = self.most_waiting.max(self.waits);
        }
        Ok(None)
    }

    /// Makes all pushes of a state.
    fn expand(&mut self, number: u32, state: &State<N>, blocks: &Field<N>) {
        let (pushes, moves) = self.store.worth(number);
        let mut shoves = std::mem::take(&mut self.shoves);
        shoves.clear();
        self.yard.shoves(blocks, state.player, |shove| shoves.push(shove));
        // The bound is worked out for the first state that is new.
        let mut bound = None;
        for shove in &shoves {
            let &Shove { from, to, moves: more } = shove;
            let child = State { key: self.store.pushed(state.key, from, to), player: from };
            let worth = (pushes + u32::from(self.cost == CostModel::Pushes), moves + more);
            if let Some(known) = self.store.find(&child) {
                if self.store.worth(known) > worth {
                    self.store.better(known, number, worth);
                    self.enqueue(known);
                }
            } else if !self.yard.is_stuck(&blocks.without(from).with(to)) {
                let yard = &mut self.yard;
                let before = *bound.get_or_insert_with(|| yard.bound(blocks, state.player));
                let after = before.and_then(|before| yard.bound_after(before, shove));
                if let Some(bound) = after {
                    let met = self.store.add(&child, number, worth, bound);
                    self.enqueue(met);
                }
            }
        }
        self.shoves = shoves;
    }

    /// The least cost of a plan through a state, and what of it is left.
    fn promise(&self, state: u32) -> Promise {
        let ((pushes, moves), bound) = (self.store.worth(state), self.store.bound(state));
        match self.cost {
            CostModel::Moves => ((0, moves + bound), bound),
            CostModel::Pushes => ((pushes + bound, moves + bound), bound),
        }
    }

    fn enqueue(&mut self, state: u32) {
        let promise = self.promise(state);
        self.waiting.entry(promise).or_default().push(state);
        self.waits += 1;
    }

    fn pop(&mut self) -> Option<(Promise, u32)> {
        let mut best = self.waiting.first_entry()?;
        let promise = *best.key();
        let state = best.get_mut().pop();
        if best.get().is_empty() {
            best.remove();
        }
        self.waits -= 1;
        state.map(|state| (promise, state))
    }

    fn bytes(&self) -> u64 {
        self.store.bytes() + self.waits * size_of::<u32>() as u64
    }
}
