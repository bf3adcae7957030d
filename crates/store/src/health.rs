//! Health of a store: how the last reading and the last writing ended, and the time limits of both.

use super::error::StoreError;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

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
