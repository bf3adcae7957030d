//! The statements that one turn of writing riddles is made of.

use super::error::StoreError;
use super::key::{APART, Key, Slot, State};
use crate::stored_riddle::StoredRiddle;
use crossword::locale::Locale;
use jiff::ToSpan;
use jiff::civil::Date;
use sqlx::any::AnyArguments;
use sqlx::query::Query;
use sqlx::{Any, Transaction};
use std::collections::BTreeSet;

/// Outcome of keeping a riddle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Put {
    /// It is kept.
    New,
    /// There was one already: another writer was first.
    Taken,
    /// Its answer is that of a day that is too near, or banned; it is not kept.
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

/// Puts a row in; another row of the same key stays.
pub(super) async fn insert(
    turn: &mut Transaction<'_, Any>,
    key: &Key,
    state: State,
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
    Ok(if done.rows_affected() == 1 { Put::New } else { Put::Taken })
}

/// True if there is a riddle with this key.
pub(super) async fn exists(turn: &mut Transaction<'_, Any>, key: &Key) -> Result<bool, StoreError> {
    let found = by_key(
        "SELECT 1 FROM riddle WHERE kind = $1 AND locale = $2 AND date = $3 AND revision = $4",
        key,
    );
    Ok(found.fetch_optional(&mut **turn).await?.is_some())
}

/// The last revision of a day; 0 where there is none.
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
    state: State,
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

/// Marks the revisions before a new one as never shown.
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

/// Words that may not be the answer of a riddle: banned ones, and the answers of days near by.
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

/// The answers that a riddle may not have: those of the days within [`APART`] of its own, its own day's other
/// revisions among them; of an evergreen, those of all evergreens.
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
