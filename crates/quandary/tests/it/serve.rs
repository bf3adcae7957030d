//! The service as a program: started on a free port, requested over a socket, and stopped by a signal.

mod deploy;
mod run;

use crate::pages::{Page, chapters};
use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};
use testing::skipped;

/// The running program, and its address.
struct Service {
    child: Child,
    address: String,
    begin: Instant,
    /// The folder of its configuration, store and log.
    folder: tempfile::TempDir,
}

/// The key of its operator.
const KEY: &str = "a key for tests only";

impl Service {
    fn start(configuration: &str) -> Self {
        Self::start_with(configuration, |_| ())
    }

    fn start_with(configuration: &str, change: impl FnOnce(&mut Command)) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("quandary.toml");
        std::fs::write(&file, configuration).unwrap();
        let log = std::fs::File::create(folder.path().join("log")).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_quandary"));
        command
            .args(["serve", "--listen", "127.0.0.1:0", "--config"])
            .arg(file)
            .env("QUANDARY_OPERATOR_KEY", KEY)
            .env_remove("RUST_LOG")
            .current_dir(folder.path())
            .stdout(Stdio::piped())
            .stderr(log);
        change(&mut command);
        let mut child = command.spawn().unwrap();
        let mut line = String::new();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        stdout.read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("Listening on http://").unwrap().to_owned();
        assert!(folder.path().join("quandary.db").exists());
        let mut said = stdout.lines().map_while(Result::ok);
        let made = said.find(|line| line.starts_with("What must not be lost is kept in a new"));
        assert!(made.is_some_and(|line| line.ends_with("/quandary.db")));
        Self { child, address, begin: Instant::now(), folder }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        stream
    }

    fn ask(&self, head: &str, body: &str) -> String {
        let mut stream = self.connect();
        let length = body.len();
        write!(
            stream,
            "{head} HTTP/1.1\r\nHost: here\r\nConnection: close\r\nContent-Type: application/json\r\n\
             Content-Length: {length}\r\n\r\n{body}"
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    fn configuration(&self) -> PathBuf {
        self.folder.path().join("quandary.toml")
    }

    fn log(&self) -> String {
        std::fs::read_to_string(self.folder.path().join("log")).unwrap()
    }

    fn signal(&self, name: &str) {
        let (signal, id) = (format!("-{name}"), self.child.id().to_string());
        assert!(Command::new("kill").args([&signal, &id]).status().unwrap().success());
    }

    /// True if it has used this processor time; on systems without that figure, if it has run this long.
    fn has_worked(&self, time: Duration) -> bool {
        let Ok(text) = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())) else {
            return self.begin.elapsed() > time;
        };
        // After the name, which may hold anything: user and system time are fields 12 and 13, in hundredths of a
        // second.
        let (_, fields) = text.rsplit_once(')').unwrap();
        let ticks = fields.split_whitespace().skip(11).take(2).map(|n| n.parse::<u64>().unwrap());
        Duration::from_millis(10 * ticks.sum::<u64>()) > time
    }

    fn terminate(&self) {
        self.signal("TERM");
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn it_stops_in_time_while_a_riddle_is_searched_for() {
    let mut service = Service::start("[timeouts]\ndrain_seconds = 0\n");
    assert!(service.ask("GET /health/live", "").starts_with("HTTP/1.1 200"));
    let address = service.address.clone();
    let search = thread::spawn(move || {
        let body = "{\"locale\": \"en_US\", \"timeLimitSeconds\": 60}";
        let mut stream = TcpStream::connect(address).unwrap();
        let length = body.len();
        write!(
            stream,
            "POST /riddle HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\n\
             Content-Length: {length}\r\n\r\n{body}"
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    });
    let begin = Instant::now();
    while !service.ask("GET /metrics", "").contains("quandary_pool_running{lane=\"riddles\"} 1") {
        assert!(begin.elapsed() < Duration::from_secs(20), "the search does not begin");
        thread::sleep(Duration::from_millis(20));
    }
    // Enough work to find something.
    let begin = Instant::now();
    while !service.has_worked(Duration::from_secs(2)) {
        assert!(begin.elapsed() < Duration::from_secs(40), "the search does not work");
        thread::sleep(Duration::from_millis(20));
    }
    service.terminate();
    let status = service.child.wait().unwrap();
    // Earlier than the end of the search.
    assert!(begin.elapsed() < Duration::from_secs(50), "{:?}", begin.elapsed());
    assert_eq!(status.code(), Some(0));
    let answer = search.join().unwrap();
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
}

/// Reads to the end, within a minute; a reset connection counts as an end.
fn cut_off(stream: &mut TcpStream, said: &mut Vec<u8>) {
    stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    if let Err(error) = stream.read_to_end(said) {
        assert!(!matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut), "{error}");
    }
}

#[test]
fn clients_that_trickle_are_cut_off() {
    let service = Service::start("[timeouts]\nheader_seconds = 1\nbody_seconds = 1\n");
    let mut head = service.connect();
    let mut idle = service.connect();
    let mut body = service.connect();
    body.write_all(
        b"POST /riddle HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n",
    )
    .unwrap();
    for byte in b"GET /health/live HTTP/1.1\r\nX-Slow: " {
        // A write fails when the other side has closed.
        if head.write_all(&[*byte]).is_err() || body.write_all(b" ").is_err() {
            break;
        }
        thread::sleep(Duration::from_millis(100));
    }
    let mut said = Vec::new();
    cut_off(&mut body, &mut said);
    assert!(said.is_empty() || said.starts_with(b"HTTP/1.1 408"), "{said:?}");
    for stream in [&mut head, &mut idle] {
        cut_off(stream, &mut Vec::new());
    }
    assert!(service.ask("GET /health/live", "").starts_with("HTTP/1.1 200"));
}

#[test]
fn a_host_is_named_once() {
    let service = Service::start("");
    let ask = |head: &str| {
        let mut stream = service.connect();
        write!(stream, "{head}\r\nConnection: close\r\n\r\n").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    };
    for head in [
        "GET /health/live HTTP/1.1",
        "GET /nothing HTTP/1.1",
        "GET /health/live HTTP/1.1\r\nHost: a\r\nHost: b",
    ] {
        let answer = ask(head);
        assert!(answer.starts_with("HTTP/1.1 400") && answer.contains("\"error\""), "{answer}");
    }
    assert!(ask("GET /health/live HTTP/1.1\r\nHost: here").starts_with("HTTP/1.1 200"));
    assert!(ask("GET /health/live HTTP/1.0").starts_with("HTTP/1.0 200"));
}

#[test]
fn a_key_that_is_made_is_an_operators() {
    let make = |name: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_quandary"));
        command.args(["serve", "--make-key", name]).output().unwrap()
    };
    let made = make("anna-laptop");
    let (lines, said) =
        (String::from_utf8(made.stdout).unwrap(), String::from_utf8(made.stderr).unwrap());
    let key = said.split("Authorization: Bearer ").nth(1).unwrap().trim();
    assert!(lines.starts_with("[[operator]]\nname = \"anna-laptop\"\nkey_sha256 = "), "{lines}");
    assert!(key.len() == 64 && !lines.contains(key) && made.status.success(), "{said}");
    let service = Service::start(&lines);
    let asked = |key: &str| {
        let mut stream = service.connect();
        write!(
            stream,
            "GET /admin/audit HTTP/1.1\r\nHost: here\r\nConnection: close\r\nAuthorization: Bearer {key}\r\n\r\n"
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    };
    assert!(asked(key).starts_with("HTTP/1.1 200"));
    assert!(asked(KEY).starts_with("HTTP/1.1 200"), "the one without a name is one still");
    assert!(asked(&key[1..]).starts_with("HTTP/1.1 401"));
    let wrong = make("anna's laptop");
    assert!(wrong.status.code() == Some(2) && wrong.stdout.is_empty());
}

#[test]
fn a_configuration_that_will_not_do_is_told() {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), "[limits]\nbody = 1\n").unwrap();
    let serve = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_quandary"));
        let output = command.arg("serve").args(arguments).output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let (code, said) = serve(&["--config", &file.path().display().to_string()]);
    assert!(
        code == Some(3) && said.contains("line 2, body") && said.contains("body_bytes"),
        "{said}"
    );
    let (code, said) = serve(&["--store", "mysql://me:hush@x/y"]);
    assert!(code == Some(2) && !said.contains("hush"), "{said}");
    let mut command = Command::new(env!("CARGO_BIN_EXE_quandary"));
    let short = command.arg("serve").env("QUANDARY_OPERATOR_KEY", "abc").output().unwrap();
    let said = String::from_utf8(short.stderr).unwrap();
    for part in ["QUANDARY_OPERATOR_KEY", "3 bytes", "at least 16", "quandary serve --make-key"] {
        assert!(short.status.code() == Some(3) && said.contains(part), "{part}: {said}");
    }
}

#[test]
fn the_lines_of_the_book_work() {
    if Command::new("curl").arg("--version").output().is_err() {
        skipped("there is no curl");
        return;
    }
    let pages = chapters();
    let asked = pages.iter().flat_map(Page::blocks).filter(|block| block.has("service"));
    let asked: String = asked.map(|block| block.text + "\n").collect();
    let lines = asked.split("\n\n").map(str::trim).filter(|line| !line.is_empty());
    let service = Service::start("[daily]\nsearch_seconds = 2\n");
    // The English lexicon is opened first; the first line gives a riddle two seconds in total.
    let begin = Instant::now();
    while !service.ask("GET /health/ready", "").starts_with("HTTP/1.1 200") {
        assert!(begin.elapsed() < Duration::from_secs(60), "no lexicon is opened");
        thread::sleep(Duration::from_millis(20));
    }
    let mut run = 0;
    for line in lines {
        assert!(line.starts_with("curl "), "{line}");
        let line =
            line.replace("localhost:8080", &service.address).replacen("curl", "curl -sSf", 1);
        let output =
            Command::new("sh").args(["-c", &line]).env("QUANDARY_OPERATOR_KEY", KEY).output();
        let output = output.unwrap();
        assert!(output.status.success(), "{line}: {output:?}");
        assert!(!output.stdout.is_empty(), "{line}");
        run += 1;
    }
    assert!(run >= 17, "{run} lines were run");
}
