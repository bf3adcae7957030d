//! `quandary serve`: the program as a service over HTTP.

mod options;
mod said;
mod health;
mod signals;
mod systemd;

use super::exit::{Exit, input as invalid};
use crate::shown::note;
use anyhow::{Context, Result};
pub(crate) use options::Options;
use said::say;
use service::config::Config;
use service::log::Log;
use service::secret::Secret;
use service::server::Server;
use signals::Signals;
use std::net::SocketAddr;
use std::path::{self, Path};
use std::time::Duration;
use store::Store;
use tokio::runtime::Builder;

/// Threads that judge and search may need as much stack as the program's own.
const STACK: usize = 8 << 20;
/// Longest time of waiting for threads that do not hear that they are to stop.
const LAST: Duration = Duration::from_millis(300);

/// Serves until it is stopped.
///
/// # Errors
/// When the configuration will not do, or the address cannot be had.
pub(crate) fn run(options: &Options) -> Result<Exit> {
    if let Some(name) = &options.make_key {
        return make_key(name);
    }
    let config = options.configuration()?;
    if options.health {
        return Ok(health::ask(config.listen));
    }
    let log = Log::start(&config.log).map_err(|error| invalid(format_args!("{error:#}")))?;
    let runtime = Builder::new_multi_thread().enable_all().thread_stack_size(STACK).build();
    let runtime = runtime.context("cannot start threads")?;
    let served = runtime.block_on(serve(config, options, &log));
    runtime.shutdown_timeout(LAST);
    log.flush();
    served.map(|()| Exit::Done)
}

/// Makes a key for an operator. The configuration gets only its hash.
fn make_key(name: &str) -> Result<Exit> {
    let key = Secret::draw().map_err(|error| anyhow::anyhow!("no key can be drawn: {error}"))?;
    let lines = format!("[[operator]]\nname = {name:?}\nkey_sha256 = {:?}\n", key.hash().text());
    // The lines that are printed are what the service would read.
    Config::read(&lines)
        .map_err(|error| super::exit::usage(format_args!("--make-key: {error}")))?;
    note!(
        "The key of {name}, which is told this once. Requests have it in this header:\n\n  \
         Authorization: Bearer {}\n",
        key.told()
    );
    anstream::print!("{lines}");
    Ok(Exit::Done)
}

async fn serve(config: Config, options: &Options, log: &Log) -> Result<()> {
    // Listened for before it is said that the service is there.
    let mut signals = Signals::listen()?;
    tell(&config);
    let new = store::makes(config.store.whole());
    let store = tokio::select! {
        opened = Store::open(config.store.whole(), None) => opened.map_err(invalid)?,
        () = signals.stop() => return Ok(()),
    };
    let server = Server::bind(config, store, log.lost()).await?;
    welcome(server.address()?, new.as_deref());
    systemd::ready();
    tokio::select! {
        () = server.take() => {}
        () = signals.heed(&server, options, log) => {}
    }
    tracing::info!("stopping");
    server.end().await;
    Ok(())
}

/// Logs the configuration.
fn tell(config: &Config) {
    let operators: Vec<_> = config.operators().collect();
    let operators = operators.join(" ");
    tracing::info!(store = %config.store, permits = config.permits(), operators, "starting");
}

/// Prints the address it listens on, an example of a request, and the database that was made for it.
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
            voice::shown(&path)
        );
    }
    tracing::info!(%address, "listening");
    say(&mut anstream::stdout(), &words);
}
