//! Tests of many concurrent requests for riddles, without a socket: all are searched, and the results do not depend on
//! each other.

use super::app;
use super::config::Config;
use super::metrics::{Gauge, Lane};
use super::openapi::Example;
use super::tests::{Answer, get, post, state};
use axum::Router;
use crossword::json::riddle::RiddleLine;
use crossword::lexicon::{Lexicon, shipped};
use crossword::locale::Locale;
use crossword::position::Setting;
use crossword::riddle::{Profile, Request, make, one};
use search::{Budget, Control, Goal, Seed};
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use tokio::task::JoinHandle;

/// Sends a request without waiting for the answer.
fn ask(app: &Router, asked: &Value) -> JoinHandle<Answer> {
    let (app, asked) = (app.clone(), asked.clone());
    tokio::spawn(async move { post(&app, "/riddle", &asked).await })
}

fn request() -> Request {
    Request::new(Setting::standard(Locale::EnUs), Profile::named("design").unwrap())
}

fn english() -> Lexicon {
    shipped(Locale::EnUs).unwrap()
}

/// Two search threads, whatever the machine has.
fn two_threads() -> Config {
    let mut config = Config::default();
    config.pool.permits = 2;
    config
}

/// An answer with a riddle. Doubles the search time as long as the machine is too busy.
async fn found_in_time(app: &Router) -> Answer {
    let mut seconds = 3;
    loop {
        let asked = json!({"locale": "en_US", "timeLimitSeconds": seconds});
        let answer = post(app, "/riddle", &asked).await;
        if answer.status != 503 || seconds > 30 {
            return answer;
        }
        seconds *= 2;
    }
}

#[tokio::test]
async fn two_dozen_at_once_all_have_a_riddle() {
    let state = state(two_threads()).await;
    let app = app(state.clone());
    post(&app, "/wordcheck", &Example::WORDCHECK.value()).await;
    // A budget of attempts does not depend on load. With this many nearly every seed gives a riddle, and each seed
    // used here does.
    let asked = |seed: u64| json!({"locale": "en_US", "seed": seed, "attempts": 600, "timeLimitSeconds": 60});
    let crowd: Vec<_> = (0..24).map(|seed| ask(&app, &asked(seed))).collect();
    // Other requests are answered meanwhile, including those that need a thread.
    assert_eq!(get(&app, "/health/live").await.status, 200);
    assert_eq!(post(&app, "/moves", &Example::MOVES.value()).await.status, 200);
    for answer in crowd {
        let answer = answer.await.unwrap();
        let attempts: u64 = answer.header("x-attempts").parse().unwrap();
        assert!(attempts > 0 && answer.header("server-timing").starts_with("search;dur="));
        assert_eq!(answer.status, 200, "{attempts} attempts: {}", answer.json());
    }
    assert_eq!(
        (
            state.metrics.get(Gauge::Running(Lane::Riddles)),
            state.metrics.get(Gauge::Waiting(Lane::Riddles))
        ),
        (0, 0)
    );
}

#[tokio::test]
async fn what_is_found_does_not_depend_on_who_else_is_there() {
    let state = state(two_threads()).await;
    let app = app(state.clone());
    post(&app, "/wordcheck", &Example::WORDCHECK.value()).await;
    let endless = json!({"locale": "en_US", "timeLimitSeconds": 60});
    let crowd: Vec<_> = (0..6).map(|_| ask(&app, &endless)).collect();
    let exact = json!({"locale": "en_US", "seed": 5, "attempts": 400, "timeLimitSeconds": 60});
    let (exact, timed) = (ask(&app, &exact), found_in_time(&app));
    let (timed, exact) = (timed.await, exact.await.unwrap());
    for search in &crowd {
        assert!(!search.is_finished());
        search.abort();
    }
    let (request, lexicon) = (request(), english());
    let budget = Budget { goal: Goal::Best(10), attempts: Some(400), time: None };
    let seed = Seed::new(5).unwrap();
    let made = make(&request, &lexicon, seed, &budget, &Control::default()).unwrap();
    let expect = serde_json::to_vec(&RiddleLine::from(&made.riddles[0])).unwrap();
    assert_eq!((exact.status, exact.header("x-attempts")), (200, "400"));
    assert_eq!(String::from_utf8(exact.body), String::from_utf8(expect));

    assert_eq!(timed.status, 200, "{}", timed.json());
    let told = &timed.json()["provenance"];
    let (seed, attempt) = (told["seed"].as_u64().unwrap(), told["attempt"].as_u64().unwrap());
    let again = one(&request, &lexicon, Seed::new(seed).unwrap(), attempt).unwrap();
    let expect = serde_json::to_vec(&RiddleLine::from(&again.riddles[0])).unwrap();
    assert_eq!(String::from_utf8(timed.body), String::from_utf8(expect));

    let begin = Instant::now();
    while state.metrics.get(Gauge::Running(Lane::Riddles)) > 0 {
        assert!(begin.elapsed() < Duration::from_secs(20), "they are told to stop");
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
}

#[tokio::test]
async fn beyond_the_last_place_it_is_refused_at_once() {
    let mut config = two_threads();
    // One client has half of them.
    config.pool.searches = 6;
    let state = state(config).await;
    let app = app(state.clone());
    post(&app, "/wordcheck", &Example::WORDCHECK.value()).await;
    let asked = json!({"locale": "en_US", "timeLimitSeconds": 50});
    let crowd: Vec<_> = (0..3).map(|_| ask(&app, &asked)).collect();
    while state.metrics.get(Gauge::Running(Lane::Riddles)) < 3 {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    let refused = post(&app, "/riddle", &asked).await;
    // None has ended yet: the estimate is the requested time divided by the three places.
    assert_eq!((refused.status, refused.header("retry-after")), (503, "17"));
    assert!(refused.json()["rejects"].is_null() && refused.header("x-attempts").is_empty());
    assert!(crowd.iter().all(|search| !search.is_finished()));
    while state.searches.improving() < 3 {
        assert!(crowd.iter().all(|search| !search.is_finished()));
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    state.stop();
    for search in crowd {
        assert_eq!(search.await.unwrap().status, 200, "what was found until then is answered");
    }
    let stopped = post(&app, "/riddle", &asked).await;
    assert_eq!((stopped.status, stopped.header("retry-after")), (503, "1"));
}
