//! The socket: accepts, serves and ends connections.
//!
//! A client that sends its head too slowly or does not read its answer is cut off. The number of connections is
//! limited, in total and for each client. The configuration can be replaced at runtime. Invariant: while the service
//! drains, it answers every request and asks clients to reconnect. Once it ends, it accepts no connection, cancels
//! work, and completes started answers within `GRACE`.

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

/// Longest time for ending connections.
const GRACE: Duration = Duration::from_secs(4);
/// Interval for draining the histograms of the metrics.
const UPKEEP: Duration = Duration::from_secs(5);
/// Pause after a failed accept, for instance without free file handles.
const BREATH: Duration = Duration::from_millis(50);
/// Number of connections that may wait to be accepted.
const BACKLOG: u32 = 4096;
/// Size in bytes of a connection's send buffer. No more is copied at one time, so other answers do not wait.
const SEND_BUFFER: u32 = 256 << 10;
/// Number of open files besides connections: the store, the log, lexicons being read.
const OTHER_FILES: u64 = 200;
/// The largest head of a request, in bytes.
const HEAD_BYTES: usize = 16 << 10;

/// A service with its socket.
pub struct Server {
    listener: TcpListener,
    live: watch::Sender<Arc<Live>>,
    /// A place for each possible connection.
    places: Arc<Semaphore>,
    most: u32,
    stopping: watch::Sender<bool>,
    /// Limits log lines about clients with too many connections.
    crowded: Throttle,
}

/// The state and the router, replaced together.
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
    /// Binds the socket and starts opening the lexicons.
    ///
    /// # Errors
    /// If the address is not available, or the system gives no threads.
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
    /// If the system does not report it.
    pub fn address(&self) -> Result<SocketAddr> {
        Ok(self.listener.local_addr()?)
    }

    /// Accepts connections in an endless loop.
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

    /// Applies another configuration. Returns the names of settings that cannot change while the service runs.
    pub fn reload(&self, mut config: Config) -> Vec<&'static str> {
        let running = self.state();
        let kept = keep(&mut config, &running.config);
        self.live.send_replace(Live::new(running.by(config)));
        kept
    }

    /// Marks the service as draining for load balancers and clients, and logs the time until it stops.
    pub fn drain(&self) -> Duration {
        let state = self.state();
        state.drain();
        seconds(state.config.timeouts.drain_seconds)
    }

    /// Ends all running work and searches.
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

/// A listening socket with a long queue: a client that finds it full retries after a second.
fn listen(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
    // A service that has just ended must not block the address for the next one.
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    // Accepted connections inherit this size.
    socket.set_send_buffer_size(SEND_BUFFER)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

/// Number of possible connections, at most `wanted`: each is an open file, and the system limits these.
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

/// A connection's place in its client's quota. A proxy has none; the requests through it have their own.
fn place_of(state: &AppState, peer: SocketAddr) -> Result<Option<Hold>, Full> {
    let (address, config) = (peer.ip().to_canonical(), &state.config);
    match is_trusted(address, &config.rate.trusted_proxies) {
        true => Ok(None),
        false => state.places.take(Client::at(address), 1).map(Some),
    }
}

/// Serves one connection until it closes.
async fn serve(
    stream: TcpStream,
    peer: SocketAddr,
    live: watch::Receiver<Arc<Live>>,
    mut stopping: watch::Receiver<bool>,
) {
    // Answers are small: waiting to combine packets gains nothing.
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

/// Waits until the service stops.
async fn stopped(stopping: &mut watch::Receiver<bool>) {
    let _ = stopping.wait_for(|stopping| *stopping).await;
}
