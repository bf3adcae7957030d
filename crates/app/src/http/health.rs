//! `GET /health/live`, `/health/ready` and `/metrics`: how the service is. Nobody waits for them.

use super::State;
use super::lexicons::Progress;
use super::problem::Refusals;
use axum::Json;
use axum::extract::State as Extract;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// Whether the process lives.
#[derive(Debug, Serialize, ToSchema)]
struct Live {
    /// Always `live`.
    status: &'static str,
    /// The version of the program.
    version: &'static str,
}

/// Whether requests can be answered.
#[derive(Debug, Serialize, ToSchema)]
struct Ready {
    /// Whether they can: the store can be read and written, and a lexicon is open. Those that are still being opened are waited for by who asks.
    ready: bool,
    /// Whether the store can be read and, after a writing that failed, written again.
    store: bool,
    /// By locale: `ready`, `opening` or `missing`.
    lexicons: BTreeMap<&'static str, &'static str>,
}

/// The resources.
pub(super) fn routes() -> OpenApiRouter<State> {
    OpenApiRouter::new().routes(routes!(live)).routes(routes!(ready)).routes(routes!(numbers))
}

/// Find out whether the process lives
#[utoipa::path(
    get, path = "/health/live", tag = "health",
    responses((status = 200, description = "It does.", body = Live), Refusals),
)]
async fn live() -> Json<Live> {
    Json(Live { status: "live", version: env!("CARGO_PKG_VERSION") })
}

/// Find out whether requests can be answered
#[utoipa::path(
    get, path = "/health/ready", tag = "health",
    responses(
        (status = 200, description = "They can.", body = Ready),
        (status = 503, description = "Not yet.", body = Ready),
        Refusals,
    ),
)]
async fn ready(Extract(state): Extract<State>) -> impl IntoResponse {
    let word = |progress| match progress {
        Progress::Ready => "ready",
        Progress::Opening => "opening",
        Progress::Missing => "missing",
    };
    let progress: Vec<_> = state.lexicons.progress().collect();
    let store = state.store.is_well().await;
    let ready = store && progress.iter().any(|(_, progress)| *progress == Progress::Ready);
    let lexicons = progress.into_iter().map(|(locale, how)| (locale.name(), word(how))).collect();
    let status = if ready { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    (status, Json(Ready { ready, store, lexicons }))
}

/// What is counted, as Prometheus reads it
#[utoipa::path(
    get, path = "/metrics", tag = "health", operation_id = "metrics",
    responses(
        (status = 200, description = "The figures.", body = String, content_type = "text/plain"),
        Refusals,
    ),
)]
async fn numbers(Extract(state): Extract<State>) -> impl IntoResponse {
    let kind = "text/plain; version=0.0.4; charset=utf-8";
    state.store.try_to_write().await;
    state.metrics.store(state.store.is_writable(), state.store.damaged());
    ([(header::CONTENT_TYPE, kind)], state.metrics.render())
}
