//! `quandary serve`: the program as a service over HTTP.

use super::exit::{Exit, input as invalid};
use crate::http::config::{Config, LogFormat};
use crate::http::secret::Secret;
use crate::http::server::Server;
use crate::store::Store;
use anyhow::{Context, Result};
use clap::Args;
use std::io::{self, IsTerminal};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;
use tokio::runtime::Builder;
use tokio::signal::unix::{SignalKind, signal};
use tracing_subscriber::EnvFilter;

/// Threads that judge and search may need as much stack as the program's own.
const STACK: usize = 8 << 20;
/// How long threads are waited for that do not hear that they are to stop.
const LAST: Duration = Duration::from_millis(300);

/// Answer over HTTP: riddles, plays, words, dungeons and verdicts
///
/// Starts with nothing installed. The resources are described at /docs, and for programs at /openapi.json. It stops
/// on an interrupt or when it is told to terminate: what is running is ended first.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quandary serve
  quandary serve --listen 0.0.0.0:8080 --config quandary.toml
  RUST_LOG=debug quandary serve --listen 127.0.0.1:0
      on a port that is free, which is printed, with more in the log
  quandary serve --make-key anna-laptop >> quandary.toml
      a key for an operator: approving, replacing and banning is written down under this name")]
pub(crate) struct Options {
    /// Where requests are listened for [default: 127.0.0.1:8080]
    #[arg(long, value_name = "ADDRESS")]
    listen: Option<SocketAddr>,

    /// Where what must not be lost is kept: sqlite:FILE or postgres://… [default: sqlite:quandary.db]
    #[arg(long, value_name = "URL")]
    store: Option<String>,

    /// Everything else that can be set, as TOML; what is given here counts more
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,

    /// Make a key for an operator of this name instead: on standard error the key, which is told this once; on
    /// standard output the lines for the configuration, which keeps its hash
    #[arg(long, value_name = "NAME", exclusive = true)]
    make_key: Option<String>,
}

/// Serves until it is told to stop.
///
/// # Errors
/// When the configuration will not do, or the address cannot be had.
pub(crate) fn run(options: &Options) -> Result<Exit> {
    if let Some(name) = &options.make_key {
        return make_key(name);
    }
    let config = options.configuration()?;
    log(config.log.format);
    let runtime = Builder::new_multi_thread().enable_all().thread_stack_size(STACK).build();
    let runtime = runtime.context("cannot start threads")?;
    let served = runtime.block_on(serve(config));
    runtime.shutdown_timeout(LAST);
    served.map(|()| Exit::Done)
}

/// Makes a key for an operator: whoever sees the configuration does not see the key.
fn make_key(name: &str) -> Result<Exit> {
    let key = Secret::draw().map_err(|error| anyhow::anyhow!("no key can be drawn: {error}"))?;
    let lines = format!("[[operator]]\nname = {name:?}\nkey_sha256 = {:?}\n", key.hash().text());
    // What is printed is what the service would read.
    Config::read(&lines)
        .map_err(|error| super::exit::usage(format_args!("--make-key: {error}")))?;
    anstream::eprintln!(
        "The key of {name}, which is told this once. Requests have it in this header:\n\n  \
         Authorization: Bearer {}\n",
        key.told()
    );
    anstream::print!("{lines}");
    Ok(Exit::Done)
}

async fn serve(config: Config) -> Result<()> {
    // Listened for before it is said that the service is there.
    let mut interrupt = signal(SignalKind::interrupt()).context("cannot listen for signals")?;
    let mut terminate = signal(SignalKind::terminate()).context("cannot listen for signals")?;
    tell(&config);
    let store = tokio::select! {
        store = Store::open(config.store.whole(), None) => store.map_err(invalid)?,
        // A store may keep one waiting, and there is nothing yet that would have to be ended.
        _ = interrupt.recv() => return Ok(()),
        _ = terminate.recv() => return Ok(()),
    };
    let server = Server::bind(config, store).await?;
    welcome(server.address()?);
    let stop = async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    };
    server.run(stop).await;
    Ok(())
}

impl Options {
    fn configuration(&self) -> Result<Config> {
        let config = Config::load(self.config.as_deref());
        let mut config = config.map_err(|error| invalid(format_args!("{error:#}")))?;
        if let Some(listen) = self.listen {
            config.listen = listen;
        }
        if let Some(store) = &self.store {
            let store = store.parse();
            config.store =
                store.map_err(|error| super::exit::usage(format_args!("--store: {error}")))?;
        }
        Ok(config)
    }
}

/// The log goes to standard error; how much of it, says RUST_LOG.
fn log(format: LogFormat) {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info"));
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(io::stderr);
    let log = log.with_ansi(io::stderr().is_terminal()).with_target(false);
    // Whoever started one already has one.
    let _ = match format {
        LogFormat::Text => log.try_init(),
        LogFormat::Json => log.json().flatten_event(true).try_init(),
    };
}

/// Says in the log what was configured.
fn tell(config: &Config) {
    let operators: Vec<_> = config.operators().collect();
    let operators = operators.join(" ");
    tracing::info!(store = %config.store, permits = config.permits(), operators, "starting");
}

/// Says where it listens, and what to try.
fn welcome(address: SocketAddr) {
    let at = format!("http://{address}");
    let json = "-H 'Content-Type: application/json'";
    anstream::println!(
        "Listening on {at}\n\n\
         Try:\n  \
         curl {at}/health/ready\n  \
         curl {at}/riddle {json} -d '{{\"locale\": \"en_US\", \"timeLimitSeconds\": 2}}'\n  \
         curl {at}/dungeon {json} -H 'Accept: text/plain' -d '{{\"seed\": 7}}'\n\n\
         Everything it can do: {at}/docs"
    );
}
