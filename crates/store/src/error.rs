//! Errors of a store, and their messages.

use super::secret::SecretError;
use crate::stored_riddle::StoredError;
use sqlx::migrate::MigrateError;
use std::error::Error;
use std::fmt::{self, Display};
use std::time::Duration;

/// Error of a store.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The address is invalid.
    #[error(
        "{0:?} is no store; known are sqlite:FILE and postgres://USER:PASSWORD@HOST:PORT/DATABASE"
    )]
    Address(String),
    /// The file does not exist and must not be created.
    #[error("{0}: there is no such store")]
    Missing(String),
    /// The store cannot be reached, or the file is no database.
    #[error("the store {place} cannot be opened: {cause}")]
    Open {
        /// Address of the store, without a password.
        place: String,
        /// The cause.
        cause: Cause,
    },
    /// The file is empty and no program is creating it.
    #[error(
        "{0}: the file is empty: the riddles and the project seed that it had are lost; restore it from a backup, or \
         remove it to begin a new store"
    )]
    Empty(String),
    /// The store has riddles but no project seed.
    #[error(
        "the store {0} has riddles and no project seed, and by a new seed nothing that was published could be \
         verified; restore it from a backup, give the seed it had by quandary riddles --project-seed-file, or begin a \
         new store"
    )]
    NoSeed(String),
    /// The file was removed or replaced after it was opened.
    #[error(
        "{0}: the store's file was removed or replaced, so that nothing more is kept; put it back, or start the \
         program again"
    )]
    Gone(String),
    /// A statement failed.
    #[error("the store: {0}")]
    Query(#[from] sqlx::Error),
    /// The statement took too long.
    #[error("the store does not answer in time")]
    Late,
    /// The store did not answer a moment ago, so the statement was not tried.
    #[error("the store did not answer a moment ago")]
    Away,
    /// The project seed is invalid.
    #[error(transparent)]
    Secret(#[from] SecretError),
    /// The store has another project seed than the given one.
    #[error(
        "the store was created with another project seed; its riddles could not be made again with this one"
    )]
    OtherSeed,
    /// A row is damaged.
    #[error("{key}: {what}")]
    Row {
        /// The riddle.
        key: String,
        /// The error.
        what: String,
    },
    /// A riddle cannot be serialised.
    #[error(transparent)]
    Stored(#[from] StoredError),
}

impl StoreError {
    /// Turns an error of the database into one of opening the store, with the database's message as cause.
    pub(super) fn while_opening(self, failed: impl FnOnce(Cause) -> Self) -> Self {
        match self {
            Self::Query(error) => failed(Cause::of(&error)),
            other => other,
        }
    }

    /// True if another connection locks the store, which is temporary.
    pub(super) fn is_locked(&self) -> bool {
        matches!(self, Self::Open { cause, .. } if cause.locked)
    }

    /// True if the file is empty, which may be temporary: another program may be creating it.
    pub(super) fn is_empty(&self) -> bool {
        matches!(self, Self::Empty(_))
    }

    /// True if the connection is lost and another one may work.
    pub(super) fn lost_connection(&self) -> bool {
        let Self::Query(error) = self else { return false };
        match error {
            sqlx::Error::Io(_) | sqlx::Error::Protocol(_) | sqlx::Error::WorkerCrashed => true,
            // The server shuts down, or an administrator has ended the connection.
            sqlx::Error::Database(error) => {
                error.code().is_some_and(|code| code.starts_with("57P") || code.starts_with("08"))
            }
            _ => false,
        }
    }

    /// True if the store does not answer.
    pub(super) fn is_away(&self) -> bool {
        let waited = matches!(
            self,
            Self::Late | Self::Query(sqlx::Error::PoolTimedOut | sqlx::Error::PoolClosed)
        );
        waited || self.lost_connection()
    }
}

/// Reason why a store cannot be opened: the message of the database, with an explanation of known codes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cause {
    text: String,
    /// True if another connection locks the store, which is temporary.
    locked: bool,
}

impl Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Cause {
    pub(super) fn of(error: &sqlx::Error) -> Self {
        let sqlx::Error::Database(said) = error else { return Self::lasting(plain(error)) };
        let message = said.message();
        // The last byte of an SQLite code is the primary code.
        let code = said.code().and_then(|code| code.parse::<u32>().ok()).map(|code| code & 0xff);
        let text = explained(code, message);
        Self { text, locked: matches!(code, Some(5 | 6)) }
    }

    /// The cause for tables that cannot be migrated.
    pub(super) fn of_migration(error: &MigrateError) -> Self {
        match error {
            MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => {
                Self::of(error)
            }
            _ => Self::lasting(format!("its tables cannot be brought up to date: {error}")),
        }
    }

    /// The cause for no answer within a time.
    pub(super) fn late(time: Duration) -> Self {
        Self::lasting(format!("it does not answer within {} seconds", time.as_secs()))
    }

    /// A permanent cause.
    pub fn lasting(text: String) -> Self {
        Self { text, locked: false }
    }
}

/// A message of SQLite with an explanation of its code.
fn explained(code: Option<u32>, message: &str) -> String {
    match code {
        Some(5 | 6) => format!("another program keeps it locked ({message})"),
        Some(8) => format!("it can be read, but not written ({message})"),
        Some(10) => format!(
            "the disk is full, or fails: make room on it, or move the store to another ({message})"
        ),
        Some(13) => format!("the disk is full ({message})"),
        Some(14) => format!("there is no such folder, or it may not be entered ({message})"),
        Some(26) => format!("it is no database of SQLite ({message})"),
        _ => message.to_owned(),
    }
}

/// The message of an error; for sqlx, that of its innermost cause.
fn plain(error: &sqlx::Error) -> String {
    match error {
        sqlx::Error::Io(error) => diagnostics::of_io(error),
        sqlx::Error::PoolTimedOut => "it does not answer".to_owned(),
        sqlx::Error::Configuration(error) => format!("the address cannot be read: {error}"),
        _ => {
            let mut words = error.to_string();
            if let Some(source) =
                error.source().filter(|source| !words.contains(&source.to_string()))
            {
                words = format!("{words}: {source}");
            }
            words
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io;

    #[test]
    fn a_lost_connection_is_known() {
        let refused = || io::Error::from(io::ErrorKind::ConnectionRefused);
        let lost = StoreError::Query(sqlx::Error::Io(refused()));
        assert!(lost.lost_connection() && lost.is_away());
        let waited = StoreError::Query(sqlx::Error::PoolTimedOut);
        assert!(!waited.lost_connection() && waited.is_away());
        assert!(!StoreError::Query(sqlx::Error::RowNotFound).is_away());
        assert_eq!(Cause::of(&sqlx::Error::Io(refused())).to_string(), refused().to_string());
    }

    /// The message of SQLite if a disk has no room for the files beside the store.
    #[test]
    fn a_disk_that_fails_is_told_with_what_to_do() {
        let told = explained(Some(10), "disk I/O error");
        assert!(told.contains("make room") && told.ends_with("(disk I/O error)"), "{told}");
        assert_eq!(explained(None, "no reason"), "no reason");
    }
}
