//! Clients and their limits: the rate of requests, and pauses after wrong keys.
//!
//! A client is the other end of the connection. If that is a trusted proxy, it is the last address in
//! `X-Forwarded-For` that is not a trusted proxy itself; a client could forge the addresses before it.
//!
//! The first few wrong keys have no effect, to allow for typing errors. Each further one doubles the pause in which no
//! key of that client is checked, not even a right one: otherwise guessing could continue. An unchecked key does not
//! lengthen the pause. So an operator who shares an address with a guesser waits at most [`LONGEST`] once the guessing
//! ends. Invariants: without trusted proxies the header has no effect; memory is bounded for any number of clients.

use super::config::{Network, Rate};
use super::problem::Problem;
use axum::Router;
use axum::extract::ConnectInfo;
use axum::http::{Extensions, HeaderMap, Request, StatusCode};
use axum::response::IntoResponse;
use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tower_governor::governor::GovernorConfigBuilder;
use tower_governor::key_extractor::KeyExtractor;
use tower_governor::{GovernorError, GovernorLayer};

/// Interval for removing inactive clients.
const FORGET: Duration = Duration::from_secs(60);

/// A client, by its IPv4 address or its IPv6 /64 network, the size given to one household.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Client(IpAddr);

impl Client {
    /// The service itself, for work without a client.
    pub(super) const NOBODY: Self = Self(IpAddr::V4(Ipv4Addr::UNSPECIFIED));

    /// The client of a request. `X-Forwarded-For` counts only from a trusted proxy.
    pub(super) fn of(extensions: &Extensions, headers: &HeaderMap, trusted: &[Network]) -> Self {
        Self::at(origin(peer(extensions), headers, trusted))
    }

    /// The client at an address.
    pub(super) fn at(address: IpAddr) -> Self {
        match address {
            IpAddr::V4(_) => Self(address),
            IpAddr::V6(address) => {
                let [a, b, c, d, ..] = address.segments();
                Self(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into())
            }
        }
    }
}

/// The other end of a request's connection.
fn peer(extensions: &Extensions) -> IpAddr {
    let peer = extensions.get::<ConnectInfo<SocketAddr>>();
    peer.map_or(Ipv4Addr::UNSPECIFIED.into(), |ConnectInfo(peer)| peer.ip().to_canonical())
}

/// True if an address belongs to a trusted proxy.
pub(super) fn is_trusted(address: IpAddr, trusted: &[Network]) -> bool {
    trusted.iter().any(|network| network.contains(address.to_canonical()))
}

/// True if a request comes through a trusted proxy.
pub(super) fn is_proxied<T>(request: &Request<T>, trusted: &[Network]) -> bool {
    is_trusted(peer(request.extensions()), trusted)
}

/// 429: a client has its share of connections.
pub(super) fn too_many() -> Problem {
    let words = "This client has too many connections at once; use those it has, or close some.";
    Problem::new(StatusCode::TOO_MANY_REQUESTS, words).retry_after(1)
}

/// The origin of a request from `peer`.
fn origin(peer: IpAddr, headers: &HeaderMap, trusted: &[Network]) -> IpAddr {
    let mut client = peer.to_canonical();
    let named = headers.get_all("x-forwarded-for").iter().rev();
    let named = named.flat_map(|value| value.to_str().unwrap_or_default().rsplit(','));
    for name in named {
        // A trusted proxy writes only valid addresses, so the sender of an invalid one is the client.
        let Some(next) = address(name).filter(|_| is_trusted(client, trusted)) else { break };
        client = next;
    }
    client
}

/// Key of the rate limiter: the client.
#[derive(Clone, Debug)]
struct Clients {
    trusted: Arc<[Network]>,
}

/// An address in the form of proxies, with or without a port.
fn address(text: &str) -> Option<IpAddr> {
    let text = text.trim();
    let bare = text.trim_start_matches('[').trim_end_matches(']');
    let found = bare.parse().ok().or_else(|| Some(text.parse::<SocketAddr>().ok()?.ip()));
    found.map(|address: IpAddr| address.to_canonical())
}

impl KeyExtractor for Clients {
    type Key = Client;

    fn extract<T>(&self, request: &Request<T>) -> Result<Client, GovernorError> {
        Ok(Client::of(request.extensions(), request.headers(), &self.trusted))
    }
}

/// Limits the requests of each client to these resources, to `times` the configured rate, if one is configured.
pub(crate) fn limited<S>(router: Router<S>, rate: &Rate, times: u32) -> Router<S>
where
    S: Clone + Send + Sync + 'static,
{
    let requests = |number: u32| number.saturating_mul(times);
    let period = Duration::from_secs(60).checked_div(requests(rate.per_minute));
    let Some(period) = period else { return router };
    let counted = GovernorConfigBuilder::default()
        .period(period)
        .burst_size(requests(rate.burst.unwrap_or(rate.per_minute)))
        .key_extractor(Clients { trusted: rate.trusted_proxies.clone().into() })
        .finish();
    let Some(counted) = counted else { return router };
    let limiter = Arc::downgrade(counted.limiter());
    tokio::spawn(async move {
        loop {
            tokio::time::sleep(FORGET).await;
            let Some(limiter) = limiter.upgrade() else { break };
            limiter.retain_recent();
            limiter.shrink_to_fit();
        }
    });
    let layer = GovernorLayer::new(counted).error_handler(|error| refused(&error).into_response());
    router.route_layer(layer)
}

fn refused(error: &GovernorError) -> Problem {
    let words = "Too many requests: this client has had its share for now.";
    let wait = match error {
        GovernorError::TooManyRequests { wait_time, .. } => *wait_time,
        _ => 1,
    };
    Problem::new(StatusCode::TOO_MANY_REQUESTS, words).retry_after(wait.max(1))
}

/// Number of wrong keys without a pause.
const FREE: u32 = 5;
/// The longest pause.
const LONGEST: Duration = Duration::from_secs(60);
/// Time without a wrong key after which earlier ones are forgotten.
const FORGOTTEN: Duration = Duration::from_secs(15 * 60);
/// The most clients with a count.
const MOST: usize = 10_000;
/// Number of wrong keys logged a minute, for all clients together.
const NOTED: u32 = 10;

/// Counts of wrong keys by client.
#[derive(Debug, Default)]
pub(super) struct Failures(Mutex<Counted>);

#[derive(Debug, Default)]
struct Counted {
    clients: HashMap<Client, Failed>,
    /// Start of the current minute of logging, and the number of entries in it.
    noted: Option<(Instant, u32)>,
}

#[derive(Clone, Copy, Debug)]
struct Failed {
    times: u32,
    last: Instant,
}

/// Outcome of checking a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum KeyLookup<T> {
    /// The key is right.
    Right(T),
    /// The key is wrong; true if this should be logged.
    Wrong(bool),
    /// The key was not checked, and none will be for this time.
    Unseen(Duration),
}

impl Failures {
    /// Checks a key of a client, unless the client must wait. Holds the lock meanwhile: otherwise many keys at once
    /// would be checked before the first counts.
    pub(super) fn look<T>(
        &self,
        client: Client,
        now: Instant,
        key: impl FnOnce() -> Option<T>,
    ) -> KeyLookup<T> {
        let mut counted = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(wait) = counted.wait(client, now) {
            return KeyLookup::Unseen(wait);
        }
        match key() {
            Some(right) => KeyLookup::Right(right),
            None => {
                counted.failed(client, now);
                KeyLookup::Wrong(counted.is_noted(now))
            }
        }
    }
}

impl Counted {
    /// Time until a key of a client is checked again; `None` if it is checked now.
    fn wait(&self, client: Client, now: Instant) -> Option<Duration> {
        let failed = self.clients.get(&client)?;
        let over = failed.last + failed.pause();
        over.checked_duration_since(now).filter(|wait| !wait.is_zero())
    }

    fn failed(&mut self, client: Client, now: Instant) {
        if self.clients.len() >= MOST && !self.clients.contains_key(&client) {
            self.make_room(now);
        }
        let failed = self.clients.entry(client).or_insert(Failed { times: 0, last: now });
        let before = if failed.is_forgotten(now) { 0 } else { failed.times };
        *failed = Failed { times: before.saturating_add(1), last: now };
    }

    /// Removes forgotten clients. If there are none, removes the half with the oldest wrong keys.
    fn make_room(&mut self, now: Instant) {
        self.clients.retain(|_, failed| !failed.is_forgotten(now));
        if self.clients.len() < MOST {
            return;
        }
        let mut lasts: Vec<_> = self.clients.values().map(|failed| failed.last).collect();
        let (_, middle, _) = lasts.select_nth_unstable(MOST / 2);
        let middle = *middle;
        self.clients.retain(|_, failed| failed.last > middle);
    }

    /// Counts a wrong key; true if it should be logged.
    fn is_noted(&mut self, now: Instant) -> bool {
        let (since, times) = self.noted.get_or_insert((now, 0));
        if now.saturating_duration_since(*since) >= Duration::from_secs(60) {
            (*since, *times) = (now, 0);
        }
        *times += 1;
        *times <= NOTED
    }
}

impl Failed {
    /// Pause after the last wrong key, in which no key is checked.
    fn pause(self) -> Duration {
        match self.times.checked_sub(FREE) {
            None | Some(0) => Duration::ZERO,
            Some(more) => {
                let doubled = 1_u32.checked_shl(more - 1).unwrap_or(u32::MAX);
                Duration::from_secs(doubled.into()).min(LONGEST)
            }
        }
    }

    fn is_forgotten(self, now: Instant) -> bool {
        now.saturating_duration_since(self.last) >= FORGOTTEN
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    fn check(trusted: &[&str], peer: &str, forwarded: &[&'static str], expect: &str) {
        let trusted: Vec<_> = trusted.iter().map(|text| text.parse().unwrap()).collect();
        let mut headers = HeaderMap::new();
        for value in forwarded {
            headers.append("x-forwarded-for", HeaderValue::from_static(value));
        }
        let client = origin(peer.parse().unwrap(), &headers, &trusted);
        assert_eq!(client, expect.parse::<IpAddr>().unwrap(), "{peer} {forwarded:?}");
    }

    #[test]
    fn only_trusted_proxies_are_believed() {
        check(&[], "1.1.1.1", &["9.9.9.9"], "1.1.1.1");
        check(&["10.0.0.0/8"], "1.1.1.1", &["9.9.9.9"], "1.1.1.1");
        check(&["10.0.0.0/8"], "10.1.2.3", &["9.9.9.9"], "9.9.9.9");
        check(&["10.0.0.0/8"], "10.1.2.3", &[], "10.1.2.3");
        check(&["10.0.0.0/8"], "::ffff:10.1.2.3", &["9.9.9.9:555"], "9.9.9.9");
        check(&["fd00::/8"], "fd00::1", &["[2001:db8::1]:80"], "2001:db8::1");
    }

    #[test]
    fn what_the_client_wrote_itself_does_not_count() {
        check(&["10.0.0.1"], "10.0.0.1", &["8.8.8.8, 9.9.9.9"], "9.9.9.9");
        check(&["10.0.0.1", "10.0.0.2"], "10.0.0.1", &["8.8.8.8, 9.9.9.9, 10.0.0.2"], "9.9.9.9");
        check(&["10.0.0.1", "10.0.0.2"], "10.0.0.1", &["8.8.8.8, 9.9.9.9", "10.0.0.2"], "9.9.9.9");
        check(&["10.0.0.1"], "10.0.0.1", &["9.9.9.9, nonsense"], "10.0.0.1");
    }

    #[test]
    fn a_household_is_one_client() {
        let client = |text: &str| Client::at(text.parse().unwrap());
        assert_eq!(client("2001:db8:1:2:3:4:5:6"), client("2001:db8:1:2::"));
        assert_ne!(client("2001:db8:1:2::"), client("2001:db8:1:3::"));
    }

    fn client(n: u32) -> Client {
        Client::at(std::net::Ipv4Addr::from_bits(n).into())
    }

    fn wrong(failures: &Failures, n: u32, now: Instant) -> KeyLookup<()> {
        failures.look(client(n), now, || None)
    }

    #[test]
    fn of_a_hundred_thousand_guesses_a_minute_a_dozen_are_looked_at() {
        let (failures, begin) = (Failures::default(), Instant::now());
        let looked = |minute: u32| {
            let moment =
                |n: u32| begin + Duration::from_secs(60) * minute + Duration::from_micros(600) * n;
            (0..100_000)
                .filter(|&n| matches!(wrong(&failures, 1, moment(n)), KeyLookup::Wrong(_)))
                .count()
        };
        assert_eq!([looked(0), looked(1), looked(2)], [11, 1, 1]);
        let later = begin + Duration::from_secs(170);
        let right = |n: u32, now| failures.look(client(n), now, || Some(7));
        assert!(matches!(right(1, later), KeyLookup::Unseen(wait) if wait <= LONGEST));
        assert_eq!(right(1, later + LONGEST), KeyLookup::Right(7), "nobody is shut out for ever");
        assert_eq!(right(2, later), KeyLookup::Right(7), "another client is not held back");
    }

    #[test]
    fn a_right_key_gives_no_new_guesses_but_time_does() {
        let (failures, begin) = (Failures::default(), Instant::now());
        for _ in 0..6 {
            assert!(matches!(wrong(&failures, 1, begin), KeyLookup::Wrong(_)));
        }
        let soon = begin + Duration::from_secs(1);
        assert_eq!(failures.look(client(1), soon, || Some(())), KeyLookup::Right(()));
        assert!(matches!(wrong(&failures, 1, soon), KeyLookup::Wrong(_)));
        assert_eq!(wrong(&failures, 1, soon), KeyLookup::Unseen(Duration::from_secs(2)));
        let later = soon + FORGOTTEN;
        for _ in 0..5 {
            assert!(matches!(wrong(&failures, 1, later), KeyLookup::Wrong(_)));
        }
        assert_eq!(failures.look(client(1), later, || Some(())), KeyLookup::Right(()));
    }

    #[test]
    fn clients_without_number_take_bounded_memory() {
        let (failures, begin) = (Failures::default(), Instant::now());
        let noted = (0..100_000_u32)
            .filter(|&n| {
                wrong(&failures, n, begin + Duration::from_micros(n.into()))
                    == KeyLookup::Wrong(true)
            })
            .count();
        let counted = failures.0.lock().unwrap();
        assert!(counted.clients.len() <= MOST, "{}", counted.clients.len());
        assert!(counted.clients.contains_key(&client(99_999)));
        assert_eq!(noted, NOTED as usize);
    }
}
