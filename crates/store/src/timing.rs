//! Reading and writing in time, and whether the store answers.
//!
//! Invariants: nobody waits longer for the store than [`READ`] or [`WRITE`]; nothing counts as written that was written
//! to a file which is not there any more; whether it can be written is asked with a
//! row of its own, only after a writing has failed, and at most once in [`PAUSE`].

use super::health::{PAUSE, READ, WRITE};
use super::{Store, StoreError};
use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use tokio::time::timeout;

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
