//! The configuration of the service: a TOML file, each field of which may be left out.
//!
//! `deploy/quandary.toml` shows every field with its default, and a test holds it to this file. Invariant: an
//! unknown field or a value that cannot be is an error that names the line, the field, and what is known or
//! wanted; nothing of the operator's key is ever part of one.

mod read;

pub use read::log_level;

use super::network::Network;
use super::secret::{KeyHash, Secret, StoreUrl};
use serde::Deserialize;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

/// The name of the operator's key that has none.
const NAMELESS: &str = "default";

/// Everything that can be set.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// Where requests are listened for.
    pub listen: SocketAddr,
    /// Where what must not be lost is kept.
    pub store: StoreUrl,
    /// The most connections at one time; others wait in the system's queue.
    pub max_connections: usize,
    /// A key of the operators' endpoints; without any they are off.
    pub operator_key: Option<Secret>,
    /// A file with that key.
    pub operator_key_file: Option<PathBuf>,
    /// Further keys, each with a name.
    pub operator: Vec<OperatorKey>,
    /// What one request may take.
    pub limits: Limits,
    /// The threads for what takes time.
    pub pool: Pool,
    /// How many requests a client may send.
    pub rate: Rate,
    /// Which pages of other origins may ask.
    pub cors: Cors,
    /// How long anybody waits.
    pub timeouts: Timeouts,
    /// How the log is written.
    pub log: Log,
    /// The riddle of the day.
    pub daily: Daily,
}

/// A key of the operators' endpoints, of which only a hash is kept.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OperatorKey {
    /// Whose it is; what is done with it is written down under this name.
    pub name: String,
    /// The SHA-256 of its bytes, in hexadecimal.
    pub key_sha256: KeyHash,
}

/// What one request may take.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// The longest search, in seconds; longer ones are cut to it.
    pub search_seconds: u32,
    /// The largest body, in bytes.
    pub body_bytes: usize,
    /// The largest body with a level in it.
    pub level_body_bytes: usize,
    /// All bodies together that are being read or wait, but for small ones.
    pub all_bodies_bytes: usize,
    /// The most states of a level that are kept.
    pub states: u64,
    /// The most memory for them, in bytes.
    pub state_bytes: u64,
    /// The most memory for the states of all levels that are judged at one time.
    pub all_state_bytes: u64,
    /// The most tiles of a dungeon: rooms × width × height.
    pub dungeon_tiles: u64,
}

/// The threads for what takes time.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Pool {
    /// How many work; 0 for one a core.
    pub permits: usize,
    /// How many of them one client may have; 0 for all but one.
    pub client_permits: usize,
    /// How many requests may wait for one.
    pub queue: usize,
    /// How many searches for riddles may share as many threads of their own.
    pub searches: usize,
}

/// How many requests a client may send.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Rate {
    /// How many a minute in the long run; 0 for no limit.
    pub per_minute: u32,
    /// How many at once.
    pub burst: Option<u32>,
    /// Proxies whose word is taken for who the client is, as addresses or networks.
    pub trusted_proxies: Vec<Network>,
}

/// Which pages of other origins may ask.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Cors {
    /// The origins, such as `https://example.org`; `*` for any.
    pub origins: Vec<String>,
}

/// How long anybody waits, in seconds.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Timeouts {
    /// For the head of a request, and for the next one of a connection that is kept.
    pub header_seconds: u32,
    /// For a body.
    pub body_seconds: u32,
    /// For an answer that is not searched for.
    pub request_seconds: u32,
    /// For a client that does not read its answer.
    pub write_seconds: u32,
    /// Between word that the service is about to stop, and its stopping.
    pub drain_seconds: u32,
}

/// How the log is written.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Log {
    /// As text or as JSON.
    pub format: LogFormat,
    /// Which events are told.
    pub level: String,
}

/// The forms of the log.
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
    /// How long one is searched for when it is first asked for, in seconds.
    pub search_seconds: u32,
    /// How long that search may wait for those of other days and languages, in seconds; then an evergreen serves.
    pub queue_seconds: u32,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            listen: SocketAddr::from(([127, 0, 0, 1], 8080)),
            store: StoreUrl::usual(),
            max_connections: 16_384,
            operator_key: None,
            operator_key_file: None,
            operator: Vec::new(),
            limits: Limits::default(),
            pool: Pool::default(),
            rate: Rate::default(),
            cors: Cors::default(),
            timeouts: Timeouts::default(),
            log: Log::default(),
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
            states: 10_000_000,
            state_bytes: 512 << 20,
            all_state_bytes: 2 << 30,
            dungeon_tiles: 40_000,
        }
    }
}

impl Default for Pool {
    fn default() -> Self {
        Self { permits: 0, client_permits: 0, queue: 16, searches: 512 }
    }
}

impl Default for Rate {
    /// More than a person who plays or a page ever asks for, and less than what keeps a core busy.
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

impl Default for Log {
    fn default() -> Self {
        Self { format: LogFormat::default(), level: "info".to_owned() }
    }
}

impl Default for Daily {
    fn default() -> Self {
        Self { search_seconds: 2, queue_seconds: 40 }
    }
}

impl Config {
    /// Whether there is anybody who may ask for what is the operators'.
    pub fn has_operators(&self) -> bool {
        self.operator_key.is_some() || !self.operator.is_empty()
    }

    /// The names of the operators' keys.
    pub fn operators(&self) -> impl Iterator<Item = &str> {
        self.keys().map(|(name, _)| name)
    }

    /// The name of the operator whose key this is. All keys are compared, whichever it is.
    pub fn operator_with(&self, given: &[u8]) -> Option<&str> {
        let given = KeyHash::of(given);
        self.keys().fold(None, |found, (name, key)| if key.is(&given) { Some(name) } else { found })
    }

    fn keys(&self) -> impl Iterator<Item = (&str, KeyHash)> {
        let nameless = self.operator_key.iter().map(|key| (NAMELESS, key.hash()));
        nameless.chain(self.operator.iter().map(|key| (key.name.as_str(), key.key_sha256)))
    }

    /// The longest search.
    pub fn longest_search(&self) -> Duration {
        Duration::from_secs(self.limits.search_seconds.into())
    }

    /// How long an answer may take in all.
    pub fn longest_answer(&self) -> Duration {
        self.longest_search() + seconds(self.timeouts.request_seconds)
    }

    /// What one request may take where so many are worked on at once: together they keep to `all_state_bytes`.
    pub fn limits_of_each(&self) -> Limits {
        let share = self.limits.all_state_bytes / self.permits().max(1) as u64;
        let state_bytes = self.limits.state_bytes.min(share);
        Limits { state_bytes, ..self.limits.clone() }
    }

    /// How many threads work.
    pub fn permits(&self) -> usize {
        match self.pool.permits {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            permits => permits,
        }
    }

    /// How many of them one client may have.
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

#[cfg(test)]
mod tests;
