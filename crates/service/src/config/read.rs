//! Reads and checks the configuration from a TOML file and the environment; and reloads it while the service runs.
//!
//! Invariant: a reload never changes the settings of parts that are built once: the socket, the store, the threads.

use super::super::secret::Secret;
use super::{Config, NAMELESS, OperatorKey};
use anyhow::{Context, Result, bail};
use std::env;
use std::fs;
use std::path::Path;
use tracing_subscriber::filter::Targets;

/// The environment variable of the operator's key.
const KEY_VARIABLE: &str = "QUANDARY_OPERATOR_KEY";

impl Config {
    /// Reads a file, and the operator's key from its source.
    ///
    /// # Errors
    /// The error, with the file and the line.
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
    /// The error, with its line.
    pub fn read(text: &str) -> Result<Self> {
        let config: Self = toml::from_str(text).map_err(|error| toml_error(text, &error))?;
        config.check()?;
        Ok(config)
    }

    /// Checks the values.
    fn check(&self) -> Result<()> {
        let Self { limits, timeouts, .. } = self;
        let at_least_one = [
            ("max_connections", self.max_connections as u64),
            ("limits.search_seconds", limits.search_seconds.into()),
            ("limits.body_bytes", limits.body_bytes as u64),
            ("limits.level_body_bytes", limits.level_body_bytes as u64),
            ("limits.all_bodies_bytes", limits.all_bodies_bytes as u64),
            ("limits.all_answers_bytes", limits.all_answers_bytes as u64),
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
            bail!("{name}: is 0; expected at least 1");
        }
        if let Some(origin) = self.cors.origins.iter().find(|origin| !is_origin(origin)) {
            bail!("cors.origins: {origin:?} is no origin such as https://example.org, and not *");
        }
        log_level(&self.log.level).context("log.level")?;
        self.check_operators()
    }

    /// Checks that the folder of the book holds one. Separate from reading, which touches no other file.
    ///
    /// # Errors
    /// When there is no `index.html` in it.
    pub fn check_book(&self) -> Result<()> {
        if let Some(folder) = self.book.as_ref().filter(|book| !book.join("index.html").is_file()) {
            bail!(
                "book: no index.html in {}; expected the folder that `mdbook build docs` writes",
                folder.display()
            );
        }
        Ok(())
    }

    /// Checks that the names of operators are valid and distinct.
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

    /// Takes the unnamed key from the environment, else from its file, else from the configuration itself.
    pub(super) fn find_key(&mut self, variable: Option<String>) -> Result<()> {
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
}

/// Parses a filter of log events: `info`, or levels by module.
///
/// # Errors
/// If the text is no filter.
pub fn log_level(text: &str) -> Result<Targets> {
    let wanted =
        "error, warn, info, debug, trace or off, or levels by module such as info,sqlx=debug";
    let level = text.parse::<Targets>();
    level.with_context(|| format!("{text:?} is no level; it is {wanted}"))
}

/// True if a text is an origin: a scheme and a host, without a path.
fn is_origin(text: &str) -> bool {
    let host = text.split_once("://").map(|(_, host)| host);
    text == "*" || host.is_some_and(|host| !host.is_empty() && !host.contains('/'))
}

/// The error in the text, with the line number. The line itself is not shown, because it may contain the key.
fn toml_error(text: &str, error: &toml::de::Error) -> anyhow::Error {
    let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or_default();
    let line = before.matches('\n').count() + 1;
    let rest = text.lines().nth(line - 1).unwrap_or_default();
    let field = rest.split_once('=').map(|(name, _)| name.trim()).filter(|name| !name.is_empty());
    let field = field.map_or(String::new(), |name| format!(", {name}"));
    anyhow::anyhow!("line {line}{field}: {}", error.message().trim())
}

/// Replaces the settings of a new configuration that cannot change while the service runs by the running ones. Returns
/// their names.
pub(crate) fn keep(new: &mut Config, running: &Config) -> Vec<&'static str> {
    let mut kept = Vec::new();
    let mut field = |name, differs| {
        if differs {
            kept.push(name);
        }
    };
    field("listen", stays(&mut new.listen, &running.listen));
    field("store", stays(&mut new.store, &running.store));
    field("book", stays(&mut new.book, &running.book));
    field("max_connections", stays(&mut new.max_connections, &running.max_connections));
    field("client_connections", stays(&mut new.client_connections, &running.client_connections));
    field("pool", stays(&mut new.pool, &running.pool));
    let (limits, ran) = (&mut new.limits, &running.limits);
    let bodies = stays(&mut limits.all_bodies_bytes, &ran.all_bodies_bytes);
    field("limits.all_bodies_bytes", bodies);
    let answers = stays(&mut limits.all_answers_bytes, &ran.all_answers_bytes);
    field("limits.all_answers_bytes", answers);
    kept
}

/// Restores the old value; true if the new one differed.
fn stays<T: PartialEq + Clone>(new: &mut T, running: &T) -> bool {
    let differs = new != running;
    new.clone_from(running);
    differs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_change_is_named_and_stays() {
        let running = Config::default();
        let text = "listen = \"127.0.0.1:9\"\nstore = \"sqlite:other.db\"\nbook = \"b\"\nmax_connections = 7\n\
                    client_connections = 3\n[pool]\nqueue = 1\n[limits]\nall_bodies_bytes = 5\n\
                    all_answers_bytes = 6\n[rate]\nper_minute = 5\n[timeouts]\ndrain_seconds = 0\n";
        let mut new = Config::read(text).unwrap();
        let kept = [
            "listen",
            "store",
            "book",
            "max_connections",
            "client_connections",
            "pool",
            "limits.all_bodies_bytes",
            "limits.all_answers_bytes",
        ];
        assert_eq!(keep(&mut new, &running), kept);
        assert_eq!(new.limits, running.limits);
        assert_eq!((new.rate.per_minute, new.timeouts.drain_seconds), (5, 0));
        assert!(new.listen == running.listen && new.store == running.store);
        assert!(new.pool == running.pool && new.max_connections == running.max_connections);
        assert_eq!(new.client_connections, running.client_connections);
        assert!(keep(&mut new, &running).is_empty());
    }
}
