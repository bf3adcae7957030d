//! The riddle of the day with real processes, killed during generation and guessing, on both databases; and two
//! processes on one store.

use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{scope, sleep};
use std::time::Duration;
use testing::database::{Postgres, rows, sqlite};

/// Number of times that a service is killed.
const KILLS: u64 = 4;
const KEY: &str = "a key for tests only";

fn or_panic<T, E: std::fmt::Display>(result: Result<T, E>) -> T {
    result.unwrap_or_else(|error| panic!("{error}"))
}

/// A service in a process of its own, killed when this is dropped.
struct Service {
    child: Child,
    at: SocketAddr,
}

impl Service {
    fn start(store: &str) -> Self {
        // The attempts are limited; the time for all of them is long enough on a busy machine.
        let configuration = or_panic(tempfile::NamedTempFile::new());
        or_panic(std::fs::write(configuration.path(), "[limits]\nsearch_seconds = 1000\n"));
        let mut command = Command::new(env!("CARGO_BIN_EXE_quandary"));
        command.args(["serve", "--listen", "127.0.0.1:0", "--store", store, "--config"]);
        command.arg(configuration.path());
        command.env("QUANDARY_OPERATOR_KEY", KEY).env("RUST_LOG", "error");
        let mut child = or_panic(command.stdout(Stdio::piped()).spawn());
        let mut out = BufReader::new(child.stdout.take().unwrap_or_else(|| panic!("no output")));
        let mut line = String::new();
        or_panic(out.read_line(&mut line));
        let at = line.trim().rsplit('/').next().unwrap_or_default();
        Self { child, at: or_panic(at.parse()) }
    }

    /// The status and the body of a response; `None` if the service is killed meanwhile.
    fn ask(&self, method: &str, path: &str, body: Option<&Value>) -> Option<(u16, Value)> {
        let mut stream = TcpStream::connect(self.at).ok()?;
        let body = body.map_or(String::new(), Value::to_string);
        let length = body.len();
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer {KEY}\r\n\
             Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
        );
        stream.write_all(head.as_bytes()).ok()?;
        let mut text = String::new();
        stream.read_to_string(&mut text).ok()?;
        let (head, body) = text.split_once("\r\n\r\n")?;
        let status = head.split(' ').nth(1)?.parse().ok()?;
        Some((status, serde_json::from_str(body).ok()?))
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The current day in UTC, which rarely ends during a test.
fn today() -> String {
    jiff::Timestamp::now().to_zoned(jiff::tz::TimeZone::UTC).date().to_string()
}

/// Generates many days and the riddle of today, guesses, and is killed in between, again and again.
fn killed_in_the_middle(store: &str) {
    let make = json!({"locale": "en_US", "from": "2030-01-01", "to": "2030-01-31", "attempts": 300,
        "timeLimitSeconds": 30, "profile": "design"});
    let (today, mut seen) = (today(), BTreeSet::new());
    let path = format!("/daily/riddle/en_GB/{today}");
    for n in 0..KILLS {
        let service = Service::start(store);
        let over = AtomicBool::new(false);
        let here = scope(|scope| {
            let making = scope.spawn(|| service.ask("POST", "/admin/riddles/make", Some(&make)));
            let looking = scope.spawn(|| {
                let mut met = BTreeSet::new();
                while !over.load(Ordering::Relaxed) {
                    let guess = json!({"square": "H8", "move": "cat"});
                    let _ = service.ask("POST", &format!("{path}/guess"), Some(&guess));
                    if let Some((200, body)) = service.ask("GET", &path, None) {
                        met.insert(body.to_string());
                    }
                }
                met
            });
            sleep(Duration::from_millis(400 + n * 173 % 700));
            let id = service.child.id().to_string();
            or_panic(Command::new("kill").args(["-KILL", &id]).status());
            over.store(true, Ordering::Relaxed);
            let _ = making.join();
            looking.join().unwrap_or_default()
        });
        seen.extend(here);
    }
    let service = Service::start(store);
    let kept = || or_panic(rows(store, "SELECT date FROM riddle WHERE locale = 'en_US'")).len();
    let before = kept();
    let (status, made) =
        service.ask("POST", "/admin/riddles/make", Some(&make)).unwrap_or_default();
    assert_eq!(status, 200, "{made}");
    let outcomes: Vec<_> = made["riddles"].as_array().into_iter().flatten().collect();
    let there = outcomes.iter().filter(|one| one["outcome"] == "there").count();
    assert_eq!(there, before, "what was kept before is kept");
    assert_eq!((outcomes.len(), kept()), (31, 31));
    let answers = or_panic(rows(store, "SELECT answer FROM riddle WHERE locale = 'en_US'"));
    assert_eq!(answers.iter().collect::<BTreeSet<_>>().len(), 31, "an answer twice in a month");
    let (status, body) = service.ask("GET", &path, None).unwrap_or_default();
    assert_eq!(status, 200, "{body}");
    seen.insert(body.to_string());
    assert_eq!(seen.len(), 1, "today's riddle was another one before: {seen:?}");
    assert_eq!(or_panic(rows(store, "SELECT date FROM riddle WHERE locale = 'en_GB'")), [today]);
}

#[test]
fn a_service_killed_in_the_middle_loses_nothing_on_sqlite() {
    let folder = or_panic(tempfile::tempdir());
    killed_in_the_middle(&sqlite(folder.path(), "a.db"));
}

#[test]
fn a_service_killed_in_the_middle_loses_nothing_on_postgresql() {
    if let Some(server) = Postgres::start() {
        killed_in_the_middle(&server.database("killed"));
    }
}

#[test]
fn two_services_on_one_postgresql_have_one_riddle() {
    let Some(server) = Postgres::start() else { return };
    let store = server.database("replicas");
    let services = [Service::start(&store), Service::start(&store)];
    let path = format!("/daily/riddle/en_US/{}", today());
    let bodies: BTreeSet<String> = scope(|scope| {
        let ask = |n: usize| {
            let (services, path) = (&services, &path);
            move || {
                let (status, body) = services[n % 2].ask("GET", path, None).unwrap_or_default();
                assert_eq!(status, 200, "{body}");
                body.to_string()
            }
        };
        let asked: Vec<_> = (0..100).map(|n| scope.spawn(ask(n))).collect();
        asked.into_iter().map(|one| one.join().unwrap_or_else(|_| panic!("no answer"))).collect()
    });
    assert_eq!(bodies.len(), 1, "{bodies:?}");
    assert_eq!(or_panic(rows(&store, "SELECT date FROM riddle")).len(), 1);
}
