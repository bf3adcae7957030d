//! Reads and writes levels of Sokoban in the text formats XSB and `.sok`, and reads them from `.slc` (XML).
//!
//! A file holds levels one after another, separated by blank lines or lines of text. A row of a level is a line of
//! [squares](SQUARES), or of the letters `p P b B o` of old collections; a number before a square or a group of squares
//! in parentheses repeats it, and `|` ends a row within a line:
//!
//! ```text
//! ; The first
//! #####
//! #@$.#
//! #####
//!
//! 5#|#.$@#|5#
//! Title: The second
//! Author: A. Maker
//! Solution
//! L
//! ```
//!
//! **Titles.** `; TITLE` names the level below it. `Title: TITLE` names the level above it; but if that level already
//! has such a title, or a line `;` is in between, it names the level below. A level without a title is named by the last
//! line of text above it, if a blank line is before that line or it is the only one there.
//!
//! **Authors.** `Author:`, `Copyright:` and `Collection:` (or `Set:`) go to the provenance of a level, by the same rule
//! as titles; before the first level and its title, they are those of all levels of the file.
//!
//! **Solutions.** After a line `Solution`, `Solution NAME` or `Solution: MOVES`, lines of [moves](level::play::lurd) are
//! replayed. A note tells those that do not win.
//!
//! **The rest.** Lines `::` are comments, and so is everything from a bare `Comment:` to `Comment-End:`. Other lines
//! `KEY: VALUE` and lines of text are left out with a note. Before the first row of a level, words that do not begin
//! with a wall are text; so is a line of equal squares, which separates levels. The game KSokoban's `level.data` is such
//! a text, with NUL between levels and a line of text with the name of each collection.
//!
//! A level of Sokoban has blocks that can be pushed repeatedly (`push=free`) and one plate `targets` with all target
//! squares. It is won when that plate is down. The start is stored beside the tiles, because blocks can be pushed
//! there. Floor that cannot be reached from the player, ignoring everything but walls, is VOID; so are the missing ends
//! of short rows.
//!
//! Invariants: a level that is printed and read back is the same level, with walls added where its floor ended at an
//! edge of the map; a level with a fault hides no other; no text causes a panic, and at most
//! [`MOST_CELLS`](crate::MOST_CELLS) cells are created.

mod board;
mod credits;
mod print;
mod read;
mod slc;
mod solutions;
mod square;

pub use print::{print, print_all};
pub use slc::is_slc;
pub use square::{SQUARES, Square};

use crate::Import;
use crate::aliases::Aliases;
use level::formats::json::ReadError;
use level::model::level::Level;

/// The most levels of a file.
const MOST_LEVELS: usize = 100_000;

/// Reads all levels of a text, at least one.
///
/// # Errors
/// The first fault of the text, with its line and column.
///
/// ```
/// use level::{Options, solve};
/// use quandary_formats::xsb;
/// let levels = xsb::read("; one push\n#####\n#@$.#\n#####\n")?;
/// assert_eq!(levels[0].name.as_deref(), Some("one push"));
/// assert_eq!(xsb::print(&levels[0])?, "; one push\n#####\n#@$.#\n#####\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read(text: &str) -> Result<Vec<Level>, ReadError> {
    read_with(text, &Aliases::default())
}

/// Reads all levels of a text, with a table of letters that extends or overrides the usual ones. FLOOR, WALL and BLOCK
/// stand for themselves, START for the player, TRIFORCE for a target; VOID, and a letter without a meaning, stands for
/// a blank square.
///
/// # Errors
/// As [`read`]; also a letter of the table with another tile.
pub fn read_with(text: &str, aliases: &Aliases) -> Result<Vec<Level>, ReadError> {
    boards(text, aliases).levels.into_iter().collect()
}

/// Reads the levels of a text as [`read_with`] does, and keeps the fault of each level apart. A text without a level
/// has one fault.
///
/// ```
/// use quandary_formats::{aliases::Aliases, xsb};
/// let read = xsb::boards("#@$.#\n\n#@$ #\n\n#.$@#\n", &Aliases::default());
/// assert_eq!(read.levels.iter().map(Result::is_ok).collect::<Vec<_>>(), [true, false, true]);
/// ```
#[must_use]
pub fn boards(text: &str, aliases: &Aliases) -> Import {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    match is_slc(text) {
        true => slc::read(text, aliases),
        false => read::read(text, aliases),
    }
}

/// The fault of a file with too many levels.
fn too_many() -> String {
    let most = diagnostics::grouped(MOST_LEVELS as u64);
    format!("is past {most} levels, the most of a file")
}
