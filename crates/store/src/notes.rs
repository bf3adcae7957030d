//! Notes: what operators write down about a day, for each other. Invariant: rows are only ever added.

use super::audit::{drawn_id, text_of};
use super::{Store, StoreError};
use crossword::locale::Locale;
use jiff::Timestamp;
use jiff::civil::Date;
use sqlx::any::AnyRow;
use sqlx::{FromRow, Row};

/// A note, as it is read: the columns of the table but for its id and language.
#[derive(Clone, Debug, PartialEq)]
pub struct Note {
    /// Moment at which it was written.
    pub at: String,
    /// The name of the operator's key.
    pub operator: String,
    /// The day it is about.
    pub date: String,
    /// What was written.
    pub words: String,
}

impl FromRow<'_, AnyRow> for Note {
    fn from_row(row: &AnyRow) -> sqlx::Result<Self> {
        Ok(Self {
            at: row.try_get("at")?,
            operator: row.try_get("operator")?,
            date: row.try_get("date")?,
            words: row.try_get("words")?,
        })
    }
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
    ) -> Result<Vec<Note>, StoreError> {
        let text = "SELECT at, operator, date, words FROM note \
                    WHERE locale = $1 AND date >= $2 AND date <= $3 ORDER BY date, at, id";
        let ask = || async {
            let rows = sqlx::query_as(text).bind(locale.name()).bind(from.to_string());
            Ok(rows.bind(to.to_string()).fetch_all(&self.readers).await?)
        };
        self.reading(ask).await
    }
}
