//! The address of a store: its database system, its file, and its text without secrets.
//!
//! Invariant: what is said about an address never holds a password, wherever in it one may stand.

use super::StoreError;
use std::path::Path;

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
            Some(("sqlite", file)) if !file.trim_start_matches('/').is_empty() => Ok(Self::Sqlite),
            Some(("postgres" | "postgresql", rest)) if rest.starts_with("//") => Ok(Self::Postgres),
            // The text that stands there may be an address with a password and a slip of the pen.
            _ => Err(StoreError::Address(url.split("//").next().unwrap_or_default().to_owned())),
        }
    }
}

/// The file of an address of SQLite.
pub(super) fn file_of(url: &str) -> Option<&Path> {
    let rest = url.strip_prefix("sqlite:")?;
    let rest = rest.strip_prefix("//").unwrap_or(rest);
    Some(Path::new(rest.split('?').next()?))
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
        assert_eq!(file_of("sqlite:///tmp/a.db"), Some(Path::new("/tmp/a.db")));
        assert_eq!(file_of("sqlite:a.db?mode=ro"), Some(Path::new("a.db")));
        assert_eq!(Backend::of("postgres://localhost/q").unwrap(), Backend::Postgres);
        for wrong in ["", "sqlite:", "a.db", "mysql://root:hush@localhost/q", "postgres:q"] {
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
