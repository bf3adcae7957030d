//! The requested search, with the exact search beside it: they take turns, and the first to end gives the answer.
//!
//! A guess usually finds a plan sooner. If it does not, the exact search is never far behind. A search with a guess
//! or a weight, or the first plan of an anytime search, meets at most a quarter more states than the exact search,
//! plus some at the beginning, and decides everything that the exact search decides within the same limit on states.
//! Only if the exact search gives up at that limit does the other search continue to its own limit. An unguided
//! search gets longer turns, because it is requested for comparison.
//!
//! Turns are counted in states, so the answer does not depend on the clock.

use super::heuristic::Heuristic;
use super::refine::{Ended, Refinement};
use super::verdict::{Improvement, Options, Solution, Verdict};
use super::{Task, proved};
use crate::limits::{Clock, Limit};
use crate::plan::Plan;

/// The number of states that the exact search meets in a turn.
const TURN: u64 = 2_048;

/// The number of additional states that the requested search meets in its first turn.
const AHEAD: u64 = 512;

/// Solves a level that can be won in the relaxation.
pub(super) fn run<const W: usize>(task: &Task<'_, W>, options: &Options) -> Solution {
    let exact = Options { collect: options.collect, ..Options::default() };
    let turn = match options.heuristic {
        Heuristic::None => 8 * TURN,
        _ => TURN / 4,
    };
    let is_out = *options == exact;
    let requested = Runner { is_out, upto: AHEAD, ..Runner::new(options, turn) };
    let exact = Runner::new(&exact, TURN);
    let total = Solution::of(Verdict::Unsolvable);
    let mut race =
        Race { task, requested, exact, is_beside: !is_out, best: None, met: [0; 2], total };
    let ended = race.run();
    let Race { best, met, total, .. } = race;
    let limit = ended.as_ref().err().copied();
    let verdict = match ended {
        Ok(Ended::Plan { plan, optimal, .. }) => proved(task.world, plan, optimal),
        Ok(Ended::NoPlan) => Verdict::Unsolvable,
        Err(limit) => match best {
            Some(plan) => proved(task.world, plan, false),
            None => Verdict::Unknown(limit),
        },
    };
    Solution { verdict, limit, met: met[0].max(met[1]), ..total }
}

/// One of the two searches.
struct Runner<'a, const W: usize> {
    options: &'a Options,
    /// The number of states it meets in a turn, and the number that it may have met so far.
    turn: u64,
    upto: u64,
    search: Option<Refinement<'a, W>>,
    /// True if a limit has stopped it, or if it is not needed.
    is_out: bool,
}

struct Race<'a, const W: usize> {
    task: &'a Task<'a, W>,
    requested: Runner<'a, W>,
    exact: Runner<'a, W>,
    /// True if the exact search is not the requested one.
    is_beside: bool,
    /// A plan that was found before a limit was reached.
    best: Option<Plan>,
    /// The numbers of states that the requested search and the exact search met.
    met: [u64; 2],
    total: Solution,
}

impl<'a, const W: usize> Runner<'a, W> {
    fn new(options: &'a Options, turn: u64) -> Self {
        Self { options, turn, upto: 0, search: None, is_out: false }
    }

    /// Takes a turn; if it is the only search left, continues to the end.
    fn step(
        &mut self,
        task: &'a Task<'a, W>,
        clock: &Clock<'_>,
        alone: bool,
    ) -> Result<Option<Ended>, Limit> {
        self.upto = if alone { u64::MAX } else { self.upto + self.turn };
        let search = self.search.get_or_insert_with(|| Refinement::new(task, self.options));
        search.advance(clock, self.upto)
    }

    fn bytes(&self) -> u64 {
        self.search.as_ref().map_or(0, Refinement::bytes)
    }
}

impl<const W: usize> Race<'_, W> {
    fn run(&mut self) -> Result<Ended, Limit> {
        let limits = self.task.left(0);
        let clock = Clock::start(&limits);
        let mut is_exact = self.requested.is_out;
        let ended = loop {
            let (runner, other) = match is_exact {
                false => (&mut self.requested, &self.exact),
                true => (&mut self.exact, &self.requested),
            };
            let alone = other.is_out;
            match runner.step(self.task, &clock, alone) {
                Ok(Some(ended)) => break Ok(ended),
                Err(Limit::States | Limit::Memory) if !alone => {
                    runner.is_out = true;
                    self.finish(is_exact);
                }
                Err(limit) => break Err(limit),
                Ok(None) => {}
            }
            let bytes = self.requested.bytes() + self.exact.bytes();
            if !self.exact.is_out && limits.memory.is_some_and(|memory| bytes > memory) {
                // The exact search may use the remaining memory.
                self.requested.is_out = true;
                self.finish(false);
            }
            is_exact = !is_exact && !self.exact.is_out || self.requested.is_out;
        };
        self.finish(false);
        self.finish(true);
        if let Ok(Ended::Plan { cost, .. }) = ended
            && is_exact
            && self.requested.options.anytime
        {
            self.total.improvements.push(Improvement { cost, bound: cost.value() });
        }
        match ended {
            Err(limit) if limit != Limit::Cancelled && self.best.is_none() => {
                self.best = self.past_all_blocks();
                Err(limit)
            }
            ended => ended,
        }
    }

    /// Ends a search: frees its memory, and adds its counts to the total.
    fn finish(&mut self, is_exact: bool) {
        let runner = if is_exact { &mut self.exact } else { &mut self.requested };
        let Some(search) = runner.search.take() else { return };
        let (best, solution) = search.over();
        self.best = best.or(self.best.take());
        let total = &mut self.total;
        if is_exact && self.is_beside {
            total.beside += solution.explored;
        } else {
            total.explored += solution.explored;
            total.pruned += solution.pruned;
            total.most_waiting = total.most_waiting.max(solution.most_waiting);
        }
        self.met[usize::from(is_exact)] += solution.met;
        total.bytes = total.bytes.max(solution.bytes);
        total.improvements.extend(solution.improvements);
    }

    /// Finds a plan that moves no block. A part of the limit on states is reserved for it.
    fn past_all_blocks(&mut self) -> Option<Plan> {
        if !self.task.world.has_blocks() {
            return None;
        }
        let limits = self.task.left(0);
        let clock = Clock::start(&limits);
        let mut search = Refinement::past_all_blocks(self.task, self.exact.options);
        let ended = search.advance(&clock, u64::MAX);
        self.exact.search = Some(search);
        self.finish(true);
        match ended {
            Ok(Some(Ended::Plan { plan, .. })) => Some(plan),
            _ => None,
        }
    }
}
