//! Banned words: those that an operator does not want as an answer.

use super::{Outcome, Store, StoreError, Subject};
use crossword::locale::Locale;

impl Store {
    /// Bans words, in lower case; those that are banned already stay so.
    ///
    /// # Errors
    /// When the store cannot be written.
    pub async fn ban(&self, locale: Locale, words: &[String]) -> Result<(), StoreError> {
        self.writing(self.ban_in_turn(locale, words)).await
    }

    async fn ban_in_turn(&self, locale: Locale, words: &[String]) -> Result<(), StoreError> {
        // In turn with whoever keeps riddles: what is being kept is kept before, or sees the ban.
        let mut turn = self.turn(locale).await?;
        for word in words {
            sqlx::query("INSERT INTO ban (locale, word) VALUES ($1, $2) ON CONFLICT DO NOTHING")
                .bind(locale.name())
                .bind(word)
                .execute(&mut *turn)
                .await?;
        }
        let banned = words.join(" ");
        self.write_down(&mut *turn, Subject::language(locale), Outcome::Done, &banned).await?;
        Ok(turn.commit().await?)
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
