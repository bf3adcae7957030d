//! Addresses of stores: database system, file, and a text without secrets.
//!
//! Invariant: no text about an address contains a password, wherever the address has one.

use super::StoreError;
use sqlx::any::AnyConnectOptions;
use sqlx::sqlite::SqliteConnectOptions;
use std::path::PathBuf;
use std::str::FromStr;

/// Database system of a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Backend {
    /// A file.
    Sqlite,
    /// A server, shared by several programs.
    Postgres,
}

impl Backend {
    /// The database of an address.
    pub(super) fn of(url: &str) -> Result<Self, StoreError> {
        match url.split_once(':') {
            Some(("sqlite", file)) if names_file(file) => Ok(Self::Sqlite),
            Some(("postgres" | "postgresql", rest)) if rest.starts_with("//") => Ok(Self::Postgres),
            // The text may be a mistyped address with a password.
            _ => Err(StoreError::Address(url.split("//").next().unwrap_or_default().to_owned())),
        }
    }
}

/// True if `sqlite:` is followed by a file. Each connection would have its own store in memory.
fn names_file(rest: &str) -> bool {
    let rest = rest.trim_start_matches('/');
    let (file, params) = rest.split_once('?').unwrap_or((rest, ""));
    !file.is_empty() && file != ":memory:" && !params.split('&').any(|param| param == "mode=memory")
}

/// A file of SQLite, parsed from an address by the driver.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct SqliteFile {
    /// Its path.
    pub(super) path: PathBuf,
    /// True if a missing file is created; false for an address with `?mode=rw` or `?mode=ro`.
    pub(super) made: bool,
}

impl SqliteFile {
    /// The file of an address. The driver parses it, since the driver opens it: `%20` is a space.
    pub(super) fn of(url: &str) -> Result<Self, sqlx::Error> {
        let asked = AnyConnectOptions::from_str(url)?;
        let options = SqliteConnectOptions::try_from(&asked)?;
        let params = asked.database_url.as_str().split_once('?').map(|(_, params)| params);
        let mode =
            params.and_then(|params| params.split('&').find_map(|p| p.strip_prefix("mode=")));
        let made = !matches!(mode, Some("rw" | "ro"));
        Ok(Self { path: options.get_filename().to_owned(), made })
    }
}

/// The file that opening the store would create; `None` if it exists.
pub fn makes(url: &str) -> Option<PathBuf> {
    if Backend::of(url).ok()? != Backend::Sqlite {
        return None;
    }
    let file = SqliteFile::of(url).ok()?;
    (file.made && !file.path.exists()).then_some(file.path)
}

/// An address for display: the name of a file, or host, port and database of a server, without user and password.
pub fn shown(url: &str) -> String {
    let Some((kind @ ("postgres" | "postgresql"), rest)) = url.split_once("://") else {
        return url.split('?').next().unwrap_or_default().to_owned();
    };
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let (authority, rest) = rest.split_at_checked(end).unwrap_or_default();
    // Another @: a password with a slash may have been split.
    if rest.contains('@') {
        return format!("{kind}://…");
    }
    let host = authority.rsplit_once('@').map_or(authority, |(_, host)| host);
    format!("{kind}://{host}{}", rest.split(['?', '#']).next().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_tell_the_database() {
        for url in ["sqlite:a.db", "sqlite:///tmp/a.db", "sqlite://a.db?mode=rwc"] {
            assert_eq!(Backend::of(url).unwrap(), Backend::Sqlite);
        }
        for (url, path, made) in [
            ("sqlite:///tmp/a.db", "/tmp/a.db", true),
            ("sqlite:a b.db", "a b.db", true),
            ("sqlite:a%20b.db", "a b.db", true),
            ("sqlite:a#b.db?mode=rwc", "a#b.db", true),
            ("sqlite:a.db?cache=private&mode=ro", "a.db", false),
            ("sqlite:a.db?mode=rw", "a.db", false),
        ] {
            assert_eq!(
                SqliteFile::of(url).unwrap(),
                SqliteFile { path: path.into(), made },
                "{url}"
            );
        }
        assert!(SqliteFile::of("sqlite:a.db?mode=perhaps").is_err());
        assert_eq!(makes("sqlite:no/such/a.db"), Some("no/such/a.db".into()));
        for url in ["sqlite:Cargo.toml", "sqlite:a.db?mode=rw", "postgres://localhost/q", "a"] {
            assert_eq!(makes(url), None, "{url}");
        }
        assert_eq!(Backend::of("postgres://localhost/q").unwrap(), Backend::Postgres);
        let memory =
            ["sqlite::memory:", "sqlite://:memory:", "sqlite:a.db?mode=memory", "sqlite:?x"];
        for wrong in ["", "sqlite:", "a.db", "mysql://root:hush@localhost/q", "postgres:q"]
            .into_iter()
            .chain(memory)
        {
            let error = Backend::of(wrong).unwrap_err().to_string();
            assert!(error.contains("known are sqlite:FILE") && !error.contains("hush"), "{error}");
        }
    }

    #[test]
    fn passwords_are_not_shown() {
        for (url, expect) in [
            ("sqlite:quandary.db", "sqlite:quandary.db"),
            ("sqlite:///tmp/a.db?mode=rwc", "sqlite:///tmp/a.db"),
            ("postgres://db:5432/q", "postgres://db:5432/q"),
            ("postgres://me:p@ss@db:5432/q?password=x", "postgres://db:5432/q"),
            ("postgres://me:pa?ss@h/d", "postgres://…"),
            ("postgres://me:12/ss@h/d", "postgres://…"),
            ("postgresql://me:p#ss@h/d", "postgresql://…"),
        ] {
            assert_eq!(shown(url), expect);
        }
    }
}
