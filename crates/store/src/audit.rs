//! What operators do and write: the audit of their acts, of attempts to act without the right to, and their notes about days.
//!
//! A store that acts on an operator's behalf ([`Store::on_behalf`]) writes down each change in the transaction that
//! makes it, so that neither is there without the other. Invariant: rows are only ever added.

use super::key::{Act, Outcome, Subject};
use super::{Store, StoreError};
use crossword::locale::Locale;
use jiff::Timestamp;
use jiff::civil::Date;
use sqlx::Any;
use std::sync::Arc;

/// A row, as it is read: the columns of the table but for its id.
#[derive(Clone, Debug, PartialEq)]
pub struct AuditEntry {
    /// Moment at which it was requested.
    pub at: String,
    /// The name of the operator's key; empty without a key.
    pub operator: String,
    /// The scope.
    pub act: String,
    /// The language; empty where it was not told.
    pub locale: String,
    /// The day or `evergreen`; empty where it was not told.
    pub date: String,
    /// The revision; 0 where there is none.
    pub revision: i64,
    /// The outcome.
    pub outcome: String,
    /// More about that.
    pub detail: String,
}

/// A moment as rows have it.
pub(super) fn text_of(at: Timestamp) -> String {
    at.strftime("%Y-%m-%dT%H:%M:%S%.6fZ").to_string()
}

/// The id of a row that is added.
pub(super) fn drawn_id() -> Result<String, StoreError> {
    let mut id = [0; 16];
    getrandom::fill(&mut id).map_err(super::secret::SecretError::Draw)?;
    Ok(hex::encode(id))
}

impl Store {
    /// This store, changing it under an act: each change is written into the audit.
    pub fn on_behalf(&self, act: Act) -> Self {
        Self { act: Some(Arc::new(act)), ..self.clone() }
    }

    /// Writes the outcome of this store's act into the audit; nothing without an act.
    ///
    /// # Errors
    /// When the store cannot be written.
    pub async fn note(&self, subject: Subject, outcome: Outcome) -> Result<(), StoreError> {
        let detail = outcome.detail();
        self.writing(self.write_down(&self.writers, subject, outcome, &detail)).await
    }

    /// The same as part of a transaction, with more about it.
    pub(super) async fn write_down<'c>(
        &self,
        executor: impl sqlx::Executor<'c, Database = Any>,
        subject: Subject,
        outcome: Outcome,
        detail: &str,
    ) -> Result<(), StoreError> {
        let Some(act) = &self.act else { return Ok(()) };
        sqlx::query(
            "INSERT INTO audit (id, at, operator, act, locale, date, revision, outcome, detail) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        )
        .bind(drawn_id()?)
        .bind(text_of(act.at))
        .bind(act.operator.clone().unwrap_or_default())
        .bind(act.scope.name())
        .bind(subject.locale.map_or("", Locale::name))
        .bind(subject.slot.map(|slot| slot.to_string()).unwrap_or_default())
        .bind(i64::from(subject.revision))
        .bind(outcome.name())
        .bind(detail.to_owned())
        .execute(executor)
        .await?;
        Ok(())
    }

    /// Acts from one moment until before another, the latest first, and no more than `most`.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn audit(
        &self,
        from: Timestamp,
        until: Timestamp,
        most: u32,
    ) -> Result<Vec<AuditEntry>, StoreError> {
        let text = "SELECT at, operator, act, locale, date, revision, outcome, detail FROM audit \
                    WHERE at >= $1 AND at < $2 ORDER BY at DESC, id LIMIT $3";
        let ask = || async {
            let rows = sqlx::query_as(text).bind(text_of(from)).bind(text_of(until));
            Ok(rows.bind(i64::from(most)).fetch_all(&self.readers).await?)
        };
        let noted = |(at, operator, act, locale, date, revision, outcome, detail)| AuditEntry {
            at,
            operator,
            act,
            locale,
            date,
            revision,
            outcome,
            detail,
        };
        Ok(self.reading(ask).await?.into_iter().map(noted).collect())
    }
}

/// A note, as it is read: the columns of the table but for its id and language.
#[derive(Clone, Debug, PartialEq)]
pub struct AuditNote {
    /// Moment at which it was written.
    pub at: String,
    /// The name of the operator's key.
    pub operator: String,
    /// The day it is about.
    pub date: String,
    /// What was written.
    pub words: String,
}

impl Store {
    /// Writes a note about a day, at a moment and under the name of an operator's key.
    ///
    /// # Errors
    /// When the store cannot be written.
    pub async fn add_note(
        &self,
        (locale, date): (Locale, Date),
        at: Timestamp,
        operator: &str,
        words: &str,
    ) -> Result<(), StoreError> {
        let add = async {
            sqlx::query(
                "INSERT INTO note (id, at, operator, locale, date, words) VALUES ($1, $2, $3, $4, $5, $6)",
            )
            .bind(drawn_id()?)
            .bind(text_of(at))
            .bind(operator.to_owned())
            .bind(locale.name())
            .bind(date.to_string())
            .bind(words.to_owned())
            .execute(&self.writers)
            .await?;
            Ok(())
        };
        self.writing(add).await
    }

    /// The notes about days of a span, by day, and of each day the earliest first.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn notes(
        &self,
        locale: Locale,
        from: Date,
        to: Date,
    ) -> Result<Vec<AuditNote>, StoreError> {
        let text = "SELECT at, operator, date, words FROM note \
                    WHERE locale = $1 AND date >= $2 AND date <= $3 ORDER BY date, at, id";
        let ask = || async {
            let rows = sqlx::query_as(text).bind(locale.name()).bind(from.to_string());
            Ok(rows.bind(to.to_string()).fetch_all(&self.readers).await?)
        };
        let note = |(at, operator, date, words)| AuditNote { at, operator, date, words };
        Ok(self.reading(ask).await?.into_iter().map(note).collect())
    }
}
