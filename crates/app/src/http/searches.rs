//! The searches for riddles that anybody may ask for: they share threads of their own, slice by slice.
//!
//! Nobody waits for another's search to end: there may be hundreds, and each is given its share of the time from the
//! beginning. Only where there are as many as there may be, the next is turned away, at once. Invariant: a search
//! whose asker has gone is told to stop; the gauges have it among those that wait until its first slice begins, and
//! then among those that run until its answer is ready.

use super::metrics::{Gauge, Metrics, More};
use super::problem::{self, Problem};
use crossword::riddle::{Candidate, Judgement, OwnRiddles, Reject, RiddleProblem, RiddleReport};
use search::{Budget, Commission, Refused, Report, Scheduler, Seed};
use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::oneshot;

/// The threads, and who shares them.
pub(crate) struct Searches {
    scheduler: Scheduler,
    metrics: Arc<Metrics>,
}

/// What a search found, and how much processor time threads gave to it, all together.
pub(crate) struct Searched {
    pub(crate) report: RiddleReport,
    pub(crate) given: Duration,
}

/// A search, and who waits for its answer.
struct Asked {
    riddles: OwnRiddles,
    seed: Seed,
    metrics: Arc<Metrics>,
    /// What counts it in a gauge; none when it has ended.
    counted: Mutex<Option<More>>,
    answer: Mutex<Option<oneshot::Sender<Searched>>>,
}

impl Searches {
    /// So many threads, for at most so many searches at one time.
    ///
    /// # Errors
    /// When the system gives no threads.
    pub(crate) fn new(threads: usize, most: usize, metrics: Arc<Metrics>) -> io::Result<Self> {
        let scheduler = Scheduler::new(threads, most)?;
        metrics.add(Gauge::Permits, threads);
        Ok(Self { scheduler, metrics })
    }

    /// Searches riddles; the time of the budget runs from now on. A dropped future cancels the search.
    ///
    /// # Errors
    /// When there are too many searches, the service stops, or the search panics.
    pub(crate) async fn riddles(
        &self,
        riddles: OwnRiddles,
        seed: Seed,
        budget: Budget,
    ) -> Result<Searched, Problem> {
        let (answer, answered) = oneshot::channel();
        let asked = Asked {
            riddles,
            seed,
            metrics: Arc::clone(&self.metrics),
            counted: Mutex::new(Some(self.metrics.more(Gauge::Waiting))),
            answer: Mutex::new(Some(answer)),
        };
        let _ticket = self.scheduler.search(asked, seed, budget).map_err(refused)?;
        answered.await.map_err(|_| problem::internal())
    }

    /// How many go on although they have found something.
    #[cfg(test)]
    pub(crate) fn fed(&self) -> usize {
        self.scheduler.fed()
    }

    /// Ends all searches with what they have found, and takes no more.
    pub(crate) fn stop(&self) {
        self.scheduler.stop();
    }
}

fn refused(why: Refused) -> Problem {
    match why {
        Refused::Full(_) => Problem::overloaded(
            "Too much is being asked at once; there is no place for another search.",
        ),
        Refused::Stopped => problem::stopping(),
    }
}

/// What lies there, which is then something else.
fn replaced<T>(place: &Mutex<Option<T>>, by: Option<T>) -> Option<T> {
    std::mem::replace(&mut *place.lock().unwrap_or_else(PoisonError::into_inner), by)
}

impl Commission for Asked {
    type Draft = Candidate;
    type Proof = Judgement;
    type Reject = Reject;
    type Problem<'a> = RiddleProblem<'a>;

    fn problem(&self) -> RiddleProblem<'_> {
        self.riddles.problem()
    }

    fn begun(&self) {
        replaced(&self.counted, Some(self.metrics.more(Gauge::Running)));
    }

    fn done(&self, report: Report<Candidate, Judgement, Reject>, given: Duration) {
        let answer = replaced(&self.answer, None);
        // Where whoever asked has gone, there is nobody to be told.
        if let Some(answer) = answer.filter(|answer| !answer.is_closed()) {
            let report = RiddleReport::of(&self.problem(), self.seed, report);
            replaced(&self.counted, None);
            let _ = answer.send(Searched { report, given });
        }
    }
}
