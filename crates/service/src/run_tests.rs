//! Tests of answers in general: uniform errors, headers, compression, draining, another configuration.

use super::config::Config;
use super::openapi::Example;
use super::tests::{Answer, get, post, request, send, state};
use super::{AppState, app};
use axum::Router;
use axum::body::Body;
use axum::http::{Method, Request};
use flate2::read::GzDecoder;
use serde_json::{Value, json};
use std::io::Read;

/// A key that is long enough.
const KEY: &str = "a key for tests only";

async fn configured(text: &str) -> AppState {
    state(Config::read(text).unwrap()).await
}

async fn keyed() -> AppState {
    configured(&format!("operator_key = {KEY:?}")).await
}

/// Sends a request with headers.
async fn ask(app: &Router, method: &str, path: &str, headers: &[(&str, &str)]) -> Answer {
    let mut asked = Request::builder().method(method).uri(path);
    for (name, value) in headers {
        asked = asked.header(*name, *value);
    }
    send(app, asked.body(Body::empty()).unwrap()).await
}

/// Checks that an error follows RFC 9457 and has the older members.
fn is_problem(answer: &Answer, status: u16) -> Value {
    let said = String::from_utf8_lossy(&answer.body).into_owned();
    assert_eq!(answer.status, status, "{said}");
    assert_eq!(answer.header("content-type"), "application/problem+json", "{said}");
    let body = answer.json();
    assert_eq!((&body["type"], &body["status"]), (&json!("about:blank"), &json!(status)));
    assert!(body["title"].as_str().is_some_and(|title| !title.is_empty()), "{body}");
    assert!(body["error"].is_string() && body["error"] == body["detail"], "{body}");
    body
}

#[tokio::test]
async fn every_error_is_a_problem() {
    let app = app(configured("[rate]\nper_minute = 1\nburst = 8").await);
    let word = |body: &str| request(Method::POST, "/wordcheck", body.to_owned());
    is_problem(&send(&app, word("{")).await, 400);
    is_problem(&get(&app, "/nothing").await, 404);
    is_problem(&get(&app, "/docs/nothing").await, 404);
    is_problem(&get(&app, "/daily/riddle/en_US/2100-01-01").await, 404);
    is_problem(&send(&app, word(&" ".repeat(70_000))).await, 413);
    let plain = Request::post("/riddle").body(Body::from("{}")).unwrap();
    is_problem(&send(&app, plain).await, 415);
    let body = is_problem(&send(&app, word("{\"wrd\": 1}")).await, 422);
    assert_eq!((&body["field"], &body["known"][0]), (&json!("wrd"), &json!("locale")));
    let mut midi = request(Method::POST, "/dungeon", "{}");
    midi.headers_mut().insert("accept", "audio/midi".parse().unwrap());
    is_problem(&send(&app, midi).await, 406);
    let body = is_problem(&get(&app, "/health/ready").await, 503);
    assert_eq!((&body["ready"], &body["store"]), (&json!(false), &json!(true)), "{body}");
    let mut statuses = Vec::new();
    for _ in 0..9 {
        statuses.push(send(&app, word("{}")).await);
    }
    is_problem(statuses.last().unwrap(), 429);
    let other = ask(&app, "GET", "/riddle", &[]).await;
    is_problem(&other, 405);
    assert_eq!(other.header("allow"), "POST");
}

#[tokio::test]
async fn without_a_key_the_operators_resources_are_not_there() {
    let unkeyed = app(state(Config::default()).await);
    let keyed = app(keyed().await);
    for path in [
        "/admin/riddles",
        "/admin/riddles/make",
        "/admin/riddles/approve",
        "/admin/riddles/replace",
        "/admin/riddles/ban",
        "/admin/riddles/note",
    ] {
        for method in ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "BREW"] {
            let answer = ask(&unkeyed, method, path, &[("authorization", "Bearer x")]).await;
            let nothing = ask(&unkeyed, method, "/nothing", &[]).await;
            let said = |answer: &Answer| (answer.status, answer.body.clone());
            assert_eq!(said(&answer), said(&nothing), "{method} {path}");
            assert_eq!((answer.status, answer.header("allow")), (404, ""), "{method} {path}");
        }
        assert_eq!(ask(&keyed, "PUT", path, &[]).await.status, 405, "{path}");
    }
    let document = get(&unkeyed, "/openapi.json").await.json();
    assert!(document["paths"]["/admin/riddles/ban"]["post"].is_object(), "told of all the same");
}

#[tokio::test]
async fn the_document_tells_schemes_statuses_and_problems() {
    let document = get(&app(keyed().await), "/openapi.json").await.json();
    let schemes = &document["components"]["securitySchemes"];
    assert_eq!(
        (&schemes["operator"]["type"], &schemes["operator"]["scheme"]),
        (&json!("http"), &json!("bearer"))
    );
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let name = format!("{method} {path}");
            let responses = operation["responses"].as_object().unwrap();
            for security in operation["security"].as_array().into_iter().flatten() {
                for scheme in security.as_object().unwrap().keys() {
                    assert!(schemes[scheme].is_object(), "{name}: {scheme}");
                    assert!(responses.contains_key("401"), "{name}");
                }
            }
            let counted = method == "post" || path.starts_with("/admin");
            assert!(!counted || responses.contains_key("429"), "{name}");
            let errors = responses.iter().filter(|(status, _)| status.as_str() >= "400");
            for (status, response) in errors {
                let kinds: Vec<_> = response["content"].as_object().unwrap().keys().collect();
                assert_eq!(kinds, ["application/problem+json"], "{name} {status}");
            }
        }
    }
    let members = &document["components"]["schemas"]["Problem"]["required"];
    assert_eq!(*members, json!(["type", "title", "status", "detail", "error"]));
}

/// The schemas refuse unknown languages and zones, and requests without a word.
#[tokio::test]
async fn the_document_refuses_what_reading_refuses() {
    let app = app(state(Config::default()).await);
    let document = get(&app, "/openapi.json").await.json();
    let mut wordcheck = document["components"]["schemas"]["WordcheckRequest"].clone();
    wordcheck["components"] = document["components"].clone();
    let schema = jsonschema::validator_for(&wordcheck).unwrap();
    for asked in [
        json!({"locale": "en_US", "word": "cat"}),
        json!({"locale": "en_US", "words": ["cat"], "word": null}),
        json!({"locale": "en_US"}),
        json!({"locale": "en_US", "word": null, "words": null}),
        json!({"locale": "en_US", "words": []}),
    ] {
        let read = post(&app, "/wordcheck", &asked).await.status == 200;
        assert_eq!(schema.is_valid(&asked), read, "{asked}");
    }
}

fn unpacked(answer: &Answer) -> Vec<u8> {
    let mut bytes = Vec::new();
    GzDecoder::new(answer.body.as_slice()).read_to_end(&mut bytes).unwrap();
    bytes
}

#[tokio::test]
async fn large_answers_are_compressed_for_whoever_likes_it() {
    let app = app(state(Config::default()).await);
    let whole = get(&app, "/openapi.json").await;
    assert_eq!((whole.header("content-encoding"), whole.header("vary")), ("", "accept-encoding"));
    for taken in ["gzip", "br, gzip;q=0.5", "*"] {
        let packed = ask(&app, "GET", "/openapi.json", &[("accept-encoding", taken)]).await;
        assert_eq!(packed.header("content-encoding"), "gzip", "{taken}");
        assert_eq!(packed.header("vary"), "accept-encoding");
        assert!(unpacked(&packed) == whole.body && packed.body.len() < whole.body.len() / 3);
    }
    for other in ["br", "identity;q=0", "*;q=0", "gzip;q=0"] {
        let plain = ask(&app, "GET", "/openapi.json", &[("accept-encoding", other)]).await;
        assert_eq!((plain.status, plain.header("content-encoding")), (200, ""), "{other}");
        assert!(plain.body == whole.body, "{other}");
    }
    let small = ask(&app, "GET", "/health/live", &[("accept-encoding", "gzip")]).await;
    assert_eq!((small.header("content-encoding"), small.header("vary")), ("", "accept-encoding"));
    for (format, coding) in [("svg", "gzip"), ("png", "")] {
        let body = json!({"rooms": 6, "keys": 1, "seed": 7, "format": format}).to_string();
        let mut asked = request(Method::POST, "/dungeon", body);
        asked.headers_mut().insert("accept-encoding", "gzip".parse().unwrap());
        assert_eq!(send(&app, asked).await.header("content-encoding"), coding, "{format}");
    }
}

#[tokio::test]
async fn every_answer_says_how_it_may_be_shown_and_kept() {
    let app = app(keyed().await);
    let bearer = format!("Bearer {KEY}");
    let schedule = "/admin/riddles?locale=en_US&from=2026-12-01&to=2026-12-02";
    for (path, status, kept) in [
        ("/health/live", 200, "no-store"),
        ("/metrics", 200, "no-store"),
        (schedule, 200, "no-store"),
        ("/nothing", 404, "no-store"),
        ("/docs/nothing", 404, "no-store"),
        ("/openapi.json", 200, "public, max-age=300"),
        ("/docs/", 200, "public, max-age=300"),
    ] {
        let answer = ask(&app, "GET", path, &[("authorization", &bearer)]).await;
        assert_eq!((answer.status, answer.header("cache-control")), (status, kept), "{path}");
        assert_eq!(answer.header("x-content-type-options"), "nosniff", "{path}");
        assert_eq!(answer.header("referrer-policy"), "no-referrer", "{path}");
        let policy = answer.header("content-security-policy");
        assert!(policy.contains("default-src 'none'"), "{path}: {policy}");
        assert!(policy.contains("frame-ancestors 'none'"), "{path}: {policy}");
        assert_eq!(policy.contains("script-src 'self';"), path.starts_with("/docs"), "{policy}");
    }
    // The page contains only content that its policy allows.
    let page = String::from_utf8(get(&app, "/docs/").await.body).unwrap();
    for script in page.split("<script").skip(1) {
        assert!(script.starts_with(" src=\"./"), "{script:.60}");
    }
    assert!(!page.contains("http://") && !page.contains("https://"), "{page}");
}

#[tokio::test]
async fn a_service_that_is_about_to_stop_says_so_and_answers() {
    let state = state(Config::default()).await;
    let app = app(state.clone());
    let words = Example::WORDCHECK.value();
    let before = post(&app, "/wordcheck", &words).await;
    assert_eq!((before.status, before.header("connection")), (200, ""));
    let ready = get(&app, "/health/ready").await;
    assert_eq!((ready.status, &ready.json()["draining"]), (200, &json!(false)));
    state.drain();
    let body = is_problem(&get(&app, "/health/ready").await, 503);
    assert_eq!((&body["ready"], &body["draining"]), (&json!(false), &json!(true)));
    assert_eq!((&body["store"], &body["lexicons"]["en_US"]), (&json!(true), &json!("ready")));
    for path in ["/health/live", "/daily/riddle/en_US/today", "/metrics", "/openapi.json"] {
        let answer = get(&app, path).await;
        assert_eq!((answer.status, answer.header("connection")), (200, "close"), "{path}");
    }
    let during = post(&app, "/wordcheck", &words).await;
    assert_eq!((during.status, during.header("connection")), (200, "close"));
    assert_eq!(during.body, before.body);
}

#[tokio::test]
async fn another_configuration_holds_from_the_next_request_on() {
    let first = configured("[limits]\nbody_bytes = 40").await;
    let old = app(first.clone());
    let words = Example::WORDCHECK.value();
    assert_eq!(post(&old, "/wordcheck", &words).await.status, 413);
    assert_eq!(get(&old, "/admin/riddles").await.status, 404);
    let text = format!("operator_key = {KEY:?}\n[cors]\norigins = [\"*\"]");
    let new = app(first.by(Config::read(&text).unwrap()));
    let answer = ask(&new, "GET", "/admin/riddles", &[("origin", "https://example.org")]).await;
    assert_eq!((answer.status, answer.header("access-control-allow-origin")), (401, "*"));
    assert_eq!(post(&new, "/wordcheck", &words).await.status, 200);
    // Counts and open resources stay: it is the same service.
    let metrics = String::from_utf8(get(&new, "/metrics").await.body).unwrap();
    let counted = "route=\"/wordcheck\",method=\"POST\",status=\"413\"} 1";
    assert!(metrics.contains(counted), "{metrics}");
    assert!(metrics.contains("quandary_log_lines_lost_total 0"), "{metrics}");
}

#[tokio::test]
async fn what_is_no_id_of_a_request_is_not_sent_back() {
    let app = app(state(Config::default()).await);
    let sent = async |id: &str| {
        let answer = ask(&app, "GET", "/health/live", &[("x-request-id", id)]).await;
        answer.header("x-request-id").to_owned()
    };
    assert_eq!(sent("An-id-of-7").await, "An-id-of-7");
    let long = "7".repeat(65);
    for wrong in ["", "<script>", "a b", "a;b", "\t", &long] {
        let drawn = sent(wrong).await;
        assert!(drawn.len() == 36 && drawn != wrong, "{wrong:?}: {drawn:?}");
    }
}
