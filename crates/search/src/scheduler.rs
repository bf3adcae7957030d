//! Threads that many searches share, slice by slice.
//!
//! Whoever brings a search gets a fair share of the threads at once, whoever is there alone gets all of them, and
//! none waits for another to end ([`crate::queue`] says whose turn it is). Invariant: what a search finds in so many
//! attempts does not depend on who shares the threads with it; a search that panics ends alone.

use crate::commission::{Commission, Search};
use crate::effort::effort;
use crate::queue::{Errand, Queue};
use crate::run::{STACK, cores};
use crate::{Budget, Seed};
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Instant;

/// The threads, and the searches that share them.
///
/// ```
/// use quandary_search::{Attempt, Budget, Commission, Goal, Problem, Report, Scheduler, Seed};
/// use std::sync::mpsc::{Sender, channel};
/// use std::time::Duration;
///
/// /// Looks for large numbers.
/// struct Large;
/// impl Problem for Large {
///     type Draft = u64;
///     type Proof = ();
///     type Reject = &'static str;
///     type Scratch = ();
///     fn draft(&self, attempt: Attempt, _: &mut ()) -> Result<u64, &'static str> {
///         Ok(attempt.phase("number").below(1000))
///     }
///     fn prove(&self, draft: &u64, _: &mut ()) -> Result<(), &'static str> {
///         if *draft > 900 { Ok(()) } else { Err("small") }
///     }
/// }
///
/// /// Asks for them.
/// struct Asker(Sender<u64>);
/// impl Commission for Asker {
///     type Draft = u64;
///     type Proof = ();
///     type Reject = &'static str;
///     type Problem<'a> = Large;
///     fn problem(&self) -> Large {
///         Large
///     }
///     fn done(&self, report: Report<u64, (), &'static str>, _: Duration) {
///         let _ = self.0.send(report.found[0].draft);
///     }
/// }
///
/// let scheduler = Scheduler::new(2, 100)?;
/// let budget = Budget { goal: Goal::First, attempts: Some(1000), time: None };
/// let (sender, found) = channel();
/// let ticket = scheduler.search(Asker(sender), Seed::new(1)?, budget)?;
/// assert!(found.recv()? > 900);
/// drop(ticket);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Scheduler {
    desk: Arc<Desk>,
    most: usize,
}

/// Why a search was not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// There are as many as there may be.
    #[error("there are as many searches already as there may be: {0}")]
    Full(usize),
    /// It was told to stop.
    #[error("the scheduler is stopped")]
    Stopped,
}

/// A place among the searches. Whoever drops it cancels the search, unless it has ended.
#[must_use = "a search whose ticket is dropped is cancelled"]
pub struct Ticket(Arc<AtomicBool>);

impl Drop for Ticket {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Where threads are told what to do.
struct Desk {
    book: Mutex<Book>,
    bell: Condvar,
}

struct Book {
    queue: Queue,
    /// Takes no more, and ends what is there.
    stopped: bool,
    /// Nobody is left to be told anything.
    closed: bool,
}

impl Scheduler {
    /// So many threads, 0 for one a core, for at most so many searches at one time.
    ///
    /// # Errors
    /// When the system gives no thread at all; with fewer than asked for it works on.
    pub fn new(threads: usize, most: usize) -> io::Result<Self> {
        let threads = if threads == 0 { cores() } else { threads };
        let book = Book { queue: Queue::new(), stopped: false, closed: false };
        let desk = Arc::new(Desk { book: Mutex::new(book), bell: Condvar::new() });
        for number in 0..threads {
            let own = Arc::clone(&desk);
            let thread = thread::Builder::new().name(format!("search-{number}")).stack_size(STACK);
            match thread.spawn(move || own.work()) {
                Err(error) if number == 0 => return Err(error),
                _ => {}
            }
        }
        Ok(Self { desk, most })
    }

    /// Begins a search; its limit of time runs from now on.
    ///
    /// # Errors
    /// [`Refused`] when there are too many, or after [`Scheduler::stop`].
    pub fn search<C: Commission>(
        &self,
        commission: C,
        seed: Seed,
        budget: Budget,
    ) -> Result<Ticket, Refused> {
        let search = Search::new(commission, seed, budget);
        let ticket = Ticket(search.cancelled());
        let mut book = self.desk.book();
        if book.stopped {
            return Err(Refused::Stopped);
        }
        if book.queue.len() >= self.most {
            return Err(Refused::Full(self.most));
        }
        book.queue.add(Arc::new(search));
        drop(book);
        self.desk.bell.notify_all();
        Ok(ticket)
    }

    /// How many searches go on although they have found something.
    #[must_use]
    pub fn fed(&self) -> usize {
        self.desk.book().queue.fed()
    }

    /// Ends all searches with what they have found, and takes no more.
    pub fn stop(&self) {
        let mut book = self.desk.book();
        book.stopped = true;
        book.queue.cancel();
        drop(book);
        self.desk.bell.notify_all();
    }
}

impl Drop for Scheduler {
    /// The threads end after what they are at; searches that are left are dropped.
    fn drop(&mut self) {
        let mut book = self.desk.book();
        (book.stopped, book.closed) = (true, true);
        book.queue.cancel();
        drop(book);
        self.desk.bell.notify_all();
    }
}

impl Desk {
    fn book(&self) -> MutexGuard<'_, Book> {
        self.book.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does one errand after another, as long as there is somebody to be told.
    fn work(&self) {
        while let Some(errand) = self.errand() {
            match errand {
                Errand::Slice(number, task) => {
                    let begin = effort();
                    // What a search leaves behind when it panics is not looked at again.
                    let whole = catch_unwind(AssertUnwindSafe(|| task.slice())).is_ok();
                    let took = effort().saturating_sub(begin);
                    self.book().queue.back(number, took, whole);
                }
                Errand::End(task, given) => {
                    // Whoever waited hears of a panic by hearing nothing more.
                    let _ = catch_unwind(AssertUnwindSafe(|| task.end(given)));
                }
            }
        }
    }

    /// The next errand; waited for if there is none.
    fn errand(&self) -> Option<Errand> {
        let mut book = self.book();
        loop {
            if book.closed {
                return None;
            }
            if let Some(errand) = book.queue.errand(Instant::now()) {
                return Some(errand);
            }
            book = self.bell.wait(book).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numbers::{Answer, Numbers, attempts, in_one_go, seed};
    use crate::{Attempt, Goal, Problem, Stop};
    use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
    use std::time::Duration;

    /// Longer than anything here takes, on a busy machine too.
    const LONG: Duration = Duration::from_secs(60);

    /// What a test hears of a search.
    #[derive(Debug, PartialEq)]
    enum Word {
        Begun,
        Done(Answer, Duration),
    }

    /// Numbers, and who is told.
    struct Asked(Numbers, Sender<Word>);

    impl Commission for Asked {
        type Draft = u64;
        type Proof = u64;
        type Reject = &'static str;
        type Problem<'a> = Numbers;

        fn problem(&self) -> Numbers {
            self.0
        }

        fn begun(&self) {
            let _ = self.1.send(Word::Begun);
        }

        fn done(&self, report: Answer, given: Duration) {
            let _ = self.1.send(Word::Done(report, given));
        }
    }

    const ENDLESS: Budget = Budget { goal: Goal::Best(3), attempts: None, time: None };
    const NUMBERS: Numbers = Numbers { modulus: 13, kinds: Some(7) };

    fn ask(scheduler: &Scheduler, budget: Budget) -> (Result<Ticket, Refused>, Receiver<Word>) {
        let (sender, words) = channel();
        (scheduler.search(Asked(NUMBERS, sender), seed(), budget), words)
    }

    fn done(words: &Receiver<Word>) -> Answer {
        loop {
            if let Word::Done(answer, _) = words.recv_timeout(LONG).unwrap() {
                return answer;
            }
        }
    }

    #[test]
    fn whoever_shares_the_threads_the_answer_is_that_of_a_search_alone() {
        let scheduler = Scheduler::new(3, 1_000).unwrap();
        let _endless = ask(&scheduler, ENDLESS);
        let goals = [Goal::First, Goal::Best(1), Goal::Best(5)];
        let budgets: Vec<Budget> =
            (0..60).map(|n| attempts(goals[n % 3], 100 * n as u64)).collect();
        let asked: Vec<_> = budgets.iter().map(|&budget| ask(&scheduler, budget)).collect();
        for (budget, (ticket, words)) in budgets.iter().zip(&asked) {
            assert!(ticket.is_ok());
            assert_eq!(done(words), in_one_go(&NUMBERS, budget), "{budget:?}");
        }
    }

    #[test]
    fn nobody_waits_for_another_to_end() {
        let scheduler = Scheduler::new(2, 1_000).unwrap();
        let asked: Vec<_> = (0..40).map(|_| ask(&scheduler, ENDLESS)).collect();
        for (_, words) in &asked {
            assert_eq!(words.recv_timeout(LONG), Ok(Word::Begun));
        }
        let begin = Instant::now();
        while scheduler.fed() < asked.len() {
            assert!(begin.elapsed() < LONG, "{} of them have found something", scheduler.fed());
            thread::yield_now();
        }
        scheduler.stop();
        for (_, words) in &asked {
            let Word::Done(answer, given) = words.recv_timeout(LONG).unwrap() else { panic!() };
            assert_eq!(answer.stop, Stop::Cancelled);
            assert!(answer.attempts > 0 && !given.is_zero());
        }
        assert_eq!(ask(&scheduler, ENDLESS).0.err(), Some(Refused::Stopped));
    }

    #[test]
    fn time_ends_it_and_so_does_a_ticket_that_is_dropped() {
        let scheduler = Scheduler::new(1, 2).unwrap();
        let (ticket, words) = ask(&scheduler, ENDLESS);
        let brief = Budget { time: Some(Duration::from_millis(30)), ..ENDLESS };
        let (_brief, other) = ask(&scheduler, brief);
        assert_eq!(ask(&scheduler, brief).0.err(), Some(Refused::Full(2)));
        assert_eq!(done(&other).stop, Stop::Time);
        drop(ticket);
        let answer = done(&words);
        assert_eq!(
            (answer.stop, answer.attempts),
            (Stop::Cancelled, answer.accepted + answer.tally.total())
        );
        let none = Budget { time: Some(Duration::ZERO), ..ENDLESS };
        let (_none, words) = ask(&scheduler, none);
        assert_eq!(
            words.recv_timeout(LONG),
            Ok(Word::Done(Answer { stop: Stop::Time, ..Answer::default() }, Duration::ZERO))
        );
    }

    /// Panics at an attempt.
    struct Broken;

    impl Problem for Broken {
        type Draft = ();
        type Proof = ();
        type Reject = &'static str;
        type Scratch = ();

        fn draft(&self, attempt: Attempt, (): &mut ()) -> Result<(), &'static str> {
            assert!(attempt.number() < 5, "as asked");
            Err("early")
        }

        fn prove(&self, (): &(), (): &mut ()) -> Result<(), &'static str> {
            Ok(())
        }
    }

    /// Asks for what panics; says something at the end all the same, if it is let.
    struct Panics(Sender<()>);

    impl Commission for Panics {
        type Draft = ();
        type Proof = ();
        type Reject = &'static str;
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
                let ticket = scheduler.search(Panics(sender), seed(), budget);
                assert!(ticket.is_ok());
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
        let desk = Arc::downgrade(&scheduler.desk);
        drop(scheduler);
        let begin = Instant::now();
        while desk.strong_count() > 0 {
            assert!(begin.elapsed() < LONG, "a thread goes on");
            thread::yield_now();
        }
        for (_, words) in &asked {
            while words.recv_timeout(LONG).is_ok() {}
        }
    }
}
