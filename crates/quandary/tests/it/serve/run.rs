//! The program as a service: it drains before it stops, reads its configuration again, notifies the service manager,
//! answers health checks, and rejects malformed requests in one format.

use super::Service;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::os::unix::net::UnixDatagram;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// Time limit of every wait.
const PATIENCE: Duration = Duration::from_secs(60);

fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let begin = Instant::now();
    while !holds() {
        assert!(begin.elapsed() < PATIENCE, "{what}");
        thread::sleep(Duration::from_millis(20));
    }
}

/// One request on a persistent connection: the head of the response; `None` if the connection was lost.
fn keep_asking(stream: &mut BufReader<TcpStream>, path: &str) -> Option<String> {
    write!(stream.get_mut(), "GET {path} HTTP/1.1\r\nHost: here\r\n\r\n").ok()?;
    let (mut head, mut length) = (String::new(), 0);
    loop {
        let mut line = String::new();
        stream.read_line(&mut line).ok().filter(|read| *read > 0)?;
        if line == "\r\n" {
            break;
        }
        if let Some(said) = line.strip_prefix("content-length: ") {
            length = said.trim().parse().ok()?;
        }
        head += &line;
    }
    stream.read_exact(&mut vec![0; length]).ok()?;
    Some(head)
}

#[test]
fn before_it_stops_clients_are_sent_away_and_none_loses_a_request() {
    let mut service = Service::start("[timeouts]\ndrain_seconds = 3\n");
    let (asked, told, lost) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicUsize::new(0));
    thread::scope(|scope| {
        for _ in 0..20 {
            let mut stream = BufReader::new(service.connect());
            let (asked, told, lost) = (&asked, &told, &lost);
            scope.spawn(move || {
                loop {
                    match keep_asking(&mut stream, "/health/live") {
                        Some(head) if head.contains("connection: close") => {
                            told.fetch_add(1, Ordering::Relaxed);
                            break;
                        }
                        Some(_) => asked.fetch_add(1, Ordering::Relaxed),
                        None => {
                            lost.fetch_add(1, Ordering::Relaxed);
                            break;
                        }
                    };
                }
            });
        }
        until("all of them ask", || asked.load(Ordering::Relaxed) > 100);
        service.terminate();
        until("balancers hear of it", || {
            let ready = service.ask("GET /health/ready", "");
            ready.starts_with("HTTP/1.1 503") && ready.contains("\"draining\":true")
        });
    });
    assert_eq!((told.into_inner(), lost.into_inner()), (20, 0));
    assert!(service.child.wait().unwrap().success());
}

#[test]
fn an_interrupt_or_a_second_signal_ends_the_waiting() {
    for signals in [["TERM", "TERM"], ["TERM", "INT"], ["INT", "INT"]] {
        let mut service = Service::start("[timeouts]\ndrain_seconds = 3000\n");
        let begin = Instant::now();
        service.signal(signals[0]);
        if signals[0] == "TERM" {
            until("it drains", || service.ask("GET /health/ready", "").contains("draining\":true"));
            service.signal(signals[1]);
        }
        assert!(service.child.wait().unwrap().success(), "{signals:?}");
        assert!(begin.elapsed() < PATIENCE, "{signals:?}: {:?}", begin.elapsed());
    }
}

#[test]
fn a_hangup_reads_the_configuration_again() {
    let service = Service::start("[limits]\nbody_bytes = 30\n");
    let wordcheck = || {
        let answer = service.ask("POST /wordcheck", "{\"locale\": \"en_US\", \"word\": \"cat\"}");
        answer.split(' ').nth(1).unwrap_or_default().to_owned()
    };
    assert_eq!(wordcheck(), "413");
    let begin = service.log();
    assert!(begin.contains("INFO") && !begin.contains("\"level\""), "{begin}");

    let new = "max_connections = 9\n[log]\nformat = \"json\"\n[pool]\nqueue = 3\n";
    fs::write(service.configuration(), new).unwrap();
    service.signal("HUP");
    until("the new limit holds", || wordcheck() == "200");
    let answered = "\"message\":\"answered\"";
    until("the log has its new form", || service.log().contains(answered));
    let fields = "\"fields\":\"max_connections, pool\"";
    until("it is said what needs a restart", || service.log().contains(fields));

    fs::write(service.configuration(), "[limits]\nbody = 1\n").unwrap();
    service.signal("HUP");
    until("it is said why not", || service.log().contains("stays as it was"));
    let log = service.log();
    assert!(log.contains("line 2, body") && log.contains("body_bytes"), "{log}");
    assert_eq!(wordcheck(), "200");
}

#[test]
fn the_service_manager_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("notify");
    let manager = UnixDatagram::bind(&path).unwrap();
    manager.set_read_timeout(Some(PATIENCE)).unwrap();
    let hear = || {
        let mut bytes = [0; 4096];
        let read = manager.recv(&mut bytes).unwrap();
        String::from_utf8(bytes[..read].to_vec()).unwrap()
    };
    let mut service = Service::start_with("[timeouts]\ndrain_seconds = 0\n", |command| {
        command.env("NOTIFY_SOCKET", &path);
    });
    assert_eq!(hear().trim(), "READY=1");
    service.signal("HUP");
    let said = hear();
    assert!(said.contains("RELOADING=1\n") && said.contains("MONOTONIC_USEC="), "{said}");
    assert_eq!(hear().trim(), "READY=1");
    service.terminate();
    assert_eq!(hear().trim(), "STOPPING=1");
    assert!(service.child.wait().unwrap().success());
}

#[test]
fn a_service_can_be_asked_for_its_health() {
    let health = |address: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_quandary"));
        let output = command.args(["serve", "--listen", address, "--health"]).output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let service = Service::start("[timeouts]\ndrain_seconds = 60\n");
    until("a lexicon is open", || health(&service.address).0 == Some(0));
    service.terminate();
    until("it drains", || service.ask("GET /health/ready", "").contains("draining\":true"));
    let (code, said) = health(&service.address);
    assert!(code == Some(1) && said.contains("about to stop"), "{code:?} {said}");
    let address = service.address.clone();
    drop(service);
    let (code, said) = health(&address);
    assert!(code == Some(1) && said.contains("no answer from"), "{code:?} {said}");
}

#[test]
fn what_never_becomes_a_request_is_refused_in_the_one_shape() {
    let service = Service::start("");
    let large = format!("GET / HTTP/1.1\r\nHost: here\r\nX-Large: {}\r\n\r\n", "x".repeat(20_000));
    for (sent, status) in [
        ("nonsense\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nno header\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: here\r\nContent-Length: x\r\n\r\n", 400),
        (large.as_str(), 431),
    ] {
        let mut stream = service.connect();
        // A request that is too large may be rejected before it is sent completely.
        let _ = stream.write_all(sent.as_bytes());
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let answer = String::from_utf8(answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        assert!(head.starts_with(&format!("HTTP/1.1 {status} ")), "{sent:.40}: {answer}");
        assert!(head.contains("content-type: application/problem+json"), "{head}");
        let body: serde_json::Value = serde_json::from_str(body).unwrap();
        assert_eq!((&body["status"], body["error"].is_string()), (&status.into(), true), "{body}");
    }
}
