//! The handle of a store: its connections, its secret, its health; and reading and writing in time.
//!
//! A file that is removed or replaced is written on by whoever has it open, and what is written is lost with the program.
//! Invariants: nobody waits longer for the store than [`READ`] or [`WRITE`]; nothing counts as written that was written to
//! a file which is not there any more; whether it can be written is asked with a row of its own, only after a writing has
//! failed, and at most once in [`PAUSE`].

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
    /// The file; `None` where it is a server's.
    pub(super) file: Option<Arc<OpenFile>>,
    pub(super) secret: ProjectSeed,
    /// Shared by all clones.
    pub(super) health: Arc<Health>,
    /// The act under which it is changed; `None` without an operator.
    pub(super) act: Option<Arc<Act>>,
}

impl Store {
    /// The secret that seeds and salts come from.
    pub fn secret(&self) -> &ProjectSeed {
        &self.secret
    }
}

/// The longest that anything is read.
pub(super) const READ: Duration = Duration::from_secs(3);
/// The longest that anything is written, waiting for one's turn included.
pub const WRITE: Duration = Duration::from_secs(10);
/// Time for which a store that did not answer is not asked again.
pub(super) const PAUSE: Duration = Duration::from_secs(1);
/// Health of a store.
#[derive(Debug, Default)]
pub(super) struct Health {
    /// Since when it does not answer.
    away: Mutex<Option<Instant>>,
    /// True if a writing has failed, and none has succeeded since.
    pub(super) unwritable: AtomicBool,
    /// Moment and result of the last test reading; locked while one goes on.
    pub(super) read: tokio::sync::Mutex<Option<(Instant, bool)>>,
    /// Moment of the last test writing; locked while one goes on.
    pub(super) tried: Arc<tokio::sync::Mutex<Option<Instant>>>,
    /// Number of times a row was passed over.
    pub(super) damaged: AtomicU64,
}

impl Health {
    /// True if it did not answer within the last [`PAUSE`].
    pub(super) fn is_away(&self) -> bool {
        let away = self.away.lock().unwrap_or_else(PoisonError::into_inner);
        away.is_some_and(|since| since.elapsed() < PAUSE)
    }

    /// Notes the result of a reading.
    pub(super) fn note_reading<T>(&self, done: &Result<T, StoreError>) {
        let away = done.as_ref().is_err_and(StoreError::is_away).then(Instant::now);
        *self.away.lock().unwrap_or_else(PoisonError::into_inner) = away;
    }

    /// Notes that the store can be written, or the error for which it cannot; a change goes to the log.
    pub(super) fn note_writing(&self, failed: Option<&StoreError>) {
        if self.unwritable.swap(failed.is_some(), Ordering::Relaxed) != failed.is_some() {
            match failed {
                Some(error) => tracing::error!(%error, "the store cannot be written"),
                None => tracing::info!("the store can be written again"),
            }
        }
    }
}

/// A file that is open.
#[derive(Debug)]
pub(super) struct OpenFile {
    path: PathBuf,
    identity: Identity,
}

/// What no other file of the machine has: its device and its number there; nothing where the system tells neither.
type Identity = Option<(u64, u64)>;

impl OpenFile {
    /// The file that is at a path now.
    ///
    /// # Errors
    /// When there is none.
    pub(super) fn at(path: PathBuf) -> io::Result<Self> {
        let identity = identity(&path)?;
        Ok(Self { path, identity })
    }

    /// True if it is still there.
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

/// Longest time that a health check waits for the store.
const GLANCE: Duration = Duration::from_secs(1);
/// Time for which the result of a health check is that of the next.
const RECENT: Duration = Duration::from_millis(200);

impl Store {
    /// Reads, in time; a connection that was lost is replaced once.
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

    /// Writes, in time, and remembers when that fails. What is dropped before it is committed is undone.
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
            // What was written to a file that is not there any more is lost.
            self.still_there().map(|()| done)
        };
        let done = timeout(WRITE, work).await.unwrap_or(Err(StoreError::Late));
        match &done {
            Err(error @ (StoreError::Query(_) | StoreError::Late | StoreError::Gone(_))) => {
                self.health.note_writing(Some(error));
            }
            // There may have been nothing to write: that says nothing about the disk.
            Ok(_) if !self.is_writable() => self.try_to_write().await,
            _ => {}
        }
        done
    }

    /// True if the store has just failed to answer.
    pub fn is_away(&self) -> bool {
        self.health.is_away()
    }

    /// Number of times a row was passed over because it cannot be read.
    pub fn damaged(&self) -> u64 {
        self.health.damaged.load(Ordering::Relaxed)
    }

    /// False if the last writing failed, so far as is known.
    pub fn is_writable(&self) -> bool {
        !self.health.unwritable.load(Ordering::Relaxed)
    }

    /// Fails where the file of the store is another one than was opened, or none.
    fn still_there(&self) -> Result<(), StoreError> {
        match self.file.as_ref().filter(|file| !file.is_there()) {
            Some(file) => Err(StoreError::Gone(file.path().display().to_string())),
            None => Ok(()),
        }
    }

    /// True if the store can be read. Of many that ask at once, one asks the database.
    async fn is_readable(&self) -> bool {
        let mut read = self.health.read.lock().await;
        if let Some((_, result)) = read.filter(|(at, _)| at.elapsed() < RECENT) {
            return result;
        }
        let result = timeout(GLANCE, self.ping()).await.is_ok_and(|ping| ping.is_ok());
        *read = Some((Instant::now(), result));
        result
    }

    /// True if the store can be read and, as far as is known, written.
    pub async fn is_well(&self) -> bool {
        let readable = self.is_readable().await;
        if readable {
            self.try_to_write().await;
        }
        readable && self.is_writable()
    }

    /// Asks the database for a sign of life.
    ///
    /// # Errors
    /// When it gives none.
    pub async fn ping(&self) -> Result<(), StoreError> {
        let ask = || async {
            sqlx::query("SELECT id FROM project").execute(&self.readers).await?;
            Ok(())
        };
        self.reading(ask).await
    }

    /// Writes a sign of life after a writing that failed, unless somebody has just tried. It goes on where the asker
    /// leaves: a writing that is given up keeps others waiting.
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
            // The fault was told when the writing failed.
            if timeout(WRITE, store.sign()).await.is_ok_and(|done| done.is_ok()) {
                store.health.note_writing(None);
            }
            *tried = Some(Instant::now());
        });
        let _ = timeout(GLANCE, trying).await;
    }

    /// Writes a row that means nothing.
    async fn sign(&self) -> Result<(), StoreError> {
        let text = "INSERT INTO sign_of_life (id, written) VALUES (1, 1) \
                    ON CONFLICT (id) DO UPDATE SET written = sign_of_life.written + 1";
        sqlx::query(text).execute(&self.writers).await?;
        Ok(())
    }
}
