//! The socket: connections taken, served, and brought to an end.
//!
//! A client that sends its head byte by byte, or does not read its answer, is cut off; there are only so many
//! connections at one time. Invariant: after a signal no connection is taken, work is told to stop, answers that are
//! begun are ended, and the program is done within [`GRACE`].

mod stall;

use super::config::{Config, seconds};
use super::metrics::Gauge;
use super::{State, app, host};
use crate::daily::Clock;
use crate::store::Store;
use anyhow::{Context, Result};
use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::middleware;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use stall::Stall;
use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::{Semaphore, watch};
use tower::Service;

/// How long connections may take to end.
const GRACE: Duration = Duration::from_secs(4);
/// How often the figures are brought in order.
const UPKEEP: Duration = Duration::from_secs(5);
/// How long is waited where the system gives no connection, such as for want of file handles.
const BREATH: Duration = Duration::from_millis(50);
/// How many connections may wait to be taken.
const BACKLOG: u32 = 4096;
/// How many files are open besides connections: the store, the log, the lexicons while they are read.
const OTHER_FILES: u64 = 200;
/// The largest head of a request, in bytes.
const HEAD_BYTES: usize = 16 << 10;

/// A service with its socket, and not yet begun.
pub(crate) struct Server {
    listener: TcpListener,
    state: State,
}

impl Server {
    /// Takes the socket.
    ///
    /// # Errors
    /// When the address cannot be had, or no threads.
    pub(crate) async fn bind(config: Config, store: Store) -> Result<Self> {
        let address = config.listen;
        let cannot = || format!("cannot listen on {address}");
        let listener = listen(address).with_context(cannot)?;
        let state = State::new(config, store, Clock::System).context("cannot start threads")?;
        Ok(Self { listener, state })
    }

    /// Where it listens.
    ///
    /// # Errors
    /// When the system does not say.
    pub(crate) fn address(&self) -> Result<SocketAddr> {
        Ok(self.listener.local_addr()?)
    }

    /// Serves until `stop` is over, and then ends what is running.
    pub(crate) async fn run(self, stop: impl Future<Output = ()>) {
        let Self { listener, state } = self;
        tokio::spawn(Arc::clone(&state.lexicons).open_all());
        let metrics = Arc::clone(&state.metrics);
        tokio::spawn(async move {
            loop {
                tokio::time::sleep(UPKEEP).await;
                metrics.upkeep();
            }
        });
        let most = connections(state.config.max_connections);
        let places = Arc::new(Semaphore::new(most));
        let (stopping, _) = watch::channel(false);
        let router = app(state.clone()).layer(middleware::from_fn(host::named));
        tokio::select! {
            () = take(listener, &state, &router, &places, &stopping) => {}
            () = stop => {}
        }
        tracing::info!("stopping");
        state.stop();
        stopping.send_replace(true);
        // All places are free when no connection is left.
        let ended = tokio::time::timeout(GRACE, places.acquire_many(most as u32)).await;
        state.store.close().await;
        tracing::info!(all_ended = ended.is_ok(), "stopped");
    }
}

/// A socket with a long queue: a client that finds it full is heard a second later.
fn listen(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
    // So that a service that has just ended does not keep the next one from its address.
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

/// How many connections there can be of so many that are wanted: each is a file, and the system says how many a
/// program may have.
fn connections(wanted: usize) -> usize {
    let needed = (wanted as u64).saturating_add(OTHER_FILES);
    match rlimit::increase_nofile_limit(needed) {
        Ok(files) if files < needed => {
            tracing::warn!(files, wanted, "the system allows fewer files than connections");
            files.saturating_sub(OTHER_FILES).max(1) as usize
        }
        _ => wanted.min(u32::MAX as usize),
    }
}

/// Takes connections for ever.
async fn take(
    listener: TcpListener,
    state: &State,
    router: &Router,
    places: &Arc<Semaphore>,
    stopping: &watch::Sender<bool>,
) {
    loop {
        let Ok(place) = Arc::clone(places).acquire_owned().await else { return };
        let (stream, peer) = match listener.accept().await {
            Ok(taken) => taken,
            Err(error) => {
                tracing::warn!(%error, "no connection");
                tokio::time::sleep(BREATH).await;
                continue;
            }
        };
        let served = serve(stream, peer, state.clone(), router.clone(), stopping.subscribe());
        let open = state.metrics.more(Gauge::Connections);
        tokio::spawn(async move {
            served.await;
            drop((open, place));
        });
    }
}

/// Serves one connection to its end.
async fn serve(
    stream: TcpStream,
    peer: SocketAddr,
    state: State,
    router: Router,
    mut stopping: watch::Receiver<bool>,
) {
    // Answers are small: there is nothing to gain by waiting for more of them.
    let _ = stream.set_nodelay(true);
    let timeouts = &state.config.timeouts;
    let service = hyper::service::service_fn(move |request: hyper::Request<Incoming>| {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(peer));
        router.clone().call(request)
    });
    let stream = Stall::new(stream, seconds(timeouts.write_seconds));
    let served = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(seconds(timeouts.header_seconds))
        .max_buf_size(HEAD_BYTES)
        .serve_connection(TokioIo::new(stream), service);
    let mut served = pin!(served);
    let ended = tokio::select! {
        ended = served.as_mut() => ended,
        () = stopped(&mut stopping) => {
            served.as_mut().graceful_shutdown();
            served.await
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%error, "a connection broke off");
    }
}

/// Waits until it is said that the service stops.
async fn stopped(stopping: &mut watch::Receiver<bool>) {
    let _ = stopping.wait_for(|stopping| *stopping).await;
}
