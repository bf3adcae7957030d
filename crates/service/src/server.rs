//! The socket: connections taken, served, and brought to an end.
//!
//! A client that sends its head byte by byte, or does not read its answer, is cut off; there are only so many
//! connections at one time, and of one client. What answers can be replaced while it runs, by another configuration. Invariant: while
//! the service drains everything is answered, and clients are told to come back by another connection; once it ends
//! no connection is taken, work is told to stop, answers that are begun are ended, and that is done within
//! `GRACE`.

mod refusal;
mod stall;

use super::clients::{Client, is_trusted};
use super::config::{Config, keep, seconds};
use super::log::{Lost, Throttle};
use super::metrics::Gauge;
use super::quota::{Full, Hold};
use super::watch::named;
use super::{AppState, app};
use anyhow::{Context, Result};
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::{Router, middleware};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use refusal::{Refusal, refuse};
use stall::Stall;
use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, Instant};
use store::Store;
use store::daily::Clock;
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::{Semaphore, watch};
use tower::Service;

/// Longest time in which connections may end.
const GRACE: Duration = Duration::from_secs(4);
/// Interval at which the metrics are tidied.
const UPKEEP: Duration = Duration::from_secs(5);
/// Pause when the system gives no connection, such as for want of file handles.
const BREATH: Duration = Duration::from_millis(50);
/// Number of connections that may wait to be accepted.
const BACKLOG: u32 = 4096;
/// Size in bytes of what the system keeps of an answer for a connection: no more is copied at one time, so that the
/// answers of others do not wait.
const SEND_BUFFER: u32 = 256 << 10;
/// Number of files open besides connections: the store, the log, the lexicons while they are read.
const OTHER_FILES: u64 = 200;
/// The largest head of a request, in bytes.
const HEAD_BYTES: usize = 16 << 10;

/// A service with its socket.
pub struct Server {
    listener: TcpListener,
    live: watch::Sender<Arc<Live>>,
    /// A place for each connection there may be.
    places: Arc<Semaphore>,
    most: u32,
    stopping: watch::Sender<bool>,
    /// Lines about clients with too many connections.
    crowded: Throttle,
}

/// The state and the router that answer requests; replaced as one.
struct Live {
    state: AppState,
    router: Router,
}

impl Live {
    fn new(state: AppState) -> Arc<Self> {
        let router = app(state.clone()).layer(middleware::from_fn(named));
        Arc::new(Self { state, router })
    }
}

impl Server {
    /// Takes the socket, and begins to open the lexicons.
    ///
    /// # Errors
    /// When the address cannot be had, or no threads.
    pub async fn bind(config: Config, store: Store, lost: Arc<Lost>) -> Result<Self> {
        let address = config.listen;
        let cannot = || format!("cannot listen on {address}");
        let listener = listen(address).with_context(cannot)?;
        let most = connections(config.max_connections);
        let state = AppState::new(config, store, Clock::System);
        let state = state.context("cannot start threads")?.with_log(lost);
        tokio::spawn(Arc::clone(&state.lexicons).open_all());
        let metrics = Arc::clone(&state.metrics);
        tokio::spawn(async move {
            loop {
                tokio::time::sleep(UPKEEP).await;
                metrics.upkeep();
            }
        });
        let (live, _) = watch::channel(Live::new(state));
        let (stopping, _) = watch::channel(false);
        let places = Arc::new(Semaphore::new(most as usize));
        Ok(Self { listener, live, places, most, stopping, crowded: Throttle::new() })
    }

    /// The address it listens on.
    ///
    /// # Errors
    /// When the system does not say.
    pub fn address(&self) -> Result<SocketAddr> {
        Ok(self.listener.local_addr()?)
    }

    /// Takes connections for ever.
    pub async fn take(&self) {
        loop {
            let Ok(place) = Arc::clone(&self.places).acquire_owned().await else { return };
            let (stream, peer) = match self.listener.accept().await {
                Ok(taken) => taken,
                Err(error) => {
                    tracing::warn!(%error, "no connection");
                    tokio::time::sleep(BREATH).await;
                    continue;
                }
            };
            let state = self.state();
            let Ok(own) = place_of(&state, peer) else {
                refuse(stream);
                if let Some(left_out) = self.crowded.line(Instant::now()) {
                    tracing::warn!(left_out, "a client has its share of connections");
                }
                continue;
            };
            let open = state.metrics.more(Gauge::Connections);
            let served = serve(stream, peer, self.live.subscribe(), self.stopping.subscribe());
            tokio::spawn(async move {
                served.await;
                drop((open, own, place));
            });
        }
    }

    fn state(&self) -> AppState {
        self.live.borrow().state.clone()
    }

    /// Goes on with another configuration; returns the names of settings that cannot change while the service
    /// runs.
    pub fn reload(&self, mut config: Config) -> Vec<&'static str> {
        let running = self.state();
        let kept = keep(&mut config, &running.config);
        self.live.send_replace(Live::new(running.by(config)));
        kept
    }

    /// Makes the service unready for balancers and clients, and logs the time until it stops.
    pub fn drain(&self) -> Duration {
        let state = self.state();
        state.drain();
        seconds(state.config.timeouts.drain_seconds)
    }

    /// Ends all work and searches under way.
    pub async fn end(self) {
        let state = self.state();
        drop(self.listener);
        state.stop();
        self.stopping.send_replace(true);
        // All places are free when no connection is left.
        let ended = tokio::time::timeout(GRACE, self.places.acquire_many(self.most)).await;
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
    // Connections have it from the socket that takes them.
    socket.set_send_buffer_size(SEND_BUFFER)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

/// Number of connections possible, at most `wanted`: each is a file, and the system limits the open files of a
/// program.
fn connections(wanted: usize) -> u32 {
    let needed = (wanted as u64).saturating_add(OTHER_FILES);
    match rlimit::increase_nofile_limit(needed) {
        Ok(files) if files < needed => {
            tracing::warn!(files, wanted, "the system allows fewer files than connections");
            u32::try_from(files.saturating_sub(OTHER_FILES).max(1)).unwrap_or(u32::MAX)
        }
        _ => u32::try_from(wanted).unwrap_or(u32::MAX),
    }
}

/// The place of a connection among those of its client. A proxy has none: the requests that come through it have.
fn place_of(state: &AppState, peer: SocketAddr) -> Result<Option<Hold>, Full> {
    let (address, config) = (peer.ip().to_canonical(), &state.config);
    match is_trusted(address, &config.rate.trusted_proxies) {
        true => Ok(None),
        false => state.places.take(Client::at(address), 1).map(Some),
    }
}

/// Serves one connection to its end.
async fn serve(
    stream: TcpStream,
    peer: SocketAddr,
    live: watch::Receiver<Arc<Live>>,
    mut stopping: watch::Receiver<bool>,
) {
    // Answers are small: there is nothing to gain by waiting for more of them.
    let _ = stream.set_nodelay(true);
    let timeouts = live.borrow().state.config.timeouts.clone();
    let service = hyper::service::service_fn(move |request: hyper::Request<Incoming>| {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(peer));
        let mut router = live.borrow().router.clone();
        router.call(request)
    });
    let stream = Refusal::new(Stall::new(stream, seconds(timeouts.write_seconds)));
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
