//! Errors of profiles, and the names of fields and of profiles.

/// The names of the profiles that come with the program.
pub(super) const NAMES: [&str; 3] = ["design", "daily", "open"];

/// The fields of a profile.
pub(super) const FIELDS: [&str; 24] = [
    "name",
    "tiles",
    "plays",
    "plays_with_blank",
    "best",
    "unique",
    "gap",
    "length",
    "answer_commonness",
    "cross_commonness",
    "triple_triple",
    "boards_per_game",
    "racks_per_board",
    "word_racks",
    "word_commonness",
    "ban",
    "shipped_bans",
    "difficulty",
    "weight.best",
    "weight.gap",
    "weight.tiles",
    "weight.spread",
    "weight.bingo",
    "weight.findability",
];

/// A line of a profile that cannot be understood, or a profile that no candidate can meet.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ProfileError {
    /// No such field.
    #[error("line {line}: {}", voice::unknown("field", field, FIELDS))]
    Unknown {
        /// The line, from 1.
        line: usize,
        /// The field.
        field: String,
    },
    /// A value that the field cannot have.
    #[error("line {line}: {field} is {value:?}; it is to be {wanted}")]
    Value {
        /// The line, from 1.
        line: usize,
        /// The field.
        field: &'static str,
        /// The value found.
        value: String,
        /// The values allowed.
        wanted: &'static str,
    },
    /// A field that stands there twice.
    #[error("line {line}: {field} is given twice")]
    Twice {
        /// The line, from 1.
        line: usize,
        /// The field.
        field: &'static str,
    },
    /// A field that every profile needs.
    #[error("{0} is missing")]
    Missing(&'static str),
    /// More boards a game than there are numbers of tiles to draw.
    #[error("boards_per_game is {boards}; the most that the range of tiles allows is {numbers}")]
    Boards {
        /// Number of boards of a game.
        boards: u32,
        /// Number of numbers of tiles.
        numbers: u32,
    },
    /// No profile of that name comes with the program.
    #[error("{}", voice::unknown("profile", .0, NAMES))]
    Name(String),
}
