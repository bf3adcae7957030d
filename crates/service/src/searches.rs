//! The searches for requested riddles: they share their own threads in time slices.
//!
//! No search waits for another to end: there may be hundreds, and each gets its share of the time from the start. A
//! search beyond the limit, or beyond half the limit for one client, is refused at once. Invariant: a search is
//! cancelled when its client disconnects. The gauges count it as waiting until its first slice begins, then as running
//! until its answer is ready.

use super::clients::Client;
use super::metrics::{Gauge, Lane, Metrics, More};
use super::pool::{Pace, seconds};
use super::problem::{self, Problem};
use super::quota::{Full, Quota};
use crossword::riddle::{Candidate, OwnRiddles, Proof, RejectReason, RiddleProblem, RiddleReport};
use search::{Budget, Job, Refused, Report, Scheduler, Seed};
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::oneshot;

/// The scheduler, and the quota of places.
pub(crate) struct Searches {
    scheduler: Scheduler,
    most: usize,
    places: Arc<Quota>,
    pace: Mutex<Pace>,
    metrics: Arc<Metrics>,
}

/// Report of a search, with the total processor time of all threads.
pub(crate) struct SearchResult {
    pub report: RiddleReport,
    pub given: Duration,
}

/// A search and the channel for its answer.
struct RiddleJob {
    riddles: OwnRiddles,
    seed: Seed,
    metrics: Arc<Metrics>,
    /// Its unit of a gauge; `None` after its end.
    counted: Mutex<Option<More>>,
    answer: Mutex<Option<oneshot::Sender<SearchResult>>>,
}

impl Searches {
    /// Starts `threads` threads for at most `most` concurrent searches.
    ///
    /// # Errors
    /// When the system gives no threads.
    pub(crate) fn new(threads: usize, most: usize, metrics: Arc<Metrics>) -> io::Result<Self> {
        let scheduler = Scheduler::new(threads, most)?;
        metrics.add(Gauge::Permits(Lane::Riddles), threads);
        Ok(Self {
            scheduler,
            most,
            places: Quota::new(most, most.div_ceil(2)),
            pace: Mutex::default(),
            metrics,
        })
    }

    /// Searches riddles for a client. The budget's time starts now. Dropping the future cancels the search.
    ///
    /// # Errors
    /// When there are too many searches, the service stops, or the search panics.
    pub(crate) async fn riddles(
        &self,
        client: Client,
        riddles: OwnRiddles,
        seed: Seed,
        budget: Budget,
    ) -> Result<SearchResult, Problem> {
        let _place = self.places.take(client, 1).map_err(|full| self.refused(full, budget.time))?;
        let begin = Instant::now();
        let (answer, answered) = oneshot::channel();
        let job = RiddleJob {
            riddles,
            seed,
            metrics: Arc::clone(&self.metrics),
            counted: Mutex::new(Some(self.metrics.more(Gauge::Waiting(Lane::Riddles)))),
            answer: Mutex::new(Some(answer)),
        };
        let _ticket = self.scheduler.search(job, seed, budget).map_err(|why| match why {
            Refused::Full(_) => self.refused(Full::All, budget.time),
            Refused::Stopped => problem::stopping(),
        })?;
        let searched = answered.await.map_err(|_| problem::internal());
        self.pace().took(begin.elapsed());
        searched
    }

    /// A refusal without a place. The estimated wait is the average time of a search divided by the number of places.
    fn refused(&self, full: Full, time: Option<Duration>) -> Problem {
        let (words, places) = match full {
            Full::All => ("there is no place for another search.", self.most),
            Full::Share => ("this client has its share of all searches.", self.most.div_ceil(2)),
        };
        let each = self.pace().mean().or(time).unwrap_or_default();
        let words = format!("Too much is being asked at once; {words}");
        Problem::overloaded(&words).retry_after(seconds(1, each, places))
    }

    fn pace(&self) -> MutexGuard<'_, Pace> {
        self.pace.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Number of searches that continue although they have a result.
    #[cfg(test)]
    pub(crate) fn improving(&self) -> usize {
        self.scheduler.improving()
    }

    /// Ends all searches with their current results and accepts no more.
    pub(crate) fn stop(&self) {
        self.scheduler.stop();
    }
}

/// Replaces a value, and returns the one before.
fn replaced<T>(place: &Mutex<Option<T>>, by: Option<T>) -> Option<T> {
    std::mem::replace(&mut *place.lock().unwrap_or_else(PoisonError::into_inner), by)
}

impl Job for RiddleJob {
    type Candidate = Candidate;
    type Proof = Proof;
    type RejectReason = RejectReason;
    type Problem<'a> = RiddleProblem<'a>;

    fn problem(&self) -> RiddleProblem<'_> {
        self.riddles.problem()
    }

    fn begun(&self) {
        replaced(&self.counted, Some(self.metrics.more(Gauge::Running(Lane::Riddles))));
    }

    fn done(&self, report: Report<Candidate, Proof, RejectReason>, given: Duration) {
        let answer = replaced(&self.answer, None);
        // Skip the answer if the client has disconnected.
        if let Some(answer) = answer.filter(|answer| !answer.is_closed()) {
            let report = RiddleReport::of(&self.problem(), self.seed, report);
            replaced(&self.counted, None);
            let _ = answer.send(SearchResult { report, given });
        }
    }
}
