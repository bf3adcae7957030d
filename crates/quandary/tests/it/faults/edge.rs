//! Clients that take as much as they can: halves of large bodies that never continue, and guesses of the operator
//! key. Their resources are bounded, and other clients get answers.

use super::service::{KEY, PATIENCE, Service, Setup, until};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{scope, sleep};
use std::time::{Duration, Instant};

/// A service that trusts the client addresses of the tests, and accepts everything.
const OPEN: &str = "[rate]\nper_minute = 0\ntrusted_proxies = [\"127.0.0.1\"]\n";

/// The parts of a response that these tests need.
struct Answer {
    status: u16,
    retry_after: Option<u64>,
    body: String,
}

/// The head of a request from an address, without the empty line at its end.
fn head(from: &str, line: &str, length: usize) -> String {
    format!(
        "{line} HTTP/1.1\r\nHost: here\r\nX-Forwarded-For: {from}\r\nContent-Type: application/json\r\n\
         Content-Length: {length}\r\n"
    )
}

fn answer(reader: &mut impl BufRead) -> std::io::Result<Answer> {
    let (mut answer, mut length) =
        (Answer { status: 0, retry_after: None, body: String::new() }, 0);
    loop {
        let mut line = String::new();
        reader.read_line(&mut line)?;
        let line = line.trim_end().to_ascii_lowercase();
        if line.is_empty() {
            break;
        }
        match line.split_once(": ") {
            Some(("content-length", value)) => length = value.parse().unwrap(),
            Some(("retry-after", value)) => answer.retry_after = value.parse().ok(),
            _ if answer.status == 0 => {
                answer.status = line.split(' ').nth(1).unwrap().parse().unwrap();
            }
            _ => {}
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body)?;
    answer.body = String::from_utf8(body).unwrap();
    Ok(answer)
}

/// Sends a request from an address, on a connection of its own.
fn ask(service: &Service, from: &str, line: &str, key: &str, body: &str) -> Answer {
    let mut stream = service.connect();
    let head = head(from, line, body.len());
    write!(stream, "{head}Authorization: Bearer {key}\r\nConnection: close\r\n\r\n{body}").unwrap();
    answer(&mut BufReader::new(stream)).unwrap()
}

/// Waits until no background reading is left, so that only requests increase memory.
fn settle(service: &Service) {
    until("all lexicons are open", PATIENCE, || {
        !service.get("/health/ready").body.contains("\"opening\"")
    });
}

/// Writes a body until the service stops it; returns the number of bytes written.
fn write_on(streams: &mut [TcpStream], each: usize, stop: &AtomicBool) {
    let piece = vec![b' '; 64 << 10];
    let mut left = vec![each; streams.len()];
    while left.iter().any(|&left| left > 0) && !stop.load(Ordering::Relaxed) {
        for (stream, left) in streams.iter_mut().zip(&mut left).filter(|(_, left)| **left > 0) {
            match stream.write(&piece[..piece.len().min(*left)]) {
                Ok(written) => *left -= written,
                Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => {}
                Err(_) => *left = 0,
            }
        }
        sleep(Duration::from_millis(1));
    }
}

#[test]
#[ignore = "a fault: .ci/run asks for these"]
fn half_of_four_hundred_large_bodies_takes_bounded_memory() {
    const LARGE: usize = 4 << 20;
    let service = Setup::new(OPEN).start();
    settle(&service);
    let before = service.memory();
    let mut streams: Vec<TcpStream> = (0..400)
        .map(|n| {
            let mut stream = service.connect();
            let from = format!("10.0.0.{}", n % 20);
            write!(stream, "{}\r\n", head(&from, "POST /level/solve", LARGE)).unwrap();
            stream.set_nonblocking(true).unwrap();
            stream
        })
        .collect();
    let level = json!({"level": "#####\n#@.*#\n#####"}).to_string();
    let words = json!({"locale": "en_US", "word": "cat"}).to_string();
    let (stop, begin) = (AtomicBool::new(false), Instant::now());
    // The peak does not help: opening lexicons took more.
    let (mut slowest, mut most) = (Duration::ZERO, before);
    scope(|threads| {
        for some in streams.chunks_mut(100) {
            threads.spawn(|| write_on(some, LARGE - 10, &stop));
        }
        // Longer than the time limit of a body, so that rejections happen during the measurement.
        while begin.elapsed() < Duration::from_secs(14) {
            for (line, body) in [
                ("POST /level/solve", &level),
                ("POST /wordcheck", &words),
                ("GET /health/live", &String::new()),
            ] {
                let asked = Instant::now();
                let told = ask(&service, "10.9.9.9", line, "", body);
                assert_eq!(told.status, 200, "{line}: {}", told.body);
                slowest = slowest.max(asked.elapsed());
                most = most.max(service.memory());
            }
            sleep(Duration::from_millis(100));
        }
        stop.store(true, Ordering::Relaxed);
    });
    let grown = (most - before) >> 20;
    println!("memory grew by {grown} MiB; the slowest of others' answers took {slowest:?}");
    assert!(grown <= 256, "{grown} MiB");
    assert!(slowest < Duration::from_secs(5), "{slowest:?}");
    // Every one gets the reason, or is cut off.
    let mut statuses: Vec<u16> = Vec::new();
    for stream in streams {
        stream.set_nonblocking(false).unwrap();
        statuses.extend(answer(&mut BufReader::new(stream)).ok().map(|told| told.status));
    }
    assert!(statuses.iter().all(|status| [408, 503].contains(status)), "{statuses:?}");
    assert!(statuses.contains(&503), "{statuses:?}");
    let large = level + &" ".repeat(LARGE / 2);
    assert_eq!(ask(&service, "10.0.0.1", "POST /level/solve", "", &large).status, 200);
}

/// Numbers of wrong keys that were checked, and of those that were not.
#[derive(Debug, Default)]
struct Guessed {
    looked_at: u32,
    unseen: u32,
}

/// Sends wrong keys, many on one connection, each from the given address.
fn guess(service: &Service, times: u32, from: impl Fn(u32) -> String) -> Guessed {
    let mut stream = service.connect();
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    let mut guessed = Guessed::default();
    for first in (0..times).step_by(50) {
        let requests: String = (first..times.min(first + 50))
            .map(|n| {
                let path = "GET /daily/riddle/en_US/today/solution";
                let head = head(&from(n), path, 0);
                format!("{head}Authorization: Bearer not the operator's key {n}\r\n\r\n")
            })
            .collect();
        stream.write_all(requests.as_bytes()).unwrap();
        for _ in first..times.min(first + 50) {
            let told = answer(&mut reader).unwrap();
            match told.status {
                401 => guessed.looked_at += 1,
                status => {
                    let after = told.retry_after.unwrap_or_default();
                    assert!(status == 429 && (1..=60).contains(&after), "{status}: {}", told.body);
                    guessed.unseen += 1;
                }
            }
        }
    }
    guessed
}

#[test]
#[ignore = "a fault: .ci/run asks for these"]
fn of_a_hundred_thousand_wrong_keys_few_are_looked_at() {
    let service = Setup::new(OPEN).start();
    settle(&service);
    // The operator elsewhere comes first, so that everything that opens on the first request is open.
    let audit = |from: &str| ask(&service, from, "GET /admin/audit", KEY, "");
    assert_eq!(audit("10.9.9.9").status, 200);
    guess(&service, 50, |_| "10.0.0.1".to_owned());
    let (before, begin) = (service.memory(), Instant::now());
    let guessed = scope(|threads| {
        let one = || guess(&service, 40_000, |_| "10.0.0.1".to_owned());
        let guessing = [threads.spawn(one), threads.spawn(one)];
        while guessing.iter().any(|thread| !thread.is_finished()) {
            let told = audit("10.9.9.9");
            assert_eq!(told.status, 200, "{}", told.body);
            sleep(Duration::from_millis(50));
        }
        guessing.map(|thread| thread.join().unwrap())
    });
    let looked_at: u32 = guessed.iter().map(|guessed| guessed.looked_at).sum();
    let minutes = begin.elapsed().as_secs() as u32 / 60;
    println!("{looked_at} of 80,000 were looked at in {:?}", begin.elapsed());
    assert!(looked_at <= 8 + minutes, "{looked_at}");
    assert_eq!(guessed.iter().map(|guessed| guessed.unseen).sum::<u32>(), 80_000 - looked_at);
    assert_eq!(audit("10.0.0.1").status, 429, "no key is looked at from there");
    // And twenty thousand from as many addresses.
    let spread = guess(&service, 20_000, |n| format!("11.0.{}.{}", n / 250, n % 250));
    assert_eq!(spread.looked_at, 20_000, "each has some");
    let grown = service.memory().saturating_sub(before) >> 20;
    println!("memory grew by {grown} MiB");
    assert!(grown <= 32, "{grown} MiB");
    let acts: Value = serde_json::from_str(&audit("10.9.9.9").body).unwrap();
    let refused = acts["acts"].as_array().unwrap().iter().filter(|act| act["outcome"] == "refused");
    let most = 10 * (2 + begin.elapsed().as_secs() as usize / 60);
    assert!((1..=most).contains(&refused.count()), "{acts}");
}
