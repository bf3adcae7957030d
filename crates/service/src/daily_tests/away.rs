//! Tests of a store that does not answer and of damaged rows: cached days are served, and other requests get a problem
//! document.

use super::service::{DAY, KEY, Service, served};
use axum::body::Body;
use axum::http::{Request, header};
use crossword::locale::Locale;
use jiff::ToSpan;
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use store::{Earlier, Key, Put, Slot, Store};

/// Time after which a cached day is no longer fresh.
const OLD: Duration = Duration::from_millis(1100);

async fn make(service: &Service, days: i64) {
    let to = (DAY + (days - 1).days()).to_string();
    let body = json!({"locale": "en_US", "from": DAY.to_string(), "to": to, "attempts": 300,
        "timeLimitSeconds": 5});
    let (status, made) = service.post("/admin/riddles/make", Some(KEY), body).await;
    assert_eq!(status, 200, "{made}");
}

/// A single client finds the day old each time and still gets it.
#[test]
fn what_is_remembered_is_served_while_the_store_is_away() {
    served(async |service| {
        make(&service, 2).await;
        let before = service.ok("en_US/2026-12-02").await;
        let answer = service.entries().await.remove(0).riddle.solution;
        service.guess(&answer.square, &answer.word).await;
        service.state.store.close().await;
        for _ in 0..3 {
            tokio::time::sleep(OLD).await;
            let begin = Instant::now();
            assert_eq!(service.ok("en_US/2026-12-02").await, before);
            assert!(begin.elapsed() < Duration::from_secs(2), "{:?}", begin.elapsed());
            tokio::time::sleep(OLD).await;
            assert_eq!(service.guess(&answer.square, &answer.word).await["best"], true);
            tokio::time::sleep(OLD).await;
            service.ok("en_US/2026-12-02/hint/1").await;
        }
        service.set("2026-12-03T11:30:00Z");
        let begin = Instant::now();
        let path = "/daily/riddle/en_US/2026-12-03";
        let request = Request::get(path).body(Body::empty()).unwrap();
        let (status, headers, _) = service.send(request).await;
        assert!(status == 503 && headers.contains_key(header::RETRY_AFTER));
        assert!(begin.elapsed() < Duration::from_secs(4), "{:?}", begin.elapsed());
        let request = Request::get("/health/ready").body(Body::empty()).unwrap();
        let (status, _, body) = service.send(request).await;
        let said: Value = serde_json::from_str(&body).unwrap();
        assert!(status == 503 && said["store"] == false, "{said}");
    });
}

/// The service waits for a store that answers at once: the first request after another program replaced a riddle gets
/// the new one.
#[test]
fn a_replacement_by_another_program_is_seen_by_the_first_who_asks() {
    served(async |service| {
        make(&service, 1).await;
        service.ok("en_US/2026-12-02").await;
        let other = Store::open(&service.url, None).await.unwrap();
        let mut stored = service.entries().await.remove(0);
        // On a busy machine the store may be late once or twice.
        let mut seen = false;
        for revision in 2..7 {
            let key = Key { locale: Locale::EnUs, slot: Slot::Day(DAY), revision };
            stored.answer = format!("answer{revision}");
            assert_eq!(other.put(&key, &stored, || Earlier::Count).await.unwrap(), Put::New);
            tokio::time::sleep(OLD).await;
            seen |= service.ok("en_US/2026-12-02").await["revision"] == revision;
        }
        assert!(seen, "the first who asked had the old one each time");
    });
}

#[test]
fn a_day_that_cannot_be_read_leaves_the_others() {
    served(async |service| {
        make(&service, 3).await;
        let pool = sqlx::AnyPool::connect(&service.url).await.unwrap();
        let damage = "UPDATE riddle SET body = '{}' WHERE date = '2026-12-03'";
        sqlx::query(damage).execute(&pool).await.unwrap();
        service.set("2026-12-06T13:00:00Z");
        let archive = service.ok("en_US?from=2026-12-01&to=2026-12-05").await;
        let dates: Vec<_> =
            archive["riddles"].as_array().unwrap().iter().map(|one| one["date"].clone()).collect();
        assert_eq!(dates, ["2026-12-02", "2026-12-04"]);
        for part in ["", "/hint/1", "/solution"] {
            let (status, said) = service.get(&format!("en_US/2026-12-03{part}")).await;
            assert_eq!(status, 503, "{part}: {said}");
        }
        let request = Request::get("/metrics").body(Body::empty()).unwrap();
        let (_, _, figures) = service.send(request).await;
        assert!(figures.contains("quandary_store_damaged_rows_total 4"), "{figures}");
        // During its day only an operator can replace the damaged row; nothing replaces it automatically.
        service.set("2026-12-03T12:00:00Z");
        let day = json!({"locale": "en_US", "from": "2026-12-03", "attempts": 9});
        let (_, there) = service.post("/admin/riddles/make", Some(KEY), day).await;
        assert_eq!(there["riddles"][0]["outcome"], "there");
        let day = json!({"locale": "en_US", "date": "2026-12-03", "attempts": 300,
            "timeLimitSeconds": 15});
        let (status, replaced) = service.post("/admin/riddles/replace", Some(KEY), day).await;
        assert_eq!((status.as_u16(), &replaced["revision"]), (200, &json!(2)), "{replaced}");
        assert_eq!(service.ok("en_US/2026-12-03").await["revision"], 2);
    });
}
