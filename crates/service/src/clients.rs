//! Clients, and the rate limit of each.
//!
//! A client is the other end of the connection. Where that is a trusted proxy, it is the last address in
//! `X-Forwarded-For` that is not a trusted proxy itself: what stands before it anybody could have written.
//! Invariant: without trusted proxies the header changes nothing.

use super::config::{Network, Rate};
use super::problem::Problem;
use axum::Router;
use axum::extract::ConnectInfo;
use axum::http::{Extensions, HeaderMap, Request, StatusCode};
use axum::response::IntoResponse;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;
use tower_governor::governor::GovernorConfigBuilder;
use tower_governor::key_extractor::KeyExtractor;
use tower_governor::{GovernorError, GovernorLayer};

/// Interval at which clients that were not heard of for long are forgotten.
const FORGET: Duration = Duration::from_secs(60);

/// A client, by its address: an address of IPv4, or a /64 network of IPv6, which one household has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Client(IpAddr);

impl Client {
    /// The service itself, for work that no client asked for.
    pub(super) const NOBODY: Self = Self(IpAddr::V4(Ipv4Addr::UNSPECIFIED));

    /// The client of a request. `X-Forwarded-For` counts if it comes from one of these proxies.
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

/// True if an address is that of a trusted proxy.
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

/// The address that a request from `peer` comes from.
fn origin(peer: IpAddr, headers: &HeaderMap, trusted: &[Network]) -> IpAddr {
    let mut client = peer.to_canonical();
    let named = headers.get_all("x-forwarded-for").iter().rev();
    let named = named.flat_map(|value| value.to_str().unwrap_or_default().rsplit(','));
    for name in named {
        // A name that cannot be read was not written by a proxy of ours: whoever sent it is the client.
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

/// An address as proxies write it, with a port or without one.
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

/// Counts the requests of these resources for each client, if that is configured; `times` as many as are configured may
/// be sent.
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
}
