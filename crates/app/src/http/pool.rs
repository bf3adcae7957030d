//! The pool: work that keeps a core busy, on threads of its own, as much of it at one time as there are permits.
//!
//! Whoever finds no permit waits in a short queue, and whoever finds that full is turned away at once. Invariant:
//! work whose asker has gone is told to stop, and its permit is given back when it has; waiting counts against
//! the time of the work.

use super::metrics::{Gauge, Metrics};
use super::problem::{self, Problem};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, TryAcquireError, watch};
use tokio::task;

/// Permits, and the queue before them.
pub(crate) struct Pool {
    permits: Arc<Semaphore>,
    queue: Arc<Semaphore>,
    stop: watch::Sender<bool>,
    metrics: Arc<Metrics>,
}

/// What a piece of work is told: until when it may go on, and whether it is still wanted.
pub(crate) struct Leave {
    until: Instant,
    cancel: Arc<AtomicBool>,
}

impl Leave {
    /// The time that is left.
    pub(crate) fn left(&self) -> Duration {
        self.until.saturating_duration_since(Instant::now())
    }

    /// Set when nobody waits for the answer any more, or the service stops.
    pub(crate) fn cancel(&self) -> &AtomicBool {
        &self.cancel
    }
}

/// Sets a flag when it is dropped: with the future that waits for the work.
struct Asker(Arc<AtomicBool>);

impl Drop for Asker {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Pool {
    /// A pool of so many permits and so many places in the queue.
    pub(crate) fn new(permits: usize, queue: usize, metrics: Arc<Metrics>) -> Self {
        let semaphore =
            |places: usize| Arc::new(Semaphore::new(places.min(Semaphore::MAX_PERMITS)));
        let (stop, _) = watch::channel(false);
        metrics.add(Gauge::Permits, permits);
        Self { permits: semaphore(permits), queue: semaphore(queue), stop, metrics }
    }

    /// Does work that may take so long, waiting included. A dropped future leaves the queue, or cancels the work.
    ///
    /// # Errors
    /// When the queue is full, the time is over before the work begins, the service stops, or the work panics.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        time: Duration,
        work: impl FnOnce(&Leave) -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let until = Instant::now() + time;
        let permit = self.permit(until).await?;
        let cancel = Arc::new(AtomicBool::new(false));
        let asker = Asker(Arc::clone(&cancel));
        let running = self.metrics.more(Gauge::Running);
        let leave = Leave { until, cancel };
        let mut done = task::spawn_blocking(move || {
            let answer = work(&leave);
            // Given back by whoever worked, not by whoever waits: a core is free only now.
            drop((permit, running));
            answer
        });
        let answer = tokio::select! {
            answer = &mut done => answer,
            () = self.stopped() => {
                asker.0.store(true, Ordering::Relaxed);
                done.await
            }
        };
        answer.map_err(|_| problem::internal())
    }

    /// A permit; one waits for it in the queue.
    async fn permit(&self, until: Instant) -> Result<OwnedSemaphorePermit, Problem> {
        if self.is_stopped() {
            return Err(problem::stopping());
        }
        match Arc::clone(&self.permits).try_acquire_owned() {
            Ok(permit) => return Ok(permit),
            Err(TryAcquireError::NoPermits) => {}
            Err(TryAcquireError::Closed) => return Err(problem::stopping()),
        }
        let full = |_| Problem::overloaded("Too much is being asked at once; the queue is full.");
        let _place = self.queue.try_acquire().map_err(full)?;
        let _waiting = self.metrics.more(Gauge::Waiting);
        tokio::select! {
            permit = Arc::clone(&self.permits).acquire_owned() => permit.map_err(|_| problem::stopping()),
            () = tokio::time::sleep_until(until.into()) => {
                Err(Problem::overloaded("Too much is being asked at once; the time was over while waiting."))
            }
            () = self.stopped() => Err(problem::stopping()),
        }
    }

    /// Tells all work to stop, and takes no more.
    pub(crate) fn stop(&self) {
        self.stop.send_replace(true);
    }

    /// Whether it takes no more work.
    pub(crate) fn is_stopped(&self) -> bool {
        *self.stop.borrow()
    }

    async fn stopped(&self) {
        let mut stop = self.stop.subscribe();
        // An error would mean that the sender is gone, and it is part of this pool.
        let _ = stop.wait_for(|stopped| *stopped).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::response::IntoResponse;
    use std::thread;

    fn pool(queue: usize) -> Arc<Pool> {
        Arc::new(Pool::new(1, queue, Arc::new(Metrics::new())))
    }

    /// Work that ends when it is told to.
    fn endless(leave: &Leave) -> bool {
        while !leave.cancel().load(Ordering::Relaxed) && !leave.left().is_zero() {
            thread::sleep(Duration::from_millis(1));
        }
        leave.cancel().load(Ordering::Relaxed)
    }

    async fn until(pool: &Pool, gauge: Gauge, value: i64) -> Duration {
        let begin = Instant::now();
        while pool.metrics.get(gauge) != value {
            assert!(begin.elapsed() < Duration::from_secs(5), "{gauge:?} is not {value}");
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        begin.elapsed()
    }

    const LONG: Duration = Duration::from_secs(60);

    #[tokio::test]
    async fn an_asker_who_has_gone_cancels_the_work() {
        let pool = pool(1);
        let own = Arc::clone(&pool);
        let asked = tokio::spawn(async move { own.run(LONG, endless).await });
        until(&pool, Gauge::Running, 1).await;
        asked.abort();
        let took = until(&pool, Gauge::Running, 0).await;
        assert!(took < Duration::from_millis(100), "{took:?}");
        assert!(pool.run(LONG, |_| 7).await.unwrap() == 7, "the permit is back");
    }

    #[tokio::test]
    async fn the_queue_is_short_and_waiting_counts() {
        let pool = pool(1);
        let own = Arc::clone(&pool);
        let first = tokio::spawn(async move { own.run(LONG, endless).await });
        until(&pool, Gauge::Running, 1).await;
        let own = Arc::clone(&pool);
        let brief = Duration::from_millis(50);
        let second = tokio::spawn(async move { own.run(brief, |_| ()).await });
        until(&pool, Gauge::Waiting, 1).await;
        let begin = Instant::now();
        let refused = pool.run(LONG, |_| ()).await.unwrap_err().into_response();
        assert!(refused.status() == 503 && refused.headers().contains_key("retry-after"));
        assert!(begin.elapsed() < Duration::from_millis(40));
        assert_eq!(second.await.unwrap().unwrap_err().into_response().status(), 503);
        until(&pool, Gauge::Waiting, 0).await;
        pool.stop();
        assert!(first.await.unwrap().unwrap(), "running work is told to stop");
        assert!(pool.run(LONG, |_| ()).await.is_err(), "no more is taken");
    }

    #[tokio::test]
    async fn work_that_panics_gives_its_permit_back() {
        let pool = pool(1);
        let failed = pool.run(LONG, |_| -> () { panic!("as asked") }).await;
        assert_eq!(failed.unwrap_err().into_response().status(), 500);
        assert!(pool.run(LONG, |_| ()).await.is_ok());
        assert_eq!(pool.metrics.get(Gauge::Running), 0);
    }
}
