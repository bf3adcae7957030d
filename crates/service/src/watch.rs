//! The layer around every request: it is logged and counted, and it ends in time.

use super::problem::Problem;
use super::state::State;
use axum::extract::{MatchedPath, Request, State as Extract};
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::time::Instant;

/// The header by which a request is found in the log.
pub(super) const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Removes an id of a client that is none, so that it is neither logged nor sent back; one is drawn then.
pub(super) async fn identified(mut request: Request) -> Request {
    let mut ids = request.headers().get_all(REQUEST_ID).iter();
    let (id, more) = (ids.next(), ids.next());
    let written = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'-';
    let is_id =
        |id: &HeaderValue| (1..=64).contains(&id.len()) && id.as_bytes().iter().all(written);
    if !id.is_some_and(is_id) || more.is_some() {
        request.headers_mut().remove(REQUEST_ID);
    }
    request
}

/// Logs and counts a request by the declared route: never by its path or its body.
pub(super) async fn watched(
    Extract(state): Extract<State>,
    request: Request,
    next: Next,
) -> Response {
    let begin = Instant::now();
    let route = request.extensions().get::<MatchedPath>().cloned();
    let route = route.as_ref().map_or("none", MatchedPath::as_str);
    // Files of the documentation have a route with a wildcard each; they are one.
    let route = if route.starts_with("/docs") { "/docs" } else { route };
    let method = request.method().clone();
    let id = request.headers().get(REQUEST_ID).cloned();
    let mut response = next.run(request).await;
    if state.is_draining() {
        // The next request of this connection would come when nobody answers.
        response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    }
    let (took, status) = (begin.elapsed(), response.status());
    state.metrics.request(route, &method, status, took);
    let id = id.as_ref().and_then(|id| id.to_str().ok()).unwrap_or_default();
    let method = super::metrics::known(&method);
    let millis = took.as_secs_f64() * 1000.0;
    tracing::info!(method, route, status = status.as_u16(), millis, id, "answered");
    response
}

/// Ends a request that takes longer than any should.
pub(super) async fn in_time(
    Extract(state): Extract<State>,
    request: Request,
    next: Next,
) -> Response {
    let most = state.config.longest_answer();
    let late = |_| Problem::new(StatusCode::GATEWAY_TIMEOUT, "The answer took too long.");
    tokio::time::timeout(most, next.run(request)).await.map_err(late).into_response()
}
