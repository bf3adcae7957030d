//! The configuration of the service: a TOML file, each field of which may be left out.
//!
//! `deploy/quandary.toml` shows every field with its default, and a test holds it to this file. Invariant: an
//! unknown field or a value that cannot be is an error that names the line, the field, and what is known or
//! wanted; nothing of the operator's key is ever part of one.

use super::clients::Network;
use super::secret::{Secret, StoreUrl};
use anyhow::{Context, Result, bail};
use serde::Deserialize;
use std::env;
use std::fs;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The environment variable of the operator's key.
const KEY_VARIABLE: &str = "QUANDARY_OPERATOR_KEY";
/// From so many bytes on, a key is not guessed.
const KEY_BYTES: usize = 16;

/// Everything that can be set.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Config {
    /// Where requests are listened for.
    pub(crate) listen: SocketAddr,
    /// Where what must not be lost is kept.
    pub(crate) store: StoreUrl,
    /// The most connections at one time; others wait in the system's queue.
    pub(crate) max_connections: usize,
    /// The key of the operator's endpoints; without one they are off.
    pub(crate) operator_key: Option<Secret>,
    /// A file with that key.
    pub(crate) operator_key_file: Option<PathBuf>,
    /// What one request may take.
    pub(crate) limits: Limits,
    /// The threads for what takes time.
    pub(crate) pool: Pool,
    /// How many requests a client may send.
    pub(crate) rate: Rate,
    /// Which pages of other origins may ask.
    pub(crate) cors: Cors,
    /// How long anybody waits.
    pub(crate) timeouts: Timeouts,
    /// How the log is written.
    pub(crate) log: Log,
    /// The riddle of the day.
    pub(crate) daily: Daily,
}

/// What one request may take.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Limits {
    /// The longest search, in seconds; longer ones are cut to it.
    pub(crate) search_seconds: u32,
    /// The largest body, in bytes.
    pub(crate) body_bytes: usize,
    /// The largest body with a level in it.
    pub(crate) level_body_bytes: usize,
    /// The most states of a level that are kept.
    pub(crate) states: u64,
    /// The most memory for them, in bytes.
    pub(crate) state_bytes: u64,
    /// The most memory for the states of all levels that are judged at one time.
    pub(crate) all_state_bytes: u64,
    /// The most tiles of a dungeon: rooms × width × height.
    pub(crate) dungeon_tiles: u64,
}

/// The threads for what takes time.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Pool {
    /// How many work; 0 for one a core.
    pub(crate) permits: usize,
    /// How many requests may wait for one.
    pub(crate) queue: usize,
    /// How many searches for riddles may share as many threads of their own.
    pub(crate) searches: usize,
}

/// How many requests a client may send.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Rate {
    /// How many a minute in the long run; 0 for no limit.
    pub(crate) per_minute: u32,
    /// How many at once.
    pub(crate) burst: Option<u32>,
    /// Proxies whose word is taken for who the client is, as addresses or networks.
    pub(crate) trusted_proxies: Vec<Network>,
}

/// Which pages of other origins may ask.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Cors {
    /// The origins, such as `https://example.org`; `*` for any.
    pub(crate) origins: Vec<String>,
}

/// How long anybody waits, in seconds.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Timeouts {
    /// For the head of a request, and for the next one of a connection that is kept.
    pub(crate) header_seconds: u32,
    /// For a body.
    pub(crate) body_seconds: u32,
    /// For an answer that is not searched for.
    pub(crate) request_seconds: u32,
    /// For a client that does not read its answer.
    pub(crate) write_seconds: u32,
    /// Between word that the service is about to stop, and its stopping.
    pub(crate) drain_seconds: u32,
}

/// How the log is written.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Log {
    /// As text or as JSON.
    pub(crate) format: LogFormat,
    /// Which events are told.
    pub(crate) level: String,
}

/// The forms of the log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum LogFormat {
    /// A line of text for each event.
    #[default]
    Text,
    /// A line of JSON for each event.
    Json,
}

/// The riddle of the day.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Daily {
    /// How long one is searched for when it is first asked for, in seconds.
    pub(crate) search_seconds: u32,
    /// How long that search may wait for those of other days and languages, in seconds; then an evergreen serves.
    pub(crate) queue_seconds: u32,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            listen: SocketAddr::from(([127, 0, 0, 1], 8080)),
            store: StoreUrl::usual(),
            max_connections: 16_384,
            operator_key: None,
            operator_key_file: None,
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
            states: 10_000_000,
            state_bytes: 512 << 20,
            all_state_bytes: 2 << 30,
            dungeon_tiles: 40_000,
        }
    }
}

impl Default for Pool {
    fn default() -> Self {
        Self { permits: 0, queue: 16, searches: 512 }
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
    /// Reads a file, and the operator's key from where it is kept.
    ///
    /// # Errors
    /// What is wrong, with the file and the line.
    pub(crate) fn load(file: Option<&Path>) -> Result<Self> {
        let mut config = match file {
            Some(path) => {
                let name = path.display();
                let text =
                    fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
                Self::read(&text).with_context(|| name.to_string())?
            }
            None => Self::default(),
        };
        config.find_key(env::var(KEY_VARIABLE).ok())?;
        Ok(config)
    }

    /// Reads the text of a file.
    ///
    /// # Errors
    /// What is wrong, with its line.
    pub(super) fn read(text: &str) -> Result<Self> {
        let config: Self = toml::from_str(text).map_err(|error| told(text, &error))?;
        config.check()?;
        Ok(config)
    }

    /// Whether the values can be.
    fn check(&self) -> Result<()> {
        let Self { limits, timeouts, .. } = self;
        let at_least_one = [
            ("max_connections", self.max_connections as u64),
            ("limits.search_seconds", limits.search_seconds.into()),
            ("limits.body_bytes", limits.body_bytes as u64),
            ("limits.level_body_bytes", limits.level_body_bytes as u64),
            ("limits.states", limits.states),
            ("limits.state_bytes", limits.state_bytes),
            ("limits.all_state_bytes", limits.all_state_bytes),
            ("limits.dungeon_tiles", limits.dungeon_tiles),
            ("pool.searches", self.pool.searches as u64),
            ("timeouts.header_seconds", timeouts.header_seconds.into()),
            ("timeouts.body_seconds", timeouts.body_seconds.into()),
            ("timeouts.request_seconds", timeouts.request_seconds.into()),
            ("timeouts.write_seconds", timeouts.write_seconds.into()),
            ("rate.burst", self.rate.burst.unwrap_or(1).into()),
        ];
        if let Some((name, _)) = at_least_one.iter().find(|(_, value)| *value == 0) {
            bail!("{name}: is 0; at least 1 is wanted");
        }
        if let Some(origin) = self.cors.origins.iter().find(|origin| !is_origin(origin)) {
            bail!("cors.origins: {origin:?} is no origin such as https://example.org, and not *");
        }
        crate::log::read(&self.log.level).context("log.level")?;
        Ok(())
    }

    /// Takes the operator's key from the environment, else from its file, else as it stands.
    fn find_key(&mut self, variable: Option<String>) -> Result<()> {
        if self.operator_key.is_some() && self.operator_key_file.is_some() {
            bail!("operator_key and operator_key_file are both given: one is enough");
        }
        if let Some(text) = variable.filter(|text| !text.is_empty()) {
            self.operator_key =
                Some(Secret::new(&text).map_err(anyhow::Error::msg).context(KEY_VARIABLE)?);
        } else if let Some(path) = &self.operator_key_file {
            let name = format!("operator_key_file: {}", path.display());
            let text = fs::read_to_string(path).with_context(|| name.clone())?;
            self.operator_key = Some(Secret::new(&text).map_err(anyhow::Error::msg).context(name)?);
        }
        Ok(())
    }

    /// Whether the operator's key is so short that it may be guessed.
    pub(crate) fn has_weak_key(&self) -> bool {
        self.operator_key.as_ref().is_some_and(|key| key.len() < KEY_BYTES)
    }

    /// The longest search.
    pub(crate) fn longest_search(&self) -> Duration {
        Duration::from_secs(self.limits.search_seconds.into())
    }

    /// How long an answer may take in all.
    pub(crate) fn longest_answer(&self) -> Duration {
        self.longest_search() + seconds(self.timeouts.request_seconds)
    }

    /// What one request may take where so many are worked on at once: together they keep to `all_state_bytes`.
    pub(crate) fn limits_of_each(&self) -> Limits {
        let share = self.limits.all_state_bytes / self.permits().max(1) as u64;
        let state_bytes = self.limits.state_bytes.min(share);
        Limits { state_bytes, ..self.limits.clone() }
    }

    /// How many threads work.
    pub(crate) fn permits(&self) -> usize {
        match self.pool.permits {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            permits => permits,
        }
    }
}

/// A number of seconds as a time.
pub(crate) fn seconds(number: u32) -> Duration {
    Duration::from_secs(number.into())
}

/// Whether a text is an origin: a scheme and a host, without a path.
fn is_origin(text: &str) -> bool {
    let host = text.split_once("://").map(|(_, host)| host);
    text == "*" || host.is_some_and(|host| !host.is_empty() && !host.contains('/'))
}

/// What is wrong with the text, with its line. The line itself is not shown: it may be the one with the key.
fn told(text: &str, error: &toml::de::Error) -> anyhow::Error {
    let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or_default();
    let line = before.matches('\n').count() + 1;
    let rest = text.lines().nth(line - 1).unwrap_or_default();
    let field = rest.split_once('=').map(|(name, _)| name.trim()).filter(|name| !name.is_empty());
    let field = field.map_or(String::new(), |name| format!(", {name}"));
    anyhow::anyhow!("line {line}{field}: {}", error.message().trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        format!("{:#}", Config::read(text).unwrap_err())
    }

    #[test]
    fn the_example_is_the_default() {
        let text = include_str!("../../../../deploy/quandary.toml");
        assert_eq!(Config::read(text).unwrap(), Config::default());
        // Every line that is commented out can be put in.
        let field = |line: &str| line.strip_prefix("#= ").unwrap_or(line).to_owned() + "\n";
        let whole: String = text.lines().map(field).collect();
        let config = Config::read(&whole).unwrap();
        assert!(config.operator_key_file.is_some() && config.rate.burst.is_some());
    }

    #[test]
    fn errors_name_line_field_and_what_is_known() {
        let check = |text: &str, parts: &[&str]| {
            let said = error(text);
            assert!(parts.iter().all(|part| said.contains(part)), "{said}");
        };
        check("\nlitsen = \"x\"", &["line 2, litsen", "unknown field `litsen`", "`listen`"]);
        check("[limits]\nbody = 1", &["line 2, body", "`body_bytes`"]);
        check("listen = \"here\"", &["line 1, listen", "invalid socket address"]);
        check("[log]\nformat = \"xml\"", &["line 2", "`text` or `json`"]);
        check("max_connections = 0", &["max_connections", "at least 1"]);
        check("[rate]\ntrusted_proxies = [\"10.0.0.0/99\"]", &["line 2", "10.0.0.0/99"]);
        check("[cors]\norigins = [\"example.org\"]", &["no origin"]);
        check("store = \"mysql://me:hush@x/y\"", &["sqlite:FILE"]);
        check("[log]\nlevel = \"loud=er\"", &["log.level", "is no level", "debug"]);
        check("= 7", &["line 1"]);
    }

    /// Whatever the number of cores: the memory of all who are judged at once is bounded, and the unit's is larger.
    #[test]
    fn all_permits_together_keep_to_the_memory() {
        for permits in [1, 2, 4, 8, 64] {
            let mut config = Config::default();
            config.pool.permits = permits;
            let each = config.limits_of_each().state_bytes;
            assert!(each * permits as u64 <= config.limits.all_state_bytes, "{permits}");
            assert_eq!(each, (512 << 20).min((2 << 30) / permits as u64));
        }
        let unit = include_str!("../../../../deploy/quandary.service");
        let most = unit.lines().find_map(|line| line.strip_prefix("MemoryMax=")).unwrap();
        let most = most.strip_suffix('G').unwrap().parse::<u64>().unwrap() << 30;
        assert!(most >= Config::default().limits.all_state_bytes + (1 << 30));
    }

    #[test]
    fn nothing_of_a_key_is_ever_told() {
        for text in ["operator_key = [\"hush\"]", "operator_key = \"hush", "operator_key = hush"] {
            assert!(!error(text).contains("hush"), "{}", error(text));
        }
        let config = Config::read("operator_key = \"hush-hush\"").unwrap();
        assert!(config.has_weak_key() && !format!("{config:?}").contains("hush"));
    }

    #[test]
    fn a_key_comes_from_one_place() {
        let file = tempfile::NamedTempFile::new().unwrap();
        fs::write(file.path(), "of-the-file\n").unwrap();
        let named = format!("operator_key_file = {:?}", file.path());
        let mut config = Config::read(&named).unwrap();
        config.find_key(Some(String::new())).unwrap();
        assert_eq!(config.operator_key, Some(Secret::new("of-the-file").unwrap()));
        let mut config = Config::read(&named).unwrap();
        config.find_key(Some("of-the-environment".to_owned())).unwrap();
        assert_eq!(config.operator_key, Some(Secret::new("of-the-environment").unwrap()));
        let mut both = Config::read(&format!("operator_key = \"x\"\n{named}")).unwrap();
        assert!(both.find_key(None).unwrap_err().to_string().contains("one is enough"));
    }
}
