//! Invalid requests, and rows that could not be generated.

use ::dungeon::layout::UnknownCategory;
use ::dungeon::mission::SpaceError;
use ::dungeon::{dungeon, mission};
use crossword::board::BoardTypeError;
use crossword::locale::{Locale, LocaleError};
use crossword::movegen::AlphabetError;
use crossword::riddle::ProfileError;
use search::Seed;

/// The most parts of a corpus: part numbers have five digits.
pub const MOST_PARTS: u64 = 100_000;

/// Reason why a request is invalid.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum RequestError {
    /// The text is no JSON of a request.
    #[error("the request: {0}")]
    Json(String),
    /// The number of rows is 0.
    #[error("a corpus of 0 rows is asked for; at least 1 is possible")]
    Empty,
    /// There are not enough seeds.
    #[error("{count} rows from seed {first} go past the last seed, {max}", max = Seed::MAX)]
    Seeds {
        /// The first seed.
        first: u64,
        /// Number of rows.
        count: u64,
    },
    /// There are too many parts, or none.
    #[error("{parts} parts of {rows} are asked for; from 1 to {most} are possible, each with a row at least",
            rows = diagnostics::counted(*count, "row", "rows"), most = diagnostics::grouped(*most))]
    Parts {
        /// Number of parts.
        parts: u64,
        /// Number of rows.
        count: u64,
        /// The most parts possible.
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
    /// A category is unknown.
    #[error(transparent)]
    Category(#[from] UnknownCategory),
    /// The request for dungeons or levels is invalid.
    #[error(transparent)]
    Dungeon(#[from] dungeon::RequestError),
    /// The request for missions is invalid.
    #[error(transparent)]
    Mission(#[from] mission::RequestError),
    /// The number of rooms of missions is invalid.
    #[error(transparent)]
    Space(#[from] SpaceError),
    /// The key options exclude each other.
    #[error("keys that are all alike do not go with a partial order")]
    AlikeInPart,
    /// The board is unknown.
    #[error(transparent)]
    Board(#[from] BoardTypeError),
    /// The language is unknown.
    #[error(transparent)]
    Locale(#[from] LocaleError),
    /// The profile is unknown.
    #[error(transparent)]
    Profile(#[from] ProfileError),
    /// There is no lexicon for the riddles.
    #[error("riddles of {0} want the lexicon of that language")]
    NoLexicon(Locale),
    /// The lexicon is of another language.
    #[error("riddles of {asked} are asked for, and the lexicon is of {found}")]
    OtherLocale {
        /// The requested language.
        asked: Locale,
        /// The language of the lexicon.
        found: Locale,
    },
    /// The lexicon was built from another list.
    #[error(
        "the lexicon is built from another list than that of the request: SHA-256 {found}, and not {asked}"
    )]
    OtherWords {
        /// The hash of the requested list.
        asked: String,
        /// The hash of the lexicon's list.
        found: String,
    },
    /// The lexicon has another alphabet.
    #[error(transparent)]
    Alphabet(#[from] AlphabetError),
}

/// Reason why a row could not be generated.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum RowError {
    /// It was interrupted.
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
    /// The result could not be serialised.
    #[error("a row cannot be written: {0}")]
    Written(String),
}

impl From<serde_json::Error> for RowError {
    fn from(error: serde_json::Error) -> Self {
        Self::Written(error.to_string())
    }
}
