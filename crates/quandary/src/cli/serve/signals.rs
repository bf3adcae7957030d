//! Signals to a running service, and their effects.
//!
//! SIGHUP: its configuration is read again. SIGTERM: it is about to stop, and those who send it requests are given
//! time to hear of it; a second signal ends that. An interrupt: it stops. Invariant: a configuration that will not do
//! changes nothing, and the log says why.

use super::options::Options;
use super::systemd;
use anyhow::{Context, Result};
use service::log::Log;
use service::server::Server;
use tokio::signal::unix::{Signal, SignalKind, signal};

/// The signals that are listened for.
pub(super) struct Signals {
    interrupt: Signal,
    terminate: Signal,
    hangup: Signal,
}

/// Order given by a signal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    Reload,
    Drain,
    Stop,
}

impl Signals {
    /// Listens from now on.
    ///
    /// # Errors
    /// When the system does not let the program.
    pub(super) fn listen() -> Result<Self> {
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

    /// Waits for the word to stop; until there is a service, there is nothing to be read again or drained.
    pub(super) async fn stop(&mut self) {
        while self.next().await == Order::Reload {}
    }

    /// Carries out signals, until the service is to stop.
    pub(super) async fn heed(&mut self, server: &Server, options: &Options, log: &Log) {
        loop {
            match self.next().await {
                Order::Reload => reload(server, options, log),
                Order::Drain => return self.drain(server).await,
                Order::Stop => break,
            }
        }
        systemd::stopping();
    }

    /// Says that the service is about to stop, and waits until that is heard.
    async fn drain(&mut self, server: &Server) {
        systemd::stopping();
        let time = server.drain();
        tracing::info!(seconds = time.as_secs(), "draining");
        let _ = tokio::time::timeout(time, self.stop()).await;
    }
}

/// Reads the configuration again.
fn reload(server: &Server, options: &Options, log: &Log) {
    systemd::reloading();
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
    systemd::ready();
}
