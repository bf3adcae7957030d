//! The layers around every request: the `Host` check, logging, metrics, and the timeout.
//!
//! A request must have exactly one `Host` header, as in RFC 9112, section 3.2: with two, the service and a proxy
//! before it could disagree about the host.

use super::problem::Problem;
use super::state::AppState;
use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, Version, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::time::Instant;

/// The header with the id of a request in the log.
pub(super) const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Removes an invalid request id of a client, so it is neither logged nor returned; a new one is drawn later.
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
    State(state): State<AppState>,
    request: Request,
    next: Next,
) -> Response {
    let begin = Instant::now();
    let route = request.extensions().get::<MatchedPath>().cloned();
    let route = route.as_ref().map_or("none", MatchedPath::as_str);
    // The files of the documentation count as one route.
    let route = if route.starts_with("/docs") { "/docs" } else { route };
    let method = request.method().clone();
    let id = request.headers().get(REQUEST_ID).cloned();
    let mut response = next.run(request).await;
    if state.is_draining() {
        // While draining, a further request on this connection might come too late.
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

/// Ends a request that exceeds the longest time of an answer.
pub(super) async fn in_time(
    State(state): State<AppState>,
    request: Request,
    next: Next,
) -> Response {
    let most = state.config.longest_answer();
    let late = |_| Problem::new(StatusCode::GATEWAY_TIMEOUT, "The answer took too long.");
    tokio::time::timeout(most, next.run(request)).await.map_err(late).into_response()
}

/// Passes on requests with exactly one valid host.
///
/// # Errors
/// 400 for other requests.
pub(super) async fn named(request: Request, next: Next) -> Result<Response, Problem> {
    if is_named(request.version(), request.headers()) {
        return Ok(next.run(request).await);
    }
    let words = "A request of HTTP/1.1 has the header Host, and has it once.";
    Err(Problem::new(StatusCode::BAD_REQUEST, words))
}

fn is_named(version: Version, headers: &HeaderMap) -> bool {
    let hosts = headers.get_all(header::HOST).iter().count();
    hosts == 1 || hosts == 0 && version < Version::HTTP_11
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    #[test]
    fn one_host_is_named() {
        let check = |version, hosts: usize, expect| {
            let mut headers = HeaderMap::new();
            for _ in 0..hosts {
                headers.append(header::HOST, HeaderValue::from_static("here"));
            }
            assert_eq!(is_named(version, &headers), expect, "{version:?} {hosts}");
        };
        check(Version::HTTP_11, 1, true);
        check(Version::HTTP_11, 0, false);
        check(Version::HTTP_11, 2, false);
        check(Version::HTTP_10, 0, true);
        check(Version::HTTP_10, 2, false);
    }
}
