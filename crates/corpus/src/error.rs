//! Requests that nothing can satisfy, and rows that were not made.

use ::dungeon::layout::UnknownCategory;
use ::dungeon::mission::SpaceError;
use ::dungeon::{dungeon, mission};
use crossword::board::BoardTypeError;
use crossword::locale::{Locale, LocaleError};
use crossword::movegen::AlphabetError;
use crossword::riddle::ProfileError;
use search::Seed;

/// The most parts of a corpus: their numbers have five digits.
pub const MOST_PARTS: u64 = 100_000;

/// A corpus that cannot be asked for.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum RequestError {
    /// It is no JSON of a request.
    #[error("the request: {0}")]
    Json(String),
    /// Nothing is asked for.
    #[error("a corpus of 0 rows is asked for; at least 1 is possible")]
    Empty,
    /// There are not so many seeds.
    #[error("{count} rows from seed {first} go past the last seed, {max}", max = Seed::MAX)]
    Seeds {
        /// The first seed.
        first: u64,
        /// Number of rows.
        count: u64,
    },
    /// Too many parts, or none.
    #[error("{parts} parts of {rows} are asked for; from 1 to {most} are possible, each with a row at least",
            rows = diagnostics::counted(*count, "row", "rows"), most = diagnostics::grouped(*most))]
    Parts {
        /// Number of parts.
        parts: u64,
        /// Number of rows.
        count: u64,
        /// The most parts that are possible.
        most: u64,
    },
    /// There is no such part.
    #[error("part {part} of {parts} is asked for; parts are numbered from 0 to {last}", last = .parts.saturating_sub(1))]
    Part {
        /// The number of the part.
        part: u64,
        /// Number of parts.
        parts: u64,
    },
    /// No category is named.
    #[error("no category is named; name some, or all, or families")]
    NoCategory,
    /// A category that is none.
    #[error(transparent)]
    Category(#[from] UnknownCategory),
    /// Dungeons or levels that cannot be.
    #[error(transparent)]
    Dungeon(#[from] dungeon::RequestError),
    /// Missions that cannot be.
    #[error(transparent)]
    Mission(#[from] mission::RequestError),
    /// Rooms of missions that cannot be.
    #[error(transparent)]
    Space(#[from] SpaceError),
    /// Keys that do not go together.
    #[error("keys that are all alike do not go with a partial order")]
    AlikeInPart,
    /// The board is none.
    #[error(transparent)]
    Board(#[from] BoardTypeError),
    /// The language is none.
    #[error(transparent)]
    Locale(#[from] LocaleError),
    /// The profile is none.
    #[error(transparent)]
    Profile(#[from] ProfileError),
    /// Riddles without words.
    #[error("riddles of {0} want the lexicon of that language")]
    NoLexicon(Locale),
    /// Words of another language.
    #[error("riddles of {asked} are asked for, and the lexicon is of {found}")]
    OtherLocale {
        /// The language that is asked for.
        asked: Locale,
        /// The language of the lexicon.
        found: Locale,
    },
    /// Other words of that language.
    #[error(
        "the lexicon is built from another list than that of the request: SHA-256 {found}, and not {asked}"
    )]
    OtherWords {
        /// The hash of the list that is asked for.
        asked: String,
        /// The hash of the list it was built from.
        found: String,
    },
    /// The lexicon has another alphabet.
    #[error(transparent)]
    Alphabet(#[from] AlphabetError),
}

/// The reason for which a row was not made.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum RowError {
    /// It was asked to stop.
    #[error("interrupted")]
    Interrupted,
    /// There is no such row.
    #[error("row {row} is asked for; rows are numbered from 0 to {last}")]
    Row {
        /// The number of the row.
        row: u64,
        /// The last row.
        last: u64,
    },
    /// What is made could not be written down.
    #[error("a row cannot be written: {0}")]
    Written(String),
}

impl From<serde_json::Error> for RowError {
    fn from(error: serde_json::Error) -> Self {
        Self::Written(error.to_string())
    }
}
