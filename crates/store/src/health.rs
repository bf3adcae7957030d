//! Whether the store answers: how the last reading and the last writing ended, and how long either may take.
//!
//! Invariants: nobody waits longer for the store than [`READ`] or [`WRITE`]; whether it can be written is asked with a
//! row of its own, only after a writing has failed, and at most once in [`PAUSE`].

use super::{Store, StoreError};
use std::future::Future;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::time::timeout;

/// The longest that anything is read.
pub(super) const READ: Duration = Duration::from_secs(3);
/// The longest that anything is written, waiting for one's turn included.
pub const WRITE: Duration = Duration::from_secs(10);
/// How long a store that did not answer is left alone.
const PAUSE: Duration = Duration::from_secs(1);
/// How long whoever asks how the store is waits for it.
const GLANCE: Duration = Duration::from_secs(1);

/// What is known of a store.
#[derive(Debug, Default)]
pub(super) struct Health {
    /// Since when it does not answer.
    away: Mutex<Option<Instant>>,
    /// Whether a writing has failed, and no sign of life was written since.
    unwritable: AtomicBool,
    /// When it was last tried whether it can be written; held by whoever is trying.
    tried: Arc<tokio::sync::Mutex<Option<Instant>>>,
    /// How often a row was passed over.
    pub(super) damaged: AtomicU64,
}

impl Health {
    /// Whether it did not answer a moment ago.
    fn is_away(&self) -> bool {
        let away = self.away.lock().unwrap_or_else(PoisonError::into_inner);
        away.is_some_and(|since| since.elapsed() < PAUSE)
    }

    fn note_reading<T>(&self, done: &Result<T, StoreError>) {
        let away = done.as_ref().is_err_and(StoreError::is_away).then(Instant::now);
        *self.away.lock().unwrap_or_else(PoisonError::into_inner) = away;
    }

    fn set_unwritable(&self, failed: bool) {
        if self.unwritable.swap(failed, Ordering::Relaxed) != failed {
            match failed {
                true => tracing::error!("the store cannot be written"),
                false => tracing::info!("the store can be written again"),
            }
        }
    }
}

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
        let done = timeout(WRITE, work).await.unwrap_or(Err(StoreError::Late));
        match &done {
            Err(StoreError::Query(_) | StoreError::Late) => self.health.set_unwritable(true),
            // There may have been nothing to write: that says nothing about the disk.
            Ok(_) if !self.is_writable() => self.try_to_write().await,
            _ => {}
        }
        done
    }

    /// Whether the store has just failed to answer.
    pub fn is_away(&self) -> bool {
        self.health.is_away()
    }

    /// How often a row was passed over because it cannot be read.
    pub fn damaged(&self) -> u64 {
        self.health.damaged.load(Ordering::Relaxed)
    }

    /// Whether it is not known that nothing can be written.
    pub fn is_writable(&self) -> bool {
        !self.health.unwritable.load(Ordering::Relaxed)
    }

    /// Whether the store can be read and, as far as is known, written.
    pub async fn is_well(&self) -> bool {
        let readable = timeout(GLANCE, self.ping()).await.is_ok_and(|ping| ping.is_ok());
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
        let Ok(mut tried) = Arc::clone(&self.health.tried).try_lock_owned() else { return };
        if self.is_writable() || tried.is_some_and(|at| at.elapsed() < PAUSE) {
            return;
        }
        let store = self.clone();
        let trying = tokio::spawn(async move {
            // What is wrong was told when the writing failed.
            if timeout(WRITE, store.sign()).await.is_ok_and(|done| done.is_ok()) {
                store.health.set_unwritable(false);
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
