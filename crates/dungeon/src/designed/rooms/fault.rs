//! Faults of a file of room templates: what is wrong, where, and what would be right.

use super::drawing::GLYPHS;

/// The fewest and the most rows and columns of a drawing.
pub(super) const SIDES: (usize, usize) = (3, 38);
/// The most ways in which the lots of a template can fall, those of single cells not counted.
pub(super) const MOST_WAYS: usize = 64;
/// The most templates of a file.
pub(super) const MOST: usize = 1_000;
/// The lines that may stand above a drawing.
pub(super) const HEADERS: [&str; 8] =
    ["family", "room", "also", "for", "turn", "water", "one", "each"];

/// A file of room templates that will not do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {fault}")]
#[non_exhaustive]
pub struct ReadError {
    /// The line, from 1.
    pub line: usize,
    /// The column, in characters, from 1.
    pub column: usize,
    /// The fault.
    pub fault: Fault,
}

/// A fault of a file of room templates.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// A header that there is none of.
    #[error("{}", voice::unknown("header", .0, HEADERS))]
    Header(String),
    /// A name that there is none of: what it should name, the name, the names that there are.
    #[error("{}", voice::unknown(.0, .1, .2))]
    Unknown(&'static str, String, Vec<&'static str>),
    /// A header without a value.
    #[error("nothing stands behind `{0}:`")]
    Nothing(String),
    /// A header that stands twice.
    #[error("`{0}:` stands twice above one drawing")]
    Twice(String),
    /// A drawing or a header of a template before the first `room:`.
    #[error("a template begins with `room: NAME`")]
    NoRoom,
    /// A template before the first `family:`.
    #[error("a line `family: NAME` comes before the first template")]
    NoFamily,
    /// A template without a drawing.
    #[error("{0:?} has no drawing")]
    NoDrawing(String),
    /// A header below a drawing.
    #[error("headers stand above the drawing, and the next template begins with `room: NAME`")]
    Late,
    /// Two templates of one name.
    #[error("{0:?} is there already; each template has a name of its own")]
    Known(String),
    /// More templates than a file may have.
    #[error("a file has at most {MOST} templates")]
    Many,
    /// A character that stands for nothing.
    #[error("{0:?} stands for nothing; a drawing has {GLYPHS}, and letters of `one:` and `each:`")]
    Glyph(char),
    /// Rows of different lengths.
    #[error("a row of {0}, where the first has {1}")]
    Ragged(usize, usize),
    /// A drawing too small or too large.
    #[error("a drawing of {0}x{1}; each side is between {low} and {high}", low = SIDES.0, high = SIDES.1)]
    Sides(usize, usize),
    /// Lots that cannot be read.
    #[error("lots are written `LETTER = GLYPH GLYPH`, with at least two glyphs of {GLYPHS}")]
    Lots,
    /// A letter for lots that means something else.
    #[error(
        "{0:?} cannot stand for lots; letters can, but T, e, p and those that stand for lots already"
    )]
    Letter(char),
    /// Lots that no cell of the drawing draws.
    #[error("no cell of the drawing is {0:?}")]
    Unused(char),
    /// Lots that fall in too many ways.
    #[error("the lots of `one:` fall in {0} ways; at most {MOST_WAYS} can be proved")]
    Ways(usize),
    /// Floor that does not connect.
    #[error("this floor is cut off, where the lots fall so: {0}")]
    CutOff(String),
    /// Water that was to split the floor and does not.
    #[error(
        "`water: splits`, but the floor connects without crossing water, where the lots fall so: {0}"
    )]
    Whole(String),
    /// A lot of a single cell that may leave it alone.
    #[error("a cell of `each:` stands beside floor that no lot takes away")]
    Alone,
}
