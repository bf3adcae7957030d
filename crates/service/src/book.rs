//! `/book`: the book as mdBook built it, from a folder that the configuration names.
//!
//! The folder is served as it is, so that a book that is built again is served again. Without a folder the answer says how to
//! build one. Invariant: no file outside the folder is served (`ServeDir` refuses paths that leave it).

use super::AppState;
use super::problem::{self, Problem};
use axum::Router;
use axum::http::StatusCode;
use axum::response::Redirect;
use axum::routing::{any, get};
use std::path::Path;
use tower_http::services::ServeDir;

/// Content security policy of the book: its own files, and the short scripts that mdBook writes into its pages.
pub(super) const POLICY: &str = "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; \
    img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// True if a path is one of the book.
pub(super) fn has(path: &str) -> bool {
    path == "/book" || path.starts_with("/book/")
}

/// The pages of the book in a folder, or the answer that there is none.
pub(super) fn pages(folder: Option<&Path>) -> Router<AppState> {
    match folder {
        Some(folder) => {
            let files = ServeDir::new(folder).fallback(any(problem::not_found));
            let begin = get(async || Redirect::permanent("/book/"));
            Router::new().route("/book", begin).nest_service("/book/", files)
        }
        None => ["/book", "/book/", "/book/{*page}"]
            .into_iter()
            .fold(Router::new(), |pages, path| pages.route(path, get(none))),
    }
}

async fn none() -> Problem {
    Problem::new(
        StatusCode::NOT_FOUND,
        "This service has no book: build it with `mdbook build docs`, and start the service with --book target/book.",
    )
}

#[cfg(test)]
mod tests {
    use crate::config::Config;
    use crate::tests::{get, service, state};
    use std::fs;

    #[tokio::test]
    async fn a_book_is_served_from_its_folder_and_nothing_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let book = folder.path().join("book");
        fs::create_dir(&book).unwrap();
        fs::write(book.join("index.html"), "<h1>Quandary</h1>").unwrap();
        fs::write(folder.path().join("secret"), "no").unwrap();
        let app = crate::app(state(Config { book: Some(book), ..Config::default() }).await);
        assert_eq!(get(&app, "/book").await.status, 308);
        let page = get(&app, "/book/").await;
        assert_eq!((page.status, page.body.as_slice()), (200, &b"<h1>Quandary</h1>"[..]));
        assert!(page.header("content-type").starts_with("text/html"));
        assert!(page.header("content-security-policy").contains("script-src 'self'"));
        for path in ["/book/none.html", "/book/../secret", "/book/%2e%2e/secret"] {
            assert_eq!(get(&app, path).await.status, 404, "{path}");
        }
    }

    #[tokio::test]
    async fn without_a_book_the_answer_says_how_to_build_one() {
        let app = service().await;
        for path in ["/book", "/book/", "/book/check.html"] {
            let answer = get(&app, path).await;
            assert_eq!(answer.status, 404, "{path}");
            assert!(String::from_utf8_lossy(&answer.body).contains("mdbook build docs"), "{path}");
        }
    }
}
