//! The layers around every request: it names its host once, is logged and counted, and ends in time.
//!
//! The header `Host` is asked for as RFC 9112 does (section 3.2): two of them are two opinions about who is asked, and the
//! proxy before the service may have the other one.

use super::problem::Problem;
use super::state::AppState;
use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, Version, header};
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
    State(state): State<AppState>,
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
    State(state): State<AppState>,
    request: Request,
    next: Next,
) -> Response {
    let most = state.config.longest_answer();
    let late = |_| Problem::new(StatusCode::GATEWAY_TIMEOUT, "The answer took too long.");
    tokio::time::timeout(most, next.run(request)).await.map_err(late).into_response()
}

/// Passes on requests that name their host, once.
///
/// # Errors
/// 400 for what does not.
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
