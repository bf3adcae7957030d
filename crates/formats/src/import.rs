//! The levels of a file from another program, with notes for the user.

use level::Level;
use level::formats::json::ReadError;

/// The levels of a file, in order.
#[derive(Debug, Default)]
pub struct Import {
    /// Each level, or the fault for which it is left out.
    pub levels: Vec<Result<Level, ReadError>>,
    /// Notes on data that was interpreted or ignored, one a line.
    pub notes: Vec<String>,
}

impl Import {
    /// A file of one level.
    #[must_use]
    pub fn one(level: Level, notes: Vec<String>) -> Self {
        Self { levels: vec![Ok(level)], notes }
    }
}
