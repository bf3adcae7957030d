//! Tests of operators' acts while a day begins or ends: published riddles stay and count.

use super::service::{DAY, KEY, Service, served};
use crossword::board::BoardType;
use crossword::locale::Locale;
use crossword::riddle::{KEPT, Profile, Request, RiddleReport};
use search::{Budget, Control, Goal, Seed};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use store::daily::{Clock, DayOutcome, make};
use store::{Key, Progress, Slot};

fn key(revision: u32) -> Key {
    Key { locale: Locale::EnUs, slot: Slot::Day(DAY), revision }
}

/// A search of some attempts.
fn search(request: &Request, seed: Seed) -> RiddleReport {
    let lexicon = crossword::lexicon::shipped(Locale::EnUs).unwrap();
    let budget = Budget { goal: Goal::Best(KEPT), attempts: Some(300), time: None };
    crossword::riddle::make(request, &lexicon, seed, &budget, &Control::default()).unwrap()
}

/// Generates a revision; the clock changes during the search.
async fn made_until(service: &Service, revision: u32, then: &str) -> DayOutcome {
    let profile = Profile::named("open").unwrap();
    let clock = Clock::Set(Arc::clone(&service.clock));
    let looking = async |request: Request, seed| {
        let report = search(&request, seed);
        service.set(then);
        Ok(report)
    };
    let recipe = (&profile, BoardType::Standard);
    make(&service.state.store, &key(revision), recipe, &clock, looking).await.unwrap()
}

async fn states(service: &Service) -> Vec<Progress> {
    let kept = service.state.store.day(Locale::EnUs, DAY).await.unwrap().into_entries();
    kept.into_iter().map(|kept| kept.state).collect()
}

async fn asked(service: &Service, path: &str, body: Value) -> (u16, Value) {
    let (status, said) = service.post(&format!("/admin/riddles/{path}"), Some(KEY), body).await;
    (status.as_u16(), said)
}

/// A day counts as begun if it has begun when the new riddle is stored, whenever the search began.
#[test]
fn a_replacement_is_judged_when_it_is_kept() {
    served(async |service| {
        service.set("2026-12-01T09:00:00Z");
        assert!(matches!(
            made_until(&service, 1, "2026-12-01T09:00:00Z").await,
            DayOutcome::Stored(..)
        ));
        assert!(matches!(
            made_until(&service, 2, "2026-12-01T09:00:00Z").await,
            DayOutcome::Stored(..)
        ));
        assert_eq!(states(&service).await, [Progress::Withdrawn, Progress::Generated]);
        assert!(matches!(
            made_until(&service, 3, "2026-12-01T10:00:00Z").await,
            DayOutcome::Stored(..)
        ));
        let both = [Progress::Withdrawn, Progress::Generated, Progress::Generated];
        assert_eq!(states(&service).await, both, "the second was shown from ten o'clock on");
        service.set("2026-12-03T11:00:00Z");
        let late = made_until(&service, 4, "2026-12-03T12:00:00Z").await;
        assert!(matches!(late, DayOutcome::Over));
        assert_eq!(states(&service).await, both);
    });
}

#[test]
fn a_riddle_that_was_withdrawn_is_not_approved() {
    served(async |service| {
        service.set("2026-12-01T09:00:00Z");
        made_until(&service, 1, "2026-12-01T09:00:00Z").await;
        made_until(&service, 2, "2026-12-01T09:00:00Z").await;
        let first = service.entries().await.remove(0).riddle.solution;
        let day = |revision| json!({"locale": "en_US", "date": "2026-12-02", "revision": revision});
        let (status, said) = asked(&service, "approve", day(json!(1))).await;
        assert_eq!((status, &said["field"]), (409, &json!("revision")), "{said}");
        let (status, said) = asked(&service, "approve", day(Value::Null)).await;
        assert_eq!((status, &said["revision"]), (200, &json!(2)), "{said}");
        assert_eq!(asked(&service, "approve", day(json!(3))).await.0, 404);
        // It was never published, so its answer does not count.
        service.set("2026-12-01T11:00:00Z");
        assert_eq!(service.guess(&first.square, &first.word).await["best"], false);
    });
}

#[test]
fn a_day_that_is_over_keeps_its_riddle() {
    served(async |service| {
        service.set("2026-12-02T11:30:00Z");
        made_until(&service, 1, "2026-12-04T00:00:00Z").await;
        let path = "en_US?from=2026-12-01&to=2026-12-03";
        let (archive, solution) =
            (service.ok(path).await, service.ok("en_US/2026-12-02/solution").await);
        let body = json!({"locale": "en_US", "date": "2026-12-02", "attempts": 300});
        let (status, said) = asked(&service, "replace", body).await;
        assert_eq!((status, &said["field"]), (409, &json!("date")), "{said}");
        assert_eq!(service.ok(path).await, archive);
        assert_eq!(service.ok("en_US/2026-12-02/solution").await, solution);
        assert_eq!(states(&service).await, [Progress::Generated]);
    });
}

/// Replacements, approvals and generation race while the day begins: every published answer counts at its end. The
/// clock runs fast, but no write takes as long as the allowance.
#[test]
fn what_was_shown_counts_whatever_races() {
    served(async |service| {
        let service = Arc::new(service);
        let over = Arc::new(AtomicBool::new(false));
        service.set("2026-12-01T09:59:00Z");
        made_until(&service, 1, "2026-12-01T09:59:47Z").await;
        let mut tasks = tokio::task::JoinSet::new();
        for n in 0..3 {
            let (service, over) = (Arc::clone(&service), Arc::clone(&over));
            tasks.spawn(async move {
                let day = json!({"locale": "en_US", "date": "2026-12-02"});
                let search = json!({"locale": "en_US", "date": "2026-12-02", "attempts": 20,
                    "profile": "open"});
                let month = json!({"locale": "en_US", "from": "2026-12-02", "to": "2026-12-02",
                    "attempts": 20, "profile": "open"});
                while !over.load(Ordering::Relaxed) {
                    let _ = match n {
                        0 => asked(&service, "replace", search.clone()).await,
                        1 => asked(&service, "make", month.clone()).await,
                        _ => asked(&service, "approve", day.clone()).await,
                    };
                }
            });
        }
        let begin = Instant::now();
        while states(&service).await.len() < 3 {
            assert!(begin.elapsed() < Duration::from_secs(60), "nothing is replaced");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        let mut shown = BTreeSet::new();
        for _ in 0..26 {
            service.clock.fetch_add(1, Ordering::Relaxed);
            for _ in 0..10 {
                if let (status, body) = service.get("en_US/2026-12-02").await
                    && status == 200
                {
                    shown.insert(body["revision"].as_u64().unwrap());
                }
                tokio::time::sleep(Duration::from_millis(15)).await;
            }
        }
        over.store(true, Ordering::Relaxed);
        tasks.join_all().await;
        let states = states(&service).await;
        let withdrawn = states.iter().filter(|state| **state == Progress::Withdrawn).count();
        assert!(!shown.is_empty() && withdrawn > 0, "{shown:?} {states:?}");
        for revision in shown {
            let state = states[revision as usize - 1];
            assert!(state != Progress::Withdrawn, "{revision} was shown: {states:?}");
        }
    });
}
