//! Rows of riddles: put in, read, approved, and evergreens taken for a day.
//!
//! Whoever writes a riddle of a language first takes that language's turn: in SQLite a transaction that writes
//! from its beginning, in PostgreSQL an advisory lock. So whether an answer repeats another is asked and decided
//! while nobody else writes.

use super::{APART, Backend, Key, Outcome, Slot, State, Store, StoreError};
use crate::wire::stored_riddle::StoredRiddle;
use crossword::locale::Locale;
use jiff::ToSpan;
use jiff::civil::Date;
use sqlx::any::AnyArguments;
use sqlx::query::Query;
use sqlx::{Any, Transaction};
use std::collections::BTreeSet;

/// A riddle of the store.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Kept {
    /// Which it is.
    pub(crate) key: Key,
    /// How far it has come.
    pub(crate) state: State,
    /// The riddle.
    pub(crate) stored: StoredRiddle,
}

/// What has become of a riddle that was to be kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Put {
    /// It is kept.
    New,
    /// There was one already: somebody else was first.
    Taken,
    /// Its answer is that of a day that is too near, or banned; it is not kept.
    Unwanted,
}

/// What becomes of the earlier revisions of a day when there is a new one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Earlier {
    /// They were served, and their answers count.
    Count,
    /// The day has not begun: nobody has seen them.
    Withdrawn,
}

/// A row as the database gives it.
type Row = (String, String, String, i64, String, String);

/// The columns of a [`Row`].
macro_rules! select {
    ($rest:literal) => {
        concat!("SELECT kind, locale, date, revision, state, body FROM riddle ", $rest)
    };
}

impl Store {
    /// Keeps a riddle, unless there is one or its answer is that of a day near by.
    ///
    /// # Errors
    /// When the store cannot be written.
    pub(crate) async fn put(
        &self,
        key: &Key,
        stored: &StoredRiddle,
        earlier: Earlier,
    ) -> Result<Put, StoreError> {
        let mut turn = self.turn(key.locale).await?;
        if exists(&mut turn, key).await? {
            return Ok(Put::Taken);
        }
        if unwanted(&mut turn, key).await?.contains(&stored.answer) {
            return Ok(Put::Unwanted);
        }
        if earlier == Earlier::Withdrawn && key.revision > 1 {
            withdraw(&mut turn, key).await?;
        }
        let put = insert(&mut turn, key, State::Made, stored).await?;
        if put == Put::New {
            self.write_down(&mut *turn, key.into(), Outcome::Done, "").await?;
        }
        turn.commit().await?;
        Ok(put)
    }

    /// Words that may not be the answer of a riddle: banned ones, and the answers of days near by.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub(crate) async fn unwanted(&self, key: &Key) -> Result<BTreeSet<String>, StoreError> {
        let mut reading = self.pool.begin().await?;
        unwanted(&mut reading, key).await
    }

    /// All revisions of the riddle of a day, the first one first.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub(crate) async fn day(&self, locale: Locale, date: Date) -> Result<Vec<Kept>, StoreError> {
        self.days(locale, date, date).await
    }

    /// All revisions of the riddles from a day to another, by date and revision.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub(crate) async fn days(
        &self,
        locale: Locale,
        from: Date,
        to: Date,
    ) -> Result<Vec<Kept>, StoreError> {
        let text = select!(
            "WHERE kind = 'daily' AND locale = $1 AND date BETWEEN $2 AND $3 ORDER BY date, revision"
        );
        let rows: Vec<Row> = sqlx::query_as(text)
            .bind(locale.name())
            .bind(from.to_string())
            .bind(to.to_string())
            .fetch_all(&self.pool)
            .await?;
        rows.into_iter().map(Kept::of).collect()
    }

    /// The evergreens of a language by number, those too that were used.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub(crate) async fn evergreens(&self, locale: Locale) -> Result<Vec<Kept>, StoreError> {
        let text = select!("WHERE kind = 'evergreen' AND locale = $1 ORDER BY revision");
        let rows: Vec<Row> = sqlx::query_as(text).bind(locale.name()).fetch_all(&self.pool).await?;
        rows.into_iter().map(Kept::of).collect()
    }

    /// Marks a riddle as seen by a person; whether there is such a one.
    ///
    /// # Errors
    /// When the store cannot be written.
    pub(crate) async fn approve(&self, key: &Key) -> Result<bool, StoreError> {
        let mut turn = self.turn(key.locale).await?;
        let done = mark(&mut turn, key, State::Approved).await?;
        if done {
            self.write_down(&mut *turn, key.into(), Outcome::Done, "").await?;
        }
        turn.commit().await?;
        Ok(done)
    }

    /// Makes an evergreen the first riddle of a day, if there is one whose answer no near day has and no ban
    /// names.
    ///
    /// # Errors
    /// When the store cannot be written.
    pub(crate) async fn adopt(&self, locale: Locale, date: Date) -> Result<Put, StoreError> {
        let key = Key { locale, slot: Slot::Day(date), revision: 1 };
        let evergreens = self.unused(locale).await?;
        if evergreens.is_empty() {
            return Ok(Put::Unwanted);
        }
        let mut turn = self.turn(locale).await?;
        if exists(&mut turn, &key).await? {
            return Ok(Put::Taken);
        }
        let unwanted = unwanted(&mut turn, &key).await?;
        let fits = |kept: &&Kept| !unwanted.contains(&kept.stored.answer);
        for kept in evergreens.iter().filter(fits) {
            // Another may have used it since the list was read.
            if mark(&mut turn, &kept.key, State::Used).await? {
                let put = insert(&mut turn, &key, State::Made, &kept.stored).await?;
                turn.commit().await?;
                return Ok(put);
            }
        }
        Ok(Put::Unwanted)
    }

    /// The first evergreens that were not used.
    async fn unused(&self, locale: Locale) -> Result<Vec<Kept>, StoreError> {
        let text = select!(
            "WHERE kind = 'evergreen' AND locale = $1 AND state <> 'used' ORDER BY revision LIMIT 100"
        );
        let rows: Vec<Row> = sqlx::query_as(text).bind(locale.name()).fetch_all(&self.pool).await?;
        rows.into_iter().map(Kept::of).collect()
    }

    /// The turn to write riddles of a language.
    pub(super) async fn turn(
        &self,
        locale: Locale,
    ) -> Result<Transaction<'static, Any>, StoreError> {
        match self.backend {
            Backend::Sqlite => Ok(self.pool.begin_with("BEGIN IMMEDIATE").await?),
            Backend::Postgres => {
                let mut turn = self.pool.begin().await?;
                sqlx::query("SELECT pg_advisory_xact_lock(7102026, $1)")
                    .bind(locale as i32)
                    .execute(&mut *turn)
                    .await?;
                Ok(turn)
            }
        }
    }
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
async fn insert(
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

/// Whether there is a riddle of a key.
async fn exists(turn: &mut Transaction<'_, Any>, key: &Key) -> Result<bool, StoreError> {
    let found = by_key(
        "SELECT 1 FROM riddle WHERE kind = $1 AND locale = $2 AND date = $3 AND revision = $4",
        key,
    );
    Ok(found.fetch_optional(&mut **turn).await?.is_some())
}

/// Changes the state of a riddle that is not used; whether there was one.
async fn mark(
    turn: &mut Transaction<'_, Any>,
    key: &Key,
    state: State,
) -> Result<bool, StoreError> {
    let done = by_key(
        "UPDATE riddle SET state = $5 \
         WHERE kind = $1 AND locale = $2 AND date = $3 AND revision = $4 AND state <> 'used'",
        key,
    )
    .bind(state.name())
    .execute(&mut **turn)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Marks the revisions before a new one as seen by nobody.
async fn withdraw(turn: &mut Transaction<'_, Any>, key: &Key) -> Result<(), StoreError> {
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
async fn unwanted(
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

impl Kept {
    /// The riddle of a row.
    fn of((kind, locale, date, revision, state, body): Row) -> Result<Self, StoreError> {
        let wrong = |what: String| StoreError::Row {
            key: format!("{kind} riddle {locale} {date}, revision {revision}"),
            what,
        };
        let slot = match kind.as_str() {
            "evergreen" => Slot::Evergreen,
            _ => Slot::Day(date.parse().map_err(|error: jiff::Error| wrong(error.to_string()))?),
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
