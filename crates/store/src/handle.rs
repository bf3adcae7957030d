//! The handle of a store: its connections, secret and health; reading and writing with time limits.
//!
//! A program that has a file open can still write to it after it was removed or replaced; those writes are lost when
//! the program ends. Invariants: no operation takes longer than [`READ`] or [`WRITE`]. A write to a file that is no
//! longer there counts as failed. A test write, to a row of its own, happens only after a failed write and at most
//! once in [`PAUSE`].

use super::address::Backend;
use super::error::StoreError;
use super::key::Act;
use super::secret::ProjectSeed;
use sqlx::AnyPool;
use std::future::Future;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use std::{fs, io};
use tokio::time::timeout;

/// A database of riddles.
#[derive(Clone, Debug)]
pub struct Store {
    /// Connections for reading.
    pub(super) readers: AnyPool,
    /// Connections for writing.
    pub(super) writers: AnyPool,
    pub(super) backend: Backend,
    /// The file; `None` for a server.
    pub(super) file: Option<Arc<OpenFile>>,
    pub(super) secret: ProjectSeed,
    /// Shared by all clones.
    pub(super) health: Arc<Health>,
    /// The operator's act behind changes; `None` without an operator.
    pub(super) act: Option<Arc<Act>>,
}

impl Store {
    /// The secret from which seeds and salts are derived.
    pub fn secret(&self) -> &ProjectSeed {
        &self.secret
    }
}

/// Time limit of a read.
pub(super) const READ: Duration = Duration::from_secs(3);
/// Time limit of a write, including the wait for the turn.
pub const WRITE: Duration = Duration::from_secs(10);
/// Time without further tries after the store did not answer.
pub(super) const PAUSE: Duration = Duration::from_secs(1);
/// Health of a store.
#[derive(Debug, Default)]
pub(super) struct Health {
    /// Time of the last failure to answer.
    away: Mutex<Option<Instant>>,
    /// True if a write has failed and none has succeeded since.
    pub(super) unwritable: AtomicBool,
    /// Time and result of the last test read; locked during one.
    pub(super) read: tokio::sync::Mutex<Option<(Instant, bool)>>,
    /// Time of the last test write; locked during one.
    pub(super) tried: Arc<tokio::sync::Mutex<Option<Instant>>>,
    /// Number of times a damaged row was skipped.
    pub(super) damaged: AtomicU64,
}

impl Health {
    /// True if it failed to answer within the last [`PAUSE`].
    pub(super) fn is_away(&self) -> bool {
        let away = self.away.lock().unwrap_or_else(PoisonError::into_inner);
        away.is_some_and(|since| since.elapsed() < PAUSE)
    }

    /// Records the result of a read.
    pub(super) fn note_reading<T>(&self, done: &Result<T, StoreError>) {
        let away = done.as_ref().is_err_and(StoreError::is_away).then(Instant::now);
        *self.away.lock().unwrap_or_else(PoisonError::into_inner) = away;
    }

    /// Records the result of a write. A change goes to the log.
    pub(super) fn note_writing(&self, failed: Option<&StoreError>) {
        if self.unwritable.swap(failed.is_some(), Ordering::Relaxed) != failed.is_some() {
            match failed {
                Some(error) => tracing::error!(%error, "the store cannot be written"),
                None => tracing::info!("the store can be written again"),
            }
        }
    }
}

/// An open file.
#[derive(Debug)]
pub(super) struct OpenFile {
    path: PathBuf,
    identity: Identity,
}

/// Device and inode of a file, unique on the machine; `None` if the system has neither.
type Identity = Option<(u64, u64)>;

impl OpenFile {
    /// The file now at a path.
    ///
    /// # Errors
    /// If there is none.
    pub(super) fn at(path: PathBuf) -> io::Result<Self> {
        let identity = identity(&path)?;
        Ok(Self { path, identity })
    }

    /// True if the path still leads to this file.
    pub(super) fn is_there(&self) -> bool {
        identity(&self.path).is_ok_and(|identity| identity == self.identity)
    }

    /// Its path.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }
}

#[cfg(unix)]
fn identity(path: &Path) -> io::Result<Identity> {
    use std::os::unix::fs::MetadataExt;
    fs::metadata(path).map(|found| Some((found.dev(), found.ino())))
}

#[cfg(not(unix))]
fn identity(path: &Path) -> io::Result<Identity> {
    fs::metadata(path).map(|_| None)
}

/// Time limit of a health check.
const GLANCE: Duration = Duration::from_secs(1);
/// Time for which the result of a health check is reused.
const RECENT: Duration = Duration::from_millis(200);

impl Store {
    /// Reads within [`READ`]. Retries once with a new connection if the connection was lost.
    pub(super) async fn reading<T, F>(&self, work: impl Fn() -> F) -> Result<T, StoreError>
    where
        F: Future<Output = Result<T, StoreError>>,
    {
        if self.health.is_away() {
            return Err(StoreError::Away);
        }
        let twice = async {
            match work().await {
                Err(error) if error.lost_connection() => work().await,
                done => done,
            }
        };
        let done = timeout(READ, twice).await.unwrap_or(Err(StoreError::Late));
        self.health.note_reading(&done);
        done
    }

    /// Writes within [`WRITE`] and records failures. Work that is dropped before its commit is rolled back.
    pub(super) async fn writing<T>(
        &self,
        work: impl Future<Output = Result<T, StoreError>>,
    ) -> Result<T, StoreError> {
        if self.health.is_away() {
            return Err(StoreError::Away);
        }
        let work = async {
            self.still_there()?;
            let done = work.await?;
            // A write to a file that is no longer there is lost.
            self.still_there().map(|()| done)
        };
        let done = timeout(WRITE, work).await.unwrap_or(Err(StoreError::Late));
        match &done {
            Err(error @ (StoreError::Query(_) | StoreError::Late | StoreError::Gone(_))) => {
                self.health.note_writing(Some(error));
            }
            // There may have been nothing to write, so success does not prove that the disk works.
            Ok(_) if !self.is_writable() => self.try_to_write().await,
            _ => {}
        }
        done
    }

    /// True if the store failed to answer a moment ago.
    pub fn is_away(&self) -> bool {
        self.health.is_away()
    }

    /// Number of times a damaged row was skipped.
    pub fn damaged(&self) -> u64 {
        self.health.damaged.load(Ordering::Relaxed)
    }

    /// False if the last known write failed.
    pub fn is_writable(&self) -> bool {
        !self.health.unwritable.load(Ordering::Relaxed)
    }

    /// Fails if the file of the store is missing or was replaced.
    fn still_there(&self) -> Result<(), StoreError> {
        match self.file.as_ref().filter(|file| !file.is_there()) {
            Some(file) => Err(StoreError::Gone(file.path().display().to_string())),
            None => Ok(()),
        }
    }

    /// True if the store can be read. Concurrent callers share one query.
    async fn is_readable(&self) -> bool {
        let mut read = self.health.read.lock().await;
        if let Some((_, result)) = read.filter(|(at, _)| at.elapsed() < RECENT) {
            return result;
        }
        let result = timeout(GLANCE, self.ping()).await.is_ok_and(|ping| ping.is_ok());
        *read = Some((Instant::now(), result));
        result
    }

    /// True if the store can be read and the last known write succeeded.
    pub async fn is_well(&self) -> bool {
        let readable = self.is_readable().await;
        if readable {
            self.try_to_write().await;
        }
        readable && self.is_writable()
    }

    /// Runs a trivial query.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn ping(&self) -> Result<(), StoreError> {
        let ask = || async {
            sqlx::query("SELECT id FROM project").execute(&self.readers).await?;
            Ok(())
        };
        self.reading(ask).await
    }

    /// Does a test write after a failed write, unless one was tried within `PAUSE` (1 s). It continues if the caller stops
    /// waiting: an abandoned write would block others.
    pub async fn try_to_write(&self) {
        if let Err(error) = self.still_there() {
            self.health.note_writing(Some(&error));
            return;
        }
        let Ok(mut tried) = Arc::clone(&self.health.tried).try_lock_owned() else { return };
        if self.is_writable() || tried.is_some_and(|at| at.elapsed() < PAUSE) {
            return;
        }
        let store = self.clone();
        let trying = tokio::spawn(async move {
            // The failed write was already logged.
            if timeout(WRITE, store.sign()).await.is_ok_and(|done| done.is_ok()) {
                store.health.note_writing(None);
            }
            *tried = Some(Instant::now());
        });
        let _ = timeout(GLANCE, trying).await;
    }

    /// Writes the row of test writes.
    async fn sign(&self) -> Result<(), StoreError> {
        let text = "INSERT INTO sign_of_life (id, written) VALUES (1, 1) \
                    ON CONFLICT (id) DO UPDATE SET written = sign_of_life.written + 1";
        sqlx::query(text).execute(&self.writers).await?;
        Ok(())
    }
}
