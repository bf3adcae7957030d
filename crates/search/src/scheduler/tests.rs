//! Tests of the scheduler: order of attempts, threads, limits and cancellation.

use super::*;
use crate::numbers::{Answer, Event, Numbers, NumbersJob, attempts, in_one_go, seed};
use crate::{Attempt, Goal, Problem, Stop};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

/// A timeout, in case the machine is busy.
const LONG: Duration = Duration::from_secs(60);

const ENDLESS: Budget = Budget { goal: Goal::Best(3), attempts: None, time: None };
const NUMBERS: Numbers = Numbers { modulus: 13, kinds: Some(7) };

fn ask(scheduler: &Scheduler, budget: Budget) -> (Result<JobHandle, Refused>, Receiver<Event>) {
    let (sender, words) = channel();
    (scheduler.search(NumbersJob(NUMBERS, sender), seed(), budget), words)
}

fn done(words: &Receiver<Event>) -> Answer {
    loop {
        if let Event::Done(answer, _) = words.recv_timeout(LONG).unwrap() {
            return answer;
        }
    }
}

#[test]
fn shared_threads_do_not_change_the_report() {
    let scheduler = Scheduler::new(3, 1_000).unwrap();
    let _endless = ask(&scheduler, ENDLESS);
    let goals = [Goal::First, Goal::Best(1), Goal::Best(5)];
    let budgets: Vec<Budget> = (0..60).map(|n| attempts(goals[n % 3], 100 * n as u64)).collect();
    let asked: Vec<_> = budgets.iter().map(|&budget| ask(&scheduler, budget)).collect();
    for (budget, (handle, words)) in budgets.iter().zip(&asked) {
        assert!(handle.is_ok());
        assert_eq!(done(words), in_one_go(&NUMBERS, budget), "{budget:?}");
    }
}

#[test]
fn no_search_waits_for_another_to_end() {
    let scheduler = Scheduler::new(2, 1_000).unwrap();
    let asked: Vec<_> = (0..40).map(|_| ask(&scheduler, ENDLESS)).collect();
    for (_, words) in &asked {
        assert_eq!(words.recv_timeout(LONG), Ok(Event::Begun));
    }
    let begin = Instant::now();
    while scheduler.improving() < asked.len() {
        assert!(begin.elapsed() < LONG, "{} of them have found something", scheduler.improving());
        thread::yield_now();
    }
    scheduler.stop();
    for (_, words) in &asked {
        let Event::Done(answer, given) = words.recv_timeout(LONG).unwrap() else { panic!() };
        assert_eq!(answer.stop, Stop::Cancelled);
        assert!(answer.attempts > 0 && !given.is_zero());
    }
    assert_eq!(ask(&scheduler, ENDLESS).0.err(), Some(Refused::Stopped));
}

#[test]
fn time_ends_it_and_so_does_a_ticket_that_is_dropped() {
    let scheduler = Scheduler::new(1, 2).unwrap();
    let (handle, words) = ask(&scheduler, ENDLESS);
    let brief = Budget { time: Some(Duration::from_millis(30)), ..ENDLESS };
    let (_brief, other) = ask(&scheduler, brief);
    assert_eq!(ask(&scheduler, brief).0.err(), Some(Refused::Full(2)));
    assert_eq!(done(&other).stop, Stop::Time);
    drop(handle);
    let answer = done(&words);
    assert_eq!(
        (answer.stop, answer.attempts),
        (Stop::Cancelled, answer.accepted + answer.tally.total())
    );
    let none = Budget { time: Some(Duration::ZERO), ..ENDLESS };
    let (_none, words) = ask(&scheduler, none);
    assert_eq!(
        words.recv_timeout(LONG),
        Ok(Event::Done(Answer { stop: Stop::Time, ..Answer::default() }, Duration::ZERO))
    );
}

/// A problem that panics at an attempt.
struct Broken;

impl Problem for Broken {
    type Candidate = ();
    type Proof = ();
    type RejectReason = &'static str;
    type Scratch = ();

    fn generate(&self, attempt: Attempt, (): &mut ()) -> Result<(), &'static str> {
        assert!(attempt.number() < 5, "as asked");
        Err("early")
    }

    fn prove(&self, (): &(), (): &mut ()) -> Result<(), &'static str> {
        Ok(())
    }
}

/// A job of that problem, which would send a message at its end.
struct Panics(Sender<()>);

impl Job for Panics {
    type Candidate = ();
    type Proof = ();
    type RejectReason = &'static str;
    type Problem<'a> = Broken;

    fn problem(&self) -> Broken {
        Broken
    }

    fn done(&self, _: crate::Report<(), (), &'static str>, _: Duration) {
        let _ = self.0.send(());
        panic!("as asked");
    }
}

#[test]
fn a_search_that_panics_ends_alone() {
    let scheduler = Scheduler::new(1, 100).unwrap();
    let (_endless, words) = ask(&scheduler, ENDLESS);
    for (budget, says) in [(ENDLESS, false), (attempts(Goal::First, 4), true)] {
        for _ in 0..3 {
            let (sender, said) = channel();
            let handle = scheduler.search(Panics(sender), seed(), budget);
            assert!(handle.is_ok());
            let expect = if says { Ok(()) } else { Err(RecvTimeoutError::Disconnected) };
            assert_eq!(said.recv_timeout(LONG), expect);
            assert_eq!(said.recv_timeout(LONG), Err(RecvTimeoutError::Disconnected));
        }
    }
    let budget = attempts(Goal::Best(2), 1_000);
    let (_ticket, other) = ask(&scheduler, budget);
    assert_eq!(done(&other), in_one_go(&NUMBERS, &budget), "the thread works on");
    scheduler.stop();
    assert_eq!(done(&words).stop, Stop::Cancelled);
}

#[test]
fn threads_end_with_the_scheduler() {
    let scheduler = Scheduler::new(3, 100).unwrap();
    let asked: Vec<_> = (0..5).map(|_| ask(&scheduler, ENDLESS)).collect();
    let shared = Arc::downgrade(&scheduler.shared);
    drop(scheduler);
    let begin = Instant::now();
    while shared.strong_count() > 0 {
        assert!(begin.elapsed() < LONG, "a thread goes on");
        thread::yield_now();
    }
    for (_, words) in &asked {
        while words.recv_timeout(LONG).is_ok() {}
    }
}
