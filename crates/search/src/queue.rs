//! The queue of searches that share threads (fair scheduling).
//!
//! The next slice goes to the search with the fewest threads, and among these to the one with the least processor
//! time. A new search starts with the processor time of the search that has the least, so it gets its first slice at
//! once, but no compensation for the time before. Time counts double for a search that has found something, which
//! gives priority to those that have not. Searches that are over end first.
//!
//! Invariant: of waiting searches in the same state, none gets a slice while another one without a thread has less
//! processor time.

use crate::job::{JobState, Task};
use clock::Instant;
use std::sync::Arc;
use std::time::Duration;

/// The weight of processor time of a search that has found something.
const IMPROVING: u32 = 2;

/// The searches, in the order of arrival.
pub(crate) struct Queue {
    entries: Vec<Entry>,
    next: u64,
}

/// A search in the queue, with its processor time.
struct Entry {
    number: u64,
    task: Arc<dyn Task>,
    state: JobState,
    /// Number of threads working on it.
    workers: u32,
    /// Number of slices begun.
    slices: u64,
    /// Processor time spent on it.
    given: Duration,
    /// Weighted processor time, for comparison with other searches.
    counted: Duration,
    /// True if one of its slices panicked.
    broken: bool,
}

/// A task for a thread.
pub(crate) enum Work {
    /// Work on a search for a slice, then return its number.
    Slice(u64, Arc<dyn Task>),
    /// End a search that has used this much processor time.
    End(Arc<dyn Task>, Duration),
}

impl Entry {
    fn is_over(&self, now: Instant) -> bool {
        self.broken || self.state == JobState::Ended || self.task.is_cut(now)
    }

    fn can_be_worked_at(&self, now: Instant) -> bool {
        self.state != JobState::Draining && !self.is_over(now)
    }
}

impl Queue {
    pub(crate) fn new() -> Self {
        Self { entries: Vec::new(), next: 0 }
    }

    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Number of searches that have found something, as of their last finished slices.
    pub(crate) fn improving(&self) -> usize {
        self.entries.iter().filter(|entry| entry.state == JobState::Improving).count()
    }

    pub(crate) fn add(&mut self, task: Arc<dyn Task>) {
        let counted = self.entries.iter().map(|entry| entry.counted).min().unwrap_or_default();
        self.entries.push(Entry {
            number: self.next,
            state: task.state(),
            task,
            workers: 0,
            slices: 0,
            given: Duration::ZERO,
            counted,
            broken: false,
        });
        self.next += 1;
    }

    /// The next task, if there is any.
    pub(crate) fn work(&mut self, now: Instant) -> Option<Work> {
        self.entries.retain(|entry| !entry.broken || entry.workers > 0);
        let all = || self.entries.iter().enumerate();
        let over = all().filter(|(_, entry)| entry.workers == 0 && entry.is_over(now));
        // The search with the earliest deadline ends first.
        if let Some((at, _)) =
            over.min_by_key(|(_, entry)| (entry.task.until().is_none(), entry.task.until()))
        {
            let entry = self.entries.remove(at);
            return Some(Work::End(entry.task, entry.given));
        }
        let open = self.entries.iter_mut().filter(|entry| entry.can_be_worked_at(now));
        let entry = open.min_by_key(|p| (p.workers, p.counted, p.slices > 0, p.number))?;
        entry.workers += 1;
        entry.slices += 1;
        Some(Work::Slice(entry.number, Arc::clone(&entry.task)))
    }

    /// Returns a thread from a slice; `whole` is false if the slice panicked.
    pub(crate) fn back(&mut self, number: u64, took: Duration, whole: bool) {
        let Some(entry) = self.entries.iter_mut().find(|entry| entry.number == number) else {
            return;
        };
        entry.workers = entry.workers.saturating_sub(1);
        entry.given += took;
        entry.state = entry.task.state();
        let weight = if entry.state == JobState::Searching { 1 } else { IMPROVING };
        entry.counted += took * weight;
        entry.broken |= !whole;
    }

    /// Cancels all searches.
    pub(crate) fn cancel(&self) {
        for entry in &self.entries {
            entry.task.cancel();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;
    use std::sync::atomic::{AtomicBool, Ordering};

    /// A search in a given state.
    struct TestTask {
        state: Mutex<JobState>,
        cut: AtomicBool,
        until: Option<Instant>,
    }

    impl Task for TestTask {
        fn slice(&self) {}
        fn state(&self) -> JobState {
            *self.state.lock().unwrap()
        }
        fn is_cut(&self, now: Instant) -> bool {
            self.cut.load(Ordering::Relaxed) || self.until.is_some_and(|until| now >= until)
        }
        fn until(&self) -> Option<Instant> {
            self.until
        }
        fn cancel(&self) {
            self.cut.store(true, Ordering::Relaxed);
        }
        fn end(&self, _: Duration) {}
    }

    impl TestTask {
        fn state(state: JobState) -> Arc<Self> {
            Arc::new(Self { state: Mutex::new(state), cut: false.into(), until: None })
        }

        fn becomes(&self, state: JobState) {
            *self.state.lock().unwrap() = state;
        }
    }

    fn millis(number: u64) -> Duration {
        Duration::from_millis(number)
    }

    /// The number of the search that gets the next slice.
    fn turn(queue: &mut Queue) -> Option<u64> {
        match queue.work(Instant::now()) {
            Some(Work::Slice(number, _)) => Some(number),
            _ => None,
        }
    }

    /// Simulates threads for a time, where `slices` gives the length of a slice of each search in milliseconds.
    /// Returns the time that each search was given.
    fn work(queue: &mut Queue, threads: usize, time: Duration, slices: &[u64]) -> Vec<Duration> {
        let mut given = vec![Duration::ZERO; slices.len()];
        // The end of each running slice, with the number of its search.
        let mut busy: Vec<(Duration, u64)> = Vec::new();
        let mut now = Duration::ZERO;
        while now <= time {
            while busy.len() < threads
                && let Some(number) = turn(queue)
            {
                busy.push((now + millis(slices[number as usize]), number));
            }
            let next = (0..busy.len()).min_by_key(|&at| busy[at]).unwrap();
            let (end, number) = busy.swap_remove(next);
            let took = millis(slices[number as usize]);
            queue.back(number, took, true);
            given[number as usize] += took;
            now = end;
        }
        given
    }

    #[test]
    fn equal_searches_get_equal_time_with_slices_of_any_length() {
        let slices = [5, 8, 8, 20, 5, 31, 8];
        for threads in [1, 2, 3] {
            let mut queue = Queue::new();
            for _ in slices {
                queue.add(TestTask::state(JobState::Searching));
            }
            let given = work(&mut queue, threads, millis(10_000), &slices);
            let (least, most) = (given.iter().min().unwrap(), given.iter().max().unwrap());
            assert!(*most - *least <= millis(2 * 31), "{threads}: {given:?}");
            let fair = millis(10_000 * threads as u64 / 7);
            assert!(*least + millis(100) > fair, "{threads}: {given:?}");
        }
    }

    #[test]
    fn a_single_search_gets_all_threads_and_a_new_one_the_next_slice() {
        let mut queue = Queue::new();
        queue.add(TestTask::state(JobState::Improving));
        assert_eq!([turn(&mut queue), turn(&mut queue), turn(&mut queue)], [Some(0); 3]);
        queue.back(0, millis(5_000), true);
        queue.add(TestTask::state(JobState::Searching));
        queue.add(TestTask::state(JobState::Searching));
        assert_eq!([turn(&mut queue), turn(&mut queue)], [Some(1), Some(2)]);
        for number in [1, 2] {
            queue.back(number, millis(8), true);
        }
        for _ in 0..2 {
            queue.back(0, millis(8), true);
        }
        // No compensation for the time before, and the first search still gets slices.
        let given = work(&mut queue, 1, millis(3_000), &[8, 8, 8]);
        let share = |n: usize| given[n].as_millis();
        assert!(share(0) > 550 && share(1) < 1_250 && share(2) < 1_250, "{given:?}");
    }

    #[test]
    fn at_equal_time_a_search_without_a_slice_comes_first() {
        let mut queue = Queue::new();
        queue.add(TestTask::state(JobState::Searching));
        assert_eq!(turn(&mut queue), Some(0));
        queue.back(0, Duration::ZERO, true);
        queue.add(TestTask::state(JobState::Searching));
        assert_eq!(turn(&mut queue), Some(1));
    }

    #[test]
    fn a_search_that_found_something_gets_less_time() {
        let mut queue = Queue::new();
        for state in
            [JobState::Improving, JobState::Searching, JobState::Improving, JobState::Searching]
        {
            queue.add(TestTask::state(state));
        }
        let given = work(&mut queue, 1, millis(6_000), &[5; 4]);
        for (improving, searching) in [(0, 1), (2, 3)] {
            let times = given[searching].as_secs_f64() / given[improving].as_secs_f64();
            assert!((1.9..2.1).contains(&times), "{given:?}");
        }
    }

    #[test]
    fn finished_searches_end_before_slices_begin() {
        let now = Instant::now();
        let past = |millis| TestTask {
            state: Mutex::new(JobState::Searching),
            cut: false.into(),
            until: now.checked_sub(self::millis(millis)),
        };
        let mut queue = Queue::new();
        let tasks = [TestTask::state(JobState::Searching), past(1).into(), past(9).into()];
        queue.add(tasks[0].clone());
        assert_eq!(turn(&mut queue), Some(0));
        queue.add(tasks[1].clone());
        queue.add(tasks[2].clone());
        let mut ended = || match queue.work(now) {
            Some(Work::End(task, _)) => task.until(),
            _ => None,
        };
        assert_eq!([ended(), ended()], [tasks[2].until, tasks[1].until]);
        tasks[0].cancel();
        assert_eq!(queue.len(), 1);
        assert!(queue.work(now).is_none(), "somebody is still at it");
        queue.back(0, millis(7), true);
        assert!(matches!(queue.work(now), Some(Work::End(_, given)) if given == millis(7)));
        assert!(queue.work(now).is_none() && queue.len() == 0);
    }

    #[test]
    fn running_slices_are_awaited_and_broken_searches_dropped() {
        let mut queue = Queue::new();
        let task = TestTask::state(JobState::Searching);
        queue.add(task.clone());
        assert_eq!([turn(&mut queue), turn(&mut queue)], [Some(0); 2]);
        task.becomes(JobState::Draining);
        queue.back(0, millis(1), true);
        assert!(queue.work(Instant::now()).is_none());
        task.becomes(JobState::Ended);
        queue.back(0, millis(1), true);
        assert!(matches!(queue.work(Instant::now()), Some(Work::End(..))));

        let task = TestTask::state(JobState::Searching);
        queue.add(task.clone());
        assert_eq!([turn(&mut queue), turn(&mut queue)], [Some(1); 2]);
        queue.back(1, millis(1), false);
        assert!(queue.work(Instant::now()).is_none() && queue.len() == 1);
        queue.back(1, millis(1), true);
        assert!(queue.work(Instant::now()).is_none() && queue.len() == 0);
        assert_eq!(Arc::strong_count(&task), 1, "it is let go");
    }
}
