//! The service as a program, for fault tests: started with its own configuration and folder, requested over sockets,
//! measured from outside.

use serde_json::Value;
use std::fs::{self, File};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// The key of its operator.
pub(crate) const KEY: &str = "a key for tests only";
/// Time limit of every wait.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// Settings of a service to start; missing ones are the defaults.
pub(crate) struct Setup {
    folder: TempDir,
    store: String,
    configuration: String,
    at: SocketAddr,
    stdout: Option<Stdio>,
    stderr: Option<Stdio>,
    /// The command that starts the program, with its arguments; empty for a direct start.
    under: Vec<String>,
}

impl Setup {
    /// A service with this configuration, on a free address, with an SQLite store in its folder.
    pub(crate) fn new(configuration: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        // The port is free again when it is known; the standard output with the address may be what a test replaces.
        let at = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        let store = testing::database::sqlite(folder.path(), "quandary.db");
        let configuration = configuration.to_owned();
        Self { folder, store, configuration, at, stdout: None, stderr: None, under: Vec::new() }
    }

    /// The folder in which it runs.
    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// With another store.
    pub(crate) fn store(mut self, url: &str) -> Self {
        url.clone_into(&mut self.store);
        self
    }

    /// Replaces standard output, which is discarded otherwise.
    pub(crate) fn stdout(mut self, to: impl Into<Stdio>) -> Self {
        self.stdout = Some(to.into());
        self
    }

    /// Replaces standard error, where the log goes, which is a file otherwise.
    pub(crate) fn stderr(mut self, to: impl Into<Stdio>) -> Self {
        self.stderr = Some(to.into());
        self
    }

    /// Started by another program, such as one that sets a limit.
    pub(crate) fn under(mut self, program: &[&str]) -> Self {
        self.under = program.iter().map(|&word| word.to_owned()).collect();
        self
    }

    /// Starts it without waiting.
    pub(crate) fn launch(self) -> Service {
        let folder = self.folder.path();
        let (configuration, log) = (folder.join("quandary.toml"), folder.join("log"));
        fs::write(&configuration, &self.configuration).unwrap();
        let program = env!("CARGO_BIN_EXE_quandary").to_owned();
        let mut words = self.under.iter().chain([&program]);
        let mut command = Command::new(words.next().unwrap());
        command.args(words).args(["serve", "--listen", &self.at.to_string(), "--config"]);
        command.arg(configuration).args(["--store", &self.store]);
        command.env("QUANDARY_OPERATOR_KEY", KEY).env_remove("RUST_LOG").current_dir(folder);
        command.stdin(Stdio::null()).stdout(self.stdout.unwrap_or_else(Stdio::null));
        command.stderr(self.stderr.unwrap_or_else(|| File::create(&log).unwrap().into()));
        let child = command.spawn().unwrap();
        Service { child, at: self.at, log, folder: self.folder }
    }

    /// Starts it, and waits until it is ready.
    pub(crate) fn start(self) -> Service {
        let mut service = self.launch();
        service.wait_until_ready();
        service
    }
}

/// A service that is running, killed when this is dropped.
pub(crate) struct Service {
    pub(crate) child: Child,
    pub(crate) at: SocketAddr,
    log: PathBuf,
    folder: TempDir,
}

/// A response.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    /// The headers as they were sent, one line each.
    pub(crate) head: String,
    pub(crate) body: String,
    /// The waiting time.
    pub(crate) took: Duration,
}

impl Answer {
    /// The body as JSON; null if it is not JSON.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_default()
    }

    /// The value of a header.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let mut lines = self.head.lines().filter_map(|line| line.split_once(':'));
        lines.find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value.trim())
    }
}

impl Service {
    /// The folder in which it runs.
    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// A connection to it.
    pub(crate) fn connect(&self) -> TcpStream {
        connect(self.at).unwrap()
    }

    /// Sends a request with the operator's key, and reads the answer.
    pub(crate) fn ask(&self, method: &str, path: &str, body: Option<&Value>) -> Answer {
        ask(self.at, method, path, KEY, body).unwrap()
    }

    /// The response to a request without a body.
    pub(crate) fn get(&self, path: &str) -> Answer {
        self.ask("GET", path, None)
    }

    /// The response to a request with a body.
    pub(crate) fn post(&self, path: &str, body: &Value) -> Answer {
        self.ask("POST", path, Some(body))
    }

    /// Waits until it is ready; an exit or a timeout fails the test.
    pub(crate) fn wait_until_ready(&mut self) {
        let begin = Instant::now();
        while !ask(self.at, "GET", "/health/ready", KEY, None).is_ok_and(|told| told.status == 200)
        {
            let ended = self.child.try_wait().unwrap();
            assert!(ended.is_none(), "{ended:?}: {}", self.log());
            assert!(begin.elapsed() < PATIENCE, "it is not ready: {}", self.log());
            sleep(Duration::from_millis(20));
        }
    }

    /// Two values: it reports that it is ready, and that its store is.
    pub(crate) fn readiness(&self) -> (bool, bool) {
        let said = self.get("/health/ready").json();
        (said["ready"] == true, said["store"] == true)
    }

    /// Its output on standard error.
    pub(crate) fn log(&self) -> String {
        fs::read_to_string(&self.log).unwrap_or_default()
    }

    /// A figure of `/metrics`, summed over its labels; `None` without such a figure.
    pub(crate) fn metric(&self, name: &str) -> Option<f64> {
        let figures = self.get("/metrics").body;
        let of_it =
            |line: &&str| line.strip_prefix(name).is_some_and(|rest| rest.starts_with(['{', ' ']));
        let values = figures.lines().filter(of_it);
        let values = values.filter_map(|line| line.rsplit(' ').next()?.parse::<f64>().ok());
        values.fold(None, |sum, value| Some(sum.unwrap_or(0.0) + value))
    }

    /// Its memory now, in bytes.
    pub(crate) fn memory(&self) -> u64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
        line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() << 10
    }

    /// Sends it a signal, such as `TERM`.
    pub(crate) fn signal(&self, name: &str) {
        let (signal, id) = (format!("-{name}"), self.child.id().to_string());
        assert!(Command::new("kill").args([&signal, &id]).status().unwrap().success());
    }

    /// Waits until it has ended; returns its status.
    pub(crate) fn ended(&mut self) -> ExitStatus {
        let begin = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            assert!(begin.elapsed() < PATIENCE, "it does not end: {}", self.log());
            sleep(Duration::from_millis(10));
        }
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn connect(at: SocketAddr) -> std::io::Result<TcpStream> {
    let stream = TcpStream::connect(at)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    Ok(stream)
}

/// Sends a request with a key, and reads the answer.
///
/// # Errors
/// If there is no whole answer.
pub(crate) fn ask(
    at: SocketAddr,
    method: &str,
    path: &str,
    key: &str,
    body: Option<&Value>,
) -> std::io::Result<Answer> {
    let begin = Instant::now();
    let mut stream = connect(at)?;
    let body = body.map_or(String::new(), Value::to_string);
    write!(
        stream,
        "{method} {path} HTTP/1.1\r\nHost: here\r\nConnection: close\r\nAuthorization: Bearer {key}\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    )?;
    let mut text = String::new();
    stream.read_to_string(&mut text)?;
    let cut = || std::io::Error::from(std::io::ErrorKind::UnexpectedEof);
    let (head, body) = text.split_once("\r\n\r\n").ok_or_else(cut)?;
    let status = head.split(' ').nth(1).and_then(|word| word.parse().ok()).ok_or_else(cut)?;
    Ok(Answer { status, head: head.to_owned(), body: body.to_owned(), took: begin.elapsed() })
}

/// Waits until something holds.
pub(crate) fn until(what: &str, time: Duration, mut holds: impl FnMut() -> bool) -> Duration {
    let begin = Instant::now();
    while !holds() {
        assert!(begin.elapsed() < time, "not within {time:?}: {what}");
        sleep(Duration::from_millis(20));
    }
    begin.elapsed()
}
