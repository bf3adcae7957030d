//! `/`: the studio (Quandary in a browser) and the lexicons that it loads.
//!
//! The files are part of the program, compressed by Brotli. Clients that accept Brotli get them unchanged; others get
//! gzip or plain bytes, each made once ([`files`](super::files)). Invariant: files with a hash in their names may be
//! cached for ever, all others only briefly.

use super::AppState;
use super::accept::Codings;
use super::files::Served;
use super::problem;
use ::studio::File;
use axum::Router;
use axum::body::Bytes;
use axum::extract::{Extension, Path};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use crossword::lexicon::shipped_file;
use crossword::locale::Locale;
use std::borrow::Cow;
use std::collections::HashMap;
use std::io;
use std::sync::LazyLock;

/// Content security policy of the studio: its own scripts and WebAssembly, styles and pictures, and this service.
pub(super) const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
    img-src 'self' blob: data:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; \
    form-action 'none'; frame-ancestors 'none'";
/// Caching of files with a hash in their names.
const FOR_EVER: &str = "public, max-age=31536000, immutable";
/// Caching of other files: a browser revalidates them.
const ASK_AGAIN: &str = "no-cache";
/// Caching of lexicons.
const A_DAY: &str = "public, max-age=86400";
/// The element that tells the page that a service is available.
const SERVED: &str = "<meta name=\"quandary-served\" content=\"1\" />";

/// The name of the page among the files.
const PAGE: &str = "index.html";
/// Files beside the page without a hash in their names.
const BESIDE: [&str; 3] = ["offline.js", "icon.svg", "manifest.webmanifest"];

/// All files by their path after the first slash.
static FILES: LazyLock<HashMap<String, Served>> = LazyLock::new(|| {
    let names = ::studio::manifest().files.into_keys();
    let files = names.filter_map(|name| Some((name.clone(), file(&name)?)));
    files.chain(Locale::ALL.into_iter().filter_map(lexicon)).collect()
});

/// True if a path belongs to the studio.
pub(super) fn has(path: &str) -> bool {
    matches!(path, "/" | "/index.html")
        || path.strip_prefix('/').is_some_and(|name| BESIDE.contains(&name))
        || path.starts_with("/assets/")
        || path.starts_with("/lexicons/")
}

/// The resources.
pub(super) fn pages() -> Router<AppState> {
    let fixed = |name: &'static str| get(move |Extension(codings)| named(name.to_owned(), codings));
    let inside = |folder: &'static str| {
        get(move |Path(name): Path<String>, Extension(codings)| {
            named(format!("{folder}/{name}"), codings)
        })
    };
    let pages = Router::new()
        .route("/", fixed(PAGE))
        .route("/index.html", fixed(PAGE))
        .route("/assets/{name}", inside("assets"))
        .route("/lexicons/{name}", inside("lexicons"));
    BESIDE.into_iter().fold(pages, |pages, name| pages.route(&format!("/{name}"), fixed(name)))
}

async fn named(name: String, codings: Codings) -> Response {
    match FILES.get(&name) {
        Some(file) => file.answer(codings).await,
        None => problem::not_found().await.into_response(),
    }
}

/// A file of the program. The page gets an additional element, so it cannot be served in its compressed form.
fn file(name: &str) -> Option<Served> {
    let file = ::studio::file(name)?;
    let (kind, packed) = (file.kind, file.packed.clone());
    if name == PAGE {
        return Some(Served::new(kind, ASK_AGAIN, move || page(&file)));
    }
    let kept = if name.starts_with("assets/") { FOR_EVER } else { ASK_AGAIN };
    let packed = match packed {
        Cow::Borrowed(bytes) => Bytes::from_static(bytes),
        Cow::Owned(bytes) => Bytes::from(bytes),
    };
    Some(Served::new(kind, kept, move || file.bytes().map(Bytes::from)).with_brotli(packed))
}

fn page(file: &File) -> io::Result<Bytes> {
    let page = file.bytes()?;
    let told = format!("{SERVED}<title>");
    Ok(String::from_utf8_lossy(&page).replace("<title>", &told).into())
}

/// The lexicon of a locale with its name, such as `lexicons/en_US.qlex`; `None` if its licence forbids distribution.
fn lexicon(locale: Locale) -> Option<(String, Served)> {
    let bytes = Bytes::from_static(shipped_file(locale).ok()?);
    let served = Served::new("application/octet-stream", A_DAY, move || Ok(bytes.clone()));
    Some((format!("lexicons/{}.qlex", locale.name()), served))
}

#[cfg(test)]
mod tests;
