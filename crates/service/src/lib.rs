//! The HTTP service of the program.
//!
//! [`app`] is the whole service without a socket, the form in which it is tested; [`server`] adds the socket. A
//! resource is a file with its requests, its answers and a `routes` function, and a line in `resources` or
//! `open_resources`. CPU-bound work goes through the `pool`. Invariant: every error is a `problem::Problem`. Of a
//! request only the method and the declared route are logged.

pub mod log;
pub mod config;
pub mod secret;
pub mod server;
mod watch;
mod headers;
mod clients;
mod quota;
mod body;
mod answers;
mod accept;
mod problem;
mod pool;
mod searches;
mod lexicons;
mod metrics;
mod riddle;
mod moves;
mod dungeon;
mod level;
mod state;
mod kinds;
mod remembered;
mod days;
mod files;
mod daily;
mod operators;
mod admin;
mod health;
mod openapi;
mod book;
mod studio;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod crowd_tests;
#[cfg(test)]
mod daily_tests;
#[cfg(test)]
mod level_tests;
#[cfg(test)]
mod run_tests;
#[cfg(test)]
mod edge_tests;
#[cfg(test)]
mod share_tests;

use axum::Router;
use axum::http::{HeaderValue, Method, header};
use axum::middleware;
use config::Config;
pub use state::{AppState, Shared};
use std::sync::Arc;
use std::time::Duration;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::cors::{AllowOrigin, CorsLayer};
use tower_http::request_id::{MakeRequestUuid, PropagateRequestIdLayer, SetRequestIdLayer};
use utoipa_axum::router::OpenApiRouter;
use watch::REQUEST_ID;

/// The rate limit of files in multiples of that of other resources: a page consists of several files.
const FILES: u32 = 10;

/// The resources with a rate limit.
fn resources() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .merge(riddle::routes())
        .merge(moves::routes())
        .merge(dungeon::routes())
        .merge(level::routes())
        .merge(daily::routes())
}

/// The operators' resources. Without a configured key they answer 404 but are still in the OpenAPI document.
fn operators(config: &Config) -> OpenApiRouter<AppState> {
    let routes = admin::routes();
    if config.has_operators() { routes } else { OpenApiRouter::with_openapi(routes.into_openapi()) }
}

/// The resources without a rate limit.
fn open_resources() -> OpenApiRouter<AppState> {
    OpenApiRouter::with_openapi(openapi::head()).merge(health::routes()).merge(daily::open_routes())
}

/// The whole service: its resources, their documentation, and the layers around them, the outermost last.
pub fn app(state: AppState) -> Router {
    let config = Arc::clone(&state.config);
    let (open, mut api) = open_resources().split_for_parts();
    let (counted, more) = resources().merge(operators(&config)).split_for_parts();
    api.merge(more);
    let files =
        openapi::pages(api).merge(studio::pages()).merge(book::pages(config.book.as_deref()));
    let router = open
        .merge(clients::limited(counted, &config.rate, 1))
        .merge(clients::limited(files, &config.rate, FILES))
        .fallback(problem::not_found)
        .method_not_allowed_fallback(problem::method_not_allowed)
        .layer(middleware::from_fn_with_state(state.clone(), watch::in_time))
        .layer(CatchPanicLayer::custom(problem::panicked))
        .layer(middleware::from_fn_with_state(state.clone(), answers::counted))
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
        .layer(middleware::map_request(watch::identified))
        .with_state(state)
}

/// The layer for cross-origin requests; `None` if no origins are configured.
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
