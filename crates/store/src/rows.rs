//! Rows as they are read: riddles, and those rows that cannot be parsed.
//!
//! A row that is damaged does not keep the others from being read. It is passed over, told in the log and counted, and
//! whoever asked learns that it is there: nothing may be put in its place unasked. Invariant: a day whose last revision
//! is damaged has no riddle, and never the one before again.

use super::{Key, Slot, State, Store, StoreError};
use crate::stored_riddle::StoredRiddle;
use crossword::locale::Locale;
use jiff::civil::Date;
use std::sync::atomic::Ordering;

/// A riddle of the store.
#[derive(Clone, Debug, PartialEq)]
pub struct Kept {
    /// Its key.
    pub key: Key,
    /// Its state.
    pub state: State,
    /// The riddle.
    pub stored: StoredRiddle,
}

/// A row as the database gives it: kind, locale, date, revision, state, body.
pub(super) type Row = (String, String, String, i64, String, String);

/// The rows of some days, or the evergreens.
#[derive(Debug, Default)]
pub struct Rows {
    kept: Vec<Kept>,
    damaged: Vec<Damaged>,
}

/// A row that cannot be understood.
#[derive(Debug)]
struct Damaged {
    /// Its date, as it stands there.
    date: String,
    revision: u32,
    error: StoreError,
}

impl Rows {
    /// The riddles of rows; those that are damaged are told of in the log.
    pub(super) fn of(rows: Vec<Row>, store: &Store) -> Self {
        let mut all = Self::default();
        for row in rows {
            let (date, revision) = (row.2.clone(), u32::try_from(row.3).unwrap_or_default());
            match Kept::of(row) {
                Ok(kept) => all.kept.push(kept),
                Err(error) => {
                    store.health.damaged.fetch_add(1, Ordering::Relaxed);
                    tracing::error!(%error, "a row of the store is passed over");
                    all.damaged.push(Damaged { date, revision, error });
                }
            }
        }
        all
    }

    /// True if there are no rows, damaged ones included.
    pub fn is_empty(&self) -> bool {
        self.kept.is_empty() && self.damaged.is_empty()
    }

    /// Those that can be understood.
    pub fn kept(&self) -> &[Kept] {
        &self.kept
    }

    /// Those that can be understood, by date and revision.
    pub fn into_kept(self) -> Vec<Kept> {
        self.kept
    }

    /// All of them.
    ///
    /// # Errors
    /// The first that is damaged.
    pub fn whole(self) -> Result<Vec<Kept>, StoreError> {
        match self.damaged.into_iter().next() {
            Some(damaged) => Err(damaged.error),
            None => Ok(self.kept),
        }
    }

    /// The last revision, damaged rows included: of one day, or of the evergreens.
    pub fn last_revision(&self) -> Option<u32> {
        let kept = self.kept.iter().map(|kept| kept.key.revision);
        kept.chain(self.damaged.iter().map(|damaged| damaged.revision)).max()
    }

    /// The riddle of each day: its last revision, unless that is damaged.
    pub fn latest(self) -> Vec<Kept> {
        let Self { kept, damaged } = self;
        let mut last: Vec<Kept> = Vec::new();
        for one in kept {
            match last.last_mut().filter(|before| before.key.slot == one.key.slot) {
                Some(before) => *before = one,
                None => last.push(one),
            }
        }
        let hides = |one: &Kept, damaged: &Damaged| {
            damaged.date == one.key.slot.date_text() && damaged.revision > one.key.revision
        };
        last.retain(|one| !damaged.iter().any(|damaged| hides(one, damaged)));
        last
    }
}

impl Kept {
    /// The riddle of a row.
    fn of((kind, locale, date, revision, state, body): Row) -> Result<Self, StoreError> {
        let wrong = |what: String| StoreError::Row {
            key: format!("{kind} riddle {locale} {date}, revision {revision}"),
            what,
        };
        let slot = match kind.as_str() {
            "evergreen" => Slot::Evergreen,
            _ => {
                let date = date.parse::<Date>();
                Slot::Day(date.map_err(|error| wrong(error.to_string()))?)
            }
        };
        let known: Locale = locale.parse().map_err(|error| wrong(format!("{error}")))?;
        let number = u32::try_from(revision).map_err(|error| wrong(error.to_string()))?;
        Ok(Self {
            key: Key { locale: known, slot, revision: number },
            state: State::named(&state).ok_or_else(|| wrong(format!("unknown state {state:?}")))?,
            stored: StoredRiddle::read(&body).map_err(|error| wrong(error.to_string()))?,
        })
    }
}
