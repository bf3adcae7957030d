//! The state that all resources share.

use super::clients::Client;
use super::config::Config;
use super::failures::Failures;
use super::lexicons::Lexicons;
use super::metrics::{Lane, Metrics};
use super::pool::Pool;
use super::remembered::Days;
use super::room::Room;
use super::searches::Searches;
use super::turns::Bounds;
use crate::log::Lost;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use std::convert::Infallible;
use std::io;
use std::ops::Deref;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use store::Store;
use store::daily::Clock;
use tokio::sync::Semaphore;

/// Number of first riddles of days that may wait: of three days that are open, in each language.
const MAKINGS: usize = 18;
/// Number of requests that may read the archive at one time.
const ARCHIVES: usize = 2;
/// Number of plays and guesses that may wait.
const MOMENTS: usize = 256;
/// Divisor of the room for bodies: this part of it is for those that are no levels.
const SMALL_BODIES: usize = 4;
/// The state that all resources share: one pointer, for every layer around a request has one of its own.
#[derive(Clone)]
pub struct State(Arc<Shared>);

/// The fields behind the pointer.
#[derive(Clone)]
pub struct Shared {
    pub(super) config: Arc<Config>,
    /// For dungeons, levels, and the work of operators.
    pub(super) pool: Arc<Pool>,
    /// For plays and guesses, which take a moment each.
    pub(super) quick: Arc<Pool>,
    /// For the riddles that anybody may ask for.
    pub(super) searches: Arc<Searches>,
    /// For the first riddles of days: they are made whatever else is asked for.
    pub(super) makers: Arc<Pool>,
    /// For bodies that are read or wait, and are no levels.
    pub(super) bodies: Arc<Room>,
    /// For those that are.
    pub(super) levels: Arc<Room>,
    pub(super) failures: Arc<Failures>,
    pub(super) lexicons: Arc<Lexicons>,
    pub(super) metrics: Arc<Metrics>,
    pub(super) store: Store,
    pub(super) clock: Clock,
    pub(super) days: Arc<Days>,
    /// Permits for reading the archive.
    pub(super) archives: Arc<Semaphore>,
    /// Lines that the log has lost.
    pub(super) lost: Arc<Lost>,
    /// True if the service is about to stop.
    pub(super) draining: Arc<AtomicBool>,
}

impl Deref for State {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        &self.0
    }
}

impl State {
    /// The state of a service with this configuration; no lexicon is opened yet.
    ///
    /// # Errors
    /// When the system gives no threads.
    pub fn new(config: Config, store: Store, clock: Clock) -> io::Result<Self> {
        let metrics = Arc::new(Metrics::new());
        let permits = config.permits();
        let lane = |lane, permits, places, share| {
            let bounds = Bounds { permits, places, share };
            Arc::new(Pool::new(lane, bounds, Arc::clone(&metrics)))
        };
        // One client may have all permits for what takes a moment, but not those for what takes long.
        let pool = lane(Lane::Heavy, permits, config.pool.queue, config.share());
        let quick = lane(Lane::Quick, permits, MOMENTS, permits);
        let makers = lane(Lane::Days, 1, MAKINGS, 1);
        let searches = Searches::new(permits, config.pool.searches, Arc::clone(&metrics))?;
        let bodies = config.limits.all_bodies_bytes;
        Ok(Self::of(Shared {
            pool,
            quick,
            searches: Arc::new(searches),
            makers,
            bodies: Room::new(bodies / SMALL_BODIES),
            levels: Room::new(bodies - bodies / SMALL_BODIES),
            failures: Arc::default(),
            lexicons: Lexicons::new(),
            metrics,
            store,
            clock,
            days: Arc::default(),
            archives: Arc::new(Semaphore::new(ARCHIVES)),
            lost: Arc::default(),
            draining: Arc::default(),
            config: Arc::new(config),
        }))
    }

    /// With the count of lines that a log has lost.
    pub(super) fn with_log(self, lost: Arc<Lost>) -> Self {
        Self::of(Shared { lost, ..self.shared() })
    }

    /// The same service by another configuration.
    pub(super) fn by(&self, config: Config) -> Self {
        Self::of(Shared { config: Arc::new(config), ..self.shared() })
    }

    /// The same service, in which the store is another one.
    pub(super) fn on(&self, store: Store) -> Self {
        Self::of(Shared { store, ..self.shared() })
    }

    fn of(shared: Shared) -> Self {
        Self(Arc::new(shared))
    }

    fn shared(&self) -> Shared {
        Shared::clone(&self.0)
    }

    /// Begins draining: the service is not ready for new clients.
    pub(super) fn drain(&self) {
        self.draining.store(true, Ordering::Relaxed);
    }

    /// True if the service is draining.
    pub(super) fn is_draining(&self) -> bool {
        self.draining.load(Ordering::Relaxed)
    }

    /// Cancels all work, and takes no more.
    pub(super) fn stop(&self) {
        for pool in [&self.pool, &self.quick, &self.makers] {
            pool.stop();
        }
        self.searches.stop();
    }

    /// Time of a search that is to take `asked` seconds, cut to the longest.
    pub(super) fn search_time(&self, asked: f64) -> Duration {
        let most = self.config.longest_search();
        Duration::try_from_secs_f64(asked).map_or(most, |time| time.min(most))
    }
}

impl FromRequestParts<State> for Client {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &State) -> Result<Self, Infallible> {
        Ok(Self::of(&parts.extensions, &parts.headers, &state.config.rate.trusted_proxies))
    }
}
