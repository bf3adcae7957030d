//! A service for tests, with a clock set by them.

use crate::config::Config;
use crate::{AppState, app};
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, Request, StatusCode, header};
use crossword::locale::Locale;
use jiff::Timestamp;
use jiff::civil::{Date, date};
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use store::daily::Clock;
use store::stored_riddle::StoredRiddle;
use store::{ProjectSeed, Store};
use testing::database::sqlite;
use tower::ServiceExt;

/// The operator's key.
pub(super) const KEY: &str = "a key for tests only";
/// A day.
pub(super) const DAY: Date = date(2026, 12, 2);
/// A time at which nearly all places have this day.
const NOON: &str = "2026-12-02T11:30:00Z";

/// A service with a clock and a key.
pub(super) struct Service {
    pub(super) app: Router,
    pub(super) state: AppState,
    pub(super) clock: Arc<AtomicI64>,
    /// URL of the store, for tests that damage it; empty in others.
    pub(super) url: String,
}

impl Service {
    pub(super) fn new(store: Store) -> Self {
        Self::with(store, "daily = { search_seconds = 60 }")
    }

    /// A service whose searches are limited by attempts.
    pub(super) fn with(store: Store, config: &str) -> Self {
        let text = format!("operator_key = {KEY:?}\n{config}");
        let mut config = Config::read(&text).unwrap();
        config.daily.search_attempts = Some(300);
        let clock = Arc::new(AtomicI64::new(0));
        let state = AppState::new(config, store, Clock::Set(Arc::clone(&clock))).unwrap();
        let service = Self { app: app(state.clone()), state, clock, url: String::new() };
        service.set(NOON);
        service
    }

    pub(super) fn set(&self, now: &str) {
        let now: Timestamp = now.parse().unwrap();
        self.clock.store(now.as_second(), Ordering::Relaxed);
    }

    pub(super) async fn send(&self, request: Request<Body>) -> (StatusCode, HeaderMap, String) {
        let response = self.app.clone().oneshot(request).await.unwrap();
        let (status, headers) = (response.status(), response.headers().clone());
        let body = to_bytes(response.into_body(), 1 << 20).await.unwrap();
        (status, headers, String::from_utf8(body.to_vec()).unwrap())
    }

    pub(super) async fn get(&self, path: &str) -> (StatusCode, Value) {
        let request = Request::get(format!("/daily/riddle/{path}")).body(Body::empty()).unwrap();
        let (status, _, body) = self.send(request).await;
        (status, serde_json::from_str(&body).unwrap())
    }

    pub(super) async fn ok(&self, path: &str) -> Value {
        let (status, body) = self.get(path).await;
        assert_eq!(status, 200, "{path}: {body}");
        body
    }

    pub(super) async fn post(
        &self,
        path: &str,
        key: Option<&str>,
        body: Value,
    ) -> (StatusCode, Value) {
        let mut request = Request::post(path).header(header::CONTENT_TYPE, "application/json");
        if let Some(key) = key {
            request = request.header(header::AUTHORIZATION, format!("Bearer {key}"));
        }
        let (status, _, body) =
            self.send(request.body(Body::from(body.to_string())).unwrap()).await;
        (status, serde_json::from_str(&body).unwrap())
    }

    pub(super) async fn guess(&self, square: &str, word: &str) -> Value {
        let path = "/daily/riddle/en_US/2026-12-02/guess";
        let (status, body) = self.post(path, None, json!({"square": square, "move": word})).await;
        assert_eq!(status, 200, "{body}");
        body
    }

    pub(super) async fn entries(&self) -> Vec<StoredRiddle> {
        let kept = self.state.store.day(Locale::EnUs, DAY).await.unwrap().into_entries();
        kept.into_iter().map(|kept| kept.stored).collect()
    }
}

pub(crate) fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_multi_thread().worker_threads(4).enable_all().build().unwrap()
}

/// Runs a test on a service with a new SQLite store.
pub(super) fn served<F: Future<Output = ()>>(test: impl FnOnce(Service) -> F) {
    let folder = tempfile::tempdir().unwrap();
    runtime().block_on(async {
        let secret = ProjectSeed::new(b"a project seed for tests").unwrap();
        let url = sqlite(folder.path(), "a.db");
        let service = Service::new(Store::open(&url, Some(secret)).await.unwrap());
        test(Service { url, ..service }).await;
    });
}
