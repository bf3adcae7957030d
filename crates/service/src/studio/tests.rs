//! The studio, requested as by a browser.

use crate::app;
use crate::config::Config;
use crate::tests::{get, request, send, service, state};
use axum::body::to_bytes;
use axum::http::{HeaderValue, Method, header};
use tower::ServiceExt;

#[tokio::test]
async fn the_page_comes_with_a_policy_that_allows_nothing_foreign() {
    let app = service().await;
    let page = get(&app, "/").await;
    assert_eq!((page.status, page.header("content-type")), (200, "text/html; charset=utf-8"));
    let policy = page.header("content-security-policy");
    assert!(policy.contains("'wasm-unsafe-eval'") && !policy.contains("unsafe-inline"), "{policy}");
    assert!(policy.contains("manifest-src 'self'"), "{policy}");
    assert_eq!(page.header("cache-control"), "no-cache");
    let text = String::from_utf8(page.body).unwrap();
    assert!(text.contains("quandary-served") && text.contains("<div id=\"app\">"), "{text}");
    assert_eq!(get(&app, "/index.html").await.status, 200);
}

#[tokio::test]
async fn files_are_given_packed_to_whoever_takes_that_and_plain_to_others() {
    let app = service().await;
    let names: Vec<String> = studio::manifest().files.into_keys().collect();
    let modules = names.iter().filter(|name| name.ends_with(".wasm")).count();
    assert_eq!(modules, 2, "{names:?}");
    for name in names.iter().filter(|name| name.starts_with("assets/")) {
        let plain = get(&app, &format!("/{name}")).await;
        assert_eq!(plain.status, 200, "{name}");
        assert_eq!(plain.header("content-encoding"), "", "{name}");
        assert!(plain.header("cache-control").contains("immutable"), "{name}");
        assert_eq!(
            Some(plain.body),
            studio::file(name).and_then(|file| file.bytes().ok()),
            "{name}"
        );
        let mut asked = request(Method::GET, &format!("/{name}"), "");
        asked.headers_mut().insert(header::ACCEPT_ENCODING, HeaderValue::from_static("gzip, br"));
        let packed = send(&app, asked).await;
        assert_eq!(packed.header("content-encoding"), "br", "{name}");
        assert_eq!(
            Some(packed.body),
            studio::file(name).map(|file| file.packed.to_vec()),
            "{name}"
        );
    }
}

#[tokio::test]
async fn every_file_of_the_studio_is_given_as_what_it_is() {
    assert!(super::has("/manifest.webmanifest"));
    let app = service().await;
    for name in studio::manifest().files.keys() {
        let file = get(&app, &format!("/{name}")).await;
        let kind = studio::file(name).map(|file| file.kind).unwrap_or_default();
        assert_eq!((file.status, file.header("content-type")), (200, kind), "{name}");
    }
}

#[tokio::test]
async fn lexicons_that_may_be_handed_on_are_there_and_others_are_not() {
    let app = service().await;
    let lexicon = get(&app, "/lexicons/en_US.qlex").await;
    assert_eq!((lexicon.status, lexicon.header("content-type")), (200, "application/octet-stream"));
    let shipped = crossword::lexicon::shipped_file(crossword::locale::Locale::EnUs);
    assert_eq!(Ok(&lexicon.body[..]), shipped);
    for path in
        ["/lexicons/nb_NO.qlex", "/lexicons/is.qlex", "/lexicons/x", "/assets/none.js", "/other"]
    {
        let none = get(&app, path).await;
        assert_eq!(
            (none.status, none.header("content-type")),
            (404, "application/problem+json"),
            "{path}"
        );
    }
}

#[tokio::test]
async fn all_who_ask_share_the_bytes_of_a_file() {
    let app = service().await;
    let names: Vec<String> = studio::manifest().files.into_keys().collect();
    let module = names.iter().find(|name| name.ends_with(".wasm")).unwrap();
    for path in
        [format!("/{module}"), "/lexicons/en_GB.qlex".to_owned(), "/openapi.json".to_owned()]
    {
        for coding in ["identity", "gzip", "br, gzip"] {
            let mut places = Vec::new();
            for _ in 0..3 {
                let mut asked = request(Method::GET, &path, "");
                asked
                    .headers_mut()
                    .insert(header::ACCEPT_ENCODING, HeaderValue::from_static(coding));
                let answer = app.clone().oneshot(asked).await.unwrap();
                let bytes = to_bytes(answer.into_body(), usize::MAX).await.unwrap();
                assert!(bytes.len() > 1000, "{path}");
                places.push((bytes.as_ptr() as usize, bytes));
            }
            places.dedup_by_key(|(place, _)| *place);
            assert_eq!(places.len(), 1, "{path} {coding}");
        }
    }
}

#[tokio::test]
async fn files_count_for_the_limit_of_a_client() {
    let config = Config::read("[rate]\nper_minute = 1\nburst = 1").unwrap();
    let app = app(state(config).await);
    // Files have ten times the rate limit of other resources.
    let paths = ["/", "/lexicons/en_US.qlex", "/docs/", "/openapi.json", "/icon.svg"];
    for path in paths.into_iter().chain(paths) {
        assert_eq!(get(&app, path).await.status, 200, "{path}");
    }
    for path in paths {
        assert_eq!(get(&app, path).await.status, 429, "{path}");
    }
    assert_eq!(get(&app, "/health/live").await.status, 200);
    let others = request(Method::POST, "/wordcheck", "{}");
    assert_eq!(send(&app, others).await.status, 422, "they are counted by themselves");
}
