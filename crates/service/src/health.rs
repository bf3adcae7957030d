//! `GET /health/live`, `/health/ready` and `/metrics`: the state of the service, without a queue.

use super::AppState;
use super::lexicons::Progress;
use super::problem::{self, Problem, Refusals};
use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// The state of the process.
#[derive(Debug, Serialize, ToSchema)]
struct Live {
    /// Always `live`.
    status: &'static str,
    /// The version of the program.
    version: &'static str,
}

/// The readiness of the service.
#[derive(Debug, Serialize, ToSchema)]
struct Ready {
    /// True if requests can be answered: the store can be read and written, a lexicon is open, and the service is not
    /// draining. Requests wait for lexicons that are still opening.
    ready: bool,
    /// True if the service is about to stop: it still answers, but should get no new clients.
    draining: bool,
    /// True if the store can be read and its last known write succeeded.
    store: bool,
    /// By locale: `ready`, `opening` or `missing`.
    lexicons: BTreeMap<&'static str, &'static str>,
}

/// The problem of a service that is not ready, with its state.
#[derive(Debug, Serialize, ToSchema)]
struct NotReady {
    #[serde(flatten)]
    problem: problem::Body,
    #[serde(flatten)]
    ready: Ready,
}

/// The resources.
pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(live)).routes(routes!(ready)).routes(routes!(numbers))
}

/// Check that the process is alive
#[utoipa::path(
    get, path = "/health/live", tag = "health",
    responses((status = 200, description = "The process is alive.", body = Live), Refusals),
)]
async fn live() -> Json<Live> {
    Json(Live { status: "live", version: env!("CARGO_PKG_VERSION") })
}

/// Check that requests can be answered
#[utoipa::path(
    get, path = "/health/ready", tag = "health",
    responses(
        (status = 200, description = "The service is ready.", body = Ready),
        (status = 503, description = "The service is not ready.", body = NotReady, content_type = "application/problem+json"),
        Refusals,
    ),
)]
async fn ready(State(state): State<AppState>) -> Response {
    let word = |progress| match progress {
        Progress::Ready => "ready",
        Progress::Opening => "opening",
        Progress::Missing => "missing",
    };
    let progress: Vec<_> = state.lexicons.progress().collect();
    let store = state.store.is_well().await;
    let open = progress.iter().any(|(_, progress)| *progress == Progress::Ready);
    let lexicons = progress.into_iter().map(|(locale, how)| (locale.name(), word(how))).collect();
    let draining = state.is_draining();
    let why = match (draining, store, open) {
        (true, ..) => Some("The service is about to stop."),
        (_, false, _) => Some("The store does not answer."),
        (.., false) => Some("No lexicon is open yet."),
        _ => None,
    };
    let ready = Ready { ready: why.is_none(), draining, store, lexicons };
    match why {
        None => Json(ready).into_response(),
        Some(why) => {
            let status = StatusCode::SERVICE_UNAVAILABLE;
            let problem = Problem::new(status, why).into_body();
            problem::respond(status, &NotReady { problem, ready })
        }
    }
}

/// Get the metrics in the format of Prometheus
#[utoipa::path(
    get, path = "/metrics", tag = "health", operation_id = "metrics",
    responses(
        (status = 200, description = "The metrics.", body = String, content_type = "text/plain"),
        Refusals,
    ),
)]
async fn numbers(State(state): State<AppState>) -> impl IntoResponse {
    let kind = "text/plain; version=0.0.4; charset=utf-8";
    state.store.try_to_write().await;
    state.metrics.store(state.store.is_writable(), state.store.damaged());
    state.metrics.log(state.lost.count());
    ([(header::CONTENT_TYPE, kind)], state.metrics.render())
}
