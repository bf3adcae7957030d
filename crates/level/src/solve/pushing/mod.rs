//! The search of worlds in which only the positions of blocks matter: Sokoban and similar levels.
//!
//! A* over the states right after a push. One move of the search is a walk to the next push and the push itself, so a
//! state is the positions of the blocks and the block behind which the player stands. The bound is the cheapest
//! matching of blocks and targets; a pair costs the number of pushes that a single block needs (Junghanns and
//! Schaeffer, 2001). If moves count, it is a bound on the moves too. It never drops by more than the cost of a push.
//! If every block must reach a target, states are skipped in which a block is stuck off the targets or can reach
//! none.
//!
//! All other worlds are left to the general searches.

mod board;
mod matching;

use super::verdict::{CostModel, Improvement, Options, Solution, Verdict};
use super::{Task, proved, tables};
use crate::limits::{Clock, Limit};
use crate::plan::{Move, Plan};
use crate::rules::World;
use board::{Board, Field, NONE, PreparedBoard, Shove, against};
use hashbrown::HashTable;
use rustc_hash::FxHasher;
use std::collections::{BTreeMap, VecDeque};
use std::hash::Hasher;

/// The number of pushes to a target that no pushes can reach.
const FAR: u16 = u16::MAX;

/// The priority in the queue: a lower bound on the total cost, then on the remaining cost.
type Priority = (Worth, u32);

/// The number of states that each search of a world with spare blocks meets in its first turn.
const TURN: u64 = 1 << 18;

/// Solves a level that can be won in the relaxation. `otherwise` solves any other world.
///
/// Every option for guiding the search is satisfied here: a plan of the least cost is within the bound that any of
/// them allows.
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
    // Spare blocks may not be in the way, and then it is better to ignore them: the searches take turns.
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
    let mut search: Search<N> = Search::new(PreparedBoard::new(board), cost);
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
    prepared: PreparedBoard<N>,
    store: Store,
    cost: CostModel,
    /// The waiting states, best first; among equal ones, the most recent first.
    waiting: BTreeMap<Priority, Vec<u32>>,
    waits: u64,
    expanded: u64,
    most_waiting: u64,
    /// Working memory.
    shoves: Vec<Shove>,
}

impl<const N: usize> Search<N> {
    fn new(prepared: PreparedBoard<N>, cost: CostModel) -> Self {
        let store =
            Store::new(prepared.squares(), prepared.board.squares, cost == CostModel::Pushes);
        let (player, blocks) =
            (prepared.board.player, prepared.board.blocks.iter().copied().collect());
        let mut search = Self {
            prepared,
            store,
            cost,
            waiting: BTreeMap::new(),
            waits: 0,
            expanded: 0,
            most_waiting: 0,
            shoves: Vec::new(),
        };
        let bound = search.prepared.bound(&blocks, player);
        if let Some(bound) = bound.filter(|_| !search.prepared.is_stuck(&blocks)) {
            let start = State { key: search.store.key_of(blocks), player };
            let state = search.store.add(&start, NONE, (0, 0), bound);
            search.enqueue(state);
        }
        search
    }

    /// The best winning state, once all better states are expanded.
    fn run(&mut self, clock: &Clock<'_>) -> Result<Option<u32>, Limit> {
        while let Some((priority, number)) = self.pop() {
            if priority != self.priority(number) || !self.store.close(number) {
                continue;
            }
            let state = self.store.read::<N>(number);
            let blocks = self.store.blocks(&state);
            if self.prepared.targets.minus(&blocks).is_empty() {
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
        self.prepared.shoves(blocks, state.player, |shove| shoves.push(shove));
        // The bound is computed for the first new state.
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
            } else if !self.prepared.is_stuck(&blocks.without(from).with(to)) {
                let prepared = &mut self.prepared;
                let before = *bound.get_or_insert_with(|| prepared.bound(blocks, state.player));
                let after = before.and_then(|before| prepared.bound_after(before, shove));
                if let Some(bound) = after {
                    let met = self.store.add(&child, number, worth, bound);
                    self.enqueue(met);
                }
            }
        }
        self.shoves = shoves;
    }

    /// Lower bounds on the cost of a plan through a state, and on its remaining part.
    fn priority(&self, state: u32) -> Priority {
        let ((pushes, moves), bound) = (self.store.worth(state), self.store.bound(state));
        match self.cost {
            CostModel::Moves => ((0, moves + bound), bound),
            CostModel::Pushes => ((pushes + bound, moves + bound), bound),
        }
    }

    fn enqueue(&mut self, state: u32) {
        let priority = self.priority(state);
        self.waiting.entry(priority).or_default().push(state);
        self.waits += 1;
    }

    fn pop(&mut self) -> Option<(Priority, u32)> {
        let mut best = self.waiting.first_entry()?;
        let priority = *best.key();
        let state = best.get_mut().pop();
        if best.get().is_empty() {
            best.remove();
        }
        self.waits -= 1;
        state.map(|state| (priority, state))
    }

    fn bytes(&self) -> u64 {
        self.store.bytes() + self.waits * size_of::<u32>() as u64
    }
}

// -------------------------------------------------------------------------------------------------
// The known states, packed: the squares of the blocks as bits, and the path to the state.

/// The bit of the moves that marks a state as expanded.
const CLOSED: u32 = 1 << 31;

/// The cost of a plan to a state: its pushes (0 if they do not count) and its moves.
type Worth = (u32, u32);

/// A state: the positions of the blocks, and of the player, who has just pushed one.
#[derive(Clone, Copy, Debug, Default)]
struct State<const N: usize> {
    /// The squares of the blocks, by number among the squares on which blocks can stand.
    key: Field<N>,
    player: u32,
}

/// The known states, by number. Each takes several consecutive words: the key, the parent, the moves, the player and
/// the bound in one word, and the pushes if they count.
#[derive(Debug, Default)]
struct Store {
    words: Vec<u32>,
    /// The number of words of a key, and of a state.
    key: usize,
    stride: usize,
    has_pushes: bool,
    numbers: HashTable<u32>,
    squares: Vec<u32>,
    number: Vec<u32>,
}

impl Store {
    /// An empty store, for blocks that can stand on `squares` of a board with `all` squares.
    fn new(squares: Vec<u32>, all: usize, has_pushes: bool) -> Self {
        let key = squares.len().div_ceil(32).max(1);
        let mut number = vec![NONE; all];
        for (n, &square) in (0..).zip(&squares) {
            number[square as usize] = n;
        }
        let stride = key + 3 + usize::from(has_pushes);
        Self { key, stride, has_pushes, squares, number, ..Self::default() }
    }

    /// The number of states.
    fn len(&self) -> usize {
        self.words.len() / self.stride
    }

    /// The number of bytes used.
    fn bytes(&self) -> u64 {
        (self.words.len() * 4 + self.numbers.capacity() * 5) as u64
    }

    /// The key of some squares.
    fn key_of<const N: usize>(&self, blocks: Field<N>) -> Field<N> {
        blocks.iter().map(|square| self.number[square as usize]).collect()
    }

    /// The key after a block was pushed from one square to another.
    #[inline(always)]
    fn pushed<const N: usize>(&self, key: Field<N>, from: u32, to: u32) -> Field<N> {
        key.without(self.number[from as usize]).with(self.number[to as usize])
    }

    /// The squares of the blocks of a state.
    #[inline(always)]
    fn blocks<const N: usize>(&self, state: &State<N>) -> Field<N> {
        state.key.iter().map(|number| self.squares[number as usize]).collect()
    }

    #[inline(always)]
    fn row(&self, state: u32) -> &[u32] {
        let begin = state as usize * self.stride;
        &self.words[begin..begin + self.stride]
    }

    /// A state that was met.
    #[inline(always)]
    fn read<const N: usize>(&self, state: u32) -> State<N> {
        let row = self.row(state);
        State { key: Field::of_halves(&row[..self.key]), player: row[self.key + 2] & 0xffff }
    }

    /// The previous state, or [`NONE`].
    fn parent(&self, state: u32) -> u32 {
        self.row(state)[self.key]
    }

    #[inline(always)]
    fn worth(&self, state: u32) -> Worth {
        let row = self.row(state);
        let pushes = if self.has_pushes { row[self.key + 3] } else { 0 };
        (pushes, row[self.key + 1] & !CLOSED)
    }

    /// The bound on the remaining pushes.
    #[inline(always)]
    fn bound(&self, state: u32) -> u32 {
        self.row(state)[self.key + 2] >> 16
    }

    /// Marks a state as expanded; returns false if it already was.
    #[inline(always)]
    fn close(&mut self, state: u32) -> bool {
        let moves = &mut self.words[state as usize * self.stride + self.key + 1];
        let is_new = *moves & CLOSED == 0;
        *moves |= CLOSED;
        is_new
    }

    /// The number of a state that was met.
    #[inline(always)]
    fn find<const N: usize>(&self, state: &State<N>) -> Option<u32> {
        let is = |&n: &u32| {
            let row = self.row(n);
            let is_same = row[self.key + 2] & 0xffff == state.player;
            is_same && row[..self.key].iter().zip(state.key.halves()).all(|(a, b)| *a == b)
        };
        self.numbers.find(hash(state.key.halves().take(self.key), state.player), is).copied()
    }

    /// Adds a new state.
    #[inline(always)]
    fn add<const N: usize>(
        &mut self,
        state: &State<N>,
        parent: u32,
        worth: Worth,
        bound: u32,
    ) -> u32 {
        let next = self.len() as u32;
        self.words.extend(state.key.halves().take(self.key));
        self.words.extend([parent, worth.1, state.player | bound.min(0xffff) << 16]);
        self.words.extend(self.has_pushes.then_some(worth.0));
        let Self { words, key, stride, numbers, .. } = self;
        let of = |&n: &u32| {
            let row = &words[n as usize * *stride..];
            hash(row[..*key].iter().copied(), row[*key + 2] & 0xffff)
        };
        let own = hash(state.key.halves().take(*key), state.player);
        numbers.insert_unique(own, next, of);
        next
    }

    /// Replaces the path to a state by a better one; the state is expanded again.
    fn better(&mut self, state: u32, parent: u32, worth: Worth) {
        let begin = state as usize * self.stride + self.key;
        self.words[begin] = parent;
        self.words[begin + 1] = worth.1;
        if self.has_pushes {
            self.words[begin + 3] = worth.0;
        }
    }
}

#[inline(always)]
fn hash(key: impl Iterator<Item = u32>, player: u32) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write_u32(player);
    key.for_each(|word| hasher.write_u32(word));
    hasher.finish()
}

// -------------------------------------------------------------------------------------------------
// The plan to a state: the walks between the pushes are searched again.

impl<const N: usize> Search<N> {
    /// The plan into a state.
    fn plan<const W: usize>(&self, world: &World<W>, state: u32) -> Plan {
        let states = tables::way(state, |state| self.store.parent(state));
        let read = |&state: &u32| {
            let read = self.store.read::<N>(state);
            (self.store.blocks(&read), read.player)
        };
        let board = &self.prepared.board;
        let mut squares = vec![board.player];
        for (before, after) in states.iter().map(read).zip(states.iter().skip(1).map(read)) {
            squares.extend(between(board, before, after));
        }
        let step = |pair: &[u32]| {
            let [from, to] = [pair[0], pair[1]].map(|square| board.location[square as usize]);
            let door = world.doors(from).iter().position(|door| door.to == to)?;
            Some(Move::Goto { to, door: door as u32 })
        };
        Plan { moves: squares.windows(2).filter_map(step).collect() }
    }
}

/// The squares that a player walks over from one state to the next, which is one push later. The last square is the
/// block's previous square.
fn between<const N: usize>(
    board: &Board,
    (blocks, player): (Field<N>, u32),
    (after, from): (Field<N>, u32),
) -> Vec<u32> {
    let to = after.minus(&blocks).iter().next().unwrap_or(NONE);
    let way = board.pushes[from as usize].iter().position(|&onto| onto == to);
    let behind = way.map_or(NONE, |way| board.steps[from as usize][against(way)]);
    let mut squares = walk(board, &blocks, player, behind);
    squares.push(from);
    squares
}

/// The squares of a shortest walk around the blocks, without the first.
fn walk<const N: usize>(board: &Board, blocks: &Field<N>, from: u32, to: u32) -> Vec<u32> {
    // Backwards, so that the squares come out in order; steps can be taken back.
    let mut next = vec![NONE; board.squares];
    let mut waiting = VecDeque::from([to]);
    next[to as usize] = to;
    while let Some(at) = waiting.pop_front() {
        for before in board.steps[at as usize].into_iter().filter(|&before| before != NONE) {
            if next[before as usize] == NONE && !blocks.holds(before) {
                next[before as usize] = at;
                waiting.push_back(before);
            }
        }
    }
    let on = |&at: &u32| (at != to).then(|| next[at as usize]);
    std::iter::successors(Some(from), on).skip(1).collect()
}
