//! The audit of operators' acts and of unauthorised attempts, and operators' notes about days.
//!
//! A store on an operator's behalf ([`Store::on_behalf`]) records each change in the same transaction, so neither
//! exists without the other. Invariant: rows are only added.

use super::key::{Act, Outcome, Subject};
use super::{Store, StoreError};
use crossword::locale::Locale;
use jiff::Timestamp;
use jiff::civil::Date;
use sqlx::Any;
use std::sync::Arc;

/// A row of the audit without its id.
#[derive(Clone, Debug, PartialEq)]
pub struct AuditEntry {
    /// Time of the request.
    pub at: String,
    /// The name of the operator's key; empty without a key.
    pub operator: String,
    /// The scope.
    pub act: String,
    /// The language; empty if unknown.
    pub locale: String,
    /// The day or `evergreen`; empty if unknown.
    pub date: String,
    /// The revision; 0 if there is none.
    pub revision: i64,
    /// The outcome.
    pub outcome: String,
    /// Details of the outcome.
    pub detail: String,
}

/// The text of a time in rows.
pub(super) fn text_of(at: Timestamp) -> String {
    at.strftime("%Y-%m-%dT%H:%M:%S%.6fZ").to_string()
}

/// A random id for a new row.
pub(super) fn drawn_id() -> Result<String, StoreError> {
    let mut id = [0; 16];
    getrandom::fill(&mut id).map_err(super::secret::SecretError::Draw)?;
    Ok(hex::encode(id))
}

impl Store {
    /// The store with an act: each change is recorded in the audit.
    pub fn on_behalf(&self, act: Act) -> Self {
        Self { act: Some(Arc::new(act)), ..self.clone() }
    }

    /// Records the outcome of this store's act; does nothing without an act.
    ///
    /// # Errors
    /// When the store cannot be written.
    pub async fn note(&self, subject: Subject, outcome: Outcome) -> Result<(), StoreError> {
        let detail = outcome.detail();
        self.writing(self.write_down(&self.writers, subject, outcome, &detail)).await
    }

    /// Records an outcome with details within a transaction.
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

    /// Acts from one time until before another, the latest first, at most `most`.
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

/// A note without its id and language.
#[derive(Clone, Debug, PartialEq)]
pub struct AuditNote {
    /// Time of writing.
    pub at: String,
    /// The name of the operator's key.
    pub operator: String,
    /// Its day.
    pub date: String,
    /// The text.
    pub words: String,
}

impl Store {
    /// Adds a note about a day, with the time and the name of an operator's key.
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

    /// The notes about the days of a range, by day, the earliest of each day first.
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
