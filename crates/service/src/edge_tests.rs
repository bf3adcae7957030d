//! Tests of permissions and client limits, without a socket.

use super::clients::Client;
use super::config::Config;
use super::daily_tests::runtime;
use super::metrics::{Gauge, Lane};
use super::openapi::Example;
use super::tests::{Answer, Never, get, post, request, send, service, state};
use super::{AppState, app};
use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{Method, Request};
use crossword::locale::Locale;
use jiff::Timestamp;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::time::{Duration, Instant};
use store::{Act, ProjectSeed, Scope, Store};
use testing::database::{Postgres, sqlite};
use tokio::task::JoinHandle;
use unicode_normalization::UnicodeNormalization;

/// A key of an operator without a name.
const KEY: &str = "a key for tests only";

/// A client by its number.
fn client(n: u8) -> Client {
    Client::at([10, 0, 0, n].into())
}

/// Sends a request as a client.
async fn send_as(app: &Router, client: u8, mut asked: Request<Body>) -> Answer {
    asked.extensions_mut().insert(ConnectInfo(SocketAddr::from(([10, 0, 0, client], 5000))));
    send(app, asked).await
}

async fn post_as(app: &Router, client: u8, path: &str, body: &Value) -> Answer {
    send_as(app, client, request(Method::POST, path, body.to_string())).await
}

/// Waits until the English lexicon is open.
async fn opened(app: &Router) {
    while post(app, "/wordcheck", &Example::WORDCHECK.value()).await.status == 503 {}
}

/// Sends a request without waiting for the answer.
fn begin(app: &Router, client: u8, path: &'static str, body: &Value) -> JoinHandle<Answer> {
    let (app, body) = (app.clone(), body.clone());
    tokio::spawn(async move { post_as(&app, client, path, &body).await })
}

/// Sends a request with or without a key.
async fn with_key(app: &Router, client: u8, path: &str, key: Option<&str>) -> Answer {
    let mut asked = request(Method::GET, path, "");
    if let Some(key) = key {
        let bearer = format!("Bearer {key}").parse().unwrap();
        asked.headers_mut().insert("authorization", bearer);
    }
    send_as(app, client, asked).await
}

async fn until(state: &AppState, gauge: Gauge, value: i64) {
    let begin = Instant::now();
    while state.metrics.get(gauge) != value {
        assert!(begin.elapsed() < Duration::from_secs(20), "{gauge:?} is not {value}");
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
}

fn retry_after(answer: &Answer) -> u64 {
    answer.header("retry-after").parse().unwrap()
}

fn config(text: &str) -> Config {
    Config::read(text).unwrap()
}

const SOLUTION: &str = "/daily/riddle/en_US/2020-01-01/solution";
const SCHEDULE: &str = "/admin/riddles?locale=en_US&from=2026-12-01&to=2026-12-02";

#[tokio::test]
async fn wrong_keys_are_counted_wherever_they_are_shown() {
    let state = state(config(&format!("operator_key = {KEY:?}"))).await;
    let app = app(state.clone());
    let mut statuses = Vec::new();
    for n in 0..40 {
        let path = if n % 2 == 0 { SOLUTION } else { SCHEDULE };
        statuses.push(with_key(&app, 1, path, Some(&format!("guess {n}"))).await.status);
    }
    assert_eq!(statuses[..6], [401; 6], "mistypes cost nothing");
    // Each further checked key doubles the pause until the next, however slow the machine.
    let looked_at = statuses.iter().filter(|&&status| status == 401).count();
    assert!(looked_at <= 12 && statuses.iter().all(|status| [401, 429].contains(status)));
    // Enough wrong keys for a pause of minutes, longer than the rest of this test.
    for minutes in 1..9 {
        let later = Instant::now() + Duration::from_secs(60 * minutes);
        state.failures.look(client(1), later, || None::<()>);
    }
    for path in [SOLUTION, SCHEDULE] {
        for key in ["another guess", KEY] {
            let refused = with_key(&app, 1, path, Some(key)).await;
            assert!(refused.status == 429 && retry_after(&refused) > 60, "{path} {key}");
        }
    }
    // A request without a key is no guess, and other clients are not affected.
    assert_eq!(with_key(&app, 1, SCHEDULE, None).await.status, 401);
    assert_eq!(with_key(&app, 1, SOLUTION, None).await.status, 404);
    // Credentials for a proxy are no key and no guess.
    for (path, expect) in [(SOLUTION, 404), (SCHEDULE, 401)] {
        let mut asked = request(Method::GET, path, "");
        asked.headers_mut().insert("authorization", "Basic dXNlcjpwYXNz".parse().unwrap());
        assert_eq!(send_as(&app, 3, asked).await.status, expect, "{path}");
    }
    assert_eq!(with_key(&app, 2, SCHEDULE, Some(KEY)).await.status, 200);
    assert_eq!(with_key(&app, 2, SOLUTION, Some(KEY)).await.status, 404);
    let metrics = state.metrics.render();
    let (wrong, unseen) = (looked_at, 40 - looked_at + 4);
    for (outcome, times) in [("wrong", wrong), ("unseen", unseen), ("right", 2)] {
        let line = format!("quandary_operator_keys_total{{outcome=\"{outcome}\"}} {times}");
        assert!(metrics.contains(&line), "{line}\n{metrics}");
    }
}

#[tokio::test]
async fn without_keys_nothing_of_the_operators_is_there() {
    let app = service().await;
    for _ in 0..20 {
        for path in [SCHEDULE, "/admin/audit", SOLUTION] {
            assert_eq!(with_key(&app, 1, path, Some("a guess")).await.status, 404, "{path}");
        }
    }
}

#[test]
fn what_operators_do_is_written_down_under_their_names() {
    let folder = tempfile::tempdir().unwrap();
    let server = Postgres::start();
    let urls = [Some(sqlite(folder.path(), "a.db")), server.as_ref().map(|s| s.database("audit"))];
    for url in urls.into_iter().flatten() {
        // A fixed seed with which so few attempts find a riddle.
        let secret = ProjectSeed::new(b"a project seed for tests").unwrap();
        runtime()
            .block_on(async { audited(&Store::open(&url, Some(secret)).await.unwrap()).await });
    }
}

/// Acts of two operators on a day, and of a client without a key.
async fn audited(store: &Store) {
    let [anna, own] = ["a key of anna's, long enough", KEY];
    let hash = super::secret::KeyHash::of(anna.as_bytes()).text();
    let text =
        format!("operator_key = {own:?}\n[[operator]]\nname = \"anna\"\nkey_sha256 = {hash:?}");
    let state = AppState::new(config(&text), store.clone(), store::daily::Clock::System).unwrap();
    let app = app(state.clone());
    let act = async |key: &str, path: &str, body: Value| {
        let path = format!("/admin/riddles/{path}");
        let mut asked = request(Method::POST, &path, body.to_string());
        asked.headers_mut().insert("authorization", format!("Bearer {key}").parse().unwrap());
        send_as(&app, 1, asked).await.status
    };
    let day = |date: &str| json!({"locale": "en_US", "date": date});
    let days = json!({"locale": "en_US", "from": "2030-01-01", "to": "2030-01-02", "attempts": 300, "timeLimitSeconds": 20});
    assert_eq!(act(anna, "make", days.clone()).await, 200);
    assert_eq!(act(own, "make", days).await, 200);
    assert_eq!(act(own, "approve", day("2030-01-02")).await, 200);
    let mut replace = day("2030-01-02");
    replace["attempts"] = json!(300);
    replace["timeLimitSeconds"] = json!(20);
    assert_eq!(act(anna, "replace", replace).await, 200);
    let ban = json!({"locale": "is", "words": ["Hestur", "o\u{301}s"]});
    assert_eq!(act(anna, "ban", ban.clone()).await, 200);
    assert_eq!(act(own, "approve", day("2031-01-01")).await, 404);
    assert_eq!(act("somebody's guess", "ban", ban).await, 401);
    let expect = [
        json!([null, "ban", null, null, null, "refused", null]),
        json!(["default", "approve", "en_US", "2031-01-01", null, "failed", "404"]),
        json!(["anna", "ban", "is_IS", null, null, "done", "hestur ós"]),
        json!(["anna", "replace", "en_US", "2030-01-02", 2, "done", null]),
        json!(["default", "approve", "en_US", "2030-01-02", 1, "done", null]),
        json!(["default", "make", "en_US", "2030-01-02", 1, "there", null]),
        json!(["default", "make", "en_US", "2030-01-01", 1, "there", null]),
        json!(["anna", "make", "en_US", "2030-01-02", 1, "done", null]),
        json!(["anna", "make", "en_US", "2030-01-01", 1, "done", null]),
    ];
    // A refusal does not wait for its audit entry.
    let begin = Instant::now();
    let acts = loop {
        let told = with_key(&app, 1, "/admin/audit", Some(own)).await;
        assert_eq!(told.status, 200, "{}", told.json());
        let acts = told.json()["acts"].as_array().unwrap().clone();
        if acts.len() >= expect.len() {
            break acts;
        }
        assert!(begin.elapsed() < Duration::from_secs(10), "{acts:?}");
        tokio::time::sleep(Duration::from_millis(10)).await;
    };
    let fields = ["operator", "act", "locale", "date", "revision", "outcome", "detail"];
    let row = |act: &Value| fields.iter().map(|field| act[field].clone()).collect::<Value>();
    let sorted = |mut rows: Vec<Value>| {
        // Rows of one request have the same time and so no order.
        rows.sort_by_key(Value::to_string);
        rows
    };
    assert_eq!(sorted(acts.iter().map(row).collect()), sorted(expect.to_vec()));
    let times: Vec<_> = acts.iter().map(|act| act["at"].as_str().unwrap()).collect();
    assert!(times.is_sorted_by(|one, next| one >= next), "the last first: {times:?}");
    let asked =
        async |query: &str| with_key(&app, 1, &format!("/admin/audit?{query}"), Some(own)).await;
    assert_eq!(asked("limit=2").await.json()["acts"].as_array().unwrap().len(), 2);
    assert_eq!(asked("from=2020-01-01&to=2020-02-01").await.json()["acts"], json!([]));
    for (query, field) in
        [("limit=0", "limit"), ("limit=1001", "limit"), ("from=2020-02-01&to=2020-01-01", "from")]
    {
        let wrong = asked(query).await;
        assert_eq!((wrong.status, &wrong.json()["field"]), (422, &json!(field)), "{query}");
    }
}

/// The key is removed from the configuration while its work waits for a thread.
#[tokio::test]
async fn a_key_that_is_taken_out_ends_what_it_has_begun() {
    let folder = tempfile::tempdir().unwrap();
    // A fixed seed with which so few attempts find a riddle.
    let secret = ProjectSeed::new(b"a project seed for tests").unwrap();
    let store = Store::open(&sqlite(folder.path(), "a.db"), Some(secret)).await.unwrap();
    let text = format!("operator_key = {KEY:?}\n[pool]\npermits = 1");
    let state = AppState::new(config(&text), store.clone(), store::daily::Clock::System).unwrap();
    let app = app(state.clone());
    let asked = |day: &str, name: &str| json!({"locale": "en_US", name: day, "attempts": 300, "timeLimitSeconds": 25});
    let made = act(&app, "make", &asked("2030-01-01", "from")).await.json();
    assert_eq!(made["riddles"][0]["outcome"], "made", "{made}");
    for (path, body) in
        [("make", asked("2030-01-02", "from")), ("replace", asked("2030-01-01", "date"))]
    {
        let held = state.pool.turn(client(9), Duration::from_secs(60)).await.unwrap();
        let own = app.clone();
        let begun = tokio::spawn(async move { act(&own, path, &body).await.status });
        until(&state, Gauge::Waiting(Lane::Heavy), 1).await;
        let _ = state.by(config("operator_key = \"another key for tests\""));
        drop(held);
        assert_eq!(begun.await.unwrap(), 401, "{path}");
        let _ = state.by(config(&text));
        let [first, last] = ["2030-01-01", "2030-01-03"].map(|day| day.parse().unwrap());
        let entries = store.days(Locale::EnUs, first, last).await.unwrap().into_entries();
        assert_eq!(entries.len(), 1, "{path}");
    }
}

/// An act of the operator.
async fn act(app: &Router, path: &str, body: &Value) -> Answer {
    let mut asked = request(Method::POST, &format!("/admin/riddles/{path}"), body.to_string());
    asked.headers_mut().insert("authorization", format!("Bearer {KEY}").parse().unwrap());
    send(app, asked).await
}

#[tokio::test]
async fn no_act_is_done_that_cannot_be_written_down() {
    let folder = tempfile::tempdir().unwrap();
    let url = sqlite(folder.path(), "a.db");
    let store = Store::open(&url, None).await.unwrap();
    let pool = sqlx::AnyPool::connect(&url).await.unwrap();
    sqlx::query("DROP TABLE audit").execute(&pool).await.unwrap();
    let act = Act { operator: Some("anna".to_owned()), scope: Scope::Ban, at: Timestamp::now() };
    let words = ["cat".to_owned()];
    assert!(store.on_behalf(act).ban(Locale::EnUs, &words).await.is_err());
    assert!(store.bans(Locale::EnUs).await.unwrap().is_empty(), "both or neither");
    store.ban(Locale::EnUs, &words).await.unwrap();
    assert_eq!(store.bans(Locale::EnUs).await.unwrap(), words, "on nobody's behalf");
}

#[tokio::test]
async fn clients_have_a_generous_limit_unless_it_is_off() {
    let usual = service().await;
    let off = app(state(config("[rate]\nper_minute = 0")).await);
    let ask = async |app: &Router, client: u8| post_as(app, client, "/wordcheck", &json!({})).await;
    for _ in 0..600 {
        assert_eq!(ask(&usual, 1).await.status, 422);
    }
    // The limit refills at ten a second, less than the requests sent.
    let mut more = 0;
    while ask(&usual, 1).await.status != 429 {
        more += 1;
        assert!(more < 20_000);
    }
    for _ in 0..50 {
        assert_eq!(send_as(&usual, 1, request(Method::GET, "/health/live", "")).await.status, 200);
        let day = "/daily/riddle/en_US/2020-01-01";
        assert_eq!(send_as(&usual, 1, request(Method::GET, day, "")).await.status, 404);
    }
    assert_eq!(ask(&usual, 2).await.status, 422);
    for _ in 0..700 {
        assert_eq!(ask(&off, 1).await.status, 422);
    }
}

#[tokio::test]
async fn who_asks_for_much_that_takes_long_starves_nobody() {
    let mut config = Config::default();
    config.pool.permits = 2;
    let state = state(config).await;
    let app = app(state.clone());
    opened(&app).await;
    let long = json!({"rooms": 12, "time": 60});
    let riddle = json!({"locale": "en_US", "timeLimitSeconds": 60});
    let mut crowd: Vec<_> = (0..40).map(|_| begin(&app, 1, "/dungeon", &long)).collect();
    crowd.extend((0..40).map(|_| begin(&app, 1, "/riddle", &riddle)));
    until(&state, Gauge::Waiting(Lane::Heavy), 16).await;
    assert_eq!(state.metrics.get(Gauge::Running(Lane::Heavy)), 1, "all permits but one");
    tokio::time::sleep(Duration::from_millis(500)).await;
    let refused = post_as(&app, 1, "/dungeon", &long).await;
    // Seventeen pieces of work of at least half a second each, on two threads.
    assert!(refused.status == 503 && retry_after(&refused) >= 4, "{}", retry_after(&refused));
    for client in [1, 2] {
        let guess = "/daily/riddle/en_US/2020-01-01/guess";
        assert_eq!(post_as(&app, client, "/moves", &Example::MOVES.value()).await.status, 200);
        assert_eq!(
            post_as(&app, client, "/wordcheck", &Example::WORDCHECK.value()).await.status,
            200
        );
        assert_eq!(post_as(&app, client, guess, &Example::GUESS.value()).await.status, 404);
    }
    let small = json!({"rooms": 6, "keys": 1, "seed": 7});
    assert_eq!(post_as(&app, 2, "/dungeon", &small).await.status, 200);
    assert_eq!(post_as(&app, 2, "/level/solve", &Example::LEVEL.value()).await.status, 200);
    let ended = crowd.iter().filter(|asked| asked.is_finished()).count();
    assert_eq!(
        ended,
        40 - 17,
        "those that found no place: what is asked for takes longer than this"
    );
    crowd.iter().for_each(JoinHandle::abort);
}

#[tokio::test]
async fn one_client_has_half_of_the_searches() {
    let mut config = Config::default();
    (config.pool.permits, config.pool.searches) = (2, 4);
    let state = state(config).await;
    let app = app(state.clone());
    opened(&app).await;
    let asked = json!({"locale": "en_US", "timeLimitSeconds": 50});
    let crowd: Vec<_> = (0..2).map(|_| begin(&app, 1, "/riddle", &asked)).collect();
    until(&state, Gauge::Running(Lane::Riddles), 2).await;
    assert_eq!(post_as(&app, 1, "/riddle", &asked).await.status, 503);
    let exact = json!({"locale": "en_US", "attempts": 100, "seed": 3, "timeLimitSeconds": 50});
    assert_eq!(post_as(&app, 2, "/riddle", &exact).await.status, 200);
    crowd.iter().for_each(JoinHandle::abort);
}

/// Sends the first `first` bytes of a body that then stalls.
fn begin_body(app: &Router, client: u8, first: usize, said: Option<u64>) -> JoinHandle<Answer> {
    let never = Never { first: vec![b' '; first].into(), said };
    let (app, asked) = (app.clone(), request(Method::POST, "/level/solve", Body::new(never)));
    tokio::spawn(async move { send_as(&app, client, asked).await })
}

/// A level of `bytes` bytes, mostly white space.
fn padded_level(bytes: usize) -> String {
    let level = Example::LEVEL.value().to_string();
    let blanks = " ".repeat(bytes - level.len());
    level + &blanks
}

/// Bytes that have not arrived take no quota, with or without a declared length.
#[tokio::test]
async fn a_body_takes_the_room_of_what_has_come_of_it() {
    let text = "[timeouts]\nbody_seconds = 60\n[limits]\nall_bodies_bytes = 16777216";
    let app = app(state(config(text)).await);
    let crowd: Vec<_> = [None, Some(4 << 20)]
        .into_iter()
        .flat_map(|said| (0..28).map(move |n| (n, said)))
        .map(|(n, said)| begin_body(&app, n % 4, 1, said))
        .collect();
    tokio::task::yield_now().await;
    for client in [1, 9] {
        let asked = request(Method::POST, "/level/solve", padded_level(2 << 20));
        assert_eq!(send_as(&app, client, asked).await.status, 200, "client {client}");
    }
    assert!(crowd.iter().all(|asked| !asked.is_finished()));
    crowd.iter().for_each(JoinHandle::abort);
}

#[tokio::test]
async fn one_client_has_a_quarter_of_the_room_for_bodies() {
    let text = "[timeouts]\nbody_seconds = 3\n[limits]\nall_bodies_bytes = 33554432";
    let state = state(config(text)).await;
    let app = app(state.clone());
    // One client's share of 24 MiB is 6 MiB: two bodies of 3 MiB.
    let crowd: Vec<_> = (0..8).map(|_| begin_body(&app, 1, 3 << 20, Some(4 << 20))).collect();
    while state.levels.take(client(1), 1).is_ok() {
        tokio::task::yield_now().await;
    }
    let level = Example::LEVEL.value();
    for client in [1, 2] {
        assert_eq!(post_as(&app, client, "/level/solve", &level).await.status, 200, "small");
    }
    let large = || request(Method::POST, "/level/solve", padded_level(1 << 20));
    assert_eq!(send_as(&app, 2, large()).await.status, 200, "another client's large one");
    let mut answers = Vec::new();
    for asked in crowd {
        let answer = asked.await.unwrap();
        if answer.status == 503 {
            assert_eq!(retry_after(&answer), 3);
        }
        answers.push(answer.status);
    }
    answers.sort_unstable();
    assert_eq!(answers, [408, 408, 503, 503, 503, 503, 503, 503]);
    assert_eq!(send_as(&app, 1, large()).await.status, 200, "the room is given back");
}

#[tokio::test]
async fn letters_and_their_marks_are_put_together() {
    let app = service().await;
    let apart = |text: &str| text.nfd().collect::<String>();
    let words = json!({"locale": "is", "words": ["öl", apart("öl"), apart("hús")]});
    // On a busy machine opening the lexicon may take longer than one request waits.
    let answer = loop {
        let answer = post(&app, "/wordcheck", &words).await;
        if answer.status != 503 {
            break answer.json();
        }
    };
    let expect = json!([["öl", true], [apart("öl"), true], [apart("hús"), true]]);
    assert_eq!((&answer["ok"], &answer["valid"]), (&json!(true), &expect));
    let board = |word: &str| {
        let mut rows = vec![json!("."); 15];
        rows.iter_mut().for_each(|row| *row = json!(".".repeat(15)));
        rows[7] = json!(format!("......{word}{}", ".".repeat(6)));
        json!({"locale": "is_IS", "board": rows, "rack": "öáaksti", "limit": 5})
    };
    let whole = post(&app, "/moves", &board("hús")).await;
    let mut asked = board(&apart("hús"));
    asked["rack"] = json!(apart("öáaksti"));
    let parts = post(&app, "/moves", &asked).await;
    assert_eq!((whole.status, whole.json()["count"].as_u64() > Some(0)), (200, true));
    assert_eq!((parts.status, parts.body), (200, whole.body));
}

#[tokio::test]
async fn a_hint_has_one_address() {
    let app = service().await;
    for number in ["01", "+1", "1.0", "001"] {
        let answer = get(&app, &format!("/daily/riddle/en_US/today/hint/{number}")).await;
        let expect = if number == "1.0" { 422 } else { 404 };
        assert_eq!(answer.status, expect, "{number}");
    }
}
