//! `/`: the studio, which is Quandary in a browser, and the lexicons that it loads.
//!
//! The files come with the program, compressed by Brotli, and are given as they lie to whoever takes that; to others
//! unpacked. Invariant: what has a hash in its name may be kept for ever, and nothing else for long.

use super::State;
use super::problem;
use ::studio::File;
use axum::Router;
use axum::body::Bytes;
use axum::extract::{Extension, Path};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use crossword::lexicon::shipped_file;
use crossword::locale::Locale;

/// Content security policy of the studio: its own scripts and WebAssembly, styles and pictures, and this service.
pub(super) const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
    img-src 'self' blob: data:; connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'";
/// Caching of what has a hash in its name.
const FOR_EVER: &str = "public, max-age=31536000, immutable";
/// Caching of all else: a browser asks whether it is still so.
const ASK_AGAIN: &str = "no-cache";
/// Caching of lexicons.
const A_DAY: &str = "public, max-age=86400";
/// The mark that tells the page that a service is behind it.
const SERVED: &str = "<meta name=\"quandary-served\" content=\"1\" />";

/// True if the client takes answers compressed by Brotli.
#[derive(Clone, Copy, Debug)]
pub(super) struct Brotli(pub(super) bool);

/// True if a path is one of the studio.
pub(super) fn has(path: &str) -> bool {
    matches!(path, "/" | "/index.html" | "/offline.js" | "/icon.svg")
        || path.starts_with("/assets/")
        || path.starts_with("/lexicons/")
}

/// The resources.
pub(super) fn pages() -> Router<State> {
    Router::new()
        .route("/", get(page))
        .route("/index.html", get(page))
        .route(
            "/offline.js",
            get(|brotli: Extension<Brotli>| named("offline.js", ASK_AGAIN, *brotli)),
        )
        .route("/icon.svg", get(|brotli: Extension<Brotli>| named("icon.svg", ASK_AGAIN, *brotli)))
        .route("/assets/{name}", get(asset))
        .route("/lexicons/{name}", get(lexicon))
}

/// The page, which is told that a service is behind it.
async fn page() -> Response {
    let page = ::studio::file("index.html").and_then(|file| file.bytes().ok());
    let Some(page) = page else { return problem::not_found().await.into_response() };
    let page = String::from_utf8_lossy(&page).replace("<title>", &format!("{SERVED}<title>"));
    let kind = (header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    ([kind, (header::CACHE_CONTROL, HeaderValue::from_static(ASK_AGAIN))], page).into_response()
}

async fn asset(Path(name): Path<String>, Extension(brotli): Extension<Brotli>) -> Response {
    named(&format!("assets/{name}"), FOR_EVER, brotli).await
}

/// A file, packed or not as the client takes it.
async fn named(name: &str, kept: &'static str, brotli: Brotli) -> Response {
    match ::studio::file(name) {
        Some(file) => given(file, kept, brotli).unwrap_or_else(|error| broken(&error)),
        None => problem::not_found().await.into_response(),
    }
}

fn given(file: File, kept: &'static str, Brotli(takes): Brotli) -> std::io::Result<Response> {
    let head = [
        (header::CONTENT_TYPE, HeaderValue::from_static(file.kind)),
        (header::CACHE_CONTROL, HeaderValue::from_static(kept)),
    ];
    if !takes {
        return Ok((head, file.bytes()?).into_response());
    }
    let packed = match file.packed {
        std::borrow::Cow::Borrowed(bytes) => Bytes::from_static(bytes),
        std::borrow::Cow::Owned(bytes) => Bytes::from(bytes),
    };
    let coding = [(header::CONTENT_ENCODING, HeaderValue::from_static("br"))];
    Ok((head, coding, packed).into_response())
}

fn broken(error: &std::io::Error) -> Response {
    tracing::error!(%error, "a file of the studio");
    problem::internal().into_response()
}

/// The lexicon of a file's name, such as `en_US.qlex`.
async fn lexicon(Path(name): Path<String>) -> Response {
    let locale = name.strip_suffix(".qlex").and_then(|locale| locale.parse::<Locale>().ok());
    let file = locale.filter(|locale| name == format!("{}.qlex", locale.name()));
    match file.and_then(|locale| shipped_file(locale).ok()) {
        Some(bytes) => {
            let kind = HeaderValue::from_static("application/octet-stream");
            let kept = HeaderValue::from_static(A_DAY);
            let head = [(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, kept)];
            (head, Bytes::from_static(bytes)).into_response()
        }
        None => problem::not_found().await.into_response(),
    }
}

#[cfg(test)]
mod tests;
