//! Headers of every answer: content security, caching, compression; and 304 answers.
//!
//! Invariant: an answer without a cache time is not cached. An answer with several codings has `Vary` and a different
//! ETag for the compressed form.

use super::accept::{Codings, WORTH_IT};
use super::{book, studio};
use axum::body::Bytes;
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tower_http::CompressionLevel;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{And, NotForContentType, Predicate, SizeAbove};

/// Content security policy of answers: nothing is allowed.
const NOTHING: &str = "default-src 'none'; frame-ancestors 'none'";
/// Content security policy of the documentation: scripts, styles, fonts, pictures and requests of this service only.
const PAGE: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
    img-src 'self' data:; font-src 'self' data:; connect-src 'self'; base-uri 'none'; \
    form-action 'none'; frame-ancestors 'none'";
/// Caching of the documentation.
pub(super) const SOME_MINUTES: &str = "public, max-age=300";

/// Compresses large answers by gzip at a fast level, because other requests share the processor.
pub(super) fn compression() -> CompressionLayer<And<SizeAbove, NotForContentType>> {
    let worth_it = SizeAbove::new(WORTH_IT).and(NotForContentType::IMAGES);
    CompressionLayer::new().quality(CompressionLevel::Fastest).compress_when(worth_it)
}

/// Sets the headers that all answers have in common.
pub(super) async fn guarded(mut request: Request, next: Next) -> Response {
    let path = request.uri().path();
    let is_page = path.starts_with("/docs");
    let own = if studio::has(path) {
        studio::POLICY
    } else if book::has(path) {
        book::POLICY
    } else {
        NOTHING
    };
    let codings = Codings::of(request.headers());
    request.extensions_mut().insert(codings);
    choose_coding(request.headers_mut(), codings);
    let mut response = next.run(request).await;
    let is_kept = is_page && response.status() == StatusCode::OK;
    let headers = response.headers_mut();
    let fixed = HeaderValue::from_static;
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, fixed("nosniff"));
    headers.insert(header::REFERRER_POLICY, fixed("no-referrer"));
    let policy = if is_page { PAGE } else { own };
    headers.insert(header::CONTENT_SECURITY_POLICY, fixed(policy));
    let kept = if is_kept { SOME_MINUTES } else { "no-store" };
    headers.entry(header::CACHE_CONTROL).or_insert(fixed(kept));
    let varies = |value: &HeaderValue| value.as_bytes().ends_with(b"accept-encoding");
    if !headers.get_all(header::VARY).iter().any(varies) {
        headers.append(header::VARY, fixed("accept-encoding"));
    }
    mark(headers);
    response
}

/// Reduces the accepted codings to the supported one, or none: no request is refused because of its codings.
fn choose_coding(headers: &mut HeaderMap, codings: Codings) {
    if codings.gzip {
        headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_static("gzip"));
    } else {
        headers.remove(header::ACCEPT_ENCODING);
    }
}

/// Makes the ETag of a compressed answer weak: the content is equivalent but not byte-identical.
fn mark(headers: &mut HeaderMap) {
    if !headers.contains_key(header::CONTENT_ENCODING) {
        return;
    }
    let strong = headers.get(header::ETAG).and_then(|etag| etag.to_str().ok());
    let weak = strong.filter(|etag| !etag.starts_with("W/")).map(|etag| format!("W/{etag}"));
    if let Some(weak) = weak.and_then(|weak| HeaderValue::try_from(weak).ok()) {
        headers.insert(header::ETAG, weak);
    }
}

/// A cacheable answer, or 304 if the cached one is current.
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
