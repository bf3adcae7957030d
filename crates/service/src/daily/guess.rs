//! Guesses over HTTP.

use crate::kinds::Coordinate;
use crate::openapi::Example;
use crate::problem::{Problem, internal};
use crate::remembered::Day;
use crossword::locale::Locale;
use crossword::riddle::{self, Guess, GuessError, Judged};
use serde::Deserialize;
use std::sync::Arc;
use store::State as Progress;
use utoipa::ToSchema;

/// A guess.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!(Example::GUESS.value()))]
pub(super) struct GuessRequest {
    /// Where the word begins: `H8` across, `8H` down.
    #[schema(value_type = Coordinate, example = "8H")]
    pub(super) square: String,
    /// The word; `?` may stand before the letter of a blank.
    #[serde(rename = "move")]
    #[schema(example = "gæs")]
    pub(super) word: String,
}

/// Judges a guess: on the riddle that is served, unless it is the answer of an earlier one.
pub(super) fn judge(
    asked: &GuessRequest,
    day: &Arc<Day>,
    locale: Locale,
    lexicon: &crossword::lexicon::Lexicon,
) -> Result<Judged, Problem> {
    let guess = Guess { square: &asked.square, word: &asked.word };
    let mut judged = None;
    for kept in day.kept.iter().rev().filter(|kept| kept.state != Progress::Withdrawn) {
        let position = kept.stored.position(locale).map_err(|error| {
            tracing::error!(%error, "a stored riddle");
            internal()
        })?;
        let here = riddle::judge(guess, &position, lexicon).map_err(|error| match error {
            GuessError::Square(why) => Problem::unprocessable("square", why.to_string()),
            GuessError::Word(why) => Problem::unprocessable("move", why.to_string()),
            _ => internal(),
        })?;
        if here.best {
            return Ok(here);
        }
        judged.get_or_insert(here);
    }
    judged.ok_or_else(internal)
}
