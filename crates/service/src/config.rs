//! The configuration of the service: a TOML file, each field of which may be left out.
//!
//! `deploy/quandary.toml` shows every field with its default, and a test holds it to this file. Invariant: an
//! unknown field or a value that cannot be is an error that names the line, the field, and what is known or
//! wanted; nothing of the operator's key is ever part of one.

use super::clients::Network;
use super::secret::{KeyHash, Secret, StoreUrl};
use anyhow::{Context, Result, bail};
use serde::Deserialize;
use std::env;
use std::fs;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The environment variable of the operator's key.
const KEY_VARIABLE: &str = "QUANDARY_OPERATOR_KEY";
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
    /// Reads a file, and the operator's key from where it is kept.
    ///
    /// # Errors
    /// What is wrong, with the file and the line.
    pub fn load(file: Option<&Path>) -> Result<Self> {
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
    pub fn read(text: &str) -> Result<Self> {
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
            ("limits.all_bodies_bytes", limits.all_bodies_bytes as u64),
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
        self.check_operators()
    }

    /// Whether the names of operators tell them apart.
    fn check_operators(&self) -> Result<()> {
        for (n, OperatorKey { name, key_sha256 }) in self.operator.iter().enumerate() {
            let written = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.@".contains(&byte);
            if !(1..=64).contains(&name.len()) || !name.bytes().all(written) {
                bail!(
                    "operator.name: {name:?} is no name: 1 to 64 letters, digits and - _ . @ are one"
                );
            }
            if name == NAMELESS {
                bail!("operator.name: {NAMELESS:?} is what the key without a name is called");
            }
            let before = self.operator.iter().take(n);
            if before.clone().any(|other| other.name == *name) {
                bail!("operator.name: {name:?} is there twice");
            }
            if let Some(other) = before.clone().find(|other| other.key_sha256 == *key_sha256) {
                bail!("operator.key_sha256: {name:?} has the key of {:?}", other.name);
            }
        }
        Ok(())
    }

    /// Takes the key without a name from the environment, else from its file, else as it stands.
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
        let text = include_str!("../../../deploy/quandary.toml");
        assert_eq!(Config::read(text).unwrap(), Config::default());
        // Every line that is commented out can be put in.
        let field = |line: &str| line.strip_prefix("#= ").unwrap_or(line).to_owned() + "\n";
        let whole: String = text.lines().map(field).collect();
        let config = Config::read(&whole).unwrap();
        assert!(config.operator_key_file.is_some() && config.rate.burst.is_some());
        assert_eq!(config.operator.len(), 1);
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
        let unit = include_str!("../../../deploy/quandary.service");
        let most = unit.lines().find_map(|line| line.strip_prefix("MemoryMax=")).unwrap();
        let most = most.strip_suffix('G').unwrap().parse::<u64>().unwrap() << 30;
        assert!(most >= Config::default().limits.all_state_bytes + (1 << 30));
    }

    #[test]
    fn nothing_of_a_key_is_ever_told() {
        for text in ["operator_key = [\"hush\"]", "operator_key = \"hush", "operator_key = hush"] {
            assert!(!error(text).contains("hush"), "{}", error(text));
        }
        let config = Config::read("operator_key = \"hush-hush-hush-hush\"").unwrap();
        assert!(!format!("{config:?}").contains("hush"));
    }

    /// A key and its hash, as `printf %s KEY | sha256sum` has it.
    const KEY: (&str, &str) = (
        "a key for tests only",
        "0796834ae778ad5495ef50031f6730d038f9df25066e2c0cd9c65732b154a6d1",
    );

    #[test]
    fn keys_that_may_be_guessed_are_refused() {
        let said = error("\noperator_key = \"hush-hush\"");
        assert!(said.contains("line 2, operator_key") && said.contains("9 bytes"), "{said}");
        assert!(
            said.contains("at least 16") && said.contains("quandary serve --make-key"),
            "{said}"
        );
        let file = tempfile::NamedTempFile::new().unwrap();
        fs::write(file.path(), "hush\n").unwrap();
        let mut config = Config::read(&format!("operator_key_file = {:?}", file.path())).unwrap();
        let said = format!("{:#}", config.find_key(None).unwrap_err());
        assert!(said.contains("operator_key_file") && said.contains("4 bytes"), "{said}");
        let said = format!("{:#}", config.find_key(Some("hush".to_owned())).unwrap_err());
        assert!(said.contains("QUANDARY_OPERATOR_KEY") && !said.contains("hush"), "{said}");
    }

    #[test]
    fn operators_have_names_and_hashes_of_keys() {
        let (key, hash) = KEY;
        let named = |name: &str| format!("[[operator]]\nname = {name:?}\nkey_sha256 = {hash:?}\n");
        let one = "operator_key = \"another key for tests\"\n".to_owned() + &named("anna-laptop");
        let config = Config::read(&one).unwrap();
        assert_eq!(config.operator_with(key.as_bytes()), Some("anna-laptop"));
        assert_eq!(config.operator_with(b"another key for tests"), Some("default"));
        assert_eq!(
            (config.operator_with(b"a key for tests onl"), config.operator_with(b"")),
            (None, None)
        );
        assert_eq!(config.operators().collect::<Vec<_>>(), ["default", "anna-laptop"]);
        assert!(config.has_operators() && !Config::default().has_operators());
        let check = |text: &str, part: &str| {
            let said = error(text);
            assert!(said.contains(part) && !said.contains(hash), "{said}");
        };
        check(&(named("a") + &named("a")), "\"a\" is there twice");
        check(&(named("a") + &named("b")), "\"b\" has the key of \"a\"");
        check(&named("default"), "the key without a name");
        check(&named(""), "is no name");
        check(&named("Anna Ek"), "is no name");
        check("[[operator]]\nname = \"a\"", "key_sha256 is");
        check(&named("a").replace("key_sha256 = \"", "key_sha256 = \"0"), "64 hexadecimal digits");
    }

    #[test]
    fn a_key_comes_from_one_place() {
        let file = tempfile::NamedTempFile::new().unwrap();
        fs::write(file.path(), "a-key-of-the-file\n").unwrap();
        let named = format!("operator_key_file = {:?}", file.path());
        let mut config = Config::read(&named).unwrap();
        config.find_key(Some(String::new())).unwrap();
        assert_eq!(config.operator_key, Some(Secret::new("a-key-of-the-file").unwrap()));
        let mut config = Config::read(&named).unwrap();
        config.find_key(Some("a-key-of-the-environment".to_owned())).unwrap();
        assert_eq!(config.operator_key, Some(Secret::new("a-key-of-the-environment").unwrap()));
        let mut both =
            Config::read(&format!("operator_key = \"a-key-as-it-stands\"\n{named}")).unwrap();
        assert!(both.find_key(None).unwrap_err().to_string().contains("one is enough"));
    }
}
