//! Riddles: inserting, reading, approving, and using evergreens for a day; and words that operators ban as answers.
//!
//! Every write of riddles first takes the turn of its language: an immediate transaction in SQLite, an advisory lock
//! in PostgreSQL. So checks of repeated answers and of the state of the day happen while no other program writes. A
//! new kind of write is a function that takes a turn and is called within [`Store::writing`].

use super::rows::{Put, RiddleEntry, Rows, exists, insert, last, mark, unwanted, withdraw};
use super::stored_riddle::StoredRiddle;
use super::{Backend, Key, Outcome, Progress, Slot, Store, StoreError, Subject};
use crossword::locale::Locale;
use jiff::civil::Date;
use sqlx::{Any, Transaction};
use std::collections::BTreeSet;

/// Outcome of an approval.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Approved {
    /// The riddle is approved.
    Done(Key),
    /// There is no such riddle.
    Missing,
    /// It was replaced before its day began and will never be published.
    Withdrawn,
}

/// The treatment of a day's earlier revisions when a new one is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Earlier {
    /// They were published, and their answers count.
    Count,
    /// The day has not begun: they were never published.
    Withdrawn,
    /// The day is over: they stay, and there is no new one.
    Stay,
}

/// The columns of a row in the order of `rows::Row`.
macro_rules! select {
    ($rest:literal) => {
        concat!("SELECT kind, locale, date, revision, state, body FROM riddle ", $rest)
    };
}

impl Store {
    /// Stores a riddle, unless the key exists or its answer is unwanted. `earlier` is called once no other program can
    /// write.
    ///
    /// # Errors
    /// When the store cannot be written.
    pub async fn put(
        &self,
        key: &Key,
        stored: &StoredRiddle,
        earlier: impl FnOnce() -> Earlier,
    ) -> Result<Put, StoreError> {
        let put = async {
            let mut turn = self.turn(key.locale).await?;
            if exists(&mut turn, key).await? {
                return Ok(Put::Occupied);
            }
            let earlier = if key.revision > 1 { earlier() } else { Earlier::Count };
            if earlier == Earlier::Stay {
                return Ok(Put::Over);
            }
            if unwanted(&mut turn, key).await?.contains(&stored.answer) {
                return Ok(Put::Unwanted);
            }
            if earlier == Earlier::Withdrawn {
                withdraw(&mut turn, key).await?;
            }
            let put = insert(&mut turn, key, Progress::Generated, stored).await?;
            if put == Put::New {
                self.write_down(&mut *turn, key.into(), Outcome::Done, "").await?;
            }
            turn.commit().await?;
            Ok(put)
        };
        self.writing(put).await
    }

    /// Unwanted answers: banned words, and the answers of days near by.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn unwanted(&self, key: &Key) -> Result<BTreeSet<String>, StoreError> {
        let ask = || async {
            let mut reading = self.readers.begin().await?;
            unwanted(&mut reading, key).await
        };
        self.reading(ask).await
    }

    /// All revisions of the riddle of a day, the first one first.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn day(&self, locale: Locale, date: Date) -> Result<Rows, StoreError> {
        self.days(locale, date, date).await
    }

    /// All revisions of the riddles of a range of days, by date and revision.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn days(&self, locale: Locale, from: Date, to: Date) -> Result<Rows, StoreError> {
        let text = select!(
            "WHERE kind = 'daily' AND locale = $1 AND date BETWEEN $2 AND $3 ORDER BY date, revision"
        );
        let ask = || async {
            let query = sqlx::query_as(text).bind(locale.name());
            let query = query.bind(from.to_string()).bind(to.to_string());
            Ok(query.fetch_all(&self.readers).await?)
        };
        Ok(Rows::of(self.reading(ask).await?, self))
    }

    /// The evergreens of a language by number, used ones included.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn evergreens(&self, locale: Locale) -> Result<Rows, StoreError> {
        let text = select!("WHERE kind = 'evergreen' AND locale = $1 ORDER BY revision");
        self.of_locale(text, locale).await
    }

    /// Marks a revision of a day, or its last one, as approved by a person.
    ///
    /// # Errors
    /// When the store cannot be written.
    pub async fn approve(
        &self,
        locale: Locale,
        date: Date,
        revision: Option<u32>,
    ) -> Result<Approved, StoreError> {
        let approve = async {
            let mut turn = self.turn(locale).await?;
            let slot = Slot::Day(date);
            let last = Key { locale, slot, revision: last(&mut turn, locale, slot).await? };
            let key = Key { revision: revision.unwrap_or(last.revision), ..last };
            if !exists(&mut turn, &key).await? {
                return Ok(Approved::Missing);
            }
            if !mark(&mut turn, &key, Progress::Approved).await? {
                return Ok(Approved::Withdrawn);
            }
            self.write_down(&mut *turn, (&key).into(), Outcome::Done, "").await?;
            turn.commit().await?;
            Ok(Approved::Done(key))
        };
        self.writing(approve).await
    }

    /// Makes an evergreen with a permitted answer the first riddle of a day, if there is one.
    ///
    /// # Errors
    /// When the store cannot be written.
    pub async fn adopt(&self, locale: Locale, date: Date) -> Result<Put, StoreError> {
        let evergreens = self.unused(locale).await?;
        if evergreens.is_empty() {
            return Ok(Put::Unwanted);
        }
        let key = Key { locale, slot: Slot::Day(date), revision: 1 };
        let adopt = async {
            let mut turn = self.turn(key.locale).await?;
            if exists(&mut turn, &key).await? {
                return Ok(Put::Occupied);
            }
            let unwanted = unwanted(&mut turn, &key).await?;
            let fits = |entry: &&RiddleEntry| !unwanted.contains(&entry.stored.answer);
            for entry in evergreens.iter().filter(fits) {
                // Another program may have used it since the list was read.
                if mark(&mut turn, &entry.key, Progress::Used).await? {
                    let put = insert(&mut turn, &key, Progress::Generated, &entry.stored).await?;
                    turn.commit().await?;
                    return Ok(put);
                }
            }
            Ok(Put::Unwanted)
        };
        self.writing(adopt).await
    }

    /// The first unused evergreens.
    async fn unused(&self, locale: Locale) -> Result<Vec<RiddleEntry>, StoreError> {
        let text = select!(
            "WHERE kind = 'evergreen' AND locale = $1 AND state <> 'used' ORDER BY revision LIMIT 100"
        );
        Ok(self.of_locale(text, locale).await?.into_entries())
    }

    /// The rows of a query whose only value is a language.
    async fn of_locale(&self, text: &'static str, locale: Locale) -> Result<Rows, StoreError> {
        let ask = || async {
            Ok(sqlx::query_as(text).bind(locale.name()).fetch_all(&self.readers).await?)
        };
        Ok(Rows::of(self.reading(ask).await?, self))
    }

    /// Takes the turn to write riddles of a language.
    pub(super) async fn turn(
        &self,
        locale: Locale,
    ) -> Result<Transaction<'static, Any>, StoreError> {
        match self.backend {
            Backend::Sqlite => Ok(self.writers.begin_with("BEGIN IMMEDIATE").await?),
            Backend::Postgres => {
                let mut turn = self.writers.begin().await?;
                sqlx::query("SELECT pg_advisory_xact_lock(7102026, $1)")
                    .bind(locale as i32)
                    .execute(&mut *turn)
                    .await?;
                Ok(turn)
            }
        }
    }
}

impl Store {
    /// Bans lower-case words; existing bans stay.
    ///
    /// # Errors
    /// When the store cannot be written.
    pub async fn ban(&self, locale: Locale, words: &[String]) -> Result<(), StoreError> {
        let ban = async {
            // Takes the same turn as the storing of riddles, which happens either before or under the ban.
            let mut turn = self.turn(locale).await?;
            for word in words {
                sqlx::query(
                    "INSERT INTO ban (locale, word) VALUES ($1, $2) ON CONFLICT DO NOTHING",
                )
                .bind(locale.name())
                .bind(word)
                .execute(&mut *turn)
                .await?;
            }
            let banned = words.join(" ");
            self.write_down(&mut *turn, Subject::language(locale), Outcome::Done, &banned).await?;
            Ok(turn.commit().await?)
        };
        self.writing(ban).await
    }

    /// The banned words of a language, in the order of their bytes.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn bans(&self, locale: Locale) -> Result<Vec<String>, StoreError> {
        let ask = || async {
            let query = sqlx::query_as("SELECT word FROM ban WHERE locale = $1");
            Ok(query.bind(locale.name()).fetch_all(&self.readers).await?)
        };
        let rows: Vec<(String,)> = self.reading(ask).await?;
        let mut words: Vec<_> = rows.into_iter().map(|(word,)| word).collect();
        words.sort_unstable();
        Ok(words)
    }
}
