//! Days that are remembered, and those that are being made.

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

/// Time for which a day is remembered without asking the store.
pub(super) const FRESH: Duration = Duration::from_secs(1);
/// The most days that are remembered.
const REMEMBERED: usize = 2000;

/// A day's riddle.
pub(super) struct Day {
    /// Every revision, the one that is served last.
    pub(super) entries: Vec<RiddleEntry>,
    /// The public half as JSON.
    pub(super) body: Bytes,
    /// The mark by which a cache knows the body.
    pub(super) etag: HeaderValue,
}

/// A language and a day.
type Which = (Locale, Date);

/// The cache of days, with the days that are being made.
#[derive(Default)]
pub(super) struct Days {
    known: RwLock<HashMap<Which, (Instant, Arc<Day>)>>,
    making: Mutex<HashMap<Which, Making>>,
}

/// State of making the first riddle of a day.
enum Making {
    /// A task makes it; the channel will say whether it succeeded.
    Running(watch::Receiver<Option<bool>>),
    /// It could not be made; soon it may be tried again.
    Failed(Instant),
}

/// Entry of the cache for a day.
pub(super) enum Memory {
    /// The day as it was a moment ago.
    Fresh(Arc<Day>),
    /// The day as it was some time ago: the request that gets it asks the store.
    Old(Arc<Day>),
    /// Nothing.
    None,
}

/// The next step of a request for a day without a riddle.
pub(super) enum Turn {
    /// Makes it, and says so.
    Make(watch::Sender<Option<bool>>),
    /// Wait for the task that makes it.
    Wait(watch::Receiver<Option<bool>>),
    /// Takes it that it cannot be made now.
    GiveUp,
}

impl Days {
    /// The entry of a day. An old entry is told once, and counts as fresh for others meanwhile.
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

    /// Remembers a day as it is now.
    pub(super) fn remember(&self, which: Which, day: &Arc<Day>) {
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= REMEMBERED {
            known.clear();
        }
        known.insert(which, (Instant::now(), Arc::clone(day)));
    }

    /// Forgets a day that was changed here.
    pub(super) fn forget(&self, which: Which) {
        self.known.write().unwrap_or_else(PoisonError::into_inner).remove(&which);
    }

    /// The next step in making the first riddle of a day.
    pub(super) fn turn(&self, which: Which) -> Turn {
        let mut making = self.making.lock().unwrap_or_else(PoisonError::into_inner);
        match making.get(&which) {
            // Without a sender the task has ended without a word.
            Some(Making::Running(done)) if done.has_changed().is_ok() => Turn::Wait(done.clone()),
            Some(Making::Failed(at)) if at.elapsed() < FRESH => Turn::GiveUp,
            _ => {
                let (sender, done) = watch::channel(None);
                making.insert(which, Making::Running(done));
                Turn::Make(sender)
            }
        }
    }

    /// The first riddle of a day was made, or could not be.
    pub(super) fn made(&self, which: Which, made: bool) {
        let mut making = self.making.lock().unwrap_or_else(PoisonError::into_inner);
        match made {
            true => making.remove(&which),
            false => making.insert(which, Making::Failed(Instant::now())),
        };
    }
}
