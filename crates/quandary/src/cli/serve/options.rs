//! The options of `quandary serve`.

use crate::cli::exit::{input as invalid, usage};
use anyhow::Result;
use clap::Args;
use service::config::Config;
use std::net::SocketAddr;
use std::path::PathBuf;

/// Answer over HTTP: riddles, plays, words, dungeons and verdicts
///
/// Starts with nothing installed. The resources are described at /docs, and for programs at /openapi.json. It stops
/// on an interrupt, or some seconds after it is told to terminate (SIGTERM), when balancers have heard of it: what is
/// running is ended first. On SIGHUP the configuration is read again.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quandary serve
  quandary serve --listen 0.0.0.0:8080 --config quandary.toml
  RUST_LOG=debug quandary serve --listen 127.0.0.1:0
      on a port that is free, which is printed, with more in the log
  quandary serve --listen 127.0.0.1:8080 --health
      ends with 0 if the service there is ready, else with 1: for containers
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

    /// Ask the service that listens there whether it is ready, instead of starting one
    #[arg(long)]
    pub(super) health: bool,

    /// Make a key for an operator of this name instead: on standard error the key, which is told this once; on
    /// standard output the lines for the configuration, which keeps its hash
    #[arg(long, value_name = "NAME", exclusive = true)]
    pub(super) make_key: Option<String>,
}

impl Options {
    /// The configuration of the file, overridden by the options.
    ///
    /// # Errors
    /// When it cannot be read, or an option will not do.
    pub(super) fn configuration(&self) -> Result<Config> {
        let config = Config::load(self.config.as_deref());
        let mut config = config.map_err(|error| invalid(format_args!("{error:#}")))?;
        if let Some(listen) = self.listen {
            config.listen = listen;
        }
        if let Some(store) = &self.store {
            let store = store.parse();
            config.store = store.map_err(|error| usage(format_args!("--store: {error}")))?;
        }
        Ok(config)
    }
}
