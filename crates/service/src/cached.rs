//! Answers that a cache may keep, and need not have again.

use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

/// An answer that caches may keep, or word that the one they have is good.
pub(super) fn cached(body: Bytes, etag: &HeaderValue, age: u32, headers: &HeaderMap) -> Response {
    let control = HeaderValue::try_from(format!("public, max-age={age}"));
    let control = control.unwrap_or(HeaderValue::from_static("no-store"));
    let marks = [(header::ETAG, etag.clone()), (header::CACHE_CONTROL, control)];
    let known =
        headers.get_all(header::IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    let mut known = known.flat_map(|list| list.split(',')).map(str::trim);
    let own = etag.to_str().unwrap_or_default();
    if known.any(|etag| etag == "*" || etag.strip_prefix("W/").unwrap_or(etag) == own) {
        return (StatusCode::NOT_MODIFIED, marks).into_response();
    }
    let json = (header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    (marks, [json], body).into_response()
}
