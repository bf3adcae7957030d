//! The configuration of the service: a TOML file in which every field is optional.
//!
//! `deploy/quandary.toml` shows every field with its default; a test compares it with this file. Invariant: an unknown
//! field or an invalid value is an error with the line, the field, and the known fields or valid values. No error
//! contains any part of an operator's key.

mod read;

use super::secret::{KeyHash, Secret, StoreUrl};
pub(crate) use read::keep;
pub use read::log_level;
use serde::Deserialize;
use serde::de::{Deserializer, Error};
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

/// The name of the unnamed operator's key.
const NAMELESS: &str = "default";

/// All settings.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// Address and port to listen on.
    pub listen: SocketAddr,
    /// Address of the store.
    pub store: StoreUrl,
    /// Folder of the book as mdBook built it, which is served at `/book`.
    pub book: Option<PathBuf>,
    /// The most concurrent connections; others wait in the system's queue.
    pub max_connections: usize,
    /// The most connections of one client; 0 for no limit.
    pub client_connections: usize,
    /// A key of the operators' endpoints, which are off without any key.
    pub operator_key: Option<Secret>,
    /// A file with that key.
    pub operator_key_file: Option<PathBuf>,
    /// Further keys, each with a name.
    pub operator: Vec<OperatorKey>,
    /// Limits of one request.
    pub limits: Limits,
    /// Threads for CPU-bound work.
    pub pool: PoolConfig,
    /// Rate limit of a client.
    pub rate: Rate,
    /// Cross-origin requests.
    pub cors: Cors,
    /// Timeouts.
    pub timeouts: Timeouts,
    /// Format and level of the log.
    pub log: LogConfig,
    /// The riddle of the day.
    pub daily: Daily,
}

/// A key of the operators' endpoints, stored as a hash.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OperatorKey {
    /// Name of its operator in the audit.
    pub name: String,
    /// The SHA-256 of its bytes, in hexadecimal.
    pub key_sha256: KeyHash,
}

/// Limits of one request.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// The longest search, in seconds; longer requests are cut to it.
    pub search_seconds: u32,
    /// The largest body, in bytes.
    pub body_bytes: usize,
    /// The largest body with a level, in bytes.
    pub level_body_bytes: usize,
    /// The most bytes of all bodies being read or waiting, small ones excepted.
    pub all_bodies_bytes: usize,
    /// The most bytes of all answers being sent, small ones and files excepted.
    pub all_answers_bytes: usize,
    /// The most states of a level kept in a search.
    pub states: u64,
    /// The most memory for them, in bytes.
    pub state_bytes: u64,
    /// The most memory for the states of all levels being verified, in bytes.
    pub all_state_bytes: u64,
    /// The most tiles of a dungeon: rooms × width × height.
    pub dungeon_tiles: u64,
}

/// Threads for CPU-bound work.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PoolConfig {
    /// Number of threads; 0 for one per core.
    pub permits: usize,
    /// Number of them that one client may hold; 0 for all but one.
    pub client_permits: usize,
    /// Number of requests that may wait for one.
    pub queue: usize,
    /// Number of concurrent searches for riddles, which share `permits` further threads.
    pub searches: usize,
}

/// Rate limit of a client.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Rate {
    /// Requests a minute in the long run; 0 for no limit.
    pub per_minute: u32,
    /// Requests in a burst.
    pub burst: Option<u32>,
    /// Trusted proxies, as addresses or networks. Their `X-Forwarded-For` names the client.
    pub trusted_proxies: Vec<Network>,
}

/// Cross-origin requests (CORS).
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Cors {
    /// The origins, such as `https://example.org`; `*` for any.
    pub origins: Vec<String>,
}

/// Timeouts, in seconds.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Timeouts {
    /// For the head of a request, and for the next request of a persistent connection.
    pub header_seconds: u32,
    /// For a body.
    pub body_seconds: u32,
    /// For an answer that needs no search.
    pub request_seconds: u32,
    /// For a client that does not read its answer.
    pub write_seconds: u32,
    /// Between the announcement that the service stops and its stopping.
    pub drain_seconds: u32,
}

/// Format and level of the log.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LogConfig {
    /// As text or as JSON.
    pub format: LogFormat,
    /// The filter of logged events, by level.
    pub level: String,
}

/// The format of the log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LogFormat {
    /// A line of text for each event.
    #[default]
    Text,
    /// A line of JSON for each event.
    Json,
}

/// The riddle of the day.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Daily {
    /// Time of the search at the first request for a day's riddle, in seconds.
    pub search_seconds: u32,
    /// Longest wait of this search for those of other days and languages, in seconds; after that an evergreen is
    /// served.
    pub queue_seconds: u32,
    /// Number of attempts after which the search ends, for tests: then its result does not depend on a clock. Not a
    /// field of the file.
    #[serde(skip)]
    pub(crate) search_attempts: Option<u64>,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            listen: SocketAddr::from(([127, 0, 0, 1], 8080)),
            store: StoreUrl::usual(),
            book: None,
            max_connections: 16_384,
            client_connections: 512,
            operator_key: None,
            operator_key_file: None,
            operator: Vec::new(),
            limits: Limits::default(),
            pool: PoolConfig::default(),
            rate: Rate::default(),
            cors: Cors::default(),
            timeouts: Timeouts::default(),
            log: LogConfig::default(),
            daily: Daily::default(),
        }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            search_seconds: 60,
            body_bytes: 64 << 10,
            level_body_bytes: 4 << 20,
            all_bodies_bytes: 64 << 20,
            all_answers_bytes: 128 << 20,
            states: 10_000_000,
            state_bytes: 512 << 20,
            all_state_bytes: 2 << 30,
            dungeon_tiles: 40_000,
        }
    }
}

impl Default for PoolConfig {
    fn default() -> Self {
        Self { permits: 0, client_permits: 0, queue: 16, searches: 512 }
    }
}

impl Default for Rate {
    /// Above the rate of a player or a page, and below the rate that occupies a core.
    fn default() -> Self {
        Self { per_minute: 600, burst: None, trusted_proxies: Vec::new() }
    }
}

impl Default for Timeouts {
    fn default() -> Self {
        Self {
            header_seconds: 10,
            body_seconds: 10,
            request_seconds: 15,
            write_seconds: 30,
            drain_seconds: 2,
        }
    }
}

impl Default for LogConfig {
    fn default() -> Self {
        Self { format: LogFormat::default(), level: "info".to_owned() }
    }
}

impl Default for Daily {
    fn default() -> Self {
        Self { search_seconds: 2, queue_seconds: 40, search_attempts: None }
    }
}

impl Config {
    /// True if there is an operator's key.
    pub fn has_operators(&self) -> bool {
        self.operator_key.is_some() || !self.operator.is_empty()
    }

    /// The names of the operators' keys.
    pub fn operators(&self) -> impl Iterator<Item = &str> {
        self.keys().map(|(name, _)| name)
    }

    /// The name of the operator whose key has this hash. Always compares all keys.
    pub fn operator_with(&self, given: &KeyHash) -> Option<&str> {
        self.keys().fold(None, |found, (name, key)| if key.is(given) { Some(name) } else { found })
    }

    fn keys(&self) -> impl Iterator<Item = (&str, KeyHash)> {
        let nameless = self.operator_key.iter().map(|key| (NAMELESS, key.hash()));
        nameless.chain(self.operator.iter().map(|key| (key.name.as_str(), key.key_sha256)))
    }

    /// The longest search.
    pub fn longest_search(&self) -> Duration {
        Duration::from_secs(self.limits.search_seconds.into())
    }

    /// Longest total time of an answer.
    pub fn longest_answer(&self) -> Duration {
        self.longest_search() + seconds(self.timeouts.request_seconds)
    }

    /// Limits of one request such that all permits together stay within `all_state_bytes`.
    pub fn limits_of_each(&self) -> Limits {
        let share = self.limits.all_state_bytes / self.permits().max(1) as u64;
        let state_bytes = self.limits.state_bytes.min(share);
        Limits { state_bytes, ..self.limits.clone() }
    }

    /// Number of threads.
    pub fn permits(&self) -> usize {
        match self.pool.permits {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            permits => permits,
        }
    }

    /// Number of connections that one client may have.
    pub fn connections_share(&self) -> usize {
        match self.client_connections {
            0 => usize::MAX,
            connections => connections,
        }
    }

    /// Number of threads that one client may hold.
    pub fn share(&self) -> usize {
        match self.pool.client_permits {
            0 => self.permits().saturating_sub(1).max(1),
            permits => permits,
        }
    }
}

/// A number of seconds as a time.
pub fn seconds(number: u32) -> Duration {
    Duration::from_secs(number.into())
}

/// An address, or all addresses with the same prefix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Network {
    address: IpAddr,
    bits: u8,
}

impl Network {
    /// True if an address is in the network.
    pub(crate) fn contains(self, address: IpAddr) -> bool {
        match (self.address, address) {
            (IpAddr::V4(own), IpAddr::V4(other)) => {
                let shift = 32 - u32::from(self.bits);
                own.to_bits().checked_shr(shift) == other.to_bits().checked_shr(shift)
            }
            (IpAddr::V6(own), IpAddr::V6(other)) => {
                let shift = 128 - u32::from(self.bits);
                own.to_bits().checked_shr(shift) == other.to_bits().checked_shr(shift)
            }
            _ => false,
        }
    }
}

impl std::str::FromStr for Network {
    type Err = String;

    /// Reads `10.0.0.1` or `10.0.0.0/8`.
    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("{text:?} is no address and no network such as 10.0.0.0/8");
        let (address, bits) = text.split_once('/').map_or((text, None), |(a, b)| (a, Some(b)));
        let address: IpAddr = address.parse().map_err(|_| wrong())?;
        let most = if address.is_ipv4() { 32 } else { 128 };
        let bits = bits.map_or(Ok(most), str::parse).map_err(|_| wrong())?;
        if bits <= most { Ok(Self { address, bits }) } else { Err(wrong()) }
    }
}

impl<'de> Deserialize<'de> for Network {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        String::deserialize(from)?.parse().map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests;
