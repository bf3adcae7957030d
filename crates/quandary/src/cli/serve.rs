//! `quandary serve`: the program as an HTTP service.
//!
//! Signals: SIGHUP reads the configuration again. SIGTERM announces the stop and waits, so that load balancers can
//! react; a second signal ends the waiting. An interrupt stops the service. Invariant: an invalid configuration
//! changes nothing, and the log names the reason. A service manager that waits for notifications (systemd, by
//! NOTIFY_SOCKET) gets one for each of these. `--health` checks a running service, for systems without another HTTP
//! client.

use super::exit::{Exit, invalid, usage};
use crate::shown::note;
use anyhow::{Context, Result, bail};
use clap::Args;
use sd_notify::NotifyState;
use service::config::Config;
use service::log::Log;
use service::secret::Secret;
use service::server::Server;
use std::io::{Read, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream};
use std::path::{self, Path, PathBuf};
use std::time::Duration;
use store::Store;
use tokio::runtime::Builder;
use tokio::signal::unix::{Signal, SignalKind, signal};

/// Serve riddles, plays, words, dungeons and verdicts over HTTP
///
/// The service needs no installation. /docs describes the resources for people, /openapi.json for programs. It stops
/// on an interrupt, or on SIGTERM after some seconds, which give load balancers time to react; requests in progress
/// are finished first. SIGHUP reads the configuration again.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quandary serve
  quandary serve --listen 127.0.0.1:8080 --health
      exit code 0 if the service is ready, otherwise 1; for containers
  quandary serve --listen 0.0.0.0:8080 --config quandary.toml
  quandary serve --make-key anna-laptop >> quandary.toml
      a key for an operator; the log names the operator of each approval and change")]
pub(crate) struct Options {
    /// Address and port of the service [default: 127.0.0.1:8080]
    #[arg(long, value_name = "ADDRESS")]
    listen: Option<SocketAddr>,

    /// Store of the riddles and operations: sqlite:FILE or postgres://… [default: sqlite:quandary.db]
    #[arg(long, value_name = "URL")]
    store: Option<String>,

    /// Folder of the built book (`mdbook build docs` writes target/book), served at /book [default: none]
    #[arg(long, value_name = "DIR")]
    book: Option<PathBuf>,

    /// TOML file with all other settings; options on the command line take precedence [default: none]
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,

    /// Check that the service at --listen is ready, instead of starting one
    #[arg(long)]
    health: bool,

    /// Generate a key for the operator NAME, instead of starting the service: prints the key once on standard error,
    /// and the lines for the configuration, with its hash, on standard output [default: none]
    #[arg(long, value_name = "NAME", exclusive = true)]
    make_key: Option<String>,
}

impl Options {
    /// The configuration of the file, overridden by the options.
    ///
    /// # Errors
    /// If it cannot be read, or an option is not valid.
    fn configuration(&self) -> Result<Config> {
        let config = Config::load(self.config.as_deref());
        let mut config = config.map_err(|error| invalid(format_args!("{error:#}")))?;
        if let Some(listen) = self.listen {
            config.listen = listen;
        }
        if let Some(store) = &self.store {
            let store = store.parse();
            config.store = store.map_err(|error| usage(format_args!("--store: {error}")))?;
        }
        if let Some(book) = &self.book {
            config.book = Some(book.clone());
        }
        config.check_book().map_err(|error| invalid(format_args!("{error:#}")))?;
        Ok(config)
    }
}

/// Stack size of threads that verify and search: that of the main thread.
const STACK: usize = 8 << 20;
/// Longest wait for threads that do not react to the stop.
const LAST: Duration = Duration::from_millis(300);

/// Serves until stopped.
///
/// # Errors
/// If the configuration is not valid, or the address is not available.
pub(crate) fn run(options: &Options) -> Result<Exit> {
    if let Some(name) = &options.make_key {
        return make_key(name);
    }
    let config = options.configuration()?;
    if options.health {
        return Ok(ask_health(config.listen));
    }
    let log = Log::start(&config.log).map_err(|error| invalid(format_args!("{error:#}")))?;
    let runtime = Builder::new_multi_thread().enable_all().thread_stack_size(STACK).build();
    let runtime = runtime.context("cannot start threads")?;
    let served = runtime.block_on(serve(config, options, &log));
    runtime.shutdown_timeout(LAST);
    log.flush();
    served.map(|()| Exit::Done)
}

/// Generates a key for an operator. The configuration gets only its hash.
fn make_key(name: &str) -> Result<Exit> {
    let key =
        Secret::draw().map_err(|error| anyhow::anyhow!("no key can be generated: {error}"))?;
    let lines = format!("[[operator]]\nname = {name:?}\nkey_sha256 = {:?}\n", key.hash().text());
    // The printed lines are parsed like a configuration of the service.
    Config::read(&lines).map_err(|error| usage(format_args!("--make-key: {error}")))?;
    note!(
        "The key of {name}, which is shown only this once. Requests have it in this header:\n\n  \
         Authorization: Bearer {}\n",
        key.expose()
    );
    anstream::print!("{lines}");
    Ok(Exit::Done)
}

async fn serve(config: Config, options: &Options, log: &Log) -> Result<()> {
    // The signals are registered before the service reports that it is ready.
    let mut signals = Signals::listen()?;
    log_start(&config);
    let new = store::makes(config.store.whole());
    let store = tokio::select! {
        opened = Store::open(config.store.whole(), None) => opened.map_err(invalid)?,
        () = signals.stop() => return Ok(()),
    };
    let server = Server::bind(config, store, log.lost()).await?;
    welcome(server.address()?, new.as_deref());
    tell_ready();
    tokio::select! {
        () = server.take() => {}
        () = signals.heed(&server, options, log) => {}
    }
    tracing::info!("stopping");
    server.end().await;
    Ok(())
}

/// Logs the configuration.
fn log_start(config: &Config) {
    let operators: Vec<_> = config.operators().collect();
    let operators = operators.join(" ");
    tracing::info!(store = %config.store, permits = config.permits(), operators, "starting");
}

/// Prints the address, an example request, and the new database if one was created.
fn welcome(address: SocketAddr, new: Option<&Path>) {
    let at = format!("http://{address}");
    let json = "-H 'Content-Type: application/json'";
    let mut words = format!(
        "Listening on {at}\n\n\
         Try:\n  \
         curl {at}/health/ready\n  \
         curl {at}/riddle {json} -d '{{\"locale\": \"en_US\", \"timeLimitSeconds\": 2}}'\n  \
         curl {at}/dungeon {json} -H 'Accept: text/plain' -d '{{\"seed\": 7}}'\n\n\
         Everything it can do: {at}/docs\n"
    );
    if let Some(path) = new {
        let path = path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let path = path.display().to_string();
        words += &format!(
            "What must not be lost is kept in a new database: {}\n--store or --config names another place.\n",
            diagnostics::shown(&path)
        );
    }
    tracing::info!(%address, "listening");
    say(&mut anstream::stdout(), &words);
}

/// Prints a message. A failure to print is logged and does not stop the service.
fn say(out: &mut impl Write, words: &str) {
    if let Err(error) = out.write_all(words.as_bytes()).and_then(|()| out.flush()) {
        tracing::warn!(%error, "this cannot be said where it should");
    }
}

/// The signals of the service.
struct Signals {
    interrupt: Signal,
    terminate: Signal,
    hangup: Signal,
}

/// Action of a signal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    Reload,
    Drain,
    Stop,
}

impl Signals {
    /// Starts to listen.
    ///
    /// # Errors
    /// If the system does not allow it.
    fn listen() -> Result<Self> {
        let listen = |kind| signal(kind).context("cannot listen for signals");
        Ok(Self {
            interrupt: listen(SignalKind::interrupt())?,
            terminate: listen(SignalKind::terminate())?,
            hangup: listen(SignalKind::hangup())?,
        })
    }

    /// The next order.
    async fn next(&mut self) -> Order {
        tokio::select! {
            _ = self.interrupt.recv() => Order::Stop,
            _ = self.terminate.recv() => Order::Drain,
            _ = self.hangup.recv() => Order::Reload,
        }
    }

    /// Waits for the stop signal; while the service starts there is nothing to reload or drain.
    async fn stop(&mut self) {
        while self.next().await == Order::Reload {}
    }

    /// Handles signals until the service stops.
    async fn heed(&mut self, server: &Server, options: &Options, log: &Log) {
        loop {
            match self.next().await {
                Order::Reload => reload(server, options, log),
                Order::Drain => return self.drain(server).await,
                Order::Stop => break,
            }
        }
        tell_stopping();
    }

    /// Announces the stop, and waits until load balancers have seen it.
    async fn drain(&mut self, server: &Server) {
        tell_stopping();
        let time = server.drain();
        tracing::info!(seconds = time.as_secs(), "draining");
        let _ = tokio::time::timeout(time, self.stop()).await;
    }
}

/// Reads the configuration again.
fn reload(server: &Server, options: &Options, log: &Log) {
    tell_reloading();
    match options.configuration().and_then(|config| log.set(&config.log).map(|()| config)) {
        Ok(config) => {
            let kept = server.reload(config);
            if !kept.is_empty() {
                let fields = kept.join(", ");
                tracing::warn!(fields, "these change only when the service is started again");
            }
            tracing::info!("the configuration was read again");
        }
        Err(error) => {
            let error = format!("{error:#}");
            tracing::error!(error, "the configuration stays as it was");
        }
    }
    tell_ready();
}

/// Notifies the service manager that the service is ready.
fn tell_ready() {
    notify(&[NotifyState::Ready]);
}

/// Notifies the service manager that the configuration is being reloaded; [`tell_ready`] ends this state.
fn tell_reloading() {
    match NotifyState::monotonic_usec_now() {
        Ok(now) => notify(&[NotifyState::Reloading, now]),
        Err(error) => tracing::warn!(%error, "there is no clock"),
    }
}

/// Notifies the service manager that the service is stopping.
fn tell_stopping() {
    notify(&[NotifyState::Stopping]);
}

fn notify(state: &[NotifyState<'_>]) {
    if let Err(error) = sd_notify::notify(state) {
        tracing::warn!(%error, "the service manager cannot be notified");
    }
}

/// Timeout of each step of the health check.
const PATIENCE: Duration = Duration::from_secs(2);
/// Largest size of the response that is read, in bytes.
const MOST: u64 = 16 << 10;

/// Checks that the service at an address is ready, and prints its response.
fn ask_health(listen: SocketAddr) -> Exit {
    let address = near(listen);
    let said = answer(address).with_context(|| format!("no answer from {address}"));
    match said.and_then(|answer| check_ready(&answer)) {
        Ok(()) => Exit::Done,
        Err(error) => {
            note!("{error:#}");
            Exit::NOT_READY
        }
    }
}

/// The address for requests to a service that listens at all addresses.
fn near(listen: SocketAddr) -> SocketAddr {
    let ip = match listen.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, listen.port())
}

fn answer(address: SocketAddr) -> Result<String> {
    let mut stream = TcpStream::connect_timeout(&address, PATIENCE)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    write!(stream, "GET /health/ready HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")?;
    let mut answer = Vec::new();
    stream.take(MOST).read_to_end(&mut answer)?;
    Ok(String::from_utf8_lossy(&answer).into_owned())
}

/// Checks that a response says that the service is ready.
///
/// # Errors
/// The response, if it says anything else.
fn check_ready(answer: &str) -> Result<()> {
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((answer, ""));
    let status = head.lines().next().unwrap_or_default();
    match status.split(' ').nth(1) {
        Some("200") => Ok(()),
        Some("503") => bail!("not ready: {body}"),
        _ => bail!("this is not quandary: {status}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_service_at_all_addresses_is_asked_at_the_nearest() {
        let check = |listen: &str, expect: &str| {
            assert_eq!(near(listen.parse().unwrap()).to_string(), expect);
        };
        check("0.0.0.0:8080", "127.0.0.1:8080");
        check("[::]:80", "[::1]:80");
        check("10.1.2.3:80", "10.1.2.3:80");
    }

    #[test]
    fn only_a_good_answer_is_ready() {
        assert!(check_ready("HTTP/1.1 200 OK\r\n\r\n{}").is_ok());
        let check = |answer: &str, expect: &str| {
            assert_eq!(check_ready(answer).unwrap_err().to_string(), expect);
        };
        check("HTTP/1.1 503 Service Unavailable\r\n\r\n{}", "not ready: {}");
        check("HTTP/1.1 404 Not Found\r\n\r\n", "this is not quandary: HTTP/1.1 404 Not Found");
        check("", "this is not quandary: ");
    }
}
