//! The search itself: attempts in rounds, on one thread or several, added to the report in the order of their numbers.
//!
//! A round is a range of consecutive attempt numbers. Threads make its attempts in any order, but the outcomes are
//! added in the order of the numbers, so the report does not depend on the threads. Only a time limit or a
//! cancellation can cut a round short. Then the report covers the longest unbroken run of finished attempts.

use crate::report::ReportBuilder;
use crate::{Accepted, Attempt, Budget, Control, Problem, Report, Seed, Stop};
use clock::Instant;
use rayon::ThreadPool;
use rayon::prelude::*;
use std::cell::RefCell;
use std::fmt::Display;

/// Stack size of a thread, in bytes: that of the main thread, which is more than the default.
pub(crate) const STACK: usize = 8 << 20;
/// Number of attempts per thread in the first round; rounds grow fourfold up to [`LAST_ROUND`].
const FIRST_ROUND: u64 = 4;
const LAST_ROUND: u64 = 1024;

type Answer<P> =
    Report<<P as Problem>::Candidate, <P as Problem>::Proof, <P as Problem>::RejectReason>;
type Outcome<P> = Result<
    Accepted<<P as Problem>::Candidate, <P as Problem>::Proof>,
    <P as Problem>::RejectReason,
>;

/// Searches `problem` from `seed` within `budget`.
///
/// With a budget of attempts the report is the same for any number of threads. With a time limit the report contains
/// the number of the winning attempt, and replaying that number gives the same candidate.
pub fn run<P: Problem>(
    problem: &P,
    seed: Seed,
    budget: &Budget,
    control: &Control<'_>,
) -> Answer<P> {
    run_with(problem, seed, budget, control, &mut P::Scratch::default())
}

/// As [`run()`], with the caller's working memory for attempts on the caller's thread, to be reused by further
/// searches.
pub fn run_with<P: Problem>(
    problem: &P,
    seed: Seed,
    budget: &Budget,
    control: &Control<'_>,
    scratch: &mut P::Scratch,
) -> Answer<P> {
    let threads = if control.threads == 0 { cores() } else { control.threads };
    if threads == 1 {
        return sequential(problem, seed, budget, control, scratch);
    }
    match pool(threads) {
        Ok(pool) => pool.install(|| rounds(problem, seed, budget, control, threads as u64)),
        // Without more threads the result is the same on this one.
        Err(_) => sequential(problem, seed, budget, control, scratch),
    }
}

impl<D: Send, P: Send, R: Ord + Clone + Display + Send> Report<D, P, R> {
    /// Makes one more attempt, of a problem with the same types, and adds its outcome.
    pub fn try_once<Q>(&mut self, problem: &Q, attempt: Attempt, scratch: &mut Q::Scratch)
    where
        Q: Problem<Candidate = D, Proof = P, RejectReason = R>,
    {
        self.attempts += 1;
        match self::attempt(problem, attempt, scratch) {
            Ok(found) => {
                self.accepted += 1;
                self.found.push(found);
                self.stop = Stop::Found;
            }
            Err(reason) => self.tally.count(reason),
        }
    }
}

/// A pool of threads with large stacks.
pub(crate) fn pool(threads: usize) -> Result<rayon::ThreadPool, rayon::ThreadPoolBuildError> {
    rayon::ThreadPoolBuilder::new().num_threads(threads).stack_size(STACK).build()
}

pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

fn sequential<P: Problem>(
    problem: &P,
    seed: Seed,
    budget: &Budget,
    control: &Control<'_>,
    scratch: &mut P::Scratch,
) -> Answer<P> {
    let clock = Clock::start(budget, control);
    let mut builder = ReportBuilder::new(budget.goal);
    let stop = loop {
        if let Some(stop) = builder.ended(budget).or_else(|| clock.ended()) {
            break stop;
        }
        builder.add(problem, attempt(problem, seed.attempt(builder.attempts()), scratch));
        tell(control, &builder);
    };
    builder.finish(stop)
}

fn rounds<P: Problem>(
    problem: &P,
    seed: Seed,
    budget: &Budget,
    control: &Control<'_>,
    threads: u64,
) -> Answer<P> {
    let clock = Clock::start(budget, control);
    let mut builder = ReportBuilder::new(budget.goal);
    let mut round = FIRST_ROUND * threads;
    let stop = loop {
        if let Some(stop) = builder.ended(budget).or_else(|| clock.ended()) {
            break stop;
        }
        let start = builder.attempts();
        let end = budget.attempts.map_or(start + round, |most| most.min(start + round));
        let outcomes: Vec<Option<Outcome<P>>> = (start..end)
            .into_par_iter()
            .map_init(
                || RefCell::new(P::Scratch::default()),
                |scratch, n| {
                    let cut = n > start && clock.ended().is_some();
                    (!cut).then(|| attempt(problem, seed.attempt(n), scratch.get_mut()))
                },
            )
            .collect();
        for outcome in outcomes.into_iter().map_while(|outcome| outcome) {
            builder.add(problem, outcome);
            if builder.ended(budget).is_some() {
                break;
            }
        }
        tell(control, &builder);
        round = (round * 4).min(LAST_ROUND * threads);
    };
    builder.finish(stop)
}

fn tell<D, P, R: Ord>(control: &Control<'_>, builder: &ReportBuilder<D, P, R>) {
    (control.progress)(builder.attempts(), builder.accepted());
}

/// Makes, proves and ranks one attempt.
pub(crate) fn attempt<P: Problem>(
    problem: &P,
    attempt: Attempt,
    scratch: &mut P::Scratch,
) -> Outcome<P> {
    let candidate = problem.generate(attempt, scratch)?;
    let proof = problem.prove(&candidate, scratch)?;
    let rank = problem.rank(&candidate, &proof);
    Ok(Accepted { attempt: attempt.number(), rank, candidate, proof })
}

/// Cancellation and time limit.
struct Clock<'a> {
    deadline: Option<Instant>,
    control: &'a Control<'a>,
}

impl<'a> Clock<'a> {
    fn start(budget: &Budget, control: &'a Control<'a>) -> Self {
        Self { deadline: budget.time.and_then(|time| Instant::now().checked_add(time)), control }
    }

    fn ended(&self) -> Option<Stop> {
        if self.control.cancelled() {
            Some(Stop::Cancelled)
        } else {
            self.deadline.is_some_and(|end| Instant::now() >= end).then_some(Stop::Time)
        }
    }
}

/// A thread pool for work in parts.
///
/// ```
/// let squares = quandary_search::Pool::new(2).map(vec![1, 2, 3], |n| n * n);
/// assert_eq!(squares, [1, 4, 9]);
/// ```
#[derive(Debug)]
pub struct Pool {
    /// `None` for the caller's own thread.
    pool: Option<ThreadPool>,
}

impl Pool {
    /// A pool of `threads`: 0 for one per core, 1 for the caller's own thread. If the system provides no more threads,
    /// the caller's thread does all the work.
    #[must_use]
    pub fn new(threads: usize) -> Self {
        let threads = if threads == 0 { cores() } else { threads };
        Self { pool: if threads == 1 { None } else { pool(threads).ok() } }
    }

    /// The results of `work` on each part, in the order of the parts.
    pub fn map<T: Send, R: Send>(
        &self,
        parts: Vec<T>,
        work: impl Fn(T) -> R + Send + Sync,
    ) -> Vec<R> {
        match &self.pool {
            None => parts.into_iter().map(work).collect(),
            Some(pool) => pool.install(|| parts.into_par_iter().map(work).collect()),
        }
    }

    /// Does `work` once for each part.
    pub fn each<T: Send>(&self, parts: Vec<T>, work: impl Fn(T) + Send + Sync) {
        match &self.pool {
            None => parts.into_iter().for_each(work),
            Some(pool) => pool.install(|| parts.into_par_iter().for_each(work)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numbers::{Answer, Numbers};
    use crate::{Goal, NoResult};
    use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
    use std::time::Duration;

    fn search(threads: usize, goal: Goal, attempts: u64, modulus: u64) -> Answer {
        let budget = Budget { goal, attempts: Some(attempts), time: None };
        let control = Control { threads, ..Control::default() };
        run(&Numbers { modulus, kinds: None }, Seed::new(42).unwrap(), &budget, &control)
    }

    #[test]
    fn any_number_of_threads_gives_one_report() {
        for goal in [Goal::First, Goal::Best(1), Goal::Best(7), Goal::Best(0)] {
            for attempts in [0, 1, 5, 100, 3_000] {
                for modulus in [1, 13, 997, 100_003] {
                    let one = search(1, goal, attempts, modulus);
                    assert_eq!(one.attempts, one.accepted + one.tally.total());
                    for threads in [2, 3, 8] {
                        let many = search(threads, goal, attempts, modulus);
                        assert_eq!(one, many, "{goal:?} {attempts} {modulus} {threads}");
                    }
                }
            }
        }
    }

    #[test]
    fn ties_go_to_the_lowest_attempt() {
        let report = search(3, Goal::Best(5), 3_000, 13);
        let pairs: Vec<_> = report.found.windows(2).map(|w| (&w[0], &w[1])).collect();
        assert_eq!(pairs.len(), 4);
        for (a, b) in pairs {
            assert!(a.rank > b.rank || (a.rank == b.rank && a.attempt < b.attempt));
        }
    }

    /// The best of each kind, compared with all accepted attempts in order.
    #[test]
    fn of_those_alike_only_the_best_is_kept() {
        let all = search(1, Goal::Best(usize::MAX), 3_000, 1).found;
        for (kinds, most) in [(1, 5), (7, 5), (7, 10), (100, 10), (100, 0)] {
            let mut met = std::collections::BTreeSet::new();
            let first = |found: &&Accepted<u64, u64>| met.insert(found.candidate % kinds);
            let expect: Vec<_> = all.iter().filter(first).take(most).cloned().collect();
            for threads in [1, 3] {
                let problem = Numbers { modulus: 1, kinds: Some(kinds) };
                let budget = Budget { goal: Goal::Best(most), attempts: Some(3_000), time: None };
                let control = Control { threads, ..Control::default() };
                let report = run(&problem, Seed::new(42).unwrap(), &budget, &control);
                assert_eq!(report.found, expect, "{kinds} kinds, {most}");
            }
        }
    }

    #[test]
    fn the_first_find_ends_the_search_and_the_tally_stops_there() {
        let report = search(8, Goal::First, 10_000, 997);
        assert_eq!(report.stop, Stop::Found);
        assert_eq!(report.attempts, report.found[0].attempt + 1);
    }

    #[test]
    fn nothing_found_still_carries_the_tally() {
        let report = search(2, Goal::First, 500, 100_003);
        assert!(report.found.is_empty());
        assert_eq!((report.stop, report.attempts), (Stop::Attempts, 500));
        assert_eq!(report.stop.to_string(), "all attempts were made");
        let names: Vec<_> = report.tally.iter().map(|(name, _)| *name).collect();
        assert_eq!(names, ["small", "uneven"]);
        assert!(report.tally.to_string().contains(" × uneven"));
    }

    #[test]
    fn time_that_is_not_over_stops_nothing() {
        let budget = Budget { goal: Goal::Best(9), attempts: Some(500), time: None };
        let long = Budget { time: Some(Duration::from_secs(3_600)), ..budget };
        let problem = Numbers { modulus: 13, kinds: None };
        for threads in [1, 2] {
            let control = Control { threads, ..Control::default() };
            let search = |budget| run(&problem, Seed::new(42).unwrap(), budget, &control);
            assert_eq!(search(&long), search(&budget));
        }
    }

    #[test]
    fn the_best_result_or_the_reason_for_none_is_returned() {
        let seed = Seed::new(42).unwrap();
        let report = search(2, Goal::Best(2), 2_000, 13);
        let best = report.found.first().cloned();
        let cut = Answer { stop: Stop::Cancelled, ..report.clone() };
        assert_eq!(cut.best(seed), Err(NoResult::Interrupted));
        assert_eq!(report.best(seed).ok(), best);
        let none = search(2, Goal::First, 500, 100_003);
        let why = format!("seed 42: nothing found in 500 attempts: {}", none.tally);
        assert_eq!(none.best(seed), Err(NoResult::Rejected(why)));
    }

    #[test]
    fn a_winning_attempt_replays_alone() {
        let report = search(2, Goal::Best(1), 2_000, 13);
        let best = &report.found[0];
        let alone = super::attempt(
            &Numbers { modulus: 13, kinds: None },
            Seed::new(42).unwrap().attempt(best.attempt),
            &mut Vec::new(),
        );
        assert_eq!(alone.as_ref(), Ok(best));
    }

    #[test]
    fn time_and_cancellation_stop_it() {
        for threads in [1, 2] {
            let endless =
                Budget { goal: Goal::First, attempts: None, time: Some(Duration::from_millis(20)) };
            let control = Control { threads, ..Control::default() };
            let report = run(
                &Numbers { modulus: 100_003, kinds: None },
                Seed::new(1).unwrap(),
                &endless,
                &control,
            );
            assert_eq!(report.stop, Stop::Time);
            assert_eq!(report.attempts, report.tally.total());

            let cancel = AtomicBool::new(false);
            let seen = AtomicU64::new(0);
            let control = Control {
                threads,
                cancel: &cancel,
                progress: &|done, _| {
                    seen.store(done, Ordering::Relaxed);
                    cancel.store(done >= 50, Ordering::Relaxed);
                },
            };
            let budget = Budget { time: None, ..endless };
            let report = run(
                &Numbers { modulus: 100_003, kinds: None },
                Seed::new(1).unwrap(),
                &budget,
                &control,
            );
            assert_eq!(report.stop, Stop::Cancelled);
            assert_eq!(seen.load(Ordering::Relaxed), report.attempts);
        }
    }

    #[test]
    fn each_part_is_done_once_and_in_order() {
        for threads in [0, 1, 2, 5] {
            let pool = Pool::new(threads);
            let parts: Vec<u64> = (0..1000).collect();
            let sum = AtomicU64::new(0);
            pool.each(parts.clone(), |n| {
                sum.fetch_add(n, Ordering::Relaxed);
            });
            assert_eq!(sum.into_inner(), 499_500);
            assert_eq!(pool.map(parts.clone(), |n| n), parts);
        }
    }
}
