//! Tests of a client's shares of connections, answers and store reads, while others are served.

use super::app;
use super::clients::Client;
use super::config::Config;
use super::days::TURN;
use super::openapi::Example;
use super::server::Server;
use super::tests::{post, request, send, state};
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::ConnectInfo;
use axum::http::{Method, Request};
use axum::response::Response;
use serde_json::json;
use std::net::SocketAddr;
use std::time::{Duration, Instant};
use store::Store;
use testing::database::sqlite;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tower::ServiceExt;

/// A request of a client, through a proxy or direct.
fn from(client: u8, proxy: Option<u8>, mut asked: Request<Body>) -> Request<Body> {
    let peer = SocketAddr::from(([10, 0, 0, proxy.unwrap_or(client)], 5000));
    asked.extensions_mut().insert(ConnectInfo(peer));
    let forwarded = format!("10.0.0.{client}").parse().unwrap();
    asked.headers_mut().insert("x-forwarded-for", forwarded);
    asked
}

fn get(client: u8, path: &str) -> Request<Body> {
    from(client, None, request(Method::GET, path, ""))
}

/// All plays of a position.
fn moves(client: u8, gzip: bool) -> Request<Body> {
    let mut asked = Example::MOVES.value();
    asked["limit"] = json!(null);
    let mut asked = from(client, None, request(Method::POST, "/moves", asked.to_string()));
    if gzip {
        asked.headers_mut().insert("accept-encoding", "gzip".parse().unwrap());
    }
    asked
}

/// An answer that is not read.
async fn unread(app: &Router, asked: Request<Body>) -> Response {
    app.clone().oneshot(asked).await.unwrap()
}

fn config(text: &str) -> Config {
    Config::read(text).unwrap()
}

#[tokio::test]
async fn who_does_not_read_its_answers_gets_no_more_of_them() {
    // One client's share of 512 KiB is 64 KiB, nearly the size of an answer.
    let app = app(state(config("[limits]\nall_answers_bytes = 524288")).await);
    while post(&app, "/wordcheck", &Example::WORDCHECK.value()).await.status == 503 {}
    for gzip in [false, true] {
        let first = unread(&app, moves(1, gzip)).await;
        assert_eq!(first.status(), 200);
        let refused = send(&app, moves(1, gzip)).await;
        assert_eq!((refused.status, refused.header("retry-after")), (503, "30"), "gzip: {gzip}");
        let words = refused.json()["detail"].to_string();
        assert!(words.contains("has not read the answers"), "{words}");
        assert_eq!(send(&app, get(1, "/health/live")).await.status, 200, "small ones are given");
        let others: Vec<_> =
            [unread(&app, moves(2, gzip)).await, unread(&app, moves(3, gzip)).await]
                .iter()
                .map(|other| other.status().as_u16())
                .collect();
        assert_eq!(others, [200, 200]);
        let read = to_bytes(first.into_body(), usize::MAX).await.unwrap();
        drop(read);
        assert_eq!(send(&app, moves(1, gzip)).await.status, 200, "gzip: {gzip}");
    }
}

#[tokio::test]
async fn nothing_large_is_made_for_who_has_much_to_read() {
    let state = state(config("[limits]\nall_answers_bytes = 800")).await;
    let app = app(state.clone());
    let _unread = state.answers.take(Client::at([10, 0, 0, 1].into()), 51).unwrap();
    // The search would take the longest time if it began.
    let asked = json!({"rooms": 12, "time": 60}).to_string();
    let asked = from(1, None, request(Method::POST, "/dungeon", asked));
    let refused = send(&app, asked).await;
    assert_eq!((refused.status, refused.header("retry-after")), (503, "30"));
    assert!(refused.json()["detail"].to_string().contains("has not read"));
}

#[tokio::test]
async fn all_clients_together_have_so_much_room_for_answers() {
    let app = app(state(config("[limits]\nall_answers_bytes = 131072")).await);
    while post(&app, "/wordcheck", &Example::WORDCHECK.value()).await.status == 503 {}
    let held = [unread(&app, moves(1, false)).await, unread(&app, moves(2, false)).await];
    assert!(held.iter().all(|answer| answer.status() == 200));
    let refused = send(&app, moves(3, false)).await;
    assert_eq!(refused.status, 503);
    assert!(refused.json()["detail"].to_string().contains("Too many large answers"));
    drop(held);
    assert_eq!(send(&app, moves(3, false)).await.status, 200);
}

#[tokio::test]
async fn behind_a_proxy_a_client_has_its_share_of_requests() {
    let text = "client_connections = 2\n[rate]\ntrusted_proxies = [\"10.0.0.9\"]";
    let app = app(state(config(text)).await);
    let ask = |client| from(client, Some(9), request(Method::GET, "/health/live", ""));
    let held = [unread(&app, ask(1)).await, unread(&app, ask(1)).await];
    let refused = send(&app, ask(1)).await;
    assert_eq!((refused.status, refused.header("retry-after")), (429, "1"));
    assert_eq!(send(&app, ask(2)).await.status, 200, "another client of the proxy");
    drop(held);
    assert_eq!(send(&app, ask(1)).await.status, 200);
    for _ in 0..3 {
        // Direct clients are counted by connections instead.
        let direct = unread(&app, get(3, "/health/live")).await;
        assert_eq!(direct.status(), 200);
    }
}

#[tokio::test]
async fn one_client_reads_half_of_what_is_read_from_the_store_at_one_time() {
    let state = state(Config::default()).await;
    let app = app(state.clone());
    let day = "/daily/riddle/en_US/2020-01-01";
    let paths = [
        day.to_owned(),
        format!("{day}/solution"),
        format!("{day}/hint/1"),
        "/daily/riddle/en_US?from=2020-01-01&to=2020-01-02".to_owned(),
    ];
    let own = Client::at([10, 0, 0, 1].into());
    let mut turns = Vec::new();
    while let Ok(turn) = state.reads.turn(own, Duration::ZERO).await {
        turns.push(turn);
    }
    assert_eq!(turns.len(), 3);
    let refused = paths.clone().map(|path| {
        let (app, asked) = (app.clone(), get(1, &path));
        tokio::spawn(async move { send(&app, asked).await })
    });
    let begin = Instant::now();
    for path in &paths {
        let expect = if path.contains('?') { 200 } else { 404 };
        assert_eq!(send(&app, get(2, path)).await.status, expect, "{path}");
    }
    let ready = send(&app, get(1, "/health/ready")).await.json();
    assert_eq!(ready["store"], true, "{ready}");
    for answer in refused {
        let answer = answer.await.unwrap();
        assert_eq!(answer.status, 503);
        assert!(!answer.header("retry-after").is_empty());
    }
    assert!(begin.elapsed() >= TURN, "they waited for their turn");
    drop(turns);
    assert_eq!(send(&app, get(1, day)).await.status, 404);
}

#[cfg(unix)]
#[tokio::test]
async fn a_store_whose_file_is_gone_keeps_nothing_and_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let key = "a key for tests only";
    let store = Store::open(&sqlite(folder.path(), "gone.db"), None).await.unwrap();
    let config = config(&format!("operator_key = {key:?}"));
    let app = app(super::AppState::new(config, store, store::daily::Clock::System).unwrap());
    let ban = async || {
        let words = json!({"locale": "en_US", "words": ["cat"]}).to_string();
        let mut asked = request(Method::POST, "/admin/riddles/ban", words);
        asked.headers_mut().insert("authorization", format!("Bearer {key}").parse().unwrap());
        send(&app, asked).await.status
    };
    let is_well = async || send(&app, get(1, "/health/ready")).await.json()["store"].clone();
    assert_eq!((ban().await, is_well().await), (200, json!(true)));
    std::fs::remove_file(folder.path().join("gone.db")).unwrap();
    assert_eq!((ban().await, is_well().await), (503, json!(false)));
}

/// A connection from an address of this machine.
async fn connect(from: [u8; 4], to: SocketAddr) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind(SocketAddr::from((from, 0))).unwrap();
    socket.connect(to).await.unwrap()
}

/// The beginning of the answer to a request on a persistent connection; empty without an answer.
async fn asked(stream: &mut TcpStream) -> String {
    let _ = stream.write_all(b"GET /health/live HTTP/1.1\r\nHost: here\r\n\r\n").await;
    let mut answer = vec![0; 2000];
    let read = stream.read(&mut answer).await.unwrap_or_default();
    String::from_utf8_lossy(&answer[..read]).into_owned()
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn one_client_has_its_share_of_connections() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&sqlite(folder.path(), "a.db"), None).await.unwrap();
    let config = config("listen = \"127.0.0.1:0\"\nclient_connections = 2");
    let server = Server::bind(config, store, std::sync::Arc::default()).await.unwrap();
    let at = server.address().unwrap();
    let taking = tokio::spawn(async move { server.take().await });
    let (one, other) = ([127, 0, 0, 1], [127, 0, 0, 2]);
    let mut held = [connect(one, at).await, connect(one, at).await];
    for stream in &mut held {
        assert!(asked(stream).await.starts_with("HTTP/1.1 200"));
    }
    // A refused connection closes at once, so the request may arrive too late for the answer to be read.
    let refused = asked(&mut connect(one, at).await).await;
    assert!(refused.is_empty() || refused.starts_with("HTTP/1.1 429"), "{refused}");
    assert!(asked(&mut connect(other, at).await).await.starts_with("HTTP/1.1 200"));
    for stream in &mut held {
        assert!(asked(stream).await.starts_with("HTTP/1.1 200"), "those that it has are served");
    }
    drop(held);
    let begin = Instant::now();
    while !asked(&mut connect(one, at).await).await.starts_with("HTTP/1.1 200") {
        assert!(begin.elapsed() < Duration::from_secs(20), "a place is not given back");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    taking.abort();
}
