//! The cache of days, and the days being generated.

use axum::body::Bytes;
use axum::http::HeaderValue;
use crossword::locale::Locale;
use jiff::civil::Date;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::Duration;
use std::time::Instant;
use store::RiddleEntry;
use tokio::sync::watch;

/// Time for which a cached day is used without a read of the store.
pub(super) const FRESH: Duration = Duration::from_secs(1);
/// The most cached days.
const REMEMBERED: usize = 2000;

/// A day's riddle.
pub(super) struct Day {
    /// Every revision; the last one is served.
    pub(super) entries: Vec<RiddleEntry>,
    /// The public half as JSON.
    pub(super) body: Bytes,
    /// The ETag of the body.
    pub(super) etag: HeaderValue,
}

/// A language and a day.
type Which = (Locale, Date);

/// The cache of days, with the days being generated.
#[derive(Default)]
pub(super) struct Days {
    known: RwLock<HashMap<Which, (Instant, Arc<Day>)>>,
    making: Mutex<HashMap<Which, Making>>,
}

/// State of generating the first riddle of a day.
enum Making {
    /// A task generates it; the channel reports success or failure.
    Running(watch::Receiver<Option<bool>>),
    /// It failed at this time; a retry is allowed soon.
    Failed(Instant),
}

/// Entry of the cache for a day.
pub(super) enum Memory {
    /// A recently read day.
    Fresh(Arc<Day>),
    /// A day that the request must read again from the store.
    Old(Arc<Day>),
    /// No entry.
    None,
}

/// The next step of a request for a day without a riddle.
pub(super) enum Turn {
    /// Generate it and report the result.
    Make(watch::Sender<Option<bool>>),
    /// Wait for the task that makes it.
    Wait(watch::Receiver<Option<bool>>),
    /// Give up: it cannot be generated now.
    GiveUp,
}

impl Days {
    /// The entry of a day. An old entry is returned as old once and then counts as fresh for other requests.
    pub(super) fn remembered(&self, which: Which) -> Memory {
        let fresh =
            |(read, day): &(Instant, Arc<Day>)| (read.elapsed() < FRESH).then(|| Arc::clone(day));
        {
            let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
            let Some(entry) = known.get(&which) else { return Memory::None };
            if let Some(day) = fresh(entry) {
                return Memory::Fresh(day);
            }
        }
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        let Some(entry) = known.get_mut(&which) else { return Memory::None };
        if let Some(day) = fresh(entry) {
            return Memory::Fresh(day);
        }
        entry.0 = Instant::now();
        Memory::Old(Arc::clone(&entry.1))
    }

    /// Caches a day.
    pub(super) fn remember(&self, which: Which, day: &Arc<Day>) {
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= REMEMBERED {
            known.clear();
        }
        known.insert(which, (Instant::now(), Arc::clone(day)));
    }

    /// Removes a day that was changed here.
    pub(super) fn forget(&self, which: Which) {
        self.known.write().unwrap_or_else(PoisonError::into_inner).remove(&which);
    }

    /// The next step in generating the first riddle of a day.
    pub(super) fn turn(&self, which: Which) -> Turn {
        let mut making = self.making.lock().unwrap_or_else(PoisonError::into_inner);
        match making.get(&which) {
            // A closed channel means that the task ended without a report.
            Some(Making::Running(done)) if done.has_changed().is_ok() => Turn::Wait(done.clone()),
            Some(Making::Failed(at)) if at.elapsed() < FRESH => Turn::GiveUp,
            _ => {
                let (sender, done) = watch::channel(None);
                making.insert(which, Making::Running(done));
                Turn::Make(sender)
            }
        }
    }

    /// Records that the first riddle of a day was generated, or failed.
    pub(super) fn made(&self, which: Which, made: bool) {
        let mut making = self.making.lock().unwrap_or_else(PoisonError::into_inner);
        match made {
            true => making.remove(&which),
            false => making.insert(which, Making::Failed(Instant::now())),
        };
    }
}
