//! The lexicons of the service: opened once, in the background, and shared.
//!
//! English is opened first. Each lexicon can be used as soon as it is open. The tables for best plays are then built
//! in the background, so no request waits for them. Invariant: a lexicon that could not be opened is tried again at
//! the next request, so one installed while the service runs is found.

use super::problem::Problem;
use axum::http::StatusCode;
use crossword::lexicon::Lexicon;
use crossword::lexicon::installed::lexicon_of;
use crossword::locale::Locale;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use tokio::sync::Mutex;
use tokio::task;

/// A place for each locale.
pub(crate) struct Lexicons {
    slots: [Slot; Locale::ALL.len()],
}

/// The lexicon of a locale, with a lock for opening it; `failed` is true if the last try failed.
struct Slot {
    locale: Locale,
    opened: OnceLock<Arc<Lexicon>>,
    opening: Arc<Mutex<()>>,
    failed: AtomicBool,
}

/// State of a lexicon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Progress {
    /// It can be used.
    Ready,
    /// It is being opened.
    Opening,
    /// It is not installed, or cannot be read.
    Missing,
}

impl Lexicons {
    /// No lexicon is open yet.
    pub(crate) fn new() -> Arc<Self> {
        let slot = |locale| Slot {
            locale,
            opened: OnceLock::new(),
            opening: Arc::default(),
            failed: AtomicBool::new(false),
        };
        Arc::new(Self { slots: Locale::ALL.map(slot) })
    }

    /// Opens all lexicons, one after another.
    pub(crate) async fn open_all(self: Arc<Self>) {
        for locale in Locale::ALL {
            match self.open(locale).await {
                Ok(lexicon) => {
                    tracing::info!(%locale, words = lexicon.len(), "lexicon ready");
                    // Warming cannot fail, and a runtime that stops need not wait for it.
                    let _ = task::spawn_blocking(move || lexicon.warm()).await;
                }
                Err(reason) => tracing::info!(%locale, reason, "no lexicon"),
            }
        }
    }

    /// The lexicon of a locale. Waits for it, at most `patience`.
    ///
    /// # Errors
    /// If it is not installed, or not open in time.
    pub(crate) async fn get(
        self: &Arc<Self>,
        locale: Locale,
        patience: Duration,
    ) -> Result<Arc<Lexicon>, Problem> {
        match tokio::time::timeout(patience, self.open(locale)).await {
            Ok(Ok(lexicon)) => Ok(lexicon),
            Ok(Err(_)) => Err(self.missing(locale)),
            Err(_) => Err(Problem::overloaded("The lexicon is still being opened.")),
        }
    }

    /// State of each lexicon.
    pub(crate) fn progress(&self) -> impl Iterator<Item = (Locale, Progress)> {
        self.slots.iter().map(|slot| (slot.locale, slot.progress()))
    }

    async fn open(self: &Arc<Self>, locale: Locale) -> Result<Arc<Lexicon>, String> {
        let all = Arc::clone(self);
        let Some(slot) = self.slots.get(locale as usize) else { return Err(String::new()) };
        if let Some(lexicon) = slot.opened.get() {
            return Ok(Arc::clone(lexicon));
        }
        let turn = Arc::clone(&slot.opening).lock_owned().await;
        let opened = task::spawn_blocking(move || {
            // Held by the thread: if the waiting request is cancelled, the next one must not open the lexicon a second
            // time.
            let _turn = turn;
            all.slots.get(locale as usize).map_or(Err(String::new()), Slot::open)
        });
        opened.await.unwrap_or_else(|error| Err(error.to_string()))
    }

    /// The problem document of a missing lexicon. Advice on installing it goes to the log only, because it names
    /// folders.
    fn missing(&self, locale: Locale) -> Problem {
        let words = format!("The lexicon of {locale} is not installed here.");
        let known = self.progress().filter(|(_, progress)| *progress != Progress::Missing);
        Problem::new(StatusCode::UNPROCESSABLE_ENTITY, words)
            .field("locale")
            .known(known.map(|(locale, _)| locale))
    }
}

impl Slot {
    fn open(&self) -> Result<Arc<Lexicon>, String> {
        if let Some(lexicon) = self.opened.get() {
            return Ok(Arc::clone(lexicon));
        }
        let read = lexicon_of(Some(self.locale), None).map_err(|error| format!("{error:#}"));
        self.failed.store(read.is_err(), Ordering::Relaxed);
        read.map(|lexicon| Arc::clone(self.opened.get_or_init(|| Arc::new(lexicon))))
    }

    fn progress(&self) -> Progress {
        match self.opened.get() {
            Some(_) => Progress::Ready,
            None if self.failed.load(Ordering::Relaxed) => Progress::Missing,
            None => Progress::Opening,
        }
    }
}
