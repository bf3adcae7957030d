//! Thread pools for CPU-bound work, limited by permits.
//!
//! Each kind of work has its own pool, a lane. A request without a permit waits in a short queue. If the queue is
//! full, it is refused at once, with the time until there is room. The queue is ordered in rounds: the first waiting
//! request of each client is in one round, its second in the next. So a client with many requests does not delay a
//! client with one. If the queue is full, a new request of an earlier round displaces the last one of the last round.
//!
//! Invariants: work is cancelled when its client disconnects, and returns its permit when it ends. Waiting counts
//! against the time of the work. Work never exceeds the permits, and the queue never exceeds its places. No client
//! holds more permits than its share. No permit is idle while a request waits that may have it.

use super::clients::Client;
use super::metrics::{Gauge, Lane, Metrics, More};
use super::problem::{self, Problem};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{oneshot, watch};
use tokio::task;

const FULL: &str = "Too much is being asked at once; the queue is full.";
const DISPLACED: &str =
    "Too much is being asked at once; this client's place went to one that asks for less.";
const LATE: &str = "Too much is being asked at once; the time was over while waiting.";

/// A pool: permits and a queue.
pub(crate) struct Pool {
    shared: Arc<Shared>,
    stop: watch::Sender<bool>,
}

/// The queue and the permits of a lane.
struct Shared {
    lane: Lane,
    bounds: Bounds,
    inner: Mutex<Inner>,
    metrics: Arc<Metrics>,
}

/// Running work, the queue, and the average time of work.
struct Inner {
    turns: Turns<oneshot::Sender<Permit>>,
    pace: Pace,
}

/// The right to work, until it is dropped.
pub(crate) struct Permit {
    shared: Arc<Shared>,
    client: Client,
    since: Instant,
    _working: More,
}

/// A place in the queue, until it is dropped.
struct Place<'a> {
    shared: &'a Shared,
    number: u64,
    _waiting: More,
}

/// Deadline and cancellation of a piece of work.
pub(crate) struct WorkToken {
    until: Instant,
    cancel: Arc<AtomicBool>,
}

impl WorkToken {
    /// The remaining time.
    pub(crate) fn left(&self) -> Duration {
        self.until.saturating_duration_since(Instant::now())
    }

    /// A flag that is set when the client no longer waits or the service stops.
    pub(crate) fn cancel(&self) -> &AtomicBool {
        &self.cancel
    }
}

/// Sets the cancellation flag when dropped, together with the future that waits for the work.
struct Asker(Arc<AtomicBool>);

impl Drop for Asker {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Shared {
    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Creates a permit for a client.
    fn permit(self: &Arc<Self>, client: Client, since: Instant) -> Permit {
        let working = self.metrics.more(Gauge::Running(self.lane));
        Permit { shared: Arc::clone(self), client, since, _working: working }
    }

    /// A refusal. `Retry-After` is the estimated time until all waiting requests are served. The estimate uses the
    /// longer of the average time and the age of the oldest running work.
    fn refuse(&self, why: &str) -> Problem {
        let inner = self.inner();
        let each = inner.pace.mean().unwrap_or_default().max(inner.turns.oldest(Instant::now()));
        let retry = seconds(inner.turns.waiting() + 1, each, self.bounds.permits);
        Problem::overloaded(why).retry_after(retry)
    }
}

impl Drop for Permit {
    /// Passes the permit to the next waiter, if any.
    fn drop(&mut self) {
        let now = Instant::now();
        let next = {
            let mut inner = self.shared.inner();
            inner.pace.took(now.saturating_duration_since(self.since));
            inner.turns.done(self.client, self.since, now)
        };
        if let Some((client, wake)) = next {
            // If that waiter is gone, the permit is dropped and goes to the one after.
            let _ = wake.send(self.shared.permit(client, now));
        }
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.shared.inner().turns.leave(self.number);
    }
}

impl Pool {
    /// A pool with these numbers of permits and places.
    pub(crate) fn new(lane: Lane, bounds: Bounds, metrics: Arc<Metrics>) -> Self {
        metrics.add(Gauge::Permits(lane), bounds.permits);
        let inner = Inner { turns: Turns::new(bounds), pace: Pace::default() };
        let shared = Shared { lane, bounds, inner: Mutex::new(inner), metrics };
        let (stop, _) = watch::channel(false);
        Self { shared: Arc::new(shared), stop }
    }

    /// Runs work of the service itself; see [`Pool::run_for`].
    ///
    /// # Errors
    /// As [`Pool::run_for`].
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        time: Duration,
        work: impl FnOnce(&WorkToken) -> T + Send + 'static,
    ) -> Result<T, Problem> {
        self.run_for(Client::NOBODY, time, work).await
    }

    /// Runs work for a client within `time`, waiting included. Dropping the future leaves the queue or cancels the
    /// work.
    ///
    /// # Errors
    /// If the queue is full, the time ends before the work begins, the service stops, or the work panics.
    pub(crate) async fn run_for<T: Send + 'static>(
        &self,
        client: Client,
        time: Duration,
        work: impl FnOnce(&WorkToken) -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let until = Instant::now() + time;
        let permit = self.permit(client, until).await?;
        let cancel = Arc::new(AtomicBool::new(false));
        let asker = Asker(Arc::clone(&cancel));
        let token = WorkToken { until, cancel };
        let mut done = task::spawn_blocking(move || {
            let answer = work(&token);
            // Returned by the working thread, not the waiting future: the core is free only now.
            drop(permit);
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

    /// A permit for work outside the pool's threads, such as a read of the store. Waits at most `patience`.
    ///
    /// # Errors
    /// If the queue is full, the time ends, or the service stops.
    pub(crate) async fn turn(&self, client: Client, patience: Duration) -> Result<Permit, Problem> {
        self.permit(client, Instant::now() + patience).await
    }

    /// A permit, after waiting in the queue if necessary.
    async fn permit(&self, client: Client, until: Instant) -> Result<Permit, Problem> {
        if self.is_stopped() {
            return Err(problem::stopping());
        }
        let (wake, called) = oneshot::channel();
        let now = Instant::now();
        let entered = self.shared.inner().turns.enter(client, now, wake);
        let number = match entered {
            Entered::Works => return Ok(self.shared.permit(client, now)),
            Entered::Waits(number, displaced) => {
                // Dropping the sender notifies the displaced request.
                drop(displaced);
                number
            }
            Entered::Full => return Err(self.shared.refuse(FULL)),
        };
        let waiting = self.shared.metrics.more(Gauge::Waiting(self.shared.lane));
        let _place = Place { shared: &self.shared, number, _waiting: waiting };
        tokio::select! {
            permit = called => permit.map_err(|_| self.shared.refuse(DISPLACED)),
            () = tokio::time::sleep_until(until.into()) => Err(self.shared.refuse(LATE)),
            () = self.stopped() => Err(problem::stopping()),
        }
    }

    /// Cancels all work and accepts no more.
    pub(crate) fn stop(&self) {
        self.stop.send_replace(true);
    }

    /// True if it accepts no more work.
    pub(crate) fn is_stopped(&self) -> bool {
        *self.stop.borrow()
    }

    async fn stopped(&self) {
        let mut stop = self.stop.subscribe();
        // An error would mean that the sender is gone, but this pool owns it.
        let _ = stop.wait_for(|stopped| *stopped).await;
    }
}

/// Weight of the latest piece of work in the average.
const WEIGHT: f64 = 0.2;
/// Largest `Retry-After` in seconds; a longer estimate would be meaningless.
const LONGEST: f64 = 600.0;

/// Exponential moving average of the time of a piece of work.
#[derive(Debug, Default)]
pub(super) struct Pace(Option<Duration>);

impl Pace {
    /// Adds the time of a piece of work.
    pub(super) fn took(&mut self, time: Duration) {
        let mean = self.0.unwrap_or(time);
        self.0 = Some(mean.mul_f64(1.0 - WEIGHT) + time.mul_f64(WEIGHT));
    }

    /// The average; `None` before the first piece.
    pub(super) fn mean(&self) -> Option<Duration> {
        self.0
    }
}

/// Seconds until `pieces` pieces of work of time `each` are done, `at_once` of them in parallel.
pub(super) fn seconds(pieces: usize, each: Duration, at_once: usize) -> u64 {
    let all = each.as_secs_f64() * pieces as f64 / at_once.max(1) as f64;
    all.clamp(1.0, LONGEST).ceil() as u64
}

/// Numbers of permits and of places.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    /// Number of concurrent pieces of work.
    pub(super) permits: usize,
    /// Number of places in the queue.
    pub(super) places: usize,
    /// Number of permits that one client may hold.
    pub(super) share: usize,
}

/// Running work and the queue; `T` wakes a waiter.
#[derive(Debug)]
pub(super) struct Turns<T> {
    bounds: Bounds,
    working: Vec<(Client, Instant)>,
    waiting: Vec<Waiter<T>>,
    /// The round of the last waiter that got a permit.
    round: u64,
    /// The number of the next waiter.
    next: u64,
}

#[derive(Debug)]
struct Waiter<T> {
    round: u64,
    number: u64,
    client: Client,
    wake: T,
}

/// Outcome of a request for a permit.
#[derive(Debug)]
pub(super) enum Entered<T> {
    /// It has a permit.
    Works,
    /// It waits under this number. If it displaced another waiter, the option has that one's sender.
    Waits(u64, Option<T>),
    /// There is no place.
    Full,
}

impl<T> Turns<T> {
    /// No work and no waiters.
    pub(super) fn new(bounds: Bounds) -> Self {
        Self { bounds, working: Vec::new(), waiting: Vec::new(), round: 0, next: 0 }
    }

    /// A request for a permit.
    pub(super) fn enter(&mut self, client: Client, now: Instant, wake: T) -> Entered<T> {
        if self.working.len() < self.bounds.permits && self.may_work(client) {
            self.working.push((client, now));
            return Entered::Works;
        }
        let round = self.round_of(client);
        let displaced = match self.waiting.iter().max_by_key(|waiter| waiter.order()) {
            _ if self.waiting.len() < self.bounds.places => None,
            Some(last) if round < last.round => self.leave(last.number),
            _ => return Entered::Full,
        };
        let number = self.next;
        self.next += 1;
        self.waiting.push(Waiter { round, number, client, wake });
        Entered::Waits(number, displaced)
    }

    /// Removes a waiter and returns its sender, if it was waiting.
    pub(super) fn leave(&mut self, number: u64) -> Option<T> {
        let at = self.waiting.iter().position(|waiter| waiter.number == number)?;
        Some(self.waiting.swap_remove(at).wake)
    }

    /// Ends a client's work that began at `since`. Returns the waiter that gets the permit.
    pub(super) fn done(
        &mut self,
        client: Client,
        since: Instant,
        now: Instant,
    ) -> Option<(Client, T)> {
        if let Some(at) = self.working.iter().position(|work| *work == (client, since)) {
            self.working.swap_remove(at);
        }
        let may = |waiter: &&Waiter<T>| self.may_work(waiter.client);
        let number = self.waiting.iter().filter(may).min_by_key(|waiter| waiter.order())?.number;
        let at = self.waiting.iter().position(|waiter| waiter.number == number)?;
        let next = self.waiting.swap_remove(at);
        self.round = self.round.max(next.round);
        self.working.push((next.client, now));
        Some((next.client, next.wake))
    }

    /// Number of waiters.
    pub(super) fn waiting(&self) -> usize {
        self.waiting.len()
    }

    /// Age of the oldest running work.
    pub(super) fn oldest(&self, now: Instant) -> Duration {
        let since = self.working.iter().map(|(_, since)| *since).min();
        since.map_or(Duration::ZERO, |since| now.saturating_duration_since(since))
    }

    /// True if a client may have another permit.
    fn may_work(&self, client: Client) -> bool {
        self.working.iter().filter(|(own, _)| *own == client).count() < self.bounds.share
    }

    /// The round of a client's next request.
    fn round_of(&self, client: Client) -> u64 {
        let own = self.waiting.iter().filter(|waiter| waiter.client == client);
        own.map(|waiter| waiter.round + 1).max().unwrap_or(self.round).max(self.round)
    }
}

impl<T> Waiter<T> {
    fn order(&self) -> (u64, u64) {
        (self.round, self.number)
    }
}

#[cfg(test)]
mod tests;
