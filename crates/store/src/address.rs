//! The address of a store: its database system, its file, and its text without secrets.
//!
//! Invariant: what is said about an address never holds a password, wherever in it one may stand.

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
    /// A server that several programs share.
    Postgres,
}

impl Backend {
    /// The database of an address.
    pub(super) fn of(url: &str) -> Result<Self, StoreError> {
        match url.split_once(':') {
            Some(("sqlite", file)) if names_file(file) => Ok(Self::Sqlite),
            Some(("postgres" | "postgresql", rest)) if rest.starts_with("//") => Ok(Self::Postgres),
            // The text that stands there may be an address with a password and a slip of the pen.
            _ => Err(StoreError::Address(url.split("//").next().unwrap_or_default().to_owned())),
        }
    }
}

/// True if a file stands behind `sqlite:`. A store in memory would be another one for each connection.
fn names_file(rest: &str) -> bool {
    let rest = rest.trim_start_matches('/');
    let (file, params) = rest.split_once('?').unwrap_or((rest, ""));
    !file.is_empty() && file != ":memory:" && !params.split('&').any(|param| param == "mode=memory")
}

/// A file of SQLite, as its driver reads the address.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct SqliteFile {
    /// Where it is.
    pub(super) path: PathBuf,
    /// True if it is made where there is none: an address says otherwise by `?mode=rw` or `?mode=ro`.
    pub(super) made: bool,
}

impl SqliteFile {
    /// The file of an address. The driver is asked, since it is the driver that opens it: `%20` is a space.
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

/// The file that opening a store makes, where there is none yet.
pub fn makes(url: &str) -> Option<PathBuf> {
    if Backend::of(url).ok()? != Backend::Sqlite {
        return None;
    }
    let file = SqliteFile::of(url).ok()?;
    (file.made && !file.path.exists()).then_some(file.path)
}

/// An address for people: a file by its name, a server by host, port and database, without user and password.
pub fn shown(url: &str) -> String {
    let Some((kind @ ("postgres" | "postgresql"), rest)) = url.split_once("://") else {
        return url.split('?').next().unwrap_or_default().to_owned();
    };
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let (authority, rest) = rest.split_at_checked(end).unwrap_or_default();
    // An @ further on: a password with a slash in it may have come apart.
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
