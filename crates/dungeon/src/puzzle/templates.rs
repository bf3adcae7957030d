//! Templates: what puzzles of a category look like and say, as data.
//!
//! A pack is a JSON file, one a category. Invariant: a pack that is read is sound, so that whatever is drawn
//! from it can be used as it is.

use super::Kind;

/// What a puzzle of one kind looks like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template {
    /// What the puzzle is called.
    pub name: String,
    /// What one sees.
    pub description: String,
    /// The INT that its hint takes at the entry, 10 to 16.
    pub threshold: u8,
    /// What helps.
    pub hint: String,
    /// The kind, with its text.
    pub kind: Kind,
}

/// The templates of a category.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pack {
    /// The category.
    pub category: String,
    /// The templates.
    pub templates: Vec<Template>,
}
