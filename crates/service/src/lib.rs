//! The service: the program's answers for whoever asks over HTTP.
//!
//! [`app`] is the whole of it without a socket, which is how it is tested; [`server`] gives it one. A resource is a
//! file with its requests, its answers and a `routes` function, and a line in [`resources`] or [`open_resources`].
//! What keeps a core busy goes through the [`pool`]. Invariant: every answer that is an error is a
//! [`problem::Problem`], and nothing that a client sent is logged but the method and the kind of the route.

pub mod log;
mod network;
pub mod config;
pub mod secret;
pub mod server;
mod watch;
mod reload;
mod headers;
mod clients;
mod host;
mod room;
mod body;
mod accept;
mod problem;
mod pace;
mod turns;
mod pool;
mod searches;
mod lexicons;
mod metrics;
mod riddle;
mod moves;
mod wordcheck;
mod dungeon;
mod level;
mod params;
mod whole;
mod kinds;
mod days;
mod daily;
mod failures;
mod operators;
mod admin;
mod health;
mod openapi;
#[cfg(test)]
#[path = "../../../tests/database/mod.rs"]
mod database;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod crowd_tests;
#[cfg(test)]
mod daily_tests;
#[cfg(test)]
mod run_tests;
#[cfg(test)]
mod edge_tests;

use crate::log::Lost;
use axum::Router;
use axum::http::{HeaderName, HeaderValue, Method, header};
use axum::middleware;
use config::Config;
use days::Days;
use failures::Failures;
use lexicons::Lexicons;
use metrics::{Lane, Metrics};
use pool::Pool;
use room::Room;
use searches::Searches;
use std::io;
use std::ops::Deref;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use store::Store;
use store::daily::Clock;
use tokio::sync::Semaphore;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::cors::{AllowOrigin, CorsLayer};
use tower_http::request_id::{MakeRequestUuid, PropagateRequestIdLayer, SetRequestIdLayer};
use turns::Bounds;
use utoipa_axum::router::OpenApiRouter;

/// How many first riddles of days may wait: of three days that are open, in each language.
const MAKINGS: usize = 18;
/// How many may read the archive at one time.
const ARCHIVES: usize = 2;
/// How many plays and guesses may wait.
const MOMENTS: usize = 256;
/// Which part of the room for bodies is for those that are no levels.
const SMALL_BODIES: usize = 4;
/// The header by which a request is found in the log.
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// What all resources share: one pointer, for every layer around a request has one of its own.
#[derive(Clone)]
pub struct State(Arc<Shared>);

/// What is behind the pointer.
#[derive(Clone)]
pub struct Shared {
    config: Arc<Config>,
    /// For dungeons, levels, and what operators have made.
    pool: Arc<Pool>,
    /// For plays and guesses, which take a moment each.
    quick: Arc<Pool>,
    /// For the riddles that anybody may ask for.
    searches: Arc<Searches>,
    /// For the first riddles of days: they are made whatever else is asked for.
    makers: Arc<Pool>,
    /// For bodies that are read or wait, and are no levels.
    bodies: Arc<Room>,
    /// For those that are.
    levels: Arc<Room>,
    failures: Arc<Failures>,
    lexicons: Arc<Lexicons>,
    metrics: Arc<Metrics>,
    store: Store,
    clock: Clock,
    days: Arc<Days>,
    /// Who may read the archive at one time.
    archives: Arc<Semaphore>,
    /// Lines that the log has lost.
    lost: Arc<Lost>,
    /// Whether the service is about to stop.
    draining: Arc<AtomicBool>,
}

impl Deref for State {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        &self.0
    }
}

impl State {
    /// What a service by this configuration has; nothing is opened yet.
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
    fn with_log(self, lost: Arc<Lost>) -> Self {
        Self::of(Shared { lost, ..self.shared() })
    }

    /// The same service by another configuration.
    fn by(&self, config: Config) -> Self {
        Self::of(Shared { config: Arc::new(config), ..self.shared() })
    }

    /// The same service, in which the store is another one.
    fn on(&self, store: Store) -> Self {
        Self::of(Shared { store, ..self.shared() })
    }

    fn of(shared: Shared) -> Self {
        Self(Arc::new(shared))
    }

    fn shared(&self) -> Shared {
        Shared::clone(&self.0)
    }

    /// From now on balancers are told to send nobody new.
    fn drain(&self) {
        self.draining.store(true, Ordering::Relaxed);
    }

    fn is_draining(&self) -> bool {
        self.draining.load(Ordering::Relaxed)
    }

    /// Tells all work to stop, and takes no more.
    fn stop(&self) {
        for pool in [&self.pool, &self.quick, &self.makers] {
            pool.stop();
        }
        self.searches.stop();
    }

    /// How long a search may take that is to take so many seconds.
    fn search_time(&self, asked: f64) -> Duration {
        let most = self.config.longest_search();
        Duration::try_from_secs_f64(asked).map_or(most, |time| time.min(most))
    }
}

/// The resources whose requests are counted where clients have a limit.
fn resources() -> OpenApiRouter<State> {
    OpenApiRouter::new()
        .merge(riddle::routes())
        .merge(moves::routes())
        .merge(wordcheck::routes())
        .merge(dungeon::routes())
        .merge(level::routes())
        .merge(daily::routes())
}

/// The operator's resources. Without a key they are not there, whatever is sent, and still told of in the document.
fn operators(config: &Config) -> OpenApiRouter<State> {
    let routes = admin::routes();
    if config.has_operators() { routes } else { OpenApiRouter::with_openapi(routes.into_openapi()) }
}

/// The resources that anybody may ask at any time.
fn open_resources() -> OpenApiRouter<State> {
    OpenApiRouter::with_openapi(openapi::head()).merge(health::routes()).merge(daily::open_routes())
}

/// The whole service: its resources, their documentation, and what lies around them, the outermost last.
pub fn app(state: State) -> Router {
    let config = Arc::clone(&state.config);
    let counted = clients::limited(resources().merge(operators(&config)), &config.rate);
    let (router, api) = open_resources().merge(counted).split_for_parts();
    let router = router
        .merge(openapi::pages(api))
        .fallback(problem::not_found)
        .method_not_allowed_fallback(problem::method_not_allowed)
        .layer(middleware::from_fn_with_state(state.clone(), watch::in_time))
        .layer(CatchPanicLayer::custom(problem::panicked))
        .layer(headers::compression())
        .layer(middleware::from_fn(headers::guarded));
    let router = match cors(&config.cors.origins) {
        Some(cors) => router.layer(cors),
        None => router,
    };
    router
        .layer(middleware::from_fn_with_state(state.clone(), watch::watched))
        .layer(PropagateRequestIdLayer::new(REQUEST_ID))
        .layer(SetRequestIdLayer::new(REQUEST_ID, MakeRequestUuid))
        .with_state(state)
}

/// What pages of other origins may do; nothing, unless some are configured.
fn cors(origins: &[String]) -> Option<CorsLayer> {
    let listed: Vec<HeaderValue> =
        origins.iter().filter_map(|origin| origin.parse().ok()).collect();
    let allowed = match origins {
        [] => return None,
        [any] if any == "*" => AllowOrigin::any(),
        _ => AllowOrigin::list(listed.into_iter().filter(|origin| origin != "*")),
    };
    let cors = CorsLayer::new()
        .allow_origin(allowed)
        .allow_methods([Method::GET, Method::POST])
        .allow_headers([header::CONTENT_TYPE, header::ACCEPT, header::AUTHORIZATION])
        .expose_headers([REQUEST_ID, header::RETRY_AFTER, header::ETAG])
        .max_age(Duration::from_secs(3600));
    Some(cors)
}
