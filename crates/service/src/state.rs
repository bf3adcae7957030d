//! The state shared by all resources.

use super::clients::{Client, Failures};
use super::config::{Config, OperatorKey};
use super::lexicons::Lexicons;
use super::metrics::{Lane, Metrics};
use super::pool::{Bounds, Pool};
use super::problem::Problem;
use super::quota::Quota;
use super::remembered::Days;
use super::searches::Searches;
use crate::log::Lost;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use std::convert::Infallible;
use std::io;
use std::ops::Deref;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;
use store::daily::Clock;
use store::{READERS, Store};

/// Queue places for generating first riddles: three open days in each of six languages.
const MAKINGS: usize = 18;
/// Queue places for plays and guesses, and for reads of the store.
const MOMENTS: usize = 256;
/// Divisor of the quota for bodies: this part is for bodies without a level.
const SMALL_BODIES: usize = 4;
/// Divisor of the quota for bodies: one client's share.
const BODIES_SHARE: usize = 4;
/// Number of concurrent reads of the store; two connections remain for health checks and operators.
const READS: usize = READERS as usize - 2;
/// Divisor of the quota for answers: one client's share.
const ANSWERS_SHARE: usize = 8;

/// The state shared by all resources: a single pointer, because every layer around a request clones it.
#[derive(Clone)]
pub struct AppState(Arc<Shared>);

/// The fields behind the pointer.
#[derive(Clone)]
pub struct Shared {
    pub(super) config: Arc<Config>,
    /// The configuration read last, shared by all requests.
    newest: Arc<RwLock<Arc<Config>>>,
    /// The operator of this request.
    operator: Option<OperatorKey>,
    /// For dungeons, levels, and the work of operators.
    pub(super) pool: Arc<Pool>,
    /// For plays and guesses, which take milliseconds.
    pub(super) quick: Arc<Pool>,
    /// For requested riddles.
    pub(super) searches: Arc<Searches>,
    /// For the first riddles of days, independent of other requests.
    pub(super) makers: Arc<Pool>,
    /// For public reads of the store.
    pub(super) reads: Arc<Pool>,
    /// For connections, and for requests through proxies.
    pub(super) places: Arc<Quota>,
    /// For answers being sent.
    pub(super) answers: Arc<Quota>,
    /// For bodies without a level that are read or wait.
    pub(super) bodies: Arc<Quota>,
    /// For bodies with a level.
    pub(super) levels: Arc<Quota>,
    pub(super) failures: Arc<Failures>,
    pub(super) lexicons: Arc<Lexicons>,
    pub(super) metrics: Arc<Metrics>,
    pub(super) store: Store,
    pub(super) clock: Clock,
    pub(super) days: Arc<Days>,
    /// The counter of lost log lines.
    pub(super) lost: Arc<Lost>,
    /// True if the service is about to stop.
    pub(super) draining: Arc<AtomicBool>,
}

impl Deref for AppState {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        &self.0
    }
}

impl AppState {
    /// The state of a service with this configuration, without open lexicons.
    ///
    /// # Errors
    /// When the system gives no threads.
    pub fn new(config: Config, store: Store, clock: Clock) -> io::Result<Self> {
        let metrics = Arc::new(Metrics::new());
        let config = Arc::new(config);
        let permits = config.permits();
        let lane = |lane, permits, places, share| {
            let bounds = Bounds { permits, places, share };
            Arc::new(Pool::new(lane, bounds, Arc::clone(&metrics)))
        };
        // One client may hold all permits for quick work, but not all for long work.
        let pool = lane(Lane::Heavy, permits, config.pool.queue, config.share());
        let quick = lane(Lane::Quick, permits, MOMENTS, permits);
        let makers = lane(Lane::Days, 1, MAKINGS, 1);
        let reads = lane(Lane::Reads, READS, MOMENTS, READS / 2);
        let searches = Searches::new(permits, config.pool.searches, Arc::clone(&metrics))?;
        let bodies = config.limits.all_bodies_bytes;
        let shared = |bytes: usize, divisor| Quota::new(bytes, bytes / divisor);
        Ok(Self::of(Shared {
            pool,
            quick,
            searches: Arc::new(searches),
            makers,
            reads,
            places: Quota::new(config.max_connections, config.connections_share()),
            answers: shared(config.limits.all_answers_bytes, ANSWERS_SHARE),
            bodies: shared(bodies / SMALL_BODIES, BODIES_SHARE),
            levels: shared(bodies - bodies / SMALL_BODIES, BODIES_SHARE),
            failures: Arc::default(),
            lexicons: Lexicons::new(),
            metrics,
            store,
            clock,
            days: Arc::default(),
            lost: Arc::default(),
            draining: Arc::default(),
            newest: Arc::new(RwLock::new(Arc::clone(&config))),
            operator: None,
            config,
        }))
    }

    /// Adds the counter of a log's lost lines.
    pub(super) fn with_log(self, lost: Arc<Lost>) -> Self {
        Self::of(Shared { lost, ..self.shared() })
    }

    /// The same service with another configuration.
    pub(super) fn by(&self, config: Config) -> Self {
        let config = Arc::new(config);
        *self.newest.write().unwrap_or_else(PoisonError::into_inner) = Arc::clone(&config);
        Self::of(Shared { config, ..self.shared() })
    }

    /// The same service for a request of an operator, with a store that acts on the operator's behalf.
    pub(super) fn of_operator(&self, operator: OperatorKey, store: Store) -> Self {
        Self::of(Shared { operator: Some(operator), store, ..self.shared() })
    }

    /// Fails if the operator's key was removed from the configuration since the request began.
    ///
    /// # Errors
    /// 401.
    pub(super) fn still_allowed(&self) -> Result<(), Problem> {
        let newest = self.newest.read().unwrap_or_else(PoisonError::into_inner);
        let has = |own: &OperatorKey| newest.operator_with(&own.key_sha256) == Some(&own.name);
        match self.operator.as_ref().is_none_or(has) {
            true => Ok(()),
            false => Err(Problem::unauthorized()),
        }
    }

    fn of(shared: Shared) -> Self {
        Self(Arc::new(shared))
    }

    fn shared(&self) -> Shared {
        Shared::clone(&self.0)
    }

    /// Starts draining: the service is no longer ready for new clients.
    pub(super) fn drain(&self) {
        self.draining.store(true, Ordering::Relaxed);
    }

    /// True if the service is draining.
    pub(super) fn is_draining(&self) -> bool {
        self.draining.load(Ordering::Relaxed)
    }

    /// Cancels all work and accepts no more.
    pub(super) fn stop(&self) {
        for pool in [&self.pool, &self.quick, &self.makers, &self.reads] {
            pool.stop();
        }
        self.searches.stop();
    }

    /// The time of a search of `asked` seconds, cut to the longest allowed.
    pub(super) fn search_time(&self, asked: f64) -> Duration {
        let most = self.config.longest_search();
        Duration::try_from_secs_f64(asked).map_or(most, |time| time.min(most))
    }
}

impl FromRequestParts<AppState> for Client {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Infallible> {
        Ok(Self::of(&parts.extensions, &parts.headers, &state.config.rate.trusted_proxies))
    }
}
