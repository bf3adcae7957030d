//! Tests of the riddle of the day over HTTP, with a clock set by the test: one riddle for all, nothing published too
//! early, the commitment, guesses, hints, the archive, and the operators' resources.

mod service;
mod away;
mod change_of_day;

use super::config::Config;
use super::{AppState, app};
use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use crossword::locale::Locale;
use serde_json::{Value, json};
pub(super) use service::runtime;
use service::{DAY, KEY, Service, served};
use std::io::Write;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};
use store::daily::Clock;
use store::{Key, ProjectSeed, Slot, Store, commitment};
use testing::database::{Postgres, sqlite};
use tower::ServiceExt;

#[test]
fn of_a_hundred_first_askers_at_two_services_all_get_one_riddle() {
    let folder = tempfile::tempdir().unwrap();
    let server = Postgres::start();
    let urls =
        [Some(sqlite(folder.path(), "a.db")), server.as_ref().map(|s| s.database("replicas"))];
    for url in urls.into_iter().flatten() {
        runtime().block_on(async {
            let (one, two) =
                (Store::open(&url, None).await.unwrap(), Store::open(&url, None).await.unwrap());
            let services = [Arc::new(Service::new(one)), Arc::new(Service::new(two))];
            let mut tasks = tokio::task::JoinSet::new();
            for n in 0..100 {
                let service = Arc::clone(&services[n % 2]);
                tasks.spawn(async move { service.ok("en_US/2026-12-02").await });
            }
            let bodies = tasks.join_all().await;
            assert!(bodies.iter().all(|body| *body == bodies[0]), "{bodies:?}");
            assert_eq!(services[0].entries().await.len(), 1);
        });
    }
}

#[test]
fn the_public_half_has_these_fields_and_no_others() {
    served(async |service| {
        let body = service.ok("en_US/today").await;
        let fields: Vec<_> = body.as_object().unwrap().keys().map(String::as_str).collect();
        let expect = [
            "locale",
            "date",
            "revision",
            "board_type",
            "board",
            "blanks",
            "rack",
            "best_score",
            "difficulty",
            "commitment",
        ];
        assert_eq!(fields, expect);
        let stored = &service.entries().await[0];
        assert_eq!(body["date"], "2026-12-02");
        assert_eq!(body["best_score"], stored.riddle.analysis.best_move_score);
        assert_eq!(service.ok("en-us/2026-12-02").await, body);
    });
}

/// The log of a test, in memory.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// All output before the day is over: bodies, headers, the most verbose log, metrics.
#[test]
fn nothing_tells_the_answer_before_the_day_is_over() {
    let log = Log::default();
    let sink = log.clone();
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(tracing::Level::TRACE)
        .with_writer(move || sink.clone())
        .finish();
    tracing::subscriber::set_global_default(subscriber).unwrap();
    let mut said = String::new();
    let mut stored = None;
    served(async |service| {
        let day = "/daily/riddle/en_US/2026-12-02";
        for path in [
            day.to_owned(),
            day.replace("2026-12-02", "today"),
            day.replace("2026-12-02", "today?tz=Pacific/Niue"),
            day.replace("2026-12-02", "2026-12-03"),
            format!("{day}/solution"),
            format!("{day}/hint/1"),
            format!("{day}/hint/2"),
            format!("{day}/hint/4"),
            "/daily/riddle/en_US?from=2026-11-01&to=2026-12-31".to_owned(),
            "/admin/riddles?locale=en_US&from=2026-12-01&to=2026-12-31".to_owned(),
            "/metrics".to_owned(),
            "/health/ready".to_owned(),
        ] {
            let request = Request::get(&path).body(Body::empty()).unwrap();
            let (status, headers, body) = service.send(request).await;
            assert!(status != 500, "{path}: {body}");
            said += &format!("{path} {headers:?} {body}\n");
        }
        for guess in [json!({"square": "H8", "move": "zzz"}), json!({"square": "Q8"}), json!(7)] {
            let (_, body) = service.post(&format!("{day}/guess"), None, guess).await;
            said += &body.to_string();
        }
        stored = service.entries().await.into_iter().next();
        // A word on the board may contain the answer.
        let board = service.ok("en_US/2026-12-02").await["board"].to_string();
        assert!(said.contains(&board), "{said}");
        said = said.replace(&board, "the board");
    });
    let stored = stored.unwrap();
    let log = String::from_utf8(log.0.lock().unwrap().clone()).unwrap();
    // The statements that create tables may contain any word.
    let lines = log.lines().filter(|line| !line.contains("CREATE TABLE"));
    said.extend(lines.flat_map(|line| [line, "\n"]));
    assert!(said.contains("answered") && said.contains("quandary_http_requests_total"), "{said}");
    let (riddle, answer) = (&stored.riddle, &stored.riddle.solution);
    let secret = ProjectSeed::new(b"a project seed for tests").unwrap();
    let key = Key { locale: Locale::EnUs, slot: Slot::Day(DAY), revision: 1 };
    let salt = hex::encode(secret.salt(&key));
    assert!(stored.answer.len() >= 4, "a short word could stand there by chance");
    for hidden in [
        stored.answer.as_str(),
        &answer.word,
        &answer.description,
        &format!("{} {}", answer.square, answer.word),
        &salt,
        &salt.to_uppercase(),
        &riddle.provenance.seed.to_string(),
        "a project seed for tests",
        KEY,
        "\"solution\"",
        "\"move\":",
        "\"seed\"",
        "\"attempt\"",
        "provenance",
    ] {
        let at =
            said.find(hidden).map(|at| &said[at.saturating_sub(200)..(at + 200).min(said.len())]);
        assert_eq!(at, None, "{hidden:?} is told");
    }
}

#[test]
fn the_commitment_verifies_when_the_day_is_over() {
    served(async |service| {
        let published = service.ok("en_US/2026-12-02").await["commitment"].clone();
        let solution = "en_US/2026-12-02/solution";
        assert_eq!(service.get(solution).await.0, 403);
        service.set("2026-12-03T11:59:59Z");
        assert_eq!(service.get(solution).await.0, 403);
        service.set("2026-12-03T12:00:00Z");
        let told = service.ok(solution).await;
        let stored = &service.entries().await[0];
        let (square, word) =
            (told["solution"]["square"].as_str(), told["solution"]["move"].as_str());
        let hex = told["salt"].as_str().unwrap();
        let bytes: Vec<u8> =
            (0..32).map(|n| u8::from_str_radix(&hex[2 * n..2 * n + 2], 16).unwrap()).collect();
        let salt: [u8; 32] = bytes.try_into().unwrap();
        assert_eq!(commitment(&salt, square.unwrap(), word.unwrap()), published);
        assert_eq!(told["commitment"], published);
        assert_eq!(word, Some(stored.riddle.solution.word.as_str()));
        assert_eq!(told["analysis"]["bestMoveScore"], stored.riddle.analysis.best_move_score);
        assert!(told.get("provenance").is_none() && told.get("earlier").is_none());
    });
}

#[test]
fn a_day_is_not_there_before_it_begins_somewhere() {
    served(async |service| {
        service.set("2026-12-01T09:59:59Z");
        for path in ["", "/solution", "/hint/1"] {
            assert_eq!(service.get(&format!("en_US/2026-12-02{path}")).await.0, 404, "{path}");
        }
        let guess = json!({"square": "H8", "move": "cat"});
        let path = "/daily/riddle/en_US/2026-12-02/guess";
        assert_eq!(service.post(path, None, guess).await.0, 404);
        assert!(service.entries().await.is_empty(), "nothing is made for a day to come");
        service.set("2026-12-01T10:00:00Z");
        assert_eq!(service.ok("en_US/today?tz=Pacific/Kiritimati").await["date"], "2026-12-02");
        assert_eq!(service.ok("en_US/2026-12-02").await["date"], "2026-12-02");
        service.set("2026-12-02T10:59:59Z");
        assert_eq!(service.ok("en_US/today?tz=Pacific/Niue").await["date"], "2026-12-01");
        assert_eq!(service.ok("en_US/today?tz=-11:00").await["date"], "2026-12-01");
        assert_eq!(service.ok("en_US/today").await["date"], "2026-12-02");
        // No riddle is generated for a day that is over.
        assert_eq!(service.get("en_US/2026-11-29").await.0, 404);
        for (path, field) in [
            ("en_US/today?tz=Nowhere/Else", "tz"),
            ("en_US/2026-12-02?zone=UTC", "zone"),
            ("en_US/2026-12-32", "date"),
            ("en_US/20261202", "date"),
            ("de_DE/today", "locale"),
            ("en_US/today/hint/4", "number"),
            ("en_US/today/hint/x", "number"),
        ] {
            let (status, body) = service.get(path).await;
            assert_eq!((status.as_u16(), &body["field"]), (422, &json!(field)), "{path}: {body}");
        }
    });
}

#[test]
fn guesses_and_hints() {
    served(async |service| {
        service.ok("en_US/2026-12-02").await;
        let stored = service.entries().await.remove(0);
        let answer = &stored.riddle.solution;
        let best = service.guess(&answer.square, &answer.word).await;
        let score = answer.score;
        let expect =
            json!({"legal": true, "score": score, "best": true, "rank": 1, "fraction": 1.0});
        assert_eq!(best, expect);
        let second = &stored.near[1];
        let judged = service.guess(&second.square, &second.word).await;
        assert_eq!((&judged["best"], &judged["rank"]), (&json!(false), &json!(2)));
        let fraction = f64::from(second.score) / f64::from(score);
        assert_eq!(judged["fraction"], fraction);
        let none =
            json!({"legal": false, "score": 0, "best": false, "rank": null, "fraction": 0.0});
        assert_eq!(service.guess("A1", "zzz").await, none);
        let wrong = format!("4{}", &answer.word);
        for (square, word, field) in [("Z99", "cat", "square"), (&answer.square, &wrong, "move")] {
            let body = json!({"square": square, "move": word});
            let (status, said) =
                service.post("/daily/riddle/en_US/2026-12-02/guess", None, body).await;
            assert_eq!((status.as_u16(), &said["field"]), (422, &json!(field)), "{said}");
        }
        let hint = async |n| service.ok(&format!("en_US/2026-12-02/hint/{n}")).await;
        let length = stored.answer.chars().count();
        let laid = stored.tiles_laid;
        assert_eq!(hint(1).await, json!({"hint": 1, "word_length": length, "tiles_used": laid}));
        let lane = hint(2).await;
        let name = lane["lane"].as_str().unwrap();
        // A square begins with the lane: `H` of `H8`, `8` of `8H`.
        let rest = answer.square.strip_prefix(name).unwrap();
        let is_across = rest.starts_with(|c: char| c.is_ascii_digit());
        assert_eq!(lane["direction"], if is_across { "across" } else { "down" });
        assert_eq!(lane.as_object().unwrap().len(), 3);
        assert_eq!(hint(3).await, json!({"hint": 3, "first_letter": &stored.answer[..1]}));
    });
}

#[test]
fn caches_know_a_riddle_by_its_mark() {
    served(async |service| {
        let ask = async |etag: Option<&str>| {
            let mut request = Request::get("/daily/riddle/en_US/2026-12-02");
            if let Some(etag) = etag {
                request = request.header(header::IF_NONE_MATCH, etag);
            }
            service.send(request.body(Body::empty()).unwrap()).await
        };
        let (status, headers, body) = ask(None).await;
        assert_eq!(
            (status, &headers[header::CACHE_CONTROL]),
            (StatusCode::OK, &"public, max-age=60".parse().unwrap())
        );
        assert_eq!(headers[header::CONTENT_TYPE], "application/json");
        let etag = headers[header::ETAG].to_str().unwrap().to_owned();
        for known in [etag.clone(), format!("W/{etag}"), format!("\"x\", {etag}"), "*".to_owned()] {
            let (status, headers, empty) = ask(Some(&known)).await;
            assert_eq!((status, empty.as_str()), (StatusCode::NOT_MODIFIED, ""), "{known}");
            assert_eq!(headers[header::ETAG].to_str().unwrap(), etag);
        }
        assert_eq!(ask(Some("\"x\"")).await.2, body);
        service.set("2026-12-04T00:00:00Z");
        let (_, headers, _) = ask(None).await;
        assert_eq!(headers[header::CACHE_CONTROL], "public, max-age=86400");
    });
}

/// A compressed answer has a weak ETag; the weak and the strong one both match.
#[test]
fn caches_know_what_is_compressed() {
    served(async |service| {
        for day in ["2026-12-02", "2026-12-03", "2026-12-04"] {
            service.set(&format!("{day}T11:00:00Z"));
            service.ok(&format!("en_US/{day}")).await;
        }
        service.set("2026-12-05T11:00:00Z");
        let ask = async |name: header::HeaderName, value: &str| {
            let request =
                Request::get("/daily/riddle/en_US").header(header::ACCEPT_ENCODING, "gzip");
            let response = service
                .app
                .clone()
                .oneshot(request.header(name, value).body(Body::empty()).unwrap());
            response.await.unwrap()
        };
        let packed = ask(header::ACCEPT, "*/*").await;
        assert_eq!(packed.headers()[header::CONTENT_ENCODING], "gzip");
        let weak = packed.headers()[header::ETAG].to_str().unwrap().to_owned();
        assert!(weak.starts_with("W/\""), "{weak}");
        for known in [weak.as_str(), &weak[2..]] {
            let again = ask(header::IF_NONE_MATCH, known).await;
            assert_eq!(again.status(), StatusCode::NOT_MODIFIED, "{known}");
            assert_eq!(again.headers()[header::VARY], "accept-encoding");
        }
    });
}

#[test]
fn the_archive_has_past_days() {
    served(async |service| {
        for now in ["2026-12-01T11:00:00Z", "2026-12-02T11:00:00Z", "2026-12-03T11:00:00Z"] {
            service.set(now);
            service.ok("en_US/today").await;
        }
        let dates = async |query: &str| -> Vec<String> {
            let body = service.ok(&format!("en_US{query}")).await;
            let riddles = body["riddles"].as_array().unwrap().clone();
            riddles.iter().map(|riddle| riddle["date"].as_str().unwrap().to_owned()).collect()
        };
        assert_eq!(dates("").await, ["2026-12-01", "2026-12-02"]);
        assert_eq!(dates("?from=2026-12-02&to=2026-12-31").await, ["2026-12-02"]);
        assert!(dates("?from=2026-12-03&to=2026-12-31").await.is_empty());
        assert_eq!(service.get("en_US?from=2026-12-02&to=2026-12-01").await.0, 422);
        assert_eq!(service.get("en_US?from=2020-12-02&to=2026-12-01").await.0, 422);
        assert_eq!(service.get("en_US?form=2026-12-02").await.1["known"], json!(["from", "to"]));
        // The default is thirty days up to yesterday.
        service.set("2026-12-31T11:00:00Z");
        assert_eq!(dates("").await.len(), 3);
        service.set("2027-01-01T11:00:00Z");
        assert_eq!(dates("").await, ["2026-12-02", "2026-12-03"]);
    });
}

#[test]
fn the_operator_makes_reviews_replaces_and_bans() {
    served(async |service| {
        let ask = async |path: &str, body: Value| {
            service.post(&format!("/admin/riddles/{path}"), Some(KEY), body).await
        };
        let days = json!({"locale": "en_US", "from": "2026-12-02", "to": "2026-12-04", "timeLimitSeconds": 15, "attempts": 300});
        let (status, made) = ask("make", days.clone()).await;
        assert_eq!(status, 200, "{made}");
        let outcomes = |made: &Value| -> Vec<String> {
            let each = made["riddles"].as_array().unwrap().iter();
            each.map(|one| one["outcome"].as_str().unwrap().to_owned()).collect()
        };
        assert_eq!(outcomes(&made), ["made", "made", "made"]);
        assert_eq!(outcomes(&ask("make", days).await.1), ["there", "there", "there"]);
        let day = json!({"locale": "en_US", "date": "2026-12-02"});
        let (_, approved) = ask("approve", day.clone()).await;
        assert_eq!((&approved["state"], &approved["revision"]), (&json!("approved"), &json!(1)));
        let first = service.entries().await.remove(0).riddle.solution;
        let before = service.ok("en_US/2026-12-02").await;
        let mut replace = day;
        replace["attempts"] = json!(300);
        let (status, replaced) = ask("replace", replace).await;
        assert_eq!((status.as_u16(), &replaced["revision"]), (200, &json!(2)), "{replaced}");
        let after = service.ok("en_US/2026-12-02").await;
        assert_ne!(before["commitment"], after["commitment"]);
        let second = service.entries().await.remove(1).riddle.solution;
        for answer in [&first, &second] {
            let judged = service.guess(&answer.square, &answer.word).await;
            assert_eq!((&judged["best"], &judged["score"]), (&json!(true), &json!(answer.score)));
        }
        service.set("2026-12-03T12:00:00Z");
        let told = service.ok("en_US/2026-12-02/solution").await;
        assert_eq!(
            (&told["solution"]["move"], &told["earlier"][0]["solution"]["move"]),
            (&json!(second.word), &json!(first.word))
        );
        let request = Request::get("/admin/riddles?locale=en_US&from=2026-12-01&to=2026-12-31")
            .header(header::AUTHORIZATION, format!("bearer {KEY}"));
        let (_, _, schedule) = service.send(request.body(Body::empty()).unwrap()).await;
        let schedule: Value = serde_json::from_str(&schedule).unwrap();
        assert_eq!(schedule["riddles"].as_array().unwrap().len(), 4);
        let word = schedule["riddles"][3]["solution"]["move"].as_str().unwrap().replace('?', "");
        let (_, banned) =
            ask("ban", json!({"locale": "en_US", "words": [word.to_uppercase()]})).await;
        assert_eq!(banned["banned"], json!([word]));
        assert_eq!(banned["affected"][0]["date"], "2026-12-04");
        assert_eq!(
            ask("ban", json!({"locale": "en_US", "words": ["þ"]})).await.1["field"],
            "words[0]"
        );
        let none = json!({"locale": "en_US", "date": "2026-12-24"});
        assert_eq!(ask("approve", none.clone()).await.0, 404);
        assert_eq!(ask("replace", none).await.0, 404);
        let much = json!({"locale": "en_US", "from": "2026-12-05", "to": "2026-12-30", "timeLimitSeconds": 15});
        assert_eq!(ask("make", much).await.1["field"], "timeLimitSeconds");
        // With the key, solutions of future days are served.
        let request = Request::get("/daily/riddle/en_US/2026-12-04/solution")
            .header(header::AUTHORIZATION, format!("Bearer {KEY}"));
        assert_eq!(service.send(request.body(Body::empty()).unwrap()).await.0, 200);
    });
}

#[test]
fn operators_leave_notes_about_days() {
    served(async |service| {
        let note = async |body: Value| service.post("/admin/riddles/note", Some(KEY), body).await;
        let of = |date: &str, note: &str| json!({"locale": "en_US", "date": date, "note": note});
        let (status, told) = note(of("2026-12-09", " Look at it again. ")).await;
        assert_eq!((status.as_u16(), told["notes"].as_array().unwrap().len()), (200, 1), "{told}");
        service.set("2026-12-03T12:00:00Z");
        let (_, told) = note(of("2026-12-09", "Seen:\nit will do.")).await;
        let words = [&told["notes"][0]["note"], &told["notes"][1]["note"]];
        assert_eq!(words, ["Look at it again.", "Seen:\nit will do."]);
        assert_eq!(told["notes"][0]["operator"], "default");
        for bad in ["", "  ", "a\u{7}", &"a".repeat(1001)] {
            let (status, told) = note(of("2026-12-09", bad)).await;
            assert_eq!((status.as_u16(), &told["field"]), (422, &json!("note")), "{bad:?}");
        }
        assert_eq!(service.post("/admin/riddles/note", None, of("2026-12-09", "a")).await.0, 401);
        let request = Request::get("/admin/riddles?locale=en_US&from=2026-12-08&to=2026-12-10")
            .header(header::AUTHORIZATION, format!("Bearer {KEY}"));
        let (_, _, schedule) = service.send(request.body(Body::empty()).unwrap()).await;
        let schedule: Value = serde_json::from_str(&schedule).unwrap();
        assert_eq!(
            schedule["notes"], told["notes"],
            "with the schedule, whether a riddle is made or not"
        );
    });
}

#[test]
fn the_operators_part_is_closed() {
    served(async |service| {
        let ban = json!({"locale": "en_US", "words": ["cat"]});
        for key in
            [None, Some(""), Some("a key for tests onlz"), Some("a key for tests only and more")]
        {
            let (status, body) = service.post("/admin/riddles/ban", key, ban.clone()).await;
            assert_eq!(status, 401, "{key:?} {body}");
        }
        assert!(service.state.store.bans(Locale::EnUs).await.unwrap().is_empty());
        let config = Config::read("").unwrap();
        let state = AppState::new(config, service.state.store.clone(), Clock::System).unwrap();
        let closed =
            Service { app: app(state.clone()), state, ..Service::new(service.state.store.clone()) };
        for key in [None, Some(KEY)] {
            assert_eq!(closed.post("/admin/riddles/ban", key, ban.clone()).await.0, 404);
            // An invalid body does not reveal that the resource exists.
            assert_eq!(closed.post("/admin/riddles/ban", key, json!(7)).await.0, 404);
        }
    });
}

/// An evergreen becomes the riddle of the day, permanently, if there is no time to search.
#[test]
fn an_evergreen_serves_where_there_is_no_time() {
    served(async |service| {
        let make =
            json!({"locale": "en_US", "evergreen": 1, "attempts": 300, "timeLimitSeconds": 20});
        assert_eq!(service.post("/admin/riddles/make", Some(KEY), make).await.0, 200);
        let busy = Service::with(
            service.state.store.clone(),
            "daily = { search_seconds = 1, queue_seconds = 0 }",
        );
        let pool = Arc::clone(&busy.state.makers);
        let (begun, is_begun) = tokio::sync::oneshot::channel();
        let working = tokio::spawn(async move {
            let time = std::time::Duration::from_secs(60);
            pool.run(time, move |token| {
                let _ = begun.send(());
                while !token.cancel().load(Ordering::Relaxed) {
                    std::thread::sleep(std::time::Duration::from_millis(1));
                }
            })
            .await
        });
        is_begun.await.unwrap();
        let served = busy.ok("en_US/2026-12-02").await;
        assert_eq!(busy.ok("en_US/2026-12-02").await, served);
        let kept = busy.state.store.evergreens(Locale::EnUs).await.unwrap().into_entries();
        assert_eq!(
            (kept[0].state.name(), kept[0].stored.riddle.rack.as_str()),
            ("used", served["rack"].as_str().unwrap())
        );
        // No evergreen is left: the next day has none yet.
        busy.set("2026-12-03T11:30:00Z");
        let (status, _) = busy.get("en_US/2026-12-03").await;
        assert_eq!(status, 503);
        working.abort();
    });
}
