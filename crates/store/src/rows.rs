//! Rows of riddles, damaged ones included, and the statements used within a turn of writing.
//!
//! A damaged row does not prevent the others from being read. It is skipped, logged and counted, and its presence is
//! reported to the caller: no riddle may replace it automatically. Invariant: a day whose last revision is damaged has
//! no riddle; the revision before does not return.

use super::key::APART;
use super::{Key, Progress, Slot, Store, StoreError};
use crate::stored_riddle::StoredRiddle;
use crossword::locale::Locale;
use jiff::ToSpan;
use jiff::civil::Date;
use sqlx::any::AnyArguments;
use sqlx::query::Query;
use sqlx::{Any, Transaction};
use std::collections::BTreeSet;
use std::sync::atomic::Ordering;

/// A riddle of the store.
#[derive(Clone, Debug, PartialEq)]
pub struct RiddleEntry {
    /// Its key.
    pub key: Key,
    /// Its state.
    pub state: Progress,
    /// The riddle.
    pub stored: StoredRiddle,
}

/// A row of the database: kind, locale, date, revision, state, body.
pub(super) type Row = (String, String, String, i64, String, String);

/// The rows of some days, or the evergreens.
#[derive(Debug, Default)]
pub struct Rows {
    entries: Vec<RiddleEntry>,
    damaged: Vec<Damaged>,
}

/// A damaged row.
#[derive(Debug)]
struct Damaged {
    /// The text of its date.
    date: String,
    revision: u32,
    error: StoreError,
}

impl Rows {
    /// Parses rows. Logs and counts damaged ones.
    pub(super) fn of(rows: Vec<Row>, store: &Store) -> Self {
        let mut all = Self::default();
        for row in rows {
            let (date, revision) = (row.2.clone(), u32::try_from(row.3).unwrap_or_default());
            match RiddleEntry::of(row) {
                Ok(entry) => all.entries.push(entry),
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
        self.entries.is_empty() && self.damaged.is_empty()
    }

    /// The undamaged rows.
    pub fn entries(&self) -> &[RiddleEntry] {
        &self.entries
    }

    /// The undamaged rows, by date and revision.
    pub fn into_entries(self) -> Vec<RiddleEntry> {
        self.entries
    }

    /// All rows.
    ///
    /// # Errors
    /// The error of the first damaged row.
    pub fn whole(self) -> Result<Vec<RiddleEntry>, StoreError> {
        match self.damaged.into_iter().next() {
            Some(damaged) => Err(damaged.error),
            None => Ok(self.entries),
        }
    }

    /// The last revision, damaged rows included: of one day, or of the evergreens.
    pub fn last_revision(&self) -> Option<u32> {
        let revisions = self.entries.iter().map(|entry| entry.key.revision);
        revisions.chain(self.damaged.iter().map(|damaged| damaged.revision)).max()
    }

    /// The riddle of each day: its last revision, unless that is damaged.
    pub fn latest(self) -> Vec<RiddleEntry> {
        let Self { entries, damaged } = self;
        let mut last: Vec<RiddleEntry> = Vec::new();
        for one in entries {
            match last.last_mut().filter(|before| before.key.slot == one.key.slot) {
                Some(before) => *before = one,
                None => last.push(one),
            }
        }
        let hides = |one: &RiddleEntry, damaged: &Damaged| {
            damaged.date == one.key.slot.date_text() && damaged.revision > one.key.revision
        };
        last.retain(|one| !damaged.iter().any(|damaged| hides(one, damaged)));
        last
    }
}

impl RiddleEntry {
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
            state: Progress::named(&state)
                .ok_or_else(|| wrong(format!("unknown state {state:?}")))?,
            stored: StoredRiddle::read(&body).map_err(|error| wrong(error.to_string()))?,
        })
    }
}

/// Outcome of storing a riddle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Put {
    /// It is stored.
    New,
    /// The key exists already: another writer was first.
    Occupied,
    /// Its answer is banned or that of a day near by; it is not stored.
    Unwanted,
    /// The day is over: its riddle stays.
    Over,
}

/// A statement whose first four values are those of a key: kind, locale, date, revision.
fn by_key<'q>(text: &'static str, key: &Key) -> Query<'q, Any, AnyArguments> {
    sqlx::query(text)
        .bind(key.slot.kind())
        .bind(key.locale.name())
        .bind(key.slot.date_text())
        .bind(i64::from(key.revision))
}

/// Inserts a row. An existing row with the same key stays.
pub(super) async fn insert(
    turn: &mut Transaction<'_, Any>,
    key: &Key,
    state: Progress,
    stored: &StoredRiddle,
) -> Result<Put, StoreError> {
    let done = by_key(
        "INSERT INTO riddle (kind, locale, date, revision, state, answer, body) \
         VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING",
        key,
    )
    .bind(state.name())
    .bind(&stored.answer)
    .bind(stored.text()?)
    .execute(&mut **turn)
    .await?;
    Ok(if done.rows_affected() == 1 { Put::New } else { Put::Occupied })
}

/// True if there is a riddle with this key.
pub(super) async fn exists(turn: &mut Transaction<'_, Any>, key: &Key) -> Result<bool, StoreError> {
    let found = by_key(
        "SELECT 1 FROM riddle WHERE kind = $1 AND locale = $2 AND date = $3 AND revision = $4",
        key,
    );
    Ok(found.fetch_optional(&mut **turn).await?.is_some())
}

/// The last revision of a day; 0 if there is none.
pub(super) async fn last(
    turn: &mut Transaction<'_, Any>,
    locale: Locale,
    slot: Slot,
) -> Result<u32, StoreError> {
    let text = "SELECT COALESCE(MAX(revision), 0) FROM riddle \
                WHERE kind = $1 AND locale = $2 AND date = $3";
    let query = sqlx::query_as(text).bind(slot.kind()).bind(locale.name()).bind(slot.date_text());
    let (last,): (i64,) = query.fetch_one(&mut **turn).await?;
    Ok(u32::try_from(last).unwrap_or_default())
}

/// Changes the state of a riddle that is neither used nor withdrawn; true if there was one.
pub(super) async fn mark(
    turn: &mut Transaction<'_, Any>,
    key: &Key,
    state: Progress,
) -> Result<bool, StoreError> {
    let done = by_key(
        "UPDATE riddle SET state = $5 \
         WHERE kind = $1 AND locale = $2 AND date = $3 AND revision = $4 \
         AND state NOT IN ('used', 'withdrawn')",
        key,
    )
    .bind(state.name())
    .execute(&mut **turn)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Marks the revisions before a new one as withdrawn.
pub(super) async fn withdraw(turn: &mut Transaction<'_, Any>, key: &Key) -> Result<(), StoreError> {
    by_key(
        "UPDATE riddle SET state = 'withdrawn' \
         WHERE kind = $1 AND locale = $2 AND date = $3 AND revision < $4",
        key,
    )
    .execute(&mut **turn)
    .await?;
    Ok(())
}

/// Unwanted answers: banned words, and the answers of days near by.
pub(super) async fn unwanted(
    turn: &mut Transaction<'_, Any>,
    key: &Key,
) -> Result<BTreeSet<String>, StoreError> {
    let mut words = answers(turn, key).await?;
    let rows: Vec<(String,)> = sqlx::query_as("SELECT word FROM ban WHERE locale = $1")
        .bind(key.locale.name())
        .fetch_all(&mut **turn)
        .await?;
    words.extend(rows.into_iter().map(|(word,)| word));
    Ok(words)
}

/// The answers that a riddle may not repeat: those of the days within [`APART`] of its own, other revisions of its day
/// included; for an evergreen, those of all evergreens.
async fn answers(
    turn: &mut Transaction<'_, Any>,
    key: &Key,
) -> Result<BTreeSet<String>, StoreError> {
    let day = |date: Date| date.to_string();
    let (from, to) = match key.slot {
        Slot::Day(date) => {
            (day(date.saturating_sub(APART.days())), day(date.saturating_add(APART.days())))
        }
        Slot::Evergreen => (String::new(), String::new()),
    };
    let text =
        "SELECT answer FROM riddle WHERE kind = $1 AND locale = $2 AND date BETWEEN $3 AND $4";
    let rows: Vec<(String,)> = sqlx::query_as(text)
        .bind(key.slot.kind())
        .bind(key.locale.name())
        .bind(from)
        .bind(to)
        .fetch_all(&mut **turn)
        .await?;
    Ok(rows.into_iter().map(|(answer,)| answer).collect())
}
