//! Tests of the whole service without a socket: every resource, every status.

use super::config::Config;
use super::metrics::{Gauge, Lane};
use super::openapi::Example;
use super::{AppState, app};
use axum::Router;
use axum::body::{Body, Bytes, HttpBody, to_bytes};
use axum::extract::ConnectInfo;
use axum::http::{HeaderMap, Method, Request};
use hyper::body::{Frame, SizeHint};
use serde_json::{Value, json};
use std::convert::Infallible;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::atomic::Ordering;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};
use store::Store;
use store::daily::Clock;
use testing::database::sqlite;
use tower::ServiceExt;

/// An answer.
pub(super) struct Answer {
    pub(super) status: u16,
    headers: HeaderMap,
    pub(super) body: Vec<u8>,
}

impl Answer {
    pub(super) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap()
    }

    pub(super) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }
}

pub(super) fn request(method: Method, path: &str, body: impl Into<Body>) -> Request<Body> {
    let request = Request::builder().method(method).uri(path);
    request.header("content-type", "application/json").body(body.into()).unwrap()
}

pub(super) async fn send(app: &Router, request: Request<Body>) -> Answer {
    let response = app.clone().oneshot(request).await.unwrap();
    let (parts, body) = response.into_parts();
    let body = to_bytes(body, usize::MAX).await.unwrap().to_vec();
    Answer { status: parts.status.as_u16(), headers: parts.headers, body }
}

pub(super) async fn post(app: &Router, path: &str, body: &Value) -> Answer {
    send(app, request(Method::POST, path, body.to_string())).await
}

pub(super) async fn get(app: &Router, path: &str) -> Answer {
    send(app, request(Method::GET, path, "")).await
}

thread_local! {
    /// Folder of the stores of a test; deleted with its thread.
    static FOLDER: tempfile::TempDir = tempfile::tempdir().unwrap();
}

/// The state of a service with an empty store.
pub(super) async fn state(config: Config) -> AppState {
    let url = FOLDER.with(|folder| sqlite(folder.path(), "a.db"));
    AppState::new(config, Store::open(&url, None).await.unwrap(), Clock::System).unwrap()
}

pub(super) async fn service() -> Router {
    app(state(Config::default()).await)
}

#[tokio::test]
async fn a_riddle_has_the_shape_of_the_contract_and_is_the_same_again() {
    let app = service().await;
    let asked = json!({"locale": "en", "board_type": "explo", "seed": 3, "attempts": 200});
    let answer = post(&app, "/riddle", &asked).await;
    assert_eq!(answer.status, 200, "{}", answer.json());
    let riddle = answer.json();
    let fields: Vec<&str> = riddle.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(fields, ["board", "blanks", "rack", "solution", "analysis", "provenance"]);
    assert_eq!(riddle["board"].as_array().unwrap().len(), 15);
    assert_eq!(
        (&riddle["provenance"]["seed"], &riddle["provenance"]["profile"]),
        (&json!(3), &json!("design"))
    );
    let open = json!({"locale": "en", "seed": 3, "attempts": 200, "profile": "open"});
    let open = post(&app, "/riddle", &open).await;
    assert_eq!((open.status, &open.json()["provenance"]["profile"]), (200, &json!("open")));
    let unknown = post(&app, "/riddle", &json!({"locale": "en", "profile": "best"})).await.json();
    assert!(unknown.to_string().contains("design, daily, open"), "{unknown}");
    assert_eq!(post(&app, "/riddle", &asked).await.body, answer.body);
    let again = |attempt: &Value| json!({"locale": "en_US", "boardType": "explo", "seed": 3, "attempt": attempt});
    let alone = post(&app, "/riddle", &again(&riddle["provenance"]["attempt"])).await;
    assert_eq!((alone.status, alone.header("x-attempts")), (200, "1"));
    assert_eq!(alone.body, answer.body);
    let mut none = again(&riddle["provenance"]["attempt"]);
    let word = riddle["solution"]["move"].as_str().unwrap().replace('?', "");
    for (field, value) in [("ban", json!([word.to_uppercase()])), ("difficulty", json!("0..0"))] {
        none[field] = value;
        let none = post(&app, "/riddle", &none).await;
        let rejects = none.json()["rejects"].as_object().map(serde_json::Map::len);
        assert_eq!((none.status, rejects), (503, Some(1)), "{field}");
    }
    let wrong = [
        (json!({}), "locale"),
        (json!({"locale": "en_AU"}), "locale"),
        (json!({"locale": "en", "boardType": "super"}), "boardType"),
        (json!({"locale": "en", "profile": "best"}), "profile"),
        (json!({"locale": "en", "timeLimitSeconds": 0}), "timeLimitSeconds"),
        (json!({"locale": "en", "timeLimitSeconds": "long"}), "timeLimitSeconds"),
        (json!({"locale": "en", "attempts": 0}), "attempts"),
        (json!({"locale": "en", "attempts": 2, "attempt": 0}), "attempts"),
        (json!({"locale": "en", "difficulty": "45..30"}), "difficulty"),
        (json!({"locale": "en", "seed": 1_u64 << 53}), "seed"),
        (json!({"locale": "en", "seeds": 1}), "seeds"),
    ];
    for (asked, field) in wrong {
        let answer = post(&app, "/riddle", &asked).await;
        assert_eq!((answer.status, answer.json()["field"].as_str()), (422, Some(field)), "{asked}");
    }
}

#[tokio::test]
async fn nothing_found_and_a_cut_limit_are_said() {
    let limits = super::config::Limits { search_seconds: 30, ..Default::default() };
    let app = app(state(Config { limits, ..Config::default() }).await);
    let asked = json!({"locale": "en", "profile": "daily", "attempts": 1, "seed": 1, "timeLimitSeconds": 30});
    let answer = post(&app, "/riddle", &asked).await;
    assert_eq!(answer.status, 503);
    assert_eq!(
        answer.json()["error"],
        "Could not generate a suitable riddle in the allotted time."
    );
    assert!(answer.json()["rejects"].is_object());
    let asked = json!({"locale": "en", "attempts": 300, "timeLimitSeconds": 1e300});
    let answer = post(&app, "/riddle", &asked).await;
    assert_eq!((answer.status, answer.header("x-time-limit-seconds")), (200, "30"));
}

#[tokio::test]
async fn plays_and_words() {
    let app = service().await;
    let answer = post(&app, "/moves", &Example::MOVES.value()).await.json();
    assert_eq!((&answer["count"], answer["moves"].as_array().unwrap().len()), (&json!(1899), 3));
    assert_eq!(answer["moves"][0], json!({"co": "8A", "w": "resinata", "sc": 77}));
    let mut asked = Example::MOVES.value();
    asked["rack"] = json!("zz");
    assert_eq!(post(&app, "/moves", &asked).await.status, 422);
    asked["rack"] = json!("a!");
    assert_eq!(post(&app, "/moves", &asked).await.json()["field"], "rack");
    asked["board"] = json!(["."]);
    assert_eq!(post(&app, "/moves", &asked).await.json()["field"], "board");
    let answer = post(&app, "/wordcheck", &Example::WORDCHECK.value()).await.json();
    let expect = json!({"ok": false, "valid": [["cat", true], ["xyzzy", false]], "word": "cat"});
    assert_eq!(answer, expect);
    for words in [json!([]), json!(vec!["a"; 17])] {
        let answer = post(&app, "/wordcheck", &json!({"locale": "en", "words": words})).await;
        assert_eq!((answer.status, &answer.json()["field"]), (422, &json!("words")));
    }
}

#[tokio::test]
async fn whatever_is_no_request_has_its_status() {
    let app = service().await;
    let status =
        async |body: Body| send(&app, request(Method::POST, "/wordcheck", body)).await.status;
    assert_eq!(status("{\"locale\":".into()).await, 400);
    assert_eq!(status("[".repeat(60_000).into()).await, 422);
    assert_eq!(status(" ".repeat(70_000).into()).await, 413);
    let level = request(Method::POST, "/level/check", " ".repeat(70_000));
    assert_eq!(send(&app, level).await.status, 400, "levels may be larger");
    let level = request(Method::POST, "/level/check", " ".repeat(4_200_000));
    assert_eq!(send(&app, level).await.status, 413);
    let plain = Request::post("/riddle").body(Body::from("{}")).unwrap();
    assert_eq!(send(&app, plain).await.status, 415);
    assert_eq!(
        get(&app, "/nothing").await.json()["error"].as_str().map(str::is_empty),
        Some(false)
    );
    let other = get(&app, "/riddle").await;
    assert_eq!((other.status, other.header("allow")), (405, "POST"));
    assert!(!other.header("x-request-id").is_empty() && other.json()["error"].is_string());
}

#[tokio::test]
async fn health_and_documents() {
    let app = service().await;
    assert_eq!(get(&app, "/health/live").await.json()["status"], "live");
    assert_eq!(get(&app, "/health/ready").await.status, 503);
    post(&app, "/wordcheck", &Example::WORDCHECK.value()).await;
    let ready = get(&app, "/health/ready").await;
    assert_eq!((ready.status, &ready.json()["lexicons"]["en_US"]), (200, &json!("ready")));
    let metrics = String::from_utf8(get(&app, "/metrics").await.body).unwrap();
    assert!(
        metrics.contains("route=\"/wordcheck\",method=\"POST\",status=\"200\"} 1"),
        "{metrics}"
    );
    assert_eq!(get(&app, "/docs/").await.status, 200);
    let document = get(&app, "/openapi.json").await.json();
    assert_eq!(document["openapi"], "3.1.0");
    for (path, item) in document["paths"].as_object().unwrap() {
        for operation in item.as_object().unwrap().values() {
            assert!(operation["responses"]["500"].is_object(), "{path}");
        }
    }
    for (name, schema) in document["components"]["schemas"].as_object().unwrap() {
        for target in references(schema) {
            assert!(document.pointer(&target[1..]).is_some(), "{name}: {target}");
        }
    }
}

fn references(schema: &Value) -> Vec<String> {
    match schema {
        Value::Object(fields) => fields
            .iter()
            .flat_map(|(name, value)| match value.as_str() {
                Some(target) if name == "$ref" => vec![target.to_owned()],
                _ => references(value),
            })
            .collect(),
        Value::Array(items) => items.iter().flat_map(references).collect(),
        _ => Vec::new(),
    }
}

#[tokio::test]
async fn a_client_that_hangs_up_cancels_its_search() {
    let state = state(Config::default()).await;
    let app = app(state.clone());
    post(&app, "/wordcheck", &Example::WORDCHECK.value()).await;
    let asked = json!({"locale": "en_US", "timeLimitSeconds": 50});
    let own = app.clone();
    let search = tokio::spawn(async move { post(&own, "/riddle", &asked).await.status });
    let running = async |n: i64| {
        let begin = Instant::now();
        while state.metrics.get(Gauge::Running(Lane::Riddles)) != n {
            // Earlier than the search would end by itself.
            assert!(begin.elapsed() < Duration::from_secs(40));
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    };
    running(1).await;
    assert_eq!(get(&app, "/health/live").await.status, 200, "others are answered");
    search.abort();
    running(0).await;
}

#[tokio::test]
async fn too_much_at_once_is_refused_at_once() {
    let mut config = Config::default();
    (config.pool.permits, config.pool.queue) = (1, 0);
    let state = state(config).await;
    let app = app(state.clone());
    // No permit is free until the end of the test.
    let (pool, limit) = (state.pool.clone(), Duration::from_secs(60));
    let held = tokio::spawn(async move {
        let wait = |token: &super::pool::WorkToken| {
            while !token.cancel().load(Ordering::Relaxed) {
                std::thread::sleep(Duration::from_millis(1));
            }
        };
        pool.run(limit, wait).await.is_ok()
    });
    while state.metrics.get(Gauge::Running(Lane::Heavy)) == 0 {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    let refused = post(&app, "/dungeon", &Example::DUNGEON.value()).await;
    assert_eq!((refused.status, refused.header("retry-after")), (503, "1"));
    let moves = post(&app, "/moves", &Example::MOVES.value()).await;
    assert_eq!(moves.status, 200, "what takes a moment has permits of its own");
    let riddle = json!({"locale": "en_US", "attempts": 100, "timeLimitSeconds": 60});
    assert_eq!(
        post(&app, "/riddle", &riddle).await.status,
        200,
        "riddles have threads of their own"
    );
    state.stop();
    assert!(held.await.unwrap());
}

#[tokio::test]
async fn clients_have_a_share_each() {
    let text = "[rate]\nper_minute = 1\nburst = 2\ntrusted_proxies = [\"10.0.0.1\"]";
    let app = app(state(toml::from_str(text).unwrap()).await);
    let ask = async |path: &str, peer: &str, forwarded: &str| {
        let mut asked = request(Method::POST, path, "{}");
        let peer: SocketAddr = format!("{peer}:5000").parse().unwrap();
        asked.extensions_mut().insert(ConnectInfo(peer));
        asked.headers_mut().insert("x-forwarded-for", forwarded.parse().unwrap());
        send(&app, asked).await
    };
    for expect in [422, 422, 429, 429] {
        assert_eq!(ask("/wordcheck", "10.0.0.1", "1.2.3.4").await.status, expect);
    }
    let refused = ask("/riddle", "10.0.0.1", "1.2.3.4").await;
    assert!(
        refused.status == 429 && !refused.header("retry-after").is_empty(),
        "one share for all"
    );
    assert!(refused.json()["error"].is_string());
    assert_eq!(ask("/wordcheck", "10.0.0.1", "1.2.3.5").await.status, 422);
    for (forwarded, expect) in [("1.1.1.1", 422), ("1.1.1.2", 422), ("1.1.1.3", 429)] {
        assert_eq!(ask("/wordcheck", "9.9.9.9", forwarded).await.status, expect, "{forwarded}");
    }
    for _ in 0..5 {
        assert_eq!(get(&app, "/health/live").await.status, 200);
    }
}

#[tokio::test]
async fn slow_bodies_and_other_origins() {
    let text = "[timeouts]\nbody_seconds = 1\n[cors]\norigins = [\"https://example.org\"]";
    let app = app(state(toml::from_str(text).unwrap()).await);
    let never = axum::body::Body::new(Never::default());
    assert_eq!(send(&app, request(Method::POST, "/riddle", never)).await.status, 408);
    let ask = async |origin: &str| {
        let mut asked = request(Method::GET, "/health/live", "");
        asked.headers_mut().insert("origin", origin.parse().unwrap());
        send(&app, asked).await.header("access-control-allow-origin").to_owned()
    };
    assert_eq!(ask("https://example.org").await, "https://example.org");
    assert_eq!(ask("https://example.com").await, "");
    assert_eq!(
        get(&service().await, "/health/live").await.header("access-control-allow-origin"),
        ""
    );
}

/// A body that never ends.
#[derive(Default)]
pub(crate) struct Never {
    /// The bytes that arrive.
    pub(crate) first: Bytes,
    /// Its declared length, if any.
    pub(crate) said: Option<u64>,
}

impl HttpBody for Never {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        match std::mem::take(&mut self.first) {
            first if first.is_empty() => Poll::Pending,
            first => Poll::Ready(Some(Ok(Frame::data(first)))),
        }
    }

    fn size_hint(&self) -> SizeHint {
        self.said.map_or_else(SizeHint::default, SizeHint::with_exact)
    }
}
